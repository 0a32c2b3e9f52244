"""Begun games, kept in files of the user's state folder: a game goes on where it stopped.

There is one file for each puzzle, which is FlowDesk JSON with an extra part "game": the position,
and while something is tried, the position before that. Like recovery files they are replaced
atomically, but without waiting for the disk. Only the newest `MOST` are kept.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.storage import decode, read_bytes, set_aside, state_folder, write_atomically
from flowdesk.desk.play.game import Clock, Game, State
from flowdesk.formats import flowdesk_json
from flowdesk.kinds.entry import Entry

MOST = 200


def save_game(game: Game) -> None:
    """Keep a begun game, or forget it if nothing is drawn or all is done; FlowDeskError if not."""
    path = _path_for(game.puzzle)
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
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FlowDeskError(f"{path.parent} cannot be made.") from error
    is_new = not path.exists()
    write_atomically(path, flowdesk_json.of_many(texts, {"game": about}).encode(), sync=False)
    if is_new:
        _sweep()


def forget_game(puzzle: Any) -> None:
    """Forget the begun game of a puzzle, if there is one."""
    with contextlib.suppress(OSError, FlowDeskError):
        _path_for(puzzle).unlink()


def is_begun(puzzle: Any) -> bool:
    """Whether there is a begun game of a puzzle."""
    with contextlib.suppress(OSError, FlowDeskError):
        return _path_for(puzzle).exists()
    return False


def resume(puzzle: Any, clock: Clock) -> Game:
    """Return the begun game of a puzzle, or a new one.

    FlowDeskError if there is a file that cannot be read; it is renamed, so that the next call
    returns a new game.
    """
    path = _path_for(puzzle)
    if not path.exists():
        return Game(puzzle, clock)
    try:
        return _decoded(decode(read_bytes(path)), puzzle, clock)
    except FormatError as error:
        with contextlib.suppress(OSError):
            path = set_aside(path)
        raise FlowDeskError(f"The begun game is damaged and now in {path}: {error}") from error


def _sweep() -> None:
    """Remove the oldest files, so that only the newest `MOST` are left."""
    with contextlib.suppress(OSError, FlowDeskError):
        files = sorted(_folder().glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in files[:-MOST]:
            path.unlink()


def _folder() -> Path:
    return state_folder() / "games"


def _path_for(puzzle: Any) -> Path:
    return _folder() / f"{puzzle.puzzle_key}.json"


def _decoded(text: str, puzzle: Any, clock: Clock) -> Game:
    about = JsonObject(JsonObject(parse_json(text)).get("game", dict), "game")
    positions = [entry.level for entry in flowdesk_json.read(text)]
    if not all(puzzle.is_same_puzzle(position) for position in positions):
        raise FormatError("it is a game of another puzzle.")
    trial = JsonObject(about.get("trial", dict), "game.trial") if len(positions) > 1 else None
    game = Game(puzzle, clock, hints=about.get("hints", int), seconds=about.get("seconds", int))
    before = _state(game, positions[1], trial) if trial else None
    game.resume(_state(game, positions[0], about, before))
    return game


def _state(game: Game, position: Any, about: JsonObject, trial: State | None = None) -> State:
    item = about.get("item", str, "") or None
    position = game.rules.resumed(game.puzzle, position)
    return State(position, about.get("moves", int), item, trial)
