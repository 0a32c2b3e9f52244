"""WorkBar: the progress of background work, and a way to stop it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from flowdesk.app.widgets.tooltip import add_tooltip


class WorkBar(ttk.Frame):
    """A progress bar and a word to click."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self._stop: Callable[[], object] = lambda: None
        self._bar = ttk.Progressbar(self, length=140, maximum=1.0)
        self._bar.pack(side="left")
        word = ttk.Label(self, text="■ Stop", cursor="hand2")
        word.pack(side="left", padx=(8, 0))
        word.bind("<Button-1>", lambda event: self._stop())
        self._tip = add_tooltip(word, "")

    def show(self, share: float | None, stop: Callable[[], object], key: str) -> None:
        """Show the share that is done, or None for unknown; a click, or `key`, calls `stop`."""
        self._stop, self._tip.text = stop, f"Stop it  ({key})"
        if share is None:
            self._bar.configure(mode="indeterminate")
            self._bar.step(0.01)
        else:
            self._bar.configure(mode="determinate", value=share)

    @property
    def share(self) -> float:
        return float(self._bar.cget("value"))
