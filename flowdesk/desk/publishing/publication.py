"""Publications: a page as it is wished for, made in one go, and what is to be told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.publishing.page import Examined, examine, page
from flowdesk.kinds.answers import Progress, unheard
from flowdesk.kinds.known import Known


@dataclass(frozen=True)
class PageWish:
    """What is to be published, or the folder in which it is, and what the page tells of it.

    With `hints` players may ask for hints and paths; with `everything` also what has no solution,
    or several, is published.
    """

    puzzles: Sequence[Puzzle] | Path
    about: PackAbout
    hints: bool = False
    everything: bool = False


@dataclass(frozen=True)
class Publication:
    """A page, empty if there is no puzzle, and sentences on what is not as players expect."""

    data: bytes
    remarks: Sequence[str]


def publish(
    wish: PageWish, known: Mapping[str, Known], *, progress: Progress[Any] = unheard
) -> Publication:
    """Make a page. What is `known` of puzzles by their keys is not found out again.

    `progress` gets the share of the work that is done.
    """
    kept, remarks = [], []
    named: list[tuple[str, Puzzle]] = []
    if isinstance(wish.puzzles, Path):
        items = Pack(wish.puzzles).items
        named = [(item.name, item.level) for item in items if item.level]
        remarks = [item.problem for item in items if item.problem]
    else:
        named = [(f"Puzzle {n}", puzzle) for n, puzzle in enumerate(wish.puzzles, 1)]
    for number, (name, puzzle) in enumerate(named):
        progress(number / len(named))
        so_far = None if wish.hints else known.get(puzzle.puzzle_key)
        if so_far:
            examined = Examined(replace(so_far, level=puzzle))
        else:
            examined = examine(puzzle, hints=wish.hints)
        is_kept = examined.is_kept(wish.everything)
        kept += [examined] * is_kept
        if remark := examined.remark.rstrip("."):
            remarks.append(f"{name}: {remark}.{'' if is_kept else ' It is left out.'}")
    return Publication(page(kept, wish.about) if kept else b"", remarks)
