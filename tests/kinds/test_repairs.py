"""Changes that make an unsolvable puzzle solvable, against brute force over small boards."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest

from flowdesk.core.grid import Cell, cells_of
from flowdesk.kinds.answers import Repairs
from flowdesk.kinds.flow.level import Level, incomplete, mistakes
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.repairs import changes, message_of, together, ways_to_solve
from flowdesk.kinds.flow.solving.solve import check
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink
from flowdesk.kinds.slitherlink.puzzle import mistakes as loop_mistakes
from flowdesk.kinds.slitherlink.solving import conflict as slitherlink_conflict
from flowdesk.kinds.slitherlink.solving import remedies
from tests import brute, tiny_levels
from tests.for_all import for_all
from tests.levels import some
from tests.loops import all_loops, all_slitherlinks
from tests.samples import assert_locks_hold, level_of

CROSSING = level_of("R.B ... B.R")


def repaired(level: Level) -> Repairs:
    return ways_to_solve(level, explain(level))


def unsolvable(seed: int, cells: int = 9) -> Level:
    """A random level without a solution."""
    rng = random.Random(seed)
    level = tiny_levels.random_level(rng, cells)
    while incomplete(level) or brute.solutions(level):
        level = tiny_levels.random_level(rng, cells)
    return level


def assert_offers_are_verified(level: Level, found: Repairs) -> None:
    for offer in found.offers:
        count = len(brute.solutions(offer.level))
        assert count >= 1, tiny_levels.map_of(level)
        assert offer.is_unique == (count == 1)
        assert not mistakes(offer.level, offer.solution)
        assert offer.cells
        assert offer.message.endswith(".")


@for_all("seed", range(some(320)))
def test_every_change_helps_and_none_smaller_is_left_out(seed: int) -> None:
    level = unsolvable(seed)
    found = repaired(level)
    size_of = {
        message_of([change]): change.size
        for change in changes(level)
        if change.made(level).endpoints and brute.solutions(change.made(level))
    }
    if size_of:
        smallest = found.offers[0].message.split(" Then there ")[0]
        assert size_of[smallest] == min(size_of.values()), tiny_levels.map_of(level)
    assert_offers_are_verified(level, found)


def test_where_no_single_change_helps_sets_of_two_do_if_there_are_any() -> None:
    of_two = 0
    for seed in range(some(3200)):
        level = unsolvable(seed, 6)
        choice = [change for change in changes(level) if change.kind != "bridge"]
        if any(brute.solutions(change.made(level)) for change in choice):
            continue
        found = repaired(level)
        assert_offers_are_verified(level, found)
        helps = any(
            set(first.cells).isdisjoint(second.cells)
            and brute.solutions(together(level, (first, second)))
            for first, second in combinations(choice, 2)
        )
        sizes = {offer.message.split(" Then there ")[0].count(";") + 1 for offer in found.offers}
        assert not helps or sizes == {2}, tiny_levels.map_of(level)
        of_two += helps
    assert of_two > 2


def test_no_repair_touches_what_is_locked() -> None:
    rng = random.Random(1)
    offered = 0
    for seed in range(60):
        level = unsolvable(seed)
        cells = frozenset(
            cell for cell in cells_of(level.width, level.height) if rng.random() < 0.3
        )
        locked = replace(level, locked=cells | {wall for wall in level.walls if rng.random() < 0.5})
        for offer in repaired(locked).offers:
            offered += 1
            assert brute.solutions(offer.level), tiny_levels.map_of(level)
            assert_locks_hold(locked, offer.level)
    assert offered > 20


def test_no_locked_clue_is_changed() -> None:
    rng = random.Random(1)
    clues = {(0, 0): 3, (1, 0): 0, (1, 2): 0, (2, 2): 3}
    for _ in range(10):
        locked = frozenset(cell for cell in clues if rng.random() < 0.5)
        puzzle = Slitherlink(3, 3, clues, locked=locked)
        for offer in remedies.ways_to_solve(puzzle, slitherlink_conflict.explain(puzzle)).offers:
            assert locked.isdisjoint(offer.cells)
            assert not loop_mistakes(offer.level, offer.solution)


def test_walls_that_shut_a_cell_in_are_opened_together() -> None:
    walls = frozenset({((0, 0), (1, 0)), ((1, 0), (2, 0))})
    (offer,) = repaired(replace(level_of("R.R"), walls=walls)).offers
    assert offer.title == "Open 2 walls"
    assert not offer.level.walls


def test_the_smallest_change_comes_first_and_endpoints_are_moved_once_each() -> None:
    found = repaired(CROSSING)
    assert len(found.offers) == 3
    assert found.offers[0].kind == "move"
    assert len({offer.cells for offer in found.offers}) == len(found.offers)
    assert all(check(offer.level).status in ("unique", "multiple") for offer in found.offers)


def test_the_smallest_change_is_offered_where_only_a_touching_solution_makes_it_one() -> None:
    found = repaired(level_of("BR .B .. .R"))
    message = "Move Blue (B) from row 2, column 2 to row 2, column 1."
    assert found.offers[0].message.startswith(message)


def test_walls_and_holes_that_are_in_the_way_open() -> None:
    walled = replace(level_of("R..R B..B"), walls=frozenset({((0, 0), (1, 0))}))
    message = "Open the wall between row 1, column 1 and row 1, column 2."
    assert repaired(walled).offers[0].message.startswith(message)
    holed = Level(3, 1, {(0, 0): "R", (2, 0): "R"}, holes=frozenset({(1, 0)}))
    assert repaired(holed).offers[0].message.startswith("Fill the hole at row 1, column 2.")


def test_progress_never_takes_an_offer_back() -> None:
    told: list[Repairs] = []
    found = ways_to_solve(CROSSING, None, progress=told.append)
    assert told
    for before, after in zip(told, [*told[1:], found], strict=True):
        assert all(offer in after.offers for offer in before.offers)
        assert before.tried <= after.tried


@for_all("seed", range(some(200)))
def test_a_clue_that_is_changed_makes_a_slitherlink_solvable(seed: int) -> None:
    rng = random.Random(seed)
    while True:
        clues = {cell: rng.randint(0, MOST) for cell in cells_of(3, 3) if rng.random() < 0.6}
        if clues and not number_of_loops(3, 3, clues):
            break
    assert_offers_help(Slitherlink(3, 3, clues))


@pytest.mark.parametrize(
    ("width", "height"), [(1, 1), (2, 1), (1, 3), pytest.param(2, 2, marks=pytest.mark.slow)]
)
def test_whatever_single_clue_helps_a_tiny_slitherlink_is_offered(width: int, height: int) -> None:
    for puzzle in all_slitherlinks(width, height):
        if puzzle.clues and not number_of_loops(width, height, puzzle.clues):
            assert_offers_help(puzzle)


def test_a_4_is_offered_where_only_that_helps() -> None:
    (offer,) = remedies.ways_to_solve(Slitherlink(1, 1, {(0, 0): 0}), None).offers
    change = "Change the 0 in row 1, column 1 to a 4."
    assert offer.message == f"{change} Then there is exactly one solution."


def test_where_no_single_clue_helps_two_are_changed() -> None:
    """No loop passes three of the sides of a cell in a corner and none of its neighbours."""
    puzzle = Slitherlink(3, 3, {(0, 0): 3, (1, 0): 0, (1, 2): 0, (2, 2): 3})
    found = remedies.ways_to_solve(puzzle, slitherlink_conflict.explain(puzzle))
    assert len(found.offers) == 3
    for offer in found.offers:
        assert offer.title == "Change 2 clues"
        changed = offer.level.clues.items() - puzzle.clues.items()
        assert {cell for cell, _ in changed} == set(offer.cells)
        assert (number_of_loops(3, 3, offer.level.clues) == 1) == offer.is_unique
        assert not loop_mistakes(offer.level, offer.solution)


def number_of_loops(width: int, height: int, clues: Mapping[Cell, int]) -> int:
    return sum(clues.items() <= numbers.items() for _, numbers in all_loops(width, height))


def assert_offers_help(puzzle: Slitherlink) -> None:
    def changed(cell: Cell, number: int) -> int:
        return number_of_loops(puzzle.width, puzzle.height, {**puzzle.clues, cell: number})

    conflict = slitherlink_conflict.explain(puzzle)
    found = remedies.ways_to_solve(puzzle, conflict)
    helpful = {cell for cell in puzzle.clues for number in range(MOST + 1) if changed(cell, number)}
    for offer in found.offers:
        changed_cells = {cell for cell, _ in offer.level.clues.items() - puzzle.clues.items()}
        assert set(offer.cells) == changed_cells
        assert not loop_mistakes(offer.level, offer.solution)
        number = number_of_loops(puzzle.width, puzzle.height, offer.level.clues)
        assert (number == 1) == offer.is_unique
    if helpful:
        assert {cell for offer in found.offers for cell in offer.cells} <= helpful
        assert len(found.offers) == min(len(helpful), 3)
