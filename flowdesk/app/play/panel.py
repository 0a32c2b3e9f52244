"""PlayPanel: the game in figures, and its buttons, right of the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from flowdesk.app.actions import Command
from flowdesk.app.document_view import DocumentView
from flowdesk.app.play.mode import PlayMode, result_text, time_text
from flowdesk.app.side_panel import SidePanel
from flowdesk.app.timers import Loop
from flowdesk.app.widgets.tooltip import Tooltip

_TICK_SECONDS = 0.25


class PlayPanel(ttk.Frame):
    """Takes the place of the side panel while a level is played."""

    def __init__(self, parent: tk.Misc, mode: PlayMode, shown: DocumentView) -> None:
        super().__init__(parent, padding=(8, 8, 12, 8), width=SidePanel.WIDTH)
        self.pack_propagate(False)
        self._mode = mode
        self._shown = shown
        self._shell = shown.shell
        self._buttons: list[tuple[ttk.Button, str]] = []
        self._title = self._label("Heading.TLabel")
        self._size = self._label("Faint.TLabel")
        self._progress = [self._label(), self._label()]
        self._moves = self._label()
        self._time = self._label()
        self._best = self._label("Faint.TLabel")
        self._in_hand = self._label("Faint.TLabel")
        self._row(("Undo", "Undo"), ("Redo", "Redo"), ("Again", "Start again"))
        self._row(("Hint", "Hint"), ("Stronger", "Stronger hint"))
        self._row(("Check", "Check what is drawn"), ("Try", "Try something"))
        self._trial = self._row(("Keep", "Keep what was tried"), ("Drop", "Drop what was tried"))
        self._advice = self._label()
        self._ticks = Loop(self, self._tick, _TICK_SECONDS)
        mode.listeners.append(self.refresh)

    @property
    def commands(self) -> dict[str, Command]:
        return {**self._mode.commands, **self._mode.game_commands}

    def refresh(self) -> None:
        game, level = self._mode.game, self._shown.document.level
        if game is None:
            self._ticks.stop()
            return
        self._ticks.start()
        self._title.configure(text=level.title or "The game")
        self._size.configure(text=game.kind.size_text(level))
        for label, text in zip(self._progress, game.progress.texts, strict=True):
            label.configure(text=text)
        self._moves.configure(text=f"Moves: {game.state.moves}")
        best = self._mode.results.of(level)
        self._best.configure(text=f"Best: {result_text(best)}" if best else "Not solved yet")
        self._advice.configure(text=self._mode.advice)
        pen = self._mode.player.pen if self._mode.player else None
        self._in_hand.configure(text=f"In hand: {pen.words}" if pen else "")
        commands = self.commands
        for button, action in self._buttons:
            button.state(["!disabled" if commands[action].enabled() else "disabled"])
        if game.trial is None:
            self._trial.pack_forget()
        else:
            self._trial.pack(fill="x", pady=(8, 0), before=self._advice)
        self._tick()

    def _tick(self) -> bool:
        """Show the time; return whether it goes on."""
        game = self._mode.game
        if game is None:
            return False
        shows = self._shell.settings.show_time
        self._time.configure(text=f"Time: {time_text(game.seconds)}" if shows else "")
        return True

    def _label(self, style: str = "TLabel") -> ttk.Label:
        label = ttk.Label(self, style=style, wraplength=SidePanel.WIDTH - 24)
        label.pack(anchor="w", pady=1)
        return label

    def _row(self, *buttons: Sequence[str]) -> ttk.Frame:
        row = ttk.Frame(self)
        row.pack(fill="x", pady=(8, 0))
        for column, (text, action) in enumerate(buttons):
            command = self.commands[action]
            button = ttk.Button(row, text=text, width=5, command=command.run, takefocus=False)
            button.grid(row=0, column=column, sticky="ew", padx=1)
            row.columnconfigure(column, weight=1, uniform="buttons")
            key = self._shell.key(action)
            Tooltip(button, f"{action}  ({key})" if key else action)
            self._buttons.append((button, action))
        return row
