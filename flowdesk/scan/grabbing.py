"""Pictures from the screen and from the clipboard, or a sentence on why there is none."""

from __future__ import annotations

import ctypes
import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from PIL import Image, ImageGrab

from flowdesk.core.finding import FlowDeskError
from flowdesk.scan.scan import read_board

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
