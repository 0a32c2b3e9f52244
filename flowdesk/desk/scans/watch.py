"""Watch: which of the boards seen on a screen, one picture after the other, are new levels."""

from __future__ import annotations

from typing import Any

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.scans.scan import Scan, board_of
from flowdesk.scan.reading import Status

#: From this share of equal dots on, a doubtful board is taken for one that was seen before, with a
#: menu, a pointer or a path over some of its dots.
_SAME = 0.5


class Watch:
    """Remembers which levels were seen.

    A level is new once: when it is sure, or was read the same twice in a row. So a board that is
    appearing is not taken for ten levels.
    """

    def __init__(self) -> None:
        self._seen: dict[Any, frozenset[Cell]] = {}
        self._last: Any = None

    def has(self, scan: Scan) -> bool:
        """Whether the level was seen before."""
        return scan.puzzle is not None and board_of(scan.puzzle) in self._seen

    def takes(self, scan: Scan) -> bool:
        """Whether a board, with what the solver says, is a new level; then it is remembered."""
        board = board_of(scan.puzzle) if scan.puzzle is not None else None
        was_last, self._last = self._last == board, board
        if board is None or board in self._seen or not any(len(dots) == 2 for dots in board[2]):
            return False
        if scan.reading.looks and scan.reading.looks.goes_on:
            return False  # something covers a part of it
        if scan.status is not Status.SURE and not (was_last and self._is_other(board)):
            return False
        self.remember(scan.puzzle)
        return True

    def remember(self, puzzle: Puzzle) -> None:
        """Count a level as seen, such as one that is in the file already."""
        board = board_of(puzzle)
        self._seen[board] = _dots(board)

    def _is_other(self, board: Any) -> bool:
        """Whether a doubtful board is not just a seen one of which some dots are hidden."""
        dots = _dots(board)
        return not any(
            seen[:2] == board[:2] and len(dots & others) >= _SAME * len(dots | others)
            for seen, others in self._seen.items()
        )


def _dots(board: Any) -> frozenset[Cell]:
    return frozenset(cell for cells in board[2] for cell in cells)
