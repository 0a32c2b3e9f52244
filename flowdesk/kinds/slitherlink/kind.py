"""Slitherlink as a kind of puzzle."""

from __future__ import annotations

from flowdesk.kinds.generator import Completion, Generator
from flowdesk.kinds.kind import Kind
from flowdesk.kinds.part import GESTURES
from flowdesk.kinds.slitherlink import editing, laid
from flowdesk.kinds.slitherlink.deduction.difficulty import WORDS, rate
from flowdesk.kinds.slitherlink.deduction.hints import hint, hint_text
from flowdesk.kinds.slitherlink.drawing import drawn_answer
from flowdesk.kinds.slitherlink.files import course, loopy, plain
from flowdesk.kinds.slitherlink.files.json_part import from_json, lost, to_json
from flowdesk.kinds.slitherlink.files.slither import SLITHER
from flowdesk.kinds.slitherlink.findings import findings, incomplete
from flowdesk.kinds.slitherlink.first_steps import FIRST_STEPS
from flowdesk.kinds.slitherlink.loop import answer_json
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
from flowdesk.kinds.slitherlink.parts import PARTS
from flowdesk.kinds.slitherlink.play import PLAY
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, pattern, size_text
from flowdesk.kinds.slitherlink.solving.certainty import certain_edges
from flowdesk.kinds.slitherlink.solving.conflict import explain
from flowdesk.kinds.slitherlink.solving.counting import count
from flowdesk.kinds.slitherlink.solving.formula import formula
from flowdesk.kinds.slitherlink.solving.remedies import ways_to_unique
from flowdesk.kinds.slitherlink.solving.repairs import ways_to_solve
from flowdesk.kinds.slitherlink.solving.solve import check, solve
from flowdesk.kinds.slitherlink.tiles import (
    MARGIN,
    cell_tiles,
    changed_cells,
    edge_tiles,
    letters,
    map_tiles,
    overview,
    segments,
    steps,
)
from flowdesk.kinds.slitherlink.tools import TOOLS
from flowdesk.kinds.slitherlink.words import differing, verdict

SLITHERLINK = Kind(
    key="slitherlink",
    name="Slitherlink",
    introduction=(
        "Draw Slitherlink puzzles, solve them, and watch the loop run round.\n\n"
        "The solution is one closed loop along the grid. A number says how many of the four edges "
        "of its cell are on the loop."
    ),
    names={
        "text": "text",
        "items": "clues",
        "labels": "Shade the inside",
        "complete": "Thin out the clues",
        "attempt": "this loop",
    },
    # The puzzle
    new=Slitherlink,
    findings=findings,
    incomplete=incomplete,
    counted="clues",
    pattern=pattern,
    contents=lambda puzzle: {"clues": len(puzzle.clues)},
    answer_json=answer_json,
    # Knowledge
    solve=solve,
    check=check,
    count=count,
    explain=explain,
    says_why=True,
    remedies=ways_to_unique,
    repairs=ways_to_solve,
    certain_edges=certain_edges,
    rate=rate,
    difficulties=WORDS,
    hint=hint,
    hint_text=hint_text,
    formula=formula,
    # Words
    verdict=verdict,
    differing=differing,
    complete_when="there is a clue",
    letters=letters,
    # Files
    to_json=to_json,
    from_json=from_json,
    lost=lost,
    formats=(plain.FORMAT, course.FORMAT, loopy.FORMAT),
    pzpr=SLITHER,
    # Making
    generator=Generator(
        version=VERSION,
        fields=FIELDS,
        request=Request.sized,
        problem=problem,
        empty=Request.empty,
        generate=generate,
        completion=Completion(
            edit="thin out",
            going_on="Thinning out",
            done="thinned out",
            request=thin_out,
            completed=thinned,
        ),
    ),
    # Pictures
    segments=segments,
    cell_tiles=cell_tiles,
    has_labels=True,
    margin=MARGIN,
    steps=steps,
    drawn_answer=drawn_answer,
    changed_cells=changed_cells,
    edge_tiles=edge_tiles,
    map_tiles=map_tiles,
    hint_tiles=laid.hint_tiles,
    change_tiles=laid.change_tiles,
    overview=overview,
    # Playing
    play=PLAY,
    # Editing
    tools=TOOLS,
    palette=palette,
    next_item=next_item,
    item_at=item_at,
    typed=typed,
    item_typed=item_typed,
    first_steps=FIRST_STEPS,
    gestures=(
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
    ),
    resized=editing.resized,
    turned=editing.turned_puzzle,
    choices=choices,
    parts=PARTS,
    cleared=editing.cleared,
    is_empty=lambda puzzle: not puzzle.clues,
    size_text=size_text,
)
