"""FlowDesk in the menu of a Linux desktop: `make install-desktop` and `make uninstall-desktop`."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests.conftest import cannot_run
from tests.processes import ROOT, run, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="is about Linux desktops")

OTHER_ENTRY = "[Desktop Entry]\nType=Application\nName=X\nExec=true\nMimeType=text/x-other;\n"
OTHER_TYPES = (
    '<?xml version="1.0"?><mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">'
    '<mime-type type="text/x-other"><glob pattern="*.other"/></mime-type></mime-info>'
)


@pytest.fixture
def desktop_programs() -> None:
    """What desktops read menus and file types with; without it the test cannot run."""
    for program in ("gio", "update-mime-database", "update-desktop-database"):
        if not shutil.which(program):
            cannot_run(f"{program} is not installed")


def at_home(home: Path, *command: object, **more: str) -> CompletedProcess[Any]:
    """Run a command of a user who has this home folder."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), **more}
    return run(command, capture_output=True, text=True, check=True, cwd=home, env=environment)


def install(home: Path, *options: str, **more: str) -> str:
    script = ROOT / "assets" / "install_desktop.py"
    return str(at_home(home, sys.executable, script, *options, **more).stdout)


def tree(folder: Path) -> dict[str, bytes | None]:
    """All files with their content, and all folders."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


@pytest.mark.usefixtures("desktop_programs")
def test_nothing_is_left_behind(tmp_path: Path) -> None:
    install(tmp_path)
    assert len(tree(tmp_path)) > 10
    install(tmp_path, "--remove")
    assert tree(tmp_path) == {}
    install(tmp_path, "--remove")
    assert tree(tmp_path) == {}


@pytest.mark.usefixtures("desktop_programs")
def test_what_others_have_installed_stays_as_it_was(tmp_path: Path) -> None:
    data = tmp_path / "data"
    files = {"applications/other.desktop": OTHER_ENTRY, "mime/packages/other.xml": OTHER_TYPES}
    for name, text in files.items():
        (data / name).parent.mkdir(parents=True)
        (data / name).write_text(text)
    at_home(tmp_path, "update-desktop-database", data / "applications")
    at_home(tmp_path, "update-mime-database", data / "mime")
    before = tree(tmp_path)
    install(tmp_path, XDG_DATA_HOME=str(data))
    assert set(tree(tmp_path)) > set(before)
    install(tmp_path, "--remove", XDG_DATA_HOME=str(data))
    assert tree(tmp_path) == before


def test_without_the_programs_of_desktops_it_says_what_is_missing(tmp_path: Path) -> None:
    said = install(tmp_path, PATH=str(tmp_path))
    assert "update-mime-database is missing (package shared-mime-info)" in said
    install(tmp_path, "--remove", PATH=str(tmp_path))
    assert tree(tmp_path) == {}


@pytest.mark.usefixtures("desktop_programs")
@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("a.flow.json", "application/x-flowdesk+json"),
        ("a.flow.txt", "text/x-flow-map"),
        ("a.json", "application/json"),
        ("a.txt", "text/plain"),
    ],
)
def test_files_are_known_by_their_names(tmp_path: Path, name: str, content_type: str) -> None:
    install(tmp_path)
    (tmp_path / name).write_text('{"flowdesk": 1}\n')
    said = at_home(tmp_path, "gio", "info", "-a", "standard::*", tmp_path / name).stdout
    assert f"standard::content-type: {content_type}\n" in said
    opened_by = at_home(tmp_path, "gio", "mime", content_type).stdout
    assert ("flowdesk.desktop" in opened_by) == (".flow." in name)


@pytest.mark.usefixtures("desktop_programs")
def test_the_menu_starts_the_program_wherever_it_lies(tmp_path: Path) -> None:
    folder = tmp_path / 'a "b" $HOME `c` \\ é'
    folder.mkdir()
    program = folder / "flowdesk"
    program.write_text(
        '#!/bin/sh\nprintf "%s" "$*" > "$HOME/.told"\nmv "$HOME/.told" "$HOME/told"\n'
    )
    program.chmod(0o755)
    install(tmp_path, "--program", str(program))
    place = tmp_path / ".local/share/applications/flowdesk.desktop"
    at_home(tmp_path, "gio", "launch", place, "/level.flow.json")
    told = tmp_path / "told"
    wait_until(told.exists, "the program was started")
    assert told.read_text() == "/level.flow.json"


def test_what_is_no_program_is_refused(tmp_path: Path) -> None:
    script = ROOT / "assets" / "install_desktop.py"
    words = [sys.executable, script, "--program", tmp_path / "no"]
    done = run(words, capture_output=True, text=True, env={"HOME": str(tmp_path)})
    assert done.returncode == 1
    assert "no is not a program. `make dist` builds" in done.stderr
    assert tree(tmp_path) == {}
