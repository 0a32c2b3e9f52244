"""Reading: what was read from a picture, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from flowdesk.core.grid import Cell
from flowdesk.scan.cells import CellLooks
from flowdesk.scan.samples import Lattice


class Status(str, Enum):
    """How sure a reading is."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    NOTHING = "nothing found"


@dataclass(frozen=True)
class Doubt:
    """Something that may be wrong: a sentence, and the cells it is about, if any."""

    message: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Dots:
    """The cells with dots of one colour ``#rrggbb``: two, if all is well."""

    color: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Reading:
    """What was read from a picture, and what is doubtful about it.

    Without the `looks` of its cells no board was found, and the doubts say why.
    """

    looks: CellLooks | None
    dots: tuple[Dots, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def lattice(self) -> Lattice | None:
        """Where the board lies, if one was found."""
        return self.looks.lattice if self.looks else None

    @property
    def status(self) -> Status:
        """How sure it is."""
        if self.looks is None:
            return Status.NOTHING
        return Status.DOUBTFUL if self.doubts else Status.SURE

    @property
    def doubtful_cells(self) -> frozenset[Cell]:
        """All cells that a doubt is about."""
        return frozenset(cell for doubt in self.doubts for cell in doubt.cells)


#: Cells that a person has set: to a dot of a colour ``#rrggbb`` as in `Dots`, or to none ("").
Corrections = Mapping[Cell, str]
