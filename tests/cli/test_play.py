"""Playing in a terminal: whole games in a pseudo-terminal, and what its screen shows."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("has no such terminals", allow_module_level=True)

import termios

from flowdesk.cli.terminal.screen import nearest
from flowdesk.core.storage import shipped
from flowdesk.desk.store import Store
from flowdesk.formats.registry import load
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.play import Look
from flowdesk.kinds.table import kind_of
from tests.command_line import HARD_TO_SOLVE, INCOMPLETE, UNSOLVABLE
from tests.processes import flowdesk, wait_until, workers_of
from tests.terminals import Terminal, terminal

SMALL = "R.R\nB.B\n"
#: The keys that solve it: Enter takes up a colour, its partner puts it down.
SOLVING = ("enter", "right", "right", "down", "left", "left", "enter", "right", "right")

FLOW = shipped("puzzles") / "05x05-first-steps.txt"
LOOP = shipped("puzzles") / "slitherlink" / "05x05-first-loop.json"


class Place:
    """A folder that is the user's home."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, name: str, text: str) -> str:
        path = self.folder / "levels" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return str(path)

    def play(
        self, *arguments: object, environment: dict[str, str] | None = None, **options: Any
    ) -> AbstractContextManager[Terminal]:
        """Play in a terminal; `options` are those of `terminal`."""
        names = ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
        homes = dict.fromkeys(names, str(self.folder / "home"))
        command = flowdesk("play", *arguments)
        return terminal(command, {**homes, **(environment or {})}, **options)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def begin(shown: Terminal, text: str) -> None:
    """Choose to play, and wait for a text beside the board."""
    shown.wait_for("> Play")
    shown.see("enter", text)


def keys_for(puzzle: Any) -> Iterator[str]:
    """The keys that draw the solution of a puzzle, from the first cell on."""
    kind = kind_of(puzzle)
    solution = kind.solving.solve(puzzle, progress=lambda so_far: None).solution
    x, y = 0, 0

    def to(cell: tuple[int, int]) -> Iterator[str]:
        nonlocal x, y
        yield from ["right" if cell[0] > x else "left"] * abs(cell[0] - x)
        yield from ["down" if cell[1] > y else "up"] * abs(cell[1] - y)
        x, y = cell

    if isinstance(puzzle, Level):
        for path in solution.paths.values():
            yield from to(path[0])
            yield "enter"
            for cell in path[1:]:
                yield from to(cell)
    else:
        for a, b in sorted(solution.edges):
            is_row = a[0] == b[0]
            here = b if puzzle.on_board(b) else a
            yield from to(here)
            side = ("w" if is_row else "a") if here == b else ("s" if is_row else "d")
            yield side


# Whole games


def test_a_level_is_played_by_keys_to_its_end_and_its_result_is_kept(place: Place) -> None:
    with place.play(FLOW) as shown:
        begin(shown, "0 of 5 flows")
        shown.press(*keys_for(load(FLOW)[0]))
        rows = shown.wait_for("Perfect!", "Esc: menu").splitlines()
        assert [row[:21] for row in rows[1:12]] == [
            "┌───────────────────┐",
            "│Y┏━━Y━━━Y┓  R●━━R┓ │",
            "│ ┃       ┃       ┃ │",
            "│Y┃  B●  Y●  B●  R┃ │",
            "│ ┃   ┃       ┃   ┃ │",
            "│Y┃  B┗━━B━━━B┛  R┃ │",
            "│ ┃               ┃ │",
            "│Y●  G●  O┏━━O●  R┃ │",
            "│     ┃   ┃       ┃ │",
            "│G●━━G┛  O●  R●━━R┛ │",
            "└───────────────────┘",
        ]
        text = " ".join(row[21:].strip() for row in rows)
        assert "Solved! Moves: 5, the fewest possible." in text
        assert "100 % covered 5 moves" in text
        shown.press("h", "H", "c", "up")  # there is nothing to be told: the result stays
        assert "Solved!" in shown.wait_for("Row 4, column 3")
        shown.see("u", "undone", "4 of 5 flows")
        shown.press("r")  # it counts once
        shown.wait_for("Solved!", "5 of 5 flows", gone="Best so far")
        shown.see("escape", "Best so far: 5 moves", "Watch it solved")
        assert shown.wait_for_end("q") == 0
    store = Store(place.folder / "home/flowdesk/flowdesk.db")
    assert store.rows("SELECT moves FROM results") == [(5,)]


def test_a_loop_is_drawn_by_keys_and_then_watched(place: Place) -> None:
    with place.play(LOOP) as shown:
        begin(shown, "0 edges")
        shown.press("D", " ")
        shown.wait_for("×")
        shown.press("D", " ", " ", *keys_for(load(LOOP)[0]))
        shown.wait_for("Solved!")
        shown.see("escape", "Watch it solved")
        shown.press("down", "enter")
        shown.wait_for("┏━━━", "Solved. Any key")
        shown.see("x", "Quit")


