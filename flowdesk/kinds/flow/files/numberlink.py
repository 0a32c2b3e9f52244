"""Arukone and Numberlink: the puzzles of puzz.link that can be read as Flow.

The body of a link, row by row: a number in hexadecimal is ``1``-``f``, ``-hh`` or ``+hhh``;
``g``-``z`` are 1 to 20 empty cells. A file has for Arukone ``passallcell``; then the rows of cells
(``.`` or a letter, a number for Numberlink); then for each row what is drawn between its cells,
and for each two rows what is drawn between them: ``1`` a line, ``-1`` a cross, ``0`` nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from flowdesk.core.board import Board, board_of
from flowdesk.core.grid import Cell, Edge, by_row, connected, ways_along
from flowdesk.core.text import Piece
from flowdesk.kinds.entry import Entry, Parts, Pzpr
from flowdesk.kinds.flow.colors import default_colors, numbered_label, numbers_of
from flowdesk.kinds.flow.drawing import drawn_answer
from flowdesk.kinds.flow.files.as_json import PLAIN_ONLY
from flowdesk.kinds.flow.level import Level, own_colors
from flowdesk.kinds.rows import cells_in_runs, runs_of

#: The puzzle in which every cell must be covered, as in Flow.
_COVERED = "arukone"
#: Its numbers are shown as A-Z and a-z.
_MOST_COLORS = 52

#: The numbers of Arukone's cells, 0 for an empty one.
_LETTERS = {".": 0, **{numbered_label(n): n for n in range(1, _MOST_COLORS + 1)}}
#: What is drawn between two cells: 1 a line, -1 a cross, 0 nothing.
_MARKS = {"0": 0, "1": 1, "-1": -1}
_TOKEN = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|\+([0-9a-f]{3})|([g-z])")
_MAY_STAY = "cells may stay uncovered, which FlowDesk does not support"
_EXAMPLE = "https://puzz.link/p?arukone/5/5/1g2g3h4g5l2g3h145g"


def read_body(name: str, width: int, height: int, body: Piece) -> Entry:
    """Return the level of a link's body."""
    most = _MOST_COLORS if name == _COVERED else sys.maxsize
    numbers = cells_in_runs(body, width, height, partial(_read_run, most))
    return Entry(_level(width, height, numbers), remarks=_uncovered(name))


def _read_run(most: int, body: Piece, at: int) -> tuple[int | None, int, int]:
    """Return the number of a cell, or None for empty ones, and the numbers of cells and letters."""
    token = _TOKEN.match(body.text, at)
    if not token:
        unknown = "'.' is an unknown number, which FlowDesk does not support."
        here = body.text[at]
        message = unknown if here == "." else f"{here!r} does not belong here."
        raise body.at(at).error(message, f"As in {_EXAMPLE}.")
    taken = token.end() - at
    if token[4]:
        return None, int(token[4], 36) - 15, taken
    number = int(token[1] or token[2] or token[3], 16)
    if not number:
        raise body.at(at).error("0 is not allowed: numbers count from 1.")
    if number > most:
        raise body.at(at).error(f"{number} is too large: {most} is the last number, which is z.")
    return number, 1, taken


def write_body(entry: Entry) -> str:
    """Return the body of a link; it ends in a letter or digit, so that links stay whole."""
    level = entry.level
    numbers = numbers_of(level)
    runs = runs_of(map(level.endpoints.get, level.board.squares))
    return "".join(_run(n) if label is None else _digits(numbers[label]) for label, n in runs)


