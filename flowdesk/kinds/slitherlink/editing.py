"""Edits of a puzzle: each function returns the changed puzzle.

An edit that changes nothing returns the very puzzle that it got. What is drawn stays as it is,
except what leaves the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flowdesk.core.grid import Cell, Edge, cells_of, edge_between, turned
from flowdesk.kinds.slitherlink.drawing import drawn_answer, is_one_loop
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink, edges_of


def set_clue(puzzle: Slitherlink, cell: Cell, clue: int | None) -> Slitherlink:
    """Set the clue of a cell, or remove it with None."""
    if not puzzle.on_board(cell) or puzzle.clues.get(cell) == clue:
        return puzzle
    clues = {other: number for other, number in puzzle.clues.items() if other != cell}
    return replace(puzzle, clues=clues if clue is None else {**clues, cell: clue})


def cycled(puzzle: Slitherlink, cell: Cell) -> Slitherlink:
    """Change the clue of a cell to the next one: none, 0, 1, 2, 3, none (a 4 is set by its key)."""
    clue = puzzle.clues.get(cell, -1) + 1
    return set_clue(puzzle, cell, clue if clue < MOST else None)


def set_edges(puzzle: Slitherlink, edges: Iterable[Edge], there: bool) -> Slitherlink:
    """Draw edges, or remove them; those off the board are left out."""
    on_board = {edge for edge in edges if any(map(puzzle.on_board, edge))}
    drawn = puzzle.drawn | on_board if there else puzzle.drawn - on_board
    return puzzle if drawn == puzzle.drawn else replace(puzzle, drawn=drawn)


def without_edges(puzzle: Slitherlink, cell: Cell) -> Slitherlink:
    """Remove the drawn edges of a cell."""
    return set_edges(puzzle, edges_of(cell), False)


def with_clues_of_drawn(before: Slitherlink, after: Slitherlink) -> Slitherlink:
    """Return the puzzle `after` with the clues of its drawn loop, if that was closed just now.

    Clues that are there stay, unless every cell has one, as after a loop that was drawn before:
    somebody who solves the puzzle may close a wrong loop.
    """
    cells, loop = after.width * after.height, drawn_answer(after)
    if after.drawn == before.drawn or not (loop and is_one_loop(loop)):
        return after
    if 0 < len(after.clues) < cells:
        return after
    return replace(after, clues=clues_of(loop, after.width, after.height))


def clues_of(loop: Loop, width: int, height: int) -> dict[Cell, int]:
    """Return the number of edges of each cell that are on a loop."""
    return {
        cell: sum(edge in loop.edges for edge in edges_of(cell)) for cell in cells_of(width, height)
    }


def resized(puzzle: Slitherlink, left: int, top: int, right: int, bottom: int) -> Slitherlink:
    """Add rows and columns at each side, or remove them where the number is negative.

    Raises ValueError with a sentence if the board would become too small or too large.
    """
    if (left, top, right, bottom) == (0, 0, 0, 0):
        return puzzle
    width, height = puzzle.width + left + right, puzzle.height + top + bottom

    def moved(cell: Cell) -> Cell:
        return cell[0] + left, cell[1] + top

    def inside(*cells: Cell) -> bool:
        return any(0 <= x < width and 0 <= y < height for x, y in cells)

    def kept(edges: Iterable[Edge]) -> frozenset[Edge]:
        there = ((moved(a), moved(b)) for a, b in edges)
        return frozenset(edge for edge in there if inside(*edge))

    return replace(
        puzzle,
        width=width,
        height=height,
        clues={moved(cell): clue for cell, clue in puzzle.clues.items() if inside(moved(cell))},
        drawn=kept(puzzle.drawn),
        crosses=kept(puzzle.crosses),
        shades={moved(cell): shade for cell, shade in puzzle.shades.items() if inside(moved(cell))},
    )


def turned_puzzle(puzzle: Slitherlink, turn: str) -> Slitherlink:
    """Return the puzzle after one of `flowdesk.core.grid.TURNS`."""

    def moved(cell: Cell) -> Cell:
        return turned(cell, turn, puzzle.width, puzzle.height)

    def edges(drawn: Iterable[Edge]) -> frozenset[Edge]:
        return frozenset(edge_between(moved(a), moved(b)) for a, b in drawn)

    swap = turn == "rotate"
    return replace(
        puzzle,
        width=puzzle.height if swap else puzzle.width,
        height=puzzle.width if swap else puzzle.height,
        clues={moved(cell): clue for cell, clue in puzzle.clues.items()},
        drawn=edges(puzzle.drawn),
        crosses=edges(puzzle.crosses),
        shades={moved(cell): shade for cell, shade in puzzle.shades.items()},
    )


def cleared(puzzle: Slitherlink) -> Slitherlink:
    """Remove all clues and all that is drawn."""
    empty = Slitherlink(puzzle.width, puzzle.height, about=puzzle.about)
    return puzzle if puzzle == empty else empty
