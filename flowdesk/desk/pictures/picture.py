"""Pictures of levels as files: the same for scripts, the command line and the window."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import write_atomically
from flowdesk.desk.pictures.movie import movie_of
from flowdesk.desk.pictures.themes import theme_named
from flowdesk.draw import raster, svg
from flowdesk.draw.moving import animation
from flowdesk.draw.paper import pdf
from flowdesk.draw.scene import Movie, Scene
from flowdesk.draw.theme import Theme
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.tiles import covers, level_scene

#: The limits of a cell's size, in pixels.
SMALLEST_CELL, LARGEST_CELL = 4, 1000
#: The longest animation, in seconds.
LONGEST = 600.0


#: Called with the share of the work that is done; what it raises ends the work.
Progress: TypeAlias = Callable[[float], None]


@dataclass(frozen=True)
class Style:
    """How a picture looks: `cell` in pixels; `background` (``#rrggbb``) replaces the theme's.

    `transparent` leaves out the ground and the cells, and keeps lines, dots and paths. `caption`
    writes title and author under the board. `seconds` is how long an animation takes from the
    first cell to the last, 0 for as long as in the window; `page` is the paper of a PDF (see
    `pdf.PAPERS`), empty for a page as large as the board.
    """

    cell: int = 48
    theme: str = "dark"
    labels: bool = False
    background: str = ""
    transparent: bool = False
    caption: bool = False
    seconds: float = 0.0
    page: str = ""

    def chosen_theme(self) -> Theme:
        """The theme with the background; FlowDeskError where a choice makes no sense."""
        theme = theme_named(self.theme)
        if self.background or self.transparent:  # holes would look like cells
            theme = replace(theme, hole=theme.hole or theme.line)
        if not SMALLEST_CELL <= self.cell <= LARGEST_CELL:
            raise FlowDeskError(
                f"Cells of {self.cell} pixels: {SMALLEST_CELL} to {LARGEST_CELL} are possible."
            )
        if not 0 <= self.seconds <= LONGEST:
            raise FlowDeskError(
                f"An animation of {self.seconds:g} seconds: 0 to {LONGEST:g} are possible."
            )
        if self.background and self.transparent:
            raise FlowDeskError("A picture has a background, or is transparent: not both.")
        if self.page and self.page not in pdf.PAPERS:
            raise FlowDeskError(f"There is no paper {self.page!r}: {', '.join(pdf.PAPERS)}.")
        if not self.background:
            return theme
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", self.background):
            raise FlowDeskError(f"{self.background!r} is no colour: write it as '#ffffff'.")
        return replace(theme, ground=self.background, cell=self.background)


#: Writes a movie, or the scene that it begins with, in a theme and a style.
Writer: TypeAlias = Callable[[Movie, Theme, Style, Progress | None], bytes]


@dataclass(frozen=True)
class Kind:
    """A kind of picture file: `moves` if it shows how the solution comes about.

    `paper` if it can be laid out on a page, `has_pixels` unless it can be drawn at any size,
    `hard_edges` if its pixels are either clear or opaque. No side is longer than `most_side`
    pixels, and no picture has more than `most_pixels`.
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


def _still(write: Callable[..., bytes]) -> Writer:
    """A writer of scenes, asked for a movie: it shows what there is before anything moves."""
    return lambda movie, theme, style, progress: write(
        movie.scene, theme, style.cell, transparent=style.transparent
    )


def _moving(write: Callable[..., bytes]) -> Writer:
    return lambda movie, theme, style, progress: write(
        movie, theme, style.cell, transparent=style.transparent, progress=progress
    )


def _pdf(movie: Movie, theme: Theme, style: Style, progress: Progress | None) -> bytes:
    transparent, page = style.transparent, style.page
    return pdf.pdf(movie.scene, theme, style.cell, transparent=transparent, page=page)


_NO_LIMIT = raster.MAX_SIDE**2

_MOST_MOVING = animation.MAX_PIXELS

KINDS = {
    kind.suffix: kind
    for kind in (
        Kind(".png", "PNG picture", _still(raster.png)),
        Kind(".svg", "SVG drawing", _still(svg.svg), has_pixels=False, most_pixels=_NO_LIMIT),
        Kind(
            ".pdf",
            "PDF page",
            _pdf,
            paper=True,
            has_pixels=False,
            most_side=int(pdf.MAX_SIDE / pdf.PIXEL),
            most_pixels=_NO_LIMIT,
        ),
        Kind(
            ".gif",
            "GIF animation",
            _moving(animation.gif),
            moves=True,
            hard_edges=True,
            most_pixels=_MOST_MOVING,
        ),
        Kind(
            ".apng", "APNG animation", _moving(animation.apng), moves=True, most_pixels=_MOST_MOVING
        ),
        Kind(
            ".webp",
            "WebP animation",
            _moving(animation.webp),
            moves=True,
            most_side=animation.MAX_WEBP_SIDE,
            most_pixels=_MOST_MOVING,
        ),
    )
}


def scene_of(
    level: Level, solution: Solution | None, *, labels: bool, caption: bool = False
) -> Scene:
    """The level, or its solution if there is one, as it is to be seen."""
    scene = level_scene(level, covers(solution) if solution else None, labels=labels)
    return replace(scene, caption=caption_of(level)) if caption else scene


def caption_of(level: Level) -> tuple[str, ...]:
    """The lines under a board: its title and its author, as far as it has them."""
    lines = (" ".join(level.about.get(name, "").split()) for name in ("title", "author"))
    return tuple(line for line in lines if line)


def picture_bytes(
    level: Level,
    solution: Solution | None = None,
    style: Style | None = None,
    suffix: str = ".png",
    *,
    progress: Progress | None = None,
) -> bytes:
    """A file with the level, or its solution if given, in the kind of picture of the suffix.

    Kinds that move show how the solution comes about, or without one the level alone.
    """
    style, kind = style or Style(), KINDS[suffix]
    theme = style.chosen_theme()
    labels, still = style.labels or theme.labels, None if kind.moves else solution
    scene = scene_of(level, still, labels=labels, caption=style.caption)
    if not (kind.paper and style.page):
        checked_size(scene, style, kind)
    movie = Movie(scene, ())
    with memory_for_a_picture():
        if kind.moves and solution:
            movie = movie_of(level, solution, scene, labels=labels, seconds=style.seconds)
        return kind.write(movie, theme, style, progress)


@contextlib.contextmanager
def memory_for_a_picture() -> Iterator[None]:
    """FlowDeskError where there is not enough of it; to be wrapped round all painting.

    Pillow has three ways to say so: its encoders raise an OSError without a number for PNG, and a
    ValueError for WebP, in whose list of errors 1 and 2 are about memory.
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


def checked_size(scene: Scene, style: Style, kind: Kind) -> tuple[int, int]:
    """Width and height of a picture in pixels; FlowDeskError if its kind cannot be so large."""
    return raster.checked_size(scene, style.cell, kind.most_side, kind.most_pixels)


def kind_of(path: Path) -> Kind:
    """The kind of picture that a name asks for; FlowDeskError if there is none."""
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise FlowDeskError(f"{path}: pictures are written as {', '.join(KINDS)}.")
    return kind


def render(
    level: Level,
    path: str | Path,
    *,
    solution: Solution | None = None,
    cell: int = 48,
    theme: str = "dark",
    labels: bool = False,
    background: str = "",
    transparent: bool = False,
    caption: bool = False,
    seconds: float = 0.0,
    page: str = "",
) -> None:
    """Write a picture of a level, or of its solution; see `Style` for the choices.

    The suffix says which kind. Raises FlowDeskError with a sentence; what stood at `path` is then
    untouched.
    """
    path = Path(path)
    kind = kind_of(path)
    style = Style(cell, theme, labels, background, transparent, caption, seconds, page)
    write_atomically(path, picture_bytes(level, solution, style, kind.suffix))
