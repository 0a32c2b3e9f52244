"""Remedies that make a level unique: verified, small, and applied as described."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from flowdesk import check, load
from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Remedy
from flowdesk.kinds.flow.level import Level, mistakes, touches
from flowdesk.kinds.flow.solving import remedies
from flowdesk.kinds.flow.solving.remedies import ways_to_unique
from tests.brute import is_touching, solutions
from tests.kinds.flow.test_drawing import drawn
from tests.samples import assert_locks_hold, level_of
from tests.tiny_levels import EACH_SHARE, Share, map_of, random_levels

SEVERAL = level_of("A..A B..B ....")
SEVERAL_WITHOUT_TOUCHING = level_of("R... .B#. .##. .#B. ...R")

#: A change of each kind can be verified, but not without a search.
HARDER = level_of(
    "m.......MG ...P..A... .C.Bm.RM.G ...Y...... ...B...... "
    ".......R.. ...O...... ...Y....O. ........C. ......PA.."
)


def offers(level: Level) -> tuple[Remedy, ...]:
    """What is offered for a level with several solutions."""
    return ways_to_unique(level, *check(level).solutions)


@cache
def mended(share: Share) -> list[tuple[Level, list[frozenset[Edge]], tuple[Remedy, ...]]]:
    """Tiny levels with several solutions, all of these, and what is offered."""
    levels = random_levels(5, 3000, share)
    several = [(level, solutions(level)) for level in levels]
    return [(level, right, offers(level)) for level, right in several if len(right) > 1]


def without_touching(level: Level) -> list[frozenset[Edge]]:
    """The solutions that do not touch themselves."""
    return [edges for edges in solutions(level) if not is_touching(level, edges)]


@EACH_SHARE
def test_every_change_that_is_offered_leaves_exactly_one_solution(share: Share) -> None:
    assert len(mended(share)) > 30
    for level, _, changes in mended(share):
        for change in changes:
            assert solutions(change.level) == [change.solution.edges], map_of(level)
            assert mistakes(change.level, change.solution) == []
            assert not change.level.is_same_puzzle(level)
    assert sum(len(changes) > 1 for _, _, changes in mended(share)) > 30


@EACH_SHARE
def test_a_change_is_nothing_but_what_its_kind_says(share: Share) -> None:
    kinds = set()
    for level, right, changes in mended(share):
        for change in changes:
            kinds.add(change.kind)
            after, steps = change.level, change.solution.edges
            if change.kind == "wall":
                assert replace(after, walls=level.walls) == level
                assert {cell for wall in after.walls - level.walls for cell in wall} == set(
                    change.cells
                )
                assert steps in right
            elif change.kind == "split":
                assert after.walls == level.walls
                assert set(after.endpoints) - set(level.endpoints) == set(change.cells)
                assert set(level.pairs) < set(after.pairs)
                assert any(steps < edges for edges in right)
            elif change.kind == "swap":
                assert after.walls == level.walls
                assert after.endpoints.keys() == level.endpoints.keys()
                swapped = {cell for cell, _ in after.endpoints.items() - level.endpoints.items()}
                assert swapped == set(change.cells)
            else:
                assert after.walls == level.walls
                assert set(after.pairs) == set(level.pairs)
                assert set(after.endpoints) ^ set(level.endpoints) <= set(change.cells)
    assert kinds == {"wall", "split", "move", "swap"}


def test_a_level_can_be_made_unique_among_solutions_that_do_not_touch() -> None:
    level = replace(SEVERAL_WITHOUT_TOUCHING, touching=False)
    assert len(without_touching(level)) == 2
    first, second = check(level).solutions
    changes = ways_to_unique(level, first, second)
    assert len(changes) == 3
    for change in changes:
        assert without_touching(change.level) == [change.solution.edges]


def test_at_most_three_changes_of_different_kinds_are_offered_and_told_at_once() -> None:
    told: list[tuple[Remedy, ...]] = []
    found = ways_to_unique(SEVERAL, *check(SEVERAL).solutions, progress=told.append)
    assert 1 <= len(found) <= 3
    assert [len(part) for part in told] == list(range(1, len(found) + 1))
    assert told[-1] == found
    assert len({change.kind for change in found}) == len(found)
    for change in found:
        assert change.cells
        assert change.message[0].isupper()
        assert change.message.endswith(".")


def test_the_same_level_gets_the_same_offers() -> None:
    assert offers(SEVERAL) == offers(SEVERAL)


def test_a_new_colour_looks_like_no_other() -> None:
    (split,) = (change for change in offers(SEVERAL) if change.kind == "split")
    level = split.level
    assert len({level.color(label) for label in level.pairs}) == 3


def test_the_solution_that_was_named_first_stays_the_solution() -> None:
    first, second = check(SEVERAL).solutions
    for kept, other in ((first, second), (second, first)):
        for change in ways_to_unique(SEVERAL, kept, other):
            if change.kind == "wall":
                assert change.solution == kept


def test_the_author_s_own_solution_stays_the_solution() -> None:
    level = drawn(Level(4, 3), "A", (0, 0), (1, 0), (2, 0), (3, 0))
    level = drawn(level, "B", (0, 1), (0, 2), (1, 2), (1, 1), (2, 1), (2, 2), (3, 2), (3, 1))
    own = {cell for path in level.drawn.values() for cell in path}
    assert own == set(level.cells)
    changes = offers(level)
    assert changes
    for change in changes:
        if change.kind == "wall":
            assert change.solution.paths == level.drawn
        assert change.level.drawn == change.solution.paths


@EACH_SHARE
def test_no_change_touches_what_is_locked(share: Share) -> None:
    rng = random.Random(7)
    offered = 0
    for level, _, _ in mended(share):
        cells = frozenset(cell for cell in level.cells if rng.random() < 0.4)
        edges = frozenset(edge for edge in level.board.links if rng.random() < 0.4)
        locked = replace(level, locked=cells | edges | level.walls)
        for change in offers(locked):
            offered += 1
            assert solutions(change.level) == [change.solution.edges], map_of(level)
            assert change.level.locked == locked.locked
            assert_locks_hold(locked, change.level)
    assert offered > 20


@pytest.mark.usefixtures("picosat")  # Glucose decides these levels before it looks at its limit
def test_what_could_not_be_verified_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {change.kind for change in offers(HARDER)} == {"split", "wall", "move"}
    monkeypatch.setattr(remedies, "REMEDY_PROPAGATIONS", 1)
    monkeypatch.setattr(remedies, "REMEDY_STATES", 1)
    found = offers(HARDER)
    assert {change.kind for change in found} < {"split", "wall", "move"}
    assert all(check(change.level).status == "unique" for change in found)
    monkeypatch.setattr(remedies, "REMEDY_UNDECIDED", 0)
    assert offers(HARDER) == ()


def test_an_official_level_with_two_million_solutions_can_be_mended(corpus: Path) -> None:
    (level,) = load(corpus / "flow" / "maps" / "jumbo_13x13_26.txt")
    changes = offers(level)
    assert changes
    for change in changes:
        assert check(change.level).status == "unique"
        assert not touches(change.level, change.solution)
