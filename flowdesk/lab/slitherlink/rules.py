"""The classic clause types of Slitherlink and FlowDesk's own: numbers, names, texts and formulas.

Variables: n, s, e, w say for a cell which of its edges are on, z that it is outside the loop, r
that one cell reaches another.

The best known report with this formulation names its variables and what its types 0 to 5 are for.
The exact clauses are a reconstruction. *published*: every implication about r ends in an r that is
true, so a model may set all of them, and types 3 and 4 exclude nothing: several loops pass. On a
board of 15x15 cells this makes 244,000 clauses; the report counts 247,000. *corrected* is
FlowDesk's: a cell is reached from one neighbour, and later than that, so that nothing reaches
itself in a circle; then there is exactly one loop.
"""

from __future__ import annotations

from dataclasses import replace

from flowdesk.lab.rulebook import Rule

_EDGES = (
    "n, s, e, w(x,y): the edge above, below, to the right or left of the cell in column x and row "
    "y is on. z(c): cell c is outside the loop. edge(c,c'): the edge between two cells. "
)
PUBLISHED_LETTERS = _EDGES + "r(c,c'): cell c reaches c' without crossing the loop."
LETTERS = _EDGES + (
    "r(c',c): cell c is reached from its neighbour c', or from off the board. t(c): how many steps "
    "lead to c. first(c): c is the first cell inside, row by row."
)

RULES: tuple[Rule, ...] = (
    Rule(
        0,
        "One value an edge",
        "Each cell has a variable for each of its four edges. An edge between two cells has one in "
        "each: both are on, or both are off.",
        "e(x,y) ↔ w(x+1,y); s(x,y) ↔ n(x,y+1)",
    ),
    Rule(
        1,
        "Clues",
        "Exactly as many edges of a cell are on as its clue says.",
        "for every clue k at c: exactly k of n(c), s(c), e(c), w(c)",
    ),
    Rule(
        2,
        "No end, no branch",
        "Where edges meet, none of them is on, or two are: the loop does not end, branch or cross "
        "itself. Several loops obey this, too.",
        "for every corner: none or two of its edges",
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
        "Inside and outside",
        "An edge is on where one of its cells is inside and the other outside. Off the board is "
        "outside. Some cell is inside. Only the first cell inside is reached from nowhere: so all "
        "of the inside is connected, and the outside as well.",
        "edge(c,c') ↔ z(c) ≠ z(c'); first(c) → ¬z(c), and z(c') for every c' before c; some "
        "first(c)",
    ),
)

_PUBLISHED = {
    3: replace(
        RULES[3],
        text="Neighbours without an edge between them reach each other.",
        formula="¬edge(c,c') → r(c,c')",
    ),
    4: replace(
        RULES[4],
        text="What a cell reaches, it reaches beyond: all neighbours without an edge between "
        "them. Nothing says which cells do not reach each other: every r may be true.",
        formula="r(a,c) ∧ ¬edge(c,c') → r(a,c')",
    ),
    5: replace(
        RULES[5],
        text="An edge is on where one of its cells is inside and the other outside. Off the board "
        "is outside. Some cell is inside. Any two cells on the same side reach each other.",
        formula="edge(c,c') ↔ z(c) ≠ z(c'); z(c) = z(c') → r(c,c'); some ¬z(c)",
    ),
}

#: The types of the published form.
PUBLISHED = tuple(_PUBLISHED.get(rule.number, rule) for rule in RULES)

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
