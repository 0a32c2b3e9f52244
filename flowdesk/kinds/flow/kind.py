"""Flow as a kind of puzzle."""

from __future__ import annotations

from flowdesk.kinds.flow import drawing, editing, laid, palette, tiles, words
from flowdesk.kinds.flow.colors import USUAL_COLORS
from flowdesk.kinds.flow.deduction.difficulty import WORDS, rate
from flowdesk.kinds.flow.deduction.hints import hint
from flowdesk.kinds.flow.dots import from_dots
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
from flowdesk.kinds.flow.first_steps import FIRST_STEPS
from flowdesk.kinds.flow.level import Level, pattern, size_problem, size_text, strict
from flowdesk.kinds.flow.making.generate import VERSION, generate, map_problem
from flowdesk.kinds.flow.making.request import FIELDS, Request, fill, filled, problem
from flowdesk.kinds.flow.parts import PARTS
from flowdesk.kinds.flow.play import PLAY
from flowdesk.kinds.flow.solving.certainty import certain_edges
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.formula import formula
from flowdesk.kinds.flow.solving.remedies import ways_to_unique
from flowdesk.kinds.flow.solving.repairs import ways_to_solve
from flowdesk.kinds.flow.solving.solve import check, solve
from flowdesk.kinds.flow.tools import TOOLS
from flowdesk.kinds.generator import Completion, Generator
from flowdesk.kinds.kind import Kind
from flowdesk.kinds.part import GESTURES

FLOW = Kind(
    key="flow",
    name="Flow",
    introduction=(
        "Draw puzzles like Flow Free, solve them, and watch the paths run in.\n\n"
        "A path joins the two endpoints of each colour. The paths cover every cell, and never "
        "cross."
    ),
    names={
        "text": "map",
        "items": "colours",
        "labels": "Labels on endpoints",
        "complete": "Fill the rest with paths",
    },
    # The puzzle
    new=Level,
    findings=findings,
    incomplete=incomplete,
    contents=json_part.contents,
    counted="colours",
    pattern=pattern,
    difference=editing.difference,
    answer_json=lambda solution: {"paths": dict(solution.paths) if solution else {}},
    strict=strict,
    # Knowledge
    solve=solve,
    check=check,
    count=count,
    explain=explain,
    remedies=ways_to_unique,
    repairs=ways_to_solve,
    certain_edges=certain_edges,
    rate=rate,
    difficulties=WORDS,
    hint=hint,
    hint_text=words.hint_text,
    formula=formula,
    # Words
    result_text=words.result_text,
    verdict=words.verdict,
    remarks=words.remarks,
    complete_when="every colour has its two endpoints",
    found_verdict=words.found_verdict,
    differing=words.differing,
    solution_name=words.solution_name,
    letters=words.letters,
    # Files
    to_json=json_part.to_json,
    from_json=json_part.from_json,
    lost=json_part.lost,
    formats=(
        map_text.FORMAT,
        level_list.FORMAT,
        color_json.FORMAT,
        level_string.FORMAT,
        coordinates.FORMAT,
    ),
    pzpr=NUMBERLINK,
    from_dots=from_dots,
    # Making
    generator=Generator(
        version=VERSION,
        fields=FIELDS,
        request=Request.shaped,
        problem=problem,
        map_problem=map_problem,
        empty=Request.empty,
        generate=generate,
        completion=Completion(
            edit="fill the rest",
            going_on="Filling",
            done="filled",
            request=fill,
            completed=filled,
        ),
    ),
    # Pictures
    segments=tiles.segments,
    cell_tiles=tiles.cell_tiles,
    steps=tiles.steps,
    has_labels=True,
    drawn_answer=drawing.drawn_answer,
    usual_colors=USUAL_COLORS,
    changed_cells=tiles.changed_cells,
    edge_tiles=tiles.edge_tiles,
    map_tiles=tiles.map_tiles,
    hint_tiles=laid.hint_tiles,
    change_tiles=laid.change_tiles,
    color_names=laid.color_names,
    ghost_tiles=tiles.ghost_tiles,
    carried_tiles=tiles.carried_tiles,
    # Playing
    play=PLAY,
    # Editing
    tools=TOOLS,
    palette=palette.palette,
    next_item=editing.next_label,
    item_at=tiles.label_at,
    typed=palette.typed,
    item_typed=palette.item_typed,
    first_steps=FIRST_STEPS,
    gestures=(
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
    ),
    recolored=editing.set_color,
    swapped=editing.swap_colors,
    resized=editing.resized,
    turned=editing.turned_level,
    choices=palette.choices,
    without_item=editing.without_label,
    parts=PARTS,
    cleared=editing.cleared,
    is_empty=lambda level: not level.endpoints,
    is_sketch=is_sketch,
    with_puzzle_of=editing.with_puzzle_of,
    size_problem=size_problem,
    size_text=size_text,
    overview=tiles.overview,
)
