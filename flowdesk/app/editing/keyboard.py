"""The keyboard on the board: everything that the pointer can do."""

from __future__ import annotations

import tkinter as tk
from typing import Any

from flowdesk.app.editing.editor import Editor
from flowdesk.core.gesture import Spot
from flowdesk.core.grid import STEPS, edge_between

_ARROWS = {"Up": "t", "Down": "b", "Left": "l", "Right": "r"}

# Bits of an event's state. Alt is another one on each system: on Windows 0x8 is NumLock.
_SHIFT, _CONTROL = 0x1, 0x4
_ALT = {"x11": 0x8, "win32": 0x20000, "aqua": 0x18}


class Keyboard:
    """What keys do on the board; `system` is Tk's name of the windowing system."""

    def __init__(self, view: tk.Misc, edit: Editor, system: str) -> None:
        self._edit = edit
        self._not_ours = _CONTROL | _ALT.get(system, 0)
        view.bind("<Key>", self._key)

    def _key(self, event: tk.Event[Any]) -> str | None:
        state = int(event.state)
        if state & self._not_ours:
            return None  # those keys belong to the menus
        edit = self._edit
        if edit.abandon():
            return "break"
        if event.keysym in _ARROWS:
            self._arrow(_ARROWS[event.keysym], shift=bool(state & _SHIFT))
            return "break"
        if event.keysym in ("Delete", "BackSpace"):
            edit.erase()
            return "break"
        cell = edit.cursor.target
        if event.char and cell is not None and edit.type(Spot(cell), event.char):
            return "break"
        if event.char and edit.choose_typed(event.char):
            return "break"
        return None

    def _arrow(self, side: str, *, shift: bool) -> None:
        edit = self._edit
        cell = edit.cursor.target
        if cell is None:
            edit.cursor.set((0, 0))
        elif edit.cursor.cell is None and not shift:
            edit.cursor.set(cell)
        else:
            step = STEPS[side]
            near = (cell[0] + step[0], cell[1] + step[1])
            if shift:
                edit.cursor.set(cell)
                edit.type(Spot(cell, edge_between(cell, near)), "")
            elif edit.level.on_board(near):
                edit.cursor.set(near)
