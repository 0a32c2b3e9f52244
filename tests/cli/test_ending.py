"""Commands that are ended early, and their output on a terminal, in real processes."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from flowdesk.cli.main import main
from flowdesk.core.storage import shipped
from flowdesk.core.text import takes_colors
from flowdesk.formats.registry import load
from tests import processes
from tests.command_line import GOOD, HARD_TO_SOLVE, SECONDS, CommandLine, InOrder, ending
from tests.processes import flowdesk, started

# -- ending early ---------------------------------------------------------------------------------


def searching(flowdesk: CommandLine, *, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """A command whose worker is in the middle of a long search."""
    good, hard = flowdesk.file("good.txt", GOOD), flowdesk.file("hard.txt", HARD_TO_SOLVE)
    process = flowdesk.start("solve", "--json", "--jobs", "2", good, hard, hard, stdout=stdout)
    assert process.stdout is not None
    assert b"good.txt" in process.stdout.readline()
    return process


def starting(flowdesk: CommandLine) -> subprocess.Popen[bytes]:
    """A command whose first worker process has just been started."""
    hard = flowdesk.file("hard.txt", HARD_TO_SOLVE)
    process = flowdesk.start("solve", "--json", "--jobs", "2", hard, hard)
    processes.wait_until(lambda: processes.workers_of(process.pid), "a worker is started")
    return process


@pytest.mark.parametrize(
    ("moment", "number"),
    [(searching, signal.SIGINT), (searching, signal.SIGHUP), (starting, signal.SIGTERM)],
)
def test_a_signal_ends_everything_quietly(
    flowdesk: CommandLine,
    moment: Callable[[CommandLine], subprocess.Popen[bytes]],
    number: signal.Signals,
) -> None:
    process = moment(flowdesk)
    os.killpg(process.pid, number)
    output, errors = ending(process)
    assert (output, errors) == (b"", b"")
    assert process.returncode == 128 + number


#: Runs FlowDesk, and presses Ctrl-C when so many functions of a name, or of any, were called in it.
INTERRUPTED = """
import os, runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a terminal
name, left = sys.argv.pop(1), int(sys.argv.pop(1))
is_running = False

def count(frame, event, _):
    global is_running, left
    if event != "call":
        return
    is_running = is_running or frame.f_code.co_filename.endswith("__main__.py")
    if is_running and name in ("", frame.f_code.co_name):
        left -= 1
        if left == 0:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)

