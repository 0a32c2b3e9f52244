"""Flow as a kind of puzzle: paths join the two endpoints of each colour, and cover every cell."""

from __future__ import annotations

from flowdesk.kinds.drawing import Drawing
from flowdesk.kinds.editor import Coloring, Editing
from flowdesk.kinds.entry import Files, Scanning
from flowdesk.kinds.flow import editing, tiles
from flowdesk.kinds.flow.colors import USUAL_COLORS
from flowdesk.kinds.flow.deduction.difficulty import WORDS, rate
from flowdesk.kinds.flow.deduction.hints import hint
from flowdesk.kinds.flow.dots import from_dots
from flowdesk.kinds.flow.drawing import drawn_answer
from flowdesk.kinds.flow.files import (
    color_json,
    coordinates,
    json_part,
    level_list,
    level_string,
    map_text,
)
from flowdesk.kinds.flow.files.numberlink import NUMBERLINK
from flowdesk.kinds.flow.findings import findings, incomplete, is_sketch
from flowdesk.kinds.flow.level import Level, pattern, size_problem, strict
from flowdesk.kinds.flow.making.generate import VERSION, generate, map_problem
from flowdesk.kinds.flow.making.request import FIELDS, Request, fill, filled, problem
from flowdesk.kinds.flow.palette import choices, item_typed, palette, typed
from flowdesk.kinds.flow.parts import FlowShaping
from flowdesk.kinds.flow.play import FlowPlaying
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.formula import formula
from flowdesk.kinds.flow.solving.remedies import ways_to_unique
from flowdesk.kinds.flow.solving.repairs import ways_to_solve
from flowdesk.kinds.flow.solving.solve import certain_edges, check, solve
from flowdesk.kinds.flow.tools import FIRST_STEPS, TOOLS
from flowdesk.kinds.flow.words import FlowWords, hint_text
from flowdesk.kinds.kind import Kind
from flowdesk.kinds.making import Completion, Making
from flowdesk.kinds.part import GESTURES
from flowdesk.kinds.solving import Counting, Mending, Reasoning, Solving


class FlowSolving(Solving[Level]):
    """Solutions by SAT; by the stricter rule no path touches itself."""

    has_strict_rule = True
    strict = staticmethod(strict)
    solve = staticmethod(solve)
    check = staticmethod(check)
    has_formula = True
    formula = staticmethod(formula)


class FlowCounting(Counting[Level, Solution]):
    """The number of solutions by sweeping over the board, and the edges of all of them."""

    count = staticmethod(count)
    certain_edges = staticmethod(certain_edges)


class FlowMending(Mending[Level, Solution]):
    """Endpoints, walls and holes that would make a level good."""

    explain = staticmethod(explain)
    remedies = staticmethod(ways_to_unique)
    repairs = staticmethod(ways_to_solve)


class FlowReasoning(Reasoning[Level]):
    """Deductions of a player: cells, parts of the board, suppositions."""

    difficulties = WORDS
    rate = staticmethod(rate)
    hint = staticmethod(hint)
    hint_text = staticmethod(hint_text)
    hint_tiles = staticmethod(tiles.hint_tiles)


class FlowFiles(Files[Solution]):
    """Levels as JSON, and as maps and lists of other programs."""

    to_json = staticmethod(json_part.to_json)
    from_json = staticmethod(json_part.from_json)
    lost = staticmethod(json_part.lost)
    formats = (
        map_text.FORMAT,
        level_list.FORMAT,
        color_json.FORMAT,
        level_string.FORMAT,
        coordinates.FORMAT,
    )
    pzpr = NUMBERLINK

    def answer_json(self, solution: Solution | None) -> dict[str, object]:
        return {"paths": dict(solution.paths) if solution else {}}


class FlowScanning(Scanning[Level]):
    """The dots of a picture are endpoints."""

    from_dots = staticmethod(from_dots)


class FlowDrawing(Drawing[Level, Solution, tiles.Segment]):
    """Dots and pipes in cells, with walls and holes."""

    has_labels = True
    usual_colors = USUAL_COLORS
    cell_tiles = staticmethod(tiles.cell_tiles)
    segments = staticmethod(tiles.segments)
    steps = staticmethod(tiles.steps)
    drawn_answer = staticmethod(drawn_answer)
    item_at = staticmethod(tiles.label_at)
    changed_cells = staticmethod(tiles.changed_cells)
    edge_tiles = staticmethod(tiles.edge_tiles)
    map_tiles = staticmethod(tiles.map_tiles)
    change_tiles = staticmethod(tiles.change_tiles)
    ghost_tiles = staticmethod(tiles.ghost_tiles)
    carried_tiles = staticmethod(tiles.carried_tiles)
    overview = staticmethod(tiles.overview)


class FlowEditing(Editing[Level]):
    """The items are the labels of colours."""

    tools = TOOLS
    first_steps = FIRST_STEPS
    palette = staticmethod(palette)
    next_item = staticmethod(editing.next_label)
    typed = staticmethod(typed)
    item_typed = staticmethod(item_typed)
    choices = staticmethod(choices)
    cleared = staticmethod(editing.cleared)
    gestures = (
        ("Click", "place the current colour, or use the chosen tool"),
        ("Drag an endpoint", "move it"),
        ("Drag with the Path tool", "draw a path; its ends become the endpoints"),
        ("Right click, Delete", "erase"),
        ("Middle click", "pick the colour under the pointer"),
        ("1 to 9, 0, wheel over the palette", "change the current colour"),
        ("Double click in the palette", "give a label another colour"),
        ("Arrow, Shift+arrow", "move the cursor; build or remove the wall there"),
        ("A letter", "place that colour at the cursor or pointer"),
        ("Space", "place the current colour at the cursor"),
        ("#", "make or fill a hole"),
        *GESTURES,
    )


class FlowColoring(Coloring[Level]):
    """Changes of the colour of a label, or of all its endpoints and its path."""

    recolored = staticmethod(editing.set_color)
    swapped = staticmethod(editing.swap_colors)
    without = staticmethod(editing.without_label)


class FlowCompletion(Completion[Level, Request]):
    """Paths for the cells that the drawn paths leave free."""

    edit = "fill the rest"
    going_on = "Filling"
    done = "filled"
    request = staticmethod(fill)
    completed = staticmethod(filled)


class FlowMaking(Making[Level, Request]):
    """Random paths that cover the board; their ends are the level."""

    version = VERSION
    fields = FIELDS
    completion = FlowCompletion()
    request = staticmethod(Request.shaped)
    problem = staticmethod(problem)
    map_problem = staticmethod(map_problem)
    empty = staticmethod(Request.empty)
    generate = staticmethod(generate)


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

    words = FlowWords()
    files = FlowFiles()
    drawing = FlowDrawing()
    editing = FlowEditing()
    solving = FlowSolving()
    counting = FlowCounting()
    mending = FlowMending()
    reasoning = FlowReasoning()
    shaping = FlowShaping()
    coloring = FlowColoring()
    making = FlowMaking()
    playing = FlowPlaying()
    scanning = FlowScanning()

    def is_empty(self, level: Level) -> bool:
        return not level.endpoints


FLOW = Flow()
