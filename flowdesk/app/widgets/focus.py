"""Which widget has the focus, even if it is one of Tk's own.

Tkinter's own methods raise KeyError while the focus is in a part that Tk makes by itself: the menu
bar, Tk's dialogs for files.
"""

from __future__ import annotations

import tkinter as tk


def has_focus(widget: tk.Misc) -> bool:
    return str(widget.tk.call("focus")) == str(widget)


def last_focus(window: tk.Misc) -> tk.Misc:
    """Return the widget of a window that had the focus last; the window itself for Tk's own."""
    try:
        return window.focus_lastfor() or window
    except KeyError:
        return window
