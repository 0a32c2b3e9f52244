"""Adviser: hints, checks and stronger help, found in another process while the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace

from flowdesk.core.grid import Cell, Edge, by_row, places
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.play.player import Player
from flowdesk.desk.work.jobs import Job, Jobs
from flowdesk.desk.work.worker import Died, Done, Event, Failed
from flowdesk.kinds.answers import CheckStatus, Deduction, SolveStatus, Trace
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import kind_of

NO_SOLUTION = "This puzzle has no solution, so it cannot be completed."
#: What is said of a puzzle of which no solution is known: of one that has none, `NO_SOLUTION`.
_UNSOLVED = ("No solution was found.", NO_SOLUTION)


@dataclass(frozen=True)
class Advice:
    """What a player is told, and the cells that it is about.

    `wrong` are edges, drawn or excluded, that cannot be part of any solution. `excluded` are those
    that the hint excludes.
    """

    text: str = ""
    cells: tuple[Cell, ...] = ()
    wrong: frozenset[Edge] = frozenset()
    excluded: frozenset[Edge] = frozenset()


class Adviser:
    """Advises on a game, one question at a time; `advice` is the last answer.

    Emits `advised` with each answer, `ticked` with each tenth of a second of a search and at its
    end, and `failed` if its process ended. `known` returns what is known of the puzzle, and
    `stronger` is the key that draws a part of the solution.
    """

    def __init__(
        self, jobs: Jobs, player: Player, known: Callable[[], Known], stronger: str
    ) -> None:
        self.advised: Signal[[]] = Signal()
        self.ticked: Signal[[]] = Signal()
        self.failed: Signal[[Died | Failed]] = Signal()
        self.advice = Advice()
        self._game, self._player = player.game, player
        self._known, self._stronger = known, stronger
        self._trace = Trace()
        self._given: tuple[Deduction, ...] = ()  # the hints so far
        self._job = Job(jobs, self._handle, self.ticked.emit)
        self._what = ""  # what was asked for last, as in "a hint"
        self._ask: Callable[[], None] = lambda: None  # the last question
        self._answer: Callable[[Help], Advice] = lambda found: Advice()
        self._asked_at: Puzzle | None = None  # the position that it is about

    @property
    def asked(self) -> str:
        """What is looked for, as in "a hint"; empty if nothing is."""
        return self._what if self._job.running else ""

    @property
    def elapsed(self) -> float:
        return self._job.elapsed

    def stop(self) -> bool:
        was_running = self._job.cancel()
        self.ticked.emit()
        return was_running

    def forget(self) -> None:
        """Take back the last advice: the position is another one."""
        self.advice = Advice()

    # Questions

    def hint(self) -> None:
        """Say what can be concluded next."""
        more = self._trace, self._given
        self._begin("a hint", self.hint, self._hint_found, find_deduction, *more)

    def check(self) -> None:
        """Say what cannot be part of any solution."""
        self._begin("mistakes", self.check, self._wrong_found, find_wrong)

    def help(self) -> None:
        """Draw the next part of a solution."""
        self._begin("a solution", self.help, self._solution_found, find_solution)

    def _begin(
        self,
        what: str,
        ask: Callable[[], None],
        answer: Callable[[Help], Advice],
        question: Callable[..., Help],
        *more: object,
    ) -> None:
        """Call a function of those below with what is known and the position."""
        if self._game.solved or self._job.running:
            return
        self._what, self._ask, self._answer = what, ask, answer
        self._asked_at = self._game.state.position
        self._job.start(question, self._known(), self._asked_at, *more)

    def _handle(self, event: Event) -> None:
        match event:
            case Failed() | Died():
                self.failed.emit(event)
            case Done(found):
                if self._game.position is self._asked_at:
                    self.advice = self._answer(found)
                    self.advised.emit()
                else:  # the player went on meanwhile
                    self._ask()

    # Answers

    def _hint_found(self, found: Help) -> Advice:
        self._trace = found.trace
        if found.wrong:
            return self._wrong_found(found)
        if found.is_unsolvable:
            return Advice(NO_SOLUTION)
        if (step := found.deduction) is None:
            more = f"{self._stronger} draws a part of the solution."
            return Advice(f"No further conclusion is known here. {more}")
        self._given += (step,)
        self._game.hints += 1
        return Advice(step.message, step.cells, excluded=step.off)

    def _wrong_found(self, found: Help) -> Advice:
        cells = cells_at(self._game.puzzle, found.wrong)
        if found.wrong:
            text = f"This cannot be part of any solution: {places(cells)}."
        elif found.is_checked:
            text = "All that is drawn can be part of a solution."
        elif found.solution:
            text = "Nothing wrong was found, but not everything could be checked."
        else:
            text = _UNSOLVED[found.is_unsolvable]
        return Advice(text, cells, found.wrong)

    def _solution_found(self, found: Help) -> Advice:
        if not found.solution:
            return Advice(_UNSOLVED[found.is_unsolvable])
        self._player.drop()
        game = self._game
        if not game.help(found.solution):
            return Advice("All of a solution is drawn.")
        is_told = game.solved or game.progress.nearly
        return Advice("" if is_told else "A part of the solution is drawn.")


# Worker processes call what follows: it may take long on large boards.


@dataclass(frozen=True)
class Help:
    """What was found: one of these, or nothing.

    `wrong` are edges of the position that cannot be part of any solution, `deduction` is the next
    one that the position does not show. `trace` has all deductions so far, to go on from, and
    `solution` is one solution, if any was found; with `is_unsolvable` there is none. With
    `is_checked`, everything that is not `wrong` is part of some solution.
    """

    trace: Trace = field(default_factory=Trace)
    deduction: Deduction | None = None
    wrong: frozenset[Edge] = frozenset()
    solution: Answer | None = None
    is_checked: bool = False
    is_unsolvable: bool = False


def find_wrong(known: Known, position: Puzzle) -> Help:
    """Find what a player has drawn or excluded although no solution, or every one, has it."""
    return _wrong(_checked(known), position)


def find_deduction(
    known: Known,
    position: Puzzle,
    so_far: Trace,
    given: Collection[Deduction] = (),
) -> Help:
    """Find what a player can conclude next, unless something drawn is wrong: that comes first.

    `so_far` are deductions that were found before, from the empty board on, and `given` those that
    the player was told: what they exclude need not be marked on the board.
    """
    kind = kind_of(position)
    assert kind.playing
    if kind.drawing.drawn_answer(position) is None and not kind.playing.excluded(position):
        checked = Help()  # nothing can be wrong: the check of a large board would take long
    else:
        known = _checked(known)
        checked = _wrong(known, position)
    if checked.wrong or kind.reasoning is None:
        return replace(checked, trace=so_far)
    trace = so_far
    while True:
        for step in trace.deductions:
            told = replace(step, off=frozenset()) if step in given else step
            if not kind.playing.shows(position, told):
                return replace(checked, trace=trace, deduction=step)
        before = trace
        if not (trace.solved or trace.contradicted):
            trace = kind.reasoning.hint(known, trace)
        if trace == before:
            return replace(checked, trace=trace)


def find_solution(known: Known, position: Puzzle) -> Help:
    """Find a solution, whatever is drawn."""
    if known.check and known.status is not CheckStatus.UNKNOWN:
        return Help(solution=known.solution, is_unsolvable=_has_none(known))
    result = kind_of(position).solving.solve(known.level)
    return Help(solution=result.solution, is_unsolvable=result.status is SolveStatus.UNSOLVABLE)


def _wrong(known: Known, position: Puzzle) -> Help:
    """Return what is wrong, as far as a check of the puzzle tells."""
    kind = kind_of(position)
    assert kind.playing
    solution = known.solution
    if solution is None:
        return Help(is_unsolvable=_has_none(known))
    drawn = kind.drawing.drawn_answer(position)
    edges = drawn.edges if drawn else frozenset()
    excluded = kind.playing.excluded(position)
    if known.status is CheckStatus.UNIQUE:
        wrong = (edges - solution.edges) | (excluded & solution.edges)
        return Help(wrong=frozenset(wrong), solution=solution, is_checked=True)
    if kind.counting is None:
        return Help(solution=solution)
    certainty = known.certainty or kind.counting.certain_edges(known.level, solution)
    wrong = (edges & certainty.off) | (excluded & certainty.on)
    return Help(wrong=frozenset(wrong), solution=solution, is_checked=certainty.finished)


def _checked(known: Known) -> Known:
    if known.check and known.status is not CheckStatus.UNKNOWN:
        return known
    return replace(known, check=kind_of(known.level).solving.check(known.level))


def _has_none(known: Known) -> bool:
    return known.status is CheckStatus.UNSOLVABLE


def cells_at(puzzle: Puzzle, edges: Iterable[Edge]) -> tuple[Cell, ...]:
    """Return the cells of the board beside some edges, in reading order."""
    return by_row({cell for edge in edges for cell in edge if puzzle.on_board(cell)})
