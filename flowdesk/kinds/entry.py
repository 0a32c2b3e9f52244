"""Files: how puzzles of a kind are saved; an Entry is a puzzle in a file, in some Format."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic

from flowdesk.core.finding import Finding, FormatError
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.json_object import JsonObject
from flowdesk.core.puzzle import P, S, noted
from flowdesk.core.text import Piece, pieces_of
from flowdesk.kinds.answers import SolveResult

#: The name of a solution in `Files.lost`: a loss that does not matter, as it can be found again.
SOLUTION = "the solution"


@dataclass(frozen=True)
class Entry:
    """A puzzle of any kind and what was saved with it.

    `solution` has passed the checker of its kind. `line` is the line of the puzzle's first row in
    the file (from 1), or 0 where rows are not lines. `remarks` are sentences about what the reader
    left out or changed. `is_unsolvable` says whether there is no solution by the file's own answer,
    which is not checked; `is_ambiguous`, whether the text may be a puzzle of another kind as well.
    """

    level: Any
    solution: Any = None
    line: int = 0
    remarks: tuple[str, ...] = ()
    is_unsolvable: bool = False
    is_ambiguous: bool = False

    def noted(self, about: Mapping[str, str]) -> Entry:
        """Return the entry with other title, author and the like."""
        return replace(self, level=noted(self.level, about))

    def describe(self, finding: Finding) -> str:
        """Return a finding about this puzzle as a sentence with its place in the file."""
        if not finding.cells:
            return finding.message
        x, y = finding.cells[0]
        row = f"line {self.line + y}" if self.line else f"row {y + 1}"
        return f"{row}, column {x + 1}: {finding.message}"


def only_read(entries: Sequence[Entry]) -> str:
    """Refuse to write: the `write` of formats that are only read."""
    raise FormatError("this format is only read.", hint="Choose another one.")


def anything(text: str) -> bool:
    """Accept any text: the `recognize` of a format that is tried after all others."""
    return True


@dataclass(frozen=True, kw_only=True, eq=False)
class Format:
    """A format: its names, what it can hold, and how it is recognised, read and written.

    `key` is its name for scripts, `name` the one in menus, `called` the one in sentences.
    `recognize` returns something true for a text that begins like one of this format; `read` and
    `write` raise FormatError. `write` takes one entry, or any number if the format `holds_many`.
    """

    key: str
    name: str
    called: str
    read: Callable[[str], list[Entry]]
    suffixes: tuple[str, ...] = (".txt",)
    recognize: Callable[[str], object] = anything
    write: Callable[[Sequence[Entry]], str] = only_read
    holds_many: bool = False
    #: The largest numbers that it can hold, by the names of `Kind.contents`; the registry refuses
    #: to write more.
    most: Mapping[str, int] = field(default_factory=dict)
    #: The keys of the kinds that it can hold, filled in by the registry; None for every kind.
    kinds: frozenset[str] | None = None
    #: A small file, for tests. Formats for several kinds need none: tests write one of each kind.
    sample: str = ""
    #: lines of a text such as a mail -> the puzzles among its words.
    find: Callable[[list[str]], list[Entry]] | None = None
    #: puzzle, result of `solve` -> the lines of a file of answers, for `flowdesk solve --format`.
    answer: Callable[[Any, SolveResult], list[str]] | None = None

    @property
    def can_write(self) -> bool:
        """Whether puzzles can be written in it."""
        return self.write is not only_read


@dataclass(frozen=True, kw_only=True)
class Pzpr:
    """How a kind's puzzles are written in links to puzz.link and in files of its program, `pzprv3`.

    `names` are the program's names for them, the first of which is written, each with the flags
    that are not supported and their meanings. `example` is a link, `most` is as in `Format`.
    """

    names: Mapping[str, Mapping[str, str]]
    example: str
    most: Mapping[str, int]
    #: name, columns, rows, body of a link -> entry.
    read_body: Callable[[str, int, int, Piece], Entry]
    write_body: Callable[[Entry], str]
    #: name, columns, rows, the parts of the file after the size -> entry.
    read_board: Callable[[str, int, int, Parts], Entry]
    write_board: Callable[[Entry], list[str]]


class Parts:
    """The parts of a `pzprv3` file, separated by line ends or slashes, in their order."""

    def __init__(self, text: str) -> None:
        self._parts = [part for line in pieces_of(text) for part in line.split("/")]
        self._at = next((i for i, part in enumerate(self._parts) if part.text.strip()), 0)
        #: The part that was read last, for errors.
        self.last = self._parts[0]
        #: The minor version of the file, after ``pzprv3.``; 0 if it has none.
        self.version = int(self.next(r"pzprv3(\.[0-9]{1,9})?", "'pzprv3'").partition(".")[2] or 0)

    @property
    def has_more(self) -> bool:
        """Whether any part is left."""
        return any(part.text.strip() for part in self._parts[self._at :])

    def next(self, pattern: str, meaning: str) -> str:
        """Return the next part, stripped; FormatError with `meaning` if it does not match."""
        text = self._take().text.strip()
        if not re.fullmatch(pattern, text, re.ASCII):
            raise self.last.error(f"{meaning} is expected here.", self._hint)
        return text

    def row(self, length: int, value: Callable[[str], int | None]) -> list[int]:
        """Return the values of the words in the next part, a row of this length."""
        part = self._take()
        words = part.words()
        values = []
        for word in words[:length]:
            known = value(word.text)
            if known is None:
                raise word.error(f"{word.text[:20]!r} does not belong here.")
            values.append(known)
        if len(words) != length:
            wrong = words[length] if len(words) > length else part.at(len(part.text))
            message = f"this row has {len(words)} parts, where {length} are expected."
            raise wrong.error(message, self._hint)
        return values

    def edges(
        self, rows: Iterable[Sequence[Edge]], marks: Mapping[str, int]
    ) -> tuple[frozenset[Edge], int]:
        """Return the edges with a line, and how many have a cross; a part has a row of edges.

        The `marks` of lines are above 0, those of crosses below.
        """
        lines: set[Edge] = set()
        crosses = 0
        for row in rows:
            for edge, mark in zip(row, self.row(len(row), marks.get), strict=True):
                if mark > 0:
                    lines.add(edge)
                crosses += mark < 0
        return frozenset(lines), crosses

    @property
    def _hint(self) -> str:
        return "" if self.has_more else "Is a part of the file missing?"

    def _take(self) -> Piece:
        if self._at == len(self._parts):
            self.last = self._parts[-1].at(len(self._parts[-1].text))
        else:
            self.last = self._parts[self._at]
            self._at += 1
        return self.last


class Files(ABC, Generic[S]):
    """How puzzles and solutions are saved as FlowDesk JSON, and in formats of their own."""

    #: The formats of this kind alone; puzzles are copied as text in the first one.
    formats: ClassVar[tuple[Format, ...]] = ()
    #: Its links to puzz.link, and its files of that program.
    pzpr: ClassVar[Pzpr | None] = None

    @abstractmethod
    def to_json(self, entry: Entry, /) -> dict[str, object]:
        """Return the fields of an entry in FlowDesk JSON that are the kind's own."""

    @abstractmethod
    def from_json(
        self, data: JsonObject, width: int, height: int, about: Mapping[str, str], /
    ) -> Entry:
        """Return the entry that has such fields; raise FormatError."""

    @abstractmethod
    def answer_json(self, solution: S | None, /) -> dict[str, object]:
        """Return the fields of a solution, or of none, in the JSON of the command line."""

    def lost(self, before: Entry, after: Entry, /) -> Iterable[str]:
        """Return what was lost when an entry was written and read, as in "the title"."""
        return ()


class Scanning(ABC, Generic[P]):
    """How a puzzle is made of what was read from a picture."""

    @abstractmethod
    def from_dots(
        self, width: int, height: int, dots: Sequence[tuple[str, Sequence[Cell]]], /
    ) -> P:
        """Return the puzzle with these dots, colours with their cells; raise FormatError."""
