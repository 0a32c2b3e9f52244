"""flowdesk generate, more levels than fit into a folder."""

from __future__ import annotations

import csv
import json
import resource
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from flowdesk.cli import series
from flowdesk.cli.main import main
from flowdesk.cli.series import Rated
from flowdesk.core.storage import files_below
from flowdesk.desk.work.worker import Outcome, TimedOut
from flowdesk.formats.registry import suffixes
from flowdesk.kinds.flow.making.generate import VERSION
from tests import processes
from tests.command_line import SECONDS, CommandLine, InOrder, Stopped
from tests.core.test_storage import folder, ordinary_user
from tests.processes import wait_until

__all__ = ["folder"]  # a fixture

#: So many levels stand in a folder here, instead of a thousand.
FEW = 30
#: Two more than there are in a folder; the least board that has more than one level.
REQUEST = ("generate", "3x2", "--seed", "1", "--count", "32")
#: Runs the command line with this number in a process of its own.
PROGRAM = f"""
import sys
from flowdesk.cli import series
from flowdesk.cli.main import main
if __name__ == "__main__":
    series.THOUSAND = {FEW}
    sys.exit(main(sys.argv[1:]))
"""
TABLE = "manifest.csv"


@pytest.fixture(scope="module", autouse=True)
def few() -> Iterator[None]:
    """Let folders be full with few levels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(series, "THOUSAND", FEW)
        yield


@pytest.fixture(scope="module")
def whole(few: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of levels that were made in one go."""
    place = tmp_path_factory.mktemp("many")
    commands = CommandLine(place)
    assert commands.prints(*REQUEST, "-o", "whole") == ""
    return place / "whole"


@pytest.fixture
def made(whole: Path, flowdesk: CommandLine) -> Path:
    """A copy of these levels, which the command of `again` looks at."""
    shutil.copytree(whole, flowdesk.folder / "made")
    return flowdesk.folder / "made"


def again(flowdesk: CommandLine, *options: str, **how: Any) -> tuple[int, str]:
    """Run the command again; return its exit status and its errors."""
    done = flowdesk(*REQUEST, "-o", "made", *options, **how)
    return done.returncode, done.stderr


