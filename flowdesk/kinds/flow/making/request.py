"""Wish: what a generated level should be like, and what is known against it beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flowdesk.core.grid import Cell, Edge, by_row, components
from flowdesk.kinds.flow.deduction.difficulty import WORDS
from flowdesk.kinds.flow.level import Level, size_problem
from flowdesk.kinds.flow.solution import Solution, touches


@dataclass(frozen=True)
class Wish:
    """What a level should be like.

    `colors` is the fewest and the most, None what suits the size; `shortest` the number of cells
    of the shortest path allowed; `difficulty` one of `WORDS`, or "" for any. By default the
    solution must be the only one by the game's own rule; with `non_touching` it is enough
    that all others touch themselves. The `pinned` paths stay as they are, by their labels.
    """

    width: int
    height: int
    seed: int = 0
    colors: tuple[int, int] | None = None
    shortest: int = 3
    difficulty: str = ""
    non_touching: bool = False
    holes: frozenset[Cell] = frozenset()
    walls: frozenset[Edge] = frozenset()
    pinned: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)

    def level(self, paths: Mapping[str, tuple[Cell, ...]]) -> Level:
        """The level of this shape whose solution are these paths."""
        endpoints = {cell: label for label, path in paths.items() for cell in (path[0], path[-1])}
        return Level(
            self.width,
            self.height,
            {cell: endpoints[cell] for cell in by_row(endpoints)},
            self.holes,
            self.walls,
            drawn=dict(self.pinned),
            touching=not self.non_touching,
        )

    def free_shape(self) -> Level:
        """The board without the cells of the pinned paths."""
        taken = self.holes.union(*self.pinned.values())
        walls = frozenset(wall for wall in self.walls if taken.isdisjoint(wall))
        return Level(self.width, self.height, holes=taken, walls=walls)


def problem(wish: Wish) -> str:
    """Why a wish cannot be met, as far as that is known before any search; empty if it is not."""
    if wrong := size_problem(wish.width, wish.height):
        return wrong
    if wish.difficulty not in ("", *WORDS):
        return f"{wish.difficulty!r} is no difficulty: it is one of {', '.join(WORDS)}."
    if wish.shortest < 2:
        return "The shortest path allowed must have two cells or more: its endpoints."
    if wish.colors and not 1 <= wish.colors[0] <= wish.colors[1]:
        return "The colours wished for must be 1 or more, and the fewest named first."
    return _shape_problem(wish) or _colors_problem(wish)


@dataclass(frozen=True)
class Part:
    """A connected part of the board that new paths have to cover, and how many it takes."""

    cells: tuple[Cell, ...]
    fewest: int
    most: int
    why_fewest: str


def parts(wish: Wish) -> list[Part]:
    """The parts of the board that no pinned path covers."""
    shape = wish.free_shape()
    return [_part(shape, by_row(cells), wish) for cells in components(shape.cells, shape.walls)]


def _part(shape: Level, cells: tuple[Cell, ...], wish: Wish) -> Part:
    ways = [len(shape.neighbors(cell)) for cell in cells]
    dead_ends = ways.count(1)
    surplus = abs(sum((x + y) % 2 * 2 - 1 for x, y in cells))
    is_one_path = max(ways) <= 2 and sum(ways) == 2 * (len(cells) - 1)
    fewest = max(1 if is_one_path else 2, (dead_ends + 1) // 2, surplus)
    why = ""
    if fewest > 1 and fewest == surplus:
        why = f"coloured like a checkerboard it has {surplus} squares more of one kind"
    elif fewest > 1 and fewest == (dead_ends + 1) // 2:
        why = f"it has {dead_ends} dead ends, where paths must end"
    elif fewest > 1:
        why = "a single path would have to touch itself"
    return Part(cells, fewest, len(cells) // wish.shortest, why)


def _shape_problem(wish: Wish) -> str:
    """What is wrong with the holes, the walls and the pinned paths."""
    for label, path in wish.pinned.items():
        if len(path) < 2:
            return f"The path {label} cannot stay: it has less than two cells."
    try:
        level = wish.level(wish.pinned)
    except ValueError as error:
        return str(error)
    if not level.cells:
        return "The board has no cells, only holes."
    touched = touches(level, Solution(wish.pinned)) if wish.non_touching else []
    if touched:
        label = Solution(wish.pinned).label_of[touched[0][0]]
        return f"The path {label} cannot stay: it touches itself, and no path may."
    return ""


def _colors_problem(wish: Wish) -> str:
    """Why the board cannot be shared out among as many colours as are wished for."""
    found = parts(wish)
    for part in found:
        where = "The board" if len(found) == 1 else f"The part of the board at {part.cells[0]}"
        if not part.most:
            cells = "1 cell" if len(part.cells) == 1 else f"{len(part.cells)} cells"
            return f"{where} has only {cells} to cover; the shortest path has {wish.shortest}."
        if part.fewest > part.most:
            return (
                f"{where} takes {part.fewest} paths, as {part.why_fewest}, "
                f"but its {len(part.cells)} cells are too few for paths of {wish.shortest} each."
            )
    fewest = len(wish.pinned) + sum(part.fewest for part in found)
    most = len(wish.pinned) + sum(part.most for part in found)
    if wish.colors and wish.colors[1] < fewest:
        stay = "1 path stays" if len(wish.pinned) == 1 else f"{len(wish.pinned)} paths stay"
        because = [stay] if wish.pinned else []
        because += [f"it has {len(found)} parts to cover"] if len(found) > 1 else []
        because += dict.fromkeys(part.why_fewest for part in found if part.why_fewest)
        return f"The board needs at least {colors_text(fewest)}: {', and '.join(because)}."
    if wish.colors and wish.colors[0] > most:
        fit = "fits" if most == 1 else "fit"
        return f"At most {colors_text(most)} {fit}, with paths of {wish.shortest} cells or more."
    return ""


def colors_text(number: int) -> str:
    """That many colours, in words."""
    return "1 colour" if number == 1 else f"{number} colours"
