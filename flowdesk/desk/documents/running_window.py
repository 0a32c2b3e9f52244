"""The window that runs already: a second start passes its file on to it.

The window that has the claim on the open files listens at a socket in a folder that nobody else can
enter. Where there are no such sockets (on Windows), each start has a window of its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import tempfile
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.json_object import JsonObject, parse_json
from flowdesk.core.storage import state_folder
from flowdesk.formats.registry import source_named

#: Seconds for a window to answer that may be painting a large board, and to read a request.
_PATIENCE, _READING = 5.0, 0.5
_MOST = 65_536  # bytes of a request: a path
_TAKEN = b"taken"


def pass_on(name: str | None) -> bool:
    """Let the running window open what the command line names; return whether there is one.

    `name` is a file, ``FILE#n``, a folder or a link; None only brings the window to the front.
    """
    request = {"display": _display(), "name": _anywhere(name) if name else ""}
    with contextlib.suppress(OSError, FlowDeskError):
        path = str(_path())
        with _socket() as connection:
            connection.settimeout(_PATIENCE)
            connection.connect(path)
            connection.sendall(json.dumps(request).encode() + b"\n")
            return connection.recv(len(_TAKEN)) == _TAKEN
    return False


class Listener:
    """Listens for later starts; `take` gets what they name, and returns whether it is taken.

    It holds the claim on the open files, so a socket that is there belongs to a window that was
    killed. OSError if there can be none.
    """

    def __init__(self, take: Callable[[str], bool]) -> None:
        self._take = take
        self._path = _path()
        self._path.unlink(missing_ok=True)
        self.socket = _socket()
        self.socket.setblocking(False)
        self.socket.bind(str(self._path))
        self.socket.listen()

    def answer(self) -> None:
        with contextlib.suppress(OSError, FlowDeskError):
            connection, _ = self.socket.accept()
            with connection:
                connection.settimeout(_READING)
                request = JsonObject(parse_json(_line(connection)))
                is_here = request.get("display", str) == _display()
                if is_here and self._take(request.get("name", str)):
                    connection.sendall(_TAKEN)

    def close(self) -> None:
        self.socket.close()
        with contextlib.suppress(OSError):
            self._path.unlink()


def _path() -> Path:
    """Return the socket of the window that has the user's open files; OSError if it is not safe."""
    if not hasattr(socket, "AF_UNIX"):
        raise OSError("there are no such sockets here")
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    if not folder:
        folder = os.path.join(tempfile.gettempdir(), f"flowdesk-{os.getuid()}")
        os.makedirs(folder, mode=0o700, exist_ok=True)
    found = os.lstat(folder)
    if found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError(f"{folder} is open to others")
    whose = blake2b(os.fsencode(state_folder()), digest_size=6).hexdigest()
    return Path(folder) / f"flowdesk-{whose}.socket"


def _socket() -> socket.socket:
    return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)


def _line(connection: socket.socket) -> str:
    data = b""
    while not data.endswith(b"\n"):
        piece = connection.recv(4096)
        data += piece
        if not piece or len(data) > _MOST:
            raise ConnectionError("no request")
    return data.decode("utf-8", "surrogateescape")


def _anywhere(name: str) -> str:
    """Return a name that means the same in every folder."""
    source = source_named(name)
    if source.is_link or source.path is None:
        return name
    number = "" if source.number is None else f"#{source.number}"
    return f"{os.path.abspath(source.path)}{number}"


def _display() -> str:
    """Return the screen of this process: a window elsewhere would not be seen."""
    return os.environ.get("DISPLAY", "")
