"""The table of kinds, and what is asked of a puzzle whatever its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.scene import Scene
from flowdesk.kinds.answers import CheckResult, Progress, SolveResult, unheard
from flowdesk.kinds.flow.kind import FLOW
from flowdesk.kinds.kind import Kind
from flowdesk.kinds.slitherlink.kind import SLITHERLINK

if TYPE_CHECKING:
    from flowdesk.kinds.making import Making
    from flowdesk.kinds.play import Playing

#: Some kind, how it makes puzzles, and how they are played: of types that only the kind knows.
AnyKind: TypeAlias = Kind[Any, Any]
AnyMaking: TypeAlias = "Making[Any, Any]"
AnyPlaying: TypeAlias = "Playing[Any, Any, Any]"

#: Every kind by its key; the first one is what a new window begins with.
KINDS: dict[str, AnyKind] = {kind.key: kind for kind in (FLOW, SLITHERLINK)}


def kind_of(puzzle: Puzzle) -> AnyKind:
    """Return the kind of a puzzle."""
    return KINDS[puzzle.kind]


def strict(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle by the stricter rule of its kind; FlowDeskError if it has none."""
    kind = kind_of(puzzle)
    if not kind.solving.has_strict_rule:
        raise FlowDeskError(f"{kind.name} has no rule that paths must not touch themselves.")
    found: Puzzle = kind.solving.strict(puzzle)
    return found


def solve(
    puzzle: Puzzle, *, non_touching: bool = False, progress: Progress[SolveResult] = unheard
) -> SolveResult:
    """Find a solution, one in which no path touches itself if there is any.

    With `non_touching`, or if the level requires it, the others do not count. `progress` gets the
    result so far after each round, which is the result if the search is ended.
    """
    puzzle = strict(puzzle) if non_touching else puzzle
    return kind_of(puzzle).solving.solve(puzzle, progress=progress)


def check(
    puzzle: Puzzle, *, non_touching: bool = False, progress: Progress[CheckResult] = unheard
) -> CheckResult:
    """Find out whether a puzzle has no, one or several solutions.

    `status` counts those by the game's rule, or with `non_touching` (or if the level requires it)
    those in which no path touches itself. `progress` gets the result so far after each round,
    which is the result if the search is ended.
    """
    puzzle = strict(puzzle) if non_touching else puzzle
    return kind_of(puzzle).solving.check(puzzle, progress=progress)


def board_scene(
    puzzle: Puzzle, segments: Mapping[Cell, object] | None = None, *, labels: bool = False
) -> Scene:
    """Return a picture of a puzzle with the segments of a solution (see `Drawing.segments`)."""
    drawing, segments = kind_of(puzzle).drawing, segments or {}
    margin = drawing.margin_of(puzzle)
    first = -1 if margin else 0
    return Scene(
        puzzle.width,
        puzzle.height,
        {
            (x, y): drawing.cell_tiles(puzzle, (x, y), segments.get((x, y)), labels=labels)
            for y in range(first, puzzle.height + 1)
            for x in range(first, puzzle.width + 1)
        },
        margin=margin,
        geometry=puzzle.board.geometry,
    )
