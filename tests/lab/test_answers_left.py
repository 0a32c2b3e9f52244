"""How many answers rules leave: every set of them, compared with trying out all on tiny boards.

What is tried out shares nothing with the program but the numbers of the rules: each rule is written
down a second time, as its formula has it.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import pytest

from flowdesk import load
from flowdesk.core.grid import STEPS, Cell, cells_of
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.lab.explore import AnswerCount, count_answers
from flowdesk.lab.flow.rules import NUMBERS, SHAPES
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.slitherlink.rules import LoopAnswer as Sides
from flowdesk.lab.slitherlink.rules import broken as broken_sides
from flowdesk.sat.backend import BACKENDS, VARIABLE, backend
from flowdesk.sat.cnf import Cnf
from tests.for_all import for_all
from tests.lab.notebook import broken_of_notebook
from tests.loops import puzzle_of
from tests.samples import level_of

STEPS_LEVEL = load(shipped("puzzles") / "05x05-first-steps.txt")[0]
GAPS = load(shipped("puzzles") / "05x05-gap-in-the-rules.txt")[0]

OPPOSITE = {"t": "b", "b": "t", "l": "r", "r": "l"}
MOVES = {"t": (0, -1), "b": (0, 1), "l": (-1, 0), "r": (1, 0)}


#: Left to `make test-all`.
LONG = [pytest.mark.slow, pytest.mark.timeout(900)]

#: One solver is enough for `make test`.
EACH = [pytest.param(name, marks=LONG * (name != backend())) for name in BACKENDS]


@pytest.fixture(autouse=True, params=EACH)
def each_solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, request.param)


class Look(NamedTuple):
    """The arms of a cell, their colours, and where they point."""

    arms: frozenset[tuple[str, str]]
    colors: frozenset[str]
    ways: frozenset[str]


def subsets(things: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    things = list(things)
    for size in range(len(things) + 1):
        yield from combinations(things, size)


def sets_of(numbers: tuple[int, ...], *always: tuple[int, ...]) -> list[Any]:
    """Every set of some rules; most of them only by `make test-all`."""
    every = list(subsets(numbers))
    few = {*always, *random.Random(1).sample(every, min(6, len(every)))}
    others = [rules for rules in every if rules not in few]
    more = [pytest.param(others, id="others", marks=LONG)] if others else []
    return [pytest.param(sorted(few), id="some"), *more]


@cache
def neighbours(rows: str) -> Mapping[Cell, Mapping[str, Cell]]:
    """The neighbours of each cell by their direction."""
    level = level_of(rows)
    return {
        (x, y): {
            d: (x + dx, y + dy) for d, (dx, dy) in MOVES.items() if level.is_cell((x + dx, y + dy))
        }
        for x, y in level.cells
    }


def loops(rows: str) -> Iterator[list[tuple[Cell, Cell]]]:
    """Every loop of cells in each direction, as the steps along it."""
    near = neighbours(rows)
    for size in range(3, len(near) + 1):
        for cells in permutations(near, size):
            steps = list(zip(cells, (*cells[1:], cells[0]), strict=True))
            if cells[0] == min(cells) and all(b in near[a].values() for a, b in steps):
                yield steps


def assert_counts(rows: str, form: str, wanted: Mapping[tuple[int, ...], int]) -> None:
    for rules, want in wanted.items():
        found = count_answers(level_of(rows), rules, form, seconds=600)
        assert (found.answers, found.is_exact) == (want, True), rules


def left(wrong: Counter[frozenset[int]], sets: list[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
    """How many answers each set of rules leaves of all, by the rules that these break."""
    return {rules: sum(n for each, n in wrong.items() if each.isdisjoint(rules)) for rules in sets}


# The classic rules


def broken_by(
    level: Level,
    near: Mapping[Cell, Mapping[str, Cell]],
    rings: list[list[tuple[Cell, str]]],
    looks: Mapping[Cell, Look],
    joined: tuple[str, ...],
) -> Iterator[int]:
    """The rules, corrected, that an answer breaks; it joins the endpoints of some colours."""
    ends = level.endpoints
    for cell, look in looks.items():
        if len(look.colors) != 1:
            yield 1
        if len(look.ways) != 2:
            yield 2
        if look.ways - near[cell].keys():
            yield 10
        for number, shape in SHAPES.items():
            if look.ways == set(shape):
                for d, other in near[cell].items():
                    if other not in looks:
                        continue
                    if d in shape and any(
                        (c, OPPOSITE[d]) not in looks[other].arms for c in look.colors
                    ):
                        yield number
                    if d not in shape and OPPOSITE[d] in looks[other].ways:
                        yield number
        for d, other in near[cell].items():
            its = looks[other].colors if other in looks else {ends[other]}
            if look.colors & its and d not in look.ways:
                yield 12
    for end, color in ends.items():
        pointing = {
            other: looks[other]
            for d, other in near[end].items()
            if other in looks and OPPOSITE[d] in looks[other].ways
        }
        right = [o for o in pointing if (color, way_to(near, o, end)) in pointing[o].arms]
        if len(right) + (color in joined) != 1 or len(pointing) > len(right):
            yield 3
        if color not in joined and any(ends.get(other) == color for other in near[end].values()):
            yield 12
    if any(all(d in looks[cell].ways for cell, d in ring) for ring in rings):
        yield 11


def way_to(near: Mapping[Cell, Mapping[str, Cell]], a: Cell, b: Cell) -> str:
    return next(d for d, other in near[a].items() if other == b)


@cache
def classic_answers(rows: str) -> Counter[frozenset[int]]:
    """How many of the possible answers break just these rules."""
    level, near = level_of(rows), neighbours(rows)
    free = [cell for cell in level.cells if cell not in level.endpoints]
    looks = [
        Look(frozenset(arms), frozenset(c for c, _ in arms), frozenset(d for _, d in arms))
        for arms in subsets(product(level.pairs, MOVES))
    ]
    rings = [
        [(a, way_to(near, a, b)) for a, b in steps]
        for steps in loops(rows)
        if all(a in free for a, _ in steps)
    ]
    side_by_side = [label for label, (a, b) in level.pairs.items() if b in near[a].values()]
    return Counter(
        frozenset(broken_by(level, near, rings, dict(zip(free, each, strict=True)), joined))
        for each in product(looks, repeat=len(free))
        for joined in subsets(side_by_side)
    )


@pytest.mark.parametrize("sets", sets_of(NUMBERS, (1, 2, 10), (1, 2, 10, 11), (2, 4, 7)))
@pytest.mark.parametrize(
    "rows",
    [
        *(pytest.param(rows, marks=pytest.mark.slow) for rows in ("RR .. ..", "R.B B.R")),
        *("R.. #.R", "RRB #.B"),
    ],
)
def test_every_set_of_classic_rules_leaves_as_many_answers_as_its_formulas(
    rows: str, sets: list[tuple[int, ...]]
) -> None:
    if backend() == "pycosat":  # PicoSAT begins anew for each answer: 20 times as long
        sets = sets[:8] + sets[8::32]
    assert_counts(rows, "corrected", left(classic_answers(rows), sets))


# The notebook


@cache
def notebook_answers(rows: str) -> Counter[frozenset[int]]:
    """How many of the possible answers break just these rules of the notebook."""
    level = level_of(rows)
    free = [cell for cell in level.cells if cell not in level.endpoints]
    arms = list(product(free, level.pairs, MOVES))
    return Counter(frozenset(broken_of_notebook(level, set(each))) for each in subsets(arms))


@pytest.mark.parametrize("sets", sets_of(tuple(range(1, 11)), (1, 2, 4), (2, 4, 7)))
@pytest.mark.parametrize(
    "rows", ["R.. #.R", "R..R", "RRB #.B", pytest.param("R.B B.R", marks=pytest.mark.slow)]
)
def test_every_set_of_the_rules_of_the_notebook_leaves_as_many_answers_as_it_says(
    rows: str, sets: list[tuple[int, ...]]
) -> None:
    assert_counts(rows, "published", left(notebook_answers(rows), sets))


# FlowDesk's own


@cache
def own_answers(rows: str) -> dict[tuple[int, ...], int]:
    """How many answers each set of FlowDesk's own rules has."""
    level, near = level_of(rows), neighbours(rows)
    labels = list(level.pairs)
    size = (len(labels) - 1).bit_length()
    edges = [frozenset((a, b)) for a in near for b in near[a].values() if a < b]
    rings = {frozenset(map(frozenset, steps)) for steps in loops(rows)}
    blocks = [ring for ring in rings if len(ring) == 4]
    found: dict[tuple[int, ...], set[object]] = {rules: set() for rules in subsets(range(1, 6))}
    for numbers in product(range(1 << size), repeat=len(near)):
        color = dict(zip(near, numbers, strict=True))
        ends_are_wrong = any(color[end] != labels.index(c) for end, c in level.endpoints.items())
        for some in subsets(edges):
            on = set(some)
            wrong = {2} if ends_are_wrong else set()
            for cell in near:
                if sum(cell in edge for edge in on) != 2 - (cell in level.endpoints):
                    wrong.add(1)
            if any(len({color[cell] for cell in edge}) > 1 for edge in on):
                wrong.add(3)
            if any(ring <= on for ring in rings):
                wrong.add(4)
            same = {edge for edge in edges if len({color[cell] for cell in edge}) == 1}
            if same - on or any(len(block & on) > 2 for block in blocks):
                wrong.add(5)
            answer = seen(level, labels, color, on)
            for rules, answers in found.items():
                if wrong.isdisjoint(rules):
                    answers.add(answer)
    return {rules: len(answers) for rules, answers in found.items()}


