"""How a puzzle and its loop are drawn: each cell is a stack of tiles, also of hints and changes.

A part of a loop is given as the ``loop`` tile has it: the letters of the sides of a cell that are
on it, then the numbers of the corners that it touches elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, compress
from typing import NamedTuple, TypeAlias

from flowdesk.core.grid import (
    SIDES,
    Cell,
    Corner,
    Edge,
    cells_at,
    corners_of,
    direction,
    edge_at,
    edge_joining,
    edges_at,
    ends_of,
    ways_along,
)
from flowdesk.core.text import columns_of_cell
from flowdesk.draw.scene import MarkedEdge, Tile, Tiles, thickness
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.drawing import Drawing, Step, timed
from flowdesk.kinds.slitherlink.puzzle import ClueState, Drawn, Loop, Slitherlink, drawn_answer

#: The margin of pictures, in cells.
MARGIN = 0.25

#: How strongly cells inside the loop are shaded, and clues are shown that are met.
_SHADE, _MET = 0.2, 0.4
#: How strongly the crosses of a player are drawn.
_CROSSED = 0.6
#: How strongly the map shows what may be in all solutions or in some.
_UNSETTLED = 0.5
#: How strongly grid lines are drawn, and the dots at the corners, which stand out.
_FAINT, _DOTS = 0.6, 0.7

_CELL, _INSIDE, _OUTSIDE = Tile("cell"), Tile("inside", strength=_SHADE), Tile("hole", strength=0.8)
_LEFT, _TOP, _CORNER = (Tile("line", "", _FAINT, side) for side in ("l", "t", "corner"))
_POINTS = Tile("point", "", _DOTS, "1234")
_EMPTY: Tiles = (_CELL, _LEFT, _TOP, _POINTS)

#: The corners of a cell, each with the sides that meet there.
_CORNERS = {"1": "tl", "2": "tr", "3": "bl", "4": "br"}
_ORDER = SIDES + "1234"


#: Where edges lead from each corner.
_Ways: TypeAlias = Mapping[Corner, Sequence[Corner]]


class Segment(NamedTuple):
    """What a cell shows of a loop: right and wrong parts, whether it is inside, and its clue."""

    loop: str = ""
    wrong: str = ""
    is_inside: bool = False
    clue: ClueState = ClueState.OPEN


@dataclass(frozen=True, eq=False)
class LoopSegments(Mapping[Cell, Segment]):
    """The segments of a loop, each made when it is asked for; some are just outside the board."""

    loop: Loop
    wrong: frozenset[Edge] = frozenset()
    states: Mapping[Cell, ClueState] = field(default_factory=dict)

    def __getitem__(self, cell: Cell) -> Segment:
        right, wrong = self._ways
        parts = _part(right, cell), _part(wrong, cell)
        is_inside, state = cell in self._inside, self.states.get(cell)
        if not (any(parts) or is_inside or state):
            raise KeyError(cell)
        return Segment(*parts, is_inside, state or ClueState.OPEN)

    def __iter__(self) -> Iterator[Cell]:
        around = map(cells_at, self.loop.ways)
        return iter(self._inside.union(self.states, *around))

    def __len__(self) -> int:
        return len(set(self))

    @cached_property
    def _ways(self) -> tuple[_Ways, _Ways]:
        """The ways of right and of wrong edges."""
        ways, wrong = self.loop.ways, ways_along(map(ends_of, self.wrong))
        right = {at: [to for to in ways[at] if to not in near] for at, near in wrong.items()}
        return {**ways, **right}, wrong

    @cached_property
    def _inside(self) -> frozenset[Cell]:
        return _inside(self.loop)


def _part(ways: _Ways, cell: Cell) -> str:
    if not ways:
        return ""
    first, second, third, last = corners_of(cell)
    near, far = ways.get(first, ()), ways.get(last, ())
    sides = second in near, third in near, second in far, third in far
    seen = (*sides, near, ways.get(second), ways.get(third), far)
    return _merged("".join(compress("tlrb1234", seen)))


def segments(loop: Loop) -> LoopSegments:
    """Return the segments of a loop; of a drawn one with what is wrong, and which clues are met."""
    if isinstance(loop, Drawn):
        return LoopSegments(loop, loop.wrong, loop.states)
    return LoopSegments(loop)


def changed_cells(
    before: Slitherlink, after: Slitherlink, *, labels: bool = True
) -> set[Cell] | None:
    """Return the cells that may look different in two puzzles; None if that may be any."""
    if (before.width, before.height) != (after.width, after.height):
        return None
    cells = {cell for edge in before.crosses ^ after.crosses for cell in edge}
    for one, other in ((before.clues, after.clues), (before.shades, after.shades)):
        if one is not other:
            cells.update(cell for cell, _ in one.items() ^ other.items())
    old, new = drawn_answer(before), drawn_answer(after)
    if old and new:
        edges = (old.edges ^ new.edges) | (old.wrong ^ new.wrong)
        corners = {corner for edge in edges for corner in ends_of(edge)}
        cells.update(cell for corner in corners for cell in cells_at(corner))
        if labels:
            cells |= _inside(old) ^ _inside(new)
    elif drawn := old or new:
        cells.update(segments(drawn))
    return cells


def cell_tiles(
    puzzle: Slitherlink, cell: Cell, segment: Segment | None = None, *, labels: bool = False
) -> Tiles:
    """Return a cell, or a place just outside the board; with `labels`, shade what is inside."""
    x, y = cell
    here = puzzle.on_board(cell)
    is_marked = puzzle.crosses or puzzle.shades
    if here and segment is None and cell not in puzzle.clues and not is_marked:
        return _EMPTY  # most of a large board: shared, and quick to compare
    tiles = [_CELL] if here else []
    shade = puzzle.shades.get(cell)
    if shade or (segment and segment.is_inside and labels):
        tiles.append(_INSIDE)
    elif shade is False:
        tiles.append(_OUTSIDE)
    if here or puzzle.on_board((x - 1, y)):
        tiles.append(_LEFT)
    if here or puzzle.on_board((x, y - 1)):
        tiles.append(_TOP)
    if not tiles and puzzle.on_board((x - 1, y - 1)):
        tiles.append(_CORNER)
    tiles.append(_POINTS if here else _points(puzzle, cell))
    if segment and segment.loop:
        tiles.append(_loop(segment.loop))
    if segment and segment.wrong:
        tiles.append(Tile("bad loop", side=segment.wrong))
    if crossed := _crossed(puzzle, cell):
        tiles.append(Tile("cross", "", _CROSSED, crossed))
    clue = puzzle.clues.get(cell)
    if clue is not None:
        tiles.append(clue_tile(clue, segment.clue if segment else ClueState.OPEN))
    return tuple(tiles)


def _crossed(puzzle: Slitherlink, cell: Cell) -> str:
    """Return the letters of the sides of a cell that a player has crossed."""
    if not puzzle.crosses:
        return ""
    sides = (side for side in SIDES if edge_at(cell, side) in puzzle.crosses)
    return "".join(sides)


@lru_cache(maxsize=256)
def clue_tile(clue: int, state: ClueState = ClueState.OPEN) -> Tile:
    """Return a clue: faint if it is met, in the colour of mistakes if it is broken."""
    if state is ClueState.BROKEN:
        return Tile("bad clue", text=str(clue))
    return Tile("clue", "", _MET if state is ClueState.MET else 1.0, text=str(clue))


def overview(puzzle: Slitherlink) -> dict[Cell, Tile]:
    """Return the clues of a puzzle."""
    return {cell: clue_tile(clue) for cell, clue in puzzle.clues.items()}


def edge_tiles(used: Iterable[MarkedEdge], unused: Iterable[MarkedEdge] = ()) -> dict[Cell, Tiles]:
    """Return lines along the edges that are used and crosses on those that are not, by cell."""
    found: defaultdict[Cell, Tiles] = defaultdict(tuple)
    for (color, strength), edges in _alike(used).items():
        for cell, part in _parts(edges).items():
            found[cell] += (Tile("loop", color, strength, part),)
    for (color, strength), edges in _alike(unused).items():
        for cell, sides in _sides(edges).items():
            found[cell] += (Tile("cross", color, strength, _merged(sides)),)
    return dict(found)


def map_tiles(
    puzzle: Slitherlink,
    shares: Mapping[Edge, float],
    unsettled: Iterable[Edge],
    unused: Iterable[Edge],
) -> dict[Cell, Tiles]:
    """Return a map: solid lines for edges of all solutions, dashed ones for those of some."""
    certain = [(edge, "", 1.0) for edge, share in shares.items() if share >= 1]
    found = edge_tiles(certain, ((edge, "", _CROSSED) for edge in unused))
    lines = [(edge, thickness(share), 1.0) for edge, share in shares.items() if share < 1]
    lines += ((edge, 1, _UNSETTLED) for edge in unsettled)
    for edge, level, strength in lines:
        for here, there in (edge, edge[::-1]):
            half = Tile("pattern", "", strength, f"edge {direction(here, there)} {level}")
            found[here] = (*found.get(here, ()), half)
    return found


def _alike(marked: Iterable[MarkedEdge]) -> Mapping[tuple[str, float], list[Edge]]:
    alike: defaultdict[tuple[str, float], list[Edge]] = defaultdict(list)
    for edge, color, strength in marked:
        alike[color, strength].append(edge)
    return alike


def letters(puzzle: Slitherlink, loop: Loop) -> list[str]:
    """Return rows of characters: the loop along the grid, with the clues in their cells."""
    rows = []
    length = columns_of_cell(puzzle.width) - 1
    for row in puzzle.board.corners.rows:
        upper = lower = ""
        for corner in row:
            ways = _, _, right, bottom = [edge in loop.edges for edge in edges_at(corner)]
            upper += ("+" if any(ways) else ".") + ("-" if right else " ") * length
            lower += ("|" if bottom else " ") + str(puzzle.clues.get(corner, "")).center(length)
        rows += [upper.rstrip(), lower.rstrip()]
    return rows[:-1]


def steps(puzzle: Slitherlink, loop: Loop) -> list[Step]:
    """Return how a solution is drawn: edge by edge, round the loop; at the end with its inside."""
    corners, whole = loop.nodes, segments(loop)
    shown: defaultdict[Cell, str] = defaultdict(str)
    found = []
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        edge = edge_joining(a, b)
        new = _parts([edge])
        for cell, part in new.items():
            shown[cell] = _merged(shown[cell] + part)
        first = edge[0] if puzzle.on_board(edge[0]) else edge[1]
        order = [first, *(cell for cell in new if cell != first)]
        found.append(Step(tuple((cell, Segment(shown[cell])) for cell in order)))
    last = [cell for cell, _ in found[-1].segments]
    inside = [cell for cell, segment in whole.items() if segment.is_inside and cell not in last]
    found[-1] = Step(tuple((cell, whole[cell]) for cell in [*last, *inside]))
    return timed([found])


def _parts(edges: Iterable[Edge]) -> dict[Cell, str]:
    letters: defaultdict[Cell, str] = defaultdict(str)
    for edge in edges:
        for cell, letter in _letters(edge):
            letters[cell] += letter
    return {cell: _merged(part) for cell, part in letters.items()}


def _sides(edges: Iterable[Edge]) -> defaultdict[Cell, str]:
    """Return the letters of the sides of each cell that are among some edges."""
    sides: defaultdict[Cell, str] = defaultdict(str)
    for edge in edges:
        for here, there in (edge, edge[::-1]):
            sides[here] += direction(here, there)
    return sides


@lru_cache(maxsize=1 << 15)
def _letters(edge: Edge) -> Sequence[tuple[Cell, str]]:
    """Return the cells that an edge is seen in, each with what is seen there."""
    sides = [(here, direction(here, there)) for here, there in (edge, edge[::-1])]
    corners = [zip(cells_at(corner), "4321", strict=True) for corner in ends_of(edge)]
    return (*sides, *chain(*corners))


@lru_cache(maxsize=4096)
def _merged(letters: str) -> str:
    """Return letters once each and in order, without the corners where one of the sides ends."""
    kept = {letter for letter in letters if not set(_CORNERS.get(letter, "")).intersection(letters)}
    return "".join(sorted(kept, key=_ORDER.index))


@lru_cache(maxsize=256)
def _loop(part: str) -> Tile:
    return Tile("loop", side=part)


def _inside(loop: Loop) -> frozenset[Cell]:
    """Return the cells within a loop; none if it is not a single closed one."""
    return loop.inside if loop.is_closed else frozenset()


def _points(puzzle: Slitherlink, cell: Cell) -> Tile:
    """Return the dots on those corners of a cell that are corners of the board's cells."""
    is_there, corners = puzzle.board.corners.number, zip("1234", corners_of(cell), strict=True)
    there = "".join(number for number, corner in corners if corner in is_there)
    return Tile("point", "", _DOTS, there)


