"""Slitherlink's rules as a rule book: the classic clause types in two forms, and FlowDesk's own.

And how answers are drawn, with marks where rules are broken, and states of a search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from flowdesk.core.grid import (
    OPPOSITE,
    SIDES,
    Cell,
    Edge,
    around,
    beside,
    by_row,
    edge_at,
    edges_of,
    side_of,
)
from flowdesk.draw.scene import MarkedEdge, Tile, Tiles
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, mistakes
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.kinds.slitherlink.tiles import cell_tiles, edge_tiles, letters, segments
from flowdesk.lab.formula import Fixed, Key, Names, State, place
from flowdesk.lab.rulebook import (
    Broken,
    Example,
    RuleBook,
    RuleEncoding,
    RuleForm,
    RuleOrder,
    layered,
    mark_tiles,
)
from flowdesk.lab.slitherlink.formula import (
    RULE_OF_GROUP,
    SIDE_LETTERS,
    FastLoopFormula,
    LoopFormula,
    ReportFormula,
)
from flowdesk.lab.slitherlink.rules import (
    FAST_LETTERS,
    FAST_RULES,
    LETTERS,
    LOOPS_LAST,
    REPORT_LETTERS,
    REPORT_RULES,
    RULES,
    LoopAnswer,
    answer_of,
    answer_with,
    broken,
    broken_of_report,
)


class LoopNames(Names[LoopAnswer]):
    """Edges make the loop; where none are named, it is between inside and outside."""

    hint = (
        "Names are n(row,column), s(...), w(...) and e(...) for the edges of a cell, "
        "in(row,column) for a cell inside the loop, and z(row,column) for one outside."
    )

    def __init__(self, puzzle: Slitherlink) -> None:
        self._puzzle = puzzle
        self.open_cells = puzzle.board.cells
        self.keys = dict(self._named())

    def _named(self) -> Iterator[tuple[str, Key]]:
        for cell in self._puzzle.board.cells:
            for d in SIDES:
                yield f"{SIDE_LETTERS[d]}({place(cell)})", ("side", cell, d)
            yield f"z({place(cell)})", ("z", cell)
            yield f"in({place(cell)})", ("in", cell)
            yield SlitherlinkEncoding.describe(cell), ("in", cell)

    def about(self, key: Key) -> Collection[Cell]:
        return (key[1], beside(key[1], key[2])) if key[0] == "side" else key[1:]

    def facts(self, answer: LoopAnswer) -> frozenset[Key]:
        cells, edges = self._puzzle.board.cells, self._puzzle.board.edges
        inside = Loop(frozenset(filter(answer.has, edges))).inside
        sides = (("side", *side) for side in answer.sides)
        return frozenset([*sides, *(("in" if at in inside else "z", at) for at in cells)])

    def answer(self, true: Collection[Key], named: Collection[Key]) -> LoopAnswer:
        words = {key[0] for key in named}
        if "side" in words:
            sides = {key[1:] for key in true if key[0] == "side"}
            others = {(beside(cell, d), OPPOSITE[d]) for cell, d in sides}
            sides |= {
                side
                for side in others
                if self._puzzle.on_board(side[0]) and ("side", *side) not in named
            }
            return LoopAnswer(frozenset(sides))
        inside = {key[1] for key in true if key[0] == "in"}
        if "in" not in words:
            inside = {key[1] for key in named if key[0] == "z" and key not in true}
        on = [(a, b) for a, b in self._puzzle.board.edges if (a in inside) != (b in inside)]
        return answer_with(self._puzzle, on)


#: How strongly cells inside and outside are shaded in a search, and edges are crossed that are off.
_INSIDE, _OUTSIDE, _CROSSED = 0.25, 0.8, 0.6


def answer_cells(
    puzzle: Slitherlink, answer: LoopAnswer | None, marked: Iterable[Cell]
) -> set[Cell]:
    """Return the cells that look different from the puzzle alone; some are off the board."""
    looks = answer.looks if answer else {}
    return {*marked, *looks, *(near for cell in looks for near in around(cell))}


def answer_tiles(
    puzzle: Slitherlink,
    answer: LoopAnswer | None,
    cell: Cell,
    marked: Mapping[Cell, float],
    *,
    labels: bool,
) -> Tiles:
    """Return a cell, or a place just outside the board, with its own sides that are on.

    The inside is not shaded, whatever `labels` is: several loops have none.
    """
    segment = segments(_near(puzzle, answer, cell)).get(cell) if answer else None
    return layered(cell_tiles(puzzle, cell, segment), *mark_tiles(puzzle, cell, marked))


def answer_rows(puzzle: Slitherlink, answer: LoopAnswer) -> list[str]:
    """Return rows of characters: the edges that are on, with the clues between."""
    edges = filter(answer.has, puzzle.board.edges)
    return letters(puzzle, Loop(frozenset(edges)))


def _near(puzzle: Slitherlink, answer: LoopAnswer, cell: Cell) -> Loop:
    """Return the edges on round a cell: of the cell's own edges those that it has on itself."""
    own = set(edges_of(cell)) if puzzle.on_board(cell) else set()
    found = set()
    for at in around(cell):
        for d in answer.looks.get(at, ""):
            edge = edge_at(at, d)
            if at == cell or edge not in own:
                found.add(edge)
    return Loop(frozenset(found))


