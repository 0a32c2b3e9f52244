"""Rows of clues: the format of a course, which has a puzzle a line, and plain text, a row a line.

In a course file there is perhaps a solution below a puzzle::

    5 5 ..32. 222.3 0..1. 2.2.. .2323
    5 5 11011 101101 10101 010010 01101 000101 01101 010010 10101 101101 11011

Rows, columns, then the rows of clues, separated by any blanks. A solution has the edges above the
first row, the edges at the sides of its cells, the edges above the second row ... and at last those
below the last row, 1 for those on the loop; or it is ``UNSAT``. After ``#`` follows a comment, in a
puzzle's lines or those before it: that is told about the puzzle, and written before it.

Plain text has one character a cell, then lines of ``name: value``. A digit from 0 to 4 is a clue,
``.`` a cell without one. What could be a finished map of Flow is one, unless a line
``kind: slitherlink`` follows: it is written where it is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from string import digits

from flowdesk.core.board import board_of
from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import MAX_SIDE, size_problem
from flowdesk.core.text import (
    Piece,
    about_lines,
    about_of,
    counted,
    even_rows,
    is_text,
    lines_of,
    named_values,
    pieces_of,
)
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.rows import (
    KIND,
    are_clues,
    is_either,
    is_finished_map,
    kind_told,
    rows_and_about,
    rows_in,
    text_with,
)
from flowdesk.kinds.slitherlink.puzzle import MOST, Loop, Slitherlink, mistakes

UNSOLVABLE = "UNSAT"

_HINT = "A line has the numbers of rows and columns, and the rows, as in '2 3 .2. 3.1'."
#: The name of comments in what is told about a puzzle.
COMMENT = "comment"
#: What stands for a cell: nothing, or its clue.
CHARACTERS = f".{''.join(map(str, range(MOST + 1)))}"
WHAT_THEY_MEAN = f"Clues are 0 to {MOST}, '.' is a cell without one."


def recognize(text: str) -> bool:
    """Whether the first puzzle is one of this format, perhaps with a mistake.

    Lines of digits alone may also be a table, or a map of Flow with blanks: then all of them must
    fit, and have no more than clues if they are a finished map. A line may tell the kind.
    """
    lines = lines_of(text.strip())
    first, *others = [words for line in lines if (words := _words_of(line))] or [[]]
    has_long_rows = _is_sized(first) and any(len(row) > 1 for row in first[2:])
    if told := kind_told(lines):
        return told == Slitherlink.kind and (has_long_rows or _is_puzzle(first))
    if not _is_puzzle(first):
        return False
    if has_long_rows and any("." in row for row in first[2:]):
        return True
    return all(map(_belongs, others)) and (is_either(text) or not is_finished_map(lines))


def read(text: str) -> list[Entry]:
    """Return all puzzles of the file; FormatError with the line and column of a mistake.

    A solution that does not solve its puzzle is left out, with a remark.
    """
    entries: list[Entry] = []
    comments: list[str] = []
    for line in pieces_of(text):
        words, comment = _parted(line)
        comments += [comment] if comment else []
        if not words or kind_told([line.text]) == Slitherlink.kind:
            continue
        is_unsolvable = [word.text for word in words] == [UNSOLVABLE]
        width, height = (0, 0) if is_unsolvable else _size(words)
        if is_unsolvable or _is_answer([word.text for word in words[2:]], width, height):
            if not entries:
                raise words[0].error("this answer has no puzzle before it.", _HINT)
            if not is_unsolvable:
                entries[-1] = _with_answer(entries[-1], width, height, words[2:])
            elif not entries[-1].solution:
                entries[-1] = replace(entries[-1], is_unsolvable=True)
        else:
            entries.append(Entry(_puzzle(words, width, height)))
        entries[-1], comments = _with_comments(entries[-1], comments), []
    if not entries:
        raise FormatError("there is no puzzle in this file.", hint=_HINT)
    entries[-1] = _with_comments(entries[-1], comments)
    return [replace(entries[0], is_ambiguous=is_either(text)), *entries[1:]]


def write(entries: Sequence[Entry]) -> str:
    """Return a line for each puzzle, after its comments, and one for its answer if it has one."""
    lines: list[str] = []
    for entry in entries:
        comment = entry.level.about.get(COMMENT, "")
        lines += [f"# {line}" for line in comment.splitlines() if is_text(line)]
        lines += _lines(entry.level, entry.solution)
        lines += [UNSOLVABLE] if entry.is_unsolvable else []
    return "".join(f"{line}\n" for line in lines)


def find(lines: list[str]) -> list[Entry]:
    """Return the puzzles among lines of text, with their answers."""
    text = "\n".join(line for line in lines if _belongs(_words_of(line)) or kind_told([line]))
    return read(text) if recognize(text) else []


def answer(puzzle: Slitherlink, result: SolveResult) -> list[str]:
    """Return the lines of a puzzle and its answer; of an unknown one there is only the puzzle."""
    unsolvable = [UNSOLVABLE] if result.status is SolveStatus.UNSOLVABLE else []
    return [*_lines(puzzle, result.solution), *unsolvable]


FORMAT = Format(
    key="course",
    name="Course file",
    called="a course file",
    suffixes=(".slk", ".txt"),
    holds_many=True,
    recognize=recognize,
    read=read,
    write=write,
    find=find,
    answer=answer,
    sample="2 3 .2. 3.1\n",
)


def rows_of(puzzle: Slitherlink) -> list[str]:
    """Return the rows of a puzzle as characters."""
    rows = puzzle.board.rows
    return ["".join(str(puzzle.clues.get(cell, ".")) for cell in row) for row in rows]


def clues_in(rows: Iterable[Piece]) -> dict[Cell, int]:
    """Return the clues in rows of characters; FormatError with the place of any other one."""
    clues: dict[Cell, int] = {}
    for y, row in enumerate(rows):
        for x, character in enumerate(row.text):
            if character not in CHARACTERS:
                raise row.at(x).error(f"{character!r} is not a cell.", WHAT_THEY_MEAN)
            if character != ".":
                clues[x, y] = int(character)
    return clues


def _lines(puzzle: Slitherlink, loop: Loop | None) -> Iterator[str]:
    size = f"{puzzle.height} {puzzle.width}"
    yield " ".join([size, *rows_of(puzzle)])
    if loop:
        rows = _edges(puzzle.width, puzzle.height)
        yield " ".join([size, *("".join("01"[edge in loop.edges] for edge in row) for row in rows)])


def _parted(line: Piece) -> tuple[list[Piece], str]:
    """Return the words of a line and its comment."""
    text, _, comment = line.text.partition("#")
    return Piece(text, line.line, line.column).words(), comment.strip()


def _words_of(line: str) -> list[str]:
    return [word.text for word in _parted(Piece(line, 0))[0]]


def _belongs(words: Sequence[str]) -> bool:
    """Whether the words of a line may be a puzzle or an answer."""
    if words == [UNSOLVABLE] or _is_puzzle(words):
        return True
    return _is_sized(words) and _is_answer(words[2:], int(words[1]), int(words[0]))


def _is_puzzle(words: Sequence[str]) -> bool:
    """Whether the words are two numbers and as many rows as they say, or what looks like rows."""
    if not _is_sized(words):
        return False
    height, width, *rows = words
    clues = all(re.fullmatch("[.0-9]+", row) for row in rows)
    if len(rows) == int(height) and all(len(row) == int(width) for row in rows):
        return clues or any("." in row for row in rows)
    return clues and all(len(row) > 1 for row in rows) and any("." in row for row in rows)


def _is_sized(words: Sequence[str]) -> bool:
    return len(words) > 2 and _is_number(words[0]) and _is_number(words[1])


def _is_number(word: str) -> bool:
    return re.fullmatch("[0-9]{1,9}", word) is not None


def _is_answer(rows: Sequence[str], width: int, height: int) -> bool:
    return len(rows) == 2 * height + 1 and all(
        re.fullmatch(f"[01]{{{width + number % 2}}}", row) for number, row in enumerate(rows)
    )


def _size(words: Sequence[Piece]) -> tuple[int, int]:
    """Return columns and rows; FormatError if a line does not begin with them."""
    for word in words[:2]:
        if not _is_number(word.text):
            raise word.error("the numbers of rows and columns are expected here.", _HINT)
    if len(words) == 1:
        end = words[0].at(len(words[0].text))
        raise end.error("after the number of rows, that of columns is expected.", _HINT)
    height, width = (int(word.text) for word in words[:2])
    if problem := size_problem(width, height):
        raise words[0].error(problem)
    return width, height


def _puzzle(words: Sequence[Piece], width: int, height: int) -> Slitherlink:
    rows = words[2:]
    for number, row in enumerate(rows[:height], 1):
        length = len(row.text)
        if length != width:
            clues_in([Piece(row.text[:width], row.line, row.column)])
            raise row.at(min(length, width)).error(
                f"row {number} has {counted(length, 'cell')}, and there are "
                f"{counted(width, 'column')}.",
                _HINT,
            )
    if len(rows) != height:
        wrong = rows[height] if len(rows) > height else words[-1].at(len(words[-1].text))
        message = f"this line has {counted(len(rows), 'row')} of clues, and {height} are expected."
        raise wrong.error(message, _HINT)
    return Slitherlink(width, height, clues_in(rows))


def _with_answer(entry: Entry, width: int, height: int, rows: Sequence[Piece]) -> Entry:
    """Return the puzzle with its last answer as solution, or with a remark why it is none."""
    puzzle: Slitherlink = entry.level
    wrong = "It is of another size."
    if (width, height) == (puzzle.width, puzzle.height):
        marks = "".join(row.text for row in rows)
        edges = [edge for row in _edges(width, height) for edge in row]
        on = frozenset(edge for edge, mark in zip(edges, marks, strict=True) if mark == "1")
        loop = Loop(on)
        found = mistakes(puzzle, loop)
        if not found:
            return replace(entry, solution=loop, is_unsolvable=False, remarks=())
        wrong = entry.describe(found[0])
    remark = f"The answer in line {rows[0].line} is wrong and was left out: {wrong}"
    return replace(entry, solution=None, is_unsolvable=False, remarks=(remark,))


def _with_comments(entry: Entry, comments: list[str]) -> Entry:
    if not comments:
        return entry
    about = entry.level.about
    lines = [*about.get(COMMENT, "").splitlines(), *comments]
    return entry.noted({**about, COMMENT: "\n".join(lines)})


def _edges(width: int, height: int) -> list[list[Edge]]:
    """Return the edges of a board in the order of the format."""
    vertical, horizontal = board_of(width, height).edge_rows
    pairs = zip(horizontal, vertical, strict=False)  # the last row is below all cells
    return [*chain.from_iterable(pairs), horizontal[-1]]


# Plain text

_ROW = re.compile(r"[.0-9][ .0-9]*")


def _recognize_plain(text: str) -> bool:
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


def _read_plain(text: str) -> list[Entry]:
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
    puzzle = Slitherlink(width, height, clues, about=about)
    return [Entry(puzzle, line=first, is_ambiguous=is_either(text))]


def _write_plain(entries: Sequence[Entry]) -> str:
    """Return the text of a puzzle; FormatError if its notes cannot be lines ``name: value``."""
    (entry,) = entries
    rows = rows_of(entry.level)
    about = about_lines(entry.level.about, "plain text", lambda name, value: name == KIND)
    if not are_clues(rows):
        about.append(f"{KIND}: {Slitherlink.kind}")
    return text_with(rows, about)


def _find_plain(lines: list[str]) -> list[Entry]:
    """Return the puzzle of the largest rows among lines of text, if they are rows of clues.

    Digits alone with blanks between them are left to Flow, as a table of numbers.
    """
    if not any(map(_ROW.fullmatch, lines)) or find(lines):
        return []
    rows = rows_in(lines)
    text = "\n".join(rows)
    is_table = "." not in text and rows[:1] != [line for line in lines if line in rows[:1]][:1]
    return _read_plain(text) if _recognize_plain(text) and not is_table else []


PLAIN = Format(
    key="clues",
    name="Plain text",
    called="plain text",
    recognize=_recognize_plain,
    read=_read_plain,
    write=_write_plain,
    find=_find_plain,
    sample="3..\n.2.\n..1\n",
)
