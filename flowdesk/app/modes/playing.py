"""PlayMode: the game on the board, from the first move to the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from functools import partial

from flowdesk.app.actions import NOT_THIS_KIND, Command
from flowdesk.app.dialogs import message
from flowdesk.app.modes.level_mode import LevelMode, Lights, border
from flowdesk.app.session import Session
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.play.adviser import NO_SOLUTION, Advice, Adviser, cells_at
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.player import Player
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.play.round import Round, forget_game, resume
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.draw.theme import text_color
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Known

BEGIN, KEEP, DROP = "Begin a trial", "Keep the trial", "Drop the trial"
_SAVE_MS = 300  # from a move until the game is saved, with the moves that follow it
_TRIED = Tile("hint", strength=0.16)  # the ground of what was drawn since a trial began
_PALE = 0.45  # how pale its lines are
_HINTED, _WRONG = Tile("hint", strength=0.35), Tile("mark", strength=0.55)
_LONG = 0.4  # seconds: advice that takes longer to find is shown, and how to stop it


class PlayMode(LevelMode):
    """A game instead of what the author drew: begins, keeps and ends it; the level stays as it is.

    Emits `changed` after each change of the game, and `solved` with the result and the
    best one so far, when the wave over the board has passed.
    """

    def __init__(self, session: Session, results: Results) -> None:
        super().__init__(session.stage)
        self.changed: Signal[[]] = Signal()
        self.solved: Signal[[Result, Result]] = Signal()
        self.results = results
        self.round: Round | None = None
        self._lights = Lights(session.stage, session.shell)
        self._position: Puzzle | None = None  # the one on the board
        self._session = session
        self._takes_long = False  # to find the advice
        self._saving, self._ending = Timer(session.shell.root), Timer(session.shell.root)
        session.live_check.changed.connect(self._say_if_unsolvable, session.shell)
        session.seen_or_hidden.connect(self._keep_time, session.shell)
        session.theming.changed.connect(self._show_marks, session.shell)
        session.shell.at_end(self._saving.stop, self._ending.stop, self._lights.stop)

    # Begin and end

    @property
    def game(self) -> Game | None:
        """The game, while one is on."""
        return self.round.game if self.round else None

    @property
    def is_on(self) -> bool:
        return self.round is not None

    @property
    def hands(self) -> Player | None:
        return self.round.player if self.round else None

    @property
    def is_moving(self) -> bool:
        """Whether a move is being made: it may still be given up."""
        return self.game is not None and self.game.gesture is not None

    @property
    def can_play(self) -> bool:
        return self._stage.kind.playing is not None

    def toggle(self) -> None:
        if self.is_on:
            self._stage.show_level_alone()
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
            game = resume(level, time.monotonic)
        except FlowDeskError as error:
            message.show_message(shell.root, "The game starts again", str(error))
            game = Game(level, time.monotonic)
        self._play(game)
        self._tell_problem()

    def play_again(self) -> None:
        """Begin a new game of this level."""
        if self.game:
            level = self.game.puzzle
            self._stage.show(None)
            forget_game(level)
            self._play(Game(level, time.monotonic))

    def restart(self) -> None:
        """Clear the board; a solved game is over, and a new one begins."""
        if self.round and self.round.best:
            self.play_again()
        elif self.round:
            self.round.game.restart()

    def _play(self, game: Game) -> None:
        shell = self._shell
        self._stage.show(None)
        self.round = now = Round(
            game,
            self._session.edit.cursor,
            self.results,
            jobs_of(shell.root),
            self._known,
            shell.key("Stronger hint"),
            self._ending.when_painted,
        )
        now.changed.connect(self._changed, now)
        now.solved.connect(self._solved, now)
        now.adviser.advised.connect(self._advised, now)
        now.adviser.ticked.connect(self._show_search, now)
        now.adviser.failed.connect(partial(shell.tell_end, "The search for help"), now)
        self._position = game.rules.begin(game.puzzle)
        self._show_position(anew=True)
        self._show_marks()
        self._stage.show(self)
        self._keep_time()
        shell.say(
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
        now = self.round
        if now is None:
            return
        now.end()
        self._save(now)
        super().left()
        self.round = None
        self._show_search()
        self._lights.stop()
        self.changed.emit()

    def stop(self) -> bool:
        """Put away the line in hand, or stop the search for help; return whether there was one."""
        if self.round is None:
            return False
        if self.round.player.drop():
            return True
        if self.round.adviser.stop():
            self._shell.say("The search for help was stopped.")
            return True
        return False

    def _keep_time(self) -> None:
        """Let the time run while the board can be seen."""
        if self.game:
            (self.game.go_on if self._session.is_seen else self.game.pause)()

    # What can be done in it

    @property
    def commands(self) -> dict[str, Command]:
        """The commands that only games have."""
        on_game = self._on_game
        return {
            "Play this puzzle": Command(
                self.toggle,
                checked=lambda: self.is_on,
                refusal=lambda: "" if self.can_play else NOT_THIS_KIND,
            ),
            "Start again": Command(
                on_game(lambda now: self.restart(), drops=True), lambda: self.is_on
            ),
            "Stronger hint": Command(on_game(lambda now: now.adviser.help()), self._is_open),
            "Check what is drawn": Command(on_game(lambda now: now.adviser.check()), self._is_open),
            BEGIN: Command(
                on_game(self._begin_trial), lambda: self._is_open() and not self._is_trying()
            ),
            KEEP: Command(on_game(self._keep_trial), self._is_trying),
            DROP: Command(on_game(self._drop_trial, drops=True), self._is_trying),
            "Show the time": Command(
                self._toggle_time, checked=lambda: self._shell.settings.show_time
            ),
        }

    @property
    def shared(self) -> dict[str, Command]:
        """The commands that mean the game while it is on, and the level otherwise."""

        def undone() -> str:
            return self.game.undo_label if self.game else ""

        def redone() -> str:
            return self.game.redo_label if self.game else ""

        redo = self._on_game(lambda now: now.game.redo(), drops=True)
        hint = self._on_game(lambda now: now.adviser.hint())
        return {
            "Undo": Command(self._undo, lambda: bool(undone()), object=undone),
            "Redo": Command(redo, lambda: bool(redone()), object=redone),
            "Hint": Command(hint, self._is_open),
        }

    def _is_open(self) -> bool:
        return self.game is not None and not self.game.solved

    def _is_trying(self) -> bool:
        return self.game is not None and self.game.trial is not None

    def _on_game(
        self, act: Callable[[Round], object], *, drops: bool = False
    ) -> Callable[[], object]:
        """Return what acts on the game after the line in hand is put down, or dropped."""

        def run() -> None:
            if now := self.round:
                (now.player.drop if drops else now.player.put_down)()
                act(now)

        return run

    def _undo(self) -> None:
        now = self.round
        if now and not now.player.drop():
            now.game.undo()

    def _begin_trial(self, now: Round) -> None:
        now.game.begin_trial()
        keep, drop = map(self._shell.key, (KEEP, DROP))
        self._shell.say(f"What you draw now is a trial: {keep} keeps it, {drop} drops it.")

    def _keep_trial(self, now: Round) -> None:
        now.game.keep_trial()
        self._shell.say("The trial is kept.")

    def _drop_trial(self, now: Round) -> None:
        now.game.drop_trial()
        self._shell.say("The trial is dropped.")

    def _toggle_time(self) -> None:
        self._shell.remember(show_time=not self._shell.settings.show_time)
        self.changed.emit()

    # Saving

    def _save_soon(self) -> None:
        if self.round and not self._saving.running:
            self._saving.start(_SAVE_MS, self._save, self.round)

    def _save(self, played: Round) -> None:
        self._saving.stop()
        if problem := played.keep():
            self._shell.say(problem)

    # Moves

    def _changed(self) -> None:
        """Show the position after a move, or in the middle of one."""
        now, before = self.round, self._position
        assert now, "its listener is removed with it"
        game = now.game
        self._show_position()
        if self._position is not before:
            self._forget_advice(now.adviser)
            self._lights.light(game.rules.finished(before, self._position))
        self._show_marks()
        if game.gesture is None:
            self._save_soon()
            if not game.solved:
                self._lights.then = None
                if now.was_solved:  # until it was taken back
                    self._shell.say("")
            if game.progress.nearly:
                self._shell.say(game.progress.nearly)
        self.changed.emit()

    def _solved(self, result: Result, best: Result) -> None:
        assert self.round
        self._save(self.round)
        self.changed.emit()  # the best result is another one
        again = self._shell.key("Start again")
        self._shell.say(self.results.new_problem() or f"Solved! {again} starts again.")
        self._lights.wave(partial(self.solved.emit, result, best))

    # Advice

    def _known(self) -> Known:
        self._session.live_check.check_now()
        return self._session.live_check.known

    def _advised(self) -> None:
        assert self.round
        advice = self.round.adviser.advice
        self._show_marks()
        self._save_soon()  # a hint counts
        if advice.text:
            self._shell.say(advice.text, advice.cells)
        self._stage.bring_into_view(advice.cells)
        self.changed.emit()

    def _forget_advice(self, adviser: Adviser) -> None:
        if adviser.advice.text and self._shell.status.message == adviser.advice.text:
            self._shell.say("")
        adviser.forget()

    def _show_search(self) -> None:
        """Show a search for advice that takes long, and how to stop it."""
        adviser = self.round.adviser if self.round else None
        is_long = bool(adviser and adviser.asked and adviser.elapsed > _LONG)
        if is_long:
            self._shell.status.show_work(None, self.stop)
        if is_long != self._takes_long:
            self._takes_long = is_long
            if is_long:
                self._shell.say(f"Looking for help: {self._shell.stop_key} stops it.")
            else:
                self._shell.status.hide_work()

    # On the board

    def _show_position(self, *, anew: bool = False) -> None:
        game = self.game
        assert game
        before, self._position = self._position, game.position
        if anew or before is not self._position:
            drawn = game.kind.drawing.drawn_answer(game.position)
            self.segments = game.kind.drawing.segments(game.position, drawn) if drawn else {}
            labels = self._stage.labels
            changed = game.kind.drawing.changed_cells(before, game.position, labels=labels)
            self._stage.repaint(changed)

    def _show_marks(self) -> None:
        """Mark what the last advice is about, and what is being tried."""
        if self.round is None:
            return
        before = self.marks, self.edges
        marks, edges = self._tried(self.round.game)
        advised, crossed = self._advice_marks(self.round.adviser.advice)
        self.marks = {**marks, **advised}
        self.edges = {
            cell: (*edges.get(cell, ()), *crossed.get(cell, ())) for cell in {*edges, *crossed}
        }
        if before != (self.marks, self.edges):
            self._stage.repaint({*before[0], *before[1], *self.marks, *self.edges})

    def _advice_marks(self, advice: Advice) -> tuple[Mapping[Cell, Tile], Mapping[Cell, Tiles]]:
        """Return marks for what a hint is about, or for what is wrong."""
        drawing, position = self._stage.kind.drawing, self._position
        if not advice.wrong:
            crosses = [(edge, "", 1.0) for edge in advice.excluded]
            return dict.fromkeys(advice.cells, _HINTED), drawing.edge_tiles(position, (), crosses)
        assert self.round
        rules, color = self.round.game.rules, self._session.theming.theme.mark
        excluded = advice.wrong & rules.excluded(self.round.game.state.position)
        drawn, crossed = (
            [(edge, color, 1.0) for edge in edges] for edges in (advice.wrong - excluded, excluded)
        )
        edges = dict(drawing.edge_tiles(position, drawn, crossed))
        framed = border(advice.cells, self.round.game.puzzle)
        for cell, sides in framed.items():  # for red would not stand out on red
            edges[cell] = (*edges.get(cell, ()), *(Tile("frame", side=side) for side in sides))
        return dict.fromkeys(advice.cells, _WRONG), edges

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
        return dict.fromkeys(cells, _TRIED), kind.drawing.edge_tiles(self._position, *pale)

    @property
    def caption(self) -> str:
        if self.round is None:
            return ""
        return self.round.adviser.advice.text or ", ".join(self.round.game.progress.texts)

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
