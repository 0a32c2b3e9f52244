"""Words: what is said of puzzles of a kind, and what fits every kind."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import ClassVar, Generic, NamedTuple

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import P, S
from flowdesk.kinds.answers import CheckResult, CheckStatus, Count, SolveResult, SolveStatus, Trace
from flowdesk.kinds.known import Known, Looking, Mood, Note, Verdict

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
