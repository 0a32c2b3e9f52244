"""Known: what is known of a puzzle so far, from all searches; verdicts, notes and words on it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf
from typing import Any, ClassVar, Generic, NamedTuple

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Answer, P, S
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
    SolveResult,
    SolveStatus,
    Trace,
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


_ENDED = "the search was ended before it could tell"

#: Verdicts by the number of solutions. `completed` fills in ``{several}`` and ``{there_are}``.
VERDICTS = {
    CheckStatus.UNSOLVABLE: Verdict(
        "no solution", "There is no solution.", Mood.BAD, "no solution"
    ),
    CheckStatus.UNIQUE: Verdict(
        "exactly one solution",
        "There is exactly one solution.",
        Mood.GOOD,
        "exactly one solution",
    ),
    CheckStatus.MULTIPLE: Verdict("{several}", "{there_are}.", Mood.DOUBTFUL, "several solutions"),
    CheckStatus.UNKNOWN: Verdict(
        "unknown", "Nothing is known for certain", Mood.NEUTRAL, f"unknown: {_ENDED}"
    ),
}

#: Verdicts on the search for one solution.
FOUND = {
    SolveStatus.SOLVED: Verdict("solved", "A solution was found.", Mood.NEUTRAL, "solved"),
    SolveStatus.UNSOLVABLE: VERDICTS[CheckStatus.UNSOLVABLE],
    SolveStatus.UNKNOWN: Verdict(
        "unknown",
        "The search ended before it could tell whether there is a solution.",
        Mood.NEUTRAL,
        f"unknown: {_ENDED}",
    ),
    SolveStatus.INVALID: Verdict(
        "not complete", "The puzzle is not complete yet.", Mood.NEUTRAL, "not a complete puzzle"
    ),
}

#: Why it stays unknown how many solutions there are.
_GIVEN_UP = {
    Looking.STOPPED: "the search was stopped",
    Looking.TIMED_OUT: "the search took too long",
    Looking.DIED: "the search's process ended; it may have run out of memory",
}


class Names(NamedTuple):
    """What the labels of actions and options call the things of a kind.

    `text` is a puzzle as it is copied, `items` are those of the palette; `labels` is to show what
    ``labels=`` draws, `complete` to complete what is drawn; an `attempt` can be looked at.
    """

    text: str = "text"
    items: str = "items"
    labels: str = "Labels"
    complete: str = "Complete what is drawn"
    attempt: str = "these paths"


class Words(Generic[P, S]):
    """What is said of puzzles of a kind; these words fit every kind."""

    #: What the window is for with this kind, and its rules: a few sentences.
    introduction: ClassVar[str] = ""
    #: What stands for the braces in the labels of actions and options.
    names: ClassVar[Names] = Names()
    #: The name of what lists of puzzles show the number of, one of `Kind.contents`.
    counted: ClassVar[str] = ""
    #: The verdict on a puzzle that is not complete, in a few words.
    drawing: ClassVar[str] = "drawing"
    #: When a puzzle is complete, as in "every colour has its two endpoints".
    complete_when: ClassVar[str] = "the puzzle is complete"

    def verdict(self, known: Known, /) -> Verdict:
        """Return how many solutions a puzzle has, as far as that is known."""
        if known.status is CheckStatus.INVALID:
            return incomplete(known, self.drawing)
        return completed(known, VERDICTS[known.status])

    def remarks(self, known: Known, /) -> list[Note]:
        """Return further lines for the list beside the board."""
        return []

    def found_verdict(self, puzzle: P, result: SolveResult, /) -> Verdict:
        """Return the verdict on the search for one solution."""
        found = FOUND[result.status]
        return replace(found, line=found.text) if result.note else found

    def result_text(self, puzzle: P, result: SolveResult, /) -> tuple[str, Collection[Cell]]:
        """Return a sentence on what a search found, and the cells to mark."""
        if result.findings:
            return result.findings[0].message, result.findings[0].cells
        return result.note or FOUND[result.status].meaning, ()

    def marked(self, puzzle: P, finding: Finding, /) -> tuple[Cell, ...]:
        """Return the cells that show a finding."""
        return finding.cells

    def example(self, known: Known, /) -> tuple[S | None, tuple[Cell, ...]]:
        """Return a solution that shows what the verdict means, if one does, and the cells where."""
        return None, ()

    def differing(self, puzzle: P, found: CheckResult, /) -> str:
        """Return what the two solutions of a check differ in, without a full stop."""
        return f"Two solutions differ in {len(found.differs)} cells"

    def solution_name(self, puzzle: P, /) -> str:
        """Return what one of its solutions is called, as in "3 solutions"."""
        return "solution"

    def letters(self, puzzle: P, solution: S, /) -> list[str]:
        """Return a solution as rows of characters, for a terminal without colours."""
        return []

    def color_names(self, puzzle: P, /) -> Mapping[str, str]:
        """Return its colours by their names in sentences."""
        return {}

    def size_text(self, puzzle: P, /) -> str:
        """Return its size in a few words: ``7 × 7, 6 colours``."""
        return f"{puzzle.width} × {puzzle.height}"


def completed(known: Known, found: Verdict, searching: str = "still looking") -> Verdict:
    """Return a verdict with the number of solutions, or with the reason why it is not known.

    `searching` is the short text while a search is under way.
    """
    if known.status is not CheckStatus.UNKNOWN:
        words = {"several": _several(known.count), "there_are": _there_are(known.count)}
        text, meaning = found.text.format(**words), found.meaning.format(**words)
        return replace(found, text=text, meaning=meaning)
    if known.looking is Looking.NOT_ASKED:
        meaning = "The puzzle is complete. Press Solve to solve it."
        return replace(found, text="ready to solve", meaning=meaning, mood=Mood.NEUTRAL)
    if why := _GIVEN_UP.get(known.looking):
        return replace(found, meaning=f"{found.meaning}: {why}.")
    return replace(found, text=searching, meaning=f"{found.meaning} yet.")


def incomplete(known: Known, text: str) -> Verdict:
    """Return the verdict on an incomplete puzzle: a short text, and what is missing."""
    missing = " ".join(finding.message for finding in known.findings[:5])
    meaning = f"The puzzle is not complete yet: {missing}"
    return Verdict(text, meaning, Mood.NEUTRAL, "not a complete puzzle")


def no_hint(known: Known, now: Trace) -> str:
    """Return why there is no further hint, never more certain than it is."""
    if now.solved:
        return "There is no further hint: the whole solution is on the board."
    if now.contradicted:
        return now.deductions[-1].message
    start = f"There is no {'further ' if now.deductions else ''}hint"
    if known.status == CheckStatus.UNSOLVABLE:
        proofs = [one.message for one in known.findings if one.severity is Severity.IMPOSSIBLE]
        why = proofs[0] if proofs else "Only a longer search shows that."
        return f"There is no solution. {why} {start}."
    if known.status == CheckStatus.UNIQUE:
        return f"{start}: there is one solution, but no deduction that leads to it was found."
    if known.status is CheckStatus.MULTIPLE and not known.is_unique:
        return f"{start}: there are several solutions, and no further deduction was found."
    return f"{start}: no further deduction was found."


def next_hint(known: Known, now: Trace, *, alone: str = "the only one") -> str:
    """Return the sentences for the last step; `alone` is what its solution is, if it has one."""
    step = now.deductions[-1]
    if now.contradicted:
        return step.message
    text = f"Hint {len(now.deductions)}: {step.message}"
    if now.solved:
        text += f" With this step you have the whole solution, {alone}."
    if known.status is CheckStatus.UNSOLVABLE:
        return f"There is no solution; hints help to see why. {text}"
    return text


def _several(count: Count | None) -> str:
    if count and count.number > 2:
        return f"{'' if count.exact else 'at least '}{count.number:,} solutions"
    return "two solutions" if count and count.exact else "several solutions"


def _there_are(count: Count | None) -> str:
    if count and count.exact:
        return f"There are exactly {count.number:,} solutions"
    if count and count.number > 2:
        return f"There are at least {count.number:,} solutions"
    return "There are several solutions"
