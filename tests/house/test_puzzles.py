"""The levels that are installed with the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.make_puzzles import hardness
from flowdesk import check, load, solve
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import open_file, write_file
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.findings import findings
from flowdesk.kinds.flow.level import Level

FILES = sorted(shipped("puzzles").glob("*.txt"))

PACKS = sorted(shipped("puzzles").glob("packs/*.txt"))

SLITHERLINKS = sorted(shipped("puzzles").glob("slitherlink/[0-9][0-9]x[0-9][0-9].json"))

#: On this one the classic rules as first published go wrong: its solution joins two endpoints side
#: by side, and touches itself.
GAPS = "05x05-gap-in-the-rules"

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


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
def test_a_level_names_its_title_its_author_and_its_size(file: Path) -> None:
    level = the_level(file)
    assert level.title
    assert level.about["author"] == "FlowDesk"
    assert file.name.startswith(f"{level.width:02}x{level.height:02}-")


@each_file
def test_a_level_uses_the_usual_colors_in_their_order(file: Path) -> None:
    level = the_level(file)
    assert "".join(level.pairs) == LABELS[: len(level.pairs)]
    assert level.colors == {}


@each_file
def test_a_level_is_complete_and_every_path_is_worth_drawing(file: Path) -> None:
    level = the_level(file)
    assert findings(level) == []
    solution = solve(level).solution
    assert solution is not None
    assert min(len(path) for path in solution.paths.values()) >= (2 if file.stem == GAPS else 3)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[pytest.mark.slow] * (file.stem[:2] in ("13", "14")))
        for file in FILES
    ],
)
def test_a_level_has_exactly_one_solution_touching_or_not(file: Path) -> None:
    result = check(the_level(file))
    non_touching = "none" if file.stem == GAPS else "one"
    assert (result.status, result.non_touching) == ("unique", non_touching)


@each_file
def test_saving_a_level_leaves_its_file_as_it_is(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / file.name
    write_file(copy, open_file(file)[1])
    assert copy.read_bytes() == file.read_bytes()


@pytest.mark.parametrize("file", PACKS[:-3], ids=lambda file: file.stem)
def test_some_levels_of_a_pack_are_in_order_of_difficulty(file: Path) -> None:
    levels = load(file)[::6]
    assert levels == sorted(levels, key=hardness)


def test_there_are_a_hundred_slitherlinks_with_titles_of_their_own() -> None:
    puzzles = [puzzle for file in SLITHERLINKS for puzzle in load(file)]
    assert len(puzzles) == len({puzzle.title for puzzle in puzzles}) == 100
    assert len({puzzle.puzzle_key for puzzle in puzzles}) == 100
    sizes = [(puzzle.width, puzzle.height) for puzzle in puzzles]
    assert (sizes[0], sizes[-1]) == ((5, 5), (30, 30))
    assert sizes == sorted(sizes)
    assert {puzzle.about["author"] for puzzle in puzzles} == {"FlowDesk"}


@pytest.mark.parametrize("file", SLITHERLINKS, ids=lambda file: file.stem)
def test_slitherlinks_have_one_solution_and_are_in_order_of_difficulty(file: Path) -> None:
    puzzles = load(file)
    assert [check(puzzle).status for puzzle in puzzles] == ["unique"] * len(puzzles)
    some = puzzles[::4]
    assert some == sorted(some, key=hardness)


@pytest.mark.slow
@pytest.mark.parametrize("file", SLITHERLINKS, ids=lambda file: file.stem)
def test_all_slitherlinks_are_in_order_of_difficulty(file: Path) -> None:
    puzzles = load(file)
    assert puzzles == sorted(puzzles, key=hardness)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("file", PACKS, ids=lambda file: file.stem)
def test_all_levels_of_a_pack_are_in_order_of_difficulty(file: Path) -> None:
    levels = load(file)
    assert levels == sorted(levels, key=hardness)
