"""SidePanel: the level and what is known of it, or a hint, right of the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from flowdesk.app import fonts
from flowdesk.app.dialogs.base import when_written
from flowdesk.app.front import Front
from flowdesk.app.insight import HintView, KnowledgeList
from flowdesk.app.look import FLAT
from flowdesk.app.widgets.narrow import wrapped_label
from flowdesk.app.widgets.tooltip import ShortLabel, Tooltip
from flowdesk.core.puzzle import Puzzle, with_about
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.knowledge.verdict import notes, verdict, with_reason


class SidePanel(ttk.Frame):
    """Emits `typed_in` after each letter in one of its fields.

    `perform` does an action of the window, by its label.
    """

    def __init__(self, parent: tk.Misc, front: Front, perform: Callable[[str], object]) -> None:
        super().__init__(parent, padding=("6p", "6p", "9p", "6p"))
        self._front = front
        self.typed_in: Signal[[]] = Signal()
        self._shell = front.shell
        self._fields: dict[str, tk.StringVar] = {}
        self._usual = ttk.Frame(self)  # all but the hint
        self._usual.pack(fill="both", expand=True)
        self._build_about()
        ttk.Separator(self._usual).pack(fill="x", pady="7.5p")
        self._list = KnowledgeList(self._usual, front, perform)
        self._list.pack(fill="both", expand=True)
        self._hint = HintView(self, front)
        front.hear(lambda tab: tab.session.stage.changed, self._show_hint)
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.hear(lambda tab: tab.session.live_check.changed, self._knowledge_changed)
        front.switched.connect(self._switched, front.shell)
        front.theming.changed.connect(self._theme_changed, front.shell)

    def refresh(self) -> None:
        document, kind = self._front.document, self._front.stage.kind
        for name, variable in self._fields.items():
            variable.set(document.level.about.get(name, "").replace("\n", " "))
        about = document.level.about
        self._title.show(about.get("title", "") or document.name)
        author = f", by {about['author']}" if about.get("author") else ""
        self._size.configure(text=f"{kind.words.size_text(document.level)}{author}")

    def _switched(self) -> None:
        self.refresh()
        self._knowledge_changed()
        self._show_hint()

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
        document = self._front.document
        for name in self._fields:
            changed = document.apply(f"change the {name}", self._with_typed(document.level, name))
            if changed and name == "author":
                self._shell.remember(author=document.level.about.get(name, ""))

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
        return bool(self._hint.winfo_viewable())

    def _theme_changed(self) -> None:
        self._list.refresh()
        self._hint.refresh()

    def _build_about(self) -> None:
        """Show what the level is called in a line, which unfolds to fields to change that."""
        line = ttk.Frame(self._usual)
        line.pack(fill="x")
        self._unfold = ttk.Button(line, style=FLAT, width=2, takefocus=False)
        self._unfold.configure(command=lambda: self.show_fields(shown=not self._shows_fields))
        self._unfold.pack(side="right")
        Tooltip(self._unfold, "Title and author")
        self._title = ShortLabel(line, style="Heading.TLabel", font=fonts.HEADING)
        self._title.pack(side="left", fill="x", expand=True)
        self._size = wrapped_label(self._usual, style="Faint.TLabel")
        self._size.pack(fill="x")
        self._about = ttk.Frame(self._usual)
        for name in ("title", "author"):
            self._about_field(name)
        self._title.bind("<Button-1>", lambda event: self.show_fields(shown=True))
        self.show_fields(shown=False)

    @property
    def _shows_fields(self) -> bool:
        return bool(self._about.winfo_manager())

    def show_fields(self, *, shown: bool) -> None:
        """Show the fields for title and author, and begin to write, or fold them."""
        self._unfold.configure(text="▴" if shown else "▾")
        if shown:
            self._about.pack(fill="x", pady=("3p", 0), after=self._size)
            self._first.focus_set()
        else:
            self._about.pack_forget()

    def _about_field(self, name: str) -> None:
        row = ttk.Frame(self._about)
        row.pack(fill="x", pady="0.75p")
        ttk.Label(row, text=name.capitalize(), width=7, style="Faint.TLabel").pack(side="left")
        variable = self._fields[name] = tk.StringVar(self)
        when_written(variable, row, self.typed_in.emit)
        field = ttk.Entry(row, textvariable=variable, width=10)
        field.pack(side="left", fill="x", expand=True)
        if name == "title":
            self._first = field
        field.bind("<FocusOut>", lambda event: self.apply_typed())
        field.bind("<Return>", lambda event: self._leave_fields())
        field.bind("<Escape>", lambda event: self._give_up())

    def _leave_fields(self) -> None:
        self._front.view.focus_set()
        self.apply_typed()
        self.show_fields(shown=False)

    def _give_up(self) -> str:
        self.refresh()
        self._front.view.focus_set()
        self.show_fields(shown=False)
        return "break"
