"""Game: a puzzle that is being played, with undo, moves, hints and time.

The game has no screen: the window and the terminal drive it with gestures, and show its position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from flowdesk.core.edit import Edit, Gesture, History
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.play.results import Result
from flowdesk.kinds.play import Progress
from flowdesk.kinds.table import AnyKind, AnyPlaying, kind_of

#: Returns seconds from any start on.
Clock: TypeAlias = Callable[[], float]


@dataclass(frozen=True)
class State:
    """What undo takes back: the position, the moves that led to it, and the item of the last one.

    While something is tried, `trial` is the state before that.
    """

    position: Puzzle
    moves: int = 0
    item: str | None = None
    trial: State | None = None


class Game:
    """A game of a complete puzzle of a kind that can be played.

    Emits `changed` after each change of the state; `gesture` is the move that is being made.
    Hints and time are not taken back by undo. The time runs between `go_on` and `pause`, until the
    puzzle is solved. From then on there are no more moves, only undo and restart.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock, *, hints: int = 0, seconds: float = 0) -> None:
        self.puzzle = puzzle
        self.kind: AnyKind = kind_of(puzzle)
        assert self.kind.playing, "the callers ask only for kinds that can be played"
        self.rules: AnyPlaying = self.kind.playing
        self.changed: Signal[[]] = Signal()
        self.state = State(self.rules.begin(puzzle))
        self.gesture: Gesture[Puzzle] | None = None
        self.hints = hints
        self._history: History[State] = History()
        self._clock, self._seconds = clock, seconds
        self._runs = False
        self._since: float | None = None  # while the time runs
        self._is_over = False  # the last move has solved it
        self._seen: object = None  # the position whose progress is known
        self._find_progress()

    # What is known

    @property
    def position(self) -> Any:
        """The position on the board, in the middle of a gesture as well."""
        return self.gesture.puzzle if self.gesture else self.state.position

    @property
    def solved(self) -> bool:
        """Whether the position on the board is a solution, as the checker says."""
        return self.progress.is_solved

    @property
    def is_begun(self) -> bool:
        """Whether there is something to lose: anything is drawn."""
        return bool(self.state.position != self.rules.begin(self.puzzle))

    @property
    def seconds(self) -> float:
        running = self._clock() - self._since if self._since is not None else 0.0
        return self._seconds + running

    @property
    def undo_label(self) -> str:
        return self._history.undo_label

    @property
    def redo_label(self) -> str:
        return self._history.redo_label

    @property
    def trial(self) -> object:
        """The position before what is being tried, or None."""
        return self.state.trial.position if self.state.trial else None

    @property
    def result(self) -> Result:
        """What was achieved, once the puzzle is solved."""
        assert self.solved
        solution = self.kind.drawing.drawn_answer(self.position)
        fewest = self.rules.fewest_moves(self.puzzle, solution)
        return Result(self.state.moves, fewest, self.hints, int(self.seconds))

    def resume(self, state: State) -> None:
        """Go on from a state of an earlier game, with nothing to undo."""
        self._history = History()
        self._set(state)

    # Time

    def go_on(self) -> None:
        """Let the time run, while the puzzle is not solved."""
        self._runs = True
        self._keep_time()

    def pause(self) -> None:
        self._runs = False
        self._keep_time()

    def _keep_time(self) -> None:
        self._seconds = self.seconds
        self._since = self._clock() if self._runs and not self.solved else None

    # Moves

    def make(self, gesture: Gesture[Puzzle] | None) -> bool:
        """Make the move that a gesture results in; return whether the position has changed."""
        before = self.state
        if gesture is None or self._is_over or (position := gesture.result) == before.position:
            self.show(None)
            return False
        goes_on = gesture.item is not None and gesture.item == before.item
        moves = before.moves + self.rules.moves(before.position, position, goes_on)
        is_move = moves > before.moves or goes_on
        item = gesture.item if is_move else before.item
        self._change(gesture.name, replace(before, position=position, moves=moves, item=item))
        return True

    def show(self, gesture: Gesture[Puzzle] | None) -> None:
        """Show a gesture that is being made; None shows the position without it."""
        self.gesture = None if self._is_over else gesture
        self._find_progress()
        self.changed.emit()

    def undo(self) -> None:
        self._restore(self._history.undo())

    def redo(self) -> None:
        self._restore(self._history.redo())

    def restart(self) -> None:
        """Begin again, in a step of undo; hints and time stay."""
        empty = State(self.rules.begin(self.puzzle))
        if self.state != empty:
            self._change("restart", empty)

    def begin_trial(self) -> None:
        """Begin to try something: from now on all can be kept or dropped at once."""
        if self.state.trial is None:
            self._change("begin a trial", replace(self.state, trial=self.state))

    def keep_trial(self) -> None:
        """End the trial and keep what was drawn."""
        if self.state.trial:
            self._change("keep the trial", replace(self.state, trial=None))

    def drop_trial(self) -> None:
        """End the trial and take back all that was drawn."""
        if self.state.trial:
            self._change("drop the trial", self.state.trial)

    # Help

    def help(self, solution: Answer | None) -> bool:
        """Draw the next part of a solution, as a move; return False if all of it is drawn."""
        gesture = self.rules.help(self.state.position, solution)
        if gesture is None or self._is_over:
            return False
        self.hints += 1
        return self.make(gesture)

    # Changes

    def _restore(self, edit: Edit[State] | None) -> None:
        if edit:
            self._set(edit.after)

    def _change(self, label: str, state: State) -> None:
        self._history.push(Edit(label, self.state, state))
        self._set(state)

    def _set(self, state: State) -> None:
        self.state, self.gesture = state, None
        self._find_progress()
        self._is_over = self.solved
        self._keep_time()
        self.changed.emit()

    def _find_progress(self) -> None:
        if self._seen is not self.position:
            self._seen = self.position
            self.progress: Progress = self.rules.progress(self._seen)
