"""Formats: what they read, what they write, and what they say about a file that is not right."""

from __future__ import annotations

import json
import string
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import Cell
from flowdesk.flow.colors import LABELS, standard_color
from flowdesk.flow.level import Level
from flowdesk.flow.solution import Solution
from flowdesk.formats.entry import Entry
from flowdesk.formats.pasted import read_pasted
from flowdesk.formats.registry import (
    JSON,
    LEVEL_LIST,
    MAP,
    Format,
    format_for,
    load,
    read_data,
    read_file,
    read_text,
    write_file,
)
from tests.levels import LONG_LABELS, levels, solved_entries

MAP_TEXT = "R.G.Y\n..B.O\n.....\n.G.Y.\n.RBO.\n"
FIRST = Level(
    5,
    5,
    {
        **{(0, 0): "R", (1, 4): "R", (2, 0): "G", (1, 3): "G", (4, 0): "Y", (3, 3): "Y"},
        **{(2, 1): "B", (2, 4): "B", (4, 1): "O", (3, 4): "O"},
    },
)
LIST_TEXT = "# a comment\n\n5 5\n" + MAP_TEXT + "\n# title: Second\n3 2\nA.A\nB#B\n"
JSON_TEXT = """\
{"flowdesk": 1, "kind": "flow", "width": 3, "height": 2,
 "endpoints": [{"label": "R", "color": "#123456", "cells": [[0, 0], [2, 0]]},
               {"label": "B", "cells": [[0, 1], [1, 1]]}],
 "holes": [[2, 1]], "walls": [[[1, 0], [1, 1]]], "about": {"title": "Small"},
 "solution": {"R": [[0, 0], [1, 0], [2, 0]], "B": [[0, 1], [1, 1]]},
 "drawn": {"R": [[0, 0], [1, 0]]}}
"""
SMALL_JSON: dict[str, Any] = json.loads(JSON_TEXT)

quick = settings(max_examples=80, deadline=None)


def one(text: str, suffix: str = "") -> Level:
    """The only level in a text."""
    (entry,) = read_text(text, suffix)
    return entry.level


def again(format: Format, entries: Sequence[Entry]) -> list[Entry]:
    """What is read from what was written, by its content alone."""
    return read_text(format.write(entries))


def alike(entries: Sequence[Entry]) -> list[tuple[Level, object]]:
    """Everything about entries but the lines they stand in."""
    return [(entry.level, entry.solution) for entry in entries]


# -- maps --------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_map_is_read_with_the_line_ends_of_any_system(end: str) -> None:
    assert one(MAP_TEXT.replace("\n", end)) == FIRST


@pytest.mark.parametrize(
    "text",
    [
        MAP_TEXT.rstrip("\n"),
        "\n\n" + MAP_TEXT + "\n\n",
        MAP_TEXT.replace("\n", "  \t\n"),
        MAP_TEXT.replace(".", "-"),
        MAP_TEXT.replace(".", "_"),
        MAP_TEXT.replace(".", "·"),
        MAP_TEXT.replace("R.G.Y", "R G Y"),
    ],
)
def test_empty_cells_and_blanks_may_be_written_in_many_ways(text: str) -> None:
    assert one(text) == FIRST


def test_a_map_may_have_any_proportions_and_holes() -> None:
    assert one("RR") == Level(2, 1, {(0, 0): "R", (1, 0): "R"})
    assert one("a\nA\n#\n") == Level(1, 3, {(0, 0): "a", (0, 1): "A"}, frozenset({(0, 2)}))
    assert one("." * 500 + "\n" + "." * 500) == Level(500, 2)
    assert one("\n".join(["." * 125] * 500)) == Level(125, 500)


def test_lines_after_the_map_tell_about_it() -> None:
    level = one(
        "R.r\nR.r\n\ntitle: Two: of them\nauthor:  Ada \n\n"
        "colors: R=#12AbfF\nwalls: 0,0-0,1  2,0-1,0\nLevel 7 of: a pack\nauthor: Bob\n"
    )
    assert level.color("R") == "#12abff"
    assert level.color("r") == standard_color("r")
    assert level.walls == {((0, 0), (0, 1)), ((1, 0), (2, 0))}
    assert level.title == "Two: of them"
    assert level.about == {
        "title": "Two: of them",
        "author": "Ada\nBob",
        "Level 7 of": "a pack",
    }


