"""The encodings of Flow's rules that are compared, each a small step from the one before."""

from __future__ import annotations

from functools import partial

from flowdesk.kinds.flow.level import Level
from flowdesk.lab.at_most_one import AtMostOne, commander, pairs, product, sequential
from flowdesk.lab.flow.answer import FlowAnswer
from flowdesk.lab.flow.arms import ArmFormula, Bits, Direct, MakeColors
from flowdesk.lab.flow.fast import FastFormula
from flowdesk.lab.flow.formula import FlowFormula
from flowdesk.lab.flow.rules import FAST_RULES, RULES
from flowdesk.lab.rulebook import Decoder, Encoding, Rule
from flowdesk.sat.cnf import Cnf


def _needed(level: Level, rules: tuple[Rule, ...]) -> list[int]:
    """Return the rules that make the game on a level."""
    return [rule.number for rule in rules if not (rule.optional and level.touching)]


def _classic(level: Level) -> tuple[Decoder[FlowAnswer], Cnf]:
    formula = FlowFormula(level)
    return formula, formula.cnf(_needed(level, RULES))


def _arms(level: Level, colors: MakeColors) -> tuple[Decoder[FlowAnswer], Cnf]:
    formula = ArmFormula(level, _needed(level, RULES), colors)
    return formula, formula.cnf


def _own(level: Level) -> tuple[Decoder[FlowAnswer], Cnf]:
    formula = FastFormula(level, _needed(level, FAST_RULES))
    return formula, formula.cnf


def _direct(key: str, at_most: AtMostOne, tip: str) -> Encoding[Level, FlowAnswer]:
    """Return an encoding of the same formula but for the clauses of "at most one colour"."""
    colors = partial(Direct, at_most=at_most)
    return Encoding(key, f"arm + colour, {key}", tip, partial(_arms, colors=colors))


ENCODINGS = (
    Encoding(
        "classic",
        "P",
        "The classic rules as they are explored: a variable for each colour and direction of a "
        "cell, and helpers",
        _classic,
    ),
    _direct(
        "pairwise",
        pairs,
        "A variable for each direction of a cell, and one for each colour; of each two colours "
        "one is false",
    ),
    _direct(
        "sequential",
        sequential,
        "The same, with “at most one colour” counted from colour to colour (C. Sinz, 2005)",
    ),
    _direct(
        "product",
        product,
        "The same, with at most one row and one column of a square of colours (J. Chen, 2010); up "
        "to four colours are taken in pairs",
    ),
    _direct(
        "commander",
        commander,
        "The same, with groups of three colours and a commander each (W. Klieber and G. Kwon, "
        "2007); up to four colours are taken in pairs",
    ),
    Encoding(
        "binary",
        "arm + bits",
        "A variable for each direction of a cell, and its colour as a number in bits",
        partial(_arms, colors=Bits),
    ),
    Encoding(
        "fast",
        "FlowDesk's",
        "The formula with which FlowDesk solves: a variable for each step between two cells, and "
        "colours in bits",
        _own,
    ),
)
