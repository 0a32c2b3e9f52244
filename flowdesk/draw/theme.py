"""Themes: the colours of boards, as small JSON files in ``assets/themes`` that can be copied.

::

    {"base": "dark",
     "ground": "#1c1c1c", ...
     "labels": true,
     "colors": {"#ff0000": "#ff5555", ...}}

What a file leaves out is taken from its base, one of the themes that come with FlowDesk. A file
without a base has to be complete.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

from flowdesk.core.finding import FormatError
from flowdesk.core.json_object import parse_json
from flowdesk.core.storage import decode, read_bytes, shipped
from flowdesk.draw.scene import Tile

_NOTHING: Mapping[str, str] = MappingProxyType({})

#: The parts of a theme that are colours, and those of them that may be empty.
_NEEDED = ("ground", "cell", "line", "wall", "cursor", "hover", "mark", "hint")
_OPTIONAL = ("hole", "dot", "pipe", "fill", "rim", "loop", "clue")
_PARTS = (*_NEEDED, *_OPTIONAL, "labels", "colors")


#: Paths with less contrast than this to light cells get an outline.
_FAINTEST = 1.3


@dataclass(frozen=True)
class Theme:
    """The colours of a board, all ``#rrggbb``.

    `ground` is round the board, and in holes if `hole` is empty; `mark` covers mistakes, `hint`
    is below what a hint is about. `dot`, `pipe` and `fill` are the colours of all endpoints, all
    paths and all cells that paths cover; an empty one stands for the path's own colour. `rim` is
    drawn round endpoints unless it is empty. `loop` is the colour of a line along the grid, and of
    what is inside it, that of walls if empty; `clue` that of numbers, black or white if empty,
    whichever is easier to read on a cell. `colors` replaces colours of the puzzle, such as
    those that are too close to this theme's cells. With `labels` endpoints always show theirs.
    """

    name: str
    ground: str
    cell: str
    line: str
    wall: str
    cursor: str
    hover: str
    mark: str
    hint: str
    hole: str = ""
    dot: str = ""
    pipe: str = ""
    fill: str = ""
    rim: str = ""
    loop: str = ""
    clue: str = ""
    labels: bool = False
    colors: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def is_light(self) -> bool:
        """Whether dark text is easier to read on the ground than light text."""
        return text_color(self.ground) == "#000000"

    def color(self, color: str) -> str:
        return self.colors.get(color, color)

    def color_of(self, tile: Tile) -> str:
        match tile.kind:
            case "cell" | "line" | "wall" | "mark" | "hint" | "dot" | "fill" | "pipe":
                color: str = getattr(self, tile.kind)
            case "frame" | "bad loop" | "bad clue":
                color = self.mark
            case "point" | "warp":
                color = self.wall
            case "deck":
                color = (self.fill or self.color(tile.color)) if tile.color else self.cell
            case "cross" | "pattern":
                line = self.loop if tile.side.startswith("edge") else ""  # part of a loop
                color = self.color(tile.color) or line or self.wall
            case "loop" | "inside":
                color = self.color(tile.color) or self.loop or self.wall
            case "clue":
                color = self.color(tile.color) or self.clue or text_color(self.cell)
            case "pencil" if tile.text and self.dot:
                color = text_color(self.cell)
            case "stripe" | "pencil":
                color = ""  # in every theme: their colours tell them apart
            case "hole":
                color = self.hole or self.ground
            case "rim":
                color = self.rim or self.dot
            case "text":
                color = text_color(self.dot or self.color(tile.color))
            case "arrow":
                color = text_color(self.pipe or self.color(tile.color) or self.wall)
            case "ring":
                color = self.pipe
        return color or self.color(tile.color)

    def outline_of(self, path: Tile) -> str:
        """Return the colour of a path's outline, such as that of a white one on paper, or ''."""
        return self.rim or self.wall if self.is_faint(path) else ""

    def is_faint(self, tile: Tile) -> bool:
        """Whether a tile is hardly seen on a light cell."""
        shades = sorted((luminance(self.color_of(tile)), luminance(self.cell)))
        is_clear = shades[1] + 0.05 >= _FAINTEST * (shades[0] + 0.05)
        return not is_clear and text_color(self.cell) == "#000000"


