"""The rules of the classic formulation and FlowDesk's own: numbers, names, texts and formulas.

Variables: ``P(i, j, c, d)`` says that the cell in row i and column j has colour c and an arm in
direction d. A free cell is one without an endpoint.

These are the *corrected* rules, made after the notebook's (`flowdesk.lab.flow.notebook`): they join
endpoints side by side, and exclude loops.
"""

from __future__ import annotations

from flowdesk.core.grid import OPPOSITE, SIDES, WAYS
from flowdesk.lab.formula import DEFINITIONS
from flowdesk.lab.rulebook import Rule

#: What the letters in the formulas mean.
LETTERS = (
    "P(i,j,c,d): the cell in row i and column j has colour c and an arm in direction d: t up, "
    "b down, l left, r right. above, below, left, right: the neighbours of that cell. Only free "
    "cells have arms: the formulas leave out neighbours that are endpoints."
)

#: The two arms that rules 4 to 9 are about.
SHAPES = {4: "lr", 5: "tr", 6: "tl", 7: "tb", 8: "bl", 9: "br"}

#: On which side a neighbour is, in sentences and in formulas.
WHERE = {"t": "above", "b": "below", "l": "to the left", "r": "to the right"}
NAMES = {"t": "above", "b": "below", "l": "left", "r": "right"}


def ways(number: int) -> str:
    """Return where the two arms of one of rules 4 to 9 point, in words."""
    return " and ".join(WAYS[d] for d in SHAPES[number])


def _shape_rule(number: int) -> Rule:
    shape = SHAPES[number]
    a, b = shape[0], shape[1]
    others = [d for d in SIDES if d not in shape]
    arms = [f"arm(i,j,{d})" for d in shape] + [f"¬arm(i,j,{d})" for d in others]
    back = [f"P({NAMES[d]},c,{OPPOSITE[d]})" for d in shape]
    away = [f"¬arm({NAMES[d]},{OPPOSITE[d]})" for d in others]
    return Rule(
        number,
        f"Continue {ways(number)}",
        f"If the arms of a cell point {ways(number)}, its free neighbours {WHERE[a]} and "
        f"{WHERE[b]} point back in its colour. Those {WHERE[others[0]]} and {WHERE[others[1]]} do "
        "not point at it.",
        f"{' ∧ '.join(arms)} → {' ∧ '.join(away)}, "
        f"and for every c: colour(i,j,c) → {' ∧ '.join(back)}",
    )


#: Arms and colours, of which the rules are made. The method: G. S. Tseitin, On the complexity of
#: derivation in propositional calculus, 1968.
HELPERS = Rule(
    DEFINITIONS,
    "Helpers: arm and colour",
    "An arm is a P of any colour, a colour a P in any direction. The rules name these instead of "
    "repeating the formulas. Two kinds of clauses make a helper true exactly where its formula is: "
    "if it is true, so is some P; if one of these is, so is the helper (G. Tseitin, 1968). They "
    "require nothing of a path, so they always hold.",
    "arm(i,j,d) ↔ P(i,j,c,d) for some c; colour(i,j,c) ↔ P(i,j,c,d) for some d",
)

RULES: tuple[Rule, ...] = (
    Rule(
        1,
        "One colour a cell",
        "Every free cell has exactly one colour: not none, which would leave it uncovered, and "
        "not two, where paths would cross.",
        "for every free (i,j): exactly one c with colour(i,j,c)",
    ),
    Rule(
        2,
        "Two arms a cell",
        "Every free cell has exactly two arms, because a path enters and leaves it: straight on, "
        "or round a corner.",
        "for every free (i,j): exactly two d with arm(i,j,d)",
    ),
    Rule(
        3,
        "One path an endpoint",
        "Exactly one neighbour of an endpoint points at it in its colour, and no other points at "
        "it in any colour. Two endpoints of a colour side by side may be joined: each then counts "
        "as pointing at the other.",
        "for every endpoint of colour c: exactly one neighbour n is joined to it or has P(n,c,d); "
        "every other n: ¬arm(n,d), d pointing at it",
    ),
    *map(_shape_rule, SHAPES),
    Rule(
        10,
        "No arm off the board",
        "At the border, beside a hole or at a wall there is no arm to that side.",
        "¬arm(i,j,d) where (i,j) has no neighbour in direction d",
    ),
    Rule(
        11,
        "No loop",
        "Arms never form a loop: a path without endpoints would obey all the rules above.",
        "for every loop of cells: ¬arm(n,d) for some cell n, d pointing at the next",
    ),
    Rule(
        12,
        "No path touches itself",
        "Two neighbouring cells of one colour are linked. The game does not require this, but "
        "most designers do.",
        "for every free (i,j) and its neighbour n in direction d: both of colour c → arm(i,j,d); "
        "two endpoints side by side of colour c: joined",
        optional=True,
    ),
)


#: What the names in the formulas of FlowDesk's own rules mean.
FAST_LETTERS = (
    "edge(a,b): a path steps from cell a to its neighbour b, or back. bits(a): the number of "
    "cell a's colour, bit by bit."
)

FAST_RULES: tuple[Rule, ...] = (
    Rule(
        1,
        "Steps at each cell",
        "A step is an edge between two cells that is part of a path. An endpoint has exactly one "
        "step, every other cell exactly two.",
        "for every cell: exactly two (at an endpoint: one) of its edges",
    ),
    Rule(
        2,
        "Colours of endpoints",
        "The colours are numbered, and each cell has the bits of a number. The bits of the "
        "endpoints are given.",
        "bits(endpoint of colour k) = k",
    ),
    Rule(
        3,
        "Colours along steps",
        "The two cells of a step have the same number.",
        "edge(a,b) → bits(a) = bits(b)",
    ),
    Rule(
        4,
        "No loop",
        "The smallest loops are excluded from the beginning, others when an answer has them: some "
        "edge of the loop is no step, and some step leads out of its cells.",
        "for every loop: not all of its edges",
    ),
    Rule(
        5,
        "No path touches itself",
        "At most two edges of a block of 2x2 cells are steps. When an answer has other neighbours "
        "of one colour without a step between them, clauses exclude that.",
        "edge(a,b) or bits(a) ≠ bits(b)",
        optional=True,
    ),
)

NUMBERS = tuple(rule.number for rule in RULES)
#: The order in which arms stay on the board before paths go on.
BORDER_FIRST = (1, 2, 3, 10, 4, 5, 6, 7, 8, 9, 11, 12)
#: The rules that make the game.
NEEDED = tuple(rule.number for rule in RULES if not rule.optional)
