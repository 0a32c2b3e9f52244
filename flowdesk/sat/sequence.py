"""Sequence: numbers in a formula, each the successor of another; no circle can have them.

The sequence is that of a linear feedback shift register, whose successor takes the fewest clauses
(A. Johnson, Quasi-linear reduction of Hamiltonian cycle problem to satisfiability problem, 2014).
Numbers are not 0, and each has a successor; the sequence repeats only after all of them.
"""

from __future__ import annotations

from flowdesk.sat.cnf import Clause

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