def test_a_name_nobody_knows_is_kept_and_written_back() -> None:
    text = "RR\n\nmood: sunny\nrating: 5\n"
    assert MAP.write(read_text(text)) == text


def test_a_map_can_forbid_touching() -> None:
    assert one("RR\n..\n\ntouching: forbidden\n").touching_forbidden
    assert not one("RR\n..\n\ntouching: allowed\n").touching_forbidden
    assert not one("RR\n..\n").touching_forbidden
    assert MAP.write(read_text("RR\n\ntouching: forbidden\n")).endswith("touching: forbidden\n")


def test_labels_differ_by_case_and_have_the_usual_colors() -> None:
    level = one("Mm\nMm\n")
    assert level.pairs == {"M": ((0, 0), (0, 1)), "m": ((1, 0), (1, 1))}
    usual = {"R": "#ff0000", "W": "#ffffff", "g": "#00ff00"}
    assert {label: one(f"R{label}").color(label) for label in usual} == usual
    assert len({standard_color(label) for label in LABELS}) == 62


def test_labels_in_alphabetical_order_mean_the_usual_colors_in_their_order() -> None:
    level = one("AA\nBB\nCC\nPP\n")
    assert [level.color(label) for label in "ABCP"] == [
        standard_color(label) for label in ("R", "B", "Y", "p")
    ]
    assert one("AB\nBA\n").color("A") == "#ff0000"


@pytest.mark.parametrize("text", ["AR\nRA\n", "AQ\nQA\n", "Aa\naA\n", "A1\n1A\n"])
def test_one_label_beyond_p_or_an_r_means_the_usual_colors_of_each(text: str) -> None:
    level = one(text)
    assert {label: level.color(label) for label in level.pairs} == {
        label: standard_color(label) for label in level.pairs
    }


def test_alphabetical_labels_with_the_usual_color_of_each_keep_it_through_a_map() -> None:
    usual = Level(2, 3, {(x, y): label for y, label in enumerate("BGO") for x in (0, 1)})
    text = MAP.write([Entry(usual)])
    assert "colors:" in text
    assert one(text) == usual
    numbered = one("AA\nBB\n")
    assert "colors:" not in MAP.write([Entry(numbered)])
    assert one(MAP.write([Entry(numbered)])) == numbered


@quick
@given(levels())
def test_a_map_keeps_everything_about_a_level(level: Level) -> None:
    assert again(MAP, [Entry(level)])[0].level == level


@quick
@given(levels(st.sampled_from(string.ascii_uppercase[:16])))
def test_a_map_keeps_the_colors_of_alphabetical_labels(level: Level) -> None:
    assert again(MAP, [Entry(level)])[0].level == level


def test_what_a_map_cannot_hold_is_said_instead_of_written() -> None:
    long = Level(2, 1, {(0, 0): "C63", (1, 0): "C63"})
    for format in (MAP, LEVEL_LIST):
        with pytest.raises(FormatError, match=r"C63.*JSON"):
            format.write([Entry(long)])
        with pytest.raises(FormatError, match=r"walls.*JSON"):
            format.write([Entry(replace(FIRST, about={"walls": "none"}))])
        with pytest.raises(FormatError, match=r"a:b.*JSON"):
            format.write([Entry(replace(FIRST, about={"a:b": "c"}))])


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(
        st.one_of(st.text(max_size=5), st.sampled_from(["touching", "colors ", "a\rb", "x "])),
        st.one_of(st.text(max_size=8), st.sampled_from(["maybe", "a\n\nb\n", "\ud800"])),
        max_size=2,
    )
)
def test_whatever_is_told_about_a_level_no_format_writes_what_it_cannot_read(
    about: dict[str, str],
) -> None:
    level = replace(FIRST, about=about)
    for format in (MAP, LEVEL_LIST, JSON):
        try:
            data = format.write([Entry(level)]).encode()
        except FormatError:
            continue
        (entry,) = read_data(data, "level")[1]
        assert replace(entry.level, about={}) == FIRST
        assert entry.level.touching_forbidden == level.touching_forbidden


