"""A published page in a real browser: what is seen and heard, and what keys and settings do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flowdesk.core.puzzle import with_about
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.publishing.page import examine, page
from tests.web import pages

if TYPE_CHECKING:
    from tests.web.browser import Browser

PLAIN = "plain"


def level(browser: Browser, path: Path, number: int = 1) -> None:
    """Open a level of a page."""
    browser.open(path, number)
    browser.until("document.querySelector('.board')")


def award(browser: Browser) -> str:
    """What is said when a level is solved."""
    browser.until("document.querySelector('dialog')")
    return browser.text("dialog")


def heard(browser: Browser) -> str:
    return browser.text("#says")


def test_a_pen_draws_too(browser: Browser, tmp_path: Path) -> None:
    level(browser, pages.write(tmp_path, pages.SMALL[0]))
    pages.play(browser, pages.SMALL[0], pointer="pen")
    assert "Solved" in award(browser)


def test_screen_readers_hear_where_the_cursor_is_and_what_is_there(
    browser: Browser, tmp_path: Path
) -> None:
    level(browser, pages.write(tmp_path, pages.puzzle(PLAIN)))
    browser.press("ArrowRight", "ArrowRight")
    assert heard(browser) == "row 1, column 2, empty"
    browser.press("ArrowRight", "ArrowRight")
    assert heard(browser) == "row 1, column 4, Red (R) endpoint"
    browser.press("Enter", "ArrowDown")
    assert browser.run("return document.querySelector('.board').getAttribute('aria-label')")


def test_a_loop_is_drawn_by_keys(browser: Browser, tmp_path: Path) -> None:
    level(browser, pages.write(tmp_path, pages.puzzle("slitherlink")))
    browser.press("ArrowRight", "w", "a", "D")
    assert "2 edges" in browser.text(".figures")
    browser.press("w")
    assert "1 edge" in browser.text(".figures")


def test_a_move_changes_nothing_on_the_board_but_its_own_edge(
    browser: Browser, tmp_path: Path
) -> None:
    """Browsers paint again all that lies round what has changed."""
    level(browser, pages.write(tmp_path, pages.puzzle("slitherlink")))
    browser.press("ArrowRight", "w", "a", "s")
    browser.run(
        """window.changed = new Set()
        new MutationObserver(all => all.forEach(each => changed.add(each.target)))
            .observe(document.querySelector(".board"), {subtree: true, attributes: true})"""
    )
    browser.press("ArrowRight", "s")
    assert browser.run("return [...changed].filter(each => each.matches('.edge')).length") == 1
    assert browser.run("return changed.size") <= 4  # the edge, two clues, the cursor


def test_the_inside_of_a_closed_loop_is_shaded(browser: Browser, tmp_path: Path) -> None:
    level(browser, pages.write(tmp_path, pages.puzzle("slitherlink")))
    shape = "return document.querySelector('.inside').getAttribute('d')"
    browser.press("ArrowRight", "w", "a", "s")
    assert browser.run(shape) == ""
    browser.press("d")
    assert browser.run(shape).count("L") == 3
    browser.press("d")
    assert browser.run(shape) == ""


def test_undo_redo_restart_by_keys_and_buttons(browser: Browser, tmp_path: Path) -> None:
    puzzle = pages.puzzle(PLAIN)
    level(browser, pages.write(tmp_path, puzzle))
    browser.drag(*pages.pixels(browser, pages.strokes(puzzle)[0]))
    for keys in (("Control+z", "Control+y"), ("u", "y")):
        browser.press(keys[0])
        assert "0 of 5 flows" in browser.text(".figures")
        browser.press(keys[1])
        assert "1 of 5 flows" in browser.text(".figures")
    browser.tap("button[title=Restart]")
    assert "0 moves" in browser.text(".figures")
    browser.tap("button[title=Undo]")
    assert "1 move" in browser.text(".figures")


def test_next_leads_to_the_next_unsolved_level(browser: Browser, tmp_path: Path) -> None:
    level(browser, pages.write(tmp_path, *pages.SMALL[:3]), 2)
    pages.play(browser, pages.SMALL[1])
    assert "Perfect" in award(browser)
    browser.press("Enter")
    assert browser.run("return location.hash") == "#3"
    browser.press("n")
    assert browser.run("return location.hash") == "#1"
    browser.press("n")
    assert browser.run("return location.hash") == "#3"  # the second one is solved


def test_going_back_in_the_browser_closes_what_is_said_of_the_level(
    browser: Browser, tmp_path: Path
) -> None:
    puzzle = pages.SMALL[0]
    path = pages.write(tmp_path, puzzle)
    browser.open(path)
    level(browser, path)
    pages.play(browser, puzzle)
    assert "Solved" in award(browser)
    browser.run("history.back()")
    browser.until("document.querySelector('.contents')")
    browser.until("!document.querySelector('dialog')")  # a browser tells later that it is closed


def test_what_is_opened_as_soon_as_a_level_is_left_stays_open(
    browser: Browser, tmp_path: Path
) -> None:
    level(browser, pages.write(tmp_path, pages.puzzle(PLAIN)))
    browser.chrome.execute_async_script(
        """const [done] = arguments
        addEventListener("hashchange", () => done())
        document.querySelector("header button").click()
        document.querySelector("footer button").click()"""
    )
    assert browser.run("return document.querySelector('dialog')?.open")


def test_anything_in_storage_is_no_harm(browser: Browser, tmp_path: Path) -> None:
    path = pages.write(tmp_path, pages.puzzle(PLAIN))
    key = pages.data(path)["levels"][0]["key"]
    browser.open(path)
    for text in ("", "{", "null", "[1]", '{"now": 3, "first": "x", "position": [[0, 99]]}'):
        browser.run("localStorage.setItem(arguments[0], arguments[1])", f"flowdesk:{key}", text)
        browser.run("localStorage.setItem('flowdesk:settings', arguments[0])", text)
        browser.reload()
        assert "0 of 1 solved" in browser.text(".sum")


def test_of_two_tabs_none_undoes_what_the_other_one_has_solved(
    browser: Browser, tmp_path: Path
) -> None:
    puzzle = pages.SMALL[0]
    path = pages.write(tmp_path, puzzle)
    level(browser, path)
    browser.drag(*pages.pixels(browser, pages.strokes(puzzle)[0]))
    first = browser.chrome.current_window_handle
    browser.chrome.switch_to.new_window("tab")
    level(browser, path)
    browser.tap("button[title=Restart]")
    pages.play(browser, puzzle)
    award(browser)
    browser.chrome.close()
    browser.chrome.switch_to.window(first)
    browser.press("u", "Escape")
    assert "1 of 1 solved" in browser.text(".sum")


def test_without_a_level_begun_there_is_nothing_to_send(browser: Browser, tmp_path: Path) -> None:
    browser.open(pages.write(tmp_path, pages.puzzle(PLAIN)))
    browser.tap("footer button")
    assert "no level was begun" in browser.text("dialog")
    assert browser.run("return document.querySelector('textarea')") is None


def test_a_long_title_leaves_room_for_what_is_said(browser: Browser, tmp_path: Path) -> None:
    browser.resize(568, 320, 2, mobile=True)
    long = with_about(pages.puzzle(PLAIN), "title", "Many words and more " * 20)
    path = tmp_path / "page.html"
    path.write_bytes(page([examine(long, hints=True)], pages.PACK))
    level(browser, path)
    browser.press("h")
    low = browser.run("return document.querySelector('.message').getBoundingClientRect().height")
    assert low > 60


def test_nothing_runs_but_the_page_itself(browser: Browser, tmp_path: Path) -> None:
    browser.open(pages.write(tmp_path, pages.puzzle(PLAIN)))
    browser.run("document.body.insertAdjacentHTML('beforeend', '<p onclick=\"window.ran=1\">x')")
    browser.run("document.querySelector('p[onclick]').click()")
    browser.run(
        "const s = document.createElement('script'); s.text = 'window.ran = 1';"
        "document.body.append(s)"
    )
    assert browser.run("return window.ran") is None
    assert all("Content Security Policy" in each for each in browser.log())


def test_paths_of_the_solution_are_drawn_one_by_one(browser: Browser, tmp_path: Path) -> None:
    puzzle = pages.SMALL[0]
    level(browser, pages.write(tmp_path, puzzle, hints=True))
    for _ in puzzle.pairs:
        browser.tap("button[title=Show]")
    assert "With 2 hints there is no star." in award(browser)


def test_the_rules_are_told_from_their_beginning(browser: Browser, tmp_path: Path) -> None:
    browser.resize(320, 568, 2, mobile=True)
    browser.open(pages.write(tmp_path, pages.puzzle(PLAIN), pages.puzzle("slitherlink")))
    browser.tap("footer button:nth-child(2)")
    told = browser.text("dialog")
    assert "every cell is covered" in told
    assert "one closed loop" in told
    assert browser.run("return document.querySelector('dialog').scrollTop") == 0


SIZES = [(320, 568, 2, True), (768, 1024, 2, True), (1366, 768, 1, False), (3840, 2160, 1, False)]


@pytest.mark.parametrize("name", ["hexagons", "slitherlink"])
def test_everything_is_in_sight_at_every_size(browser: Browser, tmp_path: Path, name: str) -> None:
    path = pages.write(tmp_path, pages.puzzle(name), hints=True)
    level(browser, path)
    for width, height, scale, mobile in SIZES:
        browser.resize(width, height, scale, mobile)
        browser.reload()
        browser.until("document.querySelector('.board')")
        assert_all_is_in_sight(browser, width, height)


def assert_all_is_in_sight(browser: Browser, width: int, height: int) -> None:
    outside = browser.run(
        """const {innerWidth, innerHeight} = window
        return [...document.querySelectorAll(".play *")].filter(each => {
            const box = each.getBoundingClientRect()
            return box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5
                || box.bottom > innerHeight + 0.5
        }).map(each => each.outerHTML.slice(0, 80))"""
    )
    assert outside == []
    small = browser.run(
        """return [...document.querySelectorAll("button")].map(each => each.getBoundingClientRect())
        .filter(box => box.width < 40 || box.height < 40).length"""
    )
    assert small == 0, "fingers are thick"
    cells = browser.run("return document.querySelector('.cells').getBoundingClientRect().width")
    assert cells > 0.45 * min(width, height)


def test_the_first_page_does_not_scroll_sideways(browser: Browser, tmp_path: Path) -> None:
    browser.resize(320, 568, 2, mobile=True)
    long = with_about(pages.puzzle(PLAIN), "title", "W" * 200)
    browser.open(
        pages.write(tmp_path, *[long] * 5, about=PackAbout(title="W" * 300, notes="n" * 400))
    )
    assert browser.run("return document.documentElement.scrollWidth") <= 320
    browser.tap("li a")
    browser.until("document.querySelector('.board')")
    assert browser.run("return document.documentElement.scrollWidth") <= 320


def test_light_and_dark_come_from_the_system_and_settings_go_before(
    browser: Browser, tmp_path: Path
) -> None:
    ground = "return getComputedStyle(document.documentElement).backgroundColor"
    browser.media(prefers_color_scheme="dark")
    browser.open(pages.write(tmp_path, pages.puzzle(PLAIN)))
    assert browser.run(ground) == "rgb(28, 28, 28)"
    browser.media(prefers_color_scheme="light")
    browser.until(
        "getComputedStyle(document.documentElement).backgroundColor === 'rgb(250, 250, 250)'"
    )
    browser.tap("footer button:last-child")
    browser.run(
        "const s = document.querySelector('select'); s.value = 'dark';"
        "s.dispatchEvent(new Event('change'))"
    )
    assert browser.run(ground) == "rgb(28, 28, 28)"


def test_letters_and_colours_for_the_colour_blind_are_settings_that_stay(
    browser: Browser, tmp_path: Path
) -> None:
    level(browser, pages.write(tmp_path, pages.puzzle(PLAIN)))
    letter = "return getComputedStyle(document.querySelector('.dots text')).display"
    ink = "return getComputedStyle(document.querySelector('.dots circle')).fill"
    before = browser.run(ink)
    assert browser.run(letter) == "none"
    browser.tap("button[title=Settings]")
    browser.tap("dialog label:nth-of-type(2) input")
    browser.tap("dialog label:nth-of-type(3) input")
    browser.reload()
    assert browser.run(letter) != "none"
    assert browser.run(ink) != before


def test_a_hint_is_a_sentence_and_cells_and_what_is_wrong_comes_first(
    browser: Browser, tmp_path: Path
) -> None:
    puzzle = pages.puzzle(PLAIN)
    path = tmp_path / "page.html"
    path.write_bytes(page([examine(puzzle, hints=True)], pages.PACK))
    level(browser, path)
    browser.press("h")
    assert browser.text(".message") == pages.data(path)["levels"][0]["hints"][0][0]
    assert browser.run("return document.querySelector('.hints').getAttribute('d')")
    (x, y), *_ = pages.strokes(puzzle)[0]  # the first path leads elsewhere
    browser.drag(*pages.pixels(browser, [(x, y), (x - 1, y)]))
    browser.press("h")
    assert browser.text(".message") == "What is marked cannot be part of the solution."
    assert browser.run("return document.querySelector('.marks').getAttribute('d')")
