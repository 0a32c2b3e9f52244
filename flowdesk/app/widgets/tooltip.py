"""Tooltips: a few words beside a widget; and the buttons, labels and segments that have them."""

from __future__ import annotations

import tkinter as tk
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate, pairwise
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any

from flowdesk.app import fonts
from flowdesk.app.look import colors_of
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.toplevel import has_focus

_DELAY_MS = 600
#: Milliseconds between two looks whether the pointer still rests on what the words are about.
_LOOK_MS = 150
#: Points from the pointer to the words, and from them to the edge of the screen.
_RIGHT, _BELOW, _ABOVE, _EDGE = 9, 13.5, 6, 6
_WIDEST, _BESIDE = 270, 24  # points of a line, and of the screen's width that it never has
_LEAST = 6  # letters that say something
_CELL = 9  # points beside the words in a cell of a table, and in a segment
#: The tag of the widget with the focus, for the keys that hide the words.
_TAG = "FlowDeskTooltip"


class Tooltip:
    """Shows `text` beside a widget; an empty text shows nothing.

    The words go away with what they are about: when the pointer leaves, a key or button is pressed,
    the widget is hidden or covered, or there is something else to say.
    """

    def __init__(self, widget: tk.Misc, text: str) -> None:
        self._text = text
        self._widget = widget
        self._timer = Timer(widget)
        self._shown: tk.Toplevel | None = None
        self._focused: tk.Misc | None = None
        widget.bind("<Enter>", self._wait, add=True)
        widget.bind("<Motion>", self._wait, add=True)
        for event in ("<Leave>", "<ButtonPress>", "<Unmap>", "<Destroy>"):
            widget.bind(event, self._hide, add=True)

    @property
    def text(self) -> str:
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            if self._shown:
                self._hide()

    def _wait(self, event: tk.Event[tk.Misc]) -> None:
        self._hide()
        self._timer.start(_DELAY_MS, self._show)

    def _show(self) -> None:
        if not self._text or not self._is_pointed_at():
            return
        self._shown = window = tk.Toplevel(self._widget)
        window.wm_overrideredirect(True)
        window.withdraw()
        frame = ttk.Frame(window, style="Tooltip.TFrame", padding="0.75p")
        frame.pack()
        label = ttk.Label(frame, text=self._text, style="Tooltip.TLabel", padding=("4.5p", "2.25p"))
        room = window.winfo_screenwidth() - pixels(window, _BESIDE)
        label.configure(wraplength=min(pixels(window, _WIDEST), room), justify="left")
        label.pack()
        window.update_idletasks()
        if self._shown is not window:
            return  # the widget has been hidden meanwhile
        window.wm_geometry("+{}+{}".format(*self._place(window)))
        window.deiconify()
        self._listen_to_keys()
        self._timer.start(_LOOK_MS, self._look)

    def _place(self, window: tk.Toplevel) -> tuple[int, int]:
        """Return where the words stand: below the pointer, else above it."""
        width, height = window.winfo_reqwidth(), window.winfo_reqheight()
        edge = pixels(window, _EDGE)
        x, y = self._widget.winfo_pointerxy()
        left = min(x + pixels(window, _RIGHT), window.winfo_screenwidth() - width - edge)
        top = y + pixels(window, _BELOW)
        if top + height + edge > window.winfo_screenheight():
            top = y - height - pixels(window, _ABOVE)
        return max(edge, left), max(0, top)

    def _is_pointed_at(self) -> bool:
        """Whether the pointer rests on the widget, and nothing covers it there."""
        x, y = self._widget.winfo_pointerxy()
        return str(self._widget.tk.call("winfo", "containing", x, y)) == str(self._widget)

    def _look(self) -> None:
        if self._is_pointed_at():
            self._timer.start(_LOOK_MS, self._look)
        else:
            self._hide()

    def _listen_to_keys(self) -> None:
        """Let any key hide the words, also one that the widget with the focus keeps to itself."""
        focus = str(self._widget.tk.call("focus"))
        if not focus:
            return
        try:
            self._focused = self._widget.nametowidget(focus)
        except KeyError:
            return  # a part that Tk has made by itself
        self._focused.bindtags((_TAG, *self._focused.bindtags()))
        self._focused.bind_class(_TAG, "<KeyPress>", self._hide)

    def _hide(self, event: tk.Event[tk.Misc] | None = None) -> None:
        self._timer.stop()
        if self._shown:
            self._shown.destroy()
            self._shown = None
        if self._focused and self._focused.winfo_exists():
            tags = (tag for tag in self._focused.bindtags() if tag != _TAG)
            self._focused.bindtags(tuple(tags))
        self._focused = None


