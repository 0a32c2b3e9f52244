"""Collected: what players have sent back of a pack, kept beside its levels, and its figures.

The file ``results.flowdesk`` in the folder of a pack has their texts one after the other; that of a
pack that is a file has its name before. Of each player the result is kept that was made last,
whenever it came. None was made after it came: a player's clock that is ahead counts as right then.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from statistics import median
from time import gmtime, strftime, time

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.locking import locked
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import Stamp, decode, read_bytes, stamp, write_atomically
from flowdesk.core.text import counted
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.play.results import time_text
from flowdesk.desk.publishing.page import level_key
from flowdesk.desk.publishing.results import LevelResult, PlayerResult, read, write
from flowdesk.desk.work.steps import finish
from flowdesk.kinds.table import kind_of

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
        """Return what players did with a level."""
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
        wrong += [
            FormatError(
                "this result is of another pack: none of its levels is here.", line=other.line
            )
            for other in found
            if other not in ours
        ]
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
