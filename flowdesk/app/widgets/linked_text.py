"""LinkedText: a read-only text with words that can be clicked."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw, ImageTk

from flowdesk.app import fonts
from flowdesk.app.look import colors_of
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.app.widgets.toplevel import widget_at

_SMOOTH = 4  # discs are drawn this many times larger and reduced
_THUMB = 2.25  # points that the mark of what is in sight is wide
_NAMES = 0.15  # the share of a table's width that the names of its rows have to themselves
#: Options of a text that looks like a label.
READ_ONLY: Mapping[str, Any] = {
    **{"wrap": "word", "borderwidth": 0, "highlightthickness": 0},
    **{"takefocus": False, "cursor": "", "state": "disabled"},
}


class Thumb(tk.Frame):
    """Marks at the right edge of a text or list which part is in sight, unless all of it is."""

    def __init__(self, part: tk.Text | tk.Canvas) -> None:
        super().__init__(part, width=f"{_THUMB}p")
        part.configure(yscrollcommand=self._show)

    def _show(self, first: float, last: float) -> None:
        top, height = float(first), float(last) - float(first)  # Tk sends them as text
        if height < 1:
            where = {"relx": 1, "rely": top, "relheight": height}
            self.place(where, anchor="ne", bordermode="outside")  # a text may have a margin
        else:
            self.place_forget()


class LinkedText(tk.Text):
    """Filled by `begin`, `add` and `end`.

    Tags: ``bold``, ``faint``, ``accent``, the names of moods, ``link`` for words to click, and
    ``line`` and ``step`` for a paragraph that begins with a bullet or a number and a tab; `add_row`
    adds a row of a table. A mark at the right edge shows that there is more to scroll to.
    """

    def __init__(
        self,
        parent: tk.Misc,
        font: str,
        height: int,
        spacing: float = 2.25,
        on_hover: Callable[[Any], object] = lambda about: None,
    ) -> None:
        super().__init__(parent, width=10, height=height, font=font, **READ_ONLY)
        self.configure(spacing3=f"{spacing}p")
        self._thumb = Thumb(self)
        self._columns = 0
        self._font, self._spacing = font, spacing
        self._links: dict[str, tuple[str, Callable[[], object] | None]] = {}
        self._on_hover = on_hover
        self._abouts: dict[str, object] = {}
        self._discs: dict[tuple[str, str, int], ImageTk.PhotoImage] = {}
        self._hovered: object = None
        self._tip = Tooltip(self, "")
        self._is_entered = False  # by the pointer
        # Not a text to type or select in: without these it would take the keys from the board.
        self.bindtags((str(self), str(self.winfo_toplevel()), "all"))
        self.bind("<Button-1>", self._clicked, add=True)
        self.bind("<Motion>", self._moved, add=True)
        self.bind("<Enter>", lambda event: self._come(), add=True)
        self.bind("<Leave>", lambda event: self._left(), add=True)
        self.bind("<Button-4>", lambda event: self._scroll(event, -1))
        self.bind("<Button-5>", lambda event: self._scroll(event, 1))
        self.bind("<MouseWheel>", lambda event: self._scroll(event, -1 if event.delta > 0 else 1))
        self.bind("<Configure>", lambda event: self._set_columns())
        self.bind("<<ThemeChanged>>", lambda event: self._set_looks())
        self._set_looks()

    @property
    def line_height(self) -> int:
        """How many pixels a line takes."""
        font = fonts.named(self, self._font)
        return int(font.metrics("linespace")) + pixels(self, self._spacing)

    def begin(self) -> None:
        """Empty the text."""
        self.configure(state="normal", cursor="")
        self.delete("1.0", "end")
        self._links.clear()
        self._abouts.clear()
        self._hovered = None
        self._tip.text = ""

    def _set_looks(self) -> None:
        colors = colors_of(self)
        self.configure(background=colors.background, foreground=colors.text)
        self._thumb.configure(background=colors.faint)
        self.tag_configure("words", rmargin=f"{2 * _THUMB}p")
        self.tag_configure("bold", font=fonts.bold(self._font))
        for name in ("faint", "accent", "good", "bad", "doubtful"):
            self.tag_configure(name, foreground=getattr(colors, name))
        self.tag_configure("link", foreground=colors.accent, underline=True)
        for tag, margin in (("line", "16.5p"), ("step", "24p")):
            self.tag_configure(tag, lmargin1="4.5p", lmargin2=margin, tabs=margin)
        self.tag_configure("above", spacing1=self.line_height // 2)
        self.tag_configure("row", spacing3=0, wrap="none")

    def add(
        self,
        text: str,
        *tags: str,
        click: Callable[[], object] | None = None,
        tip: str = "",
        about: object = None,
    ) -> None:
        """Append a text; a click on it calls `click`. The tooltip of either is `tip`.

        `on_hover` is called with what it is about when the pointer comes to it, and with None when
        it leaves; not when `begin` takes the text away.
        """
        if about:
            tags = (*tags, f"about-{len(self._abouts)}")
            self._abouts[tags[-1]] = about
        if click or tip:
            tags = (*tags, f"click-{len(self._links)}")
            self._links[tags[-1]] = tip, click
        self.insert("end", text, ("words", *tags))

    def add_colored(self, text: str, colors: Mapping[str, str], *tags: str, **options: Any) -> None:
        """Append a text as `add` does, with a disc before each name of one of the colours."""
        for part, color in _with_colors(text, colors):
            if color:
                self.image_create("end", image=self._disc(color), padx="1.5p")
                for tag in ("words", *tags):
                    self.tag_add(tag, "end-2c")
            self.add(part, *tags, **options)

    def _disc(self, color: str) -> ImageTk.PhotoImage:
        """Return a disc as high as a small letter of the interface's font."""
        background = str(self.cget("background"))
        side = max(round(fonts.named(self).metrics("ascent") * 0.75), 5)
        key = color, background, side
        if key not in self._discs:
            large = Image.new("RGB", (side * _SMOOTH, side * _SMOOTH), background)
            draw, end = ImageDraw.Draw(large), side * _SMOOTH - 1
            draw.ellipse((0, 0, end, end), fill=color, outline="#808080", width=_SMOOTH)
            self._discs[key] = ImageTk.PhotoImage(large.reduce(_SMOOTH), master=self)
        return self._discs[key]

    def add_row(self, words: Sequence[str], *tags: str, tips: Sequence[str] = ()) -> None:
        """Append a row of a table: its name, and figures in columns, with their tooltips."""
        name, *figures = words
        first, *others = tips or [""] * len(words)
        self._columns = len(figures)
        self.add(name, "faint", "row", tip=first)
        for figure, tip in zip(figures, others, strict=True):
            self.add(f"\t{figure}", "row", *tags, tip=tip)
        self.add("\n", "row", *tags)
        self._set_columns()

    def end(self) -> None:
        if self.get("end-2c") == "\n":
            self.delete("end-2c")
        self.configure(state="disabled")
        if not (self._is_entered and self.winfo_viewable()):
            return  # asking where the pointer is takes a moment
        x, y = self.winfo_pointerxy()
        if widget_at(self, x, y) is self:  # it rests on what has come
            self.event_generate("<Motion>", x=x - self.winfo_rootx(), y=y - self.winfo_rooty())

    @property
    def lines(self) -> float:
        """How many lines high the widget has to be to show everything."""
        height: int = self.tk.call(str(self), "count", "-update", "-ypixels", "1.0", "end")
        return height / self.line_height

    def _link_at(self, event: tk.Event[tk.Misc]) -> tuple[str, Callable[[], object] | None]:
        tags = self.tag_names(f"@{event.x},{event.y}")
        links = (self._links[tag] for tag in tags if tag in self._links)
        return next(links, ("", None))

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        call = self._link_at(event)[1]
        if call:
            call()

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        self._point_at(*self._link_at(event))
        tags = self.tag_names(f"@{event.x},{event.y}")
        self._hover(next((self._abouts[tag] for tag in tags if tag in self._abouts), None))

    def _come(self) -> None:
        self._is_entered = True

    def _left(self) -> None:
        self._is_entered = False
        self._hover(None)

    def _hover(self, about: object) -> None:
        if about != self._hovered:
            self._hovered = about
            self._on_hover(about)

    def _point_at(self, tip: str, call: Callable[[], object] | None) -> None:
        self.configure(cursor="hand2" if call else "")
        self._tip.text = tip

    def _set_columns(self) -> None:
        """Divide the width among the figures of a row, the last of which ends at the right."""
        thumb = pixels(self, _THUMB)
        width = max(self.winfo_width(), 10 * thumb) - 3 * thumb
        column = width * (1 - _NAMES) / max(self._columns, 1)
        stops = [round(width - column * after) for after in reversed(range(self._columns))]
        self.tag_configure("row", tabs=[word for stop in stops for word in (stop, "right")])

    def _scroll(self, event: tk.Event[tk.Misc], step: int) -> None:
        self.yview_scroll(2 * step, "units")
        self._moved(event)  # something else is under the pointer


def _with_colors(text: str, colors: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text, each with the colour that it names; "" for other parts."""
    if not colors:
        yield text, ""
        return
    names = "|".join(re.escape(name) for name in sorted(colors, key=len, reverse=True))
    for part in re.split(f"({names})", text):
        if part:
            yield part, colors.get(part, "")
