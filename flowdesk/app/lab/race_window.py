"""RaceWindow: a window that runs several engines on the same levels and compares them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import TypeAlias

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_new_name
from flowdesk.app.lab.race_parts import ChoiceBar, Results
from flowdesk.app.look import ACCENT
from flowdesk.app.shell import Shell
from flowdesk.app.theming import Theming
from flowdesk.app.timers import POLL_SECONDS, Loop
from flowdesk.app.widgets.toplevel import Top, set_size
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import write_atomically
from flowdesk.core.text import counted
from flowdesk.desk.documents.document import Document
from flowdesk.lab.race import FAILED, Race, Run
from flowdesk.lab.race_results import csv_file, race_chart

_SIZE, _LEAST = (840, 420), (525, 300)  # points

#: Makes a file of runs.
Writer: TypeAlias = Callable[[list[Run]], bytes]


@dataclass(eq=False)
class Races:
    """Makes the window when it is first opened; `go_back` is called when it is hidden."""

    shell: Shell
    document: Callable[[], Document]
    theming: Theming
    go_back: Callable[[], None]
    shown: RaceWindow | None = None

    def open(self) -> None:
        if self.shown is None:
            self.shown = RaceWindow(self.shell, self.document, self.theming, self.go_back)
        self.shown.appear()

    def close(self) -> None:
        if self.shown:
            self.shown.stop()


class RaceWindow:
    """The window of races; closing only hides it, so that its table can be shown again."""

    def __init__(
        self,
        shell: Shell,
        document: Callable[[], Document],
        theming: Theming,
        go_back: Callable[[], None],
    ) -> None:
        self._theming = theming
        self._go_back = go_back
        self.top = top = Top(shell.root)
        self.runs: list[Run] = []
        self.race: Race | None = None  # while it is on
        self._left_out = ""
        self._polling = Loop(shell.root, self._poll, POLL_SECONDS)
        top.withdraw()
        top.title("Race engines – FlowDesk")
        set_size(top, _SIZE, least=_LEAST, name="race", over=shell.root)
        self._choice = ChoiceBar(top, document)
        self._choice.start.configure(style=ACCENT, command=self.start_or_stop)
        self._choice.pack(side="top", fill="x")
        self._build_foot()
        self.results = Results(top)
        self.results.pack(side="top", fill="both", expand=True)
        top.bind("<Return>", self._return_pressed)
        top.bind("<Escape>", lambda event: self.stop() if self.race else self.hide())
        top.protocol("WM_DELETE_WINDOW", self.hide)
        theming.changed.connect(self._theme_changed, shell)
        self._theme_changed()

    def _build_foot(self) -> None:
        foot = ttk.Frame(self.top, padding=("9p", "6p", "9p", "7.5p"))
        foot.pack(side="bottom", fill="x")
        table = partial(self._ask, "Save table", "Table", ".csv", csv_file)
        chart = partial(self._ask, "Save chart", "Picture", ".png", race_chart)
        self._save_table = ttk.Button(foot, text="Save table ...", command=table)
        self._save_chart = ttk.Button(foot, text="Save chart ...", command=chart)
        for button in (self._save_chart, self._save_table):
            button.pack(side="right", padx=("6p", 0))
        self._progress = ttk.Progressbar(foot, length="105p")
        self._message = ttk.Label(foot)
        self._message.pack(side="left", fill="x", expand=True)

    def appear(self) -> None:
        self._choice.offer_levels()
        if not self.runs:
            self._say("Choose levels and engines, then start.")
        self._refresh()
        self.top.deiconify()
        self.top.lift()
        self._choice.start.focus_force()

    def hide(self) -> None:
        self.stop()
        self.top.withdraw()
        self._go_back()

    def _theme_changed(self) -> None:
        self.top.configure(background=self._theming.colors.background)
        self.results.set_colors(self._theming.colors, is_light=self._theming.theme.is_light)

    # The race

    def start_or_stop(self) -> None:
        if self.race:
            self.stop()
            return
        try:
            self.race, self._left_out = self._choice.race()
        except FlowDeskError as error:
            self._say(str(error))
            return
        self.runs = []
        self._refresh()
        self._polling.start()

    def stop(self) -> None:
        if self.race:
            self._end(f"Stopped after {counted(len(self.runs), 'run')}.")

    def _poll(self) -> bool:
        if self.race is None:
            return False
        if ended := self.race.poll():
            self.runs += ended
            self._refresh()
        if not self.race.running:
            self._end(f"{counted(len(self.runs), 'run')}, all done.{self._remark()}")
        return self.race is not None

    def _end(self, text: str) -> None:
        self._polling.stop()
        if self.race:
            self.race.close()
            self.race = None
        self._say(text)
        self._refresh()

    def _remark(self) -> str:
        """Return sentences about levels left out and runs that failed."""
        remark = self._left_out
        if failed := sum(each.status == FAILED for each in self.runs):
            remark += f" {counted(failed, 'run')} failed, perhaps for lack of memory."
        return remark

    # Showing

    def _say(self, text: str) -> None:
        self._message.configure(text=text)

    def _refresh(self) -> None:
        self._choice.start.configure(text="Stop" if self.race else "Start")
        self._choice.set_changeable(self.race is None)
        for button in (self._save_table, self._save_chart):
            button.state(["!disabled" if self.runs else "disabled"])
        if self.race:
            done = len(self.runs)
            total = done + self.race.left
            self._progress.configure(maximum=total, value=done)
            self._progress.pack(side="right", before=self._message)
            self._say(f"{done} of {counted(total, 'run')}.{self._remark()}")
        else:
            self._progress.pack_forget()
        self.results.show(self.runs)

    def _return_pressed(self, event: tk.Event[tk.Misc]) -> None:
        """Invoke the button that has the focus; from a field, start or stop."""
        if isinstance(event.widget, ttk.Button):
            event.widget.invoke()
        else:
            self.start_or_stop()

    # Files

    def _ask(self, title: str, kind: str, suffix: str, write: Writer) -> None:
        types = [(kind, f"*{suffix}")]
        if chosen := ask_new_name(self.top, title, types, f"race{suffix}"):
            self.save(chosen[0], write)

    def save(self, path: Path, write: Writer) -> None:
        """Write all runs to a file."""
        try:
            write_atomically(path, write(self.runs))
        except FlowDeskError as error:
            message.show_message(self.top, "Not saved", str(error))
        else:
            self._say(f"Saved as {path}.")
