"""A scene as PDF."""

from __future__ import annotations

from flowdesk.draw.scene import Scene
from flowdesk.draw.theme import Theme

#: Papers by their names: width and height in points (1/72 inch).
PAPERS = {"a4": (595.28, 841.89), "a5": (419.53, 595.28), "letter": (612.0, 792.0)}


def pdf(
    scene: Scene, theme: Theme, cell: int, *, transparent: bool = False, page: str = ""
) -> bytes:
    """The scene as a PDF file of one page: as large as the board, `cell` pixels (1/96 inch) a cell,

    or `page`, one of `PAPERS`, which the board then fills.
    """
    raise NotImplementedError
