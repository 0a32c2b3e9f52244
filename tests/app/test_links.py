"""Links and levels on the clipboard, and their messages in the real window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from flowdesk.kinds.flow.level import Level
from tests.app.test_files import menu
from tests.app.test_saving import DRAWN
from tests.driver import Driver, answering
from tests.samples import SMALL, level_of

LINK = "https://puzz.link/p?arukone/5/5/1g2g3h4g5l2g3h145g"
NUMLIN = "https://puzz.link/p?numlin/4/4/12l3123j"


def test_a_link_is_opened_as_a_level_that_no_file_holds(driver: Driver) -> None:
    assert driver.window.files.open_named(LINK)
    assert len(driver.level.pairs) == 5
    assert driver.window.root.title() == "• Link – FlowDesk"


def test_what_the_reader_took_otherwise_is_said(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "links.txt"
    path.write_text(f"{NUMLIN}\n{NUMLIN}\n")
    asked = answering(driver, "OK")
    assert driver.window.files.open_path(path)
    assert asked[0].count("numlin lets") == 1
    asked = answering(driver, "OK")
    assert driver.window.files.open_named(NUMLIN)
    assert asked


def paste(driver: Driver, text: str) -> None:
    """Paste what another program has put on the clipboard."""
    driver.root.clipboard_clear()
    driver.root.clipboard_append(text)
    driver.key("Control-v")


def test_a_link_is_pasted(driver: Driver) -> None:
    paste(driver, f"try this one:\n{LINK}\n")
    assert len(driver.level.pairs) == 5
    asked = answering(driver, "OK")
    paste(driver, NUMLIN)
    assert asked
    assert driver.level.width == 4


def of_menu(label: str) -> Callable[[Driver], None]:
    """Choose an entry of what Edit can copy."""

    def choose(driver: Driver) -> None:
        menu(driver, "Edit", "Copy as").invoke(label)
        driver.root.update()

    return choose


@pytest.mark.parametrize(
    ("copy", "said"),
    [
        (lambda driver: driver.key("Control-c"), "Copied as Map, without the drawn paths."),
        (
            of_menu("Puzz.link link"),
            "without the title, the letters of the colours and the drawn paths.",
        ),
        (of_menu("FlowDesk JSON"), "Copied as FlowDesk JSON."),
    ],
)
def test_a_level_is_copied_and_what_is_left_out_is_said(
    driver: Driver, copy: Callable[[Driver], None], said: str
) -> None:
    driver.window.shown.document.new(replace(DRAWN, about={"title": "Mine"}))
    copy(driver)
    assert driver.window.status.message.endswith(said)
    driver.window.shown.document.new(Level(5, 5))
    driver.key("Control-v")
    assert (driver.level.width, len(driver.level.pairs)) == (3, 1)


def test_a_link_is_copied_without_a_line_end(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    of_menu("Puzz.link link")(driver)
    assert driver.root.clipboard_get() == LINK


def test_what_a_link_cannot_hold_is_refused(driver: Driver) -> None:
    driver.window.shown.document.new(level_of("R#R"))
    driver.root.clipboard_clear()
    driver.root.clipboard_append("before")
    asked = answering(driver, "OK")
    of_menu("Puzz.link link")(driver)
    assert "hole" in asked[0]
    assert driver.root.clipboard_get() == "before"
