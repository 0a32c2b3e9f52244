"""Round: a game of a level and all that goes with it, for window and terminal."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.play.adviser import Adviser
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.player import Cursor, Player
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.play.saved import save_game
from flowdesk.desk.work.jobs import Jobs
from flowdesk.kinds.known import Known


class Round(Owner):
    """A game, the hands of its player, and who advises on it; kept with its result.

    Emits `changed` after each change of the game, and then, when a move has solved it, `solved`
    with the result and the best one so far: again if that was taken back meanwhile. `known` and
    `stronger` are those of `Adviser`.
    """

    def __init__(
        self,
        game: Game,
        cursor: Cursor,
        results: Results,
        jobs: Jobs,
        known: Callable[[], Known],
        stronger: str,
    ) -> None:
        super().__init__()
        self.changed: Signal[[]] = Signal()
        self.solved: Signal[[Result, Result]] = Signal()
        self.game = game
        self.player = Player(game, cursor)
        self.adviser = Adviser(jobs, game, self.player.hand, known, stronger)
        self.best: Result | None = None  # once the game was solved
        self.was_solved = game.solved  # when it changed last
        self.is_kept = True  # or was changed since
        self._results = results
        game.changed.connect(self._game_changed, self)

    def keep(self) -> str:
        """Save the game; return a sentence if that is not possible, else nothing."""
        self.is_kept = True
        try:
            save_game(self.game)
        except FlowDeskError as error:
            return f"The game could not be kept: {error}"
        return ""

    def end(self) -> None:
        """Make the move that is in hand, stop what runs, and hear nothing more."""
        super().end()
        self.player.put_down()
        self.player.abandon()
        self.game.pause()
        self.adviser.stop()

    def _game_changed(self) -> None:
        game = self.game
        self.changed.emit()
        if game.gesture:
            return  # a move is still being made
        self.is_kept = False
        was_solved, self.was_solved = self.was_solved, game.solved
        if game.solved and not was_solved:
            game.keep_trial()
            if self.best is None:
                self.best = self._results.add(game.puzzle, game.result)
            self.solved.emit(game.result, self.best)
