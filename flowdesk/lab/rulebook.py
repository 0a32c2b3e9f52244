"""RuleBook: the rules of a kind of puzzle as the lab explores them.

The rules of a kind are given in several forms: the classic ones, ``published`` as they were first
written down, and ``corrected`` after that; and ``fast``, FlowDesk's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, Protocol, TypeVar

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import P, S
from flowdesk.draw.scene import Tiles
from flowdesk.sat.cnf import Clause, Cnf, Model

#: A kind's own types of answers, whose `looks` are what cells show of them, and of formulas.
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
F = TypeVar("F")

#: The forms that every rule book has.
FORMS = ("corrected", "published", "fast")

#: The group of clauses that define variables by others; they hold whichever rules are on.
MEANING = "meaning"

#: The number of these definitions where they are listed beside rules, whose numbers are from 0 on.
DEFINITIONS = -1


@dataclass(frozen=True)
class Rule:
    """A rule as people read it: a name, a few sentences, and a formula."""

    number: int
    name: str
    text: str
    formula: str
    optional: bool = False


@dataclass(frozen=True)
class Broken:
    """A rule that an answer breaks at some cells, as a sentence.

    `besides` are other rules that are off, and without which this one would not forbid it.
    """

    rule: int
    message: str
    cells: tuple[Cell, ...]
    besides: tuple[int, ...] = ()


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


class Decoder(Protocol[A_co]):
    """What the models of a formula mean."""

    def preferred(self) -> list[int]:
        """Return the literals that a person would suppose, cell by cell, in reading order."""

    def answer(self, model: Model) -> A_co:
        """Return a model as an answer."""

    def cut(self, cnf: Cnf, model: Model) -> bool:
        """Add the clauses that a model breaks; whether there were any (see `refine`)."""


class Formula(Decoder[A], Protocol[A]):
    """The variables of a puzzle in one form of the rules."""

    @property
    def decisive(self) -> int:
        """The last variable on which answers depend; they do on none after it."""

    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says, also of one that `cut` has added."""

    def excluding(self, answer: A) -> list[Clause]:
        """Return clauses that exclude this answer alone."""


class ClassicFormula(Formula[A], Protocol[A]):
    """A formula whose clauses are known for each rule and cell."""

    def cnf(self, rules: Collection[int]) -> Cnf:
        """Return the formula of some rules; the group of rule 3 is called ``rule 3``."""

    def clauses(self, number: int, cell: Cell) -> Iterable[Clause]:
        """Return the clauses of a rule for a cell, without those that `cut` adds."""

    def definitions(self, cell: Cell) -> Iterable[Clause]:
        """Return the clauses that define the helpers of a cell; they always hold."""

    def parts(self, rules: Collection[int], cnf: Cnf) -> list[Part]:
        """Return rules at cells with their clauses, and those that were cut from `cnf`."""

    def allows(self, answer: A) -> bool:
        """Whether there are variables for everything in an answer."""


class FastFormula(Formula[A], Protocol[A]):
    """FlowDesk's own formula of some rules."""

    cnf: Cnf


@dataclass(frozen=True)
class Order:
    """An order in which rules are taught: its name and tip, and the numbers of all rules."""

    name: str
    tip: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Form:
    """A form of the rules: its name and tip, the rules, and what the letters in formulas mean.

    `orders` are those in which the rules are taught, besides that of their numbers. `helpers`, if
    there are any, tells about the variables that stand for formulas; its clauses always hold.
    """

    name: str
    tip: str
    rules: tuple[Rule, ...]
    letters: str
    orders: tuple[Order, ...] = ()
    helpers: Rule | None = None

    def ordered(self, numbers: Sequence[int]) -> tuple[Rule, ...]:
        """Return the rules with these numbers, in this order, then all others by number."""
        place = {number: at for at, number in enumerate(numbers)}
        return tuple(sorted(self.rules, key=lambda rule: place.get(rule.number, len(place))))


@dataclass(frozen=True)
class Example:
    """A puzzle that comes with FlowDesk: its file below `puzzles`, and a tip that describes it."""

    file: str
    tip: str


@dataclass(frozen=True)
class Encoding(Generic[P, A]):
    """A way to state the rules of the game as clauses: its names, a tip, and its formula."""

    #: The name for scripts.
    key: str
    name: str
    tip: str
    #: puzzle -> what its models mean, and the clauses of the rules that make the game.
    formula: Callable[[P], tuple[Decoder[A], Cnf]]


