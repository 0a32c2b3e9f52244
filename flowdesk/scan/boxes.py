"""Boxes in which a board may lie, suggested by lines; and evenly spaced lines in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from flowdesk.scan.comb import Comb, combs
from flowdesk.scan.lines import Line, Masks

#: Left, top, right, bottom in pixels.
Box: TypeAlias = tuple[float, float, float, float]

#: The share of a column's pixels in the mask from which it counts as a line across a box.
_ACROSS = 0.42
#: The most boxes of either kind; the largest come first.
_MOST_GROUPS, _MOST_BORDERS = 40, 60
#: The most lines in a direction that are tried as borders.
_LONGEST = 16
#: How much wider one side of a cell may be than the other.
_SQUARE = 1.08


def boxes_of_groups(vertical: list[Line], horizontal: list[Line], slack: float) -> list[Box]:
    """Return boxes round groups of lines of equal extents, the largest first."""
    boxes: dict[Box, None] = {}
    upright, level = _groups(vertical, slack), _groups(horizontal, slack)
    for group in upright:
        boxes[group[0].at, group[0].begin, group[-1].at, group[0].end] = None
    for group in level:
        boxes[group[0].begin, group[0].at, group[0].end, group[-1].at] = None
    for across in upright:
        for down in level:
            box = across[0].at, down[0].at, across[-1].at, down[-1].at
            meets = (
                abs(across[0].begin - box[1]) <= 2 * slack
                and abs(down[0].begin - box[0]) <= 2 * slack
            )
            if meets:
                boxes[box] = None
    large = [box for box in boxes if box[2] - box[0] > slack and box[3] - box[1] > slack]
    return sorted(large, key=_area, reverse=True)[:_MOST_GROUPS]


def _groups(lines: list[Line], slack: float) -> list[list[Line]]:
    """Return groups of three lines or more with nearly equal extents."""
    groups: list[list[Line]] = []
    for line in lines:
        alike = [
            o
            for o in lines
            if abs(o.begin - line.begin) <= slack and abs(o.end - line.end) <= slack
        ]
        if len(alike) >= 3 and alike not in groups:
            groups.append(alike)
    return groups


def boxes_of_borders(vertical: list[Line], horizontal: list[Line], slack: float) -> list[Box]:
    """Return boxes of which a pair of long lines may be the borders."""
    boxes: dict[Box, None] = {}
    for lines, is_flipped in ((vertical, False), (horizontal, True)):
        longest = sorted(lines, key=lambda line: line.begin - line.end)[:_LONGEST]
        for a in longest:
            for b in longest:
                begin, end = max(a.begin, b.begin), min(a.end, b.end)
                if b.at - a.at > slack and end - begin > slack:
                    box = (begin, a.at, end, b.at) if is_flipped else (a.at, begin, b.at, end)
                    boxes[box] = None
    return sorted(boxes, key=_area, reverse=True)[:_MOST_BORDERS]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def fits_in(masks: Masks, box: Box, slack: float) -> Iterator[tuple[Comb, Comb]]:
    """Yield the combs of columns and rows that fit the lines in a box."""
    width, height = masks.vertical.size
    left, top, right, bottom = (round(side) for side in box)
    left, top, right, bottom = max(0, left), max(0, top), min(width, right), min(height, bottom)
    if right - left < 20 or bottom - top < 20:
        return
    reach = round(slack)
    wide = max(0, left - reach), top, min(width, right + reach), bottom
    xs = masks.vertical.across(wide, _ACROSS)
    tall = max(0, top - reach), left, min(height, bottom + reach), right
    ys = masks.horizontal.across(tall, _ACROSS)
    rows = combs(ys, box[1], box[3], slack)
    for across in combs(xs, box[0], box[2], slack) if rows else []:
        for down in rows:
            if max(across.pitch, down.pitch) < _SQUARE * min(across.pitch, down.pitch):
                yield across, down
