"""How a puzzle and its loop are drawn: each cell is a stack of tiles.

The segment of a cell is the letters of its sides that are on the loop: ``tb``, ``l`` ...
"""

from __future__ import annotations

from flowdesk.core.grid import Cell, Edge, direction
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, ends_of
from flowdesk.kinds.steps import Step, timed

LOOP_COLOR = "#2ecc71"
CLUE_COLOR = "#f0f0f0"

_CELL = Tile("cell")
_LEFT, _TOP, _CORNER = (Tile("line", side=side) for side in ("l", "t", "corner"))


def segments(loop: Loop) -> dict[Cell, str]:
    """Return the sides of each cell that are on a loop, of cells outside the board as well."""
    found: dict[Cell, str] = {}
    for edge in loop.edges:
        for here, there in (edge, edge[::-1]):
            found[here] = found.get(here, "") + direction(here, there)
    return {cell: "".join(sorted(sides, key="tblr".index)) for cell, sides in found.items()}


def drawn_answer(puzzle: Slitherlink) -> Loop | None:
    """Return the edges that the author has drawn, closed or not; None if there are none."""
    return Loop(puzzle.drawn) if puzzle.drawn else None


def cell_tiles(
    puzzle: Slitherlink, cell: Cell, segment: str | None = None, *, labels: bool = False
) -> Tiles:
    """Return a cell; or a place just outside the right and lower border, with lines alone."""
    here = puzzle.on_board(cell)
    x, y = cell
    tiles = [_CELL] if here else []
    if here or puzzle.on_board((x - 1, y)):
        tiles.append(_LEFT)
    if here or puzzle.on_board((x, y - 1)):
        tiles.append(_TOP)
    if not tiles and puzzle.on_board((x - 1, y - 1)):
        tiles.append(_CORNER)
    clue = puzzle.clues.get(cell)
    if clue is not None:
        tiles.append(Tile("text", CLUE_COLOR, text=str(clue)))
    tiles += [Tile("wall", LOOP_COLOR, side=side) for side in segment or ""]
    return tuple(tiles)


def steps(puzzle: Slitherlink, loop: Loop) -> list[Step]:
    """Return how a solution is drawn: edge by edge, round the loop."""
    corners = loop.corners
    edge_of = {frozenset(ends_of(edge)): edge for edge in loop.edges}
    shown: dict[Cell, str] = {}
    found = []
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        edge: Edge = edge_of[frozenset((a, b))]
        for here, there in (edge, edge[::-1]):
            shown[here] = shown.get(here, "") + direction(here, there)
        found.append(Step(tuple((cell, shown[cell]) for cell in edge)))
    return timed([found])
