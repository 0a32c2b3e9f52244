"""Request: what a generated level should be like, why that may be impossible, its options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from flowdesk.core.board import Board, board_of
from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Area, Cell, Edge, by_row, cell_name
from flowdesk.core.shape import PLAIN, Shape
from flowdesk.core.text import counted
from flowdesk.kinds.answers import Made
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.deduction.difficulty import WORDS
from flowdesk.kinds.flow.drawing import finished_paths
from flowdesk.kinds.flow.editing import with_puzzle_of
from flowdesk.kinds.flow.level import Level, Solution, size_problem, touches
from flowdesk.kinds.flow.making.path_cover import ways_over
from flowdesk.kinds.making import Field, check_box, whole_number


@dataclass(frozen=True)
class FlowRequest:
    """What a level should be like.

    `colors` is the fewest and the most, or None for what suits the size; `shortest` the number of
    cells of the shortest path allowed; `difficulty` one of `WORDS`, or "" for any. The solution
    must be the only one by the game's own rule, with `non_touching` the only one without touching.
    So many `bridges` more than the `shape` has are built at random. The `pinned` paths, by label,
    stay as they are.
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
    bridges: int = 0
    shape: Shape = PLAIN

    @classmethod
    def shaped(
        cls,
        width: int,
        height: int,
        seed: int,
        shape: Level | None = None,
        *,
        board: Literal["square", "hex"] = "square",
        warps: str = "",
        **asked: Any,
    ) -> FlowRequest:
        """Return a request with the holes, walls and shape of a level; `asked` are fields.

        A `board` of hexagons and further `warps` are added to its shape.
        """
        made = shape.shape if shape else PLAIN
        if board != "square":
            made = replace(made, cells=board)
        if warps in ("rows", "both"):
            made = replace(made, rows=frozenset(range(height)))
        if warps in ("columns", "both"):
            made = replace(made, columns=frozenset(range(width)))
        if shape:
            asked |= {"holes": shape.holes, "walls": shape.walls}
        return cls(width, height, seed, shape=made, **asked)

    def empty(self) -> Level:
        """Return the board without any paths."""
        return self.level({})

    def level(self, paths: Mapping[str, tuple[Cell, ...]]) -> Level:
        """Return the level of this shape with these paths as its solution."""
        endpoints = {cell: label for label, path in paths.items() for cell in (path[0], path[-1])}
        return Level(
            self.width,
            self.height,
            {cell: endpoints[cell] for cell in by_row(endpoints)},
            self.holes,
            self.walls,
            drawn=dict(self.pinned),
            touching=not self.non_touching,
            shape=self.shape,
        )

    @property
    def free(self) -> Board:
        """The board without the cells of the pinned paths."""
        taken = self.holes.union(*self.pinned.values())
        return board_of(self.width, self.height, taken, self.walls, self.shape)

    def with_bridges(self, random: Callable[[], float]) -> FlowRequest | None:
        """Return the request with its `bridges` built at random; None if it could not be done.

        No cell is beside two of them. `random` gives numbers from 0 to below 1.
        """
        if not self.bridges:
            return self
        board, size = self.free, (self.width, self.height)
        near = self.shape.distance
        built = set(self.shape.bridges)
        places = [cell for cell in board.cells if len(board.sides(cell)) == 4]
        for _, cell in sorted((random(), cell) for cell in places):
            if all(near(cell, other, *size) > 2 for other in built):
                built.add(cell)
                if len(built) == len(self.shape.bridges) + self.bridges:
                    return replace(
                        self, bridges=0, shape=replace(self.shape, bridges=frozenset(built))
                    )
        return None


def problem(request: FlowRequest) -> str:
    """Return why a request cannot be met, as far as that shows without a search, or nothing."""
    if wrong := size_problem(request.width, request.height):
        return wrong
    if request.difficulty not in ("", *WORDS):
        return f"{request.difficulty!r} is no difficulty: choose one of {', '.join(WORDS)}."
    if request.shortest < 2:
        return "The shortest path allowed must have two cells or more: its endpoints."
    if request.colors and not 1 <= request.colors[0] <= request.colors[1]:
        return "The colours requested must be 1 or more, and the fewest named first."
    return _shape_problem(request) or _colors_problem(request)


