"""Watching: the animation of a solution."""

from __future__ import annotations

from flowdesk.cli.terminal.page import Paragraph
from flowdesk.cli.terminal.table import Table
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.pictures.playback import Playback

_FRAME_SECONDS = 0.04


def watch(table: Table) -> str:
    """Solve the level on the screen and show how; return a sentence if that was not possible."""
    board = table.rules.begin(table.puzzle)
    if table.solution is None and not table.is_checking:
        table.check()
    while table.solution is None:
        if table.is_unsolvable:
            return ""  # the menu says so
        if not table.is_checking:
            problem, table.problem = table.problem or "No solution was found.", ""
            return problem
        _show(table, board, {}, "Solving ... Esc: stop")
        if table.key(1.0) in ("escape", "ctrl c", "q"):
            table.stop_check()
            return "Stopped."
    playback = Playback(table.kind.drawing.steps(board, table.solution))
    shown: dict[Cell, object] = {}
    playback.play(table.clock())
    while True:
        for step in playback.tick(table.clock()):
            shown.update(step.segments)
        over = "Solved. Any key: menu" if playback.finished else "Space: pause  Esc: menu"
        _show(table, board, shown, over)
        key = table.screen.key(_FRAME_SECONDS if playback.playing else 1.0)
        if key in ("escape", "ctrl c", "q") or (playback.finished and key not in ("", "resize")):
            return ""
        if key == " ":
            if playback.playing:
                playback.pause()
            else:
                playback.play(table.clock())


def _show(table: Table, board: Puzzle, shown: dict[Cell, object], message: str) -> None:
    lines = [
        Paragraph(board.title, "strong"),
        Paragraph(table.kind.words.size_text(board), "faint"),
        Paragraph(),
        Paragraph(message),
    ]
    table.show(table.drawings(board, shown), lines, [Paragraph(board.title), Paragraph(message)])
