"""A scene as a picture of pixels."""

from __future__ import annotations

import io

from PIL import Image

from flowdesk.core.finding import FlowDeskError
from flowdesk.draw.scene import Scene
from flowdesk.draw.sprites import SpriteSheet
from flowdesk.draw.theme import Theme

#: The longest side of a picture, in pixels; PNG could hold more, hardly any viewer can.
MAX_SIDE = 32_000
MAX_PIXELS = 200_000_000


def picture_size(scene: Scene, sheet: SpriteSheet) -> tuple[int, int]:
    """Width and height in pixels; the grid's last lines lie beyond the last cells."""
    return scene.width * sheet.cell + sheet.line, scene.height * sheet.cell + sheet.line


def paint(scene: Scene, sheet: SpriteSheet) -> Image.Image:
    """The whole scene; FlowDeskError if the picture would be too large."""
    width, height = picture_size(scene, sheet)
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        raise FlowDeskError(
            f"A picture of {width} x {height} pixels is too large ({MAX_SIDE} a side and "
            f"{MAX_PIXELS // 1_000_000} million in all are the most): choose smaller cells."
        )
    ground = (0, 0, 0, 0) if sheet.transparent else sheet.theme.ground
    picture = Image.new("RGBA" if sheet.transparent else "RGB", (width, height), ground)
    for (x, y), tiles in scene.tiles.items():
        picture.paste(sheet.stack(tiles), (x * sheet.cell, y * sheet.cell))
    return picture


def png(scene: Scene, theme: Theme, cell: int, *, transparent: bool = False) -> bytes:
    """The scene as a PNG file, `cell` pixels a cell."""
    file = io.BytesIO()
    paint(scene, SpriteSheet(theme, cell, transparent=transparent)).save(file, "PNG")
    return file.getvalue()
