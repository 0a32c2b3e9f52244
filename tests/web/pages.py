"""Published pages for the tests in a browser, and where things are on them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.core.shape import Shape
from flowdesk.core.storage import shipped
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.publishing.page import Examined, page
from flowdesk.formats.registry import load
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import kind_of, solve
from tests.loops import puzzle_of
from tests.samples import level_of

if TYPE_CHECKING:  # it needs Selenium
    from tests.web.browser import Browser, Point

#: A pack of each board.
PACKS = {
    "plain": "05x05-first-steps.txt",
    "holes": "packs/05x05.txt",
    "bridges": "packs/bridges.json",
    "warps": "packs/warps.json",
    "hexagons": "packs/hexes.json",
    "slitherlink": "slitherlink/05x05.json",
}


#: A small puzzle of each board, with few drags to its only solution.
SMALL: list[Any] = [
    level_of("R.. .GG ..R"),
    level_of("RG# ... RG."),
    replace(level_of("#R# G.G #R#"), shape=Shape(bridges=frozenset({(1, 1)}))),
    replace(level_of(".RR. G..G"), shape=Shape(rows=frozenset({0}))),
    replace(level_of("... G.G .RR"), shape=Shape("hex")),
    puzzle_of("313 232"),
]

PACK = PackAbout(title="Pack")


def puzzle(name: str, number: int = 0) -> Any:
    """A puzzle that comes with FlowDesk, by a name in `PACKS`."""
    return load(shipped("puzzles") / PACKS[name])[number]


def write(folder: Path, *puzzles: Puzzle, about: PackAbout = PACK, hints: bool = False) -> Path:
    """Write a page; with `hints` it has the solutions, and a sentence for each first step."""
    levels = [
        Examined(Known(each), solution=solve(each).solution if hints else None) for each in puzzles
    ]
    path = folder / "page.html"
    path.write_bytes(page(levels, about))
    return path


def data(html: Path) -> Any:
    """The data of a page."""
    text = html.read_text(encoding="utf-8")
    return json.loads(text.split('id="data">')[1].split("</script>")[0])


def strokes(puzzle: Any) -> list[list[tuple[float, float]]]:
    """Drags that solve a puzzle, as points in lengths of a cell: one for each path, or more."""
    publishing = kind_of(puzzle).publishing
    assert publishing
    board, solution = publishing.board(puzzle), solve(puzzle).solution
    cells, links = places(board["cells"]), unrolled(board["links"])
    found = publishing.solution(puzzle, solution)
    if "nodes" in board:
        return [[places(board["nodes"])[node] for node in _ring([links[n] for n in found])]]
    nodes = [*cells, *(cells[cell] for cell in board.get("bridges", ()))]
    warps = {}
    for link, x, y in board.get("warps", ()):
        a, b = links[link]
        warps[a, b], warps[b, a] = (x, y), (-x, -y)
    drags = []
    for path in found:
        drags.append([nodes[path[0]]])
        for a, b in pairwise(path):
            if (a, b) in warps:  # out of the board, and on from the other side
                right, down = warps[a, b]
                drags[-1].append((nodes[a][0] + 1.5 * right, nodes[a][1] + 1.5 * down))
                drags.append([nodes[b]])
            else:
                drags[-1].append(nodes[b])
    return [drag for drag in drags if len(drag) > 1]


def _ring(edges: Iterable[Sequence[int]]) -> list[int]:
    left = [tuple(edge) for edge in edges]
    way = list(left.pop())
    while left:
        edge = next(edge for edge in left if way[-1] in edge)
        left.remove(edge)
        way.append(edge[edge[0] == way[-1]])
    return way


def unrolled(runs: Iterable[Sequence[int]], *steps: int) -> list[list[int]]:
    """The rows of numbers of runs."""
    return [
        [first + n * step for first, step in zip(run[:-1], steps or [1] * len(run), strict=False)]
        for run in runs
        for n in range(run[-1])
    ]


def places(lattice: Mapping[str, Any]) -> list[tuple[float, float]]:
    """The centres of a lattice's places."""
    (across, down), (left, top) = lattice["unit"], lattice["first"]
    rows = unrolled(lattice["runs"], lattice["step"], 0)
    return [(left + x * across, top + y * down) for x, y in rows]


def pixels(browser: Browser, points: Iterable[tuple[float, float]]) -> list[Point]:
    """Where points of the board are on the page."""
    found: list[Point] = browser.run(
        """const to = document.querySelector(".board").getScreenCTM()
        return arguments[0].map(([x, y]) => new DOMPoint(x, y).matrixTransform(to))
            .map(({x, y}) => [x, y])""",
        [list(point) for point in points],
    )
    return found


def play(browser: Browser, puzzle: Any, *, pointer: str = "touch") -> None:
    """Solve the level in front by drags."""
    draw(browser, strokes(puzzle), pointer)


def draw(browser: Browser, strokes: Iterable[Sequence[Point]], pointer: str = "touch") -> None:
    """Drag through points of the board."""
    for stroke in strokes:
        browser.drag(*pixels(browser, bends(stroke)), pointer=pointer)


def bends(stroke: Sequence[Point]) -> list[Point]:
    """The points of a drag without those on a straight way: Chromium paints a frame for each."""
    turns = [
        b
        for a, b, c in zip(stroke, stroke[1:], stroke[2:], strict=False)
        if abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > 1e-6
    ]
    return [stroke[0], *turns, stroke[-1]]
