"""What the window says: the status line below the board, and the verdict above it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from tkinter import ttk
from typing import TYPE_CHECKING

from flowdesk.app import look
from flowdesk.app.dialogs import message
from flowdesk.app.pill import Pill
from flowdesk.app.tooltip import add_tooltip
from flowdesk.core.finding import Severity
from flowdesk.core.grid import Cell

if TYPE_CHECKING:
    from flowdesk.app.window import Window

_EXPLANATIONS = {
    "drawing": "The level is not complete yet; the findings on the right say what is missing.",
    "ready to solve": "The level is complete. Press Solve to look for a solution.",
    "no solution yet": "As it stands the level has no solution: the findings on the right say "
    "why. More endpoints may change that.",
    "no solution": "There is no way to connect every pair and cover every cell.",
    "solved": "A solution was found in which no path runs beside itself.",
    "solved, touching itself": "Every solution touches itself: somewhere a path runs beside "
    "itself. The game allows that; most designers avoid it.",
    "unknown": "The search ended before it could tell whether there is a solution.",
}


class StatusBar(ttk.Frame):
    """Where the pointer is, what is to be said, the zoom, and what the solver needed."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.root, padding=(10, 3))
        self._window = window
        self._cells: tuple[Cell, ...] = ()
        self._said = ""
        self._position = ttk.Label(self, width=9, style="Faint.TLabel")
        self._position.pack(side="left")
        self._effort = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self._effort.pack(side="right")
        self._zoom = ttk.Label(self, width=6, style="Faint.TLabel", anchor="e")
        self._zoom.pack(side="right", padx=(0, 12))
        self._message = ttk.Label(self)
        self._message.pack(side="left", fill="x", expand=True)
        self._message.bind("<Configure>", lambda event: self._fit())
        self._message.bind("<Button-1>", lambda event: window.point_out(self._cells))
        self._tip = add_tooltip(self._message, "")

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Say a sentence; a click on it shows the cells."""
        self._cells = tuple(cells)
        self._said = text
        self._message.configure(cursor="hand2" if self._cells else "")
        self._fit()

    @property
    def said(self) -> str:
        """What was said last."""
        return self._said

    def _fit(self) -> None:
        """Show as much of the sentence as there is room for; the tooltip has all of it."""
        font = look.label_font(self)
        room, shown = self._message.winfo_width(), self._said
        while room > 1 and len(shown) > 1 and font.measure(shown + "…") > room:
            shown = shown[:-1]
        is_cut = shown != self._said
        self._message.configure(text=shown.rstrip() + "…" if is_cut else shown)
        where = "Click to see where" if self._cells else ""
        self._tip.text = f"{self._said}\n{where}".strip() if is_cut else where

    def show_position(self, cell: Cell | None) -> None:
        """Say which cell is under the cursor or pointer."""
        self._position.configure(text=f"({cell[0]}, {cell[1]})" if cell else "")

    def show_zoom(self, percent: int) -> None:
        """Say how large the board is shown."""
        self._zoom.configure(text=f"{percent} %")

    def show_effort(self, text: str) -> None:
        """Say how long the solver took, and how many rounds."""
        self._effort.configure(text=text)


class Verdict(Pill):
    """What is known of the level in a few words; a click explains them."""

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent)
        self._window = window
        self.configure(cursor="hand2")
        self.bind("<Button-1>", lambda event: self.explain())

    def refresh(self) -> None:
        """Say what is known now."""
        text, color = self._known()
        self.say(text, color, self._window.colors.background)

    def explain(self) -> None:
        """Say in whole sentences what the words mean."""
        text = _EXPLANATIONS.get(self.text, "The solver is at work. Press Stop to end it.")
        if self.text == "no solution" and self._window.document.level.touching_forbidden:
            text += " Paths that touch themselves do not count: this level forbids them."
        message.show_message(self._window.root, self.text.capitalize(), text)

    def _known(self) -> tuple[str, str]:
        colors, solving = self._window.colors, self._window.solving
        if solving.running:
            return f"solving ... {solving.elapsed:.1f} s", colors.doubtful
        if solving.result is None:
            severities = {finding.severity for finding in self._window.findings}
            if Severity.INVALID in severities:
                return "drawing", colors.neutral
            if Severity.IMPOSSIBLE in severities:
                return "no solution yet", colors.doubtful
            return "ready to solve", colors.neutral
        if solving.result.status == "solved":
            if solving.result.touching:
                return "solved, touching itself", colors.doubtful
            return "solved", colors.good
        if solving.result.status == "unsolvable":
            return "no solution", colors.bad
        return "unknown", colors.doubtful
