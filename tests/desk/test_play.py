"""Games without a screen: what moves do, what is done, what is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.cli.terminal.game import TextCursor
from flowdesk.core.edit import Spot
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, Edge, cells_of, edge_between, ends_of
from flowdesk.core.signal import Owner
from flowdesk.core.storage import shipped
from flowdesk.desk.play.adviser import Help, find_deduction, find_solution, find_wrong
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.player import Player
from flowdesk.desk.play.results import Result, Results
from flowdesk.desk.play.round import is_begun, resume, save_game
from flowdesk.desk.store import STORE
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import Trace
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.known import Known
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.table import kind_of
from flowdesk.lab.lessons import SUFFIX
from tests.for_all import for_all
from tests.levels import examples
from tests.samples import cells_at, level_of


class HandClock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


SMALL = level_of("R.. B.R ..B")


def game_of(puzzle: Any) -> Game:
    return Game(puzzle, HandClock())


def drag(game: Game, *cells: Cell) -> None:
    gesture = game.rules.draw(game.position, Spot(cells[0]))
    for cell in cells[1:]:
        gesture = gesture and gesture.to(Spot(cell))
    game.make(gesture)


@pytest.fixture
def game() -> Game:
    return game_of(SMALL)


# Flow


CORNER = "R... .BB. ...R"


@for_all(
    "rows, drags, path, flows",
    [
        ("R.. B.R ..B", ["00 10 20 10"], "00 10", "0 of 2 flows"),  # back along it shortens
        ("R... ...R", ["00 30"], "00 10 20 30", "0 of 1 flow"),  # a quick one misses no cell
        ("R..R .... B..B", ["00 30 21"], "00 10 20 30", "1 of 2 flows"),  # off behind the partner
        # It goes on from its end and is finished at the partner.
        ("R.. B.R ..B", ["00 10", "10 20 21 11"], "00 10 20 21", "1 of 2 flows"),
        # A hand that cuts a corner draws round it, over empty cells alone.
        (CORNER, ["00 22"], "00 01 02 12 22", "0 of 2 flows"),
        (CORNER, ["00 22", "11 12", "00 22"], "00 01", "0 of 2 flows"),
    ],
)
def test_a_drag_draws(rows: str, drags: Sequence[str], path: str, flows: str) -> None:
    game = game_of(level_of(rows))
    for cells in drags:
        drag(game, *cells_at(cells))
    assert game.position.drawn["R"] == cells_at(path)
    assert game.progress.texts[0] == flows


def test_drawing_over_a_path_cuts_it_until_the_drag_withdraws(game: Game) -> None:
    drag(game, (0, 0), (1, 0), (1, 1), (2, 1))
    across = game.rules.draw(game.position, Spot((0, 1)))
    assert across
    over = across.to(Spot((1, 1)))
    assert over.puzzle.drawn == {"R": ((0, 0), (1, 0)), "B": ((0, 1), (1, 1))}
    assert over.to(Spot((0, 1))).puzzle.drawn == game.position.drawn
    game.make(over)
    assert game.position.drawn["R"] == ((0, 0), (1, 0))
    game.make(game.rules.clear(game.position, (1, 1)))
    assert game.position.drawn == {"R": ((0, 0), (1, 0))}


def test_a_click_on_an_endpoint_clears_its_path_and_one_on_a_path_does_not(game: Game) -> None:
    drag(game, (0, 0), (1, 0), (1, 1), (2, 1))
    drag(game, (1, 1))
    assert len(game.position.drawn["R"]) == 4
    drag(game, (2, 1))
    assert not game.position.drawn


def test_a_drag_does_not_pass_endpoints_walls_or_holes() -> None:
    board = Level(
        3,
        2,
        {(0, 0): "R", (2, 1): "R", (0, 1): "B"},
        frozenset({(2, 0)}),
        frozenset({((1, 0), (1, 1))}),
    )
    game = game_of(board)
    drag(game, (0, 0), (0, 1), (0, 0), (1, 0), (2, 0), (1, 0), (1, 1))
    assert game.position.drawn == {"R": ((0, 0), (1, 0))}


def test_what_the_author_drew_is_not_in_the_game() -> None:
    solved = Level(2, 1, {(0, 0): "R", (1, 0): "R"}, drawn={"R": ((0, 0), (1, 0))})
    assert not game_of(solved).position.drawn


def test_moves_count_as_in_the_game(game: Game) -> None:
    drag(game, (0, 0), (1, 0))
    drag(game, (1, 0), (2, 0), (2, 1))  # the same colour goes on
    assert game.state.moves == 1
    drag(game, (0, 1), (1, 1))
    drag(game, (0, 0), (1, 0))
    assert game.state.moves == 3
    drag(game, (0, 0))  # cleared
    assert game.state.moves == 3


def test_connected_with_empty_cells_is_said_gently_and_covered_is_solved_and_not_kept() -> None:
    game = game_of(level_of("RR .."))
    drag(game, (0, 0), (1, 0))
    assert game.progress.nearly == "All flows are connected, but 2 cells are still empty."
    assert not game.solved
    save_game(game)
    assert is_begun(game.puzzle)
    drag(game, (0, 0), (0, 1), (1, 1), (1, 0))
    assert game.solved
    save_game(game)
    assert not is_begun(game.puzzle)


def test_a_level_without_touching_is_not_solved_by_a_path_beside_itself() -> None:
    board = Level(2, 2, {(0, 0): "R", (1, 0): "R"}, touching=False)
    game = game_of(board)
    drag(game, (0, 0), (0, 1), (1, 1), (1, 0))
    assert "touches itself" in game.progress.nearly
    assert not game.solved


def test_enter_takes_up_a_colour_arrows_draw_and_the_partner_puts_it_down() -> None:
    take_up = game_of(SMALL).rules.take_up
    assert take_up(SMALL, (1, 1)) is None
    pen = take_up(SMALL, (0, 0))
    assert pen
    for cell in ((1, 0), (1, 1), (1, 2)):
        assert not pen.is_finished
        pen = pen.to(Spot(cell))
    assert pen.at == (1, 2)
    assert pen.shortened().at == (1, 1)
    pen = pen.shortened().to(Spot((2, 1)))
    assert pen.puzzle.drawn == {"R": ((0, 0), (1, 0), (1, 1), (2, 1))}
    assert pen.is_finished


@st.composite
def moves(draw: st.DrawFn) -> list[tuple[str, list[Cell]]]:
    cell = st.tuples(st.integers(-1, 5), st.integers(-1, 5))
    one = st.tuples(st.sampled_from(["draw", "mark"]), st.lists(cell, min_size=1, max_size=6))
    return draw(st.lists(one, max_size=12))


PLAYED = level_of("R.B.G ..... Y.G.. ..B.R Y....")


@examples(200)
@given(moves())
def test_any_moves_keep_the_invariants_and_undo_reverts_exactly(
    played: list[tuple[str, list[Cell]]],
) -> None:
    game = game_of(PLAYED)
    states = [game.state]
    for button, cells in played:
        gesture = getattr(game.rules, button)(game.position, Spot(cells[0]))
        for cell in cells[1:]:
            gesture = gesture and gesture.to(Spot(cell))
            if gesture:
                check_paths(gesture.puzzle)
        if game.make(gesture):
            states.append(game.state)
        check_paths(game.position)
    for state in reversed(states):
        assert game.state == state
        game.undo()
    for state in states[1:]:
        game.redo()
        assert game.state == state


def check_paths(position: Level) -> None:
    """Check that each cell has at most one colour and each path begins at its endpoint."""
    covered = [cell for path in position.drawn.values() for cell in path]
    assert len(covered) == len(set(covered))
    for label, path in position.drawn.items():
        assert len(path) > 1
        assert position.can_hold(label, path)
    assert position.is_same_puzzle(PLAYED)


# Slitherlink

RING = Slitherlink(2, 2, {(0, 0): 2, (1, 1): 2})


@pytest.fixture
def ring() -> Game:
    return game_of(RING)


def border(width: int, height: int) -> list[Edge]:
    cells = set(cells_of(width, height))
    around = [(cell, near) for cell in cells for near in _near(cell) if near not in cells]
    return sorted(edge_between(*pair) for pair in around)


def _near(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


def click(game: Game, edge: Edge, button: str = "draw") -> None:
    cell = next(cell for cell in edge if game.puzzle.on_board(cell))
    spot = Spot(cell, edge, ends_of(edge)[0])
    game.make(getattr(game.rules, button)(game.position, spot))


def test_clicks_on_edges_draw_and_cross_them_and_again_remove_that(ring: Game) -> None:
    edge = ((0, 0), (1, 0))
    click(ring, edge)
    assert ring.position.drawn == {edge}
    click(ring, edge, "mark")
    assert (ring.position.drawn, ring.position.crosses) == (frozenset(), {edge})
    click(ring, edge)
    assert (ring.position.drawn, ring.position.crosses) == ({edge}, frozenset())
    click(ring, edge)
    assert not ring.position.drawn
    assert ring.state.moves == 4  # a cross alone is no move, what it removes is one


def test_a_drag_along_corners_draws_and_withdraws(ring: Game) -> None:
    start = Spot((0, 0), ((0, -1), (0, 0)), (0, 0))
    gesture = ring.rules.draw(ring.position, start)
    assert gesture
    there = gesture.to(Spot((1, 0), None, (2, 0)))
    assert there.puzzle.drawn == {((0, -1), (0, 0)), ((1, -1), (1, 0))}
    assert there.to(Spot((0, 0), None, (0, 0))).puzzle.drawn == frozenset()


def test_a_right_drag_crosses_edges_but_not_drawn_ones_on_its_way(ring: Game) -> None:
    drawn, first, second = ((1, -1), (1, 0)), ((0, -1), (0, 0)), ((0, 0), (1, 0))
    click(ring, drawn)
    gesture = ring.rules.mark(ring.position, Spot((0, 0), first, (0, 0)))
    for edge in (drawn, second):
        gesture = gesture and gesture.to(Spot((0, 0), edge, (1, 0)))
    ring.make(gesture)
    assert (ring.position.drawn, ring.position.crosses) == ({drawn}, {first, second})


def test_shades_go_from_inside_to_outside_to_none(ring: Game) -> None:
    assert ring.rules.can_shade
    seen = []
    for _ in range(3):
        ring.make(ring.rules.shade(ring.position, Spot((1, 0))))
        seen.append(dict(ring.position.shades))
    assert seen == [{(1, 0): True}, {(1, 0): False}, {}]


def test_keys_draw_and_cross_the_edges_of_a_cell(ring: Game) -> None:
    for key in "waD":
        ring.make(ring.rules.typed(ring.position, Spot((0, 0)), key))
    assert ring.position.drawn == {((0, -1), (0, 0)), ((-1, 0), (0, 0))}
    assert ring.position.crosses == {((0, 0), (1, 0))}


def test_delete_clears_the_edges_crosses_and_shade_of_a_cell_and_nothing_else(ring: Game) -> None:
    for key in "wD ":
        ring.make(ring.rules.typed(ring.position, Spot((0, 0)), key))
    click(ring, ((1, 1), (1, 2)))
    ring.make(ring.rules.clear(ring.position, (0, 0)))
    assert ring.position == replace(RING, drawn=frozenset({((1, 1), (1, 2))}))
    assert ring.rules.clear(ring.position, (0, 0)) is None


def test_a_loop_that_meets_all_clues_solves_and_another_one_is_said_gently(ring: Game) -> None:
    for edge in border(1, 1):
        click(ring, edge)
    assert ring.progress.nearly == "The loop is closed, but 2 clues are not met."
    ring.restart()
    for edge in border(2, 2):
        assert not ring.solved
        click(ring, edge)
    assert ring.solved
    assert ring.state.moves == ring.rules.fewest_moves(RING, Loop(frozenset(border(2, 2)))) == 8


def test_a_stronger_hint_removes_wrong_edges_first(ring: Game) -> None:
    click(ring, ((0, 0), (1, 0)))
    assert ring.help(Loop(frozenset(border(2, 2))))
    assert ring.position.drawn <= set(border(2, 2))


@examples(100)
@given(st.randoms(use_true_random=False))
def test_no_edge_is_drawn_and_crossed_and_undo_reverts_exactly(random: Random) -> None:
    game = game_of(Slitherlink(3, 3, {(1, 1): 3}))
    states = [game.state]
    for _ in range(15):
        cell = random.randrange(3), random.randrange(3)
        key = random.choice("wasdWASD ")
        if game.make(game.rules.typed(game.position, Spot(cell), key)):
            states.append(game.state)
        assert not game.position.drawn & game.position.crosses
    for state in reversed(states):
        assert game.state == state
        game.undo()


# Any kind


def played_by_help(puzzle: Any, solution: Any) -> Game:
    game = game_of(puzzle)
    while not game.solved:
        assert game.help(solution)
    return game


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    sorted(path for path in shipped("puzzles").rglob("*.*") if path.suffix != SUFFIX),
    ids=lambda path: path.name,
)
def test_the_solution_as_moves_completes_every_shipped_level(path: Path) -> None:
    for puzzle in load(path):
        result = kind_of(puzzle).solving.solve(puzzle)
        game = played_by_help(puzzle, result.solution)
        assert game.solved
        drawn = game.kind.drawing.drawn_answer(game.position)
        assert drawn
        assert drawn.edges == result.solution.edges


def test_undo_takes_back_a_restart_and_a_gesture_is_shown_before_it_is_made(game: Game) -> None:
    seen: list[Any] = []
    game.changed.connect(lambda: seen.append(game.position.drawn), Owner())
    gesture = game.rules.draw(game.position, Spot((0, 0)))
    assert gesture
    game.show(gesture.to(Spot((1, 0))))
    assert seen == [{"R": ((0, 0), (1, 0))}]
    assert not game.kind.drawing.drawn_answer(game.state.position)
    game.make(game.gesture)
    game.restart()
    assert not game.position.drawn
    game.undo()
    assert game.position.drawn
    assert game.undo_label == "draw Red (R)"


def test_a_trial_is_kept_or_dropped_as_a_whole(game: Game) -> None:
    drag(game, (0, 0), (1, 0))
    for end in (game.drop_trial, game.keep_trial):
        game.begin_trial()
        before = game.trial
        drag(game, (0, 1), (1, 1))
        drag(game, (1, 0), (2, 0))
        end()
        assert game.trial is None
        assert (game.position == before) == (end == game.drop_trial)


def test_a_solved_game_takes_no_more_moves_but_undo() -> None:
    game = game_of(level_of("RR .."))
    drag(game, (0, 0), (0, 1), (1, 1), (1, 0))
    solved = game.state
    drag(game, (0, 0), (1, 0))
    player = Player(game, TextCursor(game.puzzle))
    player.press_enter()
    assert player.pen is None
    assert not game.make(game.rules.clear(game.position, (0, 0)))
    assert not game.help(Solution({"R": ((0, 0), (1, 0))}))
    assert (game.state, game.hints) == (solved, 0)
    game.undo()
    drag(game, (0, 0), (1, 0))
    assert game.position.drawn == {"R": ((0, 0), (1, 0))}


def test_time_runs_while_the_game_goes_on_and_stops_at_the_end() -> None:
    clock = HandClock()
    game = Game(level_of("RR"), clock)
    clock.now += 5
    assert game.seconds == 0
    game.go_on()
    clock.now += 7
    game.pause()
    clock.now += 100
    game.go_on()
    clock.now += 1
    drag(game, (0, 0), (1, 0))
    clock.now += 100
    assert (game.solved, game.seconds) == (True, 8)


FIRST_STEPS = load(shipped("puzzles") / "05x05-first-steps.txt")[0]


def test_a_hint_is_the_first_deduction_that_the_player_has_not_drawn() -> None:
    game, known = game_of(FIRST_STEPS), Known(FIRST_STEPS)
    first = find_deduction(known, game.position, Trace())
    assert first.deduction is first.trace.deductions[0]
    on = first.deduction.on
    solution = find_solution(known, game.position).solution
    assert isinstance(solution, Solution)
    path = next(path for path in solution.paths.values() if on <= edges_of(path))
    drag(game, *path)
    second = find_deduction(known, game.position, first.trace)
    assert second.deduction not in (None, first.deduction)
    while game.help(solution):
        pass
    assert find_deduction(known, game.position, second.trace).deduction is None


def edges_of(path: Sequence[Cell]) -> set[Edge]:
    return {edge_between(a, b) for a, b in pairwise(path)}


def test_what_is_wrong_is_found_before_any_hint() -> None:
    game, known = game_of(FIRST_STEPS), Known(FIRST_STEPS)
    solution = find_solution(known, game.position).solution
    assert isinstance(solution, Solution)
    start = solution.paths["R"][0]
    wrong = next(
        edge_between(start, near)
        for near in FIRST_STEPS.board.near(start)
        if near not in FIRST_STEPS.endpoints and near != solution.paths["R"][1]
    )
    drag(game, start, *(cell for cell in wrong if cell != start))
    assert find_wrong(known, game.position).wrong == frozenset({wrong})
    hint = find_deduction(known, game.position, Trace())
    assert (hint.wrong, hint.deduction) == (frozenset({wrong}), None)


def test_with_several_solutions_only_what_none_of_them_uses_is_wrong() -> None:
    board = level_of("R..R .... B..B")
    both = find_wrong(Known(board), board)
    assert both.is_checked
    game = game_of(board)
    drag(game, (0, 0), (0, 1), (1, 1), (2, 1), (3, 1), (3, 0))
    assert find_wrong(Known(board), game.position).wrong
    drag(game, (0, 0), (1, 0))
    assert not find_wrong(Known(board), game.position).wrong


def test_without_a_solution_nothing_is_found() -> None:
    nothing = Help(is_unsolvable=True)
    assert find_wrong(Known(SMALL), SMALL) == find_solution(Known(SMALL), SMALL) == nothing


# What is remembered


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_a_begun_game_goes_on_where_it_stopped(game: Game) -> None:
    drag(game, (0, 0), (1, 0))
    game.begin_trial()
    drag(game, (0, 1), (1, 1))
    game.hints = 2
    save_game(game)
    again = resume(SMALL, HandClock())
    assert (again.state, again.hints) == (game.state, 2)
    again.drop_trial()
    assert again.position.drawn == {"R": ((0, 0), (1, 0))}


def test_crosses_and_shades_are_kept(ring: Game) -> None:
    click(ring, ((0, 0), (1, 0)), "mark")
    for cell in ((0, 0), (1, 0), (1, 0)):
        ring.make(ring.rules.typed(ring.position, Spot(cell), " "))
    save_game(ring)
    assert resume(RING, HandClock()).position == ring.position


def test_a_begun_game_has_the_colours_that_the_level_has_now(game: Game) -> None:
    drag(game, (0, 0), (1, 0))
    save_game(game)
    painted = Level(3, 3, SMALL.endpoints, colors={"R": "#123456"})
    assert resume(painted, HandClock()).position.colors == {"R": "#123456"}


def test_only_the_newest_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flowdesk.desk.play.round.MOST", 2)
    puzzles = [level_of(f"R{dots} {dots}R") for dots in (".", "..", "...")]
    for puzzle in puzzles:
        game = game_of(puzzle)
        drag(game, (0, 0), (1, 0))
        save_game(game)
    assert [is_begun(puzzle) for puzzle in puzzles] == [False, True, True]


@pytest.mark.parametrize(
    "text", ["", "{}", '{"game": 3}', "not JSON", '{"flowdesk": 1, "game": {}}']
)
def test_a_damaged_game_is_set_aside_and_the_next_try_begins_anew(text: str, game: Game) -> None:
    drag(game, (0, 0), (1, 0))
    save_game(game)
    with STORE.change() as database:
        database.execute("UPDATE games SET game = ?", (text,))
    with pytest.raises(FlowDeskError, match="The begun game is damaged: "):
        resume(SMALL, HandClock())
    assert STORE.rows("SELECT game FROM games") == [(text,)]
    assert not resume(SMALL, HandClock()).is_begun


def test_the_best_result_is_the_one_without_hints_then_moves_then_time() -> None:
    results = Results()
    assert results.of(SMALL) is None
    results.add(SMALL, Result(2, 2, hints=1, seconds=5))
    results.add(SMALL, Result(9, 2, seconds=50))
    assert results.add(SMALL, Result(9, 2, seconds=80)) == Result(9, 2, 0, 50, 3)
    other_name = Level(3, 3, SMALL.endpoints, about={"title": "Another name"})
    assert Results().of(other_name) == Result(9, 2, 0, 50, 3)