def read_board(name: str, width: int, height: int, parts: Parts) -> Entry:
    """Return the level of a file, with its lines as drawn paths."""
    is_covered = name == _COVERED
    if is_covered and parts.next(r"\w+", "'passallcell'") != "passallcell":
        raise parts.last.error(f"in this puzzle {_MAY_STAY}.")
    numbers = {
        (x, y): number
        for y in range(height)
        for x, number in enumerate(parts.row(width, _LETTERS.get if is_covered else _number))
        if number
    }
    lines, crosses = parts.edges(_edges(board_of(width, height)), _MARKS)
    level = _level(width, height, numbers)
    drawn, left = _paths(level, lines)
    remarks = list(_uncovered(name))
    if crosses:
        remarks.append(f"The crosses between cells were left out: {crosses}.")
    if left:
        remarks.append(f"Lines that are no paths from an endpoint were left out: {left}.")
    return Entry(replace(level, drawn=drawn), remarks=tuple(remarks))


def write_board(entry: Entry) -> list[str]:
    """Return the level as Arukone, with its drawn paths, or without any, its solution."""
    level = entry.level
    numbers = numbers_of(level)
    answer = drawn_answer(level) or entry.solution
    drawn = answer.edges if answer else frozenset()

    marks = {cell: numbered_label(numbers[label]) for cell, label in level.endpoints.items()}
    rows = [[marks.get(cell, ".") for cell in row] for row in level.board.rows]
    rows += [["01"[edge in drawn] for edge in row] for row in _edges(level.board)]
    return ["passallcell", *map(" ".join, rows)]


NUMBERLINK = Pzpr(
    names={_COVERED: {"e": _MAY_STAY}, "numlin": {}, "numberlink": {}},
    example=_EXAMPLE,
    most={"holes": 0, "walls": 0, "colours": _MOST_COLORS, **PLAIN_ONLY},
    read_body=read_body,
    write_body=write_body,
    read_board=read_board,
    write_board=write_board,
)


def _edges(board: Board) -> list[list[Edge]]:
    """Return the edges between two squares in the order of the format."""
    vertical, horizontal = board.edge_rows
    return [*(row[1:-1] for row in vertical), *horizontal[1:-1]]


def _level(width: int, height: int, numbers: Mapping[Cell, int]) -> Level:
    """Return a level whose labels are numbers, in the colours that maps give to A, B, C ..."""
    endpoints = {cell: numbered_label(number) for cell, number in numbers.items()}
    colors = own_colors(default_colors(set(endpoints.values())))
    return Level(width, height, endpoints, colors=colors)


def _uncovered(name: str) -> tuple[str, ...]:
    """Return the remark about a puzzle of this name if it need not cover all cells."""
    if name == _COVERED:
        return ()
    return (f"{name} lets cells stay uncovered; FlowDesk demands that every cell is covered.",)


def _run(length: int) -> str:
    """Return the code of this many empty cells."""
    rest = length % 20
    return "z" * (length // 20) + ("ghijklmnopqrstuvwxy"[rest - 1] if rest else "")


def _digits(number: int) -> str:
    return f"{number:x}" if number < 16 else f"-{number:02x}"


def _number(word: str) -> int | None:
    """Return the number of a cell of Numberlink, 0 for an empty one."""
    if word == ".":
        return 0
    return int(word) if re.fullmatch("[1-9][0-9]{0,4}", word) else None


def _paths(level: Level, lines: Iterable[Edge]) -> tuple[dict[str, tuple[Cell, ...]], int]:
    """Return the drawn paths that the lines form, and the number of lines that form none."""
    ways = ways_along(lines)
    ends = by_row(cell for cell, others in ways.items() if len(others) == 1)
    walks = map(tuple, connected([*ends, *ways], ways.__getitem__))
    drawn: dict[str, tuple[Cell, ...]] = {}
    left = 0
    for walk in sorted(walks, key=len, reverse=True):
        is_line = sum(len(ways[cell]) for cell in walk) == 2 * len(walk) - 2
        for path in (walk, walk[::-1]) if is_line else ():
            label = level.endpoints.get(path[0])
            if label is not None and label not in drawn and level.can_hold(label, path):
                drawn[label] = path
                break
        else:
            left += 1
    return drawn, left