# -- many levels in one file -------------------------------------------------------------------


def test_a_list_holds_levels_of_different_sizes() -> None:
    first, second = read_text(LIST_TEXT)
    assert (first.level, first.line) == (FIRST, 4)
    assert second.level.endpoints == {(0, 0): "A", (2, 0): "A", (0, 1): "B", (2, 1): "B"}
    assert second.level.holes == {(1, 1)}
    assert second.level.about == {"title": "Second"}
    assert second.line == 12


@pytest.mark.parametrize(
    "text",
    [
        "2 1\nRR\n2 1\nBB\n0 0\n",
        "2 1\nRR\n2 1\nBB\n0 0\nwhatever stands here",
        "\n\n  2   1\nRR\n\n\n# a comment\n#another\n2\t1\nBB",
        "2 1\r\nRR  \r\n\r\n2 1\r\nBB\r\n",
    ],
)
def test_blank_lines_comments_and_an_end_mark_are_no_levels(text: str) -> None:
    assert [list(entry.level.pairs) for entry in read_text(text)] == [["R"], ["B"]]


def test_rows_of_a_list_may_begin_with_a_hole() -> None:
    (entry,) = read_text("2 3\n#R\n##\n#R\n")
    assert entry.level.holes == {(0, 0), (0, 1), (1, 1), (0, 2)}


def test_the_lines_about_a_level_stand_before_it_in_a_list() -> None:
    text = "# title: One\n# colors: R=#010203\n# walls: 0,0-1,0\n2 2\nRR\n..\n\n2 1\nRR\n"
    first, second = (entry.level for entry in read_text(text))
    assert (first.title, first.color("R"), len(first.walls)) == ("One", "#010203", 1)
    assert (second.about, second.color("R"), second.walls) == ({}, "#ff0000", frozenset())


@settings(max_examples=40, deadline=None)
@given(st.lists(levels(), min_size=1, max_size=4))
def test_a_list_keeps_everything_about_its_levels(written: list[Level]) -> None:
    entries = again(LEVEL_LIST, [Entry(level) for level in written])
    assert [entry.level for entry in entries] == written


# -- FlowDesk JSON -----------------------------------------------------------------------------


def test_json_holds_everything() -> None:
    (entry,) = read_text(JSON_TEXT)
    assert entry.level == Level(
        3,
        2,
        {(0, 0): "R", (2, 0): "R", (0, 1): "B", (1, 1): "B"},
        frozenset({(2, 1)}),
        frozenset({((1, 0), (1, 1))}),
        {"R": "#123456"},
        {"title": "Small"},
        {"R": ((0, 0), (1, 0))},
    )
    assert entry.solution == Solution({"R": ((0, 0), (1, 0), (2, 0)), "B": ((0, 1), (1, 1))})


def test_json_needs_little() -> None:
    assert one('{"flowdesk": 1, "width": 2, "height": 1, "endpoints": []}') == Level(2, 1)


def test_json_holds_many_levels() -> None:
    text = (
        '{"flowdesk": 1, "puzzles": [{"width": 2, "height": 1, "endpoints": []},'
        ' {"kind": "flow", "width": 1, "height": 2, "endpoints": []}]}'
    )
    assert [entry.level for entry in read_text(text)] == [Level(2, 1), Level(1, 2)]


def test_json_is_written_so_that_a_person_can_read_it() -> None:
    text = JSON.write(read_text(JSON_TEXT))
    assert json.loads(text)["flowdesk"] == 1
    assert max(map(len, text.splitlines())) < 100
    assert '\n  "about": {"title": "Small"}' in text


@quick
@given(levels(st.one_of(st.sampled_from(LABELS), LONG_LABELS)))
def test_json_keeps_everything_about_a_level(level: Level) -> None:
    assert again(JSON, [Entry(level)])[0].level == level


@quick
@given(st.lists(solved_entries(), min_size=1, max_size=3))
def test_json_keeps_solutions_and_drawn_paths(entries: list[Entry]) -> None:
    assert alike(again(JSON, entries)) == alike(entries)


def test_json_holds_more_colors_than_there_are_letters() -> None:
    labels = [*LABELS, *(f"C{number}" for number in range(63, 101))]
    level = Level(2, 100, {(x, y): label for y, label in enumerate(labels) for x in (0, 1)})
    assert again(JSON, [Entry(level)])[0].level == level


