"""Exploring the rules: what is asked of the solver, and what it answers on the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flowdesk.app.lab.answer_layer import AnswerLayer
from flowdesk.app.messages import Say
from flowdesk.app.stage import Overlay, Stage
from flowdesk.app.task import Task
from flowdesk.app.timers import Timer
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.desk.work.events import Died, Done, Event, Failed, Progress
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.known import Mood
from flowdesk.lab import rule_questions, rule_text
from flowdesk.lab.classic.explore import Contradiction, Explored
from flowdesk.lab.classic.rules import NEEDED, needed_of
from flowdesk.lab.classic.sizes import Sizes
from flowdesk.lab.classic.tiles import marks
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.levels import is_strict, refusal, same_board
from flowdesk.lab.rule_questions import Another, Needed, Whole
from flowdesk.lab.rule_text import Remark

#: The board to walk on, and one whose solution the rules as first published do not allow: it
#: joins two endpoints side by side. What they allow there has a loop.
_EXAMPLE, _GAPS = "05x05-first-steps.txt", "05x05-gap-in-the-rules.txt"

_PAUSE_MS = 80  # after an edit: who drags does not want an answer at every cell
_LONG = 0.3  # seconds: what takes longer shows how to stop it


@dataclass(frozen=True)
class Surroundings:
    """What exploring needs of the window around it.

    `say` puts a sentence into the status line, `show_error` shows an error of our own, and
    `show_work` how far the solver has come, and what stops it, until `hide_work`. `show_panel`
    lets the panel with the rules stand beside the board, or no longer. `open_level` opens a file
    unless there is unsaved work to keep, and `leave` shows the level alone.
    """

    say: Say
    show_error: Callable[[str], None]
    show_work: Callable[[None, Callable[[], object]], None]
    hide_work: Callable[[], None]
    show_panel: Callable[[bool], None]
    open_level: Callable[[Path], bool]
    leave: Callable[[], None]


class ExploreMode(Overlay):
    """What is explored, while `is_on`; the answer lies on the board instead of drawn paths.

    `on_change` is called when something else is asked or known, `on_reveal` with the number of a
    rule to look at.
    """

    def __init__(self, root: tk.Misc, stage: Stage, around: Surroundings) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self.on_reveal: Callable[[int], None] = lambda number: None
        self._stage = stage
        self._around = around
        self._task = Task(root, self._handle, self._ticked)
        self.state = Exploration()
        self.layer = AnswerLayer(root, stage)
        self._doing = ""  # what is being found out, unless it is just the answer
        self._note = ""  # what came of it, if that is no answer
        self._timer = Timer(root)
        self._headline = ("", Mood.NEUTRAL)
        self._tells_of_cell = False
        self.takes_long = False  # what is being found out

    @property
    def is_on(self) -> bool:
        """Whether the rules are explored."""
        return self._stage.overlay is self

    @property
    def running(self) -> bool:
        """Whether the solver is at work."""
        return self._task.running

    @property
    def busy(self) -> bool:
        """Whether it is, or will be as soon as the edits pause."""
        return self.running or self._timer.running

    def toggle(self) -> None:
        """Begin to explore, or show the level as it was before."""
        if self.is_on:
            self._around.leave()
            return
        self._headline = ("", Mood.NEUTRAL)
        self.state = Exploration(strict=is_strict(self._level))
        self._lay()
        self._stage.show(self)
        self._around.show_panel(True)
        self._ask()

    def left(self) -> None:
        """Ask nothing any more, and let what is known of the level stand beside the board again."""
        self._end()
        self._around.show_panel(False)

    def stop(self) -> bool:
        """Stop the solver; False if only the table is still filled."""
        if self.running and not self.is_comparing:
            self.cancel()
            return True
        return False

    def close(self) -> None:
        """End the process for good."""
        self._end()
        self._task.close()

    # What is asked

    def switch(self, number: int) -> None:
        """Turn a rule on or off."""
        self.ask_for(self.state.with_rules(self.state.on ^ {number}))

    def next(self) -> None:
        """One rule more, in their order."""
        if rule := self.state.next_rule:
            self.switch(rule.number)
            self.on_reveal(rule.number)

    def back(self) -> None:
        """The last rule that is on is off again."""
        if rule := self.state.last_rule:
            self.switch(rule.number)
            self.on_reveal(max(self.state.on, default=1))

    def all_or_none(self) -> None:
        """Turn on all that make the game; where they are, turn all off."""
        state = self.state
        self.ask_for(state.with_rules(() if state.on >= state.needed_rules else state.needed_rules))

    def choose_form(self, form: str) -> None:
        """Ask the rules in another form."""
        self.ask_for(self.state.with_form(form))

    def ask_for(self, state: Exploration) -> None:
        """Ask something else."""
        self.state = state
        self._ask()

    def ask_which_are_needed(self) -> None:
        """Look for a smallest set of rules that forces the solution."""
        self._begin("Looking for a smallest set of rules")
        self._task.start(rule_questions.needed, self._level, self.state.form)

    def ask_why_none(self) -> None:
        """Look for the few rules at few cells that contradict each other."""
        found = self.state.found
        is_none = found and self.state.is_answered and not found.answer
        rules = self.state.on if is_none else needed_of(self._level)
        self._begin("Looking for requirements that contradict each other")
        self._task.start(rule_questions.why_none, self._level, tuple(rules), self.state.form)

    def show_example(self) -> None:
        """Open a board to walk on, unless there is unsaved work to keep."""
        if self._open(_EXAMPLE):
            self.ask_for(self.state.with_rules(()))

    def show_gaps(self) -> None:
        """Open a board on which the rules as first published give an answer with a loop."""
        if self._open(_GAPS):
            self.ask_for(replace(self.state, form="published").with_rules(set(NEEDED) - {11}))
            self.on_reveal(11)

    def show_other(self) -> None:
        """Show what the rules that are on answer besides."""
        self.state = self.state.swapped()
        self._show()
        self.layer.let_glow(self.state.changed)

    def _open(self, name: str) -> bool:
        """Explore a level that comes with the program; whether it was opened."""
        opened = self._around.open_level(shipped("puzzles") / name)
        if opened and not self.is_on:
            self.toggle()
        return opened

    @property
    def may_ask(self) -> bool:
        """Whether there is a complete level, under rules that can be asked about."""
        return self.is_on and self.state.form != "fast" and not self.problem[0]

    def cancel(self) -> None:
        """Stop the solver."""
        if self._task.cancel():
            stopped = "Stopped."
            if not self._doing:
                self.state = replace(self.state, found=None)
                stopped = "Stopped. Turn a rule on or off to ask again."
            self._finished(stopped)

    def level_changed(self, before: Puzzle) -> bool:
        """Another puzzle is on the board: ask the same about it, when the edits pause."""
        after = self._level
        if refusal(after):
            return False
        self._end()
        self.state = self.state.of_another_level(
            same_board=same_board(before, after) and not self.problem[0], strict=is_strict(after)
        )
        self._stage.repaint(self.cells)
        self._lay()
        self._timer.start(_PAUSE_MS, self._ask)
        return True

    @property
    def problem(self) -> tuple[str, tuple[Cell, ...]]:
        """Why the level cannot be explored, and where; empty if it can."""
        return rule_text.problem(self._level, self.state.form)

    @property
    def _level(self) -> Any:
        return self._stage.level

    def _ask(self) -> None:
        """Ask for the answer to the rules that are on."""
        self._begin("")
        state = self.state
        text, cells = self.problem
        if text:
            self._task.cancel()
            self.state = replace(state, found=None, reason=None)
            self._show()
            self._around.say(text, cells)
        else:
            rules = tuple(sorted(state.on))
            self._task.start(
                rule_questions.answer, self._level, rules, state.form, lacks=state.lacks
            )

    def _begin(self, doing: str) -> None:
        self._timer.stop()
        self._hide_work()
        self._doing, self._note = doing, ""
        self.on_change()

    # What comes

    def _handle(self, event: Event) -> None:
        match event:
            case Progress(Explored() as found):
                self.state = self.state.with_answer(found)
                self._hide_work()
                self._show()
                self.layer.let_glow(self.state.changed)
            case Progress(Sizes() as sizes):
                self.state = self.state.with_sizes(sizes)
            case Progress(Another() as another):
                self.state = self.state.with_another(another)
                if not self._tells_of_cell:
                    self._around.say(self.message[0])
            case Progress(Whole() as whole):
                self.state = self.state.with_whole(whole)
            case Progress(int() as left):
                self._note = f"{left} parts are left."
            case Progress(tried):
                self._note = f"Trying {rule_text.named(tried)}."
            case Done(Needed(None, why_not)):
                self._finished(why_not)
            case Done(Needed(rules) as needed):
                self.ask_for(replace(self.state.with_rules(rules or ()), needed=needed))
            case Done(Contradiction() as reason):
                self.state = self.state.with_reason(reason)
                self._finished("")
            case Done(_) if self._doing:
                self._finished("There is an answer: these rules do not contradict each other.")
            case Died(exit_code):
                self._finished(f"The solver's process ended (status {exit_code}).")
            case Failed(traceback):
                self._finished("No answer, because of an error in FlowDesk.")
                self._around.show_error(traceback)
        self.on_change()

    def _finished(self, note: str) -> None:
        """A question is answered that is not about the rules that are on."""
        self._hide_work()
        self._doing, self._note = "", note
        self._show()

    def _ticked(self) -> None:
        if self.running and self._task.elapsed > _LONG and not self.is_comparing:
            if not self.takes_long:
                self.takes_long = True
                self.on_change()
            self._around.show_work(None, self.cancel)
        elif not self.running or self.is_comparing:
            self._hide_work()

    @property
    def is_comparing(self) -> bool:
        """Whether the answer has come, and the solver still fills the table."""
        return not self._doing and self.state.is_answered

    @property
    def message(self) -> tuple[str, Mood]:
        """The sentence about what is to be seen."""
        if text := self.problem[0]:
            return text, Mood.NEUTRAL
        if self._doing:
            return f"{self._doing} ... {self._note}".strip(), Mood.NEUTRAL
        if self._note:
            return self._note, Mood.DOUBTFUL
        if self.takes_long:
            return rule_text.patience(self._level, self.state), Mood.NEUTRAL
        if self.state.is_answered or self.state.reason:
            self._headline = rule_text.headline(self.state)
        return self._headline  # or still that of the answer before: it is a matter of moments

    # What is seen

    @property
    def cells(self) -> set[Cell]:
        """Where something lies over the level."""
        return self.layer.cells

    def segment_at(self, cell: Cell) -> None:
        """No path: an answer may have many colours in a cell."""
        return

    def tiles_at(self, cell: Cell) -> Tiles:
        """A cell with what the solver answers there."""
        return self.layer.tiles_at(cell)

    def pointed_at(self, cell: Cell | None) -> None:
        """The pointer or the cursor has come to a cell: say what is wrong there."""
        if self.is_on and not self.problem[0]:
            text, cells = rule_text.remark_at(self.state, cell) if cell else ("", ())
            if text or self._tells_of_cell:
                self._around.say(text or self.message[0], cells)
            self._tells_of_cell = bool(text)

    def point_out(self, remark: Remark) -> None:
        """Show which cells a remark is about."""
        self._around.say(remark.text, remark.cells)
        self._stage.point_out(remark.cells)

    def _show(self) -> None:
        """Show on the board and beside it what is known now."""
        self._lay()
        self._stage.repaint()
        self.on_change()
        if not self.problem[0]:
            self._around.say(self.message[0])

    def _lay(self) -> None:
        """What is known now is what the board shows when it is painted next."""
        state = self.state
        if state.reason:
            cells = {cell for _, cells in state.reason.parts for cell in cells}
            self.layer.show(None, dict.fromkeys(cells, 1.0))
        else:
            self.layer.show(state.found.answer if state.found else None, marks(state.broken))

    def _end(self) -> None:
        """Ask nothing any more, and let nothing glow."""
        self._task.cancel()
        self.layer.stop_glowing()
        self._timer.stop()
        self._hide_work()
        self._doing, self._note = "", ""

    def _hide_work(self) -> None:
        if self.takes_long:
            self.takes_long = False
            self._around.hide_work()
