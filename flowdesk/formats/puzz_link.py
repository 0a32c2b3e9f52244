"""puzz.link: links to puzzles, one a line.

``https://puzz.link/p?NAME/COLUMNS/ROWS/BODY``; other hosts of pzpr.js, which defines it, differ
only before the ``?``. The kinds define names and bodies: `kinds.pzpr.Pzpr`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from flowdesk.core.finding import FormatError
from flowdesk.core.text import lines_of
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.format import Format
from flowdesk.kinds.pzpr import Pzpr
from flowdesk.kinds.table import KINDS as _ALL

_PARTS_OF = {kind.key: kind.pzpr for kind in _ALL.values() if kind.pzpr}
#: The keys of the kinds that puzz.link has, its limits as in `Format.most`, and for each name the
#: kind and its part.
KINDS = frozenset(_PARTS_OF)
MOST = {thing: most for part in _PARTS_OF.values() for thing, most in part.most.items()}
NAMES = {name: (_ALL[key], part) for key, part in _PARTS_OF.items() for name in part.names}

_HOST = "https://puzz.link/p?"
_EXAMPLE = f"As in {next(iter(_PARTS_OF.values())).example}."

_ANY = "|".join(NAMES)
_START = re.compile(rf"https?://\S|[^\s?]*\?({_ANY})(_edit|_play)?/|({_ANY})/[0-9]", re.I)
_IN_WORDS = re.compile(rf"""\?({_ANY})(_edit|_play)?(/|%2F)[^\s<>"']+""", re.I)
_OTHERS = re.compile(rf"\?(?!({_ANY})\b)([a-z]+)(_edit|_play)?/[0-9]+/[0-9]+/", re.I)
_NAME = re.compile(r"\s*([A-Za-z0-9]+?)(?:_edit|_play)?(?=/|$)")
_PARTS = re.compile(r"(?:/([^/0-9][^/]*)?)?/([0-9]{1,30})/([0-9]{1,30})/([^/]+)/?")


def recognize(text: str) -> bool:
    """Whether the text begins with a link to a puzzle, or with any other web address."""
    return _START.match(text.lstrip()) is not None


def is_link(name: str) -> bool:
    """Whether a name is a link, not a file."""
    return re.match(r"https?://", name) is not None or ("?" in name and recognize(name))


def links_in(line: str) -> list[tuple[int, str]]:
    """Return the links to these puzzles in a line, from the question mark on, with its index."""
    return [
        (match.start(), match.group().rstrip(".,;:!?)]}*_")) for match in _IN_WORDS.finditer(line)
    ]


def others_in(text: str) -> list[str]:
    """Return the names of other puzzles to which the text has links."""
    return [match[2] for match in _OTHERS.finditer(text)]


def read(text: str) -> list[Entry]:
    """Return the puzzle of each link; FormatError with the line and column of a mistake."""
    lines = enumerate(lines_of(text), 1)
    entries = [read_link(line, number) for number, line in lines if line]
    if not entries:
        raise FormatError("there is no link in this file.", hint=_EXAMPLE)
    return entries


def read_link(link: str, line: int = 0, before: int = 0) -> Entry:
    """Return the puzzle of a link, in which characters may be written as in ``%2F``.

    FormatError with `line` and the column of a mistake; `before` characters precede the link.
    """
    pieces = re.findall(r"%[0-9A-Fa-f]{2}|.", link, re.DOTALL)
    try:
        return _parsed("".join(map(unquote, pieces)))
    except FormatError as error:
        column = before + len("".join(pieces[: error.column - 1])) + 1
        raise FormatError(error.message, line=line, column=column, hint=error.hint) from None


def write(entries: Sequence[Entry]) -> str:
    """Return a link for each puzzle, a line each."""
    return "".join(f"{_link(entry)}\n" for entry in entries)


FORMAT = Format(
    key="link",
    name="Link (puzz.link)",
    called="a puzz.link link",
    suffixes=(".txt",),
    holds_many=True,
    most=MOST,
    kinds=KINDS,
    recognize=recognize,
    read=read,
    write=write,
)


def part_of(entry: Entry) -> Pzpr:
    """Return the `Pzpr` of the entry's kind."""
    return _PARTS_OF[entry.level.kind]


def unknown_kind(name: str, *, line: int = 0, column: int = 0) -> FormatError:
    """Return the error for a name of another puzzle."""
    return FormatError(
        f"{name!r} is another kind of puzzle.",
        line=line,
        column=column,
        hint=f"FlowDesk reads {', '.join(NAMES)}.",
    )


def _parsed(link: str) -> Entry:
    """Return the puzzle of a link; every error has its column."""
    named = _NAME.match(link, link.find("?") + 1)
    if not named or ("://" in link and "?" not in link):
        raise FormatError("this is not a link to a puzzle.", column=1, hint=_EXAMPLE)
    name = named[1].lower()
    if name not in NAMES:
        raise unknown_kind(named[1], column=named.start(1) + 1)
    kind, part = NAMES[name]
    fields = _PARTS.fullmatch(link, named.end())
    if not fields:
        raise FormatError(
            "after the puzzle's name, its columns, its rows and its cells are expected.",
            column=named.end() + 1,
            hint=f"As in {part.example}.",
        )
    if flag := fields[1]:
        known = next((what for letter, what in part.names[name].items() if letter in flag), "")
        message = f"by {flag!r} {known}." if known else f"{flag!r} has no meaning here."
        raise FormatError(message, column=fields.start(1) + 1)
    width, height = int(fields[2]), int(fields[3])
    if problem := kind.size_problem(width, height):
        raise FormatError(problem, column=fields.start(2) + 1)
    try:
        return part.read_body(name, width, height, fields[4])
    except FormatError as error:
        column = fields.start(4) + error.column
        raise FormatError(error.message, column=column, hint=error.hint) from None


def _link(entry: Entry) -> str:
    part, puzzle = part_of(entry), entry.level
    size = f"{puzzle.width}/{puzzle.height}"
    return f"{_HOST}{next(iter(part.names))}/{size}/{part.write_body(entry)}"