@dataclass(frozen=True)
class Look:
    """The theme, and the size of a cell in pixels, a whole number in pictures made of pixels.

    `transparent` leaves out the ground and the cells, and keeps grid lines, endpoints and paths.
    Labels are left out of cells that are smaller than `labels_from`: on a screen nobody reads them.
    """

    theme: Theme
    cell: float
    transparent: bool = False
    labels_from: float = 0


@cache
def luminance(color: str) -> float:
    """Return the relative luminance of a colour by WCAG 2, from 0 (black) to 1 (white)."""

    def linear(part: int) -> float:
        value = part / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, rgb(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def between(color: str, other: str, share: float) -> str:
    """Return a colour on the way to another one: 0 is the first, 1 the other."""
    parts = zip(rgb(color), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in parts)


def rgb(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of a colour ``#rrggbb``, from 0 to 255."""
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def text_color(background: str) -> str:
    """Return black or white, whichever is easier to read on a background."""
    return "#000000" if luminance(background) > 0.18 else "#ffffff"


def read_theme(
    text: str, name: str, bases: Mapping[str, Theme], labels: Mapping[str, str] = _NOTHING
) -> Theme:
    """Return the theme in a file; FormatError names the value that is wrong, and its line.

    `bases` are the themes that it may start from. `labels` are the usual colours of puzzles by
    their labels, which "colors" may use instead of them.
    """
    data = _parsed(text)
    values: dict[str, Any] = {}
    if "base" in data:
        base = data.pop("base")
        if not isinstance(base, str) or base not in bases:
            raise _wrong(text, "base", base, "no theme to start from", _there_are(bases))
        values = {part: getattr(bases[base], part) for part in _PARTS}
    for part, value in data.items():
        if part not in _PARTS:
            raise _wrong(text, part, None, "no part of a theme", _there_are(["base", *_PARTS]))
        if part == "colors":
            values[part] = {**values.get(part, {}), **_read_colors(text, value, labels)}
        elif part == "labels" and not isinstance(value, bool):
            raise _wrong(text, part, value, "neither true nor false")
        elif part == "labels" or (part in _OPTIONAL and value == ""):
            values[part] = value
        else:
            values[part] = _read_color(text, part, value)
    if missing := [part for part in _NEEDED if part not in values]:
        hint = 'Or start from another theme: "base": "dark".'
        raise FormatError(f"{missing[0]!r} is missing.", hint=hint)
    return Theme(name, **values)


def _parsed(text: str) -> dict[str, object]:
    data = parse_json(text)
    if not isinstance(data, dict):
        raise FormatError("a theme is a JSON object.", hint='It begins with {"base": "dark", ...')
    return data


def _read_colors(text: str, data: object, labels: Mapping[str, str]) -> dict[str, str]:
    if not isinstance(data, dict):
        raise _wrong(text, "colors", data, "no JSON object", 'Write {"#ff0000": "#ff5555"}.')
    colors = {}
    for key, value in data.items():
        color = labels.get(key, key.lower())
        if not _is_color(color):
            either = "a label or a colour" if labels else "a colour"
            raise _wrong(text, key, None, f"not {either} of the puzzle", "Write it as '#ff0000'.")
        colors[color] = _read_color(text, key, value)
    return colors


def _read_color(text: str, part: str, value: object) -> str:
    if not _is_color(value):
        raise _wrong(text, part, value, "no colour", "Write it as '#rrggbb', such as '#4a90d9'.")
    return str(value).lower()


def _is_color(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("#[0-9a-fA-F]{6}", value) is not None


def _there_are(names: Iterable[str]) -> str:
    return f"There are {', '.join(names)}."


def _wrong(text: str, part: str, value: object, why: str, hint: str = "") -> FormatError:
    """Return an error about a part of a theme, with its line in the text."""
    found = re.search(re.escape(json.dumps(part, ensure_ascii=False)) + r"\s*:", text)
    line = text.count("\n", 0, found.start()) + 1 if found else 0
    written = "" if value is None else f" {json.dumps(value):.40},"
    return FormatError(f"{part!r} is{written} {why}.", line=line, hint=hint)


def _read_shipped() -> dict[str, Theme]:
    folder = shipped("assets") / "themes"
    themes: dict[str, Theme] = {}
    for name in ("dark", "light", "colour-blind", "print"):
        themes[name] = read_theme(decode(read_bytes(folder / f"{name}.json")), name, themes)
    return themes


#: The themes that come with FlowDesk, in the order in which they are offered.
THEMES: Mapping[str, Theme] = _read_shipped()
DARK, LIGHT = THEMES["dark"], THEMES["light"]
