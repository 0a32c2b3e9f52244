"""ThinkMode: shows the CDCL solver on the board while it thinks, event by event, and back."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable

from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.lab.looking import Looking
from flowdesk.app.modes.mode import Mode
from flowdesk.app.session import Session
from flowdesk.app.timers import FRAME_SECONDS, Clock, Loop, Slices
from flowdesk.core.grid import Cell
from flowdesk.core.signal import Signal
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.table import board_scene
from flowdesk.lab import rule_text, slide
from flowdesk.lab.cdcl import Conflicted, Decided, Event, Found
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of
from flowdesk.lab.slide import Beside, Slide
from flowdesk.lab.thinking import Thinking, refusal
from flowdesk.lab.thought_text import TextLine, about_cell, about_literal
from flowdesk.lab.trace import ORDERS

_FADE = 0.06  # in a frame
_PAUSE = 0.15  # seconds between two looks at how far the search is known


class ThinkMode(Mode):
    """The search is known ahead of what is shown, as far as there was time for it.

    Emits `changed` after each change; `asked` when somebody asks about a cell or a
    literal: `looked_at` is what is known of it; `begun` when a search is begun from elsewhere.
    """

    def __init__(
        self, session: Session, exploring: ExploreMode, clock: Clock = time.perf_counter
    ) -> None:
        self.changed: Signal[[]] = Signal()
        self.asked: Signal[[]] = Signal()
        self.begun: Signal[[]] = Signal()
        self.thinking: Thinking  # since the first start
        self.order = next(iter(ORDERS))
        self.learns = True
        self._session = session
        self._shell = session.shell
        self._stage = session.stage
        self._exploring = exploring
        self._clock = clock
        self._comes_from_rules = False
        self._goes_to_end = False
        self._told_at = 0.0
        self._asked: list[Cell | int] = []  # cells and literals, the latest last
        self._marked: frozenset[Cell] = frozenset()
        self._cells: frozenset[Cell] = frozenset()
        self._looking = Looking(self, session.edit.cursor)
        self._frames = Loop(session.shell.root, self._frame, FRAME_SECONDS, clock)
        self._ahead = Slices(session.shell.root)

    @property
    def is_on(self) -> bool:
        return self._stage.mode is self

    def is_watching(self, rules: Collection[int], form: str) -> bool:
        """Whether the search with these rules is session."""
        thinking = self.thinking if self.is_on else None
        return thinking is not None and ({*thinking.rules}, thinking.form) == ({*rules}, form)

    # Begin and end

    def toggle(self) -> None:
        if not self.is_on:
            self.start()
        elif not self.go_back():
            self._session.show_level_alone()

    def start(self) -> None:
        """Watch the search with the rules that are explored, or those that the game needs."""
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
        self._begin(rules or book_of(puzzle).needed(puzzle, form), form)
        if self._comes_from_rules and not rules:
            self._shell.say("No rule was on: the solver has all rules of the game.")
        self.begun.emit()

    def _begin(self, rules: Collection[int], form: str) -> None:
        level = self._stage.level
        self.thinking = Thinking(level, rules, form, self.order, self._clock, learns=self.learns)
        self.thinking.speed = self._shell.settings.speed
        self._goes_to_end, self._asked, self._marked = False, [], frozenset()
        self._cells = frozenset(board_scene(level).tiles)
        self._stage.show(self)
        self._stage.repaint(self._cells)
        self._ahead.start(self.thinking.ahead(), self._searched_on)
        step, stop = self._shell.key("One step"), self._shell.stop_key
        self._shell.say(f"Click a cell to see what is known there. {step}: a step. {stop}: back.")
        self.changed.emit()

    def reset(self) -> None:
        """Let the next search decide in the order that is usual, and learn."""
        self.order, self.learns = next(iter(ORDERS)), True

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
        if self.thinking.playing or self._goes_to_end:
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
    def hands(self) -> Looking:
        return self._looking

    @property
    def cells(self) -> Collection[Cell]:
        return self._cells

    def segment_at(self, cell: Cell) -> object:
        """Return None: a state of a search need not be a solution."""
        return None

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
            self._goes_to_end = False
            if self.thinking.trace.is_at_end:
                self.go_to(0)
            self.thinking.play()
            self._frames.start()
            self.changed.emit()

    def pause(self) -> None:
        self.thinking.playing = self._goes_to_end = False
        self.changed.emit()

    def step(self) -> None:
        self._go(self.thinking.step)

    def step_back(self) -> None:
        self._go(self.thinking.back)

    def skip(self) -> None:
        """Go to the end, as soon as it is known."""
        self.go_to(self.thinking.total)
        self._goes_to_end = not self.thinking.trace.is_at_end
        if self._goes_to_end and not self._ahead.running:
            self._ahead.start(self.thinking.ahead(), self._searched_on)
        self.changed.emit()

    def replay(self) -> None:
        self.go_to(0)

    def go_to(self, at: int) -> None:
        self.thinking.playing = False
        self._go(lambda: self.thinking.go_to(at))

    def to_next(self, kind: type[Event]) -> None:
        self._go(lambda: self.thinking.to_next(kind))

    def to_previous(self, kind: type[Event]) -> None:
        self._go(lambda: self.thinking.to_previous(kind))

    def to_next_decision(self) -> None:
        self.to_next(Decided)

    def to_next_conflict(self) -> None:
        self.to_next(Conflicted)

    def to_next_answer(self) -> None:
        self.to_next(Found)

    def set_speed(self, speed: float) -> None:
        self._shell.remember(speed=speed)
        if self.is_on:
            self.thinking.speed = speed

    def _go(self, move: Callable[[], set[Cell] | None]) -> None:
        self._goes_to_end = False
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
        self._stage.paint_now()
        if changed is None or changed or not thinking.playing:
            self.changed.emit()
        return thinking.playing or thinking.fade > 0

    def _show(self, changed: set[Cell] | None) -> None:
        if self._shell.settings.reduce_motion:
            self.thinking.fade = 0.0
        if changed != set():
            self._marked = frozenset()
        self._stage.repaint(self._cells if changed is None else changed & self._cells)

    def _searched_on(self) -> None:
        now = self._clock()
        if self._ahead.running and now < self._told_at + _PAUSE:
            return
        self._told_at = now
        if self._goes_to_end:
            self._show(self.thinking.go_to(self.thinking.total))
            self._goes_to_end = self._ahead.running
        self.changed.emit()

    @property
    def is_searching_ahead(self) -> bool:
        return self._ahead.running

    # Questions

    def ask(self, about: Cell | int) -> None:
        """Tell what is known of a cell or of a literal, and why."""
        self.thinking.playing = False
        if not self._asked or self._asked[-1] != about:
            self._asked.append(about)
        self._answer()

    def ask_before(self) -> None:
        """Tell again about what was asked before."""
        if len(self._asked) > 1:
            self._asked.pop()
            self._answer()

    @property
    def can_ask_before(self) -> bool:
        return len(self._asked) > 1

    @property
    def looked_at(self) -> list[TextLine]:
        """What is known of the cell or literal that was asked about last."""
        if not self._asked:
            return [TextLine("Click a cell of the board, or a line that names one.", "faint")]
        about = self._asked[-1]
        if isinstance(about, int):
            return about_literal(self.thinking, about)
        return about_cell(self.thinking, about)

    def mark(self, cells: Iterable[Cell]) -> None:
        """Light up these cells, until something changes, instead of those before."""
        before, self._marked = self._marked, frozenset(cells)
        self._stage.repaint((before ^ self._marked) & self._cells)

    def _answer(self) -> None:
        about = self._asked[-1]
        self.mark([about] if isinstance(about, tuple) else self.looked_at[0].cells)
        self.asked.emit()

    # For a presenter

    @property
    def slide(self) -> Slide:
        return slide.of_thought(self.thinking)

    @property
    def beside(self) -> Beside:
        """What a presenter shows right of the board."""
        return slide.beside_thought(self.thinking)

    def next(self) -> None:
        self.step()

    def back(self) -> None:
        self.step_back()
