"""Report: print what was read from pictures, as text or as JSON."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from flowdesk.cli.output import BAD_INPUT, NOT_SO, OK, UNKNOWN, Console
from flowdesk.core.text import counted
from flowdesk.desk.scans.batch import Row
from flowdesk.desk.scans.scan import Scan, dots_of, rows_of
from flowdesk.formats.registry import format_for
from flowdesk.formats.scanned import described
from flowdesk.formats.source import STANDARD_INPUT
from flowdesk.kinds.entry import Entry
from flowdesk.scan.reading import Status

STATUS = {Status.SURE: OK, Status.DOUBTFUL: NOT_SO, Status.NOTHING: BAD_INPUT}


class Report:
    """Prints what was read, and keeps the levels; `found` has the status of each picture."""

    def __init__(self, console: Console, arguments: argparse.Namespace) -> None:
        self.console = console
        self.arguments = arguments
        self.found: list[str] = []
        self._levels: dict[Any, Scan] = {}
        asks_for_pipe = arguments.output == STANDARD_INPUT and not arguments.screen
        self._is_for_pipe = asks_for_pipe and not arguments.json

    @property
    def entries(self) -> list[Entry]:
        """The levels, each once: that of the first picture, or of the first sure one."""
        return [scan.entry for scan in self._levels.values() if scan.entry]

    def show(self, scan: Scan) -> None:
        """Print a scan, and keep its level unless there is one that is at least as sure."""
        console = self.console
        console.seen.add(UNKNOWN if scan.gave_up else STATUS[scan.status])
        console.seen.add(OK if scan.is_answered else UNKNOWN)
        self.found.append(scan.status.value)
        same_as = ""
        if scan.is_level:
            dots = dots_of(scan.puzzle)
            first = self._levels.get(dots)
            if first and (first.status is Status.SURE or scan.status is not Status.SURE):
                same_as = first.name
            else:
                self._levels.pop(dots, None)
                self._levels[dots] = scan
        if self.arguments.json:
            console.json(as_json(scan))
        headline, *doubts = as_lines(scan, same_as)
        if scan.problem:
            is_named = scan.problem.startswith(scan.name)
            console.error(scan.problem if is_named else f"{scan.name}: {scan.problem}")
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

    def sum_up(self, target: Path, found: Iterable[str], levels: int) -> None:
        """Print in a line how sure the pictures are, and how many levels were written."""
        if not self.arguments.json:
            counts = Counter(found)
            pictures = counted(counts.total(), "picture")
            numbers = ", ".join(f"{counts[each.value]} {each.value}" for each in Status)
            self.console.lines(f"{target}: {pictures} ({numbers}), {counted(levels, 'level')}")


def statuses(row: Row) -> set[int]:
    """Return what a picture in the table means for the exit status."""
    is_unknown = row.columns and not row.solver
    return {STATUS[Status(row.status)], UNKNOWN if is_unknown else OK}


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
