"""PlayPanel: the game in figures, and its buttons, right of the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence
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
        self._texts: dict[ttk.Label, str] = {}
        self._offered: dict[str, Command] = {}
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
        return {**self._mode.commands, **self._mode.game_commands, **self._offered}

    def offer(self, commands: Mapping[str, Command], *buttons: tuple[str, str]) -> None:
        """Add buttons at the bottom for commands of other parts: their texts and actions."""
        self._offered |= commands
        self._row(*buttons)
        self.pack_slaves()[-1].pack_configure(side="bottom")

    def refresh(self) -> None:
        game, level = self._mode.game, self._shown.document.level
        if game is None:
            self._ticks.stop()
            return
        self._ticks.start()
        best, player = self._mode.results.of(level), self._mode.player
        self._write(self._title, level.title or "The game")
        self._write(self._size, game.kind.size_text(level))
        for label, text in zip(self._progress, game.progress.texts, strict=True):
            self._write(label, text)
        self._write(self._moves, f"Moves: {game.state.moves}")
        self._write(self._best, f"Best: {result_text(best)}" if best else "Not solved yet")
        pen = player.pen if player else None
        self._write(self._in_hand, f"In hand: {pen.words}" if pen else "")
        self._write(self._advice, self._mode.advice)
        if not self._mode.is_moving:
            self._refresh_buttons(is_trying=game.trial is not None)
        self._tick()

    def _refresh_buttons(self, *, is_trying: bool) -> None:
        commands = self.commands
        for button, action in self._buttons:
            button.state(["!disabled" if commands[action].enabled() else "disabled"])
        if is_trying:
            self._trial.pack(fill="x", pady=(8, 0), before=self._advice)
        else:
            self._trial.pack_forget()

    def _write(self, label: ttk.Label, text: str) -> None:
        if self._texts.get(label) != text:
            self._texts[label] = text
            label.configure(text=text)

    def _tick(self) -> bool:
        """Show the time; return whether it goes on."""
        game = self._mode.game
        if game is None:
            return False
        shows = self._shell.settings.show_time
        self._write(self._time, f"Time: {time_text(game.seconds)}" if shows else "")
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
