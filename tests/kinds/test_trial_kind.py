"""A kind of puzzle that stands in this file alone, in the real window and on the command line.

Rails: some cells hold a post, and the solution runs a rail through every row with a post in it.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest
from PIL import Image

from flowdesk.core.board import Board, board_of
from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell, Edge, listed
from flowdesk.core.json_object import JsonObject
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import CheckResult, CheckStatus, SolveResult, SolveStatus
from flowdesk.kinds.drawing import Drawing, Step, timed
from flowdesk.kinds.editor import Editing, Item, Tool
from flowdesk.kinds.entry import Entry, Files
from flowdesk.kinds.kind import Kind
from flowdesk.kinds.solving import Solving
from flowdesk.kinds.table import KINDS
from tests import processes
from tests.command_line import CommandLine
from tests.driver import Driver

RIM = "#123456"
POST: Tiles = (Tile("dot", "#ff9f1c"), Tile("rim", RIM))
RAIL: Tiles = (Tile("pipe", "#35c46a", side="lr"),)


@dataclass(frozen=True)
class Posts(Puzzle):
    """The puzzle."""

    posts: frozenset[Cell] = frozenset()
    kind: ClassVar[str] = "rails"
    made_of: ClassVar[tuple[str, ...]] = ("posts",)

    @property
    def key_parts(self) -> tuple[object, ...]:
        return self.kind, self.width, self.height, sorted(self.posts)

    @property
    def board(self) -> Board:
        return board_of(self.width, self.height)


@dataclass(frozen=True)
class Rails:
    """The solution."""

    width: int
    rows: frozenset[int]

    @property
    def edges(self) -> frozenset[Edge]:
        return frozenset(((x - 1, y), (x, y)) for y in self.rows for x in range(1, self.width))


def solution_of(level: Posts) -> Rails:
    return Rails(level.width, frozenset(y for _, y in level.posts))


def press(level: Posts, spot: Spot, item: str = "") -> Gesture[Posts]:
    """Place a post, or take it away."""
    return Gesture("post", replace(level, posts=level.posts ^ {spot.cell}))


class RailsSolving(Solving[Posts]):
    def solve(self, level: Posts, *, progress: object = None) -> SolveResult:
        return SolveResult(SolveStatus.SOLVED, solution_of(level), rounds=1)

    def check(self, level: Posts, *, progress: object = None) -> CheckResult:
        return CheckResult(CheckStatus.UNIQUE, solutions=(solution_of(level),), rounds=1)


class RailsFiles(Files[Rails]):
    def to_json(self, entry: Entry) -> dict[str, object]:
        return {"posts": sorted(entry.level.posts)}

    def from_json(
        self, data: JsonObject, width: int, height: int, about: Mapping[str, str]
    ) -> Entry:
        return Entry(Posts(width, height, frozenset(data.cells("posts")), about=about))

    def answer_json(self, rails: Rails | None) -> dict[str, object]:
        return {"rows": sorted(rails.rows) if rails else []}


class RailsDrawing(Drawing[Posts, Rails, bool]):
    def cell_tiles(
        self, level: Posts, cell: Cell, segment: bool | None = None, *, labels: bool = False
    ) -> Tiles:
        if not level.on_board(cell):
            return ()
        return (Tile("cell"), *(RAIL if segment else ()), *(POST if cell in level.posts else ()))

    def segments(self, level: Posts, rails: Rails) -> dict[Cell, bool]:
        return {(x, y): True for y in rails.rows for x in range(rails.width)}

    def steps(self, level: Posts, rails: Rails) -> list[Step]:
        rows = sorted(rails.rows)
        return timed([[Step((((x, y), True),)) for x in range(level.width)] for y in rows])


class RailsEditing(Editing[Posts]):
    tools = (Tool("Post", "endpoint", "Place posts", "F2", "Click a cell.", "", press, press),)

    def palette(self, level: Posts, current: str) -> list[Item]:
        return [Item("post", "Post", POST)]

    def next_item(self, level: Posts, item: str) -> str:
        return "post"

    def cleared(self, level: Posts) -> Posts:
        return replace(level, posts=frozenset())


class RailsKind(Kind[Posts, Rails]):
    key = "rails"
    name = "Rails"
    solving = RailsSolving()
    files = RailsFiles()
    drawing = RailsDrawing()
    editing = RailsEditing()
    new = Posts

    def findings(self, level: Posts) -> list[Finding]:
        return [] if level.posts else [Finding("posts", "Place a post.", (), Severity.INVALID)]

    incomplete = findings


RAILS = RailsKind()

if multiprocessing.parent_process():  # a worker imports this file when it gets a puzzle of it
    KINDS[RAILS.key] = RAILS

BOARD = Posts(4, 3, frozenset({(1, 0), (2, 2)}))
#: The command line in a process of its own, with this kind in its table.
PROGRAM = (
    "from flowdesk.kinds.table import KINDS; from tests.kinds.test_trial_kind import RAILS; "
    "KINDS[RAILS.key] = RAILS; from flowdesk.cli.main import main; import sys; "
    "sys.exit(main(sys.argv[1:]))"
)


@pytest.fixture(autouse=True)
def rails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kind stands in the table as long as a test runs."""
    monkeypatch.setitem(KINDS, RAILS.key, RAILS)