def tool_button(
    parent: tk.Misc, text: str, run: Callable[[], object], tip: str, **options: Any
) -> ttk.Button:
    """Return a button with a tooltip, which leaves the focus where it is."""
    button = ttk.Button(parent, text=text, command=run, takefocus=False, **options)
    Tooltip(button, tip)
    return button


class ButtonRow(ttk.Frame):
    """Such buttons side by side, which fill the width: as wide as one another if they are alike.

    Where there is no room for their words, they stand below one another.
    """

    def __init__(self, parent: tk.Misc, *, alike: bool = True) -> None:
        super().__init__(parent)
        self._group = "buttons" if alike else ""
        self.bind("<Configure>", lambda event: self._fit(event.width))

    def add(self, text: str, run: Callable[[], object], tip: str, **options: Any) -> ttk.Button:
        button, column = tool_button(self, text, run, tip, **options), self.grid_size()[0]
        button.grid(row=0, column=column, sticky="ew", padx="0.75p", pady="0.75p")
        self.columnconfigure(column, weight=1, uniform=self._group)
        return button

    def _fit(self, width: int) -> None:
        buttons: list[ttk.Button] = self.winfo_children()  # type: ignore[assignment]  # no others
        widths = [button.winfo_reqwidth() + pixels(self, 1.5) for button in buttons]
        needed = max(widths) * len(widths) if self._group else sum(widths)
        for number, button in enumerate(buttons):
            if needed > width:
                button.grid(row=number, column=0, columnspan=len(buttons))
            else:
                button.grid(row=0, column=number, columnspan=1)


class ShortLabel(ttk.Label):
    """Shows one line in the room there is; if it is cut, a tooltip has all of it. Pack it last.

    Where only a few letters fit, it shows nothing.
    """

    def __init__(self, parent: tk.Misc, **options: Any) -> None:
        super().__init__(parent, width=1, **options)
        self._text = ""
        self._font = fonts.named(self, str(options.get("font", fonts.TEXT)))
        self._tip = Tooltip(self, "")
        self.bind("<Configure>", lambda event: self._fit())

    def show(self, text: str) -> None:
        self._text = text
        self._fit()

    def _fit(self) -> None:
        margins = self.winfo_reqwidth() - self._font.measure("0")  # beside its one letter
        shown = short(self._text, self.winfo_width() - margins, self._font)
        shown = "" if len(shown) < _LEAST < len(self._text) else shown
        self.configure(text=shown)
        self._tip.text = "" if shown == self._text else self._text


def short(text: str, width: int, font: tkfont.Font) -> str:
    """Return a text cut to a width in pixels."""
    if len(text) < 2 or font.measure(text) <= width:
        return text
    lengths = range(1, len(text))
    fit = bisect_right(lengths, width, key=lambda length: font.measure(f"{text[:length]}…"))
    return text[: max(fit, 1)].rstrip() + "…"


def short_row(table: ttk.Treeview, row: Sequence[str]) -> list[str]:
    """Return the words of a row of a table, each cut to the width of its column."""
    font, beside = fonts.named(table), pixels(table, _CELL)
    widths = (int(table.column(column, "width")) - beside for column in table["columns"])
    return [short(words, width, font) for words, width in zip(row, widths, strict=True)]