#: How strongly what is found is shown, earlier and by the last step.
_EARLIER, _LAST = 0.55, 1.0
#: How strongly the clue is shown that a change takes away.
_GONE = 0.3


def hint_tiles(puzzle: Slitherlink, steps: Sequence[Deduction]) -> Mapping[Cell, Tiles]:
    """Return lines along the edges found so far, and crosses on those that are excluded."""
    told = [(step, _LAST if step is steps[-1] else _EARLIER) for step in steps]
    on = [(edge, "", strength) for step, strength in told for edge in sorted(step.on)]
    off = [(edge, "", strength) for step, strength in told for edge in sorted(step.off)]
    return edge_tiles(on, off)


def change_tiles(
    before: Slitherlink, after: Slitherlink, *, labels: bool = False
) -> Mapping[Cell, Tiles]:
    """Return the clues that differ as they will be, with frames; one that goes is faint."""
    found: dict[Cell, Tiles] = {}
    drawn = drawn_answer(before)
    loop = segments(drawn) if drawn else {}
    for cell in {cell for cell, _ in before.clues.items() ^ after.clues.items()}:
        segment = loop[cell]._replace(clue=ClueState.OPEN) if cell in loop else None
        tiles = cell_tiles(after, cell, segment, labels=labels)
        if cell in after.clues:
            frame = (Tile("pattern", side=f"inner {side}") for side in SIDES)
            found[cell] = (*tiles, *frame)
        else:
            clue = clue_tile(before.clues[cell])._replace(strength=_GONE)
            found[cell] = (*tiles, clue, Tile("pattern", side="frame"))
    return found


def item_at(puzzle: Slitherlink, cell: Cell, segment: object) -> str | None:
    """Return the clue in a cell as an item, or None."""
    clue = puzzle.clues.get(cell)
    return None if clue is None else str(clue)


class SlitherlinkDrawing(Drawing[Slitherlink, Loop, Segment]):
    """Clues in cells, and lines between them."""

    margin = MARGIN
    has_labels = True
    cell_tiles = staticmethod(cell_tiles)
    steps = staticmethod(steps)
    drawn_answer = staticmethod(drawn_answer)
    item_at = staticmethod(item_at)
    changed_cells = staticmethod(changed_cells)
    map_tiles = staticmethod(map_tiles)
    change_tiles = staticmethod(change_tiles)
    overview = staticmethod(overview)

    def segments(self, puzzle: Slitherlink, loop: Loop) -> Mapping[Cell, Segment]:
        return segments(loop)

    def edge_tiles(
        self, puzzle: Slitherlink, used: Iterable[MarkedEdge], unused: Iterable[MarkedEdge]
    ) -> Mapping[Cell, Tiles]:
        return edge_tiles(used, unused)
