"""TabStrip: the bar of tabs above the board, and what the pointer does with it."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flowdesk.app import fonts
from flowdesk.app.front import Tab, Tabs
from flowdesk.app.look import Palette
from flowdesk.app.scale import pixels
from flowdesk.app.shell import Shell
from flowdesk.app.theming import Theming
from flowdesk.app.widgets.narrow import FittedMenu
from flowdesk.app.widgets.scrolled import Wheel
from flowdesk.app.widgets.tooltip import Tooltip, short
from flowdesk.app.widgets.toplevel import widget_at

#: In points: the widths that a tab has at most and at least, the room for its mark, its margins.
_WIDEST, _NARROWEST, _MARK, _MARGIN = 150, 72, 15, 7.5
_PLUS = 24  # points: the button for a new one
_DRAG = 4  # points that the pointer goes before a tab is dragged
_NOWHERE, _NEW = -1, -2


@dataclass(frozen=True)
class TabLabel:
    """What stands on a tab; `tip` is shown while the pointer rests on it."""

    name: str
    tip: str
    is_unsaved: bool


class TabStrip(tk.Canvas):
    """The bar of tabs, needed as soon as several are open; they shrink, and then scroll.

    A click brings a tab to the front, a click on its mark or with the middle button closes it, a
    drag moves it, and the right button opens its menu. `close_tabs` asks before it closes some.
    """

    def __init__(
        self,
        parent: tk.Misc,
        shell: Shell,
        tabs: Tabs,
        theming: Theming,
        new: Callable[[], object],
        close_tabs: Callable[[list[Tab]], object],
    ) -> None:
        super().__init__(parent, width=10, borderwidth=0, highlightthickness=0)
        self._tabs = tabs
        self._theming = theming
        self._new, self._close_tabs = new, close_tabs
        self._menu = FittedMenu(self)
        self._font = fonts.named(parent)
        self._labels: Sequence[TabLabel] = ()
        self._front = 0
        self._colors: Palette | None = None
        self._bounds: list[tuple[int, int]] = []  # of the tabs: left and right
        self._first = 0  # pixels that are scrolled away on the left
        self._hovered, self._is_on_mark = _NOWHERE, False
        self._dragged, self._pressed_at = _NOWHERE, 0
        self._tip = Tooltip(self, "")
        for sequence, handler in {
            "<ButtonPress-1>": self._pressed,
            "<B1-Motion>": self._drag,
            "<ButtonRelease-1>": self._released,
            "<ButtonRelease-2>": self._middle_clicked,
            "<ButtonPress-3>": self._menu_asked,
            "<Motion>": lambda event: self._hover(event.x),
            "<Leave>": lambda event: self._hover(-1),
            "<Configure>": lambda event: self.lay_out(),
        }.items():
            self.bind(sequence, handler, add=True)
        Wheel(self, lambda right, down: self._scroll(right + down), notch=lambda: 1)
        tabs.changed.connect(self.refresh, shell)
        theming.changed.connect(self._restyle, shell)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to choose from."""
        return len(self._tabs) > 1

    def refresh(self) -> None:
        """Show the names of the documents, and which of them are not saved."""
        labels, names = [], Counter(tab.document.name for tab in self._tabs)
        for tab in self._tabs:
            name, path, is_saved = tab.document.name, tab.document.path, tab.document.is_saved
            called = f"{name} in {path.parent.name}" if path and names[name] > 1 else name
            tip = str(path) if path else f"{name}, in no file yet"
            labels.append(TabLabel(called, tip, not is_saved))
        shown = labels, [*self._tabs].index(self._tabs.front), self._theming.colors
        if shown != (self._labels, self._front, self._colors):
            self._labels, self._front, self._colors = shown
            self.lay_out(reveals=True)

    def _restyle(self) -> None:
        """Take over colours, and lengths that follow the scale."""
        self.refresh()
        self.lay_out()

    def _at(self, number: int) -> Tab:
        return list(self._tabs)[number]

    # Where everything is

    def bounds(self, number: int) -> tuple[int, int]:
        """Return where a tab begins and ends, in pixels from the left of the bar."""
        left, right = self._bounds[number]
        return left - self._first, right - self._first

    def _points(self, points: float) -> int:
        return pixels(self, points)

    def lay_out(self, *, reveals: bool = False) -> None:
        """Give each tab its place, and draw; the one in front is brought into sight."""
        height = self._font.metrics("linespace") + self._points(9)
        if int(self.cget("height")) != height:
            self.configure(height=height)
        around = 2 * self._points(_MARGIN) + self._points(_MARK)
        most, least = self._points(_WIDEST), self._points(_NARROWEST)
        widths = [min(most, self._font.measure(each.name) + around) for each in self._labels]
        room = self.winfo_width() - self._points(_PLUS)
        if sum(widths) > room > 0:
            limit = _largest_that_fits(widths, room)
            widths = [min(width, max(limit, least)) for width in widths]
        ends = [sum(widths[: number + 1]) for number in range(len(widths))]
        self._bounds = [(end - width, end) for end, width in zip(ends, widths, strict=True)]
        hidden = max(0, sum(widths) - room)
        if reveals and self._bounds:
            left, right = self._bounds[self._front]
            self._first = min(max(self._first, right - room), left)
        self._first = max(0, min(self._first, hidden))
        self._draw()

    def _number_at(self, x: int) -> int:
        room = self.winfo_width() - self._points(_PLUS)
        end = self._bounds[-1][1] - self._first if self._bounds else 0
        if min(end, room) <= x < min(end, room) + self._points(_PLUS):
            return _NEW
        for number, (left, right) in enumerate(self._bounds):
            if left <= x + self._first < right and 0 <= x < room:
                return number
        return _NOWHERE

    def tab_over(self, x: int, y: int) -> Tab | None:
        """Return the tab at a point of the screen, if there is one."""
        is_over = widget_at(self, x, y) is self
        number = self._number_at(x - self.winfo_rootx()) if is_over else _NOWHERE
        return self._at(number) if number >= 0 else None

    def _is_mark_at(self, x: int) -> bool:
        number = self._number_at(x)
        return number >= 0 and x >= self.bounds(number)[1] - self._points(_MARK + 3)

    def _draw(self) -> None:
        self.delete("all")
        colors = self._colors
        if colors is None or not self._bounds:
            return
        self.configure(background=colors.raised)
        height = self.winfo_height()
        for number, label in enumerate(self._labels):
            self._draw_tab(number, label, colors, height)
        room = self.winfo_width() - self._points(_PLUS)
        left = min(self._bounds[-1][1] - self._first, room)
        right = left + self._points(_PLUS)
        self.create_rectangle(left, 0, self.winfo_width(), height, fill=colors.raised, outline="")
        ink = colors.text if self._hovered == _NEW else colors.faint
        self.create_text((left + right) // 2, height // 2, text="+", fill=ink, font=self._font)

    def _draw_tab(self, number: int, label: TabLabel, colors: Palette, height: int) -> None:
        left, right = self.bounds(number)
        is_front, is_hovered = number == self._front, number == self._hovered
        margin, mark = self._points(_MARGIN), self._points(_MARK)
        if is_front:
            self.create_rectangle(left, 0, right, height, fill=colors.background, outline="")
            line = max(2, self._points(1.5))
            self.create_rectangle(left, 0, right, line, fill=colors.accent, outline="")
        elif number not in (0, self._front + 1):
            gap = self._points(4.5)
            self.create_line(left, gap, left, height - gap, fill=colors.neutral)
        ink = colors.text if is_front or is_hovered else colors.faint
        words = short(label.name, right - left - 2 * margin - mark, self._font)
        middle = height // 2
        fonts.write(self, left + margin, middle, words, ink, anchor="w")
        x = right - margin - mark // 3
        if is_hovered or (is_front and not label.is_unsaved):
            ink = colors.text if is_hovered else colors.faint
            ink = colors.bad if is_hovered and self._is_on_mark else ink
            self.create_text(x, middle, text="×", fill=ink, font=self._font, tags="mark")
        elif label.is_unsaved:
            radius = max(2, self._points(2.25))
            box = x - radius, middle - radius, x + radius, middle + radius
            self.create_oval(*box, fill=colors.doubtful, outline="", tags="mark")

    # The pointer

    def _hover(self, x: int) -> None:
        number, is_on_mark = self._number_at(x), self._is_mark_at(x)
        if (number, is_on_mark) != (self._hovered, self._is_on_mark):
            self._hovered, self._is_on_mark = number, is_on_mark
            tip = self._labels[number].tip if number >= 0 else ""
            if number == _NEW:
                tip = "Start with an empty board"
            self._tip.text = "Close" if is_on_mark else tip
            self._draw()

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        number = self._number_at(event.x)
        if number >= 0 and not self._is_mark_at(event.x):
            self._dragged, self._pressed_at = number, event.x
            self._tabs.show(self._at(number))

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        if self._dragged < 0 or abs(event.x - self._pressed_at) < self._points(_DRAG):
            return
        x = event.x + self._first
        middles = [(left + right) / 2 for left, right in self._bounds]
        others = [middle for number, middle in enumerate(middles) if number != self._dragged]
        place = sum(middle < x for middle in others)
        if place != self._dragged:
            before, self._dragged = self._dragged, place
            self._tabs.move(self._at(before), place)

    def _released(self, event: tk.Event[tk.Misc]) -> None:
        was_dragged, self._dragged = self._dragged >= 0, _NOWHERE
        number = self._number_at(event.x)
        if number == _NEW and not was_dragged:
            self._new()
        elif number >= 0 and not was_dragged and self._is_mark_at(event.x):
            self._close_tabs([self._at(number)])

    def _middle_clicked(self, event: tk.Event[tk.Misc]) -> None:
        if (number := self._number_at(event.x)) >= 0:
            self._close_tabs([self._at(number)])

    def _menu_asked(self, event: tk.Event[tk.Misc]) -> None:
        if (number := self._number_at(event.x)) >= 0:
            self._open_menu(self._at(number), event)

    def _scroll(self, step: int) -> None:
        self._first += step * self._points(_NARROWEST)
        self.lay_out()

    def _open_menu(self, tab: Tab, event: tk.Event[tk.Misc]) -> None:
        menu = self._menu
        others = [other for other in self._tabs if other is not tab]
        path = tab.document.path
        menu.delete(0, "end")
        menu.add_command(label="Close", command=lambda: self._close_tabs([tab]))
        menu.add_command(
            label="Close others",
            command=lambda: self._close_tabs(others),
            state="normal" if others else "disabled",
        )
        menu.add_separator()
        menu.add_command(
            label="Copy path",
            command=lambda: self._copy(str(path)),
            state="normal" if path else "disabled",
        )
        menu.tk_popup(event.x_root, event.y_root)

    def _copy(self, text: str) -> None:
        self.clipboard_clear()
        self.clipboard_append(text)


def _largest_that_fits(widths: Sequence[int], room: int) -> int:
    """Return the largest width that all tabs can have at most so that they fit in the room."""
    left = len(widths)
    for width in sorted(widths):
        if width * left >= room:
            break
        room -= width
        left -= 1
    return room // max(left, 1)
