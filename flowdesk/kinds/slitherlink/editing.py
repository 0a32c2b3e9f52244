"""Edits of a puzzle: each function returns the changed puzzle.

An edit that changes nothing returns the very puzzle that it got. What is drawn stays as it is,
except what leaves the board.
"""

from __future__ import annotations

from dataclasses import replace

from flowdesk.core.grid import Cell, cells_of, edges_of
from flowdesk.kinds.loops import set_clue
from flowdesk.kinds.slitherlink.drawing import drawn_answer
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink


def cycled(puzzle: Slitherlink, cell: Cell) -> Slitherlink:
    """Change the clue of a cell to the next one: none, 0, 1, 2, 3, none (a 4 is set by its key)."""
    clue = puzzle.clues.get(cell, -1) + 1
    return set_clue(puzzle, cell, clue if clue < MOST else None)


def with_clues_of_drawn(before: Slitherlink, after: Slitherlink) -> Slitherlink:
    """Return the puzzle `after` with the clues of its drawn loop, if that was closed just now.

    Clues that are there stay, unless every cell has one, as after a loop that was drawn before:
    somebody who solves the puzzle may close a wrong loop.
    """
    cells, loop = after.width * after.height, drawn_answer(after)
    if after.drawn == before.drawn or not (loop and loop.is_closed):
        return after
    if 0 < len(after.clues) < cells:
        return after
    return replace(after, clues=clues_of(loop, after.width, after.height))


def clues_of(loop: Loop, width: int, height: int) -> dict[Cell, int]:
    """Return the number of edges of each cell that are on a loop."""
    return {
        cell: sum(edge in loop.edges for edge in edges_of(cell)) for cell in cells_of(width, height)
    }
