"""Levels in pasted text, between any other text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.finding import FormatError
from flowdesk.formats.registry import JSON, LEVEL_LIST, MAP, format_named, read_pasted
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from tests.for_all import for_all
from tests.formats.cases import (
    CLUES_TEXT,
    COURSE_TEXT,
    GOOD,
    LINK_TEXT,
    LOOPY_TEXT,
    MAP_TEXT,
    SLITHER_LINK,
    STRING_TEXT,
)
from tests.levels import examples, levels

FIRST = MAP.read(MAP_TEXT)[0].level

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
    "right below words": f"Map\nNumber\n12\n5x5\n{MAP_TEXT}",
    "right above words": f"{MAP_TEXT}Bob\n--\n",
    "as JSON": JSON.write([Entry(FIRST)]),
    "as a list": LEVEL_LIST.write([Entry(FIRST)]),
}


@for_all("text", PASTED.values())
def test_a_pasted_map_is_found(text: str) -> None:
    assert [entry.level for entry in read_pasted(text)] == [FIRST]


@for_all("quote", ["", "> "])
@for_all("before", ["", "\n", "Look:\n\n"])
@for_all("after", ["", "\nBob\n"])
def test_pasted_lines_about_a_map_are_kept(quote: str, before: str, after: str) -> None:
    text = f"{before}{MAP_TEXT}\ntitle: Pasted\nwalls: 0,0-1,0\n{after}"
    (entry,) = read_pasted("".join(f"{quote}{line}\n" for line in text.split("\n")))
    assert entry.level == replace(
        FIRST, about={"title": "Pasted"}, walls=frozenset({((0, 0), (1, 0))})
    )


def test_the_source_of_a_pasted_map_is_not_pasted_instead_of_it() -> None:
    (entry,) = read_pasted(f"{MAP_TEXT}\nsource: {LINK_TEXT}1\n")
    assert entry.level == replace(FIRST, about={"source": f"{LINK_TEXT}1"})


LINKED = GOOD["link"]["puzz.link"].levels[0]
WITH_LINK = {
    "bare": LINK_TEXT,
    "without the beginning": LINK_TEXT.partition("//")[2],
    "in a sentence": f"Hi Ada,\n\nthis one ({LINK_TEXT}) is nice. Hello!\n\nBob\n",
    "at its end": f"Look at {LINK_TEXT}.",
    "in brackets": f"On Monday Bob wrote:\n> <{LINK_TEXT}>\n> Bye",
    "on a page": f'<p>See <a href="{LINK_TEXT}">this</a> and https://example.org/p?id=7.</p>',
    "in a note": f"* [this]({LINK_TEXT})\n* **that**",
    "in brackets alone": f"({LINK_TEXT})",
    "in pointed brackets alone": f"<{LINK_TEXT}>",
    "before a link to something else": f"https://example.org/\n{LINK_TEXT}\n",
}


@for_all("text", WITH_LINK.values())
def test_a_pasted_link_is_found(text: str) -> None:
    assert [entry.level for entry in read_pasted(text)] == [MAP.read(LINKED)[0].level]


def test_level_strings_are_found_in_a_mail_and_after_words() -> None:
    text = f"Here are two:\n> {STRING_TEXT}> {STRING_TEXT}\nBob"
    assert read_pasted(text) == [
        *format_named("string").read(STRING_TEXT),
        *format_named("string").read(STRING_TEXT),
    ]
    (entry,) = read_pasted(f"This is level: {STRING_TEXT}")
    assert entry.solution
    (entry,) = read_pasted(f"Level 12: {STRING_TEXT}")
    assert entry.solution


@for_all("key, name", [(key, name) for key in GOOD if key != "map" for name in GOOD[key]])
def test_what_any_file_may_hold_can_be_pasted(key: str, name: str) -> None:
    text = GOOD[key][name].text
    levels = [entry.level for entry in read_pasted(text)]
    assert levels == [entry.level for entry in format_named(key).read(text)]


def test_one_row_may_be_pasted() -> None:
    assert read_pasted("R...R")[0].level == Level(5, 1, {(0, 0): "R", (4, 0): "R"})


@for_all(
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


MISTAKEN = {
    "a short row": [*ROWS[:2], "....", *ROWS[3:]],
    "a long row": [*ROWS[:2], "......", *ROWS[3:]],
    "a strange letter": [*ROWS[:3], ".G:Yé", *ROWS[4:]],
    "a last row of one cell": [*ROWS, "R"],
    "a last row of one new color": [*ROWS, "X"],
    "a last row of one hole": [*ROWS, "#"],
    "a last row without empty cells": [*ROWS, "RBO"],
    "a last row with a new color": [*ROWS, "RXXB"],
    "a first row of one cell": ["R", *ROWS],
    "a last row of one cell, with blanks between cells": [" ".join(row) for row in [*ROWS, "R"]],
}


@for_all("rows", MISTAKEN.values())
@for_all("around", ["{}", "Hi Ada,\n\n{}\n\nBob\n"])
def test_a_pasted_map_with_a_mistake_is_not_cut_to_what_is_right(
    rows: list[str], around: str
) -> None:
    with pytest.raises(FormatError, match=r"this row has|is not a cell"):
        read_pasted(around.format("\n".join(rows)))


NUMBERS = "1 0 2\n0 0 0\n1 2 0\n"


@pytest.mark.parametrize(
    "text",
    [
        NUMBERS,
        f"Hi Ada,\n\nhere it is:\n\n{NUMBERS}\nBob\n",
        f"in 2026:\n{NUMBERS}Bob\n",
        "".join(f"> {row}\n" for row in NUMBERS.splitlines()),
        NUMBERS.replace("\n", "\n\n"),
        NUMBERS.replace(" ", "\t"),
        " 1  0  2\n 0  0  0\n 1  2  0\n",
    ],
)
def test_a_pasted_table_of_numbers_has_empty_cells_where_0_stands(text: str) -> None:
    (entry,) = read_pasted(text)
    assert entry.level == MAP.read("A.B\n...\nAB.\n")[0].level


def test_the_numbers_of_a_pasted_table_are_labels_as_in_links_and_0_where_others_are_empty() -> (
    None
):
    (entry,) = read_pasted("Numbers:\n10 0 62\n0 62 10\n\ntitle: Two\n")
    assert entry.level.endpoints == {(0, 0): "J", (2, 0): "9", (1, 1): "9", (2, 1): "J"}
    assert entry.level.about == {"title": "Two"}
    (entry,) = read_pasted("> 0 . 1\n> 1 . 0\n")
    assert entry.level == MAP.read("0.1\n1.0\n")[0].level


@pytest.mark.parametrize("row", ["0 0", "4 5", "30 31", "1 2 3 4", "0 -1 0", "1", "70 1 2"])
def test_a_mistake_in_a_pasted_table_of_numbers_is_told(row: str) -> None:
    rows = NUMBERS.splitlines()
    with pytest.raises(FormatError):
        read_pasted("\n".join([*rows[:1], row, *rows[1:]]))


@pytest.mark.parametrize("row", ["0 0", "4 5", "30 31", "1 2 3 4", "1"])
def test_a_mistake_at_the_end_of_a_pasted_table_of_numbers_is_told(row: str) -> None:
    with pytest.raises(FormatError, match="this row has"):
        read_pasted(f"Hi Ada,\n\n{NUMBERS}{row}\n\nBob\n")


def test_a_map_is_read_rather_than_a_table_of_numbers_beside_it() -> None:
    (entry,) = read_pasted(f"{MAP_TEXT}\nTimes:\n1 2\n3 4\n")
    assert entry.level == FIRST


@examples(60)
@given(levels(most=6), st.sampled_from(["", "> ", ">> ", "   ", "\t"]))
def test_any_written_level_can_be_pasted(level: Level, quote: str) -> None:
    board = Level(level.width, level.height, level.endpoints, level.holes)
    if board.height < 2 or set(board.endpoints.values()) <= set("01234"):
        return  # it is no map, or could be one of clues as well
    text = "".join(f"{quote}{row}\n" for row in MAP.write([Entry(board)]).split("\n\n")[0].split())
    (entry,) = read_pasted(text)
    assert (entry.level.endpoints, entry.level.holes) == (board.endpoints, board.holes)


def test_json_in_a_quoted_mail_and_among_words_is_found() -> None:
    text = JSON.write([Entry(FIRST)])
    (entry,) = read_pasted("".join(f"> {line}\n" for line in text.splitlines()))
    assert entry.level == FIRST
    (colors,) = read_pasted('> [[null,"red"],\n>  ["red",null]]\n')
    assert colors.level.pairs == {"R": ((1, 0), (0, 1))}
    for text in (JSON.write([Entry(FIRST)]), format_named("colors").write([Entry(FIRST)])):
        (entry,) = read_pasted(f"Hi Ada, [this] is it:\n\n{text}\nBest wishes\n")
        assert len(entry.level.pairs) == len(FIRST.pairs)


def test_what_is_left_out_of_a_mail_is_said() -> None:
    text = "https://puzz.link/p?arukone/2/1/11 and https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"
    (entry,) = read_pasted(text)
    assert entry.level.pairs == {"A": ((0, 0), (1, 0))}
    assert [remark for remark in entry.remarks if "nurikabe" in remark]


# -- Slitherlink -------------------------------------------------------------------------------

CLUES = format_named("clues").read(CLUES_TEXT)[0].level
CLUE_ROWS = CLUES_TEXT.split()
WITH_CLUES = {
    "bare": CLUES_TEXT,
    "quoted": "".join(f"> {row}\n" for row in CLUE_ROWS),
    "with blanks between cells": "".join(f"{' '.join(row)}\n" for row in CLUE_ROWS),
    "with blank lines between": "\n\n".join(CLUE_ROWS),
    "in a mail": f"Hi Ada,\n\nthis one is nice:\n\n{CLUES_TEXT}\nBest wishes\nBob\n",
    "in a block of code": f"```\n{CLUES_TEXT}```\n",
    "a link": SLITHER_LINK,
    "a link in a sentence": f"This one ({SLITHER_LINK}) is nice.",
    "a game id": LOOPY_TEXT,
    "a game id in a sentence": f"Try {LOOPY_TEXT.strip()}, it is nice.",
    "a game id in a link": f"https://example.org/puzzles/js/loopy.html#{LOOPY_TEXT}",
    "a game id in a link in a mail": f"> See <https://example.org/loopy.html#{LOOPY_TEXT.strip()}>.",
    "a line of a course": COURSE_TEXT,
    "a line of a course in a mail": f"Hi Ada,\n\n> {COURSE_TEXT}\nBob\n",
}


@for_all("text", WITH_CLUES.values())
def test_a_pasted_slitherlink_is_found(text: str) -> None:
    assert [entry.level for entry in read_pasted(text)] == [CLUES]


def test_every_link_game_id_and_line_of_a_course_is_found() -> None:
    assert len(read_pasted(f"First {LOOPY_TEXT} and then\n{LOOPY_TEXT}\nBob\n")) == 2
    solved = "2 2 2. .2\n> 2 2 11 101 00 101 11\n> 2 2 3. .3\n> UNSAT\n"
    first, second = read_pasted(f"Two of the course:\n> {solved}\nBob\n")
    assert first.solution
    assert not second.solution
    assert second.level.clues == {(0, 0): 3, (1, 1): 3}
    assert len(read_pasted(f"First {LINK_TEXT}, then {LINK_TEXT}; that is all.")) == 2


@for_all(
    "text, words",
    [
        (f"{MAP_TEXT}\nwalls: 9,9-1,0\n", "9,9-1,0"),
        (f"Look: {LINK_TEXT}zz !", "more cells than a board of 5 x 5"),
        ("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g", "'nurikabe' is another kind of puzzle"),
        ("https://puzz.link/p?arukone/2/1/00", "line 1, column 33"),
        ("https://puzz.link/p?arukone/2/1/1.\n", "unknown number"),
        ("Look:\n> see https://puzz.link/p?arukone/2/1/1x or not\n", "line 2, column 40"),
        ("Look:\n\n3.3\n.25\n3.3\n", "'5' is not a cell"),
        ("Look:\n\n333\n2.\n3.3\n", "this row has 2 cells"),
        ("Look: 3x3t0:a3b2b1b.", "line 1, column 19: from here on there are more cells"),
        (f"{COURSE_TEXT}2 2 3.\n", "line 2, column 7: this line has 1 row of clues"),
    ],
)
def test_a_mistake_in_what_is_pasted_is_told_with_its_place(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read_pasted(text)


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Look:\n1.2\n...\n1.2\n", "1.2\n...\n1.2\n"),
        ("1 2 . .\n. . . .\n1 . . 2\n", "12..\n....\n1..2\n"),
        ("2 1 1\n2 0 0\n", "BAA\nB..\n"),
        ("2 3 2\n(0, 0) (2, 0)\n(0, 1) (2, 1)\n", "R.R\nB.B\n"),
        ("5 5\nR...R\n.....\n.....\n.....\n.....\n", "R...R\n" + ".....\n" * 4),
    ],
    ids=["digits as labels", "digits and blanks", "numbers", "coordinates", "a list"],
)
def test_what_may_be_a_finished_map_is_a_map(text: str, level: str) -> None:
    assert [entry.level for entry in read_pasted(text)] == [MAP.read(level)[0].level]
