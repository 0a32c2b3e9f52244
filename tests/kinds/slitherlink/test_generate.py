"""Slitherlink's generator: properties of the puzzles that it makes, and of thinning out."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from flowdesk.core.board import board_of
from flowdesk.core.finding import Finding, FlowDeskError
from flowdesk.core.grid import Cell
from flowdesk.formats.registry import load, read_data
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.making import Field
from flowdesk.kinds.slitherlink.deduction.hints import WORDS, rate_up_to
from flowdesk.kinds.slitherlink.files.course import rows_of
from flowdesk.kinds.slitherlink.making import thinning
from flowdesk.kinds.slitherlink.making.generate import (
    VERSION,
    SlitherlinkCompletion,
    generate,
    random_loop,
)
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest, problem
from flowdesk.kinds.slitherlink.making.thinning import Paring, Thinning
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, clues_of, mistakes
from flowdesk.kinds.slitherlink.solving.encoding import check
from flowdesk.kinds.table import KINDS
from tests.command_line import CommandLine
from tests.levels import some
from tests.loops import all_loops, loop_round, puzzle_of
from tests.samples import rating


def made(request: SlitherlinkRequest) -> tuple[Slitherlink, Loop]:
    """The puzzle of a request that can be met, and its solution."""
    result = generate(request)
    assert result.met, result.report
    return result.level, result.solution


@pytest.mark.parametrize(
    "size", [(1, 1), (1, 2), (2, 1), (2, 2), (3, 3), (1, 9), (2, 15), (6, 5), (10, 10)]
)
@pytest.mark.parametrize("symmetric", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_puzzle_has_exactly_one_solution_and_no_clue_too_many(
    size: tuple[int, int], symmetric: bool
) -> None:
    for seed in range(some(3)):
        puzzle, loop = made(SlitherlinkRequest(*size, seed, symmetry="turn" if symmetric else ""))
        assert (puzzle.width, puzzle.height) == size
        assert mistakes(puzzle, loop) == []
        assert check(puzzle).status is CheckStatus.UNIQUE
        for group in groups(puzzle, symmetric):
            fewer = {cell: clue for cell, clue in puzzle.clues.items() if cell not in group}
            status = check(replace(puzzle, clues=fewer)).status
            assert status in (CheckStatus.MULTIPLE, CheckStatus.INVALID)


def groups(puzzle: Slitherlink, symmetric: bool) -> set[frozenset[Cell]]:
    """The clues that are removed together."""
    turned = {(x, y): (puzzle.width - 1 - x, puzzle.height - 1 - y) for x, y in puzzle.clues}
    return {frozenset((cell, turned[cell] if symmetric else cell)) for cell in puzzle.clues}


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (3, 3), (9, 4), (15, 15)])
def test_a_random_loop_is_one_loop(size: tuple[int, int]) -> None:
    for seed in range(20):
        loop = random_loop(*size, random.Random(seed).random)
        assert mistakes(Slitherlink(*size), loop) == []


def test_random_loops_wind_and_have_clues_of_all_kinds() -> None:
    clues = [
        clue
        for seed in range(20)
        for clue in clues_of(random_loop(15, 15, random.Random(seed).random), 15, 15).values()
    ]
    shares = [clues.count(clue) / len(clues) for clue in range(4)]
    assert shares == pytest.approx([0.035, 0.27, 0.51, 0.185], abs=0.03)


def test_thinning_takes_clues_in_turn_if_the_others_still_have_one_solution() -> None:
    """The clues that are left are those that a search for each one alone would leave."""
    rng = random.Random(1)
    for _ in range(60):
        size = rng.choice(((2, 2), (2, 3), (3, 3)))
        loop, numbers = rng.choice(all_loops(*size))
        others = [clues for other, clues in all_loops(*size) if other != loop]
        thinning = Thinning(*size, loop, numbers)
        assert thinning.is_unique() == (numbers not in others)
        if numbers in others:
            continue
        order = rng.sample(sorted(numbers), len(numbers))
        thinning.remove([(cell,) for cell in order])
        left = dict(numbers)
        for cell in order:
            fewer = {other: clue for other, clue in left.items() if other != cell}
            is_alone = not any(all(c[k] == v for k, v in fewer.items()) for c in others)
            if is_alone and any(fewer.values()):
                left = fewer
        assert thinning.clues == left


@pytest.mark.parametrize("difficulty", WORDS)
def test_puzzles_are_as_difficult_as_requested(difficulty: str) -> None:
    for seed in range(some(3)):
        puzzle, _ = made(SlitherlinkRequest(5, 5, seed, difficulty))
        assert rating(puzzle).level == difficulty
        assert check(puzzle).status is CheckStatus.UNIQUE


@pytest.mark.parametrize("difficulty", WORDS[:2])
def test_without_any_of_its_clues_a_puzzle_would_be_harder(difficulty: str) -> None:
    for seed in range(some(3)):
        puzzle, _ = made(SlitherlinkRequest(5, 4, seed, difficulty))
        for cell in puzzle.clues:
            fewer = {other: clue for other, clue in puzzle.clues.items() if other != cell}
            assert rate_up_to(replace(puzzle, clues=fewer), difficulty) is None


@pytest.mark.parametrize(
    "size",
    [(1, 1), (2, 9), *(pytest.param(size, marks=pytest.mark.slow) for size in ((3, 1), (1, 15)))],
)
@pytest.mark.parametrize("difficulty", WORDS)
def test_narrow_boards_have_the_nearest_difficulty(size: tuple[int, int], difficulty: str) -> None:
    result = generate(SlitherlinkRequest(*size, difficulty=difficulty))
    rated = rating(result.level)
    assert result.met == (rated.level == difficulty)
    assert difficulty in result.report


def test_the_nearest_puzzle_comes_with_a_report() -> None:
    result = generate(SlitherlinkRequest(2, 2, difficulty="expert"))
    assert not result.met
    assert "The nearest of 100 attempts has " in result.report
    assert "instead of expert." in result.report
    report = generate(SlitherlinkRequest(1, 2, 1, "expert")).report
    assert report.startswith("The nearest of 100 attempts has 1 clue and exactly one solution")
    assert check(result.level).status is CheckStatus.UNIQUE


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (SlitherlinkRequest(0, 5), "too small"),
        (SlitherlinkRequest(501, 2), "too large"),
        (
            SlitherlinkRequest(5, 5, difficulty="nasty"),
            "'nasty' is no difficulty: choose one of easy, ",
        ),
    ],
)
def test_an_impossible_request_is_refused_with_the_reason(
    asked: SlitherlinkRequest, reason: str
) -> None:
    assert reason in problem(asked)
    with pytest.raises(FlowDeskError, match=reason):
        generate(asked)


# -- thin out ----------------------------------------------------------------------------------


def test_clues_stay_where_a_search_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = {(x, y) for x in range(13) for y in range(13)} - {(6, y) for y in range(1, 13)}
    loop, left = loop_round(inside), []
    for rounds in (thinning.THINNING_ROUNDS, 1):
        monkeypatch.setattr(thinning, "THINNING_ROUNDS", rounds)
        thin = Thinning(13, 13, loop, clues_of(loop, 13, 13))
        thin.remove([(cell,) for cell in random.Random(1).sample(sorted(thin.clues), 169)])
        assert check(Slitherlink(13, 13, thin.clues)).solutions == (loop,)
        left.append(len(thin.clues))
    assert left[0] < left[1] < 100


SQUARE = loop_round({(1, 1), (2, 1), (1, 2), (1, 3)})


def test_a_drawn_loop_becomes_a_puzzle_with_few_clues() -> None:
    drawn = Slitherlink(5, 5, {(0, 0): 3}, SQUARE.edges, about={"title": "Hook"})
    results = []
    for seed in range(4):
        request = SlitherlinkCompletion().request(drawn, seed)
        assert isinstance(request, SlitherlinkRequest)
        puzzle = SlitherlinkCompletion().completed(drawn, generate(request))
        assert (puzzle.drawn, puzzle.about) == (drawn.drawn, drawn.about)
        assert check(puzzle).solutions == (SQUARE,)
        assert len(puzzle.clues) < 12
        results.append(rows_of(puzzle))
    assert len(set(map(tuple, results))) > 1


def test_clues_without_a_drawn_loop_are_thinned_out_too() -> None:
    clues = clues_of(SQUARE, 5, 5)
    request = SlitherlinkCompletion().request(Slitherlink(5, 5, clues), 1)
    assert isinstance(request, SlitherlinkRequest)
    result = generate(request)
    assert result.level.clues.items() < clues.items()
    number = len(result.level.clues)
    assert result.report.startswith(f"The puzzle has {number} clues and exactly one solution")


def test_what_cannot_be_thinned_out_is_said() -> None:
    open_edges = frozenset(list(board_of(3, 3).edges)[:2])
    for puzzle, why in (
        (Slitherlink(3, 3), "There is nothing to thin out"),
        (Slitherlink(3, 3, drawn=open_edges), "not one closed loop"),
    ):
        finding = SlitherlinkCompletion().request(puzzle, 1)
        assert isinstance(finding, Finding)
        assert why in finding.message
    several = SlitherlinkCompletion().request(puzzle_of("2.. ... ..."), 1)
    assert isinstance(several, SlitherlinkRequest)
    result = generate(several)
    assert (result.level, result.met) == (None, False)
    assert "The clues do not have exactly one solution" in result.report


def test_clues_that_are_left_are_counted_on_the_way() -> None:
    told: list[str] = []
    generate(SlitherlinkRequest(6, 6, difficulty="easy"), progress=told.append)
    assert told[0] == "36 clues are left."


# -- on the command line -----------------------------------------------------------------------


def test_the_command_line_makes_files_of_this_kind(flowdesk: CommandLine) -> None:
    asked = ("generate", "6x5", "--kind", "slitherlink", "--seed", "7", "--symmetric")
    assert flowdesk.prints(*asked, "--count", "3", "-o", "made") == ""
    names = sorted(path.name for path in (flowdesk.folder / "made").iterdir())
    assert names == ["6x5-0001.txt", "6x5-0002.txt", "6x5-0003.txt"]
    (puzzle,) = load(flowdesk.folder / "made" / "6x5-0002.txt")
    assert puzzle.about == {
        "title": "6x5 number 2",
        "seed": "8",
        "generator": str(VERSION),
        "options": "--symmetric",
    }
    assert puzzle.is_same_puzzle(made(SlitherlinkRequest(6, 5, 8, symmetry="turn"))[0])
    assert flowdesk(*asked, "--count", "4", "-o", "made").returncode == 0
    assert len(load(flowdesk.folder / "made" / "6x5-0004.txt")) == 1


def test_one_puzzle_is_printed_as_text_and_several_a_line_each(flowdesk: CommandLine) -> None:
    asked = ("generate", "5x5", "--kind", "slitherlink", "--seed", "3")
    one = read_data(flowdesk(*asked).stdout.encode(), "-")
    assert (one[0].key, one[1][0].level.about["seed"]) == ("clues", "3")
    several = read_data(flowdesk(*asked, "--count", "2").stdout.encode(), "-")
    assert (several[0].key, len(several[1])) == ("course", 2)
    assert several[1][0].level.clues == one[1][0].level.clues


def test_fields_of_the_same_name_are_the_same_option_for_all_kinds() -> None:
    fields: dict[str, Field] = {}
    for kind in KINDS.values():
        for field in kind.making.fields if kind.making else ():
            known = fields.setdefault(field.name, field)
            assert (field.read, field.is_check) == (known.read, known.is_check)


def test_paring_does_not_leave_two_threes_that_a_loop_round_them_fulfils() -> None:
    """Of all clues it takes it that the loop goes on beyond the two 3s."""
    loop = loop_round({(2, 0), (3, 0), (2, 1), (2, 2), (3, 2)})
    clues = clues_of(loop, 4, 3)
    stay = [(0, 0), (0, 1), (0, 2), (3, 1), (3, 2)]
    left = Slitherlink(4, 3, {cell: clues[cell] for cell in stay})
    assert check(left).status is CheckStatus.MULTIPLE
    paring = Paring(4, 3, clues, at_large=False)
    assert paring.needed([[cell] for cell in clues if cell not in stay]) is None
