"""The scale of the window: lengths are points, which Tk turns into pixels by its scaling.

Three points are four pixels at 96 dots an inch. Options that take Tk's lengths get them as text,
such as ``padx="6p"``; what draws on a canvas asks `pixels`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import tkinter as tk

#: The size of a cell, in points, from which on its label can be read.
LABELS_FROM = 9

_POINTS = 72  # an inch
#: Variables of the environment by which desktops say how many times larger programs are to be.
_FACTORS = "GDK_SCALE", "QT_SCALE_FACTOR"
#: Variables of the interpreter: the screen's dots an inch, which Tk forgets, and the factor.
_SCREEN, _FACTOR = "flowdesk_dots", "flowdesk_factor"


def pixels(widget: tk.Misc, points: float) -> int:
    """Return how many pixels so many points are on the screen of a widget."""
    return round(widget.winfo_fpixels(f"{points}p"))


def desktop_pixels(widget: tk.Misc, points: float) -> int:
    """Return how many pixels so many points take of what the desktop draws, such as titles.

    That is not enlarged with the window.
    """
    return round(float(widget.getvar(_SCREEN)) * points / _POINTS)


def factor(widget: tk.Misc) -> float:
    """Return how many times larger everything is than at 96 dots an inch and 100 %."""
    return float(widget.getvar(_FACTOR))


def set_scale(root: tk.Misc, percent: int) -> None:
    """Make all lengths to come so large, in percent of what suits the screen."""
    try:
        dots = float(root.getvar(_SCREEN))
    except tk.TclError:
        dots = _dots(root)
        root.setvar(_SCREEN, str(dots))
    root.setvar(_FACTOR, str(dots * percent / 100 / 96))
    root.tk.call("tk", "scaling", dots * percent / 100 / _POINTS)


def _dots(root: tk.Misc) -> float:
    """Return the dots an inch that the desktop asks for, or else those that Tk assumes."""
    system = root.tk.call("tk", "windowingsystem")
    if system != "x11":  # macOS enlarges everything itself, and its pixels are like those here
        return 96 if system == "aqua" else root.winfo_fpixels("1i")
    dots = _of_desktop() or round(root.winfo_fpixels("1i"))
    return max(dots, *(96 * _of_environment(name) for name in _FACTORS))


def _of_environment(name: str) -> float:
    with contextlib.suppress(ValueError):
        value = float(os.environ.get(name, ""))
        return value if 0.5 <= value <= 4 else 0
    return 0


def _of_desktop() -> float:
    """Return ``Xft.dpi`` of the X server's resources, where desktops write it; 0 if they do not."""
    try:
        library = ctypes.CDLL("libX11.so.6")
        library.XOpenDisplay.restype = ctypes.c_void_p
        library.XGetDefault.restype = ctypes.c_char_p
        library.XGetDefault.argtypes = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p
        library.XCloseDisplay.argtypes = (ctypes.c_void_p,)
        display = library.XOpenDisplay(None)
        if not display:
            return 0
        value = library.XGetDefault(display, b"Xft", b"dpi") or b""
        library.XCloseDisplay(display)
        dots = float(value)
    except (OSError, AttributeError, ValueError):
        return 0
    return dots if 48 <= dots <= 480 else 0
