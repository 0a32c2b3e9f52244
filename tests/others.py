"""The puzzles by other people in the corpus, by pack."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from flowdesk import load
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink


@cache
def packs(corpus: Path) -> dict[str, list[Level]]:
    """Return the levels of each pack, by the name and the size."""
    flow = corpus / "flow"
    found: dict[str, list[Level]] = {}
    for folder in sorted((flow / "colour-json").iterdir()):
        levels = [from_colors(file) for file in _in_order(folder.glob("*.json"))]
        for size in sorted({level.width for level in levels}):
            name = f"{folder.name.split('-')[0]} {size}x{size}"
            found[name] = [level for level in levels if level.width == size]
    for kind in ("extreme", "jumbo"):
        for file in _in_order((flow / "maps").glob(f"{kind}_*.txt")):
            found.setdefault(" ".join(file.stem.split("_")[:2]), []).extend(load(file))
    found["coordinates, to 9x9"] = [
        from_coordinates(file) for file in _in_order((flow / "coordinates").glob("*.txt"))
    ]
    for file in _in_order((flow / "packs").glob("*.txt")):
        levels = load(file)
        sizes = {f"{level.width}x{level.height}" for level in levels}
        found[f"{file.stem}, {sizes.pop() if len(sizes) == 1 else 'many sizes'}"] = levels
    return found


@cache
def slitherlinks(corpus: Path) -> dict[str, list[Slitherlink]]:
    """Return the Slitherlinks of each file, by its name."""
    files = sorted((corpus / "slitherlink").glob("*.slk"))
    return {file.stem: load(file) for file in files}


def _in_order(paths: Iterable[Path]) -> list[Path]:
    """Return paths in the order of the numbers in their names: 2 before 10."""
    return sorted(paths, key=lambda path: [int(n) for n in re.findall(r"\d+", path.name)] or [0])


def from_colors(file: Path) -> Level:
    """Read a level from rows of colours; two equal ones are the endpoints of a colour."""
    rows = json.loads(file.read_text())
    labels: dict[str, str] = {}
    endpoints = {
        (x, y): labels.setdefault(str(color), LABELS[len(labels)])
        for y, row in enumerate(rows)
        for x, color in enumerate(row)
        if color is not None
    }
    return Level(len(rows[0]), len(rows), endpoints)


def from_coordinates(file: Path) -> Level:
    """Read a level from a line with its size, and a line with two cells for each colour."""
    first, *rest = file.read_text().splitlines()
    colors, width, height = (int(number) for number in first.split())
    endpoints = {
        (int(x), int(y)): label
        for label, line in zip(LABELS, rest[:colors], strict=False)
        for x, y in re.findall(r"\((\d+), (\d+)\)", line)
    }
    return Level(width, height, endpoints)
