"""Pictures of what lies over the level: solutions, the map, hints, rules, engines, games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from flowdesk.app.dialogs.base import Dialog
from flowdesk.desk.pictures.picture import picture_bytes, scene_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.draw import raster
from flowdesk.draw.lettering import caption_lines
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.scene import Scene
from flowdesk.draw.theme import Look
from tests.app.test_explore import all_known
from tests.app.test_export import SMALL_OF, choose, name_file, switch
from tests.app.test_insight import leave
from tests.app.test_live import SEVERAL, everything_known, press, told_begins
from tests.driver import Driver
from tests.processes import run
from tests.samples import SMALL, level_of

CELL = 30


def explore(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL_OF["flow"])
    explore_rules(driver)


def explore_loops(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL_OF["slitherlink"])
    explore_rules(driver)


def explore_rules(driver: Driver) -> None:
    driver.key("F7")
    all_known(driver)
    driver.key("F11", "F11")
    all_known(driver)


def flip(driver: Driver) -> None:
    check(driver)
    driver.key("Control-f")


def show_map(driver: Driver) -> None:
    check(driver)
    driver.key("Control-m")


def show_hint(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.key("F1")
    driver.wait_until(lambda: told_begins(driver, "Hint 1:"), "a hint comes")


def show_attempt(driver: Driver) -> None:
    driver.window.shown.live_check.toggle()
    level = level_of("R.....Y .G...B. ....... ..B.... ...G... ....R.. ......Y")
    driver.window.shown.document.new(level)
    everything_known(driver)
    press(driver, "covered")
    leave(driver)  # what is pointed at is not in pictures


def watch(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.window.tab.watching.start(
        "distance"
    )  # a slow machine might search to the end before the next key
    driver.key("F6", "F8", "F8", "F8")


def think(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.key("Control-F7", "F8", "F8", "F8")


def play(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.key("F12")
    driver.drag((0, 0), (0, 2))


def check(driver: Driver) -> None:
    driver.window.shown.live_check.toggle()
    driver.window.shown.document.new(SEVERAL)
    everything_known(driver)


def export_as_mine(driver: Driver, folder: Path) -> Path:
    """Export what is shown by the dialog as mine.png; return its path."""

    def answer(dialog: Dialog) -> None:
        choose(dialog, {"Cell size in pixels": str(CELL)})
        name_file(driver, folder / "mine")
        dialog.event_generate("<Return>")

    driver.asked("Control-e", answer)
    driver.wait_until((folder / "mine.png").exists, "the picture is written")
    return folder / "mine.png"


@pytest.mark.parametrize(
    ("show", "words"),
    [
        (explore, "Corrected rules 1 and 2: Still wrong: "),
        pytest.param(
            *(explore_loops, "Corrected rules 0 and 1: Still wrong: "), marks=pytest.mark.slow
        ),
        (flip, "One solution; outlined cells differ."),
        (show_map, "2 solutions"),
        (show_hint, "Hint 1: "),
        pytest.param(*(show_attempt, "covered"), marks=pytest.mark.slow),
        pytest.param(*(watch, "The engine distance is searching: "), marks=pytest.mark.slow),
        pytest.param(*(think, " says just this: a clause of one"), marks=pytest.mark.slow),
        (play, "0 of 5"),
    ],
)
def test_what_is_on_the_board_is_written_with_its_sentence_below(
    driver: Driver, tmp_path: Path, show: Callable[[Driver], None], words: str
) -> None:
    show(driver)
    stage = driver.window.shown.stage
    sentence = stage.mode.caption if stage.mode else ""
    assert words in sentence
    path = export_as_mine(driver, tmp_path)
    driver.wait_until(
        lambda: driver.view.scene == stage.picture(labels=False), "nothing lights up any more"
    )
    with Image.open(path) as picture:
        shown = raster.paint(
            driver.view.scene, SpriteSheet(Look(driver.window.theming.theme, CELL))
        )
        assert picture.convert("RGB").crop((0, 0, *shown.size)).tobytes() == shown.tobytes()
        assert picture.height > shown.height, "the sentence is below"


def test_an_animation_in_progress_is_written_as_far_as_it_is(
    driver: Driver, tmp_path: Path
) -> None:
    driver.window.shown.document.new(SMALL)
    driver.solve()
    driver.key("Shift-F5", "F6", "F8", "F8")
    written = export_as_mine(driver, tmp_path).read_bytes()
    assert written == scene_bytes(driver.window.shown.stage.picture(labels=False), Style(cell=CELL))
    solution = driver.window.shown.document.solution
    assert written not in (
        picture_bytes(SMALL, each, Style(cell=CELL)) for each in (None, solution)
    )


def test_the_sentence_the_board_and_the_solution_are_chosen_in_the_dialog(
    driver: Driver, tmp_path: Path
) -> None:
    explore(driver)
    scene = driver.window.shown.stage.picture(labels=False)
    style = Style(cell=CELL)
    wanted = {
        "without.svg": scene_bytes(scene, style, ".svg"),
        "level.svg": picture_bytes(SMALL, None, style, ".svg"),
    }
    for name in wanted:

        def answer(dialog: Dialog, name: str = name) -> None:
            choose(dialog, {"File type": "SVG drawing", "Cell size in pixels": str(CELL)})
            box = "The sentence" if name == "without.svg" else "The board as it is now"
            switch(dialog, box).invoke()
            name_file(driver, tmp_path / name)
            dialog.event_generate("<Return>")

        driver.asked("Control-e", answer)
        driver.wait_until((tmp_path / name).exists, "the picture is written")
        assert (tmp_path / name).read_bytes() == wanted[name]


def test_of_a_level_or_its_whole_solution_the_dialog_is_as_ever(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)

    def answer(dialog: Dialog) -> bool:
        offers = switch(dialog, "The board as it is now").winfo_manager() != ""
        dialog.event_generate("<Escape>")
        return offers

    assert not driver.asked("Control-e", answer)
    driver.solve()
    driver.key("Control-End")
    assert not driver.asked("Control-e", answer)
    driver.key("F7")
    all_known(driver)
    assert driver.asked("Control-e", answer)


def test_a_long_sentence_is_broken_into_lines_as_wide_as_the_board() -> None:
    scene = Scene(5, 5, text="Still wrong: rules 3 to 9 would forbid this. " * 4)
    lines = caption_lines(scene)
    assert " ".join(line.text for line in lines) == scene.text.strip()
    assert len(lines) > 3
    assert len({line.size for line in lines}) == 1
    (title, *rest) = caption_lines(Scene(5, 5, caption=("Title",), text=scene.text))
    assert [line.text for line in rest] == [line.text for line in lines]
    assert title.size > rest[0].size


def test_what_is_seen_is_copied_with_its_sentence(driver: Driver, xclip: str) -> None:
    driver.window.shell.remember(export=Style(cell=20, theme=""))
    explore(driver)
    driver.key("Control-Shift-E")
    driver.wait_until(lambda: "on the clipboard" in driver.window.status.message, "it is copied")
    stage = driver.window.shown.stage
    assert stage.mode
    scene = replace(stage.picture(labels=False), text=stage.mode.caption)
    command = [xclip, "-selection", "clipboard", "-target", "image/png", "-o"]
    driver.wait_until(
        lambda: run(command, capture_output=True).stdout == scene_bytes(scene, Style(cell=20)),
        "the picture is there",
    )
