"""What is laid over a puzzle: what hints have found, and what a change takes away and brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowdesk.core.grid import SIDES, Cell
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.slitherlink.drawing import ClueState, drawn_answer
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.tiles import cell_tiles, clue_tile, edge_tiles, segments

#: The colour of crosses, and how strongly what is found is shown, earlier and by the last step.
_CROSSES = "#8a8a8a"
_EARLIER, _LAST = 0.5, 0.9
_LINES = 0.8  # at least, of lines
#: How strongly the clue is shown that a change takes away.
_GONE = 0.3


def hint_tiles(puzzle: Slitherlink, steps: Sequence[Deduction]) -> Mapping[Cell, Tiles]:
    """Return lines along the edges found so far, and crosses on those that are excluded."""
    strengths = [_EARLIER] * (len(steps) - 1) + [_LAST]
    told = list(zip(steps, strengths, strict=True)) if steps else []
    on = [(edge, "", max(strength, _LINES)) for step, strength in told for edge in sorted(step.on)]
    off = [(edge, _CROSSES, strength) for step, strength in told for edge in sorted(step.off)]
    return edge_tiles(on, off)


def change_tiles(
    before: Slitherlink, after: Slitherlink, *, labels: bool = False
) -> Mapping[Cell, Tiles]:
    """Return the clues that differ as they will be, with frames; one that goes is faint."""
    found: dict[Cell, Tiles] = {}
    drawn = drawn_answer(before)
    loop = segments(drawn) if drawn else {}
    for cell in {cell for cell, _ in before.clues.items() ^ after.clues.items()}:
        segment = loop[cell]._replace(clue=ClueState.OPEN) if cell in loop else None
        tiles = cell_tiles(after, cell, segment, labels=labels)
        if cell in after.clues:
            frame = (Tile("pattern", side=f"inner {side}") for side in SIDES)
            found[cell] = (*tiles, *frame)
        else:
            clue = clue_tile(before.clues[cell])._replace(strength=_GONE)
            found[cell] = (*tiles, clue, Tile("pattern", side="frame"))
    return found
