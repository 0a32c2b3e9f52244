"""What is known of a level so far, and how to say it: in a few words, in a sentence, in notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell
from flowdesk.formats.registry import text_of
from flowdesk.kinds.answers import (
    Certainty,
    Change,
    CheckResult,
    CheckStatus,
    Conflict,
    Count,
    Difficulty,
    NonTouching,
)
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution, touches

#: How many solutions each status of a check means, at least and at most.
_NUMBERS = {
    CheckStatus.UNSOLVABLE: (0, 0),
    CheckStatus.UNIQUE: (1, 1),
    CheckStatus.MULTIPLE: (2, inf),
}


class Mood(Enum):
    """How a verdict is to be taken: it gives the badge its colour."""

    NEUTRAL = "neutral"
    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


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
class Verdict:
    """What the badge says, what it means, and how it is to be taken."""

    text: str
    meaning: str
    mood: Mood


@dataclass(frozen=True)
class Note:
    """A line of the list beside the board: a text, and what can be done with it.

    `cells` is where to look, `change` what may be done about it, `attempt` paths to be shown.
    """

    text: str
    cells: tuple[Cell, ...] = ()
    change: Change | None = None
    attempt: Solution | None = None


@dataclass(frozen=True)
class Known:
    """What is known of a level so far. `check` may be what the search has found on its way."""

    level: Level
    findings: tuple[Finding, ...] = ()
    looking: Looking = Looking.NOT_ASKED
    check: CheckResult | None = None
    count: Count | None = None
    difficulty: Difficulty | None = None
    conflict: Conflict | None = None
    changes: Sequence[Change] | None = None
    certainty: Certainty | None = None

    @property
    def is_complete(self) -> bool:
        """Whether every colour has its two endpoints."""
        return not any(finding.severity is Severity.INVALID for finding in self.findings)

    @property
    def status(self) -> CheckStatus:
        """How many solutions there are, whichever search found it; never invalid."""
        status = status_of(*bounds(self.check, self.count))
        is_impossible = any(one.severity is Severity.IMPOSSIBLE for one in self.findings)
        return CheckStatus.UNSOLVABLE if status == CheckStatus.UNKNOWN and is_impossible else status

    @property
    def non_touching(self) -> NonTouching:
        """How many solutions touch nowhere."""
        return self.check.non_touching if self.check else NonTouching.UNKNOWN


def bounds(check: CheckResult | None, count: Count | None) -> tuple[int, float]:
    """How many solutions there are at least and at most, as far as a check and a count tell.

    At least more than at most means that they contradict each other: see `disagreement`.
    """
    fewest, most = _NUMBERS.get(check.status, (len(check.solutions), inf)) if check else (0, inf)
    if count:
        fewest, most = max(fewest, count.number), min(most, count.number if count.exact else inf)
    return fewest, most


def status_of(fewest: int, most: float) -> CheckStatus:
    """What it means that there are at least and at most so many solutions."""
    if 2 <= fewest <= most:
        return CheckStatus.MULTIPLE
    if fewest == most:
        return CheckStatus.UNIQUE if fewest else CheckStatus.UNSOLVABLE
    return CheckStatus.UNKNOWN


def disagreement(level: Level, check: CheckResult | None, count: Count | None) -> str:
    """What is to be reported if a check and a count cannot both be right; empty if they can."""
    fewest, most = bounds(check, count)
    if fewest <= most or check is None or count is None:
        return ""
    number = f"{'' if count.exact else 'at least '}{count.number}"
    return (
        f"The check of this level says {check.status.value!r} (solutions at hand: "
        f"{len(check.solutions)}), but its count is {number}.\n\n"
        f"{text_of(Entry(level))}"
    )


def verdict(known: Known) -> Verdict:
    """What there is to say, never more certain than it is."""
    if not known.is_complete:
        return _drawing(known)
    strictly = not known.level.touching
    match known.status, known.non_touching:
        case CheckStatus.UNSOLVABLE, _ if free := _free_cells(known.level):
            cells = "1 cell" if free == 1 else f"{free} cells"
            meaning = (
                f"Your paths leave {cells} free: draw more of them, or let the rest be filled. "
                "The endpoints alone have no solution yet."
            )
            return Verdict(f"drawing: {cells} free", meaning, Mood.NEUTRAL)
        case CheckStatus.UNSOLVABLE, _:
            meaning = "There is no way to connect every pair and cover every cell."
            if strictly:
                meaning += " Paths that touch themselves do not count: this level forbids them."
            return Verdict("no solution", meaning, Mood.BAD)
        case CheckStatus.UNIQUE, _ if strictly:
            meaning = "There is exactly one solution in which no path runs beside itself."
            return Verdict("exactly one solution", meaning, Mood.GOOD)
        case CheckStatus.UNIQUE, NonTouching.NONE:
            meaning = (
                "There is exactly one solution, and in it a path runs beside itself. The game "
                "allows that; most designers avoid it."
            )
            return Verdict("exactly one solution, touching itself", meaning, Mood.DOUBTFUL)
        case CheckStatus.UNIQUE, _:
            meaning = "There is exactly one way to connect every pair and cover every cell."
            return Verdict("exactly one solution", meaning, Mood.GOOD)
        case CheckStatus.MULTIPLE, NonTouching.ONE:
            meaning = (
                f"{_how_many(known.count)}, but in only one of them no path runs beside itself. "
                "Most designers count only that one; the game accepts all of them."
            )
            return Verdict("one non-touching solution, others touch", meaning, Mood.DOUBTFUL)
        case CheckStatus.MULTIPLE, NonTouching.NONE:
            meaning = f"{_how_many(known.count)}, and in all of them a path runs beside itself."
            return Verdict(_several(known.count), meaning, Mood.BAD)
        case CheckStatus.MULTIPLE, _:
            return Verdict(_several(known.count), f"{_how_many(known.count)}.", Mood.BAD)
    return _open(known)


def _drawing(known: Known) -> Verdict:
    """The level is not complete: what is missing."""
    missing = [finding for finding in known.findings if finding.rule == "endpoint-count"]
    labels = [known.level.endpoints[finding.cells[0]] for finding in missing]
    counts = {label: len(known.level.pairs[label]) for label in labels}
    if not labels:
        text = "drawing: no dots yet"
    elif len(labels) > 1:
        text = f"drawing: {len(labels)} colours unfinished"
    elif counts[labels[0]] == 1:
        text = f"drawing: {labels[0]} needs a partner"
    else:
        text = f"drawing: {labels[0]} stands {counts[labels[0]]} times"
    meaning = "The level is not complete yet: " + " ".join(f.message for f in known.findings[:5])
    return Verdict(text, meaning, Mood.NEUTRAL)


def _open(known: Known) -> Verdict:
    """What can be said of a complete level while the number of its solutions is not known."""
    so_far = {
        NonTouching.ONE: "There is exactly one solution in which no path runs beside itself. "
        "Whether there are others, which touch themselves, is not known",
        NonTouching.NONE: "Every solution, if there is one, touches itself",
    }.get(known.non_touching, "Nothing is known for certain")
    match known.looking:
        case Looking.NOT_ASKED:
            return Verdict(
                "ready to solve", "The level is complete. Press Solve to solve it.", Mood.NEUTRAL
            )
        case Looking.SOON | Looking.AT_WORK | Looking.DONE:
            short = (
                "one non-touching, still looking" if known.non_touching == NonTouching.ONE else ""
            )
            return Verdict(short or "still looking", f"{so_far} yet.", Mood.NEUTRAL)
        case Looking.STOPPED:
            why = "the search was stopped"
        case Looking.TIMED_OUT:
            why = "the search took too long"
        case Looking.DIED:
            why = "the search's process ended; it may have run out of memory"
    short = (
        "one non-touching, others unknown" if known.non_touching == NonTouching.ONE else "unknown"
    )
    return Verdict(short, f"{so_far}: {why}.", Mood.DOUBTFUL)


def _several(count: Count | None) -> str:
    if count and count.number > 2:
        return f"{'' if count.exact else 'at least '}{count.number:,} solutions"
    return "two solutions" if count and count.exact else "several solutions"


def _how_many(count: Count | None) -> str:
    if count and count.exact:
        return f"There are exactly {count.number:,} solutions"
    if count and count.number > 2:
        return f"There are at least {count.number:,} solutions"
    return "There are several solutions"


def notes(known: Known, flip_key: str) -> list[Note]:
    """What is worth saying beside the board, the most useful first."""
    found = [Note(finding.message, finding.cells) for finding in known.findings]
    if known.is_complete:
        found.insert(0, Note(verdict(known).meaning))
        if known.status == CheckStatus.UNSOLVABLE and _free_cells(known.level):
            return found[:1]
    conflict = known.conflict
    if conflict and (not known.findings or len(conflict.labels) > 1):
        found.append(Note(conflict.message, conflict.cells, attempt=conflict.answer))
    check = known.check
    if check and check.differs:
        found.append(
            Note(
                f"Two solutions differ in {len(check.differs)} cells. {flip_key} shows one, then "
                "the other.",
                check.differs,
            )
        )
    elif known.count and known.count.gave_up and known.status == CheckStatus.UNKNOWN:
        found.append(Note(known.count.gave_up))
    found += _about_drawn(known)
    if known.changes:
        one = "This leaves" if len(known.changes) == 1 else "Each of these leaves"
        found.append(Note(f"{one} exactly one solution:"))
        for change in known.changes:
            touching = " Then it touches itself." if touches(change.level, change.solution) else ""
            found.append(Note(change.message + touching, change.cells, change))
    if known.changes is not None and not known.changes:
        found.append(Note("No small change was found that would leave exactly one solution."))
    if known.difficulty:
        found.append(
            Note(f"Difficulty: {known.difficulty.level}, score {known.difficulty.score:g}.")
        )
    return found


def _free_cells(level: Level) -> int:
    """How many cells are still free where somebody draws paths instead of endpoints; else 0."""
    if not level.drawn or level.drawn.keys() != level.pairs.keys():
        return 0
    return len(level.cells) - sum(map(len, level.drawn.values()))


def summary(known: Known) -> tuple[str, frozenset[Cell]]:
    """What is to be said first, and of which cells."""
    if not known.findings or (known.is_complete and _free_cells(known.level)):
        return verdict(known).meaning, frozenset()
    more = len(known.findings) - 1
    cells = frozenset(cell for finding in known.findings for cell in finding.cells)
    return known.findings[0].message + (f"  (and {more} more)" if more else ""), cells


def _about_drawn(known: Known) -> list[Note]:
    """Whether the author's solution is the solution."""
    own = drawn_solution(known.level)
    if own is None:
        return []
    touching = touches(known.level, own)
    cells = tuple({cell for edge in touching for cell in edge})
    if touching and not known.level.touching:
        return [Note("Your paths touch themselves, which this level forbids.", cells)]
    if known.status == CheckStatus.UNIQUE:
        return [Note("Your paths are the solution: there is no other.")]
    if known.non_touching == NonTouching.ONE and touching:
        text = "Your paths touch themselves; the one solution that does not is another."
        return [Note(text, cells)]
    if known.non_touching == NonTouching.ONE:
        return [Note("Your paths are the only solution in which nothing touches itself.")]
    if known.status == CheckStatus.MULTIPLE:
        return [Note("Your paths are a solution, but not the only one.")]
    return [Note("Your paths are a solution.")]
