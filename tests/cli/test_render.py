"""flowdesk render: what scripts and people rely on."""

from __future__ import annotations

import io
import os
import re
import resource
from functools import partial

import pytest
from PIL import Image

from flowdesk.core.grid import Cell
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.formats.registry import JSON, load
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.flow.solving.solve import solve
from tests.command_line import GOOD, HARD_TO_SOLVE, PACK, UNSOLVABLE, CommandLine, InOrder
from tests.desk.pools import CpuPool


@pytest.mark.parametrize(
    "arguments",
    [
        ("render", "hard.txt", "--solution", "-o", "no/a.png"),
        ("render", "hard.txt", "--answers", "-o", "folder.pdf"),
        ("cnf", "hard.txt", "-o", "no/a.cnf"),
        ("rules", "hard.txt", "--form", "fast", "--timeout", "0", "--steps", "hard.txt"),
        ("bench", "hard.txt", "--timeout", "0", "--plot", "no/a.png"),
        ("bench", "hard.txt", "--timeout", "0", "--csv", "folder.pdf"),
        ("generate", "20x20", "--seed", "1", "--count", "100000", "-o", "no/a.txt"),
        ("generate", "20x20", "--seed", "1", "--count", "100000", "-o", "hard.txt/box"),
    ],
)
def test_a_target_that_cannot_be_written_is_told_before_hours_of_work(
    flowdesk: CommandLine, arguments: tuple[str, ...]
) -> None:
    flowdesk.file("hard.txt", HARD_TO_SOLVE)
    (flowdesk.folder / "folder.pdf").mkdir()
    assert re.search(r"cannot be (written|made)", flowdesk.refused(*arguments))
    assert sorted(os.listdir(flowdesk.folder)) == ["folder.pdf", "hard.txt"]


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    assert picture.format == "PNG"
    return picture


