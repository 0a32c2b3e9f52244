"""Table: what the menu, a game and the animation share: the screen and the level."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from flowdesk.cli.terminal.page import Paragraph, Size, fitting, marked, on_board, page
from flowdesk.cli.terminal.screen import Screen
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.desk.play.results import Results
from flowdesk.desk.work.jobs import Job, Jobs
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Known
from flowdesk.kinds.play import Glyphs, Look
from flowdesk.kinds.table import AnyKind, AnyPlaying, kind_of

#: Seconds between two looks at the solver while it works.
_SOON = 0.05


class Table:
    """The level that is on the screen, and what is `known` of it."""

    def __init__(
        self, screen: Screen, results: Results, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.screen, self.results, self.clock = screen, results, clock
        self.jobs = Jobs()
        self.known: Known | None = None
        self.problem = ""  # a sentence, if a process has ended
        self._has_news = False
        self._check = Job(self.jobs, self._handle)
        self._drawn: tuple[tuple[object, ...], list[Glyphs]] = (None, None, None), []

    @property
    def puzzle(self) -> Puzzle:
        assert self.known, "a level is laid first"
        level: Puzzle = self.known.level
        return level

    @property
    def kind(self) -> AnyKind:
        return kind_of(self.puzzle)

    @property
    def rules(self) -> AnyPlaying:
        """How the level is played."""
        assert self.kind.playing, "only levels that can be played are laid"
        return self.kind.playing

    @property
    def solution(self) -> Answer | None:
        """A solution, once one is known."""
        check = self.known.check if self.known else None
        return check.solutions[0] if check and check.solutions else None

    @property
    def is_checking(self) -> bool:
        return self._check.running

    @property
    def is_unsolvable(self) -> bool:
        return self.known is not None and self.known.status is CheckStatus.UNSOLVABLE

    def lay(self, puzzle: Puzzle) -> None:
        """Change to another level, and begin to check it."""
        if not self.known or self.known.level is not puzzle:
            self.known = Known(puzzle, tuple(kind_of(puzzle).findings(puzzle)))
            self.check()

    def check(self) -> None:
        """Find out whether the level has a solution, and whether it is the only one."""
        self._check.start(self.kind.solving.check, self.puzzle)

    def stop_check(self) -> None:
        self._check.cancel()

    def close(self) -> None:
        """End all processes."""
        self._check.close()
        self.jobs.close()

    def _handle(self, event: Event) -> None:
        assert self.known
        if isinstance(event, (Progress, Done)):
            had_solution = self.solution is not None
            self.known = replace(self.known, check=event.value)
            if isinstance(event, Done) or (self.solution is not None) != had_solution:
                self.tell()
        else:
            self.fail(event)

    def fail(self, event: Died | Failed) -> None:
        """Take note that a process has ended without a result."""
        if isinstance(event, Died):
            self.problem = f"The search ended (status {event.status}); it may be out of memory."
        else:
            self.problem = f"An error in FlowDesk: {event.traceback.splitlines()[-1]}"
        self.tell()

    def tell(self) -> None:
        """Let `key` return soon: there is something new to show."""
        self._has_news = True

    def key(self, seconds: float) -> str:
        """Return the next key; "" after some seconds, or when there is something new."""
        deadline = self.clock() + seconds
        while True:
            is_busy = self.jobs.poll()
            if self._has_news:
                self._has_news = False
                return ""
            left = deadline - self.clock()
            pressed = self.screen.key(min(left, _SOON) if is_busy else left)
            if pressed == "redraw":
                self.screen.redraw()
            if pressed or self.clock() >= deadline:
                return pressed

    def drawings(
        self,
        position: Puzzle,
        segments: Mapping[Cell, object] | None = None,
        wrong: frozenset[Edge] = frozenset(),
    ) -> list[Glyphs]:
        """Return the drawings of a position or of some segments, the larger one first."""
        asked = position, segments, wrong
        if segments is None and all(a is b for a, b in zip(asked, self._drawn[0], strict=True)):
            return self._drawn[1]  # only the cursor has moved
        if segments is None:
            drawn = self.kind.drawing.drawn_answer(position)
            segments = self.kind.drawing.segments(position, drawn) if drawn else {}
        looks = [Look(self.screen.plain, large, wrong) for large in (True, False)]
        drawings = [on_board(self.rules.text(position, segments, look)) for look in looks]
        self._drawn = asked, drawings
        return drawings

    def show(
        self,
        drawings: Sequence[Glyphs],
        beside: Sequence[Paragraph],
        below: Sequence[Paragraph],
        cursor: Cell | None = None,
        cells: Collection[Cell] = (),
        color: str = "",
    ) -> bool:
        """Show a board with text; return False if the terminal is too small, and say so."""
        screen, size = self.screen, self.screen.size
        chosen = fitting(drawings, below, size)
        if isinstance(chosen, Size):
            lines = [
                Paragraph("The terminal is too small.", "strong"),
                Paragraph(
                    f"This level needs {chosen.columns} columns and {chosen.rows} rows; there are "
                    f"{size.columns} and {size.rows}."
                ),
                Paragraph("Enlarge it to go on. Esc: menu"),
            ]
            self.show_text(lines)
            return False
        drawing = marked(chosen, cursor, cells, color)
        screen.paint(page(size, drawing, beside, below, cursor, plain=screen.plain))
        return True

    def show_text(self, lines: Sequence[Paragraph]) -> None:
        """Show text alone."""
        self.screen.paint(page(self.screen.size, None, lines, plain=self.screen.plain))
