"""Flow as a kind of puzzle: paths join the two endpoints of each colour, and cover every cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from flowdesk.core.board import Board, board_of
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.shape import Shape
from flowdesk.kinds.entry import Files
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.files import as_json, level_string, linked_cells, map_text
from flowdesk.kinds.flow.files.numberlink import NUMBERLINK
from flowdesk.kinds.flow.level import (
    Level,
    Solution,
    findings,
    incomplete,
    is_sketch,
    pattern,
    size_problem,
)
from flowdesk.kinds.flow.shaping import FlowShaping
from flowdesk.kinds.flow.tiles import FlowDrawing, margin_of
from flowdesk.kinds.flow.words import FlowWords
from flowdesk.kinds.kind import EmptyBoard, Kind
from flowdesk.kinds.play import Plain, Publishing, in_rows, runs

if TYPE_CHECKING:
    from flowdesk.kinds.flow.deduction.hints import FlowReasoning
    from flowdesk.kinds.flow.making.generate import FlowMaking
    from flowdesk.kinds.flow.play import FlowPlaying
    from flowdesk.kinds.flow.solving.counting import FlowCounting
    from flowdesk.kinds.flow.solving.repairs import FlowMending
    from flowdesk.kinds.flow.solving.solve import FlowSolving
    from flowdesk.kinds.flow.tools import FlowEditing


class FlowFiles(Files[Solution]):
    """Levels as JSON, and as maps and lists of other programs."""

    to_json = staticmethod(as_json.to_json)
    from_json = staticmethod(as_json.from_json)
    lost = staticmethod(as_json.lost)
    formats = (
        map_text.FORMAT,
        map_text.LIST,
        as_json.FORMAT,
        linked_cells.FORMAT,
        level_string.FORMAT,
        level_string.COORDINATES,
    )
    pzpr = NUMBERLINK

    def answer_json(self, solution: Solution | None) -> dict[str, object]:
        return {"paths": dict(solution.paths) if solution else {}}


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


def _with_warps(width: int, height: int) -> Level:
    """Return an empty board without a border: each side leads to the opposite one."""
    shape = Shape(rows=frozenset(range(height)), columns=frozenset(range(width)))
    return Level(width, height, shape=shape)


class Flow(Kind[Level, Solution]):
    """The kind, with all parts."""

    key = "flow"
    name = "Flow"
    new = Level
    findings = staticmethod(findings)
    incomplete = staticmethod(incomplete)
    is_sketch = staticmethod(is_sketch)
    contents = staticmethod(as_json.contents)
    pattern = staticmethod(pattern)
    difference = staticmethod(editing.difference)
    with_puzzle_of = staticmethod(editing.with_puzzle_of)
    size_problem = staticmethod(size_problem)

    boards = (
        EmptyBoard("Squares", "squares", Level),
        EmptyBoard("Warps", "warps", _with_warps, least=3),
        EmptyBoard("Hexagons", "hexagons", partial(Level, shape=Shape("hex"))),
    )

    words = FlowWords()
    files = FlowFiles()
    drawing = FlowDrawing()
    shaping = FlowShaping()
    coloring = editing.FlowColoring()
    publishing = FlowPublishing()
    scanning = as_json.FlowScanning()

    def is_empty(self, level: Level) -> bool:
        return not level.endpoints

    @cached_property
    def editing(self) -> FlowEditing:
        from flowdesk.kinds.flow.tools import FlowEditing

        return FlowEditing()

    @cached_property
    def solving(self) -> FlowSolving:
        from flowdesk.kinds.flow.solving.solve import FlowSolving

        return FlowSolving()

    @cached_property
    def counting(self) -> FlowCounting:
        from flowdesk.kinds.flow.solving.counting import FlowCounting

        return FlowCounting()

    @cached_property
    def mending(self) -> FlowMending:
        from flowdesk.kinds.flow.solving.repairs import FlowMending

        return FlowMending()

    @cached_property
    def reasoning(self) -> FlowReasoning:
        from flowdesk.kinds.flow.deduction.hints import FlowReasoning

        return FlowReasoning()

    @cached_property
    def making(self) -> FlowMaking:
        from flowdesk.kinds.flow.making.generate import FlowMaking

        return FlowMaking()

    @cached_property
    def playing(self) -> FlowPlaying:
        from flowdesk.kinds.flow.play import FlowPlaying

        return FlowPlaying()


FLOW = Flow()
