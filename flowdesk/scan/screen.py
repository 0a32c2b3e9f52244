"""Grab the screen: a picture of what all monitors show, or a sentence on why there is none."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageGrab

from flowdesk.core.finding import FlowDeskError

#: The time limit of a program that takes the picture, in seconds.
_PATIENCE = 20

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
        if os.environ.get("WAYLAND_DISPLAY"):  # where X shows nothing but black
            return _grab_by_program(_WAYLAND)
        if not (display := os.environ.get("DISPLAY")):
            raise FlowDeskError("There is no screen to grab: DISPLAY is not set.")
        return ImageGrab.grab(xdisplay=display).convert("RGB")
    except (OSError, subprocess.SubprocessError) as error:
        why = f"The screen could not be grabbed: {str(error).rstrip('.')}."
        if sys.platform in ("win32", "darwin"):
            raise FlowDeskError(why) from error
        return _grab_by_program(f"{why} Install gnome-screenshot, or import a saved screenshot.")


def _grab_by_program(otherwise: str) -> Image.Image:
    """Return what the first program writes that works; if none does, raise `otherwise`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "screen.png"
        for name, *options in _PROGRAMS:
            if not (program := shutil.which(name)):
                continue
            try:
                subprocess.run(
                    [program, *options, str(path)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=_PATIENCE,
                    check=True,
                )
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
