"""PlayMode: the game on the board, from the first move to the result."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from flowdesk.app.dialogs import message
from flowdesk.app.modes.level_mode import LevelMode
from flowdesk.app.modes.pulses import Lights
from flowdesk.app.play.adviser import Adviser
from flowdesk.app.play.player import Player
from flowdesk.app.session import Session
from flowdesk.app.timers import Clock, Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.play import saved
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.play.words import NO_SOLUTION, cells_at
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.draw.theme import text_color
from flowdesk.kinds.answers import CheckStatus

_SAVE_MS = 300  # from a move until the game is saved, with the moves that follow it
_TRIED = Tile("hint", strength=0.16)  # the ground of what was drawn since a trial began
_PALE = 0.45  # how pale its lines are


class PlayMode(LevelMode):
    """A game instead of what the author drew: begins, keeps and ends it; the level stays as it is.

    Emits `changed` after each change of the game, and `solved` with the result and the
    best one so far, when the wave over the board has passed.
    """

    def __init__(self, session: Session, results: Results, clock: Clock = time.monotonic) -> None:
        super().__init__(session.stage)
        self.changed: Signal[[]] = Signal()
        self.solved: Signal[[Result, Result]] = Signal()
        self.results = results
        self.player: Player | None = None
        self._game_owner = Owner()  # as long as the game is on
        self.game: Game | None = None
        self.adviser = Adviser(session, self._advised, self._save_soon)
        self._lights = Lights(session.stage, session.shell, clock)
        self._position: Puzzle | None = None  # the one on the board
        self._session = session
        self._shell = session.shell
        self._clock = clock
        self._best: Result | None = None  # once the game was solved
        self._is_celebrated = False
        self._saving = Timer(session.shell.root)
        self._ending = Timer(session.shell.root)
        session.live_check.changed.connect(self._say_if_unsolvable, session.shell)
        session.seen_or_hidden.connect(self._keep_time, session.shell)
        session.theming.changed.connect(self._show_marks, session.shell)

    # Begin and end

    @property
    def is_on(self) -> bool:
        return self.game is not None

    @property
    def hands(self) -> Player | None:
        return self.player

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
        self._stage.show(None)
        self._best, self._is_celebrated = None, False
        self.player = Player(game, self._session.edit.cursor)
        self._game_owner = Owner()
        game.changed.connect(self._changed, self._game_owner)
        self.game, self._position = game, game.rules.begin(game.puzzle)
        self.adviser.begin(game)
        self._show_position()
        self._show_marks()
        self._stage.show(self)
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
        game, player = self.game, self.player
        if game is None or player is None:
            return
        self._ending.stop()
        self._game_owner.end()
        player.put_down()
        player.abandon()
        self._save(game)
        super().left()
        self.game = self.player = None
        self.adviser.stop()
        self._lights.stop()
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
        game, before = self.game, self._position
        assert game, "its listener is removed with it"
        self._show_position()
        if self._position is not before:
            self.adviser.forget()
            self._lights.light(game.rules.finished(before, self._position))
        self._show_marks()
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

    # On the board

    def _show_position(self) -> None:
        game = self.game
        assert game
        before, self._position = self._position, game.position
        if before is not self._position or not self.segments:
            drawn = game.kind.drawing.drawn_answer(game.position)
            self.segments = game.kind.drawing.segments(drawn) if drawn else {}
            self._stage.repaint(game.kind.drawing.changed_cells(before, game.position))

    def _advised(self) -> None:
        self._show_marks()
        self.changed.emit()

    def _show_marks(self) -> None:
        """Mark what the last advice is about, and what is being tried."""
        if self.game is None:
            return
        before = self.marks, self.edges
        marks, edges = self._tried(self.game)
        advice = self.adviser
        self.marks = {**marks, **advice.marks}
        self.edges = {
            cell: (*edges.get(cell, ()), *advice.edges.get(cell, ()))
            for cell in {*edges, *advice.edges}
        }
        if before != (self.marks, self.edges):
            self._stage.repaint({*before[0], *before[1], *self.marks, *self.edges})

    def _tried(self, game: Game) -> tuple[Mapping[Cell, Tile], Mapping[Cell, Tiles]]:
        """Return marks for what was drawn since the trial began: paler lines, another ground."""
        if game.trial is None:
            return {}, {}
        kind, excluded = game.kind, game.rules.excluded
        now, then = (
            kind.drawing.drawn_answer(position) for position in (self._position, game.trial)
        )
        new = (now.edges if now else frozenset()) - (then.edges if then else frozenset())
        crossed = excluded(self._position) - excluded(game.trial)
        color = text_color(self._session.theming.theme.cell)
        cells = cells_at(game.puzzle, new | crossed)
        pale = ([(edge, color, _PALE) for edge in edges] for edges in (new, crossed))
        return dict.fromkeys(cells, _TRIED), kind.drawing.edge_tiles(*pale)

    @property
    def caption(self) -> str:
        if self.game is None:
            return ""
        return self.adviser.text or ", ".join(self.game.progress.texts)

    @property
    def hides_drawn(self) -> bool:
        return True

    @property
    def cells(self) -> Collection[Cell]:
        game = self.game
        if game is None:
            return super().cells
        changed = game.kind.drawing.changed_cells(game.rules.begin(game.puzzle), self._position)
        return {*super().cells, *(changed or ()), *self._stage.drawn}

    def plain_tiles(self, cell: Cell) -> Tiles:
        segment, labels = self.segments.get(cell), self._stage.labels
        return self._stage.kind.drawing.cell_tiles(self._position, cell, segment, labels=labels)

    def tiles_at(self, cell: Cell) -> Tiles:
        return (*self.still_at(cell), *self._lights.tiles(cell))

    def still_at(self, cell: Cell) -> Tiles:
        return super().tiles_at(cell)
