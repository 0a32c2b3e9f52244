"""PlayMode: the game on the board, from the first move to the result."""

from __future__ import annotations

import time

from flowdesk.app.dialogs import message
from flowdesk.app.play.overlay import GameOverlay
from flowdesk.app.play.player import Player
from flowdesk.app.session import Session
from flowdesk.app.timers import Clock, Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.play import saved
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.play.words import NO_SOLUTION
from flowdesk.kinds.answers import CheckStatus

_SAVE_MS = 300  # from a move until the game is saved, with the moves that follow it


class PlayMode(GameOverlay):
    """Begins, keeps and ends games; the level stays as it is.

    Emits `changed` after each change of the game, and `solved` with the result and the
    best one so far, when the wave over the board has passed.
    """

    def __init__(self, session: Session, results: Results, clock: Clock = time.monotonic) -> None:
        super().__init__(session, self._save_soon, clock)
        self.solved: Signal[[Result, Result]] = Signal()
        self.results = results
        self.player: Player | None = None
        self._game_owner = Owner()  # as long as the game is on
        self._session = session
        self._shell = session.shell
        self._clock = clock
        self._best: Result | None = None  # once the game was solved
        self._is_celebrated = False
        self._saving = Timer(session.shell.root)
        self._ending = Timer(session.shell.root)
        session.live_check.changed.connect(self._say_if_unsolvable, session.shell)
        session.seen_or_hidden.connect(self._keep_time, session.shell)

    # Begin and end

    @property
    def is_on(self) -> bool:
        return self.game is not None

    @property
    def is_moving(self) -> bool:
        """Whether a move is being made: it may still be given up."""
        return self.game is not None and self.game.gesture is not None

    @property
    def can_play(self) -> bool:
        return self._stage.kind.playing is not None

    def toggle(self) -> None:
        if self.is_on:
            self._session.show_level_alone()
        else:
            self.start()

    def start(self) -> None:
        """Go on with the game of this level, or begin one."""
        level, shell, stage = self._stage.level, self._shell, self._stage
        if not self.can_play:
            shell.say(f"{stage.kind.name} cannot be played.")
            return
        if wrong := stage.kind.incomplete(level):
            shell.say(f"It cannot be played yet: {wrong[0].message}", wrong[0].cells)
            stage.point_out([cell for finding in wrong for cell in finding.cells])
            return
        try:
            game = saved.resume(level, self._clock)
        except FlowDeskError as error:
            message.show_message(shell.root, "The game starts again", str(error))
            game = Game(level, self._clock)
        self._play(game)
        self._tell_problem()

    def play_again(self) -> None:
        """Begin a new game of this level."""
        if self.game:
            level = self.game.puzzle
            self._stage.show(None)
            saved.forget_game(level)
            self._play(Game(level, self._clock))

    def restart(self) -> None:
        """Clear the board; a solved game is over, and a new one begins."""
        if self._best:
            self.play_again()
        elif self.game:
            self.game.restart()

    def _play(self, game: Game) -> None:
        session = self._session
        self._stage.show(None)
        self._best, self._is_celebrated = None, False
        self.player = session.hands = Player(game, session.edit.cursor)
        self._stage.set_pointer("")
        self._game_owner = Owner()
        game.changed.connect(self._changed, self._game_owner)
        self.show_game(game)
        self._keep_time()
        self._shell.say(
            "The game goes on where you left it."
            if game.is_begun
            else f"{' to '.join(game.rules.pointer[0])}."
        )
        self._say_if_unsolvable()
        self.changed.emit()

    def _say_if_unsolvable(self) -> None:
        if self.is_on and self._session.live_check.known.status is CheckStatus.UNSOLVABLE:
            self._shell.say(NO_SOLUTION)

    def _tell_problem(self) -> None:
        """Show what is wrong with the file of results, once."""
        self.results.of(self._stage.level)
        if problem := self.results.new_problem():
            message.show_message(self._shell.root, "Earlier results", problem)

    def left(self) -> None:
        game, player, session = self.game, self.player, self._session
        if game is None or player is None:
            return
        self._ending.stop()
        self._game_owner.end()
        player.put_down()
        player.abandon()
        self._save(game)
        super().left()
        self.player = None
        session.hands = session.edit
        session.edit.cursor.use_edges(session.edit.tool.takes_edges)
        self._stage.set_pointer(session.edit.tool.cursor)
        self.changed.emit()

    def stop(self) -> bool:
        """Put away the line in hand, or stop the search for help; return whether there was one."""
        return bool(self.player and self.player.drop()) or self.adviser.stop()

    def close(self) -> None:
        self._saving.stop()
        self._ending.stop()
        self._lights.stop()
        self.adviser.close()

    def _keep_time(self) -> None:
        """Let the time run while the board can be seen."""
        if self.game:
            (self.game.go_on if self._session.is_seen else self.game.pause)()

    # Saving

    def _save_soon(self) -> None:
        if self.game and not self._saving.running:
            self._saving.start(_SAVE_MS, self._save, self.game)

    def _save(self, game: Game) -> None:
        self._saving.stop()
        try:
            saved.save_game(game)
        except FlowDeskError as error:
            self._shell.say(f"The game could not be kept: {error}")

    # Moves

    def _changed(self) -> None:
        """Show the position after a move, or in the middle of one."""
        self.follow()
        game = self.game
        assert game, "its listener is removed with it"
        if game.gesture is None:
            self._save_soon()
            if not game.solved:
                self._ending.stop()
                if self._is_celebrated:  # until it was taken back
                    self._shell.say("")
                self._is_celebrated = False
            elif not self._is_celebrated:
                self._solved(game)
            if game.progress.nearly:
                self._shell.say(game.progress.nearly)
        self.changed.emit()

    def _solved(self, game: Game) -> None:
        self._is_celebrated = True
        game.keep_trial()
        result = game.result
        if self._best is None:  # after undo, the same game can be solved again
            self._best = self.results.add(game.puzzle, result)
        self._save(game)
        again = self._shell.key("Start again")
        self._shell.say(self.results.new_problem() or f"Solved! {again} starts again.")
        seconds = self._lights.wave()
        if seconds:
            self._ending.start(round(1000 * seconds), self.solved.emit, result, self._best)
        else:
            self.solved.emit(result, self._best)
