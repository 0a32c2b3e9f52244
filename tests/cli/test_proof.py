"""flowdesk cnf --proof and --another: proofs that any checker accepts, and when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowdesk.core.storage import shipped
from flowdesk.sat import backend
from flowdesk.sat.backend import find_model, is_installed
from tests.command_line import CommandLine
from tests.lab.rup import clauses_of, is_refuted

needs_pysat = pytest.mark.skipif(not is_installed("python-sat"), reason="python-sat writes proofs")

NONE = "RB.\n...\nBR.\n"
FIRST_STEPS = (shipped("puzzles") / "05x05-first-steps.txt").read_text()
LOOP = "22\n22\n\nkind: slitherlink\n"


def proved(folder: Path, text: str, *options: str) -> tuple[list[list[int]], str]:
    """The clauses and the proof that are written for a level."""
    line = CommandLine(folder)
    line.file("a.txt", text)
    done = line("cnf", "a.txt", "-o", "a.cnf", "--proof", "a.drat", *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
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


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--another", "--lazy"), "leave out --form and --lazy"),
        (("--proof", "a.cnf"), "need two files"),
        (("--proof", "no/such/a.drat"), "no/such"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    line = CommandLine(tmp_path)
    line.file("a.txt", NONE)
    done = line("cnf", "a.txt", "-o", "a.cnf", *options)
    assert done.returncode == 2
    assert words in done.stderr
