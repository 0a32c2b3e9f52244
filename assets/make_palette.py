"""Compute and print the colours of `themes/colour-blind.json`.

People without one of the three kinds of cones distinguish fewer colours. Simulated annealing moves
the usual colours until all pairs are far enough apart for normal vision and for each such person.

* Simulation of their vision: Machado, Oliveira and Fernandes, "A Physiologically-based Model for
  Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009; the matrices for severity 1.
* Difference of two colours: CIEDE2000 (CIE 142-2001), as in Sharma, Wu and Dalal, "The
  CIEDE2000 Color-Difference Formula", Color Research and Application 30 (1), 2005.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import TypeAlias

from flowdesk.draw.theme import DARK
from flowdesk.kinds.flow.colors import LABELS, standard_color

#: The wanted difference between the first 12 colours, and of the later ones from all others.
APART, FURTHER_APART = 14.5, 11.0
#: The weight of the difference from the usual colour, relative to that of too near ones.
_FAITH = 0.03
_STEPS = 3000  # for each colour

Triple: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Triple, Triple, Triple]

#: The linear transformation of red, green and blue light for each kind of vision.
EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

#: Light of each kind as CIE XYZ, for sRGB and its white (D65).
_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)


@cache
def lab(color: str, eyes: str = "usual") -> Triple:
    """Return a colour (``#rrggbb``) in CIE Lab, as it is seen by a kind of vision."""
    light = _times(EYES[eyes], _linear(color))
    x, y, z = (
        _cube_root(value / white)
        for value, white in zip(_times(_TO_XYZ, _clipped(light)), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 difference of two CIE Lab colours; 1 is just noticeable."""
    (light1, a1, b1), (light2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(mean / (mean + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    chroma1, chroma2 = hypot(a1, b1), hypot(a2, b2)
    hue1, hue2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 and chroma2 else 0.0
    hue = (hue1 + turn / 2) % 360 if chroma1 and chroma2 else hue1 + hue2
    light, chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2
    weight = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = (light2 - light1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25.0**7))
    rotation *= sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def nearest(colors: Sequence[str], eyes: str) -> tuple[float, str, str]:
    """Return the smallest difference among some colours, and the two colours."""
    return min((difference(lab(a, eyes), lab(b, eyes)), a, b) for a, b in combinations(colors, 2))


def spread(colors: Sequence[str], others: Sequence[str], apart: float, seed: int) -> list[str]:
    """Return the colours, moved apart from each other and from `others`, which stay."""
    chance = random.Random(seed)
    moved = list(colors)
    steps = _STEPS * len(colors)
    for step in range(steps):
        calm = 1 - step / steps
        place = chance.randrange(len(moved))
        around = [*moved[:place], *moved[place + 1 :], *others]
        color, usual = moved[place], colors[place]
        new = _near(color, round(6 + 90 * calm**1.5), chance)
        change = _badness(new, usual, around, apart) - _badness(color, usual, around, apart)
        if change < 0 or chance.random() < exp(-change / (4 * calm**2)):  # simulated annealing
            moved[place] = new
    return moved


def _badness(color: str, usual: str, around: Sequence[str], apart: float) -> float:
    """Return the cost of a colour: too far from the usual one, and too near to others."""
    bad = _FAITH * difference(lab(color), lab(usual)) ** 2
    for eyes in EYES:
        seen = lab(color, eyes)
        for other in around:
            bad += max(0.0, apart - difference(seen, lab(other, eyes))) ** 2
    return bad


def _near(color: str, reach: int, chance: random.Random) -> str:
    parts = (int(color[i : i + 2], 16) + chance.randint(-reach, reach) for i in (1, 3, 5))
    return "#" + "".join(f"{min(255, max(0, part)):02x}" for part in parts)


def _linear(color: str) -> Triple:
    """Return the linear red, green and blue of a colour, from 0 to 1."""
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return _line(red), _line(green), _line(blue)


def _line(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _clipped(light: Triple) -> Triple:
    x, y, z = (min(1.0, max(0.0, value)) for value in light)
    return x, y, z


def main() -> None:
    """Compute the colours and print them in the format of the theme's file."""
    labels, cell = LABELS[:16], DARK.cell
    usual = [DARK.color(standard_color(label)) for label in labels]
    found = spread(usual[:12], [cell], APART, seed=1)
    found += spread(usual[12:], [cell, *found], FURTHER_APART, seed=3)
    for label, color in zip(labels, found, strict=True):
        print(f'    "{standard_color(label)}": "{color}",')
    for number in (12, 16):
        for eyes in EYES:
            print(number, eyes, nearest([cell, *found[:number]], eyes))


if __name__ == "__main__":
    main()
