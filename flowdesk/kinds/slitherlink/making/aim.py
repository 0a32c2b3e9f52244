"""Aim: how near a puzzle comes to what is asked of it, in numbers and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from flowdesk.core.grid import Cell
from flowdesk.core.text import counted
from flowdesk.kinds.answers import Difficulty, Trace
from flowdesk.kinds.making import range_typed
from flowdesk.kinds.slitherlink.deduction.difficulty import (
    HARDEST,
    WORDS,
    difficulty_of,
    trace_up_to,
)
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink


@dataclass(frozen=True)
class TriedPuzzle:
    """A puzzle with exactly one solution, and its difficulty, if anything is asked of that.

    `harder` is below 0 if it is easier than requested, by that many levels, points and rules; 1 if
    it is harder, by however much: then `difficulty` is not known. It `lacks` a rule if it does not
    need the one that is asked for. `more` is the number of clues too many, below 0 too few.
    """

    puzzle: Slitherlink
    loop: Loop
    difficulty: Difficulty | None = None
    harder: int = 0
    lacks: bool = False
    more: int = 0

    @property
    def met(self) -> bool:
        """Whether it is all that is asked."""
        return not (self.harder or self.more)

    @property
    def distance(self) -> tuple[int, bool]:
        """How far it is from what is asked; one that is too easy is farther."""
        return abs(self.harder) + abs(self.more), self.harder < 0

    @property
    def words(self) -> str:
        """Its clues and its difficulty, as far as that is known: ``31 clues, medium (24)``."""
        return f"{counted(len(self.puzzle.clues), 'clue')}{self._rated(', ')}"

    def _rated(self, before: str) -> str:
        """Return the difficulty after some words; nothing if it is not known."""
        rated = self.difficulty
        return f"{before}{rated.level} ({rated.score:g})" if rated else ""

    def report(self, request: SlitherlinkRequest, what: str) -> str:
        """Return a sentence about the puzzle, `what` it is called, and what is not as requested."""
        text = f"{what} has {counted(len(self.puzzle.clues), 'clue')}"
        if request.clues and self.more:
            text += f" instead of {range_typed(request.clues)}"
        text += f" and exactly one solution{self._rated(', and is ')}"
        if self.harder:
            asked = [request.difficulty] if request.difficulty else []
            asked += [f"a score of {range_typed(request.score)}"] if request.score else []
            asked += ["without suppositions"] if request.no_supposing else []
            asked += [f"by the rule {request.needs}"] if request.needs else []
            text += " instead of " if self.difficulty else ", and is harder than "
            text += ", ".join(asked)
        return f"{text}."


def judged(
    request: SlitherlinkRequest, clues: Mapping[Cell, int], loop: Loop, *, is_rated: bool = True
) -> TriedPuzzle:
    """Return the puzzle of some clues, rated as far as the request needs, if it `is_rated`."""
    puzzle = Slitherlink(request.width, request.height, clues)
    more = request.misses(len(clues))
    if not is_rated:
        return TriedPuzzle(puzzle, loop, more=more)
    found = trace_up_to(puzzle, lambda so_far: _is_too_much(request, so_far))
    if not found:
        return TriedPuzzle(puzzle, loop, None, 1, more=more)
    rated = difficulty_of(found)
    easier = WORDS.index(request.difficulty) - WORDS.index(rated.level) if request.difficulty else 0
    if request.score:
        easier += ceil(max(0, request.score[0] - rated.score))
    lacks = bool(request.needs) and all(step.rule != request.needs for step in found.deductions)
    return TriedPuzzle(puzzle, loop, rated, -easier - lacks, lacks, more)


def _is_too_much(request: SlitherlinkRequest, so_far: Trace) -> bool:
    """Whether a puzzle is harder than asked, or hardly to be solved by deductions."""
    rated = difficulty_of(so_far)
    return (
        rated == HARDEST
        or (bool(request.difficulty) and _level(rated.level) > _level(request.difficulty))
        or (request.score is not None and rated.score > request.score[1])
        or (request.no_supposing and so_far.deductions[-1].depth > 0)
    )


def can_be_hardest(request: SlitherlinkRequest) -> bool:
    """Whether a puzzle may be `HARDEST`: all that can be known of those that are too much, then."""
    return (
        request.difficulty in ("", WORDS[-1])
        and (request.score is None or request.score[1] >= HARDEST.score)
        and not (request.needs or request.no_supposing)
    )


_level = WORDS.index
