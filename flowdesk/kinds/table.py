"""The table of kinds."""

from __future__ import annotations

from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.answers import SolveResult
from flowdesk.kinds.flow.kind import FLOW
from flowdesk.kinds.kind import Kind

#: Every kind by its key; the first one is what a new window begins with.
KINDS: dict[str, Kind] = {kind.key: kind for kind in (FLOW,)}


def kind_of(puzzle: Puzzle) -> Kind:
    """The kind of a puzzle."""
    return KINDS[puzzle.kind]


def solve(puzzle: Puzzle, **options: Any) -> SolveResult:
    """Solve a puzzle of any kind; worker processes call it."""
    return kind_of(puzzle).solve(puzzle, **options)
