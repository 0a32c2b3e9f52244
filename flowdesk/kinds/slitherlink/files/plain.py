"""Plain text: one character a cell, one row a line, then lines of ``name: value``.

A digit from 0 to 4 is a clue, ``.`` a cell without one. What could be a finished map of Flow is
one, unless a line ``kind: slitherlink`` follows: it is written where it is needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from string import digits

from flowdesk.core.finding import FormatError
from flowdesk.core.puzzle import MAX_SIDE, size_problem
from flowdesk.core.text import about_lines, about_of, even_rows, lines_of, named_values
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.rows import (
    KIND,
    are_clues,
    is_either,
    kind_told,
    rows_and_about,
    rows_in,
    text_with,
)
from flowdesk.kinds.slitherlink.files import course
from flowdesk.kinds.slitherlink.files.course import CHARACTERS, clues_in, rows_of
from flowdesk.kinds.slitherlink.puzzle import Slitherlink

_ROW = re.compile(r"[.0-9][ .0-9]*")


def recognize(text: str) -> bool:
    """Whether the first lines are rows of clues, and the others do not tell another kind."""
    lines = lines_of(text.strip())
    rows = list(takewhile(bool, lines))
    if not set("".join(rows)) <= {".", *digits}:
        return False
    if len(rows) == 1 and any(":" not in line for line in lines[1:] if line):
        return False  # rows with blank lines between them, as in some mails
    told = kind_told(lines[len(rows) :])
    if told == Slitherlink.kind:
        return set("".join(rows)) <= set(CHARACTERS)
    return not told and are_clues(rows)


def read(text: str) -> list[Entry]:
    """Return the puzzle of a text; FormatError with the line and column of a mistake."""
    rows, lines = rows_and_about(text, "Write one line per row of the board.")
    hint = "Several puzzles fit in a course file, with their sizes: '2 3 .2. 3.1'."
    values, told = named_values(lines, hint), (KIND, Slitherlink.kind)
    about = about_of((name, value) for name, value in values if (name, value.text) != told)
    hint = "All rows must be equally long: write '.' for a cell without a clue."
    clues = clues_in(even_rows(rows[: MAX_SIDE + 1], hint))
    width, height, first = len(rows[0].text), len(rows), rows[0].line
    if problem := size_problem(width, height):
        raise FormatError(problem, line=first)
    puzzle = Slitherlink(width, height, clues, about)
    return [Entry(puzzle, line=first, is_ambiguous=is_either(text))]


def write(entries: Sequence[Entry]) -> str:
    """Return the text of a puzzle; FormatError if its notes cannot be lines ``name: value``."""
    (entry,) = entries
    rows = rows_of(entry.level)
    about = about_lines(entry.level.about, "plain text", lambda name, value: name == KIND)
    if not are_clues(rows):
        about.append(f"{KIND}: {Slitherlink.kind}")
    return text_with(rows, about)


def find(lines: list[str]) -> list[Entry]:
    """Return the puzzle of the largest rows among lines of text, if they are rows of clues.

    Digits alone with blanks between them are left to Flow, as a table of numbers.
    """
    if not any(map(_ROW.fullmatch, lines)) or course.find(lines):
        return []
    rows = rows_in(lines)
    text = "\n".join(rows)
    is_table = "." not in text and rows[:1] != [line for line in lines if line in rows[:1]][:1]
    return read(text) if recognize(text) and not is_table else []


FORMAT = Format(
    key="clues",
    name="Plain text",
    called="plain text",
    suffixes=(".txt",),
    recognize=recognize,
    read=read,
    write=write,
    find=find,
    sample="3..\n.2.\n..1\n",
)
