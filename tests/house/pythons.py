"""Run the tests of the model on every Python that FlowDesk supports: ``make test-pythons``.

Each Python that is found gets a virtual environment of its own, which is kept. Arguments are passed
to pytest. Only the standard library is needed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.processes import run

VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")

PROJECT = Path(__file__).parents[2]
ENVIRONMENTS = PROJECT / ".venv-pythons"

#: The tests that run: those of core, solver, generator, formats. They open no window.
TESTS = {
    "core": "grid storage",
    "sat": "sat",
    "kinds/flow": "conflict counting difficulty drawing findings generate hints repair solve",
    "kinds/slitherlink": "files generate hints solve",
    "formats": "format_cases formats pasted",
    "desk": "play trash",
    "lab": "backtracking classic",
    "cli": "cnf",
    "house": "corpus puzzles",
}
FILES = [f"tests/{room}/test_{topic}.py" for room, some in TESTS.items() for topic in some.split()]

#: What these tests do not need of the requirements.
NOT_NEEDED = {
    "build",
    "distributed",
    "mypy",
    "pyinstaller",
    "pyte",
    "pytest-xdist",
    "ruff",
    "selenium",
    "sv-ttk",
    "tkinterdnd2",
}

_ASK = "import ensurepip, platform, venv; print(platform.python_version())"


@dataclass(frozen=True)
class Python:
    """A Python that works: its whole version, and the command that starts it."""

    version: str
    command: tuple[str, ...]


def find(version: str, path: str, pyenv: Path) -> Python | None:
    """The first Python of a version, as ``3.12``, that works and can make environments.

    It is looked for on `path`, among the `pyenv` versions, and by the launcher `py`.
    """
    for command in _candidates(version, path, pyenv):
        asked = run([*command, "-c", _ASK], capture_output=True, text=True)
        whole = asked.stdout.strip()
        if asked.returncode == 0 and whole.startswith(f"{version}."):
            return Python(whole, command)
    return None


def _candidates(version: str, path: str, pyenv: Path) -> Iterator[tuple[str, ...]]:
    """Commands that may start a Python of a version; pyenv's newest one first."""
    for place in path.split(os.pathsep):
        if found := shutil.which(f"python{version}", path=place):
            yield (found,)
    for folder in sorted(pyenv.glob(f"{version}.*"), key=_numbers, reverse=True):
        for inside in (folder / "bin" / "python", folder / "python.exe"):
            if inside.exists():
                yield (str(inside),)
    if launcher := shutil.which("py", path=path):
        yield launcher, f"-{version}"


def _numbers(folder: Path) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", folder.name)]


def pyenv_versions() -> Path:
    """The folder in which pyenv, or pyenv-win, keeps its Pythons."""
    windows = Path.home() / ".pyenv" / "pyenv-win"
    usual = windows if windows.is_dir() else Path.home() / ".pyenv"
    return Path(os.environ.get("PYENV_ROOT") or usual) / "versions"


def requirements() -> list[str]:
    """What the tests need, as pip is told of it."""
    lines = [
        line.split(" #")[0].strip()
        for name in ("requirements.txt", "requirements-dev.txt")
        for line in (PROJECT / name).read_text(encoding="utf-8").splitlines()
    ]
    wanted = [line for line in lines if line and not line.startswith(("#", "-r"))]
    return [line for line in wanted if re.split(r"[<>=~! ]", line)[0] not in NOT_NEEDED]


def environment(python: Python) -> str:
    """The Python of an environment that is up to date. Raises CalledProcessError."""
    folder = ENVIRONMENTS / python.version
    inside = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready, wanted = folder / "ready", "\n".join(requirements())
    if not ready.exists() or ready.read_text(encoding="utf-8") != wanted:
        run([*python.command, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, *requirements()], check=True)
        ready.write_text(wanted, encoding="utf-8")
    return str(inside)


def passes(python: Python, arguments: Sequence[str]) -> bool:
    """Run the tests on a Python; whether all of them pass."""
    try:
        command = [environment(python), "-m", "pytest", "-q", *FILES, *arguments]
        run(command, cwd=PROJECT, check=True)
    except subprocess.CalledProcessError as error:
        print(error, file=sys.stderr)
        return False
    return True


def main(arguments: Sequence[str]) -> int:
    """Run the tests on all Pythons that are found, and name the others."""
    results = []
    for version in VERSIONS:
        python = find(version, os.environ.get("PATH", ""), pyenv_versions())
        if python is None:
            results.append((f"Python {version}", "not found"))
            continue
        print(f"\nPython {python.version}: {' '.join(python.command)}", flush=True)
        began = time.monotonic()
        word = "passed" if passes(python, arguments) else "FAILED"
        results.append((f"Python {python.version}", f"{word} in {time.monotonic() - began:.0f} s"))
    print()
    for name, result in results:
        print(f"{name}: {result}")
    ran = [result for _, result in results if result != "not found"]
    return int(not ran or any(result.startswith("FAILED") for result in ran))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
