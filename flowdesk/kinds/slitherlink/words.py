"""The words for results on Slitherlinks that differ from those for every kind."""

from __future__ import annotations

from flowdesk.kinds import words
from flowdesk.kinds.answers import CheckResult, CheckStatus
from flowdesk.kinds.known import Known, Verdict
from flowdesk.kinds.slitherlink.puzzle import Slitherlink


def verdict(known: Known) -> Verdict:
    """Return the verdict on what is known of a puzzle."""
    if known.status is CheckStatus.INVALID:
        return words.incomplete(known, "drawing: no clues yet")
    return words.verdict(known)


def differing(puzzle: Slitherlink, found: CheckResult) -> str:
    """Return what the two solutions of a check differ in, as a sentence without its full stop."""
    first, second = found.solutions
    edges = len(first.edges ^ second.edges)
    return f"Two solutions differ in {edges} edges of {len(found.differs)} cells"
