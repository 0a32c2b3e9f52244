"""Cnf: a formula as clauses, grouped by the named rule that each belongs to.

A variable is a positive integer, a literal a variable or its negative, a clause a sequence of
literals, as in DIMACS. A model is the set of the variables that are true.

Where there are many clauses they are tuples: the garbage collector looks at those only once, which
halves the time to build them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

Clause: TypeAlias = Sequence[int]
Model: TypeAlias = frozenset[int]


class Cnf:
    """Clauses by rule; `keys` are the meanings of the first variables, from variable 1 on."""

    def __init__(self, keys: Sequence[Hashable] = ()) -> None:
        self._base = keys
        self._added: list[Hashable] = []
        self.rules: dict[str, list[Clause]] = {}

    @property
    def variables(self) -> int:
        """The number of variables, which are 1 to this number."""
        return len(self._base) + len(self._added)

    def new_variable(self, key: Hashable) -> int:
        """Return a new variable; `key` is its meaning."""
        self._added.append(key)
        return self.variables

    def key(self, variable: int) -> Hashable:
        """Return the meaning of a variable."""
        if variable <= len(self._base):
            return self._base[variable - 1]
        return self._added[variable - len(self._base) - 1]

    def add(self, rule: str, clauses: Iterable[Clause]) -> None:
        """Add clauses to a rule; the clauses are shared, not copied."""
        self.rules.setdefault(rule, []).extend(clauses)

    def at_most(self, rule: str, most: int, variables: Sequence[int]) -> None:
        """Add the constraint that at most `most` (one or more) of the variables are true.

        A sequential counter (C. Sinz, Towards an optimal CNF encoding of Boolean cardinality
        constraints, CP 2005): count[j] is true if more than j of the variables so far are.
        """
        clauses: list[Clause] = []
        count: list[int] = []
        for variable in variables:
            before = count
            size = range(min(most, len(before) + 1))
            count = [self.new_variable((rule, variable, j)) for j in size]
            for j, more in enumerate(count):
                if j < len(before):
                    clauses.append([-before[j], more])
                clauses.append([-variable, more] if j == 0 else [-variable, -before[j - 1], more])
            if len(before) == most:
                clauses.append([-variable, -before[-1]])
        self.add(rule, clauses)

    def clauses(self) -> list[Clause]:
        """Return the clauses of all rules."""
        return [clause for group in self.rules.values() for clause in group]

    def sizes(self) -> dict[str, int]:
        """Return how many clauses each rule has."""
        return {rule: len(group) for rule, group in self.rules.items()}

    def since(self, sizes: Mapping[str, int]) -> list[Clause]:
        """Return the clauses that were added since the rules had these sizes; none may be gone."""
        assert all(len(self.rules[rule]) >= size for rule, size in sizes.items())
        return [
            clause
            for rule, group in self.rules.items()
            for clause in islice(group, sizes.get(rule, 0), None)
        ]


def dimacs(
    variables: int,
    groups: Mapping[str, Sequence[Clause]],
    about: Iterable[str],
    describe: Callable[[int], str],
    *,
    headed: bool = False,
) -> str:
    """Return groups of clauses as DIMACS text.

    Comments come first: the lines of `about`, the clause numbers of each group, and the meaning of
    each variable, which `describe` puts into words. With `headed`, a comment with its name also
    stands before the clauses of each group. The format has comments only at the beginning, but
    solvers skip them anywhere.
    """
    lines = [f"c {line}" for line in about]
    first = 1
    for name, clauses in groups.items():
        if clauses:
            last = first + len(clauses) - 1
            lines.append(f"c {name}: clauses {first} to {last}")
            first = last + 1
    lines += [f"c variable {number}: {describe(number)}" for number in range(1, variables + 1)]
    lines.append(f"p cnf {variables} {first - 1}")
    for name, clauses in groups.items():
        if headed and clauses:
            lines.append(f"c {name}")
        lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return "\n".join([*lines, ""])


# Numbers in a formula, each the successor of another, none of them 0: no circle can have them. The
# sequence is that of a linear feedback shift register, whose successor takes the fewest clauses (A.
# Johnson, Quasi-linear reduction of Hamiltonian cycle problem to satisfiability problem, 2014).

#: Widths of registers, and the second tap of each: x^width + x^tap + 1 is primitive, so that the
#: register goes through all 2^width - 1 numbers other than 0 before it repeats.
TAPS = {2: 1, 3: 1, 4: 1, 5: 2, 6: 1, 7: 1, 9: 4, 10: 3, 11: 2, 15: 1, 17: 3}


def width_for(length: int) -> int:
    """Return the fewest bits for which the sequence does not repeat within so many numbers."""
    return next(width for width in TAPS if (1 << width) - 1 > length)


def follows(before: list[int], after: list[int]) -> list[Clause]:
    """Return clauses: the second number, lowest bit first, is the successor of the first."""
    width = len(before)
    clauses: list[Clause] = []
    for p, q in zip(before, after[1:], strict=False):
        clauses += [[-p, q], [p, -q]]
    x, y, new = before[width - 1], before[TAPS[width] - 1], after[0]
    return [*clauses, [-x, -y, -new], [-x, y, new], [x, -y, new], [x, y, -new]]
