"""The rule books, by kind; and which puzzles can be explored."""

from __future__ import annotations

from typing import Any, TypeAlias

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.table import kind_of
from flowdesk.lab.flow.book import FLOW_RULES
from flowdesk.lab.rulebook import RuleBook
from flowdesk.lab.slitherlink.book import SLITHERLINK_RULES

#: The rules of some kind, whose own types are known only there.
AnyRuleBook: TypeAlias = RuleBook[Any, Any, Any, Any]

#: The rules of each kind that can be explored; the first ones are shown where none are known.
RULE_BOOKS: dict[str, AnyRuleBook] = {Level.kind: FLOW_RULES, Slitherlink.kind: SLITHERLINK_RULES}


def book_of(puzzle: Puzzle) -> AnyRuleBook:
    """Return the rules of a puzzle's kind, or those of the first one where none are known."""
    return RULE_BOOKS.get(puzzle.kind, FLOW_RULES)


def without_rules(puzzle: Puzzle) -> str:
    """Return in a sentence why the rules of a puzzle cannot be explored; empty if they can."""
    if puzzle.kind in RULE_BOOKS:
        return ""
    return f"No rules are known for {kind_of(puzzle).name} puzzles."


def number_of_cells(puzzle: Puzzle) -> int:
    """Return how many cells a puzzle has, without holes."""
    return len(puzzle.board.cells)
