"""Slitherlink as a kind of puzzle: one loop along the edges, as many round a cell as its clue."""

from __future__ import annotations

from flowdesk.kinds import loops
from flowdesk.kinds.drawing import Drawing
from flowdesk.kinds.editor import Editing
from flowdesk.kinds.entry import Files
from flowdesk.kinds.loops import LoopKind, LoopShaping
from flowdesk.kinds.making import Completion, Making
from flowdesk.kinds.part import GESTURES
from flowdesk.kinds.slitherlink import tiles
from flowdesk.kinds.slitherlink.deduction.difficulty import WORDS, rate
from flowdesk.kinds.slitherlink.deduction.hints import hint, hint_text
from flowdesk.kinds.slitherlink.drawing import drawn_answer
from flowdesk.kinds.slitherlink.files import course, json_part, loopy, plain
from flowdesk.kinds.slitherlink.files.slither import SLITHER
from flowdesk.kinds.slitherlink.findings import findings, incomplete
from flowdesk.kinds.slitherlink.making.generate import VERSION, generate
from flowdesk.kinds.slitherlink.making.request import FIELDS, Request, problem, thin_out, thinned
from flowdesk.kinds.slitherlink.palette import (
    choices,
    item_at,
    item_typed,
    next_item,
    palette,
    typed,
)
from flowdesk.kinds.slitherlink.play import SlitherlinkPlaying
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving.conflict import explain
from flowdesk.kinds.slitherlink.solving.counting import count
from flowdesk.kinds.slitherlink.solving.remedies import ways_to_unique
from flowdesk.kinds.slitherlink.solving.repairs import ways_to_solve
from flowdesk.kinds.slitherlink.solving.solve import SlitherlinkSolving, certain_edges
from flowdesk.kinds.slitherlink.tools import FIRST_STEPS, TOOLS
from flowdesk.kinds.slitherlink.words import SlitherlinkWords
from flowdesk.kinds.solving import Counting, Mending, Reasoning


class SlitherlinkCounting(Counting[Slitherlink, Loop]):
    """The number of solutions by sweeping over the corners, and the edges of all of them."""

    count = staticmethod(count)
    certain_edges = staticmethod(certain_edges)


class SlitherlinkMending(Mending[Slitherlink, Loop]):
    """Clues that contradict each other, and clues that would make a puzzle good."""

    says_why = True
    explain = staticmethod(explain)
    remedies = staticmethod(ways_to_unique)
    repairs = staticmethod(ways_to_solve)


class SlitherlinkReasoning(Reasoning[Slitherlink]):
    """Deductions of a player, from single clues to suppositions."""

    difficulties = WORDS
    rate = staticmethod(rate)
    hint = staticmethod(hint)
    hint_text = staticmethod(hint_text)
    hint_tiles = staticmethod(tiles.hint_tiles)


class SlitherlinkFiles(Files[Loop]):
    """Puzzles as JSON, and as texts of other programs."""

    to_json = staticmethod(json_part.to_json)
    from_json = staticmethod(json_part.from_json)
    lost = staticmethod(loops.lost)
    answer_json = staticmethod(loops.ring_json)
    formats = (plain.FORMAT, course.FORMAT, loopy.FORMAT)
    pzpr = SLITHER


class SlitherlinkDrawing(Drawing[Slitherlink, Loop, tiles.Segment]):
    """Clues in cells, and lines between them."""

    margin = tiles.MARGIN
    has_labels = True
    cell_tiles = staticmethod(tiles.cell_tiles)
    segments = staticmethod(tiles.segments)
    steps = staticmethod(tiles.steps)
    drawn_answer = staticmethod(drawn_answer)
    item_at = staticmethod(item_at)
    changed_cells = staticmethod(tiles.changed_cells)
    edge_tiles = staticmethod(tiles.edge_tiles)
    map_tiles = staticmethod(tiles.map_tiles)
    change_tiles = staticmethod(tiles.change_tiles)
    overview = staticmethod(tiles.overview)


class SlitherlinkEditing(Editing[Slitherlink]):
    """The items are the clues."""

    tools = TOOLS
    first_steps = FIRST_STEPS
    palette = staticmethod(palette)
    next_item = staticmethod(next_item)
    typed = staticmethod(typed)
    item_typed = staticmethod(item_typed)
    choices = staticmethod(choices)
    cleared = staticmethod(loops.cleared)
    gestures = (
        ("Click", "change the clue, or use the chosen tool"),
        ("Drag with the Loop tool", "draw edges; back, or from drawn ones, remove them"),
        ("Click with the Loop tool", "draw or remove the nearest edge"),
        ("Right click, Delete", "erase"),
        ("Middle click", "pick the clue under the pointer"),
        ("Wheel over the palette", "change the current clue"),
        ("0 to 4", "set that clue at the cursor or pointer"),
        ("Space", "remove the clue"),
        ("Arrow, Shift+arrow", "move the cursor; draw or remove the edge there"),
        *GESTURES,
    )


class SlitherlinkCompletion(Completion[Slitherlink, Request]):
    """Fewer clues with the same solution."""

    edit = "thin out"
    going_on = "Thinning out"
    done = "thinned out"
    request = staticmethod(thin_out)
    completed = staticmethod(thinned)


class SlitherlinkMaking(Making[Slitherlink, Request]):
    """A random loop, and as few of its clues as are needed."""

    version = VERSION
    fields = FIELDS
    completion = SlitherlinkCompletion()
    request = staticmethod(Request.sized)
    problem = staticmethod(problem)
    empty = staticmethod(Request.empty)
    generate = staticmethod(generate)


class SlitherlinkKind(LoopKind[Slitherlink, Loop]):
    """The kind; it has no colours, and pictures are not read."""

    key = "slitherlink"
    name = "Slitherlink"
    words = SlitherlinkWords()
    files = SlitherlinkFiles()
    drawing = SlitherlinkDrawing()
    editing = SlitherlinkEditing()
    solving = SlitherlinkSolving()
    counting = SlitherlinkCounting()
    mending = SlitherlinkMending()
    reasoning = SlitherlinkReasoning()
    shaping = LoopShaping[Slitherlink]()
    making = SlitherlinkMaking()
    playing = SlitherlinkPlaying()

    new = Slitherlink
    findings = staticmethod(findings)
    incomplete = staticmethod(incomplete)


SLITHERLINK = SlitherlinkKind()
