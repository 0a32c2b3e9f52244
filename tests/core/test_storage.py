"""Files: read with limits, written as a whole or not at all."""

from __future__ import annotations

import os
import random
import resource
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import (
    MAX_BYTES,
    check_writable,
    decode,
    make_folder,
    path_text,
    read_bytes,
    sweep_temporaries,
    write_atomically,
)
from tests.for_all import for_all
from tests.processes import run, started

NOBODY = 65534


@contextmanager
def ordinary_user() -> Iterator[None]:
    """The superuser may do everything: within this he is somebody who may not.

    What the program needs has to be read before: it may lie in the superuser's own home.
    """
    if os.geteuid() != 0:
        yield
        return
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that belongs to the ordinary user, who cannot reach pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        yield folder
        folder.chmod(0o755)


def failure(path: Path, data: bytes = b"new") -> str:
    """The sentence with which writing fails."""
    with pytest.raises(FlowDeskError) as caught:
        write_atomically(path, data)
    return str(caught.value)


def names(folder: Path) -> list[str]:
    """Everything in a folder, hidden or not."""
    return sorted(path.name for path in folder.iterdir())


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# -- writing -----------------------------------------------------------------------------------


def test_a_file_is_written_whole_in_place_of_an_old_one_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_atomically(tmp_path / "new.txt", b"R.R\n")
    assert (tmp_path / "new.txt").read_bytes() == b"R.R\n"
    assert names(tmp_path) == ["new.txt"]
    path = tmp_path / "new.txt"
    write_atomically(path, b"")
    assert path.read_bytes() == b""
    assert names(tmp_path) == ["new.txt"]
    monkeypatch.chdir(tmp_path)
    write_atomically(Path("level.txt"), b"here")
    assert (tmp_path / "level.txt").read_bytes() == b"here"


@pytest.mark.parametrize("name", [" ", "é ☃ 中.txt", ".hidden", "-o", "a" * 255, "\udcff.txt"])
def test_any_name_will_do(tmp_path: Path, name: str) -> None:
    for data in (b"first", b"second"):
        write_atomically(tmp_path / name, data)
        assert read_bytes(tmp_path / name) == data
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_an_old_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "level.txt"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_atomically(path, b"new")
    assert (path.read_bytes(), permissions(path)) == (b"new", mode)


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_atomically(tmp_path / "ours", b"")
        (tmp_path / "any").write_bytes(b"")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert permissions(tmp_path / "ours") == permissions(tmp_path / "any") == 0o666 & ~mask


@pytest.mark.parametrize("target", ["real/level.txt", "/level.txt"])
def test_a_link_stays_a_link(tmp_path: Path, target: str) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "level.txt"
    real.write_bytes(b"old")
    link = tmp_path / "link.txt"
    link.symlink_to(target if target[0] != "/" else str(tmp_path / "real") + target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert names(tmp_path / "real") == ["level.txt"]


def test_a_link_to_a_file_that_is_not_there_yet_leads_to_it(tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to("real.txt")
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "real.txt").read_bytes() == b"new"


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert "cannot be written" in failure(tmp_path / "a")
    with pytest.raises(FlowDeskError, match="cannot be read"):
        read_bytes(tmp_path / "a")


def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, b"new")
        assert os.read(reader, 100) == b"new"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    write_atomically(Path("/dev/null"), b"new")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_where_no_file_can_be_written_that_is_said_and_nothing_is_left(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"old")
    for name, words in (
        ("pipe", "cannot be written: nobody reads from this pipe."),
        ("no/folder/level.txt", f"cannot be written: there is no folder {tmp_path / 'no/folder'}."),
        ("folder", "is a directory"),
        ("file/level.txt", "cannot be written: not a directory."),
        ("a" * 256, "too long"),
    ):
        assert words in failure(tmp_path / name)
    with pytest.raises(FlowDeskError, match="too long"):
        read_bytes(tmp_path / ("a" * 256))
    assert names(tmp_path) == ["file", "folder", "pipe"]


def test_a_folder_that_one_may_not_write_to_is_left_alone(folder: Path) -> None:
    with ordinary_user():
        (folder / "old.txt").write_bytes(b"old")
        folder.chmod(0o555)
        for name in ("old.txt", "new.txt"):
            assert "cannot be written: permission denied." in failure(folder / name)
    assert names(folder) == ["old.txt"]
    assert (folder / "old.txt").read_bytes() == b"old"


def test_a_write_protected_file_is_left_alone(folder: Path) -> None:
    with ordinary_user():
        (folder / "old.txt").write_bytes(b"old")
        (folder / "old.txt").chmod(0o444)
        assert "cannot be written: the file is write-protected." in failure(folder / "old.txt")
    assert names(folder) == ["old.txt"]
    assert (folder / "old.txt").read_bytes() == b"old"


