"""The bars round the list of a pack: which pack, which of its levels, and what is being checked."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tkinter import ttk

from flowdesk.app.dialogs.files import ask_folder, ask_open
from flowdesk.app.packs.listing import ALL, Filter
from flowdesk.app.timers import POLL_SECONDS, Loop
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.app.widgets.writing import when_written
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.desk.knowledge.survey import Survey
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.packs.siblings import packs_near

#: What the menu offers.
CHOICES = {
    "All puzzles": ALL,
    "With a star": Filter(star=True),
    "With a note": Filter(note=True),
    "Same as others": Filter(twin=True),
}


class FilterBar(ttk.Frame):
    """Calls `on_change` with another filter, and `on_leave` when the user is done with the field.

    Down leaves the field, Escape empties it first.
    """

    def __init__(
        self,
        parent: tk.Misc,
        on_change: Callable[[Filter], object],
        on_leave: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        self._on_change, self._on_leave = on_change, on_leave
        self._text = tk.StringVar(self)
        self._chosen = tk.StringVar(self, next(iter(CHOICES)))
        self._button = button = ttk.Menubutton(self, text=f"{self._chosen.get()}  ")
        self.menu = tk.Menu(button, tearoff=False)
        button.configure(menu=self.menu)
        for name in CHOICES:
            self.menu.add_radiobutton(label=name, variable=self._chosen, value=name)
        button.pack(side="right")
        Tooltip(button, "Choose which puzzles are shown")
        self._field = field = ttk.Entry(self, textvariable=self._text, width=14)
        field.pack(side="right", padx="4.5p")
        Tooltip(field, "Show only puzzles with these words in title, file name or note")
        ttk.Label(self, text="Find", style="Faint.TLabel").pack(side="right", padx=("9p", 0))
        field.bind("<Escape>", self._escape)
        for key in ("<Down>", "<Return>"):
            field.bind(key, self._leave)
        for variable in (self._text, self._chosen):
            when_written(variable, self, self._changed)

    def focus_field(self) -> None:
        self._field.focus_set()
        self._field.selection_range(0, "end")

    def clear(self) -> None:
        """Show everything again."""
        self._text.set("")
        self._chosen.set(next(iter(CHOICES)))

    def _changed(self) -> None:
        self._button.configure(text=f"{self._chosen.get()}  ")
        self._on_change(replace(CHOICES[self._chosen.get()], text=self._text.get().strip()))

    def _escape(self, event: object) -> str:
        self._text.set("")
        return self._leave(event)

    def _leave(self, event: object) -> str:
        self._on_leave()
        return "break"


_MOST = 30  # packs in each part of the menu


class PlaceMenu(ttk.Menubutton):
    """Shows the name of a pack; `on_choose` gets the path of another one."""

    def __init__(self, parent: tk.Misc, on_choose: Callable[[Path], object]) -> None:
        super().__init__(parent)
        self._on_choose = on_choose
        self._path = shipped("puzzles")
        self._files: Sequence[Path] = ()
        self.menu = tk.Menu(self, tearoff=False, postcommand=self._fill)
        self.configure(menu=self.menu)
        Tooltip(self, "Open another pack")

    def show(self, path: Path, files: Sequence[Path]) -> None:
        """Show the path of a pack; `files` are those in it that are packs themselves."""
        self._path, self._files = path, files
        self.configure(text=f"{path.name or path}  ")

    def _fill(self) -> None:
        menu = self.menu
        menu.delete(0, "end")
        menu.add_command(label="Another folder ...", command=self._ask_folder)
        menu.add_command(label="Another file with many puzzles ...", command=self._ask_file)
        for paths in ([shipped("puzzles")], self._files, packs_near(self._path)):
            if paths:
                menu.add_separator()
            for path in paths[:_MOST]:
                label = f"{path.name}   {path.parent}"
                menu.add_command(label=label, command=partial(self._on_choose, path))

    def _ask_folder(self) -> None:
        if folder := ask_folder(self, "Open a folder of puzzles", self._folder):
            self._on_choose(folder)

    def _ask_file(self) -> None:
        if path := ask_open(self, "Open a file with many puzzles", self._folder):
            self._on_choose(path)

    @property
    def _folder(self) -> str:
        return str(self._path if self._path.is_dir() else self._path.parent)


class CheckBar(ttk.Frame):
    """Checks levels in the background; `on_news` is called after new results, at start and end."""

    def __init__(self, parent: tk.Misc, survey: Survey, on_news: Callable[[], None]) -> None:
        super().__init__(parent, padding=("7.5p", "3p"))
        self._survey = survey
        self._on_news = on_news
        self._levels: Sequence[Puzzle] = ()
        self._unread = 0
        self._is_next = False
        self._verdicts: dict[str, str] = {}  # in a few words, by the keys of the puzzles
        self._polling = Loop(self, self._poll, POLL_SECONDS)
        self._summary = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self._summary.pack(side="right")
        self._progress = ttk.Progressbar(self, length="105p")
        self._message = ttk.Label(self)
        self._message.pack(side="left", fill="x", expand=True)

    def say(self, text: str) -> None:
        self._message.configure(text=text)

    @property
    def running(self) -> bool:
        """Whether the levels are being checked, or will be once all are read."""
        return self._survey.running or self._is_next

    def show(self, levels: Sequence[Puzzle], unread: int) -> None:
        """Show how many of these levels have which verdict; `unread` files are still to be read."""
        self._levels, self._unread = levels, unread
        self.learn(level for level in levels if level.puzzle_key not in self._verdicts)
        self._refresh()
        if self._is_next and not unread:
            self._start()

    def start_or_stop(self) -> None:
        """Start or stop checking how many solutions each level has, and how hard it is."""
        if self.running:
            self.stop()
        elif self._unread:
            self._is_next = True
            self.say("Checking starts when all puzzles are read.")
        else:
            self._start()
        self._on_news()

    def _start(self) -> None:
        self._is_next = False
        self._survey.start(self._levels)
        if self._survey.running:
            self._progress.pack(side="right", padx=("9p", "6p"))
            self._polling.start()
        elif self._levels:
            self.say("All puzzles have been checked already.")
        else:
            self.say("There are no puzzles to check.")

    def stop(self) -> None:
        self._is_next = False
        self._polling.stop()
        self._survey.stop()
        self._progress.pack_forget()
        self._refresh()
        self._on_news()

    def _poll(self) -> bool:
        news = self._survey.poll()
        self.learn(news)
        if not self._survey.running:
            self.stop()
        elif news:
            self._refresh()
            self._on_news()
        return self._survey.running

    def learn(self, levels: Iterable[Puzzle]) -> None:
        """Look up the verdicts of levels, for the summary; for thousands this takes long."""
        for level in levels:
            known = self._survey.known(level)
            word = verdict(known).text.partition(":")[0] if known else ""
            self._verdicts[level.puzzle_key] = word

    def _refresh(self) -> None:
        survey = self._survey
        if survey.running:
            self._progress.configure(maximum=survey.total, value=survey.done)
            self._summary.configure(text=f"{survey.done} of {survey.total} checked")
            return
        counts = Counter(self._verdicts[level.puzzle_key] for level in self._levels)
        texts = [f"{number} × {word}" for word, number in counts.most_common() if word]
        self._summary.configure(text="  ·  ".join(texts) or "Not checked yet")
