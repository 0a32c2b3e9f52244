"""BoardMenu: what can be done at a cell, as a menu."""

from __future__ import annotations

import tkinter as tk
from functools import partial

from flowdesk.app.document_view import DocumentView
from flowdesk.app.editing.item_menu import add_item_entries, open_beside
from flowdesk.app.menus import Menus
from flowdesk.core.edit import Spot

#: What is offered for what is selected.
_SELECTION = ("Cut as {text}", "Copy as {text}", "Paste a puzzle", None)
_TURNS = ("Rotate", "Flip horizontally", "Flip vertically", "Clear", None)


class BoardMenu:
    """Opens the menu of a board: what the kind, the palette and the window offer there."""

    def __init__(self, menus: Menus) -> None:
        self._menus = menus
        self.menu: tk.Menu | None = None

    def open(
        self, shown: DocumentView, spot: Spot, x: int, y: int, *, by_key: bool = False
    ) -> None:
        """Open the menu of a spot at a point of the screen; with a key, on its first entry."""
        if self.menu:
            self.menu.destroy()
        self.menu = menu = tk.Menu(shown.view, tearoff=False)
        if shown.hands is shown.edit:
            self._add_cell(menu, shown, spot)
        self._menus.add_actions(menu, shown.hands.offers)
        if by_key:
            menu.tk_popup(x, y, 0)
        else:
            open_beside(menu, x, y)

    def _add_cell(self, menu: tk.Menu, shown: DocumentView, spot: Spot) -> None:
        """Add what can be done with what is selected, or in the cell."""
        edit = shown.edit
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
            named = shown.stage.item_at(spot.cell)
            if item := next((item for item in items if item.name == named), None):
                add_item_entries(menu, shown.document, item, items)
            menu.add_separator()
        self._menus.add_actions(menu, ("Paste a puzzle", "Select all", None))
