"""The encodings of Flow's rules that are compared, each a small step from the one before.

Most are the classic rules without P: a cell has arms and a colour, each of its own. The colour is
one of several variables, the *direct* encoding, of which at most one is true: four ways to say that
are compared. Or it is a number in bits, as few as there can be, and no clause has to say that a
cell has one colour only: the *log* encoding (K. Iwama and S. Miyazaki, "SAT-variable complexity of
hard combinatorial problems", 1994; compared by T. Walsh, "SAT v CSP", CP 2000, and by A. Van
Gelder, "Another look at graph coloring via propositional satisfiability", 2008).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise
from math import ceil, sqrt
from typing import TypeAlias

from flowdesk.core.grid import OPPOSITE, SIDES, Cell
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.flow.answer import FlowAnswer
from flowdesk.lab.flow.formula import ArmRules
from flowdesk.lab.formula import Decoder
from flowdesk.lab.rulebook import RuleEncoding
from flowdesk.sat.cnf import Clause, Cnf, Model

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
    after = zip(so_far, variables[1:], strict=True)
    yield from ([-before, -variable] for before, variable in after)


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


class DirectColors:
    """A variable for each colour of a cell."""

    def __init__(self, cnf: Cnf, cells: Sequence[Cell], number: int, at_most: AtMostOne) -> None:
        self._cnf, self._at_most = cnf, at_most
        self.variables = {
            cell: [cnf.new_variable(("colour", cell, color)) for color in range(number)]
            for cell in cells
        }

    def one(self, cell: Cell) -> Iterator[Clause]:
        """Yield clauses that a cell has a colour, and at most one."""
        here = self.variables[cell]
        yield here
        yield from self._at_most(here, lambda: self._cnf.new_variable(("helper", cell)))

    def has(self, cell: Cell, color: int) -> Sequence[int]:
        """Return the literals, here one, that are all true exactly where a cell has this colour."""
        return [self.variables[cell][color]]

    def same(self, a: Cell, b: Cell, unless: Clause) -> Iterator[Clause]:
        """Yield a clause for each colour: if `a` has it, so does `b`, or a literal is true."""
        yield from ([*unless, -here, there] for here, there in self._both(a, b))

    def differ(self, a: Cell, b: Cell, unless: Clause) -> Iterator[Clause]:
        """Yield clauses for each colour: not both have it, or all of some literals are true."""
        yield from ([-here, -there, each] for here, there in self._both(a, b) for each in unless)

    def _both(self, a: Cell, b: Cell) -> Iterable[tuple[int, int]]:
        return zip(self.variables[a], self.variables[b], strict=True)


class BinaryColors:
    """The number of a cell's colour in bits, the lowest one first."""

    def __init__(self, cnf: Cnf, cells: Sequence[Cell], number: int) -> None:
        self._cnf, self._number = cnf, number
        size = range((number - 1).bit_length())
        self.variables = {c: [cnf.new_variable(("bit", c, bit)) for bit in size] for c in cells}

    def one(self, cell: Cell) -> Iterator[Clause]:
        """Yield all that is left to say: numbers that no colour has are excluded."""
        too_large = range(self._number, 1 << len(self.variables[cell]))
        yield from ([-literal for literal in self.has(cell, number)] for number in too_large)

    def has(self, cell: Cell, color: int) -> Sequence[int]:
        """Return the bits of a colour's number as literals."""
        bits = enumerate(self.variables[cell])
        return [variable if color >> bit & 1 else -variable for bit, variable in bits]

    def same(self, a: Cell, b: Cell, unless: Clause) -> Iterator[Clause]:
        """Yield clauses that each bit is the same, or one of some literals is true."""
        for here, there in zip(self.variables[a], self.variables[b], strict=True):
            yield from ([*unless, -here, there], [*unless, here, -there])

    def differ(self, a: Cell, b: Cell, unless: Clause) -> Iterator[Clause]:
        """Yield clauses that a bit differs (a variable each), or all of some literals are true."""
        differ = []
        for here, there in zip(self.variables[a], self.variables[b], strict=True):
            differ.append(self._cnf.new_variable(("differs", here, there)))
            yield from ([-differ[-1], here, there], [-differ[-1], -here, -there])
        yield from ([*differ, each] for each in unless)


