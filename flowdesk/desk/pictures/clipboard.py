"""Put pictures on the clipboard by programs of the system: Tk itself can put text only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.desk.pictures.picture import Progress, picture_bytes, scene_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.draw.scene import Scene

#: The time limit of such a program, in seconds.
_PATIENCE = 20

_MAC = 'set the clipboard to (read (POSIX file (system attribute "PICTURE")) as «class PNGf»)'
_WINDOWS = """
Add-Type -AssemblyName System.Windows.Forms, System.Drawing
$stream = New-Object IO.MemoryStream(, [IO.File]::ReadAllBytes($env:PICTURE))
$data = New-Object Windows.Forms.DataObject
$data.SetData('PNG', $false, $stream)
$data.SetImage([Drawing.Image]::FromStream($stream))
[Windows.Forms.Clipboard]::SetDataObject($data, $true)
"""
#: The programs that read the file named by the environment variable ``PICTURE``.
_READING_A_FILE = {
    "darwin": ["osascript", "-e", _MAC],
    "win32": ["powershell", "-NoProfile", "-STA", "-Command", _WINDOWS],
}


def copy_picture(
    puzzle: Puzzle, solution: Answer | None, style: Style, *, progress: Progress | None = None
) -> None:
    """Put a picture of a puzzle, or of its solution, on the clipboard; errors as in `copy_png`."""
    copy_png(picture_bytes(puzzle, solution, style, progress=progress))


def copy_scene(scene: Scene, style: Style, *, progress: object = None) -> None:
    """Put a picture of a scene on the clipboard; errors as in `copy_png`."""
    copy_png(scene_bytes(scene, style))


def copy_png(data: bytes) -> None:
    """Put a PNG file on the clipboard; FlowDeskError, with what to install, if that fails."""
    if command := _READING_A_FILE.get(sys.platform):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "picture.png"
            path.write_bytes(data)
            _run(command, b"", {"PICTURE": str(path)})
    elif os.environ.get("WAYLAND_DISPLAY") and shutil.which("wl-copy"):
        _run(["wl-copy", "--type", "image/png"], data)
    elif os.environ.get("DISPLAY") and shutil.which("xclip"):
        _run(["xclip", "-selection", "clipboard", "-target", "image/png"], data)
    else:
        package = "wl-clipboard" if os.environ.get("WAYLAND_DISPLAY") else "xclip"
        sentence = f"To copy pictures, install {package}, or export the picture to a file."
        raise FlowDeskError(sentence)


def _run(command: Sequence[str], data: bytes, names: dict[str, str] | None = None) -> None:
    """Run a program that reads `data` and may keep running to serve the clipboard."""
    try:
        done = subprocess.run(
            command,
            input=data,
            env={**os.environ, **(names or {})},
            stdout=subprocess.DEVNULL,  # a program that keeps running would keep a pipe open
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE,
            start_new_session=True,  # Ctrl-C in our terminal must not end it
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FlowDeskError(f"The clipboard did not take the picture: {error}.") from error
    if done.returncode:
        why = f"{command[0]} failed (status {done.returncode})"
        raise FlowDeskError(f"The clipboard did not take the picture: {why}.")