def state_tiles(
    puzzle: Slitherlink,
    formula: LoopFormula | FastLoopFormula,
    state: State,
    cell: Cell,
    *,
    labels: bool,
) -> Tiles:
    """Return a cell, or a place just outside the board, in a state of a search.

    Edges that are off are crossed, what was decided is dashed, and sides of the loop are shaded.
    """
    shade: list[Tile] = []
    decided: list[Tile] = []
    if puzzle.on_board(cell) and (inside := formula.inside(state, cell)):
        kind, strength = ("inside", _INSIDE) if inside.is_true else ("hole", _OUTSIDE)
        shade.append(Tile(kind, strength=strength * inside.strength))  # type: ignore[arg-type]  # two literals
        if inside.is_decided:
            decided.append(Tile("pattern", "", inside.strength, "frame"))
    used: list[MarkedEdge] = []
    unused: list[MarkedEdge] = []
    for edge, (fixed, d) in _sides_round(puzzle, formula, state, cell).items():
        if fixed.is_decided and d and fixed.is_true:
            decided.append(Tile("pattern", "", fixed.strength, f"edge {d}"))
        elif fixed.is_true:
            used.append((edge, "", fixed.strength))
        elif d:
            unused.append((edge, "", _CROSSED * fixed.strength))
    marks = edge_tiles(used, unused).get(cell, ())
    return layered(cell_tiles(puzzle, cell), shade, (*marks, *decided))


def _sides_round(
    puzzle: Slitherlink, formula: LoopFormula | FastLoopFormula, state: State, cell: Cell
) -> Mapping[Edge, tuple[Fixed, str]]:
    """Return the known edges round a cell; its own as it has them itself, with their sides."""
    found: dict[Edge, tuple[Fixed, str]] = {}
    for at in around(cell):
        if puzzle.on_board(at):
            for d in SIDES:
                edge = edge_at(at, d)
                is_own, touches = at == cell, cell in edge
                if (is_own or edge not in found) and (fixed := formula.side(state, at, d)):
                    own = d if is_own else side_of(cell, edge) if touches else ""
                    if not touches or is_own or not puzzle.on_board(cell):
                        found[edge] = fixed, own
    return found


#: What is wrong with the published rules, as the end of a sentence; and as a whole one.
_FLAW = "rules 3 and 4 hold where every r is true: several loops pass, or none."
_GAP = f"As first published, {_FLAW}"


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
    published_flaw = _FLAW
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
        is_report = form == "published"
        return broken_of_report(puzzle, answer) if is_report else broken(puzzle, answer, rules)

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
