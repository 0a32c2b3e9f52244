"""Booklets, read by another program, and the verb that writes them."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import shipped
from flowdesk.desk.pictures.booklet import MOST_PER_PAGE, Layout, booklet, pages
from flowdesk.draw.pdf import PIXEL, PlacedBoard, painted
from flowdesk.formats.registry import open_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.solve import solve
from tests.command_line import CommandLine
from tests.processes import run
from tests.samples import SMALL, level_of

PACK = shipped("puzzles") / "packs" / "06x06.txt"
UNSOLVABLE = level_of("R.B ... B.R")


def words(data: bytes, tmp_path: Path) -> list[str]:
    """The text of each page of a PDF."""
    file = tmp_path / "b.pdf"
    file.write_bytes(data)
    done = run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return str(done.stdout).removesuffix("\f").split("\f")


def picture(data: bytes, tmp_path: Path, page: int) -> bytes:
    """A page of a PDF as pixels."""
    file = tmp_path / "b.pdf"
    file.write_bytes(data)
    command = ["pdftoppm", "-r", 40, "-f", page, "-l", page, file]
    return bytes(run(command, capture_output=True, check=True).stdout)


@pytest.mark.parametrize(
    ("per_page", "count", "page"),
    [(1, 30, "letter"), (4, 8, "a4"), (5, 6, "letter"), (7, 5, "a4"), (12, 3, "a4")],
)
def test_so_many_levels_stand_on_each_page_with_number_and_title(
    other_programs: None, tmp_path: Path, per_page: int, count: int, page: str
) -> None:
    entries = open_file(PACK)[1]
    found = words(booklet(entries, Layout(per_page=per_page, page=page, title="Sixes")), tmp_path)
    assert len(found) == count
    for number, text in enumerate(found, 1):
        first = (number - 1) * per_page + 1
        numbers = [int(n) for n in re.findall(r"(\d+)\. ", text)]
        assert numbers == list(range(first, min(first + per_page, 31)))
        assert re.search(rf"{number} ?/ ?{count}\b", text)
        assert "Sixes" in text
        for entry in entries[first - 1 : first - 1 + per_page]:
            assert entry.level.title in text


def test_answers_come_last_under_the_numbers_of_their_levels(
    other_programs: None, tmp_path: Path
) -> None:
    entries = open_file(PACK)[1][:9]
    data = booklet(entries, Layout(per_page=4, answers=True, title="Nine"))
    found = words(data, tmp_path)
    assert len(found) == 3 + 1
    assert "Answers" in found[-1]
    assert not any("Answers" in text for text in found[:-1])
    assert {int(n) for n in re.findall(r"\b\d\b", found[-1].split("Answers")[1])} >= set(
        range(1, 10)
    )
    solved = [replace(entry, solution=solve(entry.level).solution) for entry in entries]
    assert booklet(solved, Layout(per_page=4, answers=True, title="Nine")) == data
    other = [replace(entries[0], level=entries[1].level), *entries[1:]]
    assert picture(booklet(other, Layout(per_page=4, answers=True)), tmp_path, 4) != picture(
        booklet(entries, Layout(per_page=4, answers=True)), tmp_path, 4
    )


def test_a_level_without_a_solution_says_so_among_the_answers(
    other_programs: None, tmp_path: Path
) -> None:
    found = words(booklet([Entry(SMALL), Entry(UNSOLVABLE)], Layout(answers=True)), tmp_path)
    assert "2: no answer is known" in found[-1]
    assert "1: no" not in found[-1]


def test_a_page_prints_without_colours(other_programs: None, tmp_path: Path) -> None:
    data = picture(booklet([Entry(SMALL)], Layout(answers=True)), tmp_path, 2)
    pixels = data.split(b"255\n", 1)[1]
    assert all(pixels[i] == pixels[i + 1] == pixels[i + 2] for i in range(0, len(pixels), 3))
    assert pixels[:3] == b"\xff\xff\xff"
    assert min(pixels) < 60


def test_boards_of_any_shape_stay_on_their_page(other_programs: None, tmp_path: Path) -> None:
    shapes = [Level(1, 40), Level(40, 1), Level(50, 50), Level(2, 1)]
    long = replace(SMALL, about={"title": "A very long title " * 20, "author": "Nobody " * 60})
    entries = [Entry(level) for level in (*shapes, long)]
    data = booklet(entries, Layout(per_page=6))
    width, height = 331, 468  # A4 at 40 pixels an inch
    pixels = picture(data, tmp_path, 1).split(b"255\n", 1)[1]
    assert len(pixels) == 3 * width * height
    margin = {pixels[3 * (y * width + x)] for y in range(height) for x in (*range(20), width - 1)}
    assert margin == {255}


def test_a_booklet_of_nothing_is_refused() -> None:
    with pytest.raises(FlowDeskError, match="no puzzle"):
        booklet([], Layout())


def test_progress_is_told_and_can_end_the_work() -> None:
    told: list[float] = []
    booklet(open_file(PACK)[1][:5], Layout(answers=True), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        booklet(open_file(PACK)[1][:5], Layout(answers=True), progress=stop)


@pytest.mark.parametrize(
    ("layout", "word"),
    [
        (Layout(per_page=0), f"1 to {MOST_PER_PAGE}"),
        (Layout(per_page=MOST_PER_PAGE + 1), f"1 to {MOST_PER_PAGE}"),
        (Layout(page="a9"), "a9"),
        (Layout(theme="pink"), "pink"),
    ],
)
def test_a_layout_that_makes_no_sense_is_refused(layout: Layout, word: str) -> None:
    with pytest.raises(FlowDeskError, match=word):
        list(pages([Entry(SMALL)], layout))


def render(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return CommandLine(folder)("render", *arguments)


def test_the_command_line_writes_a_booklet(other_programs: None, tmp_path: Path) -> None:
    done = render(tmp_path, str(PACK), "-o", "b.pdf", "--per-page", "6", "--answers")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    found = words((tmp_path / "b.pdf").read_bytes(), tmp_path)
    assert len(found) == 5 + 3
    assert "06x06" in found[0]
    many = render(tmp_path, f"{PACK}#1", f"{PACK}#2", "-o", "two.pdf", "--title", "Two")
    assert many.returncode == 0
    assert "Two" in words((tmp_path / "two.pdf").read_bytes(), tmp_path)[0]


def test_what_has_no_answer_is_told_and_the_rest_is_written(
    other_programs: None, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("3 3\nR.B\n...\nB.R\n\n2 1\nRR\n")
    done = render(tmp_path, "a.txt", "-o", "b.pdf", "--answers")
    assert done.returncode == 1
    assert "a.txt#1: it has no solution" in done.stderr
    assert "1: no answer is known" in words((tmp_path / "b.pdf").read_bytes(), tmp_path)[-1]


def test_a_long_title_stays_readable(other_programs: None, tmp_path: Path) -> None:
    (text,) = words(booklet([Entry(SMALL)], Layout(title="very long " * 30)), tmp_path)
    assert "very long very long" in text
    assert "…" in text


@pytest.mark.parametrize("side", [300, 451, 1300])
def test_all_lines_of_a_board_are_equally_strong_in_the_picture_of_a_page(side: int) -> None:
    level = Level(11, 11, {(0, 0): "R", (10, 10): "R"})
    page = next(pages([Entry(level)], Layout(per_page=1)))
    board = next(item for item in page.items if isinstance(item, PlacedBoard))
    scale, high = side / page.height, 11 * board.look.cell * PIXEL
    x, top = page.width / 2 * scale, (board.top - 3) * scale  # between two lines, and above all
    across = painted(page, side).convert("L").crop((x, top, x + 1, top + (high + 6) * scale))
    runs = re.findall(rb"[^\xff]+", across.tobytes())
    assert len(runs) == 12
    assert len({bytes(sorted(run)) for run in runs}) == 1, "as many pixels, and as dark"
