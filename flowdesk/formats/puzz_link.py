"""puzz.link: links to puzzles of the kinds Arukone and Numberlink, one a line.

``https://puzz.link/p?arukone/COLUMNS/ROWS/BODY``; other hosts of pzpr.js, which defines it, differ
only before the ``?``. BODY, row by row: a number in hexadecimal is ``1``-``f``, ``-hh`` or
``+hhh``; ``g``-``z`` are 1 to 20 empty cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.text import counted, lines_of
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.colors import default_colors
from flowdesk.kinds.flow.files.labels import numbered_label, numbers_of
from flowdesk.kinds.flow.level import Level, own_colors, size_problem

#: The names of these puzzles, and whether every cell must be covered, as in Flow.
KINDS = {"arukone": True, "numlin": False, "numberlink": False}
#: Arukone shows its numbers as A-Z and a-z, and has no more.
MOST_COLORS = 52

_NAMES = "|".join(KINDS)
_START = re.compile(rf"https?://\S|[^\s?]*\?({_NAMES})(_edit|_play)?/|({_NAMES})/[0-9]", re.I)
_IN_WORDS = re.compile(rf"""\?({_NAMES})(_edit|_play)?(/|%2F)[^\s<>"']+""", re.I)
_OTHERS = re.compile(rf"\?(?!({_NAMES})\b)([a-z]+)(_edit|_play)?/[0-9]+/[0-9]+/", re.I)
_NAME = re.compile(r"\s*([A-Za-z0-9]+?)(?:_edit|_play)?(?=/|$)")
_PARTS = re.compile(r"(?:/([^/0-9][^/]*)?)?/([0-9]{1,30})/([0-9]{1,30})/([^/]+)/?")
_TOKEN = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|\+([0-9a-f]{3})|([g-z])")
_EXAMPLE = "As in https://puzz.link/p?arukone/5/5/1g2g3h4g5l2g3h145g."


def recognize(text: str) -> bool:
    """Whether the text begins with a link, to these puzzles or to anything else."""
    return _START.match(text.lstrip()) is not None


def links_in(line: str) -> list[tuple[int, str]]:
    """The links to these puzzles among other words, and where each begins, at its question mark."""
    return [
        (match.start(), match.group().rstrip(".,;:!?)]}*_")) for match in _IN_WORDS.finditer(line)
    ]


def others_in(text: str) -> list[str]:
    """The names of other kinds of puzzles that links in the text lead to."""
    return [match[2] for match in _OTHERS.finditer(text)]


def read(text: str) -> list[Entry]:
    """The level of each link; FormatError with the place where one cannot be read."""
    lines = enumerate(lines_of(text), 1)
    entries = [read_link(line, number) for number, line in lines if line]
    if not entries:
        raise FormatError("there is no link in this file.", hint=_EXAMPLE)
    return entries


def read_link(link: str, line: int = 0, before: int = 0) -> Entry:
    """The level of a link, in which characters may be written as in ``%2F``.

    FormatError with the column where it cannot be read, of the line that it stands in, after so
    many characters `before` it.
    """
    pieces = re.findall(r"%[0-9A-Fa-f]{2}|.", link, re.DOTALL)
    try:
        return _parsed("".join(map(unquote, pieces)))
    except FormatError as error:
        column = before + len("".join(pieces[: error.column - 1])) + 1
        raise FormatError(error.message, line=line, column=column, hint=error.hint) from None


def write(entries: Sequence[Entry]) -> str:
    """A link for each level, a line each; FormatError if a link cannot hold one of them."""
    return "".join(f"{_link(entry.level)}\n" for entry in entries)


def level_of_numbers(width: int, height: int, numbers: dict[Cell, int]) -> Level:
    """A level whose colours have numbers, in the colours that maps give to A, B, C ..."""
    endpoints = {cell: numbered_label(number) for cell, number in numbers.items()}
    labels = set(endpoints.values())
    return Level(width, height, endpoints, colors=own_colors(default_colors(labels), labels))


def uncovered_remarks(name: str) -> tuple[str, ...]:
    """What has to be said about a puzzle of this name that need not cover all cells."""
    if KINDS[name]:
        return ()
    return (f"{name} lets cells stay uncovered; FlowDesk demands that every cell is covered.",)


