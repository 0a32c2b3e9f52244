"""Formulas of rules for other solvers, and what their models say."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from flowdesk import load
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.lab.explore import explore
from flowdesk.lab.flow.rules import NEEDED, RULES
from flowdesk.lab.rulebooks import RULE_BOOKS
from flowdesk.lab.written import of_rules
from flowdesk.sat.backend import find_model
from tests.cli.test_cnf import ONLY_WITH_A_LOOP, parsed
from tests.cli.test_rules import GOOD
from tests.command_line import CommandLine
from tests.processes import run
from tests.samples import SMALL

LOOPS = "puzzles/slitherlink/05x05-several-loops.json"
RINGS = shipped("puzzles") / "lessons" / "04x04-rings.txt"
PUZZLES = {"flow": GOOD, "slitherlink": (shipped("puzzles") / LOOPS[8:]).read_text()}


def cnf(line: CommandLine, *options: str, text: str = GOOD) -> str:
    """The formula of a level."""
    line.file("a.txt", text)
    return line.prints("cnf", "a.txt", "-o", "-", *options)


def decode(line: CommandLine, model: str, *options: str) -> subprocess.CompletedProcess[str]:
    """What `decode` says of a model of the level whose formula was written last."""
    return line("decode", "a.txt", line.file("model.txt", model), *options)


def literals(text: str) -> list[int]:
    """A model of a formula: of every variable, whether it is true."""
    variables, clauses = parsed(text)
    model = find_model(list(clauses))
    assert model is not None
    return [number if number in model else -number for number in range(1, variables + 1)]


def competition(model: list[int]) -> str:
    """A model as most solvers print it."""
    lines = ["c some solver", "s SATISFIABLE"]
    lines += ["v " + " ".join(map(str, model[at : at + 9])) for at in range(0, len(model), 9)]
    return "\n".join([*lines, "v 0", ""])


FORMATS: dict[str, Callable[[list[int]], str]] = {
    "competition": competition,
    "minisat": lambda model: f"SAT\n{' '.join(map(str, model))} 0\n",
    "list": lambda model: str(model).replace("7,", "7,\n"),
    "lines": lambda model: "\n".join(map(str, model)),
}


# Formulas


def test_the_formula_of_rules_has_a_comment_before_the_clauses_of_each(
    flowdesk: CommandLine,
) -> None:
    text = cnf(flowdesk, "--form", "corrected", "--only", "10,1,2")
    body = text[text.index("p cnf") :].splitlines()[1:]
    comments = [line for line in body if line.startswith("c")]
    assert comments == [
        "c definitions of helper variables",
        *(f"c rule {rule.number}, {rule.name}" for rule in (RULES[9], RULES[0], RULES[1])),
    ]
    ranges = dict(re.findall(r"^c (rule .*): clauses (\d+) to", text, re.MULTILINE))
    clauses = [line for line in body if not line.startswith("c")]
    for comment in comments[1:]:
        assert clauses[int(ranges[comment[2:]]) - 1] == body[body.index(comment) + 1]
    assert len(clauses) == explore(SMALL, [1, 2, 10]).clauses


def test_variables_have_the_names_of_the_screen(flowdesk: CommandLine) -> None:
    text = cnf(flowdesk, "--form", "corrected")
    assert text.isascii()
    assert "c variable 1: P(1,2,R,t): row 1, column 2 has an arm up in Red (R)" in text
    fast = cnf(flowdesk, "--form", "fast")
    assert "c variable 1: edge(1,1,1,2): " in fast


@pytest.mark.parametrize("form", ["corrected", "published", "fast"])
@pytest.mark.parametrize("kind", RULE_BOOKS)
def test_minisat_reads_it_and_its_model_is_drawn(
    flowdesk: CommandLine, minisat: str, tmp_path: Path, kind: str, form: str
) -> None:
    (tmp_path / "a.cnf").write_text(cnf(flowdesk, "--form", form, text=PUZZLES[kind]))
    command = [minisat, "-verb=0", str(tmp_path / "a.cnf"), str(tmp_path / "model")]
    assert run(command, capture_output=True).returncode == 10
    found = json.loads(flowdesk.prints("decode", "a.txt", "model", "--form", form, "--json"))
    assert (found["status"], found["form"], found["violated"]) == ("solved", form, [])
    assert found["cells"]
    if kind == "flow":
        assert not {each["rule"] for each in found["broken"]} - {11, 12}


TEN = ["--form", "corrected", "--only", "1,2,3,4,5,6,7,8,9,10"]


@pytest.mark.parametrize("solver", ["minisat", "glucose4", "cadical153", "cadical195"])
def test_every_solver_answers_the_finale_of_the_lecture_with_a_ring(
    request: pytest.FixtureRequest, flowdesk: CommandLine, tmp_path: Path, solver: str
) -> None:
    text = cnf(flowdesk, *TEN, text=RINGS.read_text())
    if solver == "minisat":
        (tmp_path / "rings.cnf").write_text(text)
        files = str(tmp_path / "rings.cnf"), str(tmp_path / "model")
        run([request.getfixturevalue("minisat"), *files], capture_output=True)
        model = (tmp_path / "model").read_text()
    else:
        solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
        with solvers.Solver(solver, bootstrap_with=parsed(text)[1]) as one:
            assert one.solve()
            model = competition(one.get_model())
    told = decode(flowdesk, model, *TEN).stdout
    assert "rule 11 is broken" in told
    assert "form a loop" in told
    assert "This is a solution" not in told


def test_that_a_solution_touches_itself_is_one_line_and_no_mistake(flowdesk: CommandLine) -> None:
    text = cnf(flowdesk, *TEN, text=RINGS.read_text())
    found = explore(load(RINGS)[0], NEEDED).model
    right = [v if v in found else -v for v in range(1, parsed(text)[0] + 1)]
    done = decode(flowdesk, competition(right), *TEN)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-2:] == [
        "  This is a solution.",
        "  A path touches itself: the game allows that, rule 12 does not.",
    ]
    strict = [*TEN, "--non-touching"]
    told = decode(flowdesk, competition(right), *strict).stdout
    assert "rule 12 is broken" in told
    assert "This is a solution" not in told


# Models


@pytest.mark.parametrize("written", FORMATS)
def test_a_model_is_read_as_any_solver_prints_it(flowdesk: CommandLine, written: str) -> None:
    options = ["--form", "corrected"]
    model = literals(cnf(flowdesk, *options))
    done = decode(flowdesk, FORMATS[written](model), *options)
    assert (done.returncode, done.stderr) == (0, "")
    head, *rows = done.stdout.splitlines()
    assert head == f"a.txt: {sum(x > 0 for x in model)} of {len(model)} variables are true"
    solution = solve(SMALL).solution
    assert solution
    letters = ["".join(row.split()[-5:]) for row in rows[:5]]
    label_of = solution.label_of
    assert letters == ["".join(label_of[x, y] for x in range(5)) for y in range(5)]
    assert rows[5:] == ["  This is a solution."]


@pytest.mark.parametrize("options", [[], ["--lazy"], ["--non-touching"]])
def test_a_model_of_the_formula_for_solvers_is_drawn_as_well(
    flowdesk: CommandLine, options: list[str]
) -> None:
    done = decode(flowdesk, competition(literals(cnf(flowdesk, *options))), *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("This is a solution.\n")


def test_a_loop_that_a_model_has_is_drawn_and_named(flowdesk: CommandLine, tmp_path: Path) -> None:
    options = ["--form", "corrected"]
    text = cnf(flowdesk, *options, text="RR.. \n##.. \n".replace(" ", ""))
    assert text.startswith("c lazy: rule 11 is stated only where an answer breaks it")
    assert not solve(ONLY_WITH_A_LOOP).solution
    model = competition(literals(text))
    done = decode(flowdesk, model, *options, "-o", "loop.png", "--cell", "20")
    assert (done.returncode, done.stderr) == (0, "")
    assert "┏━┓" in done.stdout
    assert "┗━┛" in done.stdout
    assert "rule 11 is broken at row 1, columns 3 and 4; row 2, columns 3 and 4: " in done.stdout
    assert "Rule 11 is stated only where an answer breaks it." in done.stdout
    with Image.open(tmp_path / "loop.png") as picture:
        assert picture.size == (81, 41)


def test_several_loops_of_a_slitherlink_are_drawn(flowdesk: CommandLine) -> None:
    options = ["--form", "published"]
    text = cnf(flowdesk, *options, text=PUZZLES["slitherlink"])
    done = decode(flowdesk, competition(literals(text)), *options)
    assert done.returncode == 0
    assert "rule 4 is broken" in done.stdout
    assert "+--" in done.stdout or "+-" in done.stdout


@pytest.mark.parametrize(
    ("printed", "status", "words"),
    [
        ("s UNSATISFIABLE\n", 1, "there is none"),
        ("UNSAT\n", 1, "there is none"),
        ("INDET\n", 3, "has found none"),
        ("c nothing\ns UNKNOWN\n", 3, "has found none"),
    ],
)
def test_a_solver_without_a_model_is_quoted(
    flowdesk: CommandLine, printed: str, status: int, words: str
) -> None:
    flowdesk.file("a.txt", GOOD)
    done = decode(flowdesk, printed)
    assert done.returncode == status
    assert words in done.stdout
    found: dict[str, Any] = json.loads(decode(flowdesk, printed, "--json").stdout)
    assert found["status"] == ("unsolvable" if status == 1 else "unknown")


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("s SATISFIABLE\nv 1 two 0\n", "model.txt, line 2: 'two' is no literal."),
        ("SAT\n1 -2\n99999 0\n", "line 3: there is no variable 99999: the formula has 435."),
        ("1 2 -1 0\n", "line 1: variable 1 is true and false: it has another value on line 1."),
        ("====[ Statistics ]====\n", "line 1: '====' is no literal."),
        ("1 -2 0\n", "without a value, first 3 (P(1,2,R,l): row 1, column 2 has"),
        ("v 1 0\nv 2 0\n", "line 2: here is more after the 0"),
        ("s SATISFIABLE\n", "that there is a model, but not which"),
        ("s MAYBE\n", "line 1: 'MAYBE' is no result"),
        ("", "there is no model here"),
        ("v 1 \x00 0", "model.txt"),
    ],
)
def test_what_is_no_model_is_said_with_its_line(
    flowdesk: CommandLine, printed: str, words: str
) -> None:
    flowdesk.file("a.txt", GOOD)
    done = decode(flowdesk, printed, "--form", "corrected")
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_violated_clause_is_named_with_its_rule_and_the_board_is_drawn(
    flowdesk: CommandLine,
) -> None:
    some = ["--form", "corrected", "--only", "1,2"]
    model = literals(cnf(flowdesk, *some))
    done = decode(flowdesk, competition(model), "--form", "corrected")
    assert done.returncode == 2
    assert "no model: it violates clause " in done.stderr
    assert re.search(r"of rule (3|10), ", done.stderr)
    assert "is broken at" in done.stdout
    number = int(re.findall(r"clause (\d+)", done.stderr)[0])
    clause = of_rules(SMALL, [rule.number for rule in RULES[:11]], "corrected").clauses[number - 1]
    assert not set(clause[1]) & set(model)


def test_variables_in_no_clause_need_no_value(flowdesk: CommandLine) -> None:
    options = ["--form", "corrected", "--only", "1"]
    text = cnf(flowdesk, *options, text="RR\nGG\n")
    assert parsed(text) == (2, [])
    flowdesk.file("a.txt", "RR\nGG\n")
    assert decode(flowdesk, "SAT\n0\n", *options).returncode == 0
    assert decode(flowdesk, "1 0\n", *options).returncode == 0
