"""Slitherlink's files and its puzzles on the command line, beside what holds for every kind."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.grid import cells_of
from flowdesk.core.text import Piece
from flowdesk.formats import puzz_link
from flowdesk.formats.registry import (
    FORMATS,
    can_be_written,
    doubt,
    format_named,
    losses,
    open_file,
    read_data,
    read_pasted,
)
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink, clues_of
from flowdesk.kinds.slitherlink.solving.encoding import solve
from flowdesk.kinds.table import KINDS
from tests.command_line import CommandLine, objects
from tests.levels import examples, some
from tests.loops import all_slitherlinks, loop_round, slitherlinks, solved_slitherlinks

COURSE = """\
5 5 ..32. 222.3 0..1. 2.2.. .2323

3 3 30. ... ...
2 2 2. .2
"""
SOLVED = """\
5 5 ..32. 222.3 0..1. 2.2.. .2323
5 5 11011 101101 10101 010010 01101 000101 01101 010010 10101 101101 11011
3 3 30. ... ...
UNSAT
2 2 2. .2
2 2 11 101 00 101 11
"""
#: Slitherlink's rows, which could be a finished map of Flow.
EITHER = "1.2\n...\n1.2\n"
FLOW = "R.G\n...\nR.G\n"
CLUES = "3.2\n2.2\n..1\n"


@pytest.mark.usefixtures("picosat")  # one of several solutions
def test_the_answers_of_a_course_are_printed_as_its_files_have_them(flowdesk: CommandLine) -> None:
    flowdesk.file("instances.txt", COURSE)
    done = flowdesk("solve", "instances.txt", "--format", "course")
    assert (done.returncode, done.stdout, done.stderr) == (1, SOLVED, "")
    flowdesk.file("solved.slk", SOLVED)
    again = flowdesk("solve", "solved.slk", "--format", "course")
    assert (again.stdout, again.stderr) == (SOLVED, "")
    done = flowdesk("convert", "solved.slk", "-o", "-", "--format", "course")
    assert (done.stdout, done.stderr) == (SOLVED, "")


COMMENTED = """\
# The first three
# of 62
2 2 40 ..  # by hand
UNSAT

