"""Read files with limits, write them whole or not at all, and find FlowDesk's own folders."""

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
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import BinaryIO, TypeAlias

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.text import place_in

#: The largest file that is read, and the largest picture, in bytes.
MAX_BYTES = 10_000_000
MAX_PICTURE_BYTES = 50_000_000

#: The file of a folder of puzzles that is about them, and no puzzle.
PACK_NAME = "pack.json"

#: The prefix of a file's name until it is completely written; mkstemp adds eight characters.
_TEMPORARY = ".flowdesk-"
_IS_TEMPORARY = re.compile(re.escape(_TEMPORARY) + "[a-z0-9_]{8}").fullmatch
#: The age in seconds at which what a program may have left behind counts as abandoned.
_ABANDONED = 3600

#: Tells without reading a file whether it has changed: two times, its size, and its inode.
Stamp: TypeAlias = tuple[int, int, int, int]


def no_picture(data: bytes) -> bool:
    """Take no file for a picture: the `is_picture` where pictures cannot be read."""
    return False


def read_bytes(path: Path, is_picture: Callable[[bytes], bool] = no_picture) -> bytes:
    """Return the content of a file; FlowDeskError with the reason if that is not possible.

    Pipes and devices are refused without waiting: a pipe may stay empty for ever, and opening a
    device may change it. `is_picture` is asked about large files only.
    """
    try:
        _refuse_all_but_files(path, os.stat(path).st_mode)
        with open(path, "rb", opener=_open_without_waiting) as file:
            _refuse_all_but_files(path, os.fstat(file.fileno()).st_mode)  # if it was replaced
            data = read_limited(file, is_picture)
    except FileNotFoundError:
        raise FlowDeskError(f"{path}: there is no such file.") from None
    except OSError as error:
        raise FlowDeskError(f"{path} cannot be read: {reason(error)}.") from error
    except FormatError as error:
        raise error.at(source=str(path)) from None
    return data


def read_limited(file: BinaryIO, is_picture: Callable[[bytes], bool] = no_picture) -> bytes:
    """Return the rest of a file; FormatError if it is too large."""
    data = file.read(MAX_BYTES + 1)
    if len(data) <= MAX_BYTES:
        return data
    if not is_picture(data):
        problem = f"the file is larger than {MAX_BYTES // 1_000_000} MB."
        raise FormatError(problem, hint="Puzzle files are small: is it the right one?")
    data += file.read(MAX_PICTURE_BYTES + 1 - len(data))
    if len(data) > MAX_PICTURE_BYTES:
        problem = f"the picture is larger than {MAX_PICTURE_BYTES // 1_000_000} MB."
        raise FormatError(problem, hint="Save it smaller, or as JPEG.")
    return data


def decode(data: bytes) -> str:
    """Decode UTF-8 text, with or without a byte-order mark; FormatError with the reason."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise FormatError("the text is UTF-16.", hint="Save it as UTF-8.")
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\0" in data:
        raise _undecodable(data[: data.index(b"\0")], "this is a binary file, not text.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        problem = f"byte 0x{data[error.start]:02x} is not UTF-8 text."
        hint = "The file may be Latin-1 or binary: save it as UTF-8."
        raise _undecodable(data[: error.start], problem, hint) from None


def _undecodable(before: bytes, problem: str, hint: str = "") -> FormatError:
    text = before.decode("utf-8", "replace")
    line, column = place_in(text, len(text))
    return FormatError(problem, line=line, column=column, hint=hint)


def stamp(path: Path) -> Stamp | None:
    """Return the stamp of a file, or None if there is none; OSError if that cannot be found out."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        return stamp_of(os.stat(path))
    return None


