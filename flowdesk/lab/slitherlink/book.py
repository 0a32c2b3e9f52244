"""Slitherlink's rules as a rule book: the classic clause types in two forms, and FlowDesk's own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from flowdesk.core.grid import by_row
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, mistakes
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.lab.rulebook import (
    Broken,
    Example,
    RuleBook,
    RuleEncoding,
    RuleForm,
    RuleOrder,
)
from flowdesk.lab.slitherlink.answer import LoopAnswer, answer_of, broken, broken_of_report
from flowdesk.lab.slitherlink.formula import (
    RULE_OF_GROUP,
    FastLoopFormula,
    LoopFormula,
    ReportFormula,
)
from flowdesk.lab.slitherlink.names import LoopNames
from flowdesk.lab.slitherlink.rules import (
    FAST_LETTERS,
    FAST_RULES,
    LETTERS,
    LOOPS_LAST,
    REPORT_LETTERS,
    REPORT_RULES,
    RULES,
)
from flowdesk.lab.slitherlink.tiles import answer_cells, answer_rows, answer_tiles, state_tiles

#: The gap in the published form, as a sentence.
_GAP = "As first published, rules 3 and 4 hold where every r is true: several loops pass, or none."


_ORDERS = (
    RuleOrder(
        "Loops last",
        "What every loop obeys, then what leaves one",
        LOOPS_LAST,
    ),
)


class SlitherlinkRules(RuleBook[Slitherlink, Loop, LoopAnswer, LoopFormula | FastLoopFormula]):
    """The classic clause types, and those of the report."""

    forms = {
        "corrected": RuleForm(
            "Corrected",
            "The classic clause types, so that cells cannot reach each other in a circle",
            RULES,
            LETTERS,
            _ORDERS,
        ),
        "published": RuleForm(
            "Published",
            "As first published, in a report: cells inside reach each other, if only by saying so",
            REPORT_RULES,
            REPORT_LETTERS,
            _ORDERS,
        ),
        "fast": RuleForm(
            "FlowDesk's", "FlowDesk's own formula, with which it solves", FAST_RULES, FAST_LETTERS
        ),
    }
    most_cells = 400
    fast = FastLoopFormula
    encodings = (
        RuleEncoding("classic", "classic", "The classic clause types, corrected"),
        RuleEncoding("fast", "FlowDesk's", "The formula with which FlowDesk solves", "fast"),
    )
    fast_rule_of = RULE_OF_GROUP
    added = {"fast": (3,)}
    demands = {
        0: "have the same value as the cells beside for the edges between them",
        1: "have as many edges as the clue says",
        2: "be inside or outside, as the edges say; all cells of a side are connected",
        3: "be reached, or be the first cell inside",
        4: "be reached in more steps than the cell from which it is reached",
        5: "have none or two edges at each corner",
    }
    mends = {
        0: ("settled", "edge", "on which two cells did not agree"),
        1: ("satisfied", "clue", ""),
        5: ("mended", "corner", "where the loop ended, branched or crossed itself"),
    }
    counted_as_two = (
        "Two answers are different if an edge is. How cells reach each other does not count."
    )
    names = LoopNames
    answer_of = staticmethod(answer_of)
    answer_cells = staticmethod(answer_cells)
    answer_tiles = staticmethod(answer_tiles)
    state_tiles = staticmethod(state_tiles)
    answer_rows = staticmethod(answer_rows)
    legend = "Crosses: edges that are off. Shaded: inside or outside the loop."
    corrected_can = "exclude several loops"
    published_flaw = "rules 3 and 4 hold where every r is true: several loops pass, or none."
    gap = (4, _GAP)
    example = Example(
        "slitherlink/05x05-first-loop.json", "First Loop, a puzzle that comes with FlowDesk"
    )
    gap_example = Example(
        "slitherlink/05x05-several-loops.json",
        "A puzzle to which the published rules allow several loops",
    )
    corrected_tip = "The same rules, but cells cannot reach each other in a circle"

    def classic(self, puzzle: Slitherlink, form: str) -> LoopFormula:
        return ReportFormula(puzzle) if form == "published" else LoopFormula(puzzle)

    def broken(
        self, puzzle: Slitherlink, answer: LoopAnswer, form: str, rules: Collection[int]
    ) -> list[Broken]:
        return (
            broken_of_report(puzzle, answer)
            if form == "published"
            else broken(puzzle, answer, rules)
        )

    def games_of(
        self, puzzle: Slitherlink, rules: Collection[int], form: str
    ) -> tuple[Slitherlink, ...]:
        """Return the puzzle; without rule 1, one with each clue in its first cell and no other."""
        first = puzzle.board.cells[0]
        if 1 not in rules and super().games_of(puzzle, {*rules, 1}, form):
            return tuple(replace(puzzle, clues={first: clue}) for clue in range(5))
        return super().games_of(puzzle, rules, form)

    def why_not_forced(self, puzzle: Slitherlink, solution: Loop, form: str) -> str:
        encoding = SlitherlinkEncoding(puzzle)
        encoding.exclude(solution)
        if encoding.find() is None:
            return _GAP
        return "There are several solutions: no set of these rules forces one of them."

    def solves(self, puzzle: Slitherlink, answer: LoopAnswer) -> bool:
        loop = Loop(frozenset(filter(answer.has, puzzle.board.edges)))
        return not mistakes(puzzle, loop) and answer_of(puzzle, loop) == answer

    def cells_json(self, answer: LoopAnswer) -> list[dict[str, object]]:
        return [{"cell": cell, "sides": list(answer.looks[cell])} for cell in by_row(answer.looks)]


SLITHERLINK_RULES = SlitherlinkRules()
