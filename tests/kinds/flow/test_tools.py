"""The tools of the editor: gestures from press to release, without a window."""

from __future__ import annotations

import pytest

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.shape import Shape
from flowdesk.draw.theme import THEMES, Theme, luminance, rgb
from flowdesk.kinds.editor import Tool
from flowdesk.kinds.flow import editing, tools
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tools import (
    BRIDGE,
    ENDPOINT,
    ERASE,
    HOLE,
    LOCK,
    PATH,
    TOOLS,
    WALL,
    WARP,
    choices,
    typed,
)
from tests.for_all import for_all
from tests.samples import level_of

EMPTY = Level(4, 3)
WALLED: Edge = ((0, 0), (1, 0))


def led(tool: Tool[Level], level: Level, *cells: Cell, label: str = "R") -> Gesture[Level]:
    """The gesture of a press in the first cell that went on to the others."""
    gesture = tool.press(level, Spot(cells[0]), label)
    assert gesture is not None
    for cell in cells[1:]:
        gesture = gesture.to(Spot(cell))
    return gesture


def erased(tool: Tool[Level], level: Level, *cells: Cell) -> Gesture[Level]:
    """The gesture of the other button."""
    gesture = tool.erase(level, Spot(cells[0]))
    assert gesture is not None
    for cell in cells[1:]:
        gesture = gesture.to(Spot(cell))
    return gesture


def test_a_click_places_an_endpoint_or_takes_up_the_colour_of_one_that_has_no_partner() -> None:
    click = led(ENDPOINT, EMPTY, (1, 1))
    assert click.puzzle.endpoints == click.result.endpoints == {(1, 1): "R"}
    assert click.name == "place Red (R)"
    other = led(ENDPOINT, click.result, (1, 1), label="B")
    assert other.result is other.puzzle is click.result
    assert other.item == "R"
    done = level_of("R.R. .... ....")
    other = led(ENDPOINT, done, (0, 0), label="B")
    assert other.result is done
    assert (other.item, "is complete" in other.problem) == (None, True)


def test_a_letter_that_replaces_another_endpoint_says_so() -> None:
    typed = tools.typed(level_of("R... .... ...."), Spot((0, 0)), "B", "G")
    assert typed
    assert typed.result.endpoints == {(0, 0): "B"}
    assert typed.name == "replace Red (R) by Blue (B)"


def test_what_holes_and_bridges_overwrite_is_said() -> None:
    level = level_of("R.R. BG.B ....")
    assert led(BRIDGE, level, (0, 0), (2, 0)).name == "build bridges in place of Red (R)"
    over = led(HOLE, level, (2, 0), (2, 1), (0, 1))
    assert over.name == "make holes in place of Red (R), Blue (B) and Green (G)"
    assert (
        led(BRIDGE, over.result, (3, 2), (3, 1), (2, 0)).name
        == "build bridges in place of Blue (B)"
    )
    for key, name in (("+", "build a bridge"), ("#", "make hole")):
        typed = tools.typed(level, Spot((0, 0)), key, "R")
        assert typed
        assert typed.name == f"{name} in place of Red (R)"


def test_a_drag_that_changes_nothing_is_no_change() -> None:
    for tool in (ENDPOINT, PATH, HOLE, ERASE):
        press = led(tool, EMPTY, (1, 1))
        assert press.to(Spot((1, 1), WALLED)).puzzle is press.puzzle, tool.name


def test_an_endpoint_that_was_just_placed_is_refused_where_another_would_be() -> None:
    level = level_of("B... .... ....")
    drag = led(ENDPOINT, level, (1, 1), (0, 0))
    assert drag.result.endpoints == {(0, 0): "B", (1, 1): "R"}
    assert "empty cell" in drag.problem
    assert drag.item == "R"


def test_only_a_tool_that_has_colours_chooses_one() -> None:
    level = level_of("RB.. .... ....")
    assert erased(ENDPOINT, level, (1, 0)).item == "B"
    assert erased(HOLE, level, (1, 0)).item is None
    assert led(HOLE, level, (1, 1)).item is None
    assert led(ENDPOINT, level, (0, 0), (2, 2)).item is None, "it was moved, not chosen"


