"""Write movies as GIF, APNG and WebP, which repeat for ever.

All three are sequences of patches: the first is the whole picture, each further one the rectangle
round the cells that change, in which the other cells are transparent. Pillow compresses the
patches, and the files are composed here, because Pillow would keep and compare whole pictures.

`progress` is called with the share that is done, from 0 to 1; what it raises ends the work.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from PIL import GifImagePlugin, Image, ImageChops, features

from flowdesk.core.finding import FlowDeskError
from flowdesk.draw import measures, raster
from flowdesk.draw.moving.chunks import png_chunk, png_parts, three_bytes, webp_chunk, webp_pixels
from flowdesk.draw.moving.shared_palette import CLEAR, SharedPalette
from flowdesk.draw.scene import Frame, Movie, Tiles
from flowdesk.draw.sprites import SpriteSheet
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
    sheet = SpriteSheet(look)
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
    for (x, y), tiles in movie.scene.tiles.items():
        canvas.paste(stacks[tiles], (margin + x * sheet.cell, margin + y * sheet.cell))
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
    sheet = SpriteSheet(look)
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
    sheet = SpriteSheet(look)
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
    """Join frames of a movie if there are too many for its size, and add one if there is none.

    FlowDeskError if even a single frame is too large.
    """
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

    def place(x: int, y: int) -> tuple[int, int]:
        """Return the upper left pixel of a cell, which may be outside the picture."""
        return margin + x * sheet.cell, margin + y * sheet.cell

    for number, frame in enumerate(movie.frames):
        if progress:
            progress(number / len(movie.frames))
        for (x, y), tiles in frame.changes.items():
            canvas.paste(stack(tiles), place(x, y))
        patch, left, top = canvas, 0, 0
        if number and number not in whole:
            xs, ys = zip(*(frame.changes or [(0, 0)]), strict=True)
            left, top = (max(0, side) & ~1 for side in place(min(xs), min(ys)))  # even, for WebP
            end_x, end_y = place(max(xs) + 1, max(ys) + 1)
            width, height = min(end_x, right) - left, min(end_y, bottom) - top
            patch = Image.new(canvas.mode, (width, height), CLEAR if canvas.mode == "P" else 0)
            if sheet.look.transparent:
                patch.paste(canvas, (-left, -top))
            else:
                for (x, y), tiles in frame.changes.items():
                    at_x, at_y = place(x, y)
                    patch.paste(stack(tiles), (at_x - left, at_y - top))
        yield _Patch(patch, left, top, min(round(frame.seconds * 100), LONGEST))
    if progress:
        progress(1.0)
