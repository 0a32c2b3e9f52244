"""Page: the interface of pages to print."""

from __future__ import annotations

from typing import Protocol, TypeVar

from flowdesk.draw.look import Look
from flowdesk.draw.scene import Scene

#: A pixel of a board (1/96 inch) in points.
PIXEL = 0.75

#: The share of a line of text that is left of its `x`.
SHARE_LEFT_OF_PLACE = {"left": 0.0, "center": 0.5, "right": 1.0}


class Page(Protocol):
    """A page of `width` x `height` points: `pdf.PdfPage` for files, `PaintedPage` for previews."""

    width: float
    height: float

    def scene(self, scene: Scene, look: Look, left: float, top: float) -> None:
        """Put a board with its upper left corner at (left, top); a pixel of it is 1/96 inch."""

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        align: str = "left",
        color: str = "#000000",
        bold: bool = False,
    ) -> None:
        """Write a line with its baseline at `y`; `x` is its left end, center or right end."""

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width: float, color: str = "#000000"
    ) -> None:
        """Draw a straight line, `width` points wide."""


#: The type of page that a function makes.
P = TypeVar("P", bound=Page)
