"""How players fared with a published pack: their texts, to be pasted in a chat, and their figures.

    FlowDesk results 1 1f00c0de 2026-11-27T18:05:09Z
    1 5d41402abc4b solved 67 9 2 0 14x2,15x1
    2 7d793037a076 open 20 3 0 1
    end db22998e

The first line has the version, the player, whom a browser made up, and when the text was made, by
the player's clock; a text without that is older than any. Then comes a line for each level that was
begun: its place in the pack from 1, its key, its state, whole seconds, moves, undos and hints, and
how often each of its nodes or edges was wrong. The end checks all lines before.

The file ``results.flowdesk`` in the folder of a pack has the texts one after the other; that of a
pack that is a file has its name before. Of each player the result is kept that was made last,
whenever it came. None was made after it came: a player's clock that is ahead counts as right then.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from statistics import median
from time import gmtime, strftime, time

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.locking import locked
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import Stamp, decode, read_bytes, stamp, write_atomically
from flowdesk.core.text import INVISIBLE, QUOTE_MARKS, Piece, counted, pieces_of
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.play.results import time_text
from flowdesk.desk.publishing.page import level_key
from flowdesk.desk.work.jobs import finish
from flowdesk.kinds.table import kind_of

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
    return any(_HEAD.fullmatch(line.text) for line in _bare(text))


def read(text: str) -> tuple[list[PlayerResult], list[FormatError]]:
    """Return the results in a text, whatever stands between them, and what is wrong with others."""
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


NAME = "results.flowdesk"


@dataclass(frozen=True)
class PlayerFigures:
    """What several players did with a level; the medians are of those who have solved it.

    `hints` is how many all of them took, `wrong` how often a node or an edge was wrong, by number.
    """

    players: int
    solved: int
    seconds: float | None
    moves: float | None
    hints: int
    wrong: Mapping[int, int]


def _figures_of(results: Iterable[LevelResult]) -> PlayerFigures:
    """Return the figures of a level, given one result for each player."""
    results = list(results)
    solved = [result for result in results if result.is_solved]
    wrong = Counter[int]()
    for result in results:
        wrong.update(dict(result.wrong))
    return PlayerFigures(
        players=len(results),
        solved=len(solved),
        seconds=median(result.seconds for result in solved) if solved else None,
        moves=median(result.moves for result in solved) if solved else None,
        hints=sum(result.hints for result in results),
        wrong=wrong,
    )


NOBODY = _figures_of([])


def figures_text(figures: PlayerFigures) -> str:
    """Return what players did with a level in a sentence: ``3 of 5 players solved it, in 1:07.``"""
    if not figures.players:
        return ""
    time = "" if figures.seconds is None else f", the median in {time_text(figures.seconds)}"
    return f"{figures.solved} of {counted(figures.players, 'player')} solved it{time}."


def wrong_turns(level: Puzzle, figures: PlayerFigures) -> list[tuple[Cell | Edge, int]]:
    """Return the cells or edges where players went wrong, and how often; one may be there twice."""
    publishing = kind_of(level).publishing
    items = publishing.items(level) if publishing else ()
    return [(items[n], times) for n, times in sorted(figures.wrong.items()) if n < len(items)]


class Collected:
    """The results of the players of a pack, which other programs may add to."""

    def __init__(self, pack: Path, clock: Callable[[], float] = time) -> None:
        self._clock = clock
        self.path = pack / NAME if pack.is_dir() else pack.with_name(f"{pack.name}.{NAME}")
        self.players: Mapping[str, PlayerResult] = {}
        self._figures: Mapping[str, PlayerFigures] = {}
        self._stamp: Stamp | None = None

    def figures_of(self, level: Puzzle) -> PlayerFigures:
        return self._figures.get(level_key(level), NOBODY) if self._figures else NOBODY

    def refresh(self) -> None:
        """Read what is new. Raises FlowDeskError if the file cannot be read, or is damaged."""
        now = stamp(self.path)
        if now != self._stamp:
            self._take(self._read())
            self._stamp = now

    def add(self, text: str, keys: Iterable[str]) -> tuple[str, list[FormatError]]:
        """Add the results in a text; return what they were, in a sentence, and what was wrong.

        `keys` are those of the levels of the pack. Raises FlowDeskError if nothing can be written.
        """
        found, wrong = read(text)
        ours = list(_ours(found, iter(keys)))
        foreign = "this result is of another pack: none of its levels is here."
        wrong += [FormatError(foreign, line=one.line) for one in found if one not in ours]
        if not found and not wrong:
            hint = "They begin with a line 'FlowDesk results'."
            wrong.append(FormatError("there are no results of players.", hint=hint))
        return self._added(ours) if ours else "", wrong

    def _added(self, results: Sequence[PlayerResult]) -> str:
        now = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(self._clock()))
        in_turn = sorted(results, key=lambda result: result.made)
        results = [replace(result, made=min(result.made, now)) for result in in_turn]
        with locked(self.path.parent):
            before = self._read()
            by_time = sorted([*before.values(), *results], key=lambda result: result.made)
            after = {result.player: result for result in by_time}
            if after != before:
                write_atomically(self.path, "\n".join(map(write, after.values())).encode())
            self._take(after)
        new = len(after) - len(before)
        replaced = sum(after[player] != before[player] for player in before)
        older = sum(result.made < after[result.player].made for result in results)
        counts = f"{counted(new, 'new player')}, {replaced} who had played on"
        counts += f", {older} older left out" if older else ""
        return f"{counts}: results of {counted(len(after), 'player')} are in {self.path.name}."

    def _read(self) -> dict[str, PlayerResult]:
        if not os.path.lexists(self.path):
            return {}
        found, wrong = read(decode(read_bytes(self.path)))
        if not (found or wrong):
            wrong = [FormatError("these are no results of players. Give the file another name.")]
        if wrong:
            raise wrong[0].at(source=str(self.path))
        return {result.player: result for result in found}

    def _take(self, players: Mapping[str, PlayerResult]) -> None:
        of_level = defaultdict[str, list[LevelResult]](list)
        for result in players.values():
            for level in {level.key: level for level in result.levels}.values():
                of_level[level.key].append(level)
        self.players = players
        self._figures = {key: _figures_of(found) for key, found in of_level.items()}


def collected_near(path: Path) -> Collected:
    """Return the results of a file of levels: its own ones if there are any, or its folder's."""
    own = Collected(path)
    return own if own.path.exists() else Collected(path.absolute().parent)


def keys_of(pack: Pack) -> Iterator[str]:
    """Yield the keys of the levels of a pack, and read what was not read yet."""
    finish(pack.scan())
    for id in chain(list(pack.index.order), pack.read()):
        if file := pack.index.files.get(id):
            yield from (level_key(entry.level) for entry in file.levels.values())


def _ours(results: Iterable[PlayerResult], keys: Iterator[str]) -> Iterator[PlayerResult]:
    """Yield the results of a pack, and take no more of its keys than needed for that."""
    seen = set[str]()
    for result in results:
        wanted = {level.key for level in result.levels}
        while seen.isdisjoint(wanted) and (key := next(keys, None)):
            seen.add(key)
        if not (wanted and seen.isdisjoint(wanted)):
            yield result
