"""Load pictures: of a file, the screen or the clipboard; or a sentence on why there is none."""

from __future__ import annotations

import ctypes
import io
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from PIL import Image, ImageGrab, ImageOps, features

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.scan.reading import Reading
from flowdesk.scan.scan import read_board

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


#: The time limit of a program that takes the picture, in seconds.
_SCREEN_SECONDS = 20

#: Programs that write a picture of the screen to the file whose path is appended. On Wayland no
#: other program sees the screen; which of them the desktop allows is only found by trying.
_PROGRAMS = (
    ("grim",),
    ("spectacle", "--nonotify", "--background", "--fullscreen", "--output"),
    ("gnome-screenshot", "--file"),
)
_WAYLAND = (
    "On Wayland a screenshot needs a program of the desktop: install gnome-screenshot (GNOME), "
    "spectacle (KDE) or grim (Sway and others), or save a screenshot and import the file."
)
_MAC = (
    "macOS shows FlowDesk only the empty desktop: allow it (or the terminal that started it) under "
    "System Settings > Privacy & Security > Screen Recording, and start it again."
)
#: What is taken round a board that was found, as a share of its longer side: its outermost lines.
_MARGIN = 0.03
_GRAPHICS = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"


def grab_screen() -> Image.Image:
    """Return an RGB picture of all monitors (on macOS, the main one), in pixels of the screen.

    FlowDeskError, with what to install or allow, where that is not possible.
    """
    if sys.platform == "darwin" and not _may_record():
        raise FlowDeskError(_MAC)
    try:
        if sys.platform == "win32":
            return ImageGrab.grab(all_screens=True).convert("RGB")
        if sys.platform == "darwin":
            return ImageGrab.grab().convert("RGB")
        if _on_wayland():  # where X shows nothing but black
            return _grab_by_program(_WAYLAND)
        if not (display := os.environ.get("DISPLAY")):
            raise FlowDeskError("There is no screen to grab: DISPLAY is not set.")
        return ImageGrab.grab(xdisplay=display).convert("RGB")
    except (OSError, subprocess.SubprocessError) as error:
        why = f"The screen could not be grabbed: {str(error).rstrip('.')}."
        if sys.platform in ("win32", "darwin"):
            raise FlowDeskError(why) from error
        return _grab_by_program(f"{why} Install gnome-screenshot, or import a saved screenshot.")


def grab_board(*, progress: Callable[[Image.Image], None]) -> tuple[int, int, int, int] | None:
    """Report a picture of the screen; return the box round a board in it, if there is one."""
    picture = grab_screen()
    progress(picture)
    lattice = read_board(picture).lattice
    if lattice is None:
        return None
    left, top, right, bottom = lattice.box
    margin = round(_MARGIN * max(right - left, bottom - top))
    right, bottom = min(picture.width, right + margin), min(picture.height, bottom + margin)
    return max(0, left - margin), max(0, top - margin), right, bottom


def _grab_by_program(otherwise: str) -> Image.Image:
    """Return what the first program writes that works; if none does, raise `otherwise`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "screen.png"
        for name, *options in _PROGRAMS:
            if not (program := shutil.which(name)):
                continue
            try:
                _run(program, *options, str(path), seconds=_SCREEN_SECONDS).check_returncode()
                return Image.open(path).convert("RGB")
            except (OSError, subprocess.SubprocessError):
                path.unlink(missing_ok=True)
    raise FlowDeskError(otherwise)


def _may_record() -> bool:
    """Whether macOS lets this process see other windows; if not, it is asked to."""
    try:
        graphics = ctypes.CDLL(_GRAPHICS)
        graphics.CGPreflightScreenCaptureAccess.restype = ctypes.c_bool
        graphics.CGRequestScreenCaptureAccess.restype = ctypes.c_bool
        return bool(
            graphics.CGPreflightScreenCaptureAccess() or graphics.CGRequestScreenCaptureAccess()
        )
    except (OSError, AttributeError):  # before macOS 10.15, where nothing has to be allowed
        return True


#: The time limit of a program that asks for the clipboard, in seconds: its owner may be stuck.
_CLIPBOARD_SECONDS = 10

#: The types of pictures that are asked for, those first that lose nothing.
_PICTURES = ("image/png", "image/bmp", "image/tiff", "image/webp", "image/jpeg", "image/gif")
_FILES = "text/uri-list"


def on_clipboard() -> bytes | list[Path] | None:
    """Return a picture on the clipboard as the content of a file, or the files copied to it.

    None if there is neither. FlowDeskError, with what to install, if it cannot be read. This may
    take seconds, because another program has to answer.
    """
    try:
        if sys.platform in ("win32", "darwin"):
            return _found(ImageGrab.grabclipboard())
        return _from_program()
    except (OSError, subprocess.SubprocessError) as error:
        why = str(error).rstrip(".")
        if isinstance(error, subprocess.TimeoutExpired):
            why = "the program that copied it does not answer"
        raise FlowDeskError(f"The clipboard could not be read: {why}.") from error


def may_hold_picture(types: Sequence[str]) -> bool:
    """Whether a clipboard that offers these types, as X11 names them, is worth a look."""
    return any(kind in types for kind in (*_PICTURES, _FILES))


def _from_program() -> bytes | list[Path] | None:
    types = _held("--list-types" if _on_wayland() else "TARGETS").decode(errors="replace").split()
    if _FILES in types:
        lines = _held(_FILES).decode(errors="replace").splitlines()
        links = [parts for parts in map(urlsplit, map(str.strip, lines)) if parts.scheme == "file"]
        if links:
            return [Path(url2pathname(parts.path)) for parts in links]
    for kind in _PICTURES:
        if kind in types:
            return _held(kind) or None
    return None


def _on_wayland() -> bool:
    return bool(os.environ.get("WAYLAND_DISPLAY"))


def _run(*command: str, seconds: float) -> subprocess.CompletedProcess[bytes]:
    """Run a program that asks nobody, and keep what it prints."""
    nothing = subprocess.DEVNULL
    return subprocess.run(
        command, stdin=nothing, stdout=subprocess.PIPE, stderr=nothing, timeout=seconds
    )


def _held(kind: str) -> bytes:
    """Return what the clipboard holds of a type; nothing if it holds nothing of that type."""
    if _on_wayland():
        name, package = "wl-paste", "wl-clipboard"
        options = [kind] if kind.startswith("--") else ["--no-newline", "--type", kind]
    else:
        name = package = "xclip"
        options = ["-selection", "clipboard", "-target", kind, "-out"]
    if not (program := shutil.which(name)):
        raise FlowDeskError(f"To paste pictures, install {package}, or import a file.")
    done = _run(program, *options, seconds=_CLIPBOARD_SECONDS)
    return b"" if done.returncode else done.stdout


def _found(held: Image.Image | list[str] | None) -> bytes | list[Path] | None:
    """Return what Pillow has found."""
    if held is None:
        return None
    if isinstance(held, list):
        return [Path(name) for name in held]
    file = io.BytesIO()
    held.convert("RGBA").save(file, "PNG")
    return file.getvalue()


def read_data(data: bytes, called: str, *, progress: Callable[[Picture], None]) -> Reading:
    """Return what can be read in a file; `progress` gets the picture; FormatError if none."""
    picture = load_picture(data, called)
    progress(picture)
    return read_board(picture.image)
