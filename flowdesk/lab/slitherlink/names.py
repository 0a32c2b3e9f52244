"""LoopNames: what variables can say of a Slitherlink: edges, and cells inside or outside."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from flowdesk.core.grid import OPPOSITE, SIDES, Cell, beside
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import describe
from flowdesk.lab.names import Key, Names
from flowdesk.lab.rulebook import place
from flowdesk.lab.slitherlink.answer import LoopAnswer, answer_with
from flowdesk.lab.slitherlink.formula import SIDE_LETTERS


class LoopNames(Names[LoopAnswer]):
    """Edges make the loop; where none are named, it is between inside and outside."""

    hint = (
        "Names are n(row,column), s(...), w(...) and e(...) for the edges of a cell, "
        "in(row,column) for a cell inside the loop, and z(row,column) for one outside."
    )

    def __init__(self, puzzle: Slitherlink) -> None:
        self._puzzle = puzzle
        self.open_cells = puzzle.board.cells
        self.keys = dict(self._named())

    def _named(self) -> Iterator[tuple[str, Key]]:
        for cell in self._puzzle.board.cells:
            for d in SIDES:
                yield f"{SIDE_LETTERS[d]}({place(cell)})", ("side", cell, d)
            yield f"z({place(cell)})", ("z", cell)
            yield f"in({place(cell)})", ("in", cell)
            yield describe(cell), ("in", cell)

    def about(self, key: Key) -> Collection[Cell]:
        return (key[1], beside(key[1], key[2])) if key[0] == "side" else key[1:]

    def facts(self, answer: LoopAnswer) -> frozenset[Key]:
        cells, edges = self._puzzle.board.cells, self._puzzle.board.edges
        inside = Loop(frozenset(filter(answer.has, edges))).inside(cells)
        sides = (("side", *side) for side in answer.sides)
        return frozenset([*sides, *(("in" if at in inside else "z", at) for at in cells)])

    def answer(self, true: Collection[Key], named: Collection[Key]) -> LoopAnswer:
        words = {key[0] for key in named}
        if "side" in words:
            sides = {key[1:] for key in true if key[0] == "side"}
            others = {(beside(cell, d), OPPOSITE[d]) for cell, d in sides}
            sides |= {
                side
                for side in others
                if self._puzzle.on_board(side[0]) and ("side", *side) not in named
            }
            return LoopAnswer(frozenset(sides))
        inside = {key[1] for key in true if key[0] == "in"}
        if "in" not in words:
            inside = {key[1] for key in named if key[0] == "z" and key not in true}
        edges = self._puzzle.board.edges
        return answer_with(
            self._puzzle, [(a, b) for a, b in edges if (a in inside) != (b in inside)]
        )
