"""Which Pythons `make test-pythons` finds, and what it runs on them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.house.pythons import FILES, PROJECT, Python, find, requirements

pytestmark = pytest.mark.skipif(os.name == "nt", reason="programs stand in for Pythons as scripts")


def stand_in(place: Path, answer: str, status: int = 0) -> tuple[str]:
    """A program that prints a line and ends, whatever it is asked; the command for it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\necho {answer}\nexit {status}\n")
    place.chmod(0o755)
    return (str(place),)


def test_a_python_on_the_path_comes_first(tmp_path: Path) -> None:
    command = stand_in(tmp_path / "bin" / "python3.12", "3.12.4")
    stand_in(tmp_path / "versions" / "3.12.9" / "bin" / "python", "3.12.9")
    stand_in(tmp_path / "bin" / "py", "3.12.5")
    found = find("3.12", str(tmp_path / "bin"), tmp_path / "versions")
    assert found == Python("3.12.4", command)


def test_one_that_does_not_work_is_passed_over(tmp_path: Path) -> None:
    stand_in(tmp_path / "shims" / "python3.12", "3.12.4", status=127)
    stand_in(tmp_path / "old" / "python3.12", "3.11.2")
    command = stand_in(tmp_path / "bin" / "python3.12", "3.12.5")
    path = os.pathsep.join(str(tmp_path / folder) for folder in ("shims", "old", "none", "bin"))
    assert find("3.12", path, tmp_path / "versions") == Python("3.12.5", command)


def test_of_pyenv_s_pythons_the_newest_is_taken(tmp_path: Path) -> None:
    for patch in (2, 9, 11):
        stand_in(tmp_path / f"3.1.{patch}" / "bin" / "python", f"3.1.{patch}")
        stand_in(tmp_path / f"3.12.{patch}" / "bin" / "python", f"3.12.{patch}")
    found = find("3.12", "", tmp_path)
    assert found == Python("3.12.11", (str(tmp_path / "3.12.11" / "bin" / "python"),))


def test_the_launcher_is_asked_by_version(tmp_path: Path) -> None:
    launcher = tmp_path / "py"
    stand_in(launcher, "3.${1#-3.}.1")
    found = find("3.14", str(tmp_path), tmp_path / "versions")
    assert found == Python("3.14.1", (str(launcher), "-3.14"))


def test_what_is_nowhere_is_not_found(tmp_path: Path) -> None:
    assert find("3.14", str(tmp_path), tmp_path / "versions") is None


def test_what_is_run_and_installed_is_there() -> None:
    assert [file for file in FILES if not (PROJECT / file).exists()] == []
    names = {line.split(">=")[0] for line in requirements()}
    assert names - {"--only-binary=python-sat"} == {
        *("pillow", "pycosat", "python-sat", "pytest", "pytest-timeout", "hypothesis")
    }
