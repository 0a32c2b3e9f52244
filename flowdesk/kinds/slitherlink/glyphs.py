"""How a position of Slitherlink looks in a terminal: corners and edges, with the clues between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from flowdesk.core.grid import Cell, Corner, Edge, direction, edges_of, ends_of, in_order
from flowdesk.kinds.play import Glyph, Glyphs, Look, Weight, pipe
from flowdesk.kinds.slitherlink.drawing import ClueState
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.tiles import Segment

#: What is beside the clue of a cell that is shaded as inside or as outside.
_SHADES = {True: "▒", False: "░"}
_PLAIN_SHADES = {True: "#", False: ":"}
_SIDES = "tlrb"


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
        for side, edge in zip(_SIDES, edges_of(cell), strict=True):
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