def test_a_drag_carries_an_endpoint_to_an_empty_cell() -> None:
    level = level_of("R.B. .... ....")
    drag = led(ENDPOINT, level, (0, 0), (3, 2), label="G")
    assert drag.carried == (0, 0)
    assert drag.puzzle is level, "until the release it stays where it was"
    assert drag.result.endpoints == {(3, 2): "R", (2, 0): "B"}
    assert drag.name == "move Red (R)"
    assert drag.problem == ""
    for wrong in ((2, 0), (9, 9)):
        refused = drag.to(Spot(wrong))
        assert refused.result is level
        assert "empty cell" in refused.problem
    back = drag.to(Spot((0, 0)))
    assert back.result is level, "a drag that comes back is no click"
    assert back.problem == ""


def test_a_press_on_a_drawn_path_cuts_it_only_where_the_pointer_goes_on() -> None:
    level = led(PATH, EMPTY, (0, 0), (3, 0)).result
    assert led(PATH, level, (1, 0)).puzzle is level
    assert led(PATH, level, (1, 0), (1, 1)).result.drawn == {"R": ((0, 0), (1, 0), (1, 1))}
    assert PATH.press(editing.set_hole(EMPTY, (0, 0), True), Spot((0, 0)), "R") is None


def test_a_path_walks_every_cell_between_far_events_and_chooses_its_colour() -> None:
    gesture = led(PATH, level_of("B... .... ...."), (0, 0), (3, 0), (3, 2))
    assert gesture.result.drawn["B"] == ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2))
    assert gesture.item == "B"


def test_holes_are_made_or_filled_as_the_first_cell_says() -> None:
    made = led(HOLE, EMPTY, (0, 0), (2, 0), (9, 0)).result
    assert made.holes == {(0, 0), (1, 0), (2, 0), (3, 0)}
    assert led(HOLE, made, (3, 0), (2, 0)).result.holes == {(0, 0), (1, 0)}


def test_walls_are_built_or_removed_as_the_first_edge_says() -> None:
    other: Edge = ((1, 0), (2, 0))
    gesture = WALL.press(EMPTY, Spot((0, 0), WALLED), "R")
    assert gesture is not None
    built = gesture.to(Spot((1, 0), other)).to(Spot((2, 0))).result
    assert built.walls == {WALLED, other}
    removed = WALL.press(built, Spot((1, 0), WALLED), "R")
    assert removed is not None
    assert removed.to(Spot((1, 0), ((1, 0), (1, 1)))).result.walls == {other}


def test_what_is_erased_is_the_colour_to_go_on_with() -> None:
    level = level_of("RB.# .... ....")
    gesture = erased(ENDPOINT, level, (0, 0), (3, 0))
    assert gesture.result == Level(4, 3)
    assert gesture.item == "B"
    assert gesture.name == "erase Red (R), Blue (B)"
    assert erased(ENDPOINT, level, (3, 0)).name == "erase holes"


def test_each_tool_erases_what_it_makes() -> None:
    path = led(PATH, EMPTY, (0, 0), (2, 0)).result
    assert erased(PATH, path, (1, 0)).result == EMPTY
    assert erased(ENDPOINT, path, (1, 0)).result is path, "between its ends there is no endpoint"
    wall = editing.set_wall(EMPTY, WALLED, True)
    gesture = WALL.erase(wall, Spot((0, 0), WALLED))
    assert gesture is not None
    assert gesture.result == EMPTY
    hole = editing.set_hole(EMPTY, (1, 1), True)
    for tool in TOOLS:
        if tool is not LOCK:  # it makes no hole, and unlocks
            assert erased(tool, hole, (1, 1)).result == EMPTY, f"keys erase with {tool.name}"


def test_the_eraser_takes_everything_out_of_a_cell() -> None:
    level = editing.set_wall(level_of("R..B #... ...."), WALLED, True)
    level = led(PATH, level, (1, 2), (3, 2), label="G").result
    assert led(ERASE, level, (0, 0), (0, 1)).result.endpoints.keys() == {(3, 0), (1, 2), (3, 2)}
    assert led(ERASE, level, (0, 0), (0, 1)).result.walls == frozenset()
    assert led(ERASE, level, (0, 0), (0, 1)).result.holes == frozenset()
    assert led(ERASE, level, (2, 2)).result.drawn == {}


