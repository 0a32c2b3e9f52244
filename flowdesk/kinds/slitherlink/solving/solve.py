"""Solve a puzzle, and tell whether it has no, one or several solutions."""

from __future__ import annotations

from flowdesk.kinds.loops import differing_cells
from flowdesk.kinds.slitherlink.findings import impossible, incomplete
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import Encoding
from flowdesk.kinds.slitherlink.solving.formula import formula
from flowdesk.kinds.solving import EncodedSolving


class SlitherlinkSolving(EncodedSolving[Slitherlink, Loop]):
    """Solutions by SAT: the puzzle as a formula of which cells are inside."""

    has_formula = True
    formula = staticmethod(formula)
    incomplete = staticmethod(incomplete)
    impossible = staticmethod(impossible)
    differing = staticmethod(differing_cells)

    def encoding(self, puzzle: Slitherlink) -> Encoding:
        return Encoding(puzzle)


solve, check = SlitherlinkSolving().solve, SlitherlinkSolving().check
