"""Answers left by every set of rules on boards of six cells, compared with trying out them all.

Nothing here is shared with the program but the numbers of the rules: each rule is written down a
second time, as its formula has it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import pytest

from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.explore import count_answers
from flowdesk.lab.flow.rules import NUMBERS, SHAPES
from flowdesk.sat.backend import BACKENDS, VARIABLE, backend
from tests.lab.notebook import broken_of_notebook
from tests.samples import level_of

OPPOSITE = {"t": "b", "b": "t", "l": "r", "r": "l"}
MOVES = {"t": (0, -1), "b": (0, 1), "l": (-1, 0), "r": (1, 0)}


#: One solver is enough for `make test`.
EACH = [pytest.param(name, marks=[pytest.mark.slow] * (name != backend())) for name in BACKENDS]


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


LONG = [pytest.mark.slow, pytest.mark.timeout(900)]


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


def assert_counts(
    rows: str, form: str, sets: list[tuple[int, ...]], want: Mapping[tuple[int, ...], int]
) -> None:
    for rules in sets:
        found = count_answers(level_of(rows), rules, form, seconds=600)
        assert (found.answers, found.is_exact) == (want[rules], True), rules


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
    "rows", [pytest.param("RR .. ..", marks=pytest.mark.slow), "R.B B.R", "RRB #.B"]
)
def test_every_set_of_classic_rules_leaves_as_many_answers_as_its_formulas(
    rows: str, sets: list[tuple[int, ...]]
) -> None:
    wrong = classic_answers(rows)
    want = {rules: sum(n for each, n in wrong.items() if each.isdisjoint(rules)) for rules in sets}
    assert_counts(rows, "corrected", sets, want)


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
    wrong = notebook_answers(rows)
    want = {rules: sum(n for each, n in wrong.items() if each.isdisjoint(rules)) for rules in sets}
    assert_counts(rows, "published", sets, want)


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
    want = own_answers(rows)
    assert_counts(rows, "fast", list(want), want)
