"""Flow's rules as a rule book: the classic formulation in two forms, and FlowDesk's own."""

from __future__ import annotations

from collections.abc import Collection

from flowdesk.core.grid import by_row
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.lab.flow.answer import FlowAnswer, answer_of, broken, solution_of
from flowdesk.lab.flow.encodings import ENCODINGS
from flowdesk.lab.flow.formula import RULE_OF_GROUP, FastFlowFormula, FlowFormula
from flowdesk.lab.flow.names import FlowNames
from flowdesk.lab.flow.notebook import (
    NOTEBOOK,
    NOTEBOOK_HELPERS,
    RULES_OF_NOTEBOOK,
    NotebookFormula,
)
from flowdesk.lab.flow.notebook import broken as broken_of_notebook
from flowdesk.lab.flow.rules import (
    BORDER_FIRST,
    FAST_LETTERS,
    FAST_RULES,
    HELPERS,
    LETTERS,
    RULES,
    SHAPES,
    ways,
)
from flowdesk.lab.flow.tiles import answer_cells, answer_rows, answer_tiles, state_tiles
from flowdesk.lab.rulebook import Broken, Example, RuleBook, RuleForm, RuleOrder
from flowdesk.sat.cnf import Cnf


class FlowRules(RuleBook[Level, Solution, FlowAnswer, FlowFormula | FastFlowFormula]):
    """The classic rules with one variable for each arm, and those of the notebook."""

    forms = {
        "corrected": RuleForm(
            "Corrected",
            "The classic rules; endpoints side by side can be joined, and loops are excluded",
            RULES,
            LETTERS,
            (
                RuleOrder(
                    "Border first",
                    "First the border, then how paths go on",
                    BORDER_FIRST,
                ),
            ),
            HELPERS,
        ),
        "published": RuleForm(
            "Published",
            "As first written down, in a notebook: endpoints side by side cannot be joined, and "
            "nothing excludes loops",
            RULES_OF_NOTEBOOK,
            LETTERS,
            (
                RuleOrder(
                    "Notebook",
                    "As written down: the border comes early",
                    NOTEBOOK,
                ),
            ),
            NOTEBOOK_HELPERS,
        ),
        "fast": RuleForm(
            "FlowDesk's", "FlowDesk's own formula, with which it solves", FAST_RULES, FAST_LETTERS
        ),
    }
    most_cells = 400
    fast = FastFlowFormula
    encodings = ENCODINGS
    fast_rule_of = RULE_OF_GROUP
    added = {"corrected": (11,), "fast": (4, 5)}
    demands = {
        1: "have exactly one colour",
        2: "have exactly two arms",
        3: "be pointed at by one neighbour alone, which is of the same colour",
        **{n: f"continue in both neighbours if the arms point {ways(n)}" for n in SHAPES},
        10: "not point off the board or across a wall",
        11: "not form a loop",
        12: "be linked with neighbours of the same colour",
    }
    mends = {
        1: ("gave", "cell", "exactly one colour"),
        2: ("gave", "cell", "exactly two arms"),
        3: ("mended", "fault", "at endpoints"),
        **{n: ("mended", "misfit", f"beside cells with arms {ways(n)}") for n in SHAPES},
        10: ("removed", "arm", "that left the board or crossed a wall"),
        11: ("removed", "loop", ""),
        12: ("linked or parted", "pair", "of neighbours of one colour"),
    }
    counted_as_two = (
        "Two answers are different if an arm is, in its place or in its colour. "
        "Helpers follow from the arms and do not count."
    )
    names = FlowNames
    answer_of = staticmethod(answer_of)
    answer_cells = staticmethod(answer_cells)
    answer_tiles = staticmethod(answer_tiles)
    state_tiles = staticmethod(state_tiles)
    answer_rows = staticmethod(answer_rows)
    legend = "Small dots: colours that a cell may still have. Bars: no arm to that side."
    optional_broken = "a path touches itself"
    corrected_can = "can join two endpoints side by side"
    published_flaw = "they cannot join two endpoints side by side, and end with rule 10."
    gap = (11, "No rule against loops was published at first.")
    example = Example("05x05-first-steps.txt", "First Steps, a level that comes with FlowDesk")
    gap_example = Example(
        "05x05-gap-in-the-rules.txt",
        "A level whose solution the published rules forbid, while they allow a loop",
    )
    corrected_tip = "The same rules, but two endpoints side by side can be joined"

    def is_strict(self, level: Level) -> bool:
        return not level.touching

    def all_clauses(self, level: Level, form: str) -> Cnf:
        """Return all clauses, those of FlowDesk's own against the smallest loops included.

        These are stated only where paths may touch themselves.
        """
        whole = super().all_clauses(level, form)
        if form == "fast":
            whole.add("no loop", FastFlowFormula(level, [4]).cnf.clauses())
        return whole

    def classic(self, level: Level, form: str) -> FlowFormula:
        return NotebookFormula(level) if form == "published" else FlowFormula(level)

    def broken(
        self, level: Level, answer: FlowAnswer, form: str, rules: Collection[int]
    ) -> list[Broken]:
        return broken_of_notebook(level, answer) if form == "published" else broken(level, answer)

    def solves(self, level: Level, answer: FlowAnswer) -> bool:
        solution = solution_of(level, answer)
        is_right = not mistakes(level, solution) and answer_of(level, solution) == answer
        return is_right and (level.touching or not touches(level, solution))

    def why_not_forced(self, level: Level, solution: Solution, form: str) -> str:
        if form == "published" and (joined := sorted(answer_of(level, solution).links)):
            pair = f"the neighbouring endpoints of {color_name(level, joined[0])}"
            return f"As first published, the rules cannot join {pair}."
        if form == "published":
            return "These rules allow other answers, too: no set of them forces the solution."
        several = "There are several solutions: no set of these rules forces one of them"
        return f"{several}, even with rule 12."

    def cells_json(self, answer: FlowAnswer) -> list[dict[str, object]]:
        return [
            {"cell": cell, "colors": list(answer.looks[cell]), "arms": list(answer.arms_of[cell])}
            for cell in by_row(answer.arms_of)
        ]


FLOW_RULES = FlowRules()