#: Makes the colours of some cells, in a formula that they add variables to; so many colours.
MakeColors: TypeAlias = Callable[[Cnf, Sequence[Cell], int], DirectColors | BinaryColors]


class ArmFormula(ArmRules):
    """The clauses `cnf` of some of the classic rules, and what its models mean."""

    def __init__(self, level: Level, rules: Collection[int], make_colors: MakeColors) -> None:
        super().__init__(level)
        self.cnf = cnf = Cnf()
        self.arm = {(c, d): cnf.new_variable(("arm", c, d)) for c in self.free for d in SIDES}
        self._colors = make_colors(cnf, self.free, len(self.labels))
        self.link = {
            label: cnf.new_variable(("link", label))
            for label, (a, b) in level.pairs.items()
            if b in self.near[a].values()
        }
        for number in sorted(rules):
            for cell in level.cells:
                cnf.add(f"rule {number}", self.clauses(number, cell))

    def preferred(self) -> list[int]:
        """Return, cell by cell, that its colour's variables are true, then that it has an arm."""
        literals = list(self.link.values())
        for cell in self.free:
            literals += self._colors.variables[cell]
            literals += [self.arm[cell, d] for d in SIDES]
        return literals

    def answer(self, model: Model) -> FlowAnswer:
        arms = set()
        for cell in self.free:
            color = next(
                label
                for number, label in enumerate(self.labels)
                if all((x > 0) == (abs(x) in model) for x in self._colors.has(cell, number))
            )
            arms |= {(cell, color, d) for d in SIDES if self.arm[cell, d] in model}
        links = frozenset(label for label, variable in self.link.items() if variable in model)
        return FlowAnswer(frozenset(arms), links)

    def _one_color(self, cell: Cell) -> Iterable[Clause]:
        return self._colors.one(cell)

    def _points(self, cell: Cell, label: str, d: str) -> tuple[int, Sequence[int]]:
        return self.arm[cell, d], self._colors.has(cell, self.labels.index(label))

    def _points_back(self, cell: Cell, near: Cell, d: str, unless: Clause) -> Iterator[Clause]:
        yield [*unless, self.arm[near, d]]
        yield from self._colors.same(cell, near, unless)

    def _apart(self, cell: Cell, near: Cell, d: str) -> Iterator[Clause]:
        ends = self.level.endpoints
        if cell in ends and near in ends:
            if ends[cell] == ends[near]:
                yield [self.link[ends[cell]]]
        elif cell in ends or near in ends:
            end, other, way = (cell, near, OPPOSITE[d]) if cell in ends else (near, cell, d)
            color = self._colors.has(other, self.labels.index(ends[end]))
            yield [*(-literal for literal in color), self.arm[other, way]]
        else:
            linked = [self.arm[cell, d], self.arm[near, OPPOSITE[d]]]
            yield from self._colors.differ(cell, near, linked)


def _arms(
    level: Level, rules: Sequence[int], colors: MakeColors
) -> tuple[Decoder[FlowAnswer], Cnf]:
    formula = ArmFormula(level, rules, colors)
    return formula, formula.cnf


def _direct(key: str, at_most: AtMostOne, tip: str) -> RuleEncoding[Level, FlowAnswer]:
    """Return an encoding of the same formula but for the clauses of "at most one colour"."""
    colors = partial(DirectColors, at_most=at_most)
    return RuleEncoding(key, f"arm + colour, {key}", tip, formula=partial(_arms, colors=colors))


ENCODINGS: tuple[RuleEncoding[Level, FlowAnswer], ...] = (
    RuleEncoding(
        "classic",
        "P",
        "The classic rules as they are explored: a variable for each colour and direction of a "
        "cell, and helpers",
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
    RuleEncoding(
        "binary",
        "arm + bits",
        "A variable for each direction of a cell, and its colour as a number in bits",
        formula=partial(_arms, colors=BinaryColors),
    ),
    RuleEncoding(
        "fast",
        "FlowDesk's",
        "The formula with which FlowDesk solves: a variable for each step between two cells, and "
        "colours in bits",
        "fast",
    ),
)
