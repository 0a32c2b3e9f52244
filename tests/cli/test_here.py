"""Commands in this process write the same bytes as in processes of their own."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from tests import processes
from tests.command_line import GOOD, PACK, SECONDS, CommandLine, run_here


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
    flowdesk: CommandLine, arguments: tuple[str, ...], stdin: bytes
) -> None:
    flowdesk.file("é.txt", GOOD + "\ntitle: é\n")
    flowdesk.file("pack.txt", PACK)
    own = processes.run(
        processes.flowdesk(*arguments),
        input=stdin,
        capture_output=True,
        timeout=SECONDS,
        cwd=flowdesk.folder,
        env=flowdesk.environment,
    )
    here = run_here(arguments, stdin, flowdesk.environment, flowdesk.folder)
    assert _untimed(*here) == _untimed(own.returncode, own.stdout, own.stderr)


def _untimed(status: int, output: bytes, errors: bytes) -> tuple[int, list[bytes], bytes]:
    """What a command gave, without the line of `rules` that ends with the time that it took."""
    lines = output.splitlines(keepends=True)
    return status, [line for line in lines if not line.endswith(b" s\n")], errors


def test_nothing_is_left_of_a_command_that_failed(flowdesk: CommandLine) -> None:
    ending = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    before = [dict(os.environ), os.getcwd(), sys.stdin, sys.stdout, sys.stderr]
    handlers = [signal.getsignal(number) for number in ending]
    flowdesk.environment["NO_COLOR"] = "1"
    assert flowdesk("solve", "--nonsense").returncode == 2
    assert before == [dict(os.environ), os.getcwd(), sys.stdin, sys.stdout, sys.stderr]
    assert handlers == [signal.getsignal(number) for number in ending]
