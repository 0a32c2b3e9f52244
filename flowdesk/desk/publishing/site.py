"""Sites: the packs in a folder and below it, and a folder of pages with an index."""

from __future__ import annotations

import html
import itertools
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import PACK_NAME, natural_order
from flowdesk.core.text import counted, printable
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.packs.naming import as_name
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.publishing.assembly import document_html
from flowdesk.kinds.entry import Entry

INDEX = "index.html"


@dataclass(frozen=True)
class PackOfLevels:
    """A pack by its name, what it says, and its puzzles in order, with their names in messages."""

    name: str
    about: PackAbout
    puzzles: Sequence[tuple[str, Entry]]


def packs_below(folder: Path) -> Iterator[PackOfLevels | FlowDeskError]:
    """Yield the packs in a folder and below it, and errors for files that cannot be read.

    A folder that says so itself is one pack. In any other, a file of several puzzles is one, and so
    are all other files together.
    """
    for inner, below, _ in os.walk(folder):
        below[:] = sorted((name for name in below if not name.startswith(".")), key=natural_order)
        found: dict[str, list[tuple[str, Entry]]] = {}
        pack, called = Pack(Path(inner)), Path(inner).resolve().name
        is_one = Path(inner, PACK_NAME).exists()
        for item in pack.items:
            if item.entry:
                name = Path(item.file).stem if item.number and not is_one else called
                found.setdefault(name, []).append((str(Path(inner) / item.name), item.entry))
            else:
                yield FlowDeskError(os.path.join(inner, item.problem))  # it begins with the file
        for name, puzzles in found.items():
            about = pack.about if name == called else PackAbout(title=name)
            yield PackOfLevels(name, about, puzzles)


def with_author(about: PackAbout, puzzles: Iterable[Puzzle]) -> PackAbout:
    """Return what a pack says, with the author of all its puzzles if it names none itself."""
    authors = {puzzle.about.get("author", "") for puzzle in puzzles}
    return about if about.author or len(authors) != 1 else replace(about, author=authors.pop())


def page_name(name: str, taken: Collection[str]) -> str:
    """Return a free file name for the page of a pack."""
    stem = as_name(name) or "pack"
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(f"{n}.html" for n in names if f"{n}.html" not in {INDEX, *taken})


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
