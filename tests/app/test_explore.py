"""Exploring the rules in the real window."""

from __future__ import annotations

import tkinter as tk
from typing import ClassVar

import pytest

from flowdesk.app import fonts
from flowdesk.app.actions import ACTIONS
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.core.grid import Cell
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow import shaping
from flowdesk.kinds.flow.kind import Flow
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.kinds.table import KINDS
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.flow.answer import answer_of
from flowdesk.lab.flow.notebook import NOTEBOOK
from flowdesk.lab.flow.rules import NEEDED
from flowdesk.lab.race import engines_of
from flowdesk.lab.rule_text import problem, table
from flowdesk.lab.rulebooks import answer_scene
from tests.driver import Driver, button, large_type, texts
from tests.samples import SMALL, hard_level, level_of

CROSSING = level_of("R..B .... B..R")


@pytest.fixture
def explorer(driver: Driver) -> Driver:
    """The window, exploring a 5x5 level."""
    driver.open(SMALL)
    driver.key("F7")
    all_known(driver)
    return driver


def all_known(driver: Driver) -> None:
    """Wait until the solver has answered everything; answers may be counted still."""
    exploring = driver.window.tab.exploring
    driver.wait_until(lambda: not exploring.busy, "the solver has answered")
    driver.root.update()


def asked(driver: Driver) -> Exploration:
    """What is asked, and known when the solver has answered."""
    all_known(driver)
    return driver.window.tab.exploring.state


def invoke(driver: Driver, words: str) -> Exploration:
    """Press a button of the panel; return what is known then."""
    button(driver.window.lab.explorer, words).invoke()
    return asked(driver)


def perform(driver: Driver, label: str) -> None:
    """Choose an item of the menu."""
    action = next(a for a in ACTIONS if a is not None and a.label == label)
    driver.window.menus.perform(action)
    driver.root.update()


def place_of(canvas: tk.Canvas, words: str) -> tuple[int, int]:
    """Where words are drawn, in pixels of the widget; if there are several, the leftmost."""
    x, y = min(
        canvas.coords(item)
        for item in canvas.find_withtag("words")
        if canvas.itemcget(item, "text") == words  # type: ignore[no-untyped-call]  # typeshed has no types for it
    )
    return round(x - canvas.canvasx(0)), round(y - canvas.canvasy(0))


def click_on(driver: Driver, canvas: tk.Misc, words: str) -> None:
    """Click on words that are drawn in a widget."""
    assert isinstance(canvas, tk.Canvas)
    x, y = place_of(canvas, words)
    canvas.event_generate("<Button-1>", x=x, y=y)
    canvas.event_generate("<ButtonRelease-1>", x=x, y=y)
    driver.root.update()


def switch(driver: Driver, number: int) -> Exploration:
    """Click on a rule; return what is known then."""
    click_on(driver, driver.window.lab.explorer.rules, str(number))
    return asked(driver)


