"""Helper: hints, checks and the next part of a solution, which the solver finds meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flowdesk.cli.terminal.table import Table
from flowdesk.cli.terminal.view import GameView
from flowdesk.core.grid import places
from flowdesk.desk.play import help
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.help import Help
from flowdesk.desk.play.words import NO_SOLUTION, check_text, no_hint_text, unsolved_text
from flowdesk.kinds.answers import Deduction, Trace


class Helper:
    """Help with a game; `draw` draws the next part of a solution, False if there is none."""

    def __init__(
        self, table: Table, game: Game, view: GameView, draw: Callable[[Any], bool]
    ) -> None:
        self._table, self._game, self._say, self._draw = table, game, view.say, draw
        self._trace, self._given = Trace(), list[Deduction]()

    def hint(self) -> None:
        """Look for the next deduction."""
        self._ask("a hint", self._hint_found, help.find_deduction, self._trace, self._given)

    def check(self) -> None:
        """Look for what is wrong."""
        self._ask("mistakes", self._checked, help.find_wrong)

    def help(self) -> None:
        """Draw the next part of a solution."""
        table = self._table
        if table.solution:
            if not self._draw(table.solution):
                self._say("All of a solution is drawn.")
        elif table.solved:
            self._say(unsolved_text(is_unsolvable=table.is_unsolvable))
        elif not table.background.asked:
            self._say("")
            table.background.cancel()  # the same search, but now it is asked for
            table.look(self.help, "a solution")

    def stop(self) -> bool:
        """Stop looking; return whether there was anything."""
        table = self._table
        if not table.background.asked:
            return False
        table.background.cancel()
        table.look()
        return True

    def _ask(
        self, what: str, then: Callable[[Help], None], function: Any, *arguments: object
    ) -> None:
        table, position = self._table, self._game.position
        if table.background.asked or self._game.solved:
            return

        def answer(found: Help) -> None:
            if self._game.position is position:
                then(found)
            else:  # the player went on meanwhile
                self._ask(what, then, function, *arguments)

        self._say("")
        table.look_closely()
        # What is known is asked for when it is its turn: more may be known by then.
        table.background.ask(
            answer, function, lambda: (table.known, position, *arguments), what=what
        )

    def _hint_found(self, found: Help) -> None:
        self._trace = found.trace
        if found.wrong:
            self._checked(found)
        elif found.deduction:
            self._game.hints += 1
            self._given.append(found.deduction)
            message, cells = found.deduction.message, found.deduction.cells
            where = "" if "row" in message else f" ({places(cells)})"
            self._say(f"{message}{where}", cells)
        elif self._table.is_unsolvable:
            self._say(NO_SOLUTION)
        else:
            self._say(no_hint_text("H"))

    def _checked(self, found: Help) -> None:
        self._say(check_text(self._game.puzzle, found), wrong=found.wrong)
