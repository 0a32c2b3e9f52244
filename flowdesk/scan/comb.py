"""Fit evenly spaced lines to the positions of lines, which may miss some and have others."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

#: The most cells a side that are looked for.
MOST_CELLS = 32
_FEWEST_CELLS = 2


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

    def line(self, number: int) -> float:
        """Return the position of a line, from 0 for the first."""
        return self.begin + self.pitch * number


def combs(lines: Sequence[float], begin: float, end: float, slack: float) -> list[Comb]:
    """Return the best fits to lines, best first, that begin and end near these positions.

    The score is the share of inner lines that were found less the share of lines that are not
    explained. The outer lines need not be there.
    """
    firsts = [begin, *(at for at in lines if abs(at - begin) <= slack)]
    lasts = [end, *(at for at in lines if abs(at - end) <= slack)]
    fits = {
        comb
        for first in firsts
        for last in lasts
        if last - first > slack
        for comb in _fits(lines, first, last)
    }
    best: dict[int, Comb] = {}
    for comb in fits:
        if comb.count not in best or comb.score > best[comb.count].score:
            best[comb.count] = comb
    return sorted(best.values(), key=lambda comb: -comb.score)[:4]


def _fits(lines: Sequence[float], first: float, last: float) -> Iterator[Comb]:
    for count in range(_FEWEST_CELLS, MOST_CELLS + 1):
        pitch = (last - first) / count
        if pitch < 4:
            return
        if comb := _fit(lines, Comb(first, pitch, count, 0.0)):
            yield comb


def _fit(lines: Sequence[float], comb: Comb) -> Comb | None:
    """Return a comb moved to the lines that it explains, by least squares, with its score."""
    tolerance = max(1.6, 0.1 * comb.pitch)
    hits: dict[int, float] = {}
    strays = within = 0
    for at in lines:
        if not comb.begin - tolerance <= at <= comb.end + tolerance:
            continue
        within += 1
        number = round((at - comb.begin) / comb.pitch)
        off = abs(at - comb.line(number))
        if off > tolerance:
            strays += 1
        elif number not in hits or off < abs(hits[number] - comb.line(number)):
            hits[number] = at
    inner = sum(1 for number in hits if 0 < number < comb.count)
    if inner == 0:
        return None
    score = inner / (comb.count - 1) - strays / within
    if score < 0.3:
        return None
    if len(hits) < 2:
        return Comb(comb.begin, comb.pitch, comb.count, score)
    mean_number = sum(hits) / len(hits)
    mean_at = sum(hits.values()) / len(hits)
    spread = sum((number - mean_number) ** 2 for number in hits)
    pitch = sum((number - mean_number) * (at - mean_at) for number, at in hits.items()) / spread
    return Comb(mean_at - pitch * mean_number, pitch, comb.count, score)


def best_pair(across: Sequence[Comb], down: Sequence[Comb]) -> tuple[Comb, Comb, float] | None:
    """Return the combs of columns and rows that fit best together, and how well, from 0 to 1.

    Cells are squares in nearly every board: pitches that differ are punished.
    """
    pairs = [
        (columns, rows, (columns.score + rows.score) / 2 - _uneven(columns, rows))
        for columns in across
        for rows in down
    ]
    return max(pairs, key=lambda pair: pair[2], default=None)


def _uneven(columns: Comb, rows: Comb) -> float:
    """Return what is deducted for pitches that differ: nothing up to two percent."""
    return 2 * max(0.0, abs(math.log(columns.pitch / rows.pitch)) - 0.02)
