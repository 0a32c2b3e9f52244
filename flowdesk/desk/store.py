"""Store: what FlowDesk remembers by itself, in one SQLite file of the user's data folder.

Those are best results, begun games, verdicts and the session; whoever knows what the rows of a
table mean asks for them and changes them. Any number of windows and terminals use the file at the
same time: each change is a transaction, which a kill leaves done or not begun. There is no
write-ahead log, because several machines that share a home folder cannot share one.

Only results wait for the disk, which could block the window. So a power cut may damage the tables
of the others. Of a damaged file, all tables that can be read are copied to a new one.

What FlowDesk 0.2 remembered in files of four kinds is taken over. They stay.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.locking import can_lock, locked
from flowdesk.core.storage import (
    cache_folder,
    data_folder,
    make_folder,
    read_bytes,
    reason,
    set_aside,
    stamp,
    state_folder,
)

if TYPE_CHECKING:
    from sqlite3 import Connection

#: A line: the puzzle's key, and what was found out.
_VERDICT = r"(?m)^([0-9a-f]{32}) ([a-z]+ [a-z]+ (?:-|[a-z]+ [0-9]+\.[0-9]))\n"


def _take_over(database: Connection) -> str:
    """Put what is in the files into the tables; return a sentence if results are damaged.

    What else is damaged is told when it is needed. FlowDeskError if a file cannot be read.
    """
    results, games, verdicts, session = _places()
    rows = [(path.stem, _old_text(path), path.stat().st_mtime) for path in games.glob("*.json")]
    database.executemany("INSERT INTO games VALUES (?, ?, ?)", rows)
    found = re.findall(_VERDICT, _old_text(verdicts))
    database.executemany("REPLACE INTO verdicts VALUES (?, 2, ?)", found)
    if text := _old_text(session):
        database.execute("INSERT INTO session VALUES (0, ?)", (text,))
    try:
        best = _results_in(_old_text(results) or '{"results": {}}')
    except FormatError as error:
        return f"The results of earlier games are damaged and still in {results}: {error}"
    database.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)", best)
    return ""


def _places() -> tuple[Path, Path, Path, Path]:
    """Return the file of results, the folder of begun games, and the files of the others."""
    data, state, cache = data_folder(), state_folder(), cache_folder()
    verdicts, session = cache / "verdicts-2.txt", state / "session.json"
    return data / "results.json", state / "games", verdicts, session


def _results_in(text: str) -> list[tuple[str | int, ...]]:
    """Return the rows of results in a text; FormatError if it is damaged."""
    rows: list[tuple[str | int, ...]] = []
    for key, value in JsonObject(parse_json(text)).get("results", dict).items():
        result = JsonObject(value, f"results.{key}")
        names = ("moves", "fewest", "hints", "seconds", "times")
        rows.append((key, *(min(result.get(name, int), 2**31) for name in names)))
    return rows


def _old_text(path: Path) -> str:
    """Return the text of a file; empty if there is none, or it is too large to be one of ours."""
    try:
        return read_bytes(path).decode(errors="replace") if path.exists() else ""
    except FormatError:
        return ""


try:
    import sqlite3
except ImportError:
    _LACK = "This Python has no sqlite3: nothing is remembered."
else:
    _LACK = ""

#: The version of the tables, and their columns.
VERSION = 1
_TABLES = {
    "results": "key TEXT PRIMARY KEY, moves INT, fewest INT, hints INT, seconds INT, times INT",
    "games": "key TEXT PRIMARY KEY, game TEXT, changed REAL",
    "verdicts": "key TEXT PRIMARY KEY, version INT, answer TEXT",
    "session": "number INTEGER PRIMARY KEY, session TEXT",
}

#: Seconds to wait for other programs, whose changes usually take milliseconds each.
_PATIENCE = 10.0


class Store:
    """The database in a file, or in the user's, opened when it is first needed.

    FlowDeskError says why it cannot be used. A damaged file is renamed, so that nothing is lost,
    and `problem` is a sentence about that; one that a newer FlowDesk has written is left alone.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.problem = ""
        self._path = path
        self._database: sqlite3.Connection | None = None
        self._inode: int | None = None  # of the file that is open: others may have replaced it
        self._is_doubtful = False  # something in it could not be read
        self._changes: list[tuple[object, ...]] = []  # SQLite's number of those by others

    def __del__(self) -> None:
        self.close()

    @property
    def path(self) -> Path:
        return self._path or data_folder() / "flowdesk.db"

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a query finds; none if nothing was ever kept, or can be."""
        if _LACK:
            self.problem = _LACK
            return []
        with self._connected(makes=False) as database:
            return database.execute(query, values).fetchall() if database else []

    @contextlib.contextmanager
    def change(self, *, sync: bool = False) -> Iterator[sqlite3.Connection]:
        """Make a transaction; `sync` makes one that a power cut cannot undo."""
        with self._connected() as database:
            assert database, "it is made"
            with database:
                database.execute(f"PRAGMA synchronous = {'FULL' if sync else 'OFF'}")
                database.execute("BEGIN IMMEDIATE")
                yield database

    def has_news(self) -> bool:
        """Whether another program may have changed something since this was asked last."""
        before, self._changes = self._changes, self.rows("PRAGMA data_version")
        return self._changes != before

    def close(self) -> None:
        """Close the file until it is needed again."""
        if self._database:
            self._database.close()
            self._database = None

    @contextlib.contextmanager
    def _connected(self, *, makes: bool = True) -> Iterator[sqlite3.Connection | None]:
        """Connect to the file unless that was done; with None if it is not there, nor made."""
        if _LACK:
            raise FlowDeskError(_LACK)
        path = self.path
        try:
            inode = _inode(path)
            if self._database is None or self._inode != inode:
                self.close()
                self.problem = self.problem if self._inode == inode else ""  # of another file
                self._inode = inode
                if makes or inode or (self._path is None and any(map(Path.exists, _places()))):
                    self._database = self._opened(path)
                    self._inode, self._changes = _inode(path), []
            yield self._database
        except sqlite3.Error as error:
            self.close()
            self._is_doubtful = _is_damage(error)
            raise FlowDeskError(f"{path} cannot be used: {error}.") from error

    def _opened(self, path: Path) -> sqlite3.Connection:
        """Open a file, which is made if need be, or if it is damaged."""
        try:
            if _inode(path) is None:
                make_folder(path.parent)
                path.touch(0o600)  # which files are open is nobody else's business
            with locked(path.parent):  # or a good file may be set aside that replaced a damaged one
                try:
                    return self._begun(path)
                except sqlite3.Error as error:
                    if not _is_damage(error):
                        raise
                aside = set_aside(path)
                self._is_doubtful = False
                database = self._begun(path)
                _rescue(database, aside)
        except OSError as error:
            raise FlowDeskError(f"{path} cannot be made or replaced: {reason(error)}.") from error
        self.problem = f"What FlowDesk remembered is damaged and now in {aside}. "
        self.problem += "What could be read of it goes on."
        return database

    def _begun(self, path: Path) -> sqlite3.Connection:
        """Connect to a file, and make its tables if there are none."""
        how = "" if can_lock(path) else "?vfs=unix-none"  # or SQLite would take all for locked
        name = path.absolute().as_uri() + how
        database = sqlite3.connect(name, timeout=_PATIENCE, isolation_level=None, uri=True)
        try:
            ((version,),) = database.execute("PRAGMA user_version")
            if version > VERSION:
                raise FlowDeskError(f"{path} was written by a newer FlowDesk.")
            if self._is_doubtful and [*database.execute("PRAGMA integrity_check")] != [("ok",)]:
                raise sqlite3.DatabaseError
            if version == 0:
                with database:
                    database.execute("BEGIN IMMEDIATE")
                    for name, columns in _TABLES.items():
                        database.execute(f"CREATE TABLE {name} ({columns})")
                    if self._path is None:
                        self.problem = _take_over(database)
                    database.execute(f"PRAGMA user_version = {VERSION}")
        except BaseException:
            database.close()
            raise
        return database


#: The user's.
STORE = Store()


def _rescue(database: sqlite3.Connection, damaged: Path) -> None:
    """Copy the tables of a damaged file that can be read."""
    with contextlib.suppress(sqlite3.Error):
        database.execute("ATTACH ? AS damaged", (str(damaged),))
        for name in _TABLES:
            with contextlib.suppress(sqlite3.Error):
                database.execute(f"REPLACE INTO {name} SELECT * FROM damaged.{name}")
        database.execute("DETACH damaged")


def _inode(path: Path) -> int | None:
    """Return the number of a file, or None if there is none."""
    try:
        found = stamp(path)
    except OSError as error:
        raise FlowDeskError(f"{path} cannot be read: {reason(error)}.") from error
    return found[-1] if found else None


def _is_damage(error: Exception) -> bool:
    """Whether SQLite says that a file is damaged or none of its own; else it raises a subclass."""
    return type(error).__name__ == "DatabaseError"
