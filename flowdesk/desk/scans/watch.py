"""Watch: which of the boards seen on a screen, one picture after the other, are new levels."""

from __future__ import annotations

from typing import Any

from flowdesk.core.grid import Cell
from flowdesk.desk.scans.scan import Scan, board_of
from flowdesk.scan.reading import Status

#: From this share of equal dots on, a doubtful board is one that was seen before, with a finger, a
#: menu or a path over some of its dots.
_SAME = 0.5


class Watch:
    """Remembers which levels were seen.

    A level is new once: when it is sure, or was read the same twice in a row. So a board that is
    appearing is not taken for ten levels.
    """

    def __init__(self) -> None:
        self._seen: dict[Any, frozenset[Cell]] = {}
        self._last: Any = None

    def may_be_new(self, scan: Scan) -> bool:
        """Whether a board was not seen before, so that the solver has to be asked about it."""
        if scan.puzzle is None:
            self._last = None
            return False
        return board_of(scan.puzzle) not in self._seen

    def takes(self, scan: Scan) -> bool:
        """Whether a board, with what the solver says, is a new level; then it is remembered."""
        if not self.may_be_new(scan):
            return False
        board = board_of(scan.puzzle)
        cells = frozenset(cell for group in board[2] for cell in group)
        was_last, self._last = self._last == board, board
        if scan.status is not Status.SURE and not (was_last and self._is_other(board, cells)):
            return False
        self._seen[board] = cells
        return True

    def remember(self, puzzle: Any) -> None:
        """Count a level as seen, such as one that is in the file already."""
        board = board_of(puzzle)
        self._seen[board] = frozenset(cell for group in board[2] for cell in group)

    def _is_other(self, board: Any, cells: frozenset[Cell]) -> bool:
        """Whether a doubtful board is no level seen before of which some dots are hidden."""
        return not any(
            seen[:2] == board[:2] and len(cells & others) >= _SAME * len(cells | others)
            for seen, others in self._seen.items()
        )
