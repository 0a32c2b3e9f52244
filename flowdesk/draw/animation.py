"""Write movies as GIF, APNG and WebP, which repeat for ever.

All three are sequences of patches: the first is the whole picture, each further one the rectangle
round the cells that change, in which the other cells are transparent. Pillow compresses the
patches, and the files are composed here, because Pillow would keep and compare whole pictures.

`progress` is called with the share that is done, from 0 to 1; what it raises ends the work.

Sources: Portable Network Graphics, third edition (W3C 2025), which holds APNG; WebP Container
Specification (Google 2011-2024).
"""

from __future__ import annotations

import io
import struct
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from PIL import GifImagePlugin, Image, ImageChops, features

from flowdesk.core.finding import FlowDeskError
from flowdesk.draw import measures, raster
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.scene import Frame, Movie, Tiles
from flowdesk.draw.theme import Look

#: The most pixels of a picture: to compress one, WebP needs up to 25 bytes.
MAX_PIXELS = 36_000_000
#: The most pixels of all frames together; beyond that, several frames become one.
MAX_PIXELS_IN_ALL = 1_000_000_000
#: The longest time that a frame can be shown, in hundredths of a second.
LONGEST = 65_535
#: The longest side of a WebP picture, in pixels.
MAX_WEBP_SIDE = 16_383

Progress: TypeAlias = Callable[[float], None]


@dataclass(frozen=True)
class _Patch:
    """A picture that is put at `x` and `y`, in pixels; `hundredths` of a second are its time."""

    picture: Image.Image
    x: int
    y: int
    hundredths: int


def gif(movie: Movie, look: Look, *, progress: Progress | None = None) -> bytes:
    """Return the movie as a GIF file, with one palette for all frames.

    A pixel of a GIF is either clear or opaque, so a transparent GIF lacks the faint colour of
    covered cells and the rings that fade. No frame can make pixels clear: before one that has to,
    the picture is cleared.
    """
    movie = _without_rings(movie) if look.transparent else movie
    sheet = SpriteSheet(look, movie.scene.geometry)
    movie = _bounded(movie, look)
    size = raster.picture_size(movie.scene, look)
    _, bottom = raster.picture_size(replace(movie.scene, caption=()), look)
    caption = raster.paint(movie.scene, sheet).crop((0, bottom, *size))
    seen = Counter(movie.scene.tiles.values())
    for frame in movie.frames:
        seen.update(frame.changes.values())
    palette = SharedPalette([(caption, 1), *((sheet.stack(t), n) for t, n in seen.items())])
    stacks = {tiles: palette.indexed(sheet.stack(tiles)) for tiles in seen}
    canvas = Image.new("P", size, CLEAR)
    margin = measures.margin(movie.scene, look)
    for cell, tiles in movie.scene.tiles.items():
        sheet.lay(canvas, stacks[tiles], cell, margin, margin)
    canvas.paste(palette.indexed(caption), (0, bottom))
    blocks = [
        struct.pack("<6sHHBBB", b"GIF89a", *size, 0xF7, CLEAR, 0),
        palette.data,
        struct.pack("<BBB11sBBHB", 0x21, 0xFF, 11, b"NETSCAPE2.0", 3, 1, 0, 0),
    ]
    # The picture is cleared after a frame of its full size; the next frame paints all of it.
    anew = _painted_anew(movie, stacks) if look.transparent else set()
    whole = {*anew, *(number - 1 for number in anew)}
    patches = _patches(movie, canvas, sheet, stacks.__getitem__, progress, whole)
    for number, patch in enumerate(patches):
        blocks += GifImagePlugin.getdata(
            patch.picture,
            (patch.x, patch.y),
            duration=patch.hundredths * 10,
            transparency=CLEAR,
            disposal=2 if number + 1 in anew else 1,  # clear the picture before the next, or keep
        )
    return b"".join([*blocks, b";"])


