"""The command line as tests call it: in this process, or in one of its own where that matters.

In this process a search cannot be ended: time limits, signals, terminals, pipes and full disks
need a process of their own, and so does what the start of the interpreter decides.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import subprocess
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from flowdesk.cli.main import main, wants_window
from flowdesk.desk.work.events import Call, Done, Failed, Outcome
from flowdesk.desk.work.pool import Pool
from flowdesk.formats.registry import MAP
from flowdesk.kinds.entry import Entry
from tests import processes
from tests.levels import hard_to_solve

SECONDS = 30  # for anything that ends by itself

GOOD = "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n"
TOUCHING = "RR\n..\n"
UNSOLVABLE = "R.\n.R\n"
INCOMPLETE = "R.B\n..B\n"
SEVERAL = "...\n.R.\nR..\n"  # two, both of which touch themselves
MANY = "R...\n.B#.\n.##.\n.#B.\n...R\n"  # two that do not
PACK = "3 1\nR.R\n\n2 2\nRR\nBB\n\n2 2\nR.\n.R\n"
HARD_TO_SOLVE = MAP.write([Entry(hard_to_solve())])


class InOrder(Pool):
    """Calls that are made in this process, one after the other, each to its end.

    What goes to a worker and comes back is pickled, as it is on its way to a real one.
    """

    def __init__(self, calls: Sequence[Call], *_: object, **__: object) -> None:
        self._calls = deque(enumerate(calls))

    @property
    def at_work(self) -> frozenset[int]:
        return frozenset(number for number, _ in self._calls)

    def last_progress(self, number: int) -> Any:
        return None  # no call is ever in the middle

    def drop(self, number: int) -> None:
        """Every call ends soon."""

    def wait(self) -> None:
        """Nothing has to be waited for."""

    def poll(self) -> list[tuple[int, Outcome]]:
        number, call = self._calls.popleft()
        sent: Call = pickle.loads(pickle.dumps(call))
        return [(number, self.made(sent))]

    def close(self) -> None:
        self._calls.clear()

    def made(self, call: Call) -> Outcome:
        """What comes of a call."""
        try:
            value = call.function(*call.args, progress=pickle.dumps, **call.kwargs)
        except Exception:
            return Failed(traceback.format_exc())
        return Done(pickle.loads(pickle.dumps(value)))


def run_here(
    arguments: Sequence[str],
    stdin: bytes,
    environment: Mapping[str, str],
    folder: Path,
) -> tuple[int, bytes, bytes]:
    """Exit status, output and errors of a command in this process, as those of one of its own."""
    assert not wants_window(arguments)
    with _surroundings(stdin, environment, folder) as (output, errors):
        try:
            status = main(arguments, InOrder)
        except SystemExit as ended:  # argparse
            status = int(ended.code or 0)
        return status, _written(output), _written(errors)


@contextmanager
def _surroundings(
    stdin: bytes, environment: Mapping[str, str], folder: Path
) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Streams, environment and folder of a process, for as long as the `with` block lasts."""
    streams = sys.stdin, sys.stdout, sys.stderr
    before, there = dict(os.environ), Path.cwd()
    output, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(stdin), "utf-8"), output, errors
    os.chdir(folder)
    try:
        _become(environment)
        yield output, errors
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        _become(before)
        os.chdir(there)


def _become(environment: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


class CommandLine:
    """A person at a terminal, in a folder of its own."""

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
        """Put a file into the folder; returns its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def __call__(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command to its end, in this process."""
        here = run_here(arguments, stdin.encode(), self.environment, self.folder)
        status, output, errors = here
        return subprocess.CompletedProcess(arguments, status, output.decode(), errors.decode())

    def picture(self, *arguments: str) -> bytes:
        """Run a command in this process and return the bytes that it writes."""
        status, output, errors = run_here(arguments, b"", self.environment, self.folder)
        assert (status, errors) == (0, b"")
        return output

    def process(
        self, *arguments: str, stdin: str = "", before: Callable[[], None] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end in a process of its own, `before` in that process first."""
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
        """Start a command that runs at most until the test is over."""
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
        """End what is still running after a test that failed."""
        self._started.close()


def objects(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """What --json printed."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def statuses(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    return {result["puzzle"]: result["status"] for result in objects(done)}


def ending(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """The rest of the output, once nobody can write to it: no process is left."""
    output, errors = process.communicate(timeout=SECONDS)
    return output or b"", errors or b""
