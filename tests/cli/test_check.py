"""flowdesk check: what scripts and people rely on."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from flowdesk.cli.check import as_json, combined, how_many
from flowdesk.cli.runs import Named
from flowdesk.core.shape import Shape
from flowdesk.formats.registry import JSON
from flowdesk.kinds.answers import CheckResult, CheckStatus, Count, NonTouching
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve
from tests.command_line import (
    GOOD,
    INCOMPLETE,
    MANY,
    SEVERAL,
    TOUCHING,
    UNSOLVABLE,
    CommandLine,
    objects,
    statuses,
)
from tests.desk.pools import CpuPool
from tests.for_all import for_all
from tests.levels import HARD_TO_CHECK
from tests.samples import level_of


def test_check_prints_an_object_a_puzzle(flowdesk: CommandLine) -> None:
    expected = {
        "good.txt": (GOOD, "unique", "one"),
        "touching.txt": (TOUCHING, "unique", "none"),
        "several.txt": (SEVERAL, "multiple", "none"),
        "many.txt": (MANY, "multiple", "many"),
        "either.txt": ("B..\n.R.\n.B.\n..R\n", "multiple", "one"),
        "unsolvable.txt": (UNSOLVABLE, "unsolvable", "none"),
        "incomplete.txt": (INCOMPLETE, "invalid", "unknown"),
    }
    files = [flowdesk.file(name, text) for name, (text, _, _) in expected.items()]
    done = flowdesk("check", "--json", *files)
    assert (done.returncode, done.stderr) == (2, "")
    results = objects(done)
    for result in results:
        assert list(result) == [
            *("puzzle", "kind", "status", "non_touching"),
            *("differs", "difficulty", "seconds", "findings"),
        ]
        assert type(result["seconds"]) is float
        _, status, non_touching = expected[result["puzzle"]]
        assert (result["status"], result["non_touching"]) == (status, non_touching)
        assert bool(result["differs"]) == (status == "multiple")
        is_rated = status == "unique" or non_touching == "one"
        assert (result["difficulty"] is not None) == is_rated
    assert results[0]["difficulty"] == {"level": "easy", "score": 3.6}
    assert [result["puzzle"] for result in results] == files
    assert results[2]["differs"] == [[0, 1], [1, 1], [0, 2], [1, 2]]


def test_check_says_it_and_the_number_in_words(flowdesk: CommandLine) -> None:
    files = [flowdesk.file("a.txt", GOOD), flowdesk.file("b.txt", SEVERAL)]
    done = flowdesk("check", *files)
    assert done.returncode == 1
    assert "a.txt: exactly one solution; easy (score 3.6)\n" in done.stdout
    assert "b.txt: several solutions" in done.stdout
    places = "row 2, columns 1 and 2; row 3, columns 1 and 2"
    assert f"  The path of Red (R) can go otherwise: {places}\n" in done.stdout
    flowdesk.file("a.txt", SEVERAL)
    flowdesk.file("b.txt", MANY)
    flowdesk.file("c.txt", GOOD)
    done = flowdesk("check", "--count", "a.txt", "c.txt")
    assert "a.txt: several solutions, all of which touch themselves\n  exactly 2 sol" in done.stdout
    assert done.stdout.endswith("c.txt: exactly one solution; easy (score 3.6)\n")
    done = flowdesk("check", "--count", "--non-touching", "b.txt")
    assert "b.txt: several non-touching solutions\n  exactly 2 non-touching" in done.stdout


def test_check_says_that_a_warp_joins_nothing(flowdesk: CommandLine) -> None:
    ends = {(0, 0): "R", (0, 2): "R"}
    narrow = Level(1, 3, ends, shape=Shape(rows=frozenset({1})))
    said = flowdesk("check", flowdesk.file("a.json", JSON.write([Entry(narrow)]))).stdout
    assert "  The warp of row 2 leads back to the same cell.\n" in said


def test_the_stricter_rule_is_an_option_or_the_puzzle_s_own(flowdesk: CommandLine) -> None:
    flowdesk.file("a.txt", TOUCHING)
    flowdesk.file("b.txt", "B..\n.R.\n.B.\n..R\n")
    flowdesk.file("c.txt", TOUCHING + "\ntouching: forbidden\n")
    done = flowdesk("solve", "--json", "--non-touching", "a.txt", "b.txt")
    assert (done.returncode, statuses(done)) == (1, {"a.txt": "unsolvable", "b.txt": "solved"})
    done = flowdesk("check", "--json", "--non-touching", "a.txt", "b.txt")
    assert (done.returncode, statuses(done)) == (1, {"a.txt": "unsolvable", "b.txt": "unique"})
    done = flowdesk("solve", "--json", "c.txt")
    assert (done.returncode, statuses(done)) == (1, {"c.txt": "unsolvable"})


def test_check_counts_solutions_if_asked_to(flowdesk: CommandLine) -> None:
    expected: dict[str, tuple[str, object]] = {
        "good.txt": (GOOD, 1),
        "several.txt": (SEVERAL, 2),
        "either.txt": ("B..\n.R.\n.B.\n..R\n", 2),
        "unsolvable.txt": (UNSOLVABLE, 0),
        "incomplete.txt": (INCOMPLETE, {"at_least": 0}),
    }
    files = [flowdesk.file(name, text) for name, (text, _) in expected.items()]
    done = flowdesk("check", "--json", "--count", *files)
    assert (done.returncode, done.stderr) == (2, "")
    counted = objects(done)
    assert [result["count"] for result in counted] == [number for _, number in expected.values()]
    assert [result["puzzle"] for result in counted] == files
    checked = objects(flowdesk("check", "--json", *files))
    for result, without in zip(counted, checked, strict=True):
        assert {**result, "seconds": 0} == {**without, "seconds": 0, "count": result["count"]}
    done = flowdesk("check", "--json", "--count", "--non-touching", "either.txt")
    assert objects(done)[0]["count"] == 1


def test_a_count_that_is_cut_short_tells_how_many_there_are_at_least(flowdesk: CommandLine) -> None:
    hard = flowdesk.file("hard.txt", HARD_TO_CHECK)
    done = flowdesk("check", "--json", "--count", "--timeout", "0.4", hard, make_pool=CpuPool)
    assert done.returncode == 3
    (result,) = objects(done)
    assert (result["status"], result["count"]) == ("unknown", {"at_least": 1})
    assert result["non_touching"] == "one"


@pytest.mark.parametrize(
    ("counted", "non_touching", "words"),
    [
        (Count(1_670, True, 9, 0.1), False, "exactly 1,670 solutions"),
        (Count(2, True, 0, 0.1), True, "exactly 2 non-touching solutions"),
        (Count(1, False, 9, 0.1), False, "at least 1 solution: the time limit was reached"),
        (
            Count(2, False, 9, 0.1, "Counting the solutions would need too much memory."),
            False,
            "at least 2 solutions: counting the solutions would need too much memory",
        ),
    ],
)
def test_a_number_is_never_more_certain_than_it_is(
    counted: Count, non_touching: bool, words: str
) -> None:
    level = level_of("RR ..", touching=not non_touching)
    assert how_many(level, counted) == words


def test_what_the_check_proves_ends_the_count(flowdesk: CommandLine) -> None:
    wide = flowdesk.file("wide.txt", "R.R" + "." * 37 + ("\n" + "." * 40) * 39)
    done = flowdesk.process("check", "--json", "--count", "--timeout", "0", "--jobs", "1", wide)
    assert done.returncode == 1
    (result,) = objects(done)
    assert (result["status"], result["count"]) == ("unsolvable", 0)


@for_all(
    "checked, number, exact, status, told",
    [
        (CheckStatus.UNKNOWN, 1, True, "unique", 1),
        (CheckStatus.UNKNOWN, 0, False, "unknown", {"at_least": 1}),
        (CheckStatus.MULTIPLE, 0, False, "multiple", {"at_least": 2}),
        (CheckStatus.UNSOLVABLE, 0, False, "unsolvable", 0),
    ],
)
def test_check_and_count_settle_what_the_other_leaves_open(
    checked: CheckStatus, number: int, exact: bool, status: str, told: object
) -> None:
    level = level_of("RB RB")
    known = solve(level).solution
    assert known
    at_hand = checked == "unknown" and not (exact and number == 0)
    result = CheckResult(checked, NonTouching.ONE, (known,) if at_hand else ())
    both = combined(level, [result, Count(number, exact, 0, 0.0), None])
    said = as_json(Named("a.txt", Entry(level)), both)
    assert (said["status"], said["count"]) == (status, told)


def miscount(level: Level, **_: Any) -> Count:
    """A count with a fault."""
    return Count(7, True, 0, 0.0)


def test_a_check_and_a_count_that_disagree_are_told_and_the_others_are_done(
    flowdesk: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowdesk.cli.check.count", miscount)
    files = flowdesk.file("good.txt", GOOD), flowdesk.file("several.txt", MANY)
    done = flowdesk("check", "--json", "--count", *files)
    assert done.returncode == 1
    first, second = objects(done)
    assert (first["status"], first["count"]) == ("unknown", {"at_least": 0})
    assert (second["status"], second["count"]) == ("multiple", 7)
    sentence, *below = done.stderr.splitlines()
    assert sentence == (
        "flowdesk: good.txt: an error in FlowDesk itself. Please report the lines below."
    )
    said = textwrap.dedent("\n".join(below))
    assert (
        "The check of this puzzle says 'unique' (solutions at hand: 1), but its count is 7." in said
    )
    assert GOOD.rstrip() in said


def test_a_report_of_all_puzzles_is_written_beside_what_is_printed(flowdesk: CommandLine) -> None:
    flowdesk.file("box/good.txt", GOOD)
    flowdesk.file("box/several.txt", SEVERAL)
    flowdesk.file("box/bad.txt", "R..\n..\n")
    flowdesk.file("box/pack.json", '{"flowdesk-pack": 1, "title": "<Spirals>", "order": ["x"]}')
    done = flowdesk("check", "box", "--report", "box.html")
    assert done.returncode == 2, "one could not be read"
    assert "box/good.txt: exactly one solution" in done.stdout
    assert "pack.json" not in done.stderr
    text = (flowdesk.folder / "box.html").read_text()
    assert "&lt;Spirals&gt;" in text
    assert "Not exactly one solution: 1" in text
    assert "<bdi>good.txt</bdi>" in text, "named within the pack"
    flowdesk("check", "box/good.txt", "box/several.txt", "--report", "box.csv")
    rows = (flowdesk.folder / "box.csv").read_text().splitlines()
    assert [row.split(",")[2] for row in rows] == ["file", "box/good.txt", "box/several.txt"]
