"""Formulas, their search, and the meaning of the variables of an encoded level."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.sat.backend import (
    BACKENDS,
    VARIABLE,
    LimitReached,
    Search,
    find_model,
    refine,
)
from flowdesk.sat.cnf import Clause, Cnf, Model
from tests.brute import solutions
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
    with pytest.raises(LimitReached):
        find_model(pigeons(9), limit=1000)
    cnf = Cnf(range(72))
    cnf.add("pigeons", pigeons(9))
    with pytest.raises(LimitReached):
        refine(cnf, lambda cnf, model: False, limit=1000)


def test_an_easy_search_stays_below_its_limit() -> None:
    assert find_model([[1], [-1, 2]], limit=1000) == frozenset({1, 2})
    assert find_model([[1], [-1]], limit=1000) is None


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
