"""The window of the tests serves again after what most of them do, which makes them fast."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flowdesk.core.storage import shipped
from flowdesk.desk.knowledge.survey import Verdicts, assess
from tests.app.one_window import OneWindow
from tests.app.test_packs import MANY, browse
from tests.driver import Driver
from tests.samples import SMALL


def solve_and_watch(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.solve()
    driver.key("F6", "Control-End", "Escape")


def play(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.key("F12")
    driver.drag((0, 0), (0, 2))


def check_while_drawing(driver: Driver) -> None:
    driver.window.shown.live_check.toggle()
    driver.click((0, 0), (1, 1), (2, 2))


def open_a_file_of_a_folder(driver: Driver) -> None:
    driver.window.files.open_path(shipped("puzzles") / "05x05-first-steps.txt")
    strip = driver.window.pack_strip
    driver.wait_until(lambda: strip._pictures[strip.row]._photos, "the row has pictures")


def open_what_was_checked_before(driver: Driver) -> None:
    Verdicts().keep([assess(SMALL, progress=lambda so_far: None)])
    driver.window.shown.document.new(SMALL)
    assert driver.window.shell.shared.verdicts.known(SMALL)


@pytest.mark.parametrize(
    "use",
    [
        solve_and_watch,
        play,
        check_while_drawing,
        open_a_file_of_a_folder,
        open_what_was_checked_before,
    ],
)
def test_the_window_is_as_at_first(
    driver: Driver, one_window: OneWindow, use: Callable[[Driver], None]
) -> None:
    use(driver)
    assert_kept(driver, one_window)


def test_the_window_is_as_at_first_after_a_pack(
    driver: Driver, one_window: OneWindow, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("pack") / "many.txt"
    path.write_text(MANY)
    browse(driver, path)
    assert_kept(driver, one_window)


def assert_kept(driver: Driver, one_window: OneWindow) -> None:
    driver.leave()
    one_window.give_back()
    assert one_window.take() is driver.window, "tests/app/first_state.py says what was compared"
