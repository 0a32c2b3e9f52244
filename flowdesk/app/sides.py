"""Sides: the panels left and right of the board, and what folds them."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from flowdesk.app.actions import Command
from flowdesk.app.palette_panel import PalettePanel
from flowdesk.app.shell import Shell
from flowdesk.app.widgets.drawer import Drawer

_RIGHT, _LEFT = "Side panel", "Palette and tools"
_LEAST = 165  # points of width that panels on the right need, unless they need more


class Sides:
    """The panels that are shown are children of `left.room` and `right.room`."""

    def __init__(self, parent: tk.Misc, shell: Shell) -> None:
        self._shell = shell
        self._shown: tuple[ttk.Frame | None, PalettePanel | None] = None, None
        wishes, key = shell.settings, shell.key
        self.left = Drawer(parent, "left", wishes.palette, key(_LEFT), self.remember)
        self.right = Drawer(parent, "right", wishes.side, key(_RIGHT), self.remember)

    @property
    def shown(self) -> ttk.Frame | None:
        """The panel on the right."""
        return self._shown[0]

    @property
    def commands(self) -> dict[str, Command]:
        left, right = self.left, self.right

        def is_there(drawer: Drawer) -> bool:
            return bool(drawer.winfo_manager())

        return {
            _RIGHT: Command(right.toggle, lambda: is_there(right), lambda: right.is_open),
            _LEFT: Command(left.toggle, lambda: is_there(left), lambda: left.is_open),
        }

    def show(self, panel: ttk.Frame, palette: PalettePanel | None, board: tk.Widget) -> bool:
        """Show these panels right and left of the board; return whether others were shown."""
        if self._shown == (panel, palette):
            return False
        needs = getattr(panel, "LEAST", 0)  # those of the lab, which cannot be used without them
        self._shown = panel, palette
        self.right.show(panel, max(_LEAST, needs), is_needed=needs > 0)
        if not self.right.winfo_manager():
            self.right.pack(side="right", fill="y", before=board)
        if palette is None:
            self.left.pack_forget()
        else:
            self.left.show(palette, palette.needed_width)
            self.left.pack(side="left", fill="y", before=self.right)
        return True

    def hide(self) -> None:
        self._shown = None, None
        self.left.pack_forget()
        self.right.pack_forget()

    def remember(self) -> None:
        """Keep how the user wants the panels."""
        self._shell.remember(palette=self.left.wish, side=self.right.wish)
