"""Random levels for property tests, and two that keep a solver busy for minutes."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st

from flowdesk.core.grid import Cell, Edge, cells_of, neighbors
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level, Solution, own_colors


def some(number: int) -> int:
    """Return how many random cases to try: all in make test-all, a sixteenth in make test."""
    return -(-number // 16) if os.environ.get("FLOWDESK_TESTS") == "quick" else number


def examples(number: int) -> settings:
    """Return settings for so many random cases in make test-all, a sixteenth in make test."""
    return settings(max_examples=some(number), deadline=None)


COLORS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")

ONE_LETTER = st.sampled_from(LABELS)

#: Labels that only FlowDesk's own files can hold.
LONG_LABELS = st.sampled_from(
    ["C63", "C64", "AA", "two words", '"', "é", "中文", "sixteen letters."]
)

#: Names and values without blanks at their ends, which no format keeps.
_WORDS = st.text(st.characters(blacklist_categories=("C", "Z")), min_size=1, max_size=8)
_LINE = st.lists(_WORDS, min_size=1, max_size=3).map(" ".join)
_NAMES = st.one_of(
    st.sampled_from(["title", "author", "source", "licence", "Level", "été"]),
    st.from_regex(r"[a-z][a-z0-9_# -]{0,8}[a-z0-9]", fullmatch=True),
).filter(lambda name: name not in ("colors", "walls", "touching", "kind"))
ABOUT = st.dictionaries(_NAMES, st.lists(_LINE, min_size=1, max_size=3).map("\n".join), max_size=3)


@st.composite
def levels(draw: st.DrawFn, labels: st.SearchStrategy[str] = ONE_LETTER, most: int = 7) -> Level:
    """Draw a level as a user can: with holes, walls, colours, any number of endpoints."""
    width = draw(st.integers(1, most))
    height = draw(st.integers(2 if width == 1 else 1, most))
    marks = draw(
        st.lists(
            st.one_of(st.sampled_from("....#"), labels),
            min_size=width * height,
            max_size=width * height,
        )
    )
    board = dict(zip(cells_of(width, height), marks, strict=True))
    holes = frozenset(cell for cell, mark in board.items() if mark == "#")
    endpoints = {cell: mark for cell, mark in board.items() if mark not in (".", "#")}
    edges = edges_of(Level(width, height, holes=holes))
    walls = draw(st.sets(st.sampled_from(edges), max_size=5)) if edges else set()
    used = sorted(set(endpoints.values()))
    colors = draw(st.dictionaries(st.sampled_from(used), COLORS, max_size=3)) if used else {}
    about = draw(ABOUT)
    if draw(st.booleans()):
        about = {**about, "touching": "allowed"}
    return Level(
        width,
        height,
        endpoints,
        holes,
        frozenset(walls),
        own_colors(colors),
        about=about,
        touching=draw(st.booleans()),
    )


def plain_levels() -> st.SearchStrategy[Level]:
    """Levels with cells and endpoints only, which most formats can hold."""
    return levels().map(lambda level: replace(level, holes=frozenset(), walls=frozenset()))


@st.composite
def solved_entries(draw: st.DrawFn) -> Entry:
    """Draw a level with its solution, and with parts of some paths drawn on the board.

    The paths are pieces of one walk along the rows in turn, so they cover every cell.
    """
    width, height = draw(st.integers(2, 7)), draw(st.integers(1, 7))
    walk = [(x if y % 2 == 0 else width - 1 - x, y) for x, y in cells_of(width, height)]
    paths: dict[str, tuple[Cell, ...]] = {}
    at = 0
    for label in draw(st.permutations(LABELS)):
        length = draw(st.integers(2, 9))
        if len(walk) - at < length + 2:
            length = len(walk) - at
        paths[label] = tuple(walk[at : at + length])
        at += length
        if at == len(walk):
            break
    endpoints = {path[end]: label for label, path in paths.items() for end in (0, -1)}
    steps = {edge for path in paths.values() for edge in pairwise(path)}
    free = [(a, b) for a, b in edges_of(Level(width, height)) if not {(a, b), (b, a)} & steps]
    walls = draw(st.sets(st.sampled_from(free), max_size=3)) if free else set()
    level = Level(width, height, endpoints, walls=frozenset(walls))
    drawn = draw(
        st.dictionaries(st.sampled_from(sorted(paths)), st.integers(1, 9), max_size=len(paths))
    )
    pieces = {label: paths[label][:length] for label, length in drawn.items()}
    return Entry(replace(level, drawn=pieces), Solution(paths))


def edges_of(level: Level) -> list[Edge]:
    """Return every pair of neighbouring cells, in a fixed order."""
    return [
        (cell, near)
        for cell in level.cells
        for near in neighbors(cell)
        if cell < near and level.is_cell(near)
    ]


#: Made from random paths: it has one non-touching solution, which is found at once, and no other
#: that re-routes few paths. To prove that there is none that touches itself takes more seconds than
#: tests allow.
HARD_TO_CHECK = """\
.....e..................
Z..U.........F..........
..K.....................
........................
..C............p.F.S....
UK....h..f......PI......
.........M..............
......b.bh..............
...........NZ...........
..Ga............P.......
.........N....B.........
........................
d.......fG...e.X...S.IB.
.HCR...O...O.a.E.....Yp.
..............Jg....Y...
........................
T.......................
.................EX.....
..HR..Q...............L.
..d...V.W............A..
.g..Q.c..c.V............
..m.....mT.......MA.JL..
D.........D.............
................W.......
"""

#: Made from random paths as well.
_MIXED = """\
........................f...
.R..C.....T......U..da..h.o.
......P.....D....H.....f....
.........I.....H............
..........T.....QN...a......
........W................l.j
...........b.F.I....X.......
..................U......lj.
.........G....V.............
.....A.............e........
.....C...L......K..N.....o..
...........c................
.....A..g...........Z.....q.
............................
....m..........J...XZ.......
Y...M...Wb...............nr.
R.................L....k....
.......M..D...........i.h...
.BO.........................
...........p.............n..
.....m....g......K..........
.B.................Q......s.
....Y...............e.......
............E.....S.......s.
...O........................
..G.......p........S.....q..
......P...c....J..V..d.i..r.
............EF.........k....
"""


def hard_to_solve() -> Level:
    """Return such a board with two endpoints exchanged: it has no non-touching solution.

    A search for others takes far longer than any test.
    """
    rows = _MIXED.split()
    marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    marks[4, 1], marks[11, 6] = marks[11, 6], marks[4, 1]
    endpoints = {cell: mark for cell, mark in marks.items() if mark != "."}
    return Level(len(rows[0]), len(rows), endpoints)
