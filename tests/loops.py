"""Random Slitherlinks for property tests."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from flowdesk.core.grid import cells_of
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.editing import clues_of
from flowdesk.kinds.slitherlink.loop import Loop, mistakes
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink, all_edges, edges_of
from tests.levels import ABOUT


@st.composite
def slitherlinks(draw: st.DrawFn) -> Slitherlink:
    """Draw a puzzle as a user can: with any clues, and any edges drawn."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    marks = draw(
        st.lists(
            st.one_of(st.none(), st.integers(0, MOST)),
            min_size=width * height,
            max_size=width * height,
        )
    )
    board = zip(cells_of(width, height), marks, strict=True)
    edges = sorted(all_edges(width, height))
    return Slitherlink(
        width,
        height,
        {cell: clue for cell, clue in board if clue is not None},
        draw(ABOUT),
        frozenset(draw(st.sets(st.sampled_from(edges), max_size=5))),
    )


@st.composite
def solved_slitherlinks(draw: st.DrawFn) -> Entry:
    """Draw a puzzle with its solution, and with some of its edges drawn on the board.

    The cells inside are one run of each of some rows, and runs of successive rows overlap.
    """
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    inside = set()
    first, last = 0, width - 1
    for y in range(draw(st.integers(0, height - 1)), height):
        left = draw(st.integers(0, last))
        right = draw(st.integers(max(left, first), width - 1))
        inside |= {(x, y) for x in range(left, right + 1)}
        first, last = left, right
        if draw(st.booleans()):
            break
    edges = (edge for cell in inside for edge in edges_of(cell))
    loop = Loop(frozenset(edge for edge in edges if (edge[0] in inside) != (edge[1] in inside)))
    clues = clues_of(loop, width, height)
    kept = draw(st.sets(st.sampled_from(sorted(clues))))
    drawn = draw(st.sets(st.sampled_from(sorted(loop.edges))))
    puzzle = Slitherlink(width, height, {cell: clues[cell] for cell in kept}, draw(ABOUT))
    assert not mistakes(puzzle, loop)
    return Entry(replace(puzzle, drawn=frozenset(drawn)), loop)
