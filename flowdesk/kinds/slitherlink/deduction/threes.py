"""The patterns of 3s that players know by heart."""

from __future__ import annotations

from collections.abc import Iterator

from flowdesk.core.grid import Cell, cell_name, neighbors, places
from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.slitherlink.deduction.position import Position
from flowdesk.kinds.slitherlink.puzzle import Slitherlink


def patterns_of_threes(position: Position, puzzle: Slitherlink) -> list[Conclusion]:
    """Return what two 3s side by side or on a diagonal settle, in reading order."""
    found: list[Conclusion] = []
    for cell, clue in enumerate(position.clues):
        if clue == 3:
            found += _beside(position, puzzle, cell)
            found += _diagonal(position, puzzle, cell)
    return found


def _beside(position: Position, puzzle: Slitherlink, cell: int) -> Iterator[Conclusion]:
    """Yield that two 3s side by side have the edge between them, and those parallel to it."""
    grid = position.grid
    for way, back in ((2, 1), (3, 0)):  # right and below, and the opposite ways
        other = grid.beside[cell][way]
        if other == grid.ring or position.clues[other] != 3:
            continue
        between = grid.edges_of[cell][way]
        on = [grid.edges_of[cell][back], grid.edges_of[other][way]]
        off: list[int] = []
        if not _is_whole(puzzle, (grid.cells[cell], grid.cells[other])):
            on.insert(1, between)
            for corner in grid.ends[between]:
                line = grid.edges_of[grid.ring + corner]
                straight = line[3 - line.index(between)]
                off += [straight] if straight >= 0 else []
        what = "the edges at their far ends are on"
        if len(on) > 2:
            what = "the edge between them, where the loop turns, and those opposite it are on"
        message = f"Adjacent 3s in {places(map(grid.cells.__getitem__, (cell, other)))}: {what}."
        yield Conclusion("adjacent-threes", message, (cell, other), tuple(on), tuple(off))


def _is_whole(puzzle: Slitherlink, pair: tuple[Cell, Cell]) -> bool:
    """Whether the loop round two cells that are side by side fulfils all clues."""
    beside = {near for cell in pair for near in neighbors(cell)}
    return all(
        clue == (3 if cell in pair else int(cell in beside)) for cell, clue in puzzle.clues.items()
    )


def _diagonal(position: Position, puzzle: Slitherlink, cell: int) -> Iterator[Conclusion]:
    """Yield that two 3s on a diagonal, with only 2s between, have the edges at its far ends."""
    grid = position.grid
    x, y = grid.cells[cell]
    for step in (1, -1):
        chain = [cell]
        near = x + step, y + 1
        while puzzle.clues.get(near) == 2:
            chain.append(grid.board.number[near])
            near = near[0] + step, near[1] + 1
        if puzzle.clues.get(near) != 3:
            continue
        other = grid.board.number[near]
        top, left, right, _ = grid.edges_of[cell]
        _, left_there, right_there, bottom = grid.edges_of[other]
        sides = (left, right_there) if step > 0 else (right, left_there)
        ends = " and ".join(cell_name(grid.cells[end]) for end in (cell, other))
        between = ", with only 2s between" if len(chain) > 1 else ""
        message = f"Diagonal 3s in {ends}{between}: the edges at their far corners are on."
        yield Conclusion("diagonal-threes", message, (*chain, other), (top, *sides, bottom))