def test_without_colours_and_unicode_all_is_told_by_letters(place: Place) -> None:
    level = place.file("small.txt", "R..\nB.R\n..B\n")
    plain = {"LC_ALL": "C"}
    with place.play(level, environment=plain, term="vt100", columns=60, rows=18) as shown:
        begin(shown, "0 of 2 flows")
        keys = ("enter", "right", "right", "down", "left", "left", "enter", "right", "down")
        shown.press(*keys)
        rows = shown.wait_for("Row 3, column 2", "In hand: Blue (B)").splitlines()
        assert [row[:13] for row in rows[1:8]] == [
            "+-----------+",
            "|R@--R---R+ |",
            "|         | |",
            "|B@--B+  R@ |",
            "|     |     |",
            "| .  Bo  B@ |",
            "+-----------+",
        ]
        cell = shown.screen.buffer[6][5]
        assert cell.reverse, "the cursor is seen"
        assert (shown.screen.cursor.x, shown.screen.cursor.y) == (6, 6)
        colors = {glyph.fg for row in shown.screen.buffer.values() for glyph in row.values()}
        assert colors == {"default"}
        shown.see("right", "2 of 2 flows", "1 cell is")
        shown.see("u", "1 of 2 flows")


def test_next_goes_to_the_next_level_that_is_not_solved(place: Place) -> None:
    place.file("a.txt", f"3 2\n{SMALL}\n2 2\nRR\nBB\n")
    place.file("b.txt", INCOMPLETE)
    with place.play(place.folder / "levels") as shown:
        shown.wait_for("Level 1 of 2", "Left out:", "b.txt")
        shown.see("n", "a.txt#2")
        shown.press("p")
        begin(shown, "0 of 2 flows")
        shown.press(*SOLVING)
        shown.wait_for("Perfect!")
        shown.see("n", "a.txt#2", "0 of 2 flows")
        shown.see("escape", "Quit")
        assert shown.wait_for_end("q") == 2
    with place.play(place.folder / "levels") as shown:
        shown.wait_for("a.txt#2")  # the first one that is not solved yet


def test_a_new_level_is_made_and_one_from_standard_input_is_played(place: Place) -> None:
    with place.play("--size", "4x4", "--seed", 1, "--kind", LOOP.parent.name) as shown:
        shown.wait_for("4x4, seed 1", "4 × 4", "Quit")
    piped = shlex.join(["cat", str(FLOW)]) + " | " + shlex.join(flowdesk("play", "-"))
    with terminal(["sh", "-c", piped], {"HOME": str(place.folder)}) as shown:
        begin(shown, "Row 1, column 1")


# Help


def test_a_trial_is_marked_and_dropped_and_a_hint_tells_first_what_is_wrong(place: Place) -> None:
    with place.play(place.file("small.txt", SMALL)) as shown:
        begin(shown, "0 of 2 flows")
        grounds = grounds_of(shown)
        shown.press("t", *SOLVING[:3])
        shown.wait_for("1 of 2 flows")
        assert len(grounds_of(shown)) > len(grounds)
        shown.see("T", "0 of 2 flows", "Dropped.")
        assert grounds_of(shown) == grounds
        shown.press("left", "left", "h")
        shown.wait_for("Red (R)")
        shown.press("enter", "right", "enter", "c")
        shown.wait_for("All that is drawn")
        shown.press("enter", "down", "enter")
        shown.wait_for("Row 2, column 2")
        for key in "ch":
            shown.see(key, "This cannot be part of any")
            shown.see("escape", "Row 2, column 2", gone="This cannot")


def grounds_of(shown: Terminal) -> set[str]:
    """The colours behind what is on the screen."""
    return {glyph.bg for row in shown.screen.buffer.values() for glyph in row.values()}


def test_no_solution_and_a_damaged_file_of_results_are_told_before_it_is_played(
    place: Place,
) -> None:
    results = place.folder / "home/flowdesk/flowdesk.db"
    results.parent.mkdir(parents=True)
    results.write_text("nonsense")
    with place.play(place.file("bad.txt", UNSOLVABLE)) as shown:
        shown.wait_for("no solution", "is damaged and now in")
        assert results.with_suffix(".broken").read_text() == "nonsense"
        shown.see("enter", "Row 1", "no solution")


# The terminal


def test_the_menu_lists_keys_and_a_terminal_that_is_too_small_is_told(place: Place) -> None:
    with place.play(FLOW) as shown:
        shown.wait_for("> Play")
        shown.see("?", "h: hint", "Any key goes on")
        shown.press("escape")
        begin(shown, "Row 1, column 1")
        shown.see("right", "Row 1, column 2")
        shown.resize(20, 10)
        shown.wait_for("small.", "needs 32\n columns and 13\n rows", "Esc: menu")
        shown.resize(32, 13)
        shown.wait_for("Row 1, column 2", "Nothing in")
        shown.resize(80, 24)
        shown.wait_for("First Steps", "Row 1, column 2")
        shown.resize(20, 10)
        shown.wait_for("small.")
        shown.press("right", "right", "enter", "left", "enter", "escape")  # nobody sees that
        shown.wait_for("> Play", gone="small.")
        shown.resize(80, 24)
        shown.wait_for("Quit")
        assert shown.wait_for_end("q") == 0