def stamp_of(found: os.stat_result) -> Stamp:
    """Return the stamp of a file, given its status."""
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def write_atomically(
    path: Path,
    data: bytes | Iterable[bytes],
    check: Callable[[], object] = lambda: None,
    *,
    sync: bool = True,
) -> None:
    """Write a file so that at any moment either the old or the new content is there, never a part.

    What is too large for the memory comes in pieces.
    `check` is called last, right before the renaming, and may raise. Whatever is raised (a
    FlowDeskError with the reason, if writing failed), the old file is untouched. Without `sync`
    the function does not wait for the disk, and a power cut may lose the file.
    """
    temporary = None
    pieces = [data] if isinstance(data, bytes) else data
    try:
        path, mode = _writable(path)
        if mode is not None and not stat.S_ISREG(mode):
            _write_through(path, pieces)  # a device or a pipe has no old content
            return
        handle, temporary = tempfile.mkstemp(prefix=_TEMPORARY, dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            os.chmod(temporary, stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
            file.writelines(pieces)
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
    """Remove if possible what a killed `write_atomically` left in a folder an hour or more ago."""
    with contextlib.suppress(OSError), os.scandir(folder) as files:
        for file in files:
            if _IS_TEMPORARY(file.name) and is_abandoned(file.path):
                with contextlib.suppress(OSError):
                    os.unlink(file.path)


def sweep_own_folders() -> None:
    """Sweep FlowDesk's own folders, and the folders in them, like `sweep_temporaries`."""
    with contextlib.suppress(FlowDeskError):  # no home folder
        for folder in {user_folder(), data_folder(), state_folder(), cache_folder()}:
            for each in (folder, *folder.glob("*")):
                sweep_temporaries(each)


def is_abandoned(path: str | Path) -> bool:
    """Whether there is a regular file that nobody has changed for an hour."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_mtime < time.time() - _ABANDONED


def check_writable(path: Path) -> None:
    """Raise what `write_atomically` would raise, as far as that is known beforehand.

    Call it before long work. It changes nothing. It refuses pipes, because whether somebody will
    read from one later cannot be known.
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
    """Make a folder that can be written to, unless it exists; FlowDeskError with the reason."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _try_folder(folder)
    except FileExistsError:
        raise FlowDeskError(f"{folder} cannot be made: there is a file of that name.") from None
    except OSError as error:
        raise FlowDeskError(f"{folder} cannot be made or written to: {reason(error)}.") from error


def set_aside(path: Path) -> Path:
    """Rename a damaged file, never over another one, and return its new path; OSError if not."""
    aside, number = path.with_suffix(".broken"), 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}-{number}.broken")
    os.replace(path, aside)
    return aside


def files_below(
    folder: str | Path, suffixes: Collection[str]
) -> tuple[list[Path], list[FlowDeskError]]:
    """Return the files with these suffixes in a folder and below it, in natural order.

    And errors for the folders that cannot be read. What is hidden, or about a pack, is left out;
    links to folders are not followed.
    """
    errors: list[FlowDeskError] = []
    found: list[Path] = []

    def tell(error: OSError) -> None:
        errors.append(FlowDeskError(f"{error.filename} cannot be read: {reason(error)}."))

    for inner, below, names in os.walk(folder, onerror=tell):
        below[:] = [name for name in below if not name.startswith(".")]
        ours = (name for name in names if not name.startswith(".") and name != PACK_NAME)
        paths = [Path(inner, name) for name in ours]
        found += [path for path in paths if path.suffix.lower() in suffixes and _may_be_file(path)]
    return sorted(found, key=natural_order), errors


def _may_be_file(path: Path) -> bool:
    """Whether a path is a file or cannot be examined: then reading it will report why."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:  # a link that leads nowhere
        return False
    except OSError:
        return True


def natural_order(path: str | Path) -> tuple[list[tuple[int, int, str]], str]:
    """Return a sort key that orders numbers in names by value: a, a2, a10, a-2."""
    name = os.path.splitext(path)[0]
    parts = [
        (0, int(part), "") if part[0] in "0123456789" else (1, 0, part.lower())
        for part in re.findall(r"[0-9]+|[^0-9]+", name)
    ]
    return parts, str(path)


def shipped(folder: str) -> Path:
    """Return a folder of the program (`assets`, `docs`, `puzzles`), installed or in a checkout."""
    package = Path(__file__).parent.parent
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder


def is_shipped_puzzle(path: Path) -> bool:
    """Whether a file is one of the puzzles and lessons that FlowDesk ships, or a folder of them."""
    folder, real = (Path(os.path.realpath(each)) for each in (shipped("puzzles"), path))
    return folder in (real, *real.parents)


def home_folder() -> Path:
    """Return the user's home folder; FlowDeskError if it is not known."""
    try:
        return Path.home()
    except RuntimeError:
        raise FlowDeskError(
            "There is no home folder: HOME is not set, and the system does not know this user."
        ) from None


def path_text(path: Path) -> str:
    """Return a path as people write it, with ``~`` for the home folder."""
    try:
        return str(Path("~", path.relative_to(home_folder())))
    except (FlowDeskError, ValueError):
        return str(path)


def user_folder() -> Path:
    """Return the folder of settings and themes, even if it is not there; FlowDeskError: no home."""
    return _own_folder("APPDATA", "Roaming", "Application Support", "XDG_CONFIG_HOME", ".config")


def data_folder() -> Path:
    """Return the folder of what the user has achieved; errors as for `user_folder`."""
    return _own_folder("APPDATA", "Roaming", "Application Support", "XDG_DATA_HOME", ".local/share")


def state_folder() -> Path:
    """Return the folder of unsaved work and begun games; errors as for `user_folder`."""
    return _own_folder(
        "LOCALAPPDATA", "Local", "Application Support", "XDG_STATE_HOME", ".local/state"
    )


def cache_folder() -> Path:
    """Return the folder of data that can be computed again; errors as for `user_folder`."""
    return _own_folder("LOCALAPPDATA", "Local", "Caches", "XDG_CACHE_HOME", ".cache")


def _own_folder(windows: str, app_data: str, library: str, linux: str, hidden: str) -> Path:
    """Return FlowDesk's folder, given the environment variables and folders of each system."""
    if sys.platform == "win32":
        base = os.environ.get(windows) or home_folder() / "AppData" / app_data
    elif sys.platform == "darwin":
        base = home_folder() / "Library" / library
    else:
        base = os.environ.get(linux) or home_folder() / hidden
    return Path(base) / "flowdesk"


def is_installed(path: Path) -> bool:
    """Whether a file is part of the installed program, which all users share."""
    package = os.path.realpath(Path(__file__).parent.parent)
    return Path(package) in Path(os.path.realpath(path)).parents


def reason(error: OSError) -> str:
    """Return the system's reason for an error, to end a sentence with."""
    return (error.strerror or str(error)).rstrip(".").lower()


def _refuse_all_but_files(path: Path, mode: int) -> None:
    """Raise FlowDeskError unless a mode of `os.stat` is that of a regular file."""
    if stat.S_ISDIR(mode):
        raise FlowDeskError(f"{path} is a folder: name a file in it.")
    if stat.S_ISFIFO(mode):
        raise FlowDeskError(
            f"{path} is a pipe, not a file. To read from one, name standard input: '-'."
        )
    if not stat.S_ISREG(mode):
        raise FlowDeskError(f"{path} is a device or a socket, not a file.")


def _open_without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))  # Windows has none


