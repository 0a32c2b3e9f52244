"""Session: which files were open and where one was in each, from one start to the next.

One window at a time has the session: the one that holds the claim on it, until its process ends.
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
class Session:
    """The files in the order of their tabs, and the number of the one in front."""

    files: Sequence[OpenFile] = ()
    front: int = 0


class SessionTaken(FlowDeskError):
    """Raised to leave the session to the living window that has it."""


def claim_session() -> Claim | None:
    """Claim the session; None if it cannot be claimed here; SessionTaken if another window has it.

    A window that could not claim it never saves one.
    """
    try:
        path = state_folder() / "session.lock"
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Claim(path)
    except BlockingIOError as error:
        raise SessionTaken("Another window has the puzzles that were open before.") from error
    except (FlowDeskError, OSError):
        return None  # no home folder, or a network drive that has files, but no locks


def load_session() -> Session:
    """Return the last session, empty if there is none; FlowDeskError if it cannot be read."""
    try:
        for (text,) in STORE.rows("SELECT session FROM session"):
            saved = json.loads(text)
            return Session([_file(each) for each in saved["files"][:_MOST]], int(saved["front"]))
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError) as error:
        raise FlowDeskError(
            "Which puzzles were open before is not known: what was kept of it is damaged."
        ) from error
    return Session()


def save_session(session: Session) -> None:
    """Save the session; FlowDeskError if that is not possible."""
    text = json.dumps({"files": [asdict(each) for each in session.files], "front": session.front})
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
