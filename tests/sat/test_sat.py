"""Formulas, their search, and the meaning of the variables of an encoded level."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.kinds.slitherlink.making.generate import generate as generate_slitherlink
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest, like
from flowdesk.kinds.table import kind_of
from flowdesk.lab.lessons import SUFFIX
from flowdesk.sat.backend import (
    BACKENDS,
    VARIABLE,
    LimitReached,
    Search,
    backend,
    find_model,
    is_installed,
    refine,
)
from flowdesk.sat.cnf import Clause, Cnf, Model
from tests.boards import random_board
from tests.brute import solutions
from tests.conftest import cannot_run
from tests.loops import some_puzzle
from tests.samples import level_of


def pigeons(count: int) -> list[Clause]:
    """Put `count` pigeons into one hole less, each alone: false, and hard to see through."""
    holes = count - 1
    place = {
        (pigeon, hole): pigeon * holes + hole + 1
        for pigeon, hole in product(range(count), range(holes))
    }
    somewhere = [[place[pigeon, hole] for hole in range(holes)] for pigeon in range(count)]
    alone = [
        [-place[a, hole], -place[b, hole]]
        for hole in range(holes)
        for a, b in combinations(range(count), 2)
    ]
    return [*somewhere, *alone]


def test_variables_have_the_keys_they_were_given() -> None:
    cnf = Cnf(["sun", "rain"])
    umbrella = cnf.new_variable("umbrella")
    assert (umbrella, cnf.variables) == (3, 3)
    assert [cnf.key(variable) for variable in (1, 2, 3)] == ["sun", "rain", "umbrella"]


def test_clauses_are_filed_under_their_rule() -> None:
    cnf = Cnf(["sun", "rain"])
    cnf.add("weather", [[1, 2]])
    cnf.add("no rainbow", [[-1, -2]])
    cnf.add("weather", [[2]])
    assert cnf.rules == {"weather": [[1, 2], [2]], "no rainbow": [[-1, -2]]}
    assert sorted(map(list, cnf.clauses())) == [[-1, -2], [1, 2], [2]]


def test_two_formulas_with_the_same_keys_do_not_mix() -> None:
    keys = ["sun"]
    first, second = Cnf(keys), Cnf(keys)
    first.new_variable("rain")
    first.add("weather", [[1]])
    assert (second.variables, second.rules, keys) == (1, {}, ["sun"])


def test_models_satisfy_their_clauses() -> None:
    assert find_model([[1], [-1, -2], [2, 3]]) == frozenset({1, 3})
    assert find_model([]) == frozenset()
    assert find_model([[1], [-1]]) is None
    assert find_model(pigeons(4)) is None


def test_nothing_satisfies_the_empty_clause() -> None:
    assert find_model([[1], []]) is None
    assert find_model([[]]) is None


def test_at_its_limit_a_search_knows_nothing() -> None:
    cnf = Cnf(range(72))
    cnf.add("pigeons", pigeons(9))
    with pytest.raises(LimitReached):
        refine(cnf, lambda cnf, model: False, limit=1000)


def test_an_easy_search_stays_below_its_limit() -> None:
    cnf = Cnf(range(2))
    cnf.add("both", [[1], [-1, 2]])
    assert refine(cnf, lambda cnf, model: False, limit=1000) == frozenset({1, 2})
    cnf.add("not the second", [[-2]])
    assert refine(cnf, lambda cnf, model: False, limit=1000) is None


def test_refine_cuts_until_nothing_is_broken() -> None:
    cnf = Cnf(["a", "b", "c"])
    cnf.add("some", [[1, 2, 3]])
    rounds = []

    def at_least_two(cnf: Cnf, model: Model) -> bool:
        if len(model) >= 2:
            return False
        cnf.add("not alone", [[other for other in (1, 2, 3) if other not in model]])
        return True

    model = refine(cnf, at_least_two, on_round=lambda: rounds.append(1))
    assert model is not None
    assert len(model) >= 2
    assert len(rounds) == 1 + len(cnf.rules.get("not alone", []))


def test_refine_tells_when_the_cuts_leave_nothing() -> None:
    cnf = Cnf(["a", "b"])
    cnf.add("some", [[1, 2]])
    rounds = []

    def nothing_will_do(cnf: Cnf, model: Model) -> bool:
        cnf.add("not this", [[-v if v in model else v for v in (1, 2)]])
        return True

    assert refine(cnf, nothing_will_do, on_round=lambda: rounds.append(1)) is None
    assert len(rounds) == 4  # three models of "a or b", and the proof that there is no fourth


@pytest.mark.parametrize("name", BACKENDS)
def test_a_search_knows_what_was_added_since_and_supposes_for_one_question(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, name)
    cnf = Cnf(["sun", "rain"])
    cnf.add("weather", [[1, 2]])
    search = Search(cnf)

    def ask(*supposed: Clause) -> Model | None:
        return search.refine(lambda *_: False, supposed=supposed)

    assert ask([-1]) == frozenset({2})
    assert ask([-1], [-2]) is None
    assert ask([]) is None
    assert ask([-2]) == frozenset({1})
    cnf.add("dry", [[-2]])
    assert ask() == frozenset({1})
    assert ask([-1]) is None
    cnf.add("dark", [[-1]])
    assert ask() is None


def test_each_variable_of_a_level_has_a_readable_key() -> None:
    cnf = FlowEncoding(level_of("RB RB", ((0, 1), (1, 1))), touching=True).cnf
    keys = [cnf.key(variable) for variable in range(1, cnf.variables + 1)]
    assert set(keys) == {
        ("edge", ((0, 0), (1, 0))),
        ("edge", ((0, 0), (0, 1))),
        ("edge", ((1, 0), (1, 1))),
        ("bit", (0, 0), 0),
        ("bit", (1, 0), 0),
        ("bit", (0, 1), 0),
        ("bit", (1, 1), 0),
    }


def test_an_encoding_names_every_variable_once_and_uses_no_other() -> None:
    encoding = FlowEncoding(level_of("R..B .YY. B..R"), touching=True)
    encoding.limit_touches(2)
    cnf = encoding.cnf
    numbers = range(1, cnf.variables + 1)
    assert len({cnf.key(variable) for variable in numbers}) == cnf.variables
    assert {abs(literal) for clause in cnf.clauses() for literal in clause} <= set(numbers)


def test_the_true_edges_of_a_model_are_the_steps_of_its_solution() -> None:
    level = level_of("RBY ... RBY")
    encoding = FlowEncoding(level, touching=False)
    model = find_model(encoding.cnf.clauses())
    assert model is not None
    solution, loops = encoding.decode(model)
    steps = {("edge", edge) for edge in solution.edges}
    keys = {encoding.cnf.key(variable) for variable in model}
    assert not loops
    assert {key for key in keys if isinstance(key, tuple) and key[0] == "edge"} == steps
    assert solution.edges in solutions(level)


def test_an_incomplete_level_cannot_be_encoded() -> None:
    with pytest.raises(ValueError, match="two endpoints"):
        FlowEncoding(level_of("R.B ..B"), touching=True)


# -- backends --------------------------------------------------------------------------------------


FILES = [path for path in sorted(shipped("puzzles").rglob("*.*")) if path.suffix != SUFFIX]


@pytest.fixture(scope="module", autouse=True)
def both() -> None:
    """Both solvers; without one of them the tests cannot run."""
    for name in BACKENDS:
        if not is_installed(name):
            cannot_run(f"{name} is not installed")


@contextmanager
def using(name: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, name)
        yield


def by_each(ask: Callable[[Any], Any], of: Any) -> list[Any]:
    """What each solver answers."""
    answers = []
    for name in BACKENDS:
        with using(name):
            answers.append(ask(of))
    return answers


def verdict(puzzle: Puzzle) -> tuple[Any, ...]:
    """Whether a puzzle has a solution, whether it has several, by either rule, and how many."""
    kind = kind_of(puzzle)
    checked = kind.solving.check(puzzle)
    verdicts = kind.solving.solve(puzzle).status, checked.status, checked.non_touching
    if kind.counting is None or checked.status is CheckStatus.INVALID:
        return verdicts
    counted = kind.counting.count(puzzle, most_states=10_000)
    return *verdicts, counted.number if counted.exact else None


def differing(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles that the solvers do not agree about."""
    verdicts = by_each(lambda some: [verdict(puzzle) for puzzle in some], puzzles)
    return [puzzle for puzzle, *said in zip(puzzles, *verdicts, strict=True) if len({*said}) > 1]


