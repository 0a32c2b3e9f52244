"""Load pictures: whatever file it is, an upright RGB picture, or a sentence on why not."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True)
class Picture:
    """An RGB picture, and sentences on what was left out of it, such as further frames."""

    image: Image.Image
    remarks: tuple[str, ...] = ()


def is_picture(data: bytes) -> bool:
    """Whether the bytes begin as a picture's do, of a kind that Pillow knows."""
    raise NotImplementedError


def load_picture(data: bytes, source: str) -> Picture:
    """Return the picture in a file's content; FormatError with the source and the reason."""
    raise NotImplementedError
