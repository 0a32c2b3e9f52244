"""Request: what a generated level should be like, and what of a level on the board stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Literal

from flowdesk.core.board import Board, board_of
from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Area, Cell, Edge, by_row
from flowdesk.core.puzzle import Lock
from flowdesk.core.shape import PLAIN, Shape
from flowdesk.kinds.answers import Difficulty, Made
from flowdesk.kinds.flow.colors import color_name, new_label
from flowdesk.kinds.flow.deduction.hints import BEGINS_AT, WORDS
from flowdesk.kinds.flow.drawing import finished_paths
from flowdesk.kinds.flow.editing import with_puzzle_of
from flowdesk.kinds.flow.level import Level, Solution, touches
from flowdesk.kinds.flow.making.ground import Ground, begun_paths, symmetric
from flowdesk.kinds.flow.making.shapes import holes_of
from flowdesk.kinds.locks import cells_of_locks
from flowdesk.kinds.making import Request, steps_of_difficulty

#: Paths by their labels.
Paths = Mapping[str, tuple[Cell, ...]]


@dataclass(frozen=True)
class Kept:
    """What stays of a level: by label the `pinned` paths, and of others the `pieces`.

    There are one or two of these, each from an endpoint on. No endpoint comes to a `barred` cell.
    What is `drawn` of that (None: the pinned paths), and what is `locked`, the new level has, too.
    """

    pinned: Paths = field(default_factory=dict)
    pieces: Mapping[str, tuple[tuple[Cell, ...], ...]] = field(default_factory=dict)
    barred: frozenset[Cell] = frozenset()
    drawn: Paths | None = None
    locked: frozenset[Lock] = frozenset()

    @property
    def cells(self) -> frozenset[Cell]:
        pieces = (piece for pieces in self.pieces.values() for piece in pieces)
        return self.barred.union(*self.pinned.values(), *pieces)


def kept_of(level: Level, keep: str, solution: Solution | None, area: Area | None) -> Kept:
    """Return what is locked in a level, or its "endpoints", "paths" or "shape", if it says so.

    With a solution and an area, also its paths that do not lead through that.
    """
    paths = (cell for path in level.drawn.values() for cell in path)
    instead = {"endpoints": frozenset(level.endpoints), "paths": frozenset(paths)}
    cells = instead.get(keep, frozenset()) if keep else cells_of_locks(level.locked)
    finished = finished_paths(level)
    pinned = {label: path for label, path in finished.items() if cells.issuperset(path)}
    if solution and area:
        away = {
            label: path
            for label, path in solution.paths.items()
            if not any(cell in area for cell in path)
        }
        pinned = away | pinned
    pieces = {
        label: found
        for label in level.pairs
        if label not in pinned and (found := tuple(_pieces(level, label, cells)))
    }
    barred = cells.intersection(level.cells).difference(level.endpoints, *pinned.values())
    is_kept = cells.__contains__
    begun = {label: tuple(takewhile(is_kept, path)) for label, path in level.drawn.items()}
    drawn = {label: path for label, path in begun.items() if path}
    return Kept(pinned, pieces, barred, drawn, level.locked)


def _pieces(level: Level, label: str, cells: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Yield the kept endpoints of a colour, each with its path as far as that is in the cells."""
    path = level.drawn.get(label, ())
    for end in filter(cells.__contains__, level.pairs[label]):
        way = path if end in path[:1] else path[::-1] if end in path[-1:] else (end,)
        yield tuple(takewhile(cells.__contains__, way))


#: No level has so high a score, in tenths.
MOST_TENTHS = 1_000_000


