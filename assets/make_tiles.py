"""Draws the sprites in `assets/tiles`: ``python -m assets.make_tiles``, in the project's folder.

Run it after changing the numbers in `flowdesk/draw/measures.py`, which vectors are drawn by, too.

Each sprite is a grey mask of one cell, white where the colour of a path goes. Whoever wants
another look may also replace the files by hand: any square grey picture will do, as long as
pipes reach the very edge of the cell, in the middle of its side.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from flowdesk.draw.measures import DOT_RADIUS, PIPE_WIDTH, RIM_WIDTH, RING_WIDTH

SIZE = 256  # of a sprite, in pixels
OVERSAMPLING = 4  # drawn this many times larger, then reduced, which smooths the edges

PIPES = ("tb", "lr", "tl", "tr", "bl", "br", "t", "b", "l", "r")


def pipe(arms: str) -> Image.Image:
    """From the middle of each side named in `arms` to the middle of the cell: a round joint."""
    mask, draw, size = blank()
    middle, half = size / 2, PIPE_WIDTH * size / 2
    low, high = middle - half, middle + half - 1
    boxes = {
        "t": (low, 0, high, middle),
        "b": (low, middle, high, size),
        "l": (0, low, middle, high),
        "r": (middle, low, size, high),
    }
    for arm in arms:
        draw.rectangle(boxes[arm], fill=255)
    draw.ellipse((low, low, high, high), fill=255)
    return finished(mask)


def disc(outer: float, inner: float = 0) -> Image.Image:
    """A disc, or with an inner radius a ring, in the middle of the cell."""
    mask, draw, size = blank()
    for radius, value in ((outer, 255), (inner, 0)):
        if radius:
            low, high = (0.5 - radius) * size, (0.5 + radius) * size - 1
            draw.ellipse((low, low, high, high), fill=value)
    return finished(mask)


def blank() -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    """An empty large mask, something to draw on it with, and its size."""
    size = SIZE * OVERSAMPLING
    mask = Image.new("L", (size, size), 0)
    return mask, ImageDraw.Draw(mask), size


def finished(mask: Image.Image) -> Image.Image:
    """The mask at the size of a sprite."""
    return mask.reduce(OVERSAMPLING)


def sprites() -> dict[str, Image.Image]:
    """All sprites by name."""
    return {
        **{arms: pipe(arms) for arms in PIPES},
        "dot": disc(DOT_RADIUS),
        "rim": disc(DOT_RADIUS, DOT_RADIUS - RIM_WIDTH),
        "ring": disc(DOT_RADIUS + 2 * RING_WIDTH, DOT_RADIUS + RING_WIDTH),
    }


def main() -> None:
    """Write all sprites."""
    folder = Path(__file__).parent / "tiles"
    folder.mkdir(exist_ok=True)
    for name, sprite in sprites().items():
        sprite.save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
