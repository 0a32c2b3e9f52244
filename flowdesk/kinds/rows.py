"""Cells as text: rows of characters, also among words, and runs of cells as links have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import dropwhile, groupby, takewhile
from typing import TypeVar

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.text import Piece, counted, lines_of, pieces_of

T = TypeVar("T")

_ROW = re.compile(r"[A-Za-z0-9.#_\-*+]+")
_SPACED_ROW = re.compile(r"\S( \S)+")
# A line ``name: value``; the name begins with a small letter.
_ABOUT = re.compile(r"[a-z][^:]*:.*")


#: The clues that `are_clues` expects, and the name of the line that tells the kind of a puzzle.
CLUES = "01234"
KIND = "kind"


def rows_and_about(text: str, hint: str) -> tuple[list[Piece], list[Piece]]:
    """Return the rows of a board and the lines below them; FormatError if there are no rows."""
    lines = list(dropwhile(lambda line: not line.text, pieces_of(text)))
    rows = list(takewhile(lambda line: line.text, lines))
    if not rows:
        raise FormatError("the file is empty.", hint=hint)
    return rows, [line for line in lines[len(rows) :] if line.text]


def text_with(rows: Sequence[str], about: Sequence[str]) -> str:
    """Return the text that `rows_and_about` reads as these."""
    return "\n".join([*rows, *(["", *about] if about else []), ""])


def cells_in_runs(
    body: Piece, width: int, height: int, run: Callable[[Piece, int], tuple[T | None, int, int]]
) -> dict[Cell, T]:
    """Return what is in the cells of a board, row by row; FormatError with the place of a mistake.

    `run` gets the body and the index of a run in it. It returns what is in the run's first cell, if
    anything is, how many cells it has, and how many characters. Cells after the last one with
    something may be too many: some programs write them.
    """
    found: dict[Cell, T] = {}
    size, cell, at = width * height, 0, 0
    while at < len(body.text):
        content, length, taken = run(body, at)
        is_last = at + taken == len(body.text) and content is not None
        if cell >= size or (cell + length > size and not is_last):
            raise body.at(at).error(
                f"from here on there are more cells than a board of {width} x {height} has.",
                "Are the numbers of columns and rows right?",
            )
        if content is not None:
            found[cell % width, cell // width] = content
        cell += length
        at += taken
    if cell < size:
        raise body.at(at).error(
            f"there are only {counted(cell, 'cell')}, and a board of {width} x {height} has more.",
            "Is a part of it missing?",
        )
    return found


def runs_of(cells: Iterable[T | None]) -> Iterator[tuple[T | None, int]]:
    """Yield what is in each cell alone, and None with the number of empty cells between."""
    for content, run in groupby(cells):
        length = len(list(run))
        yield from [(None, length)] if content is None else [(content, 1)] * length


def are_clues(rows: Sequence[str]) -> bool:
    """Whether rows of digits and dots are clues, as each label of a finished map stands twice.

    Digits above 4 are mistakes among clues that stand more often. A row without dots is a number.
    """
    counts = Counter("".join(rows))
    has_dots = counts.pop(".", 0) > 0
    if not (counts and counts.keys() <= set("0123456789")) or (len(rows) == 1 and not has_dots):
        return False
    if counts.keys() <= set(CLUES):
        return any(count != 2 for count in counts.values())
    return any(counts[clue] > 2 for clue in CLUES)


def is_either(text: str) -> bool:
    """Whether a text may be an unfinished or finished map of Flow as well as clues.

    No line tells the kind, and no digit stands more than twice; with blanks, which are cells of a
    map and stand between the rows of a course, it must be a finished map.
    """
    lines = lines_of(text.strip())
    rows = list(takewhile(bool, lines))
    counts = Counter("".join(rows).replace(".", ""))
    if counts.pop(" ", 0) and not is_finished_map(lines):
        return False
    is_short = bool(counts) and counts.keys() <= set(CLUES) and max(counts.values()) <= 2
    return is_short and not kind_told(lines[len(rows) :])


def is_finished_map(rows: Sequence[str]) -> bool:
    """Whether rows may be a map of Flow with blanks, or without, in which each label stands twice.

    A single row with blanks is none, as paths cannot go round labels; nor are blanks among dots.
    """
    counts = Counter("".join(rows))
    is_even = len(rows) > 1 and len(set(map(len, rows))) == 1
    dots, blanks = counts.pop(".", 0), counts.pop(" ", 0)
    return is_even and not (dots and blanks) and all(count == 2 for count in counts.values())


def kind_told(lines: Iterable[str]) -> str:
    """Return the value of the first line ``kind: value``; empty if there is none."""
    values = (re.fullmatch(rf"{KIND}\s*:(.*)", line) for line in lines)
    return next((match[1].strip() for match in values if match), "")


def rows_in(lines: list[str], row_of_numbers: Callable[[str], str] = lambda line: "") -> list[str]:
    """Return the largest rows of characters, a blank line, and their lines ``name: value``.

    There may be blanks between cells. `row_of_numbers` returns the row that a line of a table of
    numbers means, if it is one: rows may be such a table.
    """
    rows = [line.replace(" ", "") if _SPACED_ROW.fullmatch(line) else line for line in lines]
    places = _largest_rows(rows)
    numbers = list(map(row_of_numbers, lines))
    table = _largest_table(lines, numbers)
    others = "".join(lines[place] for place in places if place not in table)
    if table and not re.search("[. ]", others):  # beside it are only words
        rows, places = numbers, table
    if not places:
        return []
    following = lines[places[-1] + 1 :]
    about = takewhile(lambda line: not line or _ABOUT.fullmatch(line), following)
    return [*(rows[place] for place in places), "", *filter(None, about)]


def _blocks(lines: list[str]) -> list[list[int]]:
    """Return the indices of lines that belong together.

    These are paragraphs, and successive paragraphs of one line: some mail programs put blank lines
    between all lines.
    """
    paragraphs: list[list[int]] = [[]]
    for place, line in enumerate(lines):
        if line:
            paragraphs[-1].append(place)
        elif paragraphs[-1]:
            paragraphs.append([])
    blocks = [paragraph for paragraph in paragraphs if len(paragraph) > 1]
    alone: list[int] = []
    for paragraph in [*paragraphs, []]:
        if len(paragraph) == 1 and _ROW.fullmatch(lines[paragraph[0]]):
            alone += paragraph
        elif alone:
            blocks.append(alone)
            alone = []
    return blocks


def _row_length(lines: list[str]) -> int:
    """Return the most frequent length of lines that may be rows; 0 if there are none."""
    lengths = Counter(len(line) for line in lines if _ROW.fullmatch(line))
    return max(lengths, key=lambda length: (lengths[length], length), default=0)


def _cells(lines: list[str]) -> int:
    """Return the number of cells of the rows among the lines; 0 if they look like words."""
    length = _row_length(lines)
    rows = [line for line in lines if len(line) == length and _ROW.fullmatch(line)]
    text = "".join(rows)
    if not re.search(r"[A-Za-z0-9]", text) or (len(rows) == 1 and "." not in text):
        return 0
    return len(text)


def _largest_rows(lines: list[str]) -> list[int]:
    block = max(_blocks(lines), key=lambda block: _cells([lines[i] for i in block]), default=[])
    found = [lines[i] for i in block]
    if not _cells(found):
        return []
    length = _row_length(found)
    known = {letter for line in found if len(line) == length for letter in line}
    belongs = [i for i, line in enumerate(found) if _is_row(line, length, known)]
    return block[belongs[0] : belongs[-1] + 1]


def _is_row(line: str, length: int, known: set[str]) -> bool:
    """Whether a line belongs to a board, most rows of which have this length and these characters.

    A row of another length is a mistake to be reported, but a word or number beside the board is
    not. What could be either counts as a row: otherwise a part of the board would be lost.
    """
    return bool(_ROW.fullmatch(line)) and (
        len(line) in (1, length) or "." in line or set(line) <= known or line.isupper()
    )


def _largest_table(lines: list[str], rows: list[str]) -> list[int]:
    block = max(_blocks(rows), key=lambda block: len("".join(rows[i] for i in block)), default=[])
    if len(block) < 2 or _row_length([rows[i] for i in block]) < 2:
        return []
    is_whole = all(rows[i] or not lines[i] for i in range(block[0], block[-1]))
    return block if is_whole else []
