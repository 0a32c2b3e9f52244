"""RuleBook: the rules of a kind of puzzle as the lab explores them.

The rules of a kind are given in several forms: the classic ones, ``published`` as they were first
written down, and ``corrected`` after that; and ``fast``, FlowDesk's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import P, Puzzle, S
from flowdesk.draw.scene import Tile, Tiles, frame_tiles
from flowdesk.lab.formula import (
    DEFINITIONS,
    MEANING,
    A,
    ClassicFormula,
    Decoder,
    FastFormula,
    Formula,
    Names,
    State,
)
from flowdesk.sat.cnf import Clause, Cnf

#: A kind's own type of formulas.
F = TypeVar("F")

#: The forms that every rule book has.
FORMS = ("corrected", "published", "fast")


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


#: The strength of the mark within a frame, as a share of the frame's.
_GROUND = 0.2
_GRID = ("line", "point")


def layered(plain: Tiles, below: Iterable[Tile], above: Iterable[Tile]) -> Tiles:
    """Return a cell's tiles with others below and above the lines of its grid."""
    if not plain:  # it was a cell of the board before, and is none now
        return ()
    first, *rest = plain
    lines = (tile for tile in rest if tile.kind in _GRID)
    return first, *below, *lines, *above, *(tile for tile in rest if tile.kind not in _GRID)


def mark_tiles(puzzle: Puzzle, cell: Cell, marks: Mapping[Cell, float]) -> tuple[Tiles, Tiles]:
    """Return the ground and the frame of a cell that is marked; nothing for others."""
    if cell not in marks:
        return (), ()
    frame = frame_tiles(puzzle.board.shape.sides, marks[cell])
    return (Tile("mark", strength=_GROUND * marks[cell]),), frame


@dataclass(frozen=True)
class RuleOrder:
    """An order in which rules are taught: its name and tip, and the numbers of all rules."""

    name: str
    tip: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class RuleForm:
    """A form of the rules: its name and tip, the rules, and what the letters in formulas mean.

    `orders` are those in which the rules are taught, besides that of their numbers. `helpers`, if
    there are any, tells about the variables that stand for formulas; its clauses always hold.
    """

    name: str
    tip: str
    rules: tuple[Rule, ...]
    letters: str
    orders: tuple[RuleOrder, ...] = ()
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
class RuleEncoding(Generic[P, A]):
    """A way to state the rules of the game as clauses: its name for scripts, its name, and a tip.

    It is that of a form of the rules, unless it has a formula of its own: puzzle and rules -> what
    its models mean, and the clauses.
    """

    key: str
    name: str
    tip: str
    form: str = FORMS[0]
    formula: Callable[[P, Sequence[int]], tuple[Decoder[A], Cnf]] | None = None


class RuleBook(ABC, Generic[P, S, A, F]):
    """The rules of a kind in every form, and what can be asked and told about answers to them."""

    forms: ClassVar[Mapping[str, RuleForm]]
    #: More cells than these would take minutes with the classic rules.
    most_cells: ClassVar[int]
    #: What is compared, FlowDesk's own last.
    encodings: tuple[RuleEncoding[P, A], ...]
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
    def broken(self, puzzle: P, answer: A, form: str, rules: Collection[int], /) -> list[Broken]:
        """Return every breach of the classic rules, where these rules are on."""

    def is_strict(self, puzzle: P, /) -> bool:
        """Whether a puzzle requires the optional rules, too."""
        return False

    @abstractmethod
    def names(self, puzzle: P, /) -> Names[A]:
        """Return what the variables of somebody's own formula can say."""

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
        labels: bool,
    ) -> Tiles:
        """Return the tiles of a cell; `marks` has the strength of the mark of each marked cell."""

    @abstractmethod
    def state_tiles(
        self, puzzle: P, formula: F, state: State, cell: Cell, /, *, labels: bool
    ) -> Tiles:
        """Return the tiles of a cell in a state of a search: what is known and what may be."""

    def games_of(self, puzzle: P, rules: Collection[int], form: str) -> tuple[P, ...]:
        """Return puzzles whose solutions together are the answers to some rules, if it has any."""
        return (puzzle,) if form != "published" and {*rules} == {*self.needed(puzzle, form)} else ()

    def needed(self, puzzle: P, form: str = FORMS[0]) -> tuple[int, ...]:
        """Return the rules that make the game on a puzzle, which may itself need optional ones."""
        strict = self.is_strict(puzzle)
        return tuple(r.number for r in self.forms[form].rules if strict or not r.optional)

    def formula(self, puzzle: P, rules: Collection[int], form: str) -> tuple[Formula[A], Cnf]:
        """Return the formula of some rules, and its clauses."""
        if form == "fast":
            own = self.fast(puzzle, rules)
            return own, own.cnf
        classic = self.classic(puzzle, form)
        return classic, classic.cnf(rules)

    def all_clauses(self, puzzle: P, form: str) -> Cnf:
        """Return the clauses of all rules of a form, to compare their numbers."""
        return self.formula(puzzle, [rule.number for rule in self.forms[form].rules], form)[1]

    def encoded(self, puzzle: P, encoding: RuleEncoding[P, A]) -> tuple[Decoder[A], Cnf]:
        """Return the rules that make the game in an encoding, and their clauses."""
        rules = self.needed(puzzle, encoding.form)
        formula = encoding.formula
        return formula(puzzle, rules) if formula else self.formula(puzzle, rules, encoding.form)

    def rule_of(self, form: str, group: str) -> int:
        """Return the rule that a group of clauses of a form belongs to, or `DEFINITIONS`."""
        if group == MEANING:
            return DEFINITIONS
        return self.fast_rule_of[group] if form == "fast" else int(group.removeprefix("rule "))

    def by_rule(self, form: str, cnf: Cnf) -> defaultdict[int, list[Clause]]:
        """Return the clauses of each rule of a form, and of the definitions."""
        found: defaultdict[int, list[Clause]] = defaultdict(list)
        for group, clauses in cnf.rules.items():
            found[self.rule_of(form, group)] += clauses
        return found

    def rule(self, number: int) -> Rule:
        """Return the classic rule with a number; KeyError if there is none."""
        return {rule.number: rule for rule in self.forms[FORMS[0]].rules}[number]