class RuleBook(ABC, Generic[P, S, A, F]):
    """The rules of a kind in every form, and what can be asked and told about answers to them."""

    forms: ClassVar[Mapping[str, Form]]
    #: More cells than these would take minutes with the classic rules.
    most_cells: ClassVar[int]
    #: What is compared, FlowDesk's own last.
    encodings: tuple[Encoding[P, A], ...]
    #: The rule to which each group of FlowDesk's own clauses belongs.
    fast_rule_of: ClassVar[Mapping[str, int]]
    #: The rules of each form of which clauses are added only where an answer breaks them.
    added: ClassVar[Mapping[str, tuple[int, ...]]]
    #: What each classic rule requires of one or many cells, as in "have exactly one colour".
    demands: ClassVar[Mapping[int, str]]
    #: What each classic rule does to an answer that breaks it: a verb, the word for a breach, and
    #: what belongs to that, as in "gave", "cell", "exactly one colour". Rules that do it only
    #: together with others are left out.
    mends: ClassVar[Mapping[int, tuple[str, str, str]]]
    #: In what two answers differ that are counted as two, as a sentence.
    counted_as_two: ClassVar[str]
    #: What the marks of `state_tiles` mean, in sentences.
    legend: ClassVar[str]
    #: What it means that an answer breaks an optional rule, as in "a path touches itself".
    optional_broken: ClassVar[str] = ""
    #: What the corrected rules can do that the published ones cannot.
    corrected_can: ClassVar[str] = ""
    #: What is wrong with the published rules, after "As first published,".
    published_flaw: ClassVar[str]
    #: The classic rule that the published form lacks or that does not work there, and why.
    gap: ClassVar[tuple[int, str]]
    #: A small puzzle, and one that the published rules get wrong.
    example: ClassVar[Example]
    gap_example: ClassVar[Example]
    #: What the corrected form mends, for the link to it.
    corrected_tip: ClassVar[str]

    @abstractmethod
    def classic(self, puzzle: P, form: str, /) -> ClassicFormula[A]:
        """Return the variables and clauses of the corrected or of the published rules."""

    @abstractmethod
    def fast(self, puzzle: P, rules: Collection[int], /) -> FastFormula[A]:
        """Return the formula of some of FlowDesk's own rules."""

    @abstractmethod
    def fast_clauses(self, puzzle: P, /) -> Cnf:
        """Return all clauses of FlowDesk's own rules, to compare their numbers."""

    @abstractmethod
    def broken(self, puzzle: P, answer: A, form: str, rules: Collection[int], /) -> list[Broken]:
        """Return every breach of the classic rules, where these rules are on."""

    def is_strict(self, puzzle: P, /) -> bool:
        """Whether a puzzle requires the optional rules, too."""
        return False

    @abstractmethod
    def answer_of(self, puzzle: P, solution: S, /) -> A:
        """Return a solution as an answer."""

    @abstractmethod
    def solves(self, puzzle: P, answer: A, /) -> bool:
        """Whether an answer is a solution, by the checker of the kind."""

    @abstractmethod
    def why_not_forced(self, puzzle: P, solution: S, form: str, /) -> str:
        """Say in a sentence why no rules force this solution."""

    @abstractmethod
    def same_board(self, before: P, after: P, /) -> bool:
        """Whether the same answers can be shown on two puzzles."""

    @abstractmethod
    def cells_json(self, answer: A, /) -> list[dict[str, object]]:
        """Return the cells of an answer in the JSON of the command line."""

    @abstractmethod
    def answer_rows(self, puzzle: P, answer: A, /) -> list[str]:
        """Return an answer as rows of characters."""

    @abstractmethod
    def answer_cells(self, puzzle: P, answer: A | None, marked: Iterable[Cell], /) -> set[Cell]:
        """Return the cells that look different from the puzzle alone."""

    @abstractmethod
    def answer_tiles(
        self,
        puzzle: P,
        answer: A | None,
        cell: Cell,
        marks: Mapping[Cell, float],
        /,
        *,
        labels: bool = False,
    ) -> Tiles:
        """Return the tiles of a cell; `marks` has the strength of the mark of each marked cell."""

    @abstractmethod
    def state_tiles(
        self, puzzle: P, formula: F, state: State, cell: Cell, /, *, labels: bool = False
    ) -> Tiles:
        """Return the tiles of a cell in a state of a search: what is known and what may be."""

    def needed(self, puzzle: P, form: str = FORMS[0]) -> tuple[int, ...]:
        """Return the rules that make the game on a puzzle, which may itself need optional ones."""
        strict = self.is_strict(puzzle)
        return tuple(r.number for r in self.forms[form].rules if strict or not r.optional)

    def rule_of(self, form: str, group: str) -> int:
        """Return the rule that a group of clauses of a form belongs to, or `DEFINITIONS`."""
        if group == MEANING:
            return DEFINITIONS
        return self.fast_rule_of[group] if form == "fast" else int(group.removeprefix("rule "))

    def rule(self, number: int) -> Rule:
        """Return the classic rule with a number; KeyError if there is none."""
        return {rule.number: rule for rule in self.forms[FORMS[0]].rules}[number]
