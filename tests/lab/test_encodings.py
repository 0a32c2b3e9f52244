"""Encodings of the same rules side by side: what they allow, their figures, table and chart."""

from __future__ import annotations

import csv
import io
import json
from itertools import combinations, count
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageColor

from flowdesk.core.grid import Edge, direction
from flowdesk.core.storage import shipped
from flowdesk.draw.charts import ON_LIGHT
from flowdesk.formats.registry import open_file
from flowdesk.kinds.flow.level import Level, strict
from flowdesk.lab.encodings import chart, compare, csv_file, table
from flowdesk.lab.flow.answer import FlowAnswer, solution_of
from flowdesk.lab.flow.encodings import (
    ENCODINGS,
    ArmFormula,
    AtMostOne,
    commander,
    pairs,
    product,
    sequential,
)
from flowdesk.lab.lessons import open_lesson
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.trace import SearchTrace, Theory
from flowdesk.sat.backend import backend, find_model, refine
from tests.brute import is_touching, label_of
from tests.command_line import CommandLine
from tests.lab.test_backtracking import tiny
from tests.lab.test_cdcl import ended
from tests.samples import SMALL, level_of
from tests.tiny_levels import map_of

PUZZLES = shipped("puzzles")
LOOP = "slitherlink/05x05-first-loop.json"
KEYS = ["classic", "pairwise", "sequential", "product", "commander", "binary", "fast"]
WITH_ARMS = KEYS[1:-1]


def puzzle(name: str) -> Any:
    return open_file(PUZZLES / name)[1][0].level


def answer_with(level: Level, edges: frozenset[Edge]) -> FlowAnswer:
    """A solution by its edges as an answer."""
    ends, labels = level.endpoints, label_of(level, edges)
    both_ways = [*edges, *((b, a) for a, b in edges)]
    arms = {(a, labels[a], direction(a, b)) for a, b in both_ways if a not in ends}
    return FlowAnswer(
        frozenset(arms), frozenset(labels[a] for a, b in edges if {a, b} <= ends.keys())
    )


def arms_of(formula: ArmFormula, answer: FlowAnswer) -> list[list[int]]:
    """Clauses that say which arms and links an answer has; its colours must follow from them."""
    found = []
    for variable in range(1, formula.cnf.variables + 1):
        key: Any = formula.cnf.key(variable)
        match key:
            case "arm", cell, d:
                is_true = d in answer.arms_of[cell]
            case "link", label:
                is_true = label in answer.links
            case _:
                continue
        found.append([variable if is_true else -variable])
    return found


@pytest.mark.slow
def test_every_encoding_has_a_model_exactly_where_brute_force_finds_a_solution() -> None:
    seen = set()
    for level, solutions in tiny((0, 250)):
        right = [edges for edges in solutions if not is_touching(level, edges)]
        for each, expected in ((level, solutions), (strict(level), right)):
            book = book_of(each)
            for encoding in book.encodings:
                decoder, cnf = book_of(each).encoded(each, encoding)
                model = refine(cnf, decoder.cut)
                assert (model is not None) == bool(expected), f"{encoding.key} {map_of(each)}"
                if model is not None:
                    assert book.solves(each, decoder.answer(model)), map_of(each)
            seen.add((each.touching, bool(expected)))
    assert len(seen) == 4


@pytest.mark.parametrize("key", WITH_ARMS)
def test_arms_and_colours_allow_every_solution_in_its_colours_alone(key: str) -> None:
    encoding = ENCODINGS[KEYS.index(key)]
    for level, solutions in tiny((0, 250))[::4]:
        formula, cnf = book_of(level).encoded(level, encoding)
        assert isinstance(formula, ArmFormula)
        for edges in solutions:
            answer = answer_with(level, edges)
            assert solution_of(level, answer).edges == edges, map_of(level)
            model = find_model([*cnf.clauses(), *arms_of(formula, answer)])
            assert model is not None, map_of(level)
            assert formula.answer(model) == answer, map_of(level)


@pytest.mark.parametrize("at_most", [pairs, sequential, product, commander])
def test_at_most_one_of_some_variables_is_true(at_most: AtMostOne) -> None:
    """Every choice of none or one of them is allowed, and none of two."""
    for number in range(1, 20):
        top = count(number + 1)
        variables = range(1, number + 1)
        clauses = list(at_most(variables, lambda top=top: next(top)))  # type: ignore[misc]
        for chosen in [(), *combinations(variables, 1), *combinations(variables, 2)]:
            supposed = [[v] if v in chosen else [-v] for v in variables]
            found = find_model([*clauses, *supposed])
            assert (found is not None) == (len(chosen) < 2), (number, chosen)


def test_what_is_compared_differs_in_one_step_each() -> None:
    """Without P go its variables, with bits only those of the colours; at most one is the same."""
    level = puzzle("05x05-first-steps.txt")
    free, colors = len(level.cells) - len(level.endpoints), len(level.pairs)
    cnfs = [book_of(level).encoded(level, encoding)[1] for encoding in ENCODINGS]
    sizes = [cnf.variables for cnf in cnfs]
    assert [sizes[0] - sizes[1], sizes[1] - sizes[5]] == [4 * colors * free, (colors - 3) * free]
    assert [sizes[0] - sizes[1], sizes[1] - sizes[5]] == [300, 30]
    others = []
    for cnf in cnfs[1:5]:
        others.append({name: group for name, group in cnf.rules.items() if name != "rule 1"})
    assert all(each == others[0] for each in others), "only rule 1 differs"


