"""Find maps in other text: rows in a mail, or tables of numbers."""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile

from flowdesk.kinds.flow.colors import numbered_label

_ROW = re.compile(r"[A-Za-z0-9.#_\-*+]+")
_SPACED_ROW = re.compile(r"\S( \S)+")
_NUMBER = r"([0-5]?[0-9]|6[0-2])"  # as many as a map has labels
_ROW_OF_NUMBERS = re.compile(rf"{_NUMBER}([ \t]+{_NUMBER})*")
# A line ``name: value``; the name begins with a small letter.
_ABOUT = re.compile(r"[a-z][^:]*:.*")


def rows_in(lines: list[str]) -> list[str]:
    """Return the rows of the largest map, a blank line, and its lines ``name: value``.

    There may be blanks between cells. A table of numbers is a map in which 0 is an empty cell.
    """
    rows = [line.replace(" ", "") if _SPACED_ROW.fullmatch(line) else line for line in lines]
    places = _largest_map(rows)
    table = _largest_table(lines)
    others = "".join(lines[place] for place in places if place not in table)
    if table and not re.search("[. ]", others):  # beside it are only words
        rows, places = list(map(_row_of_numbers, lines)), table
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


def _largest_map(lines: list[str]) -> list[int]:
    """Return the indices of the rows of the largest map; none if there is no map."""
    block = max(_blocks(lines), key=lambda block: _cells([lines[i] for i in block]), default=[])
    found = [lines[i] for i in block]
    if not _cells(found):
        return []
    length = _row_length(found)
    known = {letter for line in found if len(line) == length for letter in line}
    belongs = [i for i, line in enumerate(found) if _is_row(line, length, known)]
    return block[belongs[0] : belongs[-1] + 1]


def _is_row(line: str, length: int, known: set[str]) -> bool:
    """Whether a line belongs to a map, most rows of which have this length and these characters.

    A row of another length is a mistake to be reported, but a word or number beside the map is not.
    What could be either counts as a row: otherwise a part of the map would be lost.
    """
    return bool(_ROW.fullmatch(line)) and (
        len(line) in (1, length) or "." in line or set(line) <= known or line.isupper()
    )


def _largest_table(lines: list[str]) -> list[int]:
    """Return the indices of the rows of the largest table of numbers; none if there is none."""
    rows = list(map(_row_of_numbers, lines))
    block = max(_blocks(rows), key=lambda block: len("".join(rows[i] for i in block)), default=[])
    if len(block) < 2 or _row_length([rows[i] for i in block]) < 2:
        return []
    is_whole = all(rows[i] or not lines[i] for i in range(block[0], block[-1]))
    return block if is_whole else []


def _row_of_numbers(line: str) -> str:
    """Return a line of numbers as a row of a map, in which 0 is an empty cell; else ""."""
    if not _ROW_OF_NUMBERS.fullmatch(line):
        return ""
    numbers = map(int, line.split())
    return "".join(numbered_label(number) if number else "." for number in numbers)
