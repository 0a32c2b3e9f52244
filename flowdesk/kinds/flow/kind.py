"""Flow as a kind of puzzle."""

from __future__ import annotations

from flowdesk.kinds.flow.findings import findings, incomplete
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import mistakes
from flowdesk.kinds.flow.solving.solve import check, solve
from flowdesk.kinds.flow.tiles import cell_tiles, covers, level_scene
from flowdesk.kinds.kind import Kind

FLOW = Kind(
    key="flow",
    name="Flow",
    # The puzzle
    new=Level,
    findings=findings,
    incomplete=incomplete,
    mistakes=mistakes,
    # Knowledge
    solve=solve,
    check=check,
    # Pictures
    covers=covers,
    scene=level_scene,
    cell_tiles=cell_tiles,
)
