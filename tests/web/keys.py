"""Playing a published page by keys alone."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flowdesk.kinds.table import kind_of
from tests.web import pages

if TYPE_CHECKING:
    from tests.web.browser import Browser, Point

ARROWS: dict[str, Point] = {
    "ArrowUp": (0, -1),
    "ArrowDown": (0, 1),
    "ArrowLeft": (-1, 0),
    "ArrowRight": (1, 0),
}
#: The same on hexagons.
LETTERS: dict[str, Point] = {
    "w": (0, -1),
    "s": (0, 1),
    "q": (-0.87, -0.5),
    "e": (0.87, -0.5),
    "a": (-0.87, 0.5),
    "d": (0.87, 0.5),
}
#: The sides of a Slitherlink's cell.
SIDES: dict[str, Point] = {"w": (0, -0.5), "a": (-0.5, 0), "s": (0, 0.5), "d": (0.5, 0)}

#: The middle of the cursor in lengths of a cell, or null.
_CURSOR = """
const {x, y, width, height} = document.querySelector(".cursor").getBBox()
return width ? [x + width / 2, y + height / 2] : null"""


def play(browser: Browser, puzzle: Any) -> None:
    """Solve the level in front."""
    publishing = kind_of(puzzle).publishing
    assert publishing
    board = publishing.board(puzzle)
    keys = LETTERS if len(board["outline"]) == 6 else ARROWS
    strokes = pages.strokes(puzzle)
    if "nodes" in board:
        _draw_sides(browser, strokes[0], pages.places(board["cells"]))
        return
    goes_on = False
    for stroke in strokes:
        if not goes_on:
            _go_to(browser, stroke[0], keys)
            browser.press("Enter")
        browser.press(*(_leading(keys, a, b) for a, b in pairwise(stroke)))
        goes_on = browser.text("#says").endswith(" path")  # at the other side of the board


def _draw_sides(browser: Browser, ring: list[Point], cells: list[Point]) -> None:
    """Go from cell to cell, and draw what is on the loop of each."""
    sides: dict[Point, list[str]] = {}
    for (x, y), (to_x, to_y) in pairwise(ring):
        middle = (x + to_x) / 2, (y + to_y) / 2
        cell = min(cells, key=lambda each: math.dist(each, middle))
        sides.setdefault(cell, []).append(_leading(SIDES, cell, middle))
    for cell in sorted(sides):
        _go_to(browser, cell, ARROWS)
        browser.press(*sides[cell])


def _go_to(browser: Browser, cell: Point, keys: dict[str, Point]) -> None:
    """Move the cursor to the middle of a cell."""
    for _ in range(100):
        at = browser.run(_CURSOR)
        if at and math.dist(at, cell) < 0.1:
            return
        browser.press(_leading(keys, at or (0, 0), cell))
    raise AssertionError(f"the cursor does not get to {cell}")


def _leading(keys: dict[str, Point], here: Point, there: Point) -> str:
    """The key that leads nearest to a point."""

    def left(key: str) -> float:
        return math.dist((here[0] + keys[key][0], here[1] + keys[key][1]), there)

    return min(keys, key=left)
