"""GameOverlay: a game on the board: its position, what is tried, advice and lights."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from flowdesk.app.overlays.level_overlay import LevelOverlay
from flowdesk.app.play.adviser import Adviser
from flowdesk.app.play.lights import Lights
from flowdesk.app.session import Session
from flowdesk.app.timers import Clock
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.words import cells_at
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.draw.theme import text_color

_TRIED = Tile("hint", strength=0.16)  # the ground of what was drawn since a trial began
_PALE = 0.45  # how pale its lines are


class GameOverlay(LevelOverlay):
    """Shows a game instead of what the author drew; `on_hint` is called when one was used."""

    def __init__(self, session: Session, on_hint: Callable[[], object], clock: Clock) -> None:
        super().__init__(session.stage)
        self.changed: Signal[[]] = Signal()
        self.game: Game | None = None
        self.adviser = Adviser(session, self._advised, on_hint)
        self._lights = Lights(session.stage, session.shell, clock)
        self._theming = session.theming
        self._position: Puzzle | None = None  # the one on the board
        session.theming.changed.connect(self._show_marks, session.shell)

    def show_game(self, game: Game) -> None:
        """Show a game from now on."""
        self.game, self._position = game, game.rules.begin(game.puzzle)
        self.adviser.begin(game)
        self._show_position()
        self._show_marks()
        self._stage.show(self)

    def follow(self) -> None:
        """Show what has changed in the game."""
        game, before = self.game, self._position
        assert game, "its listener is removed with it"
        self._show_position()
        if self._position is not before:
            self.adviser.forget()
            self._lights.light(game.rules.finished(before, self._position))
        self._show_marks()

    def left(self) -> None:
        super().left()
        self.game = None
        self.adviser.stop()
        self._lights.stop()

    def _show_position(self) -> None:
        game = self.game
        assert game
        before, self._position = self._position, game.position
        if before is not self._position or not self.segments:
            drawn = game.kind.drawing.drawn_answer(game.position)
            self.segments = game.kind.drawing.segments(drawn) if drawn else {}
            self._stage.repaint(game.kind.drawing.changed_cells(before, game.position))

    def _advised(self) -> None:
        self._show_marks()
        self.changed.emit()

    def _show_marks(self) -> None:
        """Mark what the last advice is about, and what is being tried."""
        if self.game is None:
            return
        before = self.marks, self.edges
        marks, edges = self._tried(self.game)
        advice = self.adviser
        self.marks = {**marks, **advice.marks}
        self.edges = {
            cell: (*edges.get(cell, ()), *advice.edges.get(cell, ()))
            for cell in {*edges, *advice.edges}
        }
        if before != (self.marks, self.edges):
            self._stage.repaint({*before[0], *before[1], *self.marks, *self.edges})

    def _tried(self, game: Game) -> tuple[Mapping[Cell, Tile], Mapping[Cell, Tiles]]:
        """Return marks for what was drawn since the trial began: paler lines, another ground."""
        if game.trial is None:
            return {}, {}
        kind, excluded = game.kind, game.rules.excluded
        now, then = (
            kind.drawing.drawn_answer(position) for position in (self._position, game.trial)
        )
        new = (now.edges if now else frozenset()) - (then.edges if then else frozenset())
        crossed = excluded(self._position) - excluded(game.trial)
        color = text_color(self._theming.theme.cell)
        cells = cells_at(game.puzzle, new | crossed)
        pale = ([(edge, color, _PALE) for edge in edges] for edges in (new, crossed))
        return dict.fromkeys(cells, _TRIED), kind.drawing.edge_tiles(*pale)

    @property
    def caption(self) -> str:
        if self.game is None:
            return ""
        return self.adviser.text or ", ".join(self.game.progress.texts)

    @property
    def hides_drawn(self) -> bool:
        return True

    @property
    def cells(self) -> Collection[Cell]:
        game = self.game
        if game is None:
            return super().cells
        changed = game.kind.drawing.changed_cells(game.rules.begin(game.puzzle), self._position)
        return {*super().cells, *(changed or ()), *self._stage.drawn}

    def plain_tiles(self, cell: Cell) -> Tiles:
        segment, labels = self.segments.get(cell), self._stage.labels
        return self._stage.kind.drawing.cell_tiles(self._position, cell, segment, labels=labels)

    def tiles_at(self, cell: Cell) -> Tiles:
        return (*self.still_at(cell), *self._lights.tiles(cell))

    def still_at(self, cell: Cell) -> Tiles:
        return super().tiles_at(cell)
