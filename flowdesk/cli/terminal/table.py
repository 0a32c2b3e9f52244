"""Table: what the menu, a game and the animation share: the screen and the level."""

from __future__ import annotations

import textwrap
import time
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from flowdesk.cli.terminal.screen import Page, Screen, Size
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.text import printable
from flowdesk.desk.play.results import Results
from flowdesk.desk.work.jobs import Job, Jobs
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Known
from flowdesk.kinds.play import Glyph, Glyphs, Look, Weight
from flowdesk.kinds.table import AnyKind, AnyPlaying, kind_of

#: The least columns for lines beside a board, and below it; and the least rows beside it.
BESIDE, BELOW, LEAST_ROWS = 28, 32, 16
#: The columns from which on a line below the board takes one row, and not two.
_WIDE = 60
#: The columns between board and lines.
_GAP = 2

#: What is shown instead on a terminal that has only ASCII.
_PLAIN = str.maketrans({"×": "x", "·": "-", "…": "...", "–": "-", "’": "'", "✓": "*", "○": "o"})


class Paragraph(NamedTuple):
    """A paragraph of text."""

    text: str = ""
    weight: Weight = ""
    reverse: bool = False


def fitting(drawings: Sequence[Glyphs], below: Sequence[Paragraph], size: Size) -> Glyphs | Size:
    """Return the first of some drawings that fits with its text, or the size needed.

    The last drawing is the smallest one. The last of the lines below it is a message, which takes
    two rows, or covers the board where it takes more.
    """
    for drawing in drawings:
        if any(size.holds(needed) for needed in _needed(drawing, below, size)):
            return drawing

    def lacking(needed: Size) -> int:
        return max(0, needed.columns - size.columns) + 2 * max(0, needed.rows - size.rows)

    return min(_needed(drawings[-1], below, size), key=lacking)


def _needed(drawing: Glyphs, below: Sequence[Paragraph], size: Size) -> list[Size]:
    """Return the sizes that a drawing needs with the text beside it, and with the text below."""
    columns, rows = len(drawing.rows[0]), len(drawing.rows)
    narrow = max(columns, BELOW)
    # Not what the text takes now, which changes with every move.
    rows_each = 1 if max(narrow, size.columns) >= _WIDE else 2
    return [
        Size(columns + _GAP + BESIDE, max(rows, LEAST_ROWS)),
        Size(narrow, rows + rows_each * (len(below) - 1) + 2),
    ]


def page(
    size: Size,
    drawing: Glyphs | None,
    beside: Sequence[Paragraph],
    below: Sequence[Paragraph] = (),
    cursor: Cell | None = None,
    *,
    plain: bool = False,
) -> Page:
    """Return a page with a board if there is one, with the lines `beside` or `below` it."""
    if drawing is None:
        return Page(_filled([], _wrapped(beside, size.columns - 1, plain), size, 1))
    columns, rows = len(drawing.rows[0]), len(drawing.rows)
    board = drawing.rows
    if size.columns >= columns + _GAP + BESIDE:
        text = _wrapped(beside, size.columns - columns - _GAP - 1, plain)
        top = max(0, min((size.rows - rows) // 2, 1))
        blank = [Glyph()] * columns
        left = [blank] * top + board
        left += [blank] * (len(text) + top - len(left))
        filled = _filled(left, [[], *text] if top else text, size, _GAP)
        offset = 0, top
    else:
        indent = max(0, (size.columns - columns) // 2)
        text = _wrapped(below, size.columns - 1, plain)
        centred = [[Glyph()] * indent + row for row in board[: size.rows - len(text)]]
        filled = _filled([*centred, *text], [], size, 0)
        offset = indent, 0
    if cursor is None:
        return Page(filled)
    x, y = drawing.place(cursor)
    return Page(filled, (x + drawing.size[0] // 2 + offset[0], y + offset[1]))


def on_board(drawing: Glyphs) -> Glyphs:
    """Return a drawing on the ground of the board."""
    rows = [[glyph._replace(back="cell") for glyph in row] for row in drawing.rows]
    return drawing._replace(rows=rows)


def marked(
    drawing: Glyphs, cursor: Cell | None, cells: Collection[Cell] = (), color: str = ""
) -> Glyphs:
    """Return a drawing with a cursor, in the colour that is in hand, and with marked cells."""
    rows = [list(row) for row in drawing.rows]
    width, height = drawing.size
    for cell in cells:
        x, y = drawing.place(cell)
        for row in rows[y : y + height]:
            row[x : x + width] = [glyph._replace(back="hint") for glyph in row[x : x + width]]
    if cursor is not None:
        x, y = drawing.place(cursor)
        for row in rows[y : y + height]:
            found = row[x : x + width]
            if all(end.char == " " or end.weight == "faint" for end in (found[0], found[-1])):
                found[0] = found[0]._replace(char="[", color=color, weight="")
                found[-1] = found[-1]._replace(char="]", color=color, weight="")
            row[x : x + width] = [glyph._replace(reverse=True) for glyph in found]
    return drawing._replace(rows=rows)


def _filled(
    left: Sequence[Sequence[Glyph]], right: Sequence[Sequence[Glyph]], size: Size, gap: int
) -> list[list[Glyph]]:
    """Return rows of the screen's size: the left part, a gap, and the right part."""
    rows = []
    for y in range(size.rows):
        row = list(left[y]) if y < len(left) else []
        if y < len(right) and right[y]:
            row += [Glyph()] * gap + list(right[y])
        row = row[: size.columns]
        rows.append(row + [Glyph()] * (size.columns - len(row)))
    return rows


def _wrapped(lines: Sequence[Paragraph], columns: int, plain: bool) -> list[list[Glyph]]:
    found: list[list[Glyph]] = []
    for line in lines:
        text, usual = printable(line.text), Glyph(weight=line.weight, reverse=line.reverse)
        if plain:
            text = text.translate(_PLAIN).encode("ascii", "replace").decode()
        for part in textwrap.wrap(text, max(columns, 1)) or [""]:
            found.append([usual._replace(char=char) for char in _columns_of(part)])
    return found


def _columns_of(text: str) -> list[str]:
    """Return the characters of a text a column each, with "" behind those that take two."""
    found: list[str] = []
    for char in text:
        if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
            if found:
                found[-1] += char
        elif unicodedata.east_asian_width(char) in "WF":
            found += [char, ""]
        else:
            found.append(char)
    return found


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
        return self.known.solution if self.known else None

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
