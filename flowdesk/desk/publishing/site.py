"""Sites: the packs in a folder and below it, and a folder of pages with an index."""

from __future__ import annotations

import html
import itertools
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.core.text import counted, printable
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.publishing.assembly import document_html
from flowdesk.desk.publishing.page import About
from flowdesk.kinds.entry import Entry

INDEX = "index.html"


@dataclass(frozen=True)
class PackOfLevels:
    """The puzzles of a pack in their order, each with its name in messages."""

    name: str
    puzzles: Sequence[tuple[str, Entry]]


def packs_below(folder: Path) -> Iterator[PackOfLevels | FlowDeskError]:
    """Yield the packs in a folder and below it, and errors for files that cannot be read.

    A file of several puzzles is a pack; so are all other files of one folder together.
    """
    for inner, below, _ in os.walk(folder):
        below[:] = sorted((name for name in below if not name.startswith(".")), key=natural_order)
        found: dict[str, list[tuple[str, Entry]]] = {}
        for item in Pack(Path(inner)).items:
            if item.entry:
                name = Path(item.file).stem if item.number else Path(inner).resolve().name
                found.setdefault(name, []).append((str(Path(inner) / item.name), item.entry))
            else:
                yield FlowDeskError(item.problem)
        yield from (PackOfLevels(name, puzzles) for name, puzzles in found.items())


def about_pack(name: str, puzzles: Sequence[Puzzle]) -> About:
    """Return what is said of a pack: its name, and the author if all puzzles have the same."""
    authors = {puzzle.about.get("author", "") for puzzle in puzzles}
    return About(name, authors.pop() if len(authors) == 1 else "")


def page_name(name: str, taken: Collection[str]) -> str:
    """Return a free file name for the page of a pack."""
    stem = "".join(c if c.isalnum() or c in "-_." else "-" for c in name).strip(".-") or "pack"
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(f"{n}.html" for n in names if f"{n}.html".lower() not in {INDEX, *taken})


def index_page(title: str, pages: Mapping[str, tuple[str, int]]) -> bytes:
    """Return the index of pages, given by their files, with their titles and numbers of levels."""
    rows = "".join(
        f'<li><a href="{quote(file)}"><bdi>{html.escape(printable(name))}</bdi>'
        f"<span>{counted(count, 'level')}</span></a></li>\n"
        for file, (name, count) in pages.items()
    )
    heading = f"<h1><bdi>{html.escape(printable(title))}</bdi></h1>"
    body = f'<main class="index">{heading}\n<ul>\n{rows}</ul></main>'
    return document_html(title, body).encode()
