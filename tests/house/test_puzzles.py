"""The levels that are installed with the program: what users rely on in all of them.

The quick run checks some of them closely; `make test-all` solves and regenerates all of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from assets import make_boards
from assets.make_puzzles import ALWAYS_UNIQUE, PACKS, hardness, make, pack_text, plans
from flowdesk import check, load
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import LEVEL_LIST, open_file, write_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.deduction.hints import rate
from flowdesk.kinds.flow.level import Level, findings, mistakes
from flowdesk.kinds.flow.solving.counting import count

FOLDER = shipped("puzzles")

each_pack = pytest.mark.parametrize("size", PACKS)
FILES = sorted(FOLDER.glob("*.txt"))

SLITHERLINKS = sorted(FOLDER.glob("slitherlink/[0-9][0-9]x[0-9][0-9].json"))

#: On this one the classic rules as first published go wrong: its solution joins two endpoints side
#: by side, and touches itself.
GAPS = "05x05-gap-in-the-rules"

#: Levels of 15x15 about which a search with a limit decides: each solver reaches it elsewhere.
LIMITED = ("Scarlet Jetty", "Sleepy Gallery")

some_or_all = pytest.mark.parametrize("each", [9, pytest.param(1, marks=pytest.mark.slow)])
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@cache
def pack(size: int) -> list[Level]:
    """The levels of a pack, in the order of its file."""
    return load(path_of(size))


def path_of(size: int) -> Path:
    return FOLDER / "packs" / f"{size:02}x{size:02}.txt"


def prove(level: Level) -> None:
    """A level has exactly one solution by its own rule, and all its paths are worth drawing."""
    result = check(level)
    assert (result.status, result.non_touching) == ("unique", "one"), level.title
    (solution,) = result.solutions
    assert mistakes(level, solution) == []
    assert min(map(len, solution.paths.values())) >= 3


def prove_by_the_game(level: Level) -> None:
    """A level has exactly one solution by the game's rule."""
    result = check(level)
    assert result.status == "unique", level.title
    assert mistakes(level, result.solutions[0]) == []


def the_level(file: Path) -> Level:
    """The one level of a file."""
    level: Level
    (level,) = load(file)
    return level


def test_there_are_levels_of_every_size_from_5_to_14() -> None:
    levels = [the_level(file) for file in FILES]
    assert len(levels) >= 12
    assert {level.width for level in levels} == set(range(5, 15))
    assert any(level.holes for level in levels)
    assert any(level.walls for level in levels)


def test_titles_differ_and_the_order_of_names_is_that_of_sizes() -> None:
    levels = [the_level(file) for file in FILES]
    assert len({level.title for level in levels}) == len(levels)
    assert len({frozenset(level.endpoints.items()) for level in levels}) == len(levels)
    cells = [level.width * level.height for level in levels]
    assert cells == sorted(cells)


@each_file
def test_a_level_is_complete_named_and_written_as_it_stands(file: Path, tmp_path: Path) -> None:
    level = the_level(file)
    assert level.title
    assert level.about["author"] == "FlowDesk"
    assert file.name.startswith(f"{level.width:02}x{level.height:02}-")
    assert "".join(level.pairs) == LABELS[: len(level.pairs)]
    assert level.colors == {}
    assert findings(level) == []
    copy = tmp_path / file.name
    write_file(copy, open_file(file)[1])
    assert copy.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[pytest.mark.slow] * (file.stem[:2] in ("13", "14")))
        for file in FILES
    ],
)
def test_a_level_has_exactly_one_solution_whose_paths_are_worth_drawing(file: Path) -> None:
    result = check(the_level(file))
    non_touching = "none" if file.stem == GAPS else "one"
    assert (result.status, result.non_touching) == ("unique", non_touching)
    paths = result.solutions[0].paths.values()
    assert min(map(len, paths)) >= (2 if file.stem == GAPS else 3)


def test_there_are_a_hundred_slitherlinks_with_titles_of_their_own() -> None:
    puzzles = [puzzle for file in SLITHERLINKS for puzzle in load(file)]
    assert len(puzzles) == len({puzzle.title for puzzle in puzzles}) == 100
    assert len({puzzle.puzzle_key for puzzle in puzzles}) == 100
    sizes = [(puzzle.width, puzzle.height) for puzzle in puzzles]
    assert (sizes[0], sizes[-1]) == ((5, 5), (30, 30))
    assert sizes == sorted(sizes)
    assert {puzzle.about["author"] for puzzle in puzzles} == {"FlowDesk"}


