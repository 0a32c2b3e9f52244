"""What does not fit: texts that are cut off, and widgets that overlap or have no room."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from itertools import combinations
from tkinter import font as tkfont
from tkinter import ttk
from typing import TypeAlias

from flowdesk.app import look
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.tooltip import ShortLabel

Box: TypeAlias = tuple[int, int, int, int]

_WORDS = ttk.Label, ttk.Button, ttk.Checkbutton, ttk.Radiobutton, tk.Label, ttk.Menubutton
_SLACK = 1  # pixels, from rounding


def cut_texts(widget: tk.Misc) -> list[str]:
    """Name what does not fit in a widget and all below it that is shown."""
    return [
        f"{type(each).__name__} {each}: {why}" for each in _shown(widget) for why in _faults(each)
    ]


def _shown(widget: tk.Misc) -> Iterator[tk.Misc]:
    yield widget
    for child in widget.winfo_children():
        if child.winfo_viewable() and not isinstance(child, (tk.Toplevel, tk.Menu)):
            yield from _shown(child)


def _faults(widget: tk.Misc) -> Iterator[str]:
    yield from _without_room(widget)
    yield from _overlapping(widget)
    width, height = widget.winfo_width(), widget.winfo_height()
    if isinstance(widget, _WORDS) and str(widget.cget("text")):
        wanted = widget.winfo_reqwidth(), widget.winfo_reqheight()
        if wanted[0] > width + _SLACK or wanted[1] > height + _SLACK:
            yield f"{widget.cget('text')!r} needs {wanted} and has {(width, height)}"
    elif isinstance(widget, (ttk.Combobox, ttk.Spinbox)):
        if float(widget.xview()[1]) < 1:
            yield f"{widget.get()!r} is cut"
    elif isinstance(widget, tk.Canvas):
        region = [int(float(side)) for side in str(widget.cget("scrollregion")).split()]
        far = (max(width, region[2]), max(height, region[3])) if region else (width, 10**6)
        for item in widget.find_withtag("words"):
            left, top, right, bottom = widget.bbox(item)
            if left < -_SLACK or right > far[0] + _SLACK or bottom > far[1] + _SLACK:
                text = widget.itemcget(item, "text")  # type: ignore[no-untyped-call]  # the same
                yield f"{text!r} at {(left, top, right, bottom)} in {far}"
    elif isinstance(widget, ttk.Treeview):
        yield from _cut_cells(widget)


def _cut_cells(table: ttk.Treeview) -> Iterator[str]:
    beside = 2 * pixels(table, look.CELL_PADDING)
    for column in table["columns"]:
        room = int(table.column(column, "width")) - beside
        texts = [(str(table.heading(column, "text")), "Heading")]
        texts += [(str(table.set(row, column)), "Treeview") for row in table.get_children()]
        for text, style in texts:
            name = str(ttk.Style(table).lookup(style, "font") or "TkDefaultFont")
            if tkfont.nametofont(name, table).measure(text) > room:
                yield f"{text!r} is wider than its column"


def _box(widget: tk.Misc) -> Box:
    left, top = widget.winfo_x(), widget.winfo_y()
    return left, top, left + widget.winfo_width(), top + widget.winfo_height()


def _without_room(widget: tk.Misc) -> Iterator[str]:
    """Yield the parts that have been hidden or cut off for lack of room."""
    for child in (*widget.pack_slaves(), *widget.grid_slaves()):
        left, top = (
            getattr(child, f"winfo_root{x}")() - getattr(widget, f"winfo_root{x}")() for x in "xy"
        )
        right, bottom = left + child.winfo_width() - _SLACK, top + child.winfo_height() - _SLACK
        if isinstance(child, ShortLabel):  # gives its room to others
            continue
        if not child.winfo_ismapped() and child.winfo_reqwidth() > 1:
            yield f"{child} has no room"
        elif right > widget.winfo_width() or bottom > widget.winfo_height():
            yield f"{child} ends at {(right, bottom)}"


def _overlapping(widget: tk.Misc) -> Iterator[str]:
    placed = [
        (child, _box(child))
        for child in widget.winfo_children()
        if child.winfo_viewable() and child.winfo_manager() in ("pack", "grid")
    ]
    for (first, a), (second, b) in combinations(placed, 2):
        across = min(a[2], b[2]) - max(a[0], b[0])
        down = min(a[3], b[3]) - max(a[1], b[1])
        if (
            min(across, down) > _SLACK
            and _master(first) != str(second)
            and _master(second) != str(first)
        ):
            yield f"{first} and {second} overlap"


def _master(widget: tk.Misc) -> str:
    """Return the path of what a widget lies in, which need not be its parent."""
    return str(getattr(widget, f"{widget.winfo_manager()}_info")()["in"])
