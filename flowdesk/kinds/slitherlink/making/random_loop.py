"""Random loops, grown from a single cell by flipping cells in and out.

A cell may change sides where the cells inside and outside both stay connected and no two of them
touch only at a corner: where the eight cells round it are one run inside and one outside, and both
runs have a side of the cell ("simple points"). Flips that make the loop shorter are taken seldom,
so that it winds through the whole board: a Metropolis walk whose energy is the loop's length.
"""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.core.board import board_of
from flowdesk.core.grid import edge_between
from flowdesk.kinds.slitherlink.loop import Loop

#: Flips tried per cell of the board.
FLIPS_A_CELL = 40
#: The share of flips that make the loop shorter which are taken: less of them leave no zeros.
SHORTER = 0.3


def random_loop(width: int, height: int, random: Callable[[], float]) -> Loop:
    """Return a random loop; `random` gives numbers from 0 to below 1."""
    padded = board_of(width, height).padded
    board, around, cells = padded.inner, padded.around, padded.cells
    inside = bytearray(len(cells))
    inside[board[int(random() * len(board))]] = 1
    for _ in range(FLIPS_A_CELL * len(board)):
        choice = random() * len(board)
        place = board[int(choice)]
        here = inside[place]
        a, b, c, d, e, f, g, h = (inside[place + step] for step in around)
        # The sides are a, c, e and g; the others are corners.
        same = (a == here) + (c == here) + (e == here) + (g == here)
        if not 0 < same < 4:
            continue
        changes = (a != b) + (b != c) + (c != d) + (d != e) + (e != f) + (f != g) + (g != h)
        if changes + (h != a) > 2:
            continue
        if same == 1 and choice - int(choice) >= SHORTER:
            continue
        inside[place] = not here
    return Loop(
        frozenset(
            edge_between(cells[place], cells[place + step])
            for place in board
            if inside[place]
            for step in padded.sides
            if not inside[place + step]
        )
    )
