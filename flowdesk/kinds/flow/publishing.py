"""Levels as plain data: nodes are cells, and behind them the ways down under bridges."""

from __future__ import annotations

from collections.abc import Sequence

from flowdesk.core.board import Board, board_of
from flowdesk.core.grid import Cell, Edge
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.flow.tiles import margin_of
from flowdesk.kinds.publishing import Plain, Publishing, in_rows, runs

#: Round a board of squares, for halves of the lines on its border.
_MARGIN = 0.05


def _bare(level: Level) -> Board:
    """Return the board without walls: levels that differ in them share it."""
    return board_of(level.width, level.height, level.holes, shape=level.shape)


def _numbers(board: Board) -> dict[int, int]:
    cells = in_rows(board.cells, board.geometry)
    bridges = [cell for cell in cells if cell in board.shape.bridges]
    nodes = [board.number[cell] for cell in cells] + [board.number[cell] + 1 for cell in bridges]
    return {node: number for number, node in enumerate(nodes)}


def _links(board: Board) -> list[tuple[int, int, int]]:
    """Return the two nodes of each link in the page, and its number on the board, in their order.

    Those of neighbouring cells that lead the same way follow each other.
    """
    number = _numbers(board)
    found = [(number[a], number[b], link) for link, (a, b) in enumerate(board.ends)]
    return sorted(found, key=lambda link: (link[1] - link[0], link[0]))


class FlowPublishing(Publishing[Level, Solution]):
    """Boards with bridges and warps, endpoints, and walls."""

    def board(self, level: Level) -> Plain:
        board = _bare(level)
        cells, links = self.cells(level), _links(board)
        found = self.frame(level, max(margin_of(level), _MARGIN))
        found["links"] = runs((a, b) for a, b, _ in links)
        if board.shape.bridges:
            found["bridges"] = [n for n, cell in enumerate(cells) if cell in board.shape.bridges]
        warps = [
            [number, *board.geometry.outward[board.side(*board.links[link])]]
            for number, (_, _, link) in enumerate(links)
            if board.shape.is_warped(*board.links[link])
        ]
        if warps:
            found["warps"] = warps
        return found

    def puzzle(self, level: Level) -> Plain:
        board = _bare(level)
        number = _numbers(board)
        colors = [
            [*(number[board.number[cell]] for cell in pair), label]
            for label, pair in level.pairs.items()
        ]
        found: dict[str, object] = {
            "ends": colors,
            "inks": [[color_name(level, label), level.color(label)] for label in level.pairs],
        }
        walls = [n for n, edge in enumerate(self.links(level)) if edge in level.walls]
        if walls:
            found["walls"] = walls
        if not level.touching:
            found["apart"] = True
        return found

    def cells(self, level: Level) -> Sequence[Cell]:
        return in_rows(level.board.cells, level.board.geometry)

    def links(self, level: Level) -> Sequence[Edge]:
        board = _bare(level)
        return [board.links[link] for _, _, link in _links(board)]

    def items(self, level: Level) -> Sequence[Cell]:
        return [_bare(level).nodes[node] for node in _numbers(_bare(level))]

    def solution(self, level: Level, solution: Solution) -> Sequence[object]:
        board = _bare(level)
        number = _numbers(board)
        return [[number[node] for node in board.walk(solution.paths[each])] for each in level.pairs]
