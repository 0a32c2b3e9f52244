"""The bytes of a PDF file: numbered objects, and the table that says where each begins."""

from __future__ import annotations

import zlib


class PdfFile:
    """Objects that refer to each other by number, the first being 1.

    They may be added in any order: a number can be `reserved` before its object is known.
    """

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserved(self) -> int:
        """The number of an object that is to be given with `put`."""
        self._objects.append(b"null")
        return len(self._objects)

    def put(self, number: int, text: str) -> None:
        """Give an object that has a number."""
        self._objects[number - 1] = text.encode("ascii")

    def add(self, text: str) -> int:
        """Add an object; returns its number."""
        number = self.reserved()
        self.put(number, text)
        return number

    def add_stream(self, data: bytes, entries: str = "") -> int:
        """Add a stream, compressed, with more entries for its dictionary."""
        packed = zlib.compress(data, 9)
        head = f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>"
        self._objects.append(head.encode("ascii") + b"\nstream\n" + packed + b"\nendstream")
        return len(self._objects)

    def finished(self, root: int, info: int) -> bytes:
        """The whole file; `root` and `info` are the numbers of its catalog and description."""
        # The second line tells programs that look at the first bytes that this is no text.
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
    """A text that is no part of a page, such as a title."""
    data = text.encode("ascii") if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be")
    return f"<{data.hex()}>"
