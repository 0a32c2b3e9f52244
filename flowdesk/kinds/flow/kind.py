"""Flow as a kind of puzzle."""

from __future__ import annotations

from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import USUAL_COLORS
from flowdesk.kinds.flow.deduction.difficulty import WORDS, rate
from flowdesk.kinds.flow.deduction.hints import hint
from flowdesk.kinds.flow.difference import difference
from flowdesk.kinds.flow.drawing import drawn_answer
from flowdesk.kinds.flow.files import (
    color_json,
    coordinates,
    level_list,
    level_string,
    map_text,
)
from flowdesk.kinds.flow.files.json_part import contents, from_json, lost, to_json
from flowdesk.kinds.flow.files.numberlink import NUMBERLINK
from flowdesk.kinds.flow.findings import findings, incomplete
from flowdesk.kinds.flow.level import Level, size_problem, size_text, strict
from flowdesk.kinds.flow.making.fields import FIELDS
from flowdesk.kinds.flow.making.generate import VERSION, generate, map_problem
from flowdesk.kinds.flow.making.request import Request, problem
from flowdesk.kinds.flow.making.rest import fill, filled
from flowdesk.kinds.flow.palette import item_typed, next_item, palette, typed
from flowdesk.kinds.flow.solution import answer_json
from flowdesk.kinds.flow.solving.certainty import certain_edges
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.formula import formula
from flowdesk.kinds.flow.solving.remedies import ways_to_unique
from flowdesk.kinds.flow.solving.solve import check, solve
from flowdesk.kinds.flow.tiles import (
    carried_tiles,
    cell_tiles,
    changed_cells,
    drawn_segments,
    edge_tiles,
    ghost_tiles,
    label_at,
    overview,
    segments,
    steps,
)
from flowdesk.kinds.flow.tools import TOOLS
from flowdesk.kinds.flow.words import (
    found_verdict,
    hint_text,
    letters,
    remarks,
    result_text,
    solution_name,
    verdict,
)
from flowdesk.kinds.generator import Generator
from flowdesk.kinds.kind import Counted, Kind

FLOW = Kind(
    key="flow",
    name="Flow",
    # The puzzle
    new=Level,
    findings=findings,
    incomplete=incomplete,
    counted=Counted("Colours", lambda level: len(level.pairs)),
    difference=difference,
    answer_json=answer_json,
    strict=strict,
    # Knowledge
    solve=solve,
    check=check,
    count=count,
    explain=explain,
    remedies=ways_to_unique,
    certain_edges=certain_edges,
    rate=rate,
    difficulties=WORDS,
    hint=hint,
    hint_text=hint_text,
    formula=formula,
    # Words
    result_text=result_text,
    verdict=verdict,
    remarks=remarks,
    complete_when="every colour has its two endpoints",
    found_verdict=found_verdict,
    solution_name=solution_name,
    letters=letters,
    # Files
    to_json=to_json,
    from_json=from_json,
    lost=lost,
    contents=contents,
    formats=(
        map_text.FORMAT,
        level_list.FORMAT,
        color_json.FORMAT,
        level_string.FORMAT,
        coordinates.FORMAT,
    ),
    pzpr=NUMBERLINK,
    # Making
    generator=Generator(
        version=VERSION,
        fields=FIELDS,
        request=Request.shaped,
        problem=problem,
        map_problem=map_problem,
        empty=Request.empty,
        generate=generate,
        fill=fill,
        filled=filled,
    ),
    # Pictures
    segments=segments,
    cell_tiles=cell_tiles,
    steps=steps,
    drawn_answer=drawn_answer,
    usual_colors=USUAL_COLORS,
    drawn_segments=drawn_segments,
    changed_cells=changed_cells,
    edge_tiles=edge_tiles,
    ghost_tiles=ghost_tiles,
    carried_tiles=carried_tiles,
    # Editing
    tools=TOOLS,
    palette=palette,
    next_item=next_item,
    item_at=label_at,
    typed=typed,
    item_typed=item_typed,
    gestures=(
        ("Click", "place the current colour, or use the chosen tool"),
        ("Drag an endpoint", "move it"),
        ("Drag with the Path tool", "draw a path; its ends become the endpoints"),
        ("Right click, Delete", "erase"),
        ("Middle click", "pick the colour under the pointer"),
        ("Wheel, 1 to 9, 0", "change the current colour"),
        ("Double click in the palette", "give a label another colour"),
        ("Arrow, Shift + arrow", "move the cursor; build or remove the wall there"),
        ("A letter", "place that colour at the cursor or pointer"),
        ("Space", "place the current colour at the cursor"),
        ("#", "make or fill a hole"),
    ),
    recolored=editing.set_color,
    swapped=editing.swap_colors,
    resized=editing.resized,
    turned=editing.turned_level,
    cleared=editing.cleared,
    is_empty=lambda level: not level.endpoints,
    with_puzzle_of=editing.with_puzzle_of,
    size_problem=size_problem,
    size_text=size_text,
    overview=overview,
)