def test_render_paints_the_level(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    assert flowdesk.prints("render", good, "-o", "out.PNG", "--cell", "20") == ""
    data = (flowdesk.folder / "out.PNG").read_bytes()
    picture = opened(data)
    assert (picture.size, picture.mode) == ((101, 101), "RGB")  # a line closes the last cell
    assert picture.getpixel((10, 10)) == (255, 0, 0)
    assert picture.getpixel((30, 10)) == (0, 0, 0)
    assert flowdesk.picture("render", good, "-o", "-", "--cell", "20") == data


def test_render_paints_the_solution(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    data = flowdesk.picture("render", good, "-o", "-", "--solution", "--labels", "--theme", "light")
    level = load(flowdesk.folder / good)[0]
    from flowdesk.desk.pictures.style import Style

    style = Style(theme="light", labels=True)
    assert data == picture_bytes(level, solve(level).solution, style)
    assert data != picture_bytes(level, None, style)


def test_render_leaves_out_or_colors_the_background(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    picture = opened(flowdesk.picture("render", good, "-o", "-", "--transparent"))
    assert picture.mode == "RGBA"
    assert picture.getpixel((72, 24)) == (0, 0, 0, 0)  # the middle of an empty cell
    assert picture.getpixel((24, 24)) == (255, 0, 0, 255)
    picture = opened(flowdesk.picture("render", good, "-o", "-", "--background", "#123456"))
    assert picture.getpixel((72, 24)) == (0x12, 0x34, 0x56)
    plain = flowdesk.picture("render", good, "-o", "-")
    assert plain != flowdesk.picture("render", good, "-o", "-", "--labels")


def test_render_takes_one_puzzle(flowdesk: CommandLine) -> None:
    pack = flowdesk.file("pack.txt", PACK)
    assert opened(flowdesk.picture("render", f"{pack}#1", "-o", "-", "--cell", "10")).size == (
        31,
        11,
    )
    done = flowdesk("render", pack, "-o", "out.png")
    assert done.returncode == 2
    assert "3 puzzles" in done.stderr
    assert "pack.txt#1" in done.stderr
    assert not (flowdesk.folder / "out.png").exists()


def test_render_shows_the_solution_that_came_with_the_puzzle(flowdesk: CommandLine) -> None:
    level = Level(3, 2, {(0, 0): "R", (0, 1): "R"})
    around: tuple[Cell, ...] = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
    stored = Solution({"R": around})
    flowdesk.file("a.json", JSON.write([Entry(level, stored)]))
    assert flowdesk.picture("render", "a.json", "-o", "-", "--solution") == picture_bytes(
        level, stored
    )


@pytest.mark.parametrize(
    ("text", "arguments", "status", "words"),
    [
        (UNSOLVABLE, ["-o", "out.png", "--solution"], 1, "it has no solution"),
        (HARD_TO_SOLVE, ["-o", "out.png", "--solution", "--timeout", "0.2"], 3, "in time"),
    ],
)
def test_what_cannot_be_rendered_leaves_no_picture(
    flowdesk: CommandLine, text: str, arguments: list[str], status: int, words: str
) -> None:
    level = flowdesk.file("level.txt", text)
    pool = CpuPool if "--timeout" in arguments else InOrder
    done = flowdesk("render", level, *arguments, make_pool=pool)
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stdout) == (status, "")
    assert words in done.stderr
    assert os.listdir(flowdesk.folder) == ["level.txt"]


def little_memory(most: int = 300_000_000) -> None:
    """A process may have 300 MB: enough for everything but large pictures."""
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


@pytest.mark.parametrize(
    "arguments",
    [
        ("render", "level.txt", "-o", "a.webp", "--cell", "425"),
        *(
            pytest.param(arguments, marks=pytest.mark.slow)
            for arguments in (
                ("render", "level.txt", "-o", "a.png", "--cell", "1000"),
                ("render", "level.txt", "-o", "a.apng", "--cell", "425"),
                ("render", "level.txt", "-o", "a.webp", "--cell", "280"),
                ("rules", "level.txt", "--only", "1", "--steps", "steps", "--cell", "900"),
            )
        ),
    ],
)
def test_memory_that_is_too_small_for_a_picture_is_a_sentence(
    flowdesk: CommandLine, arguments: tuple[str, ...]
) -> None:
    flowdesk.file("level.txt", "R" + "." * 12 + "R\n" + ("." * 14 + "\n") * 13)
    done = flowdesk.process(*arguments, before=little_memory)
    assert (done.returncode, done.stdout) == (2, "")
    sentence = "There is not enough memory for this picture: choose smaller cells."
    assert done.stderr == f"flowdesk: {sentence}\n"
    assert sorted(os.listdir(flowdesk.folder)) in (["level.txt"], ["level.txt", "steps"])


def test_memory_that_is_too_small_for_anything_else_is_one_too(flowdesk: CommandLine) -> None:
    flowdesk.file("level.txt", "R" + "." * 248 + "R\n" + ("." * 250 + "\n") * 249)
    less = partial(little_memory, 200_000_000)
    done = flowdesk.process("cnf", "level.txt", "-o", "a.cnf", before=less)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "flowdesk: there is not enough memory for this.\n"
    assert os.listdir(flowdesk.folder) == ["level.txt"]


def test_a_time_limit_of_nothing_is_none(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    assert flowdesk("solve", "--timeout", "0", good).returncode == 0
    done = flowdesk("render", good, "-o", "out.png", "--solution", "--timeout", "0")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_gets_a_picture_of_each_puzzle(flowdesk: CommandLine) -> None:
    flowdesk.file("pack/inner/good.txt", GOOD)
    flowdesk.file("pack/good.txt", GOOD)
    flowdesk.file("pack/many.txt", PACK)
    flowdesk.file("pack/pack.json", '{"flowdesk-pack": 1}')
    assert flowdesk.prints("render", "pack", "-o", "pictures/", "--cell", "20") == ""
    pictures = sorted(os.listdir(flowdesk.folder / "pictures"))
    assert pictures == ["good-2.png", "good.png", "many-1.png", "many-2.png", "many-3.png"]
    one = flowdesk.picture("render", "pack/good.txt", "-o", "-", "--cell", "20")
    assert (flowdesk.folder / "pictures/good.png").read_bytes() == one
    done = flowdesk("render", "pack", "-o", "pictures", "--suffix", ".svg")
    assert done.returncode == 0
    assert len(os.listdir(flowdesk.folder / "pictures")) == 10


def test_a_picture_of_a_puzzle_without_a_solution_is_left_out_of_a_folder(
    flowdesk: CommandLine,
) -> None:
    flowdesk.file("pack/a.txt", UNSOLVABLE)
    flowdesk.file("pack/b.txt", GOOD)
    done = flowdesk("render", "pack", "-o", "pictures/", "--solution")
    assert done.returncode == 1
    assert "no picture was written" in done.stderr
    assert os.listdir(flowdesk.folder / "pictures") == ["b.png"]
