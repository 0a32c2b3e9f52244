"""Calls when a variable of Tk is written, for as long as a widget is there."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable


def when_written(variable: tk.Variable, widget: tk.Misc, call: Callable[[], object]) -> None:
    """Call a function after each change of a variable, until a widget is destroyed.

    Tcl would keep the function for good otherwise, and with it all that it knows.
    """
    trace = variable.trace_add("write", lambda *_: call())

    def end(event: tk.Event[tk.Misc]) -> None:
        if event.widget is widget:  # not one that is inside
            variable.trace_remove("write", trace)

    widget.bind("<Destroy>", end, add=True)
