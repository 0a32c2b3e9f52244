"""The results of solving, checking, counting and the like, for every kind of puzzle.

Each kind has its own types of puzzle and solution, which are `Any` here. `seconds` is always wall
time. Some kinds have a stricter rule that a puzzle may be solved by (`Kind.strict`): in Flow, that
no path touches itself. What is said of touching here is about that rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias, TypeVar

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell, Edge
from flowdesk.sat.backend import Figures

T = TypeVar("T")

#: A function that gets the result of a search so far.
Progress: TypeAlias = Callable[[T], None]


def unheard(so_far: object) -> None:
    """Ignore the result so far: the `progress` where only the last one counts."""


class Word(str, Enum):
    """An enum whose members are their texts, as in JSON; they are printed as these texts."""

    __str__ = str.__str__
    __repr__ = str.__repr__


class SolveStatus(Word):
    """The result of a search for a solution. An invalid puzzle is not complete."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"
    INVALID = "invalid"


class CheckStatus(Word):
    """Whether a puzzle has no, one or several solutions."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"
    INVALID = "invalid"


class NonTouching(Word):
    """How many solutions keep the stricter rule of the kind: in Flow, how many do not touch."""

    ONE = "one"
    MANY = "many"
    NONE = "none"
    UNKNOWN = "unknown"


class ConflictKind(Word):
    """The kinds of reasons why a puzzle has no solution; see `Conflict`."""

    CONNECTION = "connection"
    COVER = "cover"
    CLUES = "clues"
    CLUE = "clue"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Effort:
    """What a depth-first search took: its steps forward, and how many of them it undid."""

    nodes: int = 0
    backtracks: int = 0


@dataclass(frozen=True)
class SolveResult:
    """The result of `solve`.

    `touching` is True if the solution breaks the stricter rule. `findings` has what is wrong with
    an invalid puzzle, or why an unsolvable one has no solution if simple arguments show it.
    `rounds` is the number of calls of the SAT solver, `figures` is what it counted in all, if it
    tells. A backtracking engine fills in `effort`, and `note` with the reason if it has ended
    without an answer.
    """

    status: SolveStatus
    solution: Any = None
    touching: bool = False
    rounds: int = 0
    seconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    effort: Effort | None = None
    note: str = ""
    figures: Figures | None = None


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is: one of `Kind.difficulties`, and its score, to one decimal."""

    level: str
    score: float


@dataclass(frozen=True)
class CheckResult:
    """Whether a puzzle has no, one or several solutions, by its own rule and by the stricter one.

    `solutions` has up to two of them, and `differs` the cells where those two differ. `rounds` and
    `findings` are as in `SolveResult`. `conflict` tells why there is no solution, if that was asked
    as well.
    """

    status: CheckStatus
    non_touching: NonTouching = NonTouching.UNKNOWN
    solutions: tuple[Any, ...] = ()
    differs: tuple[Cell, ...] = ()
    rounds: int = 0
    seconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    conflict: Conflict | None = None


@dataclass(frozen=True)
class Count:
    """How many solutions there are: `number`, or if not `exact` at least that many.

    `widest` is the largest number of states that were in memory at once (Flow only; else 0).
    `gave_up` is a sentence why a count has ended without an exact number. `shares`, if requested,
    is for each edge of the board the share of the solutions that use it, from 0 to 1.
    """

    number: int
    exact: bool
    widest: int
    seconds: float
    gave_up: str = ""
    shares: Mapping[Edge, float] | None = None


@dataclass(frozen=True)
class Certainty:
    """The edges that all solutions use (`on`), that none uses (`off`), that some use (`open`).

    Other edges are not decided yet; `finished` is True if there are none.
    """

    on: frozenset[Edge]
    off: frozenset[Edge]
    open: frozenset[Edge]
    finished: bool
    seconds: float = 0.0


@dataclass(frozen=True)
class Conflict:
    """Why a puzzle has no solution: `message` is a sentence, `cells` are those to mark.

    CLUES: the clues in `cells` contradict each other; `minimal` is True if it is proved that
    without any one of them the others do not. CLUE: without the clue in `cells` there is the
    solution `answer`. The rest is Flow's. CONNECTION: the colours `labels`
    cannot all be connected, even if cells may stay uncovered; `cells` are their endpoints. COVER:
    all colours can be connected, but never so that every cell is covered; `answer` is an attempt
    that leaves only `cells` uncovered, if one was found. `minimal` is True if it is proved that
    without any one of the labels the others can be connected, or that no attempt leaves fewer
    cells uncovered.
    """

    kind: ConflictKind
    labels: tuple[str, ...]
    minimal: bool
    message: str
    cells: tuple[Cell, ...]
    answer: Any = None


@dataclass(frozen=True)
class Remedy:
    """A change after which a puzzle has a solution, which has been verified.

    `kind` is the name of the kind of change, `title` the change in a few words, which alike ones
    share, `message` the change as a sentence, `level` the changed puzzle, `solution` a solution of
    it, the only one if `is_unique`; otherwise there may be others. `cells` are those to mark.
    """

    kind: str
    title: str
    message: str
    level: Any
    solution: Any
    cells: tuple[Cell, ...]
    is_unique: bool = True


@dataclass(frozen=True)
class Repairs:
    """Changes that make an unsolvable puzzle solvable, the smallest first, among `tried` ones."""

    offers: tuple[Remedy, ...]
    tried: int


@dataclass(frozen=True)
class Deduction:
    """One step of a player's reasoning.

    `message` is the step as a sentence, `cells` are the cells it mentions. `on` are edges that are
    now known to be part of the solution, `off` edges that are known not to be. `depth` is 0 for
    what is seen directly, else the number of conclusions that refute a supposition. `strictly` is
    True if it holds only for solutions by the stricter rule. The rule "contradiction" has neither
    `on` nor `off`: there is no solution, or something that was taken as known is wrong.
    """

    rule: str
    message: str
    cells: tuple[Cell, ...]
    on: frozenset[Edge] = frozenset()
    off: frozenset[Edge] = frozenset()
    depth: int = 0
    strictly: bool = False


@dataclass(frozen=True)
class Trace:
    """The steps of a player so far, and the solution once they lead to it.

    That solution is the only one; if a step is `strictly`, the only one by the stricter rule.
    `touching` is True if no solution keeps the stricter rule, so that no step may assume it.
    """

    deductions: tuple[Deduction, ...] = ()
    solution: Any = None
    touching: bool = False

    @property
    def solved(self) -> bool:
        """Whether the steps lead to the whole solution."""
        return self.solution is not None

    @property
    def contradicted(self) -> bool:
        """Whether the steps show that there is no solution."""
        return bool(self.deductions) and self.deductions[-1].rule == "contradiction"

    def leads_on(self, before: Trace) -> bool:
        """Whether there is a step that `before` does not have."""
        return before.deductions[: len(self.deductions)] != self.deductions

    @property
    def strictly(self) -> bool:
        """Whether some step assumes the stricter rule."""
        return any(deduction.strictly for deduction in self.deductions)


@dataclass(frozen=True)
class Made:
    """The puzzle generated for a request, or the nearest one; None if none could be made.

    `attempts` is the number of puzzles that were tried. `met` is True if the puzzle is all that
    was requested, `report` describes it in a sentence. `stays` says how much of the solution stays
    that a request named to begin with; `off`, how far it is from what was requested, the gravest
    first.
    """

    level: Any
    solution: Any
    attempts: int
    met: bool
    report: str
    stays: str = ""
    off: tuple[int, ...] = ()
