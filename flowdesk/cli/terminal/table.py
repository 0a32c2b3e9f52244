"""Table: what the menu, a game and the animation share: the screen, the solver, the level."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from flowdesk.cli.terminal.page import Paragraph, Size, fitting, marked, on_board, page
from flowdesk.cli.terminal.screen import Screen
from flowdesk.cli.terminal.work import Background
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.play.results import Results
from flowdesk.kinds.answers import CheckResult, SolveResult, SolveStatus
from flowdesk.kinds.known import Known
from flowdesk.kinds.play import Glyphs, Look
from flowdesk.kinds.table import AnyKind, AnyPlaying, check, kind_of, solve

#: Seconds between two looks at the solver while it works.
_SOON = 0.05


class Table:
    """The level that is on the screen, and what is known of it."""

    def __init__(
        self, screen: Screen, results: Results, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.screen, self.results, self.clock = screen, results, clock
        self.background = Background()
        self.known: Known | None = None
        self.solved: SolveResult | None = None
        self._drawn: tuple[tuple[Any, ...], list[Glyphs]] = (None, None, None), []

    @property
    def puzzle(self) -> Any:
        assert self.known, "a level is laid first"
        return self.known.level

    @property
    def kind(self) -> AnyKind:
        return kind_of(self.puzzle)

    @property
    def rules(self) -> AnyPlaying:
        """How the level is played."""
        assert self.kind.playing, "only levels that can be played are laid"
        return self.kind.playing

    @property
    def solution(self) -> Any:
        """A solution, once it is known."""
        return self.solved.solution if self.solved else None

    @property
    def is_unsolvable(self) -> bool:
        return self.solved is not None and self.solved.status is SolveStatus.UNSOLVABLE

    def lay(self, puzzle: Puzzle) -> None:
        """Change to another level, and begin to look for a solution."""
        if self.known and self.known.level is puzzle:
            return
        self.background.cancel()
        self.known = Known(puzzle, tuple(kind_of(puzzle).findings(puzzle)))
        self.solved = None
        self.look()

    def close(self) -> None:
        """End the solver."""
        self.background.close()

    def look(self, then: Callable[[], object] = lambda: None, what: str = "") -> None:
        """Look for a solution, if none is known yet; then call a function.

        `what` was asked for, if anything.
        """

        def take(result: SolveResult) -> None:
            self.solved = result
            then()

        if self.solved is None:
            self.background.ask(take, solve, lambda: (self.puzzle,), what)

    def look_closely(self) -> None:
        """Find out whether it is the only one, which may take long on large boards."""
        if self.known and self.known.check is None:
            self.background.ask(self._take_check, check, lambda: (self.puzzle,))

    def _take_check(self, result: CheckResult) -> None:
        assert self.known
        self.known = Known(self.known.level, self.known.findings, check=result)

    def key(self, seconds: float) -> str:
        """Return the next key; "" after some seconds, or when the solver has found something."""
        deadline = self.clock() + seconds
        while True:
            if self.background.poll():
                return ""
            left = deadline - self.clock()
            pressed = self.screen.key(min(left, _SOON) if self.background.busy else left)
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
            segments = self.kind.drawing.segments(drawn) if drawn else {}
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
