"""Saving in many formats: files keep theirs, and losses are confirmed first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.file_chooser import FileChooser
from flowdesk.app.dialogs.files import meant
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.document import Document
from flowdesk.formats.registry import FORMATS, PICTURE, format_named, open_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level, Solution
from tests.driver import Driver, answering, button, entries, fill_in
from tests.samples import SMALL, level_of

PATHS = {"R": ((0, 0), (1, 0), (2, 0))}
DRAWN = replace(level_of("R.R"), drawn=PATHS)
AS_JSON = "Save as FlowDesk JSON ..."


def key_of(path: Path) -> str:
    """The key of a file's format."""
    return open_file(path)[0].key


def written(path: Path, key: str, level: Level, solution: Solution | None = None) -> Path:
    """A file of one level in a format."""
    path.write_text(format_named(key).write([Entry(level, solution)]))
    return path


def choosing(driver: Driver, name: str = "", type: str = "") -> list[str]:
    """Type a name, choose a type and press Enter in the next dialog for files.

    What was suggested, and the types with their patterns, will be in the list.
    """
    seen: list[str] = []

    def choose(dialog: FileChooser) -> None:
        fields = entries(dialog)
        seen.extend([fields[1].get(), *(f"{name} ({dialog.types[name]})" for name in dialog.types)])
        if type:
            types = fields[2]
            assert isinstance(types, ttk.Combobox)
            types.set(type)
            types.event_generate("<<ComboboxSelected>>")
        fill_in(dialog, name or fields[1].get())

    if driver.window.shell.system != "x11":
        pytest.skip("here the system's own dialog is used")
    driver.when_asked(choose, for_file=True)
    return seen


def test_a_shipped_puzzle_is_not_written_over(driver: Driver, tmp_path: Path) -> None:
    path = shipped("puzzles") / "05x05-first-steps.txt"
    before = path.read_bytes()
    assert driver.window.files.open_path(path)
    driver.click((0, 1), button=3)
    seen = choosing(driver, str(tmp_path / "mine.txt"))
    driver.key("Control-s")
    assert path.read_bytes() == before
    assert seen[0] == "05x05-first-steps.txt"
    assert driver.window.shown.document.path == tmp_path / "mine.txt"
    assert driver.window.shown.document.is_saved


# -- its own format ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("json", "json-under-another-name.txt"),
        ("pzprv3", "level.txt"),
    ],
)
def test_a_file_is_saved_as_what_it_was(
    driver: Driver, tmp_path: Path, key: str, name: str
) -> None:
    path = written(tmp_path / name, key, SMALL)
    assert driver.window.files.open_path(path)
    assert key_of(path) == key
    driver.click((0, 0), button=3)
    driver.key("Control-s")
    assert driver.window.shown.document.is_saved
    assert driver.window.status.message == f"Saved as {name}."
    assert key_of(path) == key
    assert len(open_file(path)[1][0].level.endpoints) == len(SMALL.endpoints) - 1


def test_the_title_is_suggested_as_the_name_in_which_numbers_go_on(
    driver: Driver, tmp_path: Path
) -> None:
    cases = [
        ("notes.md", "", "01.txt"),
        ("notes.md", "Up & Down: a/b", "up-down-a-b.txt"),
        ("02-knot.txt", "", "03.txt"),
        ("02-knot.txt", "Spiral", "03-spiral.txt"),
        ("06x06-knot.txt", "Spiral", "spiral.txt"),
        ("2026-plan.odt", "Spiral", "spiral.txt"),
    ]
    for number, (there, title, name) in enumerate(cases):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / there).write_text("RR\n")
        driver.window.shell.used(tmp_path / str(number) / there)
        driver.window.tabs.restore([Document(replace(SMALL, about={"title": title}))], 0)
        seen = choosing(driver, str(tmp_path / f"mine{number}"))
        driver.key("Control-s")
        assert seen[0] == name, there


