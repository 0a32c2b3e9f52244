"""SidePanel: the level, what is known of it, and the animation, right of the board."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk

from flowdesk.app.actions import Command
from flowdesk.app.document_view import DocumentView
from flowdesk.app.lab.watch import WatchMode
from flowdesk.app.overlays.solving import SolveOverlay
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.speed_slider import SpeedSlider
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.puzzle import with_about
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.knowledge.verdict import notes
from flowdesk.kinds.answers import Remedy
from flowdesk.kinds.known import Note

#: How many notes are listed: a large board can have thousands of dead ends.
MOST_NOTES = 50


class SidePanel(ttk.Frame):
    """Its controls of the animation move a solution, or an engine that is watched."""

    WIDTH = 226

    def __init__(self, parent: tk.Misc, shown: DocumentView, watching: WatchMode) -> None:
        super().__init__(parent, padding=(8, 8, 12, 8), width=self.WIDTH)
        self.pack_propagate(False)
        self._shown = shown
        shown.apply_typed = self.apply_typed
        self._document = shown.document
        self._watching = watching
        self._shell = shown.shell
        self._notes: list[Note] | None = None
        self._fields: dict[str, tk.StringVar] = {}
        self._heading("Puzzle")
        for name in ("title", "author"):
            self._about_field(name)
        self._size = ttk.Label(self, style="Faint.TLabel")
        self._size.pack(anchor="w", pady=(4, 0))
        self._build_animation()
        self._heading("What is known")
        font = tkfont.nametofont("TkDefaultFont", root=self)
        self._list = LinkedText(self, font, height=4, spacing=6)
        self._list.pack(fill="both", expand=True)
        self._document.listeners.append(self._document_changed)
        shown.live_check.listeners.append(self._knowledge_changed)
        shown.stage.listeners.append(self._refresh_playback)
        shown.theming.listeners.append(self._theme_changed)
        self._refresh_playback()

    @property
    def _player(self) -> WatchMode | SolveOverlay:
        return self._watching if self._watching.is_searching else self._shown.solving

    @property
    def commands(self) -> dict[str, Command]:
        def has_steps() -> bool:
            return self._player.progress is not None

        return {
            "Play or pause": Command(lambda: self._player.play_or_pause(), has_steps),
            "One step": Command(lambda: self._player.step(), has_steps),
            "Skip to the end": Command(lambda: self._player.skip(), has_steps),
            "Replay": Command(lambda: self._player.replay(), has_steps),
        }

    def refresh(self) -> None:
        document, kind = self._document, self._shown.stage.kind
        for name, variable in self._fields.items():
            variable.set(document.level.about.get(name, "").replace("\n", " "))
        place = f"\npuzzle {document.index + 1} of {document.count}" if document.count > 1 else ""
        self._size.configure(text=kind.size_text(document.level) + place)

    def _document_changed(self, what: DocumentEvent) -> None:
        if what is not DocumentEvent.SAVED:
            self.refresh()

    def _knowledge_changed(self) -> None:
        key = self._shell.key("Flip between two solutions")
        self.show_notes(notes(self._shown.live_check.known, key))

    def show_notes(self, notes: list[Note]) -> None:
        """List what is known; a click shows where, or makes the change that is offered."""
        if notes == self._notes:
            return
        self._notes = notes
        text = self._list
        text.begin(self._shown.theming.colors)
        text.tag_configure("line", lmargin1=0, lmargin2=10)
        for note in notes[:MOST_NOTES]:
            show = partial(self._show, note) if note.attempt or note.cells else None
            attempt = self._shown.stage.kind.names.get("attempt", "these paths")
            tip = f"Click to see {attempt if note.attempt else 'where'}"
            text.add(f"• {note.text}", "line", click=show, tip=tip)
            if note.remedy:
                text.add("  ", "line")
                do = partial(self._do, note.remedy)
                text.add("Do\u00a0it", "line", "link", click=do, tip="Change the puzzle like this")
            text.add("\n")
        if len(notes) > MOST_NOTES:
            text.add(f"... and {len(notes) - MOST_NOTES} more.")
        text.end()

    def _refresh_playback(self) -> None:
        player = self._player
        state = "disabled" if player.progress is None else "!disabled"
        for button in self._buttons.values():
            button.state([state])
        self._buttons["Play"].configure(text="Pause" if player.playing else "Play")
        self._progress.configure(value=player.progress or 0)

    def apply_typed(self) -> None:
        """Apply what was typed into the fields."""
        for name, variable in self._fields.items():
            document = self._document
            if variable.get() != document.level.about.get(name, "").replace("\n", " "):
                value = variable.get().strip()
                document.apply(name, with_about(document.level, name, value))

    def _theme_changed(self) -> None:
        known, self._notes = self._notes, None
        self.show_notes(known or [])

    def _heading(self, text: str) -> None:
        ttk.Label(self, text=text, style="Heading.TLabel").pack(anchor="w", pady=(10, 4))

    def _about_field(self, name: str) -> None:
        row = ttk.Frame(self)
        row.pack(fill="x", pady=1)
        ttk.Label(row, text=name.capitalize(), width=7, style="Faint.TLabel").pack(side="left")
        variable = self._fields[name] = tk.StringVar(self)
        field = ttk.Entry(row, textvariable=variable, width=10)
        field.pack(side="left", fill="x", expand=True)
        field.bind("<FocusOut>", lambda event: self.apply_typed())
        field.bind("<Return>", lambda event: self._shown.view.focus_set())
        field.bind("<Escape>", lambda event: self._give_up())

    def _give_up(self) -> str:
        self.refresh()
        self._shown.view.focus_set()
        return "break"

    def _build_animation(self) -> None:
        self._heading("Animation")
        self._progress = ttk.Progressbar(self, maximum=1)
        self._progress.pack(fill="x", pady=(0, 6))
        row = ttk.Frame(self)
        row.pack(fill="x")
        self._buttons: dict[str, ttk.Button] = {}
        commands, actions = self.commands, ("Play or pause", "One step", "Skip to the end")
        for column, (text, action) in enumerate(zip(("Play", "Step", "End"), actions, strict=True)):
            run = commands[action].run
            button = ttk.Button(row, text=text, width=5, command=run, takefocus=False)
            button.grid(row=0, column=column, sticky="ew", padx=1)
            row.columnconfigure(column, weight=1, uniform="buttons")
            Tooltip(button, f"{action}  ({self._shell.key(action)})")
            self._buttons[text] = button
        self.speed = SpeedSlider(self, lambda: self._shell.settings.speed, self.set_speed)
        self.speed.pack(fill="x", pady=(6, 0))

    def set_speed(self, speed: float) -> None:
        self._shell.remember(speed=speed)
        self._shown.solving.set_speed(speed)
        self._watching.set_speed(speed)

    def _show(self, note: Note) -> None:
        if note.attempt:
            self._shown.attempt.show_answer(note.attempt, note.cells)
            self._shown.attempt.sentence = note.text
        else:
            self._shown.stage.point_out(note.cells)
        self._shell.say(note.text, note.cells)

    def _do(self, change: Remedy) -> None:
        document, kind = self._document, self._shown.stage.kind
        document.apply("make unique", kind.with_puzzle_of(document.level, change.level))
