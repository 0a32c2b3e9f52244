"""The browser of the tests: its events are real, and nothing is left from test to test."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.browser import Browser

#: Writes down each event, and lets no finger scroll.
PAGE = """<!doctype html><meta name="viewport" content="width=device-width">
<style>body { margin: 0; touch-action: none } #box { width: 60px; height: 40px }</style>
<div id="box"></div><script>
    window.seen = []
    for (const type of ["pointerdown", "pointermove", "pointerup", "keydown"])
        addEventListener(type, event => seen.push(event.key
            ? `${event.ctrlKey ? "Control+" : ""}${event.key}`
            : `${event.pointerType} ${type.slice(7)} ${event.clientX} ${event.clientY}`))
    function kept() { try { return localStorage.kept ?? "" } catch (error) { return error.name } }
</script>"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return path


def test_drags_come_as_events_of_the_pointer(browser: Browser, page: Path) -> None:
    browser.open(page)
    for pointer in ("touch", "pen", "mouse"):
        browser.drag(browser.spot("#box"), (50, 20), (50, 90), pointer=pointer)
        seen = browser.run("return seen.splice(0).filter(each => !each.includes('move 30 20'))")
        assert seen == [
            f"{pointer} down 30 20",
            f"{pointer} move 50 20",
            f"{pointer} move 50 90",
            f"{pointer} up 50 90",
        ]


def test_keys_have_their_names_in_javascript(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.press("ArrowLeft", "+", "Control+z", "Escape")
    assert browser.run("return seen") == [
        "ArrowLeft",
        "+",
        "Control+Control",
        "Control+z",
        "Escape",
    ]


def test_the_page_sees_the_size_and_what_is_preferred(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.resize(320, 568, scale=2, mobile=True)
    browser.media(prefers_color_scheme="dark", prefers_reduced_motion="no-preference")
    seen = browser.run(
        """return [innerWidth, innerHeight, devicePixelRatio,
        matchMedia("(prefers-color-scheme: dark)").matches,
        matchMedia("(prefers-reduced-motion: no-preference)").matches]"""
    )
    assert seen == [320, 568, 2, True, True]


def test_a_page_is_kept_until_the_test_is_over(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.run("localStorage.kept = 'yes'")
    browser.reload()
    assert browser.run("return kept()") == "yes"
    browser.open(page, storage=False)
    assert browser.run("return kept()") == "SecurityError"
    browser.leave()
    browser.open(page)
    assert browser.run("return kept()") == ""


def test_what_a_page_does_wrong_is_in_its_log(browser: Browser, tmp_path: Path) -> None:
    policy = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">"
    (tmp_path / "page.html").write_text(f"{policy}<script>1</script><b onclick='1'>")
    browser.open(tmp_path / "page.html")
    inline_script, inline_handler = browser.log()
    assert "Refused to execute inline" in inline_script or "violates" in inline_script
    assert "event handler" in inline_handler
