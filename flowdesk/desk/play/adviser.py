"""Adviser: hints, checks and stronger help, found in another process while the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.play.game import Game, Hand
from flowdesk.desk.play.help import Help, find_deduction, find_solution, find_wrong
from flowdesk.desk.play.words import (
    NO_SOLUTION,
    cells_at,
    check_text,
    no_hint_text,
    unsolved_text,
)
from flowdesk.desk.work.jobs import Job, Jobs
from flowdesk.desk.work.worker import Died, Done, Event, Failed
from flowdesk.kinds.answers import Deduction, Trace
from flowdesk.kinds.known import Known


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
        self, jobs: Jobs, game: Game, hand: Hand, known: Callable[[], Known], stronger: str
    ) -> None:
        self.advised: Signal[[]] = Signal()
        self.ticked: Signal[[]] = Signal()
        self.failed: Signal[[Died | Failed]] = Signal()
        self.advice = Advice()
        self._game, self._hand = game, hand
        self._known = known
        self._stronger = stronger
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
        """Seconds since the search began."""
        return self._job.elapsed

    def stop(self) -> bool:
        """Stop the search; return whether there was one."""
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
        """Call a function of `desk.play.help` with what is known and the position."""
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
            return Advice(no_hint_text(self._stronger))
        self._given += (step,)
        self._game.hints += 1
        return Advice(step.message, step.cells, excluded=step.off)

    def _wrong_found(self, found: Help) -> Advice:
        puzzle = self._game.puzzle
        return Advice(check_text(puzzle, found), cells_at(puzzle, found.wrong), found.wrong)

    def _solution_found(self, found: Help) -> Advice:
        if not found.solution:
            return Advice(unsolved_text(is_unsolvable=found.is_unsolvable))
        self._hand.drop()
        game = self._game
        if not game.help(found.solution):
            return Advice("All of a solution is drawn.")
        is_told = game.solved or game.progress.nearly
        return Advice("" if is_told else "A part of the solution is drawn.")
