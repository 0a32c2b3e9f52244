"""Orders of decisions: which literal the CDCL solver supposes when nothing follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowdesk.lab.cdcl import Solver
from flowdesk.sat.cnf import Clause


class InTurn:
    """Suppose the first literal of a list whose variable has no value; then the others false."""

    def __init__(self, preferred: Iterable[int] = ()) -> None:
        self._preferred = tuple(preferred)

    def next(self, solver: Solver) -> int:
        """Return the first literal without a value, or 0."""
        return next(self.free(solver), 0)

    def free(self, solver: Solver) -> Iterator[int]:
        """Yield the literals of variables without a value."""
        value = solver.value
        yield from (literal for literal in self._preferred if value[literal] == 0)
        yield from (-v for v in range(1, solver.variables + 1) if value[v] == 0)

    def learned(self, variables: Iterable[int]) -> None:
        """Do nothing: the order is fixed."""


class FewestChoices(InTurn):
    """Suppose a literal of the choice with the fewest literals that can still be true.

    A choice is a clause such as "the cell has one of these colours". Short clauses first is an old
    rule of thumb (J. Freeman, "Improvements to propositional satisfiability search", 1995).
    """

    def __init__(self, choices: Iterable[Clause], preferred: Iterable[int] = ()) -> None:
        super().__init__(preferred)
        self._choices = tuple(choices)

    def next(self, solver: Solver) -> int:
        """Return a literal of a choice with the fewest left; else the first without a value."""
        value = solver.value
        fewest: list[int] = []
        for choice in self._choices:
            if all(value[literal] <= 0 for literal in choice):
                left = [literal for literal in choice if value[literal] == 0]
                if left and (not fewest or len(left) < len(fewest)):
                    fewest = left
        return fewest[0] if fewest else super().next(solver)


class Activity(InTurn):
    """Suppose a literal whose variable took part in many conflicts of late.

    Each conflict counts more than the one before, as in MiniSat (N. Eén and N. Sörensson, "An
    extensible SAT-solver", SAT 2003), instead of halving all counts now and then, as in "Chaff".
    """

    _GROWTH = 1.05  # each conflict counts so much more than the one before

    def __init__(self, preferred: Iterable[int] = ()) -> None:
        super().__init__(preferred)
        self._activity: dict[int, float] = {}
        self._step = 1.0

    def next(self, solver: Solver) -> int:
        """Return the most active literal without a value, or 0; as a tie-breaker, in turn."""
        activity = self._activity
        return max(self.free(solver), key=lambda x: activity.get(abs(x), 0.0), default=0)

    def learned(self, variables: Iterable[int]) -> None:
        """Count the variables of a conflict."""
        for variable in variables:
            self._activity[variable] = self._activity.get(variable, 0.0) + self._step
        self._step *= self._GROWTH
