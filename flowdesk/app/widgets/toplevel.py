"""Windows: their size, and which of their widgets has the focus."""

from __future__ import annotations

import re
import tkinter as tk

#: Pixels of the screen's height for title, menu bar and the desktop's panels.
_ABOVE_AND_BELOW = 100


def set_size(window: tk.Tk | tk.Toplevel, size: str, *, least: tuple[int, int]) -> None:
    """Set the size of a window, ``900x680``, within the screen, and the least one it can have."""
    width, height = (int(part) for part in re.findall(r"\d+", size)[:2])
    width = min(width, window.winfo_screenwidth())
    height = min(height, window.winfo_screenheight() - _ABOVE_AND_BELOW)
    window.geometry(f"{max(width, least[0])}x{max(height, least[1])}")
    window.minsize(*least)


def has_focus(widget: tk.Misc) -> bool:
    # Tkinter's methods raise KeyError while the focus is in a part that Tk makes by itself.
    return str(widget.tk.call("focus")) == str(widget)


def last_focus(window: tk.Misc) -> tk.Misc:
    """Return the widget of a window that had the focus last; the window itself for Tk's own."""
    try:
        return window.focus_lastfor() or window
    except KeyError:
        return window
