"""Whole games on published pages, in a real browser: by touch, pen and mouse, and by keys alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flowdesk.desk.publishing.page import level_key
from flowdesk.desk.publishing.results import PlayerResult, read
from tests.web import keys, pages

if TYPE_CHECKING:
    from tests.web.browser import Browser

LEVELS = [pages.puzzle(name) for name in pages.PACKS]


def arrived(browser: Browser, number: int) -> None:
    """Wait until a level is there."""
    shown = "document.querySelector('svg.board')?.getAttribute('aria-label')"
    browser.until(f"{shown}?.startsWith(arguments[0])", f"Level {number},")


def won(browser: Browser) -> str:
    """What is said of a level that was just solved."""
    browser.until("document.querySelector('dialog.won')")
    return browser.text("dialog.won")


def sent(browser: Browser) -> PlayerResult:
    """The results that the page would send."""
    browser.tap("footer button")
    browser.until("document.querySelector('textarea')")
    found, wrong = read(browser.run("return document.querySelector('textarea').value"))
    assert wrong == []
    (result,) = found
    browser.press("Escape")
    return result


@pytest.mark.parametrize("pointer", ["touch", "mouse", "pen"])
def test_a_pack_of_all_boards_is_played_to_its_end(
    browser: Browser, tmp_path: Path, pointer: str
) -> None:
    browser.resize(412, 915, scale=2, mobile=pointer == "touch")
    browser.open(pages.write(tmp_path, *LEVELS))
    browser.tap(".contents .main", pointer)
    for number, level in enumerate(LEVELS, 1):
        arrived(browser, number)
        pages.play(browser, level, pointer=pointer)
        assert "Perfect: no solution has fewer moves." in won(browser)
        browser.tap("dialog .main", pointer)
    assert "6 of 6 solved" in browser.until("document.querySelector('.sum')?.innerText")
    result = sent(browser)
    assert [each.key for each in result.levels] == list(map(level_key, LEVELS))
    assert all(each.is_solved and not (each.wrong or each.hints) for each in result.levels)


def test_a_pack_of_all_boards_is_played_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    browser.open(pages.write(tmp_path, *LEVELS))
    browser.press("Tab", "Enter")
    for number, level in enumerate(LEVELS, 1):
        arrived(browser, number)
        keys.play(browser, level)
        assert "Solved!" in won(browser)
        browser.press("Enter")
    assert "6 of 6 solved" in browser.until("document.querySelector('.sum')?.innerText")