def seen(
    level: Level, labels: list[str], color: Mapping[Cell, int], on: set[frozenset[Cell]]
) -> object:
    """What can be seen of an answer: the steps of free cells in their colours, and joined pairs."""
    free = {cell for edge in on for cell in edge if cell not in level.endpoints}
    colors = frozenset((cell, min(color[cell], len(labels))) for cell in free)
    pairs = map(frozenset, level.pairs.values())
    steps = (edge for edge in on if edge & free)
    return colors, frozenset(steps), frozenset(pair for pair in pairs if pair in on)


@pytest.mark.parametrize("rows", ["RR .. ..", "R.B R.B", "RB .. RB", "RR B. B."])
def test_every_set_of_our_own_rules_leaves_as_many_answers_as_its_formulas(rows: str) -> None:
    assert_counts(rows, "fast", own_answers(rows))


# Slitherlinks, and numbers too large to try out


def is_right(found: AnswerCount, want: int) -> bool:
    """Whether a count tells the number that trying out has found; of our own rules up to 1000."""
    is_exact = want <= 1000 or found.form != "fast"
    return (found.answers, found.is_exact) == (want if is_exact else 1001, is_exact)


@pytest.mark.parametrize("clues", ["..", "13", ".3", pytest.param("3. 2.", marks=pytest.mark.slow)])
def test_every_answer_to_a_tiny_slitherlink_is_counted_once(clues: str) -> None:
    puzzle = puzzle_of(clues)
    sides = list(product(cells_of(puzzle.width, puzzle.height), STEPS))
    wrong = [
        {each.rule for each in broken_sides(puzzle, Sides(frozenset(on)), rules=range(6))}
        for on in subsets(sides)
    ]
    for rules in ((0, 1, 5), (0, 5), (1,), (0, 1), range(6)):
        want = sum(not each & set(rules) for each in wrong)
        assert is_right(count_answers(puzzle, rules, seconds=60), want), rules


