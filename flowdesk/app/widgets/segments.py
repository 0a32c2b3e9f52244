"""Segments: a few words side by side, one of which is chosen."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Mapping

from flowdesk.app import fonts
from flowdesk.app.look import Palette
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.app.widgets.toplevel import has_focus


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
        self._colors: Palette | None = None
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
        }.items():
            self.bind(sequence, handler, add=True)

    def show(
        self,
        choices: Mapping[str, tuple[str, str]],
        chosen: str,
        colors: Palette,
        greyed: Collection[str] = (),
    ) -> None:
        before = self._choices, self._chosen, self._colors, self._greyed
        if (choices, chosen, colors, greyed) != before:
            self._choices, self._chosen, self._colors = choices, chosen, colors
            self._greyed = greyed
            self._draw()

    def _draw(self) -> None:
        self.delete("all")
        colors, count = self._colors, len(self._choices)
        if colors is None:
            return
        width, height, inset = self.winfo_width(), self.winfo_height(), pixels(self, 1.5)
        self.configure(background=colors.background)
        self.create_rectangle(0, 0, width - 1, height - 1, fill=colors.raised, outline="")
        for number, (choice, (words, _)) in enumerate(self._choices.items()):
            left, right = number * width // count, (number + 1) * width // count
            is_chosen = choice == self._chosen
            if is_chosen:
                box = left + inset, inset, right - inset - 1, height - inset - 1
                line = colors.accent if has_focus(self) else colors.faint
                self.create_rectangle(*box, fill=colors.background, outline=line)
            ink = colors.text if is_chosen or choice == self._hovered else colors.faint
            if choice in self._greyed:
                ink = colors.neutral
            fonts.write(self, (left + right) // 2, height // 2, words, ink, self._font)

    def _choice_at(self, x: int) -> str:
        number = x * len(self._choices) // max(self.winfo_width(), 1)
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
