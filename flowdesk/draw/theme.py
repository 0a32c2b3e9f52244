"""Themes: the colours of everything that is not a colour of the puzzle itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Theme:
    """The colours of a board, all ``#rrggbb``.

    `ground` lies round the board and in its holes. `recolor` replaces colours of the puzzle
    that this theme's cells would swallow. `rim` is drawn round dots where it is not empty.
    """

    name: str
    ground: str
    cell: str
    line: str
    wall: str
    cursor: str
    hover: str
    mark: str
    rim: str = ""
    recolor: Mapping[str, str] = field(default_factory=dict)

    def color(self, color: str) -> str:
        """A colour of the puzzle as this theme shows it."""
        return self.recolor.get(color, color)


DARK = Theme(
    name="dark",
    ground="#1c1c1c",
    cell="#000000",
    line="#4a4436",
    wall="#e8d9b0",
    cursor="#ffffff",
    hover="#6b675c",
    mark="#ff4d4d",
    recolor={"#00008b": "#1c1cb4", "#534b73": "#6a6093"},
)

LIGHT = Theme(
    name="light",
    ground="#fafafa",
    cell="#eee9dd",
    line="#cfc6b2",
    wall="#3b3428",
    cursor="#1a1a1a",
    hover="#b8ad93",
    mark="#d11313",
    rim="#8a8170",
    recolor={"#eae000": "#e6c800", "#00ffff": "#00c8dc", "#00ff00": "#15d115"},
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}


def luminance(color: str) -> float:
    """How light a colour is to the eye, from 0 (black) to 1 (white), as WCAG 2 defines it."""

    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(color[i : i + 2]) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def text_color(background: str) -> str:
    """Black or white, whichever reads better on a background."""
    return "#000000" if luminance(background) > 0.18 else "#ffffff"
