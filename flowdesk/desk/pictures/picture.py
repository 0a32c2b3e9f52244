"""Pictures of levels as files and on the clipboard, for scripts, command line and window."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.storage import write_atomically
from flowdesk.desk.pictures.playback import movie_of
from flowdesk.desk.pictures.style import Style
from flowdesk.draw import animation, pdf, raster
from flowdesk.draw.pdf import PIXEL
from flowdesk.draw.scene import Movie, Scene
from flowdesk.draw.shapes import svg
from flowdesk.draw.theme import Look
from flowdesk.kinds.table import board_scene, kind_of

#: Called with the share of the work that is done; what it raises ends the work.
Progress: TypeAlias = Callable[[float], None]


@dataclass(frozen=True)
class PictureFormat:
    """A format of picture files, which `moves` if it is an animation of the solution.

    `write` gets a scene and a look; or, if it moves, a movie, a look and ``progress=``. `paper`: it
    can be laid out on a page, which `write` gets as well; `has_pixels`: it is not made of vectors;
    `hard_edges`: its pixels are either clear or opaque. No side is longer than `most_side` pixels,
    and no picture has more than `most_pixels`.
    """

    suffix: str
    name: str
    write: Callable[..., bytes]
    moves: bool = False
    paper: bool = False
    has_pixels: bool = True
    hard_edges: bool = False
    most_side: int = raster.MAX_SIDE
    most_pixels: int = raster.MAX_PIXELS


_drawing = partial(PictureFormat, has_pixels=False, most_pixels=raster.MAX_SIDE**2)
_moving = partial(PictureFormat, moves=True, most_pixels=animation.MAX_PIXELS)

FORMATS = {
    each.suffix: each
    for each in (
        PictureFormat(".png", "PNG picture", raster.png),
        _drawing(".svg", "SVG drawing", svg),
        _drawing(".pdf", "PDF page", pdf.pdf, paper=True, most_side=int(pdf.MAX_SIDE / PIXEL)),
        _moving(".gif", "GIF animation", animation.gif, hard_edges=True),
        _moving(".apng", "APNG animation", animation.apng),
        _moving(".webp", "WebP animation", animation.webp, most_side=animation.MAX_WEBP_SIDE),
    )
}


def scene_of(
    puzzle: Puzzle, solution: Answer | None, *, labels: bool, caption: bool = False
) -> Scene:
    """Return the scene of a puzzle, or of its solution if given."""
    segments = kind_of(puzzle).drawing.segments(puzzle, solution) if solution else None
    scene = board_scene(puzzle, segments, labels=labels)
    return replace(scene, caption=caption_of(puzzle)) if caption else scene


def caption_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the lines under a board: title and author, if it has them."""
    lines = (" ".join(puzzle.about.get(name, "").split()) for name in ("title", "author"))
    return tuple(line for line in lines if line)


@dataclass(frozen=True)
class Seen:
    """A board as a window shows it, without labels and with them, and a sentence about it."""

    plain: Scene
    labeled: Scene
    caption: str = ""

    def scene(self, puzzle: Puzzle, style: Style, *, labels: bool, sentence: bool = True) -> Scene:
        """Return the scene of a picture, with what the style and the `sentence` want below it."""
        scene = self.labeled if labels else self.plain
        caption = caption_of(puzzle) if style.caption else ()
        return replace(scene, caption=caption, text=self.caption if sentence else "")


def picture_bytes(
    puzzle: Puzzle,
    solution: Answer | None = None,
    style: Style | None = None,
    suffix: str = ".png",
    *,
    progress: Progress | None = None,
) -> bytes:
    """Return a picture of a puzzle, or of its solution if given; animations show it being drawn."""
    style, file_format = style or Style(), FORMATS[suffix]
    look = style.look()
    labels, still = style.labels or look.theme.labels, None if file_format.moves else solution
    scene = scene_of(puzzle, still, labels=labels, caption=style.caption)
    if not file_format.moves:
        return scene_bytes(scene, style, suffix)
    checked_size(scene, look, file_format)
    with memory_for_a_picture():
        movie = Movie(scene, ())
        if solution:
            movie = movie_of(puzzle, solution, scene, labels=labels, seconds=style.seconds)
        return file_format.write(movie, look, progress=progress)


def pictures_bytes(
    puzzles: Sequence[Puzzle], style: Style, suffix: str, *, progress: Progress
) -> list[bytes]:
    """Return a picture of each puzzle, in a format that does not move."""
    pictures = []
    for number, puzzle in enumerate(puzzles, 1):
        pictures.append(picture_bytes(puzzle, None, style, suffix))
        progress(number / len(puzzles))
    return pictures


def scene_bytes(scene: Scene, style: Style, suffix: str = ".png") -> bytes:
    """Return a picture of a scene, in a format that does not move."""
    look, file_format = style.look(), FORMATS[suffix]
    if not (file_format.paper and style.page):
        checked_size(scene, look, file_format)
    with memory_for_a_picture():
        if file_format.paper:
            return file_format.write(scene, look, style.page)
        return file_format.write(scene, look)


@contextlib.contextmanager
def memory_for_a_picture() -> Iterator[None]:
    """Turn all errors for lack of memory into FlowDeskError; wrap all painting in it.

    Besides MemoryError, Pillow's encoders raise an OSError without a number for PNG, and for WebP
    a ValueError with the number 1 or 2.
    """
    try:
        yield
    except (MemoryError, OSError, ValueError) as error:
        is_of_webp = str(error) in ("encoding error 1", "encoding error 2")
        if isinstance(error, ValueError) and not is_of_webp:
            raise
        if isinstance(error, OSError) and error.errno is not None:
            raise
        sentence = "There is not enough memory for this picture: choose smaller cells."
        raise FlowDeskError(sentence) from error


def checked_size(scene: Scene, look: Look, file_format: PictureFormat) -> tuple[int, int]:
    """Return width and height in pixels; FlowDeskError if the format has no picture so large."""
    return raster.checked_size(scene, look, file_format.most_side, file_format.most_pixels)


def format_of(path: Path) -> PictureFormat:
    """Return the picture format of a file's suffix; FlowDeskError if there is none."""
    if found := FORMATS.get(path.suffix.lower()):
        return found
    raise FlowDeskError(f"{path}: pictures are written as {', '.join(FORMATS)}.")


def picture_names(names: Sequence[str], suffix: str) -> list[str]:
    """Return names for the pictures of puzzles, given their own: ``a.txt#2`` has ``a-2.png``."""
    found: dict[str, None] = {}
    for name in names:
        file, _, number = os.path.basename(name).partition("#")
        stem = "-".join(filter(None, [os.path.splitext(file)[0], number]))
        stems = itertools.chain([stem], (f"{stem}-{n}" for n in itertools.count(2)))
        found[next(f"{each}{suffix}" for each in stems if f"{each}{suffix}" not in found)] = None
    return list(found)


def render(
    puzzle: Puzzle, path: str | Path, *, solution: Answer | None = None, **options: Any
) -> None:
    """Write a picture of a puzzle, or of its solution; the options are the fields of `Style`.

    The suffix of `path` determines the format. FlowDeskError if that fails; a file that was there
    is then unchanged.
    """
    path = Path(path)
    suffix = format_of(path).suffix
    write_atomically(path, picture_bytes(puzzle, solution, Style(**options), suffix))


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


def copy_scene(scene: Scene, style: Style) -> None:
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
