"""Publishing: what a puzzle is as plain data, for a page that knows no kind of board.

A board is polygons and a graph. Its numbers, which the page uses and results name, are counted in
the order of the lists here. Cells, nodes and links come in runs: those that follow each other by
the same step are written once, with their number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias

from flowdesk.core.geometry import Geometry
from flowdesk.core.grid import Cell, Edge, edge_between
from flowdesk.core.puzzle import P, S
from flowdesk.kinds.answers import Deduction

#: What JSON can hold.
Plain: TypeAlias = Mapping[str, Any]


class Publishing(ABC, Generic[P, S]):
    """How puzzles are published."""

    @abstractmethod
    def board(self, puzzle: P, /) -> Plain:
        """Return the board alone: puzzles with the same one share it."""

    @abstractmethod
    def puzzle(self, puzzle: P, /) -> Plain:
        """Return what is on the board: endpoints and walls, or clues."""

    @abstractmethod
    def cells(self, puzzle: P, /) -> Sequence[Cell]:
        """Return the cells by their numbers."""

    @abstractmethod
    def links(self, puzzle: P, /) -> Sequence[Edge]:
        """Return the links by their numbers."""

    @abstractmethod
    def items(self, puzzle: P, /) -> Sequence[Cell | Edge]:
        """Return what the wrong turns of results name, by its numbers: cells or edges."""

    @abstractmethod
    def solution(self, puzzle: P, solution: S, /) -> Sequence[Any]:
        """Return a solution: paths of nodes in the order of the colours, or links."""

    def frame(self, puzzle: P, margin: float) -> dict[str, object]:
        """Return what every board begins with, in lengths of a cell; a margin is round it."""
        geometry = puzzle.board.geometry
        size = geometry.size(puzzle.width, puzzle.height)
        return {
            "kind": puzzle.kind,
            "size": [rounded(length + 2 * margin) for length in size],
            "outline": [[rounded(x), rounded(y)] for x, y in geometry.outline],
            "cells": lattice(self.cells(puzzle), geometry, margin),
        }

    def step(self, puzzle: P, deduction: Deduction, /) -> Sequence[Any]:
        """Return a step of reasoning: its sentence, its cells, links that it finds and excludes."""
        cell_of = {cell: number for number, cell in enumerate(self.cells(puzzle))}
        link_of = {edge_between(*edge): number for number, edge in enumerate(self.links(puzzle))}
        cells = [cell_of[cell] for cell in deduction.cells if cell in cell_of]
        found = ([link_of[e] for e in sorted(edges)] for edges in (deduction.on, deduction.off))
        return [deduction.message, cells, *found]


def in_rows(cells: Iterable[Cell], geometry: Geometry) -> list[Cell]:
    """Return cells in the order of their centres, row by row: odd columns of hexagons are lower."""
    return sorted(cells, key=lambda cell: (geometry.center(cell)[1], cell[0]))


def runs(rows: Iterable[tuple[int, ...]], *steps: int) -> list[list[int]]:
    """Return rows of numbers in runs: those that are `steps` apart are the first and their number.

    Without `steps`, each number grows by 1.
    """
    found: list[list[int]] = []
    for row in rows:
        first, count = (found[-1][:-1], found[-1][-1]) if found else (list(row), 0)
        grown = [at + count * step for at, step in zip(first, steps or [1] * len(row), strict=True)]
        if found and grown == list(row):
            found[-1][-1] += 1
        else:
            found.append([*row, 1])
    return found


def lattice(cells: Iterable[Cell], geometry: Geometry, margin: float) -> dict[str, Any]:
    """Return where cells are: the centre of the first place, the unit, and runs of places.

    Places are columns and, where columns differ in height, halves of rows; in a run they are `step`
    columns apart.
    """
    halves = 2 if geometry.lower else 1
    places = [(x, y * halves + (x % 2) * (halves - 1)) for x, y in cells]
    (x, y), (across, down) = geometry.center((0, 0)), (geometry.across, 1 / halves)
    return {
        "step": halves,
        "unit": [rounded(across), down],
        "first": [rounded(x + margin), rounded(y + margin)],
        "runs": runs(places, halves, 0),
    }


def rounded(length: float) -> float:
    """Return a length as it is written."""
    return round(length, 4)
