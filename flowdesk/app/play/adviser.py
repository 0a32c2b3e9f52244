"""Adviser: hints, checks and stronger help, found in another process while the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flowdesk.app.session import Session
from flowdesk.app.task import Task
from flowdesk.core.grid import STEPS, Cell, beside
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.help import Help, find_deduction, find_solution, find_wrong
from flowdesk.desk.play.words import (
    NO_SOLUTION,
    cells_at,
    check_text,
    no_hint_text,
    unsolved_text,
)
from flowdesk.desk.work.worker import Died, Done, Event, Failed
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.answers import Deduction, Trace

_HINTED, _WRONG = Tile("hint", strength=0.35), Tile("mark", strength=0.55)
_EXCLUDED = "#8a8a8a"
_LONG = 0.4  # seconds: what takes longer is shown, and how to stop it


class Adviser:
    """`text` is the last advice, `marks` and `edges` are what it marks on the board.

    `on_change` is called when any of them has changed, `on_hint` when a hint was used.
    """

    def __init__(
        self,
        session: Session,
        on_change: Callable[[], object],
        on_hint: Callable[[], object],
    ) -> None:
        self.text = ""
        self.marks: Mapping[Cell, Tile] = {}
        self.edges: Mapping[Cell, Tiles] = {}
        self._session = session
        self._shell = session.shell
        self._on_change = on_change
        self._on_hint = on_hint
        self._game: Game
        self._trace = Trace()
        self._given: set[Deduction] = set()  # the hints so far
        self._task = Task(session.shell.root, self._handle, self._ticked)
        self._ask: Callable[[], None] = lambda: None  # the last question
        self._answer: Callable[[Help], None] = lambda help: None
        self._asked_at: Puzzle | None = None  # the position that it is about
        self._takes_long = False

    def begin(self, game: Game) -> None:
        """Advise on another game."""
        self.stop()
        self._game = game
        self._trace, self._given = Trace(), set()
        self.text, self.marks, self.edges = "", {}, {}

    def stop(self) -> bool:
        """Stop the search; return whether there was one."""
        was_running = self._task.cancel()
        self._ticked()
        if was_running:
            self._shell.say("The search for help was stopped.")
        return was_running

    def close(self) -> None:
        self._task.close()

    def forget(self) -> None:
        """Take back the last advice: the position is another one."""
        if self.text and self._shell.status.message == self.text:
            self._shell.say("")
        self._show("")

    # Questions

    def hint(self) -> None:
        """Say what can be concluded next."""
        given = tuple(self._given)
        self._begin(self.hint, self._hint_found, find_deduction, self._trace, given)

    def help(self) -> None:
        """Draw the next part of a solution."""
        self._begin(self.help, self._solution_found, find_solution)

    def check(self) -> None:
        """Mark what cannot be part of any solution."""
        self._begin(self.check, self._wrong_found, find_wrong)

    def _begin(
        self,
        ask: Callable[[], None],
        answer: Callable[[Help], None],
        question: Callable[..., Help],
        *more: object,
    ) -> None:
        """Call a function of `desk.play.help` with what is known and the position."""
        if self._game.solved or self._task.running:
            return
        live_check = self._session.live_check
        live_check.check_now()
        self._ask, self._answer, self._asked_at = ask, answer, self._game.state.position
        self._task.start(question, live_check.known, self._asked_at, *more)

    def _handle(self, event: Event) -> None:
        match event:
            case Failed(traceback):
                self._shell.show_error(traceback)
            case Died(exit_code):
                self._shell.say(f"The search for help ended (status {exit_code}).")
            case Done(help):
                if self._game.position is self._asked_at:
                    self._answer(help)
                else:  # the player went on meanwhile
                    self._ask()

    def _ticked(self) -> None:
        """Show a search that takes long, and how to stop it."""
        is_long = self._task.running and self._task.elapsed > _LONG
        if is_long:
            self._shell.status.show_work(None, self.stop)
        if is_long != self._takes_long:
            self._takes_long = is_long
            if is_long:
                self._shell.say(f"Looking for help: {self._shell.stop_key} stops it.")
            else:
                self._shell.status.hide_work()

    # Answers

    def _hint_found(self, help: Help) -> None:
        self._trace = help.trace
        if help.wrong:
            self._show_wrong(help)
        elif help.is_unsolvable:
            self._say(NO_SOLUTION)
        elif (step := help.deduction) is not None:
            self._given.add(step)
            self._game.hints += 1
            crosses = [(edge, _EXCLUDED, 0.9) for edge in step.off]
            self._show(
                step.message,
                dict.fromkeys(step.cells, _HINTED),
                self._game.kind.drawing.edge_tiles((), crosses),
            )
            self._shell.say(step.message, step.cells)
            self._session.stage.bring_into_view(step.cells)
            self._on_hint()
        else:
            self._say(no_hint_text(self._shell.key("Stronger hint")))

    def _solution_found(self, help: Help) -> None:
        if help.solution:
            self._shell.say("A part of the solution is drawn.")
            self._game.help(help.solution)
        else:
            self._say(unsolved_text(is_unsolvable=help.is_unsolvable))

    def _wrong_found(self, help: Help) -> None:
        if help.wrong:
            self._show_wrong(help)
        else:
            self._say(check_text(self._game.puzzle, help))

    def _show_wrong(self, help: Help) -> None:
        """Mark drawn edges and excluded ones, as far as they are wrong."""
        game, wrong, color = self._game, help.wrong, self._session.theming.theme.mark
        excluded = game.rules.excluded(game.state.position)
        drawn, crossed = (
            [(edge, color, 1.0) for edge in edges] for edges in (wrong - excluded, wrong & excluded)
        )
        cells = cells_at(game.puzzle, wrong)
        text = check_text(game.puzzle, help)
        edges = dict(game.kind.drawing.edge_tiles(drawn, crossed))
        for cell in cells:  # framed, for red would not stand out on red
            frame = (Tile("frame", side=side) for side in STEPS if beside(cell, side) not in cells)
            edges[cell] = (*edges.get(cell, ()), *frame)
        self._show(text, dict.fromkeys(cells, _WRONG), edges)
        self._shell.say(text, cells)
        self._session.stage.bring_into_view(cells)

    def _say(self, text: str) -> None:
        """Give advice that marks nothing."""
        self._show(text)
        self._shell.say(text)

    def _show(
        self,
        text: str,
        marks: Mapping[Cell, Tile] | None = None,
        edges: Mapping[Cell, Tiles] | None = None,
    ) -> None:
        before = self.text, self.marks, self.edges
        self.text, self.marks, self.edges = text, marks or {}, edges or {}
        if before != (self.text, self.marks, self.edges):
            self._on_change()