def files(folder: Path) -> dict[str, bytes]:
    """Return all files by their paths, except for hidden ones: a kill may leave one for a while."""
    every = sorted(path for path in folder.rglob("[!.]*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in every}


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / TABLE).open(newline="") as table:
        return list(csv.DictReader(table))


def bare_rows(folder: Path) -> list[dict[str, str]]:
    """The rows as they are without a rating."""
    return [{**row, "difficulty": "", "score": ""} for row in rows(folder)]


def test_what_does_not_fit_into_a_folder_has_another_of_its_own(whole: Path) -> None:
    first = [f"3x2-{number:04}.txt" for number in range(1, FEW + 1)]
    further = [f"31-60/3x2-{number:04}.txt" for number in (31, 32)]
    assert list(files(whole)) == [*further, *first, TABLE]
    in_order = [path.relative_to(whole).as_posix() for path in files_below(whole, suffixes())[0]]
    assert in_order == [*first, *further]


def test_the_table_has_a_row_for_each_level(whole: Path, flowdesk: CommandLine) -> None:
    found = rows(whole)
    assert [row["number"] for row in found] == [str(number) for number in range(1, 33)]
    last = found[-1]
    assert list(last) == [
        *("number", "seed", "file", "status", "verdict"),
        *("difficulty", "score", "note", "generator"),
    ]
    assert (last["seed"], last["file"]) == ("32", "31-60/3x2-0032.txt")
    assert (last["status"], last["note"], last["generator"]) == ("made", "", str(VERSION))
    path = str(whole / last["file"])
    checked = json.loads(flowdesk("check", "--json", path).stdout)
    rated = checked["difficulty"]
    assert (last["difficulty"], float(last["score"])) == (rated["level"], rated["score"])
    assert f": {last['verdict']}; " in flowdesk("check", path).stdout


def test_whatever_is_missing_is_added(made: Path, whole: Path, flowdesk: CommandLine) -> None:
    table = made / TABLE
    lines = table.read_bytes().splitlines(keepends=True)
    del lines[5]  # a file without a row
    table.write_bytes(b"".join(lines)[:-9])  # a row of which a part is missing
    (made / "3x2-0007.txt").unlink()
    (made / "3x2-0008.txt").write_bytes(b"")  # as a power cut may leave it
    shutil.rmtree(made / "31-60")
    assert again(flowdesk) == (0, "")
    assert files(made) == files(whole)


def test_the_row_of_a_level_that_is_gone_is_written_again(
    made: Path, whole: Path, flowdesk: CommandLine
) -> None:
    lines = (made / TABLE).read_text().splitlines(keepends=True)
    for number in range(5, 9):
        lines[number] = lines[number].replace(",easy,", ",hard,")  # as another --difficulty has it
        (made / f"3x2-{number:04}.txt").unlink()
    (made / TABLE).write_text("".join(lines))
    assert again(flowdesk) == (0, "")
    assert files(made) == files(whole)


def test_rows_are_sorted_when_all_levels_are_there(
    made: Path, whole: Path, flowdesk: CommandLine
) -> None:
    head, *lines = (made / TABLE).read_bytes().splitlines(keepends=True)
    (made / TABLE).write_bytes(b"".join([head, *reversed(lines)]))
    assert again(flowdesk) == (0, "")
    assert files(made) == files(whole)


def test_a_single_folder_of_levels_goes_on_to_more_and_is_rated_when_asked_to(
    made: Path, whole: Path, flowdesk: CommandLine
) -> None:
    (made / TABLE).unlink()
    shutil.rmtree(made / "31-60")
    few = files(made)
    assert flowdesk(*REQUEST[:-1], "30", "-o", "made").returncode == 0
    assert files(made) == few
    assert again(flowdesk, "--no-rating") == (0, "")
    assert rows(made) == bare_rows(whole)
    lines = (whole / TABLE).read_text().splitlines(keepends=True)
    bare = (made / TABLE).read_text().splitlines(keepends=True)
    (made / TABLE).write_text("".join([*lines[:-5], *bare[-5:]]))
    assert again(flowdesk) == (0, "")
    assert files(made) == files(whole)


def test_a_folder_of_an_older_version_goes_on_as_it_is(made: Path, flowdesk: CommandLine) -> None:
    (made / TABLE).unlink()
    (made / "31-60" / "3x2-0031.txt").rename(made / "3x2-0031.txt")
    shutil.rmtree(made / "31-60")
    assert again(flowdesk, "--no-rating") == (0, "")
    assert [row["file"] for row in rows(made)[-2:]] == ["3x2-0031.txt", "31-60/3x2-0032.txt"]
    assert [path.name for path in (made / "31-60").iterdir()] == ["3x2-0032.txt"]


def in_process(flowdesk: CommandLine, *arguments: str) -> list[str]:
    return [sys.executable, flowdesk.file("program.py", PROGRAM), *arguments]


def test_after_a_kill_the_same_command_goes_on(flowdesk: CommandLine) -> None:
    request = *REQUEST[:-1], "300", "-o", "made", "--no-rating"
    made = flowdesk.folder / "made"
    table = made / TABLE
    command = in_process(flowdesk, *request, "--jobs", "2")
    with processes.started(command, cwd=flowdesk.folder, env=flowdesk.environment) as process:
        wait_until(lambda: table.exists() and table.read_bytes().count(b"\n") > 20, "some are made")
        process.kill()
        process.wait()
    kept = [name for name in files(made) if "3x2" in name]
    assert len(kept) >= 20
    before = {name: (made / name).stat().st_mtime_ns for name in kept}
    assert flowdesk(*request).returncode == 0
    assert [row["number"] for row in rows(made)] == [str(number) for number in range(1, 301)]
    assert len(files(made)) == 301
    assert {name: (made / name).stat().st_mtime_ns for name in kept} == before


def test_a_disk_without_room_is_told_and_later_it_goes_on(
    made: Path, whole: Path, flowdesk: CommandLine
) -> None:
    lines = (made / TABLE).read_bytes().splitlines(keepends=True)
    (made / TABLE).write_bytes(b"".join(lines[:20]))
    for number in range(20, FEW + 1):
        (made / f"3x2-{number:04}.txt").unlink()
    room = sum(map(len, lines[:25])) + 10
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (room, room))
    command = in_process(flowdesk, *REQUEST, "-o", "made")
    done = processes.run(
        command,
        capture_output=True,
        timeout=SECONDS,
        cwd=flowdesk.folder,
        env=flowdesk.environment,
        preexec_fn=limit,
    )
    sentence = f"flowdesk: made/{TABLE} cannot be written: file too large.\n"
    assert (done.returncode, done.stderr.decode()) == (2, sentence)
    assert (made / TABLE).stat().st_size == room
    assert again(flowdesk) == (0, "")
    assert files(made) == files(whole)


