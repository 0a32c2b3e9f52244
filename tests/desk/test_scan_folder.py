"""A folder of scanned levels: nothing in it is lost, whatever happens to its files meanwhile."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.scans.batch import TABLE, BatchRun, ScanFolder, ScanRow, pictures_in, read_table
from flowdesk.desk.scans.scan import Scan, rows_of, scan_data
from flowdesk.formats.registry import load
from flowdesk.scan.reading import Doubt
from tests.cli.test_scan import FIRST, LONELY, SECOND, picture_of


def scan_in(folder: Path, name: str, rows: Sequence[str]) -> Scan:
    """The scan of a picture, which is written into a folder of pictures."""
    path = folder / "shots" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(picture_of(rows))
    return scan_data(path.read_bytes(), name)


def doubted(scan: Scan) -> Scan:
    return replace(scan, reading=replace(scan.reading, doubts=(Doubt("It is dim."),)))


def level_in(levels: ScanFolder, row: ScanRow) -> list[str]:
    return rows_of(load(levels.folder / row.file)[0])


def test_a_sure_level_is_kept_although_a_doubtful_picture_showed_it_first(tmp_path: Path) -> None:
    levels = ScanFolder(tmp_path / "levels")
    scan = scan_in(tmp_path, "b.png", FIRST)
    levels.keep(doubted(replace(scan, name="a.png", digest="other")))
    assert levels.keep(scan)[6:8] == ("b.txt", "")
    again = ScanFolder(levels.folder)
    assert again.keep(doubted(replace(scan, name="c.png")))[6:8] == ("b.txt", "b.png")


def test_a_level_that_was_removed_is_read_again(tmp_path: Path) -> None:
    levels = ScanFolder(tmp_path / "levels")
    scan, path = scan_in(tmp_path, "a.png", FIRST), tmp_path / "shots/a.png"
    row = levels.keep(scan)
    assert levels.row_of("a.png", path) == row
    (levels.folder / "a.txt").unlink()
    assert levels.row_of("a.png", path) is None
    assert level_in(levels, levels.keep(scan)) == FIRST


def test_to_correct_a_picture_leaves_the_level_of_others_as_it_was(tmp_path: Path) -> None:
    scan, other = scan_in(tmp_path, "a.png", FIRST), scan_in(tmp_path, "o.png", SECOND)
    pictures = [(name, tmp_path / name) for name in ("a.png", "b.png", "c.png")]
    run = BatchRun(ScanFolder(tmp_path / "levels"), pictures)
    for name, _ in pictures:
        run.keep(replace(scan, name=name, digest=name))
    run.correct(0, replace(other, name="a.png", digest="a.png"))
    first, second, third = run.rows.values()
    assert level_in(run.folder, first) == SECOND
    assert level_in(run.folder, second) == FIRST
    assert (second.same_as, third.file, third.same_as) == ("", second.file, "b.png")
    assert ScanFolder(run.folder.folder).rows == {row.picture: row for row in run.rows.values()}
    run.correct(0, replace(scan, name="a.png", digest="a.png", reading=scan.reading))
    assert level_in(run.folder, run.rows[0]) == FIRST
    assert len(os.listdir(run.folder.folder)) == 3  # it was written over its own file


def test_a_picture_is_known_by_any_name_and_corrected_in_its_own_row(tmp_path: Path) -> None:
    scan = scan_in(tmp_path, "a.png", LONELY)
    levels = ScanFolder(tmp_path / "levels")
    levels.keep(replace(scan, name="shots/a.png"))
    run = BatchRun(levels, [("a.png", tmp_path / "shots/a.png")])
    list(run.look())
    assert not run.left
    run.correct(0, scan_in(tmp_path, "a.png", FIRST))
    assert list(levels.rows) == ["shots/a.png"]
    assert level_in(levels, run.rows[0]) == FIRST


def test_a_table_that_was_removed_during_a_run_is_written_again(tmp_path: Path) -> None:
    levels = ScanFolder(tmp_path / "levels")
    scan = scan_in(tmp_path, "a.png", FIRST)
    for name in ("a.png", "b.png"):
        levels.keep(replace(scan, name=name))
        (levels.folder / TABLE).unlink(missing_ok=name == "b.png")
    levels.keep(replace(scan, name="c.png"))
    assert [row.picture for row in read_table(levels.folder / TABLE)] == ["a.png", "b.png", "c.png"]


def test_errors_of_a_table_name_the_file_and_say_what_to_do(tmp_path: Path) -> None:
    table = tmp_path / TABLE
    for text, sentence in (
        (",".join(ScanRow._fields).encode("utf-16"), "the text is UTF-16"),
        (f"{','.join(ScanRow._fields)}\na,b\n".encode(), "line 2: .*Remove this line"),
        (f"{','.join(ScanRow._fields)}\n{'x' * 200_000}\n".encode(), "line 2: .*Remove this line"),
    ):
        table.write_bytes(text)
        with pytest.raises(FlowDeskError, match=f"{TABLE}.*{sentence}"):
            ScanFolder(tmp_path)
        assert table.read_bytes() == text


@pytest.mark.skipif(os.name == "nt", reason="Windows has other links")
def test_links_that_lead_in_circles_or_nowhere_are_no_pictures(tmp_path: Path) -> None:
    scan_in(tmp_path, "a.png", FIRST)
    (tmp_path / "shots/round").symlink_to(tmp_path)
    (tmp_path / "shots/b.png").symlink_to(tmp_path / "nowhere.png")
    assert pictures_in(tmp_path) == [tmp_path / "shots/a.png"]
