"""Presenting a walk through the rules in the real window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowdesk.app.lab.presenter import Slides
from flowdesk.core.storage import shipped
from flowdesk.kinds.table import board_scene
from tests.app.test_explore import all_known, asked, marked
from tests.driver import Driver, large_type, numbers, texts


@pytest.fixture
def presented(driver: Driver) -> Driver:
    """The window, presenting the rules of a shipped level."""
    driver.window.files.open_path(shipped("puzzles") / "05x05-first-steps.txt")
    driver.key("Shift-F7")
    all_known(driver)
    return driver


def slides(driver: Driver) -> Slides:
    shown = driver.window.lab.presenter.slides
    assert shown
    driver.root.update()
    return shown


def words(driver: Driver) -> str:
    return texts(slides(driver), only_shown=True)


def test_the_slide_has_the_board_and_words_of_the_first_window_which_keeps_its_panels(
    presented: Driver,
) -> None:
    window = presented.window
    assert window.tab.exploring.is_on
    for part in (window.menus.toolbar, window.status, window.lab.explorer, window.palette):
        assert part.winfo_ismapped()
    assert "Helpers: arm and colour" in words(presented)
    assert [numbers(strip) for strip in slides(presented).view.rulers.strips] == [list("12345")] * 2
    assert slides(presented).view.scene == board_scene(presented.level)
    for top, keys, rules, title in (
        (presented.view, ("Next", "Next"), {1, 2}, "2  Two arms a cell"),
        (slides(presented), ("Prior",), {1}, "1  One colour a cell"),
        (slides(presented), ("Next",), {1, 2}, "for every free (i,j): exactly two d"),
    ):
        top.focus_force()
        presented.root.update()
        presented.key(*keys)
        assert asked(presented).on == rules
        assert marked(presented), "so few rules let much pass"
        assert title in words(presented)
        assert slides(presented).view.scene == presented.view.scene
    before = presented.view.scene
    presented.window.theming.toggle_labels()
    assert slides(presented).view.scene == presented.view.scene != before
    presented.window.theming.toggle_labels()
    view = slides(presented).view
    place = view.center_of((0, 0))
    for _ in range(10):
        presented.key("Next")
        assert view.center_of((0, 0)) == place, "the board stands still, whatever the words"


@pytest.mark.parametrize("search", [{}, {"search": True}])
def test_the_slide_has_the_question_and_the_answer_only_when_it_is_shown(
    driver: Driver, tmp_path: Path, search: dict[str, object]
) -> None:
    path = tmp_path / "a.lesson"
    step = {**search, "note": "For me.", "question": "Who?", "answer": "All."}
    whole = {"flowdesk-lesson": 1, "puzzle": "05x05-first-steps.txt", "steps": [{}, step]}
    path.write_text(json.dumps(whole))
    assert driver.window.tab.lessons.open(path)
    driver.key("Shift-F7", "Next")
    all_known(driver)
    assert "Who?" in words(driver)
    assert "All." not in words(driver)
    driver.key("Control-F11")
    all_known(driver)
    assert "All." in words(driver)
    assert "For me." not in words(driver)
    driver.key("Prior")
    all_known(driver)
    assert "Who?" not in words(driver), "Page up and down walk through the lesson"


def test_the_slides_end_and_the_rules_stay(presented: Driver) -> None:
    window = presented.window
    for close in ("key", "button", "rules left"):
        if close != "key":
            presented.key("Shift-F7")
        top = slides(presented)
        if close == "key":
            presented.key("Escape")
        elif close == "button":
            presented.root.tk.eval(top.protocol("WM_DELETE_WINDOW"))
        else:
            presented.key("F7")
        assert not window.lab.presenter.is_on
        assert not top.winfo_exists()
        assert window.tab.exploring.is_on is (close != "rules left")
        presented.root.update()
        assert presented.root.focus_get() is presented.view
        presented.key("Next")
        assert window.tab.exploring.state.on == set(), "Page down is for the levels again"


def test_all_words_are_seen_where_the_window_is_small(presented: Driver) -> None:
    top = slides(presented)
    with large_type(presented, top, "640x446", 150) as show:
        for size, percent in (("640x446", 150), ("700x430", 300)):
            show(size, percent)
            for _ in range(4):
                presented.key("Next")
                all_known(presented)
                _, above, _, height = top.words.text.bbox("end - 2 chars") or 4 * (0,)
                assert 0 < above + height < top.words.winfo_height() - 2, "it touches no border"
            assert top.words.winfo_viewable()
            assert top.words.shows_all
            presented.key(*4 * ["Prior"])
            all_known(presented)
