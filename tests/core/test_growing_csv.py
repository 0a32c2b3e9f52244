"""CSV files that grow row by row, and what a killed program leaves of them."""

from __future__ import annotations

import csv
import re
from itertools import product
from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.growing_csv import append, as_csv, mend, put_in_order, read_rows

HEAD = ["number", "word"]


def rows(path: Path) -> list[tuple[int, list[str]]]:
    return list(read_rows(path, HEAD, "table of words", "Mend it."))


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", ""),
        ("number,wo", ""),
        ("number,word\n", "number,word\n"),
        ("number,word\n1,on", "number,word\n"),
        ('number,word\n1,"one, t', "number,word\n"),
        ("number,word\n1,one\n", "number,word\n1,one\n"),
        ("number,word\n1,one\n2,caf\u00e9", "number,word\n1,one\n"),
    ],
)
def test_an_incomplete_last_row_is_not_read_and_can_be_removed(
    tmp_path: Path, text: str, whole: str
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    assert [",".join(values) for _, values in rows(path)] == whole.splitlines()[1:]
    mend(path)
    assert path.read_text() == whole


def test_rows_are_added_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    append(path, [HEAD])
    append(path, [(1, "one, or so"), (2, 'in "quotes"')])
    assert rows(path) == [(2, ["1", "one, or so"]), (3, ["2", 'in "quotes"'])]


def test_no_text_is_a_formula_and_every_text_is_read_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    texts = ["".join(text) for text in product("=-'; a,\"", repeat=4)]
    append(path, [HEAD, *((number, text) for number, text in enumerate(texts))])
    for _, text in csv.reader(path.read_text().splitlines()):
        cells = text.split(";")  # as programs do where numbers have a comma
        assert not any(re.match('[" ]*[=+@-].', cell) for cell in cells)
    assert [values[1] for _, values in rows(path)] == texts


def test_numbers_below_0_and_the_name_of_standard_input_stay() -> None:
    assert as_csv([(-5, "-", "+1", "@SUM(1)", "\uff1d1")]) == "-5,-,'+1,'@SUM(1),'\uff1d1\n"


def test_rows_are_sorted_and_the_last_one_of_each_number_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    append(path, [HEAD, (3, "c"), (1, "x"), (20, "t"), (1, "a")])
    put_in_order(path)
    assert path.read_text() == "number,word\n1,a\n3,c\n20,t\n"
    before = path.stat()
    put_in_order(path)
    assert path.stat() == before


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b'number,word\n"1"2\n', "line 2: this line cannot be read: "),
        (b"number,word\n1,one\n2,\xff\n", "line 3, column 3: byte 0xff is not UTF-8 text. "),
        (b"a", "line 1: this is no table of words: the first line should be number,word. "),
        (b"a,b\n", "line 1: this is no table of words: the first line should be number,word. "),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(
    tmp_path: Path, data: bytes, sentence: str
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(data)
    with pytest.raises(FlowDeskError) as told:
        rows(path)
    assert str(told.value).startswith(f"{path}, {sentence}")


def test_a_table_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    for refused in (mend, rows, lambda path: append(path, [HEAD])):
        with pytest.raises(FlowDeskError, match="is a directory"):
            refused(tmp_path)
