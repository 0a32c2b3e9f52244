"""Dropping files from another program on the window, by a real drag, and other things."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flowdesk.app.dialogs.base import Dialog
from tests.app.test_links import LINK
from tests.app.test_packs import browser_of
from tests.conftest import cannot_run
from tests.driver import Driver, answering, button
from tests.processes import ROOT, flowdesk, run, started

#: Another program: a small window from which a file can be dragged. It makes a second file when
#: it is told that the first is welcome.
SOURCE = """
import pathlib, sys, tkinter
from tkinterdnd2 import TkinterDnD
file, sign = sys.argv[1:]
root = tkinter.Tk()
TkinterDnD.require(root)
# As bytes, like all other programs; Tk itself sends what is no text as numbers.
root.tk.eval("proc ::tkdnd::xdnd::getFormatForType {type} {return STRING}")
accepts = "::tkdnd::xdnd::_dodragdrop_drop_target_accepts_drop"
told = lambda *_: int(root.tk.call("set", accepts)) and pathlib.Path(sign).touch()
root.tk.call("trace", "add", "variable", accepts, "write", root.register(told))
root.overrideredirect(True)
root.geometry("50x50+0+0")
label = tkinter.Label(root, text="drag me")
label.pack(fill="both", expand=True)
label.drag_source_register(1, "DND_Files")
label.dnd_bind("<<DragInitCmd>>", lambda event: (("copy",), ("DND_Files",), (file,)))
label.dnd_bind("<<DragEndCmd>>", lambda event: print(event.action, flush=True))
root.update()
print("ready", flush=True)
root.mainloop()
"""


@pytest.fixture
def tkdnd(driver: Driver) -> None:
    """Drops are possible."""
    driver.window.drops.accept()
    if not driver.window.drops.accepted:
        cannot_run("tkinterdnd2 is not installed, or does not work here")


def a_file(path: Path, text: str = "R..\n...\n..R\n") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def test_files_that_are_dragged_from_another_program_are_opened(
    driver: Driver, tkdnd: None, xdotool: str, tmp_path: Path
) -> None:
    path, sign = a_file(tmp_path / "a {b 100%20" / "one two é.txt"), tmp_path / "sign"
    x, y = driver.view.center_of((2, 2))
    x, y = x + driver.view.winfo_rootx(), y + driver.view.winfo_rooty()
    steps = itertools.cycle([(x, y), (x + 5, y + 5)])

    def pointer(*words: object) -> None:
        run([xdotool, *words], check=True)

    def is_welcome() -> bool:
        pointer("mousemove", *next(steps))
        return sign.exists()

    command = [sys.executable, "-c", SOURCE, path.as_uri(), sign]
    with started(command, stdout=subprocess.PIPE, text=True) as source:
        try:
            assert source.stdout
            assert source.stdout.readline() == "ready\n"
            pointer("mousemove", 20, 20, "mousedown", 1)
            driver.wait_until(is_welcome, "the file may be dropped")
            pointer("mouseup", 1)
            driver.wait_until(lambda: driver.window.shown.document.path, "the file is open")
            assert source.stdout.readline() == "copy\n"
        finally:
            pointer("mouseup", 1)
    assert driver.window.shown.document.path == path
    assert driver.level.endpoints == {(0, 0): "R", (2, 2): "R"}


def test_nothing_is_taken_while_a_question_is_open(driver: Driver, tkdnd: None) -> None:
    assert "open files, pictures, a folder" in keys_shown(driver)
    top = driver.window.root
    script = str(driver.root.tk.call("bind", top, "<<Drop:DND_Text>>"))
    seen: list[object] = []

    def drop(dialog: Dialog) -> None:
        seen.append(driver.root.tk.eval(script.replace("%D", "{RR}")))
        button(dialog, "Cancel").invoke()

    driver.click((0, 0))
    driver.asked("Control-q", drop)
    assert seen == ["refuse_drop"]
    assert driver.level.endpoints == {(0, 0): "R"}


def test_without_the_package_everything_else_works(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tkinterdnd2.TkinterDnD", None)
    driver.window.drops.accept()
    assert not driver.window.drops.accepted
    driver.click((0, 0))
    assert driver.level.endpoints == {(0, 0): "R"}
    assert "pan" in keys_shown(driver)
    assert "Drop on the window" not in keys_shown(driver)


def keys_shown(driver: Driver) -> str:
    """What the sheet of keys says."""
    seen = answering(driver, "Close")
    driver.key("question")
    return seen[0]


@pytest.mark.skipif(sys.platform != "linux", reason="the file that is broken is that of Linux")
def test_a_program_in_which_tkdnd_cannot_be_loaded_says_why_and_works(
    screen: None, tmp_path: Path
) -> None:
    package = pytest.importorskip("tkinterdnd2")
    broken = shutil.copytree(Path(package.__file__).parent, tmp_path / "tkinterdnd2")
    for library in broken.rglob("*.so"):
        library.write_bytes(b"no library")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, "XDG_CONFIG_HOME": str(tmp_path)}
    done = run(flowdesk("--self-test"), capture_output=True, text=True, env=environment)
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith("flowdesk: nothing can be dropped on the window: couldn't load file")
    assert "libtkdnd" in line


def test_each_of_several_files_gets_a_tab_and_of_very_many_the_first_ones(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [str(a_file(tmp_path / name)) for name in ("one.txt", "two.txt", "three.txt")]
    driver.window.drops.open(names[:2])
    assert [str(tab.document.path) for tab in driver.window.tabs] == names[:2]
    monkeypatch.setattr("flowdesk.app.incoming._MOST", 1)
    asked = answering(driver, "OK")
    driver.window.drops.open(names[1:])
    assert "These are 2 files" in asked[0]
    assert len(driver.window.tabs) == 2


def test_a_file_is_opened_a_folder_browsed_and_unsaved_work_left_alone(
    driver: Driver, tmp_path: Path
) -> None:
    path = a_file(tmp_path / "box" / "one.txt")
    driver.click((0, 0))
    driver.window.drops.open([str(path)])
    assert driver.window.shown.document.path == path
    driver.key("Control-Tab")
    driver.window.drops.open([str(tmp_path / "box")])
    browser = browser_of(driver)
    assert browser.pack.path == tmp_path / "box"
    assert driver.level.endpoints == {(0, 0): "R"}


def test_a_text_with_a_level_or_the_name_of_a_file_is_opened(
    driver: Driver, tmp_path: Path
) -> None:
    drops = driver.window.drops
    drops.open([LINK])
    assert len(driver.level.pairs) == 5
    for text in (LINK, "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.", f"look: {LINK}\n"):
        driver.window.tabs.add()
        drops.open_text(text)
        assert len(driver.level.pairs) == 5
        assert driver.window.shown.document.path is None
        assert not driver.window.shown.document.is_saved
    path = a_file(tmp_path / "a {b 100%20" / "one two.txt")
    for text in (f"{path.as_uri()}\r\n", str(path)):
        drops.open_text(text)
        assert driver.window.shown.document.path == path
        driver.window.shown.document.new(driver.level)


def test_a_text_without_a_level_and_a_file_that_is_gone_are_explained(
    driver: Driver, tmp_path: Path
) -> None:
    driver.click((0, 0))
    for text in ("", "Dear Sir,\nno level in here.", "/" + 5000 * "x", "/a\0b"):
        asked = answering(driver, "OK")
        driver.window.drops.open_text(text)
        assert "cannot be read as a puzzle" in asked[0]
        assert driver.level.endpoints == {(0, 0): "R"}
    asked = answering(driver, "OK")
    driver.window.drops.open([str(tmp_path / "gone.txt")])
    assert "gone.txt" in asked[0]
