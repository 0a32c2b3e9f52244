"""Pages: what is found out about the puzzles of a pack, and told of them as plain data.

What the data are, ``assets/web/data.js`` says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import printable
from flowdesk.desk.knowledge.survey import assess
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.publishing.assembly import page_html
from flowdesk.draw.theme import THEMES, text_color
from flowdesk.kinds.answers import CheckStatus, Deduction, Progress, Trace, unheard
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import kind_of

#: The themes of pages, and what of each the page needs.
_THEMES = ("dark", "light", "colour-blind")
_PARTS = ("ground", "cell", "line", "wall", "cursor", "mark", "hint", "loop", "clue", "rim")

#: What is said of puzzles that are not as players expect.
_REMARKS = {
    CheckStatus.MULTIPLE: "it has several solutions",
    CheckStatus.UNSOLVABLE: "it has no solution",
    CheckStatus.UNKNOWN: "it is not known whether it has exactly one solution",
}


@dataclass(frozen=True)
class Examined:
    """A puzzle and what is known of it; its `steps` and `solution` go into the page if given.

    If the search was ended, it took so many `seconds`.
    """

    known: Known
    steps: Sequence[Deduction] = ()
    solution: object = None
    seconds: float = 0.0

    @property
    def remark(self) -> str:
        """What is not as players expect, as a part of a sentence; empty if nothing is."""
        if self.known.status is CheckStatus.INVALID:
            return f"it is not complete: {self.known.findings[0].message}"
        return _REMARKS.get(self.known.status, "")

    def is_kept(self, everything: bool) -> bool:
        """Whether it is published: with `everything`, also if it has no solution, or several."""
        refused = (CheckStatus.INVALID, CheckStatus.MULTIPLE, CheckStatus.UNSOLVABLE)
        return self.known.status not in (refused[:1] if everything else refused)


def examine(
    puzzle: Puzzle, *, hints: bool = False, progress: Progress[Examined] = unheard
) -> Examined:
    """Find out whether a puzzle has one solution, and how hard it is; with `hints`, all steps."""
    known = assess(puzzle, progress=lambda so_far: progress(Examined(so_far)))
    found, reasoning, trace = Examined(known), kind_of(puzzle).reasoning, Trace()
    if not (hints and known.status is CheckStatus.UNIQUE and known.check and reasoning):
        return found
    while True:  # where time is over, the first steps stay
        found = replace(found, steps=trace.deductions, solution=known.check.solutions[0])
        progress(found)
        before, trace = trace, reasoning.hint(known, trace)
        if trace == before:
            return found


def page(levels: Sequence[Examined], about: PackAbout) -> bytes:
    """Return a page with these levels."""
    return page_html(about.title, page_data(levels, about)).encode()


def level_key(puzzle: Puzzle) -> str:
    """Return by what a page and its results name a puzzle."""
    return hashlib.sha256(puzzle.puzzle_key.encode()).hexdigest()[:12]


def page_data(levels: Sequence[Examined], about: PackAbout) -> dict[str, Any]:
    """Return a page as plain data."""
    boards, inks = _Shared(), _Shared()
    return {
        "title": about.title,
        **{name: text for name in ("author", "notes") if (text := getattr(about, name))},
        "levels": [_level(level, about, boards, inks) for level in levels],
        "boards": boards.rows,
        "inks": [_ink(name, color) for name, color in inks.rows],
        "themes": {name: _theme(name) for name in _THEMES},
    }


class _Shared:
    """Rows of plain data, each of them once; called with one, it returns the number of it."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._numbers: dict[str, int] = {}

    def __call__(self, row: object) -> int:
        number = self._numbers.setdefault(json.dumps(row), len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number


def _level(
    level: Examined, about: PackAbout, board: Callable[[object], int], ink: Callable[[object], int]
) -> dict[str, object]:
    puzzle, rating = level.known.level, level.known.difficulty
    kind = kind_of(puzzle)
    publishing = kind.publishing
    assert publishing, "the callers ask only for kinds that can be published"
    found = {
        "key": level_key(puzzle),
        "board": board(publishing.board(puzzle)),
        "size": kind.words.size_text(puzzle),
        **publishing.puzzle(puzzle),
    }
    if "inks" in found:
        found["inks"] = [ink(each) for each in found["inks"]]
    for name, told in (("title", ""), ("author", about.author)):
        if puzzle.about.get(name, told) != told:
            found[name] = puzzle.about[name]
    if rating:
        found |= {"word": rating.level, "score": rating.score}
    if level.solution:
        found["solution"] = publishing.solution(puzzle, level.solution)
        found["hints"] = [publishing.step(puzzle, step) for step in level.steps]
    return found


def _theme(name: str) -> dict[str, str]:
    theme = THEMES[name]
    usual = {"clue": text_color(theme.cell), "loop": theme.wall, "rim": "none"}
    return {part: getattr(theme, part) or usual[part] for part in _PARTS}


def _ink(name: str, color: str) -> dict[str, object]:
    return {"name": printable(name), "colors": {t: THEMES[t].color(color) for t in _THEMES}}
