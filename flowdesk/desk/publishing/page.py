"""Pages: what is found out about the puzzles of packs, a page of them, and a folder of pages.

A page is one file that needs nothing else: data, which ``assets/web/data.js`` describes, scripts
and style.
"""

from __future__ import annotations

import base64
import hashlib
import html
import itertools
import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import PACK_NAME, natural_order, shipped
from flowdesk.core.text import counted, printable
from flowdesk.desk.knowledge.survey import assess
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_index import as_name
from flowdesk.draw.theme import THEMES, text_color
from flowdesk.kinds.answers import CheckStatus, Deduction, Progress, Trace, unheard
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import kind_of

#: The themes of pages, and what of each the page needs.
_THEMES = ("dark", "light", "colour-blind")
_PARTS = ("ground", "cell", "line", "wall", "cursor", "mark", "hint", "loop", "clue", "rim")

#: What is said of puzzles that are not as players expect.
_REMARKS = {
    CheckStatus.MULTIPLE: "it has several solutions",
    CheckStatus.UNSOLVABLE: "it has no solution",
    CheckStatus.UNKNOWN: "it is not known whether it has exactly one solution",
}


@dataclass(frozen=True)
class Examined:
    """A puzzle and what is known of it; its `steps` and `solution` go into the page if given.

    If the search was ended, it took so many `seconds`.
    """

    known: Known
    steps: Sequence[Deduction] = ()
    solution: object = None
    seconds: float = 0.0

    @property
    def remark(self) -> str:
        """What is not as players expect, as a part of a sentence; empty if nothing is."""
        if self.known.status is CheckStatus.INVALID:
            return f"it is not complete: {self.known.findings[0].message}"
        return _REMARKS.get(self.known.status, "")

    def is_kept(self, everything: bool) -> bool:
        """Whether it is published: with `everything`, also if it has no solution, or several."""
        refused = (CheckStatus.INVALID, CheckStatus.MULTIPLE, CheckStatus.UNSOLVABLE)
        return self.known.status not in (refused[:1] if everything else refused)


def examine(
    puzzle: Puzzle, *, hints: bool = False, progress: Progress[Examined] = unheard
) -> Examined:
    """Find out whether a puzzle has one solution, and how hard it is; with `hints`, all steps."""
    known = assess(puzzle, progress=lambda so_far: progress(Examined(so_far)))
    found, reasoning, trace = Examined(known), kind_of(puzzle).reasoning, Trace()
    if not (hints and known.status is CheckStatus.UNIQUE and known.check and reasoning):
        return found
    while True:  # where time is over, the first steps stay
        found = replace(found, steps=trace.deductions, solution=known.check.solutions[0])
        progress(found)
        before, trace = trace, reasoning.hint(known, trace)
        if trace == before:
            return found


def page(levels: Sequence[Examined], about: PackAbout) -> bytes:
    return page_html(about.title, page_data(levels, about)).encode()


def level_key(puzzle: Puzzle) -> str:
    """Return by what a page and its results name a puzzle."""
    return hashlib.sha256(puzzle.puzzle_key.encode()).hexdigest()[:12]


def page_data(levels: Sequence[Examined], about: PackAbout) -> dict[str, Any]:
    boards, inks = _Shared(), _Shared()
    return {
        "title": about.title,
        **{name: text for name in ("author", "notes") if (text := getattr(about, name))},
        "levels": [_level(level, about, boards, inks) for level in levels],
        "boards": boards.rows,
        "inks": [_ink(name, color) for name, color in inks.rows],
        "themes": {name: _theme(name) for name in _THEMES},
    }


