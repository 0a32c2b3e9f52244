"""Flow's rules as a rule book: the classic formulation in two forms, and FlowDesk's own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from flowdesk.core.grid import OPPOSITE, SIDES, Cell, by_row, connected, direction
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.lab.flow import notebook
from flowdesk.lab.flow.answer import FlowAnswer, answer_of, broken, free_cells, solution_of
from flowdesk.lab.flow.encodings import ENCODINGS
from flowdesk.lab.flow.formula import NO_COLOR, RULE_OF_GROUP, FastFlowFormula, FlowFormula
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
from flowdesk.lab.formula import Key, Names, place
from flowdesk.lab.rulebook import Broken, Example, RuleBook, RuleForm, RuleOrder
from flowdesk.sat.cnf import Cnf


class FlowNames(Names[FlowAnswer]):
    """Arms and steps make the paths; where none are named, neighbours of one colour are joined.

    Where no colours are named, those of the endpoints hold along the paths.
    """

    hint = (
        "Names are P(row,column,colour,side), arm(row,column,side), colour(row,column,colour), "
        "edge(row,column,row,column), bit(row,column,bit) and link(colour); sides are t, b, l, r."
    )

    def __init__(self, level: Level) -> None:
        self._level = level
        self._labels = list(level.pairs)
        self._bits = range(max(len(self._labels) - 1, 0).bit_length())
        self.open_cells = tuple(free_cells(level))
        self.keys = dict(self._named())

    def _named(self) -> Iterator[tuple[str, Key]]:
        for cell in self._level.cells:
            at = place(cell)
            for d in SIDES:
                yield f"arm({at},{d})", ("arm", cell, d)
                for label in self._labels:
                    yield f"P({at},{label},{d})", ("P", cell, label, d)
            for label in self._labels:
                yield f"colour({at},{label})", ("colour", cell, label)
            for bit in self._bits:
                key = ("bit", cell, bit)
                yield f"bit({at},{bit})", key
                yield FlowEncoding.describe(key), key
        for a, b in self._level.board.links:
            yield f"edge({place(a)},{place(b)})", ("edge", a, b)
            yield f"edge({place(b)},{place(a)})", ("edge", a, b)
            yield FlowEncoding.describe(("edge", (a, b))), ("edge", a, b)
        for label in self._labels:
            yield f"link({label})", ("link", label)

    def about(self, key: Key) -> Collection[Cell]:
        if key[0] == "link":
            return self._level.pairs[key[1]]
        return key[1:] if key[0] == "edge" else key[1:2]

    def facts(self, answer: FlowAnswer) -> frozenset[Key]:
        ends, board = self._level.endpoints, self._level.board
        arms = set(answer.arms)
        for cell, label in ends.items():
            for d, near in board.sides(cell).items():
                is_linked = label in answer.links and ends.get(near) == label
                if is_linked or (near, label, OPPOSITE[d]) in answer.arms:
                    arms.add((cell, label, d))
        color = {cell: label for cell, label, _ in arms} | dict(ends)
        on = {(cell, d) for cell, _, d in arms}
        return frozenset(
            [
                *(("P", *arm) for arm in arms),
                *(("arm", *arm) for arm in on),
                *(("edge", a, b) for a, b in board.links if (a, direction(a, b)) in on),
                *(("colour", cell, label) for cell, label in color.items()),
                *(("link", label) for label in answer.links),
                *(
                    ("bit", cell, bit)
                    for cell, label in color.items()
                    for bit in self._bits
                    if label in self._labels and self._labels.index(label) >> bit & 1
                ),
            ]
        )

    def answer(self, true: Collection[Key], named: Collection[Key]) -> FlowAnswer:
        words = {key[0] for key in named}
        if "P" in words:
            arms = {key[1:] for key in true if key[0] == "P"}
        else:
            colors = self._colors(true, by_bits="colour" not in words and "bit" in words)
            is_drawn = bool(words & {"arm", "edge"})
            ways = self._ways(true) if is_drawn else self._ways_within(colors)
            if not words & {"colour", "bit"}:
                colors = self._colors_along(ways)
            arms = {(at, label, d) for at, d in ways for label in colors.get(at, {NO_COLOR})}
        ends, sides = self._level.endpoints, self._level.board.sides
        links = {key[1] for key in true if key[0] == "link"}
        if "link" not in words:
            links = {
                label
                for cell, label, d in arms
                for near in [sides(cell).get(d)]
                if near and label == ends.get(near) == ends.get(cell)
            }
        return FlowAnswer(frozenset(arm for arm in arms if arm[0] not in ends), frozenset(links))

    def _colors(self, true: Collection[Key], *, by_bits: bool) -> dict[Cell, set[str]]:
        colors: defaultdict[Cell, set[str]] = defaultdict(set)
        for key in true:
            if key[0] == "colour":
                colors[key[1]].add(key[2])
        for cell in self._level.cells if by_bits else ():
            number = sum(1 << bit for bit in self._bits if ("bit", cell, bit) in true)
            colors[cell] = {self._labels[number] if number < len(self._labels) else NO_COLOR}
        return colors | {cell: {label} for cell, label in self._level.endpoints.items()}

    def _colors_along(self, ways: set[tuple[Cell, str]]) -> dict[Cell, set[str]]:
        """Return the colours of the endpoints to which steps lead from each cell."""
        ends, board = self._level.endpoints, self._level.board
        colors: dict[Cell, set[str]] = {}

        def nexts(cell: Cell) -> list[Cell]:
            return [
                near
                for d, near in board.sides(cell).items()
                if (cell, d) in ways or (near, OPPOSITE[d]) in ways
            ]

        for part in connected(board.cells, nexts):
            found = {ends[cell] for cell in part if cell in ends} or {NO_COLOR}
            colors |= dict.fromkeys(part, found)
        return colors

    @staticmethod
    def _ways(true: Collection[Key]) -> set[tuple[Cell, str]]:
        ways = {key[1:] for key in true if key[0] == "arm"}
        for key in true:
            if key[0] == "edge":
                _, a, b = key
                ways |= {(a, direction(a, b)), (b, direction(b, a))}
        return ways

    def _ways_within(self, colors: dict[Cell, set[str]]) -> set[tuple[Cell, str]]:
        return {
            (cell, d)
            for cell in colors
            for d, near in self._level.board.sides(cell).items()
            if colors[cell] & colors.get(near, set())
        }


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
            notebook.RULES_OF_NOTEBOOK,
            LETTERS,
            (
                RuleOrder(
                    "Notebook",
                    "As written down: the border comes early",
                    notebook.NOTEBOOK,
                ),
            ),
            notebook.NOTEBOOK_HELPERS,
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
        return notebook.NotebookFormula(level) if form == "published" else FlowFormula(level)

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
