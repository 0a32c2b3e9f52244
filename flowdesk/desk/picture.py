"""Pictures of levels as files: the same for scripts, the command line and the window."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import write_atomically
from flowdesk.desk.movie import movie_of
from flowdesk.desk.themes import theme_named
from flowdesk.draw import animation, pdf, raster, svg
from flowdesk.draw.scene import Movie, Scene
from flowdesk.draw.theme import Theme
from flowdesk.flow.level import Level
from flowdesk.flow.solution import Solution
from flowdesk.flow.tiles import covers, level_scene

#: The limits of a cell's size, in pixels.
SMALLEST_CELL, LARGEST_CELL = 4, 1000
#: The longest animation, in seconds.
LONGEST = 600.0


@dataclass(frozen=True)
class Kind:
    """A kind of picture file: `moves` if it shows how the solution comes about.

    `paper` if it can be laid out on a page; `pixels` if it has any, so that its size is limited.
    """

    suffix: str
    name: str
    moves: bool = False
    paper: bool = False
    pixels: bool = True


KINDS = {
    kind.suffix: kind
    for kind in (
        Kind(".png", "PNG picture"),
        Kind(".svg", "SVG drawing", pixels=False),
        Kind(".pdf", "PDF page", paper=True, pixels=False),
        Kind(".gif", "GIF animation", moves=True),
        Kind(".apng", "APNG animation", moves=True),
        Kind(".webp", "WebP animation", moves=True),
    )
}


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
        if self.page and self.page not in pdf.PAPERS:
            raise FlowDeskError(f"There is no paper {self.page!r}: {', '.join(pdf.PAPERS)}.")
        if not self.background:
            return theme
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", self.background):
            raise FlowDeskError(f"{self.background!r} is no colour: write it as '#ffffff'.")
        return replace(theme, ground=self.background, cell=self.background)


def scene_of(
    level: Level, solution: Solution | None, *, labels: bool, caption: bool = False
) -> Scene:
    """The level, or its solution if there is one, as it is to be seen."""
    scene = level_scene(level, covers(solution) if solution else None, labels=labels)
    return replace(scene, caption=caption_of(level)) if caption else scene


def caption_of(level: Level) -> tuple[str, ...]:
    """The lines under a board: its title and its author, as far as it has them."""
    return tuple(
        " ".join(text.split()) for name in ("title", "author") if (text := level.about.get(name))
    )


def picture_bytes(
    level: Level,
    solution: Solution | None = None,
    style: Style | None = None,
    suffix: str = ".png",
    *,
    progress: Callable[[float], None] | None = None,
) -> bytes:
    """A file with the level, or its solution if given, in the kind of picture of the suffix.

    Kinds that move show how the solution comes about, or without one the level alone; `progress`
    is called with the share of the work that is done, and what it raises ends the work.
    """
    style = style or Style()
    theme, transparent = style.chosen_theme(), style.transparent
    labels = style.labels or theme.labels
    if KINDS[suffix].moves:
        scene = scene_of(level, None, labels=labels, caption=style.caption)
        movie = Movie(scene, ())
        if solution:
            movie = movie_of(level, solution, scene, labels=labels, seconds=style.seconds)
        write = {".gif": animation.gif, ".apng": animation.apng, ".webp": animation.webp}[suffix]
        return write(movie, theme, style.cell, transparent=transparent, progress=progress)
    scene = scene_of(level, solution, labels=labels, caption=style.caption)
    if suffix == ".svg":
        return svg.svg(scene, theme, style.cell, transparent=transparent)
    if suffix == ".pdf":
        return pdf.pdf(scene, theme, style.cell, transparent=transparent, page=style.page)
    return raster.png(scene, theme, style.cell, transparent=transparent)


def checked_size(scene: Scene, style: Style, suffix: str) -> tuple[int, int]:
    """Width and height of a picture in pixels; FlowDeskError if its kind cannot be so large."""
    if not KINDS[suffix].pixels:
        return raster.picture_size(scene, style.cell)
    most_side = animation.MAX_WEBP_SIDE if suffix == ".webp" else raster.MAX_SIDE
    most_pixels = animation.MAX_PIXELS if KINDS[suffix].moves else raster.MAX_PIXELS
    return raster.checked_size(scene, style.cell, most_side, most_pixels)


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
