"""GameCommands: what menus, keys and buttons do with a game."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.app.actions import Command
from flowdesk.app.front import Front
from flowdesk.app.play.mode import PlayMode
from flowdesk.desk.play.game import Game

_KEEP, _DROP = "Keep what was tried", "Drop what was tried"


class GameCommands:
    """Before each command the line in hand is put down, or dropped."""

    def __init__(self, front: Front) -> None:
        self._shell, self._front = front.shell, front

    @property
    def _mode(self) -> PlayMode:
        return self._front.tab.playing

    @property
    def own(self) -> dict[str, Command]:
        """The commands that only games have."""
        shell, on_game = self._shell, self._on_game
        return {
            "Play this puzzle": Command(
                lambda: self._mode.toggle(),
                checked=lambda: self._mode.is_on,
                suits=lambda: self._mode.can_play,
            ),
            "Start again": Command(
                on_game(lambda game: self._mode.restart(), drops=True), self._is_on
            ),
            "Stronger hint": Command(
                on_game(lambda game: self._mode.adviser.help()), self._is_open
            ),
            "Check what is drawn": Command(
                on_game(lambda game: self._mode.adviser.check()), self._is_open
            ),
            "Try something": Command(
                on_game(self._begin_trial), lambda: self._is_open() and not self._is_trying()
            ),
            _KEEP: Command(on_game(self._keep_trial), self._is_trying),
            _DROP: Command(on_game(self._drop_trial, drops=True), self._is_trying),
            "Show the time": Command(self._toggle_time, checked=lambda: shell.settings.show_time),
        }

    @property
    def shared(self) -> dict[str, Command]:
        """The commands that mean the game while it is on, and the level otherwise."""

        def undo_label() -> str:
            game = self._mode.game
            return game.undo_label if game else ""

        def redo_label() -> str:
            game = self._mode.game
            return game.redo_label if game else ""

        redo = self._on_game(Game.redo, drops=True)
        hint = self._on_game(lambda game: self._mode.adviser.hint())
        return {
            "Undo": Command(self._undo, lambda: bool(undo_label()), object=undo_label),
            "Redo": Command(redo, lambda: bool(redo_label()), object=redo_label),
            "Hint": Command(hint, self._is_open),
        }

    def _is_on(self) -> bool:
        return self._mode.is_on

    def _is_open(self) -> bool:
        game = self._mode.game
        return game is not None and not game.solved

    def _is_trying(self) -> bool:
        game = self._mode.game
        return game is not None and game.trial is not None

    def _on_game(
        self, act: Callable[[Game], object], *, drops: bool = False
    ) -> Callable[[], object]:
        """Return what acts on the game after the line in hand is put down, or dropped."""

        def run() -> None:
            game, player = self._mode.game, self._mode.player
            if game and player:
                (player.drop if drops else player.put_down)()
                act(game)

        return run

    def _restart(self, game: Game) -> None:
        self._mode.restart()

    def _help(self, game: Game) -> None:
        self._mode.adviser.help()

    def _check(self, game: Game) -> None:
        self._mode.adviser.check()

    def _undo(self) -> None:
        game, player = self._mode.game, self._mode.player
        if game and player and not player.drop():
            game.undo()

    def _begin_trial(self, game: Game) -> None:
        game.begin_trial()
        keep, drop = map(self._shell.key, (_KEEP, _DROP))
        self._shell.say(f"What you draw now is a trial: {keep} keeps it, {drop} drops it.")

    def _keep_trial(self, game: Game) -> None:
        game.keep_trial()
        self._shell.say("The trial is kept.")

    def _drop_trial(self, game: Game) -> None:
        game.drop_trial()
        self._shell.say("The trial is dropped.")

    def _toggle_time(self) -> None:
        self._shell.remember(show_time=not self._shell.settings.show_time)
        self._mode.changed.emit()
