"""FILE arguments: paths, folders, standard input, numbers and links."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flowdesk.cli.main import main
from flowdesk.formats.registry import JSON
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from tests.command_line import GOOD, PACK, CommandLine, objects, statuses
from tests.core.test_storage import folder, ordinary_user

__all__ = ["folder"]  # a fixture


# -- FILE arguments -------------------------------------------------------------------------------


def test_a_folder_means_every_puzzle_below_it_in_natural_order(flowdesk: CommandLine) -> None:
    names = ["a1.txt", "a2.txt", "A10.txt", "b/9.txt", "b/10/x.json", "b/11.TXT"]
    for name in reversed(names):
        is_json = name.endswith(".json")
        entry = Entry(Level(2, 1, {(0, 0): "R", (1, 0): "R"}))
        flowdesk.file(f"box/{name}", JSON.write([entry]) if is_json else "RR\n")
    for other in ("readme.md", ".hidden.txt", ".git/a.txt", "picture.png", "a.txt~"):
        flowdesk.file(f"box/{other}", "nothing to read")
    (flowdesk.folder / "box" / "folder.txt").mkdir()
    done = flowdesk("solve", "--json", "box")
    assert (done.returncode, done.stderr) == (0, "")
    assert list(statuses(done)) == [os.path.join("box", name) for name in names]


def test_a_folder_that_one_may_not_read_is_told_and_the_rest_is_done(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    for name in ("closed", "closed/below", "listed", "open", ".hidden"):
        (folder / name).mkdir()
        (folder / name / "a.txt").write_text("RR\n")
    (folder / "b.txt").write_text("GG\n")
    for name, mode in (("closed", 0o000), ("listed", 0o444), (".hidden", 0o000)):
        (folder / name).chmod(mode)
    with ordinary_user():
        status = main(["convert", str(folder), "-o", "-"])
        printed = capsysbinary.readouterr()
        assert (status, printed.out) == (2, b"2 1\nGG\n\n2 1\nRR\n")
        assert printed.err.decode().splitlines() == [
            f"flowdesk: {folder}/closed cannot be read: permission denied.",
            f"flowdesk: {folder}/listed/a.txt cannot be read: permission denied.",
        ]
        assert main(["convert", f"{folder}/closed", "-o", "-"]) == 2
        printed = capsysbinary.readouterr()
        assert printed.out == b""
        closed = f"flowdesk: {folder}/closed cannot be read: permission denied.\n"
        assert printed.err.decode() == closed
    for name in ("closed", "listed", ".hidden"):
        (folder / name).chmod(0o755)


def test_names_below_the_present_folder_are_short(flowdesk: CommandLine) -> None:
    flowdesk.file("box/a.txt", "RR\n")
    for typed in (".", "./box", "box/"):
        assert list(statuses(flowdesk("solve", "--json", typed))) == ["box/a.txt"]


def test_a_pipe_or_a_device_is_refused_and_not_waited_for(flowdesk: CommandLine) -> None:
    good = flowdesk.file("box/good.txt", GOOD)
    os.mkfifo(flowdesk.folder / "pipe.txt")
    os.mkfifo(flowdesk.folder / "box" / "pipe.txt")
    done = flowdesk.process("solve", "--json", "pipe.txt", "/dev/zero", "/dev/stdin", good)
    assert (done.returncode, statuses(done)) == (2, {good: "solved"})
    assert done.stderr == (
        "flowdesk: pipe.txt is a pipe, not a file. To read from one, name standard input: '-'.\n"
        "flowdesk: /dev/zero is a device or a socket, not a file.\n"
        "flowdesk: /dev/stdin is a pipe, not a file. "
        "To read from one, name standard input: '-'.\n"
    )
    for arguments in (
        ("render", good, "-o", "a.png", "--theme", "./pipe.txt"),
        ("generate", "--mask", "pipe.txt"),
        ("bench", good, "--csv", "pipe.txt"),
        ("convert", good, "-o", "pipe.txt"),
    ):
        done = flowdesk(*arguments)
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert "pipe" in done.stderr
    done = flowdesk("solve", "--json", "box")
    assert (done.returncode, done.stderr, statuses(done)) == (0, "", {good: "solved"})


def test_numbers_in_names_may_be_of_any_kind(flowdesk: CommandLine) -> None:
    for name in ("1²3.txt", "٣.txt", "007.txt", f"{'9' * 100}.txt"):
        flowdesk.file(f"box/{name}", "RR\n")
    done = flowdesk("solve", "--json", "box")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(objects(done)) == 4


def test_puzzles_of_one_file_are_numbered_and_can_be_picked(flowdesk: CommandLine) -> None:
    flowdesk.file("pack.txt", PACK)
    flowdesk.file("odd#2.txt", "RR\n")
    flowdesk.file("odd#3", "RR\n")
    done = flowdesk("solve", "--json", "pack.txt#2", "pack.txt", "odd#2.txt", "odd#3")
    assert done.returncode == 1
    assert [result["puzzle"] for result in objects(done)] == [
        *("pack.txt#2", "pack.txt#1", "pack.txt#2", "pack.txt#3", "odd#2.txt", "odd#3")
    ]
    assert objects(done)[0]["width"] == 2
    for number in ("0", "4", "²", "-1", "x", ""):
        said = flowdesk.refused("solve", f"pack.txt#{number}")
        assert said.startswith(f"flowdesk: pack.txt#{number}: ")
        assert "Traceback" not in said


def test_standard_input_is_a_file_of_which_one_puzzle_can_be_picked(flowdesk: CommandLine) -> None:
    good = flowdesk.file("good.txt", GOOD)
    done = flowdesk("solve", "--json", good, "-", stdin="RR\n")
    assert statuses(done) == {"good.txt": "solved", "-": "solved"}
    done = flowdesk("check", "--json", "-", stdin=PACK)
    assert list(statuses(done)) == ["-#1", "-#2", "-#3"]
    done = flowdesk("solve", "-", stdin="R.R\n..\n")
    assert done.returncode == 2
    assert done.stderr.startswith("flowdesk: -, line 2, column 3: this row has 2 cells")
    done = flowdesk("solve", "--json", "-#2", stdin=PACK)
    assert (done.returncode, statuses(done)) == (0, {"-#2": "solved"})


def test_neither_names_that_are_no_text_nor_output_that_is_not_utf8_are_an_obstacle(
    flowdesk: CommandLine,
) -> None:
    flowdesk.environment |= {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    names = [os.fsdecode(b"caf\xe9.txt"), "é中.txt"]
    for name in names:
        flowdesk.file(name, "RR\n")
    for options in (["--json"], []):
        done = flowdesk.process("solve", *options, *names)
        assert (done.returncode, done.stderr, done.stdout.count("solved")) == (0, "", 2)


# -- links ----------------------------------------------------------------------------------------


LINK = "https://puzz.link/p?arukone/2/2/1122"


def test_a_link_may_stand_where_a_file_does(flowdesk: CommandLine) -> None:
    for name in (LINK, LINK.partition("//")[2]):
        done = flowdesk("solve", "--json", name)
        assert (done.returncode, statuses(done)) == (0, {name: "solved"})
    done = flowdesk("convert", LINK, "-o", "-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "AA\nBB\n", "")


def test_what_is_read_otherwise_than_it_is_meant_is_told(flowdesk: CommandLine) -> None:
    link = LINK.replace("arukone", "numlin")
    flowdesk.file("a.txt", f"{LINK}\n{link}\n")
    for verb in ("solve", "check"):
        done = flowdesk(verb, link, "a.txt")
        assert done.returncode == 0
        told = "numlin lets cells stay uncovered; FlowDesk demands that every cell is covered."
        assert done.stderr == f"flowdesk: {link}: {told}\nflowdesk: a.txt#2: {told}\n"
