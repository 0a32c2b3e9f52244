"""Draw an answer: every arm of every colour, and marks where rules are broken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flowdesk.core.grid import STEPS, Cell
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import TINT, cell_tiles
from flowdesk.lab.flow.answer import Answer
from flowdesk.lab.flow.rules import BACK

#: The strength of the mark within the frame, as a share of the frame's.
_GROUND = 0.2
#: The colour of a cell whose label is none of the level's.
_NO_COLOR = "#808080"
_NOTHING = Answer(frozenset())


def answer_cells(level: Level, answer: Answer | None, marked: Iterable[Cell]) -> set[Cell]:
    """Return the cells that look different from the level alone."""
    return {*(answer.looks if answer else ()), *marked, *level.endpoints}


def answer_tiles(
    level: Level,
    answer: Answer | None,
    cell: Cell,
    marked: Mapping[Cell, float],
    *,
    labels: bool = True,
) -> Tiles:
    """Return a cell: with stripes for several colours, and half pipes unless two arms meet."""
    answer = answer or _NOTHING
    looks = answer.looks.get(cell) or _endpoint_arms(level, answer, cell)
    plain = list(cell_tiles(level, cell, labels=labels))
    below: list[Tile] = []
    frame: list[Tile] = []
    above: list[Tile] = []
    for number, (label, ds) in enumerate(looks.items()):
        color = level.color(label) if label in level.pairs else _NO_COLOR
        if cell not in level.endpoints:
            below.append(Tile("stripe", color, TINT, stripe=(number, len(looks))))
        above += [Tile("pipe", color, side=arms) for arms in ([ds] if len(ds) == 2 else ds)]
    if cell in marked:
        strength = marked[cell]
        below.append(Tile("mark", strength=_GROUND * strength))
        frame += [Tile("frame", strength=strength, side=side) for side in "tblr"]
    return (
        plain[0],
        *below,
        *(t for t in plain[1:] if t.kind == "line"),
        *frame,
        *above,
        *(t for t in plain[1:] if t.kind != "line"),
    )


def _endpoint_arms(level: Level, answer: Answer, cell: Cell) -> dict[str, str]:
    """Return the arms of an endpoint: one to each neighbour that points at it in its colour."""
    label = level.endpoints.get(cell)
    arms = ""
    for d, (dx, dy) in STEPS.items():
        other = (cell[0] + dx, cell[1] + dy)
        linked = label in answer.links and level.endpoints.get(other) == label
        if linked or (label and BACK[d] in answer.looks.get(other, {}).get(label, "")):
            arms += d
    return {label: arms} if label and arms else {}