FLOWS = [level_of(rows) for rows in ("R. .R", "R..R", "RB RB", "R.G R.G")]
LOOPS = [puzzle_of(clues) for clues in ("2. ..", "3.3")]


@for_all(
    "puzzle, rules",
    [(level, rules) for level in FLOWS for rules in ((), (2,), (1, 2), (1, 2, 3), (1, 2, 3, 4))]
    + [(puzzle, rules) for puzzle in LOOPS for rules in ((), (1,), (2,), (3,), (1, 2, 3))],
)
def test_every_answer_to_our_own_rules_is_counted_once(
    puzzle: Level | Slitherlink, rules: tuple[int, ...]
) -> None:
    formula, cnf = book_of(puzzle).formula(puzzle, rules, "fast")
    found = set()
    for on in subsets(range(1, cnf.variables + 1)):
        model = frozenset(on)
        if all(any((abs(x) in model) == (x > 0) for x in clause) for clause in cnf.clauses()):
            before = Cnf()
            if not formula.cut(before, model):
                found.add(formula.answer(model))
    assert is_right(count_answers(puzzle, rules, "fast", seconds=60), len(found))


def test_the_walk_leaves_fewer_and_fewer_answers_until_one_is_left() -> None:
    walk = (1, 2, 3, 10, 4, 5, 6, 7, 8, 9, 11, 12)
    first = 8 if backend() == "pycosat" else 5  # PicoSAT takes too long for more than 1000
    counts = [count_answers(GAPS, walk[:end], seconds=60) for end in range(first, 13)]
    left = [473620500, 2853275, 2795, 33, 16, 11, 1, 0]
    assert [each.answers for each in counts] == left[first - 5 :]
    assert all(each.is_exact for each in counts)


def test_a_count_of_many_answers_tells_how_far_it_has_come() -> None:
    shares: list[AnswerCount] = []
    ticks = itertools.count()
    found = count_answers(
        STEPS_LEVEL,
        tuple(range(1, 10)),
        seconds=1e9,
        clock=lambda: next(ticks) / 400,
        progress=shares.append,
    )
    assert (found.answers, found.is_exact, found.share) == (3_888, True, None)
    assert {(each.answers, each.is_exact) for each in shares} == {(1001, False)}
    told = [each.share or 0.0 for each in shares]
    assert 0 < told[0] < told[-1] <= 1
    assert told == pytest.approx(sorted(told))


def test_the_loops_of_a_board_are_counted_by_the_sweep() -> None:
    """Without clues these are the circuits of 6 x 6 points: 1,222,363 (OEIS A140517)."""
    puzzle = load(shipped("puzzles") / "slitherlink" / "05x05-several-loops.json")[0]
    found = count_answers(
        puzzle, (0, 2, 3, 4, 5), clock=lambda: 0.0
    )  # PicoSAT lists too few in 3 s
    assert (found.answers, found.is_exact) == (1_222_363, True)


def test_what_was_counted_in_time_is_no_exact_number() -> None:
    ticks = iter(range(1000))
    found = count_answers(STEPS_LEVEL, (1,), seconds=5, clock=lambda: float(next(ticks)))
    assert 0 < found.answers < 10
    assert not found.is_exact
    assert not found.is_more
