"""Formulas as DIMACS, and proofs: other solvers and any checker come to the same result."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pycosat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.cli.cnf import as_dimacs
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow.level import Level, mistakes, strict
from flowdesk.kinds.flow.solving.encoding import FlowEncoding, formula
from flowdesk.kinds.flow.solving.solve import FlowSolving, solve
from flowdesk.lab.written import of_kind
from flowdesk.sat import backend
from flowdesk.sat.backend import find_model, is_installed
from flowdesk.sat.cnf import TAPS
from tests import brute, tiny_levels
from tests.command_line import CommandLine
from tests.for_all import for_all
from tests.lab.rup import clauses_of, is_refuted
from tests.levels import examples
from tests.processes import run
from tests.samples import SMALL, TOUCHING, level_of

#: Covered only by a path and a loop: a square, one of several shapes, and one of very many.
ONLY_WITH_A_LOOP = level_of("RR.. ##..")
ONLY_WITH_A_LARGER_LOOP = level_of("RR.... ##.... ...... ...... ##.... ##....")
ONLY_WITH_A_LARGE_LOOP = level_of("RR...... ##...... ........ ........ ##...... ##......")


def written(level: Level, name: str = "a", *, lazy: bool = False) -> str:
    """The formula of a level as `cnf` writes it."""
    return as_dimacs(of_kind(level, formula(level, lazy=lazy)), name)


def parsed(text: str) -> tuple[int, list[list[int]]]:
    """The number of variables and the clauses of a DIMACS text."""
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    (variables, number) = map(int, re.fullmatch(r"p cnf (\d+) (\d+)", lines[0]).groups())  # type: ignore[union-attr]  # a failure is one of the test
    clauses = [[int(word) for word in line.split()] for line in lines[1:]]
    assert len(clauses) == number
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in clauses)
    assert max((abs(x) for clause in clauses for x in clause), default=0) <= variables
    return variables, [clause[:-1] for clause in clauses]


def satisfiable(text: str) -> bool:
    _, clauses = parsed(text)
    return all(clauses) and pycosat.solve(clauses) != "UNSAT"


@examples(250)
@given(st.integers(0, 10**9), st.booleans())
def test_the_formula_has_a_model_exactly_where_the_level_has_a_solution(
    seed: int, touching: bool
) -> None:
    level = tiny_levels.random_level(random.Random(seed))
    if all(len(ends) == 2 for ends in level.pairs.values()):
        level = level if touching else strict(level)
        assert satisfiable(written(level)) == (solve(level).solution is not None)


@examples(60)
@given(st.integers(0, 10**9))
def test_every_model_is_a_solution(seed: int) -> None:
    level = tiny_levels.random_level(random.Random(seed))
    if any(len(ends) != 2 for ends in level.pairs.values()):
        return
    encoding = FlowEncoding(level, touching=True)
    encoding.cnf = formula(level).cnf
    solutions = set()
    while (model := pycosat.solve(encoding.cnf.clauses())) != "UNSAT":
        solution, loops = encoding.decode(frozenset(x for x in model if x > 0))
        assert loops == []
        assert mistakes(level, solution) == []
        solutions.add(solution.edges)
        encoding.exclude(solution)
    assert solutions == set(brute.solutions(level))


@pytest.mark.parametrize(
    "level", [ONLY_WITH_A_LARGER_LOOP, pytest.param(ONLY_WITH_A_LARGE_LOOP, marks=pytest.mark.slow)]
)
def test_loops_are_excluded_for_good_unless_asked_for(level: Level) -> None:
    assert not satisfiable(written(ONLY_WITH_A_LOOP))
    assert solve(level).status == "unsolvable"
    lazy = written(level, lazy=True)
    assert satisfiable(lazy)
    whole = written(level)
    assert not satisfiable(whole)
    assert lazy.startswith("c lazy: loops without endpoints are not excluded")
    assert "lazy" not in whole
    assert 4 * len(parsed(lazy)[1]) < len(parsed(whole)[1])


def test_comments_name_every_rule_and_every_variable() -> None:
    text = written(strict(SMALL), "été.txt")
    variables, clauses = parsed(text)
    comments = [line for line in text.splitlines() if line.startswith("c")]
    assert text.isascii()
    named = [re.match(r"c variable (\d+): \S", line) for line in comments]
    assert [int(m.group(1)) for m in named if m] == list(range(1, variables + 1))
    ranges = [re.match(r"c rule (.+): clauses (\d+) to (\d+)", line) for line in comments]
    covered = [n for m in ranges if m for n in range(int(m.group(2)), int(m.group(3)) + 1)]
    assert covered == list(range(1, len(clauses) + 1))
    assert "c colour 0 is R, from (1,1) to (5,2)" in comments


def successor(number: int, width: int) -> int:
    """The successor of a number in the sequence of a register."""
    new = (number >> (width - 1) ^ number >> (TAPS[width] - 1)) & 1
    return (number << 1 & (1 << width) - 1) | new


@for_all("width", TAPS)
def test_the_numbers_come_back_only_after_all_of_them(width: int) -> None:
    number, steps = successor(1, width), 1
    while number != 1:
        number, steps = successor(number, width), steps + 1
        assert number != 0
    assert steps == 2**width - 1


@pytest.mark.parametrize(
    ("level", "options", "verdict"),
    [
        (SMALL, [], 10),
        (SMALL, ["--non-touching"], 10),
        (TOUCHING, [], 10),
        (TOUCHING, ["--non-touching"], 20),
        (ONLY_WITH_A_LOOP, [], 20),
        (ONLY_WITH_A_LOOP, ["--lazy"], 20),  # a square is excluded even so
        (ONLY_WITH_A_LARGER_LOOP, [], 20),
        (ONLY_WITH_A_LARGER_LOOP, ["--lazy"], 10),  # loops alone: as its first line says
        pytest.param(ONLY_WITH_A_LARGE_LOOP, [], 20, marks=pytest.mark.slow),
    ],
)
def test_minisat_gives_the_same_verdict(
    minisat: str, tmp_path: Path, level: Level, options: list[str], verdict: int
) -> None:
    from flowdesk.formats.registry import MAP
    from flowdesk.kinds.entry import Entry

    source, target = tmp_path / "a.txt", tmp_path / "a.cnf"
    source.write_text(MAP.write([Entry(level)]))
    done = CommandLine(tmp_path)("cnf", str(source), "-o", str(target), *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run([minisat, target], capture_output=True).returncode == verdict


def test_a_kind_without_a_formula_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = CommandLine(tmp_path)
    line.file("a.txt", "RR\n")
    monkeypatch.setattr(FlowSolving, "has_formula", False)
    said = line.refused("cnf", "a.txt", "-o", "-")
    assert "a.txt: Flow puzzles cannot be written as formulas." in said


# -- proofs ----------------------------------------------------------------------------------------


needs_pysat = pytest.mark.skipif(not is_installed("python-sat"), reason="python-sat writes proofs")

NONE = "RB.\n...\nBR.\n"
FIRST_STEPS = (shipped("puzzles") / "05x05-first-steps.txt").read_text()
LOOP = "22\n22\n\nkind: slitherlink\n"


def proved(folder: Path, text: str, *options: str) -> tuple[list[list[int]], str]:
    """The clauses and the proof that are written for a level."""
    line = CommandLine(folder)
    line.file("a.txt", text)
    assert line.prints("cnf", "a.txt", "-o", "a.cnf", "--proof", "a.drat", *options) == ""
    formula = clauses_of((folder / "a.cnf").read_text())
    return [list(clause) for clause in formula], (folder / "a.drat").read_text()


@needs_pysat
@pytest.mark.parametrize(
    ("text", "options"),
    [
        pytest.param(NONE, (), id="no solution"),
        pytest.param(NONE, ("--form", "corrected"), id="no answer to the classic rules"),
        pytest.param(FIRST_STEPS, ("--another",), id="no second solution"),
        pytest.param("RB\nRB\n", ("--another",), id="decided at once"),
        pytest.param(LOOP, ("--another",), id="no second loop"),
    ],
)
def test_a_checker_that_knows_no_solver_accepts_the_proof(
    tmp_path: Path, text: str, options: tuple[str, ...]
) -> None:
    clauses, proof = proved(tmp_path, text, *options)
    assert is_refuted(clauses, proof)


@needs_pysat
def test_the_checker_refuses_a_proof_of_another_formula(tmp_path: Path) -> None:
    clauses, proof = proved(tmp_path, FIRST_STEPS, "--another")
    assert not is_refuted(clauses[:-1], proof), "the last clause excludes the solution"
    assert not is_refuted(clauses, "")


def test_another_leaves_just_the_other_solutions(tmp_path: Path) -> None:
    line = CommandLine(tmp_path)
    line.file("a.txt", "R..\n...\n..R\n")
    assert line("cnf", "a.txt", "-o", "a.cnf", "--another").returncode == 0
    clauses = clauses_of((tmp_path / "a.cnf").read_text())
    assert find_model(clauses) is not None, "there are two ways round"


@needs_pysat
@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (FIRST_STEPS, (), "a.txt: the formula has a model, so there is no proof that it has none."),
        ("R..\n...\n..R\n", ("--another",), "a.txt: there is a second solution, so there is no"),
        (NONE, ("--another",), "a.txt: there is no solution that --another could exclude."),
    ],
)
def test_where_there_is_nothing_to_prove_a_sentence_says_so(
    tmp_path: Path, text: str, options: tuple[str, ...], words: str
) -> None:
    line = CommandLine(tmp_path)
    line.file("a.txt", text)
    done = line("cnf", "a.txt", "-o", "a.cnf", "--proof", "a.drat", *options)
    assert done.returncode == 1
    assert words in done.stderr
    assert not (tmp_path / "a.drat").exists()


def test_without_python_sat_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(backend._MODULES, "python-sat", "no_such_module")
    line = CommandLine(tmp_path)
    line.file("a.txt", NONE)
    done = line("cnf", "a.txt", "-o", "a.cnf", "--proof", "a.drat")
    assert done.returncode == 2
    assert "python-sat, which is not installed" in done.stderr
    assert "-m pip install python-sat` installs it" in done.stderr
    assert not (tmp_path / "a.cnf").exists()
