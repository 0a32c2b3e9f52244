"""The CDCL solver that is watched: its verdicts, what it learns, and its steps back and forth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from flowdesk.core.storage import shipped
from flowdesk.desk.packs.pack import Pack
from flowdesk.formats.registry import open_file
from flowdesk.lab.cdcl import (
    Activity,
    CdclSolver,
    Conflicted,
    Decided,
    Event,
    FewestChoices,
    FoundModel,
    InTurn,
    Jumped,
    Learned,
    Propagated,
    Refuted,
)
from flowdesk.lab.clauses import in_dimacs, in_names, in_words
from flowdesk.lab.explore import explore
from flowdesk.lab.formula import DEFINITIONS, Meaning
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.trace import ORDERS, Counts, SearchPlace, SearchTrace, Theory
from flowdesk.sat.backend import find_model
from flowdesk.sat.cnf import Clause, Model
from tests.levels import some

PUZZLES = shipped("puzzles")
BOARDS = ["05x05-gap-in-the-rules.txt", "06x06-brackets.txt", "07x07-nesting-dolls.txt"]
LARGER = BOARDS[1:]  # `make test-all` searches them with all forms of the rules, too
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
LOOPS = ["slitherlink/05x05-first-loop.json", "slitherlink/05x05-several-loops.json"]


def level(name: str) -> Any:
    return open_file(PUZZLES / name)[1][0].level


def ended(trace: SearchTrace) -> Counts:
    """What a search took, gone to its end."""
    while trace.forward():
        pass
    return trace.counts


def random_formula(rng: random.Random) -> list[Clause]:
    """Return a formula near the number of clauses at which half of all can be satisfied."""
    variables = rng.randint(1, 40)
    lengths = [2] * 2 + [3] * 20 + [4] * 2 + [1] * rng.randint(0, 1)
    return [
        [rng.choice((-1, 1)) * rng.randint(1, variables) for _ in range(rng.choice(lengths))]
        for _ in range(int(variables * rng.uniform(2, 5)))
    ]


def satisfies(model: Model, clause: Clause) -> bool:
    return any((abs(literal) in model) == (literal > 0) for literal in clause)


def orders_for(clauses: Sequence[Clause]) -> list[InTurn]:
    preferred = sorted({literal for clause in clauses for literal in clause if literal % 3 == 0})
    return [InTurn(), Activity(preferred), FewestChoices(clauses, preferred)]


def check(clauses: Sequence[Clause], solver: CdclSolver, events: Sequence[Event]) -> int:
    """Assert that a search was right in each step; return how many conflicts there were."""
    last = events[-1]
    model = find_model(list(clauses))
    assert isinstance(last, Refuted) == (model is None)
    if isinstance(last, FoundModel):
        assert all(satisfies(last.model, clause) for clause in clauses)
    for event in events:
        if isinstance(event, Learned):
            learned = solver.clauses[event.clause]
            assert find_model([*clauses, *([-literal] for literal in learned)]) is None
            assert event.literal in learned
    return sum(isinstance(event, Conflicted) for event in events)


@pytest.mark.usefixtures("picosat")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_verdict_on_random_formulas_is_that_of_picosat(seed: int) -> None:
    """What is learned follows from the formula, too."""
    rng = random.Random(seed)
    conflicts = 0
    for _ in range(some(800)):
        clauses = random_formula(rng)
        for order in orders_for(clauses):
            solver = CdclSolver(clauses, order)
            conflicts += check(clauses, solver, list(solver.search()))
    assert conflicts > some(2000)


@pytest.mark.usefixtures("picosat")
@pytest.mark.parametrize("seed", SEEDS)
def test_without_learning_every_verdict_is_the_same(seed: int) -> None:
    """Each conflict turns the latest decision round, and no clause is added."""
    rng = random.Random(seed)
    turned = 0
    for _ in range(some(400)):
        clauses = random_formula(rng)
        for order in orders_for(clauses):
            solver = CdclSolver(clauses, order, learns=False)
            events = list(solver.search())
            check(clauses, solver, events)
            assert solver.clauses == clauses
            decided: list[int] = []
            for before, event in pairwise([None, *events]):
                if isinstance(event, Decided):
                    decided.append(event.literal)
                elif isinstance(before, Conflicted):
                    assert isinstance(event, Jumped)
                    assert event.level == before.level - 1
                elif isinstance(before, Jumped):
                    assert event == Propagated(-decided.pop(), before.level, None)
                    turned += 1
    assert turned > some(2000)


def test_without_learning_no_part_of_the_search_is_repeated_when_a_model_is_cut() -> None:
    """Of six free variables all models but the last are excluded: each is found once."""
    seen: list[Model] = []

    def cut(model: Model) -> list[Clause]:
        seen.append(model)
        others = [-v if v in model else v for v in range(1, 7)]
        return [others] if len(seen) < 64 else []

    solver = CdclSolver([], InTurn(), cut, 6, learns=False)
    events = list(solver.search())
    assert len(seen) == len(set(seen)) == 64
    assert isinstance(events[-1], FoundModel)
    assert sum(isinstance(event, Decided) for event in events) < 64


def test_the_empty_clause_and_the_empty_formula() -> None:
    assert list(CdclSolver([], InTurn()).search()) == [FoundModel(frozenset())]
    assert list(CdclSolver([[1], []], InTurn()).search())[-1] == Refuted(1)


def test_a_reason_has_all_literals_false_but_one() -> None:
    trace = SearchTrace(Theory(level("07x07-nesting-dolls.txt"), range(1, 12)))
    while event := trace.forward():
        if isinstance(event, Propagated):
            assert event.reason is not None
            reason = trace.clause(event.reason)
            assert [trace.value(x) for x in reason if x != event.literal].count(False) + 1 == len(
                reason
            )
        elif isinstance(event, Conflicted):
            assert {trace.value(literal) for literal in trace.clause(event.clause)} == {False}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in LARGER else name
        for name in BOARDS + LOOPS
    ],
)
def test_boards_have_the_same_verdict_as_with_the_usual_solver(name: str, form: str) -> None:
    puzzle = level(name)
    all_but_one = [rule.number for rule in book_of(puzzle).forms[form].rules][:-1]
    some = ((all_but_one, list(ORDERS)), ([1, 2, 3], ["cell by cell"]), ([1], ["cell by cell"]))
    for rules, orders in some:
        for order in orders:
            trace = SearchTrace(Theory(puzzle, rules, form), order)
            ended(trace)
            last = trace.event
            assert isinstance(last, FoundModel) == bool(explore(puzzle, rules, form).answer)
            if isinstance(last, FoundModel):
                answer = trace.theory.formula.answer(last.model)
                broken = book_of(puzzle).broken(puzzle, answer, form, rules)
                if form == "corrected":
                    assert not {each.rule for each in broken} & set(rules)


@pytest.mark.slow
def test_small_packs_have_the_same_verdict_as_with_the_usual_solver() -> None:
    for path in ("05x05.txt", "06x06.txt", "07x07.txt"):
        for item in Pack(PUZZLES / "packs" / path).items:
            assert item.entry
            trace = SearchTrace(Theory(item.entry.level, range(1, 12)))
            ended(trace)
            assert isinstance(trace.event, FoundModel)


def test_each_ring_gets_its_clause_and_another_model_follows() -> None:
    trace = SearchTrace(Theory(level("lessons/04x04-rings.txt"), range(1, 12)))
    found = []
    while event := trace.forward():
        if isinstance(event, FoundModel):
            found.append(event)
    assert [bool(each.cuts) for each in found] == [True, True, False]
    for each in found[:-1]:
        for number in each.cuts:
            origin = trace.origin(number)
            assert origin
            assert origin.rule == 11
            assert not satisfies(each.model, trace.clause(number))


def test_wrong_turns_has_a_search_for_a_lecture() -> None:
    """Few conflicts, short clauses; the first one shows what learning and jumping back are for."""
    puzzle = level("lessons/05x05-wrong-turns.txt")
    trace = SearchTrace(Theory(puzzle, range(1, 12)))
    while not isinstance(trace.event, Decided):
        trace.forward()
    fixed = trace.counts.fixed
    while not isinstance(trace.event, Conflicted):
        trace.forward()
    conflict = trace.event
    learned = trace.forward()
    assert isinstance(learned, Learned)
    assert conflict.level - learned.level == 3, "it jumps over levels"
    assert isinstance(trace.assigned[abs(learned.literal)], Propagated), "no decision is to blame"
    ended(trace)
    conflicts = {order: ended(SearchTrace(trace.theory, order)).conflicts for order in ORDERS}
    assert [len(trace.clause(number)) for number in trace.learned()] == [2, 1, 2, 1]
    lesson = (PUZZLES / "lessons" / "3-search-with-conflicts.lesson").read_text(encoding="utf-8")
    assert f"settles {fixed} of {trace.theory.variables} variables" in lesson
    assert f"{trace.counts.decisions} decisions, {trace.counts.conflicts} conflicts" in lesson
    assert f"has {conflicts['fewest choices']} conflicts, “most conflicts” " in lesson
    assert f"“most conflicts” {conflicts['most conflicts']}." in lesson


def test_every_place_of_a_search_is_found_by_its_conflict_and_the_steps_after_it() -> None:
    trace = SearchTrace(Theory(level("lessons/05x05-wrong-turns.txt"), range(1, 12)))
    ended(trace)
    for at in range(len(trace.events) + 1):
        trace.go_to(at)
        assert trace.find(trace.place) == at
    assert trace.find(replace(trace.place, step=trace.place.step + 1)) is None
    (first, *_) = trace.places[Conflicted]
    trace.go_to(first + 3)
    assert trace.place == SearchPlace(conflict=1, step=2)
    assert trace.find(SearchPlace(step=first + 3)) == first + 3, "from the beginning"


def test_a_trace_goes_back_to_every_state_that_it_has_been_in() -> None:
    trace = SearchTrace(Theory(level("07x07-nesting-dolls.txt"), range(1, 12)))
    states = [(dict(trace.assigned), trace.counts, trace.level)]
    while trace.forward():
        states.append((dict(trace.assigned), trace.counts, trace.level))
    assert trace.is_at_end
    assert trace.counts.conflicts > 10
    while states:
        assert (trace.assigned, trace.counts, trace.level) == states.pop()
        trace.back()
    assert trace.counts == Counts()
    assert trace.forward() == trace.events[0]


def test_a_trace_searched_ahead_goes_to_any_event_at_once() -> None:
    """`go_to` starts from a remembered state where that is nearer."""
    theory = Theory(level("07x07-nesting-dolls.txt"), range(1, 12))
    walked, trace = (
        SearchTrace(theory),
        SearchTrace(Theory(level("07x07-nesting-dolls.txt"), range(1, 12))),
    )
    total = sum(1 for _ in trace.ahead(100_000))
    assert trace.at == 0
    assert trace.is_over
    for at in (total, 3, 5000, 4096, 4095, total - 1, 0, 1, total):
        trace.go_to(at)
        if at < walked.at:
            walked = SearchTrace(Theory(level("07x07-nesting-dolls.txt"), range(1, 12)))
        while walked.at < at:
            walked.forward()
        assert (trace.at, trace.counts, trace.level) == (at, walked.counts, walked.level)
        assert list(trace.assigned.items()) == list(walked.assigned.items())
    assert isinstance(trace.event, FoundModel)


def test_the_next_and_the_previous_conflict() -> None:
    trace = SearchTrace(Theory(level("06x06-brackets.txt"), range(1, 12)))
    for _ in trace.ahead(100_000):
        pass
    found = []
    while (at := trace.next(Conflicted)) is not None:
        trace.go_to(at)
        assert isinstance(trace.event, Conflicted)
        found.append(at)
    assert len(found) == 3
    assert trace.previous(Conflicted) == found[-2]
    trace.go_to(found[0])
    assert trace.previous(Conflicted) is None


def test_first_steps_needs_no_search() -> None:
    trace = SearchTrace(Theory(level("05x05-first-steps.txt"), range(1, 12)))
    assert ended(trace) == Counts(propagations=435, fixed=435)


# Clauses


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", [BOARDS[0], LOOPS[0]])
def test_every_variable_has_a_name_of_its_own_and_cells_on_the_board(name: str, form: str) -> None:
    puzzle = level(name)
    rules = [rule.number for rule in book_of(puzzle).forms[form].rules]
    theory = Theory(puzzle, rules, form)
    meanings = [theory.meaning(variable) for variable in range(1, theory.variables + 1)]
    assert len({each.name for each in meanings}) == len(meanings)
    assert all(puzzle.on_board(cell) for each in meanings for cell in each.cells)
    assert {origin.rule for origin in theory.origins} <= {DEFINITIONS, *rules}


def test_a_clause_in_words_in_names_and_as_dimacs() -> None:
    def meaning(variable: int) -> Meaning:
        color = ("red", "blue", "green")[variable % 3]
        cell = variable // 3, 0
        where = f"column {cell[0] + 1}"
        return Meaning(f"v{variable}", (cell,), where, f"is {color}", f"is not {color}")

    assert in_words([4], meaning) == "Column 2 is blue."
    assert in_words([-4], meaning) == "Column 2 is not blue."
    assert in_words([3, 4, 5], meaning) == "Column 2 is red, blue or green."
    assert in_words([-3, -7], meaning) == "Not both of these: column 2 is red; column 3 is blue."
    assert in_words([-3, -4], meaning) == "Not both of these: column 2 is red; it is blue."
    assert in_words([-3, -4, 7], meaning) == "If column 2 is red and blue, then column 3 is blue."
    assert in_words([-3, 4], meaning) == "If column 2 is red, then it is blue."
    assert in_words([-3, 4, 7], meaning) == (
        "If column 2 is red and not blue, then column 3 is blue."
    )
    assert in_words([-3, 4, -7], meaning) == (
        "If column 2 is red and not blue, then column 3 is not blue."
    )
    many = [3, 6, 9]
    assert in_words(many, meaning) == "At least one of these is red: column 2; column 3; column 4."
    assert in_words([-literal for literal in many], meaning) == (
        "Not all three of these are red: column 2; column 3; column 4."
    )
    assert in_names([-3, 7], meaning) == "¬v3 ∨ v7"
    assert in_dimacs([-3, 7]) == "-3 7 0"