class _Shared:
    """Rows of plain data, each of them once; called with one, it returns the number of it."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._numbers: dict[str, int] = {}

    def __call__(self, row: object) -> int:
        number = self._numbers.setdefault(json.dumps(row), len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number


def _level(
    level: Examined, about: PackAbout, board: Callable[[object], int], ink: Callable[[object], int]
) -> dict[str, object]:
    puzzle, rating = level.known.level, level.known.difficulty
    kind = kind_of(puzzle)
    publishing = kind.publishing
    assert publishing, "the callers ask only for kinds that can be published"
    found = {
        "key": level_key(puzzle),
        "board": board(publishing.board(puzzle)),
        "size": kind.words.size_text(puzzle),
        **publishing.puzzle(puzzle),
    }
    if "inks" in found:
        found["inks"] = [ink(each) for each in found["inks"]]
    for name, told in (("title", ""), ("author", about.author)):
        if puzzle.about.get(name, told) != told:
            found[name] = puzzle.about[name]
    if rating:
        found |= {"word": rating.level, "score": rating.score}
    if level.solution:
        found["solution"] = publishing.solution(puzzle, level.solution)
        found["hints"] = [publishing.step(puzzle, step) for step in level.steps]
    return found


def _theme(name: str) -> dict[str, str]:
    theme = THEMES[name]
    usual = {"clue": text_color(theme.cell), "loop": theme.wall, "rim": "none"}
    return {part: getattr(theme, part) or usual[part] for part in _PARTS}


def _ink(name: str, color: str) -> dict[str, object]:
    return {"name": printable(name), "colors": {t: THEMES[t].color(color) for t in _THEMES}}


@dataclass(frozen=True)
class PageWish:
    """What is to be published, or the folder in which it is, and what the page tells of it.

    With `hints` players may ask for hints and paths; with `everything` also what has no solution,
    or several, is published.
    """

    puzzles: Sequence[Puzzle] | Path
    about: PackAbout
    hints: bool = False
    everything: bool = False


@dataclass(frozen=True)
class Publication:
    """A page, empty if there is no puzzle, and sentences on what is not as players expect."""

    data: bytes
    remarks: Sequence[str]


def publish(
    wish: PageWish, known: Mapping[str, Known], *, progress: Progress[Any] = unheard
) -> Publication:
    """Make a page; what is `known` of puzzles, by their keys, is not found out again."""
    kept, remarks = [], []
    named: list[tuple[str, Puzzle]] = []
    if isinstance(wish.puzzles, Path):
        items = Pack(wish.puzzles).items
        named = [(item.name, item.level) for item in items if item.level]
        remarks = [item.problem for item in items if item.problem]
    else:
        named = [(f"Puzzle {n}", puzzle) for n, puzzle in enumerate(wish.puzzles, 1)]
    for number, (name, puzzle) in enumerate(named):
        progress(number / len(named))
        so_far = None if wish.hints else known.get(puzzle.puzzle_key)
        if so_far:
            examined = Examined(replace(so_far, level=puzzle))
        else:
            examined = examine(puzzle, hints=wish.hints)
        is_kept = examined.is_kept(wish.everything)
        kept += [examined] * is_kept
        if remark := examined.remark.rstrip("."):
            remarks.append(f"{name}: {remark}.{'' if is_kept else ' It is left out.'}")
    return Publication(page(kept, wish.about) if kept else b"", remarks)


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
    return document_html(title, f'<main class="index">{heading}\n<ul>\n{rows}</ul></main>').encode()


_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z_]+\.js)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^[ ]*(/\*\*((?!\*/)[\s\S])*\*/|//.*)\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|function|class)", re.MULTILINE)

_BODY = """<main id="page"></main>
<p id="says" class="heard" aria-live="polite"></p>
<noscript>This page needs JavaScript to be played.</noscript>
<script type="application/json" id="data">{data}</script>"""


def page_html(title: str, data: Mapping[str, object]) -> str:
    """Return a page to play, with what it is told."""
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return document_html(title, _BODY.replace("{data}", plain), script())


def document_html(title: str, body: str, code: str = "", style: str = "") -> str:
    """Return a page with a body; its policy lets nothing run but `code`, whatever a title is."""
    style = style or _style()
    policy = (
        f"default-src 'none'; script-src {_source(code)}; style-src {_source(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {"policy": policy, "title": html.escape(printable(title)), "style": style}
    parts |= {"body": body, "script": f"<script>{code}</script>" if code else ""}
    frame = (_folder() / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{([a-z]+)\}", lambda name: parts[name[1]], frame)


@cache
def script() -> str:
    """Return the modules of ``assets/web`` as one script, each after those that it imports.

    Their names on the outermost level have to differ.
    """
    folder = _folder()

    def with_imported(name: str, done: set[str]) -> Iterator[str]:
        if name in done:
            return
        done.add(name)
        text = (folder / name).read_text(encoding="utf-8")
        for other in _IMPORT.findall(text):
            yield from with_imported(other, done)
        yield _EXPORT.sub("", _IMPORT.sub("", _COMMENT.sub("", text))).strip()

    return '"use strict";\n(() => {\n' + "\n".join(with_imported("main.js", set())) + "\n})();\n"


@cache
def _style() -> str:
    return (_folder() / "style.css").read_text(encoding="utf-8")


def _folder() -> Path:
    return shipped("assets") / "web"


def _source(text: str) -> str:
    """Return the name of a script or style in a policy; that of none if it is empty."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'" if text else "'none'"
