"""The wall: an aim, the variations that are made for it, and what is done with them."""

from __future__ import annotations

from collections.abc import Iterator
from tkinter import ttk

import pytest

from flowdesk.app.wall import Wall
from flowdesk.core.grid import Area, Cell, Edge
from flowdesk.core.signal import Owner
from flowdesk.desk.documents.settings import load_settings
from flowdesk.desk.knowledge.variations import Variation, Variations
from flowdesk.draw.theme import THEMES
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.kind import FLOW
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.request import FlowRequest
from tests.command_line import InOrder
from tests.driver import Driver, descendants, large_type, texts

OPEN = "Control-Shift-G"


@pytest.fixture
def wall(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wall]:
    """The wall of an empty board; its variations are made in this process, one a poll."""
    show(driver, Level(5, 5, about={"title": "Mine"}))
    variations = driver.window.wall.variations
    monkeypatch.setattr(variations._job, "_make_pool", InOrder)
    driver.key(OPEN)
    assert driver.window.wall.winfo_ismapped()
    yield driver.window.wall
    driver.window.wall.hide()


def walls(variation: Variation) -> frozenset[Edge]:
    assert isinstance(variation.level, Level)
    return variation.level.walls


def show(driver: Driver, level: Level) -> None:
    driver.window.files.open_entries([Entry(level)], "Level")
    driver.root.update()


def solved(driver: Driver) -> Level:
    """Show a level whose solution is known."""
    level: Level = FLOW.making.generate(FlowRequest(5, 5, 3)).level
    driver.window.shown.document.apply("draw", level)
    known = driver.window.shown.live_check
    known.check_now()
    wall = driver.window.wall
    driver.wait_until(lambda: known.known.difficulty and wall._solution, "the check")
    return level


def made(driver: Driver, wall: Wall, count: int) -> Variations:
    """Make so many variations."""
    wall.make.invoke()
    return stopped(driver, wall, count)


def stopped(driver: Driver, wall: Wall, count: int) -> Variations:
    """Stop as soon as there are so many variations, and wait for that."""
    variations, hearing = wall.variations, Owner()

    def look() -> None:
        if len(variations.found) >= count:
            variations.stop()

    variations.changed.connect(look, hearing)
    look()
    driver.wait_until(lambda: not variations.running, "variations")
    hearing.end()
    driver.root.update()
    return variations


def point(driver: Driver, wall: Wall, number: int) -> None:
    x, y = wall.tiles.place_of(number)
    wall.tiles._body.event_generate("<Motion>", x=x, y=y)
    driver.root.update()


def pairs(variation: Variation) -> list[set[Cell]]:
    """The pairs of endpoints of a variation."""
    assert isinstance(variation.level, Level)
    return [set(pair) for pair in variation.level.pairs.values()]


def shown(driver: Driver) -> Level | None:
    """The variation that lies over the board."""
    level = driver.window.shown.stage._preview
    assert level is None or isinstance(level, Level)
    return level


def test_a_variation_is_previewed_and_taken_in_one_step(driver: Driver, wall: Wall) -> None:
    variations, before = made(driver, wall, 2), driver.level
    point(driver, wall, 0)
    level = shown(driver)
    assert level
    assert level == variations.found[0].level
    for cell, _ in level.endpoints.items() ^ before.endpoints.items():
        tint = driver.view.scene.tiles[cell][-1]
        assert all(theme.color_of(tint) != theme.cell for theme in THEMES.values())
    wall.tiles._body.event_generate("<Leave>")
    driver.root.update()
    assert shown(driver) is None
    wall.tiles.focus_set()
    driver.key("Right", "Right")
    assert shown(driver) == variations.found[1].level
    driver.key("Escape")
    assert shown(driver) is None
    assert driver.level == before
    wall.tiles.focus_set()
    driver.key("Right")
    taken = variations.found[0].level
    driver.key("Return")
    assert driver.level == taken
    assert driver.level.about["title"] == "Mine"
    driver.key("Control-z")
    assert driver.level == before
    first = made(driver, wall, 1)
    point(driver, wall, 0)
    behind = driver.window.shown.stage
    driver.window.tabs.add()
    driver.root.update()
    assert behind._preview is None
    assert (wall.variations is first, wall.tiles.count) == (False, 0), (
        "another document has its own"
    )


def test_what_cannot_be_or_is_doubtful_is_said_at_once_and_what_was_found_stays(
    driver: Driver, wall: Wall
) -> None:
    found = made(driver, wall, 1).found
    wall.change.invoke()
    wall.aim.first_field.focus_force()
    driver.key("9", "minus", "5")
    assert "the fewest named first" in wall.aim.problem
    assert wall.aim._problem.winfo_ismapped()
    wall.make.invoke()
    driver.root.update()
    assert "the fewest" not in wall._progress["text"], "it is said once"
    assert wall.variations.found == found
    driver.key("BackSpace", "BackSpace", "BackSpace")
    assert not wall.aim._problem.winfo_ismapped()
    wall.aim.ask({"difficulty": "hard"})
    wall.aim.check()
    driver.root.update()
    assert wall.aim.problem.startswith("Hardly any level of so small a board is hard")
    generation = driver.window.tab.generation
    generation.make(FLOW.making, [FlowRequest(5, 5, difficulty="hard")])
    assert wall.aim.problem in texts(driver.window.status), "also while a level is generated"
    assert generation.stop()
    path = tuple((x, y) for y in range(6) for x in (range(6) if y % 2 == 0 else range(5, -1, -1)))
    level = Level(6, 6, {path[0]: "R", path[-1]: "R"}, drawn={"R": path}, locked=frozenset(path))
    driver.window.shown.document.apply("draw", level)
    driver.root.update()
    assert wall.aim.problem == "Everything is locked: unlock what may change."


