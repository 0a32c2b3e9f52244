"""Let the widgets that are there follow a change of the scale.

Tk turns points into pixels when a length is set: options that keep their points are set again, and
those that keep pixels are multiplied. What draws itself is told of the change by `Theming`.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

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

        def longer(path: str, name: str, value: object) -> str:
            return self._longer((path, name), str(call("format", "%s", value)), times)

        for path in _below(root, str(root)):
            kind, manager = (str(call("winfo", what, path)) for what in ("class", "manager"))
            options = {str(words(option)[0]) for option in words(call(path, "configure"))}
            for name in options & (_LENGTHS | _SIDES if kind in _HAVE_SIDES else _LENGTHS):
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
                self._set_least(root, path, longer(path, "least", call("wm", "minsize", path)))

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

    @staticmethod
    def _set_least(root: tk.Misc, path: str, least: str) -> None:
        screen = root.winfo_screenwidth(), root.winfo_screenheight()
        sides = [min(int(side), most) for side, most in zip(least.split(), screen, strict=True)]
        root.tk.call("wm", "minsize", path, *sides)


def _below(root: tk.Misc, path: str) -> Iterator[str]:
    """Yield the paths of a widget and all below it, also of those that Tk has made by itself."""
    yield path
    for child in root.tk.splitlist(root.tk.call("winfo", "children", path)):
        yield from _below(root, str(child))
