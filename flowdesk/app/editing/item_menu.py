"""What a menu offers for an item of the palette: another colour, another place, none at all."""

from __future__ import annotations

import tkinter as tk
from functools import partial

from flowdesk.app.dialogs.color import ask_color
from flowdesk.app.scale import pixels
from flowdesk.desk.documents.document import Document
from flowdesk.kinds.editor import Item
from flowdesk.kinds.table import kind_of

_ASIDE = 1.5  # points from the pointer to the corner, so that the release chooses nothing


def open_beside(menu: tk.Menu, x: int, y: int) -> None:
    """Open a menu at the pointer."""
    aside = pixels(menu, _ASIDE)
    menu.tk_popup(x + aside, y + aside)


def add_item_entries(menu: tk.Menu, document: Document, item: Item, others: list[Item]) -> None:
    """Add what can be done with an item, below a line; `others` are all of the palette."""
    coloring = kind_of(document.level).coloring
    if coloring is None:
        return
    if menu.index("end") is not None:
        menu.add_separator()
    others = [other for other in others if other.is_used and other.name != item.name]
    if others:
        inner = tk.Menu(menu, tearoff=False)
        for other in others:
            inner.add_command(label=other.words, command=partial(_swap, document, item, other))
        menu.add_cascade(label=f"Swap {item.words} with", menu=inner)
    if item.color:
        label = f"Another colour for {item.words} ..."
        menu.add_command(label=label, command=partial(choose_color, menu.master, document, item))
    if item.is_used:
        changed = coloring.without(document.level, item.name)
        if changed is not document.level:
            remove = partial(document.apply, f"remove {item.words}", changed)
            menu.add_command(label=f"Remove {item.words}", command=remove)


def choose_color(parent: tk.Misc, document: Document, item: Item) -> None:
    """Ask for another colour of an item."""
    coloring = kind_of(document.level).coloring
    if coloring and item.color:
        title = f"Another colour for {item.words}"
        color = ask_color(parent, title, item.color)
        if color:
            changed = coloring.recolored(document.level, item.name, color)
            document.apply(f"change the colour of {item.words}", changed)


def _swap(document: Document, item: Item, other: Item) -> None:
    coloring = kind_of(document.level).coloring
    if coloring:
        changed = coloring.swapped(document.level, item.name, other.name)
        document.apply(f"swap {item.words} and {other.words}", changed)
