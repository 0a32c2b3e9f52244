"""The words for results on Slitherlinks that differ from those for every kind."""

from __future__ import annotations

from flowdesk.kinds import words
from flowdesk.kinds.answers import CheckResult, CheckStatus
from flowdesk.kinds.known import Known, Verdict


def verdict(known: Known) -> Verdict:
    """Return the verdict on what is known of a puzzle."""
    if known.status is CheckStatus.INVALID:
        return words.incomplete(known, "drawing: no clues yet")
    return words.verdict(known)


def differing(found: CheckResult) -> str:
    """Return how much the two solutions of a check differ in: ``12 edges of 11 cells``."""
    first, second = found.solutions
    return f"{len(first.edges ^ second.edges)} edges of {len(found.differs)} cells"
