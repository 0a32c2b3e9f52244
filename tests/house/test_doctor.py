"""What the doctor, and make without Python, tell users of a bare machine."""

from __future__ import annotations

import ast
import os
import shutil
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from flowdesk import doctor
from tests.conftest import cannot_run
from tests.processes import ROOT, run

REQUIREMENTS = (ROOT / "requirements.txt").read_text().splitlines()

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="is about bare Linux machines")

#: A Python as Debian has it without the packages that belong to it, or an old one.
WITHOUT_TK = "import sys\nfor name in ('tkinter', 'ensurepip'): sys.modules[name] = None\n"
WITHOUT_LIBRARIES = "import ctypes\ndef CDLL(name): raise OSError(name)\nctypes.CDLL = CDLL\n"
OLD = "import sys\nsys.version_info = (3, 9, 0)\n"


def consult(folder: Path, site: str, *programs: str) -> tuple[int, list[str]]:
    """What the doctor says where Python begins with `site` and there are only these programs.

    The exit status, and the lines.
    """
    (folder / "sitecustomize.py").write_text(site)
    bare = folder / "bin"
    bare.mkdir()
    for program in programs:
        (bare / program).symlink_to("/bin/true")
    environment = {"PATH": str(bare), "PYTHONPATH": str(folder), "CC": "gcc"}
    command = [sys.executable, "-B", ROOT / "flowdesk" / "doctor.py"]
    options = ["--venv", folder / "venv", "--tests", "--display"]
    done = run([*command, *options], capture_output=True, text=True, env=environment)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.splitlines()


def test_all_that_is_missing_is_named_at_once(tmp_path: Path) -> None:
    status, lines = consult(tmp_path, WITHOUT_TK + WITHOUT_LIBRARIES, "apt-get", "xclip")
    assert status == 1
    missing = ("make", "venv", "tkinter", "compiler", "dropping", "display")
    assert lines[: len(missing)] == [doctor.SENTENCES[name] for name in missing]
    assert "xdotool is missing: some tests need it." in lines
    assert not [line for line in lines if line.startswith(("xclip", "xvfb-run"))]
    assert lines[-1] == "`./start` names the line that installs it, and asks."


def test_a_python_that_is_too_old_hides_nothing_else_that_is_missing(tmp_path: Path) -> None:
    status, lines = consult(tmp_path, OLD + WITHOUT_TK + WITHOUT_LIBRARIES, "dnf", "make")
    assert status == 1
    others = [doctor.SENTENCES[name] for name in ("compiler", "dropping", "display")]
    assert lines[:4] == ["FlowDesk needs Python 3.10 or newer, this is 3.9.", *others]


EXPLAIN = """
from flowdesk.doctor import explain
print(explain("tkinter", "display"))
"""


@pytest.mark.parametrize(
    ("programs", "user", "line"),
    [
        (
            ["apt-get"],
            0,
            "apt-get update && apt-get install -y --no-install-recommends python3-tk xvfb xauth",
        ),
        (
            ["apt-get", "xvfb-run", "sudo"],
            1000,
            "sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends python3-tk'",
        ),
        (["dnf", "xvfb-run"], 1000, "su - -c 'dnf install -y python3-tkinter'"),
        (["brew", "xvfb-run"], 1000, f"brew install python-tk@{doctor.THIS}"),
    ],
)
def test_what_the_window_lacks_is_explained_with_the_line_that_installs_it(
    tmp_path: Path, programs: list[str], user: int, line: str
) -> None:
    for program in programs:
        (tmp_path / program).symlink_to("/bin/true")
    code = f"import os\nos.geteuid = lambda: {user}\n{EXPLAIN}"
    environment = {"PATH": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.stdout.splitlines()[-1] == f"    {line}"


def test_where_the_manager_is_not_known_all_of_them_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    said = doctor.explain("tkinter")
    for system in ("Debian, Ubuntu", "Fedora", "Arch Linux", "macOS, Homebrew", "Windows"):
        assert f"To install what is missing ({system}):" in said


def test_flowdesk_can_be_built_without_what_is_optional(screen: None, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_LIBRARIES)
    command = [sys.executable, "-B", ROOT / "flowdesk" / "doctor.py"]
    done = run([*command, "--display"], capture_output=True, text=True, env=environment)
    assert done.returncode == 0
    assert done.stderr.startswith(doctor.SENTENCES["dropping"])


def test_old_pythons_understand_the_doctor() -> None:
    ast.parse((ROOT / "flowdesk" / "doctor.py").read_text(), feature_version=(3, 6))


@pytest.mark.parametrize(
    ("compiler", "works"),
    [(None, False), ("echo no stdlib.h >&2; exit 1", False), ("exit 0", True)],
    ids=["none", "broken", "working"],
)
def test_only_the_solver_that_has_to_be_compiled_is_left_out_without_a_compiler(
    tmp_path: Path, compiler: str | None, works: bool
) -> None:
    if compiler:
        (tmp_path / "gcc").write_text(f"#!/bin/sh\n{compiler}\n")
        (tmp_path / "gcc").chmod(0o755)
    command = [sys.executable, "-B", ROOT / "flowdesk" / "doctor.py", "--venv", tmp_path]
    environment = {"PATH": str(tmp_path), "CC": "gcc"}
    command += ["--requirements", ROOT / "requirements.txt"]
    done = run(command, capture_output=True, text=True, env=environment)
    left_out = set(REQUIREMENTS) - set(done.stdout.splitlines())
    assert [line.partition(">=")[0] for line in left_out] == ([] if works else ["pycosat"])


def test_the_doctor_knows_for_which_machines_there_are_wheels() -> None:
    (line,) = (line for line in REQUIREMENTS if line.startswith("python-sat"))
    marker = Requirement(line).marker
    assert marker
    assert marker.evaluate() == doctor.has_wheel()
    assert all(marker.evaluate({"platform_machine": machine}) for machine in doctor.MACHINES)


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
    first, second, *_ = said.splitlines()
    assert first == f"FlowDesk needs Python 3.10 or newer, and none is called {python}."
    assert "`./start`" in second
    assert not (tmp_path / "venv").exists()
