"""Lab: the parts of the window that teach, connected with each other, and their commands."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import cached_property, partial
from tkinter import ttk

from flowdesk.app.actions import Command
from flowdesk.app.document_view import DocumentView
from flowdesk.app.files import Files
from flowdesk.app.lab.encodings_window import Encodings
from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.lab.explorer import ExplorerPanel, Offers
from flowdesk.app.lab.lessons import Lessons
from flowdesk.app.lab.presenter import Presenter
from flowdesk.app.lab.race_window import Races
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.lab.think_panel import ThinkPanel
from flowdesk.app.lab.watch import WatchMode
from flowdesk.app.stage import Overlay
from flowdesk.core.storage import shipped
from flowdesk.lab.race import refusal
from flowdesk.lab.rulebooks import AnyRuleBook, book_of, without_rules


class Lab:
    """Its panels, in a `room` beside the board, are shown as long as their overlay is on.

    `in_front` returns the lab of the tab in front, after something was opened in it.
    """

    def __init__(
        self,
        parent: tk.Misc,
        room: tk.Misc,
        shown: DocumentView,
        files: Files,
        in_front: Callable[[], Lab],
    ) -> None:
        document = shown.document
        self._files, self._in_front = files, in_front
        self._document = document
        self._room, self._shown = room, shown
        self.watching = WatchMode(shown.stage, shown.solving, shown.shell)
        self.exploring = ExploreMode(shown, lambda: self.explorer, lambda: self.lessons.guide)
        self.thinking = ThinkMode(shown, self.exploring)
        self.lessons = Lessons(
            parent, shown, files, self.exploring, self.thinking, lambda: in_front().lessons
        )
        walks = [self.exploring, self.thinking]
        self.presenter = Presenter(parent, shown, walks, self.exploring.toggle)
        self.races = Races(shown.shell, document, shown.theming, shown.view.focus_force)
        self.encodings = Encodings(shown.shell, document, shown.theming, shown.view.focus_force)
        shown.edit.cursor.moved.connect(self.exploring.pointed_at, shown.shell)
        for walk in (self.exploring, self.thinking):
            walk.changed.connect(self.presenter.refresh, shown.shell)

    @cached_property
    def explorer(self) -> ExplorerPanel:
        """The panel of the rules, made when it is first shown: most tabs never need it."""
        offers = Offers(
            self.encodings.open, self.thinking.start, self._show_example, self._show_gaps
        )
        panel = ExplorerPanel(self._room, self.exploring, self._shown, offers)
        panel.refresh()
        return panel

    @cached_property
    def think_panel(self) -> ThinkPanel:
        """The panel of the solver that is watched thinking, made when it is first shown."""
        panel = ThinkPanel(self._room, self.thinking, self._shown)
        panel.refresh()
        return panel

    def panel_of(self, overlay: Overlay | None) -> ttk.Frame | None:
        """Return the panel that belongs to an overlay of the lab, if it has one."""
        if overlay is self.exploring:
            return self.explorer
        return self.think_panel if overlay is self.thinking else None

    @property
    def commands(self) -> dict[str, Command]:
        """The commands that only the lab has."""
        exploring, thinking, presenter = self.exploring, self.thinking, self.presenter

        def explores() -> bool:
            return exploring.is_on

        def walks() -> bool:
            return exploring.is_on or exploring.guide is not None

        def thinks() -> bool:
            return thinking.is_on

        def watch(engine: str) -> Command:
            return Command(
                partial(self.watching.start, engine), suits=lambda: self._has_engines(engine)
            )

        return {
            **self.lessons.commands,
            "Watch the distance engine": watch("distance"),
            "Watch the cells engine": watch("cells"),
            "Race engines ...": Command(self.races.open, suits=self._has_engines),
            "Explore the rules": Command(
                lambda: None if thinking.go_back() else exploring.toggle(),
                self._has_rules,
                explores,
            ),
            "Present": Command(presenter.toggle, self._has_rules, lambda: presenter.is_on),
            "Next rule": Command(exploring.next, walks),
            "Previous rule": Command(exploring.back, walks),
            "All rules on or off": Command(exploring.all_or_none, explores),
            "See the clauses": Command(
                lambda: self.explorer.see_clauses(),
                lambda: exploring.is_on and not exploring.problem[0],
                lambda: exploring.is_on and self.explorer.clauses.is_open,
            ),
            "Watch the solver think": Command(thinking.toggle, self._has_rules, thinks),
            "Next decision": Command(thinking.to_next_decision, thinks),
            "Next conflict": Command(thinking.to_next_conflict, thinks),
            "Next answer": Command(thinking.to_next_answer, thinks),
            "Which rules are needed?": Command(
                exploring.ask_which_are_needed, lambda: exploring.may_ask
            ),
            "Why is there no solution?": Command(exploring.ask_why_none, lambda: exploring.may_ask),
            "Compare encodings ...": Command(self.encodings.open, suits=self._has_rules),
            "Open an example board": Command(self._show_example),
            "Open a board the published rules get wrong": Command(self._show_gaps),
        }

    @property
    def steps(self) -> dict[str, Command]:
        """What commands of an animation mean while a solver is watched thinking."""
        thinking = self.thinking
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

    def _show_example(self) -> None:
        if self._files.open_path(shipped("puzzles") / self._book.example.file):
            self._in_front().exploring.show_example()

    def _show_gaps(self) -> None:
        if self._files.open_path(shipped("puzzles") / self._book.gap_example.file):
            self._in_front().exploring.show_gaps()

    @property
    def _book(self) -> AnyRuleBook:
        return book_of(self._document.level)

    def close(self) -> None:
        self.exploring.close()
        self.races.close()
        self.encodings.close()

    def _has_engines(self, *engines: str) -> bool:
        return not refusal(self._document.level, engines)

    def _has_rules(self) -> bool:
        return not without_rules(self._document.level)
