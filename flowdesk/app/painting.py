"""What lies on the board: the level, the paths over it, and marks that come and go."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from flowdesk.app.timers import Timer
from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Scene, Tile, Tiles
from flowdesk.flow.level import Level
from flowdesk.flow.solution import Solution
from flowdesk.flow.tiles import Cover, cell_tiles, covers, level_scene

if TYPE_CHECKING:
    from flowdesk.app.window import Window

_BLINKS = 5
_BLINK_MS = 220


class Painting:
    """Puts together what the view shows, cell by cell."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._marked: frozenset[Cell] = frozenset()
        self._blinking = Timer(window.root)
        self._paths: Mapping[str, tuple[Cell, ...]] = {}  # as they were drawn, and ...
        self._drawn: dict[Cell, Cover] = {}  # ... the cells that they cover

    def redraw(self, cells: Collection[Cell] | None = None) -> None:
        """Show some cells as they are now, or all of them."""
        window, level = self._window, self._window.document.level
        self._remember_drawn(level)
        if cells is None:
            scene = level_scene(level, labels=window.labels)
            special = {*self._drawn, *window.solving.covered, *self._marked, *window.insight.cells}
            special |= {*window.watching.covered, *window.exploring.cells}
            if window.edit.ghost:
                special.add(window.edit.ghost)
            window.view.show(scene.with_tiles({cell: self._tiles_at(cell) for cell in special}))
        elif cells:
            window.view.change({cell: self._tiles_at(cell) for cell in cells})

    def level_changed(self, before: Level) -> None:
        """Show the present level, where it differs from the one before."""
        after = self._window.document.level
        same = ("width", "height", "holes", "colors")
        if any(getattr(before, name) != getattr(after, name) for name in same):
            self.redraw()
            return
        cells = {cell for cell, _ in before.endpoints.items() ^ after.endpoints.items()}
        cells.update(cell for wall in before.walls ^ after.walls for cell in wall)
        for _, path in before.drawn.items() ^ after.drawn.items():
            cells.update(path)
        self.redraw(cells)

    def first_scene(self) -> Scene:
        """The level alone, before there is anything else."""
        return level_scene(self._window.document.level, labels=self._window.labels)

    def label_at(self, cell: Cell) -> str | None:
        """The colour to be seen in a cell."""
        cover = self._cover_at(cell)
        return self._window.document.level.endpoints.get(cell) or (cover[0] if cover else None)

    def point_out(self, cells: Iterable[Cell]) -> None:
        """Let cells blink, and bring them into view."""
        self.stop_blinking()
        marked = frozenset(cell for cell in cells if self._window.document.level.on_board(cell))
        if marked:
            self._window.view.bring_into_view(sorted(marked))
            self._blink(marked, _BLINKS)

    def stop_blinking(self) -> None:
        """Nothing is pointed out any more."""
        self._blinking.stop()
        marked, self._marked = self._marked, frozenset()
        self.redraw(marked)

    def _blink(self, cells: frozenset[Cell], left: int) -> None:
        self._marked = cells if left % 2 else frozenset()
        self.redraw(cells)
        if left:
            self._blinking.start(_BLINK_MS, self._blink, cells, left - 1)

    def _remember_drawn(self, level: Level) -> None:
        before, self._paths = self._paths, level.drawn
        if before is not level.drawn:
            gone, new = before.items() - level.drawn.items(), level.drawn.items() - before.items()
            for _, path in gone:
                for cell in path:
                    del self._drawn[cell]
            self._drawn.update(covers(Solution(dict(new))))

    def _cover_at(self, cell: Cell) -> Cover | None:
        """The path through a cell: of a solution that is shown, else as the author drew it."""
        window = self._window
        if window.watching.running:
            return window.watching.covered.get(cell)
        if window.insight.covered:
            return window.insight.covered.get(cell)
        if window.solving.covered or window.insight.hides_paths:
            return window.solving.covered.get(cell)
        return self._drawn.get(cell)

    def _tiles_at(self, cell: Cell) -> Tiles:
        """A cell with everything on it."""
        window, level = self._window, self._window.document.level
        label = level.endpoints.get(cell)
        if cell == window.edit.ghost:
            tiles = cell_tiles(replace(level, endpoints={}, drawn={}), cell)
            if label:
                tiles = (*tiles, Tile("dot", level.color(label), 0.3))
        elif window.exploring.is_on:
            tiles = window.exploring.layer.tiles_at(cell)
        else:
            tiles = cell_tiles(level, cell, self._cover_at(cell), labels=window.labels)
            if label and (strength := window.solving.pulse(label)):
                tiles = (*tiles, Tile("ring", level.color(label), strength))
        if mark := window.insight.marks.get(cell):
            tiles = (tiles[0], mark, *tiles[1:])  # on the ground, below lines and paths
        if arms := window.insight.arms.get(cell):
            below = next((i for i, tile in enumerate(tiles) if tile.kind == "dot"), len(tiles))
            tiles = (*tiles[:below], *arms, *tiles[below:])
        return (*tiles, Tile("mark", strength=0.5)) if cell in self._marked else tiles
