"""The scripts of the published page by themselves: their own tests, and their types."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import cannot_run
from tests.processes import ROOT, run

HERE = Path(__file__).parent


def check(name: str, *arguments: str | Path) -> None:
    """Run a program that checks scripts; fail with what it says if it finds something."""
    program: str = shutil.which(name) or cannot_run(f"{name} is not installed")
    done = run([program, *arguments], capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)


def test_scripts_pass_their_own_tests() -> None:
    check("node", "--test", *sorted(HERE.glob("*.test.js")))


def test_types_of_scripts_hold() -> None:
    check("tsc", "--project", HERE / "tsconfig.json")
