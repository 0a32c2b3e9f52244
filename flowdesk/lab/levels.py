"""Which puzzles the lab can explore and search: those whose rules and engines it knows."""

from __future__ import annotations

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.table import kind_of


def refusal(puzzle: Puzzle) -> str:
    """Return in a sentence why the lab cannot handle a puzzle; empty if it can."""
    if puzzle.kind == Level.kind:
        return ""
    return f"Neither rules nor engines are known for {kind_of(puzzle).name} puzzles."


def is_complete(puzzle: Puzzle) -> bool:
    """Whether engines can search for a solution."""
    return not refusal(puzzle) and not kind_of(puzzle).incomplete(puzzle)


def is_strict(level: Level) -> bool:
    """Whether a level itself forbids paths to touch themselves."""
    return not level.touching


def same_board(before: Puzzle, after: Puzzle) -> bool:
    """Whether two levels have the same cells and walls."""
    same = ("width", "height", "holes", "walls")
    return all(getattr(before, name) == getattr(after, name) for name in same)
