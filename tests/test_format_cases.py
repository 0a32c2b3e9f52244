"""What every format must do: the table of cases, and limits for all formats."""

from __future__ import annotations

import codecs
from dataclasses import replace

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
from flowdesk.kinds.entry import Format, anything
from flowdesk.kinds.flow.files import map_text
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.table import KINDS
from tests.format_cases import BAD, BOARDS, GOOD, LOST, Good
from tests.samples import read_text

KEYS = [format.key for format in FORMATS]
each_format = pytest.mark.parametrize("format", FORMATS, ids=KEYS)
each_good = pytest.mark.parametrize(
    ("format", "good"),
    [
        pytest.param(format_named(key), good, id=f"{key}: {name}")
        for key, cases in GOOD.items()
        for name, good in cases.items()
    ],
)


def one(text: str) -> Level:
    """The level of a map."""
    level: Level = map_text.read(text)[0].level
    return level


def test_every_format_has_cases() -> None:
    assert sorted(GOOD) == sorted(BAD) == sorted(BOARDS) == sorted(KEYS)
    assert sorted(LOST) == sorted(format.key for format in FORMATS if format.can_write)


def samples(format: Format) -> list[str]:
    """The sample that a format declares, or what it makes of those of every kind."""
    if format.sample:
        return [format.sample]
    entries = [formats_of([kind])[0].read(formats_of([kind])[0].sample) for kind in KINDS]
    return [
        format.write(entry)
        for entry in entries
        if can_be_written(format, [one.level for one in entry])
    ]


@each_format
def test_a_sample_is_what_it_says_and_nothing_else(format: Format) -> None:
    assert samples(format)
    for text in samples(format):
        assert format_of(text) is format_of(text, format.suffixes[0]) is format
        recognizing = [other for other in FORMATS if other.recognize(text)]
        assert [other for other in recognizing if other.recognize is not anything] == [
            other for other in (format,) if other.recognize is not anything
        ]


@each_format
def test_a_sample_can_be_written_in_every_format(format: Format) -> None:
    for text in samples(format):
        entries = format.read(text)
        for other in FORMATS:
            if can_be_written(other, [entry.level for entry in entries]):
                (again,) = other.read(other.write(entries))
                shape = (again.level.width, again.level.height, len(again.level.endpoints))
                level = entries[0].level
                assert shape == (level.width, level.height, len(level.endpoints))


@each_good
def test_a_good_text_is_read(format: Format, good: Good) -> None:
    entries = format.read(good.text)
    assert [replace(entry.level, drawn={}) for entry in entries] == [*map(one, good.levels)]
    assert [entry.level.drawn for entry in entries if entry.level.drawn] == (
        [good.drawn] if good.drawn else []
    )
    solutions = [
        " ".join(
            "".join(entry.solution.label_of.get((x, y), "#") for x in range(entry.level.width))
            for y in range(entry.level.height)
        )
        for entry in entries
        if entry.solution
    ]
    assert solutions == list(good.solutions)
    said = " ".join(remark for entry in entries for remark in entry.remarks)
    assert bool(said) == bool(good.remarks)
    assert [word for word in good.remarks.split() if word not in said] == []


@each_good
def test_a_good_text_is_recognised_as_what_it_is_and_nothing_else(
    format: Format, good: Good
) -> None:
    assert format_of(good.text) is format_of(good.text, format.suffixes[0]) is format
    claimed = {other.key for other in FORMATS if other.recognize(good.text)}
    assert claimed == {format.key, "map"}


@each_good
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8], ids=["", "with a byte-order mark"])
def test_line_ends_and_byte_order_marks_make_no_difference(
    format: Format, good: Good, end: str, mark: bytes
) -> None:
    data = mark + good.text.replace("\n", end).encode()
    assert read_data(data, "-") == (format, format.read(good.text))


@pytest.mark.parametrize(
    ("format", "text", "place", "words"),
    [
        pytest.param(format_named(key), *case, id=f"{key}: {name}")
        for key, cases in BAD.items()
        for name, case in cases.items()
    ],
)
def test_an_error_names_the_file_the_place_and_what_is_wrong(
    format: Format, text: str, place: tuple[int, int], words: str
) -> None:
    name = f"pack{format.suffixes[0]}"
    assert format_of(text, format.suffixes[0]) is format
    with pytest.raises(FormatError) as caught:
        read_data(text.encode(), name)
    error = caught.value
    assert (error.line, error.column) == place
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
@pytest.mark.parametrize("text", ["", "\n \t\n"])
def test_nothing_at_all_is_refused_by_every_reader(format: Format, text: str) -> None:
    with pytest.raises(FormatError):
        format.read(text)


# -- limits ------------------------------------------------------------------------------------


@each_format
def test_the_largest_boards_are_read(format: Format) -> None:
    for width, height in ((500, 125), (125, 500), (250, 250), (500, 1), (1, 500)):
        (entry,) = read_text(BOARDS[format.key](width, height))
        assert (entry.level.width, entry.level.height) == (width, height)


@each_format
@pytest.mark.parametrize(
    ("width", "height", "words"),
    [
        (501, 2, "501 x 2 is too large: 500 cells a side"),
        (2, 501, "2 x 501 is too large: 500 cells a side"),
        (251, 250, "62750 cells is too large: 62500 are the most"),
        (1, 1, "1 x 1 is too small: two cells"),
    ],
)
def test_a_board_that_is_too_large_or_too_small_is_refused(
    format: Format, width: int, height: int, words: str
) -> None:
    with pytest.raises(FormatError, match=words):
        format.read(BOARDS[format.key](width, height))
