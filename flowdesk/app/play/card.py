"""Card: the result of a game, over the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.play.mode import PlayMode, time_text
from flowdesk.core.text import counted
from flowdesk.desk.play.results import Result


class Card(ttk.Frame):
    """Lies over the middle of the board until a button is pressed, or Escape."""

    def __init__(
        self, board: tk.Misc, mode: PlayMode, go_to_next: Callable[[], object] | None
    ) -> None:
        super().__init__(board, padding=20, style="Card.TFrame")
        self._mode = mode
        self._go_to_next = go_to_next
        self._board = board

    def show(self, result: Result, best: Result) -> None:
        ttk.Label(self, text="Solved!", style="Heading.TLabel").pack()
        for text in texts(result, best):
            ttk.Label(self, text=text).pack(pady=2)
        row = ttk.Frame(self)
        row.pack(pady=(12, 0))
        buttons: list[tuple[str, Callable[[], object]]] = [
            ("Play again", self._mode.play_again),
            ("Close", lambda: None),
        ]
        if self._go_to_next:
            buttons.insert(0, ("Next level", self._go_to_next))
        for words, command in buttons:
            style = "TButton" if row.winfo_children() else look.ACCENT
            leave = partial(self._leave, command)
            button = ttk.Button(row, text=words, style=style, command=leave)
            button.pack(side="left", padx=3)
            button.bind("<Return>", partial(self._leave, command))
            button.bind("<Escape>", partial(self._leave, lambda: None))
        row.winfo_children()[0].focus_set()
        self.place(relx=0.5, rely=0.5, anchor="center")

    def _leave(self, command: Callable[[], object], event: object = None) -> str:
        self.destroy()
        self._board.focus_set()
        command()
        return "break"


def texts(result: Result, best: Result) -> list[str]:
    """Return the lines of the card."""
    moves = counted(result.moves, "move")
    if result.moves <= result.fewest:
        lines = [f"{moves}: nobody can do it in fewer."]
    else:
        lines = [f"{moves}. {result.fewest} would be enough."]
    lines.append(f"Time: {time_text(result.seconds)}")
    if result.hints:
        lines.append(f"{counted(result.hints, 'hint')} used")
    if best.times == 1:
        lines.append("Your first solution of this level")
    elif best.moves == result.moves and best.seconds == result.seconds:
        lines.append("Your best result so far")
    else:
        lines.append(f"Your best: {counted(best.moves, 'move')}, {time_text(best.seconds)}")
    return lines
