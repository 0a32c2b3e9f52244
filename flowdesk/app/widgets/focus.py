"""Which widget has the focus, also where that is none of ours.

Tkinter's own methods raise KeyError while the focus is in a part that Tk makes by itself: the menu
bar, Tk's dialogs for files.
"""

from __future__ import annotations

import tkinter as tk


def has_focus(widget: tk.Misc) -> bool:
    """Whether a widget has the focus."""
    return str(widget.tk.call("focus")) == str(widget)


def last_focus(window: tk.Misc) -> tk.Misc:
    """The widget of a window that has the focus or had it last; the window where it is Tk's own."""
    try:
        return window.focus_lastfor() or window
    except KeyError:
        return window
