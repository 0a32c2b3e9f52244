"""At most one of some variables is true, as clauses: four encodings, to compare them.

The first one says it of each pair. The others have helpers, so that the clauses grow with the
number of variables instead of its square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from math import ceil, sqrt
from typing import TypeAlias

from flowdesk.sat.cnf import Clause

#: Variables, and a function that returns a new one -> clauses.
AtMostOne: TypeAlias = Callable[[Sequence[int], Callable[[], int]], Iterator[Clause]]

#: So few variables get no helpers of their own.
_FEW = 4
#: The variables below a commander, as its authors recommend.
_GROUP = 3


def pairs(variables: Sequence[int], new: Callable[[], int]) -> Iterator[Clause]:
    """Of each two, one is false."""
    yield from ([-a, -b] for a, b in combinations(variables, 2))


def sequential(variables: Sequence[int], new: Callable[[], int]) -> Iterator[Clause]:
    """A helper after each variable is true if that or one before it is.

    C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005.
    """
    so_far = [new() for _ in variables[:-1]]
    yield from ([-variable, helper] for variable, helper in zip(variables, so_far, strict=False))
    yield from ([-before, after] for before, after in pairwise(so_far))
    yield from (
        [-before, -variable] for before, variable in zip(so_far, variables[1:], strict=True)
    )


def product(variables: Sequence[int], new: Callable[[], int]) -> Iterator[Clause]:
    """The variables stand in a square: at most one row and at most one column has a true one.

    J. Chen, "A new SAT encoding of the at-most-one constraint", 2010.
    """
    if len(variables) <= _FEW:
        yield from pairs(variables, new)
        return
    width = ceil(sqrt(len(variables)))
    columns = [new() for _ in range(width)]
    rows = [new() for _ in range(ceil(len(variables) / width))]
    for place, variable in enumerate(variables):
        yield from ([-variable, columns[place % width]], [-variable, rows[place // width]])
    yield from product(columns, new)
    yield from product(rows, new)


def commander(variables: Sequence[int], new: Callable[[], int]) -> Iterator[Clause]:
    """Each group of three has a commander, true if one of it is; at most one commander is.

    W. Klieber and G. Kwon, "Efficient CNF encoding for selecting 1 from N objects", 2007.
    """
    if len(variables) <= _FEW:
        yield from pairs(variables, new)
        return
    commanders = []
    for first in range(0, len(variables), _GROUP):
        group = variables[first : first + _GROUP]
        commanders.append(new())
        yield from pairs(group, new)
        yield from ([-variable, commanders[-1]] for variable in group)
        yield [-commanders[-1], *group]
    yield from commander(commanders, new)
