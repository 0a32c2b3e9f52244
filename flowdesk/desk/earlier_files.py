"""Earlier files: what FlowDesk 0.2 remembered, in files of four kinds. They are read, and stay."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from flowdesk.core.finding import FormatError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.storage import cache_folder, data_folder, read_bytes, state_folder

if TYPE_CHECKING:
    from sqlite3 import Connection

#: A line: the puzzle's key, and what was found out.
_VERDICT = r"(?m)^([0-9a-f]{32}) ([a-z]+ [a-z]+ (?:-|[a-z]+ [0-9]+\.[0-9]))\n"


def are_there() -> bool:
    """Whether there are any; FlowDeskError: no home."""
    return any(path.exists() for path in _places())


def take_over(database: Connection) -> str:
    """Put what is in the files into the tables; return a sentence if results are damaged.

    What else is damaged is told when it is needed. FlowDeskError if a file cannot be read.
    """
    results, games, verdicts, session = _places()
    rows = [(path.stem, _text(path), path.stat().st_mtime) for path in games.glob("*.json")]
    database.executemany("INSERT INTO games VALUES (?, ?, ?)", rows)
    found = re.findall(_VERDICT, _text(verdicts))
    database.executemany("REPLACE INTO verdicts VALUES (?, 2, ?)", found)
    if text := _text(session):
        database.execute("INSERT INTO session VALUES (0, ?)", (text,))
    try:
        best = _results_in(_text(results) or '{"results": {}}')
    except FormatError as error:
        return f"The results of earlier games are damaged and still in {results}: {error}"
    database.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)", best)
    return ""


def _places() -> tuple[Path, Path, Path, Path]:
    """Return the file of results, the folder of begun games, and the files of the others."""
    data, state, cache = data_folder(), state_folder(), cache_folder()
    return (
        data / "results.json",
        state / "games",
        cache / "verdicts-2.txt",
        state / "session.json",
    )


def _results_in(text: str) -> list[tuple[str | int, ...]]:
    """Return the rows of results in a text; FormatError if it is damaged."""
    rows: list[tuple[str | int, ...]] = []
    for key, value in JsonObject(parse_json(text)).get("results", dict).items():
        result = JsonObject(value, f"results.{key}")
        names = ("moves", "fewest", "hints", "seconds", "times")
        rows.append((key, *(min(result.get(name, int), 2**31) for name in names)))
    return rows


def _text(path: Path) -> str:
    """Return the text of a file; empty if there is none, or it is too large to be one of ours."""
    try:
        return read_bytes(path).decode(errors="replace") if path.exists() else ""
    except FormatError:
        return ""
