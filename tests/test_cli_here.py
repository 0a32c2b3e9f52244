"""The command line in this process is the command line: the same bytes as from one of its own."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.cli import SECONDS, CommandLine, run_here

GOOD = "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n"
PACK = "3 1\nR.R\n\n2 2\nRR\nBB\n\n2 2\nR.\n.R\n"


@pytest.fixture
def person(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("solve", "é.txt", "-", "missing.txt"), b"R.\n.R\n"),
        (("check", "--count", "é.txt", "pack.txt"), b""),
        (("convert", "é.txt", "pack.txt", "-o", "-"), b""),
        (("render", "é.txt", "--solution", "-o", "-"), b""),
        (("generate", "5x5", "--seed", "1", "--count", "2"), b""),
        (("rules", "é.txt", "--without", "2"), b""),
        (("generate", "-h"), b""),
        (("solve", "--jobs", "0", "é.txt"), b""),
    ],
)
def test_the_bytes_are_those_of_a_process(
    person: CommandLine, arguments: tuple[str, ...], stdin: bytes
) -> None:
    person.file("é.txt", GOOD + "\ntitle: é\n")
    person.file("pack.txt", PACK)
    own = processes.run(
        processes.flowdesk(*arguments),
        input=stdin,
        capture_output=True,
        timeout=SECONDS,
        cwd=person.folder,
        env=person.environment,
    )
    here = run_here(arguments, stdin, person.environment, person.folder)
    assert _untimed(*here) == _untimed(own.returncode, own.stdout, own.stderr)


def _untimed(status: int, output: bytes, errors: bytes) -> tuple[int, list[bytes], bytes]:
    """What a command gave, without the line of `rules` that ends with the time that it took."""
    lines = output.splitlines(keepends=True)
    return status, [line for line in lines if not line.endswith(b" s\n")], errors


def test_nothing_is_left_of_a_command_that_failed(person: CommandLine) -> None:
    ending = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    before = [dict(os.environ), os.getcwd(), sys.stdin, sys.stdout, sys.stderr]
    handlers = [signal.getsignal(number) for number in ending]
    person.environment["NO_COLOR"] = "1"
    assert person("solve", "--nonsense").returncode == 2
    assert before == [dict(os.environ), os.getcwd(), sys.stdin, sys.stdout, sys.stderr]
    assert handlers == [signal.getsignal(number) for number in ending]