def test_a_folder_that_one_may_not_write_to_is_told(
    folder: Path, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = folder / "made"
    shutil.copytree(whole, made)
    shutil.rmtree(made / "31-60")
    with ordinary_user():
        assert main([*REQUEST, "-o", str(made)], InOrder) == 2
    assert f"{made} cannot be made or written to: permission denied." in capsys.readouterr().err
    made.chmod(0o777)
    with ordinary_user():
        assert main([*REQUEST, "-o", str(made)], InOrder) == 2
    assert f"{made / TABLE} cannot be written: permission denied." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (("--seed", "2"), f"{TABLE}, line 2: this is no row of this series of levels."),
        (("--colors", "2"), "3x2-0001.txt is another puzzle: name another folder"),
    ],
)
def test_levels_of_another_request_are_left_as_they_are(
    made: Path, whole: Path, flowdesk: CommandLine, other: tuple[str, str], sentence: str
) -> None:
    status, told = again(flowdesk, *other)
    assert status == 2
    assert sentence in told
    assert files(made) == files(whole)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        (
            TABLE,
            "a,b\n1,2\n",
            "line 1: this is no table of levels: the first line should be number,seed",
        ),
        ("31-60", "a file\n", "31-60 cannot be made: there is a file of that name."),
        ("31-60/3x2-0032.txt", "R.R\n...\n", "3x2-0032.txt is another puzzle"),
    ],
)
def test_what_is_in_the_way_is_left_as_it_is(
    made: Path, flowdesk: CommandLine, name: str, content: str, sentence: str
) -> None:
    shutil.rmtree(made / "31-60")
    (made / TABLE).unlink()
    flowdesk.file(f"made/{name}", content)
    status, told = again(flowdesk, "--no-rating")
    assert status == 2
    assert sentence in told
    assert (made / name).read_text() == content


def test_what_is_not_quite_as_requested_is_told_again(
    made: Path, whole: Path, flowdesk: CommandLine
) -> None:
    nearest = {**rows(made)[2], "status": "nearest", "verdict": "", "note": "It is not."}
    lines = (made / TABLE).read_text().splitlines()
    lines[3] = ",".join(nearest.values())
    (made / TABLE).write_text("\n".join([*lines, ""]))
    assert again(flowdesk) == (3, "flowdesk: 3x2 number 3: It is not.\n")
    # Without its row such a level is made again: only the generator knows all about it.
    (made / TABLE).write_text("\n".join([*lines[:3], *lines[4:], ""]))
    with (made / "3x2-0003.txt").open("a") as level:
        level.write("note: It is not.\n")
    assert again(flowdesk) == (0, "")
    assert files(made) == files(whole)


def test_after_ctrl_c_it_is_told_how_to_go_on(made: Path, flowdesk: CommandLine) -> None:
    for number in range(1, 4):
        (made / f"3x2-000{number}.txt").unlink()
    sentence = "flowdesk: made holds 30 of 32 puzzles; the same command goes on.\n"
    assert again(flowdesk, make_pool=Stopped) == (130, sentence)
    shutil.rmtree(made)
    seedless = [*REQUEST[:2], *REQUEST[4:], "-o", "made"]
    told = flowdesk(*seedless, make_pool=Stopped).stderr.splitlines()
    seed = told[0].split()[4].rstrip(";")
    assert told[1].endswith(f"1 of 32 puzzles; the same command with --seed {seed} goes on.")


class Interrupted(InOrder):
    """A pool whose time is over when a level is made and not yet rated."""

    def made(self, call: Callable[..., Any]) -> Outcome:
        told: list[Rated] = []
        call(progress=told.append)
        return TimedOut(told[0])


def test_a_level_is_kept_though_there_is_no_time_to_rate_it(
    made: Path, whole: Path, flowdesk: CommandLine
) -> None:
    lines = (made / TABLE).read_bytes().splitlines(keepends=True)
    (made / TABLE).write_bytes(b"".join(lines[:-1]))
    (made / "31-60" / "3x2-0032.txt").unlink()
    assert again(flowdesk, make_pool=Interrupted) == (0, "")
    assert rows(made)[:-1] == rows(whole)[:-1]
    assert rows(made)[-1] == {**rows(whole)[-1], "difficulty": "", "score": ""}
    (made / TABLE).unlink()
    assert {**files(made), TABLE: b""} == {**files(whole), TABLE: b""}


def test_json_has_only_the_levels_that_are_made_now(made: Path, flowdesk: CommandLine) -> None:
    (made / TABLE).unlink()
    (made / "3x2-0020.txt").unlink()
    done = flowdesk(*REQUEST, "-o", "made", "--json", "--no-rating")
    (only,) = map(json.loads, done.stdout.splitlines())
    assert (only["puzzle"], only["status"]) == ("3x2 number 20", "made")


@pytest.mark.slow
@pytest.mark.parametrize("output", [("--json",), ("-o", "made", "--no-rating")])
def test_memory_does_not_grow_with_the_number_of_levels(
    flowdesk: CommandLine, output: tuple[str, ...]
) -> None:
    def most(count: int) -> int:
        """Return the largest size of the main process, in kB."""
        request = ["generate", "3x2", "--seed", "1", "--count", str(count), *output]
        program = f"""
import resource, sys
from flowdesk.cli.main import Ended, main
if __name__ == "__main__":
    main({request!r})
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""
        path = flowdesk.folder / flowdesk.file("program.py", program)
        done = processes.run(
            [sys.executable, path], capture_output=True, check=True, cwd=flowdesk.folder,
            env=flowdesk.environment, timeout=20 * SECONDS,
        )  # fmt: skip
        shutil.rmtree(flowdesk.folder / "made", ignore_errors=True)
        return int(done.stderr)

    assert most(20_000) < most(1_001) + 2_000
