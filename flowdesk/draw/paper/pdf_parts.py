"""The parts of a PDF file: numbered objects, strings, and operators that draw shapes, in cells."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from flowdesk.draw.shapes import Area, Disc, Pipe, decimal

#: The distance of the control points of a quarter circle of radius 1 from its ends.
_ROUND = 0.55228


class PdfFile:
    """Objects that refer to each other by number, from 1.

    A number can be `reserved` before its object is known.
    """

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserved(self) -> int:
        """Return the number of an object that `put` will give."""
        self._objects.append(b"null")
        return len(self._objects)

    def put(self, number: int, text: str) -> None:
        """Set the object of a reserved number."""
        self._objects[number - 1] = text.encode("ascii")

    def add(self, text: str) -> int:
        """Add an object and return its number."""
        number = self.reserved()
        self.put(number, text)
        return number

    def add_stream(self, data: bytes, entries: str = "") -> int:
        """Add a stream, compressed, with more entries for its dictionary; return its number."""
        packed = zlib.compress(data, 9)
        head = f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>"
        self._objects.append(head.encode("ascii") + b"\nstream\n" + packed + b"\nendstream")
        return len(self._objects)

    def finished(self, root: int, info: int) -> bytes:
        """Return the file; `root` and `info` are the numbers of its catalog and description."""
        # The second line shows programs that look at the first bytes that the file is binary.
        data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        table = ["0000000000 65535 f \n"]
        for number, content in enumerate(self._objects, 1):
            table.append(f"{len(data):010} 00000 n \n")
            data += b"%d 0 obj\n%b\nendobj\n" % (number, content)
        size = len(table)
        end = (
            f"xref\n0 {size}\n{''.join(table)}"
            f"trailer\n<< /Size {size} /Root {root} 0 R /Info {info} 0 R >>\n"
            f"startxref\n{len(data)}\n%%EOF\n"
        )
        return bytes(data) + end.encode("ascii")


def text_string(text: str) -> str:
    """Return a text outside of pages, such as a title, as a string of PDF."""
    data = text.encode("ascii") if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be")
    return f"<{data.hex()}>"


def choose(color: str, operator: str) -> str:
    """Return the operator that sets the colour of areas and letters (``rg``) or lines (``RG``)."""
    parts = (decimal(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return f"{' '.join(parts)} {operator}"


def area(shape: Area) -> Iterable[str]:
    """Yield the operators that fill all rectangles at once."""
    yield choose(shape.color, "rg")
    yield from (" ".join(map(decimal, rectangle)) + " re" for rectangle in shape.rectangles)
    yield "f"


def pipe(shape: Pipe) -> Iterable[str]:
    """Yield the operators of a wide line; round joints are set for the whole board."""
    ends = 1 if shape.line.round_ends else 0
    yield f"{choose(shape.color, 'RG')} {decimal(shape.width)} w {ends} J"
    for number, (x, y) in enumerate(shape.line.points):
        yield f"{decimal(x)} {decimal(y)} {'l' if number else 'm'}"
    yield "s" if shape.line.closed else "S"


def disc(shape: Disc) -> Iterable[str]:
    """Yield the operators of a circle of four curves, filled or drawn."""
    x, y, far, near = shape.x, shape.y, shape.radius, shape.radius * _ROUND
    yield f"{choose(shape.color, 'RG' if shape.width else 'rg')} {decimal(shape.width)} w"
    yield f"{decimal(x + far)} {decimal(y)} m"
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):  # from the centre to the beginning of a quarter
        quarter = (
            (far * a - near * b, far * b + near * a),
            (near * a - far * b, near * b + far * a),
            (-far * b, far * a),
        )
        yield " ".join(f"{decimal(x + dx)} {decimal(y + dy)}" for dx, dy in quarter) + " c"
    yield "s" if shape.width else "f"