def apng(movie: Movie, look: Look, *, progress: Progress | None = None) -> bytes:
    """Return the movie as an APNG file, whose pixels are exactly those of a PNG."""
    sheet = SpriteSheet(look, movie.scene.geometry)
    movie = _bounded(movie, look)
    canvas = raster.paint(movie.scene, sheet).convert("RGBA")
    blocks = []
    number = 0  # of the next chunk of the animation
    for patch in _patches(movie, canvas, sheet, sheet.stack, progress):
        file = io.BytesIO()
        patch.picture.save(file, "PNG", compress_level=6, compress_type=zlib.Z_RLE)
        head, data = png_parts(file.getvalue())
        place = (*patch.picture.size, patch.x, patch.y, patch.hundredths, 100)
        control = struct.pack(">5I2H2B", number, *place, 0, 0 if look.transparent else 1)
        if number == 0:
            counts = struct.pack(">2I", len(movie.frames), 0)
            blocks += [b"\x89PNG\r\n\x1a\n", png_chunk(b"IHDR", head), png_chunk(b"acTL", counts)]
            blocks += [png_chunk(b"fcTL", control), png_chunk(b"IDAT", data)]
            number = 1
        else:
            blocks.append(png_chunk(b"fcTL", control))
            blocks.append(png_chunk(b"fdAT", struct.pack(">I", number + 1) + data))
            number += 2
    return b"".join([*blocks, png_chunk(b"IEND", b"")])