@dataclass(frozen=True)
class PartToCover:
    """A connected part of the board that new paths have to cover, and how many it takes."""

    cells: tuple[Cell, ...]
    fewest: int
    most: int
    why_fewest: str


def parts(request: FlowRequest) -> list[PartToCover]:
    """Return the parts of the board that no pinned path covers."""
    board = request.free
    return [_part(board, nodes, request) for nodes in board.parts(board.cells)]


def _part(board: Board, nodes: set[int], request: FlowRequest) -> PartToCover:
    cells = by_row(board.nodes[node] for node in nodes)
    ways = [len(board.ways[node]) for node in nodes]
    dead_ends = ways.count(1)
    surplus = abs(board.balance(cells)) if board.is_bipartite else 0
    is_one_path = max(ways) <= 2 and sum(ways) == 2 * (len(cells) - 1)
    fewest = max(1 if is_one_path else 2, (dead_ends + 1) // 2, surplus)
    reasons = {
        2: "a single path would have to touch itself",
        (dead_ends + 1) // 2: f"it has {dead_ends} dead ends, where paths must end",
        surplus: f"coloured like a checkerboard it has {surplus} squares more of one kind",
    }
    why = reasons[fewest] if fewest > 1 else ""
    return PartToCover(cells, fewest, len(cells) // request.shortest, why)


def possible_colors(request: FlowRequest, to_cover: list[PartToCover]) -> tuple[int, int]:
    """Return the fewest and the most colours of a level with these parts to cover."""
    pinned = len(request.pinned)
    return pinned + sum(p.fewest for p in to_cover), pinned + sum(p.most for p in to_cover)


def _shape_problem(request: FlowRequest) -> str:
    """Return what is wrong with the holes, the walls and the pinned paths, or nothing."""
    for label, path in request.pinned.items():
        if len(path) < 2:
            return f"The path labelled {label} cannot stay: it has fewer than two cells."
    try:
        level = request.level(request.pinned)
    except ValueError as error:
        return str(error)
    if not level.cells:
        return "The board has no cells, only holes."
    if wrong := _bridges_problem(request):
        return wrong
    touched = touches(level, Solution(request.pinned)) if request.non_touching else []
    if touched:
        label = Solution(request.pinned).label_of[touched[0][0]]
        return f"The path labelled {label} cannot stay: it touches itself, and no path may."
    return ""


def _bridges_problem(request: FlowRequest) -> str:
    """Return why no paths can lead over the bridges, or nothing."""
    shape, board = request.shape, request.free
    if not shape.can_cross and (request.bridges or not shape.is_planar):
        return "Only boards of squares have bridges and warps."
    if ways_over(board) is None:
        return "The bridges stand so that paths over all of them would meet or touch themselves."
    most = sum(len(board.sides(cell)) == 4 for cell in board.cells)
    if request.bridges > most:
        return f"At most {counted(most, 'cell')} of this board can be a bridge."
    return ""


def _colors_problem(request: FlowRequest) -> str:
    """Return why as many colours as requested cannot cover the board, or nothing."""
    found = parts(request)
    for part in found:
        where = "The board"
        if len(found) > 1:
            where = f"The part of the board at {cell_name(part.cells[0])}"
        if not part.most:
            cells = "1 cell" if len(part.cells) == 1 else f"{len(part.cells)} cells"
            return f"{where} has only {cells} to cover; the shortest path has {request.shortest}."
        if part.fewest > part.most:
            return (
                f"{where} takes {part.fewest} paths, as {part.why_fewest}, "
                f"but its {len(part.cells)} cells are too few for paths of {request.shortest} each."
            )
    fewest, most = possible_colors(request, found)
    if request.colors and request.colors[1] < fewest:
        stay = "1 path stays" if len(request.pinned) == 1 else f"{len(request.pinned)} paths stay"
        because = [stay] if request.pinned else []
        because += [f"it has {len(found)} parts to cover"] if len(found) > 1 else []
        because += dict.fromkeys(part.why_fewest for part in found if part.why_fewest)
        return f"The board needs at least {colors_text(fewest)}: {', and '.join(because)}."
    if request.colors and request.colors[0] > most:
        fit = "fits" if most == 1 else "fit"
        return f"At most {colors_text(most)} {fit}, with paths of {request.shortest} cells or more."
    return ""


def colors_text(number: int) -> str:
    """That many colours, in words."""
    return "1 colour" if number == 1 else f"{number} colours"


def fill(level: Level, seed: int) -> FlowRequest | Finding:
    """Return a request for the cells that are free; a finding if a colour has no path yet."""
    pinned = finished_paths(level)
    for label, cells in level.pairs.items():
        if label not in pinned:
            name = color_name(level, label)
            message = f"{name} has no path yet: draw it or erase its endpoints, then fill."
            return Finding("no-path", message, tuple(cells), Severity.INVALID)
    walked = Counter(cell for path in pinned.values() for cell in path)
    half = tuple(cell for cell in level.shape.bridges if walked[cell] == 1)
    if half:
        message = "Draw both ways over a bridge, or none, then fill."
        return Finding("no-path", message, by_row(half), Severity.INVALID)
    size = level.width, level.height
    return FlowRequest.shaped(*size, seed, level, non_touching=not level.touching, pinned=pinned)


def like(
    level: Level,
    seed: int,
    /,
    *,
    solution: Solution | None = None,
    area: Area | None = None,
    **asked: Any,
) -> FlowRequest | Finding:
    """Return a request that keeps the paths of a level which are drawn and finished."""
    size = level.width, level.height
    return FlowRequest.shaped(*size, seed, level, pinned=finished_paths(level), **asked)


def filled(level: Level, made: Made) -> Level:
    """Return the level with the paths that were made for it."""
    assert made.solution, "a level is made together with its solution"
    return with_puzzle_of(level, replace(made.level, drawn=made.solution.paths))


def read_colors(text: str) -> tuple[int, int]:
    """Return the fewest and the most colours of a text such as ``8`` or ``6-8``."""
    match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", text)
    if not match:
        raise ValueError(f"{text!r} is no number of colours: write 8, or 6-8 for a range")
    return int(match.group(1)), int(match.group(2) or match.group(1))


def colors_typed(colors: tuple[int, int] | None) -> str:
    """Return the text for such numbers; empty for as many as suit the size."""
    return "-".join(map(str, dict.fromkeys(colors or ())))


FIELDS = (
    Field(
        name="colors",
        words="Colours, for example 6 or 5-8",
        default=FlowRequest.colors,
        read=read_colors,
        text=colors_typed,
        metavar="N|A-B",
        help="default: as many as suit the size",
    ),
    Field(
        name="shortest",
        words="Shortest path, in cells",
        default=FlowRequest.shortest,
        read=partial(whole_number, least=1, most=999_999),
        numbers=range(2, 100),
        metavar="N",
        help=f"cells of a path (default: {FlowRequest.shortest})",
    ),
    Field(name="difficulty", words="Difficulty", default=FlowRequest.difficulty, choices=WORDS),
    Field(
        name="board",
        words="Cells",
        default="square",
        choices=("square", "hex"),
        help="squares or hexagons (default: squares)",
    ),
    Field(
        name="bridges",
        words="Bridges",
        default=FlowRequest.bridges,
        read=partial(whole_number, least=0, most=9_999),
        text=str,
        numbers=range(100),
        metavar="N",
        help="cells that two paths cross",
    ),
    Field(
        name="warps",
        words="Warps",
        default="",
        choices=("rows", "columns", "both"),
        unset="none",
        help="whose ends lead to each other (default: none)",
    ),
    check_box(
        "non_touching", "Allow other solutions that touch themselves (faster)", is_shared=True
    ),
)
