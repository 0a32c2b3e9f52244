"""A user without an account and a home folder, as in many containers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from flowdesk.core.storage import shipped
from tests import processes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows knows all its users")

ROOT = Path(__file__).parents[2]
LEVEL = str(shipped("puzzles") / "05x05-first-steps.txt")

#: Become somebody unknown. The superuser can: only the real user counts for who one is, and the
#: effective one still may read everything. Others let the system's list of users be without them.
STRANGER = """
import os, pwd, runpy, sys
from pathlib import Path

def unknown(uid):
    raise KeyError(f"getpwuid(): uid not found: {uid}")

if os.geteuid() == 0 and hasattr(os, "setresuid"):
    uid = next(uid for uid in range(54321, 60000) if uid not in {p.pw_uid for p in pwd.getpwall()})
    os.setresuid(uid, 0, 0)
else:
    pwd.getpwuid = unknown
try:
    sys.exit(f"there is a home: {Path.home()}")
except RuntimeError:
    pass
"""
RUN = STRANGER + "sys.argv[0] = 'flowdesk'; runpy.run_module('flowdesk', run_name='__main__')"


def run(code: str, arguments: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run code without HOME or any other variable than those of the screen."""
    kept = {name: os.environ[name] for name in ("DISPLAY", "XAUTHORITY") if name in os.environ}
    command = [sys.executable, "-c", code, *arguments]
    return processes.run(command, cwd=ROOT, env=kept, capture_output=True, text=True, timeout=90)


def test_the_window_starts_with_settings_in_memory(screen: None) -> None:
    done = run(RUN, ["--self-test"])  # of a shipped level, which it solves
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("self-test: 05x05-first-steps.txt: ")


def test_pictures_have_the_themes_that_come_with_flowdesk(tmp_path: Path) -> None:
    code = """
from flowdesk.cli.main import main

for theme in ("light", "pink"):
    print(main(["render", sys.argv[1], "-o", f"{sys.argv[2]}/{theme}.png", "--theme", theme]))
"""
    done = run(STRANGER + code, [LEVEL, str(tmp_path)])
    assert (done.returncode, done.stdout) == (0, "0\n2\n")
    assert done.stderr.startswith("flowdesk: There is no theme 'pink'")
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["light.png"]


def test_what_needs_a_home_says_that_there_is_none() -> None:
    code = """
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import state_folder, user_folder
from flowdesk.desk.documents.settings import Settings, load_settings, save_settings
from flowdesk.desk.pictures.themes import make_own, theme_names
from flowdesk.draw.theme import DARK

for act in (user_folder, state_folder, lambda: make_own(DARK)):
    try:
        act()
    except FlowDeskError as error:
        print(error)
save_settings(Settings(), Settings("light"))
assert load_settings() == Settings()
assert "dark" in theme_names()
"""
    done = run(STRANGER + code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("There is no home folder: HOME is not set") == 3


def test_what_a_stranger_deletes_lies_in_a_trash_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    path.write_text("RR\n")
    code = """
from flowdesk.desk.packs.trash import move_to_trash

trashed = move_to_trash(Path(sys.argv[1]))
assert not os.path.exists(sys.argv[1])
assert trashed.restore()
trashed.path.parent.rmdir()
trashed.note.parent.rmdir()
trashed.path.parent.parent.rmdir()
"""
    done = run(STRANGER + code, [str(path)])
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_text() == "RR\n"
