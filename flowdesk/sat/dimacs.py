"""Write formulas as DIMACS text, which every SAT solver reads."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from flowdesk.sat.cnf import Cnf


def dimacs(cnf: Cnf, about: Iterable[str], describe: Callable[[Hashable], str]) -> str:
    """Return a formula as DIMACS text.

    Comments come first: the lines of `about`, the clause numbers of each rule, and the meaning of
    each variable, which `describe` puts into words.
    """
    lines = [f"c {line}" for line in about]
    first = 1
    for rule, clauses in cnf.rules.items():
        if clauses:
            last = first + len(clauses) - 1
            lines.append(f"c rule {rule}: clauses {first} to {last}")
            first = last + 1
    for variable in range(1, cnf.variables + 1):
        lines.append(f"c variable {variable}: {describe(cnf.key(variable))}")
    lines.append(f"p cnf {cnf.variables} {first - 1}")
    lines += [" ".join(map(str, [*clause, 0])) for clause in cnf.clauses()]
    return "\n".join([*lines, ""])