class Segments(tk.Canvas):
    """A click, or the arrows, choose one; `show` gets their names, words and tooltips.

    Those that are greyed out cannot be chosen.
    """

    def __init__(
        self, parent: tk.Misc, on_choose: Callable[[str], object], font: str = fonts.TEXT
    ) -> None:
        height = fonts.named(parent, font).metrics("linespace") + pixels(parent, 9)
        super().__init__(
            parent, height=height, width="7.5p", borderwidth=0, highlightthickness=0, takefocus=True
        )
        self._font = font
        self._choices: Mapping[str, tuple[str, str]] = {}
        self._on_choose = on_choose
        self._chosen = ""
        self._hovered = ""
        self._greyed: Collection[str] = ()
        self._tip = Tooltip(self, "")
        for sequence, handler in {
            "<ButtonPress-1>": self._clicked,
            "<Motion>": lambda event: self._hover(self._choice_at(event.x)),
            "<Leave>": lambda event: self._hover(""),
            "<Left>": lambda event: self._step(-1),
            "<Right>": lambda event: self._step(1),
            "<FocusIn>": lambda event: self._draw(),
            "<FocusOut>": lambda event: self._draw(),
            "<Configure>": lambda event: self._draw(),
            "<<ThemeChanged>>": lambda event: self._draw(),
        }.items():
            self.bind(sequence, handler, add=True)

    def show(
        self,
        choices: Mapping[str, tuple[str, str]],
        chosen: str,
        greyed: Collection[str] = (),
    ) -> None:
        before = self._choices, self._chosen, self._greyed
        if (choices, chosen, greyed) != before:
            self._choices, self._chosen, self._greyed = choices, chosen, greyed
            self._draw()

    def _draw(self) -> None:
        self.delete("all")
        if not self._choices:
            return
        colors = colors_of(self)
        width, height, inset = self.winfo_width(), self.winfo_height(), pixels(self, 1.5)
        self.configure(background=colors.background)
        self.create_rectangle(0, 0, width - 1, height - 1, fill=colors.raised, outline="")
        edges = pairwise(self._edges)
        for (left, right), (choice, (words, _)) in zip(edges, self._choices.items(), strict=True):
            is_chosen = choice == self._chosen
            if is_chosen:
                box = left + inset, inset, right - inset - 1, height - inset - 1
                line = colors.accent if has_focus(self) else colors.faint
                self.create_rectangle(*box, fill=colors.background, outline=line)
            ink = colors.text if is_chosen or choice == self._hovered else colors.faint
            if choice in self._greyed:
                ink = colors.neutral
            fonts.write(self, (left + right) // 2, height // 2, words, ink, self._font)

    @property
    def _edges(self) -> list[int]:
        """Where each begins, and the last one ends: equally wide, or else by their words."""
        count, width = len(self._choices), self.winfo_width()
        font, beside = fonts.named(self, self._font), pixels(self, _CELL)
        needed = [font.measure(words) + beside for words, _ in self._choices.values()]
        if max(needed) <= width // count:
            needed = [0] * count
        spare = (width - sum(needed)) / count
        return [round(end) for end in accumulate((each + spare for each in needed), initial=0.0)]

    def _choice_at(self, x: int) -> str:
        number = bisect_right(self._edges, x) - 1
        return list(self._choices)[max(0, min(number, len(self._choices) - 1))]

    def _hover(self, choice: str) -> None:
        if choice != self._hovered:
            self._hovered = choice
            self._tip.text = self._choices[choice][1] if choice else ""
            self._draw()

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        self._choose(self._choice_at(event.x))

    def _step(self, step: int) -> str:
        names = list(self._choices)
        number = names.index(self._chosen) + step
        if 0 <= number < len(names):
            self._choose(names[number])
        return "break"

    def _choose(self, choice: str) -> None:
        if choice != self._chosen and choice not in self._greyed:
            self._on_choose(choice)
