"""How a puzzle is played: edges are drawn or crossed, and cells shaded.

A position is the puzzle with the player's edges, crosses and shades. No edge is both drawn and
crossed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from flowdesk.core.edit import Gesture, Spot
from flowdesk.core.grid import Cell, Corner, Edge, direction, edge_at, edges_of, ends_of, in_order
from flowdesk.core.text import counted
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.editor import OverCells
from flowdesk.kinds.play import Glyph, Glyphs, Look, Playing, Progress, Weight, pipe
from flowdesk.kinds.slitherlink.puzzle import (
    ClueState,
    CornerWay,
    Loop,
    Slitherlink,
    drawn_answer,
    mistakes,
    way_from,
)
from flowdesk.kinds.slitherlink.tiles import Segment

#: What is beside the clue of a cell that is shaded as inside or as outside.
_SHADES = {True: "▒", False: "░"}
_PLAIN_SHADES = {True: "#", False: ":"}
_SIDE_NAMES = "tlrb"


def drawing(puzzle: Slitherlink, segments: Mapping[Cell, Segment], look: Look) -> Glyphs:
    """Return the clues, edges, crosses and shades of a position."""
    blank = Glyph()
    rows = [[blank] * (4 * puzzle.width + 1) for _ in range(2 * puzzle.height + 1)]
    drawn = _edges(segments)
    _add_edges(rows, puzzle, drawn, look)
    _add_corners(rows, puzzle, drawn, look.plain)
    for x, y in puzzle.board.cells:
        segment = segments.get((x, y), Segment())
        inside = puzzle.shades.get((x, y), segment.is_inside or None)
        rows[2 * y + 1][4 * x + 1 : 4 * x + 4] = _cell(puzzle, (x, y), segment, inside, look.plain)
    return Glyphs(rows, (1, 1), (4, 2), (3, 1))


def _edges(segments: Mapping[Cell, Segment]) -> dict[Edge, Weight]:
    """Return the edges of some segments, and how each is shown."""
    found: dict[Edge, Weight] = {}
    for cell, segment in segments.items():
        for side, edge in zip(_SIDE_NAMES, edges_of(cell), strict=True):
            if side in segment.wrong:
                found[edge] = "wrong"
            elif side in segment.loop:
                found.setdefault(edge, "strong")
    return found


def _add_edges(
    rows: list[list[Glyph]], puzzle: Slitherlink, drawn: Mapping[Edge, Weight], look: Look
) -> None:
    for edge in puzzle.board.edges:
        is_crossed = edge in puzzle.crosses
        if edge not in drawn and not is_crossed:
            continue
        (x, y), (end_x, _) = ends_of(edge)
        weight = "wrong" if edge in look.wrong else drawn.get(edge, "")
        is_level = end_x > x
        if is_crossed:
            cross = Glyph("x" if look.plain else "×", "", weight)
            rows[2 * y + (not is_level)][4 * x + 2 * is_level] = cross
        elif is_level:
            line = Glyph("-" if look.plain else "━", "loop", weight)
            rows[2 * y][4 * x + 1 : 4 * x + 4] = [line] * 3
        else:
            rows[2 * y + 1][4 * x] = Glyph("|" if look.plain else "┃", "loop", weight)


def _add_corners(
    rows: list[list[Glyph]], puzzle: Slitherlink, drawn: Mapping[Edge, Weight], plain: bool
) -> None:
    ways: defaultdict[Corner, list[tuple[str, Weight]]] = defaultdict(list)
    for edge, weight in drawn.items():
        a, b = ends_of(edge)
        ways[a].append((direction(a, b), weight))
        ways[b].append((direction(b, a), weight))
    for x, y in puzzle.board.corners.cells:
        met = ways.get((x, y), [])
        arms = in_order(arm for arm, _ in met)
        if not arms:
            rows[2 * y][4 * x] = Glyph("." if plain else "·", "", "faint")
            continue
        is_wrong = len(arms) > 2 or all(weight == "wrong" for _, weight in met)
        if len(arms) == 1:
            char = "+" if plain else "•"
        else:
            char = pipe(arms, plain=plain)
        rows[2 * y][4 * x] = Glyph(char, "loop", "wrong" if is_wrong else "strong")


def _cell(
    puzzle: Slitherlink, cell: Cell, segment: Segment, inside: bool | None, plain: bool
) -> list[Glyph]:
    shade = Glyph()
    if inside is not None:
        chars = _PLAIN_SHADES if plain else _SHADES
        shade = Glyph(chars[inside], "loop" if inside else "", "faint")
    clue = puzzle.clues.get(cell)
    if clue is None:
        return [shade] * 3
    if segment.clue is ClueState.BROKEN:
        return [shade, Glyph(str(clue), "clue", "wrong"), Glyph("!", "clue", "wrong")]
    if segment.clue is ClueState.MET:
        return [shade, Glyph(str(clue), "", "faint"), shade]
    return [shade, Glyph(str(clue), "clue", "strong"), shade]


#: What the left and the right button put on an edge, by the name of the field.
_DRAWN, _CROSSES = "drawn", "crosses"


def _with(puzzle: Slitherlink, edges: Iterable[Edge], what: str, *, there: bool) -> Slitherlink:
    """Return the puzzle with these edges drawn or crossed, or not, as `what` says."""
    on_board = {edge for edge in edges if any(map(puzzle.on_board, edge))}
    drawn, crosses = puzzle.drawn - on_board, puzzle.crosses - on_board
    if not there:
        drawn, crosses = (drawn, puzzle.crosses) if what == _DRAWN else (puzzle.drawn, crosses)
    elif what == _DRAWN:
        drawn |= on_board
    else:
        crosses |= on_board
    if (drawn, crosses) == (puzzle.drawn, puzzle.crosses):
        return puzzle
    return replace(puzzle, drawn=drawn, crosses=crosses)


def _toggled(puzzle: Slitherlink, edge: Edge, what: str) -> Gesture[Slitherlink]:
    there = edge not in getattr(puzzle, what)
    return Gesture(_name(what, there), _with(puzzle, [edge], what, there=there))


def _name(what: str, there: bool) -> str:
    noun = "edges" if what == _DRAWN else "crosses"
    return f"{'draw' if there else 'remove'} {noun}"


@dataclass(frozen=True)
class _DrawnWay(Gesture[Slitherlink]):
    """The edges of a way are drawn, or removed if the first one was there."""

    way: CornerWay = field(kw_only=True)

    def to(self, spot: Spot) -> _DrawnWay:
        way = self.way.to(spot)
        return self if way is self.way else replace(self, way=way)._applied()

    def _applied(self) -> _DrawnWay:
        before, edges = self.way.puzzle, self.way.edges
        there = not (edges and edges[0] in before.drawn)
        position = _with(before, edges, _DRAWN, there=there)
        return replace(self, name=_name(_DRAWN, there), puzzle=position)

    @property
    def result(self) -> Slitherlink:
        return self._applied().puzzle if self.way.pressed else self.puzzle


@dataclass(frozen=True)
class _Crosses(Gesture[Slitherlink]):
    """Crosses on the edges along the pointer's way, or none if the first one was crossed."""

    there: bool = True

    def to(self, spot: Spot) -> _Crosses:
        if spot.edge is None:
            return self
        free = [] if self.there and spot.edge in self.puzzle.drawn else [spot.edge]
        return replace(self, puzzle=_with(self.puzzle, free, _CROSSES, there=self.there))