def test_ctrl_s_freezes_nothing_and_ctrl_c_leads_to_the_menu_and_out(place: Place) -> None:
    with place.play(FLOW) as shown:
        before = shown.modes
        begin(shown, "Nothing in hand")
        assert not freezes_at_ctrl_s(shown)
        shown.press("ctrl s", "right")
        shown.wait_for("Row 1, column 2")
        shown.see("ctrl c", "> Play", gone="Nothing in hand")
        assert shown.modes != before
        assert shown.wait_for_end("ctrl c") == 130
        assert shown.modes == before


def freezes_at_ctrl_s(shown: Terminal) -> bool:
    return bool(shown.modes[0] & termios.IXON)


def test_ctrl_z_gives_the_terminal_back_until_the_game_goes_on(place: Place) -> None:
    """A shell with job control starts the game; after Enter it lets the stopped game go on."""
    game = shlex.join(flowdesk("play", FLOW))
    shell = ["sh", "-c", f"set -m; {game}; read line; fg >/dev/null"]
    with terminal(shell, {"HOME": str(place.folder)}) as shown:
        begin(shown, "Row 1, column 1")
        assert not freezes_at_ctrl_s(shown)
        shown.press(*["ctrl l"] * 60)
        wait_until(lambda: shown.is_full, "it is in the middle of drawing")
        shown.press("ctrl z")
        wait_until(lambda: shown.look(0.05) and freezes_at_ctrl_s(shown), "the game is stopped")
        shown.press("enter")
        wait_until(lambda: shown.look(0.05) and not freezes_at_ctrl_s(shown), "it goes on")
        shown.press("ctrl s", "right")
        shown.wait_for("Row 1, column 2")


def test_a_signal_leaves_the_terminal_as_it_was_and_the_game_goes_on(place: Place) -> None:
    level = place.file("small.txt", SMALL)
    with place.play(level) as shown:
        before = shown.modes
        begin(shown, "0 of 2 flows")
        shown.press(*SOLVING[:2])
        shown.wait_for("Row 1, column 2")
        shown.process.terminate()
        assert shown.wait_for_end() == 128 + signal.SIGTERM
        assert shown.modes == before
    with place.play(level) as shown:
        shown.wait_for("> Go on")
        shown.see("enter", "R●━━R•", "where you stopped")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes search")
def test_a_search_is_stopped_or_killed_and_the_game_goes_on(place: Place) -> None:
    with place.play(place.file("hard.txt", HARD_TO_SOLVE), columns=100, rows=60) as shown:
        before = shown.modes
        begin(shown, "Row 1")
        shown.see("h", "Looking for a hint")
        shown.see("escape", "Stopped.")
        shown.see("H", "Looking for a solution")
        shown.see("escape", "Stopped.")
        shown.see("?", "Any key goes on.")
        shown.see("h", "Row 1", gone="Any key")
        shown.see("h", "Looking for a hint")
        wait_until(lambda: search_is_killed(shown), "the search has ended")
        shown.press("escape", "escape")
        shown.wait_for("> Play")
        assert shown.wait_for_end("q") == 0
        assert shown.modes == before


def search_is_killed(shown: Terminal) -> bool:
    """Kill all worker processes of the program, and tell whether it has said so."""
    for worker in workers_of(shown.process.pid):
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    return "The search ended" in shown.look(0.05)


@pytest.mark.parametrize(
    ("term", "sentence"),
    [("dumb", "cannot move its cursor"), ("no-such", "does not know terminals")],
)
def test_terminals_that_cannot_be_drawn_on_are_refused(
    place: Place, term: str, sentence: str
) -> None:
    with place.play(FLOW, term=term) as shown:
        assert shown.wait_for_end() == 2
        assert sentence in shown.text.replace("\n", "")


# Drawing


def drawn(puzzle: Any, look: Look) -> list[str]:
    kind = kind_of(puzzle)
    assert kind.playing
    answer = kind.drawing.drawn_answer(puzzle)
    segments = kind.drawing.segments(puzzle, answer) if answer else {}
    rows = kind.playing.text(puzzle, segments, look).rows
    return ["".join(glyph.char for glyph in row) for row in rows]


def test_walls_holes_and_long_labels_are_drawn() -> None:
    level = Level(
        3,
        2,
        {(0, 0): "C63", (2, 1): "C63", (0, 1): "中文", (1, 1): "中文"},
        frozenset({(2, 0)}),
        frozenset({((0, 0), (1, 0)), ((1, 0), (1, 1))}),
    )
    assert drawn(level, Look()) == [
        "┌─────────┐",
        "│C6│ ·    │",
        "│?? ?? C6 │",
        "└─────────┘",
    ]


def test_colours_are_the_nearest_that_the_terminal_has() -> None:
    assert nearest("#ff0000", 256) == 196
    assert nearest("#1c1c1c", 256) == 234
    assert nearest("#00008b", 256) == 18
    assert nearest("#fb8900", 8) in (1, 3)
    assert nearest("#00008b", 8) == 4
    assert nearest("#000000", 8) == 0
