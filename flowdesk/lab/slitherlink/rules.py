"""The clause types of Slitherlink, classic and FlowDesk's own; answers, and what these break.

Variables: n, s, e, w say for a cell which of its edges are on, z that it is outside the loop, r
that one cell is reached from another.

The *corrected* types were made after those of the report of a course project, with their numbers: a
cell is reached from one neighbour, and later than that, so that nothing reaches itself in a circle;
then there is exactly one loop.

The report, in Spanish, is of the 2010s; its authors solved with MiniSat (N. Eén and N. Sörensson,
2003). Its types 0, 1 and 5 say the same. The others do not:

* Type 2 defines z of inner cells by their neighbours, so cells inside may support each other in
  being "outside".
* Types 3 and 4 never say that a cell is *not* reached: they hold where every r is true, and exclude
  nothing. Of the 62 answers that were handed in with the report 41 have several loops.
* Nothing says that there is a loop at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flowdesk.core.grid import (
    SIDES,
    Cell,
    Edge,
    beside,
    by_row,
    cells_at,
    connected,
    edge_at,
    edge_between,
    edges_at,
    neighbors,
    side_of,
)
from flowdesk.core.text import counted
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.lab.rulebook import Broken, Rule

EDGES = (
    "n, s, e, w(i,j): the edge above, below, to the right or left of the cell in row i and column "
    "j is on. z(c): cell c is outside the loop. edge(c,c'): the edge between two cells. "
)
LETTERS = EDGES + (
    "r(c',c): cell c is reached from its neighbour c', or from off the board. t(c): how many steps "
    "lead to c. first(c): c is the first cell inside, row by row."
)

RULES: tuple[Rule, ...] = (
    Rule(
        0,
        "One value an edge",
        "Each cell has a variable for each of its four edges. An edge between two cells has one in "
        "each: both are on, or both are off.",
        "e(i,j) ↔ w(i,j+1); s(i,j) ↔ n(i+1,j)",
    ),
    Rule(
        1,
        "Clues",
        "Exactly as many edges of a cell are on as its clue says.",
        "for every clue k at c: exactly k of n(c), s(c), e(c), w(c)",
    ),
    Rule(
        2,
        "Inside and outside",
        "An edge is on where one of its cells is inside and the other outside. Off the board is "
        "outside. Some cell is inside. Only the first cell inside is reached from nowhere: so all "
        "of the inside is connected, and the outside as well.",
        "edge(c,c') ↔ z(c) ≠ z(c'); first(c) → ¬z(c), and z(c') for every c' before c; some "
        "first(c)",
    ),
    Rule(
        3,
        "Reach a neighbour",
        "Every cell but the first one inside is reached from a neighbour without an edge between "
        "them, or from off the board.",
        "for every c: first(c), or r(c',c) for some c'; r(c',c) → ¬edge(c',c)",
    ),
    Rule(
        4,
        "Reach step by step",
        "A cell is reached in more steps than the one from which it is reached. So cells do not "
        "just reach each other in a circle.",
        "r(c',c) → t(c) > t(c')",
    ),
    Rule(
        5,
        "No end, no branch",
        "Where edges meet, none of them is on, or two are: the loop does not end, branch or cross "
        "itself. Several loops obey this, too.",
        "for every corner: none or two of its edges",
    ),
)

#: The order that ends with what excludes several loops.
LOOPS_LAST = (0, 1, 5, 2, 3, 4)

# As they were first written down, in the report.

REPORT_LETTERS = EDGES + "r(c,c'): cell c reaches c' without crossing the loop."

_CHANGED = {
    2: replace(
        RULES[2],
        text="A cell at the border is outside where it has no edge there. Any other cell is "
        "outside where a neighbour is, without an edge between them. Cells inside may support each "
        "other in being outside.",
        formula="at the border: ¬edge ↔ z(c); for every other c: z(c) ↔ ¬edge(c,c') ∧ z(c') for "
        "some neighbour c'",
    ),
    3: replace(
        RULES[3],
        name="Reach",
        text="A cell reaches itself, and what it reaches, it reaches beyond: all neighbours "
        "without an edge between them. Nothing says which cells it does not reach: every r may be "
        "true.",
        formula="r(c,c); r(c,c') ∧ ¬edge(c',c'') → r(c,c'')",
    ),
    4: replace(
        RULES[4],
        name="Reach inside",
        text="Any two cells inside reach each other. That is to exclude several loops, but it "
        "holds where every r is true.",
        formula="¬z(c) ∧ ¬z(c') → r(c,c')",
    ),
}

REPORT_RULES = tuple(_CHANGED.get(rule.number, rule) for rule in RULES)

FAST_LETTERS = (
    "in(c): cell c is inside the loop; everything off the board is outside. An edge is on exactly "
    "where its two cells differ."
)

FAST_RULES: tuple[Rule, ...] = (
    Rule(
        1,
        "Clues",
        "As many neighbours of a cell are on the other side of the loop as its clue says.",
        "for every clue k at c: exactly k neighbours c' with in(c) ≠ in(c')",
    ),
    Rule(
        2,
        "No crossing",
        "Of four cells round a corner not just two opposite ones are inside: there the loop would "
        "cross itself.",
        "for every 2x2 block a b / c d: not in(a) = in(d) ≠ in(b) = in(c)",
    ),
    Rule(
        3,
        "One loop",
        "Some cell is inside, and a cell without a clue is no loop of its own. When an answer has "
        "several loops, clauses say that all of the inside is connected, and the outside as well.",
        "for cells that separate others: not all of them outside, or not all inside",
    ),
)


#: The rules that exclude several loops only together. The last one has nothing else to exclude:
#: cells that reach each other in a circle, which is how another loop passes the other two.
_TOGETHER = (3, 2, 4)


@dataclass(frozen=True)
class LoopAnswer:
    """The sides of cells that are on, as (cell, direction).

    An edge between two cells is a side of each; they may differ while rule 0 is off.
    """

    sides: frozenset[tuple[Cell, str]]

    @cached_property
    def looks(self) -> dict[Cell, str]:
        """The sides of each cell that has any on, in the order of `SIDES`."""
        found: dict[Cell, str] = {}
        for cell, d in sorted(self.sides, key=lambda side: SIDES.index(side[1])):
            found[cell] = found.get(cell, "") + d
        return found

    def has(self, edge: Edge) -> bool:
        """Whether an edge is on, in the cell whose variable stands for the edge."""
        cell = owner(edge)
        return (cell, side_of(cell, edge)) in self.sides


def owner(edge: Edge) -> Cell:
    """Return the cell whose variable stands for an edge where two cells have one: the first."""
    return edge[1] if min(edge[0]) < 0 else edge[0]


def answer_of(puzzle: Slitherlink, loop: Loop) -> LoopAnswer:
    """Return a solution as an answer."""
    return answer_with(puzzle, loop.edges)


def answer_with(puzzle: Slitherlink, edges: Collection[Edge]) -> LoopAnswer:
    """Return the answer in which these edges are on, in both their cells."""
    return LoopAnswer(
        frozenset(
            (cell, d) for cell in puzzle.board.cells for d in SIDES if edge_at(cell, d) in edges
        )
    )


def broken(puzzle: Slitherlink, answer: LoopAnswer, rules: Collection[int] = ()) -> list[Broken]:
    """Return every breach of the corrected rules by an answer to `rules`, in their order.

    Several loops break rules 2 to 4 together: rule 4 if it is off, else 2 or 3, and the others that
    are off besides.
    """
    joint = [number for number in _TOGETHER if number not in rules] or [2]
    found = [
        *broken_by_shared(puzzle, answer),
        *broken_by_clues(puzzle, answer),
        *_sides(puzzle, answer),
        *broken_by_loops(puzzle, answer, joint),
        *broken_by_corners(puzzle, answer),
    ]
    return sorted(found, key=lambda each: each.rule)


def broken_of_report(puzzle: Slitherlink, answer: LoopAnswer) -> list[Broken]:
    """Return what is wrong with an answer, by the type that forbids it or is meant to."""
    return [
        *broken_by_shared(puzzle, answer),
        *broken_by_clues(puzzle, answer),
        *_border(puzzle, answer),
        *broken_by_loops(puzzle, answer, (4,)),
        *broken_by_corners(puzzle, answer),
    ]


def broken_by_shared(puzzle: Slitherlink, answer: LoopAnswer) -> Iterator[Broken]:
    """Yield the breaches of rule 0."""
    for cell in puzzle.board.cells:
        for d, back in (("r", "l"), ("b", "t")):
            other = beside(cell, d)
            on = (cell, d) in answer.sides
            if puzzle.on_board(other) and on != ((other, back) in answer.sides):
                message = "The edge between these cells is on for one of them alone."
                yield Broken(0, message, (cell, other))


def broken_by_clues(puzzle: Slitherlink, answer: LoopAnswer) -> Iterator[Broken]:
    """Yield the breaches of rule 1."""
    for cell in by_row(puzzle.clues):
        number, clue = len(answer.looks.get(cell, "")), puzzle.clues[cell]
        if number != clue:
            has = counted(number, "edge") if number else "no edge"
            yield Broken(1, f"This {clue} has {has}.", (cell,))


def broken_by_corners(puzzle: Slitherlink, answer: LoopAnswer) -> Iterator[Broken]:
    """Yield the breaches of rule 5."""
    for corner in puzzle.board.corners.cells:
        here = [edge for edge in edges_at(corner) if any(map(puzzle.on_board, edge))]
        number = sum(map(answer.has, here))
        if number not in (0, 2):
            does = {1: "The loop ends", 3: "The loop branches", 4: "The loop crosses itself"}
            cells = by_row(filter(puzzle.on_board, cells_at(corner)))
            where = "at a corner of this cell" if len(cells) == 1 else "at a corner of these cells"
            yield Broken(5, f"{does[number]} {where}.", cells)


def _sides(puzzle: Slitherlink, answer: LoopAnswer) -> Iterator[Broken]:
    """Yield the edges with the same side on both sides."""
    on, region_of, _, is_inside = _parted(puzzle, answer)
    for a, b in on:
        if is_inside[region_of[a]] == is_inside[region_of[b]]:
            message = "There is an edge here that does not separate inside and outside."
            yield Broken(2, message, by_row(filter(puzzle.on_board, (a, b))))
    if not on:
        yield Broken(2, "There is no loop: some cell should be inside.", ())


def broken_by_loops(
    puzzle: Slitherlink, answer: LoopAnswer, rules: Sequence[int]
) -> Iterator[Broken]:
    """Yield the parts of a side that are cut off, as breaches of the last of some rules."""
    _, _, members, is_inside = _parted(puzzle, answer)
    inner = [region for region in is_inside if is_inside[region]]
    main = max(inner, key=lambda region: len(members[region]), default=0)
    for region in range(1, len(members)):
        cells = by_row(members[region])
        these = "This cell is" if len(cells) == 1 else f"These {len(cells)} cells are"
        if region != main:
            cut_off = "outside, and cut off from the border"
            what = "inside another loop" if is_inside[region] else cut_off
            yield Broken(rules[-1], f"{these} {what}.", cells, tuple(rules[:-1]))


def _border(puzzle: Slitherlink, answer: LoopAnswer) -> Iterator[Broken]:
    for cell in puzzle.board.cells:
        border = [(cell, d) in answer.sides for d in SIDES if not puzzle.on_board(beside(cell, d))]
        if len(set(border)) > 1:
            message = "The edges of this cell at the border differ: it would be inside and outside."
            yield Broken(2, message, (cell,))


def _parted(
    puzzle: Slitherlink, answer: LoopAnswer
) -> tuple[list[Edge], dict[Cell, int], list[list[Cell]], dict[int, bool]]:
    """Return the edges that are on, the `regions` that they make, and whether each is inside."""
    on = [edge for edge in puzzle.board.edges if answer.has(edge)]
    region_of, members = regions(puzzle, frozenset(on))
    near: list[set[int]] = [set() for _ in members]
    for a, b in on:
        near[region_of[a]].add(region_of[b])
        near[region_of[b]].add(region_of[a])
    is_inside = {0: False}
    frontier = [0]
    for region in frontier:  # grows
        for other in sorted(near[region] - is_inside.keys()):
            is_inside[other] = not is_inside[region]
            frontier.append(other)
    return on, region_of, members, is_inside


def regions(puzzle: Slitherlink, on: frozenset[Edge]) -> tuple[dict[Cell, int], list[list[Cell]]]:
    """Return the part of each cell, and the cells of each of the parts that edges make.

    The first part is off the board, and what is connected with that.
    """

    def near(cell: Cell) -> Iterator[Cell]:
        return (other for other in neighbors(cell) if edge_between(cell, other) not in on)

    found = list(connected(puzzle.board.padded.cells, near))  # the first one is off the board
    return {cell: number for number, part in enumerate(found) for cell in part}, found