sys.setprofile(count)
runpy.run_module("flowdesk", run_name="__main__", alter_sys=True)
"""


def interrupted(flowdesk: CommandLine, name: str, number: int, *arguments: str) -> None:
    """State that a command, interrupted then, ends quietly."""
    done = processes.run(
        [sys.executable, "-c", INTERRUPTED, name, number, *arguments],
        capture_output=True,
        timeout=processes.PATIENCE,
        cwd=flowdesk.folder,
        env=flowdesk.environment,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    "number",
    [pytest.param(3**power, marks=[pytest.mark.slow] * (power % 5 > 0)) for power in range(1, 11)],
)
def test_ctrl_c_ends_a_command_quietly_from_its_first_moment_on(
    flowdesk: CommandLine, number: int
) -> None:
    interrupted(flowdesk, "", number, "solve", "--jobs", "1", flowdesk.file("good.txt", GOOD))


@pytest.mark.parametrize("number", [1, 100])
def test_ctrl_c_is_not_lost_while_modules_are_imported(flowdesk: CommandLine, number: int) -> None:
    """Imports call `cb` to drop a lock: Python prints and forgets what is raised there."""
    interrupted(flowdesk, "cb", number, "solve", "--jobs", "1", flowdesk.file("good.txt", GOOD))


@pytest.mark.parametrize(
    "name", ["load_settings", "mainloop", pytest.param("warm_up", marks=pytest.mark.slow)]
)
def test_ctrl_c_in_the_terminal_closes_the_window_quietly(
    screen: None, flowdesk: CommandLine, name: str
) -> None:
    flowdesk.environment["XDG_CONFIG_HOME"] = str(flowdesk.folder)
    interrupted(flowdesk, name, 1, flowdesk.file("good.txt", GOOD))


@pytest.mark.parametrize("moment", [searching, starting])
def test_workers_end_when_the_command_is_killed(
    flowdesk: CommandLine, moment: Callable[[CommandLine], subprocess.Popen[bytes]]
) -> None:
    process = moment(flowdesk)
    process.kill()
    ending(process)


def test_a_closed_pipe_ends_everything_quietly(flowdesk: CommandLine) -> None:
    # More than a pipe holds, so that it is still writing when the pipe is closed.
    row = "." * 498
    wide = flowdesk.file("wide.txt", f"R{row}R\nB{row}B\n")
    process = flowdesk.start("solve", "--jobs", "1", *[wide] * 100)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"wide.txt: solved\n"
    process.stdout.close()
    assert process.wait(SECONDS) == 0
    assert process.stderr.read() == b""


@pytest.mark.parametrize("words", ["render good.txt -o -", "convert good.txt -o -", "-h"])
def test_a_closed_pipe_ends_pictures_levels_and_help_quietly(
    flowdesk: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
) -> None:
    flowdesk.file("good.txt", "." * 200 + "\n" + "." * 200 + "\n")
    monkeypatch.chdir(flowdesk.folder)
    read_end, write_end = os.pipe()
    os.close(read_end)
    with open(write_end, "w", encoding="utf-8") as closed:
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdout", closed)
            status = main(words.split(), InOrder)
        errors = capsys.readouterr().err
    assert (status, errors) == (0, "")


def test_a_full_disk_behind_the_output_is_told(flowdesk: CommandLine) -> None:
    with open("/dev/full", "wb") as full:
        process = flowdesk.start("solve", flowdesk.file("good.txt", GOOD), stdout=full)
        _, errors = ending(process)
    assert errors == FULL.encode()
    assert process.returncode == 2


FULL = "flowdesk: the output cannot be written: no space left on device.\n"


@pytest.mark.parametrize("words", ["-h", "solve -h", "solve --json", "convert -o -", "--version"])
@pytest.mark.parametrize("buffered", [True, False], ids=["buffered", "unbuffered"])
def test_a_full_disk_is_told_whatever_is_printed(
    flowdesk: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    buffered: bool,
) -> None:
    verb, *options = words.split()
    files = [flowdesk.file("good.txt", GOOD)] if options and options != ["-h"] else []
    monkeypatch.chdir(flowdesk.folder)
    with contextlib.closing(open("/dev/full", "wb", buffering=4096 if buffered else 0)) as full:
        with monkeypatch.context() as patch:
            output = io.TextIOWrapper(full, write_through=not buffered)
            patch.setattr("sys.stdout", output)
            status = main([verb, *files, *options], InOrder)
        errors = capsys.readouterr().err
    assert (status, errors) == (2, FULL)


def test_closed_output_and_input_are_no_fault_of_ours(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    for arguments, closed in ((("solve", good), 1), (("solve", "-"), 0)):
        done = processes.run(
            processes.flowdesk(*arguments),
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            cwd=flowdesk.folder,
            env=flowdesk.environment,
            preexec_fn=partial(os.close, closed),
        )
        assert b"Traceback" not in done.stderr


# -- terminals ------------------------------------------------------------------------------------


def on_terminal(flowdesk: CommandLine, *arguments: str, errors: bool = False) -> str:
    """What a command prints on a terminal that is its output, or takes its errors."""
    ours, theirs = pty.openpty()
    with pytest.MonkeyPatch.context() as patch, open(theirs, "w", encoding="utf-8") as terminal:
        patch.chdir(flowdesk.folder)
        for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS"):
            patch.setenv(name, flowdesk.environment.get(name, ""))
        elsewhere = io.TextIOWrapper(io.BytesIO(), "utf-8")
        patch.setattr("sys.stdout", elsewhere if errors else terminal)
        patch.setattr("sys.stderr", terminal if errors else elsewhere)
        main(arguments)
    seen = b""
    with open(ours, "rb", buffering=0) as screen, contextlib.suppress(OSError):  # read to its end
        while part := screen.read(65536):
            seen += part
    return seen.decode()


def test_boards_are_colored_on_a_terminal(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    seen = on_terminal(flowdesk, "solve", good)
    assert "\x1b[1;38;2;255;0;0m" in seen  # red is bold red
    assert all(label in seen for label in "RGBYO")
    assert "\x1b" not in on_terminal(flowdesk, "solve", "--json", good)


@pytest.mark.parametrize(
    ("wishes", "on_terminals", "in_pipes"),
    [
        ({}, True, False),
        ({"NO_COLOR": "0"}, False, False),
        ({"FORCE_COLOR": "0"}, True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
    ],
)
def test_colours_can_be_wished_for_or_away(
    monkeypatch: pytest.MonkeyPatch, wishes: dict[str, str], on_terminals: bool, in_pipes: bool
) -> None:
    for name, value in ({"NO_COLOR": "", "FORCE_COLOR": "", "TERM": "xterm"} | wishes).items():
        monkeypatch.setenv(name, value)
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal:
        assert takes_colors(terminal) == on_terminals
    os.close(ours)
    assert takes_colors(io.StringIO()) == in_pipes


def test_progress_is_shown_to_people_only_and_on_no_dumb_terminal(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    seen = on_terminal(flowdesk, "solve", good, good, errors=True)
    assert "of 2" in seen
    assert seen.endswith("\r\x1b[K")  # nothing of it is left
    assert on_terminal(flowdesk, "solve", "--quiet", good, good, errors=True) == ""
    assert flowdesk("solve", good, good).stderr == ""
    flowdesk.environment |= {"TERM": "dumb"}
    assert on_terminal(flowdesk, "solve", good, good, errors=True) == ""
    flowdesk.environment |= {"TERM": "xterm", "NO_COLOR": "1"}
    assert "of 2" in on_terminal(flowdesk, "solve", good, good, errors=True)


def test_progress_says_what_takes_long(flowdesk: CommandLine) -> None:
    good, long = flowdesk.file("good.txt", GOOD), flowdesk.file(f"{'long' * 30}.txt", GOOD)
    flowdesk.environment |= {"COLUMNS": "60"}
    seen = on_terminal(flowdesk, "check", "--jobs", "1", good, long, errors=True)
    lines = [line.removesuffix("\x1b[K") for line in seen.split("\r")]
    assert "0 of 2 done, checking good.txt" in lines
    assert "0 of 2 done, rating good.txt" in lines
    (cut,) = {line for line in lines if "..." in line and "rating" in line}
    assert len(cut) == 59, "a line that went on below would stay there"
    assert cut.startswith("1 of 2 done, rating")
    assert cut.endswith("long.txt")
    alone = on_terminal(flowdesk, "check", "--jobs", "1", good, errors=True)
    assert "\rrating good.txt" in alone


# -- long work on a terminal -----------------------------------------------------------------------


LEVEL = f"{shipped('puzzles') / 'packs' / '14x14.txt'}#1"


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
    command = flowdesk("render", LEVEL, "-o", target, "--cell", 200)
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


def test_a_pipe_gets_no_progress_of_a_picture(flowdesk: CommandLine) -> None:
    drawn = ("render", flowdesk.file("good.txt", GOOD), "-o", "a.gif", "--cell", "4")
    assert flowdesk.prints(*drawn) == ""
    assert "a.gif: " in on_terminal(flowdesk, *drawn, errors=True)
