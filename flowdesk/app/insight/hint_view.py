"""HintView: the hint that is shown, in words, with what leads to the others."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from flowdesk.app import fonts
from flowdesk.app.document_view import DocumentView
from flowdesk.app.insight.chips import Chips, with_colors
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.tooltip import Tooltip


class HintView(ttk.Frame):
    """Shown by the side panel instead of what is known, while there are hints on the board."""

    def __init__(self, parent: tk.Misc, shown: DocumentView) -> None:
        super().__init__(parent)
        self._shown = shown
        self._hints = hints = shown.hints
        self._chips = Chips(self)
        self._title = ttk.Label(self, style="Heading.TLabel")
        self._title.pack(anchor="w", pady=("7.5p", "3p"))
        row = ttk.Frame(self)
        row.pack(side="bottom", fill="x", pady=("4.5p", 0))
        key = shown.shell.key
        self._back = ttk.Button(row, text="Back", width=5, command=hints.back, takefocus=False)
        self._next = ttk.Button(row, text="Next", width=5, command=hints.hint, takefocus=False)
        close = ttk.Button(
            row, text="Done", width=5, command=shown.show_level_alone, takefocus=False
        )
        for column, (button, tip) in enumerate(
            (
                (self._back, f"The previous hint  ({key('Previous hint')})"),
                (self._next, f"The next hint  ({key('Hint')})"),
                (close, f"Show the puzzle alone  ({shown.shell.stop_key})"),
            )
        ):
            button.grid(row=0, column=column, sticky="ew", padx="0.75p")
            row.columnconfigure(column, weight=1, uniform="buttons")
            Tooltip(button, tip)
        self._text = LinkedText(self, fonts.TEXT, height=4, spacing=4.5)
        self._text.pack(fill="both", expand=True)

    @property
    def text(self) -> str:
        """What is written."""
        return self._text.get("1.0", "end").strip()

    def refresh(self) -> None:
        hints, colors = self._hints, self._shown.theming.colors
        self._title.configure(text=hints.title)
        self._back.state(["!disabled" if hints.can_go_back else "disabled"])
        self._next.state(["disabled" if hints.task.running else "!disabled"])
        text, stage = self._text, self._shown.stage
        text.begin(colors)
        names = stage.kind.color_names(stage.level)
        is_first = hints.task.running and not hints.told
        told = "Looking for a hint ..." if is_first else hints.text
        for part, color in with_colors(told, names):
            if color:
                shown = self._shown.theming.theme.color(color)
                image = self._chips.chip(shown, colors.background)
                text.image_create("end", image=image, padx="1.5p")
            text.add(part)
        text.end()
