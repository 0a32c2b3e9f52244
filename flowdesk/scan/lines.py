"""Find thin straight lines in a picture.

Everything here is about vertical lines: for horizontal ones, transpose the picture. A mask is an
image of mode L, 255 where there may be a line and 0 elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PIL import Image, ImageChops

#: How much of a tile of the mask is set where a line passes.
_PRESENT = 0.65
#: Runs of tiles with a line; a gap of one tile does not end a run.
_RUN = re.compile(rb"\x01+(?:\x00\x01+)*")
_TILES = bytes(value >= _PRESENT * 255 for value in range(256))


@dataclass(frozen=True)
class Line:
    """A vertical line: its centre `at` x, and the pixels where it begins and ends."""

    at: float
    begin: int
    end: int


def line_mask(image: Image.Image, shift: int, least: int) -> Image.Image:
    """Return the mask of what is brighter by `least` than both pixels `shift` beside it.

    The picture is RGB; what is outside it counts as black, so that lines on its edge are found.
    """
    width, height = image.size
    left = image.crop((-shift, 0, width - shift, height))
    right = image.crop((shift, 0, width + shift, height))
    red, green, blue = ImageChops.subtract(image, ImageChops.lighter(left, right)).split()
    ridge = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return ridge.point([255 * (value >= least) for value in range(256)])


def find_lines(mask: Image.Image, shortest: float, tile: int) -> list[Line]:
    """Return the lines of a mask of at least a length, looked at in tiles of this height."""
    width, height = mask.size
    count = max(1, height // tile)
    tiles = mask.resize((width, count), Image.Resampling.BOX, box=(0, 0, width, count * tile))
    data = tiles.transpose(Image.Transpose.TRANSPOSE).tobytes().translate(_TILES)
    least = shortest / tile
    found = []
    for x in range(width):
        column = data[x * count : (x + 1) * count]
        if column.count(1) < 0.6 * least:
            continue
        for run in _RUN.finditer(column):
            if run.end() - run.start() >= least:
                found.append(Line(x + 0.5, run.start() * tile, run.end() * tile))
    return _merge(found)


def _merge(lines: Iterable[Line]) -> list[Line]:
    """Return lines, in order of x, with those merged that lie side by side."""
    merged: list[list[Line]] = []
    for line in lines:
        for group in reversed(merged):
            last = group[-1]
            if line.at - last.at > 1:
                continue
            overlap = min(line.end, last.end) - max(line.begin, last.begin)
            if 2 * overlap > min(line.end - line.begin, last.end - last.begin):
                group.append(line)
                break
        else:
            merged.append([line])
    return [_merged(group) for group in merged]


def _merged(group: list[Line]) -> Line:
    longest = max(group, key=lambda line: line.end - line.begin)
    return Line(sum(line.at for line in group) / len(group), longest.begin, longest.end)


def lines_across(mask: Image.Image, box: tuple[int, int, int, int], least: float) -> list[float]:
    """Return the centres of lines that run through a box; `least` of their pixels are in the mask.

    The box is left, top, right, bottom; a line between two columns of pixels may set both in part.
    """
    profile = _profile(mask, box)
    return [box[0] + at for at in _peaks(profile, least * 255)]


def _profile(mask: Image.Image, box: tuple[int, int, int, int]) -> bytes:
    size = box[2] - box[0], 1
    return mask.resize(size, Image.Resampling.BOX, box=box).tobytes()


def _peaks(profile: bytes, least: float) -> Iterator[float]:
    """Yield the centres of runs of values of at least `least`, weighted by the values."""
    begin = None
    for x, value in enumerate((*profile, 0)):
        if value >= least:
            begin = x if begin is None else begin
        elif begin is not None:
            run = profile[begin:x]
            yield begin + sum((i + 0.5) * v for i, v in enumerate(run)) / sum(run)
            begin = None


def presence(
    mask: Image.Image, at: float, spans: list[tuple[float, float]], reach: int
) -> list[float]:
    """Return how much of a vertical line at x is in the mask, between each pair of y.

    It may lie up to `reach` pixels beside; the shares are from 0 to 1.
    """
    x, height = int(at), mask.size[1]
    strip = mask.crop((x, 0, x + 1, height))
    for beside in range(-reach, reach + 1):
        strip = ImageChops.lighter(strip, mask.crop((x + beside, 0, x + beside + 1, height)))
    data = strip.tobytes()
    shares = []
    for begin, end in spans:
        part = data[max(0, round(begin)) : max(0, round(end))]
        shares.append(part.count(255) / len(part) if part else 0.0)
    return shares