def test_a_number_without_end_is_refused() -> None:
    with pytest.raises(FormatError):
        read_text('{"flowdesk": ' + "9" * 5000 + "}")


def test_a_newer_version_is_refused() -> None:
    with pytest.raises(FormatError, match="newer") as caught:
        read_text('{"flowdesk": 2, "board": "in a way that nobody knows yet"}')
    assert "version 2" in str(caught.value)
    assert "newest FlowDesk" in str(caught.value)


@pytest.mark.parametrize(
    ("paths", "word"),
    [
        ({"R": [[0, 0], [1, 0], [2, 0]]}, "no path B"),
        ({"R": [[0, 0], [2, 0]], "B": [[0, 1], [1, 1]]}, "jumps"),
        ({"R": [[0, 0], [0, 1]], "B": [[0, 1], [1, 1]]}, "endpoint"),
        ({"R": [[0, 0], [1, 0], [1, 1]], "B": [[0, 1], [1, 1]]}, "endpoint"),
    ],
)
def test_a_solution_that_is_wrong_is_refused(paths: dict[str, list[list[int]]], word: str) -> None:
    with pytest.raises(FormatError, match="does not solve") as caught:
        read_text(json.dumps({**SMALL_JSON, "solution": paths}))
    assert word in str(caught.value)
    assert "Take the solution out" in caught.value.hint


def without(name: str) -> str:
    return json.dumps({key: value for key, value in SMALL_JSON.items() if key != name})


def changed(**values: object) -> str:
    return json.dumps({**SMALL_JSON, **values})


# -- errors ------------------------------------------------------------------------------------

BAD_MAPS = {
    "nothing": ("", (0, 0), "empty"),
    "only blank lines": ("\n  \n\t\n", (0, 0), "empty"),
    "a short row": ("R.G\n..\nR.G\n", (2, 3), "2 cells the first has 3 equally long"),
    "a row of one cell": ("R.G\n.\nR.G\n", (2, 2), "1 cell, the first has 3"),
    "a long row": ("\nR.G\n....\n", (3, 4), "4 cells the first has 3"),
    "a letter that is no label": ("R.R\n.é.\n", (2, 2), "é not a cell A-Z"),
    "a control character": ("R.R\n..\x07\n", (2, 3), "not a cell"),
    "a tab within a row": ("R\tR\n", (1, 2), "not a cell"),
    "one cell": ("R\n", (1, 0), "1 x 1 too small two cells"),
    "too wide": ("." * 501 + "\n", (1, 0), "501 too large 500 cells a side"),
    "too high": (".\n" * 501, (1, 0), "501 too large 500 cells a side"),
    "too many cells": (("." * 251 + "\n") * 250, (1, 0), "62750 too large 62500"),
    "a second map": ("RR\n\nBB\n", (3, 1), "name: value two levels 7 7"),
    "a color of no label": ("RR\n\ncolors: R=#000000 B=#ffffff\n", (3, 19), "B=#ffffff label"),
    "a color that is none": ("RR\n\ncolors: R=red\n", (3, 9), "R=red #ff0000"),
    "a wall that is none": ("RR\n\ntitle: A\nwalls: 0,0-1,0 top\n", (4, 16), "top 3,4-4,4"),
    "a wall off the board": ("RR\n\nwalls: 1,0-2,0\n", (3, 8), "1,0-2,0 neighbouring"),
    "a wall beside a hole": ("R#R\n\nwalls: 0,0-1,0\n", (3, 8), "0,0-1,0 neighbouring"),
    "a wall between distant cells": ("RRR\n\nwalls: 0,0-2,0\n", (3, 8), "neighbouring"),
    "touching perhaps": ("RR\n\ntouching: perhaps\n", (3, 0), "touching allowed forbidden"),
}

