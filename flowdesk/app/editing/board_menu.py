"""BoardMenu: what can be done at a cell, and with an item of the palette, as menus."""

from __future__ import annotations

import tkinter as tk
from functools import partial

from flowdesk.app.dialogs.color import ask_color
from flowdesk.app.front import Front
from flowdesk.app.menus import Menus
from flowdesk.app.scale import pixels
from flowdesk.core.edit import Spot
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


#: What is offered for what is selected.
_SELECTION = ("Cut as {text}", "Copy as {text}", "Paste a puzzle", None)
_TURNS = ("Rotate", "Flip horizontally", "Flip vertically", "Clear", None)


class BoardMenu:
    """Opens the menu of a board: what the kind, the palette and the window offer there."""

    def __init__(self, menus: Menus) -> None:
        self._menus = menus
        self.menu: tk.Menu | None = None

    def open(self, front: Front, spot: Spot, x: int, y: int, *, by_key: bool = False) -> None:
        """Open the menu of a spot at a point of the screen; with a key, on its first entry."""
        if self.menu:
            self.menu.destroy()
        self.menu = menu = tk.Menu(front.view, tearoff=False)
        if front.session.hands is front.edit:
            self._add_cell(menu, front, spot)
        self._menus.add_actions(menu, front.session.hands.offers)
        if by_key:
            menu.tk_popup(x, y, 0)
        else:
            open_beside(menu, x, y)

    def _add_cell(self, menu: tk.Menu, front: Front, spot: Spot) -> None:
        """Add what can be done with what is selected, or in the cell."""
        edit = front.edit
        area = edit.selection.area
        if area and spot.cell in area:
            self._menus.add_actions(menu, (*_SELECTION, *_TURNS))
            return
        level = edit.level
        if level.on_board(spot.cell):
            for gesture in edit.kind.editing.choices(level, spot, edit.item):
                label = f"{gesture.name[0].upper()}{gesture.name[1:]}"
                menu.add_command(label=label, command=partial(edit.make, gesture))
            items = list(edit.kind.editing.palette(level, edit.item))
            named = front.stage.item_at(spot.cell)
            if item := next((item for item in items if item.name == named), None):
                add_item_entries(menu, front.document, item, items)
            menu.add_separator()
        self._menus.add_actions(menu, ("Paste a puzzle", "Select all", None))
