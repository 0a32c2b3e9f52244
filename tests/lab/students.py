"""Encodings as students hand them in: with numbers of their own, right ones and wrong ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from flowdesk.core.grid import SIDES, Cell
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.lab.formula import place


@dataclass
class Student:
    """Numbers variables as they come, helpers among them, and writes clauses."""

    called: dict[int, str] = field(default_factory=dict)
    clauses: list[list[int]] = field(default_factory=list)
    variables: int = 0

    def variable(self, name: str = "") -> int:
        """Return a new variable, a helper if it has no name."""
        self.variables += 1
        if name:
            self.called[self.variables] = name
        return self.variables

    def exactly(self, number: int, variables: Sequence[int], *unless: int) -> None:
        """State how many variables are true, unless one of these literals is."""
        least = combinations(variables, len(variables) - number + 1)
        most = combinations(variables, number + 1)
        self.clauses += [[*unless, *some] for some in least]
        self.clauses += [[*unless, *(-each for each in some)] for some in most]

    def text(self) -> str:
        """Return it as DIMACS."""
        names = [f"c var {number} = {name}" for number, name in self.called.items()]
        header = f"p cnf {self.variables} {len(self.clauses)}"
        clauses = (" ".join(map(str, [*clause, 0])) for clause in self.clauses)
        return "\n".join([*names, header, *clauses, ""])


def by_colors(level: Level, without: Collection[str] = ()) -> Student:
    """Of each cell its colour; a cell has two neighbours of its colour, an endpoint one.

    That forbids paths that touch themselves. Left out can be "one colour" or "two neighbours".
    """
    own = Student()
    free = own.variable()  # a helper about which nothing is said
    color: dict[tuple[Cell, str], int] = {}
    for label in reversed([*level.pairs]):
        for cell in level.cells:
            color[cell, label] = own.variable(f"colour({place(cell)},{label})")
    for cell in level.cells:
        if "one colour" not in without:
            own.exactly(1, [color[cell, label] for label in level.pairs])
        end = level.endpoints.get(cell)
        if end:
            own.clauses.append([color[cell, end]])
        for label in level.pairs if end or "two neighbours" not in without else ():
            same = own.variable(), own.variable()  # helpers: half of the neighbours each
            near = [color[other, label] for other in level.board.sides(cell).values()]
            own.exactly(1 if end else 2, near, -color[cell, label])
            own.clauses += [[-same[0], *near[:2]], [-same[1], free, *near[2:]]]
    return own


def by_edges(puzzle: Slitherlink, without: Collection[str] = ()) -> Student:
    """Of each cell its four edges; clues and corners hold, and nothing excludes several loops.

    Left out can be "clues".
    """
    own, letters = Student(), dict(zip("tblr", "nswe", strict=True))
    side: dict[tuple[Cell, str], int] = {}
    at_corner: dict[Cell, set[int]] = {}
    for x, y in puzzle.board.cells:
        for d in SIDES:
            same = {"t": ((x, y - 1), "b"), "l": ((x - 1, y), "r")}.get(d)
            old = side.get(same) if same else None
            side[(x, y), d] = old or own.variable(f"{letters[d]}({place((x, y))})")
            for dx in {"l": (0,), "r": (1,)}.get(d, (0, 1)):
                for dy in {"t": (0,), "b": (1,)}.get(d, (0, 1)):
                    at_corner.setdefault((x + dx, y + dy), set()).add(side[(x, y), d])
        if (clue := puzzle.clues.get((x, y))) is not None and "clues" not in without:
            own.exactly(clue, [side[(x, y), d] for d in SIDES])
    for here in map(sorted, at_corner.values()):
        for edge in here:
            own.clauses.append([-edge, *(other for other in here if other != edge)])
        own.clauses += [[-each for each in three] for three in combinations(here, 3)]
    return own