BAD_LISTS = {
    "no size": ("2 1\nRR\n\nRR\n", (4, 1), "size of the next level 7 7 #"),
    "too few rows": ("2 3\nRR\n..\n", (4, 1), "0 cells line 1 says 2 3 rows of 2"),
    "a short row": ("# pack\n3 2\nR.R\n..\n", (4, 3), "2 cells line 2 says 3"),
    "a long row": ("3 2\nR.R\n....\n", (3, 4), "4 cells line 1 says 3"),
    "too many rows": ("2 1\nRR\n..\n", (3, 1), "size of the next level"),
    "too large": ("999999999 999999999\n", (1, 0), "too large 500 cells"),
    "too small": ("1 0\n", (1, 0), "too small"),
    "only the end mark": ("0 0\n", (0, 0), "no level"),
    "a letter that is no label": ("2 2\nRR\n.ß\n", (3, 2), "ß not a cell"),
    "a wall off the board": ("# walls: 0,0-0,1\n2 1\nRR\n", (1, 10), "0,0-0,1 neighbouring"),
    "a color of no label": ("# colors: B=#ffffff\n2 1\nRR\n", (1, 11), "B=#ffffff label"),
    "touching perhaps": ("# touching: perhaps\n2 1\nRR\n", (1, 0), "touching allowed forbidden"),
}

BAD_JSON = {
    "nothing": ("", (1, 1), "not JSON"),
    "cut off": (JSON_TEXT[:130], (2, 74), "not JSON"),
    "a comma missing": ('{"flowdesk": 1\n "width": 2}', (2, 2), "not JSON ,"),
    "nested too deeply": ("[" * 100_000, (0, 0), "nested"),
    "a list": ("[1, 2]", (0, 0), "not a JSON object"),
    "no version": (without("flowdesk"), (0, 0), "flowdesk missing"),
    "a version that is no number": (changed(flowdesk="1"), (0, 0), "flowdesk whole number"),
    "version 0": (changed(flowdesk=0), (0, 0), "versions count from 1"),
    "a newer version": (changed(flowdesk=7), (0, 0), "version 7 newer"),
    "another kind": (changed(kind="chess"), (0, 0), "kind chess only flow"),
    "no width": (without("width"), (0, 0), "width missing"),
    "a width that is true": (changed(width=True), (0, 0), "width whole number"),
    "a width that is broken": (changed(width=2.5), (0, 0), "width whole number"),
    "too large": (changed(width=501), (0, 0), "501 too large 500"),
    "no endpoints": (without("endpoints"), (0, 0), "endpoints missing"),
    "an endpoint that is none": (changed(endpoints=[7]), (0, 0), "endpoints[0] JSON object"),
    "a label that is empty": (
        changed(endpoints=[{"label": "", "cells": []}]),
        (0, 0),
        "endpoints[0].label short",
    ),
    "a label twice": (
        changed(endpoints=[{"label": "R", "cells": []}, {"label": "R", "cells": []}]),
        (0, 0),
        "endpoints[1].label R differ",
    ),
    "a color by name": (
        changed(endpoints=[{"label": "R", "color": "red", "cells": []}]),
        (0, 0),
        "endpoints[0].color red #ff0000",
    ),
    "a cell that is none": (
        changed(endpoints=[{"label": "R", "cells": [[0, 0], [1]]}]),
        (0, 0),
        "endpoints[0].cells[1] [x, y]",
    ),
    "two endpoints in a cell": (
        changed(endpoints=[{"label": "R", "cells": [[0, 0], [0, 0]]}]),
        (0, 0),
        "endpoints[0].cells two endpoints [0, 0]",
    ),
    "an endpoint in a hole": (
        changed(endpoints=[{"label": "R", "cells": [[2, 1]]}]),
        (0, 0),
        "endpoint (2, 1) hole",
    ),
    "a hole off the board": (changed(holes=[[9, 9]]), (0, 0), "hole (9, 9) off the board"),
    "a wall that is none": (changed(walls=[[[0, 0], [2, 0]]]), (0, 0), "walls[0] neighbouring"),
    "a wall off the board": (changed(walls=[[[2, 0], [3, 0]]]), (0, 0), "wall (2, 0)"),
    "something told that is no text": (changed(about={"title": 7}), (0, 0), "about.title text"),
    "a path of no label": (changed(drawn={"Z": [[0, 0]]}), (0, 0), "drawn.Z label"),
    "a path off the board": (changed(drawn={"R": [[0, 5]]}), (0, 0), "drawn.R cells of the board"),
    "a path that jumps": (changed(drawn={"R": [[0, 0], [2, 0]]}), (0, 0), "drawn R hold"),
    "paths that cross": (
        changed(drawn={"R": [[0, 0], [1, 0]], "B": [[1, 1], [1, 0]]}),
        (0, 0),
        "drawn hold",
    ),
    "a path that is none": (changed(solution={"R": 3}), (0, 0), "solution.R cells of the board"),
    "no puzzle": ('{"flowdesk": 1, "puzzles": []}', (0, 0), "no level puzzles empty"),
    "a bad second puzzle": (
        json.dumps({"flowdesk": 1, "puzzles": [SMALL_JSON, {**SMALL_JSON, "width": "3"}]}),
        (0, 0),
        "puzzles[1].width whole number",
    ),
}


