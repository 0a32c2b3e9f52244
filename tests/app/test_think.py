"""Watching the CDCL solver in the real window: steps and jumps, reasons, and every way to end."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

import pytest

from flowdesk.core.storage import shipped
from flowdesk.draw.graph import Box, Graph
from flowdesk.formats.registry import open_file
from flowdesk.kinds.table import board_scene
from flowdesk.lab import lessons
from flowdesk.lab.flow.rules import NEEDED
from flowdesk.lab.trace import ORDERS, Implication
from tests.app.test_explore import all_known, perform, with_tile
from tests.driver import Driver, button, large_type, pretend_screen, texts
from tests.samples import SMALL, level_of

BEGIN = "Control-F7"


def puzzle(name: str) -> Any:
    return open_file(shipped("puzzles") / name)[1][0].level


def search_known(driver: Driver) -> None:
    """Wait until the whole search is known."""
    thinking = driver.window.tab.thinking
    driver.wait_until(lambda: not thinking.is_searching_ahead, "the search is known")


@pytest.fixture
def thinker(driver: Driver) -> Driver:
    """The window with a search of some conflicts, at its beginning."""
    driver.open(puzzle("06x06-brackets.txt"))
    driver.key(BEGIN)
    search_known(driver)
    return driver


def said(driver: Driver) -> str:
    """The text of the panel."""
    driver.root.update()
    return driver.window.lab.think_panel.text.get("1.0", "end").strip()


def test_the_walk_from_decision_to_conflict_to_solution(thinker: Driver) -> None:
    panel, thinking = thinker.window.lab.think_panel, thinker.window.tab.thinking
    assert panel.winfo_ismapped()
    assert "Nothing is decided yet." in said(thinker)
    thinker.key("F8")
    assert "Row 1, column 6 has an arm down in Yellow (Y)." in said(thinker)
    button(panel, "Decision ▸").invoke()
    assert "Decide: row 1, column 1 is Red (R)." in said(thinker)
    tiles = thinker.view.scene.tiles[0, 0]
    assert any(t.kind == "pattern" and t.side == "frame" for t in tiles)
    thinker.key("Control-F9")
    assert "Conflict at level 2" in said(thinker)
    tiles_of = thinker.view.scene.tiles
    framed = {c for c in tiles_of if "frame" in {t.kind for t in tiles_of[c]}}
    assert framed == {(0, 1), (0, 2)}
    thinker.key("F8")
    assert "Not all three of these:" in said(thinker)
    thinker.key("F8")
    assert "Back to level 1: 18 values undone." in said(thinker)
    thinker.wait_until(lambda: thinking.thinking.fade == 0, "what was undone has faded")
    thinker.key("Control-F8")
    assert "Learned clause 1" in said(thinker)
    thinker.key("Control-End")
    assert "Solved: the checker confirms this solution." in said(thinker)
    thinker.key("Shift-F5")
    assert thinking.thinking.at == 0
    perform(thinker, "Reduce motion")
    thinker.key("Control-F9", "F8", "F8")
    assert "Back to level 1" in said(thinker)
    assert thinking.thinking.fade == 0


def test_a_click_leads_from_a_cell_along_the_reasons_and_back(thinker: Driver) -> None:
    panel = thinker.window.lab.think_panel
    button(panel, "Conflict ▸").invoke()
    thinker.click((0, 1))
    assert said(thinker).startswith("Row 2, column 1")
    thinker.click_words(panel.text, "Has no arm right (level 2)")
    assert "It was propagated at level 2." in said(thinker)
    thinker.click_words(panel.text, "Row 2, column 1 has no arm right in Red (R) (level 2)")
    assert "Rule" in said(thinker)
    assert (0, 1) in with_tile(thinker, "hint")  # and what the pointer rests on now
    thinker.click_words(panel.text, "Back")
    assert said(thinker).splitlines()[1] == "Row 2, column 1 has no arm right."
    thinker.key("Control-End")
    panel.choose_tab("learned")
    assert said(thinker).startswith("3.\tRow 1, column 3 has no arm down.")
    thinker.click_words(panel.text, "Not all three of these")
    thinker.window.tab.thinking._stage.stop_blinking()
    thinker.root.update()
    assert with_tile(thinker, "hint") == {(0, 1)}, "a learned clause lights its cells"


def test_arrows_and_the_timeline_go_anywhere_and_another_order_begins_anew(
    thinker: Driver,
) -> None:
    thinking, timeline = thinker.window.tab.thinking, thinker.window.lab.think_panel.timeline
    timeline.event_generate("<ButtonPress-1>", x=timeline.winfo_width() // 2, y=5)
    assert abs(thinking.thinking.at - thinking.thinking.total / 2) < 10
    thinker.key("Shift-F5")
    for key in ("Right", "Right", "Right", "Left"):
        thinker.key(key)
    assert thinking.thinking.at == 2
    thinker.key("Down")
    assert "Decide" in said(thinker)
    timeline.event_generate("<B1-Motion>", x=5000, y=5)
    assert "Solved" in said(thinker)
    panel, order = thinker.window.lab.think_panel, list(ORDERS)[1]
    panel.order.set(order)
    panel.order.event_generate("<<ComboboxSelected>>")
    thinker.root.update()
    assert thinking.thinking.at == 0
    assert thinking.thinking.order == order


def test_it_plays_and_stops_at_the_end(thinker: Driver) -> None:
    thinking = thinker.window.tab.thinking
    thinking.set_speed(0.1)
    thinker.key("F6")
    assert button(thinker.window.lab.think_panel, "Pause")
    thinking.set_speed(10)
    thinker.wait_until(lambda: not thinking.playing, "it has come to the end")
    assert "Solved" in said(thinker)
    thinking.set_speed(3)
    thinker.key("Escape", "F5")
    playback = thinker.window.playback
    thinker.wait_until(lambda: bool(playback.winfo_ismapped()), "the solution is animated")
    assert "3.0 ×" in texts(playback), "the speed is the same elsewhere"


def test_escape_leads_back_to_the_rules_that_were_on(driver: Driver) -> None:
    window = driver.window
    driver.open(SMALL)
    driver.key("F7")
    all_known(driver)
    driver.key(BEGIN)
    assert window.tab.thinking.thinking.rules == NEEDED
    assert "No rule was on" in window.status.message
    driver.key("Escape")
    window.tab.exploring.ask_for(window.tab.exploring.state.with_rules({1, 2, 10}))
    all_known(driver)
    driver.click_words(window.lab.explorer._answer, "Watch the solver think")
    assert window.tab.thinking.thinking.rules == (1, 2, 10)
    driver.key("Control-End")
    assert "An answer, but no solution." in said(driver)
    for key in ("Escape", "F7"):
        driver.key(key)
        assert window.tab.exploring.is_on
        assert window.tab.exploring.state.on == {1, 2, 10}
        all_known(driver)
        driver.key(BEGIN)
        assert window.tab.thinking.is_on
    driver.key("Escape", "Escape")
    assert window.shown.stage.mode is None


def test_without_the_rules_escape_leads_back_to_the_level_which_is_not_edited_meanwhile(
    thinker: Driver,
) -> None:
    level = thinker.level
    perform(thinker, "Rotate")
    thinker.key("R", "Delete")
    thinker.drag((2, 0), (2, 2))
    assert thinker.level == level
    assert thinker.window.tab.thinking.is_on
    thinker.key("F6")
    thinker.key("Escape")
    assert thinker.window.tab.thinking.is_on
    assert not thinker.window.tab.thinking.playing
    thinker.key("Escape")
    assert thinker.view.scene == board_scene(thinker.level)
    thinker.click((0, 0))  # edits again
    assert thinker.window.shown.document.undo_label
    thinker.key("Control-z", BEGIN)
    assert thinker.window.tab.thinking.is_on
    thinker.open(SMALL)
    assert not thinker.window.tab.thinking.is_on


def test_a_long_search_leaves_the_window_fluent(driver: Driver) -> None:
    driver.open(puzzle("10x10-whirlpool.txt"))
    driver.key(BEGIN)
    thinking = driver.window.tab.thinking
    driver.wait_until(lambda: thinking.thinking.total > 2000, "some of it is known")
    assert thinking.is_searching_ahead
    driver.key("Control-End")
    assert thinking.thinking.at >= 2000
    driver.key("Escape")
    if thinking.is_on:
        driver.key("Escape")
    assert not thinking.is_on
    assert not thinking.is_searching_ahead


def test_what_cannot_be_watched_is_refused_by_a_sentence(driver: Driver) -> None:
    driver.open(level_of("R..B .... ...R"))
    driver.key(BEGIN)
    assert not driver.window.tab.thinking.is_on
    assert driver.window.status.message.startswith("There is no search to watch. Blue (B) ")
    driver.open(level_of("... ... ..."))
    driver.key(BEGIN)
    assert not driver.window.tab.thinking.is_on
    assert driver.window.status.message.startswith("There is no search to watch. There are no ")


def test_the_implication_graph_follows_the_search(thinker: Driver) -> None:
    panel = thinker.window.lab.think_panel
    button(panel, "Conflict ▸").invoke()
    thinker.click_words(panel.text, "Show the implication graph")
    assert panel.graph
    assert panel.graph.is_open
    panel.graph.top.geometry("480x400")
    thinker.root.update()
    panel.graph.canvas.xview_moveto(0)
    panel.refresh()
    assert panel.graph.canvas.xview()[0] == 0, "as long as it is the same, it stays where it is"
    chain = Graph([Box(("a",))] * 201, [(n, n + 1) for n in range(200)])
    panel.graph.show(Implication(chain, ((),) * 201), [])
    assert "200 literals" in texts(panel.graph.top), "a picture so wide would end the program"
    assert not scrollbars(panel.graph.top), "there is nothing to scroll"
    chain = Graph([Box(("a",))] * 40, [(n, n + 1) for n in range(39)])
    panel.graph.show(Implication(chain, ((),) * 40), [])
    thinker.root.update()
    assert scrollbars(panel.graph.top) == ["horizontal"]
    thinker.view.focus_force()
    thinker.key("Escape")
    assert not panel.graph.is_open


def scrollbars(widget: tk.Misc) -> list[str]:
    """The scrollbars that are shown below a widget."""
    found = [scrollbars(child) for child in widget.winfo_children()]
    is_one = isinstance(widget, ttk.Scrollbar) and widget.winfo_manager()
    return sum(found, [str(widget.cget("orient"))] if is_one else [])


def test_it_is_presented_in_large_type(thinker: Driver) -> None:
    perform(thinker, "Present")
    slides = thinker.window.lab.presenter.slides
    assert slides
    thinker.key("Next")
    assert "Row 1, column 6 has an arm down" in texts(slides.words)
    thinker.key("Control-F9")
    assert "Conflict at level 2" in texts(slides.words)
    assert "But:\n•\tRow 2, column 1 has an arm up (level 1)" in texts(slides.words)
    (drawn,) = slides.graph.find_all()
    before = slides.graph.bbox(drawn)
    width, height = slides.winfo_width(), slides.winfo_height()
    slides.geometry(f"{width * 3 // 4}x{height * 3 // 4}")
    thinker.wait_until(lambda: slides.winfo_width() < width, "the window is smaller")
    thinker.root.update()
    (drawn,) = slides.graph.find_all()
    assert slides.graph.bbox(drawn)[2] < before[2], "it is drawn as large as there is room"
    place = slides.view.center_of((0, 0))
    thinker.key("Next")
    assert "\n1.\tRule 7 at row 2, column 1, false: " in texts(slides.words)
    assert "(1, learned)\n" in texts(slides.words)
    assert len(slides.graph.find_all()) == 1
    assert slides.words.shows_all
    thinker.key("Next")
    assert "Back to level 1" in texts(slides.words)
    assert not slides.graph.find_all()
    assert slides.view.center_of((0, 0)) == place, "the board stands still"
    thinker.key("F7")
    all_known(thinker)
    assert "Helpers: arm and colour" in texts(slides.words)
    assert slides.words.winfo_y() > slides.view.winfo_y(), "words of rules are below the board"
    assert not slides.graph.winfo_ismapped()
    thinker.key("Escape")
    assert thinker.window.tab.exploring.is_on


def test_with_learning_off_the_search_begins_anew_and_turns_decisions_round(
    thinker: Driver,
) -> None:
    lab = thinker.window.lab
    panel, thinking = lab.think_panel, thinker.window.tab.thinking
    thinker.key("Control-End")
    assert "After 5 decisions and 3 conflicts" in said(thinker)
    panel.learns.invoke()
    search_known(thinker)
    assert thinking.thinking.at == 0
    button(panel, "Conflict ▸").invoke()
    assert "Show the implication graph" not in said(thinker), "nothing is learned of it"
    thinker.key("F8", "F8")
    assert "The opposite was decided first, and has failed beside this:" in said(thinker)
    thinker.key("Control-End")
    assert "After 8 decisions and 5 conflicts" in said(thinker)


def test_the_way_to_the_graph_is_in_sight_and_it_opens_beside_note_and_panel(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = driver.window.root
    root.geometry("1000x600+0+0")
    assert driver.window.tab.lessons.open(lessons.shipped_lessons()[2])
    driver.key("F11")
    search_known(driver)
    driver.key("Control-F9")
    driver.root.update()
    text = driver.window.lab.think_panel.text
    assert text.dlineinfo("end-1c") is None, "not all of the panel is in sight"
    assert text.dlineinfo(text.search("Show the implication graph", "1.0"))
    root.geometry("1366x768+0+0")
    driver.wait_until(lambda: root.winfo_height() == 768, "it is large")
    driver.root.update()
    lab = driver.window.lab
    lab.think_panel.show_graph()
    driver.root.update()
    assert lab.think_panel.graph
    top, note = lab.think_panel.graph.top, lab.lesson_bar
    assert top.winfo_rooty() + top.winfo_height() <= note.winfo_rooty()
    assert top.winfo_rootx() + top.winfo_width() <= lab.think_panel.winfo_rootx()
    assert not scrollbars(top), "all of it is in sight"
    said = texts(lab.think_panel.graph.steps.master)
    assert "2.\tWith rule 2 at row 2, column 4, on arm(2,4,b): arm(2,4,t) ∨ arm(2,4,l)" in said
    lab.think_panel.graph.hide()
    with large_type(driver, root, "1366x691", 150) as show:
        lab.think_panel.show_graph()
        driver.root.update()
        assert top.winfo_viewable()
        assert top.winfo_rootx() + top.winfo_width() <= lab.think_panel.winfo_rootx()
        assert button(top, "Save picture ...").winfo_viewable()
        lab.think_panel.graph.hide()
        pretend_screen(monkeypatch, 1366, 768)
        show("1366x691", 300)
        lab.think_panel.show_graph()
        driver.root.update()
        assert top.winfo_width() <= 1366, "no wider than the screen"
        assert lab.think_panel.graph.canvas.winfo_height() > 150
        lab.think_panel.graph.hide()
