"""The classic clause types of Slitherlink and FlowDesk's own: numbers, names, texts and formulas.

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

from dataclasses import replace

from flowdesk.lab.rulebook import Rule

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
