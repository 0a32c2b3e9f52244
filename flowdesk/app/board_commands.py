"""Commands for the whole board: resize, rotate, flip, swap and clear."""

from __future__ import annotations

import tkinter as tk

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import board as board_dialogs
from flowdesk.app.editing.editor import Editor
from flowdesk.core.grid import TURNS
from flowdesk.desk.documents.document import Document


class BoardCommands:
    """Each command is one step of undo."""

    def __init__(self, root: tk.Misc, document: Document, edit: Editor) -> None:
        self._root = root
        self._document = document
        self._edit = edit

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Resize ...": Command(self.resize, lambda: self._edit.kind.resized is not None),
            **{turn.capitalize(): self._turning(turn) for turn in TURNS},
            "Swap two colours ...": Command(self.swap, lambda: self._edit.kind.swapped is not None),
            "Clear": Command(self.clear),
        }

    def resize(self) -> None:
        """Ask at which sides to add or remove cells."""
        level, resized = self._edit.level, self._edit.kind.resized
        if resized and (change := board_dialogs.ask_resize(self._root, level)):
            self._document.apply("resize", resized(level, *change))

    def turn(self, turn: str) -> None:
        if turned := self._edit.kind.turned:
            self._document.apply(turn, turned(self._edit.level, turn))

    def _turning(self, turn: str) -> Command:
        return Command(lambda: self.turn(turn), lambda: self._edit.kind.turned is not None)

    def swap(self) -> None:
        """Ask for two items of the palette, and exchange them."""
        edit, kind = self._edit, self._edit.kind
        items = kind.palette(edit.level, edit.item)
        chosen = board_dialogs.ask_two_items(self._root, items, edit.item)
        if chosen and kind.swapped:
            first, second = chosen
            swapped = kind.swapped(edit.level, first.name, second.name)
            self._document.apply(f"swap {first.words} and {second.words}", swapped)

    def clear(self) -> None:
        self._document.apply("clear", self._edit.kind.cleared(self._edit.level))
