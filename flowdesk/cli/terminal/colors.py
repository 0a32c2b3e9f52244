"""The colours that a terminal has: the nearest one to a colour ``#rrggbb``, by its number."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

#: The 8 colours, as most terminals show them when bold; black is no colour to be seen.
_FEW = [
    (number, (255 * (number & 1), 255 * (number >> 1 & 1), 255 * (number >> 2)))
    for number in range(1, 8)
]

#: The colours 16 to 255: a cube and a row of greys. The first 16 are what the user has chosen.
_LEVELS = (0, 95, 135, 175, 215, 255)
_MANY = [
    *enumerate(product(_LEVELS, repeat=3), 16),
    *((232 + n, (8 + 10 * n,) * 3) for n in range(24)),
]


@lru_cache(maxsize=512)
def nearest(color: str, count: int) -> int:
    """Return the colour of a terminal with `count` colours, at least 8, that is nearest."""
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    if count < 256 and red == green == blue == 0:
        return 0

    def distance(entry: tuple[int, tuple[int, ...]]) -> float:
        r, g, b = entry[1]
        # Weighted as the eye sees: https://www.compuphase.com/cmetric.htm
        mean = (red + r) / 512
        return (2 + mean) * (red - r) ** 2 + 4 * (green - g) ** 2 + (3 - mean) * (blue - b) ** 2

    return min(_MANY if count >= 256 else _FEW, key=distance)[0]
