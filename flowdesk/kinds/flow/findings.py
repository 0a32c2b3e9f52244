"""What is wrong with a level: every finding at once, each with its cells and a sentence.

INVALID findings mean that the level is not complete. IMPOSSIBLE ones are proofs that a complete
level has no solution, by simple arguments that a person can follow; without one there may still
be no solution.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell, balance, by_row
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level


def findings(level: Level) -> list[Finding]:
    """Return everything that is wrong with a level, as far as that shows without a search."""
    return incomplete(level) or impossible(level)


def incomplete(level: Level) -> list[Finding]:
    """Return what is missing until every colour has two endpoints."""
    if not level.endpoints:
        message = "There are no endpoints yet: place two of each colour."
        return [Finding("no-endpoints", message, (), Severity.INVALID)]
    found = []
    for label, cells in level.pairs.items():
        if len(cells) != 2:
            endpoints = "one endpoint" if len(cells) == 1 else f"{len(cells)} endpoints"
            message = f"{color_name(level, label)} has {endpoints} and needs two."
            found.append(Finding("endpoint-count", message, cells, Severity.INVALID))
    return found


def impossible(level: Level) -> list[Finding]:
    """Return simple proofs that a complete level has no solution."""
    return [
        *_blocked_cells(level),
        *_blocked_regions(level),
        *_crossings(level),
        *_parity(level),
    ]


def _finding(rule: str, message: str, cells: Iterable[Cell]) -> Finding:
    return Finding(rule, message, by_row(cells), Severity.IMPOSSIBLE)


def _blocked_cells(level: Level) -> Iterator[Finding]:
    """Find endpoints without an exit, and cells that a path can enter but not leave."""
    board = level.board
    for node, cell in enumerate(board.nodes):
        near = board.link_to[node]
        label = level.endpoints.get(cell)
        if label is not None:
            others = map(board.nodes.__getitem__, near)
            if not any(level.endpoints.get(other, label) == label for other in others):
                name = color_name(level, label)
                message = f"{name} is walled in: no path can leave this endpoint."
                yield _finding("walled-in", message, [cell])
        elif len(near) < 2 and cell in level.shape.bridges:
            way = "across" if node == board.number[cell] else "down"
            message = f"No path can lead {way} over this bridge: it needs a way on at both sides."
            yield _finding("bridge", message, [cell])
        elif len(near) < 2:
            ways = "one way in and none out" if near else "no way in"
            yield _finding("dead-end", f"A dead end: this cell has {ways}.", [cell])


def _blocked_regions(level: Level) -> Iterator[Finding]:
    """Find parts of the board that no colour can fill, and colours that no part connects.

    A path cannot pass through an endpoint, so all of it between its own endpoints is in one region
    of empty cells, which borders on both.
    """
    empty = [cell for cell in level.cells if cell not in level.endpoints]
    board = level.board
    regions = board.parts(empty)
    region_of = {node: number for number, region in enumerate(regions) for node in region}
    regions_beside = {
        cell: {region_of[near] for near in board.link_to[board.number[cell]] if near in region_of}
        for cell in level.endpoints
    }
    filled: set[int] = set()
    for label, (a, b) in level.pairs.items():
        common = regions_beside[a] & regions_beside[b]
        filled |= common
        walled_in = not regions_beside[a] or not regions_beside[b]  # found by _blocked_cells
        if not common and not walled_in and b not in board.near(a):
            message = f"The endpoints of {color_name(level, label)} are cut off from each other."
            yield _finding("cut-off", message, [a, b])
    for number, region in enumerate(regions):
        dead_end = len(region) == 1 and len(board.ways[next(iter(region))]) < 2
        if number not in filled and not dead_end:  # found by _blocked_cells
            message = "This part of the board is cut off: no colour has both endpoints beside it."
            yield _finding("cut-off", message, {board.nodes[node] for node in region})


def _crossings(level: Level) -> Iterator[Finding]:
    """Find colours that must cross, because their endpoints alternate round the border."""
    if not level.board.shape.is_planar:
        return
    border = level.board.border  # of a single row, none: found by _blocked_regions
    place = {cell: number for number, cell in enumerate(border) if cell in level.endpoints}
    spans = [
        (label, min(place[a], place[b]), max(place[a], place[b]))
        for label, (a, b) in level.pairs.items()
        if a in place and b in place
    ]
    for (first, a, b), (second, c, d) in combinations(spans, 2):
        if a < c < b < d or c < a < d < b:
            both = f"{color_name(level, first)} and {color_name(level, second)}"
            message = f"{both} must cross: their endpoints alternate round the border."
            yield _finding("crossing", message, [*level.pairs[first], *level.pairs[second]])


def _parity(level: Level) -> Iterator[Finding]:
    """Find parts with more light or dark squares of a checkerboard than paths can cover.

    A path alternates between light and dark squares: it covers as many of one as of the other,
    or one more if both its endpoints are on that colour.
    """
    board = level.board
    if not board.is_bipartite:
        return
    for nodes in board.regions:
        part = {board.nodes[node] for node in nodes}
        ends = [(a in part, b in part) for a, b in level.pairs.values()]
        if (True, True) not in ends or any(a != b for a, b in ends):
            continue  # nothing can fill it: found by _blocked_regions
        if surplus := _surplus(level, nodes):
            where = "The board" if len(board.regions) == 1 else "This part of the board"
            squares = "square" if abs(surplus) == 1 else "squares"
            message = (
                f"{where}, coloured like a checkerboard, has {abs(surplus)} "
                f"{'light' if surplus > 0 else 'dark'} {squares} more than paths between these "
                "endpoints can cover."
            )
            yield _finding("parity", message, part)


def _surplus(level: Level, part: Collection[int]) -> int:
    """Return how many more light than dark nodes of a part are left over by its paths."""
    nodes, number = level.board.nodes, level.board.number
    inside = (pair for pair in level.pairs.values() if number[pair[0]] in part)
    return balance(nodes[node] for node in part) - sum(map(balance, inside)) // 2


def marked_cells(level: Level, finding: Finding) -> tuple[Cell, ...]:
    """Return the cells that show a finding: of too many squares of a colour, those."""
    if finding.rule != "parity":
        return finding.cells
    end = next(level.board.number[cell] for cell in finding.cells if cell in level.endpoints)
    part = next(part for part in level.board.regions if end in part)
    is_light = _surplus(level, part) > 0
    return tuple((x, y) for x, y in finding.cells if ((x + y) % 2 == 0) is is_light)


def is_sketch(level: Level) -> bool:
    """Whether there are fewer colours than designed levels have: one for every two rows."""
    return 2 * len(set(level.endpoints.values())) < min(level.width, level.height)
