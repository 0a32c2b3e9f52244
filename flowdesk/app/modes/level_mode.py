"""LevelMode: what is shown over a level cell by cell; and lights, which shine for a moment."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from flowdesk.app.shell import Shell
from flowdesk.app.stage import Mode, Stage
from flowdesk.app.timers import FRAME_SECONDS, Loop, Timer
from flowdesk.core.grid import SIDES, STEPS, Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.pictures.playback import PULSE_SECONDS, pulse_strength
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.table import kind_of


def border(cells: Collection[Cell], puzzle: Puzzle) -> dict[Cell, list[str]]:
    """Return the sides of some cells that are towards others."""
    sides, beside = puzzle.board.shape.sides, puzzle.board.geometry.beside
    found = {cell: [side for side in sides if beside(cell, side) not in cells] for cell in cells}
    return {cell: sides for cell, sides in found.items() if sides}


def outline(cells: Collection[Cell], puzzle: Puzzle) -> dict[Cell, Tiles]:
    """Return a line round some cells, or in each of them if lines of a loop may be round it."""
    if kind_of(puzzle).drawing.margin:
        return dict.fromkeys(cells, tuple(Tile("pattern", side=f"inner {side}") for side in SIDES))
    sides = border(cells, puzzle)
    if puzzle.board.shape.cells == "square":
        for cell in cells:
            sides.setdefault(cell, []).extend(_inner_corners(cell, cells))
    return {
        cell: tuple(Tile("pattern", side=f"side {side}") for side in at)
        for cell, at in sides.items()
    }


def _inner_corners(cell: Cell, cells: Collection[Cell]) -> Iterator[str]:
    """Yield the corners of a square where the lines of the two cells beside it meet."""
    for corner in ("tl", "tr", "bl", "br"):
        (_, down), (right, _) = (STEPS[side] for side in corner)
        x, y = cell
        beside = {(x, y + down), (x + right, y)}
        if beside.issubset(cells) and (x + right, y + down) not in cells:
            yield corner


class LevelMode(Mode):
    """A solution instead of what the author drew, marks on the ground, edges below endpoints, and
    what lies above all of it.

    Without any of these, the level shows as its author drew it. `sentence` is about what is shown.
    """

    sentence = ""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.segments: Mapping[Cell, object] = {}
        self.marks: Mapping[Cell, Tile] = {}
        self.edges: Mapping[Cell, Tiles] = {}
        self.above: Mapping[Cell, Tiles] = {}

    def display(
        self,
        segments: Mapping[Cell, object] | None = None,
        marks: Mapping[Cell, Tile] | None = None,
        edges: Mapping[Cell, Tiles] | None = None,
        above: Mapping[Cell, Tiles] | None = None,
    ) -> None:
        """Show this over the level."""
        before = set(self.cells)
        self.segments, self.marks, self.edges = segments or {}, marks or {}, edges or {}
        self.above = above or {}
        self.sentence = ""
        self._stage.repaint({*before, *self.cells, *self._stage.drawn})
        self._stage.show(self)

    @property
    def caption(self) -> str:
        return self.sentence

    @property
    def hides_drawn(self) -> bool:
        """Whether what the author drew could be mistaken for part of it."""
        return bool(self.segments or self.marks or self.edges or self.above)

    @property
    def cells(self) -> Collection[Cell]:
        return {*self.segments, *self.marks, *self.edges, *self.above}

    def segment_at(self, cell: Cell) -> object:
        return self.segments.get(cell) if self.hides_drawn else self._stage.drawn.get(cell)

    def still_at(self, cell: Cell) -> Tiles:
        if not self.hides_drawn:
            return self._stage.plain_tiles(cell)
        tiles = self.plain_tiles(cell)
        if mark := self.marks.get(cell):
            tiles = (tiles[0], mark, *tiles[1:])  # on the ground, below lines and paths
        if edges := self.edges.get(cell):
            below = next((i for i, tile in enumerate(tiles) if tile.kind == "dot"), len(tiles))
            tiles = (*tiles[:below], *edges, *tiles[below:])
        return (*tiles, *self.above.get(cell, ()))

    def plain_tiles(self, cell: Cell) -> Tiles:
        """Return a cell without marks and edges."""
        return self._stage.segment_tiles(cell, self.segments.get(cell))

    def left(self) -> None:
        self.segments, self.marks, self.edges, self.above = {}, {}, {}, {}
        self.sentence = ""


class Pulses:
    """Each cell has a tile, and the time when it lights up, which may be yet to come."""

    def __init__(self) -> None:
        self._lit: dict[Cell, tuple[Tile, float]] = {}
        self._cells: dict[float, list[Cell]] = {}  # by the time
        self._shown: dict[float, float] = {}  # the strengths when `fade` was called last

    def __bool__(self) -> bool:
        return bool(self._cells)

    def light(self, lights: Iterable[tuple[Cell, str]], at: float) -> None:
        """Let rings of these colours light up round cells."""
        for cell, color in lights:
            self.add([cell], Tile("ring", color), at)

    def add(self, cells: Collection[Cell], tile: Tile, at: float) -> None:
        """Let a tile light up in some cells."""
        self._lit.update(dict.fromkeys(cells, (tile, at)))
        self._cells.setdefault(at, []).extend(cells)

    def tiles(self, cell: Cell) -> Tiles:
        """Return what a cell shows of its light."""
        if cell in self._lit:
            tile, at = self._lit[cell]
            if strength := self._shown.get(at):
                return (tile._replace(strength=tile.strength * strength),)
        return ()

    def fade(self, now: float) -> list[Cell]:
        """Forget what has gone out; return the cells that may look different now."""
        changed = []
        for at, cells in list(self._cells.items()):
            strength = pulse_strength(now - at) if now >= at else 0.0
            if strength != self._shown.get(at, 0.0):
                self._shown[at] = strength
                changed += cells
            if now - at > PULSE_SECONDS:
                del self._cells[at]
                self._shown.pop(at, None)
        return changed

    def clear(self) -> list[Cell]:
        """Put out all lights; return their cells."""
        cells = list(self._lit)
        self._lit, self._cells, self._shown = {}, {}, {}
        return cells


_WAVE = Tile("fill", "#ffffff", 0.5)
_A_CELL, _WHOLE_WAVE = 0.07, 0.8  # seconds from a cell to the next, and at most to the corners


class Lights:
    """Nothing lights up while motion is reduced.

    Their time goes on with the frames: where these take long, they are later, and not larger.
    """

    def __init__(self, stage: Stage, shell: Shell) -> None:
        self._stage = stage
        self._shell = shell
        self._now = 0.0
        self._pulses = Pulses()
        self.tiles = self._pulses.tiles
        self._animation = Loop(shell.root, self._frame, FRAME_SECONDS)
        self.then: Callable[[], object] | None = None  # called when all are out

    def light(self, lights: Iterable[tuple[Cell, str]]) -> None:
        """Let rings of these colours light up."""
        if not self._shell.settings.reduce_motion:
            self._pulses.light(lights, self._now)
            self._stage.repaint(self._pulses.fade(self._now))
            if self._pulses:
                self._animation.start()

    def wave(self, then: Callable[[], object]) -> None:
        """Let a wave run from the middle of the board; then make a call."""
        if self._shell.settings.reduce_motion:
            then()
            return
        level, self.then = self._stage.level, then
        middle = (level.width - 1) / 2, (level.height - 1) / 2
        farthest = max(math.hypot(*middle), 1)
        pace = min(_A_CELL, _WHOLE_WAVE / farthest)
        rings = defaultdict[int, list[Cell]](list)
        for x, y in level.board.cells:
            rings[round(math.hypot(x - middle[0], y - middle[1]))].append((x, y))
        for far, cells in rings.items():
            self._pulses.add(cells, _WAVE, self._now + far * pace)
        self._animation.start()

    def stop(self) -> None:
        self._animation.stop()
        self.then = None
        self._stage.repaint(self._pulses.clear())

    def _frame(self) -> bool:
        self._now += FRAME_SECONDS
        self._stage.repaint(self._pulses.fade(self._now))
        if self.then and not self._pulses:
            then, self.then = self.then, None
            then()
        return bool(self._pulses)


_FADING = (0.5, 0.42, 0.34, 0.26, 0.18, 0.1)  # the strength in each frame
_FRAME_MS = 70
_LIT = 0.45  # the strength where cells are lit
_MOST_GLOWING = 400  # cells; more take too long to paint


class Glow:
    """Light on the ground of cells: it fades, or stays on those that are pointed at."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._glowing = self._lit = frozenset[Cell]()
        self._strength = 0.0
        self._timer = Timer(stage.shell.root)

    @property
    def cells(self) -> frozenset[Cell]:
        return self._glowing | self._lit

    def over(self, tiles: Tiles, cell: Cell) -> Tiles:
        """Return what a cell shows with its light."""
        strength = max(self._strength * (cell in self._glowing), _LIT * (cell in self._lit))
        return (tiles[0], Tile("hint", strength=strength), *tiles[1:]) if strength else tiles

    def light_up(self, cells: Iterable[Cell]) -> None:
        """Light cells until the next call."""
        before, self._lit = self._lit, frozenset(filter(self._stage.level.on_board, cells))
        self._stage.repaint(before ^ self._lit)

    def begin(self, cells: frozenset[Cell]) -> None:
        """Light cells up and let them fade."""
        if len(cells) <= _MOST_GLOWING:
            self._fade(cells, 0)

    def end(self) -> None:
        """End what fades, without painting the cells."""
        self._timer.stop()
        self._glowing = frozenset()

    def _fade(self, cells: frozenset[Cell], frame: int) -> None:
        self.end()
        if frame < len(_FADING):
            self._glowing, self._strength = cells, _FADING[frame]
            self._timer.start(_FRAME_MS, self._fade, cells, frame + 1)
        self._stage.repaint(cells)
