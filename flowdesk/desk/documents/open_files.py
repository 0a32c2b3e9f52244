"""Open files: which files were open and where one was in each, from one start to the next.

One window at a time has them: the one that holds the claim, until its process ends.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.locking import Claim
from flowdesk.core.storage import state_folder
from flowdesk.desk.store import STORE

_MOST = 50  # tabs; a file of ours has not more than anyone wants to be opened at once


@dataclass(frozen=True)
class OpenFile:
    """A file that was open, and where one was in it.

    `zoom` is the size of the cells as a multiple of the normal one, or 0 if the board fitted the
    window; `middle` is the point of the board in the middle of the view, in cells. `overlay` names
    what was shown over the level: ``play``, ``map``, ``solution``, ``two solutions``, or nothing.
    """

    path: str
    index: int = 0
    zoom: float = 0.0
    middle: tuple[float, float] = (0.0, 0.0)
    overlay: str = ""


@dataclass(frozen=True)
class OpenFiles:
    """The files in the order of their tabs, and the number of the one in front."""

    files: Sequence[OpenFile] = ()
    front: int = 0


class OpenFilesTaken(FlowDeskError):
    """Raised to leave the open files to the living window that has them."""


def claim_open_files() -> Claim | None:
    """Claim them; None if that is not possible here; OpenFilesTaken if another window has them.

    A window that could not claim them never saves any.
    """
    try:
        path = state_folder() / "session.lock"
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Claim(path)
    except BlockingIOError as error:
        raise OpenFilesTaken("Another window has the puzzles that were open before.") from error
    except (FlowDeskError, OSError):
        return None  # no home folder, or a network drive that has files, but no locks


def load_open_files() -> OpenFiles:
    """Return what was open last, perhaps nothing; FlowDeskError if it cannot be read."""
    try:
        for (text,) in STORE.rows("SELECT session FROM session"):
            saved = json.loads(text)
            return OpenFiles([_file(each) for each in saved["files"][:_MOST]], int(saved["front"]))
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError) as error:
        raise FlowDeskError(
            "Which puzzles were open before is not known: what was kept of it is damaged."
        ) from error
    return OpenFiles()


def save_open_files(now: OpenFiles) -> None:
    """Save what is open; FlowDeskError if that is not possible."""
    text = json.dumps({"files": [asdict(each) for each in now.files], "front": now.front})
    with STORE.change() as database:
        database.execute("REPLACE INTO session VALUES (0, ?)", (text,))


def _file(saved: Any) -> OpenFile:
    x, y = map(float, saved["middle"])
    path, zoom = saved["path"], float(saved["zoom"])
    if not isinstance(path, str) or "\0" in path or not os.path.isabs(path):
        raise ValueError("no path")
    os.fsencode(path)  # or a UnicodeEncodeError, which is a ValueError
    if not all(abs(number) < 10_000 for number in (x, y, zoom)):  # which nan is not, either
        raise ValueError("no place")
    return OpenFile(path, int(saved["index"]), zoom, (x, y), str(saved["overlay"]))
