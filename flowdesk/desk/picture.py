"""Pictures of levels as files: the same for scripts, the command line and the window."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import write_atomically
from flowdesk.draw import raster
from flowdesk.draw.scene import Scene
from flowdesk.draw.theme import THEMES, Theme
from flowdesk.flow.level import Level
from flowdesk.flow.solution import Solution
from flowdesk.flow.tiles import covers, level_scene

#: The ends of the names of pictures that can be written.
SUFFIXES = (".png",)

#: The limits of a cell's size, in pixels.
SMALLEST_CELL, LARGEST_CELL = 4, 1000


@dataclass(frozen=True)
class Style:
    """How a picture looks: `cell` in pixels; `background` (``#rrggbb``) replaces the theme's.

    `transparent` leaves out the ground and the cells, and keeps lines, dots and paths.
    """

    cell: int = 48
    theme: str = "dark"
    labels: bool = False
    background: str = ""
    transparent: bool = False

    def chosen_theme(self) -> Theme:
        """The theme with the background; FlowDeskError where a choice makes no sense."""
        if self.theme not in THEMES:
            raise FlowDeskError(f"There is no theme {self.theme!r}: {', '.join(THEMES)}.")
        if not SMALLEST_CELL <= self.cell <= LARGEST_CELL:
            raise FlowDeskError(
                f"Cells of {self.cell} pixels: {SMALLEST_CELL} to {LARGEST_CELL} are possible."
            )
        theme = THEMES[self.theme]
        if not self.background:
            return theme
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", self.background):
            raise FlowDeskError(f"{self.background!r} is no colour: write it as '#ffffff'.")
        return replace(theme, ground=self.background, cell=self.background)


def scene_of(level: Level, solution: Solution | None, *, labels: bool) -> Scene:
    """The level, or its solution if there is one, as it is to be seen."""
    return level_scene(level, covers(solution) if solution else None, labels=labels)


def picture_bytes(
    level: Level, solution: Solution | None = None, style: Style | None = None
) -> bytes:
    """The level, or its solution if given, as a PNG file."""
    style = style or Style()
    scene = scene_of(level, solution, labels=style.labels)
    return raster.png(scene, style.chosen_theme(), style.cell, transparent=style.transparent)


def check_suffix(path: Path) -> None:
    """FlowDeskError unless pictures of this kind can be written."""
    if path.suffix.lower() not in SUFFIXES:
        raise FlowDeskError(f"{path}: pictures are written as {', '.join(SUFFIXES)}.")


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
) -> None:
    """Write a picture of a level, or of its solution; see `Style` for the choices.

    Raises FlowDeskError with a sentence; what stood at `path` is then untouched.
    """
    path = Path(path)
    check_suffix(path)
    style = Style(cell, theme, labels, background, transparent)
    write_atomically(path, picture_bytes(level, solution, style))