def _shaded(puzzle: Slitherlink, cell: Cell, shade: bool | None) -> Slitherlink:
    if not puzzle.on_board(cell) or puzzle.shades.get(cell) is shade:
        return puzzle
    shades = {other: known for other, known in puzzle.shades.items() if other != cell}
    return replace(puzzle, shades=shades if shade is None else {**shades, cell: shade})


#: The keys that draw an edge of the cell at the cursor; with Shift they cross it.
_SIDES = {"w": "t", "a": "l", "s": "b", "d": "r"}


class SlitherlinkPlaying(Playing[Slitherlink, Loop, Segment]):
    """The rules of the game: edges are drawn until they are the loop."""

    takes_edges = True
    can_shade = True
    pointer = (
        ("Click or drag along edges", "draw; begin at a drawn edge to remove"),
        ("Right click or drag", "cross edges that are not on the loop"),
        ("Middle click, Shift+click", "shade a cell as inside, as outside, or not"),
    )
    keys = (
        ("Arrows", "move the cursor"),
        ("W, A, S, D, Shift+arrow", "draw the edge above, left, below, right of the cursor"),
        ("Shift + W, A, S, D", "cross that edge"),
        ("Space", "shade the cell at the cursor"),
        ("Delete", "clear the cell at the cursor: its edges, crosses and shade"),
    )
    text = staticmethod(drawing)

    def resumed(self, puzzle: Slitherlink, position: Slitherlink) -> Slitherlink:
        drawn, crosses, shades = position.drawn, position.crosses, position.shades
        return replace(puzzle, drawn=drawn, crosses=crosses, shades=shades)

    def moves(self, before: Slitherlink, after: Slitherlink, goes_on: bool) -> int:
        return len(before.drawn ^ after.drawn)

    def fewest_moves(self, puzzle: Slitherlink, loop: Loop) -> int:
        return len(loop.edges)

    def excluded(self, puzzle: Slitherlink) -> frozenset[Edge]:
        return puzzle.crosses

    def begin(self, puzzle: Slitherlink) -> Slitherlink:
        if puzzle.drawn or puzzle.crosses or puzzle.shades:
            return replace(puzzle, drawn=frozenset(), crosses=frozenset(), shades={})
        return puzzle

    def draw(self, puzzle: Slitherlink, spot: Spot) -> Gesture[Slitherlink] | None:
        way = way_from(puzzle, spot)
        name = _name(_DRAWN, spot.edge not in puzzle.drawn)
        return _DrawnWay(name, puzzle, way=way) if way else None

    def mark(self, puzzle: Slitherlink, spot: Spot) -> Gesture[Slitherlink] | None:
        """Cross an edge, also a drawn one; on the way, drawn ones are kept."""
        if spot.edge is None or not any(map(puzzle.on_board, spot.edge)):
            return None
        there = spot.edge not in puzzle.crosses
        position = _with(puzzle, [spot.edge], _CROSSES, there=there)
        return _Crosses(_name(_CROSSES, there), position, there=there)

    def shade(self, puzzle: Slitherlink, spot: Spot) -> Gesture[Slitherlink] | None:
        """Shade a cell as inside, then as outside, then not at all."""
        if not puzzle.on_board(spot.cell):
            return None
        shade = {None: True, True: False, False: None}[puzzle.shades.get(spot.cell)]
        change = partial(_shaded, shade=shade)
        return OverCells("shade", puzzle, at=spot.cell, change=change).over(spot.cell)

    def clear(self, puzzle: Slitherlink, cell: Cell) -> Gesture[Slitherlink] | None:
        """Remove the edges and crosses round a cell, and its shade."""
        position = _shaded(puzzle, cell, None)
        for what in (_DRAWN, _CROSSES):
            position = _with(position, edges_of(cell), what, there=False)
        return Gesture("clear a cell", position) if position is not puzzle else None

    def typed(self, puzzle: Slitherlink, spot: Spot, key: str) -> Gesture[Slitherlink] | None:
        if key == "" and spot.edge:  # Shift and an arrow
            return _toggled(puzzle, spot.edge, _DRAWN)
        if side := _SIDES.get(key.lower()):
            what = _DRAWN if key.islower() else _CROSSES
            return _toggled(puzzle, edge_at(spot.cell, side), what)
        return self.shade(puzzle, spot) if key == " " else None

    def help(self, puzzle: Slitherlink, loop: Loop) -> Gesture[Slitherlink] | None:
        """Draw the edges round the first cell that does not have those of the solution.

        Cells with wrong edges come first, then those beside what is drawn, so that the loop grows.
        """
        wrong = puzzle.drawn ^ loop.edges
        if not wrong:
            return None
        touched = {corner for edge in puzzle.drawn for corner in ends_of(edge)}

        def rank(edge: Edge) -> tuple[bool, bool, Edge]:
            return edge not in puzzle.drawn, touched.isdisjoint(ends_of(edge)), edge

        cell = next(cell for cell in min(wrong, key=rank) if puzzle.on_board(cell))
        around = set(edges_of(cell))
        position = _with(puzzle, around & loop.edges, _DRAWN, there=True)
        position = _with(position, around - loop.edges, _CROSSES, there=True)
        return Gesture("draw edges", position)

    def progress(self, puzzle: Slitherlink) -> Progress:
        drawn = drawn_answer(puzzle)
        if drawn:
            met = list(drawn.states.values()).count(ClueState.MET)
        else:
            met = list(puzzle.clues.values()).count(0)
        clues = f"{met} of {counted(len(puzzle.clues), 'clue')} met"
        texts = clues, counted(len(puzzle.drawn), "edge")
        if not (drawn and drawn.is_closed):
            return Progress(texts, False)
        if left := len(puzzle.clues) - met:
            are = "clue is" if left == 1 else "clues are"
            return Progress(texts, False, f"The loop is closed, but {left} {are} not met.")
        return Progress(texts, not mistakes(puzzle, Loop(puzzle.drawn)))  # found anew

    def shows(self, puzzle: Slitherlink, deduction: Deduction) -> bool:
        full = {corner for corner, near in Loop(puzzle.drawn).ways.items() if len(near) > 1}

        def is_excluded(edge: Edge) -> bool:
            """Whether the edge is crossed, or one of its corners has two others."""
            is_full = not full.isdisjoint(ends_of(edge))
            return edge in puzzle.crosses or (edge not in puzzle.drawn and is_full)

        return deduction.on <= puzzle.drawn and all(map(is_excluded, deduction.off))