def test_what_is_only_read_is_saved_under_a_name(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    path.write_text("1 3 1\n(0, 0) (2, 0)\n")
    assert driver.window.files.open_path(path)
    driver.click((1, 0))
    seen = choosing(driver, "mine")
    driver.key("Control-s")
    assert seen[0] == "level.txt"
    assert path.read_text().startswith("1 3 1")
    assert key_of(tmp_path / "mine.txt") == "map"
    assert driver.window.shown.document.path == tmp_path / "mine.txt"


# -- what is left out --------------------------------------------------------------------------


def test_what_a_format_leaves_out_is_said_before_and_only_once(
    driver: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "mine.txt"
    driver.window.shown.document.new(DRAWN)
    asked = answering(driver, "Cancel")
    assert not driver.window.tab.saving.save_to(path)
    assert "mine.txt as Map leaves out the drawn paths." in asked[0]
    assert not path.exists()
    answering(driver, "Save anyway")
    assert driver.window.tab.saving.save_to(path)
    assert "without the drawn paths" in driver.window.status.message
    driver.window.shown.document.apply("title", replace(DRAWN, about={"title": "Mine"}))
    driver.key("Control-s")
    assert driver.window.shown.document.is_saved
    assert "without the drawn paths" in driver.window.status.message
    answering(driver, "Cancel")
    assert not driver.window.tab.saving.save_to(tmp_path / "link.txt", format_named("link"))


def test_what_was_not_read_of_a_file_is_not_written_over_unasked(
    driver: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "level.txt"
    path.write_text("pzprv3\narukone\n1\n3\npassallcell\nA . A \n-1 0 \n", newline="\n")
    before = path.read_text()
    assert "crosses" in open_file(path)[1][0].remarks[0]
    answering(driver, "OK")
    driver.window.files.open_path(path)
    driver.click((1, 0))
    asked = answering(driver, "Cancel")
    driver.key("Control-s")
    assert "crosses" in asked[0]
    assert path.read_text() == before
    answering(driver, "Save anyway")
    driver.key("Control-s")
    assert key_of(path) == "pzprv3"
    driver.click((1, 0), button=3)
    driver.key("Control-s")
    assert driver.window.shown.document.is_saved


def test_closing_is_given_up_when_saving_is(driver: Driver, tmp_path: Path) -> None:
    path = written(tmp_path / "mine.txt", "map", level_of("R.R"))
    before = path.read_text()
    driver.window.files.open_path(path)
    driver.window.shown.document.apply("draw", DRAWN)

    def save(dialog: Dialog) -> None:
        button(dialog, "Save").invoke()
        driver.when_asked(lambda dialog: button(dialog, "Cancel").invoke())

    driver.asked("Control-q", save)
    assert driver.window.root.winfo_exists()
    assert path.read_text() == before
    assert driver.level == DRAWN


def test_it_can_be_saved_as_what_holds_everything_instead(driver: Driver, tmp_path: Path) -> None:
    driver.window.shown.document.new(DRAWN)
    asked = answering(driver, AS_JSON)
    seen = choosing(driver, str(tmp_path / "mine"))
    assert driver.window.tab.saving.save_to(tmp_path / "mine.txt")
    assert asked
    assert seen[0] == "01.json"
    assert [path.name for path in tmp_path.glob("mine*")] == ["mine.json"]
    assert open_file(tmp_path / "mine.json")[1][0].level == DRAWN
    driver.window.shown.document.new(DRAWN)
    seen = choosing(driver, str(tmp_path / "other"))
    driver.key("Control-s")
    assert seen[0] == "01.json", "it is suggested at once"
    assert open_file(tmp_path / "other.json")[1][0].level == DRAWN


def test_what_a_format_refuses_can_be_saved_as_what_holds_it(
    driver: Driver, tmp_path: Path
) -> None:
    named = Level(2, 1, {(0, 0): "name", (1, 0): "name"})
    saving, document = driver.window.tab.saving, driver.window.shown.document
    for level, key, words in ((level_of("R#R"), "colors", "hole"), (named, "map", "'name'")):
        document.new(level)
        asked, format = answering(driver, "Close"), format_named(key)
        assert not saving.save_to(tmp_path / key, format)
        assert words in asked[0]
        assert not document.is_saved or document.path is None
        answering(driver, AS_JSON)
        choosing(driver, str(tmp_path / f"{key}.json"))
        assert saving.save_to(tmp_path / key, format)
        assert not (tmp_path / key).exists()
        assert open_file(tmp_path / f"{key}.json")[1][0].level == level


def test_a_file_in_another_folder_is_said_to_be_there(driver: Driver, tmp_path: Path) -> None:
    saving, status = driver.window.tab.saving, driver.window.status
    (tmp_path / "box").mkdir()
    for place, said in (
        ("01.json", f"01.json (FlowDesk JSON) in {tmp_path.name}"),
        ("02.json", "02.json"),
        ("box/02.json", "02.json in box"),
    ):
        assert saving.save_to(tmp_path / place)
        assert status.message == f"Saved as {said}."


def test_a_solution_is_missed_in_a_map_if_its_file_had_it_and_not_if_it_was_found(
    driver: Driver, tmp_path: Path
) -> None:
    path = written(tmp_path / "mine.txt", "map", level_of("R.R"))
    driver.window.files.open_path(path)
    driver.solve()
    driver.key("Control-End", "Control-s")
    assert driver.window.status.message == "Saved as mine.txt."
    path = written(tmp_path / "mine.json", "json", level_of("R.R"), Solution(PATHS))
    driver.window.files.open_path(path)
    assert driver.window.tab.saving.save_to(tmp_path / "other.txt")
    assert driver.window.status.message == "Saved as other.txt (Map), without the solution."


# -- the dialogs -------------------------------------------------------------------------------


def test_all_formats_can_be_opened(driver: Driver, tmp_path: Path) -> None:
    path = written(tmp_path / "mine.json", "colors", level_of("R.R"))
    seen = choosing(driver, str(path))
    driver.key("Control-o")
    assert driver.window.shown.document.path == path
    types = [type.split(" (*")[0] for type in seen[1:]]
    assert (types[0], types[-1]) == ("All puzzles", "All files")
    assert set(types[1:-1]) == {format.name for format in (*FORMATS, PICTURE)}
    assert "*.json" in seen[1]
    assert "*.txt" in seen[1]


def test_the_types_to_save_are_those_that_can_hold_the_levels(
    driver: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "pack.txt"
    path.write_text("3 1\nR.R\n\n2 1\nAA\n")
    driver.window.files.open_path(path)
    seen = choosing(driver, "other")
    driver.asked("Control-Shift-S", lambda dialog: button(dialog, "In one file ...").invoke())
    fitting = [format for format in FORMATS if "flow" in (format.kinds or ["flow"])]
    types = {format.name for format in fitting if format.can_write and format.holds_many}
    assert {type.split(" (*")[0] for type in seen[1:]} == types
    assert key_of(tmp_path / "other.txt") == "list"


def test_the_type_that_was_chosen_decides(driver: Driver, tmp_path: Path) -> None:
    path = written(tmp_path / "mine.txt", "map", level_of("R.R"))
    driver.window.files.open_path(path)
    choosing(driver, type="FlowDesk JSON")
    driver.key("Control-Shift-S")
    assert driver.window.status.message == "Saved as mine.json (FlowDesk JSON)."
    assert key_of(tmp_path / "mine.json") == "json"
    assert key_of(path) == "map"


def test_a_name_that_follows_its_type_overwrites_nothing_unasked(
    driver: Driver, tmp_path: Path
) -> None:
    (tmp_path / "mine.json").write_text("precious")
    for answer in ("Cancel", "Replace"):
        choosing(driver, str(tmp_path / "mine.txt"), type="FlowDesk JSON")
        asked = answering(driver, answer)
        driver.key("Control-Shift-S")
        assert "mine.json" in asked[0]
        assert ((tmp_path / "mine.json").read_text() == "precious") is (answer == "Cancel")


@pytest.mark.parametrize(
    ("name", "chosen", "file", "key"),
    [
        ("a", "map", "a.txt", "map"),
        ("a.json", "map", "a.json", "json"),  # the type was left alone
        ("a.txt", "json", "a.json", "json"),
        ("a.txt", "link", "a.txt", "link"),
        ("A.TXT", "map", "A.TXT", "map"),
        ("v1.2", "map", "v1.2.txt", "map"),
        ("v1.2", "colors", "v1.2.json", "colors"),
    ],
)
def test_the_name_and_the_type_that_are_chosen_agree(
    name: str, chosen: str, file: str, key: str
) -> None:
    formats = [format for format in FORMATS if format.can_write]
    path, format = meant(Path("x", name), formats, format_named("map"), format_named(chosen))
    assert (path, format.key) == (Path("x", file), key)
