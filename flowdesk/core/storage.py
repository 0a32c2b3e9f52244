"""Files: read with limits, written whole or not at all; and where our own files lie."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from flowdesk.core.finding import FlowDeskError, FormatError

#: The largest file that is read, in bytes.
MAX_BYTES = 10_000_000

#: What a file that is being written is called until it is complete; mkstemp adds eight characters.
_TEMPORARY = ".flowdesk-"
_IS_TEMPORARY = re.compile(re.escape(_TEMPORARY) + "[a-z0-9_]{8}").fullmatch
#: The age, in seconds, from which on nobody is writing a temporary file any more.
_ABANDONED = 3600

#: What tells, without reading it, whether a file is still the one that was read.
Stamp: TypeAlias = tuple[int, int, int, int]


def read_bytes(path: Path) -> bytes:
    """The content of a file; FlowDeskError with the reason if it cannot be read or is too large.

    What is no file of a disk is refused, and never waited for: a pipe may stay empty for ever, and
    to open a device may change it.
    """
    try:
        _refuse_all_but_files(path, os.stat(path).st_mode)
        with open(path, "rb", opener=_open_without_waiting) as file:
            _refuse_all_but_files(path, os.fstat(file.fileno()).st_mode)  # exchanged meanwhile
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise FlowDeskError(f"{path}: there is no such file.") from None
    except OSError as error:
        raise FlowDeskError(f"{path} cannot be read: {reason(error)}.") from error
    if len(data) > MAX_BYTES:
        raise FormatError(
            f"the file is larger than {MAX_BYTES // 1_000_000} MB.",
            hint="Puzzle files are small: is it the right one?",
            source=str(path),
        )
    return data


def decode(data: bytes) -> str:
    """UTF-8 text, with or without a byte-order mark; FormatError naming what it is instead."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise FormatError("the text is UTF-16.", hint="Save it as UTF-8.")
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\0" in data:
        before = data[: data.index(b"\0")]
        raise FormatError(
            "this is a binary file, not text.",
            line=before.count(b"\n") + 1,
            column=len(before) - (before.rfind(b"\n") + 1) + 1,
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line_start = before.rfind(b"\n") + 1
        raise FormatError(
            f"byte 0x{data[error.start]:02x} is not UTF-8 text.",
            line=before.count(b"\n") + 1,
            column=len(before[line_start:].decode("utf-8", "replace")) + 1,
            hint="The file may be Latin-1 or binary: save it as UTF-8.",
        ) from None


def stamp(path: Path) -> Stamp | None:
    """The stamp of what stands at a path, None if nothing does; OSError if that is not known."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return stamp_of(found)


def stamp_of(found: os.stat_result) -> Stamp:
    """The stamp of a file by what the system says of it."""
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def write_atomically(
    path: Path, data: bytes, check: Callable[[], object] = lambda: None, *, sync: bool = True
) -> None:
    """Write a file so that at any moment the old content or the new one is there, never a part.

    Raises FlowDeskError with the reason; what stood there before is then untouched. So it is if
    `check` raises one, which is called at the last moment, when only the renaming is left to do.
    Without `sync` that may not hold for a power cut, but the disk is not waited for.
    """
    temporary = None
    try:
        path, mode = _writable(path)
        if mode is not None and not stat.S_ISREG(mode):
            _write_through(path, data)  # a device or a pipe: there is nothing to keep
            return
        handle, temporary = tempfile.mkstemp(prefix=_TEMPORARY, dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            os.chmod(temporary, stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        check()
        os.replace(temporary, path)
        if sync:
            _sync_folder(path.parent)
    except OSError as error:
        raise _refusal(path, error) from error
    finally:  # also of Ctrl-C
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def sweep_temporaries(folder: Path) -> None:
    """Remove what `write_atomically` left in a folder when it was killed, an hour ago or earlier.

    Whatever cannot be looked at or removed stays where it is.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as files:
        for file in files:
            if _IS_TEMPORARY(file.name):  # the others are not even looked at
                with contextlib.suppress(OSError):
                    found = file.stat(follow_symlinks=False)
                    if stat.S_ISREG(found.st_mode) and found.st_mtime < time.time() - _ABANDONED:
                        os.unlink(file.path)


def check_writable(path: Path) -> None:
    """Raise what `write_atomically` would, as far as that is known beforehand.

    Whoever is going to work for hours asks first. What stands there is untouched; so a pipe is
    refused, of which nobody knows whether somebody will read from it then.
    """
    try:
        path, mode = _writable(path)
        if mode is not None and stat.S_ISFIFO(mode):
            raise FlowDeskError(
                f"{path} is a pipe, not a file. To write to one, name standard output: '-'."
            )
        if mode is None or stat.S_ISREG(mode):
            _try_folder(path.parent)
    except OSError as error:
        raise _refusal(path, error) from error


def make_folder(folder: Path) -> None:
    """Make a folder to write files to, unless it is there; FlowDeskError with the reason."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _try_folder(folder)
    except FileExistsError:
        raise FlowDeskError(f"{folder} cannot be made: there is a file of that name.") from None
    except OSError as error:
        raise FlowDeskError(f"{folder} cannot be made or written to: {reason(error)}.") from error


def natural_order(path: str | Path) -> tuple[list[tuple[int, int, str]], str]:
    """A key that sorts numbers in names by their value: a, a2, a10, a-2."""
    name = os.path.splitext(path)[0]
    parts = [
        (0, int(part), "") if part[0] in "0123456789" else (1, 0, part.lower())
        for part in re.findall(r"[0-9]+|[^0-9]+", name)
    ]
    return parts, str(path)


def shipped(folder: str) -> Path:
    """A folder that comes with the program (`assets`, `puzzles`), installed or in a checkout."""
    package = Path(__file__).parent.parent
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder


def home_folder() -> Path:
    """The user's own folder; FlowDeskError if nobody knows where it is."""
    try:
        return Path.home()
    except RuntimeError:
        raise FlowDeskError(
            "There is no home folder: HOME is not set, and the system does not know this user."
        ) from None


def user_folder() -> Path:
    """The folder of this user's settings and themes; it may not be there yet.

    FlowDeskError if there is no home folder that it could be in.
    """
    return _own_folder("APPDATA", "Roaming", "Application Support", "XDG_CONFIG_HOME", ".config")


def state_folder() -> Path:
    """The folder of what this user's windows keep for their next start; as `user_folder`."""
    return _own_folder(
        "LOCALAPPDATA", "Local", "Application Support", "XDG_STATE_HOME", ".local/state"
    )


def cache_folder() -> Path:
    """The folder of what can be found out again; as `user_folder`."""
    return _own_folder("LOCALAPPDATA", "Local", "Caches", "XDG_CACHE_HOME", ".cache")


def _own_folder(windows: str, app_data: str, library: str, linux: str, hidden: str) -> Path:
    """FlowDesk's folder where Windows, macOS and Linux put such things: variables and folders."""
    if sys.platform == "win32":
        base = os.environ.get(windows) or home_folder() / "AppData" / app_data
    elif sys.platform == "darwin":
        base = home_folder() / "Library" / library
    else:
        base = os.environ.get(linux) or home_folder() / hidden
    return Path(base) / "flowdesk"


def is_installed(path: Path) -> bool:
    """Whether something came with the installed program: shared by all, replaced by the next."""
    package = os.path.realpath(Path(__file__).parent.parent)
    return Path(package) in Path(os.path.realpath(path)).parents


def reason(error: OSError) -> str:
    """What the system says was wrong, to end a sentence with."""
    return (error.strerror or str(error)).rstrip(".").lower()


def _refuse_all_but_files(path: Path, mode: int) -> None:
    """FlowDeskError, by what `os.stat` says of it, if something is no regular file."""
    if stat.S_ISDIR(mode):
        raise FlowDeskError(f"{path} is a folder: name a file in it.")
    if stat.S_ISFIFO(mode):
        raise FlowDeskError(
            f"{path} is a pipe, not a file. To read from one, name standard input: '-'."
        )
    if not stat.S_ISREG(mode):
        raise FlowDeskError(f"{path} is a device or a socket, not a file.")


def _open_without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))  # Windows has no such pipes


