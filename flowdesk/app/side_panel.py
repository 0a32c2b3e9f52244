"""SidePanel: the level, what is known of it, and the animation, or a hint, right of the board."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from flowdesk.app.actions import Command
from flowdesk.app.front import Front
from flowdesk.app.insight.hint_view import HintView
from flowdesk.app.insight.knowledge_list import KnowledgeList
from flowdesk.app.playback_bar import PlaybackBar, Player
from flowdesk.app.widgets.writing import when_written
from flowdesk.core.puzzle import Puzzle, with_about
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.knowledge.verdict import notes, verdict, with_reason


class SidePanel(ttk.Frame):
    """Its controls of the animation move a solution, or an engine that is watched.

    Emits `typed_in` after each letter in one of its fields.
    """

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent, padding=("6p", "6p", "9p", "6p"))
        self._front = front
        self.typed_in: Signal[[]] = Signal()
        self._shell = front.shell
        self._fields: dict[str, tk.StringVar] = {}
        self._usual = ttk.Frame(self)  # all but the hint
        self._usual.pack(fill="both", expand=True)
        self._heading("Puzzle")
        for name in ("title", "author"):
            self._about_field(name)
        self._size = ttk.Label(self._usual, style="Faint.TLabel")
        self._size.pack(anchor="w", pady=("3p", 0))
        self._build_animation()
        self._heading("What is known")
        self._list = KnowledgeList(self._usual, front)
        self._list.pack(fill="both", expand=True)
        self._hint = HintView(self, front)
        front.hear(lambda tab: tab.session.stage.changed, self._show_hint)
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.hear(lambda tab: tab.session.live_check.changed, self._knowledge_changed)
        front.switched.connect(self._switched, front.shell)
        front.theming.changed.connect(self._theme_changed, front.shell)

    @property
    def _player(self) -> Player:
        tab = self._front.tab
        return tab.watching if tab.watching.is_searching else tab.session.solving

    @property
    def commands(self) -> dict[str, Command]:
        return self._playback.commands

    def refresh(self) -> None:
        document, kind = self._front.document, self._front.stage.kind
        for name, variable in self._fields.items():
            variable.set(document.level.about.get(name, "").replace("\n", " "))
        self._size.configure(text=kind.words.size_text(document.level))

    def _switched(self) -> None:
        self.refresh()
        self._knowledge_changed()
        self._show_hint()
        self._playback.refresh()

    def _document_changed(self, what: DocumentEvent) -> None:
        if what is not DocumentEvent.SAVED:
            self.refresh()

    def _knowledge_changed(self) -> None:
        key = self._shell.key("Flip between two solutions")
        self._list.show(notes(self._front.session.live_check.known, key))

    def _show_hint(self) -> None:
        """Show the hint on the board, and nothing else: it is to be read whole."""
        self._hint.refresh()
        is_hinting = self._front.stage.mode is self._front.session.hints
        if is_hinting == bool(self._hint.winfo_manager()):
            return
        old, new = (self._usual, self._hint) if is_hinting else (self._hint, self._usual)
        if str(self.tk.call("focus")).startswith(f"{old}."):
            self._front.view.focus_set()
        old.pack_forget()
        new.pack(fill="both", expand=True)

    def explain(self) -> None:
        """Show what the verdict means: here, or in the status line where this is hidden."""
        if self._list.winfo_viewable():
            self._list.explain()
        else:
            known = self._front.session.live_check.known
            self._shell.say(with_reason(verdict(known), known).meaning)

    def apply_typed(self) -> None:
        """Apply what was typed into the fields."""
        for name in self._fields:
            self._front.document.apply(
                f"change the {name}", self._with_typed(self._front.document.level, name)
            )

    @property
    def typed(self) -> Puzzle:
        """The level with what was typed into the fields."""
        level: Puzzle = self._front.document.level
        for name in self._fields:
            level = self._with_typed(level, name)
        return level

    def _with_typed(self, level: Puzzle, name: str) -> Puzzle:
        """Return a level with what was typed into a field; the same one if that is nothing new."""
        text = self._fields[name].get()
        if text == level.about.get(name, "").replace("\n", " "):
            return level
        changed: Puzzle = with_about(level, name, text.strip())
        return changed

    @property
    def shows_hint(self) -> bool:
        """Whether the hint can be read here."""
        return bool(self._hint.winfo_ismapped())

    def _theme_changed(self) -> None:
        self._list.refresh()
        self._hint.refresh()

    def _heading(self, text: str) -> None:
        label = ttk.Label(self._usual, text=text, style="Heading.TLabel")
        label.pack(anchor="w", pady=("7.5p", "3p"))

    def _about_field(self, name: str) -> None:
        row = ttk.Frame(self._usual)
        row.pack(fill="x", pady="0.75p")
        ttk.Label(row, text=name.capitalize(), width=7, style="Faint.TLabel").pack(side="left")
        variable = self._fields[name] = tk.StringVar(self)
        when_written(variable, row, self.typed_in.emit)
        field = ttk.Entry(row, textvariable=variable, width=10)
        field.pack(side="left", fill="x", expand=True)
        field.bind("<FocusOut>", lambda event: self.apply_typed())
        field.bind("<Return>", lambda event: self._front.view.focus_set())
        field.bind("<Escape>", lambda event: self._give_up())

    def _give_up(self) -> str:
        self.refresh()
        self._front.view.focus_set()
        return "break"

    def _build_animation(self) -> None:
        self._heading("Animation")
        self._playback = PlaybackBar(
            self._usual, self._shell, self._front.theming, lambda: self._player, self.set_speed
        )
        self._playback.pack(fill="x")
        self._front.hear(lambda tab: tab.session.stage.changed, self._playback.refresh)

    def set_speed(self, speed: float) -> None:
        self._shell.remember(speed=speed)
        self._front.session.solving.set_speed(speed)
        self._front.tab.watching.set_speed(speed)
