"""What the window says: the status line below the board, and the verdict above it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk
from typing import TYPE_CHECKING

from flowdesk.app import look
from flowdesk.app.dialogs import message
from flowdesk.app.widgets.pill import Pill
from flowdesk.app.widgets.tooltip import add_tooltip
from flowdesk.app.work_bar import WorkBar
from flowdesk.core.grid import Cell
from flowdesk.desk.knowledge import verdict as desk
from flowdesk.desk.knowledge.verdict import Mood
from flowdesk.kinds.answers import CheckStatus, SolveStatus

if TYPE_CHECKING:
    from flowdesk.app.window import Window

_LONG = 0.4  # seconds: what takes longer shows its time, and how to stop it

_SOLVED = desk.Verdict(
    "solved", "A solution was found in which no path runs beside itself.", Mood.GOOD
)
_TOUCHING = desk.Verdict(
    "solved, touching itself",
    "Every solution touches itself: somewhere a path runs beside itself. The game allows that; "
    "most designers avoid it.",
    Mood.DOUBTFUL,
)
_THIS_ONE_TOUCHES = desk.Verdict(
    "solved, touching itself",
    "The solution that was found touches itself: somewhere a path runs beside itself. There may be "
    "others that do not.",
    Mood.DOUBTFUL,
)
_UNSOLVABLE = desk.Verdict(
    "no solution", "There is no way to connect every pair and cover every cell.", Mood.BAD
)
_UNKNOWN = desk.Verdict(
    "unknown", "The search ended before it could tell whether there is a solution.", Mood.DOUBTFUL
)


class StatusBar(ttk.Frame):
    """Where the pointer is, what is to be said, the zoom, and what the solver needed."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.root, padding=(10, 3))
        self._window = window
        self._cells: tuple[Cell, ...] = ()
        self._said = ""
        self._position = ttk.Label(self, width=9, style="Faint.TLabel")
        self._position.pack(side="left")
        self._zoom = ttk.Label(self, width=6, style="Faint.TLabel", anchor="e")
        self._zoom.pack(side="right")
        self._effort = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self._effort.pack(side="right")
        self._message = ttk.Label(self)
        self._message.pack(side="left", fill="x", expand=True)
        self._message.bind("<Configure>", lambda event: self._fit())
        self._message.bind("<Button-1>", lambda event: window.stage.point_out(self._cells))
        self._tip = add_tooltip(self._message, "")
        self.work = WorkBar(self)

    def show_work(self, share: float | None, stop: Callable[[], object], key: str) -> None:
        """Show how far a piece of work has come, if it is known; a click, or the key, stops it."""
        self.work.show(share, stop, key)
        if not self.work.winfo_manager():
            self.work.pack(side="right", padx=(8, 16), before=self._message)

    def hide_work(self) -> None:
        """The work has ended."""
        self.work.pack_forget()

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

    @property
    def effort(self) -> str:
        """What is said of how much work it was."""
        return str(self._effort.cget("text"))

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
    """What is known of the level in a few words; a click explains them, or ends the search."""

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent)
        self._window = window
        self.configure(cursor="hand2")
        self.bind("<Button-1>", lambda event: self._clicked())
        self._tip = add_tooltip(self, "")

    def refresh(self) -> None:
        """Say what is known now."""
        window = self._window
        known = self._known()
        text = known.text
        if window.making.running:
            text = f"{known.text} ... {window.making.elapsed:.1f} s"
        elif window.solving.running:
            text = f"{known.text} ... {window.solving.elapsed:.1f} s"
        elif self._is_searching() and window.live.elapsed > _LONG:
            text = f"{text} ... {window.live.elapsed:.0f} s   ■ Stop"
        self._tip.text = "Click to stop looking" if self._is_searching() else "Click to see why"
        self.say(text, getattr(window.colors, known.mood.value), window.colors.background)

    def explain(self) -> None:
        """Say in whole sentences what the words mean."""
        known, live, root = self._known(), self._window.live, self._window.root
        if not live.was_given_up:
            message.show_message(root, known.text.capitalize(), known.meaning)
        elif message.offer(root, known.text.capitalize(), known.meaning, "Look again"):
            live.look_again()

    def _clicked(self) -> None:
        if self._is_searching():
            self._window.live.stop()
        else:
            self.explain()

    def _is_searching(self) -> bool:
        """Whether the verdict is still open, and being found out."""
        live = self._window.live
        busy = self._window.solving.running or self._window.watching.running
        return live.running and live.known.status == CheckStatus.UNKNOWN and not busy

    def _known(self) -> desk.Verdict:
        solving, known = self._window.solving, self._window.live.known
        result = solving.result
        if self._window.making.running:
            return desk.Verdict("making a level", "A level is being made.", Mood.DOUBTFUL)
        if solving.running:
            return desk.Verdict("solving", "The solver is at work.", Mood.DOUBTFUL)
        if engine := self._window.watching.engine:
            meaning = f"The engine {engine} is looking for a solution, step by step."
            return desk.Verdict("searching", meaning, Mood.DOUBTFUL)
        if result is None or not known.is_complete or known.status != CheckStatus.UNKNOWN:
            return desk.verdict(known)
        if result.status == SolveStatus.SOLVED:
            touching = _THIS_ONE_TOUCHES if result.effort else _TOUCHING
            return touching if result.touching else _SOLVED
        return _UNSOLVABLE if result.status == SolveStatus.UNSOLVABLE else _UNKNOWN
