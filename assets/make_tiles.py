"""Draw the sprites in `assets/tiles`: ``python -m assets.make_tiles``, in the project's folder.

Run it after changing the numbers in `flowdesk/draw/measures.py`, which vector pictures use, too.

Each sprite is a greyscale mask of one cell: white is replaced by the colour of the path. For
another look the files can also be replaced by any square greyscale pictures whose pipes reach the
edge of the cell in the middle of its side.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from flowdesk.draw.measures import DOT_RADIUS, PIPE_WIDTH, RIM_WIDTH, RING_WIDTH

SIZE = 256  # of a sprite, in pixels
OVERSAMPLING = 4  # drawn this many times larger, then reduced, to smooth the edges

PIPES = ("tb", "lr", "tl", "tr", "bl", "br", "t", "b", "l", "r")


def pipe(arms: str) -> Image.Image:
    """Draw bars from the middle of each side in `arms` to a round joint in the middle."""
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
    """Draw a disc, or with an inner radius a ring, in the middle of the cell."""
    mask, draw, size = blank()
    for radius, value in ((outer, 255), (inner, 0)):
        if radius:
            low, high = (0.5 - radius) * size, (0.5 + radius) * size - 1
            draw.ellipse((low, low, high, high), fill=value)
    return finished(mask)


def blank() -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    """Return an empty enlarged mask, its drawing context, and its size in pixels."""
    size = SIZE * OVERSAMPLING
    mask = Image.new("L", (size, size), 0)
    return mask, ImageDraw.Draw(mask), size


def finished(mask: Image.Image) -> Image.Image:
    """Return the mask reduced to the size of a sprite."""
    return mask.reduce(OVERSAMPLING)


def sprites() -> dict[str, Image.Image]:
    """Return all sprites by name."""
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
