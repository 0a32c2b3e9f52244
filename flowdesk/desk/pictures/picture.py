"""Pictures of levels as files, for scripts, the command line and the window."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.storage import write_atomically
from flowdesk.desk.pictures.playback import movie_of
from flowdesk.desk.pictures.style import Style
from flowdesk.draw import raster, svg
from flowdesk.draw.look import Look
from flowdesk.draw.moving import animation
from flowdesk.draw.paper import pdf
from flowdesk.draw.paper.page import PIXEL
from flowdesk.draw.scene import Movie, Scene
from flowdesk.kinds.table import board_scene, kind_of

#: Called with the share of the work that is done; what it raises ends the work.
Progress: TypeAlias = Callable[[float], None]

#: Writes a movie, or the scene that it begins with, in a look; a paper is for PDF alone.
Writer: TypeAlias = Callable[[Movie, Look, str, Progress | None], bytes]


@dataclass(frozen=True, kw_only=True)
class PictureFormat:
    """A format of picture files, which `moves` if it is an animation of the solution.

    `paper`: it can be laid out on a page; `has_pixels`: it is not made of vectors; `hard_edges`:
    its pixels are either clear or opaque. No side is longer than `most_side` pixels, and no
    picture has more than `most_pixels`.
    """

    suffix: str
    name: str
    write: Writer
    moves: bool = False
    paper: bool = False
    has_pixels: bool = True
    hard_edges: bool = False
    most_side: int = raster.MAX_SIDE
    most_pixels: int = raster.MAX_PIXELS


def _still(write: Callable[[Scene, Look], bytes]) -> Writer:
    """Return a writer of movies that writes the first scene."""
    return lambda movie, look, paper, progress: write(movie.scene, look)


def _moving(write: Callable[..., bytes]) -> Writer:
    return lambda movie, look, paper, progress: write(movie, look, progress=progress)


_NO_LIMIT = raster.MAX_SIDE**2

_MOST_MOVING = animation.MAX_PIXELS

FORMATS = {
    each.suffix: each
    for each in (
        PictureFormat(suffix=".png", name="PNG picture", write=_still(raster.png)),
        PictureFormat(
            suffix=".svg",
            name="SVG drawing",
            write=_still(svg.svg),
            has_pixels=False,
            most_pixels=_NO_LIMIT,
        ),
        PictureFormat(
            suffix=".pdf",
            name="PDF page",
            write=lambda movie, look, paper, progress: pdf.pdf(movie.scene, look, paper),
            paper=True,
            has_pixels=False,
            most_side=int(pdf.MAX_SIDE / PIXEL),
            most_pixels=_NO_LIMIT,
        ),
        PictureFormat(
            suffix=".gif",
            name="GIF animation",
            write=_moving(animation.gif),
            moves=True,
            hard_edges=True,
            most_pixels=_MOST_MOVING,
        ),
        PictureFormat(
            suffix=".apng",
            name="APNG animation",
            write=_moving(animation.apng),
            moves=True,
            most_pixels=_MOST_MOVING,
        ),
        PictureFormat(
            suffix=".webp",
            name="WebP animation",
            write=_moving(animation.webp),
            moves=True,
            most_side=animation.MAX_WEBP_SIDE,
            most_pixels=_MOST_MOVING,
        ),
    )
}


def scene_of(
    puzzle: Puzzle, solution: Answer | None, *, labels: bool, caption: bool = False
) -> Scene:
    """Return the scene of a puzzle, or of its solution if given."""
    kind = kind_of(puzzle)
    scene = board_scene(puzzle, kind.segments(solution) if solution else None, labels=labels)
    return replace(scene, caption=caption_of(puzzle)) if caption else scene


def caption_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the lines under a board: title and author, if it has them."""
    lines = (" ".join(puzzle.about.get(name, "").split()) for name in ("title", "author"))
    return tuple(line for line in lines if line)


def picture_bytes(
    puzzle: Puzzle,
    solution: Answer | None = None,
    style: Style | None = None,
    suffix: str = ".png",
    *,
    progress: Progress | None = None,
) -> bytes:
    """Return a picture of a puzzle, or of its solution if given, in the format of the suffix.

    Animations show how the solution is drawn, or without one the puzzle alone.
    """
    style, file_format = style or Style(), FORMATS[suffix]
    look = style.look()
    labels, still = style.labels or look.theme.labels, None if file_format.moves else solution
    scene = scene_of(puzzle, still, labels=labels, caption=style.caption)
    if not (file_format.paper and style.page):
        checked_size(scene, look, file_format)
    movie = Movie(scene, ())
    with memory_for_a_picture():
        if file_format.moves and solution:
            movie = movie_of(puzzle, solution, scene, labels=labels, seconds=style.seconds)
        return file_format.write(movie, look, style.page, progress)


@contextlib.contextmanager
def memory_for_a_picture() -> Iterator[None]:
    """Turn all errors for lack of memory into FlowDeskError; wrap all painting in it.

    Besides MemoryError, Pillow's encoders raise an OSError without a number for PNG, and for WebP
    a ValueError with the number 1 or 2.
    """
    try:
        yield
    except (MemoryError, OSError, ValueError) as error:
        is_webp = isinstance(error, ValueError)
        if is_webp and str(error) not in ("encoding error 1", "encoding error 2"):
            raise
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise FlowDeskError(
            "There is not enough memory for this picture: choose smaller cells."
        ) from error


def checked_size(scene: Scene, look: Look, file_format: PictureFormat) -> tuple[int, int]:
    """Return width and height in pixels; FlowDeskError if the format has no picture so large."""
    return raster.checked_size(scene, look, file_format.most_side, file_format.most_pixels)


def format_of(path: Path) -> PictureFormat:
    """Return the picture format of a file's suffix; FlowDeskError if there is none."""
    found = FORMATS.get(path.suffix.lower())
    if found is None:
        raise FlowDeskError(f"{path}: pictures are written as {', '.join(FORMATS)}.")
    return found


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
