"""Request: what a puzzle should be like, why that may be impossible, its options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Area, Cell, Edge, by_row, cell_name, cells_of
from flowdesk.core.puzzle import size_problem
from flowdesk.core.text import capital, counted
from flowdesk.kinds import making
from flowdesk.kinds.answers import Difficulty
from flowdesk.kinds.locks import cells_of_locks, edges_of_locks
from flowdesk.kinds.slitherlink.deduction.hints import LEVELS, MOST_TENTHS, WORDS, word_for
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, impossible

#: The hardest level without suppositions.
HARDEST_OF_RULES = WORDS[WORDS.index(LEVELS["suppose"]) - 1]


@dataclass(frozen=True)
class SlitherlinkRequest(making.Request):
    """What a puzzle should be like.

    The number of `clues` is from the least to the most, or None for any. If there are `given`
    clues, the puzzle has some of these; `loop` is their solution, or None if it is not known.

    What stays: `locked` cells keep their clue of the `given` ones or of the puzzle `like`, or have
    none; and whether these `edges` are on the loop. With a `start`, the loop is made of that one by
    few changes, and clues are rather where those of `like` are.
    """

    clues: tuple[int, int] | None = None
    given: Mapping[Cell, int] = field(default_factory=dict)
    loop: Loop | None = None
    locked: frozenset[Cell] = frozenset()
    edges: Mapping[Edge, bool] = field(default_factory=dict)
    start: Loop | None = None
    like: Slitherlink | None = None

    def puzzle(self, clues: Mapping[Cell, int]) -> Slitherlink:
        size, like, on = (self.width, self.height), self.like, self.edges.get
        if like is None:
            return Slitherlink(*size, clues)
        drawn = frozenset(edge for edge in like.drawn if on(edge))
        crosses = frozenset(edge for edge in like.crosses if on(edge) is False)
        return Slitherlink(*size, clues, drawn=drawn, crosses=crosses, locked=like.locked)

    def empty(self) -> Slitherlink:
        return self.puzzle({})

    @property
    def kept(self) -> dict[Cell, int]:
        clues = self.like.clues if self.like else self.given
        return {cell: clue for cell, clue in clues.items() if cell in self.locked}

    def misses(self, number: int) -> int:
        """Return how many clues too many there are if there is such a number; below 0 too few."""
        least, most = self.clues or (number, number)
        return max(number - most, 0) or min(number - least, 0)

    def together(self, cells: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
        """Yield the cells that have clues together, each once, in reading order."""
        for cell in by_row(cells):
            group = self.alike(cell)
            if cell == by_row(group)[0]:
                yield group

    def first_clues(self, clues: Mapping[Cell, int]) -> dict[Cell, int]:
        """Return clues without those in locked cells that have none, or with such counterparts."""
        may_be = clues.keys() - self.locked | self.kept.keys()
        first = {
            cell
            for group in self.together(cells_of(self.width, self.height))
            if may_be.issuperset(group)
            for cell in group
        }
        return {cell: clue for cell, clue in clues.items() if cell in first}

    def removable(self, clues: Iterable[Cell]) -> list[Sequence[Cell]]:
        """Return the clues that are removed together, without those that are locked."""
        groups = self.together(clues)
        return [group for group in groups if self.locked.isdisjoint(group)]

    @property
    def levels(self) -> list[tuple[str, str, str]]:
        """What is asked of the difficulty: each in words, and its easiest and hardest level."""
        easiest, hardest = WORDS[0], WORDS[-1]
        found = []
        if self.difficulty:
            found.append((f"the difficulty {self.difficulty}", self.difficulty, self.difficulty))
        if self.score:
            low, high = (word_for(10 * score) for score in self.score)
            found.append((f"a score of {making.range_typed(self.score)}", low, high))
        if self.needs:
            found.append((f"the rule {self.needs}", LEVELS[self.needs], hardest))
        if self.no_supposing:
            found.append(("solving without suppositions", easiest, HARDEST_OF_RULES))
        return found


def problem(request: SlitherlinkRequest) -> str:
    """Return why a request cannot be met, as far as that shows without a search, or nothing."""
    return (
        size_problem(request.width, request.height)
        or request.unknown(WORDS, LEVELS)
        or _levels_problem(request)
        or _number_problem(request)
        or _locks_problem(request)
    )


def _levels_problem(request: SlitherlinkRequest) -> str:
    """Return what is asked of the difficulty and cannot be together, or nothing."""
    if request.score and 10 * request.score[0] > MOST_TENTHS:
        asked = making.range_typed(request.score)
        return f"The score asked for is {asked}: it is at most {MOST_TENTHS // 10}."
    if not request.levels:
        return ""
    harder, least, _ = max(request.levels, key=lambda level: WORDS.index(level[1]))
    easier, _, most = min(request.levels, key=lambda level: WORDS.index(level[2]))
    if WORDS.index(least) <= WORDS.index(most):
        return ""
    text = f"{harder} makes a puzzle at least {least}, {easier} at most {most}"
    return f"{capital(text)}: ask for one of them."


def _number_problem(request: SlitherlinkRequest) -> str:
    """Return why no puzzle of this size and symmetry has so many clues, or nothing."""
    if not request.clues:
        return ""
    least, most = request.clues
    if least > most:
        return f"The number of clues asked for ends before it begins: write {most}-{least}."
    if least < 1:
        return "The number of clues asked for must be 1 or more."
    cells = cells_of(request.width, request.height)
    number = request.width * request.height
    if least > number:
        have = f"{request.width}x{request.height} has {counted(number, 'cell')}"
        return f"{have}: the number of clues asked for is {least} or more."
    sizes = Counter(map(len, request.together(cells)))
    if not any(making.are_groups(wanted, sizes) for wanted in range(least, min(most, number) + 1)):
        return (
            f"With the symmetry {request.symmetry} no {making.range_typed(request.clues)} clues "
            f"can be: most of them are {max(sizes)} that belong together."
        )
    return ""


def _locks_problem(request: SlitherlinkRequest) -> str:
    """Return why locked clues cannot stay, or nothing."""
    locked = by_row(request.kept)
    cells = set(request.given or cells_of(request.width, request.height))
    cells -= request.locked.difference(locked)
    if request.clues and len(locked) > request.clues[1]:
        most = request.clues[1]
        return f"{counted(len(locked), 'clue')} are locked: the number asked for is {most} or less."
    for cell in locked:
        for other in request.alike(cell):
            if other not in cells:
                return (
                    f"The clue in {cell_name(cell)} is locked, and there is none in "
                    f"{cell_name(other)}, where the symmetry {request.symmetry} takes it."
                )
    return ""


def like(
    puzzle: Slitherlink,
    seed: int,
    /,
    *,
    keep: str = "",
    solution: Loop | None = None,
    area: Area | None = None,
    **asked: Any,
) -> SlitherlinkRequest | Finding:
    """Return a request that keeps what is locked, all "clues", "edges", or only the "shape"."""
    locked = cells_of_locks(puzzle.locked)
    marked = puzzle.drawn | puzzle.crosses
    edges = {edge: edge in puzzle.drawn for edge in edges_of_locks(puzzle.locked) & marked}
    if keep:
        locked = frozenset(puzzle.clues if keep == "clues" else ())
        edges = dict.fromkeys(puzzle.drawn, True) if keep == "edges" else {}
    if solution and area:
        away = [edge for edge in puzzle.board.edge_set if not any(cell in area for cell in edge)]
        edges = {edge: edge in solution.edges for edge in away} | edges
        locked |= {cell for cell in puzzle.board.cells if cell not in area}
    if locked.issuperset(puzzle.board.cells):
        message = "Everything is locked: unlock what may change."
        return Finding("locked", message, (), Severity.INVALID)
    size = puzzle.width, puzzle.height
    request = SlitherlinkRequest(
        *size, seed, locked=locked, edges=edges, start=solution, like=puzzle, **asked
    )
    for wrong in impossible(Slitherlink(*size, request.kept)):
        message = f"The clue in {cell_name(wrong.cells[0])} cannot stay. {wrong.message}"
        return Finding(wrong.rule, message, wrong.cells, Severity.INVALID)
    return request


def steered(
    puzzle: Slitherlink, solution: Loop, difficulty: Difficulty | None
) -> dict[str, dict[str, Any]]:
    """Return ways to change a puzzle: what to ask for."""
    ways = making.steps_of_difficulty(difficulty, WORDS, MOST_TENTHS // 10)
    number, most = len(puzzle.clues), puzzle.width * puzzle.height
    if number > 1:
        ways["fewer clues"] = {"clues": (1, number - 1)}
    if number < most:
        ways["more clues"] = {"clues": (number + 1, most)}
    return ways


FIELDS = (
    making.difficulty(WORDS),
    making.SCORE,
    making.needs(LEVELS),
    making.Field(
        name="clues",
        words="Clues, for example 20-30",
        default=SlitherlinkRequest.clues,
        read=partial(making.number_range, what="number of clues"),
        text=making.range_typed,
        metavar="N|A-B",
        help="number of clues (default: as few as possible)",
        in_sight=True,
    ),
    making.SYMMETRY,
    making.NO_SUPPOSING,
)
