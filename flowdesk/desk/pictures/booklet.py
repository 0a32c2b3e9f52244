"""Booklets: many levels on pages to print, with their solutions at the end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.pictures.picture import Progress, scene_of
from flowdesk.desk.pictures.style import PAPER_NAMES, Options, option
from flowdesk.desk.pictures.themes import theme_named
from flowdesk.draw.pdf import (
    PAPERS,
    PIXEL,
    LineOfText,
    Page,
    PlacedBoard,
    RuledLine,
    document,
    text_width,
)
from flowdesk.draw.theme import Look
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import solve

#: The most levels on a page.
MOST_PER_PAGE = 30

# All in points, 1/72 inch.
_MARGIN = 42.5
_HEADING, _FOOT = 34.0, 24.0
_GAP = 20.0
_NAME, _SMALL = 11.0, 8.5
#: The largest size of a cell, for small boards that would not need all the space.
_LARGEST_CELL = 48.0
#: How many answers share a page, at least.
_ANSWERS = 12
_FAINT = "#666666"


@dataclass(frozen=True, kw_only=True)
class Layout(Options):
    """How a booklet is laid out: `per_page` levels a page, on one of `pdf.PAPERS`.

    `answers` appends the solutions, smaller, with the numbers of the levels. `title` is the
    heading of every page.
    """

    per_page: int = option(
        4,
        help="puzzles a page: makes a booklet",
        metavar="N",
        label="Puzzles per page",
        row=1,
        offers=lambda: {number: str(number) for number in (1, 2, 4, 6, 9, 12)},
        limits=(1, MOST_PER_PAGE),
        beyond="{} puzzles a page: {} to {} fit.",
    )
    answers: bool = option(False, help="solutions at the booklet's end", label="Answers at the end")
    title: str = option(
        "", help="the booklet's title; default: the file's name", label="Title", row=0
    )
    page: str = option("a4", label="Paper", row=2, choices=PAPER_NAMES, noun="paper")
    theme: str = option("print", test=theme_named)
    labels: bool = option(True)


def booklet(
    entries: Sequence[Entry], layout: Layout, *, progress: Progress = lambda share: None
) -> bytes:
    """Return a booklet as a PDF file; for `layout.answers` levels without a solution are solved."""
    layout.check()
    whole = list(entries)
    for number, entry in enumerate(entries):
        if layout.answers and entry.solution is None:
            whole[number] = replace(entry, solution=solve(entry.level).solution)
        progress(number / len(entries))
    data = document(pages(whole, layout), layout.title)
    progress(1.0)
    return data


def page_counts(number: int, layout: Layout) -> tuple[int, int]:
    """Return how many pages a number of levels takes, and how many their solutions take."""
    levels = math.ceil(number / layout.per_page)
    return levels, math.ceil(number / _answers_per_page(layout)) if layout.answers else 0


def pages(entries: Sequence[Entry], layout: Layout) -> Iterator[Page]:
    """Yield the pages of a booklet; a missing solution is noted in its place."""
    layout.check()
    if not entries:
        raise FlowDeskError("There is no puzzle to print.")
    sheets = _sheets(entries, layout, answers=False)
    if layout.answers:
        sheets = itertools.chain(sheets, _sheets(entries, layout, answers=True))
    total = sum(page_counts(len(entries), layout))
    for number, sheet in enumerate(sheets, 1):
        foot = f"{number} / {total}"
        place = (sheet.width / 2, sheet.height - _MARGIN)
        sheet.items.append(LineOfText(foot, *place, _SMALL, "center"))
        yield sheet


def _answers_per_page(layout: Layout) -> int:
    return max(layout.per_page, _ANSWERS)


def _sheets(entries: Sequence[Entry], layout: Layout, *, answers: bool) -> Iterator[Page]:
    """Yield pages with all levels or all solutions, without page numbers."""
    width, height = PAPERS[layout.page]
    per_page = _answers_per_page(layout) if answers else layout.per_page
    columns, rows = _grid(min(per_page, len(entries)), width, height)
    box_width = (width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    box_height = (height - 2 * _MARGIN - _HEADING - _FOOT - (rows - 1) * _GAP) / rows
    heading = " – ".join(filter(None, (layout.title, "Answers" * answers)))
    heading, size = _fitted(heading, 14.0, width - 2 * _MARGIN, bold=True)
    for first in range(0, len(entries), per_page):
        page = Page(width, height)
        if heading:
            right, y = width - _MARGIN, _MARGIN + 19
            page.items.append(LineOfText(heading, _MARGIN, _MARGIN + 12, size, bold=True))
            page.items.append(RuledLine(_MARGIN, y, right, y, 0.5, _FAINT))
        for place, entry in enumerate(entries[first : first + per_page]):
            row, column = divmod(place, columns)
            left = _MARGIN + column * (box_width + _GAP)
            top = _MARGIN + _HEADING + row * (box_height + _GAP)
            box = _Space(page, left + box_width / 2, top, box_width, box_height)
            box.put(entry, first + place + 1, layout, answer=answers)
        yield page


@dataclass(frozen=True)
class _Space:
    """The space for one level on a page, in points from the page's upper left corner."""

    page: Page
    middle: float  # of its width
    top: float
    width: float
    height: float

    def put(self, entry: Entry, number: int, layout: Layout, *, answer: bool) -> None:
        """Put a level, or its solution, and its name in the box."""
        level, solution = entry.level, entry.solution if answer else None
        below = (1.8 if answer else 2.6) * _NAME
        scene = scene_of(level, solution, labels=layout.labels)
        wide, high = (side + 2 * scene.margin for side in scene.size)
        cell = min(self.width / wide, (self.height - below) / high, _LARGEST_CELL)
        look = Look(theme_named(layout.theme), cell / PIXEL)
        self.page.items.append(PlacedBoard(scene, look, self.middle - cell * wide / 2, self.top))
        bottom = self.top + cell * high
        if answer:
            name, author = str(number) if solution else f"{number}: no answer is known", ""
        else:
            name = f"{number}.  {level.title}" if level.title else str(number)
            author = " ".join(level.about.get("author", "").split())
        self._line(name, bottom + 1.4 * _NAME, _NAME, bold=True)
        if author:
            self._line(author, bottom + 2.4 * _NAME, _SMALL, color=_FAINT)

    def _line(
        self, text: str, y: float, size: float, *, bold: bool = False, color: str = "#000000"
    ) -> None:
        """Write a centred line that fits."""
        text, size = _fitted(text, size, self.width, bold=bold)
        self.page.items.append(LineOfText(text, self.middle, y, size, "center", color, bold))


def _fitted(text: str, size: float, most: float, *, bold: bool) -> tuple[str, float]:
    """Return a line and its size so that it fits: up to a third smaller, then cut."""
    while (width := text_width(text, size, bold=bold)) > 1.5 * most and len(text) > 2:
        text = text[: max(int(len(text) * 1.5 * most / width) - 2, 1)].rstrip() + "…"
    return text, min(size, size * most / max(width, 1.0))


def _grid(number: int, width: float, height: float) -> tuple[int, int]:
    """Return the columns and rows in which a number of squares is largest on a page."""

    def side(columns: int) -> float:
        return min(width / columns, height / math.ceil(number / columns))

    columns = max(range(1, number + 1), key=lambda columns: (side(columns), -columns))
    return columns, math.ceil(number / columns)
