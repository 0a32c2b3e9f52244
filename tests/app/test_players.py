"""What players of a published pack sent back, in the window."""

from __future__ import annotations

from pathlib import Path

from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.publishing.page import level_key
from flowdesk.desk.publishing.results import Collected, LevelResult, PlayerResult, write
from flowdesk.draw.scene import Tile
from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from tests.app.test_packs import browse, browser_of
from tests.driver import Driver, answering, texts
from tests.packs import box

__all__ = ["box"]  # a fixture


def sent(folder: Path, player: str, *seconds: int) -> str:
    """What a player sends who solved the first levels in so many seconds."""
    levels = [item.level for item in Pack(folder).items if item.level]
    done = enumerate(zip(levels, seconds, strict=False), 1)
    found = (LevelResult(number, level_key(level), True, time, 5) for number, (level, time) in done)
    return write(PlayerResult(player, tuple(found)))


def test_pasted_results_are_kept_and_drawn_as_a_curve(driver: Driver, box: Path) -> None:
    browser = browse(driver, box)
    assert not browser.view.curve.winfo_ismapped()
    driver.copied(sent(box, "1f00c0de", 30, 67) + sent(box, "ab12cd34", 50))
    driver.key("Control-v")
    driver.wait_until(browser.view.curve.winfo_ismapped, "the curve is shown")
    assert [seconds for _, _, seconds in browser.view.listing.ratings()[1]] == [40, 67, None]
    assert "results of 2 players" in texts(browser.top)
    assert "2 new players" in texts(browser.top)
    assert browser.view.listing.rating_of(browser.view.listing.order[0]).endswith(
        "not rated\n2 of 2 players solved it, the median in 0:40."
    )


def test_results_on_the_clipboard_are_pasted_into_the_pack_of_the_open_level(
    driver: Driver, box: Path
) -> None:
    driver.window.files.open_path(box / "beta.txt")
    driver.copied(f"Here they are:\n> {sent(box, '1f00c0de', 30)}")
    driver.key("Control-v")
    driver.wait_until(lambda: driver.window.packs.browser, "the pack is shown")
    assert "1 new player" in texts(browser_of(driver).top)
    kept = Collected(box)
    kept.refresh()
    assert list(kept.players) == ["1f00c0de"]


def test_what_cannot_be_taken_is_told(driver: Driver, box: Path) -> None:
    browse(driver, box)
    good = sent(box, "1f00c0de", 30)
    for bad, said in (
        (good.replace("solved", "sold"), "Line 2: this is no line of a result."),
        (good.replace("results 1", "results 2"), "Line 1: this result is of a newer"),
        (good.partition("\nend")[0], "Line 1: this result has no end"),
    ):
        driver.copied(bad)
        asked = answering(driver, "OK")
        driver.key("Control-v")
        assert said in asked[0]
        assert not (box / "results.flowdesk").exists()


def test_the_map_shows_where_players_went_wrong_until_it_is_switched_off(
    driver: Driver, box: Path
) -> None:
    place = driver.window.files.open_path
    place(box / "beta.txt")  # 3 columns, 2 rows, without the last cell
    level = driver.window.tab.document.level
    for player, wrong in (("1f00c0de", ((3, 1), (4, 4))), ("ab12cd34", ((4, 1), (999, 1)))):
        done = LevelResult(1, level_key(level), True, 30, 5, wrong=wrong)
        Collected(box).add(write(PlayerResult(player, (done,))), [level_key(level)])
    driver.key("Control-Shift-M")
    mode = driver.window.shown.wrong_turns
    assert mode.is_on
    strength = {cell: tile.strength for cell, tile in mode.marks.items()}
    assert list(strength) == [(0, 1), (1, 1)]
    assert strength[0, 1] < strength[1, 1]
    assert [tiles[0].text for tiles in mode.above.values()] == ["1", "5"]
    assert driver.window.status.message == (
        "2 of 2 players solved it, the median in 0:30. Most often wrong, 5 times: row 2, column 2."
    )
    driver.key("Control-Shift-M")
    assert not mode.is_on


def test_a_number_on_an_endpoint_is_read_as_its_letter_would_be(driver: Driver, box: Path) -> None:
    driver.window.files.open_path(box / "beta.txt")
    level = driver.window.tab.document.level
    done = LevelResult(1, level_key(level), True, 30, 5, wrong=((0, 2), (3, 1)))
    Collected(box).add(write(PlayerResult("1f00c0de", (done,))), [level_key(level)])
    driver.key("Control-Shift-M")
    above = driver.window.shown.wrong_turns.above
    assert above[0, 0] == (Tile("text", level.color("G"), text="2"),)
    assert above[0, 1] == (Tile("clue", text="1"),)


def test_of_a_slitherlink_it_shows_edges_and_without_results_how_they_come(
    driver: Driver, tmp_path: Path
) -> None:
    driver.key("Control-Shift-M")
    assert not driver.window.shown.wrong_turns.is_on
    assert driver.window.status.message.startswith("No player has sent results of this puzzle.")
    (tmp_path / "a.json").write_text(JSON.write([Entry(Slitherlink(2, 2, {(0, 0): 3}))]))
    assert driver.window.files.open_path(tmp_path / "a.json")
    level = driver.window.tab.document.level
    done = LevelResult(1, level_key(level), True, 30, 5, wrong=((0, 1),))
    Collected(tmp_path).add(write(PlayerResult("1f00c0de", (done,))), [level_key(level)])
    driver.key("Control-Shift-M")
    mode = driver.window.shown.wrong_turns
    assert mode.is_on
    assert mode.edges
    assert not mode.marks
