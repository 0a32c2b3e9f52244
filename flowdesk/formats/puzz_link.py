"""puzz.link: links to puzzles, one a line, and pzprv3, its files, which have the drawn lines.

``https://puzz.link/p?NAME/COLUMNS/ROWS/BODY``; other hosts of pzpr.js, which defines both, differ
only before the ``?``. A file has lines, or parts between ``/``: ``pzprv3``, NAME, ROWS, COLUMNS,
then the board. The kinds define names, bodies and boards: `kinds.entry.Pzpr`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import unquote

from flowdesk.core.finding import FormatError
from flowdesk.core.text import lines_of
from flowdesk.kinds.entry import Entry, Format, Parts, Pzpr
from flowdesk.kinds.table import KINDS as _ALL

_PARTS_OF = {kind.key: kind.pzpr for kind in _ALL.values() if kind.pzpr}
#: The keys of the kinds that puzz.link has, its limits as in `Format.most`, and for each name the
#: kind and its part.
KINDS = frozenset(_PARTS_OF)
MOST = {thing: most for part in _PARTS_OF.values() for thing, most in part.most.items()}
NAMES = {name: (_ALL[key], part) for key, part in _PARTS_OF.items() for name in part.names}

_HOST = "https://puzz.link/p?"
_EXAMPLE = f"As in {next(iter(_PARTS_OF.values())).example}."

_MORE = "What follows the board, such as author and history, was left out."

_ANY = "|".join(NAMES)
# A link to a puzzle, or any other web address.
_START = re.compile(rf"\s*(https?://\S|[^\s?]*\?({_ANY})(_edit|_play)?/|({_ANY})/[0-9])", re.I)
_IN_WORDS = re.compile(rf"""\?({_ANY})(_edit|_play)?(/|%2F)[^\s<>"']+""", re.I)
_OTHERS = re.compile(rf"\?(?!({_ANY})\b)([a-z]+)(_edit|_play)?/[0-9]+/[0-9]+/", re.I)
_NAME = re.compile(r"\s*([A-Za-z0-9]+?)(?:_edit|_play)?(?=/|$)")
_PARTS = re.compile(r"(?:/([^/0-9][^/]*)?)?/([0-9]{1,30})/([0-9]{1,30})/([^/]+)/?")


def is_link(name: str) -> bool:
    """Whether a name is a link, not a file."""
    return re.match(r"https?://", name) is not None or bool("?" in name and _START.match(name))


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


def _is_file(text: str) -> bool:
    """Whether the text begins with the name of this format.

    A map may begin with a row ``pzprv3``, but its third row is never a number of fewer digits.
    """
    first, _, third, *_ = [*lines_of(text.lstrip()[:100]), "", ""]
    named = re.match(r"pzprv3(\.[0-9]+)?\s*(/|$)", first)
    return named is not None and (named[2] == "/" or bool(re.fullmatch("[0-9]{1,5}", third)))


def _read_file(text: str) -> list[Entry]:
    """Return the puzzle of the file, with its lines; FormatError with line and column."""
    parts = Parts(text)
    parts.next(r"pzprv3(\.[0-9]+)?", "'pzprv3'")
    name = parts.next(r"[A-Za-z0-9]+", "the kind of puzzle, as in 'arukone'").lower()
    if name not in NAMES:
        raise unknown_kind(name, line=parts.last.line, column=parts.last.column)
    kind, part = NAMES[name]
    height = int(parts.next("[0-9]{1,9}", "the number of rows"))
    width = int(parts.next("[0-9]{1,9}", "the number of columns"))
    if problem := kind.size_problem(width, height):
        raise parts.last.error(problem)
    entry = part.read_board(name, width, height, parts)
    return [replace(entry, remarks=(*entry.remarks, _MORE)) if parts.has_more else entry]


def _write_file(entries: Sequence[Entry]) -> str:
    """Return a puzzle with what is drawn on it, or without that, with its solution."""
    (entry,) = entries
    part = part_of(entry)
    size = [str(entry.level.height), str(entry.level.width)]
    return "\n".join(["pzprv3", next(iter(part.names)), *size, *part.write_board(entry), ""])


FORMAT = Format(
    key="link",
    name="Link (puzz.link)",
    called="a puzz.link link",
    suffixes=(".txt",),
    holds_many=True,
    most=MOST,
    kinds=KINDS,
    recognize=_START.match,
    read=read,
    write=write,
)
FILE = Format(
    key="pzprv3",
    name="puzz.link file (pzprv3)",
    called="a pzprv3 file",
    suffixes=(".txt",),
    most=MOST,
    kinds=KINDS,
    recognize=_is_file,
    read=_read_file,
    write=_write_file,
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
