"""Round: a game of a level and all that goes with it, for window and terminal.

A begun game goes on where it stopped. Of each puzzle, FlowDesk JSON with an extra part "game" is
kept: the position, and while something is tried, the position before that. Only the newest `MOST`
are kept.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.play.adviser import Adviser
from flowdesk.desk.play.game import Clock, Game, State
from flowdesk.desk.play.player import Cursor, Player
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.store import STORE
from flowdesk.desk.work.jobs import Jobs
from flowdesk.formats import flowdesk_json
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known

MOST = 200


class Round(Owner):
    """A game, the hands of its player, and who advises on it; kept with its result.

    Emits `changed` after each change of the game, and when a move has solved it, `solved` with the
    result and the best one so far: again if that was taken back meanwhile. The result is written
    when `afterwards` makes its call: the solved board should be seen first. `known` and `stronger`
    are those of `Adviser`.
    """

    def __init__(
        self,
        game: Game,
        cursor: Cursor,
        results: Results,
        jobs: Jobs,
        known: Callable[[], Known],
        stronger: str,
        afterwards: Callable[[Callable[[], None]], None],
    ) -> None:
        super().__init__()
        self.changed: Signal[[]] = Signal()
        self.solved: Signal[[Result, Result]] = Signal()
        self.game = game
        self.player = Player(game, cursor)
        self.adviser = Adviser(jobs, self.player, known, stronger)
        self.best: Result | None = None  # once the game was solved
        self._result: Result | None = None  # until it is written
        self.was_solved = game.solved  # when it changed last
        self.is_kept = True  # or was changed since
        self._results = results
        self._afterwards = afterwards
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
        self._end_game()
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
            self._result = game.result
            self._afterwards(self._end_game)

    def _end_game(self) -> None:
        """Write the result, unless that is done, and tell it."""
        result, self._result = self._result, None
        if result:
            if self.best is None:
                self.best = self._results.add(self.game.puzzle, result)
            if self.game.solved:
                self.solved.emit(result, self.best)


def save_game(game: Game) -> None:
    """Keep a begun game, or forget it if nothing is drawn or all is done; FlowDeskError if not."""
    if game.solved or not game.is_begun:
        forget_game(game.puzzle)
        return
    state = game.state
    about = {
        "moves": state.moves,
        "item": state.item or "",
        "trial": {"moves": state.trial.moves, "item": state.trial.item or ""}
        if state.trial
        else {},
        "hints": game.hints,
        "seconds": int(game.seconds),
    }
    states = [state, state.trial] if state.trial else [state]
    texts = [flowdesk_json.written(Entry(known.position)) for known in states]
    row = game.puzzle.puzzle_key, flowdesk_json.of_many(texts, {"game": about}), time.time()
    with STORE.change() as database:
        database.execute("REPLACE INTO games VALUES (?, ?, ?)", row)
        newest = "SELECT key FROM games ORDER BY changed DESC LIMIT ?"
        database.execute(f"DELETE FROM games WHERE key NOT IN ({newest})", (MOST,))


def forget_game(puzzle: Puzzle) -> None:
    with contextlib.suppress(FlowDeskError):
        if is_begun(puzzle):
            with STORE.change() as database:
                database.execute("DELETE FROM games WHERE key = ?", (puzzle.puzzle_key,))


def is_begun(puzzle: Puzzle) -> bool:
    with contextlib.suppress(FlowDeskError):
        return bool(STORE.rows("SELECT 1 FROM games WHERE key = ?", puzzle.puzzle_key))
    return False


def resume(puzzle: Puzzle, clock: Clock) -> Game:
    """Return the begun game of a puzzle, or a new one; FlowDeskError once if it is damaged."""
    found = STORE.rows("SELECT game FROM games WHERE key = ?", puzzle.puzzle_key)
    if not found:
        return Game(puzzle, clock)
    try:
        return _decoded(found[0][0], puzzle, clock)
    except FormatError as error:
        with STORE.change() as database:
            aside = "UPDATE OR REPLACE games SET key = key || '.broken' WHERE key = ?"
            database.execute(aside, (puzzle.puzzle_key,))
        raise FlowDeskError(f"The begun game is damaged: {error}") from error


def _decoded(text: str, puzzle: Puzzle, clock: Clock) -> Game:
    about = JsonObject(JsonObject(parse_json(text)).get("game", dict), "game")
    positions = [entry.level for entry in flowdesk_json.read(text)]
    if not all(puzzle.is_same_puzzle(position) for position in positions):
        raise FormatError("it is a game of another puzzle.")
    trial = JsonObject(about.get("trial", dict), "game.trial") if len(positions) > 1 else None
    game = Game(puzzle, clock, hints=about.get("hints", int), seconds=about.get("seconds", int))
    before = _state(game, positions[1], trial) if trial else None
    game.resume(_state(game, positions[0], about, before))
    return game


def _state(game: Game, position: Puzzle, about: JsonObject, trial: State | None = None) -> State:
    item = about.get("item", str, "") or None
    position = game.rules.resumed(game.puzzle, position)
    return State(position, about.get("moves", int), item, trial)
