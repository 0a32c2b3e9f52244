"""PdfFile: the numbered objects of a PDF file and the table of their positions."""

from __future__ import annotations

import zlib


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
