"""SidePanel: the level, what is known of it, and the animation, right of the board."""

from __future__ import annotations

import math
import tkinter as tk
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk
from typing import TYPE_CHECKING

from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.tooltip import add_tooltip
from flowdesk.desk.knowledge.verdict import Note
from flowdesk.desk.pictures.playback import FASTEST, SLOWEST
from flowdesk.kinds.answers import Change
from flowdesk.kinds.flow import editing

if TYPE_CHECKING:
    from flowdesk.app.window import Window

#: How many notes are listed: a large board can have thousands of dead ends.
MOST_NOTES = 50


class SidePanel(ttk.Frame):
    """What is known of the level, what is wrong with it, and the animation."""

    WIDTH = 226

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, padding=(8, 8, 12, 8), width=self.WIDTH)
        self.pack_propagate(False)
        self._window = window
        self._notes: list[Note] | None = None
        self._fields: dict[str, tk.StringVar] = {}
        self._heading("Level")
        for name in ("title", "author"):
            self._about_field(name)
        self._size = ttk.Label(self, style="Faint.TLabel")
        self._size.pack(anchor="w", pady=(4, 0))
        self._build_animation()
        self._heading("What is known")
        font = tkfont.nametofont("TkDefaultFont", root=self)
        self._list = LinkedText(self, font, height=4, spacing=6)
        self._list.pack(fill="both", expand=True)

    def refresh(self) -> None:
        """Show the present level."""
        document = self._window.document
        level = document.level
        for name, variable in self._fields.items():
            variable.set(level.about.get(name, "").replace("\n", " "))
        colors = len(level.pairs)
        number = len(level.holes)
        holes = f", {number} {'hole' if number == 1 else 'holes'}" if number else ""
        place = f"\nlevel {document.index + 1} of {document.count}" if document.count > 1 else ""
        self._size.configure(
            text=f"{level.width} × {level.height}, {colors} "
            f"{'colour' if colors == 1 else 'colours'}{holes}{place}"
        )

    def show_notes(self, notes: list[Note]) -> None:
        """List what is known; a click shows where, or makes the change that is offered."""
        if notes == self._notes:
            return
        self._notes = notes
        text = self._list
        text.begin(self._window.colors)
        text.tag_configure("line", lmargin1=0, lmargin2=10)
        for note in notes[:MOST_NOTES]:
            said = f"• {note.text}"
            if note.attempt:
                show = partial(self._show_attempt, note)
                text.add(said, "line", click=show, tip="Click to see these paths")
            elif note.cells:
                show = partial(self._point_out, note)
                text.add(said, "line", click=show, tip="Click to see where")
            else:
                text.add(said, "line")
            if note.change:
                text.add("  ", "line")
                do = partial(self._do, note.change)
                text.add("Do\u00a0it", "line", "link", click=do, tip="Change the level so")
            text.add("\n")
        if len(notes) > MOST_NOTES:
            text.add(f"... and {len(notes) - MOST_NOTES} more.")
        text.end()

    def refresh_playback(self) -> None:
        """Show how far the animation is."""
        player = self._window.player
        state = "disabled" if player.progress is None else "!disabled"
        for button in self._buttons.values():
            button.state([state])
        self._buttons["play"].configure(text="Pause" if player.playing else "Play")
        self._progress.configure(value=player.progress or 0)

    def commit(self) -> None:
        """Take over what is being typed."""
        for name, variable in self._fields.items():
            document = self._window.document
            if variable.get() != document.level.about.get(name, "").replace("\n", " "):
                value = variable.get().strip()
                document.apply(name, editing.set_about(document.level, name, value))

    def theme_changed(self) -> None:
        """Use the window's present colours."""
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
        field.bind("<FocusOut>", lambda event: self.commit())
        field.bind("<Return>", lambda event: self._window.view.focus_set())
        field.bind("<Escape>", lambda event: self._give_up())

    def _give_up(self) -> str:
        self.refresh()
        self._window.view.focus_set()
        return "break"

    def _build_animation(self) -> None:
        window = self._window
        self._heading("Animation")
        self._progress = ttk.Progressbar(self, maximum=1)
        self._progress.pack(fill="x", pady=(0, 6))
        row = ttk.Frame(self)
        row.pack(fill="x")
        self._buttons: dict[str, ttk.Button] = {}
        for column, (name, text, command, action) in enumerate(
            (
                ("play", "Play", lambda: window.player.play_or_pause(), "Play or pause"),
                ("step", "Step", lambda: window.player.step(), "One step"),
                ("skip", "End", lambda: window.player.skip(), "Skip to the end"),
            )
        ):
            button = ttk.Button(row, text=text, width=5, command=command, takefocus=False)
            button.grid(row=0, column=column, sticky="ew", padx=1)
            row.columnconfigure(column, weight=1, uniform="buttons")
            add_tooltip(button, f"{action}  ({self._window.key(action)})")
            self._buttons[name] = button
        row = ttk.Frame(self)
        row.pack(fill="x", pady=(6, 0))
        ttk.Label(row, text="Speed", style="Faint.TLabel").pack(side="left", padx=(0, 8))
        self._speed_text = ttk.Label(row, width=7, style="Faint.TLabel", anchor="e")
        self._speed_text.pack(side="right")
        speed = self._window.settings.speed
        # The slider is logarithmic: the normal speed lies in its middle.
        low, high = math.log10(SLOWEST), math.log10(FASTEST)
        self._speed = ttk.Scale(row, from_=low, to=high, command=self._speed_moved)
        self._speed.pack(side="left", fill="x", expand=True)
        self._speed.set(math.log10(speed))

    def _speed_moved(self, position: str) -> None:
        speed = round(10 ** float(position), 2)
        if abs(speed - 1) < 0.12:
            speed = 1.0
        self._speed_text.configure(text=f"{speed:.1f} ×")
        self._window.set_speed(speed)

    def _point_out(self, note: Note) -> None:
        self._window.say(note.text, note.cells)
        self._window.stage.point_out(note.cells)

    def _show_attempt(self, note: Note) -> None:
        if note.attempt:
            self._window.attempt.show(note.attempt, note.cells)
            self._window.say(note.text, note.cells)

    def _do(self, change: Change) -> None:
        """Make a change; what is told of the level and drawn on it may be newer than it is."""
        document = self._window.document
        document.apply("make unique", editing.with_puzzle_of(document.level, change.level))
