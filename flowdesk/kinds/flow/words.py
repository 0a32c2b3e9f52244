"""What is said of a level in sentences."""

from __future__ import annotations

from collections.abc import Collection

from flowdesk.core.grid import Cell
from flowdesk.kinds.answers import SolveResult
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import touches


def result_text(level: Level, result: SolveResult) -> tuple[str, Collection[Cell]]:
    """What a search found, and the cells that this is about."""
    if result.solution and result.touching:
        which = "this solution" if result.effort else "every solution"
        text = f"Solved, but {which} touches itself: somewhere a path runs beside itself."
        return text, [cell for edge in touches(level, result.solution) for cell in edge]
    if result.solution:
        paths = "1 path covers" if len(level.pairs) == 1 else f"{len(level.pairs)} paths cover"
        return f"Solved: {paths} all {len(level.cells)} cells.", ()
    if result.findings:
        return result.findings[0].message, result.findings[0].cells
    if result.note:
        return result.note, ()
    if not level.touching:
        return "No solution without touching, which this level forbids.", ()
    return "No solution: no set of paths covers every cell.", ()
