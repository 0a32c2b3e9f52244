"""`./start` on machines that lack things: what it says and asks, and what it runs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("has no shell", allow_module_level=True)

from flowdesk import doctor
from tests.processes import ROOT, run
from tests.terminals import Terminal, terminal

RUN = "make python3 python3-venv python3-tk libxcursor1"
INSTALL = f"apt-get install -y --no-install-recommends {RUN}"


class Machine:
    """A checkout, a shell, and programs that only write down how they are called.

    What is installed by a package manager is make, and a Python that lacks nothing.
    """

    def __init__(self, folder: Path) -> None:
        self._bin, self._new, self._done = folder / "bin", folder / "new", folder / "done"
        self.checkout = folder / "FlowDesk"
        for made in (self._bin, self._new, self.checkout / "flowdesk"):
            made.mkdir(parents=True)
        for name in ("start", "flowdesk/doctor.py", "flowdesk/packages.txt"):
            shutil.copy(ROOT / name, self.checkout / name)
        for program in ("sh", "dirname"):
            (self._bin / program).symlink_to(shutil.which(program) or program)
        self._give("dpkg", "echo amd64")
        self._give("python3", "exit 0", self._new)
        self._give("make", f"echo make $* >>{self._done}", self._new)

    def give(self, program: str) -> None:
        """Let it have sudo, or a package manager."""
        install = f"[ $1 = update ] || {shutil.which('cp')} {self._new}/* {self._bin}"
        then = 'exec "$@"' if program == "sudo" else install
        self._give(program, f"echo {program} $* >>{self._done}; {then}")

    def be(self, user: int) -> None:
        self._give("id", f"echo {user}")

    def complete(self) -> None:
        """Let it have what a package manager would install."""
        shutil.copytree(self._new, self._bin, dirs_exist_ok=True)

    @property
    def environment(self) -> dict[str, str]:
        return {"PATH": str(self._bin), "PYTHON": "python3", "CI": ""}

    @property
    def done(self) -> list[str]:
        """What was run, in order."""
        return self._done.read_text().splitlines() if self._done.exists() else []

    def start(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {**self.environment, **more}
        return run(
            [self.checkout / "start", *words], capture_output=True, text=True, env=environment
        )

    def _give(self, program: str, script: str, folder: Path | None = None) -> None:
        path = (folder or self._bin) / program
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A bare Debian, used by root."""
    made = Machine(tmp_path)
    made.be(0)
    made.give("apt-get")
    return made


@pytest.mark.parametrize(
    ("words", "made"),
    [
        ([], "run"),
        (["test", "ARGS=-k wall"], "test ARGS=-k wall"),
        (["run", "FILE=a"], "run FILE=a"),
    ],
)
def test_where_nothing_is_missing_it_is_make(machine: Machine, words: list[str], made: str) -> None:
    machine.complete()
    done = machine.start(*words)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert machine.done == [f"make PYTHON=python3 {made}"]


def test_root_under_ci_is_not_asked(machine: Machine) -> None:
    done = machine.start("test", CI="true")
    assert done.returncode == 0
    update, install, made = machine.done
    assert update == "apt-get update"
    assert install.startswith(INSTALL)
    assert "gcc" in install
    assert "xvfb" in install
    assert " ~nchromium-driver~ramd64 " in install
    assert made == "make PYTHON=python3 test"


def test_apt_knows_all_packages_and_leaves_out_none() -> None:
    known = run(["sh", "-c", "apt-cache pkgnames"], capture_output=True, text=True).stdout.split()
    if not shutil.which("apt-get") or "make" not in known:
        pytest.skip("apt has no lists of packages")
    apt = doctor.managers()["apt"]
    names = doctor.packages([name for name in apt if name not in ("system", "install")], apt)
    command = f"apt-get install --simulate --no-install-recommends {names}"
    done = run(["sh", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    driver = "chromium-driver"  # Ubuntu has none
    assert (driver in done.stdout.split()) == (driver in known)


def test_with_yes_nobody_is_asked(machine: Machine) -> None:
    machine.be(1000)
    machine.give("sudo")
    done = machine.start("--yes")
    assert f"    sudo sh -c 'apt-get update && {INSTALL}'\n" in done.stderr
    assert machine.done[-2:] == [INSTALL, "make PYTHON=python3 run"]


def test_without_an_answer_nothing_is_installed(machine: Machine) -> None:
    done = machine.start()
    assert done.returncode == 1
    assert f"    apt-get update && {INSTALL}\n" in done.stderr
    assert machine.done == []


def asked(machine: Machine, answer: str) -> Terminal:
    """Start it in a terminal, where it asks, and answer."""
    with terminal(["./start"], machine.environment, columns=200, cwd=machine.checkout) as shown:
        shown.wait_for(INSTALL, "[Y/n]")
        shown.press(answer, "enter")
        shown.wait_for_end()
    return shown


@pytest.mark.parametrize("answer", ["", "y", "Yes"])
def test_what_is_agreed_to_is_installed(machine: Machine, answer: str) -> None:
    assert asked(machine, answer).process.returncode == 0
    assert machine.done == ["apt-get update", INSTALL, "make PYTHON=python3 run"]


def test_what_is_not_agreed_to_is_not_installed(machine: Machine) -> None:
    assert asked(machine, "n").process.returncode == 1
    assert machine.done == []


def test_a_user_without_rights_is_told_what_to_ask_an_administrator_for(machine: Machine) -> None:
    machine.be(1000)
    done = machine.start("--yes")
    assert done.returncode == 1
    assert "administrator" in done.stderr
    assert done.stderr.endswith(f"    apt-get update && {INSTALL}\n")
    assert machine.done == []


@pytest.mark.parametrize(
    ("manager", "line"),
    [
        ("dnf", "dnf install -y make python3 python3-tkinter libXcursor"),
        ("pacman", "pacman -S --needed --noconfirm make python tk libxcursor"),
        ("brew", "brew install python python-tk"),
    ],
)
def test_each_package_manager_has_its_line(tmp_path: Path, manager: str, line: str) -> None:
    machine = Machine(tmp_path)
    machine.be(1000 if manager == "brew" else 0)
    machine.give(manager)
    assert machine.start("--yes").returncode == 0
    assert machine.done == [line, "make PYTHON=python3 run"]


def test_where_no_package_manager_is_known_it_says_what_is_missing(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.be(0)
    done = machine.start("--yes")
    assert done.returncode == 1
    assert done.stderr == "There is no Python here that FlowDesk could use.\n"


def test_readme_begins_with_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.split("\n\n")[1].startswith("    ./start ")
