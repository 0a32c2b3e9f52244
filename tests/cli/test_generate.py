"""flowdesk generate, in real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest

from flowdesk.formats.registry import load
from flowdesk.kinds.flow.level import Level, Solution, mistakes
from flowdesk.kinds.flow.making.generate import VERSION, generate
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.making.shapes import holes_of
from flowdesk.kinds.flow.solving.solve import check
from tests import processes
from tests.command_line import CommandLine
from tests.desk.pools import CpuPool
from tests.processes import started, wait_until
from tests.samples import read_text

HOPELESS = ("5x5", "--colors", "2", "--seed", "1")


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_level_is_printed_as_a_map(flowdesk: CommandLine) -> None:
    (entry,) = read_text(flowdesk.prints("generate", "6x5", "--seed", "17"))
    assert entry.level.about == {"title": "6x5 number 1", "seed": "17", "generator": str(VERSION)}
    made = generate(FlowRequest(6, 5, seed=17))
    assert made.level is not None
    assert entry.level.is_same_puzzle(made.level)
    assert check(entry.level).status == "unique"


def test_several_are_printed_as_a_list_and_each_can_be_made_again_by_its_seed(
    flowdesk: CommandLine,
) -> None:
    many = flowdesk("generate", "5x5", "--seed", "3", "--count", "3")
    levels = [entry.level for entry in read_text(many.stdout)]
    assert [level.about["seed"] for level in levels] == ["3", "4", "5"]
    assert [level.title for level in levels] == [f"5x5 number {number}" for number in (1, 2, 3)]
    again = flowdesk("generate", "5x5", "--seed", "5")
    assert read_text(again.stdout)[0].level.is_same_puzzle(levels[2])


def test_without_a_seed_one_is_chosen_and_told(flowdesk: CommandLine) -> None:
    done = flowdesk("generate", "5x5")
    level = read_text(done.stdout)[0].level
    seed = level.about["seed"]
    assert f"--seed {seed} " in done.stderr
    again = flowdesk("generate", "5x5", "--seed", seed, "--quiet")
    assert (again.stdout, again.stderr) == (done.stdout, "")


@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_a_file_gets_all_levels(flowdesk: CommandLine, suffix: str) -> None:
    assert (
        flowdesk.prints("generate", "5x5", "--seed", "1", "--count", "4", "-o", f"pack{suffix}")
        == ""
    )
    assert len(load(flowdesk.folder / f"pack{suffix}")) == 4


def test_a_folder_that_holds_half_of_the_levels_ends_up_like_one_made_at_once(
    flowdesk: CommandLine,
) -> None:
    request = ("generate", "5x5", "--seed", "9", "--shortest", "4", "--jobs", "2")
    assert flowdesk.process(*request, "--count", "6", "-o", "whole").returncode == 0
    assert flowdesk(*request, "--count", "3", "-o", "half").returncode == 0
    half = files(flowdesk.folder / "half")
    assert list(half) == ["5x5-0001.txt", "5x5-0002.txt", "5x5-0003.txt"]
    (flowdesk.folder / "half" / "5x5-0002.txt").unlink()
    before = (flowdesk.folder / "half" / "5x5-0001.txt").stat().st_mtime_ns
    assert flowdesk(*request, "--count", "6", "-o", "half").returncode == 0
    assert files(flowdesk.folder / "half") == files(flowdesk.folder / "whole")
    assert (flowdesk.folder / "half" / "5x5-0001.txt").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("options", "suffix"),
    [
        (("--more-walls", "2", "--more-holes", "1"), "txt"),
        (("--warps", "rows"), "json"),  # text has no room there for the seed
        (("--bridges", "1"), "json"),
        (("--board", "hex"), "json"),
    ],
)
def test_a_folder_goes_on_on_every_board(
    flowdesk: CommandLine, options: tuple[str, ...], suffix: str
) -> None:
    request = ("generate", "5x5", "--seed", "1", *options, "-o", "made")
    assert flowdesk(*request).returncode == 0
    before = files(flowdesk.folder / "made")
    assert list(before) == [f"5x5-0001.{suffix}"]
    assert flowdesk(*request, "--count", "2").returncode == 0
    after = files(flowdesk.folder / "made")
    assert len(after) == 2
    assert after.items() >= before.items()


def test_levels_of_another_version_of_the_generator_are_left_as_they_are(
    flowdesk: CommandLine,
) -> None:
    request = ("generate", "5x5", "--seed", "9", "-o", "made")
    assert flowdesk(*request).returncode == 0
    path = flowdesk.folder / "made" / "5x5-0001.txt"
    text = path.read_text()
    line = f"generator: {VERSION}\n"
    assert line in text
    path.write_text(text.replace(line, "generator: 0\n"))
    assert "5x5-0001.txt is another puzzle" in flowdesk(*request).stderr
    path.write_text(text.replace(line, ""))  # as before versions were written down
    assert "5x5-0001.txt is another puzzle" in flowdesk(*request).stderr


def test_a_folder_with_other_levels_is_left_as_it_is(flowdesk: CommandLine) -> None:
    assert flowdesk("generate", "5x5", "--seed", "1", "-o", "made").returncode == 0
    before = files(flowdesk.folder / "made")
    for other in (("--seed", "2"), ("--seed", "1", "--colors", "5")):
        done = flowdesk("generate", "5x5", *other, "-o", "made")
        assert done.returncode == 2
        assert "5x5-0001.txt is another puzzle" in done.stderr
    assert files(flowdesk.folder / "made") == before


def test_a_request_that_is_not_met_gives_the_nearest_level_and_says_so(
    flowdesk: CommandLine,
) -> None:
    done = flowdesk("generate", *HOPELESS)
    assert done.returncode == 3
    assert "flowdesk: 5x5 number 1: The nearest of " in done.stderr
    level = read_text(done.stdout)[0].level
    assert level.about["note"] in done.stderr
    flowdesk.file("made/5x5-0001.txt", done.stdout)
    resumed = flowdesk("generate", *HOPELESS, "-o", "made")
    assert resumed.returncode == 3
    assert level.about["note"] in resumed.stderr


def test_json_has_an_object_a_level_with_its_solution(flowdesk: CommandLine) -> None:
    done = flowdesk("generate", "6x6", "--seed", "4", "--count", "2", "--json")
    first, second = map(json.loads, done.stdout.splitlines())
    assert list(first) == [
        *("puzzle", "kind", "status", "width", "height", "seed", "generator"),
        *("paths", "attempts", "report"),
    ]
    assert (first["puzzle"], first["seed"]) == ("6x6 number 1", 4)
    assert (second["status"], second["seed"]) == ("made", 5)
    paths = {label: tuple(map(tuple, path)) for label, path in first["paths"].items()}
    ends = {path[end]: label for label, path in paths.items() for end in (0, -1)}
    assert mistakes(Level(6, 6, ends), Solution(paths)) == []
    nearest = json.loads(flowdesk("generate", *HOPELESS, "--json").stdout)
    assert nearest["status"] == "nearest"


def test_a_mask_lends_its_size_holes_and_walls(flowdesk: CommandLine) -> None:
    mask = flowdesk.file("mask.txt", "#...#\n.....\nA.#.B\n.....\n#...#\n\nwalls: 1,1-2,1\n")
    for size in ((), ("5x5",)):
        printed = flowdesk.prints("generate", *size, "--mask", mask, "--seed", "1")
        level, shape = read_text(printed)[0].level, load(flowdesk.folder / mask)[0]
        assert (level.holes, level.walls) == (shape.holes, shape.walls)
        assert level.about["options"] == "--mask mask.txt"
    assert "leave out the size" in flowdesk("generate", "6x5", "--mask", mask).stderr
    apart = flowdesk.file("apart.txt", "..#.\n..##\n....\n")
    done = flowdesk("generate", "--mask", apart)
    assert done.returncode == 2
    assert "The part of the board at row 1, column 4 has only 1 cell to cover" in done.stderr


def test_a_named_shape_is_one_of_the_options_and_a_folder_of_it_goes_on(
    flowdesk: CommandLine,
) -> None:
    command = "generate 7x7 --shape heart --seed 1 -o hearts --count"
    for count in ("1", "2"):
        done = flowdesk(*command.split(), count)
        assert (done.returncode, done.stderr) == (0, "")
    first, second = (load(flowdesk.folder / f"hearts/7x7-000{number}.txt")[0] for number in (1, 2))
    assert first.holes == second.holes == holes_of("heart", 7, 7)
    assert first.about["options"] == "--shape heart"
    alone = flowdesk(*["generate", "7x7", "--seed", "2", "--shape", "heart"])
    assert read_text(alone.stdout)[0].level.is_same_puzzle(second)


def test_options_are_written_down_with_the_level(flowdesk: CommandLine) -> None:
    request = ("--colors", "5-6", "--shortest", "2", "--difficulty", "easy", "--non-touching")
    done = flowdesk("generate", "5x5", "--seed", "1", *request)
    level = read_text(done.stdout)[0].level
    assert level.about["options"] == " ".join(request)
    assert not level.touching


def making_many(flowdesk: CommandLine) -> subprocess.Popen[bytes]:
    """A command that has made some levels of very many for a file."""
    request = ("8x8", "--seed", "1", "--count", "100000", "--json", "-o", "pack.txt")
    process = flowdesk.start("generate", *request)
    assert process.stdout
    for _ in range(3):
        process.stdout.readline()
    return process


@pytest.mark.parametrize(
    ("number", "to_workers"),
    [
        (signal.SIGINT, True),  # as Ctrl-C
        (signal.SIGTERM, False),
        *(
            pytest.param(number, to_workers, marks=pytest.mark.slow)
            for number, to_workers in (
                *((signal.SIGINT, False), (signal.SIGTERM, True)),
                *((signal.SIGHUP, False), (signal.SIGHUP, True)),
            )
        ),
    ],
)
def test_a_signal_leaves_what_has_been_made_in_the_file(
    flowdesk: CommandLine, number: signal.Signals, to_workers: bool
) -> None:
    process = making_many(flowdesk)
    for _ in range(3):  # shells and systems send more than one
        if to_workers:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 128 + number
    made = len(load(flowdesk.folder / "pack.txt"))
    assert made >= 3
    assert told == f"flowdesk: pack.txt holds {made} of 100000 puzzles.\n".encode()


def test_two_kinds_of_signals_at_once_lose_nothing_either(flowdesk: CommandLine) -> None:
    process = making_many(flowdesk)
    process.send_signal(signal.SIGSTOP)  # so that both are there when it goes on
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGCONT)
    process.communicate(timeout=30)
    assert process.returncode in (128 + signal.SIGTERM, 128 + signal.SIGHUP)
    assert len(load(flowdesk.folder / "pack.txt")) >= 3


def test_under_nohup_a_closed_terminal_ends_nothing(flowdesk: CommandLine) -> None:
    request = ("8x8", "--seed", 1, "--count", 100_000, "--json", "-o", "pack.txt")
    with started(
        processes.flowdesk("generate", *request),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGHUP, signal.SIG_IGN),
        cwd=flowdesk.folder,
        env=flowdesk.environment,
    ) as process:
        assert process.stdout
        for _ in range(3):
            process.stdout.readline()
            os.killpg(process.pid, signal.SIGHUP)
        assert process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGTERM
    assert len(load(flowdesk.folder / "pack.txt")) >= 4


def test_a_level_is_kept_though_one_before_it_takes_longer(flowdesk: CommandLine) -> None:
    # The first of these takes 25 times as long as the second.
    request = ("10x10", "--colors", "5", "--seed", "6", "--count", "2", "--jobs", "2")
    process = flowdesk.start("generate", *request, "-o", "made")
    wait_until((flowdesk.folder / "made" / "10x10-0002.txt").exists, "the second is made")
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGTERM
    assert list(files(flowdesk.folder / "made")) == ["10x10-0002.txt"]


def test_a_time_limit_is_told_and_ends_in_no_level(flowdesk: CommandLine) -> None:
    asked = ("generate", "60x60", "--colors", "40-62", "--seed", "1", "--timeout", "0.1")
    done = flowdesk(*asked, make_pool=CpuPool)
    assert (done.returncode, done.stdout) == (3, "")
    assert "No puzzle was found within the time limit." in done.stderr
