"""Choose what to play: the level that follows, the next unsolved one, one at random, or a new one.

Folders are read in their packs' order. There may be thousands of files, so levels are found one by
one: `Finds` yields None where it has only taken a short step.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias, TypeVar

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import MAX_WINDOW_SIDE, Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import Steps
from flowdesk.formats.registry import open_file
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import KINDS, AnyKind, kind_of

T = TypeVar("T")

#: Sides of new boards if no size is asked for.
_SIDES = range(5, 11)


@dataclass(frozen=True)
class Place:
    """A level, and where it is: in a file, or without a path in the open document.

    `index` is its place there, from 0.
    """

    path: Path | None
    index: int
    level: Puzzle


#: What a search comes by: a level, or the reason why a file cannot be read.
Finds: TypeAlias = Iterator[Place | str | None]


@dataclass(frozen=True)
class Found:
    """The level that was looked for, or None; and why files were left out."""

    place: Place | None
    problems: tuple[str, ...] = ()


def can_be_played(level: Puzzle) -> bool:
    kind = kind_of(level)
    return kind.playing is not None and not kind.incomplete(level)


# The levels of packs


def levels_after(document: Document) -> Finds:
    """Yield the levels after the open one: in its file, then in the files that follow."""
    yield from _own(document, range(document.index + 1, document.count))
    if document.path:
        yield from _levels_beside(document.path, after=True)


def levels_before(document: Document) -> Finds:
    """Yield the levels before the open one, from the first of its pack on."""
    if document.path:
        yield from _levels_beside(document.path, before=True)
    yield from _own(document, range(document.index))


def levels_at_hand(document: Document) -> Finds:
    """Yield the levels of the document's file and folder; of the open file as they are now."""
    yield from _own(document, range(document.count))
    if document.path:
        yield from _levels_beside(document.path, before=True, after=True)


def levels_below(folder: Path) -> Finds:
    for place, below, _ in os.walk(folder):
        below[:] = sorted((name for name in below if name[0] != "."), key=natural_order)
        yield from _levels_in(Path(place), lambda names: names)


def _own(document: Document, indices: range) -> Finds:
    for index in indices:
        yield Place(None, index, document.entries[index].level)


def _levels_beside(path: Path, *, before: bool = False, after: bool = False) -> Finds:
    """Yield the levels of the files before or after a file, or all if it is not in its folder."""

    def chosen(names: list[str]) -> list[str]:
        own = names.index(path.name) if path.name in names else -1
        return [*(names[: max(own, 0)] if before else ()), *(names[own + 1 :] if after else ())]

    return _levels_in(Path(os.path.abspath(path)).parent, chosen)


def _levels_in(folder: Path, chosen: Callable[[list[str]], Sequence[str]]) -> Finds:
    try:
        pack = Pack(folder, read=False)
    except FlowDeskError as error:  # the folder is gone
        yield str(error)
        return
    for _ in pack.scan():
        yield None
    if pack.unavailable:
        yield pack.unavailable
    for name in chosen([pack.index.files[id].name for id in pack.index.order]):
        path = folder / name
        try:
            _, entries = open_file(path)
        except FlowDeskError as error:
            yield str(error)
            continue
        for index, entry in enumerate(entries):
            yield Place(path, index, entry.level)


# One of them


def first_of(finds: Finds, is_wanted: Callable[[Puzzle], bool]) -> Steps[Found]:
    """Return the first level that can be played and is wanted."""
    problems: list[str] = []
    for place in _wanted(finds, is_wanted, problems):
        if place:
            return Found(place, tuple(problems))
        yield
    return Found(None, tuple(problems))


def any_of(
    finds: Finds,
    is_wanted: Callable[[Puzzle], bool],
    is_solved: Callable[[Puzzle], object],
    chance: Random,
) -> Steps[Found]:
    """Return a level at random that can be played and is wanted, if possible an unsolved one."""
    problems: list[str] = []
    places: list[Place] = []
    for place in _wanted(finds, is_wanted, problems):
        if place:
            places.append(place)
        yield
    return Found(at_random(places, lambda place: is_solved(place.level), chance), tuple(problems))


def _wanted(
    finds: Finds, is_wanted: Callable[[Puzzle], bool], problems: list[str]
) -> Iterator[Place | None]:
    """Yield a place, or None, for each find; add why files were left out to the `problems`."""
    for found in finds:
        if isinstance(found, str):
            problems.append(found)
            yield None
        else:
            fits = found and can_be_played(found.level) and is_wanted(found.level)
            yield found if fits else None


def at_random(levels: Sequence[T], is_solved: Callable[[T], object], chance: Random) -> T | None:
    """Return one of the levels, if possible an unsolved one; None if there are none."""
    unsolved = [level for level in levels if not is_solved(level)]
    return chance.choice(unsolved or levels) if levels else None


def next_unsolved(levels: Sequence[T], after: int, is_solved: Callable[[T], object]) -> int:
    """Return the index of the next unsolved level; behind the last one comes the first.

    If all are solved, it is simply the next level. `after` is -1 to begin with the first.
    """
    order = [(after + step) % len(levels) for step in range(1, len(levels) + 1)]
    return next((index for index in order if not is_solved(levels[index])), order[0])


# What is wished


@dataclass(frozen=True)
class Wish:
    """What a level should be like: the key of its kind, its size, its difficulty; empty for any."""

    kind: str = ""
    size: tuple[int, int] | None = None
    difficulty: str = ""

    def fits(self, level: Puzzle) -> bool:
        return self.kind in ("", level.kind) and self.size in (None, (level.width, level.height))

    def request(self, chance: Random, seed: int | None = None) -> tuple[AnyKind, Request]:
        """Return a kind and a request for a new level; FlowDeskError if there is none."""
        kinds = [kind for kind in KINDS.values() if kind.making and kind.playing]
        kinds = [kind for kind in kinds if self.kind in ("", kind.key)]
        kinds = [kind for kind in kinds if self.difficulty in ("", *kind.difficulties)]
        if not kinds:
            raise FlowDeskError("No puzzles of this kind and difficulty can be made.")
        kind, side = chance.choice(kinds), chance.choice(_SIDES)
        width, height = self.size or (side, side)
        assert kind.making
        values = {field.name: field.default for field in kind.making.fields}
        if self.difficulty:
            values["difficulty"] = self.difficulty
        seed = chance.randrange(1, 1_000_000) if seed is None else seed
        request = kind.making.request(width, height, seed, None, **values)
        if problem := kind.making.problem(request):
            raise FlowDeskError(problem)
        return kind, request


def read_size(text: str) -> tuple[int, int] | None:
    """Return columns and rows of a text, if any, as in ``9 x 12``; FlowDeskError for no size."""
    if not text.strip():
        return None
    match = re.fullmatch(r"\s*(\d{1,4})\s*(?:[xX×*]\s*(\d{1,4})\s*)?", text)
    size = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not all(1 <= side <= MAX_WINDOW_SIDE for side in size):
        how = "write columns x rows, for example 9 x 12, or leave it empty for any."
        raise FlowDeskError(f"Size: {how} {MAX_WINDOW_SIDE} a side are the most.")
    return size
