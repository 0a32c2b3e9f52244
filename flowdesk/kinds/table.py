"""The table of kinds."""

from __future__ import annotations

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.flow.kind import FLOW
from flowdesk.kinds.kind import Kind

#: Every kind by its key; the first one is what a new window begins with.
KINDS: dict[str, Kind] = {kind.key: kind for kind in (FLOW,)}


def kind_of(puzzle: Puzzle) -> Kind:
    """The kind of a puzzle."""
    return KINDS[puzzle.kind]
