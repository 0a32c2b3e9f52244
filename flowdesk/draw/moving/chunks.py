"""Read and write the chunks of PNG and WebP files.

Sources: Portable Network Graphics, third edition (W3C 2025), which holds APNG; WebP Container
Specification (Google 2011-2024).
"""

from __future__ import annotations

import struct
import zlib


def png_chunk(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file, with its checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_parts(file: bytes) -> tuple[bytes, bytes]:
    """Return the header of a PNG file and its compressed pixels."""
    parts = {b"IHDR": b"", b"IDAT": b""}
    place = 8
    while place < len(file):
        length, name = struct.unpack_from(">I4s", file, place)
        if name in parts:
            parts[name] += file[place + 8 : place + 8 + length]
        place += 12 + length
    return parts[b"IHDR"], parts[b"IDAT"]


def webp_chunk(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a WebP file, filled up to an even number of bytes."""
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def webp_pixels(file: bytes) -> bytes:
    """Return the chunk of a lossless WebP file that holds the compressed pixels."""
    place = 12
    while True:
        name, length = struct.unpack_from("<4sI", file, place)
        if name == b"VP8L":
            return webp_chunk(name, file[place + 8 : place + 8 + length])
        place += 8 + length + length % 2


def three_bytes(*numbers: int) -> bytes:
    """Return numbers as WebP writes most of them: three bytes each, the lowest first."""
    return b"".join(number.to_bytes(3, "little") for number in numbers)
