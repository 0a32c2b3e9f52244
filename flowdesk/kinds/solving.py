"""What is found out about puzzles of a kind: solutions, their number, what helps, how hard it is.

Whatever takes `progress` may run in a worker process: it passes its result so far to `progress`,
which is the result if the search is ended.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import Answer, P, S
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.answers import (
    Certainty,
    CheckResult,
    CheckStatus,
    Conflict,
    Count,
    Deduction,
    Difficulty,
    Progress,
    Remedy,
    Repairs,
    SolveResult,
    SolveStatus,
    Trace,
    unheard,
)
from flowdesk.kinds.known import Known
from flowdesk.sat.backend import Figures, LimitReached, Search
from flowdesk.sat.cnf import Clause, Cnf, Model


class Solving(ABC, Generic[P]):
    """Solutions of puzzles; both searches take any puzzle, also one that is not complete."""

    #: Whether there is a stricter rule than that of the puzzle: the one of ``--non-touching``.
    has_strict_rule: ClassVar[bool] = False
    #: Whether puzzles can be written as a formula.
    has_formula: ClassVar[bool] = False

    @abstractmethod
    def solve(self, puzzle: P, /, *, progress: Progress[SolveResult] = unheard) -> SolveResult:
        """Find a solution, or that there is none."""

    @abstractmethod
    def check(self, puzzle: P, /, *, progress: Progress[CheckResult] = unheard) -> CheckResult:
        """Find out whether there is no, one or several solutions."""

    def strict(self, puzzle: P, /) -> P:
        """Return the puzzle by the stricter rule; the same one if there is no such rule."""
        return puzzle

    def formula(self, puzzle: P, /, *, lazy: bool = False) -> Encoding[Any]:
        """Return a complete puzzle as a formula for any SAT solver.

        With `lazy`, leave out what is stated only when a model breaks it.
        """
        raise NotImplementedError


class Encoding(ABC, Generic[S]):
    """A formula whose models are solutions, but for what `cut` states where a model breaks it.

    For other solvers, `about` describes it, a line each, and `gap` is what it does not state, so
    that a model need not be a solution; empty if nothing.
    """

    about: tuple[str, ...] = ()
    gap: str = ""

    def __init__(self, cnf: Cnf) -> None:
        self.cnf = cnf
        self._search = Search(cnf)

    @abstractmethod
    def cut(self, cnf: Cnf, model: Model, /) -> bool:
        """Add the clauses that a model breaks; whether there were any (see `Search.refine`)."""

    @abstractmethod
    def solution(self, model: Model, /) -> S:
        """Return what a model says that `cut` accepts."""

    @abstractmethod
    def mistakes(self, solution: S, /) -> list[Finding]:
        """Return what is wrong with a solution, by the checker of the kind."""

    @abstractmethod
    def exclude(self, solution: S, /) -> None:
        """Exclude a solution from what is found later."""

    def describe(self, key: Hashable, /) -> str:
        """Return what a variable with a key means."""
        raise NotImplementedError

    @property
    def figures(self) -> Figures | None:
        """What the searches took; None if the solver does not tell."""
        return self._search.figures

    def find(
        self,
        limit: int = 0,
        rounds: int = 0,
        on_round: Callable[[], None] = lambda: None,
        supposed: Collection[Clause] = (),
    ) -> S | None:
        """Return the next verified solution, or None; limits as in `Search.refine`."""
        model = self._search.refine(self.cut, limit, on_round, rounds, supposed)
        return None if model is None else self.verified(model)

    def verified(self, model: Model) -> S:
        """Return what a model says, after the checker of the kind has confirmed it."""
        solution = self.solution(model)
        wrong = self.mistakes(solution)
        assert not wrong, f"the solution of the formula is wrong: {wrong[0].message}"
        return solution


class EncodedSolving(Solving[P], Generic[P, S]):
    """Solving by a formula: its models are found one after the other."""

    @abstractmethod
    def encoding(self, puzzle: P, /) -> Encoding[S]:
        """Return the formula of a complete puzzle."""

    @abstractmethod
    def incomplete(self, puzzle: P, /) -> list[Finding]:
        """Return what has to be added or corrected first."""

    @abstractmethod
    def differing(self, puzzle: P, first: S, second: S, /) -> tuple[Cell, ...]:
        """Return the cells in which two solutions differ."""

    def impossible(self, puzzle: P, /) -> list[Finding]:
        """Return what shows without a search that there is no solution."""
        return []

    def solve(self, puzzle: P, *, progress: Progress[SolveResult] = unheard) -> SolveResult:
        """Find a solution; `progress` gets the result so far at each round."""
        started, rounds = time.perf_counter(), 0

        def result(status: SolveStatus, **found: Any) -> SolveResult:
            seconds = time.perf_counter() - started
            return SolveResult(status, rounds=rounds, seconds=seconds, **found)

        def on_round() -> None:
            nonlocal rounds
            rounds += 1
            progress(result(SolveStatus.UNKNOWN))

        if found := self.incomplete(puzzle):
            return result(SolveStatus.INVALID, findings=tuple(found))
        if found := self.impossible(puzzle):
            return result(SolveStatus.UNSOLVABLE, findings=tuple(found))
        encoding = self.encoding(puzzle)
        solution = encoding.find(on_round=on_round)
        status = SolveStatus.SOLVED if solution else SolveStatus.UNSOLVABLE
        return result(status, solution=solution, figures=encoding.figures)

    def check(self, puzzle: P, *, progress: Progress[CheckResult] = unheard) -> CheckResult:
        """Look for two solutions; `progress` gets the result so far at each round."""
        started, rounds = time.perf_counter(), 0
        solutions: list[S] = []

        def result(status: CheckStatus, findings: Sequence[Finding] = ()) -> CheckResult:
            return CheckResult(
                status,
                solutions=tuple(solutions),
                differs=self.differing(puzzle, *solutions) if len(solutions) == 2 else (),
                rounds=rounds,
                seconds=time.perf_counter() - started,
                findings=tuple(findings),
            )

        def on_round() -> None:
            nonlocal rounds
            rounds += 1
            progress(result(CheckStatus.UNKNOWN))

        if found := self.incomplete(puzzle):
            return result(CheckStatus.INVALID, found)
        if found := self.impossible(puzzle):
            return result(CheckStatus.UNSOLVABLE, found)
        encoding = self.encoding(puzzle)
        while solution := encoding.find(on_round=on_round):
            solutions.append(solution)
            if len(solutions) == 2:
                return result(CheckStatus.MULTIPLE)
            encoding.exclude(solution)
        return result(CheckStatus.UNIQUE if solutions else CheckStatus.UNSOLVABLE)


class Counting(ABC, Generic[P, S]):
    """The number of solutions of complete puzzles, and what these have in common."""

    @abstractmethod
    def count(
        self,
        puzzle: P,
        /,
        *,
        shares: bool = False,
        most_states: int = 500_000,
        progress: Progress[Count] = unheard,
    ) -> Count:
        """Count the solutions; with `shares`, tell for each edge what share of them uses it.

        A count that needs more than `most_states` in memory gives up.
        """

    @abstractmethod
    def certain_edges(
        self, puzzle: P, solution: S, /, *, progress: Progress[Certainty] = unheard
    ) -> Certainty:
        """Find the edges that all, some or no solutions use, given one of the solutions."""


class Mending(ABC, Generic[P, S]):
    """Why complete puzzles have no solution or several, and changes that leave exactly one."""

    #: Whether the badge and the verb ``check`` tell why there is no solution.
    says_why: ClassVar[bool] = False

    @abstractmethod
    def explain(self, puzzle: P, /, *, progress: Progress[Conflict] = unheard) -> Conflict | None:
        """Find out why there is no solution; None if there is one."""

    @abstractmethod
    def remedies(
        self, puzzle: P, first: S, second: S, /, *, progress: Progress[tuple[Remedy, ...]] = unheard
    ) -> tuple[Remedy, ...]:
        """Find changes that leave exactly one solution, given two of the solutions."""

    @abstractmethod
    def repairs(
        self, puzzle: P, conflict: Conflict | None, /, *, progress: Progress[Repairs] = unheard
    ) -> Repairs:
        """Find changes after which there is a solution, given why there is none, if known."""


class Reasoning(ABC, Generic[P]):
    """Solving as a player does, step by step: hints, and how hard a puzzle is."""

    #: The levels of difficulty, the easiest first.
    difficulties: ClassVar[tuple[str, ...]]

    @abstractmethod
    def rate(self, puzzle: P, /) -> Difficulty | None:
        """Return how hard a complete puzzle is; None if that cannot be told."""

    @abstractmethod
    def hint(self, known: Known, so_far: Trace, /) -> Trace:
        """Return the steps so far and the next one."""

    @abstractmethod
    def hint_text(self, known: Known, before: Trace, now: Trace, /) -> str:
        """Return the step that leads from the steps before to those now, in sentences."""

    def assumption(self, puzzle: P, steps: Trace, /) -> str:
        """Return what some step assumes beyond the rules, as a clause; empty if none does."""
        return ""

    def hint_tiles(self, puzzle: P, steps: Sequence[Deduction], /) -> Mapping[Cell, Tiles]:
        """Return tiles of what some steps have found; what the last one has, stands out."""
        return {}

    def ratings(
        self,
        puzzle: P,
        changes: Iterable[Remedy],
        /,
        *,
        progress: Progress[Mapping[str, Difficulty | None]] = unheard,
    ) -> Mapping[str, Difficulty | None]:
        """Rate what changes make of a puzzle, by its key; only those that leave one solution."""
        found: dict[str, Difficulty | None] = {}
        for change in changes:
            if change.is_unique:
                found[change.level.puzzle_key] = self.rate(change.level)
                progress(dict(found))
        return found


class CertaintySearch(ABC):
    """The search for edges that every solution uses, where the solutions cannot be counted.

    In the known solution each edge is used or not: `used` are those that are. Search for a solution
    in which some edge of a group differs from that: if there is none, the whole group is certain;
    if there is one, each edge that differs is open. A group that takes too long is halved, down to
    single edges.

    Source: M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of
    propositional formulae, AI Communications 28 (2015).
    """

    def __init__(
        self, edges: Sequence[Edge], used: frozenset[Edge], progress: Progress[Certainty]
    ) -> None:
        self.edges = edges
        self.used = used
        self._progress = progress
        self._certain: set[Edge] = set()
        self._open: set[Edge] = set()
        self._started = time.perf_counter()

    @abstractmethod
    def find_other(self, group: Sequence[Edge], limit: int) -> Answer | None:
        """Return a solution in which an edge of a group differs, or None; or raise LimitReached."""

    @abstractmethod
    def state(self, group: Sequence[Edge]) -> None:
        """State for all further searches that the edges of a group do not differ."""

    def result(self) -> Certainty:
        """Return what is known so far."""
        return Certainty(
            frozenset(self._certain & self.used),
            frozenset(self._certain - self.used),
            frozenset(self._open),
            not self.unsettled(self.edges),
            time.perf_counter() - self._started,
        )

    def ask(self, group: Sequence[Edge], limit: int) -> None:
        """Decide the edges of a group, except those that take more than the limit."""
        while group := self.unsettled(group):
            try:
                other = self.find_other(group, limit)
            except LimitReached:
                if len(group) > 1:
                    middle = len(group) // 2
                    self.ask(group[:middle], limit)
                    self.ask(group[middle:], limit)
                return
            if other is None:
                self._certain.update(group)
                self.state(group)
                self._progress(self.result())
            else:
                self.differ(other)

    def differ(self, other: Answer) -> None:
        """Take in another solution: the edges in which it differs are open."""
        self._open |= other.edges ^ self.used
        self._progress(self.result())

    def unsettled(self, edges: Sequence[Edge]) -> list[Edge]:
        """Return those of some edges of which nothing is known yet."""
        return [edge for edge in edges if edge not in self._certain and edge not in self._open]
