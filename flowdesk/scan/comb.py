"""Fit evenly spaced lines to the positions of lines, which may miss some and have others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

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
        """The position of the last line."""
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
