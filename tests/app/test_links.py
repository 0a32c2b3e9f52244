"""Links and levels on the clipboard, and their messages in the real window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from flowdesk.kinds.flow.level import Level
from tests.app.test_files import menu
from tests.app.test_saving import DRAWN
from tests.driver import Driver, answering
from tests.samples import SMALL, level_of

LINK = "https://puzz.link/p?arukone/5/5/1g2g3h4g5l2g3h145g"
NUMLIN = "https://puzz.link/p?numlin/4/4/12l3123j"


def test_a_link_is_opened_and_what_the_reader_took_otherwise_is_said(
    driver: Driver, tmp_path: Path
) -> None:
    assert driver.window.files.open_named(LINK)
    assert len(driver.level.pairs) == 5
    assert driver.window.root.title() == "• Link – FlowDesk"
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
    driver.copied(text)
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


def test_a_level_is_copied_and_what_is_left_out_is_said(driver: Driver) -> None:
    left_out = "without the title, the letters of the colours and the drawn paths."
    ways: dict[str, Callable[[Driver], None]] = {
        "Copied as Map, without the drawn paths.": lambda driver: driver.key("Control-c"),
        left_out: of_menu("Puzz.link link"),
        "Copied as FlowDesk JSON.": of_menu("FlowDesk JSON"),
    }
    for said, copy in ways.items():
        driver.window.shown.document.new(replace(DRAWN, about={"title": "Mine"}))
        copy(driver)
        assert driver.window.status.message.endswith(said)
        driver.window.shown.document.new(Level(5, 5))
        driver.key("Control-v")
        assert (driver.level.width, len(driver.level.pairs)) == (3, 1)


def test_a_link_is_copied_without_a_line_end_and_what_it_cannot_hold_refused(
    driver: Driver,
) -> None:
    driver.window.shown.document.new(SMALL)
    of_menu("Puzz.link link")(driver)
    assert driver.root.clipboard_get() == LINK
    driver.window.shown.document.new(level_of("R#R"))
    driver.copied("before")
    asked = answering(driver, "OK")
    of_menu("Puzz.link link")(driver)
    assert "hole" in asked[0]
    assert driver.root.clipboard_get() == "before"
