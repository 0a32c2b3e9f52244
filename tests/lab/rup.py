"""A checker of proofs that shares nothing with any solver, by reverse unit propagation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Clauses = list[Sequence[int]]


def clauses_of(dimacs: str) -> Clauses:
    """The clauses of a formula in DIMACS."""
    lines = (line.split() for line in dimacs.splitlines() if line[:1] not in ("c", "p", ""))
    return [[int(word) for word in line[:-1]] for line in lines]


def is_refuted(clauses: Iterable[Sequence[int]], proof: str) -> bool:
    """Whether each clause of a proof follows by propagation, and the last one is empty.

    Clauses that it deletes are kept, which changes nothing for steps of this kind.
    """
    known = list(clauses)
    for line in proof.splitlines():
        if line.startswith("d"):
            continue
        *clause, end = map(int, line.split())
        if end != 0 or not _follows(known, clause):
            return False
        known.append(clause)
        if not clause:
            return True
    return False


def _follows(known: Clauses, clause: Sequence[int]) -> bool:
    """Whether supposing all literals of a clause false leads to a false clause."""
    false = set(clause)
    while True:
        before = len(false)
        for other in known:
            left = [literal for literal in other if literal not in false]
            if not left:
                return True
            if len(left) == 1 and -left[0] not in false:
                false.add(-left[0])
        if len(false) == before:
            return False
