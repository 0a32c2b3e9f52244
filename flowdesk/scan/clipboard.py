"""What is on the clipboard: a picture, or files that were copied in a file manager."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from PIL import Image, ImageGrab

from flowdesk.core.finding import FlowDeskError

#: The time limit of a program that asks for the clipboard, in seconds: its owner may be stuck.
_PATIENCE = 10

#: The types of pictures that are asked for, those first that lose nothing.
_PICTURES = ("image/png", "image/bmp", "image/tiff", "image/webp", "image/jpeg", "image/gif")
_FILES = "text/uri-list"


def on_clipboard(*, progress: object = None) -> bytes | list[Path] | None:
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
    types = _run("--list-types" if _on_wayland() else "TARGETS").decode(errors="replace").split()
    if _FILES in types:
        lines = _run(_FILES).decode(errors="replace").splitlines()
        if paths := [path for path in map(_local_path, lines) if path]:
            return paths
    for kind in _PICTURES:
        if kind in types:
            return _run(kind) or None
    return None


def _on_wayland() -> bool:
    return bool(os.environ.get("WAYLAND_DISPLAY"))


def _run(kind: str) -> bytes:
    """Return what the clipboard holds of a type; nothing if it holds nothing of that type."""
    if _on_wayland():
        name, package = "wl-paste", "wl-clipboard"
        options = [kind] if kind.startswith("--") else ["--no-newline", "--type", kind]
    else:
        name = package = "xclip"
        options = ["-selection", "clipboard", "-target", kind, "-out"]
    if not (program := shutil.which(name)):
        raise FlowDeskError(f"To paste pictures, install {package}, or import a file.")
    done = subprocess.run(
        [program, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=_PATIENCE,
    )
    return b"" if done.returncode else done.stdout


def _local_path(line: str) -> Path | None:
    parts = urlsplit(line.strip())
    return Path(url2pathname(parts.path)) if parts.scheme == "file" else None


def _found(held: Image.Image | list[str] | None) -> bytes | list[Path] | None:
    """Return what Pillow has found."""
    if held is None:
        return None
    if isinstance(held, list):
        return [Path(name) for name in held]
    file = io.BytesIO()
    held.convert("RGBA").save(file, "PNG")
    return file.getvalue()
