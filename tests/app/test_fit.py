"""Every window and dialog at several scales: no text is cut, nothing overlaps."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.file_chooser import FileChooser
from flowdesk.app.scan.dialog import ScanDialog
from tests.app.fit import cut_texts
from tests.app.windows import (
    BOARD,
    DIALOGS,
    MODES,
    OTHERS,
    WINDOWS,
    choose_among_long_names,
    correct,
    do,
)
from tests.driver import Driver, button, pretend_screen
from tests.file_list import PACKAGE

_MAKERS = {"Toplevel", "Top", "Dialog", "PreviewDialog", "ResultWindow"}


def makers() -> Iterator[str]:
    """Name each class and function that makes windows, with its file."""
    for path in sorted((PACKAGE / "app").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not any(name in source for name in _MAKERS):
            continue
        for node in ast.parse(source).body:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                continue
            calls = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
            used = [*calls, *(node.bases if isinstance(node, ast.ClassDef) else ())]
            names = {getattr(each, "attr", getattr(each, "id", "")) for each in used}
            # Others are classes below these.
            if names & _MAKERS and node.name != "Top":
                yield f"{path.relative_to(PACKAGE / 'app')} {node.name}"


def test_every_window_is_looked_at() -> None:
    shown = {*DIALOGS, *WINDOWS, *OTHERS}
    assert set(makers()) == shown


@pytest.mark.parametrize(
    "percent", [*(pytest.param(each, marks=pytest.mark.slow) for each in (100, 150)), 200]
)
def test_no_text_is_cut_and_nothing_overlaps(driver: Driver, percent: int, tmp_path: Path) -> None:
    window, found = driver.window, dict[str, list[str]]()
    driver.window.root.geometry("1360x900+0+0")
    window.shell.remember(scale=percent)
    folder = tmp_path / "A folder whose name is longer than the list of places is wide"
    folder.mkdir()
    window.files.open_named(str(shutil.copy(BOARD, folder / f"{20 * 'long name '}.txt")))
    driver.root.update()
    for name, what in MODES.items():
        do(driver, what)
        driver.root.update()
        found[name] = cut_texts(window.root)
    window.files.open_named(str(BOARD))
    window.shown.stage.show(None)
    for name, what in DIALOGS.items():

        def look(dialog: Dialog, name: str = name) -> None:
            driver.root.update()
            found[name] = cut_texts(dialog)
            dialog.destroy()

        window.front.view.focus_force()
        driver.root.update()
        driver.when_asked(look, for_file="FileChooser" in name)
        do(driver, what)
        assert name in found, f"{name} did not open"
    for name, (open_it, top_of) in WINDOWS.items():
        do(driver, open_it)
        top = top_of(driver)
        driver.root.update()
        found[name] = cut_texts(top)
        top.withdraw()
    assert "\n".join(f"{name}: {fault}" for name in found for fault in found[name]) == ""


def test_on_a_small_screen_words_take_the_width_and_buttons_stay(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_screen(monkeypatch, 640, 480)
    seen = []

    def show_about(driver: Driver) -> None:
        driver.window.show_about()

    def look(dialog: Dialog) -> None:
        if isinstance(dialog, ScanDialog):
            driver.wait_until(lambda: dialog.canvas, "the picture is read")
        driver.root.update()
        seen.append(type(dialog))
        for part in dialog.foot.pack_slaves():
            end = part.winfo_rooty() - dialog.winfo_rooty() + part.winfo_height()
            assert part.winfo_viewable()
            assert end <= dialog.winfo_height()
        for label in dialog.body.winfo_children():
            assert not isinstance(label, ttk.Label) or label.winfo_width() > 400
        if isinstance(dialog, FileChooser):
            assert dialog.list.winfo_width() > 300
        dialog.destroy()

    driver.window.files.open_named(str(BOARD))
    driver.window.shell.remember(scale=150)
    for what in (correct, show_about, choose_among_long_names):
        driver.when_asked(look, for_file=what is choose_among_long_names)
        what(driver)
    assert len(seen) == 3


def test_the_badge_stays_in_a_toolbar_without_room(driver: Driver) -> None:
    window = driver.window
    window.shell.remember(scale=300)
    for width in (1366, 960):
        window.root.geometry(f"{width}x700+0+0")
        driver.root.update()
        badge = window.verdict
        assert str(badge.cget("text")) in ("drawing: no endpoints yet", "no endpoints yet")
        assert badge.winfo_reqwidth() <= badge.winfo_width() + 1, "it is not cut off"
        assert button(window.menus.toolbar, "Solve").winfo_viewable()
    window.shell.remember(scale=100)
    window.root.geometry("1360x700+0+0")
    driver.root.update()
    assert button(window.menus.toolbar, "New").winfo_viewable(), "there is room again"
