"""PlayMode: the game on the board, from the first move to the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Any

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import message
from flowdesk.app.document_view import DocumentView
from flowdesk.app.overlays.level_overlay import LevelOverlay
from flowdesk.app.overlays.pulses import Pulses
from flowdesk.app.play.player import Player
from flowdesk.app.task import Task
from flowdesk.app.timers import FRAME_SECONDS, Clock, Loop, Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, Edge, by_row, places
from flowdesk.core.text import counted
from flowdesk.desk.play import saved
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.help import Help, find_deduction, find_solution, find_wrong
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.work.worker import Died, Done, Event, Failed
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.answers import CheckStatus, Deduction, Trace

_HINTED, _TRIED = Tile("hint", strength=0.35), Tile("hint", strength=0.2)
_WRONG = "#ff3b30"
_SAVE_MS = 300  # after a move, so that a series of them is saved once
_WAVE = 0.03  # seconds from a cell to the next one


class PlayMode(LevelOverlay):
    """Shows a game instead of what the author drew; the level stays as it is.

    `listeners` are called after each change of the game, `on_solved` with the result and the best
    one so far.
    """

    def __init__(
        self, shown: DocumentView, results: Results, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(shown.stage)
        self.listeners: list[Callable[[], None]] = []
        self.on_solved: Callable[[Result, Result], object] = lambda result, best: None
        self.results = results
        self.advice = ""  # the last hint
        self.game: Game | None = None
        self.player: Player | None = None
        self._shown = shown
        self._shell = shown.shell
        self._clock = clock
        self._position: Any = None  # the one on the board
        self._trace = Trace()
        self._given: set[Deduction] = set()  # the hints so far
        self._task = Task(shown.view, self._handle)
        self._answer: Callable[[Help], None] = lambda help: None
        self._asked_at: Any = None  # the position that the question is about
        self._is_recorded = False
        self._saving = Timer(shown.view)
        self._pulses = Pulses()
        self._animation = Loop(shown.view, self._frame, FRAME_SECONDS, clock)

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
        return self._stage.kind.play is not None

    @property
    def commands(self) -> dict[str, Command]:
        def is_on() -> bool:
            return self.is_on

        def is_trying() -> bool:
            return self.game is not None and self.game.trial is not None

        return {
            "Play this puzzle": Command(self.toggle, lambda: self.can_play, is_on),
            "Start again": Command(self.restart, is_on),
            "Stronger hint": Command(self.help, is_on),
            "Check what is drawn": Command(self.check, is_on),
            "Try something": Command(self.begin_trial, lambda: self.is_on and not is_trying()),
            "Keep what was tried": Command(self.keep_trial, is_trying),
            "Drop what was tried": Command(self.drop_trial, is_trying),
            "Show the time": Command(
                self._toggle_time, checked=lambda: self._shell.settings.show_time
            ),
        }

    @property
    def game_commands(self) -> dict[str, Command]:
        """Commands that mean the game while it is on, and the level otherwise."""

        def undo_label() -> str:
            return self.game.undo_label if self.game else ""

        def redo_label() -> str:
            return self.game.redo_label if self.game else ""

        return {
            "Undo": Command(self.undo, lambda: bool(undo_label()), object=undo_label),
            "Redo": Command(self.redo, lambda: bool(redo_label()), object=redo_label),
            "Hint": Command(self.hint),
        }

    def toggle(self) -> None:
        if self.is_on:
            self._shown.show_level_alone()
        else:
            self.start()

    def start(self) -> None:
        """Go on with the game of this level, or begin one."""
        level, shell, stage = self._stage.level, self._shell, self._stage
        if wrong := stage.kind.incomplete(level):
            shell.say(f"It cannot be played yet: {wrong[0].message}", wrong[0].cells)
            stage.point_out([cell for finding in wrong for cell in finding.cells])
            return
        try:
            game = saved.resume(level, self._clock)
        except FlowDeskError as error:
            message.show_message(shell.root, "The game begins anew", str(error))
            game = Game(level, self._clock)
        stage.show(None)
        self._play(game)

    def play_again(self) -> None:
        """Begin a new game of this level."""
        if self.game:
            level = self.game.puzzle
            self._stage.show(None)
            saved.forget_game(level)
            self._play(Game(level, self._clock))

    def _play(self, game: Game) -> None:
        shown = self._shown
        self.game, self._position = game, game.rules.begin(game.puzzle)
        self._is_recorded = False
        self.player = shown.hands = Player(game, shown.edit.cursor)
        shown.view.set_pointer("")
        game.listeners.append(self._changed)
        self._show_position()
        self._stage.show(self)
        game.go_on()
        self._say_where(game)
        self._tell()

    def _say_where(self, game: Game) -> None:
        if self._shown.live_check.known.status is CheckStatus.UNSOLVABLE:
            text = "This puzzle has no solution, so it cannot be completed."
        elif game.is_begun:
            text = f"The game goes on: {game.progress.texts[0]}."
        else:
            text = f"{game.rules.gestures[0][0]}: {game.rules.gestures[0][1]}."
        self._shell.say(text)

    def left(self) -> None:
        game, player, shown = self.game, self.player, self._shown
        super().left()
        if game is None or player is None:
            return
        player.put_down()
        player.abandon()
        game.listeners.clear()
        self._save(game)
        self.game = self.player = None
        self._given, self._trace = set(), Trace()
        self._task.cancel()
        self._animation.stop()
        self._pulses.clear()
        shown.hands = shown.edit
        shown.edit.cursor.use_edges(shown.edit.tool.takes_edges)
        shown.view.set_pointer(shown.edit.tool.cursor)
        self._tell()

    def stop(self) -> bool:
        """Give up the line in hand, or the search for help; return whether there was one."""
        if self.player and self.player.drop():
            return True
        return self._task.cancel()

    def close(self) -> None:
        self._saving.stop()
        self._animation.stop()
        self._task.close()

    def _save(self, game: Game) -> None:
        self._saving.stop()
        try:
            saved.save_game(game)
        except FlowDeskError as error:
            self._shell.say(f"The game could not be kept: {error}")

    # Moves

    def undo(self) -> None:
        if self.game and self.player:
            self.player.drop()
            self.game.undo()

    def redo(self) -> None:
        if self.game and self.player:
            self.player.drop()
            self.game.redo()

    def restart(self) -> None:
        if self.game and self.player:
            self.player.drop()
            self.game.restart()

    def begin_trial(self) -> None:
        if self.game:
            self.game.begin_trial()
            self._shell.say("Try something: all of it can be kept or dropped at once.")

    def keep_trial(self) -> None:
        if self.game:
            self.game.keep_trial()

    def drop_trial(self) -> None:
        if self.game:
            self.game.drop_trial()

    def _toggle_time(self) -> None:
        self._shell.remember(show_time=not self._shell.settings.show_time)
        self._tell()

    def _changed(self) -> None:
        """Show the position after a move, or in the middle of one."""
        game = self.game
        assert game, "its listener is removed with it"
        before, self.advice = self._position, ""
        self._mark({})
        self._show_position()
        self._light_up(before)
        if game.gesture is None:
            self._saving.start(_SAVE_MS, self._save, game)
            if game.progress.nearly:
                self._shell.say(game.progress.nearly)
            if game.solved and not self._is_recorded:
                self._solved(game)
        self._tell()

    def _solved(self, game: Game) -> None:
        self._is_recorded = True
        solution = game.kind.drawn_answer(game.position)
        fewest = game.rules.fewest_moves(game.puzzle, solution)
        result = Result(game.state.moves, fewest, game.hints, int(game.seconds))
        best = self.results.add(game.puzzle, result)
        self._save(game)
        self._wave()
        self._shell.say(f"Solved! {self.results.new_problem()}".rstrip())
        self.on_solved(result, best)

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    # Help

    def hint(self) -> None:
        self._ask(find_deduction, self._hint_found, self._trace, tuple(self._given))

    def help(self) -> None:
        self._ask(find_solution, self._solution_found)

    def check(self) -> None:
        self._ask(find_wrong, self._wrong_found)

    def _ask(
        self, question: Callable[..., Help], answer: Callable[[Help], None], *more: Any
    ) -> None:
        """Call a function of `desk.play.help` with what is known and the position."""
        if self.game and self.player and not self._task.running:
            self.player.put_down()
            self._answer, self._asked_at = answer, self.game.state.position
            self._task.start(question, self._shown.live_check.known, self._asked_at, *more)

    def _handle(self, event: Event) -> None:
        match event:
            case Failed(traceback):
                self._shell.show_error(traceback)
            case Died(exit_code):
                self._shell.say(f"The search for help ended (status {exit_code}).")
            case Done(help) if self.game and self.game.state.position is self._asked_at:
                self._answer(help)

    def _hint_found(self, help: Help) -> None:
        game, shell = self.game, self._shell
        assert game
        self._trace = help.trace
        if help.wrong:
            self._show_wrong(help.wrong)
            shell.say("Something is drawn that cannot be part of any solution.", self.cells)
        elif help.deduction:
            self._given.add(help.deduction)
            game.hints += 1
            cells = help.deduction.cells
            self._mark(dict.fromkeys(cells, _HINTED))
            self._stage.view.bring_into_view(cells)
            self.advice = help.deduction.message
            shell.say(self.advice, cells)
        else:
            key = shell.key("Stronger hint")
            shell.say(f"No further deduction is known here. {key} draws a part of the solution.")
        self._tell()

    def _solution_found(self, help: Help) -> None:
        assert self.game
        if help.solution is None:
            self._shell.say("There is no solution to draw a part of.")
        else:
            self.game.help(help.solution)

    def _wrong_found(self, help: Help) -> None:
        if help.wrong:
            self._show_wrong(help.wrong)
            cells = by_row({cell for edge in help.wrong for cell in edge})
            on_board = [cell for cell in cells if self._stage.level.on_board(cell)]
            self._shell.say(f"No solution has this: {places(on_board)}.", on_board)
        elif help.is_checked:
            self._shell.say("Everything that is drawn can be part of a solution.")
        elif help.solution is None:
            self._shell.say("This puzzle has no solution.")
        else:
            self._shell.say("Nothing wrong was found, but not everything could be checked.")

    def _show_wrong(self, wrong: frozenset[Edge]) -> None:
        """Mark drawn edges and excluded ones, as far as they are wrong."""
        assert self.game
        excluded = self.game.rules.excluded(self.game.state.position)
        drawn, crossed = (
            [(edge, _WRONG, 1.0) for edge in edges]
            for edges in (wrong - excluded, wrong & excluded)
        )
        self._mark({}, self._stage.kind.edge_tiles(drawn, crossed))

    def _mark(self, marks: dict[Cell, Tile], edges: Any = None) -> None:
        before = {*self.marks, *self.edges}
        if not (before or marks or edges):
            return
        self.marks, self.edges = marks, edges or {}
        self._stage.repaint({*before, *self.marks, *self.edges})

    # On the board

    def _show_position(self) -> None:
        game = self.game
        assert game
        kind = game.kind  # when another puzzle is opened, the game ends after that
        before, self._position = self._position, game.position
        drawn = kind.drawn_answer(game.position)
        self.segments = kind.segments(drawn) if drawn else {}
        self._stage.repaint(kind.changed_cells(before, game.position))

    @property
    def hides_drawn(self) -> bool:
        return True

    @property
    def cells(self) -> Collection[Cell]:
        game = self.game
        if game is None:
            return super().cells
        changed = game.kind.changed_cells(game.rules.begin(game.puzzle), self._position)
        return {*super().cells, *(changed or ()), *self._stage.drawn}

    def plain_tiles(self, cell: Cell) -> Tiles:
        segment, labels = self.segments.get(cell), self._stage.labels
        return self._stage.kind.cell_tiles(self._position, cell, segment, labels=labels)

    def tiles_at(self, cell: Cell) -> Tiles:
        return (*super().tiles_at(cell), *self._pulses.tiles(cell, self._clock()))

    # Moments of joy

    def _light_up(self, before: Any) -> None:
        """Let the ends of what was finished just now light up."""
        assert self.game
        lights = self.game.rules.finished(before, self._position)
        if lights and not self._shell.settings.reduce_motion:
            self._pulses.light(lights, self._clock())
            self._animation.start()

    def _wave(self) -> None:
        """Let a wave run over the board, from its middle."""
        if self._shell.settings.reduce_motion:
            return
        level, now, color = self._stage.level, self._clock(), self._shown.theming.theme.cursor
        middle = (level.width - 1) / 2, (level.height - 1) / 2
        for y in range(level.height):
            for x in range(level.width):
                far = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5
                self._pulses.light([((x, y), color)], now + far * _WAVE)
        self._animation.start()

    def _frame(self) -> bool:
        self._stage.repaint(self._pulses.fade(self._clock()))
        self._stage.view.paint_now()
        return bool(self._pulses)


def time_text(seconds: float) -> str:
    """Return a time as a clock shows it: ``1:07``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def result_text(result: Result) -> str:
    """Return a result in a few words: ``7 moves, 1:07, 2 hints``."""
    texts = [counted(result.moves, "move"), time_text(result.seconds)]
    if result.hints:
        texts.append(counted(result.hints, "hint"))
    return ", ".join(texts)
