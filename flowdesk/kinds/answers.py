"""The results of solving, checking, counting and the like, for every kind of puzzle.

Each kind has its own type of puzzle and of solution; here both are `Any`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell, Edge
from flowdesk.sat.cnf import Cnf


class Word(str, Enum):
    """An answer in one word: a member is the text that stands in JSON, and is printed as it."""

    __str__ = str.__str__
    __repr__ = str.__repr__


class SolveStatus(Word):
    """How a search for a solution has ended. An invalid puzzle is not complete."""

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
    """How many solutions there are in which no path touches itself."""

    ONE = "one"
    MANY = "many"
    NONE = "none"
    UNKNOWN = "unknown"


class ConflictKind(Word):
    """What keeps a puzzle from having a solution; see `Conflict`."""

    CONNECTION = "connection"
    COVER = "cover"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Effort:
    """What a depth-first search took: its steps forward, and how many of them it took back."""

    nodes: int = 0
    backtracks: int = 0


@dataclass(frozen=True)
class SolveResult:
    """What `solve` found. `touching`: whether the solution runs beside itself somewhere.

    `findings` says what is wrong with an invalid level, and why an unsolvable one is, as far as
    simple arguments show it. `seconds` is wall time, `rounds` counts the calls of the SAT solver.
    Where an engine searched instead, `effort` is what it took; if it has ended and still does not
    know, `note` says why.
    """

    status: SolveStatus
    solution: Any = None
    touching: bool = False
    rounds: int = 0
    seconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    effort: Effort | None = None
    note: str = ""


@dataclass(frozen=True)
class Difficulty:
    """How hard a level is: one of its kind's words, and the score behind it, to one decimal."""

    level: str
    score: float


@dataclass(frozen=True)
class CheckResult:
    """How many solutions a level has: by the rule that was asked for, and without touching.

    `solutions` holds up to two; `differs` are the cells where those two take different ways.
    """

    status: CheckStatus
    non_touching: NonTouching = NonTouching.UNKNOWN
    solutions: tuple[Any, ...] = ()
    differs: tuple[Cell, ...] = ()
    rounds: int = 0
    seconds: float = 0.0
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Count:
    """How many solutions there are: `number`, or if not `exact` at least that many.

    `widest` is how many states lay on the line at the widest, `seconds` is wall time, and
    `gave_up` says in a sentence why the number is not exact, once the count has ended. `shares`,
    if asked for, is the share of the solutions that use each edge of the board: 1 is certain.
    """

    number: int
    exact: bool
    widest: int
    seconds: float
    gave_up: str = ""
    shares: Mapping[Edge, float] | None = None


@dataclass(frozen=True)
class Certainty:
    """What is known of edges: `on` all solutions use, `off` none, `open` some do and some do not.

    Edges in none of them are not settled; `finished` says that there are no such edges left.
    `seconds` is wall time.
    """

    on: frozenset[Edge]
    off: frozenset[Edge]
    open: frozenset[Edge]
    finished: bool
    seconds: float = 0.0


@dataclass(frozen=True)
class Conflict:
    """Why a level has no solution, as far as it is known.

    CONNECTION: the colours `labels` cannot all be connected, even if cells may stay uncovered;
    `cells` are their endpoints. COVER: all colours can be connected, but never so that every
    cell is covered; `answer` are paths that leave only `cells` uncovered, if such were found.
    `minimal` says that it is proved that without any one of the labels the others can be
    connected, or that no paths leave fewer cells.
    """

    kind: ConflictKind
    labels: tuple[str, ...]
    minimal: bool
    message: str
    cells: tuple[Cell, ...]
    answer: Any = None


@dataclass(frozen=True)
class Remedy:
    """A change that leaves the level with exactly one solution, which has been verified.

    `kind` is its name, `level` the changed level, `solution` its only solution, and `cells` are
    to be marked.
    """

    kind: str
    message: str
    level: Any
    solution: Any
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Deduction:
    """One step of a player's reasoning.

    `message` is the whole of it in one sentence, `cells` are those to mark that it speaks of. `on`
    are edges that are now known to be part of a path, `off` edges known not to be. `depth` is 0
    for what is seen directly, else how many conclusions in a row refute a supposition. `strictly`:
    it claims this only of solutions in which no path touches itself. The rule "contradiction"
    has neither `on` nor `off`: what is known cannot be right, or there is no solution.
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
    """A level as a player solves it: the steps so far, and the solution once they are complete.

    That solution is the only one; if a step is `strictly`, the only one without touching.
    `touching` says that every solution touches itself, so that the steps keep to the game's rule.
    """

    deductions: tuple[Deduction, ...] = ()
    solution: Any = None
    touching: bool = False

    @property
    def solved(self) -> bool:
        """Whether the deductions lead to the whole solution."""
        return self.solution is not None

    @property
    def contradicted(self) -> bool:
        """Whether the deductions show that there is no solution."""
        return bool(self.deductions) and self.deductions[-1].rule == "contradiction"

    def leads_on(self, before: Trace) -> bool:
        """Whether there is a step that was not there before."""
        return before.deductions[: len(self.deductions)] != self.deductions

    @property
    def strictly(self) -> bool:
        """Whether some step argues that no path touches itself."""
        return any(deduction.strictly for deduction in self.deductions)


@dataclass(frozen=True)
class Made:
    """What came of a request: the level nearest to it, or None if the board could not be covered.

    `met` says whether it is all that was asked for, and `report` in a sentence what it is.
    """

    level: Any
    solution: Any
    attempts: int
    met: bool
    report: str


@dataclass(frozen=True)
class Formula:
    """A puzzle as a formula for any SAT solver.

    `about` says in lines what it states, and `describe` what a variable with a key means. `gap`,
    unless it is empty, says what is not stated: then a model need not be a solution.
    """

    cnf: Cnf
    about: tuple[str, ...]
    describe: Callable[[Hashable], str]
    gap: str = ""