def test_a_folder_that_one_may_write_to_but_not_list_takes_a_file(folder: Path) -> None:
    folder.chmod(0o333)
    with ordinary_user():
        write_atomically(folder / "new.txt", b"new")
    folder.chmod(0o755)
    assert (folder / "new.txt").read_bytes() == b"new"


def test_whether_a_file_can_be_written_is_tried_without_a_trace(folder: Path) -> None:
    old = folder / "old.txt"
    with ordinary_user():
        old.write_bytes(b"old")
        (folder / "link.txt").symlink_to("old.txt")
        before = os.stat(old).st_mtime_ns
        for name in ("old.txt", "new.txt", "link.txt"):
            check_writable(folder / name)
        assert (old.read_bytes(), os.stat(old).st_mtime_ns) == (b"old", before)
        assert names(folder) == ["link.txt", "old.txt"]
        old.chmod(0o444)
        with pytest.raises(FlowDeskError, match="cannot be written: the file is write-protected"):
            check_writable(folder / "link.txt")
        folder.chmod(0o555)
        with pytest.raises(FlowDeskError, match="cannot be written: permission denied"):
            check_writable(folder / "new.txt")
        with pytest.raises(FlowDeskError, match="cannot be made or written to: permission denied"):
            make_folder(folder)
    os.mkfifo(folder / "pipe")
    with pytest.raises(FlowDeskError, match="is a pipe, not a file"):
        check_writable(folder / "pipe")
    check_writable(Path("/dev/null"))
    with pytest.raises(FlowDeskError, match="is a directory"):
        check_writable(folder)
    with pytest.raises(FlowDeskError, match="there is no folder"):
        check_writable(folder / "no" / "a.txt")
    with pytest.raises(FlowDeskError, match="too long"):
        check_writable(folder / ("a" * 256))


def test_a_folder_is_made_with_those_above_it_unless_a_file_is_in_the_way(tmp_path: Path) -> None:
    for _ in range(2):
        make_folder(tmp_path / "a" / "b")
    assert names(tmp_path / "a") == ["b"]
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FlowDeskError, match="cannot be made: there is a file of that name"):
        make_folder(tmp_path / "file")
    with pytest.raises(FlowDeskError, match="not a directory"):
        make_folder(tmp_path / "file" / "b")


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """The system lets no file grow beyond this size, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [0, 1, 5000, 99_999])
def test_without_room_the_old_file_stays(tmp_path: Path, size: int) -> None:
    path = tmp_path / "level.txt"
    path.write_bytes(b"old")
    with room_for(size):
        assert "cannot be written: file too large." in failure(path, b"n" * 100_000)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["level.txt"]
    write_atomically(path, b"n" * 100_000)
    assert path.stat().st_size == 100_000


SAVE_OVER_AND_OVER = """
import itertools, pathlib, sys
from flowdesk.core.storage import write_atomically
for turn in itertools.count():
    write_atomically(pathlib.Path(sys.argv[1]), b"ab"[turn % 2 :][:1] * 3_000_000)
    print(turn, flush=True)
