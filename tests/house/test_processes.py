"""Programs that a test starts end with the test."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.processes import ROOT, run, started

#: A program that starts another one, and both wait.
TWO = ["sh", "-c", "sleep 1000 & echo ready; wait"]
#: One that starts them as our tests do.
LIKE_A_TEST = """
import sys
from tests.processes import started
with started(sys.argv[2:], pass_fds=[int(sys.argv[1])]):
    sys.stdin.read()
"""


class Line:
    """A pipe that is handed to programs: it ends when all that hold its other end have ended."""

    def __init__(self) -> None:
        self._end, self.theirs = os.pipe()

    def wait_for_end(self) -> None:
        os.close(self.theirs)
        assert os.read(self._end, 1) == b""
        os.close(self._end)


@pytest.fixture
def ignored(request: pytest.FixtureRequest) -> Iterator[int]:
    """A signal that is ignored here, as under nohup or in the background."""
    number: int = request.param
    before = signal.signal(number, signal.SIG_IGN)
    yield number
    signal.signal(number, before)


def test_a_program_and_what_it_has_started_end_with_a_test_that_fails() -> None:
    line = Line()

    def test() -> None:
        with started(TWO, stdout=subprocess.PIPE, pass_fds=[line.theirs]) as program:
            assert program.stdout
            assert program.stdout.readline() == b"ready\n"
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        test()
    line.wait_for_end()


def test_a_program_that_does_not_end_in_time_is_ended() -> None:
    line = Line()
    with pytest.raises(subprocess.TimeoutExpired):
        run(TWO, pass_fds=[line.theirs], timeout=0.1)
    line.wait_for_end()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
def test_a_program_ends_with_tests_that_are_killed() -> None:
    line = Line()
    waiting = ("sh", "-c", "echo ready; exec sleep 1000")
    command = [sys.executable, "-c", LIKE_A_TEST, line.theirs, *waiting]
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with started(command, pass_fds=[line.theirs], **options) as tests:
        assert tests.stdout
        assert tests.stdout.readline() == b"ready\n"
        tests.kill()
    line.wait_for_end()


@pytest.mark.parametrize("ignored", [signal.SIGINT, signal.SIGHUP], indirect=True)
def test_a_program_heeds_signals_that_the_tests_ignore(ignored: int) -> None:
    with started(["sleep", 1000]) as program:
        program.send_signal(ignored)
        assert program.wait() == -ignored


def test_no_test_starts_a_program_in_another_way() -> None:
    helpers = {"processes.py", "screen.py"}
    for path in (ROOT / "tests").rglob("*.py"):
        if path.name not in helpers:
            found = re.findall(r"subprocess\.(?:run|call|Popen|check_\w+)\(", path.read_text())
            assert not found, f"{path.name}: use tests.processes"
