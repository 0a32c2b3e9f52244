"""The table of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.scene import Scene
from flowdesk.kinds.flow.kind import FLOW
from flowdesk.kinds.kind import Kind
from flowdesk.kinds.slitherlink.kind import SLITHERLINK

#: Every kind by its key; the first one is what a new window begins with.
KINDS: dict[str, Kind] = {kind.key: kind for kind in (FLOW, SLITHERLINK)}


def kind_of(puzzle: Puzzle) -> Kind:
    """Return the kind of a puzzle."""
    return KINDS[puzzle.kind]


def board_scene(
    puzzle: Puzzle, segments: Mapping[Cell, Any] | None = None, *, labels: bool = False
) -> Scene:
    """Return a picture of a puzzle with the segments of a solution (see `Kind.segments`)."""
    kind, segments = kind_of(puzzle), segments or {}
    tiles, first = kind.cell_tiles, -1 if kind.margin else 0
    return Scene(
        puzzle.width,
        puzzle.height,
        {
            (x, y): tiles(puzzle, (x, y), segments.get((x, y)), labels=labels)
            for y in range(first, puzzle.height + 1)
            for x in range(first, puzzle.width + 1)
        },
        margin=kind.margin,
    )
