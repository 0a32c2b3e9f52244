"""Long work as a person at a terminal sees it: how far it has come, and Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from flowdesk.core.storage import shipped
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


def test_a_pipe_gets_no_progress(tmp_path: Path) -> None:
    command = flowdesk("render", LEVEL, "-o", tmp_path / "a.gif", "--cell", 4)
    done = run(command, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
