"""How the cells of a board look in a picture: empty, a dot, a path, or unclear."""

from __future__ import annotations

from dataclasses import dataclass

from flowdesk.scan.lattice import Lattice


@dataclass(frozen=True)
class CellLooks:
    """How each cell of a lattice looks."""

    lattice: Lattice
