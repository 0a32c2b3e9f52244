"""Tooltips: a few words beside a widget that the pointer rests on."""

from __future__ import annotations

import tkinter as tk
from typing import Any

from flowdesk.app.timers import Timer

_DELAY_MS = 600


class Tooltip:
    """Shows `text` beside a widget; an empty text shows nothing."""

    def __init__(self, widget: tk.Misc, text: str) -> None:
        self.text = text
        self._widget = widget
        self._timer = Timer(widget)
        self._shown: tk.Toplevel | None = None
        widget.bind("<Enter>", self._wait, add=True)
        widget.bind("<Motion>", self._wait, add=True)
        widget.bind("<Leave>", self._hide, add=True)
        widget.bind("<ButtonPress>", self._hide, add=True)
        widget.bind("<Destroy>", self._hide, add=True)

    def _wait(self, event: tk.Event[Any]) -> None:
        self._hide()
        self._timer.start(_DELAY_MS, self._show)

    def _show(self) -> None:
        if not self.text:
            return
        self._shown = window = tk.Toplevel(self._widget)
        window.wm_overrideredirect(True)
        x = self._widget.winfo_pointerx() + 12
        y = self._widget.winfo_pointery() + 18
        label = tk.Label(
            window,
            text=self.text,
            background="#ffffe8",
            foreground="#202020",
            padx=6,
            pady=2,
            wraplength=420,
            justify="left",
        )
        label.pack()
        x = min(x, window.winfo_screenwidth() - label.winfo_reqwidth() - 8)
        window.wm_geometry(f"+{x}+{y}")

    def _hide(self, event: tk.Event[Any] | None = None) -> None:
        self._timer.stop()
        if self._shown:
            self._shown.destroy()
            self._shown = None