"""


def test_a_save_that_is_killed_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    rng = random.Random(1)
    for _ in range(8):
        command = [sys.executable, "-c", SAVE_OVER_AND_OVER, path]
        with started(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for _ in range(rng.randint(1, 4)):
                assert process.stdout.readline()
            for _ in range(rng.randint(0, 200_000)):
                pass  # a moment, so that not all are killed at the same place
            process.kill()
        data = path.read_bytes()
        assert data in (b"a" * 3_000_000, b"b" * 3_000_000)


# -- what killed saves leave behind ------------------------------------------------------------


def leftover(folder: Path, name: str, minutes: float) -> Path:
    """A file that was written some minutes ago."""
    path = folder / name
    path.write_bytes(b"half a lev")
    then = time.time() - 60 * minutes
    os.utime(path, (then, then))
    return path


def test_what_a_killed_save_left_is_swept_after_an_hour(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path; from flowdesk.core import storage\n"
        "os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)\n"
        "storage.write_atomically(Path(sys.argv[1]), b'new')"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "level.txt")]
    assert run(command).returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    sweep_temporaries(tmp_path)
    assert left.exists()  # somebody may be writing it right now
    then = time.time() - 3601
    os.utime(left, (then, then))
    sweep_temporaries(tmp_path)
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    "name",
    [
        ".flowdesk-renaming-1.json",
        ".flowdesk-renaming-2.json",
        ".flowdesk-k3x_92a",
        ".flowdesk-k3x_92ab.txt",
        "old.flowdesk-k3x_92ab",
        "flowdesk-k3x_92ab",
        "level.txt",
    ],
)
def test_what_is_no_temporary_file_is_never_swept(tmp_path: Path, name: str) -> None:
    leftover(tmp_path, name, minutes=10_000)
    sweep_temporaries(tmp_path)
    assert names(tmp_path) == [name]


def test_only_files_are_swept(tmp_path: Path) -> None:
    elsewhere = leftover(tmp_path, "level.txt", minutes=100)
    (tmp_path / ".flowdesk-k3x_92aa").mkdir()
    os.utime(tmp_path / ".flowdesk-k3x_92aa", (0, 0))
    link = tmp_path / ".flowdesk-k3x_92ab"
    link.symlink_to(elsewhere)
    os.utime(link, (0, 0), follow_symlinks=False)
    sweep_temporaries(tmp_path)
    assert names(tmp_path) == [".flowdesk-k3x_92aa", ".flowdesk-k3x_92ab", "level.txt"]


def test_sweeping_where_one_may_not_is_silent(folder: Path) -> None:
    leftover(folder, ".flowdesk-k3x_92ab", minutes=100)
    folder.chmod(0o555)
    with ordinary_user():
        sweep_temporaries(folder)
        sweep_temporaries(folder / "not-there")
        sweep_temporaries(folder / ".flowdesk-k3x_92ab")
    assert names(folder) == [".flowdesk-k3x_92ab"]


# -- reading -----------------------------------------------------------------------------------


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(FlowDeskError, match=r"level\.txt: there is no such file\."):
        read_bytes(tmp_path / "level.txt")
    with pytest.raises(FlowDeskError, match=r"is a folder: name a file in it\."):
        read_bytes(tmp_path)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FlowDeskError, match=r"cannot be read: not a directory\."):
        read_bytes(tmp_path / "file" / "level.txt")


def test_a_file_that_one_may_not_read_is_said(folder: Path) -> None:
    secret = folder / "secret.txt"
    secret.write_bytes(b"R.R\n")
    secret.chmod(0o000)
    with ordinary_user(), pytest.raises(FlowDeskError, match=r"cannot be read: permission denied"):
        read_bytes(secret)


def test_ten_megabytes_are_the_most(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_bytes(b"." * MAX_BYTES)
    assert len(read_bytes(path)) == MAX_BYTES == 10_000_000
    with path.open("ab") as file:
        file.write(b".")
    with pytest.raises(FormatError, match="larger than 10 MB") as caught:
        read_bytes(path)
    assert str(path) in str(caught.value)
    assert caught.value.hint


def test_a_file_almost_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "endless.txt").open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(FormatError, match="larger than 10 MB"):
        read_bytes(tmp_path / "endless.txt")


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(FlowDeskError, match=r"is a pipe, not a file\. .* standard input: '-'"):
            read_bytes(path)


def test_a_device_and_a_socket_are_refused(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as ours:
        ours.bind(str(tmp_path / "socket"))
        for path in (Path("/dev/zero"), tmp_path / "socket"):
            with pytest.raises(FlowDeskError, match="is a device or a socket, not a file"):
                read_bytes(path)


def test_a_file_that_is_exchanged_for_a_pipe_in_time_is_not_waited_for_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    file.write_bytes(b"R.R\n")
    seen = os.stat(file)
    monkeypatch.setattr("os.stat", lambda path: seen)
    with pytest.raises(FlowDeskError, match="is a pipe, not a file"):
        read_bytes(pipe)


def test_text_is_utf8_with_or_without_a_mark() -> None:
    assert decode("é中".encode()) == decode("é中".encode("utf-8-sig")) == "é中"
    assert decode(b"") == decode(b"\xef\xbb\xbf") == ""


@for_all(
    "data, line, column, words",
    [
        ("R.R".encode("utf-16"), 0, 0, "UTF-16 Save it as UTF-8"),
        ("\ufeffR.R".encode("utf-16-be"), 0, 0, "UTF-16 Save it as UTF-8"),
        ("R.R".encode("utf-16-le"), 1, 2, "binary"),
        ("R.R\n.é.\n".encode("latin-1"), 2, 2, "0xe9 UTF-8 Latin-1"),
        ("é中R.R\n中é".encode() + b"\xff", 2, 3, "0xff UTF-8"),
        ("\ufeffR.".encode() + b"\x80", 1, 3, "0x80 UTF-8"),
        ("é".encode()[:1], 1, 1, "0xc3 UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 3, 1, "binary"),
        (b"R.R\n.\0.\n", 2, 2, "binary"),
    ],
)
def test_other_encodings_are_named_with_their_place(
    data: bytes, line: int, column: int, words: str
) -> None:
    with pytest.raises(FormatError) as caught:
        decode(data)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert [word for word in words.split() if word not in str(caught.value)] == []


def test_a_path_below_the_home_folder_is_written_with_a_tilde(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert path_text(tmp_path / "levels" / "one.txt") == str(Path("~", "levels", "one.txt"))
    assert path_text(tmp_path) == "~"
    assert path_text(tmp_path.parent) == str(tmp_path.parent)
