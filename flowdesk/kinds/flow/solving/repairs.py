"""Make an unsolvable level solvable: the smallest changes after which there is a solution.

Changes are tried in the order of their size: walls and holes that open, bridges that go, endpoints
that move by one cell, by two ... then colours that go, or swap an endpoint. Simple proofs
(`findings.impossible`) rule out most of them before any search. Solutions that do not touch
themselves are looked for first: that takes milliseconds. Then those that touch, where fewer changes
than wanted were found, and where a change is smaller than all that were found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from flowdesk.core.grid import Cell, by_row, cell_name
from flowdesk.kinds.answers import Conflict, Progress, Remedy, Repairs, unheard
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.findings import impossible
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.kinds.flow.solving.remedies import another, ways_to_unique
from flowdesk.kinds.solving import Mending
from flowdesk.sat.backend import LimitReached

#: How many changes are offered, besides a smaller one that is found later; and how far endpoints
#: are moved.
MOST_OFFERS = 3
FARTHEST = 4


@dataclass(frozen=True)
class _Change:
    """A change in words; `subject` is what it is about, of which one change is offered."""

    kind: str
    size: int
    subject: object
    message: str
    cells: tuple[Cell, ...]
    made: Callable[[], Level]


def ways_to_solve(
    level: Level, conflict: Conflict | None, *, progress: Progress[Repairs] = unheard
) -> Repairs:
    """Return three of the smallest changes that make an unsolvable level solvable, if there are.

    The smallest of all is among them: with a solution that touches itself, it may be a fourth.
    Changes at what the `conflict` speaks of come first among those of a size. `progress` gets
    what was found so far after each try.
    """
    search = _RepairSearch(level, progress)
    spoken_of = set(conflict.cells) if conflict else set()
    order = sorted(
        changes(level), key=lambda change: (change.size, spoken_of.isdisjoint(change.cells))
    )
    search.run(order, touching=False)
    if level.touching:
        search.run(search.rest, touching=True)
    return search.result


class _RepairSearch:
    """The changes found so far, each with its size, and the `rest`: possible, but not helpful."""

    def __init__(self, level: Level, progress: Progress[Repairs]) -> None:
        self.rest: list[_Change] = []
        self._level = level
        self._progress = progress
        self._found: list[tuple[int, Remedy]] = []
        self._subjects: set[object] = set()
        self._looked_at: set[int] = set()
        self._tries = limits.REPAIR_TRIES

    @property
    def result(self) -> Repairs:
        in_order = sorted(self._found, key=lambda offer: offer[0])
        return Repairs(tuple(remedy for _, remedy in in_order), len(self._looked_at))

    def run(self, order: Sequence[_Change], *, touching: bool) -> None:
        """Try changes one by one, by one of the two rules, those that are smaller first."""
        for change in order:
            is_smallest = all(change.size < size for size, _ in self._found)
            if not self._tries or (len(self._found) >= MOST_OFFERS and not is_smallest):
                return
            self._looked_at.add(id(change))
            if is_smallest or change.subject not in self._subjects:
                self._try(change, touching=touching)

    def _try(self, change: _Change, *, touching: bool) -> None:
        level = change.made()
        if not level.endpoints or impossible(level):
            return
        self._tries -= 1
        if solution := _solution(level, touching=touching):
            self._subjects.add(change.subject)
            self._found.append((change.size, _remedy(change, level, solution)))
        elif not touching:
            self.rest.append(change)
        self._progress(self.result)


def changes(level: Level) -> Iterator[_Change]:
    """Yield all changes that are tried."""
    for wall in sorted(level.walls):
        message = f"Remove the wall between {cell_name(wall[0])} and {cell_name(wall[1])}."
        made = _made(editing.set_wall, level, wall, False)
        yield _Change("wall", 1, wall, message, wall, made)
    for hole in by_row(level.holes):
        made = _made(editing.set_hole, level, hole, False)
        yield _Change("hole", 1, hole, f"Fill the hole at {cell_name(hole)}.", (hole,), made)
    for bridge in by_row(level.shape.bridges):
        message = f"Take away the bridge at {cell_name(bridge)}."
        made = _made(editing.set_bridge, level, bridge, False)
        yield _Change("bridge", 1, bridge, message, (bridge,), made)
    for end in by_row(level.endpoints):
        name = color_name(level, level.endpoints[end])
        for cell in level.cells:
            far = level.board.distance(cell, end)
            if far <= FARTHEST and cell not in level.endpoints and level.may_end_at(cell):
                message = f"Move {name} from {cell_name(end)} to {cell_name(cell)}."
                made = _made(editing.move, level, end, cell)
                yield _Change("move", far, end, message, (end, cell), made)
    for label, ends in level.pairs.items():
        message = f"Remove {color_name(level, label)}."
        yield _Change("drop", 3, label, message, ends, _made(_without, level, label))
    for a, b in combinations(by_row(level.endpoints), 2):
        first, second = level.endpoints[a], level.endpoints[b]
        if first != second:
            names = f"{color_name(level, first)} at {cell_name(a)}", color_name(level, second)
            message = f"Swap {names[0]} and {names[1]} at {cell_name(b)}."
            yield _Change("swap", 4, (a, b), message, (a, b), _made(_swapped, level, a, b))


def _made(edit: Callable[..., Level], *args: object) -> Callable[[], Level]:
    return lambda: edit(*args)


def _without(level: Level, label: str) -> Level:
    for cell in level.pairs[label]:
        level = editing.erase(level, cell)
    return level


def _swapped(level: Level, a: Cell, b: Cell) -> Level:
    first, second = level.endpoints[a], level.endpoints[b]
    return editing.place(editing.place(level, a, second), b, first)


def _solution(level: Level, *, touching: bool) -> Solution | None:
    """Return a solution that the checker has confirmed; None if none was found within limits."""
    encoding = FlowEncoding(level, touching=touching)
    try:
        return encoding.find(limits.REPAIR_PROPAGATIONS, limits.REPAIR_ROUNDS)
    except LimitReached:
        return None


def _remedy(change: _Change, level: Level, solution: Solution) -> Remedy:
    assert not mistakes(level, solution), "the encoder's solution is wrong"
    try:
        is_unique = another(level, solution) is None
        number = "exactly one solution" if is_unique else "several solutions"
        message = f"{change.message} Then there {'is' if is_unique else 'are'} {number}."
    except LimitReached:
        is_unique, message = False, f"{change.message} Then there is a solution."
    if is_unique and touches(level, solution):
        message += " A path touches itself in it."
    level = replace(level, drawn={})
    return Remedy(change.kind, message, level, solution, change.cells, is_unique)


class FlowMending(Mending[Level, Solution]):
    """Endpoints, walls and holes that would make a level good."""

    explain = staticmethod(explain)
    remedies = staticmethod(ways_to_unique)
    repairs = staticmethod(ways_to_solve)
