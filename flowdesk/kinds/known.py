"""Known: what is known of a puzzle so far, from all searches; and verdicts and notes about it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf
from typing import Any

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Answer
from flowdesk.kinds.answers import (
    Certainty,
    CheckResult,
    CheckStatus,
    Conflict,
    Count,
    Difficulty,
    NonTouching,
    Remedy,
    Repairs,
)

#: How many solutions each status of a check means, at least and at most.
_NUMBERS: Mapping[CheckStatus | None, tuple[int, float]] = {
    CheckStatus.UNSOLVABLE: (0, 0),
    CheckStatus.UNIQUE: (1, 1),
    CheckStatus.MULTIPLE: (2, inf),
}


class Looking(Enum):
    """The state of the searches: whether they run, and why they ended."""

    NOT_ASKED = "not asked"
    SOON = "soon"
    AT_WORK = "at work"
    STOPPED = "stopped"
    TIMED_OUT = "timed out"
    DIED = "died"
    DONE = "done"


@dataclass(frozen=True)
class Known:
    """What is known of a puzzle so far; `check` and the others may be results so far, too.

    `ratings` has how hard the puzzles after `remedies` and `repairs` are, by their keys.
    """

    level: Any
    findings: tuple[Finding, ...] = ()
    looking: Looking = Looking.NOT_ASKED
    check: CheckResult | None = None
    count: Count | None = None
    difficulty: Difficulty | None = None
    conflict: Conflict | None = None
    remedies: Sequence[Remedy] | None = None
    repairs: Repairs | None = None
    ratings: Mapping[str, Difficulty | None] = field(default_factory=dict)
    certainty: Certainty | None = None

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing that a puzzle needs."""
        return not any(finding.severity is Severity.INVALID for finding in self.findings)

    @property
    def bounds(self) -> tuple[int, float]:
        """The least and the largest possible number of solutions, by the check and the count."""
        check, count = self.check, self.count
        found = len(check.solutions) if check else 0
        fewest, most = _NUMBERS.get(check.status if check else None, (found, inf))
        if count:
            fewest = max(fewest, count.number)
            most = min(most, count.number if count.exact else inf)
        return fewest, most

    @property
    def solution(self) -> Any:
        """A solution, if the check has found one, or None."""
        return self.check.solutions[0] if self.check and self.check.solutions else None

    @property
    def is_contradictory(self) -> bool:
        """Whether the check and the count cannot both be right."""
        fewest, most = self.bounds
        return fewest > most

    @property
    def status(self) -> CheckStatus:
        """Whether there is no, one or several solutions, whichever search found it."""
        fewest, most = self.bounds
        if not self.is_complete:
            return CheckStatus.INVALID
        if 2 <= fewest <= most:
            return CheckStatus.MULTIPLE
        if fewest == most:
            return CheckStatus.UNIQUE if fewest else CheckStatus.UNSOLVABLE
        is_impossible = any(one.severity is Severity.IMPOSSIBLE for one in self.findings)
        return CheckStatus.UNSOLVABLE if is_impossible else CheckStatus.UNKNOWN

    @property
    def non_touching(self) -> NonTouching:
        """How many solutions keep the stricter rule."""
        if self.status is CheckStatus.UNSOLVABLE:
            return NonTouching.NONE
        return self.check.non_touching if self.check else NonTouching.UNKNOWN

    @property
    def is_unique(self) -> bool:
        """Whether there is only one solution, or only one by the stricter rule."""
        return self.status is CheckStatus.UNIQUE or self.non_touching is NonTouching.ONE

    @property
    def total(self) -> Count | None:
        """The count, corrected by what the check has proved; None without a count."""
        fewest, most = self.bounds
        return self.count and replace(self.count, number=fewest, exact=fewest == most)

    @property
    def seconds(self) -> float:
        """How long the check and the count took, which run side by side."""
        return max(found.seconds if found else 0.0 for found in (self.check, self.count))

    @property
    def settled(self) -> frozenset[str]:
        """Which of "check", "count" and "difficulty" are not needed any more.

        Where there are several solutions, the check still searches for a second one to show, and
        for the only one if that touches itself.
        """
        if self.status in (CheckStatus.INVALID, CheckStatus.UNSOLVABLE):
            return frozenset(("check", "count", "difficulty"))
        if self.status is CheckStatus.UNIQUE:
            is_shown = bool(self.check and self.check.solutions)
            is_told = self.non_touching is NonTouching.ONE or (
                self.non_touching is NonTouching.NONE and is_shown
            )
            return frozenset(("check", "count") if is_told else ("count",))
        several = self.non_touching in (NonTouching.MANY, NonTouching.NONE)
        is_rated = self.status is CheckStatus.MULTIPLE and several
        return frozenset(("difficulty",) if is_rated else ())


class Mood(Enum):
    """What a verdict says; the badge is coloured by it.

    GOOD: exactly one solution; DOUBTFUL: several; BAD: none; NEUTRAL: not complete, or not known.
    """

    NEUTRAL = "neutral"
    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


@dataclass(frozen=True)
class Verdict:
    """What is known of a puzzle in a few words, as a sentence, and as a line for the terminal.

    With `is_all`, no further notes are shown. `sign` is an icon that stands for what `text` says
    after its comma, by name.
    """

    text: str
    meaning: str
    mood: Mood
    line: str = ""
    is_all: bool = False
    sign: str = ""

    @property
    def words(self) -> str:
        """The text without what the sign says."""
        return self.text.partition(", ")[0] if self.sign else self.text

    @property
    def brief(self) -> str:
        """The words without those that the colour says as well, and without labels."""
        words = self.words.removeprefix("exactly ").removeprefix("drawing: ")
        return re.sub(r" \(.\)", "", words)


@dataclass(frozen=True)
class Note:
    """A line of the list beside the board.

    `cells` are marked when it is chosen; `remedy` can be applied, `attempt` shown on the board.
    `detail` is said while it is pointed at. `alike` are others that may stand in its place,
    `actions` what else can be done, by the labels of menus. `sign` is an icon, by name, that stands
    for what is said.
    """

    text: str
    cells: tuple[Cell, ...] = ()
    remedy: Remedy | None = None
    attempt: Answer | None = None
    detail: str = ""
    alike: tuple[Note, ...] = ()
    actions: tuple[str, ...] = ()
    sign: str = ""
