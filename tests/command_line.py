"""CommandLine: runs commands in this process, or in a process of their own where that matters.

A search in this process cannot be ended: time limits, signals, terminals, pipes and full disks need
a process of their own, and so does everything that depends on the start of the interpreter.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from flowdesk.cli.main import Ended, main, wants_window
from flowdesk.desk.work.pool import Calls, Pool
from flowdesk.desk.work.worker import Done, Failed, Outcome, made
from flowdesk.formats.registry import MAP
from flowdesk.kinds.entry import Entry
from tests import processes
from tests.levels import hard_to_solve

SECONDS = 30  # for anything that ends by itself

GOOD = "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n"
TOUCHING = "RR\n..\n"
UNSOLVABLE = "R.\n.R\n"
INCOMPLETE = "R.B\n..B\n"
SEVERAL = "...\n.R.\nR..\n"  # two solutions, both of which touch themselves
MANY = "R...\n.B#.\n.##.\n.#B.\n...R\n"  # two solutions that do not
PACK = "3 1\nR.R\n\n2 2\nRR\nBB\n\n2 2\nR.\n.R\n"
HARD_TO_SOLVE = MAP.write([Entry(hard_to_solve())])


class InOrder(Pool):
    """A pool that makes its calls in this process, one after the other, each to its end.

    Calls and results are pickled, as on the way to a real worker and back.
    """

    def __init__(self, calls: Iterable[Callable[..., Any]], *_: object, **__: object) -> None:
        self._calls = enumerate(calls)
        self._next = next(self._calls, None)

    @property
    def at_work(self) -> frozenset[int]:
        return frozenset([self._next[0]] if self._next else [])

    def wait(self) -> None:
        """Return at once: there is always a call to make."""

    def poll(self) -> list[tuple[int, Outcome]]:
        if self._next is None:
            return []
        number, call = self._next
        sent: Callable[..., Any] = pickle.loads(pickle.dumps(call))
        outcome = self.made(sent)
        self._next = next(self._calls, None)
        return [(number, outcome)]

    def close(self) -> None:
        self._next = None

    dismiss = close

    def made(self, call: Callable[..., Any]) -> Outcome:
        """Make a call and return its outcome."""
        try:
            value = made(call, pickle.dumps)
        except Exception:
            return Failed(traceback.format_exc())
        return Done(pickle.loads(pickle.dumps(value)))


class Stopped(InOrder):
    """A pool in which Ctrl-C is pressed while the second call is made."""

    def poll(self) -> list[tuple[int, Outcome]]:
        if self.at_work == {1}:
            raise Ended(signal.SIGINT)
        return super().poll()


def run_here(
    arguments: Sequence[str],
    stdin: bytes,
    environment: Mapping[str, str],
    folder: Path,
    make_pool: Callable[..., Calls] = InOrder,
) -> tuple[int, bytes, bytes]:
    """Run a command in this process; return its exit status, output and errors."""
    assert not wants_window(arguments)
    with _replaced(stdin, environment, folder) as (output, errors):
        try:
            status = main(arguments, make_pool)
        except SystemExit as ended:  # argparse
            status = int(ended.code or 0)
        return status, _written(output), _written(errors)


@contextmanager
def _replaced(
    stdin: bytes, environment: Mapping[str, str], folder: Path
) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Replace the streams, the environment and the folder of this process in a `with` block."""
    streams = sys.stdin, sys.stdout, sys.stderr
    before, there = dict(os.environ), Path.cwd()
    output, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(stdin), "utf-8"), output, errors
    os.chdir(folder)
    try:
        _set_environment(environment)
        yield output, errors
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        _set_environment(before)
        os.chdir(there)


def _set_environment(environment: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


class CommandLine:
    """Runs commands in a folder, with the environment of a terminal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        wishes = ("NO_COLOR", "FORCE_COLOR")
        self.environment = {name: os.environ[name] for name in os.environ if name not in wishes}
        self.environment |= {
            **{"PYTHONPATH": str(processes.ROOT), "PYTHONUTF8": "1"},
            **{"TERM": "xterm", "COLUMNS": "80"},
        }
        self._started = ExitStack()

    def file(self, name: str, content: str | bytes) -> str:
        """Write a file into the folder; return its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def __call__(
        self, *arguments: str, stdin: str = "", make_pool: Callable[..., Calls] = InOrder
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, in this process."""
        here = run_here(arguments, stdin.encode(), self.environment, self.folder, make_pool)
        status, output, errors = here
        return subprocess.CompletedProcess(arguments, status, output.decode(), errors.decode())

    def prints(self, *arguments: str, **how: Any) -> str:
        """Run a command that does all and tells of nothing; return what it prints."""
        done = self(*arguments, **how)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def refused(self, *arguments: str, **how: Any) -> str:
        """Run a command that does nothing; return what it tells."""
        done = self(*arguments, **how)
        assert (done.returncode, done.stdout) == (2, "")
        return done.stderr

    def picture(self, *arguments: str) -> bytes:
        """Run a command in this process; return the bytes that it writes to standard output."""
        status, output, errors = run_here(arguments, b"", self.environment, self.folder)
        assert (status, errors) == (0, b"")
        return output

    def process(
        self, *arguments: str, stdin: str = "", before: Callable[[], None] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end in a process of its own, which calls `before` first."""
        return processes.run(
            processes.flowdesk(*arguments),
            input=stdin,
            encoding="utf-8",
            capture_output=True,
            timeout=SECONDS,
            cwd=self.folder,
            env=self.environment,
            preexec_fn=before,
        )

    def start(
        self,
        *arguments: str,
        stdout: int | IO[bytes] = subprocess.PIPE,
        stderr: int | IO[bytes] = subprocess.PIPE,
    ) -> subprocess.Popen[bytes]:
        """Start a command; it is killed at the end of the test if it still runs."""
        running = processes.started(
            processes.flowdesk(*arguments),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            cwd=self.folder,
            env=self.environment,
        )
        process: subprocess.Popen[bytes] = self._started.enter_context(running)
        return process

    def leave(self) -> None:
        """Kill all commands that are still running."""
        self._started.close()


def objects(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """Return the objects that --json printed."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def statuses(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    return {result["puzzle"]: result["status"] for result in objects(done)}


def ending(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """Return the rest of the output and errors, once no process can write to them."""
    output, errors = process.communicate(timeout=SECONDS)
    return output or b"", errors or b""
