"""Parts of a puzzle: what lies in an area, with the edges on its border, is removed and placed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from flowdesk.core.area import Area
from flowdesk.core.grid import Cell, Edge
from flowdesk.kinds.part import Part, Shaping
from flowdesk.kinds.slitherlink import editing
from flowdesk.kinds.slitherlink.puzzle import Slitherlink


class SlitherlinkShaping(Shaping[Slitherlink]):
    """How puzzles are turned, resized and put together of parts."""

    resized = staticmethod(editing.resized)
    turned = staticmethod(editing.turned_puzzle)

    def emptied(self, puzzle: Slitherlink, area: Area) -> Slitherlink:
        kept = _without(puzzle, area, any)
        return puzzle if kept == puzzle else kept

    def placed(
        self, puzzle: Slitherlink, part: Part[Slitherlink], at: Cell
    ) -> tuple[Slitherlink, str]:
        source = part.puzzle
        left, top = at[0] - part.area.corner[0], at[1] - part.area.corner[1]

        def moved(cell: Cell) -> Cell:
            return cell[0] + left, cell[1] + top

        base = _without(puzzle, part.area.moved(at), all)
        cells = {cell: moved(cell) for cell in part.area.cells if puzzle.on_board(moved(cell))}

        def edges(drawn: Iterable[Edge]) -> frozenset[Edge]:
            return frozenset((moved(a), moved(b)) for a, b in drawn if a in cells or b in cells)

        clues = {cells[cell]: clue for cell, clue in source.clues.items() if cell in cells}
        shades = {cells[cell]: shade for cell, shade in source.shades.items() if cell in cells}
        result = replace(
            base,
            clues={**base.clues, **clues},
            drawn=base.drawn | edges(source.drawn),
            crosses=base.crosses | edges(source.crosses),
            shades={**base.shades, **shades},
        )
        return result, ""


def _without(
    puzzle: Slitherlink, area: Area, is_of: Callable[[Iterable[bool]], bool]
) -> Slitherlink:
    """Return the puzzle without the cells of an area; an edge is of it if any or all cells are."""

    def kept(edges: Iterable[Edge]) -> frozenset[Edge]:
        return frozenset(edge for edge in edges if not is_of(cell in area for cell in edge))

    return replace(
        puzzle,
        clues={cell: clue for cell, clue in puzzle.clues.items() if cell not in area},
        drawn=kept(puzzle.drawn),
        crosses=kept(puzzle.crosses),
        shades={cell: shade for cell, shade in puzzle.shades.items() if cell not in area},
    )
