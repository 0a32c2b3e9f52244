"""Draw answers, with marks where rules are broken, and states of a search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flowdesk.core.grid import SIDES, Cell, Edge, around, edge_at, edges_of, side_of
from flowdesk.draw.scene import MarkedEdge, Tile, Tiles
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.tiles import cell_tiles, edge_tiles, letters, segments
from flowdesk.lab.formula import Fixed, State
from flowdesk.lab.rulebook import layered, mark_tiles
from flowdesk.lab.slitherlink.answer import LoopAnswer
from flowdesk.lab.slitherlink.formula import FastLoopFormula, LoopFormula

#: How strongly cells inside and outside are shaded in a search, and edges are crossed that are off.
_INSIDE, _OUTSIDE, _CROSSED = 0.25, 0.8, 0.6


def answer_cells(
    puzzle: Slitherlink, answer: LoopAnswer | None, marked: Iterable[Cell]
) -> set[Cell]:
    """Return the cells that look different from the puzzle alone; some are off the board."""
    looks = answer.looks if answer else {}
    return {*marked, *looks, *(near for cell in looks for near in around(cell))}


def answer_tiles(
    puzzle: Slitherlink,
    answer: LoopAnswer | None,
    cell: Cell,
    marked: Mapping[Cell, float],
    *,
    labels: bool = True,
) -> Tiles:
    """Return a cell, or a place just outside the board, with its own sides that are on.

    The inside is not shaded, whatever `labels` is: several loops have none.
    """
    segment = segments(_near(puzzle, answer, cell)).get(cell) if answer else None
    return layered(cell_tiles(puzzle, cell, segment), *mark_tiles(puzzle, cell, marked))


def answer_rows(puzzle: Slitherlink, answer: LoopAnswer) -> list[str]:
    """Return rows of characters: the edges that are on, with the clues between."""
    edges = filter(answer.has, puzzle.board.edges)
    return letters(puzzle, Loop(frozenset(edges)))


def _near(puzzle: Slitherlink, answer: LoopAnswer, cell: Cell) -> Loop:
    """Return the edges on round a cell: of the cell's own edges those that it has on itself."""
    own = set(edges_of(cell)) if puzzle.on_board(cell) else set()
    found = set()
    for at in around(cell):
        for d in answer.looks.get(at, ""):
            edge = edge_at(at, d)
            if at == cell or edge not in own:
                found.add(edge)
    return Loop(frozenset(found))


def state_tiles(
    puzzle: Slitherlink,
    formula: LoopFormula | FastLoopFormula,
    state: State,
    cell: Cell,
    *,
    labels: bool = True,
) -> Tiles:
    """Return a cell, or a place just outside the board, in a state of a search.

    Edges that are off are crossed, what was decided is dashed, and sides of the loop are shaded.
    """
    shade: list[Tile] = []
    decided: list[Tile] = []
    if puzzle.on_board(cell) and (inside := formula.inside(state, cell)):
        kind, strength = ("inside", _INSIDE) if inside.is_true else ("hole", _OUTSIDE)
        shade.append(Tile(kind, strength=strength * inside.strength))  # type: ignore[arg-type]  # two literals
        if inside.is_decided:
            decided.append(Tile("pattern", "", inside.strength, "frame"))
    used: list[MarkedEdge] = []
    unused: list[MarkedEdge] = []
    for edge, (fixed, d) in _sides_round(puzzle, formula, state, cell).items():
        if fixed.is_decided and d and fixed.is_true:
            decided.append(Tile("pattern", "", fixed.strength, f"edge {d}"))
        elif fixed.is_true:
            used.append((edge, "", fixed.strength))
        elif d:
            unused.append((edge, "", _CROSSED * fixed.strength))
    marks = edge_tiles(used, unused).get(cell, ())
    return layered(cell_tiles(puzzle, cell), shade, (*marks, *decided))


def _sides_round(
    puzzle: Slitherlink, formula: LoopFormula | FastLoopFormula, state: State, cell: Cell
) -> Mapping[Edge, tuple[Fixed, str]]:
    """Return the known edges round a cell; its own as it has them itself, with their sides."""
    found: dict[Edge, tuple[Fixed, str]] = {}
    for at in around(cell):
        if puzzle.on_board(at):
            for d in SIDES:
                edge = edge_at(at, d)
                is_own, touches = at == cell, cell in edge
                if (is_own or edge not in found) and (fixed := formula.side(state, at, d)):
                    own = d if is_own else side_of(cell, edge) if touches else ""
                    if not touches or is_own or not puzzle.on_board(cell):
                        found[edge] = fixed, own
    return found