def shipped_puzzles(most: int) -> list[Puzzle]:
    """Our own puzzles up to this width and height, and the examples among them."""
    found = [puzzle for file in FILES for puzzle in load(file)]
    return [puzzle for puzzle in found if max(puzzle.width, puzzle.height) <= most]


def random_level(seed: int) -> Level:
    """A level of random paths, or one of random endpoints, or of both by an exchange of two."""
    random = Random(seed)
    size = random.randint(4, 9)
    level = random_board(size, random.randint(2, size), seed)
    if seed % 3 == 0:
        return replace(level, touching=False)
    if seed % 3 == 1:
        ends = sorted(level.endpoints)
        a, b = random.sample(ends, 2)
        exchanged = {a: level.endpoints[b], b: level.endpoints[a]}
        return replace(level, endpoints={**level.endpoints, **exchanged})
    return level


def test_our_own_puzzles_are_the_same_to_each_solver() -> None:
    assert differing(shipped_puzzles(9)[::9]) == []


def test_random_levels_are_the_same_to_each_solver() -> None:
    assert differing([random_level(seed) for seed in range(12)]) == []


def test_generated_levels_are_the_same_with_each_solver() -> None:
    for request in (*(FlowRequest(9, 9, seed) for seed in range(3)), FlowRequest(20, 20)):
        levels = by_each(lambda request: generate(request).level, request)
        assert levels[0] == levels[1]


def test_variations_of_a_slitherlink_are_the_same_with_each_solver() -> None:
    puzzle = generate_slitherlink(SlitherlinkRequest(7, 7, 1)).level
    (solution,) = kind_of(puzzle).solving.check(puzzle).solutions
    locked = replace(puzzle, locked=frozenset(list(puzzle.clues)[::3]))
    for request in (like(locked, 1), like(locked, 2, solution=solution)):
        made = by_each(generate_slitherlink, request)
        assert made[0].level is not None
        assert made[0] == made[1]


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_all_our_own_puzzles_are_the_same_to_each_solver() -> None:
    assert differing(shipped_puzzles(14)) == []


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_500_random_puzzles_are_the_same_to_each_solver() -> None:
    random = Random(1)
    assert differing([random_level(seed) for seed in range(300)]) == []
    assert differing([some_puzzle(4, 3, random) for _ in range(200)]) == []


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("size", "number"), [(6, 60), (10, 30), (14, 10), (20, 5)])
def test_all_generated_levels_are_the_same_with_each_solver(size: int, number: int) -> None:
    for seed in range(number):
        for made in (
            by_each(generate, FlowRequest(size, size, seed)),
            by_each(generate_slitherlink, SlitherlinkRequest(size, size, seed)),
        ):
            assert made[0].level == made[1].level, seed


def test_a_solver_must_be_known_and_installed() -> None:
    with using("minisat"), pytest.raises(FlowDeskError, match="python-sat or pycosat"):
        backend()
