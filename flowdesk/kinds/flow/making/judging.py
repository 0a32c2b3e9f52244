"""How far the level of some paths is from what is asked of it.

What takes long, whether there is another solution and how hard it is, is not found out where the
level is too far off anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from flowdesk.core.grid import Cell
from flowdesk.kinds.answers import Difficulty
from flowdesk.kinds.flow.colors import new_label
from flowdesk.kinds.flow.deduction.hints import canonical, difficulty_of, trace
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.solving.encoding import FlowEncoding, find_another
from flowdesk.sat.backend import LimitReached

#: Up to this number of cells each level is decided by the game's rule, however long that takes: of
#: plain boards, and of those with bridges, warps or hexagons, where more may take minutes.
ALWAYS_DECIDED, ALWAYS_DECIDED_OTHERS = 14 * 14, 10 * 10
#: On larger boards, the limit of propagations in the search for another by the game's rule:
#: 5 seconds. With as many colours as `aim` has, 20x20 takes less than a second, at worst two.
LIMIT = 20_000_000
#: The same for one that does not touch itself, which takes half a minute at 100x100.
NON_TOUCHING_LIMIT = 500_000_000
#: How far off the deductions and the score of a level are that cannot be rated.
UNRATED = 1_000_000


class Off(NamedTuple):
    """How far a level is from a request, the gravest first; all 0 is as requested.

    Colours too many or few, paths that touch themselves, endpoints side by side, walls and holes
    to be `built` still, whether there is `another` solution (0 no, 1 not known, 2 yes), what is
    wrong with its deductions, and tenths of the score. What is not known yet is 0, and so the
    whole never less than it will be.
    """

    colors: int = 0
    touching: int = 0
    beside: int = 0
    built: int = 0
    another: int = 0
    deductions: int = 0
    tenths: int = 0


@dataclass(frozen=True)
class Tried:
    """A level that was drawn, and how far it is from the request; its difficulty if that counts."""

    level: Level
    solution: Solution
    off: Off
    difficulty: Difficulty | None = None

    @property
    def has_another(self) -> bool | None:
        """Whether there is another solution by the requested rule; None if not known."""
        return {0: False, 1: None, 2: True}[self.off.another]


def labelled(
    request: FlowRequest, paths: Iterable[tuple[Cell, ...]]
) -> dict[str, tuple[Cell, ...]] | None:
    """Return paths by labels, with what is pinned; None if they do not lead between kept endpoints.

    Paths of the solution it began with keep their labels; others get new ones in their order.
    """
    kept = {piece[0]: label for label, pieces in request.kept.pieces.items() for piece in pieces}
    before = request.start.paths if request.start else {}
    label_of = {from_first_end(path): label for label, path in before.items()}
    found = dict(request.kept.pinned)
    new: list[tuple[Cell, ...]] = []
    for path in sorted(map(from_first_end, paths), key=lambda path: path[0][::-1]):
        own = {kept[end] for end in (path[0], path[-1]) if end in kept}
        label = own.pop() if own else label_of.get(path)
        if own or label in found or any(cell in kept for cell in path[1:-1]):
            return None
        if label is None:
            new.append(path)
        else:
            found[label] = path
    if not found.keys() >= set(kept.values()):
        return None
    free = [label for label in before if label not in found]
    for path in new:
        found[free.pop(0) if free else new_label(found)] = path
    return found


def judged(
    request: FlowRequest, paths: Mapping[str, tuple[Cell, ...]], at_most: Off | None
) -> Tried | None:
    """Return the level of these paths; None if it is further off than `at_most`, if that is given.

    What takes long is not found out of what is further off anyway.
    """
    level, solution = request.level(paths), Solution(paths)
    assert not mistakes(level, solution), "the cover is not a solution"
    fewest, most = request.colors or (1, len(paths))
    off = Off(
        colors=max(fewest - len(paths), len(paths) - most, 0),
        built=request.more_walls[0] + request.more_holes[0],
    )
    if request.untouched:
        touched = {solution.label_of[a] for a, _ in touches(level, solution)}
        off = off._replace(touching=len(touched))
    if request.apart:
        ends, near = level.endpoints, level.board.near
        off = off._replace(beside=sum(other in ends for end in ends for other in near(end)))
    if at_most and off > at_most:
        return None
    if off.touching or off.beside:
        return Tried(level, solution, off._replace(another=1, deductions=UNRATED, tenths=UNRATED))
    has_another = has_another_solution(level, solution, touching=not request.non_touching)
    off = off._replace(another={False: 0, None: 1, True: 2}[has_another])
    if at_most and off > at_most:
        return None
    if not request.is_rated:
        return Tried(level, solution, off)
    solved = trace(canonical(level)) if has_another is False else None
    if solved is None or not solved.solved:
        return Tried(level, solution, off._replace(deductions=UNRATED, tenths=UNRATED))
    difficulty = difficulty_of(solved)
    supposed = sum(step.depth > 0 for step in solved.deductions)
    rules = {step.rule for step in solved.deductions}
    wrong = (bool(request.needs) and request.needs not in rules) + request.no_supposing * supposed
    least, most = request.scores
    tenths = round(10 * difficulty.score)
    off = off._replace(deductions=wrong, tenths=max(least - tenths, tenths - most, 0))
    return Tried(level, solution, off, difficulty)


def from_first_end(path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the path from the one of its ends that comes first in reading order."""
    return path if path[0][::-1] < path[-1][::-1] else path[::-1]


def has_another_solution(level: Level, solution: Solution, *, touching: bool) -> bool | None:
    """Whether a level has another solution than this one; None if the search is too long."""
    try:
        if touching:
            always = ALWAYS_DECIDED if level.board.is_plain else ALWAYS_DECIDED_OTHERS
            limit = 0 if len(level.cells) <= always else LIMIT
            return find_another(level, solution, limit) is not None
        encoding = FlowEncoding(level, touching=False)
        encoding.exclude(solution)
        return encoding.find(NON_TOUCHING_LIMIT) is not None
    except LimitReached:
        return None