def _refusal(path: Path, error: OSError) -> FlowDeskError:
    """What the system says against writing a file, as a sentence."""
    why = reason(error)
    if isinstance(error, FileNotFoundError) and not os.path.exists(path.parent):
        why = f"there is no folder {path.parent}"
    elif error.errno == errno.ENXIO:
        why = "nobody reads from this pipe"
    return FlowDeskError(f"{path} cannot be written: {why}.")


def _writable(path: Path) -> tuple[Path, int | None]:
    """The file that is to be replaced, and its mode, None if there is none; OSError if it may not.

    A link stays a link: the file it names is replaced.
    """
    path = Path(os.path.realpath(path))
    mode = _mode_of(path)
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(None, "the file is write-protected")
    return path, mode


def _try_folder(folder: Path) -> None:
    """OSError if no file can be made in a folder."""
    with tempfile.TemporaryFile(prefix=_TEMPORARY, dir=folder):
        pass


def _write_through(path: Path, data: bytes) -> None:
    """Write to a device, or to a pipe if somebody reads from it: nobody is waited for."""
    with open(path, "wb", opener=_open_without_waiting) as file:
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(file.fileno(), True)
        file.write(data)


def _mode_of(path: Path) -> int | None:
    """What kind of file stands at a path and who may use it; None if there is none."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself last through a power cut, where the system has a call for it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with contextlib.suppress(OSError):  # a folder that may not be read, some network file systems
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
