"""Flow as a kind of puzzle: paths join the two endpoints of each colour, and cover every cell."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from flowdesk.core.shape import Shape
from flowdesk.kinds.entry import Files
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.files import dots, json_part, level_string, linked_cells, map_text
from flowdesk.kinds.flow.files.numberlink import NUMBERLINK
from flowdesk.kinds.flow.findings import findings, incomplete, is_sketch
from flowdesk.kinds.flow.level import Level, Solution, pattern, size_problem
from flowdesk.kinds.flow.words import FlowWords
from flowdesk.kinds.kind import EmptyBoard, Kind

if TYPE_CHECKING:
    from flowdesk.kinds.flow.deduction.hints import FlowReasoning
    from flowdesk.kinds.flow.making.generate import FlowMaking
    from flowdesk.kinds.flow.play import FlowPlaying
    from flowdesk.kinds.flow.publishing import FlowPublishing
    from flowdesk.kinds.flow.shaping import FlowShaping
    from flowdesk.kinds.flow.solving.repairs import FlowMending
    from flowdesk.kinds.flow.solving.solve import FlowCounting, FlowSolving
    from flowdesk.kinds.flow.tiles import FlowDrawing
    from flowdesk.kinds.flow.tools import FlowColoring, FlowEditing


class FlowFiles(Files[Solution]):
    """Levels as JSON, and as maps and lists of other programs."""

    to_json = staticmethod(json_part.to_json)
    from_json = staticmethod(json_part.from_json)
    lost = staticmethod(json_part.lost)
    formats = (
        map_text.FORMAT,
        map_text.LIST,
        dots.FORMAT,
        linked_cells.FORMAT,
        level_string.FORMAT,
        level_string.COORDINATES,
    )
    pzpr = NUMBERLINK

    def answer_json(self, solution: Solution | None) -> dict[str, object]:
        return {"paths": dict(solution.paths) if solution else {}}


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
    contents = staticmethod(json_part.contents)
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
    scanning = dots.FlowScanning()

    def is_empty(self, level: Level) -> bool:
        return not level.endpoints

    @cached_property
    def drawing(self) -> FlowDrawing:
        from flowdesk.kinds.flow.tiles import FlowDrawing

        return FlowDrawing()

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
        from flowdesk.kinds.flow.solving.solve import FlowCounting

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
    def shaping(self) -> FlowShaping:
        from flowdesk.kinds.flow.shaping import FlowShaping

        return FlowShaping()

    @cached_property
    def coloring(self) -> FlowColoring:
        from flowdesk.kinds.flow.tools import FlowColoring

        return FlowColoring()

    @cached_property
    def making(self) -> FlowMaking:
        from flowdesk.kinds.flow.making.generate import FlowMaking

        return FlowMaking()

    @cached_property
    def playing(self) -> FlowPlaying:
        from flowdesk.kinds.flow.play import FlowPlaying

        return FlowPlaying()

    @cached_property
    def publishing(self) -> FlowPublishing:
        from flowdesk.kinds.flow.publishing import FlowPublishing

        return FlowPublishing()


FLOW = Flow()
