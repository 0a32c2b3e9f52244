"""Locks between processes. The system releases the locks of a process that dies."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from flowdesk.core.finding import FlowDeskError

#: Seconds to wait for another process, which usually holds the lock for milliseconds.
_PATIENCE = 2.0


class Claim:
    """A lock on a file, which is created if need be.

    BlockingIOError if another process holds it, another OSError if there can be none.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._handle)
        except OSError:
            os.close(self._handle)
            raise

    def release(self) -> None:
        """Release the lock."""
        os.close(self._handle)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder; FlowDeskError if another FlowDesk holds it for too long.

    Hold it while comparing files with their known content and replacing them. A folder that the
    system cannot lock (on a network drive, or not readable) is not locked.
    """
    try:
        handle = _open(folder)
    except OSError:
        yield
        return
    try:
        _wait_for(handle, folder)
        yield
    finally:
        os.close(handle)


def _wait_for(handle: int, folder: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            _lock(handle)
            return
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise FlowDeskError(
                    f"Another FlowDesk is busy in {folder}. Nothing was done: try again."
                ) from None
        except OSError:
            return
        time.sleep(0.002)


def can_lock(path: Path) -> bool:
    """Whether the system can lock parts of a file: there are network drives without locks."""
    if sys.platform == "win32":
        return True
    try:
        with path.open("rb") as file:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:  # another program has locked it
        return True
    except OSError:
        return False
    return True


if sys.platform == "win32":
    import msvcrt

    def _open(folder: Path) -> int:
        """Open a file that represents the folder: Windows cannot lock folders."""
        name = blake2b(os.path.realpath(folder).casefold().encode(), digest_size=16).hexdigest()
        path = Path(tempfile.gettempdir()) / f"flowdesk-{name}.lock"
        return os.open(path, os.O_RDWR | os.O_CREAT)

    def _lock(handle: int) -> None:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from error

else:
    import fcntl

    def _open(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY)

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
