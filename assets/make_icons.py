"""Draw the icons in `assets/icons`: ``python -m assets.make_icons``, in the project's folder.

Each icon is a greyscale mask, white where the ink of the theme goes, so that one file serves dark
and light windows. The window reduces it to the size that it needs. Coordinates are those of a
square of 24 x 24, with the same thickness of lines and the same margins in all icons.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from PIL import Image, ImageDraw

SIDE = 24  # of the square that coordinates are in
SIZE = 192  # of an icon, in pixels
OVERSAMPLING = 4  # drawn this many times larger, then reduced, to smooth the edges
LINE = 2.0  # the thickness of lines

Point: TypeAlias = tuple[float, float]

_UNIT = SIZE * OVERSAMPLING / SIDE


class Pen:
    """Draws on an empty icon, with round ends and joints."""

    def __init__(self) -> None:
        size = SIZE * OVERSAMPLING
        self._mask = Image.new("L", (size, size), 0)
        self._draw = ImageDraw.Draw(self._mask)

    @property
    def icon(self) -> Image.Image:
        """The icon in its final size."""
        return self._mask.reduce(OVERSAMPLING)

    def line(self, *points: Point, width: float = LINE, ink: int = 255) -> None:
        """Draw a line through points."""
        there = [(x * _UNIT, y * _UNIT) for x, y in points]
        self._draw.line(there, ink, round(width * _UNIT), joint="curve")
        for point in points:
            self.disc(point, width / 2, ink=ink)

    def shape(self, *points: Point, ink: int = 255, rounded: float = 0.5) -> None:
        """Fill a polygon, with corners of this radius outside its outline."""
        self._draw.polygon([(x * _UNIT, y * _UNIT) for x, y in points], ink)
        if rounded:
            self.line(*points, points[0], width=2 * rounded, ink=ink)

    def disc(self, middle: Point, radius: float, ink: int = 255) -> None:
        """Fill a circle."""
        x, y = middle
        box = (x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse([value * _UNIT for value in box], ink)

    def ring(self, middle: Point, radius: float, width: float = LINE) -> None:
        """Draw a circle; the radius is that of the middle of its line."""
        self.disc(middle, radius + width / 2)
        self.disc(middle, radius - width / 2, ink=0)

    def box(
        self, left: float, top: float, right: float, bottom: float, corner: float = 1.5
    ) -> None:
        """Draw the outline of a rectangle; the coordinates are those of the middle of its line."""
        half = LINE / 2
        for ink, by in ((255, half), (0, -half)):
            edges = [value * _UNIT for value in (left - by, top - by, right + by, bottom + by)]
            self._draw.rounded_rectangle(edges, max(0.0, corner + by) * _UNIT, ink)

    def bar(self, left: float, top: float, right: float, bottom: float, ink: int = 255) -> None:
        """Fill a rectangle with slightly rounded corners."""
        edges = [value * _UNIT for value in (left, top, right, bottom)]
        self._draw.rounded_rectangle(edges, 0.6 * _UNIT, ink)


def arc(middle: Point, radius: float, start: float, end: float) -> list[Point]:
    """Return points on a circle, by degrees clockwise from the right."""
    x, y = middle
    steps = max(2, math.ceil(abs(end - start) / 3))
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def mirrored(icon: Image.Image) -> Image.Image:
    """Return an icon as in a mirror on its side."""
    return icon.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


# Files


def _page(pen: Pen) -> None:
    """Draw a sheet with a folded corner."""
    pen.line((14, 3), (6, 3), (5, 4), (5, 20), (6, 21), (18, 21), (19, 20), (19, 8), (14, 3))
    pen.line((14, 3.5), (14, 8), (18.5, 8))


def _new(pen: Pen) -> None:
    _page(pen)
    pen.line((12, 11.5), (12, 17.5))
    pen.line((9, 14.5), (15, 14.5))


def _file(pen: Pen) -> None:
    _page(pen)
    pen.line((8.8, 13), (15.2, 13))
    pen.line((8.8, 17), (15.2, 17))


def _folder(pen: Pen) -> None:
    pen.line((3, 7), (3, 18.5), (4, 19.5), (20, 19.5), (21, 18.5), (21, 8.5), (20, 7.5))
    pen.line((20, 7.5), (12, 7.5), (9.5, 4.5), (4, 4.5), (3, 5.5), (3, 7))


def _new_folder(pen: Pen) -> None:
    _folder(pen)
    pen.line((12, 10.5), (12, 16.5))
    pen.line((9, 13.5), (15, 13.5))


def _open(pen: Pen) -> None:
    pen.line((3, 18.5), (3, 5.5), (4, 4.5), (9.5, 4.5), (12, 7.5), (18, 7.5), (19, 8.5), (19, 11))
    pen.line((3, 18.8), (6, 11.2), (22, 11.2), (19, 19.5), (4, 19.5), (3, 18.8))


def _save(pen: Pen) -> None:
    pen.line((4, 3.5), (16, 3.5), (20.5, 8), (20.5, 19.5), (19.5, 20.5), (4.5, 20.5), (3.5, 19.5))
    pen.line((3.5, 19.5), (3.5, 4.5), (4, 3.5))
    pen.line((7.5, 4), (7.5, 8.5), (14, 8.5), (14, 4))
    pen.line((7.5, 20), (7.5, 13.5), (16.5, 13.5), (16.5, 20))


def _home(pen: Pen) -> None:
    pen.line((3, 11.5), (12, 3.5), (21, 11.5))
    pen.line((5.5, 10.5), (5.5, 20.5), (18.5, 20.5), (18.5, 10.5))
    pen.line((10, 20), (10, 14.5), (14, 14.5), (14, 20))


def _disk(pen: Pen) -> None:
    pen.box(3, 7, 21, 17.5, 2)
    pen.disc((17, 12.3), 1.4)
    pen.line((6.5, 12.3), (11, 12.3))


def _recent(pen: Pen) -> None:
    pen.ring((12, 12), 8.5)
    pen.line((12, 7), (12, 12.3), (15.5, 14.5))


def _up(pen: Pen) -> None:
    pen.line((12, 20), (12, 5))
    pen.line((5.5, 11), (12, 4.5), (18.5, 11))


def _puzzle(pen: Pen) -> None:
    pen.box(3.5, 3.5, 20.5, 20.5)
    for at in (9.2, 14.8):
        pen.line((4, at), (20, at), width=1)
        pen.line((at, 4), (at, 20), width=1)
    pen.disc((6.4, 6.4), 1.7)
    pen.disc((17.6, 17.6), 1.7)


# Changes, and what the toolbar starts


def _undo(pen: Pen) -> None:
    pen.line((8.5, 3.8), (3.8, 8.5), (8.5, 13.2))
    pen.line((4.3, 8.5), (14.5, 8.5), *arc((14.5, 14), 5.5, -90, 90), (9, 19.5))


def _solve(pen: Pen) -> None:
    bend = [*arc((15.8, 8.8), 2.2, 0, 90), *arc((8.2, 13), 2.2, -90, -180)]
    pen.line((18, 5.5), bend[0], *bend, (6, 18.5), width=2.6)
    pen.disc((18, 5.5), 3.5)
    pen.disc((6, 18.5), 3.5)


def _rules(pen: Pen) -> None:
    for y in (6, 12, 18):
        pen.line((3.2, y - 0.2), (4.8, y + 1.4), (7.8, y - 1.8), width=1.7)
        pen.line((11.5, y), (20.8, y))


def _hint(pen: Pen) -> None:
    pen.line((9, 16.2), *arc((12, 9.5), 6.2, 120, 420), (15, 16.2), (9, 16.2))
    pen.line((9.8, 19), (14.2, 19))
    pen.line((11.2, 21.5), (12.8, 21.5))


# Playback


def _play(pen: Pen) -> None:
    pen.shape((8, 5), (19, 12), (8, 19), rounded=1)


def _pause(pen: Pen) -> None:
    pen.bar(6, 4.5, 10, 19.5)
    pen.bar(14, 4.5, 18, 19.5)


def _stop(pen: Pen) -> None:
    pen.bar(5.5, 5.5, 18.5, 18.5)


def _step(pen: Pen) -> None:
    pen.bar(5, 4.5, 8, 19.5)
    pen.shape((12, 6), (20, 12), (12, 18), rounded=1)


def _end(pen: Pen) -> None:
    pen.shape((4, 6), (11, 12), (4, 18), rounded=0.8)
    pen.shape((11.6, 6), (18, 12), (11.6, 18), rounded=0.8)
    pen.bar(18.2, 4.8, 20.8, 19.2)


def _replay(pen: Pen) -> None:
    pen.line(*arc((12, 13), 7.5, -55, 215))
    pen.shape((12.5, 2.2), (17.8, 6.2), (12.3, 10), rounded=0.6)


# Tools


def _endpoint(pen: Pen) -> None:
    pen.ring((12, 12), 9, width=1.6)
    pen.disc((12, 12), 5.6)


def _path(pen: Pen) -> None:
    pen.line(
        *((3.5, 17.5), (8.2, 17.5), *arc((8.2, 13.7), 3.8, 90, 0)),
        *(*arc((15.8, 10.3), 3.8, 180, 270), (20.5, 6.5)),
        width=4.6,
    )


def _touching(pen: Pen) -> None:
    pen.line((4, 5.5), (20.5, 5.5), (20.5, 18.5), (4, 18.5))
    for y, way in ((5.5, 1), (18.5, -1)):
        pen.disc((4, y), 3)
        pen.shape((8.5, y), (15.5, y), (15.5, y + 4.5 * way), (8.5, y + 4.5 * way), rounded=1)


def _hole(pen: Pen) -> None:
    pen.box(3.5, 3.5, 20.5, 20.5)
    pen.line((8.8, 8.8), (15.2, 15.2))
    pen.line((15.2, 8.8), (8.8, 15.2))


def _wall(pen: Pen) -> None:
    for x in (4, 12, 20):
        pen.line((x, 4), (x, 20), width=1.1)
    for y in (4, 20):
        pen.line((4, y), (20, y), width=1.1)
    pen.line((4, 12), (20, 12), width=4)


def _bridge(pen: Pen) -> None:
    pen.line((12, 2), (12, 7))
    pen.line((12, 17), (12, 22))
    for y, way in ((9, -1), (15, 1)):
        pen.line((4, y + 2 * way), (6.5, y), (17.5, y), (20, y + 2 * way), width=1.4)
    pen.line((2, 12), (22, 12), width=2.6)


def _warp(pen: Pen) -> None:
    for y in (4, 20):
        pen.line((4, y), (20, y))
        for x in (4, 20):
            pen.line((x, y), (x, y + (3 if y < 12 else -3)))
    pen.line((2, 12), (8.5, 12))
    pen.line((15.5, 12), (22, 12))
    for x, way in ((2, 1), (22, -1)):
        pen.line((x + 3 * way, 9), (x, 12), (x + 3 * way, 15))


def _lock(pen: Pen) -> None:
    pen.box(5, 11, 19, 20.5)
    pen.line((8, 11), *arc((12, 8), 4, 180, 360), (16, 11))
    pen.line((12, 14.5), (12, 17))


def _squares(pen: Pen) -> None:
    pen.box(3, 3, 21, 21)
    for at in (9, 15):
        pen.line((at, 3), (at, 21), width=1.1)
        pen.line((3, at), (21, at), width=1.1)


def _warps(pen: Pen) -> None:
    pen.line((8, 12), (16, 12), width=1.1)
    pen.line((12, 8), (12, 16), width=1.1)
    for x, y, across, down in ((2, 12, 1, 0), (22, 12, -1, 0), (12, 2, 0, 1), (12, 22, 0, -1)):
        tips = [(x + 2.5 * (across + i * down), y + 2.5 * (down + i * across)) for i in (1, -1)]
        pen.line(tips[0], (x, y), tips[1], width=1.6)
    for x, way in ((6, 1), (18, -1)):
        for y, down in ((6, 1), (18, -1)):
            pen.line((x + 2 * way, y), (x, y), (x, y + 2 * down), width=1.6)


def _hexagons(pen: Pen) -> None:
    radius = 4.2
    high = radius * math.sqrt(3) / 2
    for across, down in ((-1.5 * radius, 0), (0, -high), (0, high), (1.5 * radius, 0)):
        corners = arc((12 + across, 12 + down), radius, 0, 360)[::20]
        pen.line(*corners, corners[0], width=1.6)


def _erase(pen: Pen) -> None:
    pen.line((13.2, 4), (4, 13.2), (4, 15), (8.7, 19.7), (11, 19.7), (20.5, 10.2), (20.5, 8.8))
    pen.line((20.5, 8.8), (15.4, 3.7), (13.2, 4))
    pen.line((8.6, 8.8), (15.4, 15.6))
    pen.line((9, 20.5), (20, 20.5))


def _select(pen: Pen) -> None:
    for start, end in ((4, 6), (10.5, 13.5), (18, 20)):
        for side in (4, 20):
            pen.line((start, side), (end, side))
            pen.line((side, start), (side, end))


def _clue(pen: Pen) -> None:
    pen.line(*arc((12, 8.2), 4.7, -170, 40), (7, 19.5), (17.5, 19.5), width=3)


def _loop(pen: Pen) -> None:
    pen.line(
        *((4, 4), (12.5, 4), (12.5, 11.5), (20, 11.5), (20, 20), (4, 20), (4, 4)),
        width=3.2,
    )


#: What draws each icon, by its name.
DRAWN: dict[str, Callable[[Pen], None]] = {
    **{"new": _new, "open": _open, "save": _save, "file": _file, "folder": _folder},
    **{"new-folder": _new_folder, "home": _home, "disk": _disk, "recent": _recent, "up": _up},
    **{"puzzle": _puzzle, "undo": _undo, "solve": _solve, "rules": _rules, "hint": _hint},
    **{
        "play": _play,
        "pause": _pause,
        "stop": _stop,
        "step": _step,
        "end": _end,
        "replay": _replay,
    },
    **{"replay": _replay},
    **{"endpoint": _endpoint, "path": _path, "hole": _hole, "wall": _wall, "erase": _erase},
    **{
        "bridge": _bridge,
        "warp": _warp,
        "lock": _lock,
        "squares": _squares,
        "warps": _warps,
        "hexagons": _hexagons,
    },
    **{"select": _select, "clue": _clue, "loop": _loop, "touching": _touching},
}
#: Icons that are others in a mirror.
MIRRORED = {"redo": "undo", "back": "step", "begin": "end"}


def icons() -> dict[str, Image.Image]:
    """Return all icons by name."""
    made: dict[str, Image.Image] = {}
    for name, draw in DRAWN.items():
        pen = Pen()
        draw(pen)
        made[name] = pen.icon
    return made | {name: mirrored(made[model]) for name, model in MIRRORED.items()}


def main() -> None:
    """Write all icons."""
    folder = Path(__file__).parent / "icons"
    folder.mkdir(exist_ok=True)
    for name, icon in icons().items():
        icon.save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