def webp(movie: Movie, look: Look, *, progress: Progress | None = None) -> bytes:
    """Return the movie as a lossless WebP file, whose pixels are exactly those of a PNG."""
    if not features.check("webp"):
        raise FlowDeskError("This Pillow cannot write WebP: choose GIF or APNG.")
    sheet = SpriteSheet(look, movie.scene.geometry)
    movie = _bounded(movie, look, MAX_WEBP_SIDE)
    width, height = raster.picture_size(movie.scene, look)
    canvas = raster.paint(movie.scene, sheet).convert("RGBA")
    animated_with_alpha, way = 0x12, 2 if look.transparent else 0  # replace the pixels, or lay over
    sides = three_bytes(width - 1, height - 1)
    blocks = [
        webp_chunk(b"VP8X", struct.pack("<I", animated_with_alpha) + sides),
        webp_chunk(b"ANIM", struct.pack("<IH", 0, 0)),
    ]
    for patch in _patches(movie, canvas, sheet, sheet.stack, progress):
        file = io.BytesIO()
        patch.picture.save(file, "WEBP", lossless=True, exact=True, quality=20)
        place = (patch.x // 2, patch.y // 2, patch.picture.width - 1, patch.picture.height - 1)
        frame = three_bytes(*place, patch.hundredths * 10) + bytes([way])
        blocks.append(webp_chunk(b"ANMF", frame + webp_pixels(file.getvalue())))
    return webp_chunk(b"RIFF", b"WEBP" + b"".join(blocks))


def _bounded(movie: Movie, look: Look, most_side: int = raster.MAX_SIDE) -> Movie:
    """Return a movie of at least one frame, and not too many; FlowDeskError if it is too large."""
    width, height = raster.checked_size(movie.scene, look, most_side, MAX_PIXELS)
    first, *rest = movie.frames or [Frame({}, 0.0)]
    most = MAX_PIXELS_IN_ALL // (width * height) - 1
    together = -(-len(rest) // most) or 1
    frames = [first]
    for start in range(0, len(rest), together):
        group = rest[start : start + together]
        changes = {cell: tiles for frame in group for cell, tiles in frame.changes.items()}
        frames.append(Frame(changes, sum(frame.seconds for frame in group)))
    return Movie(movie.scene, frames)


def _without_rings(movie: Movie) -> Movie:
    """Leave out the rings that light up and fade."""

    def plain(tiles: Tiles) -> Tiles:
        return tuple(tile for tile in tiles if tile.kind != "ring")

    frames = [
        replace(frame, changes={cell: plain(tiles) for cell, tiles in frame.changes.items()})
        for frame in movie.frames
    ]
    return replace(movie, frames=frames)


def _painted_anew(movie: Movie, stacks: Mapping[Tiles, Image.Image]) -> set[int]:
    """Return the numbers of frames that make opaque pixels clear, so that they are painted whole.

    One past the last is among them: it stands for the first, which follows the last.
    """
    opaque = {
        tiles: stack.point([255 * (index != CLEAR) for index in range(256)], "L")
        for tiles, stack in stacks.items()
    }
    now, anew = dict(movie.scene.tiles), {len(movie.frames)}
    for number, frame in enumerate(movie.frames):
        for cell, tiles in frame.changes.items():
            before = now.get(cell, tiles)
            now[cell] = tiles
            if ImageChops.subtract(opaque[before], opaque[tiles]).getbbox():
                anew.add(number)
    return anew


def _patches(
    movie: Movie,
    canvas: Image.Image,
    sheet: SpriteSheet,
    stack: Callable[[Tiles], Image.Image],
    progress: Progress | None,
    whole: Container[int] = (),
) -> Iterator[_Patch]:
    """Yield the patches of a movie; `canvas` is its scene, on which the frames are painted.

    Patches of a transparent sheet replace the pixels below, others cover them. The first patch,
    and those of the frames with the numbers in `whole`, are of full size.
    """
    right, bottom = raster.picture_size(replace(movie.scene, caption=()), sheet.look)
    margin = measures.margin(movie.scene, sheet.look)
    for number, frame in enumerate(movie.frames):
        if progress:
            progress(number / len(movie.frames))
        for cell, tiles in frame.changes.items():
            sheet.lay(canvas, stack(tiles), cell, margin, margin)
        patch, left, top = canvas, 0, 0
        if number and number not in whole:
            xs, ys = zip(*map(sheet.lattice.place, frame.changes or [(0, 0)]), strict=True)
            left, top = (max(0, margin + min(each)) & ~1 for each in (xs, ys))  # even, for WebP
            wide, high = sheet.lattice.size
            width = min(margin + max(xs) + wide, right) - left
            height = min(margin + max(ys) + high, bottom) - top
            patch = Image.new(canvas.mode, (width, height), CLEAR if canvas.mode == "P" else 0)
            if sheet.look.transparent:
                patch.paste(canvas, (-left, -top))
            else:
                for cell, tiles in frame.changes.items():
                    sheet.lay(patch, stack(tiles), cell, margin - left, margin - top)
        yield _Patch(patch, left, top, min(round(frame.seconds * 100), LONGEST))
    if progress:
        progress(1.0)


#: The index of transparent pixels.
CLEAR = 255

#: Colours of more than this share of the pixels are kept exactly, up to this number of colours.
_PLAIN, _MOST_PLAIN = 1 / 5000, 200


class SharedPalette:
    """At most 255 colours, and pictures in them.

    Plain areas keep their exact colours; the antialiased borders of shapes and letters get the
    nearest of the other colours, which median cut chooses (Heckbert 1982). Dithering would flicker
    from frame to frame. Pixels that are less than half opaque become clear, the others opaque.
    """

    def __init__(self, samples: Iterable[tuple[Image.Image, int]]) -> None:
        """Choose the colours; `samples` are pictures and how often each is shown."""
        counts: Counter[bytes] = Counter()
        for picture, times in samples:
            size = picture.width * picture.height
            for number, color in picture.convert("RGBA").getcolors(size) or ():
                assert isinstance(color, tuple)
                if color[3] >= 128:
                    counts[bytes(color[:3])] += number * times
        few = _PLAIN * sum(counts.values())
        colors = [color for color, number in counts.most_common(_MOST_PLAIN) if number > few]
        if others := counts.keys() - set(colors):
            strip = Image.frombytes("RGB", (len(others), 1), b"".join(sorted(others)))
            cut = strip.quantize(CLEAR - len(colors), Image.Quantize.MEDIANCUT)
            entries = bytes(cut.getpalette() or ())
            colors += [entries[place : place + 3] for place in range(0, len(entries), 3)]
        colors = colors or [bytes(3)]
        #: Red, green and blue of 256 colours; unused ones repeat the first.
        self.data = b"".join(colors) + colors[0] * (256 - len(colors))
        self._palette = Image.new("P", (1, 1))
        self._palette.putpalette(self.data)
        self._exact = {color: index for index, color in enumerate(colors)}
        self._indices: dict[int, int] = {}  # of a pixel, as the four bytes of RGBA

    def indexed(self, picture: Image.Image) -> Image.Image:
        """Return a picture in the colours of this palette."""
        pixels = memoryview(picture.convert("RGBA").tobytes()).cast("I")
        self._learn(set(pixels) - self._indices.keys())
        return Image.frombytes("P", picture.size, bytes(map(self._indices.__getitem__, pixels)))

    def _learn(self, pixels: set[int]) -> None:
        if pixels:
            strip = Image.frombytes("RGBA", (len(pixels), 1), array("I", pixels).tobytes())
            rgb = strip.convert("RGB")
            nearest = rgb.quantize(palette=self._palette, dither=Image.Dither.NONE)
            alphas, data = strip.getchannel("A").tobytes(), rgb.tobytes()
            for place, (pixel, index) in enumerate(zip(pixels, nearest.tobytes(), strict=True)):
                # CLEAR is a repetition of the first colour, so it may be the nearest.
                opaque = self._exact.get(data[3 * place : 3 * place + 3], index % CLEAR)
                self._indices[pixel] = opaque if alphas[place] >= 128 else CLEAR


def png_chunk(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file, with its checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_parts(file: bytes) -> tuple[bytes, bytes]:
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
