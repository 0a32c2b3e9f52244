"""The keyboard on the board: everything that the pointer can do, and Space to hold it fast."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING, Any

from flowdesk.app.timers import Timer
from flowdesk.core.grid import STEPS, edge_between
from flowdesk.kinds.flow import editing

if TYPE_CHECKING:
    from flowdesk.app.modes.edit import EditMode
    from flowdesk.app.window import Window

_ARROWS = {"Up": "t", "Down": "b", "Left": "l", "Right": "r"}

# Bits of an event's state. Alt is another one on each system: on Windows 0x8 is NumLock.
_SHIFT, _CONTROL = 0x1, 0x4
_ALT = {"x11": 0x8, "win32": 0x20000, "aqua": 0x18}

_REPEAT_MS = 25  # a held key repeats as release and press, this far apart at most


class Keyboard:
    """What keys mean on the board.

    Space places the current colour when it is released; held while the pointer drags, it pans
    instead: who pans sets `space_used`.
    """

    def __init__(self, edit: EditMode, window: Window) -> None:
        self._edit = edit
        self._window = window
        self._view = window.view
        self.space_held = False
        self.space_used = False
        self._space_release = Timer(self._view)
        for sequence, handler in (
            ("<Key>", self._key),
            ("<KeyPress-space>", self._space_pressed),
            ("<KeyRelease-space>", self._space_released),
            ("<FocusOut>", lambda event: self._forget_space()),
        ):
            self._view.bind(sequence, handler)

    def _key(self, event: tk.Event[Any]) -> str | None:
        state = int(event.state)
        if state & (_CONTROL | _ALT.get(self._window.system, 0)):
            return None  # those keys belong to the menus
        if self._edit.abandon():
            return "break"
        if event.keysym in _ARROWS:
            self._arrow(_ARROWS[event.keysym], shift=bool(state & _SHIFT))
        elif event.keysym in ("Delete", "BackSpace"):
            if (cell := self._edit.target()) is not None:
                self._edit.erase(cell)
        elif event.char == "#":
            if (cell := self._edit.target()) is not None:
                there = cell not in self._edit.level.holes
                self._edit.apply("hole", editing.set_hole(self._edit.level, cell, there))
        elif event.char.isascii() and event.char.isdigit():
            labels = editing.palette(self._edit.level, self._edit.label)
            self._edit.choose_label(labels[min((int(event.char) - 1) % 10, len(labels) - 1)])
        elif event.char.isascii() and event.char.isalpha():
            self._place_letter(event.char)
        else:
            return None
        return "break"

    def _space_pressed(self, event: tk.Event[Any]) -> str:
        if self._space_release.running:
            self._space_release.stop()  # a held key repeats as release and press: it is still held
        elif not self.space_held:
            self.space_held, self.space_used = True, False
        return "break"

    def _space_released(self, event: tk.Event[Any]) -> str:
        self._space_release.start(_REPEAT_MS, self._space_is_up)
        return "break"

    def _space_is_up(self) -> None:
        used = self.space_used
        self._forget_space()
        if not used and self._edit.cursor is not None:
            self._edit.place(self._edit.cursor, self._edit.label)

    def _forget_space(self) -> None:
        self._space_release.stop()
        self.space_held = False

    def _arrow(self, side: str, *, shift: bool) -> None:
        cell = self._edit.target()
        if cell is None:
            self._edit.set_cursor((0, 0))
        elif self._edit.cursor is None and not shift:
            self._edit.set_cursor(cell)
        else:
            step = STEPS[side]
            near = (cell[0] + step[0], cell[1] + step[1])
            if not shift and self._edit.level.on_board(near):
                self._edit.set_cursor(near)
            elif shift:
                self._edit.set_cursor(cell)
                edge = edge_between(cell, near)
                there = edge not in self._edit.level.walls
                self._edit.apply("wall", editing.set_wall(self._edit.level, edge, there))

    def _place_letter(self, letter: str) -> None:
        """Place a colour; a small letter that the palette does not show means the capital one."""
        labels = editing.palette(self._edit.level, self._edit.label)
        if letter not in labels and letter.swapcase() in labels:
            letter = letter.swapcase()
        if (cell := self._edit.target()) is None:
            self._edit.choose_label(letter)
        else:
            self._edit.place(cell, letter)
