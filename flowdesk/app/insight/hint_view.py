"""HintView: the hint that is shown, in words, with what leads to the others."""

from __future__ import annotations

import tkinter as tk
from math import ceil
from tkinter import ttk

from flowdesk.app import fonts
from flowdesk.app.front import Front
from flowdesk.app.modes.knowledge import HintMode
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.linked_text import Chips, LinkedText, with_colors
from flowdesk.app.widgets.scrolled import reveal
from flowdesk.app.widgets.tooltip import Tooltip


class HintView(ttk.Frame):
    """Shown by the side panel instead of what is known, while there are hints on the board."""

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent)
        self._front = front
        self._chips = Chips(self)
        self._title = ttk.Label(self, style="Heading.TLabel")
        self._title.pack(anchor="w", pady=("7.5p", "3p"))
        row = ttk.Frame(self)
        key = front.shell.key
        self._back, self._next, close = (
            ttk.Button(row, text=text, width=5, command=command, takefocus=False)
            for text, command in (
                ("Back", lambda: self._hints.back()),
                ("Next", lambda: self._hints.hint()),
                ("Done", lambda: front.session.show_level_alone()),
            )
        )
        tips = {
            self._back: f"The previous hint  ({key('Previous hint')})",
            self._next: f"The next hint  ({key('Hint')})",
            close: f"Show the puzzle alone  ({front.shell.stop_key})",
        }
        for column, (button, tip) in enumerate(tips.items()):
            button.grid(row=0, column=column, sticky="ew", padx="0.75p")
            row.columnconfigure(column, weight=1, uniform="buttons")
            Tooltip(button, tip)
        self._text = LinkedText(self, fonts.TEXT, height=1, spacing=4.5)
        self._text.pack(fill="x")
        self._text.bind("<Configure>", lambda event: self._fit(), add=True)
        row.pack(fill="x", pady=("4.5p", 0))
        self._told = ""
        self._timer = Timer(self)
        self.bind("<Destroy>", lambda event: self._timer.stop(), add=True)

    @property
    def _hints(self) -> HintMode:
        return self._front.session.hints

    @property
    def text(self) -> str:
        """What is written."""
        return self._text.get("1.0", "end").strip()

    def refresh(self) -> None:
        hints, colors = self._hints, self._front.theming.colors
        self._title.configure(text=hints.title)
        self._back.state(["!disabled" if hints.can_go_back else "disabled"])
        self._next.state(["disabled" if hints.task.running else "!disabled"])
        text, stage = self._text, self._front.stage
        text.begin(colors)
        names = stage.kind.words.color_names(stage.level)
        is_first = hints.task.running and not hints.told
        told = "Looking for a hint ..." if is_first else hints.text
        for part, color in with_colors(told, names):
            if color:
                shown = self._front.theming.theme.color(color)
                image = self._chips.chip(shown, colors.background)
                text.image_create("end", image=image, padx="1.5p")
            text.add(part)
        text.end()
        self._fit()
        if told != self._told:
            self._told = told
            self._timer.when_idle(reveal, self)

    def _fit(self) -> None:
        """Let the text be as high as it is: the panel scrolls, if need be."""
        if self._text.winfo_width() > 1:
            self._text.configure(height=ceil(self._text.lines))
