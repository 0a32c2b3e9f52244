"""The packs that are installed with the program: what users rely on in all of their levels.

The quick run checks some of them closely; `make test-all` solves and regenerates all of them.
"""

from __future__ import annotations

from functools import cache

import pytest

from assets.make_puzzles import ALWAYS_UNIQUE, PACKS, hardness, make, pack_text, plans
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import LEVEL_LIST, load
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.findings import findings
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import mistakes
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.solve import check

FOLDER = shipped("puzzles")

each_pack = pytest.mark.parametrize("size", PACKS)


@cache
def pack(size: int) -> list[Level]:
    """The levels of a pack, in the order of its file."""
    return load(FOLDER / "packs" / f"{size:02}x{size:02}.txt")


def prove(level: Level) -> None:
    """A level has exactly one solution by its own rule, and all its paths are worth drawing."""
    result = check(level)
    assert (result.status, result.non_touching) == ("unique", "one"), level.title
    (solution,) = result.solutions
    assert mistakes(level, solution) == []
    assert min(map(len, solution.paths.values())) >= 3


def test_there_is_a_pack_of_every_size_and_nothing_else() -> None:
    names = [f"{size:02}x{size:02}.txt" for size in PACKS]
    assert sorted(path.name for path in (FOLDER / "packs").iterdir()) == names
    assert set(range(5, 15)) | {15, 20, 30, 50} == set(PACKS)


@each_pack
def test_a_pack_holds_complete_levels_of_its_size_some_of_which_have_a_shape(size: int) -> None:
    levels = pack(size)
    assert len(levels) == PACKS[size]
    for level in levels:
        assert (level.width, level.height) == (size, size)
        assert "".join(level.pairs) == LABELS[: len(level.pairs)]
        assert level.colors == {}
        assert findings(level) == []
    shaped = [level for level in levels if level.holes or level.walls]
    assert len(shaped) == len(levels) // 6


@each_pack
def test_only_large_levels_forbid_touching(size: int) -> None:
    forbidding = [level.title for level in pack(size) if not level.touching]
    assert size > ALWAYS_UNIQUE or not forbidding


def test_no_title_and_no_seed_stands_twice() -> None:
    levels = [level for size in PACKS for level in pack(size)]
    titles = [level.title for level in levels]
    titles += [load(path)[0].title for path in FOLDER.glob("*.txt")]
    assert all(titles)
    assert len(set(titles)) == len(titles)
    assert len({level.about["seed"] for level in levels}) == len(levels)


@each_pack
def test_saving_a_pack_leaves_its_file_as_it_is(size: int) -> None:
    path = FOLDER / "packs" / f"{size:02}x{size:02}.txt"
    text = LEVEL_LIST.write([Entry(level) for level in pack(size)])
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("size", [5, 6, 7, 8, 9, 10, 11, 20])
def test_the_first_and_the_last_level_have_exactly_one_solution(size: int) -> None:
    prove(pack(size)[0])
    prove(pack(size)[-1])


@pytest.mark.parametrize("size", [5, 7, 9])
def test_a_pack_begins_easy_and_ends_hard(size: int) -> None:
    scores = [hardness(level) for level in pack(size)]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


@pytest.mark.parametrize("size", [5, 8, 10])
def test_levels_are_made_again_from_their_plans(size: int) -> None:
    levels = {level.title: level for level in pack(size)}
    of_size = [plan for plan in plans() if plan.size == size]
    for plan in of_size[:6]:
        level = make(plan)
        assert level == levels[level.title]


@pytest.mark.slow
@pytest.mark.timeout(600)
@each_pack
def test_every_level_has_exactly_one_solution(size: int) -> None:
    for level in pack(size):
        prove(level)
        if size < ALWAYS_UNIQUE:
            assert count(level).number == 1  # by a method that knows nothing of the first


@pytest.mark.slow
@pytest.mark.timeout(600)
@each_pack
def test_every_pack_is_made_again_bit_for_bit(size: int) -> None:
    text = pack_text(make(plan) for plan in plans() if plan.size == size)
    assert (FOLDER / "packs" / f"{size:02}x{size:02}.txt").read_bytes() == text.encode()
