"""Lab: the parts of the window that teach, connected with each other, and their commands."""

from __future__ import annotations

import tkinter as tk
from functools import cached_property, partial
from tkinter import ttk

from flowdesk.app.actions import Command
from flowdesk.app.files import Files
from flowdesk.app.front import Front
from flowdesk.app.lab.engines_panel import EnginesPanel
from flowdesk.app.lab.explore_panel import ExplorerPanel
from flowdesk.app.lab.lesson_bar import LessonBar
from flowdesk.app.lab.presenter import Presenter
from flowdesk.app.lab.result_windows import EncodingsWindow, SubmissionsWindow
from flowdesk.app.lab.think_panel import NEXT, ThinkPanel
from flowdesk.core.signal import Signal
from flowdesk.core.storage import shipped
from flowdesk.lab.race import refusal
from flowdesk.lab.rulebooks import AnyRuleBook, book_of, without_rules


class Lab:
    """Its panels, in a `room` beside the board, are shown as long as their mode is on.

    That of the engines is there until it is closed, and emits `toggled`. They and the windows are
    made when they are first shown.
    """

    def __init__(self, parent: tk.Misc, room: tk.Misc, front: Front, files: Files) -> None:
        self._front, self._room, self._files = front, room, files
        self.presenter = Presenter(front)
        self.lesson_bar = bar = LessonBar(parent, front)
        self.presenter.toggled.connect(lambda: bar.present(on=self.presenter.is_on), front.shell)
        self.toggled: Signal[[]] = Signal()
        self.shows_engines = False

    @cached_property
    def engines(self) -> EnginesPanel:
        return EnginesPanel(self._room, self._front, lambda: self.show_engines(on=False))

    @cached_property
    def encodings(self) -> EncodingsWindow:
        return EncodingsWindow(self._front)

    @cached_property
    def submissions(self) -> SubmissionsWindow:
        return SubmissionsWindow(self._front)

    @cached_property
    def explorer(self) -> ExplorerPanel:
        panel = ExplorerPanel(self._room, self._front, lambda label: self.commands[label].run())
        panel.refresh()
        return panel

    @cached_property
    def think_panel(self) -> ThinkPanel:
        panel = ThinkPanel(self._room, self._front)
        panel.refresh()
        return panel

    @property
    def panel(self) -> ttk.Frame | None:
        """The panel of what is on in the tab in front, if that has one."""
        tab = self._front.tab
        if tab.exploring.is_on:
            return self.explorer
        return self.think_panel if tab.thinking.is_on else None

    @property
    def commands(self) -> dict[str, Command]:
        """The commands that only the lab has."""
        tab, presenter = self._front.tab, self.presenter
        exploring, thinking = tab.exploring, tab.thinking

        def explores() -> bool:
            return exploring.is_on

        def walks() -> bool:
            return exploring.is_on or exploring.guide is not None

        def thinks() -> bool:
            return thinking.is_on

        return {
            **tab.lessons.commands,
            "Engines": Command(
                self._toggle_engines,
                checked=lambda: self.shows_engines,
                refusal=lambda: refusal(self._front.document.level),
            ),
            "Explore the rules": Command(
                lambda: None if thinking.go_back() else exploring.toggle(),
                checked=explores,
                refusal=self._without_rules,
            ),
            "Present": Command(
                presenter.toggle, checked=lambda: presenter.is_on, refusal=self._without_rules
            ),
            "Next rule": Command(exploring.next, walks),
            "Previous rule": Command(exploring.back, walks),
            "All rules on or off": Command(exploring.all_or_none, explores),
            "See the clauses": Command(
                lambda: self.explorer.see_clauses(),
                lambda: exploring.is_on and not exploring.problem[0],
                lambda: exploring.is_on and self.explorer.clauses.is_open,
            ),
            "Watch the solver think": Command(
                thinking.toggle, checked=thinks, refusal=self._without_rules
            ),
            **{
                action: Command(partial(thinking.to_next, kind), thinks)
                for kind, action in NEXT.items()
            },
            "Which rules are needed?": Command(
                exploring.ask_which_are_needed, lambda: exploring.may_ask
            ),
            "Why is there no solution?": Command(exploring.ask_why_none, lambda: exploring.may_ask),
            "Compare encodings ...": Command(
                lambda: self.encodings.appear(), refusal=self._without_rules
            ),
            "Open formula ...": Command(tab.own_formula.ask_open, refusal=self._without_rules),
            "Open folder of formulas ...": Command(
                lambda: self.submissions.ask_open(), refusal=self._without_rules
            ),
            "Open an example board": Command(self._show_example),
            "Open a board the published rules get wrong": Command(self._show_gaps),
        }

    @property
    def steps(self) -> dict[str, Command]:
        """What commands of an animation mean while a solver is watched thinking."""
        thinking = self._front.tab.thinking
        return {
            "Play or pause": Command(thinking.play_or_pause),
            "One step": Command(thinking.step, lambda: not thinking.thinking.trace.is_at_end),
            "One step back": Command(thinking.step_back),
            "Skip to the end": Command(thinking.skip),
            "Replay": Command(thinking.replay),
        }

    @property
    def pages(self) -> dict[str, Command]:
        """What Page up and Page down mean while something is presented, as pointing devices do."""
        return {
            "Previous puzzle": Command(self.presenter.back),
            "Next puzzle": Command(self.presenter.next),
        }

    def show_engines(self, *, on: bool) -> None:
        if on != self.shows_engines:
            self.shows_engines = on
            self.toggled.emit()

    def _toggle_engines(self) -> None:
        """Show the panel of the engines, also where another one has taken its place."""
        is_covered = self.panel is not None or self._front.tab.playing.is_on
        if is_covered:
            self._front.session.stage.show_level_alone()
        self.show_engines(on=is_covered or not self.shows_engines)

    def escape(self) -> bool:
        """Stop the race, or close the panel of the engines; return whether it was there."""
        if not self.shows_engines or not self.engines.winfo_viewable():
            return False
        if not self.engines.stop():
            self.show_engines(on=False)
        return True

    def _show_example(self) -> None:
        if self._files.open_path(shipped("puzzles") / self._book.example.file):
            self._front.tab.exploring.show_example()

    def _show_gaps(self) -> None:
        if self._files.open_path(shipped("puzzles") / self._book.gap_example.file):
            self._front.tab.exploring.show_gaps()

    @property
    def _book(self) -> AnyRuleBook:
        return book_of(self._front.document.level)

    def close(self) -> None:
        """End what they have begun; those that were never opened are not made for that."""
        if "engines" in vars(self):
            self.engines.stop()
        if "encodings" in vars(self):
            self.encodings.close()
        if "submissions" in vars(self):
            self.submissions.close()

    def _without_rules(self) -> str:
        return without_rules(self._front.document.level)
