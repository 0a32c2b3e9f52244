"""The parts of the batch window above and below its table."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.widgets.tooltip import Tooltip


class Head(ttk.Frame):
    """What is read, where the levels go, and the button that starts and stops."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, padding=("9p", "7.5p", "9p", "4.5p"))
        self.start = ttk.Button(self, style=look.ACCENT)
        self.start.pack(side="right", padx=("6p", 0))
        Tooltip(self.start, "Read the pictures, or stop  (F5)")
        self.change = ttk.Button(self, text="Change ...")
        self.change.pack(side="right", padx=("6p", 0))
        Tooltip(self.change, "Choose the folder that the levels go to")
        self._from = ttk.Label(self)
        self._from.pack(side="top", anchor="w")
        self._to = ttk.Label(self, style="Faint.TLabel")
        self._to.pack(side="top", anchor="w")

    def show(self, pictures: str, levels: str, action: str, *, is_busy: bool) -> None:
        """Show sentences on the pictures and the levels; the `action` is what may be done."""
        self._from.configure(text=pictures)
        self._to.configure(text=levels)
        is_done = action == "Done"
        self.start.configure(text=action, style="TButton" if is_done else look.ACCENT)
        self.start.state(["disabled" if is_done else "!disabled"])
        self.change.state(["disabled" if is_busy else "!disabled"])


class Foot(ttk.Frame):
    """A message, the progress, and what can be done with what was read."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, padding=("9p", "6p", "9p", "7.5p"))
        self.open = ttk.Button(self, text="Open the pack")
        self.open.pack(side="right", padx=("6p", 0))
        self.correct = ttk.Button(self, text="Correct ...")
        self.correct.pack(side="right", padx=("6p", 0))
        Tooltip(self.correct, "Show the chosen picture and correct what was read  (Enter)")
        self._progress = ttk.Progressbar(self, length="105p")
        self._message = ttk.Label(self)
        self._message.pack(side="left", fill="x", expand=True)

    def say(self, text: str) -> None:
        self._message.configure(text=text)

    def show(self, *, can_correct: bool, can_open: bool, is_over: bool) -> None:
        """Offer what is possible; when all is read, the pack is what a person expects next."""
        self.correct.state(["!disabled" if can_correct else "disabled"])
        self.open.state(["!disabled" if can_open else "disabled"])
        self.open.configure(style=look.ACCENT if is_over else "TButton")

    def show_progress(self, done: int, count: int) -> None:
        self._progress.configure(maximum=count, value=done)
        self._progress.pack(side="right", before=self._message)

    def hide_progress(self) -> None:
        self._progress.pack_forget()
