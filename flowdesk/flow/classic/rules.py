"""The rules of the classic formulation: their numbers, names, words and formulas.

Variables: ``P(x, y, c, d)`` says that cell (x, y) has colour c and an arm in direction d. A free
cell is one without an endpoint.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flowdesk.flow.level import Level


@dataclass(frozen=True)
class Rule:
    """A rule as a person meets it: a sentence or two, and a formula."""

    number: int
    name: str
    text: str
    formula: str
    optional: bool = False


#: What the letters in the formulas mean.
LETTERS = (
    "P(x,y,c,d): cell (x,y) has colour c and an arm in direction d: t up, b down, l left, r right. "
    "·: any."
)

#: The two arms that rules 4 to 9 are about.
SHAPES = {4: "lr", 5: "tr", 6: "tl", 7: "tb", 8: "bl", 9: "br"}

#: The direction back to where one came from, and where a neighbour lies.
BACK = {"t": "b", "b": "t", "l": "r", "r": "l"}
SIDES = {"t": "above", "b": "below", "l": "to the left", "r": "to the right"}
_NAMES = {"t": "above", "b": "below", "l": "left", "r": "right"}


def _shape_rule(number: int) -> Rule:
    shape = SHAPES[number]
    a, b = shape[0], shape[1]
    others = [d for d in "tblr" if d not in shape]
    return Rule(
        number,
        f"Arms {a}{b} go on",
        f"If a cell has arms {a} and {b}, its neighbours {SIDES[a]} and {SIDES[b]} point back in "
        f"its colour, or are endpoints of it. Those {SIDES[others[0]]} and {SIDES[others[1]]} do "
        "not point at it.",
        f"P(x,y,c,{a}) ∧ P(x,y,c,{b}) → P({_NAMES[a]},c,{BACK[a]}) ∧ P({_NAMES[b]},c,{BACK[b]}) "
        f"∧ ¬P({_NAMES[others[0]]},·,{BACK[others[0]]}) "
        f"∧ ¬P({_NAMES[others[1]]},·,{BACK[others[1]]})",
    )


RULES: tuple[Rule, ...] = (
    Rule(
        1,
        "One colour a cell",
        "Every free cell has exactly one colour: not none, which would leave it uncovered, and "
        "not two, where paths would cross.",
        "for every free (x,y): exactly one c with P(x,y,c,d) for some d",
    ),
    Rule(
        2,
        "Two arms a cell",
        "Every free cell has exactly two arms, since a path comes in and goes out: it looks like "
        "one of tb, lr, tl, tr, bl and br.",
        "for every free (x,y): exactly two d with P(x,y,c,d) for some c",
    ),
    Rule(
        3,
        "One path an endpoint",
        "Every endpoint has exactly one neighbour that points at it in its colour. Two endpoints "
        "of a colour may also be joined directly.",
        "for every endpoint of colour c: exactly one neighbour n with P(n,c,d), d pointing at it",
    ),
    *map(_shape_rule, SHAPES),
    Rule(
        10,
        "No arm off the board",
        "At the border, beside a hole or at a wall there is no arm to that side.",
        "¬P(x,y,c,d) where (x,y) has no neighbour in direction d",
    ),
    Rule(
        11,
        "No loop",
        "Arms never run round in a ring: a path without endpoints would obey all the rules above.",
        "for every ring of cells: some cell does not point at the next",
    ),
    Rule(
        12,
        "No path touches itself",
        "Two neighbouring cells of one colour are linked. The game does not ask for it, most "
        "designers do.",
        "P(x,y,c,·) ∧ P(n,c,·) → P(x,y,c,d), n being the neighbour in direction d",
        optional=True,
    ),
)


def _published(rule: Rule) -> Rule:
    """A rule as it was first written down."""
    if rule.number == 3:
        text = rule.text.partition(" Two endpoints")[0]
        return replace(rule, text=f"{text} Two endpoints side by side cannot be joined.")
    if rule.number not in SHAPES:
        return rule
    a, b = SHAPES[rule.number][0], SHAPES[rule.number][1]
    return replace(
        rule,
        text=f"If a cell has arms {a} and {b}, its neighbours there point back in its colour. If "
        "one is an endpoint, only the other points back, in that endpoint's colour, whatever the "
        "cell's is; if both are, nothing is asked. Others do not point at it.",
        formula=f"P(x,y,c,{a}) ∧ P(x,y,c,{b}) → P({_NAMES[a]},c,{BACK[a]}) ∧ "
        f"P({_NAMES[b]},c,{BACK[b]}); endpoint e {_NAMES[a]}: → P({_NAMES[b]},e,{BACK[b]}); "
        "two: nothing",
    )


#: The same with the gaps that they had at first.
PUBLISHED = tuple(map(_published, RULES))

NUMBERS = tuple(rule.number for rule in RULES)
#: The rules that make the game.
NEEDED = tuple(rule.number for rule in RULES if not rule.optional)


def needed_of(level: Level) -> tuple[int, ...]:
    """The rules that make the game on a level, which may itself forbid touching."""
    return NUMBERS if level.touching_forbidden else NEEDED


def rule_of(number: int) -> Rule:
    """The rule with a number; KeyError if there is none."""
    return {rule.number: rule for rule in RULES}[number]