@for_all("tool", TOOLS)
def test_no_gesture_changes_the_level_it_began_with(tool: Tool[Level]) -> None:
    level = editing.set_wall(level_of("R.#B .... ...."), WALLED, True)
    copy = (dict(level.endpoints), set(level.holes), set(level.walls), dict(level.drawn))
    for gesture in (tool.press(level, Spot((0, 0), WALLED), "G"), tool.erase(level, Spot((0, 0)))):
        assert gesture is not None
        gesture = gesture.to(Spot((3, 2), ((2, 2), (3, 2))))
        assert gesture.puzzle is not None
        assert gesture.result is not None
    assert copy == (dict(level.endpoints), set(level.holes), set(level.walls), dict(level.drawn))


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_letters_of_the_palette_can_be_read_on_colours_that_are_not_placed(theme: Theme) -> None:
    for item in tools.palette(level_of("R.R"), "R"):
        dot, *_, letter = item.tiles
        parts = zip(rgb(theme.color_of(dot)), rgb(theme.ground), strict=True)
        mixed = (round(dot.strength * one + (1 - dot.strength) * other) for one, other in parts)
        shades = luminance(theme.color_of(letter)), luminance("#" + bytes(mixed).hex())
        assert (max(shades) + 0.05) / (min(shades) + 0.05) > 4, item.words


def named(level: Level, spot: Spot) -> dict[str, Level]:
    return {gesture.name: gesture.result for gesture in choices(level, spot, "R")}


def test_the_menu_of_a_cell_builds_bridges_and_opens_warps_at_the_border() -> None:
    level = Level(4, 3)
    inner, border, corner = (named(level, Spot(cell)) for cell in ((1, 1), (0, 1), (3, 2)))
    assert inner["build a bridge"].shape == Shape(bridges=frozenset({(1, 1)}))
    assert not [name for name in inner if "warp" in name]
    warped = border["open the warp of row 2"]
    assert warped.shape == Shape(rows=frozenset({1}))
    assert named(warped, Spot((3, 1)))["close the warp of row 2"] == level
    assert {"open the warp of row 3", "open the warp of column 4"} <= corner.keys()
    edge = ((3, 1), (4, 1))
    walled = named(warped, Spot((3, 1), edge))["build a wall on the right"]
    assert walled.walls == {((0, 1), (3, 1))}
    assert "remove the wall on the left" in named(walled, Spot((0, 1), ((-1, 1), (0, 1))))
    hexagons = named(Level(3, 3, shape=Shape("hex")), Spot((1, 1), ((0, 1), (1, 1))))
    assert not [name for name in hexagons if "warp" in name or "bridge" in name]
    assert "build a wall at the upper left" in hexagons


def test_plus_builds_a_bridge_and_an_arrow_with_shift_a_wall_on_a_warp() -> None:
    level = Level(4, 3, shape=Shape(rows=frozenset({1})))
    bridge = typed(level, Spot((1, 1)), "+", "R")
    assert bridge
    assert bridge.result.shape.bridges == {(1, 1)}
    wall = typed(level, Spot((0, 1), level.board.edge_at((0, 1), "l")), "", "R")
    assert wall
    assert wall.result.walls == {((0, 1), (3, 1))}
    nothing = typed(level, Spot((0, 0), level.board.edge_at((0, 0), "l")), "", "R")
    assert nothing
    assert nothing.result is level
    assert typed(Level(3, 3, shape=Shape("hex")), Spot((1, 1)), "+", "R") is None


def test_each_of_the_new_tools_takes_away_by_the_right_button_what_it_makes() -> None:
    level = Level(4, 3)
    border = Spot((0, 1), ((-1, 1), (0, 1)))
    opened = WARP.press(level, border, "")
    assert opened
    both = opened.to(Spot((0, 2), ((-1, 2), (0, 2)))).result
    assert both.shape.rows == {1, 2}
    closed = WARP.erase(both, border)
    assert closed
    assert closed.result.shape.rows == {2}
    built = BRIDGE.press(level, Spot((1, 1)), "")
    assert built
    away = BRIDGE.erase(built.result, Spot((1, 1)))
    assert away
    assert (away.name, away.result) == ("take bridges away", level)
