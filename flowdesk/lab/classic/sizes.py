"""How much of a formula each rule makes up."""

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
    """How many clauses a rule has, and how many different variables they speak of."""

    clauses: int
    variables: int


@dataclass(frozen=True)
class Sizes:
    """The sizes of all rules of a form, the optional ones too; 0 is what the letters mean.

    Loops are not among them: they are cut out of the answers that have any.
    """

    form: str
    variables: int
    of_rule: Mapping[int, Size]

    @property
    def clauses(self) -> int:
        """All clauses together."""
        return sum(size.clauses for size in self.of_rule.values())


def sizes(level: Level, form: str) -> Sizes:
    """The sizes of the rules for a level, in a classic form or in ``fast``."""
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
