"""Slitherlinks as plain data: nodes are corners, links the sides of cells."""

from __future__ import annotations

from collections.abc import Sequence

from flowdesk.core.geometry import SQUARES
from flowdesk.core.grid import Cell, Edge, edges_of
from flowdesk.kinds.publishing import Plain, Publishing, lattice, runs
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.tiles import MARGIN


class SlitherlinkPublishing(Publishing[Slitherlink, Loop]):
    """Boards along whose corners a loop runs, and clues."""

    def board(self, puzzle: Slitherlink) -> Plain:
        board, corners = puzzle.board, puzzle.board.corners
        link = {edge: number for number, edge in enumerate(self.links(puzzle))}
        ends = dict(zip(board.edges, corners.ends, strict=True))
        return {
            **self.frame(puzzle, MARGIN),
            "nodes": lattice(corners.cells, SQUARES, MARGIN - 0.5),
            "links": runs(ends[edge] for edge in self.links(puzzle)),
            "faces": runs(tuple(link[edge] for edge in edges_of(cell)) for cell in board.cells),
        }

    def puzzle(self, puzzle: Slitherlink) -> Plain:
        clues = (puzzle.clues.get(cell, ".") for cell in puzzle.board.cells)
        return {"clues": "".join(map(str, clues))}

    def cells(self, puzzle: Slitherlink) -> Sequence[Cell]:
        return puzzle.board.cells

    def links(self, puzzle: Slitherlink) -> Sequence[Edge]:
        """Return the edges: first those along rows, then those along columns."""
        board = puzzle.board
        ends = zip(board.corners.ends, board.edges, strict=True)
        return [edge for _, edge in sorted(ends, key=lambda each: (each[0][1] - each[0][0], each))]

    def items(self, puzzle: Slitherlink) -> Sequence[Edge]:
        return self.links(puzzle)

    def solution(self, puzzle: Slitherlink, loop: Loop) -> Sequence[object]:
        return [number for number, edge in enumerate(self.links(puzzle)) if edge in loop.edges]