# has one
2 2 2. .2
# found at once
2 2 11 101 00 101 11
#
# the end
"""


def test_comments_and_unsat_are_kept_where_the_format_can() -> None:
    course, json, plain = map(format_named, ("course", "json", "clues"))
    none, solved = entries = course.read(COMMENTED)
    assert none.level.about == {"comment": "The first three\nof 62\nby hand"}
    assert solved.level.about == {"comment": "has one\nfound at once\nthe end"}
    assert (none.is_unsolvable, solved.is_unsolvable) == (True, False)
    assert course.write(entries) == (
        "# The first three\n# of 62\n# by hand\n2 2 40 ..\nUNSAT\n"
        "# has one\n# found at once\n# the end\n2 2 2. .2\n2 2 11 101 00 101 11\n"
    )
    for format in (course, json):
        assert losses(format, entries) == []
        assert course.write(format.read(format.write(entries))) == course.write(entries)
    assert losses(plain, [none]) == ["the answer UNSAT"]
    lost = ["the comment", "the answer UNSAT", "the solution"]
    assert losses(format_named("loopy"), entries) == lost
    assert plain.read(plain.write([none]))[0].level == none.level


def test_the_last_answer_counts_but_unsat_refutes_no_solution() -> None:
    read = format_named("course").read
    right, wrong = "2 2 11 101 00 101 11\n", "2 2 11 101 00 101 10\n"
    for answers, expected in [
        ((right, "UNSAT\n"), (True, False, 0)),
        (("UNSAT\n", right), (True, False, 0)),
        (("UNSAT\n", wrong), (False, False, 1)),
        ((wrong, "UNSAT\n"), (False, True, 1)),
    ]:
        (entry,) = read("2 2 2. .2\n" + "".join(answers))
        found = entry.solution is not None, entry.is_unsolvable, len(entry.remarks)
        assert found == expected


def test_a_course_of_generated_puzzles_has_no_seeds_and_that_is_told(flowdesk: CommandLine) -> None:
    request = ("generate", "4x4", "--kind", "slitherlink", "--seed", "7", "--count", "2")
    for target in ("a.slk", "-"):
        done = flowdesk(*request, "-o", target)
        assert done.returncode == 0
        lost = "left out in this format: the title, the seed, the generator."
        assert done.stderr == f"flowdesk: {target}: {lost}\n"
    flowdesk(*request, "-o", "a.json")
    texts = [entry.level.about["seed"] for entry in open_file(flowdesk.folder / "a.json")[1]]
    assert texts == ["7", "8"]


def test_an_answer_that_is_not_known_is_not_unsat() -> None:
    answer = format_named("course").answer
    assert answer
    (puzzle, *_) = format_named("course").read(COURSE)
    for status in (SolveStatus.UNKNOWN, SolveStatus.INVALID):
        assert answer(puzzle.level, SolveResult(status)) == [COURSE.splitlines()[0]]


@pytest.mark.usefixtures("picosat")  # one of several solutions
def test_a_course_has_no_other_kinds(flowdesk: CommandLine) -> None:
    flowdesk.file("flow.txt", FLOW)
    flowdesk.file("course.slk", COURSE)
    done = flowdesk("solve", "flow.txt", "course.slk", "flow.txt", "--format", "course")
    assert (done.returncode, done.stdout) == (2, SOLVED)
    assert done.stderr == "flowdesk: flow.txt: a course file cannot hold Flow puzzles.\n" * 2


@pytest.mark.usefixtures("picosat")  # one of several solutions
def test_a_loop_is_printed_as_its_corners(flowdesk: CommandLine) -> None:
    flowdesk.file("a.slk", "2 2 2. .2\n1 2 4.\n2 2 40 ..\n")
    done = flowdesk("solve", "a.slk", "--json")
    square, one, none = objects(done)
    assert list(square) == [
        *("puzzle", "kind", "width", "height", "status", "loop", "seconds", "rounds", "findings")
    ]
    assert square["kind"] == "slitherlink"
    assert square["loop"] == [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2], [0, 1]]
    assert one["loop"] == [[0, 0], [1, 0], [1, 1], [0, 1]]
    assert (none["status"], none["loop"]) == ("unsolvable", [])
    assert none["findings"][0]["cells"] == [[1, 0], [0, 0]]


def test_a_terminal_shows_the_loop_as_well_as_it_can(flowdesk: CommandLine) -> None:
    flowdesk.file("a.slk", "1 2 3.\n")
    plain = "a.slk: solved\n+---+---+\n| 3     |\n+---+---+\n"
    assert flowdesk("solve", "a.slk").stdout == plain
    flowdesk.environment |= {"FORCE_COLOR": "1"}
    assert "┏━━━" in flowdesk("solve", "a.slk").stdout
    flowdesk.environment |= {"PYTHONIOENCODING": "ascii"}
    assert flowdesk.process("solve", "a.slk").stdout == plain


@pytest.mark.parametrize("width", [1, 19, 20, 26, 27, 39])
def test_up_to_39_cells_fit_in_80_columns(flowdesk: CommandLine, width: int) -> None:
    flowdesk.file("a.slk", f"1 {width} 3{'2' * (width - 2)}3\n" if width > 1 else "1 1 4\n")
    plain = flowdesk("solve", "a.slk").stdout.splitlines()[1:]
    flowdesk.environment |= {"FORCE_COLOR": "1"}
    colors = flowdesk("solve", "a.slk").stdout.splitlines()[1:]
    rows = [re.sub(r"\x1b\[[0-9;]*m", "", row) for row in colors]
    assert len(rows) == len(plain) == 3
    assert len({len(row) for row in (*rows, *plain)}) == 1
    assert len(rows[0]) <= 80
    assert re.sub("[│┃]", "|", rows[1]) == plain[1]


def test_check_tells_which_cells_differ_and_how_much_two_solutions_do(
    flowdesk: CommandLine,
) -> None:
    flowdesk.file("a.txt", "33..\n....\n...3\n")
    done = flowdesk("check", "a.txt", "--json")
    (result,) = objects(done)
    assert (done.returncode, result["status"]) == (1, "multiple")
    assert "non_touching" not in result
    assert result["differs"]
    (flowdesk.folder / "a.slk").write_text("1 3 ..1\n")
    done = flowdesk("check", "a.slk")
    what = "Two solutions differ in 4 edges of 2 cells: row 1, columns 1 and 2"
    assert done.stdout == f"a.slk: several solutions\n  {what}\n"


def test_check_tells_why_there_is_no_solution(flowdesk: CommandLine) -> None:
    flowdesk.file("a.slk", "2 2 12 3.\n")
    why = "These 2 clues contradict each other: row 1, columns 1 and 2."
    for options in ([], ["--count"]):
        done = flowdesk("check", "a.slk", *options)
        assert (done.returncode, done.stdout) == (1, f"a.slk: no solution\n  {why}\n")
        (result,) = objects(flowdesk("check", "a.slk", "--json", *options))
        cells = [[0, 0], [1, 0]]
        assert result["findings"] == [{"rule": "conflict", "message": why, "cells": cells}]


def test_a_file_of_another_kind_is_told_with_place_and_hint(flowdesk: CommandLine) -> None:
    flowdesk.file("flow.txt", FLOW)
    flowdesk.file("clues.txt", CLUES)
    flowdesk.file("pack.txt", "2 1\nRR\n\n2 1\nBB\n")
    json = flowdesk("convert", "flow.txt", "clues.txt", "-o", "both.json")
    assert json.returncode == 0
    names = ("flow.txt", "pack.txt", "both.json", "clues.txt")
    done = flowdesk("solve", "--json", *names, "?arukone/2/1/11", "--kind", "slitherlink")
    assert done.returncode == 2
    assert [result["puzzle"] for result in objects(done)] == ["both.json#2", "clues.txt"]
    leave_out = "Leave out --kind to take every kind."
    is_flow = f"this is a Flow puzzle, and --kind asks for Slitherlink. {leave_out}"
    assert done.stderr.splitlines() == [
        "flowdesk: flow.txt, line 1, column 1: 'R' is not a cell. "
        "Clues are 0 to 4, '.' is a cell without one. Without --kind it is read as Flow.",
        f"flowdesk: pack.txt#1, line 2: {is_flow}",
        f"flowdesk: pack.txt#2, line 5: {is_flow}",
        f"flowdesk: both.json#1: {is_flow}",
        f"flowdesk: ?arukone/2/1/11: {is_flow}",
    ]
    done = flowdesk("solve", "--json", *names, "--kind", "flow")
    assert [result["puzzle"] for result in objects(done)] == [
        *("flow.txt", "pack.txt#1", "pack.txt#2", "both.json#1")
    ]
    is_loop = f"this is a Slitherlink puzzle, and --kind asks for Flow. {leave_out}"
    assert done.stderr.splitlines() == [
        f"flowdesk: both.json#2: {is_loop}",
        f"flowdesk: clues.txt, line 1: {is_loop}",
    ]


def test_the_kind_decides_what_could_be_either(flowdesk: CommandLine) -> None:
    flowdesk.file("either.txt", EITHER)
    done = flowdesk("solve", "--json", "either.txt")
    assert objects(done)[0]["kind"] == "flow"
    assert done.stderr == (
        "flowdesk: either.txt: Read as Flow; --kind slitherlink, or a line 'kind: slitherlink' "
        "below the rows, reads it as Slitherlink.\n"
    )
    done = flowdesk("solve", "--json", "--kind", "slitherlink", "either.txt", "-", stdin=EITHER)
    assert [result["kind"] for result in objects(done)] == ["slitherlink"] * 2
    assert done.stderr == ""
    for target in ("a.txt", "a.slk"):
        flowdesk("convert", "--kind", "slitherlink", "either.txt", "-o", target)
        assert open_file(flowdesk.folder / target)[1][0].level.kind == "slitherlink"


@pytest.mark.parametrize(
    ("text", "kind", "is_told"),
    [
        ("1.1\n...\n2.2\n", "flow", True),
        ("1.1\n...\n2.3\n", "slitherlink", True),
        ("1.2\n.1.\n21.\n", "slitherlink", False),
        ("5.1\n...\n5.1\n", "flow", False),
        ("R.1\n...\nR.1\n", "flow", False),
        ("1.1\n\nkind: flow\n", "flow", False),
        ("1.1\n\nkind: slitherlink\n", "slitherlink", False),
    ],
)
def test_what_could_be_of_either_kind_is_told_and_no_other(
    flowdesk: CommandLine, text: str, kind: str, is_told: bool
) -> None:
    path = flowdesk.folder / flowdesk.file("a.txt", text)
    assert [entry.level.kind for entry in open_file(path)[1]] == [kind]
    (entry,) = read_pasted(f"> {text}")
    assert (entry.level.kind, entry.is_ambiguous) == (kind, is_told)
    assert ("Read as" in flowdesk("render", "a.txt", "-o", "a.png").stderr) == is_told
    other = "slitherlink" if kind == "flow" else "flow"
    line = f"a line 'kind: {other}' below the rows reads it as {KINDS[other].name}."
    assert doubt(entry).partition("; ")[2] == (line if is_told else "")
    for asked in ("flow", "slitherlink") if is_told else ():
        done = flowdesk("check", "--json", "a.txt", "--kind", asked)
        assert (objects(done)[0]["kind"], done.stderr) == (asked, "")


def small_courses() -> Iterator[list[Slitherlink]]:
    """All boards of up to three cells, and some of larger ones, alone and two or three together."""
    sizes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1)]
    yield from ([puzzle] for size in sizes for puzzle in all_slitherlinks(*size))
    rng = random.Random(1)
    sizes += [(2, 2), (3, 2), (4, 1), (1, 4), (3, 3), (10, 1), (1, 11)]
    for _ in range(some(1000)):
        puzzles = []
        for _ in range(rng.randint(1, 3)):
            marks = rng.choice([(None, *range(5)), range(5), (1, 2), (None, 4)])
            size = rng.choice(sizes)
            drawn = {cell: rng.choice(marks) for cell in cells_of(*size)}
            clues = {cell: mark for cell, mark in drawn.items() if mark is not None}
            puzzles.append(Slitherlink(*size, clues))
        yield puzzles


def test_a_course_is_read_as_one_with_the_kind_and_without_it() -> None:
    write = format_named("course").write
    for puzzles in small_courses():
        text = write([Entry(puzzle) for puzzle in puzzles])
        quoted = "".join(f"> {line}\n" for line in text.splitlines())
        ways = [read_data(text.encode(), "-", kind)[1] for kind in ("", "slitherlink")]
        for entries in (*ways, read_pasted(text), read_pasted(f"Hello,\n\n{quoted}\nBob\n")):
            assert [entry.level for entry in entries] == puzzles, text
            assert not any(map(doubt, entries)), text


def test_a_map_of_digits_and_blanks_is_none_of_a_course() -> None:
    rng = random.Random(1)
    for _ in range(some(1000)):
        width, height = rng.randint(2, 7), rng.randint(2, 5)
        labels = [label for label in rng.sample("123456789", rng.randint(1, 9)) for _ in "12"]
        cells = rng.sample([*labels, *" " * 99][: width * height], width * height)
        rows = ["".join(cells[y * width :][:width]) for y in range(height)]
        text = "".join(f"{row}\n" for row in rows)
        is_size = len(rows[0].split()) == 2  # of a list of maps
        if " " in text and not is_size and [row.strip() for row in rows] == rows:
            for kind in ("", "flow"):
                ((entry,), (same,)) = (
                    read_data(each.encode(), "-", kind)[1]
                    for each in (text, f"{text.replace(' ', '.')}\nkind: flow\n")
                )
                assert entry.level.is_same_puzzle(same.level), text
                assert not doubt(entry), text


def test_lines_of_a_course_that_could_be_a_map_are_doubted_and_the_advice_works(
    flowdesk: CommandLine,
) -> None:
    text = "1 2 34\n1 2 34\n"
    flowdesk.file("a.txt", text)
    done = flowdesk("check", "--json", "a.txt")
    assert [result["kind"] for result in objects(done)] == ["slitherlink"] * 2
    assert done.stderr == (
        "flowdesk: a.txt#1: Read as Slitherlink; --kind flow, or a line 'kind: flow' below the "
        "rows, reads it as Flow.\n"
    )
    done = flowdesk("check", "--json", "a.txt", "--kind", "flow")
    assert ([result["kind"] for result in objects(done)], done.stderr) == (["flow"], "")
    for kind, puzzles in (("flow", 1), ("slitherlink", 2)):
        told = f"{text}\nkind: {kind}\n"
        for entries in (read_data(told.encode(), "-")[1], read_pasted(told)):
            assert [entry.level.kind for entry in entries] == [kind] * puzzles
            assert not doubt(entries[0])
    assert not doubt(read_data(text.encode(), "a.slk")[1][0]), "the suffix tells"


def test_a_mistake_in_a_course_is_told_as_such_if_the_kind_is_given(flowdesk: CommandLine) -> None:
    for text, place in (("2 2 11 3\n", "1, column 9"), ("2 2 11 33\n2 2 11 3\n", "2, column 9")):
        done = flowdesk("check", "-", "--kind", "slitherlink", stdin=text)
        assert f"line {place}: row 2 has 1 cell, and there are 2 columns." in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("solve", "--non-touching"), "Slitherlink has no rule that paths must not touch"),
        (("check", "--non-touching"), "Slitherlink has no rule that paths must not touch"),
        (("solve", "--engine", "distance"), "The engine distance is not for Slitherlink"),
        (("bench", "--engines", "sat,cells"), "The engine cells is not for Slitherlink"),
    ],
)
def test_what_is_not_for_this_kind_is_refused_in_a_sentence(
    flowdesk: CommandLine, arguments: tuple[str, ...], words: str
) -> None:
    flowdesk.file("clues.txt", CLUES)
    flowdesk.file("flow.txt", "RR\nGG\n")
    done = flowdesk(*arguments, "clues.txt", "flow.txt")
    assert done.returncode == 2
    assert f"flowdesk: clues.txt: {words}" in done.stderr
    assert "flow.txt" in done.stdout


def test_kinds_are_mixed_only_in_json(flowdesk: CommandLine) -> None:
    flowdesk.file("flow.txt", FLOW)
    flowdesk.file("clues.txt", CLUES)
    assert flowdesk("convert", "flow.txt", "clues.txt", "-o", "all.json").returncode == 0
    kinds = [entry.level.kind for entry in open_file(flowdesk.folder / "all.json")[1]]
    assert kinds == ["flow", "slitherlink"]
    for target in ("all.txt", "all.slk"):
        done = flowdesk("convert", "all.json", "-o", target)
        assert done.returncode == 2
        assert not (flowdesk.folder / target).exists()
        said = f"{target}: puzzles of several kinds cannot be written as {target[3:]}. "
        assert f"{said}Name the file with .json." in done.stderr
    links = flowdesk("convert", "all.json", "-o", "-", "--format", "link").stdout
    assert [link.partition("/3/")[0] for link in links.split()] == [
        "https://puzz.link/p?arukone",
        "https://puzz.link/p?slither",
    ]


def test_puzzles_of_others_are_read_and_written(corpus: Path) -> None:
    files = sorted((corpus / "slitherlink").iterdir())
    for file in files:
        format, entries = open_file(file)
        assert format.key == "course"
        for entry in entries:
            for other in FORMATS:
                if can_be_written(other, [entry.level]):
                    (again,) = other.read(other.write([entry]))
                    assert again.level.is_same_puzzle(entry.level)
    course = format_named("course")
    linked = [line for line in (corpus / "slitherlink/links.slk").read_text().splitlines() if line]
    for line in linked:
        (entry,) = course.read(line)
        link = puzz_link.read_link(Piece(line.rpartition("# ")[2], 1))
        assert link.level.is_same_puzzle(entry.level)


def test_answers_of_a_course_by_others_are_right(corpus: Path) -> None:
    course = format_named("course")
    assert course.answer
    _, entries = open_file(corpus / "slitherlink/course62.slk")
    lines = []
    for entry in entries:
        lines += course.answer(entry.level, solve(entry.level))
    assert (len(entries), len(lines), lines.count("UNSAT")) == (62, 124, 1)
    again = course.read("\n".join(lines))
    assert [entry.level for entry in again] == [entry.level for entry in entries]
    assert sum(entry.solution is not None for entry in again) == 61
    assert not any(entry.remarks for entry in again)


def large_entry(rng: random.Random) -> Entry:
    """A long or large puzzle, with a solution or the answer that there is none, or neither."""
    width, height = rng.choice([(1, 500), (500, 1), (40, 30), (2, 200), (250, 250)])
    share = rng.choice([0.0, 0.001, 0.05, 0.4, 1.0])
    board = list(cells_of(width, height))
    if rng.random() < 0.5:
        clues = {cell: rng.randint(0, MOST) for cell in board if rng.random() < share}
        return Entry(Slitherlink(width, height, clues), is_unsolvable=rng.random() < 0.5)
    loop = loop_round({*cells_of(rng.randint(1, width), rng.randint(1, height))})
    clues = clues_of(loop, width, height)
    kept = {cell: clue for cell, clue in clues.items() if rng.random() < share}
    return Entry(Slitherlink(width, height, kept), loop)


@examples(9)
@given(st.integers(0, 2**32).map(random.Random).map(large_entry))
def test_large_and_long_puzzles_are_read_as_they_were_written(entry: Entry) -> None:
    for format in FORMATS:
        if can_be_written(format, [entry.level]):
            (again,) = read_data(format.write([entry]).encode(), f"a{format.suffixes[0]}")[1]
            assert again.level.is_same_puzzle(entry.level)
            assert again.remarks == ()
            if format.key in ("json", "course"):
                assert (again.solution, again.is_unsolvable) == (
                    entry.solution,
                    entry.is_unsolvable,
                )
            elif format.key == "pzprv3" and entry.solution:
                assert again.level.drawn == entry.solution.edges


@examples(40)
@given(st.lists(st.one_of(solved_slitherlinks(), slitherlinks().map(Entry)), max_size=4), st.data())
def test_a_course_keeps_answers_and_comments_of_many(
    entries: list[Entry], data: st.DataObject
) -> None:
    lines = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=5)
    comments = [data.draw(st.lists(lines, max_size=2)) for _ in entries]
    written = [
        replace(
            entry,
            level=replace(
                entry.level,
                about={"comment": "\n".join(comment)} if comment else {},
                drawn=frozenset(),
            ),
            is_unsolvable=not entry.solution,
        )
        for entry, comment in zip(entries, comments, strict=True)
    ]
    assert not written or format_named("course").read(format_named("course").write(written)) == (
        written
    )


@examples(60)
@given(solved_slitherlinks(), st.data())
def test_a_file_of_version_3_1_is_read_as_one_of_version_3(
    entry: Entry, data: st.DataObject
) -> None:
    (_, name, height, width, *rows) = format_named("pzprv3").write([entry]).splitlines()
    cells, lines = rows[: int(height)], rows[int(height) :]
    shades = [
        " ".join(str(data.draw(st.integers(0, 2))) for _ in range(int(width)))
        for _ in range(int(height))
    ]
    text = "\n".join(["pzprv3.1", name, height, width, *cells, *shades, *lines])
    (again,) = format_named("pzprv3").read(text)
    (before,) = format_named("pzprv3").read(format_named("pzprv3").write([entry]))
    assert again.level == before.level
    assert again.level.drawn == (entry.level.drawn or entry.solution.edges)
