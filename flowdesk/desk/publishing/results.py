"""Result texts: how a player fared with a published pack, in lines to be pasted in a chat.

    FlowDesk results 1 1f00c0de 2026-11-27T18:05:09Z
    1 5d41402abc4b solved 67 9 2 0 14x2,15x1
    2 7d793037a076 open 20 3 0 1
    end db22998e

The first line has the version, the player, whom a browser made up, and when the text was made, by
the player's clock; a text without that is older than any. Then comes a line for each level that was
begun: its place in the pack from 1, its key, its state, whole seconds, moves, undos and hints, and
how often each of its nodes or edges was wrong. The end checks all lines before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from flowdesk.core.finding import FormatError
from flowdesk.core.text import INVISIBLE, QUOTE_MARKS, Piece, pieces_of

VERSION = 1

_NUMBER = r"(\d{1,9})"
_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
_HEAD = re.compile(rf"FlowDesk results {_NUMBER}(?: ([0-9a-f]{{8}})(?: ({_TIME}))?)?\b.*")
_LEVEL = re.compile(
    rf"{_NUMBER} ([0-9a-f]{{12}}) (solved|open) {' '.join([_NUMBER] * 4)}"
    r"(?: (\d{1,9}x\d{1,9}(?:,\d{1,9}x\d{1,9})*))?"
)
_END = re.compile(r"end ([0-9a-f]{8})")
#: What may only be a part of a result, even if it is damaged.
_PART = re.compile(r"\d+ [0-9a-f]{12} |end [0-9a-f]+$")

_AGAIN = "Ask the player to copy the whole text again."


@dataclass(frozen=True)
class LevelResult:
    """How a player fared with a level, which its `key` names.

    `wrong` has numbers of nodes, or of edges of a loop, and how often each was wrong.
    """

    number: int
    key: str
    is_solved: bool
    seconds: int
    moves: int
    undos: int = 0
    hints: int = 0
    wrong: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class PlayerResult:
    """What a player has done so far, with each level that was begun; `line` is where it is told.

    `made` is the time of the text in UTC as ISO 8601 writes it, so that the later one is greater;
    empty if there is none.
    """

    player: str
    levels: tuple[LevelResult, ...]
    made: str = ""
    line: int = field(default=0, compare=False)


def write(result: PlayerResult) -> str:
    """Return the text of a result."""
    head = ("FlowDesk results", VERSION, result.player, *filter(None, [result.made]))
    lines = [" ".join(map(str, head)), *map(_line, result.levels)]
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}end {check(text)}\n"


def _line(level: LevelResult) -> str:
    state = "solved" if level.is_solved else "open"
    numbers = level.seconds, level.moves, level.undos, level.hints
    wrong = ",".join(f"{node}x{times}" for node, times in level.wrong)
    return " ".join(map(str, (level.number, level.key, state, *numbers, *filter(None, [wrong]))))


def check(text: str) -> str:
    """Return the check of lines: FNV-1a with 32 bits, in hexadecimal."""
    found = 0x811C9DC5
    for byte in text.encode():
        found = (found ^ byte) * 0x01000193 % (1 << 32)
    return f"{found:08x}"


def is_in(text: str) -> bool:
    """Whether there is a result in a text, however damaged."""
    return any(_HEAD.fullmatch(line.text) for line in _bare(text))


def read(text: str) -> tuple[list[PlayerResult], list[FormatError]]:
    """Return the results in a text, and what is wrong with others.

    What stands between them is ignored, as are marks of quotations, blank lines and spaces.
    """
    found, wrong = list[PlayerResult](), list[FormatError]()
    for lines in _results_in(_bare(text)):
        try:
            found.append(_read_one(lines))
        except FormatError as error:
            wrong.append(error)
    return found, wrong


def _bare(text: str) -> Iterator[Piece]:
    """Yield the lines without what chats put round them."""
    for line in pieces_of(text.translate(INVISIBLE)):
        if words := QUOTE_MARKS.sub("", line.text).split():
            yield Piece(" ".join(words), line.line, column=0)


def _results_in(lines: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Yield the lines of each result, which may lack its head or its end."""
    result = list[Piece]()
    for line in lines:
        if _HEAD.fullmatch(line.text) and result:
            yield result
            result = []
        if result or _HEAD.fullmatch(line.text) or _PART.match(line.text):
            result.append(line)
        if _END.fullmatch(line.text) and result:
            yield result
            result = []
    if result:
        yield result


def _read_one(lines: Sequence[Piece]) -> PlayerResult:
    """Read one result. Raises FormatError."""
    first, *rest = lines
    head = _HEAD.fullmatch(first.text)
    if head is None:
        raise first.error("the first line of this result is missing.", _AGAIN)
    if int(head[1]) > VERSION:
        raise first.error(f"this result is of a newer FlowDesk: its version is {head[1]}.")
    end = _END.fullmatch(rest.pop().text) if rest else None
    if not (end and head[2]):
        raise first.error("this result has no end, or no player.", _AGAIN)
    levels = tuple(map(_read_level, rest))
    if check("".join(f"{line.text}\n" for line in (first, *rest))) != end[1]:
        raise lines[-1].error("this result was changed: its end does not fit it.", _AGAIN)
    return PlayerResult(head[2], levels, head[3] or "", first.line)


def _read_level(line: Piece) -> LevelResult:
    found = _LEVEL.fullmatch(line.text)
    if found is None:
        raise line.error("this is no line of a result.", _AGAIN)
    place, key, state, seconds, moves, undos, hints, wrong = found.groups()
    pairs = (pair.split("x") for pair in (wrong or "").split(",") if pair)
    turns = tuple((int(node), int(times)) for node, times in pairs)
    done = int(seconds), int(moves), int(undos), int(hints)
    return LevelResult(int(place), key, state == "solved", *done, turns)