def unknown_kind(name: str, *, line: int = 0, column: int = 0) -> FormatError:
    """The error for a puzzle that is none of these."""
    return FormatError(
        f"{name!r} is another kind of puzzle.",
        line=line,
        column=column,
        hint=f"The ones that are read here are {', '.join(KINDS)}.",
    )


def _parsed(link: str) -> Entry:
    """The level of a link; every error has its column."""
    name = _NAME.match(link, link.find("?") + 1)
    if not name or ("://" in link and "?" not in link):
        raise FormatError("this is not a link to a puzzle.", column=1, hint=_EXAMPLE)
    kind = name[1].lower()
    if kind not in KINDS:
        raise unknown_kind(name[1], column=name.start(1) + 1)
    parts = _PARTS.fullmatch(link, name.end())
    if not parts:
        raise FormatError(
            "after the puzzle's name stand its columns, its rows and its cells.",
            column=name.end() + 1,
            hint=_EXAMPLE,
        )
    if flag := parts[1]:
        message = f"{flag!r} has no meaning here."
        if KINDS[kind] and "e" in flag:
            message = f"by {flag!r} cells may stay uncovered, which no level can say yet."
        raise FormatError(message, column=parts.start(1) + 1)
    width, height = int(parts[2]), int(parts[3])
    if problem := size_problem(width, height):
        raise FormatError(problem, column=parts.start(2) + 1)
    try:
        numbers = _numbers(parts[4], width, height, MOST_COLORS if KINDS[kind] else None)
    except FormatError as error:
        column = parts.start(4) + error.column
        raise FormatError(error.message, column=column, hint=error.hint) from None
    return Entry(level_of_numbers(width, height, numbers), remarks=uncovered_remarks(kind))


def _numbers(body: str, width: int, height: int, most: int | None) -> dict[Cell, int]:
    """The cells with numbers up to `most`; columns of errors count from the body's beginning."""
    numbers: dict[Cell, int] = {}
    cell = at = 0
    while at < len(body):
        token = _TOKEN.match(body, at)
        if not token:
            unknown = "'.' is a number that is not known, and FlowDesk has to know them all."
            message = unknown if body[at] == "." else f"{body[at]!r} does not belong here."
            raise FormatError(message, column=at + 1, hint=_EXAMPLE)
        digits, run = token[1] or token[2] or token[3], token[4]
        length = int(run, 36) - 15 if run else 1
        if cell + length > width * height:
            raise FormatError(
                f"from here on the cells are more than those of a board of {width} x {height}.",
                column=at + 1,
            )
        if digits:
            numbers[cell % width, cell // width] = int(digits, 16)
            if not int(digits, 16):
                raise FormatError("0 is no number here: they count from 1.", column=at + 1)
            if most and int(digits, 16) > most:
                message = f"{int(digits, 16)} is no letter: {most} is the last, which is z."
                raise FormatError(message, column=at + 1)
        cell += length
        at = token.end()
    if cell < width * height:
        raise FormatError(
            f"this is only {counted(cell, 'cell')}, and a board of {width} x {height} has more.",
            column=at + 1,
        )
    return numbers


def _link(level: Level) -> str:
    """The link to a level: it always ends in a letter or digit, so nothing is cut off in a mail."""
    numbers = numbers_of(level, MOST_COLORS, "a puzz.link link")
    body: list[str] = []
    empty = 0
    for y in range(level.height):
        for x in range(level.width):
            label = level.endpoints.get((x, y))
            if label is None:
                empty += 1
            else:
                body += _run(empty), _digits(numbers[label])
                empty = 0
    body.append(_run(empty))
    return f"https://puzz.link/p?arukone/{level.width}/{level.height}/{''.join(body)}"


def _run(length: int) -> str:
    """So many empty cells."""
    rest = length % 20
    return "z" * (length // 20) + ("ghijklmnopqrstuvwxy"[rest - 1] if rest else "")


def _digits(number: int) -> str:
    """A number up to 255."""
    return f"{number:x}" if number < 16 else f"-{number:02x}"
