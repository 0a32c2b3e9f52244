"""What README, the doctor, and make without Python tell users of a bare machine."""

from __future__ import annotations

import ast
import os
import shutil
import sys
from pathlib import Path

import pytest

from flowdesk import doctor
from tests.conftest import cannot_run
from tests.processes import ROOT, run

README = (ROOT / "README.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="is about bare Linux machines")

#: A Python as Debian has it without the packages that belong to it, or an old one.
WITHOUT_TK = "import sys\nfor name in ('tkinter', 'ensurepip'): sys.modules[name] = None\n"
WITHOUT_LIBRARIES = "import ctypes\ndef CDLL(name): raise OSError(name)\nctypes.CDLL = CDLL\n"
NO_ROOT = "import os\nos.geteuid = lambda: 1000\n"
OLD = "import sys\nsys.version_info = (3, 9, 0)\n"


def consult(folder: Path, site: str, *programs: str) -> tuple[int, list[str]]:
    """What the doctor says where Python begins with `site` and there are only these programs.

    The exit status, and the lines without `sudo`, which root does not need.
    """
    (folder / "sitecustomize.py").write_text(site)
    bare = folder / "bin"
    bare.mkdir()
    for program in programs:
        (bare / program).symlink_to("/bin/true")
    environment = {"PATH": str(bare), "PYTHONPATH": str(folder), "CC": "gcc"}
    command = [sys.executable, "-B", ROOT / "flowdesk" / "doctor.py"]
    options = ["--venv", folder / "venv", "--build", "--display"]
    done = run([*command, *options], capture_output=True, text=True, env=environment)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.replace("sudo ", "").splitlines()


def sentences(*names: str) -> list[str]:
    return [doctor.SENTENCES[name] for name in names]


def line_for(manager: str) -> str:
    """One line that installs everything on a fresh machine, as README has it."""
    line = "; ".join(doctor.commands_for(["make", "python", "dropping"], manager))
    return f"    {line}" + ("" if manager == "windows" else f"  # {doctor.MANAGERS[manager]}")


@pytest.mark.parametrize("manager", doctor.MANAGERS)
def test_readme_has_one_line_for_each_system_that_installs_everything(manager: str) -> None:
    assert line_for(manager) in README.splitlines()


def test_all_that_is_missing_is_named_at_once_with_one_command(tmp_path: Path) -> None:
    status, lines = consult(tmp_path, WITHOUT_TK + WITHOUT_LIBRARIES, "apt-get", "sudo")
    assert status == 1
    missing = ("make", "compiler", "venv", "tkinter", "dropping", "display")
    assert lines[: len(missing)] == sentences(*missing)
    assert lines[len(missing) :][:2] == [
        "To install what is missing (Debian, Ubuntu):",
        "    apt-get update && apt-get install make gcc libc6-dev python3-venv python3-tk "
        "libxcursor1 xvfb xauth",
    ]


def test_a_python_that_is_too_old_hides_nothing_else_that_is_missing(tmp_path: Path) -> None:
    status, lines = consult(tmp_path, OLD + WITHOUT_TK + WITHOUT_LIBRARIES, "dnf", "make", "sudo")
    assert status == 1
    python = "FlowDesk needs Python 3.10 or newer, this is 3.9."
    compiler, *others = sentences("compiler", "headers", "dropping", "display")
    assert lines[:5] == [compiler, python, *others]
    assert lines[5:7] == [
        "To install what is missing (Fedora):",
        "    dnf install gcc python3 python3-tkinter python3-devel libXcursor "
        "xorg-x11-server-Xvfb xauth",
    ]


def test_a_newer_python_beside_one_that_is_too_old_is_named(tmp_path: Path) -> None:
    _, lines = consult(tmp_path, OLD, "make", "gcc", "python3.12", "python3.9", "python3.11")
    assert lines[-1].endswith("make run PYTHON=python3.12")


def test_a_user_of_a_debian_without_sudo_is_told_to_become_root(tmp_path: Path) -> None:
    _, lines = consult(tmp_path, NO_ROOT + WITHOUT_LIBRARIES, "apt-get", "gcc", "make", "xvfb-run")
    assert lines[-1] == "    su - -c 'apt-get update && apt-get install libxcursor1'"


def test_a_virtual_screen_that_is_installed_is_not_to_be_installed_again(tmp_path: Path) -> None:
    _, lines = consult(tmp_path, "", "apt-get", "gcc", "make", "xvfb-run")
    assert lines == sentences("display")


def test_where_the_manager_is_not_known_all_of_them_are_named(tmp_path: Path) -> None:
    _, lines = consult(tmp_path, WITHOUT_TK, "make", "gcc")
    for manager in doctor.MANAGERS.values():
        assert f"To install what is missing ({manager}):" in lines


def test_flowdesk_can_be_built_without_what_is_optional(screen: None, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_LIBRARIES)
    command = [sys.executable, "-B", ROOT / "flowdesk" / "doctor.py"]
    done = run([*command, "--display"], capture_output=True, text=True, env=environment)
    assert done.returncode == 0
    assert done.stderr.startswith(doctor.SENTENCES["dropping"])
    assert "libxcursor" in done.stderr.lower()


def test_old_pythons_understand_the_doctor() -> None:
    ast.parse((ROOT / "flowdesk" / "doctor.py").read_text(), feature_version=(3, 6))


def about_solvers(folder: Path, *words: str, compiler: str = "") -> tuple[str, str]:
    """What the doctor prints for pip, and what it says, where only this C compiler is found."""
    if compiler:
        (folder / "gcc").write_text(f"#!/bin/sh\n{compiler}\n")
        (folder / "gcc").chmod(0o755)
    command = [sys.executable, "-B", ROOT / "flowdesk" / "doctor.py", "--venv", folder, *words]
    environment = {"PATH": str(folder), "CC": "gcc"}
    done = run(command, capture_output=True, text=True, env=environment)
    return done.stdout, done.stderr


@pytest.mark.parametrize("compiler", ["", "echo no stdlib.h >&2; exit 1"], ids=["none", "broken"])
def test_without_a_compiler_another_solver_is_installed_and_one_line_says_so(
    tmp_path: Path, compiler: str
) -> None:
    file = ROOT / "requirements.txt"
    printed, said = about_solvers(tmp_path, "--requirements", str(file), compiler=compiler)
    assert said == f"{doctor.NO_COMPILER}\n"
    names = [line.split(">=")[0] for line in printed.splitlines() if not line.startswith("#")]
    assert names == ["pillow", "--only-binary=python-sat", "python-sat", "sv-ttk"]
    assert "win32" not in printed


def test_with_a_compiler_what_is_required_is_installed(tmp_path: Path) -> None:
    file = ROOT / "requirements.txt"
    printed, said = about_solvers(tmp_path, "--requirements", str(file), compiler="exit 0")
    assert (printed, said) == (file.read_text(), "")


@pytest.mark.parametrize(
    ("found", "compiler", "is_asked_for"),
    [("pillow", "", True), ("none", "", False), ("p", "", False), ("pillow", "exit 0", False)],
    ids=["no wheel", "no network", "another problem", "another solver"],
)
def test_where_there_is_no_python_sat_a_compiler_is_asked_for(
    tmp_path: Path, found: str, compiler: str, is_asked_for: bool
) -> None:
    """A stand-in for pip finds the packages whose names begin so."""
    pip = tmp_path / "bin" / "python"
    pip.parent.mkdir()
    pip.write_text(f'#!/bin/sh\ncase "$*" in *"retries=0 {found}"*) exit 0; esac\nexit 1\n')
    pip.chmod(0o755)
    (tmp_path / "needed.txt").write_text("# All.\npillow>=11.0\npython-sat>=1.9.dev0,<2\n")
    _, said = about_solvers(tmp_path, "--failed", f"{tmp_path}/needed.txt", compiler=compiler)
    assert said.startswith(doctor.NO_WHEEL) == is_asked_for
    assert ("gcc" in said) == is_asked_for


def make(*words: str) -> tuple[int, str]:
    """The exit status of make, and what it says."""
    program: str = shutil.which("make") or cannot_run("make is not installed")
    done = run([program, "-C", ROOT, *words], capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.parametrize("target", ["run", "test"])
@pytest.mark.parametrize("answer", [None, "exit 1", "echo False"], ids=["none", "no python", "old"])
def test_make_without_python_says_what_to_install(
    tmp_path: Path, target: str, answer: str | None
) -> None:
    python = tmp_path / "python"
    if answer:
        python.write_text(f"#!/bin/sh\n{answer}\n")
        python.chmod(0o755)
    status, said = make(target, f"PYTHON={python}", f"VENV={tmp_path / 'venv'}")
    assert status == 2
    assert said.startswith(f"FlowDesk needs Python 3.10 or newer, and none is called {python}.\n")
    managers = doctor.MANAGERS.keys() - {"windows"}
    assert {line_for(manager) for manager in managers} <= set(said.splitlines())
    assert not (tmp_path / "venv").exists()
