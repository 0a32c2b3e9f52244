"""Draw the program's icon, `assets/icon`: ``python -m assets.make_icon``, in the project's folder.

It shows a board of 3 x 3 cells with two paths and a single endpoint. In small icons, endpoints and
paths are thicker.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from flowdesk.draw.measures import DOT_RADIUS, PIPE_WIDTH
from flowdesk.draw.theme import DARK
from flowdesk.kinds.flow.colors import standard_color

SIZES = (16, 24, 32, 48, 64, 128, 256)
OVERSAMPLING = 8  # drawn this many times larger, then reduced, to smooth the edges

#: The cells of the paths by the labels of their colours.
PATHS = {
    "R": ((2, 0), (1, 0), (0, 0), (0, 1), (0, 2)),
    "Y": ((2, 1), (1, 1), (1, 2)),
    "G": ((2, 2),),
}
SIDE = 3  # of the board, in cells
SMALL = 32  # pixels: below, an icon has neither a margin nor lines


def icon(size: int) -> Image.Image:
    """Return the icon at a size in pixels, on a transparent background."""
    is_small = size < SMALL
    large = size * OVERSAMPLING
    picture = Image.new("RGBA", (large, large))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, large - 1, large - 1), large * 0.2, fill=DARK.cell)
    margin = large * (0.04 if is_small else 0.1)
    cell = (large - 2 * margin) / SIDE
    if not is_small:
        for i in range(1, SIDE):
            at, width = margin + i * cell, max(OVERSAMPLING, large // 100)
            draw.line((at, margin, at, large - margin), DARK.line, width)
            draw.line((margin, at, large - margin, at), DARK.line, width)

    def disc(middle: tuple[float, float], diameter: float, color: str) -> None:
        radius = diameter * cell / 2
        x, y = middle
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), color)

    dot, pipe = (0.9, 0.44) if is_small else (2 * DOT_RADIUS, PIPE_WIDTH)
    for label, path in PATHS.items():
        color = standard_color(label)
        middles = [(margin + (x + 0.5) * cell, margin + (y + 0.5) * cell) for x, y in path]
        draw.line(middles, color, round(pipe * cell))
        for middle in middles:
            disc(middle, pipe, color)
        for middle in (middles[0], middles[-1]):
            disc(middle, dot, color)
    return picture.reduce(OVERSAMPLING)


def main() -> None:
    """Write the icon in all sizes."""
    folder = Path(__file__).parent / "icon"
    folder.mkdir(exist_ok=True)
    for size in SIZES:
        icon(size).save(folder / f"{size}.png", optimize=True)


if __name__ == "__main__":
    main()
