"""Booklets: many levels on pages to print, with their solutions at the end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.desk.knowledge.questions import solve
from flowdesk.desk.pictures.picture import scene_of
from flowdesk.desk.pictures.style import PAPER_NAMES, Options, option
from flowdesk.desk.pictures.themes import theme_named
from flowdesk.draw.look import Look
from flowdesk.draw.paper.page import PIXEL, P, Page
from flowdesk.draw.paper.pdf import PAPERS, PdfPage, document, text_width
from flowdesk.kinds.entry import Entry

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
        help="levels a page: makes a booklet",
        metavar="N",
        label="Levels on a page",
        row=1,
        offers=lambda: {number: str(number) for number in (1, 2, 4, 6, 9, 12)},
        limits=(1, MOST_PER_PAGE),
        beyond="{} levels a page: {} to {} fit.",
    )
    answers: bool = option(False, help="solutions at the booklet's end", label="Answers at the end")
    title: str = option(
        "", help="the booklet's title; default: the file's name", label="Title", row=0
    )
    page: str = option("a4", label="Paper", row=2, choices=PAPER_NAMES, noun="paper")
    theme: str = option("print", test=theme_named)
    labels: bool = option(True)


def booklet(
    entries: Sequence[Entry], layout: Layout, *, progress: Callable[[float], None] | None = None
) -> bytes:
    """Return a booklet as a PDF file; for `layout.answers` levels without a solution are solved.

    `progress` is called with the share of the work that is done; what it raises ends the work.
    """
    layout.check()
    whole = list(entries)
    for number, entry in enumerate(entries):
        if layout.answers and entry.solution is None:
            whole[number] = replace(entry, solution=solve(entry.level).solution)
        if progress:
            progress(number / len(entries))
    data = document(pages(whole, layout), title=layout.title)
    if progress:
        progress(1.0)
    return data


def pages(entries: Sequence[Entry], layout: Layout) -> list[PdfPage]:
    """Return the pages of a booklet; a missing solution is noted in its place."""
    return list(laid_out(entries, layout, PdfPage))


def page_counts(number: int, layout: Layout) -> tuple[int, int]:
    """Return how many pages a number of levels takes, and how many their solutions take."""
    levels = math.ceil(number / layout.per_page)
    return levels, math.ceil(number / _answers_per_page(layout)) if layout.answers else 0


def laid_out(
    entries: Sequence[Entry], layout: Layout, blank: Callable[[float, float], P]
) -> Iterator[P]:
    """Yield the pages of a booklet; `blank` makes an empty one of a width and height in points."""
    layout.check()
    if not entries:
        raise FlowDeskError("There is no level to print.")
    sheets = _sheets(entries, layout, layout.per_page, blank, _put_level, "")
    if layout.answers:
        most = _answers_per_page(layout)
        answers = _sheets(entries, layout, most, blank, _put_answer, "Answers")
        sheets = itertools.chain(sheets, answers)
    total = sum(page_counts(len(entries), layout))
    for number, sheet in enumerate(sheets, 1):
        foot = f"{number} / {total}"
        sheet.text(foot, sheet.width / 2, sheet.height - _MARGIN, _SMALL, align="center")
        yield sheet


def _answers_per_page(layout: Layout) -> int:
    return max(layout.per_page, _ANSWERS)


def _sheets(
    entries: Sequence[Entry],
    layout: Layout,
    per_page: int,
    blank: Callable[[float, float], P],
    put: Callable[[_Box, int, Entry, Layout], None],
    heading: str,
) -> Iterator[P]:
    """Yield pages with `per_page` levels or solutions each, without page numbers."""
    width, height = PAPERS[layout.page]
    columns, rows = _grid(min(per_page, len(entries)), width, height)
    box_width = (width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    box_height = (height - 2 * _MARGIN - _HEADING - _FOOT - (rows - 1) * _GAP) / rows
    for first in range(0, len(entries), per_page):
        page = _headed(blank(width, height), layout, heading)
        for place, entry in enumerate(entries[first : first + per_page]):
            row, column = divmod(place, columns)
            left = _MARGIN + column * (box_width + _GAP)
            top = _MARGIN + _HEADING + row * (box_height + _GAP)
            put(_Box(page, left, top, box_width, box_height), first + place + 1, entry, layout)
        yield page


@dataclass(frozen=True)
class _Box:
    """The space for one level on a page, in points from the page's upper left corner."""

    page: Page
    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The position of its vertical middle line."""
        return self.left + self.width / 2

    def board(self, level: Puzzle, solution: Answer | None, layout: Layout, below: float) -> float:
        """Put a board at the top, leaving `below` free; return its bottom."""
        room = min(self.width / level.width, (self.height - below) / level.height)
        cell = min(room, _LARGEST_CELL)
        left = self.middle - cell * level.width / 2
        scene = scene_of(level, solution, labels=layout.labels)
        look = Look(theme_named(layout.theme), cell / PIXEL)
        self.page.scene(scene, look, left, self.top)
        return self.top + cell * level.height

    def line(self, text: str, y: float, size: float, *, bold: bool = False, color: str) -> None:
        """Write a centred line that fits."""
        text, size = _fitted(text, size, self.width, bold=bold)
        self.page.text(text, self.middle, y, size, align="center", bold=bold, color=color)


def _put_level(box: _Box, number: int, entry: Entry, layout: Layout) -> None:
    level = entry.level
    bottom = box.board(level, None, layout, 2.6 * _NAME)
    name = f"{number}.  {level.title}" if level.title else str(number)
    box.line(name, bottom + 1.4 * _NAME, _NAME, bold=True, color="#000000")
    if author := level.about.get("author"):
        box.line(" ".join(author.split()), bottom + 2.4 * _NAME, _SMALL, color=_FAINT)


def _put_answer(box: _Box, number: int, entry: Entry, layout: Layout) -> None:
    bottom = box.board(entry.level, entry.solution, layout, 1.8 * _NAME)
    text = str(number) if entry.solution else f"{number}: no answer is known"
    box.line(text, bottom + 1.4 * _NAME, _NAME, bold=True, color="#000000")


def _headed(page: P, layout: Layout, what: str) -> P:
    """Write the heading of a page and return the page."""
    heading = " – ".join(part for part in (layout.title, what) if part)
    if heading:
        heading, size = _fitted(heading, 14.0, page.width - 2 * _MARGIN, bold=True)
        page.text(heading, _MARGIN, _MARGIN + 12, size, bold=True)
        page.line(_MARGIN, _MARGIN + 19, page.width - _MARGIN, _MARGIN + 19, 0.5, _FAINT)
    return page


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
