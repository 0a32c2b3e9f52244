"""Report: print what was read from pictures, as text or as JSON."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from flowdesk.cli.output import BAD_INPUT, NOT_SO, OK, UNKNOWN, Console
from flowdesk.core.text import counted
from flowdesk.desk.scans.batch import ScanFolder
from flowdesk.desk.scans.scan import Scan, board_of, rows_of
from flowdesk.formats.registry import format_for
from flowdesk.formats.scanned import described
from flowdesk.formats.source import STANDARD_INPUT
from flowdesk.kinds.entry import Entry
from flowdesk.scan.reading import Status

STATUS = {Status.SURE: OK, Status.DOUBTFUL: NOT_SO, Status.NOTHING: BAD_INPUT}


class Report:
    """Prints what was read, and keeps the levels."""

    def __init__(self, console: Console, arguments: argparse.Namespace) -> None:
        self.console = console
        self.arguments = arguments
        self.entries: list[Entry] = []
        self._names: dict[Any, str] = {}
        asks_for_pipe = arguments.output == STANDARD_INPUT and not arguments.screen
        self._is_for_pipe = asks_for_pipe and not arguments.json

    def show(self, scan: Scan) -> None:
        """Print a scan, and keep its level if it is the first such one."""
        console = self.console
        console.seen.add(UNKNOWN if scan.gave_up else STATUS[scan.status])
        console.seen.add(OK if scan.is_answered else UNKNOWN)
        same_as = ""
        if (entry := scan.entry) and scan.reading.dots:
            same_as = self._names.setdefault(board_of(entry.level), scan.name)
            if same_as is scan.name:
                self.entries.append(entry)
        if self.arguments.json:
            console.json(as_json(scan))
        headline, *doubts = as_lines(scan, "" if same_as is scan.name else same_as)
        if scan.problem:
            console.error(scan.problem)
        elif self._is_for_pipe:
            if doubts:
                console.error(headline, "\n".join(doubts))
        elif not self.arguments.json:
            console.lines(headline, *(f"  {doubt}" for doubt in doubts))
            if scan.puzzle and self.arguments.output in (None, STANDARD_INPUT):
                console.lines(*rows_of(scan.puzzle))

    def print_levels(self) -> None:
        """Print all levels as a file if they are all that is to be printed."""
        if self._is_for_pipe and self.entries:
            levels = [entry.level for entry in self.entries]
            self.console.text(format_for(Path("levels.txt"), levels).write(self.entries))


def as_json(scan: Scan) -> dict[str, object]:
    puzzle, lattice = scan.puzzle, scan.reading.lattice
    return {
        "picture": scan.name,
        "status": scan.status.value,
        "width": puzzle.width if puzzle else 0,
        "height": puzzle.height if puzzle else 0,
        "rows": rows_of(puzzle) if puzzle else [],
        "box": lattice.box if puzzle and lattice else [],
        "doubts": [{"message": each.message, "cells": each.cells} for each in scan.doubts],
    }


def as_lines(scan: Scan, same_as: str) -> list[str]:
    """Return a headline, and below it the doubts and what was left out."""
    puzzle = scan.puzzle
    line = f"{scan.name}: {scan.status.value}"
    if puzzle:
        says = scan.solver_says if scan.is_answered else "not solved in time"
        line = f"{scan.name}: {puzzle.width}x{puzzle.height}, {scan.status.value}; {says}"
    notes = [described(doubt) for doubt in scan.doubts] + list(scan.remarks)
    if scan.status is Status.NOTHING:
        notes.append("In a photo of a board, say where its corners are: --corners and --size.")
    return [line, *notes, *([f"the same level as in {same_as}"] if same_as else [])]


def summary(folder: ScanFolder, pictures: Iterable[str]) -> str:
    """Return in a line what is known of these pictures from the table."""
    rows = [row for row in map(folder.row_named, dict.fromkeys(pictures)) if row]
    counts = Counter(row.status for row in rows)
    numbers = ", ".join(f"{counts[each.value]} {each.value}" for each in Status)
    levels = len({row.file for row in rows if row.file})
    return (
        f"{folder.folder}: {counted(len(rows), 'picture')} ({numbers}), {counted(levels, 'level')}"
    )
