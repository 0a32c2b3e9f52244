"""Draw an answer to some rules on its board, with marks where rules are broken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.scene import Scene
from flowdesk.kinds.table import board_scene
from flowdesk.lab.rulebook import Broken
from flowdesk.lab.rulebooks import AnyRuleBook, book_of

#: The strength of the frame of a cell that breaks a rule of the game, or only an optional rule.
_MARK, _FAINT_MARK = 1.0, 0.35


def answer_scene(
    puzzle: Puzzle, answer: Any, broken: Iterable[Broken] = (), *, labels: bool = True
) -> Scene:
    """Return the board with an answer; cells that break a rule are marked."""
    book = book_of(puzzle)
    marked = marks(book, broken)
    scene = board_scene(puzzle, labels=labels)
    return scene.with_tiles(
        {
            cell: book.answer_tiles(puzzle, answer, cell, marked, labels=labels)
            for cell in book.answer_cells(puzzle, answer, marked) & scene.tiles.keys()
        }
    )


def marks(book: AnyRuleBook, broken: Iterable[Broken]) -> dict[Cell, float]:
    """Return the strength of the mark of each cell that breaks a rule."""
    found: dict[Cell, float] = {}
    for each in sorted(broken, key=lambda each: not book.rule(each.rule).optional):
        strength = _FAINT_MARK if book.rule(each.rule).optional else _MARK
        found.update(dict.fromkeys(each.cells, strength))
    return found
