"""Count how many choices of some variables extend to models of a formula, without listing them.

Decide one of these variables after the other. Where the clauses that are left fall into parts that
share no variable, their numbers are multiplied, and the number of a part that has been met before
is known (component caching: T. Sang et al., Combining component
caching and clause learning for effective model counting, SAT 2004; M. Thurley, sharpSAT, 2006).
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from flowdesk.sat.backend import LimitReached, find_model
from flowdesk.sat.cnf import Clause

#: So many parts of a formula are kept in memory, 100 MB or more; and so many decisions are open.
MOST_PARTS, DEEPEST = 100_000, 400


def count_models(
    clauses: Sequence[Clause],
    told: Sequence[int],
    *,
    progress: Callable[[float], object] = lambda share: None,
) -> int:
    """Return how many assignments of the variables `told` extend to models of the clauses.

    They are decided in this order. Call `progress` often, with the share of all choices that is
    done. Raise LimitReached after `MOST_PARTS` different parts.
    """
    return _Counter(clauses, told, progress).count()


class _Counter:
    """The clauses under the literals that are true at the moment, and the parts counted so far."""

    def __init__(
        self,
        clauses: Iterable[Clause],
        told: Sequence[int],
        progress: Callable[[float], object],
    ) -> None:
        sets = {frozenset(clause) for clause in clauses}
        self._clauses = [tuple(each) for each in sets if not any(-x in each for x in each)]
        self._within: defaultdict[int, list[int]] = defaultdict(list)
        for at, clause in enumerate(self._clauses):
            for literal in clause:
                self._within[literal].append(at)
        self._rank = {variable: at for at, variable in reversed([*enumerate(told)])}
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._satisfied = [0] * len(self._clauses)  # how many of its literals are true
        self._open = [len(clause) for clause in self._clauses]  # how many are not false
        self._known: dict[bytes, int] = {}
        self._progress = progress
        self._done = 0.0

    def count(self) -> int:
        """Return the number for all variables; call this once."""
        units = [clause[0] for clause in self._clauses if len(clause) == 1]
        if not all(self._clauses) or not self._assign(units):
            return 0
        variables = {abs(literal) for literal in self._within} | self._rank.keys()
        return self._number(variables, 1.0, 0)

    def _assign(self, literals: list[int]) -> bool:
        """Make literals true, and what follows by propagation; whether no clause is false then."""
        true, within, is_open, satisfied = self._true, self._within, self._open, self._satisfied
        queue = list(literals)
        while queue:
            literal = queue.pop()
            if literal in true:
                continue
            if -literal in true:
                return False
            true.add(literal)
            self._trail.append(literal)
            for at in within.get(literal, ()):
                satisfied[at] += 1
            is_right = True
            for at in within.get(-literal, ()):
                is_open[at] -= 1
                if is_open[at] < 2 and not satisfied[at]:
                    left = [x for x in self._clauses[at] if -x not in true]
                    is_right &= bool(left)
                    queue += left
            if not is_right:
                return False
        return True

    def _undo(self, length: int) -> None:
        while len(self._trail) > length:
            literal = self._trail.pop()
            self._true.remove(literal)
            for at in self._within.get(literal, ()):
                self._satisfied[at] -= 1
            for at in self._within.get(-literal, ()):
                self._open[at] += 1

    def _number(self, variables: Iterable[int], share: float, depth: int) -> int:
        """Return the number for some variables; `share` is that of these choices among all."""
        number = 1
        parts: list[tuple[list[int], list[int]]] = []
        for part, clauses in self._parts(variables):
            if clauses:
                parts.append((part, clauses))
            elif part[0] in self._rank:
                number *= 2
        before = self._done
        for part, clauses in sorted(parts, key=lambda each: len(each[0])):
            number *= self._number_of_part(part, clauses, share / len(parts), depth)
            if not number:
                break
        self._done = before + share
        self._progress(self._done)
        return number

    def _parts(self, variables: Iterable[int]) -> Iterator[tuple[list[int], list[int]]]:
        """Yield variables that clauses connect, and these, without those that are satisfied."""
        seen: set[int] = set()
        for first in variables:
            if first in seen or first in self._true or -first in self._true:
                continue
            seen.add(first)
            part, clauses = [first], set[int]()
            for variable in part:  # grows
                for at in (*self._within.get(variable, ()), *self._within.get(-variable, ())):
                    if not self._satisfied[at] and at not in clauses:
                        clauses.add(at)
                        for literal in self._clauses[at]:
                            if -literal not in self._true and abs(literal) not in seen:
                                seen.add(abs(literal))
                                part.append(abs(literal))
            yield sorted(part), sorted(clauses)

    def _number_of_part(self, part: list[int], clauses: list[int], share: float, depth: int) -> int:
        # Its variables tell which clauses of two literals it has.
        key = array("I", [*part, 0, *(at for at in clauses if len(self._clauses[at]) > 2)])
        name = key.tobytes()
        number = self._known.get(name)
        if number is not None:
            self._done += share
            return number
        if len(self._known) == MOST_PARTS or depth == DEEPEST:
            raise LimitReached
        first = min(part, key=lambda variable: self._rank.get(variable, len(self._rank)))
        number = 0
        if first in self._rank:
            for literal in (first, -first):
                length = len(self._trail)
                if self._assign([literal]):
                    number += self._number(part, share / 2, depth + 1)
                else:
                    self._done += share / 2
                self._undo(length)
        else:  # whatever is left is to be possible, and does not count
            left: list[Clause] = [
                tuple(x for x in self._clauses[at] if -x not in self._true) for at in clauses
            ]
            number = int(find_model(left) is not None)
            self._done += share
        self._known[name] = number
        return number
