"""RuleList: rules, each with a switch, how often it is broken, and its share of the formula."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from typing import Literal

from PIL import Image, ImageDraw, ImageTk

from flowdesk.app import fonts
from flowdesk.app.look import colors_of
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.linked_text import Thumb
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.app.widgets.toplevel import has_focus
from flowdesk.lab.exploration import RuleRow
from flowdesk.lab.rule_text import percent

_SMOOTH = 4  # switches are drawn so many times larger and reduced
# In points:
_SWITCH = 19.5, 10.5
_SWITCH_AT, _NUMBER_AT, _NAME_AT = 1.5, 36, 40.5
_DRAG = 3.75  # so far the pointer moves before a click becomes a drag
_BROKEN = 24  # the width of the column left of it, of how often a rule is broken
_SHARE = 31.5  # the width of the column of shares; a bar for the largest share fills it


class RuleList(tk.Canvas):
    """Calls `on_switch` for a click or Space, and `on_look` for the pointer or an arrow key.

    `on_move` gets a rule that was dragged, or moved by Alt and an arrow, and its new place among
    the others. `takes_name` may take a click on the name of a rule; then it is not switched.
    """

    def __init__(
        self,
        parent: tk.Misc,
        on_switch: Callable[[int], None],
        on_look: Callable[[int], None],
        on_move: Callable[[int, int], None],
        takes_name: Callable[[int], bool],
        font: str,
    ) -> None:
        super().__init__(parent, borderwidth=0, highlightthickness=0, takefocus=True, width="7.5p")
        self._takes_name = takes_name
        self._on_switch = on_switch
        self._on_look = on_look
        self._on_move = on_move
        self._rows: Sequence[RuleRow] = ()
        self._hovered: int | None = None  # the number of the rule under the pointer
        self._cursor = 0  # the place of a rule in the list
        self._pressed: tuple[int, float] | None = None  # the place in the list, and y
        self._gap: int | None = None  # while a rule is dragged: the place of the rule below it
        self._switches: dict[bool, ImageTk.PhotoImage] = {}
        self._font = font
        self._tip = Tooltip(self, "")
        self._thumb = Thumb(self)
        for sequence, handler in {
            "<ButtonPress-1>": self._press,
            "<B1-Motion>": self._drag,
            "<ButtonRelease-1>": self._release,
            "<Escape>": lambda event: self._give_up(),
            "<Motion>": self._moved,
            "<Leave>": lambda event: self._hover(None),
            "<Up>": lambda event: self._step(-1),
            "<Down>": lambda event: self._step(1),
            "<Alt-Up>": lambda event: self._shift(-1),
            "<Alt-Down>": lambda event: self._shift(1),
            "<space>": lambda event: self._toggle(self._cursor),
            "<FocusIn>": lambda event: self._draw(),
            "<FocusOut>": lambda event: self._draw(),
            "<Configure>": lambda event: self._draw(),
            "<<ThemeChanged>>": lambda event: self._restyle(),
            "<Button-4>": lambda event: self._scroll(-1),
            "<Button-5>": lambda event: self._scroll(1),
            "<MouseWheel>": lambda event: self._scroll(-1 if event.delta > 0 else 1),
        }.items():
            self.bind(sequence, handler, add=True)
        self._restyle()

    @property
    def row_height(self) -> int:
        return int(fonts.named(self, self._font).metrics("linespace")) + pixels(self, 3)

    def _restyle(self) -> None:
        self._switches = {on: self._switch(on) for on in (False, True)}
        self._thumb.configure(background=colors_of(self).faint)
        self._draw()

    def show(self, rows: Sequence[RuleRow]) -> None:
        if rows != self._rows:
            self._rows = rows
            self._cursor = min(self._cursor, len(rows) - 1)
            self._draw()

    def reveal(self, number: int) -> None:
        """Move the cursor to a rule, and scroll until it is visible."""
        self._cursor = next(
            (place for place, row in enumerate(self._rows) if row.rule.number == number), 0
        )
        whole, height = len(self._rows) * self.row_height, self.winfo_height()
        y, top = self._cursor * self.row_height, self.canvasy(0)
        if y < top or y + self.row_height > top + height:
            self.yview_moveto(max(0, y + self.row_height - height if y > top else y) / whole)
        self._draw()

    def _draw(self) -> None:
        self.delete("all")
        colors, width, height = colors_of(self), self.winfo_width(), self.row_height
        self.configure(background=colors.background, yscrollincrement=height)
        self.configure(scrollregion=(0, 0, width, len(self._rows) * height))
        most = max((row.share or 0 for row in self._rows), default=0)
        switch_at, number_at, name_at, share_width, gap = (
            pixels(self, points) for points in (_SWITCH_AT, _NUMBER_AT, _NAME_AT, _SHARE, 3)
        )
        for place, row in enumerate(self._rows):
            top, middle = place * height, place * height + height // 2
            number = row.rule.number
            has_cursor = place == self._cursor and has_focus(self)
            is_dragged = self._gap is not None and place == self._cursor
            if number == self._hovered or has_cursor or is_dragged:
                outline = colors.accent if has_cursor else ""
                self.create_rectangle(
                    0, top, width - 1, top + height - 1, fill=colors.raised, outline=outline
                )
            ink = colors.text if row.is_on else colors.faint
            if row.is_locked:
                self._lock(switch_at + pixels(self, _SWITCH[0] / 2), middle, colors.faint)
            else:
                self.create_image(switch_at, middle, image=self._switches[row.is_on], anchor="w")
                self._words(number_at, middle, str(number), "e", ink)
            self._words(name_at, middle, row.rule.name, "w", ink)
            if row.broken:
                at = width - share_width - gap
                self._words(at, middle, str(row.broken), "e", colors.bad)
            if row.share is not None:
                long = round(share_width * row.share / most) if most else 0
                box = (width - long, top + gap, width, top + height - gap)
                self.create_rectangle(box, fill=colors.raised, width=0)
                share = percent(row.share) if row.share else "–"
                self._words(width - 3 * gap // 2, middle, share, "e", colors.faint)
        if self._gap is not None:
            y = min(max(self._gap * height, 1), len(self._rows) * height - 2)
            self.create_line(0, y, width, y, fill=colors.accent, width="2.25p", tags="gap")

    def _words(self, x: int, y: int, text: str, anchor: Literal["e", "w"], color: str) -> None:
        fonts.write(self, x, y, text, color, self._font, anchor=anchor)

    def _lock(self, x: int, y: int, color: str) -> None:
        """Draw a lock in the place of a switch: what stands there always holds."""
        part = pixels(self, 9) / 12  # of the lock's height
        bow = x - 3 * part, y - 7 * part, x + 3 * part, y + 3 * part
        self.create_arc(bow, extent=180, style="arc", outline=color, width=2 * part)
        body = x - 5 * part, y - part, x + 5 * part, y + 6 * part
        self.create_rectangle(body, fill=color, width=0)

    def _switch(self, on: bool) -> ImageTk.PhotoImage:
        colors = colors_of(self)
        width, height = (pixels(self, side) * _SMOOTH for side in _SWITCH)
        picture = Image.new("RGBA", (width, height), (0, 0, 0, 0))
        draw = ImageDraw.Draw(picture)
        fill = colors.accent if on else colors.neutral
        draw.rounded_rectangle((0, 0, width - 1, height - 1), radius=height / 2, fill=fill)
        inset, left = height // 6, width - height if on else 0
        knob = (left + inset, inset, left + height - inset - 1, height - inset - 1)
        draw.ellipse(knob, fill=colors.background)
        return ImageTk.PhotoImage(picture.reduce(_SMOOTH), master=self)

    # The pointer and the keys

    def _place_at(self, event: tk.Event[tk.Misc]) -> int | None:
        """Return the place in the list under the pointer, or None."""
        place = int(self.canvasy(event.y)) // self.row_height
        return place if 0 <= place < len(self._rows) else None

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        place = self._place_at(event)
        if place is not None:
            self._cursor, self._pressed = place, (place, self.canvasy(event.y))
            self._on_look(self._rows[place].rule.number)

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        """Show where the rule would go, once the pointer has left the place where it began."""
        if self._pressed is None or self._pressed[0] < self._locked:
            return
        if not 0 <= event.y < self.winfo_height():
            self._scroll(-1 if event.y < 0 else 1)
        y = self.canvasy(event.y)
        if self._gap is None and abs(y - self._pressed[1]) < pixels(self, _DRAG):
            return
        self._gap = max(self._locked, min(round(y / self.row_height), len(self._rows)))
        self.configure(cursor="sb_v_double_arrow")
        self._draw()

    def _release(self, event: tk.Event[tk.Misc]) -> None:
        """End a drag, or switch the rule that was pressed."""
        if self._pressed is None:
            return
        (place, _), gap = self._pressed, self._gap
        self._give_up()
        if gap is not None:
            self._move(place, gap if gap <= place else gap - 1)
        elif self._place_at(event) == place and not (
            event.x > pixels(self, _SWITCH[0]) and self._takes_name(self._rows[place].rule.number)
        ):
            self._toggle(place)

    def _give_up(self) -> str | None:
        """End a drag without moving anything; another Escape is for the window."""
        was_dragged = self._gap is not None
        self._pressed = self._gap = None
        self.configure(cursor="")
        self._draw()
        return "break" if was_dragged else None

    def _shift(self, step: int) -> str:
        self._move(self._cursor, self._cursor + step)
        return "break"

    def _move(self, place: int, to: int) -> None:
        """Move a rule to another place, if there is such a place."""
        first = self._locked
        if place != to and first <= min(place, to) <= max(place, to) < len(self._rows):
            number = self._rows[place].rule.number
            self._on_move(number, to - first)
            self.reveal(number)

    def _toggle(self, place: int) -> None:
        if place >= self._locked:
            self._on_switch(self._rows[place].rule.number)

    @property
    def _locked(self) -> int:
        """How many rows there are above the rules, which cannot be switched or moved."""
        return sum(row.is_locked for row in self._rows)

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        place = self._place_at(event)
        self._hover(None if place is None else self._rows[place].rule.number)
        self._tip.text = "" if place is None else self._meaning(self._rows[place], event.x)

    def _meaning(self, row: RuleRow, x: int) -> str:
        """Return what a tooltip says of the part of a row at an x coordinate."""
        share_at = self.winfo_width() - pixels(self, _SHARE)
        if x < pixels(self, _NUMBER_AT):
            if row.is_locked:
                return "These always hold: they only give names to what the rules speak of"
            return "Turn the rule off (Space)" if row.is_on else "Turn the rule on (Space)"
        if x >= share_at and row.share is not None:
            if not row.share:
                return "The rule has no clauses on this board"
            return f"{percent(row.share)} of all clauses come from this rule"
        if row.broken and x >= share_at - pixels(self, _BROKEN):
            times = "once" if row.broken == 1 else f"{row.broken} times"
            return f"The answer breaks this rule {times}: the cells are marked on the board"
        return ""

    def _hover(self, number: int | None) -> None:
        if number != self._hovered:
            self._hovered = number
            self._draw()
            if number is not None:
                self._on_look(number)

    def _step(self, step: int) -> str:
        place = self._cursor + step
        if 0 <= place < len(self._rows):
            number = self._rows[place].rule.number
            self.reveal(number)
            self._on_look(number)
        return "break"

    def _scroll(self, step: int) -> None:
        self.yview_scroll(step, "units")
