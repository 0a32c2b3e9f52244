"""Lengths in points, and the scale that makes pixels of them, which can change."""

from __future__ import annotations

import contextlib
import ctypes
import os
import tkinter as tk
from collections.abc import Iterator

#: The size of a cell, in points of the desktop, from which on its label can be read.
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


#: Options that are lengths in every widget, and those that elsewhere count characters.
_LENGTHS = {"-padding", "-wraplength", "-length", "-padx", "-pady", "-highlightthickness"}
_LENGTHS |= {"-spacing1", "-spacing2", "-spacing3", "-yscrollincrement", "-xscrollincrement"}
_SIDES = {"-width", "-height"}
_HAVE_SIDES = {"Frame", "TFrame", "Canvas"}
#: They keep the place of their text when the font changes its size, unless it is set again.
_TYPED_IN = {"TEntry", "TCombobox", "TSpinbox"}
_PLACED = {"-padx", "-pady", "-ipadx", "-ipady"}


class Rescaling:
    """Remembers lengths more exactly than in pixels, so that changes back and forth are none."""

    def __init__(self) -> None:
        self._exact: dict[tuple[str, str], tuple[str, list[float]]] = {}
        self._before = self._exact

    def follow(self, root: tk.Misc, times: float) -> None:
        """Multiply the lengths of a widget and of all below it."""
        self._before, self._exact = self._exact, {}
        call, words = root.tk.call, root.tk.splitlist
        lengths: dict[str, set[str]] = {}  # the options of each class of widgets that are some

        def longer(path: str, name: str, value: object) -> str:
            return self._longer((path, name), str(call("format", "%s", value)), times)

        for path in _below(root, str(root)):
            kind, manager = (str(call("winfo", what, path)) for what in ("class", "manager"))
            if kind not in lengths:
                options = {str(words(option)[0]) for option in words(call(path, "configure"))}
                lengths[kind] = options & (_LENGTHS | _SIDES if kind in _HAVE_SIDES else _LENGTHS)
            for name in lengths[kind]:
                call(path, "configure", name, longer(path, name, call(path, "cget", name)))
            if manager in ("pack", "grid"):
                placed = words(call(manager, "info", path))
                for name, value in zip(map(str, placed[::2]), placed[1::2], strict=True):
                    if name in _PLACED:
                        now = longer(path, f"{manager}{name}", value)
                        call(manager, "configure", path, name, now)
            if kind in _TYPED_IN:
                call(path, "configure", "-font", call(path, "cget", "-font"))
            if kind == "Treeview":
                for column in ("#0", *words(call(path, "cget", "-columns"))):
                    for name in ("-width", "-minwidth"):
                        width = call(path, "column", column, name)
                        call(path, "column", column, name, longer(path, f"{column}{name}", width))
            if manager == "wm":
                least = longer(path, "least", call("wm", "minsize", path)).split()
                screen = root.winfo_screenwidth(), root.winfo_screenheight()
                call("wm", "minsize", path, *map(min, map(int, least), screen))

    def _longer(self, key: tuple[str, str], text: str, times: float) -> str:
        """Return a length, or a list of lengths, so many times as long; points stay points."""
        try:
            exact = [float(part) for part in text.split()]
        except ValueError:
            return text
        known = self._before.get(key)
        if known and known[0] == text:
            exact = known[1]
        exact = [times * length for length in exact]
        now = " ".join(str(round(length)) for length in exact)
        self._exact[key] = now, exact
        return now


def _below(root: tk.Misc, path: str) -> Iterator[str]:
    """Yield the paths of a widget and all below it, also of those that Tk has made by itself."""
    yield path
    for child in root.tk.splitlist(root.tk.call("winfo", "children", path)):
        yield from _below(root, str(child))