def test_it_is_drawn_undone_solved_animated_saved_and_opened_again(
    driver: Driver, tmp_path: Path
) -> None:
    document, solving = driver.window.shown.document, driver.window.shown.solving
    document.new(Posts(4, 3))
    driver.click((1, 0), (2, 2), (3, 1))
    driver.key("Control-z")
    assert document.level.posts == BOARD.posts
    driver.solve()
    driver.wait_until(lambda: solving.playback and solving.playback.finished, "it is all shown")
    assert document.solution == solution_of(BOARD)
    shown = [cell for cell, tiles in driver.view.scene.tiles.items() if tiles[1:2] == RAIL]
    assert sorted(shown) == sorted((x, y) for y in (0, 2) for x in range(4))
    document.save(tmp_path / "rails.json")
    assert load(tmp_path / "rails.json") == [BOARD]
    document.new(Posts(2, 2))
    driver.window.files.open_path(tmp_path / "rails.json")
    assert driver.window.shown.document.level == BOARD


def test_what_it_cannot_do_is_greyed_out_in_the_window(driver: Driver) -> None:
    driver.window.shown.document.new(BOARD)
    driver.root.update()
    commands = driver.window._commands()
    enabled = {label: command.is_possible() for label, command in commands.items()}
    for label in ("Rotate", "Resize ...", "Explore the rules", "Hint", "Play this puzzle"):
        assert not enabled[label], label
    for label in ("Solve", "Undo", "Save", "Clear"):
        assert label in enabled
    driver.window.modes.event_generate("<ButtonPress-1>", x=100, y=10)
    driver.key("F12")
    assert not driver.window.tab.playing.is_on


def test_the_window_says_how_many_solutions_it_has(driver: Driver) -> None:
    driver.window.shown.document.new(BOARD)
    driver.window.shown.live_check.check_now()
    driver.wait_until(lambda: driver.window.shown.live_check.known.check, "it is checked")
    assert driver.window.verdict.text == "exactly one solution"


def test_the_command_line_solves_checks_converts_and_renders_it(flowdesk: CommandLine) -> None:
    path = write(flowdesk.folder)
    solved = json.loads(flowdesk("solve", "--json", path).stdout)
    assert (solved["kind"], solved["status"], solved["rows"]) == ("rails", "solved", [0, 2])
    assert flowdesk("check", path).stdout == f"{path}: exactly one solution\n"
    assert flowdesk("convert", path, "-o", "again.json").returncode == 0
    assert load(flowdesk.folder / "again.json") == [BOARD]
    assert flowdesk("render", path, "--solution", "--cell", "10", "-o", "a.png").returncode == 0
    assert flowdesk("render", path, "--solution", "-o", "a.gif").returncode == 0
    with Image.open(flowdesk.folder / "a.gif") as movie:
        assert getattr(movie, "n_frames", 1) > 5


def test_without_a_text_format_it_is_not_written_as_text_nor_advised(flowdesk: CommandLine) -> None:
    done = flowdesk("convert", write(flowdesk.folder), "-o", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "- was not written: no text can hold this. Choose --format json." in done.stderr
    assert flowdesk("convert", "rails.json", "-o", "-", "--format", "json").returncode == 0
    flowdesk.file("either.txt", "1.1\n")
    said = flowdesk("check", "either.txt").stderr
    assert "Read as" in said
    assert "rails" not in said.lower()


def test_a_rim_with_a_colour_of_its_own_is_in_every_format(flowdesk: CommandLine) -> None:
    assert flowdesk("render", write(flowdesk.folder), "-o", "a.svg").returncode == 0
    assert RIM in (flowdesk.folder / "a.svg").read_text()


def test_three_kinds_are_listed_as_people_do(flowdesk: CommandLine) -> None:
    flowdesk.file("other.json", '{"flowdesk": 1, "kind": "other"}')
    said = flowdesk("check", "other.json").stderr
    assert f"only {listed([*map(repr, KINDS)])} are known here" in said


@pytest.mark.parametrize("verb", [("rules",), ("cnf", "-o", "a.cnf")])
def test_a_verb_that_it_has_nothing_for_refuses_it_by_name(
    flowdesk: CommandLine, verb: tuple[str, ...]
) -> None:
    done = flowdesk(*verb, write(flowdesk.folder))
    assert done.returncode == 2
    assert "Rails" in done.stderr


def test_the_same_in_a_process_of_its_own_with_real_workers(tmp_path: Path) -> None:
    path = write(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", PROGRAM, "solve", "--json", path]
    done = processes.run(command, cwd=tmp_path, env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"] == [0, 2]


def write(folder: Path) -> str:
    """Write the board as FlowDesk JSON; return the file's name."""
    posts = [list(cell) for cell in sorted(BOARD.posts)]
    data = {"flowdesk": 1, "kind": "rails", "width": 4, "height": 3, "posts": posts}
    (folder / "rails.json").write_text(json.dumps(data))
    return "rails.json"
