"""Improve a puzzle: make it harder, easier or otherwise another one, by few changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.knowledge.variations import made_like
from flowdesk.kinds.answers import Difficulty, Made, Progress, SolveStatus, unheard
from flowdesk.kinds.making import number_range
from flowdesk.kinds.table import kind_of

#: How far a score may be from the one that is asked for.
NEAR = 0.1


@dataclass(frozen=True)
class Improved:
    """What became of a puzzle, and how hard it was before, and is now; None if not known.

    `problem` says why nothing can become of it.
    """

    made: Made
    before: Difficulty | None = None
    after: Difficulty | None = None
    problem: str = ""

    @classmethod
    def refused(cls, problem: str) -> Improved:
        """Return what says why nothing can become of a puzzle."""
        return cls(Made(None, None, 0, False, problem), problem=problem)


def improved(
    puzzle: Puzzle,
    to: str,
    seed: int,
    asked: Mapping[str, object] | None = None,
    *,
    progress: Progress[Improved] = unheard,
) -> Improved:
    """Return the puzzle changed `to` what is asked: a way of `steered`, a word, or a score.

    What is locked in it stays. Other fields may be `asked`, too.
    """
    kind = kind_of(puzzle)
    if not kind.making or not kind.reasoning:
        return Improved.refused(f"{kind.name} puzzles cannot be improved.")
    solved = kind.solving.solve(puzzle)
    if solved.status is not SolveStatus.SOLVED:
        words = {SolveStatus.UNSOLVABLE: "It has no solution", SolveStatus.UNKNOWN: "Not solved"}
        return Improved.refused(f"{words.get(solved.status, 'It is not complete')}: mend it first.")
    before = kind.reasoning.rate(puzzle)
    ways = kind.making.steered(puzzle, solved.solution, before)
    aim = _asked(to, ways, kind.reasoning.difficulties)
    if isinstance(aim, str):
        return Improved.refused(aim)
    fields = {**(asked or {}), **aim}
    try:
        request = kind.making.request_like(puzzle, seed, solution=solved.solution, **fields)
    except FlowDeskError as error:
        return Improved.refused(str(error))
    made, after = made_like(puzzle, request)
    if not made.met:
        made = replace(made, report=f"{made.report} {kind.making.doubt(request)}".rstrip())
    return Improved(made, before, after)


def _asked(
    to: str, ways: Mapping[str, Mapping[str, object]], words: tuple[str, ...]
) -> Mapping[str, object] | str:
    """Return the fields to ask for, or a sentence on what else there is."""
    if to in words:
        return {"difficulty": to}
    named = {name.replace(" ", "-"): asked for name, asked in ways.items()}
    if to in named:
        return named[to]
    try:
        least, most = number_range(to, what="score")
    except ValueError:
        choices = ", ".join([*named, *words])
        return f"It cannot become {to!r}: choose one of {choices}, or a score such as 40-60."
    if least == most:
        least, most = int(least * (1 - NEAR)), int(most * (1 + NEAR)) + 1
    return {"score": (least, most)}
