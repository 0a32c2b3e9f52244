"""What every format must do: the table of cases, and limits for all formats."""

from __future__ import annotations

import codecs
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from flowdesk.core.finding import FormatError
from flowdesk.formats.registry import (
    FORMATS,
    can_be_written,
    format_named,
    format_of,
    formats_of,
    read_data,
)
from flowdesk.kinds.entry import Entry, Format, anything
from flowdesk.kinds.flow.level import Solution
from flowdesk.kinds.table import kind_of
from tests.for_all import for_all
from tests.formats import fuzz
from tests.formats.cases import BAD, BOARDS, GOOD, LOST
from tests.kind_samples import TEXTS
from tests.samples import read_text

KEYS = [format.key for format in FORMATS]
each_format = for_all("key", KEYS)
each_good = for_all("key, name", [(key, name) for key, cases in GOOD.items() for name in cases])
each_board = for_all("kind, key", [(kind, key) for kind in BOARDS for key in BOARDS[kind]])


def one(text: str, kind: str) -> Any:
    """The puzzle of a text in the first format of its kind."""
    return formats_of([kind])[0].read(text)[0].level


def held(kind: str, *, written: bool = False) -> list[str]:
    """The keys of the formats that can hold a kind."""
    return sorted(
        format.key
        for format in FORMATS
        if (format.kinds is None or kind in format.kinds) and (format.can_write or not written)
    )


def test_every_format_has_cases_of_every_kind() -> None:
    assert sorted(GOOD) == sorted(BAD) == sorted(KEYS)
    assert list(BOARDS) == list(LOST) == TEXTS
    for kind in TEXTS:
        assert sorted(BOARDS[kind]) == held(kind)
        assert sorted(LOST[kind]) == held(kind, written=True)
        cases = [key for key in GOOD if any(good.kind == kind for good in GOOD[key].values())]
        assert sorted(cases) == held(kind)


def samples(format: Format) -> list[str]:
    """The sample that a format declares, or what it makes of those of every kind."""
    if format.sample:
        return [format.sample]
    entries = [formats_of([kind])[0].read(formats_of([kind])[0].sample) for kind in TEXTS]
    return [
        format.write(entry)
        for entry in entries
        if can_be_written(format, [one.level for one in entry])
    ]


@each_format
def test_a_sample_is_what_it_says_and_nothing_else(key: str) -> None:
    format = format_named(key)
    assert samples(format)
    for text in samples(format):
        assert format_of(text) is format_of(text, format.suffixes[0]) is format
        recognizing = [other for other in FORMATS if other.recognize(text)]
        assert [other for other in recognizing if other.recognize is not anything] == [
            other for other in (format,) if other.recognize is not anything
        ]


@each_format
def test_a_sample_can_be_written_in_every_format(key: str) -> None:
    format = format_named(key)
    for text in samples(format):
        entries = [
            replace(entry, solution=kind_of(entry.level).solving.solve(entry.level).solution)
            for entry in format.read(text)
        ]
        for other in FORMATS:
            if other.key == "string" and not entries[0].solution:
                continue  # it holds the solution
            if can_be_written(other, [entry.level for entry in entries]):
                written = other.write(entries)
                assert format_of(written, other.suffixes[0]) is other
                (again,) = other.read(written)
                assert fuzz.shape(again.level) == fuzz.shape(entries[0].level)


@each_good
def test_a_good_text_is_read(key: str, name: str) -> None:
    format, good = format_named(key), GOOD[key][name]
    entries = format.read(good.text)
    expected = [one(text, good.kind) for text in good.levels]
    assert [
        replace(entry.level, drawn=before.drawn)
        for entry, before in zip(entries, expected, strict=True)
    ] == expected
    assert [entry.level.drawn for entry in entries if entry.level.drawn] == (
        [good.drawn] if good.drawn else []
    )
    assert [look(entry) for entry in entries if entry.solution] == list(good.solutions)
    said = " ".join(remark for entry in entries for remark in entry.remarks)
    assert bool(said) == bool(good.remarks)
    assert [word for word in good.remarks.split() if word not in said] == []


def look(entry: Entry) -> str:
    """The letters of a solution, row by row; of a loop the cells inside."""
    solution, width, height = entry.solution, entry.level.width, entry.level.height
    if isinstance(solution, Solution):
        letters = solution.label_of
    else:
        letters = dict.fromkeys(solution.inside, "x")
    empty = "#" if isinstance(solution, Solution) else "."
    return " ".join(
        "".join(letters.get((x, y), empty) for x in range(width)) for y in range(height)
    )


@each_good
def test_a_good_text_is_recognised_as_what_it_is_whatever_its_line_ends(
    key: str, name: str
) -> None:
    format, good = format_named(key), GOOD[key][name]
    assert format_of(good.text) is format_of(good.text, format.suffixes[0]) is format
    claimed = {other.key for other in FORMATS if other.recognize(good.text)}
    assert claimed == {format.key, "map"}
    wanted = format, format.read(good.text)
    for mark, end in product([b"", codecs.BOM_UTF8], ["\n", "\r\n", "\r"]):
        data = mark + good.text.replace("\n", end).encode()
        assert read_data(data, "-") == wanted, (mark, end)


@for_all("key, case", [(key, case) for key, cases in BAD.items() for case in cases])
def test_an_error_names_the_file_the_place_and_what_is_wrong(key: str, case: str) -> None:
    format, (text, words, *place) = format_named(key), BAD[key][case]
    name = f"pack{format.suffixes[0]}"
    assert format_of(text, format.suffixes[0]) is format
    with pytest.raises(FormatError) as caught:
        read_data(text.encode(), name)
    error = caught.value
    assert [error.line, error.column] == place
    sentence = str(error)
    assert sentence.startswith(name)
    assert sentence.endswith((".", "?"))
    said = sentence.replace("'", "")
    assert [word for word in words.split() if word not in said] == []
    if error.line:
        assert f"line {error.line}" in sentence
    if error.column:
        assert f"column {error.column}" in sentence


@each_format
def test_nothing_at_all_is_refused_by_every_reader(key: str) -> None:
    for text in ("", "\n \t\n"):
        with pytest.raises(FormatError):
            format_named(key).read(text)


# -- limits ------------------------------------------------------------------------------------


@each_board
def test_the_largest_boards_are_read(kind: str, key: str) -> None:
    for width, height in ((500, 125), (1, 500)):
        (entry,) = read_text(BOARDS[kind][key](width, height), format_named(key).suffixes[0])
        assert (entry.level.kind, entry.level.width, entry.level.height) == (kind, width, height)


@each_board
@for_all(
    "width, height, words",
    [
        (501, 2, "501 x 2 is too large: 500 cells a side"),
        (2, 501, "2 x 501 is too large: 500 cells a side"),
        (251, 250, "62750 cells is too large: 62500 are the most"),
    ],
)
def test_a_board_that_is_too_large_is_refused(
    kind: str, key: str, width: int, height: int, words: str
) -> None:
    with pytest.raises(FormatError, match=words):
        format_named(key).read(BOARDS[kind][key](width, height))


@each_board
def test_a_board_that_is_too_small_is_refused(kind: str, key: str) -> None:
    width, height, words = {
        "flow": (1, 1, "1 x 1 is too small: two cells"),
        "slitherlink": (0, 2, "0 x 2 is too small: one cell|is not a cell"),
    }[kind]
    with pytest.raises(FormatError, match=words):
        format_named(key).read(BOARDS[kind][key](width, height))
