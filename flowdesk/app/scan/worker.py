"""What worker processes do: load a picture, read the board in it, look for many pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PIL import Image

from flowdesk.desk.scans.batch import pictures_in
from flowdesk.scan.loading import Picture, load_picture
from flowdesk.scan.reading import Reading
from flowdesk.scan.scan import read_board


def read_data(data: bytes, called: str, *, progress: Callable[[Picture], None]) -> Reading:
    """Return what can be read in the content of a file; `progress` gets the picture in it.

    FormatError if there is none.
    """
    picture = load_picture(data, called)
    progress(picture)
    return read_board(picture.image)


def read_image(image: Image.Image, *, progress: object) -> Reading:
    """Return what can be read in an RGB picture."""
    return read_board(image)


def pictures_below(folder: Path, *, progress: object) -> list[Path]:
    """Return the pictures in a folder and below it."""
    return pictures_in(folder)


def shifted(reading: Reading, right: int, down: int) -> Reading:
    """Return the reading of a part of a picture as one of the whole picture."""
    looks = reading.looks
    if looks is None:
        return reading
    a, b, c, d = ((x + right, y + down) for x, y in looks.lattice.corners)
    lattice = replace(looks.lattice, corners=(a, b, c, d))
    return replace(reading, looks=replace(looks, lattice=lattice))
