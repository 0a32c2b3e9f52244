"""flowdesk rules: what scripts and lecturers rely on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from flowdesk.formats.registry import MAP
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.lab.flow.rules import NEEDED
from tests.command_line import CommandLine, InOrder
from tests.desk.pools import CpuPool
from tests.levels import hard_to_solve
from tests.samples import SMALL

GOOD = "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n"


def rules(folder: Path, *arguments: str, text: str = GOOD) -> subprocess.CompletedProcess[str]:
    """Run the verb on a level; time limits are in seconds of CPU."""
    (folder / "a.txt").write_text(text)
    pool = CpuPool if "--timeout" in arguments else InOrder
    return CommandLine(folder)("rules", "a.txt", *arguments, make_pool=pool)


def object_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)
    return found


KEYS = ["puzzle", "rules", "form", "status", "variables", "clauses", "seconds", "cells", "broken"]


@pytest.mark.parametrize("form", ["corrected", "published", "fast"])
def test_all_rules_give_the_solution(tmp_path: Path, form: str) -> None:
    done = rules(tmp_path, "--json", "--form", form)
    found = object_of(done)
    assert (done.returncode, done.stderr, list(found)) == (0, "", KEYS)
    assert (found["status"], found["form"], found["broken"]) == ("solved", form, [])
    assert (
        found["rules"]
        == {"corrected": [*NEEDED], "published": [*range(1, 11)], "fast": [1, 2, 3, 4, 5]}[form]
    )
    solution = solve(SMALL).solution
    assert solution
    label_of = solution.label_of
    colors = {tuple(each["cell"]): each["colors"] for each in found["cells"]}
    free = {cell: [label_of[cell]] for cell in SMALL.cells if cell not in SMALL.endpoints}
    assert colors == free
    assert {len(each["arms"]) for each in found["cells"]} == {2}


def test_some_rules_give_an_answer_that_breaks_others(tmp_path: Path) -> None:
    found = object_of(rules(tmp_path, "--only", "1,2", "--json"))
    assert found["rules"] == [1, 2]
    broken = {each["rule"] for each in found["broken"]}
    assert broken
    assert not broken & {1, 2}
    assert {tuple(cell) for each in found["broken"] for cell in each["cells"]} <= set(SMALL.cells)
    without = object_of(rules(tmp_path, "--without", "10,3", "--json"))
    assert without["rules"] == [1, 2, 4, 5, 6, 7, 8, 9, 11]
    assert without["clauses"] > found["clauses"]


def test_what_is_broken_is_told_in_sentences(tmp_path: Path) -> None:
    done = rules(tmp_path, "--only", "1")
    assert done.returncode == 0
    assert "a.txt, rule 1: there is an answer" in done.stdout
    assert "rule 2 is broken at row 1, column 2: This cell has" in done.stdout
    assert "1.3 × 10^28 answers are left." in done.stdout
    solved = rules(tmp_path).stdout
    assert "One answer is left." in solved
    assert "This is a solution." in solved


def test_rules_that_contradict_each_other_end_with_1(tmp_path: Path) -> None:
    done = rules(tmp_path, "--json", text="R.B\n...\nB.R\n")
    assert done.returncode == 1
    assert object_of(done)["status"] == "unsolvable"
    told = rules(tmp_path, text="R.B\n...\nB.R\n")
    assert told.returncode == 1
    assert "there is no answer: rules 1 to 11 contradict each other" in told.stdout
    reason, parts, *_ = told.stdout.splitlines()[2:]
    assert reason == (
        "  line 1, column 1: Red (R) and Blue (B) must cross: their endpoints alternate round the "
        "border."
    )
    assert parts == "  These requirements contradict each other:"
    assert "must have exactly two arms (rule 2)." in told.stdout


def test_a_level_may_itself_forbid_touching(tmp_path: Path) -> None:
    strict = "AA\n..\n\ntouching: forbidden\n"
    found = object_of(rules(tmp_path, "--json", text=strict))
    assert (found["status"], found["rules"]) == ("unsolvable", list(range(1, 13)))
    assert object_of(rules(tmp_path, "--json", text="AA\n..\n"))["status"] == "solved"


def test_a_time_limit_ends_in_unknown(tmp_path: Path) -> None:
    hard = MAP.write([Entry(hard_to_solve())])
    options = ["--json", "--form", "fast", "--without", "5", "--timeout", "0.3"]
    done = rules(tmp_path, *options, text=hard)
    assert done.returncode == 3
    assert object_of(done)["status"] == "unknown"


def test_pictures_and_the_answer_have_one_time_limit_together(tmp_path: Path) -> None:
    hard = MAP.write([Entry(hard_to_solve())])
    options = ["--json", "--form", "fast", "--without", "5", "--timeout", "0.5"]
    done = rules(tmp_path, *options, "--steps", str(tmp_path / "steps"), text=hard)
    assert done.returncode == 3
    assert "on: the time limit was reached" in done.stderr
    found = object_of(done)
    assert found["status"] == "unknown"
    assert found["seconds"] < 0.4, "nothing was left for it"


def test_why_there_is_no_answer_is_left_out_where_the_time_is_over(tmp_path: Path) -> None:
    # That there is none is clear at once; to leave out all that is not needed takes seconds.
    corner = ["R.B#G", "...#.", "B.R#.", "####.", "G...."]
    level = "".join(row.ljust(18, ".") + "\n" for row in [*corner, *[""] * 13])
    done = rules(tmp_path, "--timeout", "0.4", text=level)
    assert "Traceback" not in done.stderr
    assert done.returncode in (1, 3)


def test_a_picture_is_written_after_each_rule(tmp_path: Path) -> None:
    done = rules(tmp_path, "--only", "1,2,10", "--steps", str(tmp_path / "steps"), "--cell", "20")
    assert (done.returncode, done.stderr) == (0, "")
    written = sorted(path.name for path in (tmp_path / "steps").iterdir())
    names = ["01-rule-01.png", "02-rule-02.png", "03-rule-10.png"]
    assert written == [*names, "index.html", "rules.tex"]
    pictures = []
    for name in names:
        with Image.open(tmp_path / "steps" / name) as picture:
            assert picture.size > (101, 101), "the rule's name stands below"
            assert picture.width == 101
            pictures.append(picture.tobytes())
    assert len(set(pictures)) == 3


def test_rules_are_taken_in_the_order_given(tmp_path: Path) -> None:
    only = ["--only", "1,2,3,10,4"]
    done = rules(tmp_path, *only)
    assert "a.txt, rules 1 to 3, 10 and 4: there is an answer" in done.stdout
    found = object_of(rules(tmp_path, *only, "--json"))
    assert found["rules"] == [1, 2, 3, 4, 10], "a set of rules in the contract"
