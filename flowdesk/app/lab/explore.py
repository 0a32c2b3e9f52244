"""ExploreMode: asks the solver about the rules that are on, and shows its answer on the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from flowdesk.app.modes.level_mode import Glow
from flowdesk.app.session import Session
from flowdesk.app.stage import Mode
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.core.edit import Spot
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.known import Mood
from flowdesk.lab import rule_questions, rule_text
from flowdesk.lab.changes import Slide, slide
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.explore import AnswerCount, ClashingRules, Explored
from flowdesk.lab.rule_questions import Needed, Why, how_many, why_none
from flowdesk.lab.rule_text import TextLine
from flowdesk.lab.rulebooks import book_of, without_rules

_PAUSE_MS = 80  # after an edit, so that a drag does not ask at every cell
_LONG = 0.3  # seconds until the status line shows how to stop the solver


class Guide(Protocol):
    """Steps to walk through instead of one rule after the other."""

    def goes(self, step: int) -> bool:
        """Whether there are so many steps more, or, if negative, before."""

    def go_by(self, step: int) -> None:
        """Show another step, if there is one."""

    def begin_again(self) -> None:
        """Show the first step."""


class RulesPanel(Protocol):
    """What stands beside the board while rules are explored."""

    @property
    def shows_answer(self) -> bool:
        """Whether the sentence about the answer can be read there."""

    def close_page(self) -> bool:
        """Close what is shown instead of the answer; return whether there was something."""

    def takes(self, spot: Spot) -> bool:
        """Take a press on the board; return whether it does."""


class ExploreMode(Mode):
    """Shows the answer to the rules on the board, instead of drawn paths; changed cells glow.

    Emits `changed` when question or answer have, and `reached` with the number of a rule that a
    step has led to. `panel` and `guide` return what there is while it is on.
    """

    def __init__(
        self, session: Session, panel: Callable[[], RulesPanel], guide: Callable[[], Guide | None]
    ) -> None:
        super().__init__(session.stage)
        self.changed: Signal[[]] = Signal()
        self.reached: Signal[[int]] = Signal()
        self._panel, self._guide = panel, guide
        self.glow = Glow(session.stage)
        jobs = jobs_of(session.shell.root)
        self._job = Job(jobs, self._handle, self._ticked)
        self._counting = Job(jobs, self._handle, self._ticked)
        self.state = self._shown = Exploration()
        self._left_level: Puzzle | None = None
        self._doing = ""  # what the solver is looking for, unless it is just the answer
        self._did = ""  # what was asked, or shown, last
        self._news = ""  # said before the answer that is looked for
        self._note = ""  # how far it has come, or what came of it, if that is no answer
        self._timer = Timer(session.shell.root)
        self._headline = ("", Mood.NEUTRAL)
        self._said = ""  # of the message, in the status line
        self._shows_remark = False  # on the cell under the pointer, in the status line
        self.takes_long = self._shows_count = False
        session.shell.at_end(self.left, self._job.close, self._counting.close)

    @property
    def busy(self) -> bool:
        """Whether the solver looks for an answer, or will after a pause in the edits."""
        return self._job.running or self._timer.running

    @property
    def is_counting(self) -> bool:
        """Whether the answers are counted, which begins when nothing else is to come."""
        return self._counting.running

    @property
    def guide(self) -> Guide | None:
        return self._guide()

    def takes(self, spot: Spot) -> bool:
        return self._panel().takes(spot)

    def toggle(self) -> None:
        if self.is_on:
            self._stage.show_level_alone()
            return
        self._headline = ("", Mood.NEUTRAL)
        book = book_of(self._level)
        orders = self.state.orders if book is self.state.book else {}
        known = self.state if self._level == self._left_level else Exploration()
        self.state = Exploration(
            sizes=known.sizes,
            whole=known.whole,
            counts={rules: count for rules, count in known.counts.items() if count.is_exact},
            strict=book.is_strict(self._level),
            book=book,
            orders=orders,
            last_own=self.state.last_own,
        )
        self._begin_to_ask()
        if not self.problem[0]:
            self.announce(self._news or f"{self._shell.stop_key}: back.")

    def resume(self) -> None:
        """Show again what was shown before, and ask about the rules that are on."""
        self._did = rule_text.switched(self.state, self.state)
        self._begin_to_ask()

    def _begin_to_ask(self) -> None:
        self._update_answer()
        self._stage.show(self)
        self._ask()
        self._reveal_last()

    def left(self) -> None:
        self._left_level = self._level
        self._job.cancel()
        self._counting.cancel()
        self.glow.end()
        self.glow.light_up(())
        self._timer.stop()
        self._hide_work()
        self._doing, self._note, self._news = "", "", ""

    def stop(self) -> bool:
        """Stop the solver, unless it only fills the table, or go back to the answer."""
        if self._is_asking or self._counts_long:
            self.cancel()
            return True
        return self._panel().close_page()

    # Questions

    def switch(self, number: int) -> None:
        """Turn a rule on or off."""
        self.ask_for(self.state.with_rules(self.state.on ^ {number}))

    def can_walk(self, step: int) -> bool:
        """Whether there is a step forward (1) or back (-1)."""
        if self.guide:
            return self.guide.goes(step)
        return bool(self.state.next_rule if step > 0 else self.state.last_rule)

    def next(self) -> None:
        """Turn on the first rule that is off, or go to the next step of a lesson."""
        if self.guide:
            self.guide.go_by(1)
        elif rule := self.state.next_rule:
            self.switch(rule.number)
            self.reached.emit(rule.number)

    def back(self) -> None:
        """Turn off the last rule that is on, or go to the step before in a lesson."""
        if self.guide:
            self.guide.go_by(-1)
        elif rule := self.state.last_rule:
            self.switch(rule.number)
            self._reveal_last()

    def all_or_none(self) -> None:
        """Turn on all rules that make the game, or, if they are on, turn all off.

        A lesson then begins again.
        """
        state = self.state
        if self.guide and state.on >= state.needed_rules:
            self.guide.begin_again()
            return
        self.ask_for(state.with_rules(() if state.on >= state.needed_rules else state.needed_rules))
        if not self.state.on:
            self._reveal_last()

    def _reveal_last(self) -> None:
        """Bring the last rule that is on into view; without one, what always holds."""
        state = self.state
        self.reached.emit((state.last_rule or state.rows[0].rule).number)

    def put_in_order(self, state: Exploration) -> None:
        """Take over the order of the rules, which the solver need not be asked about."""
        self.state = state
        self.changed.emit()
        self._shell.say(f"The rules are walked through in this order: {rule_text.in_a_row(state)}.")

    def announce(self, news: str) -> None:
        """Say something in the status line, and again with the answer to what was asked now."""
        self._news = news
        self._say_message()

    def ask_for(self, state: Exploration) -> None:
        self._did, self._news = rule_text.switched(self.state, state), ""
        self.state = state
        self._ask()

    def ask_which_are_needed(self) -> None:
        self._begin("Looking for a smallest set of rules")
        self._job.start(rule_questions.needed, self._level, self.state.form)

    def ask_why_none(self) -> None:
        found = self.state.found
        is_none = found and self.state.is_answered and not found.answer
        rules = self.state.on if is_none else self.state.book.needed(self._level)
        self._begin("Looking for requirements that contradict each other")
        self._job.start(why_none, self._level, tuple(rules), self.state.form)

    def show_parts(self, *, unfolded: bool) -> None:
        self.state = self.state.with_parts(unfolded=unfolded)
        self._show()

    def show_example(self) -> None:
        """Explore the level without any rule."""
        self._begin_exploring()
        self.ask_for(self.state.with_rules(()))

    def show_gaps(self) -> None:
        """Explore the level with the published rules that get it wrong."""
        book = book_of(self._level)
        self._begin_exploring()
        rules = book.needed(self._level, "published")
        self.ask_for(replace(self.state, form="published").with_rules(rules))
        self._reveal_last()

    def show_other(self) -> None:
        self.state = self.state.swapped()
        self._did = "This is the other answer."
        self._show()
        self.glow.begin(self.state.changed)

    def _begin_exploring(self) -> None:
        if not self.is_on:
            self.toggle()

    @property
    def may_ask(self) -> bool:
        """Whether the two questions about the rules can be asked: the level and form allow it."""
        return self.is_on and self.state.form != "fast" and not self.problem[0]

    def cancel(self) -> None:
        if self._counting.cancel():
            self.state = self.state.not_counting()
            self._finished("")
        elif self._job.cancel():
            stopped = "Stopped."
            if not self._doing:
                self.state = replace(self.state, found=None)
                stopped = "Stopped. Turn a rule on or off to ask again."
            self._finished("" if self.state.why else stopped)

    def level_changed(self, before: Puzzle) -> bool:
        """Ask the same question about the new puzzle after a pause in the edits."""
        after = self._level
        if without_rules(after):
            return False
        self.left()
        if before.kind != after.kind:
            self._shown = Exploration(book=book_of(after))
        self.state = self.state.of_another_level(before, after, keep=not self.problem[0])
        self._did = "The solver has answered for the board as it is now."
        self._stage.repaint(self.cells)
        self._update_answer()
        self._timer.start(_PAUSE_MS, self._ask)
        return True

    @property
    def problem(self) -> tuple[str, tuple[Cell, ...]]:
        """Why the level cannot be explored, and the cells; empty if it can."""
        return rule_text.problem(self._level, self.state.form)

    @property
    def _level(self) -> Any:
        return self._stage.level

    def _ask(self) -> None:
        self._begin("", self._news)  # which a lesson may have announced meanwhile
        state = self.state
        text, cells = self.problem
        if text:
            self._job.cancel()
            self.state = replace(state.with_rules(state.on), found=None)
            self._show()
            self._shell.say(text, cells)
        else:
            rules = tuple(sorted(state.on))
            self._job.start(
                rule_questions.answer, self._level, rules, state.form, lacks=state.lacks
            )

    def _begin(self, doing: str, news: str = "") -> None:
        self._timer.stop()
        self._counting.cancel()
        self._hide_work()
        self._doing, self._note, self._news = doing, "", news
        self.changed.emit()

    # Answers

    def _handle(self, event: Event) -> None:
        match event:
            case Progress(Explored() as found):
                self.state = self.state.told(found)
                self._hide_work()
                self._show()
                self.glow.begin(self.state.changed)
            case Progress(int() as left):
                self._note = f"{left} parts are left."
            case Progress(tuple() as tried):
                self._note = f"Trying {rule_text.named(tried)}."
            case Progress(news):
                self.state = self.state.told(news)
                if isinstance(news, Why):
                    self._show()
            case Done(Needed(None, why_not)):
                self._finished(why_not)
            case Done(Needed(rules) as needed):
                self.ask_for(replace(self.state.with_rules(rules or ()), needed=needed))
            case Done(ClashingRules() as reason):
                self.state = self.state.told(reason)
                self._finished("")
            case Done(AnswerCount() as count):
                self.state = self.state.told(count)
                self._hide_work()
            case Done(_) if self._doing:
                self._finished("There is an answer: these rules do not contradict each other.")
            case Done(_):
                self._hide_work()
                if self.state.lacks_count:
                    self._counting.start(how_many, self._level, self.state.found)
            case Died(exit_code):
                self._finished(f"The solver's process ended (status {exit_code}).")
            case Failed(traceback):
                self._finished("No answer, because of an error in FlowDesk.")
                self._shell.show_error(traceback)
        if not self._shows_remark and self.message[0] != self._said:
            self._say_message()
        self.changed.emit()

    def _finished(self, note: str) -> None:
        self._hide_work()
        self._doing, self._note = "", note
        self._show()

    def _ticked(self) -> None:
        if self._counts_long:
            self._shows_count = True
            self._shell.status.show_work(self.state.counted, self.cancel)
        elif not self._is_asking:
            self._hide_work()
        elif self._job.elapsed > _LONG:
            if not self.takes_long:
                self.takes_long = True
                self.changed.emit()
            self._shell.status.show_work(None, self.cancel)

    @property
    def _is_asking(self) -> bool:
        """Whether the solver is at work, and not only to fill the table below an answer."""
        return self._job.running and bool(self._doing or not self.state.is_answered)

    @property
    def _counts_long(self) -> bool:
        return self.is_counting and self.state.counted is not None

    @property
    def message(self) -> tuple[str, Mood]:
        """One sentence about the answer or the search for it."""
        if text := self.problem[0]:
            return text, Mood.NEUTRAL
        if self._doing and not self.state.why:
            return f"{self._doing} ... {self._note}".strip(), Mood.NEUTRAL
        if self._note:
            return self._note, Mood.DOUBTFUL
        if self.takes_long:
            return rule_text.patience(self._level, self.state), Mood.NEUTRAL
        if self.state.is_answered or self.state.reason or self.state.why:
            self._headline = rule_text.headline(self.state)
        return self._headline  # for a moment it may be that of the previous answer

    @property
    def slide(self) -> Slide:
        """What a presenter shows of this step."""
        return slide(self.state)

    @property
    def caption(self) -> str:
        state, text = self.state, self.message[0]
        if not state.on or state.needed:
            return text  # it names the rules
        return f"{state.rule_form.name} {rule_text.named(state.on)}: {text}"

    # On the board

    @property
    def cells(self) -> set[Cell]:
        return self._shown.cells(self._level) | self.glow.cells

    def tiles_at(self, cell: Cell) -> Tiles:
        return self.glow.over(self.still_at(cell), cell)

    def still_at(self, cell: Cell) -> Tiles:
        return self._shown.tiles_at(self._level, cell, labels=self._stage.labels)

    def pointed_at(self, cell: Cell | None) -> None:
        """Show in the status line what is wrong at the cell under the pointer or the cursor."""
        if self.is_on and not self.problem[0]:
            text, cells = rule_text.remark_at(self.state, cell) if cell else ("", ())
            if text or self._shows_remark:
                self._shell.say(text or self._status, cells)
            self._shows_remark = bool(text)

    def point_out(self, remark: TextLine) -> None:
        self._shell.say(remark.text, remark.cells)
        self._stage.point_out(remark.cells)

    def _show(self) -> None:
        self._update_answer()
        self._stage.repaint()
        self.changed.emit()
        self._shows_remark = False
        if not self.problem[0]:
            self._say_message()

    def _say_message(self) -> None:
        self._said = self.message[0]
        self._shell.say(f"{self._news} {self._status}".strip())

    @property
    def _status(self) -> str:
        """The message, or what was done, if the panel says what is wrong with the answer."""
        text, _ = message = self.message
        is_wrong = message == self._headline and self._headline[1] is Mood.DOUBTFUL
        is_told = self._stage.board is not None and self._panel().shows_answer
        return self._did if is_wrong and self._did and is_told else text

    def _update_answer(self) -> None:
        """Take over what is known now, and end the glow; the next painting shows it."""
        self.glow.end()
        self._shown = self.state

    def _hide_work(self) -> None:
        if self.takes_long or self._shows_count:
            self.takes_long = self._shows_count = False
            self._shell.status.hide_work()
