"""The clauses of a rule at a cell, in the real window."""

from __future__ import annotations

import tkinter as tk

import pytest

from flowdesk.core.grid import Cell
from flowdesk.core.storage import shipped
from flowdesk.lab.flow.rules import NEEDED
from flowdesk.lab.formula import DEFINITIONS
from tests.app.test_explore import (
    all_known,
    asked,
    choose_form,
    click_on,
    marked,
    perform,
    press,
    with_tile,
)
from tests.driver import Driver, texts

pytestmark = pytest.mark.usefixtures("picosat")

PUZZLES = shipped("puzzles")


@pytest.fixture
def walk(driver: Driver) -> Driver:
    """The window after two rules, whose answer leaves the board."""
    driver.window.files.open_path(PUZZLES / "05x05-gap-in-the-rules.txt")
    explore_with(driver, 1, 2)
    return driver


def explore_with(driver: Driver, *rules: int) -> None:
    """Ask about just these rules, and wait for the answer."""
    exploring = driver.window.tab.exploring
    if not exploring.is_on:
        driver.key("F7")
    exploring.ask_for(exploring.state.with_rules(rules))
    all_known(driver)


def broken_cell(driver: Driver, rule: int) -> Cell:
    """The first cell where the answer breaks a rule."""
    return next(each for each in asked(driver).broken if each.rule == rule).cells[0]


def shown(driver: Driver) -> str:
    return texts(driver.window.lab.explorer.clauses).replace("\u00a0", " ")


def press_here(driver: Driver, words: str) -> None:
    """Click on words of the clauses."""
    driver.click_words(driver.window.lab.explorer.clauses, words)


def click_rule(driver: Driver, words: str) -> None:
    click_on(driver, driver.window.lab.explorer.rules, words)


def test_a_marked_cell_leads_to_the_clauses_that_it_violates(walk: Driver) -> None:
    exploring, level = walk.window.tab.exploring, walk.level
    cell = broken_cell(walk, 10)
    assert cell in marked(walk)
    walk.click(cell)
    assert walk.level == level, "it was no edit"
    view = walk.window.lab.explorer.clauses
    assert view.is_open
    rule, wrong = view.rule, shown(walk)
    assert f"Rule {rule}: " in wrong
    assert "violated" in wrong
    assert "✗" in wrong
    assert rule not in exploring.state.on
    text = next(
        box for box in view.winfo_children() if isinstance(box, tk.Text) and box.search("✗", "1.0")
    )
    assert text.bbox(text.search("✗", "1.0")), "the violated clause is in sight"
    explore_with(walk, 1, 2, rule)
    assert "✗" not in shown(walk), "the rule is on now"
    assert "(off)" not in shown(walk)


def test_clauses_are_read_in_words_in_names_and_as_numbers(walk: Driver) -> None:
    press(walk, "See the clauses")
    click_rule(walk, "No arm off the board")
    walk.click((0, 0))
    view = walk.window.lab.explorer.clauses
    assert (view.rule, view.cell) == (10, (0, 0))
    assert walk.window.tab.exploring.state.on == {1, 2}, "a click on the name does not switch"
    assert "Row 1, column 1 has no arm up." in shown(walk)
    assert "2 clauses" in shown(walk)
    for notation, words in (("Names", "¬arm(1,1,t)"), ("DIMACS", "-301 0")):
        click_on(walk, view.notations, notation)
        assert words in shown(walk)
        assert "Row 1, column 1 has no arm up." not in shown(walk)
    walk.point_at(view, "-301")
    walk.wait_until(lambda: with_tile(walk, "hint") == {(0, 0)}, "the pointer lights up its cell")
    press_here(walk, "-301")
    for words in ("Row 1, column 1 has no arm up.", "¬arm(1,1,t)", "-301 0"):
        assert words in shown(walk), "the chosen one in all three"
    walk.wait_until(lambda: (0, 0) in with_tile(walk, "mark"), "its cell blinks")
    walk.view.focus_force()
    walk.key("Right")
    walk.wait_until(
        lambda: not with_tile(walk, "hint"), "nothing is lit once other clauses are shown"
    )


