"""Draw an answer: the sides of each cell that are on, and marks where rules are broken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flowdesk.core.grid import Cell, cells_of, edge_between, neighbors
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.tiles import cell_tiles, segments
from flowdesk.lab.slitherlink.answer import Answer, side_of

#: The strength of the mark within a frame, as a share of the frame's.
_GROUND = 0.2
_GRID = ("line", "point")


def answer_cells(puzzle: Slitherlink, answer: Answer | None, marked: Iterable[Cell]) -> set[Cell]:
    """Return the cells that look different from the puzzle alone; some are off the board."""
    looks = answer.looks if answer else {}
    return {*marked, *looks, *(near for cell in looks for near in _around(cell))}


def answer_tiles(
    puzzle: Slitherlink,
    answer: Answer | None,
    cell: Cell,
    marked: Mapping[Cell, float],
    *,
    labels: bool = True,
) -> Tiles:
    """Return a cell, or a place just outside the board, with its own sides that are on.

    The inside is not shaded, whatever `labels` is: several loops have none.
    """
    segment = segments(_near(puzzle, answer, cell)).get(cell) if answer else None
    first, *more = cell_tiles(puzzle, cell, segment)
    frame: list[Tile] = []
    if cell in marked:
        strength = marked[cell]
        frame = [Tile("frame", strength=strength, side=side) for side in "tblr"]
        more.insert(0, Tile("mark", strength=_GROUND * strength))
    return (
        first,
        *(tile for tile in more if tile.kind in ("mark", *_GRID)),
        *frame,
        *(tile for tile in more if tile.kind not in ("mark", *_GRID)),
    )


def _near(puzzle: Slitherlink, answer: Answer, cell: Cell) -> Loop:
    """Return the edges on round a cell: of the cell's own edges those that it has on itself."""
    own = {edge_between(cell, near) for near in neighbors(cell)} if puzzle.on_board(cell) else set()
    found = set()
    for at in _around(cell):
        for d in answer.looks.get(at, ""):
            edge = edge_between(at, side_of(at, d))
            if at == cell or edge not in own:
                found.add(edge)
    return Loop(frozenset(found))


def _around(cell: Cell) -> Iterable[Cell]:
    """Return the cells round a cell, and the cell."""
    return ((cell[0] + x - 1, cell[1] + y - 1) for x, y in cells_of(3, 3))
