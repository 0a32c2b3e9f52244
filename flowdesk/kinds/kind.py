"""Kind: a table of everything that a kind of puzzle can do.

The rest of the program knows puzzles through this table alone. Its functions stand at the top of
modules, so that they can be sent to worker processes. A puzzle and its solution are of the
kind's own types, which are `Any` here; see `core.puzzle` for what all of them tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Scene, Tiles
from flowdesk.kinds.answers import CheckResult, SolveResult


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """A kind of puzzle. An entry that may be None is something that not every kind can do."""

    #: As in files and JSON, and as people call it.
    key: str
    name: str

    # The puzzle

    #: An empty board of so many columns and rows.
    new: Callable[[int, int], Any]
    #: What is wrong with a puzzle: everything, and what keeps it from being solved at all.
    findings: Callable[[Any], list[Finding]]
    incomplete: Callable[[Any], list[Finding]]
    #: What is wrong with a solution of a puzzle: the checker, which shares nothing with solvers.
    mistakes: Callable[[Any, Any], list[Finding]]

    # Knowledge: each takes `progress`, a function that gets the result so far

    solve: Callable[..., SolveResult]
    check: Callable[..., CheckResult]

    # Pictures

    #: What a solution looks like in each cell, as `scene` and `cell_tiles` understand it.
    covers: Callable[[Any], Mapping[Cell, Any]]
    #: A puzzle, and what covers some of its cells; with ``labels=`` there are letters on it.
    scene: Callable[..., Scene]
    #: The same for one cell: puzzle, cell, what covers it.
    cell_tiles: Callable[..., Tiles]
