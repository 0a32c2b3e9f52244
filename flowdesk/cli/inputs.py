"""Read FILE arguments: paths, folders, ``-``, ``FILE#n`` and links, as puzzles with names."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import files_below
from flowdesk.formats.registry import PICTURE, suffixes
from flowdesk.formats.source import Source, source_named
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import KINDS, kind_of


@dataclass(frozen=True)
class Named:
    """A puzzle and its name in the output."""

    name: str
    entry: Entry


def puzzles(arguments: Sequence[str], kind: str = "") -> Iterator[Named | FlowDeskError]:
    """Yield every puzzle that the arguments name, in order, and errors for what cannot be read.

    Puzzles that are not of the `kind` with this key are refused, if one is given.
    """
    for argument in arguments:
        for name in _files(argument):
            try:
                if isinstance(name, FlowDeskError):
                    yield name
                else:
                    yield from (_of_kind(puzzle, kind) for puzzle in _puzzles_in(name, kind))
            except FlowDeskError as error:
                yield error


def check_spares(output: Path, files: Sequence[str]) -> None:
    """Raise FlowDeskError if a picture or table would overwrite one of the files to be read."""
    for file in files:
        path = source_named(file).path
        with contextlib.suppress(OSError):
            if path and output.samefile(path):
                raise FlowDeskError(f"{output} is the file to be read: name another one.")


def _files(argument: str) -> list[str | FlowDeskError]:
    """Return the argument itself, or the errors and the puzzle files of a folder."""
    if not argument:
        return [FlowDeskError("'' is no file: an argument is empty.")]
    if argument == "-" or not os.path.isdir(argument):
        return [argument]
    known = suffixes()
    found, errors = files_below(argument, known)
    if not found and not errors:
        problem = f"{argument}: there is no puzzle file in this folder or below it"
        if files_below(argument, PICTURE.suffixes)[0]:
            hint = f"To read its pictures: flowdesk scan {shlex.quote(argument)}"
            return [FlowDeskError(f"{problem}. {hint}")]
        return [FlowDeskError(f"{problem} ({', '.join(sorted(known))}).")]
    return [*errors, *map(str, found)]


def _puzzles_in(name: str, kind: str) -> list[Named]:
    source = source_named(name)
    try:
        _, entries = source.read(kind)
    except FormatError as error:
        raise replace(error, hint=f"{error.hint} {_other_kind(source, kind)}".strip()) from None
    if len(entries) == 1:
        return [Named(name, entries[0])]
    return [Named(f"{name}#{i}", entry) for i, entry in enumerate(entries, 1)]


def _other_kind(source: Source, kind: str) -> str:
    """Return as what a file that is not of a `kind` can be read; empty if there is none."""
    with contextlib.suppress(FlowDeskError):
        if kind and source.path:
            first = source.read()[1][0]
            return f"Without --kind it is read as {kind_of(first.level).name}."
    return ""


def _of_kind(puzzle: Named, kind: str) -> Named | FlowDeskError:
    level = puzzle.entry.level
    if kind in ("", level.kind):
        return puzzle
    place = f", line {puzzle.entry.line}" if puzzle.entry.line else ""
    return FlowDeskError(
        f"{puzzle.name}{place}: this is a {kind_of(level).name} puzzle, and --kind asks for "
        f"{KINDS[kind].name}. Leave out --kind to take every kind."
    )
