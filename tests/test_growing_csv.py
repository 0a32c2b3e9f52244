"""CSV files that grow row by row, and what a killed program leaves of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.growing_csv import append, mend, put_in_order, read_rows


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
    lines = [",".join(values) for _, values in read_rows(path)]
    assert lines == whole.splitlines()
    mend(path)
    assert path.read_text() == whole


def test_rows_are_added_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    append(path, [("number", "word")])
    append(path, [(1, "one, or so"), (2, 'in "quotes"')])
    rows = [(1, ["number", "word"]), (2, ["1", "one, or so"]), (3, ["2", 'in "quotes"'])]
    assert list(read_rows(path)) == rows


def test_rows_are_sorted_and_the_last_one_of_each_number_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    append(path, [("number", "word"), (3, "c"), (1, "x"), (20, "t"), (1, "a")])
    put_in_order(path)
    assert path.read_text() == "number,word\n1,a\n3,c\n20,t\n"
    before = path.stat()
    put_in_order(path)
    assert path.stat() == before


@pytest.mark.parametrize(
    ("data", "line"), [(b'a\n"b"c\n', 2), (b"a\nb\n\xff\n", 3), (b"a\0b\n", 1)]
)
def test_what_cannot_be_read_is_told_with_its_line(tmp_path: Path, data: bytes, line: int) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(data)
    with pytest.raises(FlowDeskError, match=rf"table\.csv, line {line}\b"):
        list(read_rows(path))


def test_a_table_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    for refused in (mend, lambda path: append(path, [("a",)]), lambda path: list(read_rows(path))):
        with pytest.raises(FlowDeskError, match="is a directory"):
            refused(tmp_path)
