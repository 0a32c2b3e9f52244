"""What players of a published pack sent back, in the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowdesk.app.packs.window import PackWindow
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.publishing.collected import Collected
from flowdesk.desk.publishing.page import level_key
from flowdesk.desk.publishing.results import LevelResult, PlayerResult, write
from tests.app.test_packs import browse
from tests.driver import Driver, answering, texts
from tests.packs import box

__all__ = ["box"]  # a fixture


def sent(folder: Path, player: str, *seconds: int) -> str:
    """What a player sends who solved the first levels in so many seconds."""
    levels = [item.level for item in Pack(folder).items if item.level]
    done = enumerate(zip(levels, seconds, strict=False), 1)
    found = (LevelResult(number, level_key(level), True, time, 5) for number, (level, time) in done)
    return write(PlayerResult(player, tuple(found)))


def copy(driver: Driver, text: str) -> None:
    driver.root.clipboard_clear()
    driver.root.clipboard_append(text)


def browser_of(driver: Driver) -> PackWindow:
    browser = driver.window.packs.browser
    assert browser
    return browser


def test_pasted_results_are_kept_and_drawn_as_a_curve(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    assert not browser.view.curve.winfo_ismapped()
    copy(driver, sent(box, "1f00c0de", 30, 67) + sent(box, "ab12cd34", 50))
    driver.key("Control-v")
    driver.wait_until(browser.view.curve.winfo_ismapped, "the curve is shown")
    assert [seconds for _, _, seconds in browser.view.listing.ratings()[1]] == [40, 67, None]
    assert "results of 2 players" in texts(browser.top)
    assert "2 new players" in texts(browser.top)
    assert browser.view._tip_of(browser.view.listing.order[0]).endswith(
        "not rated\n2 of 2 players solved it, the median in 0:40."
    )


def test_results_on_the_clipboard_are_pasted_into_the_pack_of_the_open_level(
    driver: Driver, box: Path
) -> None:
    driver.window.files.open_path(box / "beta.txt")
    copy(driver, f"Here they are:\n> {sent(box, '1f00c0de', 30)}")
    driver.key("Control-v")
    driver.wait_until(lambda: driver.window.packs.browser, "the pack is shown")
    assert "1 new player" in texts(browser_of(driver).top)
    kept = Collected(box)
    kept.refresh()
    assert list(kept.players) == ["1f00c0de"]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text.replace("solved", "sold"), "Line 2: this is no line of a result."),
        (lambda text: text.replace("results 1", "results 2"), "Line 1: this result is of a newer"),
        (lambda text: "Hello", "There are no results of players."),
    ],
)
def test_what_cannot_be_taken_is_told(driver: Driver, box: Path, spoil: object, said: str) -> None:
    browse(driver, box)
    assert callable(spoil)
    copy(driver, spoil(sent(box, "1f00c0de", 30)))
    asked = answering(driver, "OK")
    driver.key("Control-v")
    assert said in asked[0]
    assert not (box / "results.flowdesk").exists()
