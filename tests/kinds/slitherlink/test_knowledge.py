"""Slitherlink: counts, certain edges, conflicts, remedies and formulas, against brute force."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pycosat
import pytest

from flowdesk.cli.check import check_and_explain
from flowdesk.core.grid import Cell, Edge, cells_of
from flowdesk.kinds.answers import (
    CheckResult,
    CheckStatus,
    Conflict,
    ConflictKind,
    Count,
    Remedy,
)
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.files import course
from flowdesk.kinds.slitherlink.making.generate import random_loop
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, clues_of, mistakes
from flowdesk.kinds.slitherlink.solving import conflict, counting, remedies
from flowdesk.kinds.slitherlink.solving.conflict import explain
from flowdesk.kinds.slitherlink.solving.counting import certain_edges, count, sweeps_over
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding, check, formula
from flowdesk.kinds.slitherlink.solving.remedies import ways_to_unique
from flowdesk.kinds.sweep import count_by
from flowdesk.sat.backend import find_model
from tests.command_line import CommandLine
from tests.levels import some
from tests.loops import ONE_WRONG_CLUE, all_loops, loop_round, puzzle_of, some_puzzle

SIZES = ((1, 1, 20), (1, 2, 40), (2, 1, 40), (2, 2, 100), (3, 1, 40), (2, 3, 100), (3, 3, 200))
EACH_SIZE = pytest.mark.parametrize(
    ("width", "height", "number"), [*SIZES, pytest.param(4, 4, 60, marks=pytest.mark.slow)]
)


def puzzles(width: int, height: int, number: int) -> Iterator[tuple[Slitherlink, list[Loop]]]:
    """Some puzzles of a size, always the same ones, each with all its solutions."""
    rng = random.Random(width * 10 + height)
    for _ in range(some(number)):
        puzzle = some_puzzle(width, height, rng)
        yield puzzle, solutions(puzzle)


def solutions(puzzle: Slitherlink) -> list[Loop]:
    return [
        loop
        for loop, numbers in all_loops(puzzle.width, puzzle.height)
        if all(numbers[cell] == clue for cell, clue in puzzle.clues.items())
    ]


def why_none(puzzle: Slitherlink) -> Conflict:
    """Why a puzzle has no solution, which it must not have."""
    why = explain(puzzle)
    assert why
    return why


def shares_of(puzzle: Slitherlink, found: list[Loop]) -> dict[Edge, float]:
    """The share of the solutions that use each edge of the board."""
    return {
        edge: sum(edge in loop.edges for loop in found) / len(found) for edge in puzzle.board.edges
    }


@pytest.mark.parametrize("listed_first", [0, counting.COUNT_LISTED_FIRST, 250])
@EACH_SIZE
def test_small_boards_are_counted_as_brute_force_does(
    width: int, height: int, number: int, listed_first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "COUNT_LISTED_FIRST", listed_first)
    for puzzle, found in puzzles(width, height, number // 4):
        counted = count(puzzle, shares=True)
        assert (counted.number, counted.exact, counted.gave_up) == (len(found), True, "")
        assert counted.shares == (shares_of(puzzle, found) if found else None), puzzle
        assert count(puzzle).shares is None


@pytest.mark.parametrize(
    ("size", "number"),
    [(1, 1), (2, 13), (3, 213), (4, 9349), (5, 1222363), (6, 487150371), (8, 2318527339461265)],
)
def test_a_board_without_clues_has_as_many_loops_as_the_books_say(size: int, number: int) -> None:
    # OEIS A140517
    sweeps = sweeps_over(Slitherlink(size, size))
    counted = count_by(
        sweeps, shares=False, most_states=10_000, report_every=10, progress=lambda so_far: None
    )
    assert counted.number == number


def test_a_count_that_is_too_wide_lists_solutions_and_claims_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = puzzle_of("3..... .....2 ..0... ...3.. 1..... .....3")
    assert count(puzzle).number > 30
    monkeypatch.setattr(counting, "COUNT_LISTED", 30)
    told: list[Count] = []
    listed = count(puzzle, shares=True, most_states=20, progress=told.append)
    assert (listed.number, listed.exact, listed.shares) == (30, False, None)
    assert listed.gave_up == (
        "The board is too large to count its solutions at once; listing them ended at 30."
    )
    numbers = [so_far.number for so_far in told]
    assert numbers == sorted(numbers)
    assert numbers[-1] == 30
    assert not any(so_far.exact for so_far in told)


def test_a_puzzle_without_clues_is_not_counted() -> None:
    with pytest.raises(ValueError, match="with a clue"):
        count(Slitherlink(3, 3))


@EACH_SIZE
def test_certain_edges_are_those_that_all_or_no_solutions_use(
    width: int, height: int, number: int
) -> None:
    for puzzle, found in puzzles(width, height, number):
        if found:
            shares = shares_of(puzzle, found)
            certain = certain_edges(puzzle, found[0])
            assert certain.on == {edge for edge, share in shares.items() if share == 1}, puzzle
            assert certain.off == {edge for edge, share in shares.items() if share == 0}
            assert certain.open == set(shares) - certain.on - certain.off
            assert certain.finished


@pytest.mark.usefixtures("picosat")
def test_what_takes_too_long_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzle_of("..2..... 3......1 ...0..2. .1.....3 2....2..")
    pair = check(puzzle).solutions
    whole = certain_edges(puzzle, pair[0])
    monkeypatch.setattr(counting, "CERTAINTY_PASSES", (1, 200))
    hasty = certain_edges(puzzle, pair[0])
    assert not hasty.finished
    assert hasty.on <= whole.on
    assert hasty.off <= whole.off
    assert hasty.open <= whole.open
    assert ways_to_unique(puzzle, *pair)
    monkeypatch.setattr(remedies, "REMEDY_PROPAGATIONS", 1)
    assert ways_to_unique(puzzle, *pair) == ()
    monkeypatch.undo()
    monkeypatch.setattr(remedies, "REMEDY_QUESTIONS", 45)
    assert all(
        check(way.level).status is CheckStatus.UNIQUE for way in ways_to_unique(puzzle, *pair)
    )
    monkeypatch.setattr(remedies, "REMEDY_QUESTIONS", 3)
    assert ways_to_unique(puzzle, *pair) == ()


def test_the_second_look_at_edges_is_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzle_of("..2..... 3......1 ...0..2. .1.....3 2....2..")
    solution = check(puzzle).solutions[0]
    whole = certain_edges(puzzle, solution)
    monkeypatch.setattr(counting, "CERTAINTY_PASSES", (200, counting.CERTAINTY_PASSES[-1]))
    patient = certain_edges(puzzle, solution)
    assert replace(patient, seconds=whole.seconds) == whole
    assert patient.finished


@EACH_SIZE
def test_clues_that_contradict_each_other_do_and_none_of_them_can_be_spared(
    width: int, height: int, number: int
) -> None:
    for puzzle, found in puzzles(width, height, number):
        conflict = explain(puzzle)
        assert (conflict is None) == bool(found)
        if conflict:
            clues = {cell: puzzle.clues[cell] for cell in conflict.cells}
            assert not solutions(replace(puzzle, clues=clues)), puzzle
            for cell in clues:
                others = {other: clue for other, clue in clues.items() if other != cell}
                assert solutions(replace(puzzle, clues=others)), (puzzle, cell)
            assert conflict.minimal
            assert conflict.kind is ConflictKind.CLUES


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("3", "The 3 in row 1, column 1 cannot hold."),
        ("12 3.", "These 2 clues contradict each other: row 1, columns 1 and 2."),
        ("..... .42.. ..... ...11", "These 2 clues contradict each other: row 2, columns 2 and 3."),
        ("2.0.. ..... 0....", "These 2 clues contradict each other: row 1, columns 1 and 3."),
        (
            "2.. .3. ..2",
            "These 3 clues contradict each other: "
            "row 1, column 1; row 2, column 2; row 3, column 3.",
        ),
    ],
)
def test_why_there_is_no_solution_is_a_sentence(rows: str, message: str) -> None:
    puzzle = puzzle_of(rows)
    assert check(puzzle).status is CheckStatus.UNSOLVABLE
    assert why_none(puzzle).message == message


@EACH_SIZE
def test_a_clue_is_blamed_just_where_there_is_a_solution_without_it(
    width: int, height: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conflict, "MOST_SEEN", 0)
    for puzzle, found in puzzles(width, height, number):
        if found:
            continue
        why = why_none(puzzle)
        without = {
            cell: solutions(
                replace(puzzle, clues={c: k for c, k in puzzle.clues.items() if c != cell})
            )
            for cell in puzzle.clues
        }
        assert (why.kind is ConflictKind.CLUE) == any(without.values()), puzzle
        if why.kind is ConflictKind.CLUES:
            assert why.message.endswith("It takes more than one change to mend that.")
            continue
        (cell,) = why.cells
        assert why.answer in without[cell]
        clue = int(why.message.split(": a ")[1][0])
        mended = solutions(replace(puzzle, clues={**puzzle.clues, cell: clue}))
        assert why.answer in mended
        assert why.message.endswith("with exactly one solution.") == (len(mended) == 1)
        is_mendable = any(
            len(solutions(replace(puzzle, clues={**puzzle.clues, cell: clue}))) == 1
            for cell, others in without.items()
            for clue in range(5)
        )
        assert (len(mended) == 1) <= is_mendable


def test_one_wrong_clue_of_a_large_conflict_is_named_and_told_on_the_way() -> None:
    told: list[CheckResult] = []
    why = check_and_explain(ONE_WRONG_CLUE, progress=told.append).conflict
    assert why
    assert (why.kind, why.cells) == (ConflictKind.CLUE, ((4, 3),))
    assert why.message == (
        "The 3 in row 4, column 5 contradicts the other clues: a 1 there would do, "
        "with exactly one solution."
    )
    assert [finding.cells for finding in mistakes(ONE_WRONG_CLUE, why.answer)] == [((4, 3),)]
    assert all(result.status is CheckStatus.UNSOLVABLE for result in told if result.conflict)
    assert any(result.conflict for result in told)


@pytest.mark.usefixtures("picosat")
def test_a_puzzle_that_takes_too_long_is_not_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflict, "CONFLICT_PROPAGATIONS", 1)
    why = why_none(puzzle_of("3.2.3 .2.2. 2.3.2 .2.2. 3.2.3"))
    assert (why.kind, why.cells) == (ConflictKind.UNKNOWN, ())
    assert "took too long" in why.message


def test_what_is_told_of_a_conflict_on_the_way_becomes_smaller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = puzzle_of("3.2.3 .2.2. 2.3.2 .2.2. 3.2.3")
    told: list[Conflict] = []
    found = explain(puzzle, progress=told.append)
    assert found
    sizes = [len(conflict.cells) for conflict in told]
    assert sizes == sorted(sizes, reverse=True)
    assert told[-1] == found
    assert found.minimal
    monkeypatch.setattr(conflict, "CONFLICT_QUESTIONS", 6)
    hasty = why_none(puzzle)
    assert not hasty.minimal
    assert len(found.cells) < len(hasty.cells)
    monkeypatch.setattr(conflict, "CONFLICT_PROPAGATIONS", 1)
    assert not why_none(puzzle).minimal


def some_clue_leaves_one(puzzle: Slitherlink, kept: Loop, found: list[Loop]) -> bool:
    """Whether a single clue of a solution excludes all others."""
    numbers = dict(all_loops(puzzle.width, puzzle.height))
    others = [loop for loop in found if loop != kept]
    return any(
        all(numbers[other][cell] != numbers[kept][cell] for other in others)
        for cell in cells_of(puzzle.width, puzzle.height)
    )


@EACH_SIZE
def test_added_clues_leave_one_solution_and_a_single_one_if_possible(
    width: int, height: int, number: int
) -> None:
    for puzzle, found in puzzles(width, height, number):
        if len(found) > 1:
            pair = found[0], found[-1]
            offers = ways_to_unique(puzzle, *pair)
            for offer in offers:
                assert solutions(offer.level) == [offer.solution], puzzle
                assert offer.solution in pair
                assert puzzle.clues.items() < offer.level.clues.items()
                assert set(offer.cells) == set(offer.level.clues) - set(puzzle.clues)
                for cell in offer.cells:  # none of them can be spared
                    clues = {c: k for c, k in offer.level.clues.items() if c != cell}
                    assert len(solutions(replace(puzzle, clues=clues))) > 1
            is_single = any(some_clue_leaves_one(puzzle, kept, found) for kept in pair)
            assert any(len(offer.cells) == 1 for offer in offers) == is_single
            whole = [replace(puzzle, clues=dict(all_loops(width, height))[kept]) for kept in pair]
            assert bool(offers) == any(len(solutions(clued)) == 1 for clued in whole)


def test_the_solution_that_the_author_has_drawn_is_kept() -> None:
    puzzle = puzzle_of("..1 ... 2..")
    found = solutions(puzzle)
    assert len(found) > 5
    for own in found[2:5]:
        offers = ways_to_unique(replace(puzzle, drawn=own.edges), *found[:2])
        assert offers
        assert all(offer.solution == own for offer in offers)
        assert all(offer.level.drawn == own.edges for offer in offers)


def test_each_way_to_make_a_puzzle_unique_is_a_sentence() -> None:
    puzzle = puzzle_of("..32. 222.3 0..1. 2.2.. .2.23")
    checked = check(puzzle)
    assert checked.status is CheckStatus.MULTIPLE
    told: list[tuple[Remedy, ...]] = []
    offers = ways_to_unique(puzzle, *checked.solutions, progress=told.append)
    assert told[-1] == offers
    assert [len(so_far) for so_far in told] == list(range(1, len(offers) + 1))
    assert offers
    for offer in offers:
        ((x, y),) = offer.cells
        clue = offer.level.clues[x, y]
        assert offer.message == f"Add a {clue} in row {y + 1}, column {x + 1}."
    locked = replace(puzzle, locked=frozenset(offers[0].cells))
    others = ways_to_unique(locked, *checked.solutions)
    assert others
    assert all(locked.locked.isdisjoint(offer.cells) for offer in others)


@pytest.mark.usefixtures("picosat")
def test_a_puzzle_that_needs_many_clues_is_told_how_many() -> None:
    puzzle = puzzle_of("2....... ........ ........ ........ ........ ........")
    checked = check(puzzle)
    (offer,) = ways_to_unique(puzzle, *checked.solutions)
    assert check(offer.level).status is CheckStatus.UNIQUE
    assert re.fullmatch(
        r"Add (a \d in row \d, column \d, ){2}a \d in row \d, column \d and \d+ more clues\.",
        offer.message,
    )


#: Where each clue can hold, but only with a loop for each of two of them.
ONLY_WITH_TWO_LOOPS = "4... .... ...4"


@EACH_SIZE
def test_the_models_of_the_formula_are_the_solutions(width: int, height: int, number: int) -> None:
    for puzzle, found in puzzles(width, height, number // 4):
        stated = formula(puzzle)
        assert stated.gap == ""
        if len(found) < 300:
            assert cells_inside(stated) == {loop.inside for loop in found}, puzzle


def cells_inside(stated: SlitherlinkEncoding) -> set[frozenset[Cell]]:
    """The cells inside in each model of a formula."""
    cnf = stated.cnf
    cells = {v: cnf.key(v) for v in range(1, cnf.variables + 1) if is_cell(cnf.key(v))}
    found = set()
    while model := find_model(cnf.clauses()):
        found.add(frozenset(cell for v, cell in cells.items() if v in model))
        cnf.add("another", [[-v if v in model else v for v in cells]])
    return found  # type: ignore[return-value]  # the keys are cells


def is_cell(key: object) -> bool:
    return isinstance(key, tuple) and all(isinstance(part, int) for part in key)


def test_several_loops_are_excluded_for_good_unless_asked_for() -> None:
    puzzle = puzzle_of(ONLY_WITH_TWO_LOOPS)
    whole, lazy = formula(puzzle), formula(puzzle, lazy=True)
    assert find_model(whole.cnf.clauses()) is None
    assert find_model(lazy.cnf.clauses())
    assert lazy.gap == "several loops are not excluded"
    assert 4 * len(lazy.cnf.clauses()) < len(whole.cnf.clauses())


@pytest.mark.parametrize(("size", "number"), [(5, 3), (8, 2), (12, 1)])
def test_another_program_solves_the_formula(flowdesk: CommandLine, size: int, number: int) -> None:
    """It sees the DIMACS file alone, and its comments say which cells are inside."""
    for seed in range(number):
        loop = random_loop(size, size, random.Random(seed).random)
        puzzle = Slitherlink(size, size, clues_of(loop, size, size))
        flowdesk.file("a.slk", course.write([Entry(puzzle)]))
        for options in ([], ["--lazy"]):
            flowdesk("cnf", "a.slk", "-o", "a.cnf", *options)
            text = (flowdesk.folder / "a.cnf").read_text()
            lines = [line for line in text.splitlines() if line[0] not in "cp"]
            model = pycosat.solve([[int(number) for number in line.split()[:-1]] for line in lines])
            inside = {
                (int(column) - 1, int(row) - 1)
                for variable, row, column in re.findall(
                    r"c variable (\d+): \((\d+),(\d+)\) is inside", text
                )
                if int(variable) in model
            }
            wrong = {mistake.rule for mistake in mistakes(puzzle, loop_round(inside))}
            assert wrong <= ({"several-loops"} if options else set())


@pytest.mark.parametrize("lazy", [False, True])
def test_every_variable_of_the_formula_is_explained(lazy: bool) -> None:
    stated = formula(puzzle_of("..32. 222.3 0..1. 2.2.. .2323"), lazy=lazy)
    for variable in range(1, stated.cnf.variables + 1):
        assert stated.describe(stated.cnf.key(variable))
    assert stated.describe((0, 1)) == "(2,1) is inside the loop"
