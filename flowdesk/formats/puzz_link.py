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
from flowdesk.core.text import Piece, filled_lines, lines_of
from flowdesk.kinds.entry import Entry, Format, Parts
from flowdesk.kinds.table import KINDS as _ALL

_PARTS_OF = {kind.key: kind.files.pzpr for kind in _ALL.values() if kind.files.pzpr}
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


def links_in(line: Piece) -> list[Piece]:
    """Return the links to these puzzles in a line, from the question mark on."""
    return [
        Piece(match[0].rstrip(".,;:!?)]}*_"), line.line, line.column + match.start())
        for match in _IN_WORDS.finditer(line.text)
    ]


def others_in(text: str) -> list[str]:
    """Return the names of other puzzles to which the text has links."""
    return [match[2] for match in _OTHERS.finditer(text)]


def read(text: str) -> list[Entry]:
    """Return the puzzle of each link; FormatError with the line and column of a mistake."""
    return list(map(read_link, filled_lines(text)))


def read_link(link: Piece) -> Entry:
    """Return the puzzle of a link, in which ``%2F`` is a slash; FormatError with the place."""
    pieces = re.findall(r"%[0-9A-Fa-f]{2}|.", link.text, re.DOTALL)
    try:
        return _parsed(Piece("".join(map(unquote, pieces)), 0))
    except FormatError as error:
        wrong = link.at(len("".join(pieces[: error.column - 1])))
        raise wrong.error(error.message, error.hint) from None


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
    name = parts.next(r"[A-Za-z0-9]+", "the kind of puzzle, as in 'arukone'").lower()
    if name not in NAMES:
        raise _unknown_kind(name, parts.last)
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
    part = _PARTS_OF[entry.level.kind]
    size = [str(entry.level.height), str(entry.level.width)]
    return "\n".join(["pzprv3", next(iter(part.names)), *size, *part.write_board(entry), ""])


FORMAT = Format(
    key="link",
    name="Link (puzz.link)",
    called="a puzz.link link",
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
    most=MOST,
    kinds=KINDS,
    recognize=_is_file,
    read=_read_file,
    write=_write_file,
)


def _unknown_kind(name: str, place: Piece) -> FormatError:
    hint = f"FlowDesk reads {', '.join(NAMES)}."
    return place.error(f"{name!r} is another kind of puzzle.", hint)


def _parsed(link: Piece) -> Entry:
    """Return the puzzle of a link; every error has its column."""
    named = _NAME.match(link.text, link.text.find("?") + 1)
    if not named or ("://" in link.text and "?" not in link.text):
        raise link.error("this is not a link to a puzzle.", _EXAMPLE)
    name = named[1].lower()
    if name not in NAMES:
        raise _unknown_kind(named[1], link.at(named.start(1)))
    kind, part = NAMES[name]
    fields = _PARTS.fullmatch(link.text, named.end())
    if not fields:
        expected = "after the puzzle's name, its columns, its rows and its cells are expected."
        raise link.at(named.end()).error(expected, f"As in {part.example}.")
    if flag := fields[1]:
        known = next((what for letter, what in part.names[name].items() if letter in flag), "")
        message = f"by {flag!r} {known}." if known else f"{flag!r} has no meaning here."
        raise link.at(fields.start(1)).error(message)
    width, height = int(fields[2]), int(fields[3])
    if problem := kind.size_problem(width, height):
        raise link.at(fields.start(2)).error(problem)
    body = Piece(fields[4], link.line, link.column + fields.start(4))
    return part.read_body(name, width, height, body)


def _link(entry: Entry) -> str:
    part, puzzle = _PARTS_OF[entry.level.kind], entry.level
    size = f"{puzzle.width}/{puzzle.height}"
    return f"{_HOST}{next(iter(part.names))}/{size}/{part.write_body(entry)}"
