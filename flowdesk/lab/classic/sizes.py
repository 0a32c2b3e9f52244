"""Sizes: how much of a formula each rule takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.lab.classic.explore import number_of
from flowdesk.lab.classic.fast import FAST_RULES, rule_of_group
from flowdesk.lab.classic.formula import Formula
from flowdesk.lab.classic.rules import NUMBERS
from flowdesk.sat.cnf import Clause


@dataclass(frozen=True)
class Size:
    """How many clauses a rule has, and how many different variables are in them."""

    clauses: int
    variables: int


@dataclass(frozen=True)
class Sizes:
    """The sizes of all rules of a form, optional ones included; 0 stands for the definitions.

    The clauses that are added when an answer has a loop are not counted.
    """

    form: str
    variables: int
    of_rule: Mapping[int, Size]

    @property
    def clauses(self) -> int:
        """The number of clauses of all rules together."""
        return sum(size.clauses for size in self.of_rule.values())


def sizes(level: Level, form: str) -> Sizes:
    """Return the sizes of the rules for a level, in a classic form or in ``fast``."""
    groups: dict[int, list[Clause]]
    if form == "fast":
        # The clauses against the smallest loops are stated only where paths may touch themselves.
        whole, loops = (Encoding(level, touching=touching).cnf for touching in (False, True))
        whole.add("no loop", loops.rules["no loop"])
        groups = {rule.number: [] for rule in FAST_RULES}
        for name, clauses in whole.rules.items():
            groups[rule_of_group(name)] += clauses
    else:
        whole = Formula(level, form).cnf(NUMBERS)
        groups = {number_of(name): clauses for name, clauses in whole.rules.items()}
    return Sizes(
        form,
        whole.variables,
        {
            number: Size(len(clauses), len({abs(x) for clause in clauses for x in clause}))
            for number, clauses in groups.items()
        },
    )
