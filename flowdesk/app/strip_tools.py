"""StripTools: checks and sorts the levels of the row below the board, in the line above it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from itertools import accumulate
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.front import Front
from flowdesk.app.level_bar import LevelBar
from flowdesk.app.packs.editor import PackEditor
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Slices, jobs_of
from flowdesk.app.widgets.tooltip import tool_button
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.knowledge.survey import Survey
from flowdesk.desk.packs.lineup import Lineup
from flowdesk.desk.work.jobs import Steps
from flowdesk.kinds.known import Known, Looking

_FEW = 60  # puzzles that are checked without being asked to


class StripTools:
    """Buttons at the right of the line of `levels`; emits `changed` when more is known.

    `fold` folds the row, `show_all` shows all levels over the board, or hides them, `hide` does.
    """

    def __init__(
        self,
        front: Front,
        levels: LevelBar,
        editor: PackEditor,
        fold: Callable[[], object],
        show_all: Callable[[], object],
        hide: Callable[[], object],
    ) -> None:
        self.changed: Signal[[]] = Signal()
        self._front, self._shell, self._levels = front, front.shell, levels
        self._editor, self._hide = editor, hide
        self._verdicts = front.shell.shared.verdicts
        self._survey = Survey(jobs_of(levels), front.shell.show_error, self._verdicts)
        self._verdicts.found.connect(lambda found: self.changed.emit(), front.shell)
        self._survey.ended.connect(self.changed.emit, front.shell)
        self.is_at_work = self._survey.is_at_work
        self._was_stopped = False
        self._reading = Slices(levels)
        self._parts: list[tk.Widget] = []
        levels.tools.bind("<Configure>", lambda event: self._fit())
        self._words = ttk.Label(levels.tools, style="Faint.TLabel")
        self._progress = ttk.Progressbar(levels.tools, length="60p")
        key = self._shell.key
        #: From the right to the left.
        self.buttons = {
            name: tool_button(levels.tools, text, run, tip, style=look.FLAT, width=0)
            for name, text, run, tip in (
                ("Fold", "▾", fold, f"Puzzles below the board  ({key('Pack below the board')})"),
                ("All", "All", show_all, f"All puzzles  ({key('All puzzles')})"),
                (
                    "Save",
                    "Save all ...",
                    self._save,
                    "Save all puzzles, in a folder or in one file",
                ),
                ("Sort", "Easiest first", self.sort, "Put the easiest puzzles first"),
                ("Check", "Check", self.check, "Count solutions, rate difficulty"),
                ("Stop", "Stop", self._stop, f"Stop  ({self._shell.stop_key})"),
            )
        }

    @property
    def _row(self) -> Lineup:
        return self._levels.lineup

    def show(self, made: int, wanted: int, selected: int, *, is_open: bool) -> None:
        """Show what can be done, less while playing or while the row is not `is_open`; `made` of
        `wanted` are.
        """
        survey = self._survey
        text = f"{selected:,} of {len(self._row):,}" if selected > 1 else ""
        if wanted:
            text = f"{made} of {wanted} made"
        elif survey.running:
            text = f"{survey.done} of {survey.total} checked"
        is_busy = bool(wanted) or survey.running
        at, of = (made, wanted) if wanted else (survey.done, survey.total)
        self._progress.configure(maximum=max(of, 1), value=at)
        self._words.configure(text=text)
        self.buttons["Fold"].configure(text="▾" if self._shell.settings.strip else "▴")
        needed = {"Fold", "All"} | ({"Stop"} if is_busy else set())
        if is_open and not is_busy and not self._front.tab.playing.is_on:
            needed |= {"Sort", "Check"}
            needed |= {"Save"} if self._front.document.count > 1 else set()
        parts: list[tk.Widget] = [self.buttons[name] for name in self.buttons if name in needed]
        parts += [self._progress] if is_busy else []
        parts += [self._words] if text else []
        self._parts = parts
        self._fit()

    def _fit(self) -> None:
        """Show as many of the parts as there is room for, from the right on."""
        tools, between = self._levels.tools, pixels(self._levels, 3)
        ends = accumulate(part.winfo_reqwidth() + between for part in self._parts)
        room = tools.winfo_width()
        shown = [part for part, end in zip(self._parts, ends, strict=True) if end <= room]
        if shown != tools.pack_slaves():
            for part in tools.pack_slaves():
                part.pack_forget()
            for part in shown:
                part.pack(side="right", padx=("3p", 0))

    def _save(self) -> None:
        if self._front.tab.saving.save_as() and self._front.document.count == 1:
            self._hide()

    # What is known of them

    def known(self, level: Puzzle, *, is_open: bool) -> Known | None:
        """Return what is known of a level, also by the check of the one that `is_open`."""
        live = self._front.session.live_check.known
        is_live = is_open and live.looking is not Looking.NOT_ASKED
        return self._verdicts.known(level) or (live if is_live else None)

    def check(self) -> None:
        """Find out in the background how many solutions each puzzle has, and how hard it is."""
        self._was_stopped = False
        self._reading.start(self._checking(self._row), self.changed.emit)

    def _checking(self, row: Lineup) -> Steps[None]:
        yield from row.read(row.ids)
        self._survey.start([level for member in row if (level := member.level)])
        if not self._survey.running:
            self._shell.say("All puzzles have been checked already.")

    def check_few(self) -> None:
        """Check puzzles of which nothing is known, unless they are many or it is not wanted.

        The open one is checked anyway.
        """
        row, is_wanted = self._row, self._shell.settings.live and not self._was_stopped
        is_busy = self._survey.running or self._reading.running
        if not is_wanted or is_busy or not 1 < len(row) <= _FEW:
            return
        if row.unread(row.ids):
            self._reading.start(row.read(row.ids), self.changed.emit)
            return
        others = [member.level for number, member in enumerate(row) if number != row.place]
        levels = [level for level in others if level]
        if any(self._verdicts.known(level) is None for level in levels):
            self._survey.start(levels)
            self.changed.emit()

    def rest(self) -> None:
        """Stop checking: another row is shown."""
        self._was_stopped = False
        self._reading.stop()
        self._survey.stop()

    def _stop(self) -> None:
        if not self._front.tab.generation.stop():
            self._was_stopped = True
            self._survey.stop()
        self.changed.emit()

    def sort(self) -> None:
        """Put the easiest puzzles first, and those that are not rated last."""
        self._reading.start(self._sorting(self._row))

    def _sorting(self, row: Lineup) -> Steps[None]:
        yield from row.read(row.ids)
        self._editor.sort({member.id: member.level for member in row})
