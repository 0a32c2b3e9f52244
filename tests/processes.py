"""Start programs that never outlive their test.

Each program has a process group of its own, which is killed at the end of the `with` block; on
Linux it also dies with the process that started it. It handles SIGINT and SIGHUP as in a terminal,
even if the tests run under nohup or in the background.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent

#: Seconds to wait for a program; on a busy machine it may need many.
PATIENCE = 60.0

_SETPRIV = shutil.which("setpriv") if sys.platform == "linux" else None
_ENDS_WITH_US = [_SETPRIV, "--pdeathsig", "KILL", "--"] if _SETPRIV else []


def flowdesk(*arguments: object) -> list[str]:
    """Return the command that runs FlowDesk."""
    return [sys.executable, "-m", "flowdesk", *map(str, arguments)]


@contextmanager
def started(command: Sequence[object], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Run a program for at most as long as the `with` block; `options` are those of Popen."""
    _pass_signals_on()
    options.setdefault("env", {**os.environ, "PYTHONPATH": str(ROOT)})
    words = [*_ENDS_WITH_US, *map(str, command)]
    process = subprocess.Popen(words, start_new_session=True, **options)
    try:
        yield process
    finally:
        if os.name == "nt":
            process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):  # macOS: all of them have ended
                os.killpg(process.pid, signal.SIGKILL)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                with suppress(BrokenPipeError):
                    stream.close()
        process.wait()


def run(
    command: Sequence[object],
    *,
    input: Any = None,
    capture_output: bool = False,
    check: bool = False,
    timeout: float | None = None,
    **options: Any,
) -> subprocess.CompletedProcess[Any]:
    """Run a program to its end, like subprocess.run."""
    options.setdefault("stdin", subprocess.DEVNULL if input is None else subprocess.PIPE)
    if capture_output:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(command, **options) as process:
        output, errors = process.communicate(input, timeout)
    done = subprocess.CompletedProcess(process.args, process.returncode, output, errors)
    if check:
        done.check_returncode()
    return done


def seen(title: str, *action: str, timeout: float = 2 * PATIENCE) -> list[int]:
    """Wait for windows with this title, a pattern, and let xdotool act on them; return their ids.

    xdotool dies when any window of the screen closes while it searches; then it searches again.
    """
    search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", title]
    for _ in range(9):
        done = run([*search, *action], capture_output=True, timeout=timeout)
        if done.returncode == 0:
            return [int(word) for word in done.stdout.split()]
    raise AssertionError(f"xdotool does not find {title!r}: {done.stderr.decode()}")


def is_alive(pid: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):  # it may end while this is read
        return False
    return state != "Z"


def workers_of(pid: int) -> list[int]:
    """Return the worker processes of a program on Linux: forked from it, or from its server."""
    children = _children(pid)
    servers = [each for each in children if "forkserver" in _command(each)]
    forked = [each for each in children if _command(each) == _command(pid)]
    return forked + [worker for server in servers for worker in _children(server)]


def _children(pid: int) -> list[int]:
    with suppress(FileNotFoundError, ProcessLookupError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _command(pid: int) -> str:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Poll until a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.005)


def _pass_signals_on() -> None:
    """Let programs that are started from now on receive the signals that this process ignores.

    Programs inherit that a signal is ignored, but not a handler that does nothing.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
