"""Viewport: which part of a picture is in sight, and how large.

Picture pixels are counted as in `scan.samples`, window pixels from the upper left corner of the
widget.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flowdesk.scan.samples import Point

#: The most window pixels for a pixel of the picture.
MOST = 16.0
#: The share of the room that stays free on each side of a part that is shown as a whole.
_MARGIN = 0.04


@dataclass(frozen=True)
class Viewport:
    """A part of a picture of `size` in a widget with so much `room`.

    `scale` is that of the picture, (`left`, `top`) the place of its corner in window pixels.
    """

    size: tuple[int, int]
    room: tuple[int, int]
    scale: float = 1.0
    left: float = 0.0
    top: float = 0.0

    def to_window(self, point: Point) -> Point:
        return self.left + self.scale * point[0], self.top + self.scale * point[1]

    def to_picture(self, x: float, y: float) -> Point:
        return (x - self.left) / self.scale, (y - self.top) / self.scale

    @property
    def least(self) -> float:
        """The scale at which all of the picture is in sight, or 1 if that is less."""
        return min(1.0, *(room / size for room, size in zip(self.room, self.size, strict=True)))

    @property
    def in_sight(self) -> tuple[float, float, float, float]:
        """The part of the picture that is in sight: left, top, right, bottom; may be empty."""
        left, top = self.to_picture(0, 0)
        right, bottom = self.to_picture(*self.room)
        return max(left, 0), max(top, 0), min(right, self.size[0]), min(bottom, self.size[1])

    @property
    def stretches(self) -> tuple[tuple[float, float, float], ...]:
        """Across and down: how much there is to scroll to, where the window begins, its length.

        As the middle of the window may be anywhere on the picture, that is more than the picture.
        """
        found = []
        for place, room, size in zip((self.left, self.top), self.room, self.size, strict=True):
            length = self.scale * size
            is_hidden = length > room + 1
            found.append((length + room, room / 2 - place, room) if is_hidden else (room, 0, room))
        return tuple(found)

    def showing(self, box: tuple[float, float, float, float]) -> Viewport:
        """Return the viewport with a part of the picture as large as possible in its middle."""
        left, top, right, bottom = box
        width, height = (room * (1 - 2 * _MARGIN) for room in self.room)
        scale = min(width / max(right - left, 1), height / max(bottom - top, 1), MOST)
        return replace(
            self,
            scale=scale,
            left=self.room[0] / 2 - scale * (left + right) / 2,
            top=self.room[1] / 2 - scale * (top + bottom) / 2,
        )._kept()

    def whole(self) -> Viewport:
        """Return the viewport with the whole picture, enlarged if it is small."""
        return self.showing((0, 0, *self.size))

    def zoomed(self, factor: float, x: float, y: float) -> Viewport:
        """Return the viewport enlarged round a point of the window."""
        least = 0.9 * self.least
        scale = min(max(self.scale * factor, least), max(MOST, least))
        px, py = self.to_picture(x, y)
        return replace(self, scale=scale, left=x - scale * px, top=y - scale * py)._kept()

    def moved(self, right: float, down: float) -> Viewport:
        return replace(self, left=self.left + right, top=self.top + down)._kept()

    def in_room(self, room: tuple[int, int]) -> Viewport:
        """Return the viewport in a widget of another size, with the same point in its middle."""
        right, down = ((new - old) / 2 for new, old in zip(room, self.room, strict=True))
        return replace(self, room=room, left=self.left + right, top=self.top + down)._kept()

    def _kept(self) -> Viewport:
        """Return the viewport with the middle of the window on the picture."""
        middles = (self.room[0] / 2, self.room[1] / 2)
        left, top = (
            min(max(place, middle - self.scale * size), middle)
            for place, middle, size in zip((self.left, self.top), middles, self.size, strict=True)
        )
        return replace(self, left=left, top=top)