def test_the_clauses_fit_a_small_window_in_every_form(walk: Driver) -> None:
    root, view = walk.window.root, walk.window.lab.explorer.clauses
    press(walk, "See the clauses")
    click_rule(walk, "One colour a cell")
    root.geometry("800x573+0+0")
    walk.wait_until(lambda: root.winfo_height() == 573, "it has that size")
    text = next(box for box in view.winfo_children()[::-1] if isinstance(box, tk.Text))
    last = next(n for n in range(2, 99) if not text.dlineinfo(f"{n + 1}.0"))
    x, y, *_ = text.dlineinfo(f"{last}.0") or (0, 0)
    text.event_generate("<Button-1>", x=x + 40, y=y + 5)
    walk.root.update()
    for line in range(last, last + 3):
        assert text.bbox(f"{line}.0"), "what is chosen is seen in all notations"
    for form in ("Corrected", "Published", "FlowDesk's"):
        for rule in choose_form(walk, form).rules:
            view.open(rule.number)
            root.update()
            head, text = (box for box in view.winfo_children() if isinstance(box, tk.Text))
            assert head.yview() == (0, 1), rule
            assert text.winfo_height() >= 100
            assert view.winfo_y() + view.winfo_height() <= walk.window.lab.explorer.winfo_height()
            assert "clause" in shown(walk)


def test_the_ways_in_back_and_out(walk: Driver) -> None:
    exploring, view = walk.window.tab.exploring, walk.window.lab.explorer.clauses
    cursor = walk.window.shown.edit.cursor
    press(walk, "See the clauses")
    assert view.winfo_ismapped()
    press_here(walk, "Back to the answer")
    assert not view.winfo_ismapped()
    assert cursor.cell is None
    walk.view.focus_force()
    cursor.set(broken_cell(walk, 10))
    walk.key("Return")
    assert view.is_open
    assert "violated" in shown(walk)
    walk.key("Escape")
    assert not view.is_open
    assert exploring.is_on, "first the clauses are closed"
    assert exploring.state.on == {1, 2}
    walk.key("Escape")
    assert not exploring.is_on
    walk.key("F7")
    perform(walk, "See the clauses")
    walk.key("F7")
    assert not view.is_open
    assert cursor.cell is None
    level = walk.level
    walk.click((0, 0))
    assert walk.level != level, "a click edits again"


def test_keys_and_arrows_go_to_other_cells(walk: Driver) -> None:
    perform(walk, "See the clauses")
    click_rule(walk, "One path an endpoint")
    view = walk.window.lab.explorer.clauses
    assert view.cell in walk.level.endpoints
    before = view.cell
    press_here(walk, "Next ›")
    assert view.cell in walk.level.endpoints
    assert view.cell != before
    press_here(walk, "‹ Previous")
    assert view.cell == before == walk.window.shown.edit.cursor.cell
    walk.view.focus_force()
    walk.key("Down")
    assert view.cell == (before[0], before[1] + 1)
    click_rule(walk, "Helpers: arm and colour")
    assert view.rule == DEFINITIONS
    assert "then it has an arm up in Red (R)" in shown(walk)
    view.open(11, (0, 3))
    assert "added where an answer breaks it" in shown(walk)
    explore_with(walk, *NEEDED)
    assert "1 clause" in shown(walk), "one against a loop, once it was added"
    assert "Not all four of these: " in shown(walk)


def test_the_page_follows_to_other_forms_and_puzzles(walk: Driver) -> None:
    view = walk.window.lab.explorer.clauses
    walk.window.lab.explorer.look_at(12)
    choose_form(walk, "FlowDesk's")
    perform(walk, "See the clauses")
    assert "Rule 5: No path touches itself" in shown(walk)
    choose_form(walk, "Corrected")
    view.open(DEFINITIONS)
    choose_form(walk, "FlowDesk's")
    assert "Rule 1: Steps at each cell" in shown(walk)
    walk.window.shown.document.open(PUZZLES / "slitherlink" / "05x05-first-loop.json")
    all_known(walk)
    assert "Rule 1: Clues" in shown(walk)


def test_slitherlink_has_clauses_too(driver: Driver) -> None:
    driver.window.files.open_path(PUZZLES / "slitherlink" / "05x05-first-loop.json")
    explore_with(driver, 0)
    driver.click(broken_cell(driver, 1))
    view = driver.window.lab.explorer.clauses
    assert view.is_open
    assert "violated" in shown(driver)
    assert view.rule == 1
    view.open(1, (1, 1))
    assert "the edge above row 2, column 2" in shown(driver)
