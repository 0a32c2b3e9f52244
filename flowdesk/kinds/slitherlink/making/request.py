"""Request: what a generated puzzle should be like, why that may be impossible, its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import size_problem
from flowdesk.kinds.answers import Made
from flowdesk.kinds.making import Field, check
from flowdesk.kinds.slitherlink.deduction.difficulty import WORDS
from flowdesk.kinds.slitherlink.drawing import clues_of
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink


@dataclass(frozen=True)
class Request:
    """What a puzzle should be like.

    `difficulty` is one of `WORDS`, or "" for any. With `symmetric`, a half turn moves the cells
    with clues onto each other. If there are `clues`, the puzzle has some of these; `loop` is their
    solution, or None if it is not known.
    """

    width: int
    height: int
    seed: int = 0
    difficulty: str = ""
    symmetric: bool = False
    clues: Mapping[Cell, int] = field(default_factory=dict)
    loop: Loop | None = None

    @classmethod
    def sized(
        cls, width: int, height: int, seed: int, shape: Slitherlink | None = None, **asked: Any
    ) -> Request:
        """Return a request; `asked` are fields. A puzzle lends no more than its size."""
        return cls(width, height, seed, **asked)

    def empty(self) -> Slitherlink:
        """Return the board without any clues."""
        return Slitherlink(self.width, self.height)


def problem(request: Request) -> str:
    """Return why a request cannot be met, as far as that shows without a search, or nothing."""
    if request.difficulty not in ("", *WORDS):
        return f"{request.difficulty!r} is no difficulty: choose one of {', '.join(WORDS)}."
    return size_problem(request.width, request.height)


def thin_out(puzzle: Slitherlink, seed: int) -> Request | Finding:
    """Return a request for fewer clues: those of the drawn loop, or else those of the puzzle.

    A finding if there is neither; edges that are drawn must be one loop.
    """
    size = puzzle.width, puzzle.height
    if puzzle.drawn:
        loop = Loop(puzzle.drawn)
        if not loop.is_closed:
            message = "The drawn edges are not one closed loop: close it or erase it, then thin."
            return Finding("no-loop", message, (), Severity.INVALID)
        return Request(*size, seed, clues=clues_of(loop, *size), loop=loop)
    if not puzzle.clues:
        message = "There is nothing to thin out: draw a loop, or place clues."
        return Finding("no-clues", message, (), Severity.INVALID)
    return Request(*size, seed, clues=puzzle.clues)


def thinned(puzzle: Slitherlink, made: Made) -> Slitherlink:
    """Return the puzzle with the clues that were left."""
    return replace(puzzle, clues=made.level.clues)


FIELDS = (
    Field(name="difficulty", words="Difficulty", default=Request.difficulty, choices=WORDS),
    check(
        "symmetric",
        "Symmetric clues: a half turn leaves their cells as they are",
        help="a half turn moves the cells with clues onto each other",
    ),
)