def drag_rule(driver: Driver, number: int, above: int) -> None:
    """Drag a rule to just above another one, in a single move of the pointer."""
    rules = driver.window.lab.explorer.rules
    x, y = place_of(rules, str(number))
    _, top = place_of(rules, str(above))
    rules.event_generate("<Button-1>", x=x, y=y)
    rules.event_generate("<Motion>", x=x, y=top - rules.row_height // 2, state=0x100)
    driver.root.update()
    assert rules.find_withtag("gap"), "a line shows where the rule would go"
    rules.event_generate("<ButtonRelease-1>", x=x, y=top - rules.row_height // 2, state=0x100)
    driver.root.update()


def choose_form(driver: Driver, form: str) -> Exploration:
    """Click on a form of the rules, by its name in the panel; return what is known then."""
    click_on(driver, driver.window.lab.explorer.forms, form)
    return asked(driver)


def choose_order(driver: Driver, name: str) -> None:
    """Click on an order of the rules, by its name in the panel."""
    click_on(driver, driver.window.lab.explorer.orders.winfo_children()[0], name)


def press(driver: Driver, words: str) -> None:
    """Click on words in the panel."""
    driver.click_words(driver.window.lab.explorer, words)


def panel(driver: Driver) -> str:
    """All that can be read in the panel."""
    return texts(driver.window.lab.explorer).replace("\u00a0", " ")


def shown(driver: Driver) -> str:
    """All that can be seen in the panel, without lines."""
    driver.root.update()
    return " ".join(texts(driver.window.lab.explorer, only_shown=True).split())


def with_tile(driver: Driver, kind: str) -> set[Cell]:
    """The cells that have such a tile: a ``hint`` glows, a ``mark`` blinks."""
    tiles = driver.view.scene.tiles
    return {cell for cell, stack in tiles.items() if any(tile.kind == kind for tile in stack)}


def marked(driver: Driver) -> set[Cell]:
    """The cells that are framed."""
    return with_tile(driver, "frame")


def shows_the_answer(driver: Driver) -> bool:
    """Whether the board shows the solver's answer and nothing else but what glows."""
    found = asked(driver).found
    assert found
    assert found.answer
    labels = driver.window.theming.labels
    scene = answer_scene(driver.level, found.answer, found.broken, labels=labels)
    tiles = driver.view.scene.tiles
    still = {cell: [t for t in stack if t.kind != "hint"] for cell, stack in tiles.items()}
    return still == {cell: list(stack) for cell, stack in scene.tiles.items()}


def test_the_walk_from_an_empty_board_to_the_solution(driver: Driver) -> None:
    driver.key("F7")
    assert "There are no endpoints yet" in panel(driver)
    driver.click((0, 0))
    press(driver, "Open an example board")
    assert driver.level.title == "First Steps"
    assert asked(driver).on == frozenset()
    assert driver.window.tab.exploring.state.broken, "the panel says what is wrong"
    assert not marked(driver)
    for number in NEEDED:
        driver.key("F11")
        state = asked(driver)
        assert state.on == set(range(1, number + 1))
        assert not {each.rule for each in state.broken} & state.on
        assert shows_the_answer(driver)
    solution = solve(driver.level).solution
    assert solution
    assert state.found
    assert state.found.answer == answer_of(driver.level, solution)
    assert "Solved." in panel(driver)
    assert driver.window.status.message == "Solved."
    assert not marked(driver)
    driver.key("Shift-F11", "Shift-F11")
    assert asked(driver).on == set(range(1, 10))
    assert marked(driver)
    assert "rule 10 would forbid this" in panel(driver)
    driver.key("Control-Tab")
    assert driver.level.endpoints == {(0, 0): "R"}, "unsaved work was left alone"


def test_buttons_and_switches_ask_at_once_and_escape_leaves(explorer: Driver) -> None:
    said = "Esc: back. No rule is on, so any answer is allowed."
    assert explorer.window.status.message == said
    for text, on in (
        ("Next rule", {1}),
        ("Next rule", {1, 2}),
        ("Back", {1}),
        ("All", set(NEEDED)),
        ("None", set()),
    ):
        assert invoke(explorer, text).on == on
        assert "Esc" not in explorer.window.status.message
    assert "disabled" in button(explorer.window.lab.explorer, "Back").state()
    invoke(explorer, "All")
    assert invoke(explorer, "Next rule").on == {*NEEDED, 12}, "the rule that is optional"
    assert "disabled" in button(explorer.window.lab.explorer, "Next rule").state()
    explorer.key(*["Shift-F11"] * 12)
    assert switch(explorer, 2).on == {2}
    assert shows_the_answer(explorer)
    assert switch(explorer, 2).on == frozenset()
    explorer.key("Escape")
    assert not explorer.window.tab.exploring.is_on


def test_a_rule_is_told_about_where_it_is_switched_or_pointed_at(explorer: Driver) -> None:
    assert "Helpers: arm and colour" in panel(explorer), "no rule is on"
    assert "true exactly where its formula is" in panel(explorer)
    click_on(explorer, explorer.window.lab.explorer.rules, "Helpers: arm and colour")
    explorer.key("space", "Alt-Down")
    assert asked(explorer).on == frozenset(), "they always hold"
    explorer.key("F11")
    assert "1  One colour a cell" in panel(explorer)
    explorer.key("Shift-F11")
    assert "Tseitin" in panel(explorer)
    switch(explorer, 2)
    assert "Every free cell has exactly two arms" in panel(explorer)
    assert "exactly two d with arm(i,j,d)" in panel(explorer)
    rules = explorer.window.lab.explorer.rules
    x, y = place_of(rules, "10")
    rules.event_generate("<Motion>", x=x, y=y)
    explorer.root.update()
    assert "At the border, beside a hole or at a wall" in panel(explorer)
    assert asked(explorer).on == {2}, "pointing changes nothing"
    explorer.key("F11")
    all_known(explorer)  # or the answer would be told after the rule
    press(explorer, "exactly one c with colour(i,j,c)")
    assert "an arm in direction d: t up, b down, l left, r right" in explorer.window.status.message
    choose_form(explorer, "FlowDesk's")
    press(explorer, "exactly two (at an endpoint: one) of its edges")
    assert "edge(a,b): a path steps from cell a" in explorer.window.status.message
    invoke(explorer, "None")
    assert "Helpers" not in panel(explorer)


def test_a_rule_is_dragged_to_another_place_and_stays_off_or_on(explorer: Driver) -> None:
    exploring, rules = explorer.window.tab.exploring, explorer.window.lab.explorer.rules
    x, y = place_of(rules, "3")
    rules.event_generate("<Button-1>", x=x, y=y)
    rules.event_generate("<Motion>", x=x, y=y + 4 * rules.row_height, state=0x100)
    explorer.key("Escape")
    rules.event_generate("<ButtonRelease-1>", x=x, y=y + 4 * rules.row_height, state=0x100)
    explorer.root.update()
    assert (exploring.state.order_name, asked(explorer).on) == ("By number", frozenset()), (
        "given up"
    )
    assert exploring.is_on
    switch(explorer, 2)
    drag_rule(explorer, 2, above=1)
    assert exploring.state.order[:3] == (2, 1, 3)
    drag_rule(explorer, 1, above=5)
    own = exploring.state.order
    assert own[:5] == (2, 3, 4, 1, 5)
    assert exploring.state.on == {2}
    assert not exploring.busy, "the solver need not be asked"
    for order in ("By number", "Own"):
        choose_order(explorer, order)
    assert exploring.state.order == own, "it can be chosen again"
    explorer.key("F11")
    assert asked(explorer).on == {2, 3}
    assert choose_form(explorer, "FlowDesk's").order == (1, 2, 3, 4, 5)
    choose_form(explorer, "Corrected")
    invoke(explorer, "None")
    choose_order(explorer, "Border first")
    assert "in this order: 1–3, 10, 4–9, 11–12." in explorer.window.status.message
    explorer.key(*["F11"] * 4)
    assert asked(explorer).on == {1, 2, 3, 10}
    assert invoke(explorer, "Back").on == {1, 2, 3}
    explorer.key("F7", "F7")
    assert asked(explorer).order[3] == 10, "it is still the order of the lecture"


def test_the_keyboard_goes_through_rules_and_forms_and_moves_and_switches_them(
    explorer: Driver,
) -> None:
    panel_of = explorer.window.lab.explorer
    panel_of.rules.focus_force()
    explorer.key("Down", "Alt-Down", "Alt-Down", "Alt-Up", "Alt-Up", "Alt-Up")
    explorer.key("Down", "Alt-Up", "space")
    state = asked(explorer)
    assert state.order[:3] == (2, 1, 3)
    assert state.on == {2}, "the cursor has moved with the rule"
    explorer.key("space", "Down", "Down", "space")
    assert asked(explorer).on == {3}
    assert "points at it in its colour" in panel(explorer)
    assert not explorer.window.shown.document.history.undo_label, "the board got none of these keys"
    panel_of.forms.focus_force()
    explorer.key("Right", "Right", "Right")
    assert asked(explorer).form == "fast"
    explorer.key("Left")
    assert asked(explorer).form == "published"


@pytest.mark.usefixtures("picosat")
def test_a_marked_cell_says_which_rule_it_breaks(explorer: Driver) -> None:
    explorer.key(*["F11"] * 9)
    state = asked(explorer)
    said = explorer.window.status.message
    assert said == "Rule 9 is on now.", "what is wrong stands in the panel"
    assert "Still wrong" in panel(explorer)
    (cell, *_) = next(e for e in state.broken if e.rule == 10).cells
    assert cell in marked(explorer)
    explorer.hover(cell)
    assert explorer.window.status.message.startswith("Rule 10: The arm that points")
    free = next(iter(set(explorer.level.cells) - marked(explorer)))
    explorer.hover(free)
    assert explorer.window.status.message == said
    explorer.key("F4", "Shift-F11")
    all_known(explorer)
    assert explorer.window.status.message.startswith("Still wrong"), "the panel is folded"


def test_a_broken_sentence_points_out_its_cells_and_its_rule_can_be_switched_on(
    explorer: Driver,
) -> None:
    press(explorer, "This cell has no colour")
    explorer.wait_until(lambda: (0, 1) in with_tile(explorer, "mark"), "the cells blink")
    press(explorer, "Switch on")
    assert asked(explorer).on == {1}


def test_cells_that_have_changed_glow_for_a_moment(explorer: Driver) -> None:
    explorer.key("F11")
    explorer.wait_until(lambda: with_tile(explorer, "hint"), "something glows")
    explorer.wait_until(lambda: not with_tile(explorer, "hint"), "it fades")
    assert shows_the_answer(explorer)


def test_published_and_corrected_rules_differ_where_it_can_be_seen(driver: Driver) -> None:
    perform(driver, "Open a board the published rules get wrong")
    state = asked(driver)
    assert driver.window.tab.exploring.is_on
    assert (state.form, set(state.on)) == ("published", set(NOTEBOOK))
    assert "No rule against loops was published at first." in panel(driver)
    assert marked(driver) >= {(0, 3), (1, 3), (0, 4), (1, 4)}, "the loop"
    press(driver, "Use the corrected rules")
    found = asked(driver).found
    assert "Solved." in panel(driver)
    assert shows_the_answer(driver)
    assert found
    assert found.answer
    assert found.answer.links == {"Y"}
    choose_form(driver, "FlowDesk's")
    assert "Colours along steps" in panel(driver)
    assert "Solved." in panel(driver)


def test_where_a_solution_is_not_forced_the_other_answer_can_be_shown(driver: Driver) -> None:
    driver.open(level_of("A..A B..B ...."))
    driver.key("F7")
    exploring = driver.window.tab.exploring
    exploring.ask_for(asked(driver).with_rules(set(NEEDED) - {11}))
    first = asked(driver).found
    assert "Solved, but not forced: rule 11 is off, and there is another solution" in panel(driver)
    for is_first in (False, True):
        press(driver, "Show the other answer")
        assert (exploring.state.found == first) is is_first
        assert shows_the_answer(driver)


def test_which_rules_are_needed_is_found_and_the_same_is_asked_about_another_level(
    explorer: Driver,
) -> None:
    document = explorer.window.shown.document
    perform(explorer, "Why is there no solution?")
    all_known(explorer)
    assert "these rules do not contradict each other" in panel(explorer)
    press(explorer, "Which rules are needed?")
    state = asked(explorer)
    assert state.needed
    assert state.on == set(state.needed.rules or ())
    assert "force the solution, and no fewer of the game's rules do." in panel(explorer)
    assert shows_the_answer(explorer)
    invoke(explorer, "All")
    explorer.click((0, 0), button=3)
    assert asked(explorer).found is None
    assert "Red (R) has one endpoint" in panel(explorer)
    assert not marked(explorer)
    explorer.key("Control-z")
    all_known(explorer)
    assert "Solved." in panel(explorer)
    document.apply("resize", shaping.resized(explorer.level, 0, 0, 0, 1))
    all_known(explorer)
    assert "The puzzle has no solution" in panel(explorer)
    assert explorer.view.scene.height == SMALL.height + 1
    explorer.key("Control-z")
    assert shows_the_answer(explorer)
    document.open(shipped("puzzles") / "06x06-brackets.txt")
    assert asked(explorer).on == set(NEEDED)
    assert shows_the_answer(explorer)
    assert "Solved." in panel(explorer)


def test_why_there_is_no_solution(driver: Driver) -> None:
    driver.open(CROSSING)
    driver.key("F7")
    invoke(driver, "All")
    assert "contradict each other" in panel(driver)
    press(driver, "Why is there no solution?")
    reason = asked(driver).reason
    assert reason
    assert "Red (R) and Blue (B) must cross" in panel(driver)
    assert marked(driver) == set(CROSSING.endpoints)
    assert "These requirements contradict each other" not in panel(driver)
    press(driver, "Show the requirements")
    assert "These requirements contradict each other" in panel(driver)
    assert marked(driver) == {cell for _, cells in reason.parts for cell in cells}
    press(driver, "Hide the requirements")
    assert marked(driver) == set(CROSSING.endpoints)
    press(driver, "Show the requirements")
    press(driver, "must be pointed at by one")
    driver.wait_until(lambda: with_tile(driver, "mark"), "its cells blink")
    assert switch(driver, 1).reason is None
    driver.open(level_of("RR.. BB.."))
    invoke(driver, "All")
    assert "contradict each other" in panel(driver)
    switch(driver, 11)
    assert marked(driver) >= {(2, 0), (3, 0), (2, 1), (3, 1)}, "the loop that no rule forbids now"
    assert "rule 11 would forbid this" in panel(driver)
    assert "These 4 cells form a loop: each points at the next." in panel(driver)


def test_a_long_answer_can_be_stopped(driver: Driver) -> None:
    driver.open(hard_level())
    driver.key("F7")
    exploring = driver.window.tab.exploring
    driver.wait_until(lambda: exploring.state.is_answered, "no rules are soon answered")
    click_on(driver, driver.window.lab.explorer.forms, "FlowDesk's")
    button(driver.window.lab.explorer, "All").invoke()
    driver.wait_until(lambda: driver.window.status.work.winfo_ismapped(), "it takes long")
    assert "Asking the solver" in panel(driver)
    driver.key("Escape")
    assert not exploring.busy
    assert not driver.window.status.work.winfo_ismapped()
    assert "Stopped" in panel(driver)
    assert exploring.is_on
    click_on(driver, driver.window.lab.explorer.rules, "2")
    driver.wait_until(lambda: exploring.busy, "it asks again")
    driver.key("Escape", "Escape")
    assert not exploring.is_on


def test_a_long_count_can_be_stopped_and_is_not_begun_again(explorer: Driver) -> None:
    exploring, work = explorer.window.tab.exploring, explorer.window.status.work
    choose_form(explorer, "Published")
    explorer.wait_until(work.winfo_ismapped, "it takes long")
    assert "counting them" in panel(explorer)
    explorer.key("Escape")
    assert not exploring.is_counting
    assert not work.winfo_ismapped()
    assert "More than 1,000 answers are left." in panel(explorer)
    assert exploring.is_on
    choose_form(explorer, "Corrected")
    choose_form(explorer, "Published")
    assert not exploring.is_counting


def test_leaving_shows_the_level_as_before_and_solving_leaves_the_rules_alone(
    driver: Driver,
) -> None:
    driver.open(SMALL)
    before, exploring = driver.view.scene, driver.window.tab.exploring
    for way in ("F7", "Escape"):
        driver.key("F7", "F11", "F11")
        all_known(driver)
        assert driver.view.scene != before
        assert driver.window.lab.explorer.winfo_ismapped()
        driver.key(way)
        assert driver.view.scene == before
        assert driver.window.side.winfo_ismapped()
        assert not driver.window.lab.explorer.winfo_ismapped()
    assert not driver.window.shown.document.history.undo_label
    driver.key("F7", "F11")
    driver.solve()
    assert not exploring.is_on
    assert driver.window.side.winfo_ismapped()
    driver.wait_until(lambda: driver.window.shown.solving.segments, "the solution runs in")


def test_too_large_a_level_names_the_limit_and_the_way_out(driver: Driver) -> None:
    driver.open(Level(21, 20, {(0, 0): "R", (20, 19): "R"}))
    driver.key("F7")
    assert "420 cells" in panel(driver)
    assert not driver.window.tab.exploring.busy
    click_on(driver, driver.window.lab.explorer.forms, "FlowDesk's")
    driver.wait_until(lambda: driver.window.tab.exploring.state.is_answered, "the own one has none")


def test_the_panel_begins_with_the_next_rule_and_a_sentence(driver: Driver) -> None:
    driver.window.shell.remember(rules_unfolded=False)
    driver.open(level_of("R..R"))
    driver.key("F7")
    words = "No rule is on, so any answer is allowed. 256 answers are left. More ▾"
    driver.wait_until(lambda: words in shown(driver), "the answers are counted")
    assert shown(driver) == f"Untitled Back Next rule All {words}"
    invoke(driver, "Next rule")
    assert "1 One colour a cell Every free cell has exactly one colour" in shown(driver)
    driver.key("F7", "F7")
    all_known(driver)
    assert words in shown(driver), "what was counted is remembered"
    perform(driver, "See the clauses")
    rules = driver.window.lab.explorer.rules
    assert rules.winfo_viewable(), "to choose the rule"
    driver.key("Escape")
    assert not rules.winfo_viewable()
    press(driver, "More ▾")
    assert rules.winfo_viewable()
    driver.key("F7", "F7")
    assert rules.winfo_viewable(), "it stays so"


def test_rules_and_figures_are_read_whole_on_small_screens(explorer: Driver) -> None:
    """On screens of 1366x768 and 800x600: 27 pixels are the menu's."""
    root, panel = explorer.window.root, explorer.window.lab.explorer
    about, answer, _ = (box for box in panel.winfo_children() if isinstance(box, LinkedText))
    for width, height in ((1366, 741), (800, 573)):
        root.geometry(f"{width}x{height}+0+0")
        explorer.wait_until(lambda: root.winfo_height() == height, "it has that size")  # noqa: B023
        for form in ("Corrected", "Published", "FlowDesk's"):
            state = choose_form(explorer, form)
            for row in state.rows:
                panel.look_at(row.rule.number)
                root.update()
                assert about.yview() == (0, 1), row.rule
            for line, words in enumerate(table(state)):
                found = answer.search(words[0] or words[1], "end", backwards=True)
                answer.see(found)
                for figure in words[1:]:
                    place = answer.search(f"\t{figure}", f"{found} linestart", f"{found} lineend")
                    at = answer.bbox(f"{place}+{len(figure)}c")
                    assert at, (line, figure)
                    assert at[0] + at[2] <= answer.winfo_width()
    choose_form(explorer, "Corrected")
    with large_type(explorer, root, "1366x691", 150):
        explorer.key("F11")
        all_known(explorer)
        explorer.root.update()
        assert not panel.grid_slaves(row=0), "there is no room for the title"
        assert answer.winfo_height() >= 2 * answer.line_height


@pytest.mark.parametrize(("tag", "mark"), [("line", "•"), ("line", "✗"), ("step", "12.")])
def test_the_lines_of_a_list_begin_below_each_other(driver: Driver, tag: str, mark: str) -> None:
    top = tk.Toplevel(driver.root)
    text = LinkedText(top, fonts.SMALL, 9)
    text.pack()
    text.begin()
    text.add(f"{mark}\t{9 * 'word '}", tag)
    text.end()
    driver.root.update()
    first = text.bbox(text.search("word", "1.0"))
    second = text.bbox("1.0 + 1 display lines display linestart")
    assert first
    assert second
    assert second[0] == first[0]
    assert second[1] > first[1]
    top.destroy()


def test_a_mark_shows_that_there_is_more_to_scroll_to(explorer: Driver) -> None:
    boxes = explorer.window.lab.explorer.winfo_children()
    _, answer, *_ = (box for box in boxes if isinstance(box, LinkedText))
    (mark,) = answer.winfo_children()
    assert mark.winfo_ismapped(), "no rule is on, and much is broken"
    top = mark.winfo_y()
    assert answer.yview()[0] == 0
    answer.event_generate("<Button-5>", x=5, y=5)
    explorer.root.update()
    assert mark.winfo_y() > top
    assert answer.yview()[0] > 0
    invoke(explorer, "All")
    explorer.window.root.geometry("1366x900+0+0")
    explorer.wait_until(lambda: not mark.winfo_ismapped(), "all is in sight")


class Toy(Level):
    """A puzzle of a kind that the lab does not know."""

    kind: ClassVar[str] = "toy"


class ToyKind(Flow):
    key = "toy"
    name = "Toy"


def test_a_puzzle_that_the_lab_does_not_know_is_neither_explored_nor_searched(
    explorer: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "toy", ToyKind())
    explorer.open(Toy(3, 3))
    assert not explorer.window.tab.exploring.is_on
    explorer.key("F7", "Shift-F9")
    assert explorer.window.shown.stage.mode is None
    toy = Toy(3, 1, {(0, 0): "R", (2, 0): "R"})
    assert not engines_of(toy.kind)
    assert problem(toy, "corrected")[0].endswith("known for Toy puzzles.")
