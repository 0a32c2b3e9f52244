"""CheckBar: the line below the list with the last message and the progress of checking."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from tkinter import ttk

from flowdesk.app.timers import POLL_SECONDS, Loop
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.knowledge.survey import Survey
from flowdesk.desk.knowledge.verdict import verdict


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
