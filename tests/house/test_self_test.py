"""`flowdesk --self-test`, which checks that the program works on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from flowdesk.app.main import SELF_TEST_SECONDS
from tests.processes import ROOT, flowdesk, run, seen, started, wait_until

SECONDS = SELF_TEST_SECONDS / 2  # whatever happens is told long before the test gives up

pytestmark = pytest.mark.usefixtures("screen")


def self_test(home: Path, *arguments: object) -> tuple[int, str, str]:
    """The exit status, the output and the errors."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(home)}
    options: dict[str, Any] = {"cwd": home, "env": environment, "text": True, "timeout": SECONDS}
    done = run(flowdesk("--self-test", *arguments), capture_output=True, **options)
    return done.returncode, done.stdout, done.stderr


def test_the_self_test_says_at_once_why_a_level_was_not_solved(tmp_path: Path) -> None:
    level = tmp_path / "mine.txt"
    level.write_text("RB\nBR\n")
    status, output, errors = self_test(tmp_path, level)
    assert (status, output) == (1, "")
    assert errors.startswith("flowdesk: self-test failed: mine.txt: ")
    assert "walled in" in errors


def test_who_starts_flowdesk_from_a_menu_is_told_why_it_does_not(xdotool: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "FLOWDESK_SAT": "minisat"}
    with started(flowdesk(), env=environment, stderr=PIPE, text=True) as process:
        seen("FlowDesk cannot start", "windowfocus", "--sync")

        def has_ended() -> bool:
            run([xdotool, "key", "space"])  # again: the button may not have the focus yet
            return process.poll() is not None

        wait_until(has_ended, "the message is read")
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    assert errors.startswith("flowdesk: FLOWDESK_SAT is 'minisat', which is no solver")
    assert "Traceback" not in errors
