"""The rule books, by kind; which puzzles can be explored, and how answers to rules are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.scene import Scene
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.table import board_scene, kind_of
from flowdesk.lab.flow.book import FLOW_RULES
from flowdesk.lab.rulebook import Broken, RuleBook
from flowdesk.lab.slitherlink.book import SLITHERLINK_RULES

#: The rules of some kind, whose own types are known only there.
AnyRuleBook: TypeAlias = RuleBook[Any, Any, Any, Any]

#: The rules of each kind that can be explored; the first ones are shown where none are known.
RULE_BOOKS: dict[str, AnyRuleBook] = {Level.kind: FLOW_RULES, Slitherlink.kind: SLITHERLINK_RULES}

#: What the classic rules, and the engines that backtrack, are for.
PLAIN_ALONE = "for boards of squares without bridges and warps"


def book_of(puzzle: Puzzle) -> AnyRuleBook:
    """Return the rules of a puzzle's kind, or those of the first one where none are known."""
    return RULE_BOOKS.get(puzzle.kind, FLOW_RULES)


def without_rules(puzzle: Puzzle) -> str:
    """Return in a sentence why the rules of a puzzle cannot be explored; empty if they can."""
    if puzzle.kind in RULE_BOOKS:
        return "" if puzzle.board.is_plain else f"The rules that can be explored are {PLAIN_ALONE}."
    return f"No rules are known for {kind_of(puzzle).name} puzzles."


#: The strength of the frame of a cell that breaks a rule of the game, or only an optional rule.
_MARK, _FAINT_MARK = 1.0, 0.35


def answer_scene(
    puzzle: Puzzle, answer: object, broken: Iterable[Broken] = (), *, labels: bool = True
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
