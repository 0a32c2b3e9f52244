"""Formulas of rules: what their variables say, their clauses, and what a model of them means."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from flowdesk.core.grid import Cell
from flowdesk.sat.cnf import Clause, Cnf, Model

#: A kind's own type of answers, whose `looks` are what cells show of them.
A = TypeVar("A")

#: What a variable says: a word for the kind of statement, and what it is about.
Key: TypeAlias = tuple[Any, ...]

#: The group of clauses that define variables by others; they hold whichever rules are on.
MEANING = "meaning"

#: The number of these definitions where they are listed beside rules, whose numbers are from 0 on.
DEFINITIONS = -1

#: The number of a rule, the cells that it is applied to, and its clauses there.
Part = tuple[int, tuple[Cell, ...], list[Clause]]


@dataclass(frozen=True)
class Meaning:
    """What a variable says of some cells: its name in formulas, and a sentence for each value.

    The sentences are `subject` and `true`, as in "row 1, column 2" "has an arm up", or `false`.
    The name has row and column, counted from 1 as in the sentences: ``arm(1,2,t)``.
    """

    name: str
    cells: tuple[Cell, ...]
    subject: str
    true: str
    false: str

    def predicate(self, literal: int) -> str:
        """Return what a literal of the variable says of the subject."""
        return self.true if literal > 0 else self.false


def place(cell: Cell) -> str:
    """Return the row and column of a cell as names of variables have them: ``1,2``."""
    return f"{cell[1] + 1},{cell[0] + 1}"


@dataclass(frozen=True)
class Fixed:
    """The value of a variable in a state of a search, and how strongly it is shown, from 0 to 1.

    A value is *decided*, or it has been propagated.
    """

    is_true: bool
    is_decided: bool = False
    strength: float = 1.0


#: Tells the value of a variable; None if it has none.
State = Callable[[int], Fixed | None]


class Decoder(ABC, Generic[A]):
    """What the models of a formula mean."""

    @abstractmethod
    def preferred(self) -> list[int]:
        """Return the literals that a person would suppose, cell by cell, in reading order."""

    @abstractmethod
    def answer(self, model: Model) -> A:
        """Return a model as an answer."""

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Add the clauses that a model breaks; whether there were any (see `refine`)."""
        return False


class Formula(Decoder[A]):
    """The variables of a puzzle in one form of the rules.

    `decisive` is the last variable on which answers depend; they do on none after it.
    """

    decisive: int

    @abstractmethod
    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says, also of one that `cut` has added."""

    @abstractmethod
    def excluding(self, answer: A) -> list[Clause]:
        """Return clauses that exclude this answer alone."""

    @abstractmethod
    def telling(self, cnf: Cnf) -> Sequence[int] | None:
        """Return variables in which models differ just if their answers do, to be decided in order.

        Before, state in `cnf` what `cut` adds only where it is needed; None if that is too much.
        """


class ClassicFormula(Formula[A]):
    """A formula whose clauses are known for each rule and cell, without those that `cut` adds.

    The keys of its variables, from variable 1 on, are made in the constructor.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = cells
        self._keys: list[Key] = []

    def _variable(self, *key: object) -> int:
        self._keys.append(key)
        return len(self._keys)

    @abstractmethod
    def clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
        """Return the clauses of a rule for a cell."""

    def definitions(self, cell: Cell) -> Iterable[Clause]:
        """Return the clauses that define the helpers of a cell; they always hold."""
        return ()

    @abstractmethod
    def literals_of(self, answer: A) -> list[int]:
        """Return the literals that only this answer satisfies together."""

    def excluding(self, answer: A) -> list[Clause]:
        """Return the clause that says that one of these literals is false."""
        return [[-literal for literal in self.literals_of(answer)]]

    def allows(self, answer: A) -> bool:
        """Whether there are variables for everything in an answer."""
        return True

    def cnf(self, rules: Collection[int]) -> Cnf:
        """Return the formula of some rules; the group of rule 3 is called ``rule 3``."""
        cnf = Cnf(self._keys)
        if meaning := [clause for cell in self._cells for clause in self.definitions(cell)]:
            cnf.add(MEANING, meaning)
        for number in sorted(rules):
            for cell in self._cells:
                cnf.add(f"rule {number}", self.clauses(number, cell))
        return cnf

    def parts(self, rules: Collection[int], cnf: Cnf) -> list[Part]:
        """Return rules at cells with their clauses, and those that were cut from `cnf`."""
        return [
            (number, (cell,), clauses)
            for number in sorted(rules)
            for cell in self._cells
            if (clauses := list(self.clauses(number, cell)))
        ]


class FastFormula(Formula[A]):
    """FlowDesk's own formula of some rules: that of the solver, without the groups of others."""

    def __init__(self, rules: Collection[int], cnf: Cnf, rule_of_group: Mapping[str, int]) -> None:
        self._rules, self.cnf = set(rules), cnf
        self.decisive = cnf.variables
        for name in [name for name in cnf.rules if rule_of_group[name] not in rules]:
            del cnf.rules[name]

    def telling(self, cnf: Cnf) -> None:
        """Return None: answers do not depend on colours where no step is, and loops are cut."""


class Names(ABC, Generic[A]):
    """The statements about a puzzle that have a name, as in ``P(1,2,R,t)``.

    `keys` has them by all their names, the words of FlowDesk's own formulas included, in ASCII.
    """

    #: The names that there are, in a sentence.
    hint: ClassVar[str]
    keys: Mapping[str, Key]
    #: The cells about which a formula has to say something.
    open_cells: Collection[Cell]

    @abstractmethod
    def about(self, key: Key) -> Collection[Cell]:
        """Return the cells about which a statement says something."""

    @abstractmethod
    def facts(self, answer: A) -> frozenset[Key]:
        """Return the statements that are true of an answer."""

    @abstractmethod
    def answer(self, true: Collection[Key], named: Collection[Key]) -> A:
        """Return an answer of which `true` statements hold, and no others of those `named`."""
