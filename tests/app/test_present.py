"""Presenting a walk through the rules in the real window."""

from __future__ import annotations

import tkinter as tk

import pytest

from flowdesk.core.storage import shipped
from tests.app.test_bars import sized
from tests.driver import Driver, numbers


@pytest.fixture
def presented(driver: Driver) -> Driver:
    """The window, presenting the rules of a shipped level."""
    driver.window.files.open_path(shipped("puzzles") / "05x05-first-steps.txt")
    driver.key("Shift-F7")
    known(driver)
    return driver


def known(driver: Driver) -> None:
    driver.wait_until(lambda: not driver.window.tab.exploring.busy, "the solver has answered")
    driver.root.update()


def words(driver: Driver) -> str:
    labels = driver.window.lab.presenter.winfo_children()
    return "\n".join(str(label["text"]) for label in labels if isinstance(label, tk.Label))


def test_only_the_board_and_the_words_of_the_step_are_shown(presented: Driver) -> None:
    window = presented.window
    assert window.lab.presenter.is_on
    assert window.tab.exploring.is_on
    for part in (window.menus.toolbar, window.status, window.lab.explorer, window.palette):
        assert not part.winfo_ismapped()
    assert "Helpers: arm and colour" in words(presented)
    assert [numbers(strip) for strip in window.front.view.rulers.strips] == [list("12345")] * 2


def test_page_down_and_page_up_walk(presented: Driver) -> None:
    presented.key("Next")
    presented.key("Next")
    known(presented)
    assert presented.window.tab.exploring.state.on == {1, 2}
    assert "2  Two arms a cell" in words(presented)
    assert "for every free (i,j): exactly two d" in words(presented)
    presented.key("Prior")
    known(presented)
    assert presented.window.tab.exploring.state.on == {1}
    assert "1  One colour a cell" in words(presented)


def test_the_board_stands_still_whatever_the_words(presented: Driver) -> None:
    places = {presented.view.center_of((0, 0))}
    for _ in range(12):
        presented.key("Next")
        places.add(presented.view.center_of((0, 0)))
    known(presented)
    assert places == {presented.view.center_of((0, 0))}


def test_escape_leads_back_to_the_explorer_and_then_to_the_level(presented: Driver) -> None:
    presented.key("Escape")
    window = presented.window
    assert not window.lab.presenter.is_on
    assert window.tab.exploring.is_on
    for part in (window.menus.toolbar, window.status, window.lab.explorer, window.palette):
        assert part.winfo_ismapped()
    presented.key("Escape")
    assert not window.tab.exploring.is_on
    assert window.side.winfo_ismapped()


def test_the_size_of_the_screen_is_not_remembered_as_that_of_the_window(presented: Driver) -> None:
    before = presented.window.shell.settings.geometry
    presented.root.update()
    presented.window.close()
    assert presented.window.shell.settings.geometry == before


def test_all_words_are_seen_where_the_window_is_small(presented: Driver) -> None:
    presenter = presented.window.lab.presenter
    with sized(presented, "640x446", 150):
        for _ in range(4):
            presented.key("Next")
            known(presented)
        labels = [label for label in presenter.winfo_children() if isinstance(label, tk.Label)]
        assert sum(label.winfo_reqheight() for label in labels) <= presenter.winfo_height()
        assert all(label.winfo_height() >= label.winfo_reqheight() for label in labels)
