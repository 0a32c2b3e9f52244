"""flowdesk scan --screen: each new level once, and nothing that is only half a board."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageDraw

from flowdesk.cli.main import parsed_arguments
from flowdesk.cli.output import Console
from flowdesk.cli.scan import ScreenWatch
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.desk.scans.scan import Scan, rows_of
from flowdesk.desk.work.pool import Pool
from flowdesk.desk.work.worker import Failed, Outcome
from flowdesk.formats.registry import load
from flowdesk.kinds.flow.level import Solution
from flowdesk.kinds.flow.solving.solve import solve
from tests import processes
from tests.cli.test_scan import FIRST, LONELY, SECOND
from tests.command_line import CommandLine, InOrder, ending
from tests.samples import level_of


def screen_with(rows: Sequence[str], solution: Solution | None = None) -> Image.Image:
    """A screen of 800 x 600 with a board on it."""
    data = picture_bytes(level_of(" ".join(rows)), solution, Style(cell=60), ".png")
    screen = Image.new("RGB", (800, 600), "#101418")
    screen.paste(Image.open(io.BytesIO(data)).convert("RGB"), (150, 60))
    return screen


def dimmed(screen: Image.Image, share: float) -> Image.Image:
    return Image.blend(Image.new("RGB", screen.size), screen, share)


def watched(
    screens: Sequence[Image.Image | FlowDeskError],
    *options: str,
    is_once: bool = False,
    make_pool: Callable[..., Pool] = InOrder,
) -> list[Scan]:
    """Return what is shown of these screens."""
    arguments = parsed_arguments(["scan", "--screen", "--every", "1", *options])
    arguments.make_pool = make_pool
    shown: list[Scan] = []
    left = list(screens)

    def grab() -> Image.Image:
        screen = left.pop(0)
        if isinstance(screen, FlowDeskError):
            raise screen
        return screen

    watching = ScreenWatch(arguments, Console(), shown.append, grab)
    while left:
        watching.once() if is_once else watching.look()
    return shown


def boards(shown: Sequence[Scan]) -> list[list[str]]:
    return [rows_of(scan.puzzle) for scan in shown]


def test_each_new_level_is_shown_once() -> None:
    first, second = screen_with(FIRST), screen_with(SECOND)
    empty = Image.new("RGB", first.size)
    shown = watched([empty, first, first, empty, second, first, second, second])
    assert boards(shown) == [FIRST, SECOND]


def test_a_board_that_fades_in_or_is_being_drawn_is_one_level() -> None:
    full = screen_with(SECOND)
    fading = [dimmed(full, share) for share in (0.3, 0.6, 1)]
    assert boards(watched(fading)) == [SECOND]
    drawn = [[row if y < count else "." * 6 for y, row in enumerate(SECOND)] for count in (3, 4, 5)]
    assert boards(watched([*map(screen_with, drawn), full])) == [SECOND]


def test_a_level_that_is_played_is_not_a_new_one() -> None:
    solution = solve(level_of(" ".join(SECOND))).solution
    played = [
        replace(solution, paths={label: solution.paths[label] for label in labels})
        for labels in ("R", "RB", "RBY", "RBYG")
    ]
    shown = watched([screen_with(SECOND), *(screen_with(SECOND, part) for part in played)])
    assert boards(shown) == [SECOND]


def test_a_menu_over_the_board_makes_no_new_level() -> None:
    hidden = screen_with(SECOND)
    ImageDraw.Draw(hidden).rectangle((140, 250, 350, 330), fill="#404040")
    assert boards(watched([screen_with(SECOND), hidden, hidden, hidden])) == [SECOND]


def test_a_doubtful_level_is_shown_when_it_was_read_twice() -> None:
    lonely, first = screen_with(LONELY), screen_with(SECOND)
    assert not watched([lonely, first, lonely])[1:]
    (shown,) = watched([lonely, lonely, lonely])
    assert rows_of(shown.puzzle) == LONELY
    assert shown.doubts


def test_a_screen_that_cannot_be_read_for_a_while_ends_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    locked = FlowDeskError("The screen is locked.")
    assert boards(watched([locked, locked, screen_with(FIRST)])) == [FIRST]
    assert capsys.readouterr().err == "flowdesk: The screen is locked.\n"


def test_new_levels_are_added_to_a_file_that_keeps_what_it_has(flowdesk: CommandLine) -> None:
    name = flowdesk.file("seen.txt", "# by hand, and not to be lost\n\n6 6\n" + "\n".join(SECOND))
    path = flowdesk.folder / name
    before = path.read_text()
    shown = watched([screen_with(SECOND), screen_with(FIRST)], "-o", str(path))
    assert boards(shown) == [FIRST]  # the other one is in the file
    assert path.read_text().startswith(before)
    assert [level.width for level in load(path)] == [6, 5]
    watched([screen_with(FIRST), screen_with(SECOND)], "-o", str(path))
    assert [level.width for level in load(path)] == [6, 5]


@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_a_file_grows_from_nothing_or_from_one_level(flowdesk: CommandLine, suffix: str) -> None:
    path = flowdesk.folder / f"seen{suffix}"
    watched([screen_with(FIRST), screen_with(SECOND)], "-o", str(path))
    assert [level.width for level in load(path)] == [5, 6]
    assert not any("title" in level.about for level in load(path))


@pytest.mark.parametrize(
    "text", ["RR\n..\n\ntitle: Mine\n", "3 1\nR.R\n\n# end: of my levels\n", "hand made\n"]
)
def test_a_file_that_would_change_is_refused_at_once(flowdesk: CommandLine, text: str) -> None:
    path = flowdesk.folder / flowdesk.file("one.txt", text)
    with pytest.raises(FlowDeskError, match="cannot be added"):
        watched([], "-o", str(path))
    assert path.read_text() == text


def test_json_is_written_again_with_all_that_it_has(flowdesk: CommandLine) -> None:
    flowdesk.file("one.txt", "RR\n..\n\ntitle: Mine\n")
    flowdesk("convert", "one.txt", "-o", "one.json")
    path = flowdesk.folder / "one.json"
    watched([screen_with(FIRST)], "-o", str(path))
    assert [level.title for level in load(path)] == ["Mine", ""]


def test_an_empty_board_on_the_screen_is_no_level(flowdesk: CommandLine) -> None:
    path = flowdesk.folder / "seen.txt"
    shown = watched([screen_with(["....."] * 5)], "-o", str(path), is_once=True)
    assert len(shown) == 1
    assert not path.exists()


def test_an_error_in_flowdesk_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    (shown,) = watched([screen_with(FIRST)], make_pool=Failing)
    assert not shown.is_answered
    assert "an error in FlowDesk itself" in capsys.readouterr().err


class Failing(InOrder):
    """A pool in which every call fails."""

    def made(self, call: Callable[..., Any]) -> Outcome:
        return Failed("traceback")


def test_a_file_that_cannot_hold_more_is_refused_at_once(flowdesk: CommandLine) -> None:
    with pytest.raises(FlowDeskError, match=r"cannot be written as \.png"):
        watched([], "-o", str(flowdesk.folder / "seen.png"))
    with pytest.raises(FlowDeskError, match="name a file"):
        watched([], "-o", str(flowdesk.folder))


@pytest.mark.slow
def test_the_real_screen_is_watched_until_ctrl_c(flowdesk: CommandLine, screen: None) -> None:
    data = picture_bytes(level_of(" ".join(FIRST)), None, Style(cell=60), ".png")
    (flowdesk.folder / "a.png").write_bytes(data)
    show = "import sys, tkinter as tk\nroot = tk.Tk()\n"
    show += "picture = tk.PhotoImage(file=sys.argv[1])\n"
    show += "tk.Label(root, image=picture, padx=40, pady=40).pack()\nroot.mainloop()\n"
    command = [sys.executable, "-c", show, flowdesk.folder / "a.png"]
    with processes.started(command, stderr=subprocess.DEVNULL):
        process = flowdesk.start("scan", "--screen", "--every", "0.2")
        assert process.stdout is not None
        assert process.stdout.readline() == (
            b"screen: 5x5, sure; exactly one non-touching solution\n"
        )
        process.send_signal(signal.SIGINT)
        _, errors = ending(process)
        assert (process.returncode, errors) == (130, b"")
