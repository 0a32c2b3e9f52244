"""The engines by their names, and what each does; whoever only names one need not import it."""

from __future__ import annotations

from collections.abc import Iterable

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import listed

#: Every engine, in the order in which they are shown: what it does in a few words, and in more.
ABOUT = {
    "sat": (
        "the formula, in C",
        "FlowDesk's own formula of the puzzle, solved by a library: Glucose or PicoSAT",
    ),
    "distance": (
        "path by path",
        "Draws the shortest paths first, and goes back where a cell or an endpoint is stranded",
    ),
    "cells": (
        "cell by cell",
        "Colours cells, forced ones first; finds no solution in which a path touches itself",
    ),
    "cdcl": (
        "the formula, in Python",
        "The formula of sat and a SAT solver to be read, which learns from conflicts",
    ),
    "dpll": (
        "the same, no learning",
        "The solver of cdcl with learning off: a conflict turns the latest decision round",
    ),
}
ALL_ENGINES = tuple(ABOUT)


def check_engines(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of engines, each once; FlowDeskError for a name that no engine has."""
    chosen = tuple(dict.fromkeys(names))
    for name in chosen:
        if name not in ALL_ENGINES:
            raise FlowDeskError(f"There is no engine {name!r}: there are {listed(ALL_ENGINES)}.")
    return chosen
