"""What Tk can tell of the clipboard: the types that it offers, and its text."""

from __future__ import annotations

import os
import tkinter as tk

from flowdesk.core.finding import FlowDeskError
from flowdesk.scan.grabbing import may_hold_picture

#: The names of text among the types of X11.
_TEXT = {"UTF8_STRING", "STRING", "TEXT", "COMPOUND_TEXT", "text/plain", "text/plain;charset=utf-8"}


def clipboard_text(root: tk.Misc) -> str:
    """Return the text on the clipboard; empty if there is none.

    FlowDeskError if the program that holds it does not answer, for which Tk waits some seconds
    while the window goes on.
    """
    types = _types(root)
    if types is not None and not _TEXT.intersection(types):
        return ""  # some programs give the bytes of a picture, slowly, to those who ask for text
    try:
        return str(root.clipboard_get())
    except tk.TclError:
        return ""


def may_be_picture(root: tk.Misc) -> bool:
    """Whether the clipboard may hold a picture or files: false only if Tk knows that."""
    types = _types(root)
    return types is None or may_hold_picture(types)


def _types(root: tk.Misc) -> list[str] | None:
    """Return the types that the clipboard offers, or None where Tk cannot tell."""
    if str(root.tk.call("tk", "windowingsystem")) != "x11" or os.environ.get("WAYLAND_DISPLAY"):
        return None
    try:
        types = root.tk.call("selection", "get", "-selection", "CLIPBOARD", "-type", "TARGETS")
    except tk.TclError as error:
        if "respond" in str(error):
            text = "The program that holds the clipboard does not answer. Copy it again."
            raise FlowDeskError(text) from error
        return []  # it is empty
    return str(types).split()
