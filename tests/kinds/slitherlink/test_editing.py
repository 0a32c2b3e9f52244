"""Slitherlink in the editor: tools, keys, palette, and the clues that a drawn loop gives."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from flowdesk.core.board import board_of
from flowdesk.core.edit import Spot
from flowdesk.core.grid import TURNS, Cell, Edge, edges_of
from flowdesk.kinds.editor import Tool
from flowdesk.kinds.loops import LoopShaping, cleared
from flowdesk.kinds.slitherlink.kind import SLITHERLINK
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, clues_of, mistakes
from flowdesk.kinds.slitherlink.tiles import item_at
from flowdesk.kinds.slitherlink.tools import CLUE, CYCLE, ERASE, LOOP
from tests.kinds.slitherlink.test_pictures import way
from tests.loops import all_loops, loop_round, puzzle_of

EDITING, EMPTY = SLITHERLINK.editing, Slitherlink(3, 3)

SHAPING: LoopShaping[Slitherlink] = LoopShaping()


def corner(x: int, y: int, edge: Edge | None = None) -> Spot:
    """The spot at a corner, in the cell of which it is the upper left one."""
    return Spot((x, y), edge, (x, y))


def made(
    tool: Tool[Slitherlink], puzzle: Slitherlink, *spots: Spot, item: str = CYCLE
) -> Slitherlink:
    """The puzzle after a drag over these spots."""
    gesture = tool.press(puzzle, spots[0], item)
    assert gesture is not None
    for spot in spots[1:]:
        gesture = gesture.to(spot)
    result: Slitherlink = gesture.result
    return result


def problem_of(puzzle: Slitherlink, *spots: Spot) -> str:
    """What a drag of the Loop tool over these spots reports."""
    gesture = LOOP.press(puzzle, spots[0], CYCLE)
    for spot in spots[1:]:
        gesture = gesture and gesture.to(spot)
    return gesture.problem if gesture else ""


def test_clicks_go_through_the_clues_and_back_to_none() -> None:
    puzzle, seen = EMPTY, []
    for _ in range(6):
        puzzle = made(CLUE, puzzle, Spot((1, 1)))
        seen.append(puzzle.clues.get((1, 1)))
    assert seen == [0, 1, 2, 3, None, 0]


def test_the_chosen_clue_is_set_and_a_second_click_removes_it() -> None:
    puzzle = made(CLUE, EMPTY, Spot((1, 1)), item="4")
    assert puzzle.clues == {(1, 1): 4}
    assert made(CLUE, puzzle, Spot((1, 1)), item="2").clues == {(1, 1): 2}
    assert made(CLUE, puzzle, Spot((1, 1)), item="4").clues == {}


def test_the_right_button_erases_clues_along_its_way_and_the_erase_tool_edges_as_well() -> None:
    puzzle = replace(puzzle_of("123 ... ..."), drawn=way((0, 0), (1, 0), (2, 0)))
    gesture = CLUE.erase(puzzle, Spot((0, 0)))
    assert gesture is not None
    after = gesture.to(Spot((2, 0))).result
    assert (after.clues, after.drawn) == ({}, puzzle.drawn)
    assert made(ERASE, puzzle, Spot((0, 0)), Spot((2, 0))) == EMPTY
    assert made(ERASE, puzzle, Spot((0, 0))).drawn == way((1, 0), (2, 0))


def test_a_drag_along_corners_draws_and_going_back_undraws() -> None:
    gesture = LOOP.press(EMPTY, corner(0, 0), CYCLE)
    assert gesture is not None
    assert gesture.puzzle is EMPTY
    there = gesture.to(corner(2, 0)).to(corner(2, 2))
    assert there.puzzle.drawn == way((0, 0), (1, 0), (2, 0), (2, 1), (2, 2))
    back = there.to(corner(2, 0))
    assert back.puzzle.drawn == way((0, 0), (1, 0), (2, 0))
    assert back.to(corner(0, 0)).result is EMPTY


def test_a_drag_that_begins_on_drawn_edges_removes_them() -> None:
    square = loop_round({(0, 0), (1, 0)})
    puzzle = replace(EMPTY, drawn=square.edges)
    after = made(LOOP, puzzle, corner(0, 0), corner(2, 0), corner(2, 2))
    assert after.drawn == square.edges - way((0, 0), (1, 0), (2, 0), (2, 1))


def test_a_click_draws_or_removes_the_edge_nearest_to_it() -> None:
    edge = edges_of((1, 1))[0]
    puzzle = made(LOOP, EMPTY, corner(1, 1, edge))
    assert puzzle.drawn == {edge}
    assert made(LOOP, puzzle, corner(1, 1, edge), corner(1, 1, edge)) == EMPTY
    assert made(LOOP, EMPTY, corner(1, 1, edge), corner(2, 2), corner(1, 1)) is EMPTY
    erased = LOOP.erase(puzzle, corner(1, 1, edge))
    assert erased is not None
    assert erased.result == EMPTY


def test_the_pointer_may_leave_the_board() -> None:
    after = made(LOOP, EMPTY, Spot((-1, 0), edges_of((0, 0))[1], (0, 0)), corner(-4, 9))
    assert after.drawn == way((0, 0), (0, 1), (0, 2), (0, 3))


def test_a_closed_loop_gives_the_board_its_clues() -> None:
    corners = ((0, 0), (2, 0), (2, 1), (0, 1), (0, 0))
    puzzle = made(LOOP, EMPTY, *(corner(*place) for place in corners))
    assert puzzle.drawn == loop_round({(0, 0), (1, 0)}).edges
    assert puzzle == replace(puzzle_of("331 110 000"), drawn=puzzle.drawn)
    assert not mistakes(puzzle, loop_round({(0, 0), (1, 0)}))


def test_clues_stay_where_some_are_placed_and_are_read_anew_where_all_were_read() -> None:
    spots = [corner(*place) for place in ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))]
    for solved, unmet in ((".1. ... ...", ""), (".2. ..0 .1.", "2 clues")):
        puzzle = puzzle_of(solved)
        assert made(LOOP, puzzle, *spots).clues == puzzle.clues
        assert unmet in problem_of(puzzle, *spots)
        assert unmet or not problem_of(puzzle, *spots)
    read = puzzle_of("331 110 000")
    assert made(LOOP, read, *spots).clues == puzzle_of("410 100 000").clues
    assert not problem_of(read, *spots)
    two = replace(EMPTY, drawn=loop_round({(2, 2)}).edges)
    assert made(LOOP, two, *spots).clues == {}


@pytest.mark.parametrize("seed", range(5))
def test_every_loop_can_be_drawn_with_the_keyboard(seed: int) -> None:
    loop, numbers = random.Random(seed).choice(all_loops(3, 3))
    puzzle = EMPTY
    for edge in sorted(loop.edges):
        change = EDITING.typed(puzzle, Spot(edge[0], edge), "", CYCLE)
        assert change is not None
        puzzle = change.puzzle
    assert puzzle.clues == numbers
    change = EDITING.typed(puzzle, Spot((0, 0), min(loop.edges)), "", CYCLE)
    assert change is not None
    assert change.puzzle.drawn == loop.edges - {min(loop.edges)}


def test_digits_set_clues_and_the_space_bar_removes_them() -> None:
    def after(puzzle: Slitherlink, key: str, cell: Cell = (1, 1)) -> Slitherlink | None:
        change = EDITING.typed(puzzle, Spot(cell), key, CYCLE)
        found: Slitherlink | None = change.puzzle if change else None
        return found

    three = after(EMPTY, "3")
    assert three is not None
    assert three.clues == {(1, 1): 3}
    assert after(three, " ") == EMPTY
    assert after(EMPTY, " ") is EMPTY
    assert [after(EMPTY, key) for key in "5a#"] == [None] * 3
    assert [EDITING.item_typed(EMPTY, key, CYCLE) for key in "045a"] == ["0", "4", None, None]


def test_the_palette_counts_the_clues() -> None:
    items = EDITING.palette(puzzle_of("22. ..0 ..."), "2")
    assert [item.name for item in items] == [CYCLE, "0", "1", "2", "3", "4"]
    assert [item.mark for item in items[1:]] == ["×1", "", "×2", "", ""]
    many = Slitherlink(60, 60, {(x, y): int(x > 30) for x in range(60) for y in range(50)})
    assert [item.mark for item in EDITING.palette(many, "2")[1:3]] == ["1k", "1k"]
    assert "1550" in EDITING.palette(many, "2")[1].tip
    assert EDITING.next_item(EMPTY, "") == CYCLE
    assert EDITING.next_item(EMPTY, "3") == "3"
    assert item_at(puzzle_of("22. ..0 ..."), (2, 1), None) == "0"


def test_turning_and_resizing_keep_clues_and_drawn_edges_together() -> None:
    loop = loop_round({(0, 0), (1, 0), (1, 1)})
    puzzle = replace(EMPTY, drawn=loop.edges, clues=clues_of(loop, 3, 3))
    for turn in TURNS:
        turned = SHAPING.turned(puzzle, turn)
        assert turned.clues == clues_of(replace(loop, edges=turned.drawn), 3, 3)
    larger = SHAPING.resized(puzzle, 1, 2, 0, -1)
    assert (larger.width, larger.height) == (4, 4)
    assert larger.drawn <= set(board_of(4, 4).edges)
    back = SHAPING.resized(larger, -1, -2, 0, 1)
    assert back.drawn == puzzle.drawn
    assert cleared(puzzle) == EMPTY
    assert cleared(EMPTY) is EMPTY


def test_what_the_kind_says_of_a_puzzle_has_its_own_words() -> None:
    text = " ".join(part for pair in EDITING.gestures(EMPTY) for part in pair)
    tools = " ".join(f"{tool.name} {tool.tip} {tool.action}" for tool in EDITING.tools)
    items = " ".join(item.tip for item in EDITING.palette(EMPTY, CYCLE))
    words = f"{text} {tools} {items}".lower()
    assert not [word for word in ("colour", "endpoint", "path", "wall") if word in words]
