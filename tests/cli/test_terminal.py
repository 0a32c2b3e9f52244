"""Long work on a terminal: progress and Ctrl-C."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from tests.processes import flowdesk, run, started

LEVEL = f"{shipped('puzzles') / 'packs' / '50x50.txt'}#1"
SECONDS = 60

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What is shown on a terminal until something wanted is, or it is closed."""
    shown, deadline = b"", time.monotonic() + SECONDS
    while wanted not in shown and time.monotonic() < deadline:
        try:
            part = os.read(terminal, 1000)
        except OSError:  # closed on the other side
            break
        if not part:
            break
        shown += part
    return shown


def test_a_long_picture_tells_how_far_it_is_and_ctrl_c_keeps_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "old.apng"
    target.write_bytes(b"old")
    ours, theirs = os.openpty()
    command = flowdesk("render", LEVEL, "-o", target, "--cell", 80)
    environment = {**os.environ, "TERM": "xterm"}
    with started(command, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = read_until(ours, b"%")
        assert b"old.apng: " in shown
        assert b"%" in shown
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):
            while os.read(ours, 1000):
                pass
        assert process.wait(SECONDS) == 130
    os.close(ours)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["old.apng"]


def take_terminal() -> None:
    """Let standard input be the terminal that belongs to this session."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def test_a_terminal_that_is_closed_loses_no_level(tmp_path: Path) -> None:
    target = tmp_path / "pack.txt"
    wish = ["8x8", "--seed", 1, "--count", 100_000, "--json", "-o", target]
    ours, theirs = os.openpty()
    with started(
        flowdesk("generate", *wish),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
        preexec_fn=take_terminal,
    ) as process:
        os.close(theirs)
        assert process.stdout
        for _ in range(3):
            process.stdout.readline()
        os.close(ours)
        process.communicate(timeout=SECONDS)
        assert process.returncode == 128 + signal.SIGHUP
    assert len(load(target)) >= 3


def test_a_pipe_gets_no_progress(tmp_path: Path) -> None:
    command = flowdesk("render", LEVEL, "-o", tmp_path / "a.gif", "--cell", 4)
    done = run(command, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
