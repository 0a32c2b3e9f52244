"""flowdesk scan, and pictures wherever a FILE can be: what scripts and people rely on."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from flowdesk.core.storage import MAX_BYTES, MAX_PICTURE_BYTES
from flowdesk.desk.documents.document import Document
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.desk.scans.batch import ScanRow, read_table
from flowdesk.desk.scans.scan import Scan
from flowdesk.desk.work.worker import Outcome, TimedOut
from flowdesk.formats.registry import load, open_file
from flowdesk.kinds.flow.level import Level
from flowdesk.scan.samples import Lattice
from tests.command_line import CommandLine, InOrder, Stopped, objects, run_here
from tests.samples import level_of

FIRST = ["R.G.Y", "..B.O", ".....", ".G.Y.", ".RBO."]
SECOND = ["......", ".R..BY", ".YR..G", ".OC.GO", ".C..B.", "......"]
LONELY = ["R.G.Y", "..B.O", ".....", ".G.Y.", ".RB.."]  # one dot has no partner
SEVERAL = ["R..", "...", "..R"]


def picture_of(rows: Sequence[str]) -> bytes:
    return picture_bytes(level_of(" ".join(rows)), None, Style(cell=40), ".png")


@pytest.fixture
def shots(flowdesk: CommandLine) -> CommandLine:
    """A folder `shots` with two pictures of levels and one of something else."""
    flowdesk.file("shots/a2.png", picture_of(SECOND))
    flowdesk.file("shots/a10.png", picture_of(LONELY))
    flowdesk.file("shots/a1.png", picture_of(FIRST))
    return flowdesk


def rows_in(folder: Path) -> dict[str, ScanRow]:
    return {row.picture: row for row in read_table(folder / "scan.csv")}


# -- pictures as FILE -----------------------------------------------------------------------------


def test_every_verb_takes_a_picture_for_a_puzzle(flowdesk: CommandLine) -> None:
    flowdesk.file("a.png", picture_of(FIRST))
    for verb in ("solve", "check", "cnf -o -", "convert -o -", "rules"):
        done = flowdesk(*verb.split(), "a.png")
        assert (done.returncode, done.stderr) == (0, ""), verb
    assert flowdesk("convert", "a.png#1", "-o", "-").stdout.splitlines() == FIRST
    assert flowdesk("render", "a.png", "-o", "b.svg").returncode == 0


def test_a_picture_can_come_on_standard_input(flowdesk: CommandLine) -> None:
    convert = partial(run_here, ("convert", "-", "-o", "-"), environment=flowdesk.environment)
    status, output, errors = convert(picture_of(FIRST), folder=flowdesk.folder)
    assert (status, output.decode().splitlines(), errors) == (0, FIRST, b"")


def test_what_is_doubtful_in_a_picture_is_told_like_other_remarks(flowdesk: CommandLine) -> None:
    flowdesk.file("a.png", picture_of(LONELY))
    done = flowdesk("convert", "a.png", "-o", "-")
    assert done.returncode == 0
    assert "a.png: Please check: The dot at row 2, column 5 has no partner." in done.stderr


def test_a_picture_without_a_board_is_an_error(flowdesk: CommandLine) -> None:
    grey = picture_bytes(Level(2, 1), None, Style(cell=8), ".png")
    flowdesk.file("nothing.png", grey)
    flowdesk.file("half.png", picture_of(FIRST)[:300])
    first, second = flowdesk.refused("solve", "nothing.png", "half.png").splitlines()
    assert "nothing.png: no board was found in this picture" in first
    assert "half.png: the PNG picture is damaged" in second


def test_folders_of_puzzles_do_not_take_in_their_pictures(shots: CommandLine) -> None:
    shots.file("shots/one.txt", "\n".join(FIRST))
    done = shots("check", "--json", "shots")
    assert [found["puzzle"] for found in objects(done)] == ["shots/one.txt"]


@pytest.mark.parametrize("name", ["a.png", "a.txt"])
@pytest.mark.parametrize("verb", ["convert", "cnf", "render", "scan", "bench --plot"])
def test_nothing_is_written_over_the_picture_that_is_read(
    flowdesk: CommandLine, verb: str, name: str
) -> None:
    picture = picture_of(FIRST)
    flowdesk.file(name, picture)
    option = [] if "--" in verb else ["-o"]
    done = flowdesk(*verb.split(), *option, name, name)
    assert done.returncode == 2
    assert "written" in done.stderr or "a picture" in done.stderr or "is the file" in done.stderr
    assert (flowdesk.folder / name).read_bytes() == picture


def test_a_picture_opens_as_a_level_without_a_file(flowdesk: CommandLine) -> None:
    document = Document(Level(2, 2))
    document.open(flowdesk.folder / flowdesk.file("a.png", picture_of(FIRST)))
    assert document.level.is_same_puzzle(level_of(" ".join(FIRST)))
    assert (document.path, document.name, document.is_saved) == (None, "a", False)


def test_what_cannot_be_read_says_what_to_do_instead(shots: CommandLine) -> None:
    shots.file("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>')
    for name, sentence in (
        ("a.svg", "a.svg: SVG files cannot be read as pictures. Save it as PNG"),
        ("https://example.org/a.png", "links to pictures are not read. Save the picture first."),
        ("shots", "To read its pictures: flowdesk scan shots"),
    ):
        done = shots("solve", name)
        assert done.returncode == 2
        assert sentence in done.stderr


def test_pictures_may_be_larger_than_puzzle_files(flowdesk: CommandLine) -> None:
    flowdesk.file("large.png", picture_of(FIRST) + bytes(MAX_BYTES))
    assert flowdesk("solve", "large.png").returncode == 0
    with (flowdesk.folder / "large.png").open("ab") as file:
        file.truncate(MAX_PICTURE_BYTES + 1)
    for verb in ("solve", "scan"):
        said = flowdesk.refused(verb, "large.png")
        assert said.startswith("flowdesk: large.png: the picture is larger than 50 MB.")


# -- what scan prints -----------------------------------------------------------------------------


def test_scan_says_how_sure_it_is_and_prints_the_level(flowdesk: CommandLine) -> None:
    flowdesk.file("a.png", picture_of(FIRST))
    headline, *rows = flowdesk.prints("scan", "a.png").splitlines()
    assert headline == "a.png: 5x5, sure; exactly one non-touching solution"
    assert rows == FIRST


def test_doubts_name_rows_and_columns_from_1(flowdesk: CommandLine) -> None:
    flowdesk.file("a.png", picture_of(LONELY))
    done = flowdesk("scan", "a.png")
    assert done.returncode == 1
    headline, doubt, *rows = done.stdout.splitlines()
    assert headline.startswith("a.png: 5x5, doubtful;")
    assert doubt == "  The dot at row 2, column 5 has no partner."
    assert rows[-5:] == LONELY


def test_a_level_with_several_solutions_is_doubtful(flowdesk: CommandLine) -> None:
    flowdesk.file("a.png", picture_of(["R.B", "...", "R.B", "...", "..."]))
    done = flowdesk("scan", "--json", "a.png")
    (found,) = objects(done)
    assert (done.returncode, found["status"]) == (1, "doubtful")
    assert "solution" in found["doubts"][0]["message"]


def test_json_has_an_object_for_each_picture_in_order(shots: CommandLine) -> None:
    shots.file("text.png", "R.R\n")
    done = shots("scan", "--json", "shots", "missing.png", "text.png")
    assert done.returncode == 2
    first, second, third, missing, text = objects(done)
    assert first == {
        **{"picture": "shots/a1.png", "status": "sure", "width": 5, "height": 5, "rows": FIRST},
        **{"box": first["box"], "doubts": []},
    }
    assert first["box"] == pytest.approx([0, 0, 200, 200], abs=1)
    assert (second["picture"], second["rows"]) == ("shots/a2.png", SECOND)
    assert third["status"] == "doubtful"
    assert third["doubts"][0]["cells"] == [[4, 1]]
    assert text["doubts"][0]["message"].startswith("this is not a picture.")
    for found in (missing, text):
        assert found.keys() == first.keys()
        assert (found["status"], found["rows"], found["box"]) == ("nothing found", [], [])
    assert "missing.png: there is no such file." in done.stderr
    assert "text.png: this is not a picture." in done.stderr


def test_without_an_answer_in_time_the_reading_counts(flowdesk: CommandLine) -> None:
    flowdesk.file("a.png", picture_of(FIRST))
    done = flowdesk("scan", "--json", "a.png", make_pool=Interrupted)
    assert done.returncode == 3
    assert [found["status"] for found in objects(done)] == ["sure"]
    done = flowdesk("scan", "a.png", make_pool=Interrupted)
    assert done.stdout.startswith("a.png: 5x5, sure; not solved in time\n")


class Interrupted(InOrder):
    """A pool whose time is over when a picture is read, before the solver has answered."""

    def made(self, call: Callable[..., Any]) -> Outcome:
        told: list[Scan] = []
        call(progress=told.append)
        return TimedOut(told[0])


def test_corners_set_by_hand_read_a_photo(flowdesk: CommandLine) -> None:
    corners = (45.0, 52.0), (476.0, 41.0), (452.0, 459.0), (24.0, 440.0)
    flat = Image.open(io.BytesIO(picture_of(FIRST)))
    a, b, c, d, e, f, g, h = Lattice(corners, 5, 5).projection(flat.width, flat.height)
    back = [e - f * h, c * h - b, b * f - c * e, f * g - d, a - c * g, c * d - a * f]
    back += [d * h - e * g, b * g - a * h]  # the adjugate matrix is the way back
    scale = a * e - b * d
    method, smooth = Image.Transform.PERSPECTIVE, Image.Resampling.BILINEAR
    photo = flat.transform((500, 500), method, [value / scale for value in back], smooth)
    photo.save(flowdesk.folder / "photo.png")
    given = (f"{x:g},{y:g}" for x, y in corners)
    done = flowdesk("scan", "--json", "photo.png", "--size", "5x5", "--corners", *given)
    (found,) = objects(done)
    assert (found["status"], found["rows"]) == ("sure", FIRST)


@pytest.mark.slow
def test_pixels_are_those_of_the_file_however_large_it_is(flowdesk: CommandLine) -> None:
    flat = Image.open(io.BytesIO(picture_of(FIRST))).convert("RGB")
    large = Image.new("RGB", (5000, 5000))
    large.paste(flat.resize((2000, 2000)), (3000, 2900))
    large.save(flowdesk.folder / "large.png", compress_level=1)
    (found,) = objects(flowdesk("scan", "--json", "large.png"))
    assert (found["status"], found["rows"]) == ("sure", FIRST)
    left, top, right, bottom = found["box"]
    corners = f"{left},{top}", f"{right},{top}", f"{right},{bottom}", f"{left},{bottom}"
    assert 3000 <= left < right <= 5000
    assert 2900 <= top < bottom <= 4900
    by_hand = flowdesk("scan", "--json", "large.png", "--size", "5x5", "--corners", *corners)
    (found,) = objects(by_hand)
    assert (found["status"], found["rows"]) == ("sure", FIRST)


# -- files ----------------------------------------------------------------------------------------


def test_several_pictures_become_a_pack(shots: CommandLine) -> None:
    done = shots("scan", "shots/a1.png", "shots/a2.png", "-o", "pack.txt")
    assert (done.returncode, done.stderr) == (0, "")
    levels = load(shots.folder / "pack.txt")
    assert [level.title for level in levels] == ["a1", "a2"]
    assert levels[0].is_same_puzzle(level_of(" ".join(FIRST)))
    again = shots("scan", "shots", "-o", "pack.txt")
    assert again.returncode == 1
    lonely = load(shots.folder / "pack.txt")[2]
    assert "no partner" in lonely.about["doubts"]


def test_the_levels_alone_go_to_standard_output(shots: CommandLine) -> None:
    assert shots.prints("scan", "shots/a1.png", "-o", "-").splitlines()[:5] == FIRST
    done = shots("scan", "shots/a10.png", "-o", "-")
    assert "no partner" in done.stderr


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("one.txt", "R.G.Y\n", "..GRY\n"),
        ("one.txt", "title: a1", "title: Mine"),
        ("two.txt", "", "R.R\n"),
    ],
)
def test_a_file_is_overwritten_only_if_it_is_as_scan_has_written_it(
    shots: CommandLine, name: str, before: str, after: str
) -> None:
    pictures = ["shots/a1.png", "shots/a10.png"][: 1 + (name == "two.txt")]
    for written in (["shots/a2.png"], pictures, pictures):
        assert shots("scan", *written, "-o", name).returncode in (0, 1)
    assert len(load(shots.folder / name)) == len(pictures)
    text = (shots.folder / name).read_text()
    edited = text.replace(before, after) if before else after
    shots.file(name, edited)
    said = shots.refused("scan", "shots/a2.png", "-o", name)
    assert "were not scanned, or were edited since" in said
    assert (shots.folder / name).read_text() == edited != text


def test_a_signal_keeps_what_was_read_but_nothing_less_than_before(shots: CommandLine) -> None:
    pack = shots.folder / "pack.txt"
    done = shots("scan", "shots", "-o", "pack.txt", make_pool=Stopped)
    assert (done.returncode, len(load(pack))) == (130, 1)
    assert "Stopped after 1 of 3 pictures; pack.txt has the levels so far." in done.stderr
    done = shots("scan", "shots", "-o", "pack.txt")
    assert done.stdout.endswith(
        "pack.txt: 3 pictures (2 sure, 1 doubtful, 0 nothing found), 3 levels\n"
    )
    whole = pack.read_bytes()
    done = shots("scan", "shots", "-o", "pack.txt", make_pool=Stopped)
    assert (done.returncode, pack.read_bytes()) == (130, whole)
    assert "Stopped after 1 of 3 pictures; pack.txt was left as it was." in done.stderr


def test_names_with_spaces_are_no_edits(flowdesk: CommandLine) -> None:
    flowdesk.file("b .png", picture_of(FIRST))
    for _ in range(2):
        assert flowdesk("scan", "b .png", "-o", "pack.txt").returncode == 0


def test_a_file_has_the_sure_one_of_two_pictures_of_a_level(flowdesk: CommandLine) -> None:
    picture = Image.open(io.BytesIO(picture_of(FIRST))).convert("RGB")
    ImageDraw.Draw(picture).rectangle((30, 84, 50, 116), fill="#000000")  # a part of a line
    picture.save(flowdesk.folder / "a.png")
    flowdesk.file("b.png", picture_of(FIRST))
    done = flowdesk("scan", "--json", "a.png", "b.png", "-o", "pack.txt")
    first, second = objects(done)
    assert (first["status"], second["status"]) == ("doubtful", "sure")
    assert first["rows"] == second["rows"] == FIRST
    assert [level.about["picture"] for level in load(flowdesk.folder / "pack.txt")] == ["b.png"]


def test_a_folder_gets_a_level_for_each_picture_and_a_table(shots: CommandLine) -> None:
    shots.file("shots/a3.png", picture_of(FIRST))
    shots.file("shots/b.png", b"\x89PNG\r\n\x1a\n")
    done = shots("scan", "shots", "-o", "levels")
    assert done.returncode == 2
    assert "the same level as in shots/a1.png" in done.stdout
    counts = "3 sure, 1 doubtful, 1 nothing found"
    assert done.stdout.endswith(f"levels: 5 pictures ({counts}), 3 levels\n")
    folder = shots.folder / "levels"
    assert sorted(os.listdir(folder)) == ["a1.txt", "a10.txt", "a2.txt", "scan.csv"]
    rows = rows_in(folder)
    assert list(rows) == [f"shots/{name}.png" for name in ("a1", "a2", "a3", "a10", "b")]
    first, second, same, lonely, broken = rows.values()
    assert first[1:7] == ("sure", 5, 5, "exactly one non-touching solution", "", "a1.txt")
    assert (same.file, same.same_as) == ("a1.txt", "shots/a1.png")
    assert (lonely.status, lonely.file) == ("doubtful", "a10.txt")
    assert (broken.status, broken.file) == ("nothing found", "")
    assert "damaged" in broken.doubts
    assert len(open_file(folder / second.file)[1]) == 1


def test_a_board_without_dots_makes_no_level(flowdesk: CommandLine) -> None:
    flowdesk.file("a.png", picture_of(["....."] * 5))
    assert flowdesk("scan", "a.png", "-o", "levels").returncode == 1
    assert rows_in(flowdesk.folder / "levels")["a.png"][1:4] == ("doubtful", 5, 5)
    assert flowdesk("scan", "a.png", "-o", "pack.txt").returncode == 1
    assert os.listdir(flowdesk.folder / "levels") == ["scan.csv"]
    assert not (flowdesk.folder / "pack.txt").exists()


def test_pictures_in_the_table_are_not_read_again(shots: CommandLine) -> None:
    shots("scan", "shots", "-o", "levels")
    level, table = shots.folder / "levels/a1.txt", shots.folder / "levels/scan.csv"
    level.write_text("R.R\n")  # as after a correction by hand
    before = table.read_bytes()
    shots.file("shots/a2.png", picture_of(FIRST))  # another picture now
    done = shots("scan", "shots", "-o", "levels", make_pool=OfOne)
    assert done.returncode == 1  # the doubtful one is still doubtful
    assert "scan.csv has 2 of these pictures already" in done.stderr
    assert level.read_text() == "R.R\n"
    assert table.read_bytes().startswith(before)
    assert rows_in(shots.folder / "levels")["shots/a2.png"].file == "a2-2.txt"


def test_a_folder_goes_on_however_its_path_is_typed(shots: CommandLine) -> None:
    shots("scan", "shots", "-o", "levels")
    before = (shots.folder / "levels/scan.csv").read_bytes()
    for name in ("./shots", str(shots.folder / "shots"), "shots/../shots"):
        done = shots("scan", name, "-o", "levels")
        assert "scan.csv has 3 of these pictures already" in done.stderr
        assert done.stdout.endswith(
            "levels: 3 pictures (2 sure, 1 doubtful, 0 nothing found), 3 levels\n"
        )
    assert (shots.folder / "levels/scan.csv").read_bytes() == before


def test_what_was_not_solved_in_time_is_still_unknown_later(flowdesk: CommandLine) -> None:
    flowdesk.file("a.png", picture_of(FIRST))
    assert flowdesk("scan", "a.png", "-o", "levels", make_pool=Interrupted).returncode == 3
    assert flowdesk("scan", "a.png", "-o", "levels").returncode == 3


class OfOne(InOrder):
    """A pool that has one call to make."""

    def __init__(self, calls: Iterable[Any], *_: object, **__: object) -> None:
        (call,) = calls
        super().__init__([call])


def test_a_batch_that_was_killed_is_continued(shots: CommandLine) -> None:
    shots("scan", "shots", "-o", "killed")
    table = shots.folder / "killed/scan.csv"
    whole, names = table.read_bytes(), sorted(os.listdir(table.parent))
    rows = whole.splitlines(keepends=True)
    # Killed in the middle of a row, or after the level's file and before its row:
    for left in (b"".join(rows[:2]) + rows[2][:20], b"".join(rows[:3]), b""):
        table.write_bytes(left)
        shots("scan", "shots", "-o", "killed")
        assert table.read_bytes() == whole
        assert sorted(os.listdir(table.parent)) == names


@pytest.mark.parametrize("text", ["a,b\n1,2\n", f"{','.join(ScanRow._fields)}\n1,2\n"])
def test_a_table_of_something_else_is_kept(shots: CommandLine, text: str) -> None:
    shots.file("levels/scan.csv", text)
    assert "levels/scan.csv, line" in shots.refused("scan", "shots", "-o", "levels")
    assert (shots.folder / "levels/scan.csv").read_text() == text


def test_a_level_of_the_same_name_is_kept(shots: CommandLine) -> None:
    shots.file("levels/a1.txt", "R.R\n")
    shots("scan", "shots/a1.png", "-o", "levels")
    assert (shots.folder / "levels/a1.txt").read_text() == "R.R\n"
    assert rows_in(shots.folder / "levels")["shots/a1.png"].file == "a1-2.txt"


def test_ctrl_c_keeps_what_was_read(shots: CommandLine) -> None:
    done = shots("scan", "shots", "-o", "levels", "--json", make_pool=Stopped)
    assert done.returncode == 130
    assert "of 3 pictures; the same command goes on." in done.stderr
    printed = [found["picture"] for found in objects(done)]
    assert list(rows_in(shots.folder / "levels")) == printed == ["shots/a1.png"]
