"""Races of engines: the table, the chart, and continuing an interrupted race."""

from __future__ import annotations

import csv
import io
import signal
import subprocess
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from PIL import Image, ImageColor

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.growing_csv import as_csv
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.charts import ON_LIGHT
from flowdesk.formats.registry import MAP, write_file
from flowdesk.kinds.entry import Entry
from flowdesk.lab.engine_names import ALL_ENGINES, check_engines
from flowdesk.lab.engines import ENGINES
from flowdesk.lab.race import (
    HEADER,
    Race,
    Run,
    engines_of,
    in_numbers,
    race_chart,
    read_runs,
    standings,
)
from flowdesk.sat.backend import backend
from tests.command_line import CommandLine
from tests.levels import hard_to_solve
from tests.loops import puzzle_of
from tests.processes import flowdesk, started
from tests.samples import SMALL, TOUCHING, hard_level, level_of

BLUE = (0x00, 0x67, 0xC0)
GOOD = MAP.write([Entry(SMALL)])
LOOP = puzzle_of("..32. 222.3 0..1. 2.2.. .2323")


def bench(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the verb; where a time limit is to end it, in a process of its own."""
    line = CommandLine(folder)
    return (line.process if "--timeout" in arguments else line)("bench", *arguments)


def race(
    levels: Sequence[tuple[str, Puzzle]],
    engines: Sequence[str],
    *,
    timeout: float = 20,
    runs: int = 1,
    before: Sequence[Run] = (),
) -> list[Run]:
    """A race from its beginning to its end."""
    found = []
    going = Race(levels, engines, timeout=timeout, runs=runs, workers=2, before=before)
    with closing(going):
        while going.running:
            going.wait()
            found += going.poll()
    assert going.left == 0
    return found


def test_every_engine_runs_on_every_level() -> None:
    levels = [("a", SMALL), ("b", level_of("R.B ... B.R"))]
    found = race(levels, ALL_ENGINES, runs=2)
    assert sorted((each.puzzle, each.engine) for each in found) == sorted(
        (name, engine) for name, _ in levels for engine in ALL_ENGINES for _ in range(2)
    )
    assert {(each.puzzle, each.status) for each in found} == {("a", "solved"), ("b", "unsolvable")}
    assert all(each.seconds < 20 for each in found)
    took = {each.engine: (each.nodes, each.conflicts) for each in found if each.puzzle == "a"}
    for engine in ENGINES:
        nodes, conflicts = took[engine]
        assert nodes
        assert conflicts is None, "only SAT solvers have conflicts"
    assert took["cdcl"] == took["dpll"] == (0, 0), "all cells follow from each other"
    assert took["sat"] == ((2, 0) if backend() == "python-sat" else (None, None))
    assert (found[0].width, found[0].height, found[0].colors) in ((5, 5, 5), (3, 3, 2))


def test_slitherlinks_are_raced_by_the_engines_for_them() -> None:
    engines = engines_of("slitherlink")
    assert engines == ("sat", "cdcl", "dpll")
    found = race([("a", LOOP), ("b", puzzle_of("3.3 .0. 3.3"))], engines)
    assert sorted((each.puzzle, each.engine, each.status) for each in found) == [
        (name, engine, status)
        for name, status in (("a", "solved"), ("b", "unsolvable"))
        for engine in sorted(engines)
    ]
    assert {each.colors for each in found} == {0}
    for each in found:
        is_told = each.engine != "sat" or backend() == "python-sat"
        assert (each.conflicts is not None) == (is_told and each.puzzle == "a")


def test_a_time_limit_ends_in_unknown_and_is_waited_for_only_once() -> None:
    found = race([("hard", hard_level())], ["sat"], timeout=0.3, runs=3)
    assert [(each.status, each.seconds) for each in found] == [("unknown", 0.3)]


def test_what_was_run_before_is_not_run_again() -> None:
    before = race([("a", SMALL)], ["sat"], runs=2)
    assert race([("a", SMALL)], ["sat"], runs=2, before=before) == []
    more = race([("a", SMALL)], ["sat", "cells"], runs=3, before=before)
    assert sorted(each.engine for each in more) == ["cells", "cells", "cells", "sat"]


def test_an_engine_that_cannot_tell_says_unknown() -> None:
    (found,) = race([("a", TOUCHING)], ["cells"])
    assert found.status == "unknown"


def test_a_race_can_be_ended_at_any_time() -> None:
    levels = [("a", SMALL), ("hard", hard_to_solve())]
    going = Race(levels, ["sat"], timeout=None, runs=2, workers=1)
    while (before := going.left) == 4:
        going.wait()
        going.poll()
    assert (before, going.running) == (3, True)
    going.close()
    assert not going.running
    assert going.poll() == []


def some_runs() -> list[Run]:
    return [
        Run("a", 5, 5, 4, "sat", "solved", 0.001, 3, 0),
        Run("a", 5, 5, 4, "sat", "solved", 0.003, 5, 1),
        Run("a", 5, 5, 4, "sat", "solved", 0.009, 7, 1),
        Run("b, c", 5, 5, 4, "sat", "solved", 0.005, 9, 4),
        Run("a", 5, 5, 4, "cells", "unknown", 10.0, 77),
        Run("d", 7, 5, 4, "cells", "failed", 0.0, None),
    ]


def test_standings_are_medians_of_medians() -> None:
    sat, cells = standings(some_runs())
    assert (sat.engine, sat.levels, sat.unknown) == ("sat", 2, 0)
    assert (sat.median, sat.worst) == (0.004, 0.005)
    assert (sat.nodes, sat.conflicts) == (7, 2.5)
    assert (in_numbers(cells.nodes), in_numbers(cells.conflicts)) == ("", ""), "not known"
    assert (cells.engine, cells.levels, cells.unknown, cells.median) == ("cells", 1, 1, inf)
    untold = Run("b", 5, 5, 4, "sat", "solved", 0.1, None)
    (with_untold,) = standings([untold, *some_runs()[:3]])
    assert with_untold.nodes is None, "what some runs do not tell has no median"
    quick = Run("e", 5, 5, 4, "cells", "unknown", 0.001, 3)
    solved = [Run(name, 5, 5, 4, "cells", "solved", 0.5, 9) for name in "fg"]
    (cells,) = standings([quick, *solved])
    assert (cells.unknown, cells.median, cells.worst) == (1, 0.5, 0.5), "no answer is not quick"


def test_a_table_is_read_back_even_if_its_last_line_is_torn(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    text = ",".join(HEADER) + "\n" + as_csv(some_runs())
    file.write_text(text)
    assert read_runs(file) == some_runs()
    file.write_text(text + "e,5,5")
    assert read_runs(file) == some_runs()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("R.R\n", "line 1: this is no table of races"),
        (",".join(HEADER) + "\na,b\n", "line 2: this line is no run: it should have 9 values"),
        (",".join(HEADER) + "\na,five,5,4,sat,solved,1,0,0\n", "line 2"),
        (",".join(HEADER) + "\na,5,5,4,cells,solved,1,0\n", "line 2"),
        (
            ",".join(HEADER[:-1]) + "\na,5,5,4,cells,solved,1,0\n",
            "line 1: this is no table of races",
        ),
    ],
)
def test_another_table_is_refused(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "a.csv"
    file.write_text(text)
    with pytest.raises(FlowDeskError, match=words):
        read_runs(file)
    (tmp_path / "level.txt").write_text(GOOD)
    done = bench(tmp_path, "level.txt", "--csv", "a.csv")
    assert done.returncode == 2
    assert words in done.stderr.replace("a.csv, ", "")
    assert file.read_text() == text


def test_the_chart_shows_every_engine_in_its_colour() -> None:
    pictures = []
    for runs in (some_runs(), some_runs()[:4]):
        picture = Image.open(io.BytesIO(race_chart(runs, (600, 400))))
        assert picture.size == (600, 400)
        pictures.append(picture.convert("RGB"))
    with_cells, without = ({color for _, color in p.getcolors(10**6) or ()} for p in pictures)
    blue, red, green, purple = (ImageColor.getrgb(ink) for ink in ON_LIGHT.curves[:4])
    assert {blue, green} <= with_cells
    assert blue in without
    assert green not in without
    assert red not in with_cells, "no engine has another one's colour"
    cdcl = race_chart([Run("a", 5, 5, 4, "cdcl", "solved", 0.1, 0, 0)], (600, 400))
    drawn = Image.open(io.BytesIO(cdcl)).convert("RGB")
    assert purple in {color for _, color in drawn.getcolors(10**6) or ()}


def test_the_names_of_engines_take_more_rows_in_a_narrow_chart() -> None:
    runs = [Run("a", 5, 5, 4, engine, "solved", 0.1, 0, 0) for engine in ALL_ENGINES]
    narrow = Image.open(io.BytesIO(race_chart(runs, (300, 400)))).convert("RGB")
    cut = narrow.crop((297, 0, 300, 400)).getcolors()
    assert cut == [(1200, ImageColor.getrgb(ON_LIGHT.paper))], "none is cut at the edge"
    last = ImageColor.getrgb(ON_LIGHT.curves[len(ALL_ENGINES) - 1])
    below = narrow.crop((0, 320, 300, 400)).getcolors(10**6) or ()
    assert last in {color for _, color in below}


def test_a_chart_has_thicker_lines_but_the_same_size_in_a_larger_window() -> None:
    once, twice = (
        Image.open(io.BytesIO(race_chart(some_runs(), (900, 600), replace(ON_LIGHT, scale=scale))))
        for scale in (1, 2)
    )
    assert once.size == twice.size
    marks = [
        sum(n for n, color in picture.convert("RGB").getcolors(10**6) or () if color == BLUE)
        for picture in (once, twice)
    ]
    assert marks[1] > 3 * marks[0], "twice as wide and high"


def test_engines_are_named_where_one_is_unknown() -> None:
    assert check_engines(["cells", "sat", "cells"]) == ("cells", "sat")
    with pytest.raises(
        FlowDeskError, match="'fast': there are sat, distance, cells, cdcl and dpll"
    ):
        check_engines(["fast"])


# -- the command line --------------------------------------------------------------------------


def test_a_row_is_printed_for_each_run(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    done = bench(tmp_path, "a.txt", "--runs", "2", "--engines", "sat,cells", "--plot", "p.png")
    assert (done.returncode, done.stderr) == (0, "")
    header, *rows = csv.reader(io.StringIO(done.stdout))
    assert ",".join(header) == "puzzle,width,height,colors,engine,status,seconds,nodes,conflicts"
    level = ["a.txt", "5", "5", "5"]
    assert sorted(row[:6] for row in rows) == [
        [*level, engine, "solved"] for engine in ("cells", "cells", "sat", "sat")
    ]
    with Image.open(tmp_path / "p.png") as picture:
        assert picture.format == "PNG"


def test_a_table_that_exists_is_continued_and_an_empty_one_begun(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    (tmp_path / "o.csv").write_text("")
    first = bench(tmp_path, "a.txt", "--runs", "1", "--engines", "sat", "--csv", "o.csv")
    assert (first.returncode, first.stderr) == (0, "")
    assert "5x5" in first.stdout
    before = (tmp_path / "o.csv").read_text()
    with (tmp_path / "o.csv").open("a") as file:
        file.write("torn,5")
    done = bench(tmp_path, "a.txt", "--runs", "2", "--engines", "sat,cells", "--csv", "o.csv")
    assert done.returncode == 0
    after = (tmp_path / "o.csv").read_text()
    assert after.startswith(before)
    assert (
        sorted(run.engine for run in read_runs(tmp_path / "o.csv")) == ["cells"] * 2 + ["sat"] * 2
    )


def test_a_file_named_like_a_formula_is_none_in_the_table(tmp_path: Path) -> None:
    (tmp_path / "=HYPERLINK(1).txt").write_text(GOOD)
    command = ("=HYPERLINK(1).txt", "--runs", "1", "--engines", "sat")
    for row in (bench(tmp_path, *command).stdout.splitlines()[1], *_rows(tmp_path, command)):
        assert row.startswith("'=HYPERLINK(1).txt,5,5,")
    before = (tmp_path / "o.csv").read_text()
    assert bench(tmp_path, *command, "--csv", "o.csv").returncode == 0
    assert (tmp_path / "o.csv").read_text() == before, "the run is known"


def _rows(folder: Path, command: Sequence[str]) -> list[str]:
    bench(folder, *command, "--csv", "o.csv")
    return (folder / "o.csv").read_text().splitlines()[1:]


def test_a_race_is_among_puzzles_of_one_kind(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    write_file(tmp_path / "b.json", [Entry(LOOP)])
    done = bench(tmp_path, "b.json", "--runs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    _, *rows = csv.reader(io.StringIO(done.stdout))
    assert sorted(row[:6] for row in rows) == [
        ["b.json", "5", "5", "0", engine, "solved"] for engine in ("cdcl", "dpll", "sat")
    ]
    done = bench(tmp_path, "a.txt", "b.json", "--runs", "1", "--engines", "cdcl")
    assert done.returncode == 2
    assert "b.json: the race is among Flow puzzles; --kind slitherlink races" in done.stderr
    assert [row[:5] for row in csv.reader(io.StringIO(done.stdout))][1:] == [
        ["a.txt", "5", "5", "5", "cdcl"]
    ]
    done = bench(tmp_path, "b.json", "--engines", "sat,cells")
    assert done.returncode == 2
    words = "The engine cells is not for Slitherlink puzzles: use sat, cdcl and dpll."
    assert words in done.stderr


@pytest.mark.usefixtures("picosat")
def test_what_pycosat_does_not_tell_is_empty_and_never_0(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    done = bench(tmp_path, "a.txt", "--runs", "1", "--engines", "sat,cdcl")
    _, *rows = csv.reader(io.StringIO(done.stdout))
    assert sorted(row[4:6] + row[7:] for row in rows) == [
        ["cdcl", "solved", "0", "0"],
        ["sat", "solved", "", ""],
    ]


def test_ctrl_c_keeps_what_was_run(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    (tmp_path / "b.txt").write_text(MAP.write([Entry(hard_to_solve())]))
    options = ["--engines", "sat", "--timeout", "0", "--jobs", "1", "--runs", "1"]
    with started(
        flowdesk("bench", "a.txt", "b.txt", *options),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        process.stdout.readline()
        assert process.stdout.readline().startswith("a.txt,5,5,5,sat,solved")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 130


def test_what_a_shorter_limit_ended_runs_again(tmp_path: Path) -> None:
    level, table = hard_level(), tmp_path / "o.csv"
    (tmp_path / "a.txt").write_text(MAP.write([Entry(level)]))
    size = (level.width, level.height, len(level.pairs))
    ended = Run("a.txt", *size, "sat", "unknown", 0.05, None)
    table.write_text(",".join(HEADER) + "\n" + as_csv([ended]))
    command = ["bench", "a.txt", "--engines", "sat", "--runs", "1", "--csv", "o.csv", "--timeout"]
    assert CommandLine(tmp_path).process(*command, "0.15").returncode == 3
    assert [run.seconds for run in read_runs(table)] == [0.15]
    assert CommandLine(tmp_path)(*command, "0.1").returncode == 3
    assert [run.seconds for run in read_runs(table)] == [0.15]
