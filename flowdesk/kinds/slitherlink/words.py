"""The words for results on Slitherlinks that differ from those for every kind."""

from __future__ import annotations

from flowdesk.kinds import words
from flowdesk.kinds.answers import CheckResult, CheckStatus
from flowdesk.kinds.known import Known, Verdict
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, size_text
from flowdesk.kinds.slitherlink.tiles import letters


class SlitherlinkWords(words.Words[Slitherlink, Loop]):
    """What is said of Slitherlinks."""

    introduction = (
        "Draw Slitherlink puzzles, solve them, and watch the loop run round.\n\n"
        "The solution is one closed loop along the grid. A number says how many of the four edges "
        "of its cell are on the loop."
    )
    names = words.Names(
        items="clues",
        labels="Shade the inside",
        complete="Thin out the clues",
        attempt="this loop",
    )
    counted = "clues"
    complete_when = "there is a clue"
    size_text = staticmethod(size_text)
    letters = staticmethod(letters)

    def verdict(self, known: Known) -> Verdict:
        if known.status is CheckStatus.INVALID:
            return words.incomplete(known, "drawing: no clues yet")
        return super().verdict(known)

    def differing(self, puzzle: Slitherlink, found: CheckResult) -> str:
        first, second = found.solutions
        edges = len(first.edges ^ second.edges)
        return f"Two solutions differ in {edges} edges of {len(found.differs)} cells"