@dataclass(frozen=True)
class FlowRequest(Request):
    """What a level should be like.

    `colors` are the fewest and the most, or None for what suits the size; `shortest` is the number
    of cells of the shortest path allowed. If they are `apart`, no endpoints lie side by side. The
    solution must be the only one by the game's own rule, with `non_touching` the only one without
    touching. So many `bridges` more than the `shape` has are built at random; and from the least to
    the most `more_walls` and `more_holes`, where they help.

    What is `kept` stays. The level is made of the solution `start`, if there is one, by few
    changes; with `untouched`, so that no path touches itself.
    """

    colors: tuple[int, int] | None = None
    shortest: int = 3
    non_touching: bool = False
    holes: frozenset[Cell] = frozenset()
    walls: frozenset[Edge] = frozenset()
    kept: Kept = field(default_factory=Kept)
    bridges: int = 0
    more_walls: tuple[int, int] = (0, 0)
    more_holes: tuple[int, int] = (0, 0)
    shape: Shape = PLAIN
    apart: bool = False
    start: Solution | None = None
    untouched: bool = False

    @classmethod
    def shaped(
        cls,
        width: int,
        height: int,
        seed: int,
        lends: Level | None = None,
        /,
        *,
        shape: str = "",
        board: Literal["square", "hex"] = "square",
        warps: str = "",
        **asked: Any,
    ) -> FlowRequest:
        """Return a request with the holes, walls and shape of a level; `asked` are fields.

        Without one, the holes are those of a named shape; FlowDeskError if that needs more room. A
        `board` of hexagons and further `warps` are added.
        """
        made = lends.shape if lends else PLAIN
        if board != "square":
            made = replace(made, cells=board)
        if warps in ("rows", "both"):
            made = replace(made, rows=frozenset(range(height)))
        if warps in ("columns", "both"):
            made = replace(made, columns=frozenset(range(width)))
        asked["holes"] = lends.holes if lends else holes_of(shape, width, height)
        asked["walls"] = lends.walls if lends else frozenset()
        return cls(width, height, seed, shape=made, **asked)

    def empty(self) -> Level:
        return self.level({})

    def level(self, paths: Paths) -> Level:
        """Return the level of this shape with these paths as its solution."""
        endpoints = {cell: label for label, path in paths.items() for cell in (path[0], path[-1])}
        drawn = self.kept.pinned if self.kept.drawn is None else self.kept.drawn
        return Level(
            self.width,
            self.height,
            {cell: endpoints[cell] for cell in by_row(endpoints)},
            self.holes,
            self.walls,
            drawn={label: path for label, path in drawn.items() if label in paths},
            touching=not self.non_touching,
            shape=self.shape,
            locked=self.kept.locked,
        )

    @property
    def free(self) -> Board:
        """The board without the cells of the pinned paths."""
        taken = self.holes.union(*self.kept.pinned.values())
        return board_of(self.width, self.height, taken, self.walls, self.shape)

    def with_images(self) -> FlowRequest:
        """Return the request with the images of the pinned paths, if it has a symmetry.

        ValueError if one meets its own image, but is not the same as that.
        """
        pinned, barred = dict(self.kept.pinned), self.kept.barred
        pieces = {cell for each in self.kept.pieces.values() for piece in each for cell in piece}
        for label, path in self.kept.pinned.items():
            for image in self.images(path):
                same = {frozenset(other) for other in pinned.values()}
                if frozenset(image) in same:
                    continue
                name = color_name(self.empty(), label)
                if not pieces.union(*same).isdisjoint(image):
                    meets = "its path meets the image of a locked one"
                    raise ValueError(f"{name} is not symmetric: {meets}.")
                if not barred.isdisjoint((image[0], image[-1])):
                    raise ValueError(f"{name} is not symmetric: its image ends in a locked cell.")
                taken = pinned | dict.fromkeys(self.kept.pieces, ())
                pinned[new_label(taken)] = image
        return replace(self, kept=replace(self.kept, pinned=pinned))

    def images(self, cells: Sequence[Cell]) -> list[tuple[Cell, ...]]:
        """Return cells where the symmetry takes them, again and again; first where they are."""
        around = list(map(self.alike, cells))
        times = range(max(map(len, around)))
        return [tuple(places[time % len(places)] for places in around) for time in times]

    def has_shape_of(self, level: Level) -> bool:
        """Whether a level has this shape, but for what was added to it."""
        like = replace(self.shape, bridges=level.shape.bridges)
        return (
            (self.width, self.height, like) == (level.width, level.height, level.shape)
            and self.shape.bridges <= level.shape.bridges
            and self.holes <= level.holes
            and self.walls <= level.walls
        )

    @property
    def builds(self) -> bool:
        """Whether walls or holes may be added."""
        return self.more_walls[1] + self.more_holes[1] > 0

    @property
    def scores(self) -> tuple[int, int]:
        """The least and the most score in tenths, by word and by score."""
        begins = [*BEGINS_AT.values(), MOST_TENTHS]
        word = WORDS.index(self.difficulty) if self.difficulty else 0
        least, most = (begins[word], begins[word + 1] - 1) if self.difficulty else (0, MOST_TENTHS)
        if self.score:
            least, most = max(least, 10 * self.score[0]), min(most, 10 * self.score[1])
        return least, most

    def ground(
        self, random: Callable[[], float], paths: Iterable[tuple[Cell, ...]] = ()
    ) -> Ground | None:
        """Return what new paths cover, instead of these; None if none lead over all that stays."""
        board, pieces_of = self.free, self.kept.pieces
        pieces = [piece for pieces in pieces_of.values() for piece in pieces]
        begun = begun_paths(board, pieces)
        if begun is None:
            return None
        walks = {label: [tuple(board.walk(p)) for p in each] for label, each in pieces_of.items()}
        bridges = {node for node, cell in enumerate(board.nodes) if cell in board.shape.bridges}
        ground = Ground(
            board,
            list(map(tuple, board.link_to)),
            begun,
            uncut=frozenset(bridges.union(*(w[:-1] for each in walks.values() for w in each))),
            barred=frozenset(board.number[c] for c in self.kept.barred if c in board.number),
            ends=frozenset(walk[0] for each in walks.values() for walk in each),
            routes=tuple((each[0], each[1]) for each in walks.values() if len(each) == 2),
        )
        if not self.symmetry:
            return ground
        walked = [tuple(board.walk(path)) for path in paths]
        return symmetric(ground, self.symmetry, self.shortest, random, walked)