@pytest.mark.parametrize(
    ("suffix", "text", "place", "words"),
    [
        pytest.param(suffix, *case, id=f"{suffix}: {name}")
        for suffix, cases in ((".txt", BAD_MAPS), (".txt", BAD_LISTS), (".json", BAD_JSON))
        for name, case in cases.items()
    ],
)
def test_an_error_names_the_file_the_place_and_what_is_wrong(
    suffix: str, text: str, place: tuple[int, int], words: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read_data(text.encode(), f"pack{suffix}")
    error = caught.value
    assert (error.line, error.column) == place
    sentence = str(error)
    assert sentence.startswith(f"pack{suffix}")
    assert sentence.endswith((".", "?"))
    said = sentence.replace("'", "")
    assert [word for word in words.split() if word not in said] == []
    if error.line:
        assert f"line {error.line}" in sentence
    if error.column:
        assert f"column {error.column}" in sentence


@pytest.mark.parametrize(
    "text", ["R.G\n..\nR.G\n", "R.R\n.é.\n", "RR\n\nBB\n", "", "3 2\nR.R\n.\n"]
)
def test_the_usual_mistakes_in_a_map_come_with_a_hint(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_text(text)
    assert caught.value.hint.endswith((".", "?"))


# -- finding the format ------------------------------------------------------------------------


def test_the_content_decides_where_the_name_does_not() -> None:
    assert one(MAP_TEXT, ".txt") == one(MAP_TEXT) == one(MAP_TEXT, ".lvl") == FIRST
    assert len(read_text(LIST_TEXT, ".txt")) == len(read_text(LIST_TEXT)) == 2
    assert read_text(JSON_TEXT, ".txt") == read_text(JSON_TEXT, ".json") == read_text(JSON_TEXT)


def test_a_json_file_that_is_no_json_is_not_taken_for_a_map() -> None:
    with pytest.raises(FormatError, match="not JSON"):
        read_text(MAP_TEXT, ".json")


@pytest.mark.parametrize(
    ("name", "count", "format"),
    [
        ("a.txt", 1, MAP),
        ("a.TXT", 1, MAP),
        ("a.txt", 2, LEVEL_LIST),
        ("a.json", 1, JSON),
        ("a.b.Json", 5, JSON),
    ],
)
def test_the_suffix_says_what_is_written(name: str, count: int, format: Format) -> None:
    assert format_for(Path(name), count) is format


@pytest.mark.parametrize("name", ["level", "level.doc", ".txt", "level.txt~"])
def test_other_suffixes_are_not_written(name: str) -> None:
    with pytest.raises(FormatError, match=r"\.json, \.txt") as caught:
        format_for(Path(name), 1)
    assert caught.value.source == name


def test_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    entries = read_text(LIST_TEXT)
    for name in ("all.txt", "all.json"):
        write_file(tmp_path / name, entries)
        assert alike(read_file(tmp_path / name)) == alike(entries)
        assert load(tmp_path / name) == load(str(tmp_path / name)) == [e.level for e in entries]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("R.R\n..\n")
    with pytest.raises(FormatError) as caught:
        load(bad)
    assert str(caught.value).startswith(f"{bad}, line 2, column 3: ")


# -- pasted text -------------------------------------------------------------------------------

ROWS = MAP_TEXT.split()
PASTED = {
    "bare": MAP_TEXT,
    "with blank lines around": f"\n\n  \n{MAP_TEXT}\n\n",
    "without the last line end": MAP_TEXT.rstrip(),
    "quoted": "".join(f"> {row}\n" for row in ROWS),
    "with blanks between cells": "".join(f"> {' '.join(row)}\n" for row in ROWS),
    "quoted twice": "".join(f">> {row}\n" for row in ROWS),
    "quoted by others": "".join(f"> | {row}\n" for row in ROWS),
    "indented": "".join(f"    {row}\n" for row in ROWS),
    "indented by a tab": "".join(f"\t{row}\n" for row in ROWS),
    "indented by a web page": "".join(f"\u00a0\u00a0{row}\u00a0\n" for row in ROWS),
    "with blank lines between": "\n\n".join(ROWS),
    "quoted with blank lines between": "\n> \n".join(f"> {row}" for row in ROWS),
    "with Windows' line ends": "\r\n".join(ROWS) + "\r\n",
    "with words around": f"Hi Ada,\n\nthis one is nice:\n\n{MAP_TEXT}\nBest wishes\nBob\n",
    "with words right around": f"this one is nice:\n{MAP_TEXT}what do you think?\n",
    "in a mail": "On Monday Bob wrote:\n" + "".join(f"> {row}\n" for row in ["Look:", *ROWS]),
    "in a block of code": f"```\n{MAP_TEXT}```\n",
    "after a greeting as long as a row": f"Hello\n\n{MAP_TEXT}",
    "before a name as long as a row": f"{MAP_TEXT}\nAlice\n",
    "with a greeting and more text after it": (
        f"{MAP_TEXT}\nThanks\nand best wishes to you and all of yours\nBob\n"
    ),
    "with a byte-order mark": "\ufeff" + MAP_TEXT,
    "with marks that nobody sees": MAP_TEXT.replace("\n", "\u200b\n"),
    "as JSON": JSON.write([Entry(FIRST)]),
    "as a list": LEVEL_LIST.write([Entry(FIRST)]),
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED.keys())
def test_a_pasted_map_is_found(text: str) -> None:
    assert [entry.level for entry in read_pasted(text)] == [FIRST]


@pytest.mark.parametrize("quote", ["", "> "])
@pytest.mark.parametrize("before", ["", "\n", "Look:\n\n"])
@pytest.mark.parametrize("after", ["", "\nBob\n"])
def test_pasted_lines_about_a_map_are_kept(quote: str, before: str, after: str) -> None:
    text = f"{before}{MAP_TEXT}\ntitle: Pasted\nwalls: 0,0-1,0\n{after}"
    (entry,) = read_pasted("".join(f"{quote}{line}\n" for line in text.split("\n")))
    assert entry.level == replace(
        FIRST, about={"title": "Pasted"}, walls=frozenset({((0, 0), (1, 0))})
    )


def test_a_mistake_in_pasted_lines_about_a_map_is_told() -> None:
    with pytest.raises(FormatError, match="9,9-1,0"):
        read_pasted(f"{MAP_TEXT}\nwalls: 9,9-1,0\n")


def test_several_levels_may_be_pasted() -> None:
    assert len(read_pasted(LIST_TEXT)) == 2


def test_one_row_may_be_pasted() -> None:
    assert read_pasted("R...R")[0].level == Level(5, 1, {(0, 0): "R", (4, 0): "R"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t\n",
        "Hello",
        "https://example.org/level?id=7",
        "Dear Ada,\n\nhow are you today? I have found no level at all.\n\nBob\n",
        "Dear Ada,\n\nPS: the level comes tomorrow\n",
        ".....\n.....\n",
        "!?\n",
    ],
)
def test_what_is_no_map_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        read_pasted(text)


@pytest.mark.parametrize(
    "rows",
    [
        [*ROWS[:2], "....", *ROWS[3:]],
        [*ROWS[:2], "......", *ROWS[3:]],
        [*ROWS[:3], ".G:Yé", *ROWS[4:]],
    ],
    ids=["a short row", "a long row", "a strange letter"],
)
def test_a_pasted_map_with_a_mistake_is_not_cut_to_what_is_right(rows: list[str]) -> None:
    with pytest.raises(FormatError):
        read_pasted("\n".join(rows))


@settings(max_examples=60, deadline=None)
@given(levels(most=6), st.sampled_from(["", "> ", ">> ", "   ", "\t"]))
def test_any_written_level_can_be_pasted(level: Level, quote: str) -> None:
    board = Level(level.width, level.height, level.endpoints, level.holes)
    if not board.endpoints or board.height < 2:
        return
    text = "".join(f"{quote}{row}\n" for row in MAP.write([Entry(board)]).split("\n\n")[0].split())
    (entry,) = read_pasted(text)
    assert (entry.level.endpoints, entry.level.holes) == (board.endpoints, board.holes)


# -- anything at all ---------------------------------------------------------------------------

SAMPLES = [
    (MAP_TEXT + "\ntitle: A\ncolors: R=#ff0000\nwalls: 0,0-1,0\ntouching: forbidden\n").encode(),
    LIST_TEXT.encode(),
    JSON_TEXT.encode(),
    JSON.write(read_text(LIST_TEXT)).encode(),
]
PIECES = [
    b"\n",
    b" ",
    b"#",
    b"0",
    b"R",
    b":",
    b"-",
    b'"',
    b"[",
    b"{}",
    b"\xff",
    b"\0",
    b"\xef\xbb\xbf",
]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A good file with a piece cut out, put in, doubled, or with its end missing."""
    data = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 3))):
        a, b = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        piece = draw(st.one_of(st.sampled_from(PIECES), st.binary(max_size=4)))
        data = draw(
            st.sampled_from(
                [
                    data[:a],
                    data[:a] + data[b:],
                    data[:a] + piece + data[a:],
                    data[:a] + piece + data[a + 1 :],
                    data[:b] + data[a:],
                ]
            )
        )
    return data


def read_without_a_fault_of_ours(data: bytes, source: str) -> None:
    """Reading may fail with a sentence; what can be read can be written and read again."""
    try:
        entries = read_data(data, source)[1]
    except FormatError as error:
        failure = error
    else:
        assert entries
        assert alike(again(JSON, entries)) == alike(entries)
        return
    assert failure.source == source
    assert str(failure).endswith((".", "?"))


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.binary(max_size=60), damaged()), st.sampled_from(["a.txt", "b.json", "-"]))
def test_no_file_makes_the_readers_fail(data: bytes, source: str) -> None:
    read_without_a_fault_of_ours(data, source)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=60), damaged().map(lambda data: data.decode("latin-1"))))
def test_no_text_makes_pasting_fail(text: str) -> None:
    with suppress(FormatError):
        assert read_pasted(text)


ANY_JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-2, 600),
        st.floats(),
        st.text(max_size=3),
        st.sampled_from([[0, 0], [1, 1], [[0, 0], [1, 0]], "R", "#ff0000", 10**30]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=5,
)


def replaced(data: Any, path: Sequence[Any], value: object) -> Any:
    """The same data with another value at the end of a path of names and numbers."""
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = replaced(data[path[0]], path[1:], value)
    return copy


def paths_into(data: Any) -> list[list[Any]]:
    """Every place in some data."""
    if isinstance(data, dict):
        names: list[Any] = list(data)
    else:
        names = list(range(len(data))) if isinstance(data, list) else []
    return [[], *([name, *rest] for name in names for rest in paths_into(data[name]))]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(paths_into(SMALL_JSON)), ANY_JSON)
def test_no_value_in_json_makes_the_reader_fail(path: list[Any], value: object) -> None:
    data = json.dumps(replaced(SMALL_JSON, path, value)).encode()
    read_without_a_fault_of_ours(data, "a.json")


def test_a_text_that_utf8_cannot_hold_is_refused_in_a_sentence(tmp_path: Path) -> None:
    data = changed(about={"title": "\ud800"}).encode()
    for name in ("a.txt", "a.json"):
        with pytest.raises(FlowDeskError):
            write_file(tmp_path / name, read_data(data, "a.json")[1])


def test_the_largest_board_is_read_and_written() -> None:
    ends: dict[Cell, str] = {(x, 0): LABELS[x % 62] for x in range(124)}
    level = Level(250, 250, ends)
    for format in (MAP, LEVEL_LIST, JSON):
        assert again(format, [Entry(level)])[0].level == level
