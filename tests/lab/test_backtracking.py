"""The two backtracking engines, compared with brute force and SAT, and their steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain, islice, pairwise

import pytest

from flowdesk.core.grid import Cell, Edge, beside, edge_between
from flowdesk.core.storage import shipped
from flowdesk.desk.work.pool import Pool
from flowdesk.desk.work.worker import Done
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import SolveResult
from flowdesk.kinds.flow.drawing import Segment, segments
from flowdesk.kinds.flow.level import Level, Solution, mistakes, strict, touches
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.lab import engines
from flowdesk.lab.backtracking import SearchMove
from flowdesk.lab.engines import ENGINES, SOLVERS, run
from tests.boards import random_board
from tests.brute import is_touching, label_of, solutions
from tests.for_all import for_all
from tests.house.test_puzzles import GAPS
from tests.levels import some
from tests.samples import SMALL, cells_at, level_of
from tests.tiny_levels import EACH_SHARE, Share, map_of, random_levels, scattered

BOARDS = 3000
EACH_ENGINE = pytest.mark.parametrize("engine", list(ENGINES))

TOUCHING_ONLY = level_of("RR ..")
SIDE_BY_SIDE = level_of("RRB ..B", ((0, 0), (0, 1)), ((1, 0), (1, 1)))
SPLIT_BY_HOLES = level_of("R.#B. .R#.B")
WALLED = level_of("R.. ... ..R", ((0, 0), (0, 1)), ((1, 1), (1, 2)))
UNSOLVABLE = level_of("#R. ..R ... ...")  # for no simple reason
CORNERED = level_of(".B... ...B. ..RR. YY... .....")  # without a solution, too
SPREAD = level_of("....B ..R.. .Y... ..BRY .....")
INCOMPLETE = level_of("R.B ..B")
EMPTY = level_of("... ...")


@cache
def tiny(share: Share) -> list[tuple[Level, list[frozenset[Edge]]]]:
    """Thousands of tiny levels with holes and walls, always the same ones, with their solutions."""
    levels = random_levels(5, BOARDS, share)
    levels += [TOUCHING_ONLY, SIDE_BY_SIDE, SPLIT_BY_HOLES, WALLED, UNSOLVABLE]
    levels += [
        level_of("RR"),
        level_of("RR BB"),
        level_of("R.R"),
        level_of("RR .#", ((0, 0), (1, 0))),
    ]
    return [(level, solutions(level)) for level in levels]


def whole(level: Level, engine: str) -> tuple[list[SearchMove], Solution | None]:
    """All moves of a search, and what it returns."""
    search = ENGINES[engine](level)
    moves = []
    while True:
        try:
            moves.append(next(search))
        except StopIteration as end:
            return moves, end.value


def replayed(moves: list[SearchMove]) -> dict[Cell, Segment]:
    """What covers the board in the end if only the changes are painted."""
    board: dict[Cell, Segment | None] = {}
    for move in moves:
        board.update(move.segments)
    return {cell: segment for cell, segment in board.items() if segment}


@EACH_SHARE
@EACH_ENGINE
def test_without_touching_tiny_levels_are_solved_as_by_brute_force(
    share: Share, engine: str
) -> None:
    numbers = []
    for level, found in tiny(share):
        right = [edges for edges in found if not is_touching(level, edges)]
        _, solution = whole(strict(level), engine)
        assert (solution.edges in right) if solution else not right, map_of(level)
        numbers.append(len(right))
    assert numbers.count(0) > len(numbers) / 10
    assert numbers.count(1) > len(numbers) / 10


@EACH_SHARE
def test_by_the_rule_of_the_game_distance_solves_tiny_levels_as_brute_force_does(
    share: Share,
) -> None:
    for level, found in tiny(share):
        _, solution = whole(level, "distance")
        assert (solution.edges in found) if solution else not found, map_of(level)


@EACH_SHARE
def test_the_result_about_tiny_levels_is_never_more_than_is_known(share: Share) -> None:
    seen = set()
    for level, found in tiny(share):
        right = [edges for edges in found if not is_touching(level, edges)]
        distance, cells = run(level, "distance"), run(level, "cells")
        assert distance.status == ("solved" if found else "unsolvable"), map_of(level)
        if right:
            assert cells.status == "solved", map_of(level)
        elif cells.status == "unsolvable":
            assert cells.findings, map_of(level)
            assert not found, map_of(level)
        else:
            assert (cells.status, bool(cells.note)) == ("unknown", True), map_of(level)
        seen.add((distance.status, cells.status))
    assert ("solved", "unknown") in seen
    assert ("unsolvable", "unknown") in seen


@EACH_ENGINE
def test_the_moves_show_the_solution_that_is_returned(engine: str) -> None:
    for level, _ in tiny((0, 250)):
        moves, solution = whole(level, engine)
        if solution:
            assert replayed(moves) == segments(level, solution), map_of(level)
        else:
            linked = moves[0].segments if moves and not moves[0].nodes else ()
            assert replayed(moves) == dict(linked), map_of(level)


@EACH_ENGINE
def test_each_move_is_one_step_forward_or_back(engine: str) -> None:
    for level in (SMALL, UNSOLVABLE, scattered(5, 3, 1)):
        moves, solution = whole(level, engine)
        for before, after in pairwise(moves):
            further = (after.nodes - before.nodes, after.backtracks - before.backtracks)
            assert further in ((1, 0), (0, 1))
            assert after.segments
        if not solution and moves:
            assert moves[-1].nodes == moves[-1].backtracks


@EACH_ENGINE
def test_covered_cells_show_arms_only_to_covered_cells(engine: str) -> None:
    board: dict[Cell, Segment | None] = {}
    for move in islice(ENGINES[engine](scattered(6, 5, 2)), 3000):
        board.update(move.segments)
        shown = {cell: segment for cell, segment in board.items() if segment}
        for (x, y), (label, arms) in shown.items():
            for arm, near, back in (
                ("t", (x, y - 1), "b"),
                ("b", (x, y + 1), "t"),
                ("l", (x - 1, y), "r"),
                ("r", (x + 1, y), "l"),
            ):
                if arm in arms:
                    assert shown[near][0] == label
                    assert back in shown[near][1]


@EACH_ENGINE
def test_where_a_search_goes_back_no_solution_could_follow(engine: str) -> None:
    told = set()
    for number, (any_level, found) in enumerate(tiny((0, 300))):
        level = strict(any_level) if number % 2 else any_level
        plain = engine == "cells" or not level.touching
        right = [edges for edges in found if not (plain and is_touching(level, edges))]
        looks = [(edges, label_of(level, edges)) for edges in right]
        board: dict[Cell, Segment | None] = {}
        for move in ENGINES[engine](level):
            board.update(move.segments)
            if move.reason:
                told.add(move.reason.text)
                assert move.reason.marked(level), map_of(level)
                possible = [look for look in looks if agrees(board, *look)]
                assert not possible, f"{map_of(level)} {move.reason.words(level)}"
    assert len(told) == {"distance": 7, "cells": 6}[engine]


def agrees(
    board: dict[Cell, Segment | None], edges: frozenset[Edge], labels: dict[Cell, str]
) -> bool:
    """Whether what covers a board so far is part of a solution."""
    return all(
        labels[cell] == label
        and all(edge_between(cell, beside(cell, arm)) in edges for arm in arms)
        for cell, segment in board.items()
        for label, arms in segment or ()
    )


@for_all(
    "engine, level, words, marked",
    [
        ("distance", CORNERED, "No path can pass through row 5, column 1 any more.", "04"),
        ("distance", CORNERED, "All colours are connected, but cells are left over.", ""),
        (
            "distance",
            CORNERED,
            "No colour has both its ends beside the empty part round row 3, column 5.",
            "42 23 33 43 24 34 44",
        ),
        ("distance", CORNERED, "Blue (B) has no way left from row 2, column 4.", "31"),
        (
            "distance",
            CORNERED,
            "Blue (B) can no longer be connected: no way leads from one end to the other.",
            "10 31",
        ),
        ("distance", CORNERED, "Every way on from row 1, column 5 was tried.", "40"),
        (
            "distance",
            strict(SPREAD),
            "Red (R) cannot go on from row 1, column 4 without touching itself.",
            "30",
        ),
        (
            "cells",
            SPREAD,
            "Yellow (Y) cannot pass through row 5, column 2 any more: too few ways are left.",
            "14",
        ),
        ("cells", SPREAD, "Every colour left for row 4, column 1 was tried.", "03"),
        (
            "cells",
            level_of("....B ..... ..B.Y ....R R...Y"),
            "Yellow (Y) has no way left from its endpoint at row 3, column 5.",
            "42",
        ),
        (
            "cells",
            level_of("..... R.BY. ..... Y..R. B...."),
            "Row 4, column 2 would have to be both Blue (B) and Yellow (Y).",
            "13",
        ),
        (
            "cells",
            level_of("YYR.. ...B. ..... B..R. ....."),
            "Row 5, column 5 cannot be covered any more: no colour is left for it.",
            "44",
        ),
        (
            "cells",
            level_of("#.. R.. RBB Y.Y"),
            "Row 2, column 3 cannot be covered any more: each colour left would close a loop.",
            "21",
        ),
    ],
)
def test_a_search_says_why_it_goes_back(engine: str, level: Level, words: str, marked: str) -> None:
    said = [
        (move.reason.words(level), move.reason.marked(level))
        for move in islice(ENGINES[engine](level), 1000)
        if move.reason
    ]
    assert words in [text for text, _ in said]
    assert not marked or (words, frozenset(cells_at(marked))) in said


def shipped_levels(largest: int) -> Iterator[Level]:
    folder = shipped("puzzles")
    for size in range(5, largest + 1):
        alone = sorted(folder.glob(f"{size:02}x*.txt"))
        for file in (folder / "packs" / f"{size:02}x{size:02}.txt", *alone):
            if GAPS not in file.name:  # its one solution touches itself
                yield from load(file)


@pytest.mark.parametrize("engine", [*ENGINES, *SOLVERS])
def test_small_shipped_levels_are_solved_as_by_sat(engine: str) -> None:
    for level in shipped_levels(largest=6):
        found = run(level, engine)
        right = solve(level)
        assert (found.status, found.touching) == (right.status, right.touching)
        assert found.solution
        assert mistakes(level, found.solution) == []
        if engine == "cells" or not level.touching:
            assert touches(level, found.solution) == []


@EACH_ENGINE
def test_levels_with_endpoints_anywhere_are_decided_as_by_sat(engine: str) -> None:
    seen = set()
    for seed in range(some(480)):
        level = scattered(5 + seed % 2, 4, seed)
        found, right = run(strict(level), engine), solve(strict(level))
        assert found.status == right.status, map_of(level)
        found, right = run(level, engine), solve(level)
        if found.status != "unknown":
            assert found.status == right.status, map_of(level)
        seen.add((right.status, found.touching, bool(right.findings)))
    assert ("unsolvable", False, False) in seen
    assert ("solved", engine == "distance", False) in seen


@EACH_ENGINE
def test_a_search_that_was_dropped_leaves_no_trace(engine: str) -> None:
    search = ENGINES[engine](SMALL)
    dropped = list(islice(search, 3))
    search.close()
    assert list(search) == []
    moves, solution = whole(SMALL, engine)
    assert moves[:3] == dropped
    assert solution


@EACH_ENGINE
def test_a_path_may_be_longer_than_python_recurses(engine: str) -> None:
    side = 34
    turns = {y: (side - 1 if y % 2 == 0 else 0) for y in range(side - 1)}
    walls = [((x, y), (x, y + 1)) for y in range(side - 1) for x in range(side) if x != turns[y]]
    level = Level(side, side, {(0, 0): "R", (0, side - 1): "R"}, walls=frozenset(walls))
    effort = run(level, engine).effort
    assert effort
    assert effort.nodes >= side * side - 2


@EACH_ENGINE
def test_a_level_that_is_not_complete_has_no_search(engine: str) -> None:
    for level in (INCOMPLETE, EMPTY):
        result = run(level, engine)
        assert (result.status, bool(result.findings)) == ("invalid", True)
        with pytest.raises(ValueError, match="two endpoints"):
            ENGINES[engine](level)


@EACH_ENGINE
def test_what_simple_arguments_show_is_not_searched(engine: str) -> None:
    result = run(level_of("R. .R"), engine)
    assert (result.status, bool(result.findings), result.effort) == ("unsolvable", True, None)


def test_cells_does_not_take_its_own_rule_for_that_of_the_game() -> None:
    result = run(TOUCHING_ONLY, "cells")
    assert (result.status, result.solution) == ("unknown", None)
    assert "touching" in result.note
    assert run(TOUCHING_ONLY, "distance").touching
    for engine in ENGINES:
        result = run(strict(TOUCHING_ONLY), engine)
        assert (result.status, result.note, result.findings) == ("unsolvable", "", ())


@EACH_ENGINE
def test_an_engine_runs_in_a_process_of_its_own(engine: str) -> None:
    [(_, outcome)] = chain.from_iterable(Pool([partial(run, SMALL, engine)], workers=1).rounds())
    assert isinstance(outcome, Done)
    right = run(SMALL, engine)
    assert replace(outcome.value, seconds=0) == replace(right, seconds=0)


def heard_on_the_way(call: Callable[..., object]) -> tuple[SolveResult, SolveResult]:
    """What a long search posts at first, and after some more work; then it is ended."""

    class HeardEnoughError(Exception):
        pass

    heard: list[SolveResult] = []

    def progress(so_far: SolveResult) -> None:
        heard.append(so_far)
        if len(heard) == 2:
            raise HeardEnoughError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "REPORT_EVERY", 0)
        with pytest.raises(HeardEnoughError):
            call(progress=progress)
    first, second = heard
    assert first.status == second.status == "unknown"
    assert 0 < first.seconds < second.seconds
    return first, second


@EACH_ENGINE
def test_who_waits_for_a_long_search_hears_how_far_it_is(engine: str) -> None:
    found = heard_on_the_way(partial(run, random_board(20, 14, 1), engine))
    first, second = (so_far.effort for so_far in found)
    assert first
    assert second
    assert 0 < first.nodes < second.nodes
    assert 0 < first.backtracks < second.backtracks
