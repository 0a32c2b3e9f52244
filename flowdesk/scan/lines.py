"""Find thin straight lines in a picture, and fit evenly spaced ones to them.

Everything but `Masks` is about vertical lines: for horizontal ones, transpose the picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product

from PIL import Image, ImageChops

#: How much of a tile of the mask is set where a line passes.
_PRESENT = 0.65
#: Runs of tiles with a line; a gap of one tile does not end a run.
_RUN = re.compile(rb"\x01+(?:\x00\x01+)*")
_TILES = bytes(value >= _PRESENT * 255 for value in range(256))


@dataclass(frozen=True)
class Ridge:
    """A vertical line: its centre `at` x, and the pixels where it begins and ends."""

    at: float
    begin: int
    end: int


class Mask:
    """Where vertical lines may be in an RGB picture.

    That is where it is brighter by `least` than both pixels `shift` beside; what is outside the
    picture counts as black, so that lines on its edge are found.
    """

    def __init__(self, picture: Image.Image, shift: int, least: int) -> None:
        width, height = self.size = picture.size
        beside = [picture.crop((x, 0, x + width, height)) for x in (-shift, shift)]
        red, green, blue = ImageChops.subtract(picture, ImageChops.lighter(*beside)).split()
        ridge = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        self._image = ridge.point([255 * (value >= least) for value in range(256)])

    def lines(self, shortest: float, tile: int) -> list[Ridge]:
        """Return the lines of at least a length, looked at in tiles of this height, in order."""
        width, height = self.size
        count = max(1, height // tile)
        box = 0, 0, width, min(height, count * tile)
        tiles = _columns(self._image.resize((width, count), Image.Resampling.BOX, box=box))
        data = tiles.translate(_TILES)
        least = shortest / tile
        found = []
        for x in range(width):
            column = data[x * count : (x + 1) * count]
            if column.count(1) >= least / 2:
                runs = _RUN.finditer(column)
                found += [
                    Ridge(x + 0.5, run.start() * tile, run.end() * tile)
                    for run in runs
                    if run.end() - run.start() >= least
                ]
        return _merge(found)

    def across(self, box: tuple[int, int, int, int], least: float) -> list[float]:
        """Return the centres of lines through a box of which at least a share is there.

        The box is left, top, right, bottom; a line between two columns of pixels may set both in
        part.
        """
        profile = self._image.resize((box[2] - box[0], 1), Image.Resampling.BOX, box=box).tobytes()
        return [box[0] + at for at in _peaks(profile, least * 255)]

    def presence(self, at: float, spans: Iterable[tuple[float, float]]) -> list[float]:
        """Return which share of a vertical line at x is there, between each pair of y.

        It may lie up to two pixels beside. Nothing is outside the picture.
        """
        width, height = self.size
        begin = int(at) * height if 0 <= at < width else len(self._near)
        column = self._near[begin : begin + height]
        parts = [column[max(0, round(y)) : max(0, round(end))] for y, end in spans]
        return [part.count(255) / len(part) if part else 0.0 for part in parts]

    @cached_property
    def _near(self) -> bytes:
        """The mask with its lines widened by two pixels on either side, column by column."""
        width, height = self.size
        shifted = [self._image.crop((x, 0, x + width, height)) for x in range(-2, 3)]
        return _columns(reduce(ImageChops.lighter, shifted))


@dataclass(frozen=True)
class Masks:
    """The masks of vertical lines, and of horizontal ones in the transposed picture."""

    vertical: Mask
    horizontal: Mask


def masks_of(picture: Image.Image, shift: int, least: int) -> Masks:
    flipped = picture.transpose(Image.Transpose.TRANSPOSE)
    return Masks(Mask(picture, shift, least), Mask(flipped, shift, least))


def _columns(image: Image.Image) -> bytes:
    """Return the pixels of a grey picture column by column."""
    return image.transpose(Image.Transpose.TRANSPOSE).tobytes()


def _merge(lines: Iterable[Ridge]) -> list[Ridge]:
    """Return lines, in order of x, with those merged that lie side by side."""
    merged: list[list[Ridge]] = []
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


def _merged(group: list[Ridge]) -> Ridge:
    longest = max(group, key=lambda line: line.end - line.begin)
    return Ridge(sum(line.at for line in group) / len(group), longest.begin, longest.end)


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


#: The fewest and the most cells a side that are looked for.
FEWEST_CELLS, MOST_CELLS = 2, 32
#: The least width of a cell in pixels.
_LEAST_PITCH = 5
#: The least score, and the number of fits that are returned at most.
_LEAST_SCORE = 0.6
_BEST = 3


@dataclass(frozen=True)
class Comb:
    """Evenly spaced lines: `count` cells of width `pitch` from `begin` on; how well they fit."""

    begin: float
    pitch: float
    count: int
    score: float

    @property
    def end(self) -> float:
        return self.begin + self.pitch * self.count

    def line(self, number: float) -> float:
        """Return the position of a line, from 0 for the first, or of a place between two."""
        return self.begin + self.pitch * number


def combs(lines: Sequence[float], begin: float, end: float, slack: float) -> list[Comb]:
    """Return the best fits to lines, best first, that begin and end near these positions.

    The lines are in order. The score is the share of inner lines that were found, less half the
    share of lines that are not explained. The outer lines need not be there.
    """
    inside = [at for at in lines if begin - slack <= at <= end + slack]
    firsts = [begin, *(at for at in inside if abs(at - begin) <= slack)]
    lasts = [end, *(at for at in inside if abs(at - end) <= slack)]
    counts = _counts(inside, end - begin)
    best: dict[int, Comb] = {}
    for first, last in product(firsts, lasts):
        if last - first >= FEWEST_CELLS * _LEAST_PITCH:
            for count in counts:
                comb = _fit(inside, Comb(first, (last - first) / count, count, 0.0))
                if comb.score >= _LEAST_SCORE and not (
                    count in best and best[count].score >= comb.score
                ):
                    best[count] = comb
    return sorted(best.values(), key=lambda comb: -comb.score)[:_BEST]


def _counts(lines: Sequence[float], length: float) -> list[int]:
    """Return the numbers of cells to try: a cell is as wide as some lines are apart."""
    gaps = {b - a for step in (1, 2, 3) for a, b in zip(lines, lines[step:], strict=False)}
    counts = set()
    for gap in gaps:
        if gap >= _LEAST_PITCH:
            counts |= {round(length / gap) + n for n in (-1, 0, 1) if length / gap > 8 or n == 0}
    most = min(MOST_CELLS, int(len(lines) / _LEAST_SCORE) + 1)
    return sorted(count for count in counts if FEWEST_CELLS <= count <= most)


def _fit(lines: Sequence[float], comb: Comb) -> Comb:
    """Return a comb moved to the lines that it explains, by least squares, with its score."""
    tolerance = max(1.6, 0.1 * comb.pitch)
    hits: dict[int, float] = {}
    strays = within = 0
    for at in lines:
        number = round((at - comb.begin) / comb.pitch)
        off = abs(at - comb.line(number))
        if not 0 <= number <= comb.count:
            continue
        within += 1
        if off > tolerance:
            strays += 1
        elif number not in hits or off < abs(hits[number] - comb.line(number)):
            hits[number] = at
    inner = sum(1 for number in hits if 0 < number < comb.count)
    if inner == 0 or len(hits) < 2:
        return comb
    score = inner / (comb.count - 1) - strays / within / 2
    mean_number = sum(hits) / len(hits)
    mean_at = sum(hits.values()) / len(hits)
    spread = sum((number - mean_number) ** 2 for number in hits)
    slope = sum((number - mean_number) * (at - mean_at) for number, at in hits.items())
    pitch = slope / spread
    return Comb(mean_at - pitch * mean_number, pitch, comb.count, score)
