"""Results: the best result of each puzzle that the user has solved, in the user's data folder.

A puzzle is known by its key, whatever its file is called.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.locking import locked
from flowdesk.core.storage import (
    data_folder,
    decode,
    make_folder,
    read_bytes,
    reason,
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

    `problem` is a sentence if the file could not be read or written, else empty. A damaged file is
    renamed, so that nothing is lost.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: dict[str, Result] | None = None
        self.problem = ""

    def of(self, puzzle: Any) -> Result | None:
        """Return the best result of a puzzle, or None if it was not solved yet."""
        if self._known is None:
            try:
                self._known = self._read()
            except FlowDeskError as error:
                self._known, self.problem = {}, f"The results of games cannot be read: {error}"
        return self._known.get(puzzle.puzzle_key)

    def add(self, puzzle: Any, result: Result) -> Result:
        """Add a solved game, and return the best result so far.

        What other windows have added meanwhile is kept. If the file cannot be written, the result
        is known until the program ends.
        """
        key = puzzle.puzzle_key
        known = {} if self._known is None else self._known
        try:
            path = self._file
            make_folder(path.parent)
            with locked(path.parent):
                known = self._read()
                known = {**known, key: _best(known.get(key), result)}
                write_atomically(path, _encoded(known))
        except FlowDeskError as error:
            known = {**known, key: _best(known.get(key), result)}
            self.problem = f"The result could not be kept: {error}"
        self._known = known
        return known[key]

    @property
    def _file(self) -> Path:
        return self._path or data_folder() / "results.json"

    def _read(self) -> dict[str, Result]:
        """Return what the file has; a damaged one is set aside, other errors are raised."""
        path = self._file
        if not path.exists():
            return {}
        data = read_bytes(path)
        try:
            return _decoded(decode(data))
        except FormatError as error:
            aside = path.with_suffix(".broken")
            try:
                os.replace(path, aside)
            except OSError as refusal:
                raise FlowDeskError(f"{path} is damaged: {reason(refusal)}.") from refusal
            self.problem = f"The results of earlier games are damaged and now in {aside}: {error}"
            return {}


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
