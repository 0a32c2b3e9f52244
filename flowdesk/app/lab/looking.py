"""Looking: what the pointer and the keys do on the board while a search is watched."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from flowdesk.app.editing.editor import Cursor
from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.lab.cdcl import Decided, Event


class Watched(Protocol):
    """A search that is watched on these cells."""

    @property
    def cells(self) -> Collection[Cell]: ...

    def ask(self, about: Cell) -> None: ...

    def ask_before(self) -> None: ...

    def step(self) -> None: ...

    def step_back(self) -> None: ...

    def to_next(self, kind: type[Event]) -> None: ...

    def to_previous(self, kind: type[Event]) -> None: ...

    def play_or_pause(self) -> None: ...


class Looking:
    """Hands that ask instead of editing: a press asks about a cell, arrows step."""

    gesture: Gesture[Puzzle] | None = None
    is_editing = takes_edges = False
    pointer = ""
    offers = ("Play or pause", "One step", "One step back", "Next decision", "Next conflict")
    gestures = (
        ("Click, or Shift+arrows and Enter", "what is known of a cell, and why"),
        ("← →", "a step back, a step"),
        ("↑ ↓", "the decision before, the next decision"),
        ("Space", "play or pause"),
        ("Backspace", "what was asked before"),
    )

    def __init__(self, mode: Watched, cursor: Cursor) -> None:
        self._mode, self._cursor = mode, cursor

    def press(self, spot: Spot, *, shift: bool, control: bool = False) -> None:
        if spot.cell in self._mode.cells and self._cursor.reaches(Spot(spot.cell)):
            self._mode.ask(spot.cell)

    def press_right(self, spot: Spot) -> None:
        pass

    def click_middle(self, spot: Spot) -> None:
        pass

    def show(self, gesture: Gesture[Puzzle]) -> None:
        pass

    def float(self, x: int, y: int) -> None:
        pass

    def end_gesture(self) -> None:
        pass

    def abandon(self) -> bool:
        return False

    def press_arrow(self, side: str, *, shift: bool) -> None:
        """Step; up and down go to decisions. With Shift, move the cursor."""
        mode = self._mode
        if shift:
            self._cursor.step(side)
        elif side in "lr":
            (mode.step if side == "r" else mode.step_back)()
        else:
            (mode.to_next if side == "b" else mode.to_previous)(Decided)

    def press_key(self, char: str) -> bool:
        return False

    def press_enter(self) -> bool:
        """Ask about the cell under the cursor."""
        if self._cursor.target:
            self._mode.ask(self._cursor.target)
        return True

    def press_escape(self) -> bool:
        return False

    def press_backspace(self) -> None:
        self._mode.ask_before()

    def press_delete(self) -> None:
        pass

    def press_space(self) -> None:
        self._mode.play_or_pause()
