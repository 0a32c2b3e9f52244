"""Page up, Page down and the arrows go through a file's puzzles, and through those beside it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from tests.driver import Driver
from tests.samples import SMALL

MAP = "R...R\n.....\n.....\n.....\nB...B\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two levels alone in their files, a file of two, and one that is none."""
    folder = tmp_path / "levels"
    folder.mkdir()
    for name in ("level-2.txt", "level-10.txt"):
        (folder / name).write_text(MAP)
    (folder / "level-3.txt").write_bytes(b"\0 no text")
    (folder / "level-4.txt").write_text("5,0,1,2;0,1,2\n")
    (folder / "notes.pdf").write_bytes(b"%PDF")
    return folder


def opened(driver: Driver, path: Path) -> Driver:
    assert driver.window.files.open_path(path)
    driver.wait_until(lambda: not driver.window.levels._slices.running, "the folder is listed")
    return driver


def name(driver: Driver) -> str:
    driver.root.update()
    return driver.window.shown.document.name


def words(driver: Driver) -> str:
    bar = driver.window.levels
    return str(bar.where["text"]) if bar.winfo_ismapped() else ""


def test_page_down_goes_through_a_folder_and_back(driver: Driver, folder: Path) -> None:
    (folder / "level-4.txt").unlink()
    assert words(driver) == "", "a puzzle that is in no file has no arrows"
    opened(driver, folder / "level-2.txt")
    driver.root.update()
    assert words(driver) == "Puzzle 1 of 3"
    bar = driver.window.levels
    assert driver.view.winfo_rooty() + driver.view.winfo_height() <= bar.winfo_rooty()
    assert bar.arrows[-1].instate(["disabled"])
    driver.key("Next")
    assert name(driver) == "level-10.txt", "a file without a puzzle is passed over"
    assert words(driver) == "Puzzle 3 of 3"
    assert bar.arrows[1].instate(["disabled"])
    driver.key("Next")
    assert name(driver) == "level-10.txt"
    driver.key("Prior")
    assert name(driver) == "level-2.txt"
    driver.key("F12")
    bar.arrows[1].invoke()
    assert name(driver) == "level-10.txt", "by the arrows as well"
    assert driver.window.tab.playing.is_on, "what is reached while playing is played"


def test_files_that_come_and_go_are_counted(driver: Driver, folder: Path) -> None:
    opened(driver, folder / "level-10.txt")
    bar = driver.window.levels
    driver.root.update()
    assert words(driver) == "Puzzle 4 of 4"
    (folder / "level-11.txt").write_text(MAP)
    driver.key("Next")
    assert name(driver) == "level-11.txt", "without looking at any other window before"
    (folder / "level-4.txt").unlink()
    driver.window.root.event_generate("<FocusIn>")
    driver.wait_until(lambda: bar.where["text"] == "Puzzle 4 of 4", "one is gone")
    for number in (12, 13):
        (folder / f"level-{number}.txt").write_text(MAP)
    driver.window.root.event_generate("<FocusIn>")
    driver.wait_until(lambda: bar.where["text"] == "Puzzle 4 of 6", "two are new")
    assert bar.arrows[1].instate(["!disabled"])


def test_a_file_of_several_puzzles_comes_before_what_is_beside_it(
    driver: Driver, tmp_path: Path
) -> None:
    several = [Entry(SMALL), Entry(SMALL)]
    (tmp_path / "a.txt").write_text(MAP)
    (tmp_path / "b.json").write_text(JSON.write(several))
    (tmp_path / "c.txt").write_text(MAP)
    opened(driver, tmp_path / "a.txt")
    names = []
    for _ in range(3):
        driver.key("Next")
        names.append((name(driver), words(driver)))
    assert names == [
        ("b.json #1", "Puzzle 1 of 2"),
        ("b.json #2", "Puzzle 2 of 2"),
        ("c.txt", "Puzzle 3 of 3"),
    ]
    driver.key("Prior")
    assert name(driver) == "b.json #2", "backwards, the last one of a file comes first"


def test_what_was_changed_stays_open_and_the_next_file_has_a_tab_of_its_own(
    driver: Driver, folder: Path
) -> None:
    opened(driver, folder / "level-2.txt")
    driver.key("Next")
    tabs = len(driver.window.tabs)
    driver.click((2, 2))
    changed = driver.window.shown.document
    driver.key("Prior")
    assert name(driver) == "level-2.txt"
    assert len(driver.window.tabs) == tabs + 1
    assert not changed.is_saved


@pytest.mark.slow
def test_ten_thousand_files_are_listed_once_and_without_blocking(
    driver: Driver, tmp_path: Path
) -> None:
    for number in range(10_000):
        (tmp_path / f"{number}.txt").write_text(MAP)
    opened(driver, tmp_path / "500.txt")
    assert words(driver) == "Puzzle 501 of 10,000"
    costs = []
    for number in range(501, 521):
        start = time.process_time()
        driver.key("Next")
        costs.append(time.process_time() - start)
        assert name(driver) == f"{number}.txt"
    assert sorted(costs)[10] < 0.05