def test_wrong_turns_has_the_conflicts_of_the_lesson() -> None:
    """The formula P is that of the lesson, in the lesson's order of decisions."""
    lesson = open_lesson(PUZZLES / "lessons" / "3-search-with-conflicts.lesson")
    trace = SearchTrace(Theory(lesson.entry.level, lesson.rules_at(1), lesson.form))
    so_far = ended(trace)
    (first, *others) = compare(lesson.entry.level)
    assert first.figures == (so_far.decisions, so_far.conflicts, so_far.propagations)
    assert [each.figures.conflicts for each in (first, *others)] == [4, 4, 4, 4, 4, 4, 0]


@pytest.mark.parametrize("name", ["06x06-brackets.txt", "lessons/04x04-rings.txt", LOOP])
def test_the_encodings_of_a_puzzle_are_compared(name: str) -> None:
    heard: list[int] = []
    found = compare(puzzle(name), progress=lambda so_far: heard.append(len(so_far)))
    assert heard == list(range(1, len(found) + 1))
    assert [each.key for each in found] == (["classic", "fast"] if name == LOOP else KEYS)
    assert {each.status for each in found} == {"solved"}
    assert found[0].variables == max(each.variables for each in found)
    assert found[-1].clauses == min(each.clauses for each in found)
    for each in found:
        assert each.is_over
        assert each.seconds > 0
        assert each.solver_seconds > 0
        assert each.figures.propagations > 0
        assert (each.solver_figures is not None) == (backend() == "python-sat")
    assert any(each.figures.conflicts for each in found)


def test_a_level_without_a_solution_has_none_in_any_encoding() -> None:
    found = compare(level_of("#R. ..R ... ..."))
    assert {each.status for each in found} == {"unsolvable"}
    assert {each.is_over for each in found} == {True}


def test_what_takes_too_long_is_more_than_what_it_took_so_far() -> None:
    level = puzzle("07x07-nesting-dolls.txt")
    found = compare(level, most=1000)
    assert [each.is_over for each in found] == [*[False] * 6, True]
    assert {each.status for each in found} == {"solved"}, "the other solver has found it"
    rows = table(found)
    assert rows[1][3].startswith("> 1,0")
    assert rows[1][4].startswith("> ")
    assert [row[0] for row in rows] == ["encoding", *(each.name for each in ENCODINGS)]
    values = csv.DictReader(io.StringIO(csv_file(found).decode()))
    assert [row["complete"] for row in values] == [*["False"] * 6, "True"]


def test_the_chart_has_a_colour_for_each_encoding() -> None:
    picture = Image.open(io.BytesIO(chart(compare(SMALL), "Small", (700, 400))))
    assert picture.size == (700, 400)
    colors = {color for _, color in picture.convert("RGB").getcolors(10**6) or ()}
    assert {ImageColor.getrgb(ink) for ink in ON_LIGHT.curves[:3]} <= colors


# -- the command line --------------------------------------------------------------------------


def test_the_table_is_printed_and_the_chart_drawn(flowdesk: CommandLine, tmp_path: Path) -> None:
    flowdesk.file("a.txt", "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n")
    printed = flowdesk.prints("rules", "a.txt", "--encodings", "--plot", "a.png")
    title, head, *rows = printed.splitlines()
    assert title == "a.txt, the rules of the game as clauses"
    solver = backend()
    assert head.split() == [
        *("encoding", "variables", "clauses", "propagations", "conflicts", "time", solver)
    ]
    assert [row.rsplit(maxsplit=8)[:3] for row in rows[:7]] == [
        ["  P", "435", "1,612"],
        ["  arm + colour, pairwise", "135", "967"],
        ["  arm + colour, sequential", "195", "982"],
        ["  arm + colour, product", "210", "1,027"],
        ["  arm + colour, commander", "165", "997"],
        ["  arm + bits", "105", "975"],
        ["  FlowDesk's", "115", "411"],
    ]
    assert "arm + colour, commander: The same, with groups of three" in printed
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.format == "PNG"


def test_scripts_get_the_encodings_as_one_line(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n")
    (line,) = flowdesk("rules", "a.txt", "--encodings", "--json").stdout.splitlines()
    found = json.loads(line)
    assert list(found) == ["puzzle", "complete", "encodings"]
    assert [each["encoding"] for each in found["encodings"]] == KEYS
    first = found["encodings"][0]
    assert list(first) == ["encoding", "variables", "clauses", "status", "cdcl", "solver"]
    assert list(first["cdcl"]) == [
        *("complete", "decisions", "conflicts", "propagations", "cuts", "seconds")
    ]
    assert first["cdcl"]["propagations"] == 434
    assert first["solver"]["name"] == backend()
    assert ("conflicts" in first["solver"]) == (backend() == "python-sat")


def test_a_level_without_a_solution_is_said_to_have_none(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", "#R.\n..R\n...\n...\n")
    done = flowdesk("rules", "a.txt", "--encodings")
    assert done.returncode == 1
    assert done.stdout.startswith("a.txt, the rules of the game as clauses: there is no solution\n")
