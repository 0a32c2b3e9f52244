"""check-cnf: formulas of one's own, one or a folder of them; and decode with their variables."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import MAP
from flowdesk.kinds.entry import Entry
from flowdesk.sat.backend import find_model
from tests.command_line import GOOD, SEVERAL, TOUCHING, CommandLine, objects
from tests.desk.pools import CpuPool
from tests.lab.students import by_colors
from tests.samples import hard_level, level_of

LEVEL = level_of(GOOD)
RIGHT = by_colors(LEVEL).text()
WEAK = by_colors(LEVEL, ["two neighbours"]).text()
LOOPS = (shipped("puzzles") / "slitherlink" / "05x05-several-loops.json").read_text()


@pytest.fixture
def line(flowdesk: CommandLine) -> CommandLine:
    flowdesk.file("a.txt", GOOD)
    flowdesk.file("own/right.cnf", RIGHT)
    flowdesk.file("own/weak.cnf", WEAK)
    return flowdesk


def test_an_exact_formula_is_said_in_a_line(line: CommandLine) -> None:
    done = line("check-cnf", "a.txt", "own/right.cnf")
    said = "own/right.cnf: exact: the solution of the puzzle, and no other answer.\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")


def test_a_wrong_answer_is_drawn_with_what_it_breaks(line: CommandLine) -> None:
    done = line("check-cnf", "a.txt", "own/weak.cnf")
    assert (done.returncode, done.stderr) == (1, "")
    head, what, *rest = done.stdout.splitlines()
    assert head == "own/weak.cnf: not exact: it allows a wrong answer."
    assert what == "It allows this wrong answer:"
    assert rest[0].startswith("R")
    assert " is broken at row " in rest[5]


def test_a_forbidden_solution_is_drawn(line: CommandLine) -> None:
    line.file("b.txt", TOUCHING)
    line.file("b.cnf", by_colors(level_of(TOUCHING)).text())
    done = line("check-cnf", "b.txt", "b.cnf")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[1:3] == ["It forbids the solution:", "R R    R R"]


def test_a_folder_gives_a_table_and_goes_on_after_what_cannot_be_read(line: CommandLine) -> None:
    line.file("own/broken.cnf", RIGHT + "1 2")
    line.file("own/notes.txt", "not a formula")
    done = line("check-cnf", "a.txt", "own")
    assert done.returncode == 2
    assert done.stderr.startswith("flowdesk: own/broken.cnf: the last clause does not end with 0.")
    names, words = zip(*(row.split(maxsplit=1) for row in done.stdout.splitlines()), strict=True)
    assert names == ("own/broken.cnf", "own/right.cnf", "own/weak.cnf")
    assert words[0] == "cannot be read"
    assert words[1].startswith("exact ")
    assert words[2].endswith("clauses  it allows a wrong answer")
    assert "━" not in done.stdout


def test_several_processes_give_the_same_table_in_the_same_order(line: CommandLine) -> None:
    for number in range(4):
        line.file(f"own/{number}.cnf", WEAK if number % 2 else RIGHT)
    line.file("own/2b.cnf", "p cnf 1 1\n")
    alone, together = (line("check-cnf", "a.txt", "own", "--jobs", jobs) for jobs in ("1", "3"))
    assert alone.stdout == together.stdout
    assert [row.split()[0] for row in alone.stdout.splitlines()] == [
        f"own/{name}.cnf" for name in ("0", "1", "2", "2b", "3", "right", "weak")
    ]


def test_json_has_a_line_for_each_formula(line: CommandLine) -> None:
    right, weak = objects(line("check-cnf", "a.txt", "own", "--json"))
    assert (right["formula"], right["status"]) == ("own/right.cnf", "exact")
    assert (right["allows"], right["forbids"], right["contradictory"]) == (None, None, False)
    assert right["named"] < right["variables"]
    assert (weak["status"], weak["forbids"]) == ("not exact", None)
    assert weak["allows"]["cells"]
    assert weak["allows"]["broken"]


@pytest.mark.parametrize("text", [GOOD, SEVERAL, TOUCHING, LOOPS])
def test_the_formula_for_solvers_is_exact(flowdesk: CommandLine, text: str) -> None:
    flowdesk.file("a.txt", text)
    assert flowdesk("cnf", "a.txt", "-o", "a.cnf").returncode == 0
    assert flowdesk("check-cnf", "a.txt", "a.cnf").returncode == 0


def test_the_stricter_rule_is_another_question(line: CommandLine) -> None:
    line.file("b.txt", SEVERAL)
    line("cnf", "b.txt", "--non-touching", "-o", "b.cnf")
    assert line("check-cnf", "b.txt", "b.cnf", "--non-touching").returncode == 0
    done = line("check-cnf", "b.txt", "b.cnf")
    assert (done.returncode, "it forbids a solution" in done.stdout) == (1, True)


def test_after_the_limit_it_is_unknown(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", MAP.write([Entry(hard_level(12))]))
    flowdesk("cnf", "a.txt", "-o", "a.cnf")
    done = flowdesk("check-cnf", "a.txt", "a.cnf", "--timeout", "0.01", make_pool=CpuPool)
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout == "a.cnf: unknown: stopped after 0 solutions, with nothing wrong so far.\n"


def test_decode_reads_models_by_names_of_ones_own(line: CommandLine) -> None:
    own = by_colors(LEVEL)
    model = find_model([*own.clauses])
    assert model is not None
    literals = [v if v in model else -v for v in range(1, own.variables + 1)]
    line.file("model.txt", " ".join(map(str, [*literals, 0])))
    printed = line.prints("decode", "a.txt", "model.txt", "--vars", "own/right.cnf")
    assert printed.splitlines()[-1] == "  This is a solution."
    line.file("names.txt", RIGHT[: RIGHT.index("p cnf")].replace("c var", "var"))
    names_alone = line("decode", "a.txt", "model.txt", "--vars", "names.txt")
    assert names_alone.stdout == printed


def test_decode_draws_partial_models(line: CommandLine) -> None:
    line.file("names.txt", "var 7 = arm(1,2,b)\nvar 9 = colour(1,2,R)\nvar 4 = arm(1,2,l)\n")
    line.file("model.txt", "v 7 9 0")
    printed = line.prints("decode", "a.txt", "model.txt", "--vars", "names.txt")
    head, first, *_ = printed.splitlines()
    assert head == "a.txt: 2 of 9 variables are true, 1 with a meaning has no value"
    assert first[:5] == "R ╻ G"


def test_decode_tells_which_clause_of_ones_own_is_violated(line: CommandLine) -> None:
    line.file("one.cnf", "c var 1 = P(1,2,R,t)\np cnf 2 2\n1 2 0\n-1 2 0\n")
    line.file("model.txt", "v 1 -2 0")
    done = line("decode", "a.txt", "model.txt", "--vars", "one.cnf")
    assert done.returncode == 2
    assert "it violates clause 2, -1 2 0, of the formula" in done.stderr
    line.file("model.txt", "v 1 0")
    assert line("decode", "a.txt", "model.txt", "--vars", "one.cnf").returncode == 0
    refused = line("decode", "a.txt", "model.txt", "--vars", "one.cnf", "--form", "fast")
    assert refused.returncode == 2


def test_the_formula_to_begin_with_is_exact_and_needs_its_last_clauses(line: CommandLine) -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text()
    begin = page.index("    c var 1 = edge(1,1,1,2)")
    formula = textwrap.dedent(page[begin : page.index("\n\n", begin)]) + "\n"
    line.file("small.txt", "RR\n..\n")
    line.file("own.cnf", formula)
    assert "exact: the solution of the puzzle" in line("check-cnf", "small.txt", "own.cnf").stdout
    line.file("own.cnf", formula.replace("4 7", "4 4").removesuffix("2 0\n3 0\n4 0\n"))
    done = line("check-cnf", "small.txt", "own.cnf")
    assert done.returncode == 1
    assert "it allows a wrong answer" in done.stdout
