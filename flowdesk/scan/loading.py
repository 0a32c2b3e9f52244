"""Load pictures: whatever file it is, an upright RGB picture, or a sentence on why not."""

from __future__ import annotations

import io
import math
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass

from PIL import Image, ImageOps, features

from flowdesk.core.finding import FormatError

#: The most pixels of a picture; files of 40 million take up to 0.7 GB to decode.
MOST_PIXELS = 40_000_000
#: The same for JPEG files, which can be decoded at half their size.
MOST_JPEG_PIXELS = 110_000_000
#: Pictures with more pixels are made smaller: reading them takes 50 bytes a pixel.
ENOUGH_PIXELS = 20_000_000

#: How files of pictures begin, and what each kind is called.
_BEGINNINGS = {
    rb"\x89PNG\r\n\x1a\n": "PNG",
    rb"\xff\xd8\xff": "JPEG",
    rb"GIF8[79]a": "GIF",
    rb"RIFF....WEBP": "WebP",
    rb"BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0": "BMP",
    rb"II[*+]\0|MM\0[*+]": "TIFF",
    rb"P[456]\s+(#[^\n]*\n\s*)*\d+\s+\d+\s": "PPM",
    rb"....ftyp(.{4})*?avi[fs]": "AVIF",
    rb"....ftyp(.{4})*?(hei[cxms]|hev[cxms]|mif1|msf1)": "HEIC",
    rb"\xff\x0a|\0\0\0\x0cJXL ": "JPEG XL",
    rb"\0\0\0\x0cjP  |\xff\x4f\xff\x51": "JPEG 2000",
    rb"8BPS": "Photoshop",
    rb"%PDF-": "PDF",
    rb"(\xef\xbb\xbf)?\s*(<[?!].*)?<svg\b": "SVG",
}
_READABLE = ("PNG", "JPEG", "GIF", "WebP", "BMP", "TIFF", "PPM", "AVIF")
_SAVE_AS_PNG = "Save it as PNG, or take a screenshot of it."


@dataclass(frozen=True)
class Picture:
    """An RGB picture, and sentences on what was left out of it, such as further frames.

    A pixel of it is `scale` pixels of the file wide: large pictures are reduced.
    """

    image: Image.Image
    remarks: tuple[str, ...] = ()
    scale: float = 1.0


def is_picture(data: bytes) -> bool:
    """Whether the bytes begin as a picture's do, be it one that `load_picture` can read or not."""
    return bool(_kind(data))


def load_picture(data: bytes, source: str) -> Picture:
    """Return the picture in a file's content; FormatError with the source and the reason."""
    try:
        kind = _readable_kind(data)
        with warnings.catch_warnings(), _silent() if kind == "TIFF" else nullcontext():
            warnings.simplefilter("ignore")  # Pillow warns of odd files that it can read
            return _load(data, kind)
    except FormatError as error:
        raise error.at(source=source) from error.__cause__


def _kind(data: bytes) -> str:
    head = data[:256]
    for beginning, kind in _BEGINNINGS.items():
        if re.match(beginning, head, re.DOTALL):
            return kind
    return ""


def _readable_kind(data: bytes) -> str:
    kind = _kind(data)
    if not kind:
        problem = "the file is empty." if not data else "this is not a picture."
        raise FormatError(problem, hint=f"{', '.join(_READABLE)} can be read.")
    if kind not in _READABLE:
        raise FormatError(f"{kind} files cannot be read as pictures.", hint=_SAVE_AS_PNG)
    return kind


@contextmanager
def _silent() -> Iterator[None]:
    """Throw away what is written to standard error: libtiff prints what it finds wrong."""
    try:
        stderr = os.dup(2)
    except OSError:  # a program without standard error
        yield
        return
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nothing)


def _load(data: bytes, kind: str) -> Picture:
    if kind in ("WebP", "AVIF") and not features.check(kind.lower()):
        raise FormatError(f"{kind} pictures cannot be read here.", hint=_SAVE_AS_PNG)
    try:
        image: Image.Image = Image.open(io.BytesIO(data), formats=[kind])
        pixels, full = image.width * image.height, max(image.size)
        most = MOST_JPEG_PIXELS if kind == "JPEG" and image.mode != "CMYK" else MOST_PIXELS
        if pixels > most:
            raise _too_large(most)
        remarks = _remarks(image, kind)
        if kind == "JPEG" and pixels > MOST_PIXELS:
            image.draft(None, (image.width // 2, image.height // 2))  # decodes it at half its size
        image.load()
        with suppress(Exception):  # a damaged note on how the camera was held
            image = ImageOps.exif_transpose(image)
        image = _rgb(image)
        excess = image.width * image.height / ENOUGH_PIXELS
        image = image.reduce(math.ceil(math.sqrt(excess))) if excess > 1 else image
        return Picture(image, remarks, full / max(image.size))
    except FormatError:
        raise
    except (Image.DecompressionBombError, MemoryError) as error:
        raise _too_large() from error
    except Exception as error:  # Pillow raises almost anything for damaged files
        raise FormatError(
            f"the {kind} picture is damaged or incomplete.",
            hint="Fetch it again, or take a new screenshot.",
        ) from error


def _remarks(image: Image.Image, kind: str) -> tuple[str, ...]:
    part = {"GIF": "frame", "PNG": "frame", "WebP": "frame", "AVIF": "frame", "TIFF": "page"}
    several = False
    with suppress(Exception):  # damage behind the first frame
        several = kind in part and getattr(image, "is_animated", False)
    return (f"Only the first {part[kind]} was read.",) if several else ()


def _rgb(image: Image.Image) -> Image.Image:
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        image = _eight_bits(image)
    if image.has_transparency_data:
        return _on_ground(image.convert("RGBA"))
    return image.convert("RGB")


def _eight_bits(image: Image.Image) -> Image.Image:
    """Scale a grey picture of more than 8 bits; Pillow would clip its values at 255."""
    image = image.convert("F")
    most = image.getextrema()[1]
    assert isinstance(most, float)
    most = next((full for full in (1, 255, 65535) if most <= full), most)
    return image.point(lambda value: value * (255 / most) + 0.5).convert("L")


def _on_ground(image: Image.Image) -> Image.Image:
    """Put a transparent picture on black; on white if little but dark lines is drawn on it."""
    alpha = image.getchannel("A")
    drawn = image.convert("L").histogram(alpha)
    is_dark = 2 * sum(drawn) < image.width * image.height and 4 * sum(drawn[:48]) > sum(drawn)
    ground = Image.new("RGB", image.size, "white" if is_dark else "black")
    ground.paste(image, mask=alpha)
    return ground


def _too_large(most: int = MOST_PIXELS) -> FormatError:
    return FormatError(
        f"the picture has more than {most // 1_000_000} million pixels.",
        hint="Crop it to the board, or save it smaller.",
    )
