"""Slitherlink as a kind of puzzle."""

from __future__ import annotations

from flowdesk.kinds.kind import Kind
from flowdesk.kinds.slitherlink import editing
from flowdesk.kinds.slitherlink.files import course, loopy, plain
from flowdesk.kinds.slitherlink.files.json_part import from_json, rows_of, to_json
from flowdesk.kinds.slitherlink.files.losses import lost
from flowdesk.kinds.slitherlink.files.slither import SLITHER
from flowdesk.kinds.slitherlink.findings import findings, incomplete
from flowdesk.kinds.slitherlink.loop import answer_json
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving.solve import check, solve
from flowdesk.kinds.slitherlink.tiles import cell_tiles, drawn_answer, segments, steps
from flowdesk.kinds.slitherlink.tools import TOOLS, item_at, next_item, palette, typed

SLITHERLINK = Kind(
    key="slitherlink",
    name="Slitherlink",
    # The puzzle
    new=Slitherlink,
    findings=findings,
    incomplete=incomplete,
    counted="clues",
    contents=lambda puzzle: {"clues": len(puzzle.clues)},
    answer_json=answer_json,
    # Knowledge
    solve=solve,
    check=check,
    # Words
    complete_when="there is a clue",
    letters=lambda puzzle, loop: rows_of(puzzle),
    # Files
    to_json=to_json,
    from_json=from_json,
    lost=lost,
    formats=(plain.FORMAT, course.FORMAT, loopy.FORMAT),
    pzpr=SLITHER,
    # Pictures
    segments=segments,
    cell_tiles=cell_tiles,
    steps=steps,
    drawn_answer=drawn_answer,
    # Editing
    tools=TOOLS,
    palette=palette,
    next_item=next_item,
    item_at=item_at,
    typed=typed,
    resized=editing.resized,
    turned=editing.turned_puzzle,
    cleared=editing.cleared,
    is_empty=lambda puzzle: not puzzle.clues,
)