def _refusal(path: Path, error: OSError) -> FlowDeskError:
    """Return an error that says in a sentence why a file cannot be written."""
    why = reason(error)
    if isinstance(error, FileNotFoundError) and not os.path.exists(path.parent):
        why = f"there is no folder {path.parent}"
    elif error.errno == errno.ENXIO:
        why = "nobody reads from this pipe"
    return FlowDeskError(f"{path} cannot be written: {why}.")


def _writable(path: Path) -> tuple[Path, int | None]:
    """Return the file to replace behind links, and its mode or None; OSError if protected."""
    path = Path(os.path.realpath(path))
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return path, None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(path, os.W_OK):
        raise PermissionError(None, "the file is write-protected")
    return path, mode


def _try_folder(folder: Path) -> None:
    """Raise OSError if no file can be created in a folder."""
    with tempfile.TemporaryFile(prefix=_TEMPORARY, dir=folder):
        pass


def _write_through(path: Path, pieces: Iterable[bytes]) -> None:
    """Write to a device, or to a pipe that has a reader; never wait for one."""
    with open(path, "wb", opener=_open_without_waiting) as file:
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(file.fileno(), True)
        file.writelines(pieces)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Make a renaming survive a power cut, where the system has a call for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with contextlib.suppress(OSError):  # a folder that may not be read, some network file systems
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