@some_or_all
@pytest.mark.parametrize("file", SLITHERLINKS, ids=lambda file: file.stem)
def test_slitherlinks_have_one_solution_and_are_in_order_of_difficulty(
    file: Path, each: int
) -> None:
    puzzles = load(file)[::each]
    assert [check(puzzle).status for puzzle in puzzles] == ["unique"] * len(puzzles)
    assert puzzles == sorted(puzzles, key=hardness)


# Packs


def test_there_is_a_pack_of_every_size_and_nothing_else() -> None:
    names = [f"{size:02}x{size:02}.txt" for size in PACKS]
    others = [f"{name}.json" for name in make_boards.PACKS]
    assert sorted(path.name for path in (FOLDER / "packs").iterdir()) == sorted(names + others)
    assert set(range(5, 15)) | {15, 20, 30, 50} == set(PACKS)


@some_or_all
@pytest.mark.parametrize("name", make_boards.PACKS)
def test_a_pack_of_other_boards_leads_from_easy_levels_to_the_hardest(name: str, each: int) -> None:
    levels = load(FOLDER / "packs" / f"{name}.json")
    assert len(levels) == 20
    assert not any(level.board.is_plain for level in levels)
    some = [*levels[:-1:each], levels[-1]]
    for level in some:
        prove_by_the_game(level)
    rated = [(found, len(level.pairs)) for level in some if (found := rate(level))]
    assert (rated[0][0].level, rated[-1][0].level, len(rated)) == ("easy", "expert", len(some))
    scores = [(found.score, -colors) for found, colors in rated]
    assert scores == sorted(scores)


@each_pack
def test_a_pack_holds_complete_levels_of_its_size_some_of_which_have_a_shape(size: int) -> None:
    levels = pack(size)
    assert len(levels) == PACKS[size]
    for level in levels:
        assert (level.width, level.height) == (size, size)
        assert "".join(level.pairs) == LABELS[: len(level.pairs)]
        assert level.colors == {}
        assert findings(level) == []
        assert level.touching or size > ALWAYS_UNIQUE
    shaped = [level for level in levels if level.holes or level.walls]
    assert len(shaped) == len(levels) // 6
    assert path_of(size).read_bytes() == LEVEL_LIST.write(list(map(Entry, levels))).encode()


def test_no_title_and_no_seed_stands_twice() -> None:
    levels = [level for size in PACKS for level in pack(size)]
    titles = [level.title for level in levels]
    titles += [load(path)[0].title for path in FOLDER.glob("*.txt")]
    assert all(titles)
    assert len(set(titles)) == len(titles)
    assert len({level.about["seed"] for level in levels}) == len(levels)


@pytest.mark.parametrize("size", [5, 11, 20])
def test_the_first_and_the_last_level_have_exactly_one_solution(size: int) -> None:
    prove(pack(size)[0])
    prove(pack(size)[-1])


@pytest.mark.parametrize("size", [5, 8, 10])
def test_levels_are_made_again_from_their_plans(size: int) -> None:
    levels = {level.title: level for level in pack(size)}
    of_size = [plan for plan in plans() if plan.size == size]
    for plan in of_size[4:6]:  # the latter has a shape
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
    stay = {level.title: level for level in pack(size) if level.title in LIMITED}
    of_size = [plan for plan in plans() if plan.size == size]
    text = pack_text(stay.get(plan.requests[-1][0]) or make(plan) for plan in of_size)
    assert path_of(size).read_bytes() == text.encode()


@pytest.mark.parametrize("size", [5, 10, 14])
def test_some_levels_of_a_pack_are_in_order_of_difficulty(size: int) -> None:
    scores = [hardness(level) for level in (pack(size)[0], *pack(size)[:-1:12], pack(size)[-1])]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


@pytest.mark.slow
@pytest.mark.timeout(1800)
@each_pack
def test_all_levels_of_a_pack_are_in_order_of_difficulty(size: int) -> None:
    assert pack(size) == sorted(pack(size), key=hardness)
