"""Known: what is known of a puzzle so far, from every search; and the forms of its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import Any

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell
from flowdesk.kinds.answers import (
    Certainty,
    CheckResult,
    CheckStatus,
    Conflict,
    Count,
    Difficulty,
    NonTouching,
    Remedy,
)

#: How many solutions each status of a check means, at least and at most.
_NUMBERS = {
    CheckStatus.UNSOLVABLE: (0, 0),
    CheckStatus.UNIQUE: (1, 1),
    CheckStatus.MULTIPLE: (2, inf),
}


class Looking(Enum):
    """Why nothing more is known: nobody asks, it is being found out (soon), or was given up."""

    NOT_ASKED = "not asked"
    SOON = "soon"
    AT_WORK = "at work"
    STOPPED = "stopped"
    TIMED_OUT = "timed out"
    DIED = "died"
    DONE = "done"


@dataclass(frozen=True)
class Known:
    """What is known of a puzzle so far. `check` may be what the search has found on its way."""

    level: Any
    findings: tuple[Finding, ...] = ()
    looking: Looking = Looking.NOT_ASKED
    check: CheckResult | None = None
    count: Count | None = None
    difficulty: Difficulty | None = None
    conflict: Conflict | None = None
    remedies: Sequence[Remedy] | None = None
    certainty: Certainty | None = None

    @property
    def is_complete(self) -> bool:
        """Whether it is a puzzle already: nothing is missing."""
        return not any(finding.severity is Severity.INVALID for finding in self.findings)

    @property
    def bounds(self) -> tuple[int, float]:
        """How many solutions there are at least and at most, as the check and the count tell."""
        check, count = self.check, self.count
        fewest, most = (
            _NUMBERS.get(check.status, (len(check.solutions), inf)) if check else (0, inf)
        )
        if count:
            fewest = max(fewest, count.number)
            most = min(most, count.number if count.exact else inf)
        return fewest, most

    @property
    def is_contradictory(self) -> bool:
        """Whether the check and the count cannot both be right."""
        fewest, most = self.bounds
        return fewest > most

    @property
    def status(self) -> CheckStatus:
        """How many solutions there are, whichever search found it."""
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
        """How many solutions touch nowhere."""
        if self.status is CheckStatus.UNSOLVABLE:
            return NonTouching.NONE
        return self.check.non_touching if self.check else NonTouching.UNKNOWN

    @property
    def is_unique(self) -> bool:
        """Whether there is one solution that a player may look for.

        It is the only one, or the only one in which no path touches itself.
        """
        return self.status is CheckStatus.UNIQUE or self.non_touching is NonTouching.ONE

    @property
    def total(self) -> Count | None:
        """The count, with what the check has settled; None if nobody counts."""
        fewest, most = self.bounds
        return self.count and replace(self.count, number=fewest, exact=fewest == most)

    @property
    def seconds(self) -> float:
        """How long the check and the count took, which run side by side."""
        return max(found.seconds if found else 0.0 for found in (self.check, self.count))

    @property
    def settled(self) -> frozenset[str]:
        """What need not be found out any more, of check, count and difficulty.

        Where there are several solutions, the check still looks for a second one to show.
        """
        if self.status in (CheckStatus.INVALID, CheckStatus.UNSOLVABLE):
            return frozenset(("check", "count", "difficulty"))
        if self.status is CheckStatus.UNIQUE:
            is_told = self.non_touching is not NonTouching.UNKNOWN
            return frozenset(("check", "count") if is_told else ("count",))
        several = self.non_touching in (NonTouching.MANY, NonTouching.NONE)
        is_rated = self.status is CheckStatus.MULTIPLE and several
        return frozenset(("difficulty",) if is_rated else ())


class Mood(Enum):
    """How a verdict is to be taken: it gives the badge its colour."""

    NEUTRAL = "neutral"
    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


@dataclass(frozen=True)
class Verdict:
    """What is said of a puzzle: in a few words, as a sentence, and as a line in a terminal.

    `is_all`: as long as somebody is drawing it like this, nothing else need be said.
    """

    text: str
    meaning: str
    mood: Mood
    line: str = ""
    is_all: bool = False


@dataclass(frozen=True)
class Note:
    """A line of the list beside the board: a text, and what can be done with it.

    `cells` is where to look, `remedy` what may be done about it, `attempt` paths to be shown.
    """

    text: str
    cells: tuple[Cell, ...] = ()
    remedy: Remedy | None = None
    attempt: Any = None
