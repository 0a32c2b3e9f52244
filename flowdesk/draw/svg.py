"""Write a scene as SVG."""

from __future__ import annotations

from html import escape

from flowdesk.draw.lettering import printable
from flowdesk.draw.measures import margin, picture_size
from flowdesk.draw.pipes import Polyline
from flowdesk.draw.scene import Scene
from flowdesk.draw.shapes import Area, Disc, Pipe, Shape, decimal, shapes
from flowdesk.draw.theme import Look

_FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def svg(scene: Scene, look: Look) -> bytes:
    """Return a scene as an SVG file, which needs no other files."""
    width, height = (decimal(side) for side in picture_size(scene, look))
    start = decimal(-margin(scene, look))
    title = printable(scene.caption[0] if scene.caption else scene.text)
    title = title or f"A board of {scene.width} x {scene.height} cells"
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'width="{width}" height="{height}" viewBox="{start} {start} {width} {height}" '
        f'stroke-linejoin="round" text-anchor="middle" font-family="{_FONTS}">',
        f"<title>{escape(title)}</title>",
    ]
    if not look.transparent:
        lines.append(
            f'<path fill="{look.theme.ground}" d="M{start} {start}h{width}v{height}H{start}z"/>'
        )
    for shape in shapes(scene, look):
        lines.append(_element(shape, look.cell))
    return "\n".join([*lines, "</svg>\n"]).encode()


def _element(shape: Shape, cell: float) -> str:
    def pixels(length: float) -> str:
        return decimal(length * cell)

    fill, stroke = f'fill="{shape.color}"', f'stroke="{shape.color}"'
    faint = f' opacity="{decimal(shape.opacity)}"' if shape.opacity < 1 else ""
    if isinstance(shape, Area):
        data = "".join(
            f"M{pixels(x)} {pixels(y)}h{pixels(width)}v{pixels(height)}H{pixels(x)}z"
            for x, y, width, height in shape.rectangles
        )
        return f'<path {fill}{faint} d="{data}"/>'
    if isinstance(shape, Pipe):
        ends = ' stroke-linecap="round"' if shape.line.round_ends else ""
        look = f'fill="none" {stroke}{faint} stroke-width="{pixels(shape.width)}"{ends}'
        return f'<path {look} d="{_path(shape.line, cell)}"/>'
    if isinstance(shape, Disc):
        look = f'fill="none" {stroke} stroke-width="{pixels(shape.width)}"' if shape.width else fill
        place = f'cx="{pixels(shape.x)}" cy="{pixels(shape.y)}" r="{pixels(shape.radius)}"'
        return f"<circle {look}{faint} {place}/>"
    look = f'{fill}{faint} font-size="{pixels(shape.size)}"'
    if shape.outline:
        look += f' {stroke} stroke-width="{pixels(shape.outline)}"'
    place = f'x="{pixels(shape.x)}" y="{pixels(shape.baseline)}"'
    return f"<text {look} {place}>{escape(shape.text)}</text>"


def _path(line: Polyline, cell: float) -> str:
    """Return the path data of a line."""
    x, y = line.points[0]
    data = [f"M{decimal(x * cell)} {decimal(y * cell)}"]
    for to_x, to_y in line.points[1:]:
        if to_x == x:
            data.append(f"V{decimal(to_y * cell)}")
        elif to_y == y:
            data.append(f"H{decimal(to_x * cell)}")
        else:
            data.append(f"L{decimal(to_x * cell)} {decimal(to_y * cell)}")
        x, y = to_x, to_y
    return "".join(data) + ("z" if line.closed else "")