def fill(level: Level, seed: int) -> FlowRequest | Finding:
    """Return a request for the cells that are free; a finding if a colour has no path yet."""
    pinned = finished_paths(level)
    for label, cells in level.pairs.items():
        if label not in pinned:
            name = color_name(level, label)
            message = f"{name} has no path yet: draw it or erase its endpoints, then fill."
            return Finding("no-path", message, tuple(cells), Severity.INVALID)
    return _keeping(level, seed, Kept(pinned), non_touching=not level.touching)


def _keeping(level: Level, seed: int, kept: Kept, **asked: Any) -> FlowRequest | Finding:
    walked = Counter(cell for path in kept.pinned.values() for cell in path)
    half = tuple(cell for cell in level.shape.bridges if walked[cell] == 1)
    if half:
        message = "Draw both ways over a bridge, or none."
        return Finding("no-path", message, by_row(half), Severity.INVALID)
    size = level.width, level.height
    return FlowRequest.shaped(*size, seed, level, kept=kept, **asked)


def like(
    level: Level,
    seed: int,
    /,
    *,
    keep: str = "",
    solution: Solution | None = None,
    area: Area | None = None,
    **asked: Any,
) -> FlowRequest | Finding:
    """Return a request that keeps what is locked, all "endpoints", "paths", or only the "shape"."""
    many = [label for label, ends in level.pairs.items() if len(ends) > 2]
    if many:
        name = color_name(level, many[0])
        ends = level.pairs[many[0]]
        message = f"{name} has {len(ends)} endpoints: erase some, so that two are left."
        return Finding("endpoints", message, ends, Severity.INVALID)
    if keep == "shape" and any(asked.get(name, (0, 0))[1] for name in ("more_walls", "more_holes")):
        message = "The shape cannot stay if there are more walls or holes: ask for one of them."
        return Finding("shape", message, (), Severity.INVALID)
    asked["non_touching"] = asked.get("non_touching", False) or not level.touching
    kept = kept_of(level, keep, solution, area)
    request = _keeping(level, seed, kept, start=solution, **asked)
    if isinstance(request, Finding):
        return request
    if not request.free.nodes:
        message = "Everything is locked: unlock what may change."
        return Finding("locked", message, (), Severity.INVALID)
    return request


def steered(
    level: Level, solution: Solution, difficulty: Difficulty | None
) -> dict[str, dict[str, Any]]:
    """Return ways to change a level with this solution: what to ask for."""
    ways = steps_of_difficulty(difficulty, WORDS, MOST_TENTHS // 10)
    if len(solution.paths) > 1:
        ways["fewer colours"] = {"colors": (1, len(solution.paths) - 1)}
    if touches(level, solution):
        ways["no touching"] = {"untouched": True}
    return ways


def filled(level: Level, made: Made) -> Level:
    """Return the level with the paths that were made for it."""
    assert made.solution, "a level is made together with its solution"
    return with_puzzle_of(level, replace(made.level, drawn=made.solution.paths))
