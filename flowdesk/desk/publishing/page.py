"""Pages: what is told of a pack and its levels, as plain data for ``assets/web``."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import printable
from flowdesk.draw.theme import THEMES
from flowdesk.kinds.answers import Deduction, Difficulty
from flowdesk.kinds.table import kind_of

#: The themes of pages, and what of each the page needs.
_THEMES = ("dark", "light", "colour-blind")
_PARTS = ("ground", "cell", "line", "wall", "cursor", "mark", "hint", "loop", "clue", "rim")


@dataclass(frozen=True)
class Published:
    """A level of a page; its `steps` and `solution` are in the page only if they are given."""

    puzzle: Puzzle
    difficulty: Difficulty | None = None
    steps: Sequence[Deduction] = ()
    solution: Any = None


def level_key(puzzle: Puzzle) -> str:
    """Return by what a page and its results name a puzzle."""
    return hashlib.sha256(puzzle.puzzle_key.encode()).hexdigest()[:12]


def page_data(
    levels: Sequence[Published], title: str, author: str = "", notes: str = ""
) -> dict[str, Any]:
    """Return a page as plain data."""
    boards, inks = _Table(), _Table()
    about = {"title": title, "author": author, "notes": notes}
    return {
        **{name: text for name, text in about.items() if text},
        "levels": [_level(level, boards, inks) for level in levels],
        "boards": boards.rows,
        "inks": [_ink(name, color) for name, color in inks.rows],
        "themes": {name: _theme(name) for name in _THEMES},
    }


class _Table:
    """Rows of plain data, each of them once; called with one, it returns the number of it."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._numbers: dict[str, int] = {}

    def __call__(self, row: Any) -> int:
        number = self._numbers.setdefault(json.dumps(row), len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number


def _level(level: Published, board: Callable[[Any], int], ink: Callable[[Any], int]) -> Any:
    puzzle, rating = level.puzzle, level.difficulty
    kind = kind_of(puzzle)
    assert (publishing := kind.publishing), "the callers ask only for kinds that can be published"
    found = {
        "key": level_key(puzzle),
        "board": board(publishing.board(puzzle)),
        "size": kind.words.size_text(puzzle),
        **publishing.puzzle(puzzle),
    }
    if "inks" in found:
        found["inks"] = [ink(each) for each in found["inks"]]
    found |= {name: puzzle.about[name] for name in ("title", "author") if puzzle.about.get(name)}
    if rating:
        found |= {"word": rating.level, "score": rating.score}
    if level.solution:
        found["solution"] = publishing.solution(puzzle, level.solution)
    if level.steps:
        found["hints"] = [publishing.step(puzzle, step) for step in level.steps]
    return found


def _theme(name: str) -> dict[str, str]:
    parts = {part: getattr(THEMES[name], part) for part in _PARTS}
    return {part: color for part, color in parts.items() if color}


def _ink(name: str, color: str) -> dict[str, Any]:
    return {"name": printable(name), "colors": {t: THEMES[t].color(color) for t in _THEMES}}
