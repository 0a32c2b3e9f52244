"""Results: the best result of each puzzle that the user has solved, in the user's data folder.

A puzzle is known by its key, whatever its file is called. The file `results.json` is an object:

* `version`: 1. A file of a higher version is neither read nor replaced.
* `results`: an object with a result for each key, an object of whole numbers: `moves`, `hints` and
  `seconds` of the best game, the `fewest` moves that solve the puzzle, and how many `times` it was
  solved.

Any number of windows and processes may add results at the same time: each reads the file again and
replaces it, under the lock of its folder.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.locking import locked
from flowdesk.core.signal import Signal
from flowdesk.core.storage import (
    Stamp,
    data_folder,
    decode,
    make_folder,
    read_bytes,
    reason,
    set_aside,
    stamp,
    write_atomically,
)

VERSION = 1


@dataclass(frozen=True)
class Result:
    """A solved game: its moves, hints and seconds; and how many `times` the puzzle was solved.

    `fewest` is the smallest possible number of moves.
    """

    moves: int
    fewest: int
    hints: int = 0
    seconds: int = 0
    times: int = 1

    @property
    def is_perfect(self) -> bool:
        """Whether no game has fewer moves, and no hint was used."""
        return self.moves <= self.fewest and not self.hints

    def better(self, other: Result) -> Result:
        """Return the better of two results: without hints, then by moves, then by time."""
        return min(self, other, key=lambda result: (result.hints > 0, result.moves, result.seconds))


class Results:
    """The results in a file; read when they are first asked for.

    Emits `changed` when there are new ones. `problem` is a sentence if the file could not be
    read or written, else empty. A damaged file is renamed, so that nothing is lost.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.changed: Signal[[]] = Signal()
        self.problem = ""
        self._path = path
        self._known: dict[str, Result] | None = None
        self._stamp: Stamp | None = None  # of the file as it was read
        self._not_kept: list[tuple[str, Result]] = []
        self._told: set[str] = set()

    def of(self, puzzle: Any) -> Result | None:
        """Return the best result of a puzzle, or None if it was not solved yet."""
        return self._read_once().get(puzzle.puzzle_key)

    def add(self, puzzle: Any, result: Result) -> Result:
        """Add a solved game, and return the best result so far.

        What other windows have added meanwhile is kept. If the file cannot be written, the result
        is known until the program ends, and written with the next one.
        """
        key, before = puzzle.puzzle_key, self._read_once()
        self._not_kept.append((key, result))
        try:
            path = self._file
            make_folder(path.parent)
            with locked(path.parent):
                known = _with(self._read(), self._not_kept)
                write_atomically(path, _encoded(known))
                self._stamp = _stamp(path)
            self._not_kept.clear()
        except FlowDeskError as error:
            known = _with(before, [(key, result)])
            self.problem = f"The result could not be kept: {error}"
        self._known = known
        self.changed.emit()
        return known[key]

    def refresh(self) -> None:
        """Read the file again if another program has changed it."""
        with contextlib.suppress(FlowDeskError):
            if self._known is not None and _stamp(self._file) != self._stamp:
                self._known = self._read_file(self._known)
                self.changed.emit()

    def new_problem(self) -> str:
        """Return the problem unless it was returned before: empty if there is no new one."""
        problem = "" if self.problem in self._told else self.problem
        self._told.add(self.problem)
        return problem

    @property
    def _file(self) -> Path:
        return self._path or data_folder() / "results.json"

    def _read_once(self) -> dict[str, Result]:
        if self._known is None:
            self._known = self._read_file({})
        return self._known

    def _read_file(self, known: dict[str, Result]) -> dict[str, Result]:
        """Return what the file has, or what is known if it cannot be read."""
        try:
            path = self._file
            with locked(path.parent):  # or a good file may be set aside that replaced a damaged one
                known = _with(self._read(), self._not_kept)
                self._stamp = _stamp(path)
        except FlowDeskError as error:
            self.problem = f"The results of games cannot be read: {error}"
        return known

    def _read(self) -> dict[str, Result]:
        """Return what the file has; a damaged one is set aside, other errors are raised."""
        path = self._file
        if _stamp(path) is None:
            return {}
        data = read_bytes(path)
        try:
            return _decoded(decode(data))
        except FormatError as error:
            try:
                aside = set_aside(path)
            except OSError as refusal:
                raise FlowDeskError(f"{path} is damaged: {reason(refusal)}.") from refusal
            self.problem = f"The results of earlier games are damaged and now in {aside}: {error}"
            return {}


def _stamp(path: Path) -> Stamp | None:
    try:
        return stamp(path)
    except OSError as error:
        raise FlowDeskError(f"{path} cannot be read: {reason(error)}.") from error


def _with(known: Mapping[str, Result], new: Iterable[tuple[str, Result]]) -> dict[str, Result]:
    """Return the results with new ones, given with their keys."""
    all_known = dict(known)
    for key, result in new:
        all_known[key] = _best(all_known.get(key), result)
    return all_known


def _best(known: Result | None, new: Result) -> Result:
    return replace(known.better(new), times=known.times + 1) if known else new


def _encoded(known: Mapping[str, Result]) -> bytes:
    results = {key: asdict(result) for key, result in sorted(known.items())}
    return json.dumps({"version": VERSION, "results": results}, indent=1).encode()


def _decoded(text: str) -> dict[str, Result]:
    data = JsonObject(parse_json(text))
    if (version := data.get("version", int)) > VERSION:
        raise FlowDeskError(f"They are of version {version}, written by a newer FlowDesk.")
    found = {}
    results = data.get("results", dict)
    for key, value in results.items():
        fields = JsonObject(value, f"results.{key}")
        names = ("moves", "fewest", "hints", "seconds", "times")
        found[key] = Result(**{name: fields.get(name, int) for name in names})
    return found