def test_the_aim_is_a_line_while_its_variations_are_looked_at(driver: Driver, wall: Wall) -> None:
    wall.aim.ask({"symmetry": "turn", "difficulty": "hard"})
    assert wall.aim.words == "hard, symmetry turn"
    wall.aim.ask({"colors": "4"})
    made(driver, wall, 1)
    field = wall.aim.first_field
    assert wall._title["text"] == "Aim: colours 4"
    assert not field.winfo_ismapped()
    assert wall.aim.winfo_height() < field.winfo_reqheight(), "its room is that of the tiles"
    wall.change.invoke()
    driver.root.update()
    assert field.winfo_ismapped()
    assert not wall.change.winfo_ismapped()
    made(driver, wall, 1)
    assert not field.winfo_ismapped()
    driver.window.shell.save_settings()
    assert load_settings().aim["colors"] == "4", "it is remembered"
    assert "seed" not in load_settings().aim


def test_the_level_is_steered_and_each_way_has_its_price(driver: Driver, wall: Wall) -> None:
    assert wall.ways() == ([], None), "no solution is known"
    level = solved(driver)
    driver.wait_until(lambda: len(wall.ways()[0]) > 2, "the solution and how hard it is are known")
    ways = dict(wall.ways()[0])
    assert {"Harder", "Fewer colours"} <= set(ways)
    ways["Fewer colours"]()
    variations = stopped(driver, wall, 1)
    assert wall._title["text"] == "Aim: fewer colours"
    assert wall.aim._rows["colors"]() == f"1-{len(level.pairs) - 1}"
    variation = variations.found[0]
    assert len(pairs(variation)) < len(level.pairs)
    assert wall._tile(0).words == variation.made.stays
    assert variation.made.stays.endswith("stay")


def test_more_like_one_keeps_what_was_asked_and_begins_with_it(driver: Driver, wall: Wall) -> None:
    wall.aim.ask({"colors": "4", "more_walls": "2"})
    chosen = made(driver, wall, 1).found[0]
    wall.tiles.select([0])
    wall.more.invoke()
    assert wall.variations.start_of
    assert wall.variations.start_of.level is chosen.level
    variations = stopped(driver, wall, 2)
    assert {len(pairs(each)) for each in variations.found} == {4}
    assert all("stay" in each.made.stays for each in variations.found)
    assert {walls(each) for each in variations.found} == {walls(chosen)}
    assert len(walls(chosen)) == 2


def test_only_the_selected_rectangle_is_made_again(driver: Driver, wall: Wall) -> None:
    again = wall.commands["Make again here"]
    assert not again.is_possible()
    selection = driver.window.shown.edit.selection
    area = Area((0, 0), (2, 2))
    selection.select(area)
    again.run()
    assert wall._progress["text"].startswith("No solution")
    level = solved(driver)
    solution = wall._solution
    selection.select(area)
    again.run()
    away = [
        {path[0], path[-1]}
        for path in solution.paths.values()
        if not any(cell in area for cell in path)
    ]
    for variation in stopped(driver, wall, 2).found:
        assert variation.level != level
        assert all(pair in pairs(variation) for pair in away)


def test_a_change_of_the_level_or_escape_stops_what_is_made_of_it(
    driver: Driver, wall: Wall
) -> None:
    wall.make.invoke()
    assert wall.variations.running
    driver.click((0, 0))
    assert not wall.variations.running
    assert "because the puzzle has changed" in wall._progress["text"]
    wall.make.invoke()
    driver.window.shown.document.apply("resize", Level(7, 7))
    assert (wall.variations.running, len(wall.variations.found)) == (False, 0)
    wall.make.invoke()
    driver.view.focus_force()
    driver.key("Escape")
    assert not wall.variations.running
    assert wall.winfo_ismapped()
    driver.key("Escape")
    assert not wall.winfo_ismapped()


def test_where_no_tile_has_room_the_panel_scrolls_with_all_of_them(
    driver: Driver, wall: Wall
) -> None:
    made(driver, wall, 4)
    tiles, body = wall.tiles, wall.tiles._body

    def bars() -> list[ttk.Scrollbar]:
        parts = descendants(driver.window.sides.right)
        return [part for part in parts if isinstance(part, ttk.Scrollbar) and part.winfo_viewable()]

    with large_type(driver, driver.window.root, "640x369", 150):
        driver.root.update()
        assert [bar.master for bar in bars()] == [driver.window.sides.right._scrolled]
        assert list(tiles.in_sight) == list(range(tiles.count))
        tiles.focus_force()
        driver.root.update()
        top = body.winfo_rooty()
        driver.key("End")
        assert body.winfo_rooty() < top, "the last one comes into sight"
        body.event_generate("<Button-4>", x=9, y=9)
        driver.root.update()
        assert body.winfo_rooty() > top - body.winfo_height(), "the wheel scrolls the panel"
    with large_type(driver, driver.window.root, "1000x500", 100):
        assert [bar.master for bar in bars()] in ([], [tiles])
        assert wall.take.winfo_viewable()
        assert (
            wall.take.winfo_rooty() + wall.take.winfo_height()
            < wall._port.winfo_rooty() + wall._port.winfo_height()
        )
