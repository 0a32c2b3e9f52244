"""Read the board on the screen, once or again and again, and report each new level."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Hashable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from flowdesk.cli.output import Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.scans.scan import (
    Scan,
    Watch,
    append,
    ask_solver,
    check_growing,
    digest_of,
    dots_of,
    scan_of,
)
from flowdesk.desk.work.worker import Failed, last_of
from flowdesk.formats.source import STANDARD_INPUT
from flowdesk.kinds.answers import CheckResult, CheckStatus
from flowdesk.scan.scan import read_board

#: What the picture is called.
NAME = "screen"


class ScreenWatch:
    """Reads what `grab` returns, an RGB image of the screen, and shows what is new on it."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        console: Console,
        show: Callable[[Scan], None],
        grab: Callable[[], Any],
    ) -> None:
        self._arguments, self._console = arguments, console
        self._show, self._grab = show, grab
        self._target = _target(arguments)
        self._seen = Watch()
        self._answers: dict[Hashable, CheckResult] = {}
        self._last: tuple[str, Scan] | None = None
        self._shown = 0
        self._problem = ""
        if self._target:
            for entry in check_growing(self._target):
                self._seen.remember(entry.level)

    def once(self) -> None:
        """Show what is on the screen now, new or not."""
        scan = self._answered(self._read())
        self._show(scan)
        if scan.is_level and not self._seen.has(scan):
            self._keep(scan)

    def look(self) -> None:
        """Show what is on the screen if it is a new level."""
        try:
            scan = self._read()
        except FlowDeskError as error:  # such as while the screen is locked
            if str(error) != self._problem:
                self._problem = str(error)
                self._console.error(error)
            return
        if scan.puzzle is not None and not self._seen.has(scan):
            scan = self._answered(scan)
        if self._seen.takes(scan):
            self._shown += 1
            self._show(scan)
            self._keep(scan)
        self._console.progress(f"watching the screen: {self._shown} new so far")

    def _keep(self, scan: Scan) -> None:
        """Add a level to the file, if there is one; it has no title, as the screen has no name."""
        if self._target and scan.entry:
            about = scan.entry.level.about
            untitled = {key: about[key] for key in about if key != "title"}
            append(self._target, scan.entry.noted(untitled))

    def _read(self) -> Scan:
        """Read the screen, unless it has not changed: to search in vain for a board takes long."""
        image = self._grab()
        digest = digest_of(image.tobytes())
        if self._last is None or self._last[0] != digest:
            self._last = digest, scan_of(read_board(image), NAME)
        return self._last[1]

    def _answered(self, scan: Scan) -> Scan:
        """Return a scan with what the solver says within the time limit."""
        if scan.puzzle is None:
            return scan
        dots = dots_of(scan.puzzle)
        if dots not in self._answers:
            self._answers[dots] = self._answer(scan.puzzle)
        return scan.with_answer(self._answers[dots])

    def _answer(self, puzzle: Puzzle) -> CheckResult:
        seconds = self._arguments.timeout or None
        pool = self._arguments.make_pool([partial(ask_solver, puzzle)], 1, seconds)
        with closing(pool.rounds()) as rounds:
            outcome = next(outcome for ended in rounds for _, outcome in ended)
        if isinstance(outcome, Failed):
            self._console.own_error(NAME, outcome.traceback)
        answer: CheckResult | None = last_of(outcome)
        return answer or CheckResult(CheckStatus.UNKNOWN)


def watch(arguments: argparse.Namespace, console: Console, show: Callable[[Scan], None]) -> None:
    """Read the screen as the arguments say, until a signal ends it."""
    from flowdesk.scan.grabbing import grab_screen  # only here: pictures do not need a screen

    watching = ScreenWatch(arguments, console, show, grab_screen)
    if arguments.every is None:
        watching.once()
        return
    grab_screen()  # where that is not possible at all, say so at once
    while True:
        began = time.monotonic()
        watching.look()
        time.sleep(max(0.0, began + arguments.every - time.monotonic()))


def _target(arguments: argparse.Namespace) -> Path | None:
    """Return the file that levels are added to, if there is one."""
    if arguments.output in (None, STANDARD_INPUT):
        return None
    target = Path(arguments.output)
    if target.is_dir() or not target.suffix:
        raise FlowDeskError(f"{target}: with --screen, name a file, as in 'seen.txt'.")
    return target
