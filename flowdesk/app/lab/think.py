"""ThinkMode: shows the CDCL solver on the board while it thinks, event by event, and back."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterable

from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.session import Session
from flowdesk.app.stage import Mode
from flowdesk.app.timers import FRAME_SECONDS, Loop, Slices
from flowdesk.core.edit import Spot
from flowdesk.core.grid import Cell
from flowdesk.core.signal import Signal
from flowdesk.desk.play.player import Hands
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.table import board_scene
from flowdesk.lab import rule_text
from flowdesk.lab.cdcl import Decided, Event
from flowdesk.lab.changes import Slide
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.thinking import Thinking, refusal
from flowdesk.lab.thought_text import about_asked, slide
from flowdesk.lab.trace import SearchPlace

_FADE = 0.06  # in a frame
_PAUSE = 0.15  # seconds between two looks at how far the search is known
_END = SearchPlace(conflict=sys.maxsize)  # which no search has: it goes as far as it can


class ThinkMode(Mode, Hands):
    """The search is known ahead of what is shown, as far as there was time for it.

    On the board a press asks about a cell, arrows step.
    Emits `changed` after each change; `asked` when somebody asks about a cell or a literal; `begun`
    when a search is begun from elsewhere; `missed` if it ends before a place that it was to go to.
    """

    def __init__(self, session: Session, exploring: ExploreMode) -> None:
        super().__init__(session.stage)
        self.changed: Signal[[]] = Signal()
        self.asked: Signal[[]] = Signal()
        self.begun: Signal[[]] = Signal()
        self.missed: Signal[[SearchPlace]] = Signal()
        self.thinking: Thinking  # since the first start
        self.order, self.learns = SearchPlace().order, SearchPlace().learns
        self._exploring = exploring
        self._comes_from_rules = False
        self._goes_to: SearchPlace | None = None  # as soon as that is known
        self._told_at = 0.0
        self._marked: frozenset[Cell] = frozenset()
        self._cells: frozenset[Cell] = frozenset()
        self._cursor = session.edit.cursor
        self._frames = Loop(session.shell.root, self._frame, FRAME_SECONDS)
        self._ahead = Slices(session.shell.root)

    def is_watching(self, rules: Collection[int], form: str) -> bool:
        """Whether the search with these rules is watched."""
        thinking = self.thinking if self.is_on else None
        return thinking is not None and ({*thinking.rules}, thinking.form) == ({*rules}, form)

    # Begin and end

    def toggle(self) -> None:
        if not self.is_on:
            self.start()
        elif not self.go_back():
            self._stage.show_level_alone()

    def start(self, place: SearchPlace | None = None) -> None:
        """Watch the search with the rules that are explored, or those that the game needs.

        Without a place it is the one that was chosen last, from its beginning.
        """
        state, puzzle = self._exploring.state, self._stage.level
        self._comes_from_rules = self._exploring.is_on
        form = state.form if self._comes_from_rules else FORMS[0]
        rules = [n for n in state.order if n in state.on] if self._comes_from_rules else []
        text, cells = rule_text.problem(puzzle, form)
        if text := text or refusal(puzzle, form):
            # What is wrong with the level stands in the status line already.
            self._shell.say(f"There is no search to watch. {text}", cells)
            self._stage.point_out(cells)
            return
        self._shell.status.say("The clauses are being written ...")
        self._shell.root.update_idletasks()
        self._begin(rules or book_of(puzzle).needed(puzzle, form), form, place)
        if self._comes_from_rules and not rules:
            self._shell.say("No rule was on: the solver has all rules of the game.")
        self.begun.emit()

    def _begin(self, rules: Collection[int], form: str, place: SearchPlace | None = None) -> None:
        level = self._stage.level
        if place:
            self.order, self.learns = place.order, place.learns
        self.thinking = Thinking(level, rules, form, self.order, learns=self.learns)
        self.thinking.speed = self._shell.settings.speed
        self._goes_to, self._marked = place, frozenset()
        self._cells = frozenset(board_scene(level).tiles)
        self._stage.show(self)
        self._stage.repaint(self._cells)
        step, stop = self._shell.key("One step"), self._shell.stop_key
        self._shell.say(f"Click a cell to see what is known there. {step}: a step. {stop}: back.")
        self._search_ahead()
        self.changed.emit()

    def go_to_place(self, place: SearchPlace) -> None:
        """Go to a place with the rules that are watched, if need be of another search."""
        if (place.order, place.learns) == (self.order, self.learns):
            self._seek(place)
        else:
            self._begin(self.thinking.rules, self.thinking.form, place)

    def choose(self, order: str, *, learns: bool) -> None:
        """Begin anew with an order of decisions, with learning or without."""
        self.order, self.learns = order, learns
        if self.is_on:
            self._begin(self.thinking.rules, self.thinking.form)

    def left(self) -> None:
        self._frames.stop()
        self._ahead.stop()
        self.thinking.playing = False
        self.changed.emit()

    def stop(self) -> bool:
        """Pause; or, if nothing is played, go back to where the search was begun from."""
        if self.thinking.playing or self._goes_to:
            self.pause()
            return True
        return self.go_back()

    def go_back(self) -> bool:
        """Go back to the rules, if a search is watched that was begun from there."""
        leads_back = self.leads_back
        if leads_back:
            self._exploring.resume()
        return leads_back

    @property
    def leads_back(self) -> bool:
        """Whether a search is watched that was begun from the rules."""
        return self.is_on and self._comes_from_rules

    # On the board

    @property
    def hands(self) -> ThinkMode:
        return self

    @property
    def cells(self) -> Collection[Cell]:
        return self._cells

    def tiles_at(self, cell: Cell) -> Tiles:
        return self.thinking.tiles_at(cell, self._marked, labels=self._stage.labels)

    def still_at(self, cell: Cell) -> Tiles:
        return self.thinking.tiles_at(cell, labels=self._stage.labels)

    @property
    def caption(self) -> str:
        return " ".join(filter(None, (self.slide.title, self.slide.text)))

    # Going on and back

    @property
    def playing(self) -> bool:
        return self.thinking.playing

    def play_or_pause(self) -> None:
        if self.playing:
            self.pause()
        else:
            self._goes_to = None
            if self.thinking.trace.is_at_end:
                self.go_to(0)
            self.thinking.play()
            self._frames.start()
            self.changed.emit()

    def pause(self) -> None:
        self.thinking.playing, self._goes_to = False, None
        self.changed.emit()

    def step(self) -> None:
        self._go(self.thinking.step)

    def step_back(self) -> None:
        self._go(self.thinking.back)

    def skip(self) -> None:
        """Go to the end, as soon as it is known."""
        self._seek(_END)

    def replay(self) -> None:
        self.go_to(0)

    def go_to(self, at: int) -> None:
        self._go(lambda: self.thinking.go_to(at))

    def to_next(self, kind: type[Event]) -> None:
        self._go(lambda: self.thinking.to_next(kind))

    def to_previous(self, kind: type[Event]) -> None:
        self._go(lambda: self.thinking.to_previous(kind))

    def set_speed(self, speed: float) -> None:
        self._shell.remember(speed=speed)
        if self.is_on:
            self.thinking.speed = speed

    def _go(self, move: Callable[[], set[Cell] | None]) -> None:
        self._goes_to = None
        self._show(move())
        if self.thinking.fade:
            self._frames.start()
        self.changed.emit()

    def _frame(self) -> bool:
        """Show what is due; return whether there is more to come."""
        thinking = self.thinking
        changed: set[Cell] | None = set()
        if thinking.playing:
            changed = thinking.tick()
        if changed is not None and thinking.fade:
            changed |= thinking.fade_on(_FADE)
        self._show(changed)
        if changed is None or changed or not thinking.playing:
            self.changed.emit()
        return thinking.playing or thinking.fade > 0

    def _show(self, changed: set[Cell] | None) -> None:
        if self._shell.settings.reduce_motion:
            self.thinking.fade = 0.0
        if changed != set():
            self._marked = frozenset()
        self._stage.repaint(self._cells if changed is None else changed & self._cells)

    # Going where the search is not known yet

    def _seek(self, place: SearchPlace) -> None:
        self._goes_to = place
        self._approach()
        if self._goes_to and not self._ahead.running:
            self._search_ahead()
        self.changed.emit()

    def _search_ahead(self) -> None:
        self._ahead.start(self.thinking.ahead(), self._searched_on)

    def _searched_on(self) -> None:
        now = time.perf_counter()
        if self._ahead.running and now < self._told_at + _PAUSE:
            return
        self._told_at = now
        self._approach()
        if self._goes_to and not self._ahead.running:
            place, self._goes_to = self._goes_to, None
            if place is not _END:
                self.missed.emit(place)
        self.changed.emit()

    def _approach(self) -> None:
        """Go to the place that was asked for, or as far as is known."""
        if self._goes_to:
            at = self.thinking.trace.find(self._goes_to)
            self._show(self.thinking.go_to(self.thinking.total if at is None else at))
            if self.thinking.fade:
                self._frames.start()
            if at is not None:
                self._goes_to = None

    @property
    def is_searching_ahead(self) -> bool:
        return self._ahead.running

    # Questions

    def ask(self, about: Cell | int) -> None:
        """Tell what is known of a cell or of a literal, and why."""
        self.thinking.ask(about)
        self._answer()

    def ask_before(self) -> None:
        """Tell again about what was asked before."""
        if self.thinking.ask_before():
            self._answer()

    def mark(self, cells: Iterable[Cell]) -> None:
        """Light up these cells, until something changes, instead of those before."""
        before, self._marked = self._marked, frozenset(cells)
        self._stage.repaint((before ^ self._marked) & self._cells)

    def _answer(self) -> None:
        about = self.thinking.asked[-1]
        self.mark([about] if isinstance(about, tuple) else about_asked(self.thinking)[0].cells)
        self.asked.emit()

    # For a presenter

    @property
    def slide(self) -> Slide:
        return slide(self.thinking)

    next, back = step, step_back

    # What pointer and keys do

    offers = ("Play or pause", "One step", "One step back", "Next decision", "Next conflict")
    gestures = (
        ("Click, or Shift+arrows and Enter", "what is known of a cell, and why"),
        ("← →", "a step back, a step"),
        ("↑ ↓", "the decision before, the next decision"),
        ("Space", "play or pause"),
        ("Backspace", "what was asked before"),
    )

    def press(self, spot: Spot, *, shift: bool = False, control: bool = False) -> None:
        if spot.cell in self.cells and self._cursor.reaches(Spot(spot.cell)):
            self.ask(spot.cell)

    def press_arrow(self, side: str, *, shift: bool) -> None:
        """Step; up and down go to decisions. With Shift, move the cursor."""
        if shift:
            self._cursor.step(side)
        elif side in "lr":
            (self.step if side == "r" else self.step_back)()
        else:
            (self.to_next if side == "b" else self.to_previous)(Decided)

    def press_enter(self) -> bool:
        """Ask about the cell under the cursor."""
        if self._cursor.target:
            self.ask(self._cursor.target)
        return True

    press_backspace, press_space = ask_before, play_or_pause
