"""The bars round the list of a pack: which pack and levels, what is checked, what is noted."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tkinter import ttk

from flowdesk.app import fonts
from flowdesk.app.dialogs.base import when_written
from flowdesk.app.dialogs.files import ask_folder, ask_open
from flowdesk.app.packs.listing import ALL, Filter
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.narrow import FittedMenu
from flowdesk.app.widgets.tooltip import ShortLabel, Tooltip, short
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Owner, Signal
from flowdesk.core.storage import shipped
from flowdesk.desk.knowledge.survey import Survey
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.packs.lineup import packs_near
from flowdesk.desk.packs.manifest import NOTHING, Remark
from flowdesk.desk.packs.pack_index import PackItem
from flowdesk.desk.packs.twins import Twin

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
        self, parent: tk.Misc, on_change: Callable[[Filter], object], on_leave: Callable[[], object]
    ) -> None:
        super().__init__(parent)
        self._on_change, self._on_leave = on_change, on_leave
        self._text = tk.StringVar(self)
        self._chosen = tk.StringVar(self, next(iter(CHOICES)))
        self._button = button = ttk.Menubutton(self, text=f"{self._chosen.get()}  ")
        self.menu = FittedMenu(button)
        button.configure(menu=self.menu)
        for name in CHOICES:
            self.menu.add_radiobutton(label=name, variable=self._chosen, value=name)
        button.pack(side="right")
        Tooltip(button, "Choose which puzzles are shown")
        self._field = field = ttk.Entry(self, textvariable=self._text, width=14)
        Tooltip(field, "Show only puzzles with these words in title, file name or note")
        self._label = ttk.Label(self, text="Find", style="Faint.TLabel")
        self._label.pack(side="left", padx=("9p", 0))
        field.pack(side="left", fill="x", expand=True, padx="4.5p")
        field.bind("<Escape>", self._escape)
        for key in ("<Down>", "<Return>"):
            field.bind(key, self._leave)
        for variable in (self._text, self._chosen):
            when_written(variable, self, self._changed)

    def fit(self, room: int) -> int:
        """Leave out the menu where there is not so much room; return what is left for others."""
        half = self._field.winfo_reqwidth() // 2  # it is shorter where there is little room
        room -= self._label.winfo_reqwidth() + half + pixels(self, 18)
        if self._button.winfo_reqwidth() <= room:
            self._button.pack(side="right", before=self._label)
            return room - self._button.winfo_reqwidth() - half
        self._button.pack_forget()
        return room - half

    def focus_field(self) -> None:
        self._field.focus_set()
        self._field.selection_range(0, "end")

    def clear(self) -> None:
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
        self.menu = FittedMenu(self, self._fill)
        self.configure(menu=self.menu)
        Tooltip(self, "Open another pack")

    def show(self, path: Path, files: Sequence[Path]) -> None:
        """Show the path of a pack; `files` are those in it that are packs themselves."""
        self._path, self._files = path, files
        self.configure(text=f"{path.name or path}  ")

    def _fill(self) -> None:
        menu = self.menu
        menu.delete(0, "end")
        for label, ask, title in (
            ("Another folder ...", ask_folder, "Open a folder of puzzles"),
            ("Another file with many puzzles ...", ask_open, "Open a file with many puzzles"),
        ):
            menu.add_command(label=label, command=partial(self._ask, ask, title))
        for paths in ([shipped("puzzles")], self._files, packs_near(self._path)):
            if paths:
                menu.add_separator()
            for path in paths[:_MOST]:
                label = f"{path.name}   {path.parent}"
                menu.add_command(label=label, command=partial(self._on_choose, path))

    def _ask(self, ask: Callable[[tk.Misc, str, str], Path | None], title: str) -> None:
        folder = self._path if self._path.is_dir() else self._path.parent
        if path := ask(self, title, str(folder)):
            self._on_choose(path)


_AROUND = 15  # points beside what the bar has


class CheckBar(ttk.Frame):
    """Checks levels in the background; `on_news` is called after new results, at start and end."""

    def __init__(
        self, parent: tk.Misc, survey: Survey, on_news: Callable[[], None], owner: Owner
    ) -> None:
        super().__init__(parent, padding=(f"{_AROUND / 2}p", "3p"))
        self.survey = survey
        survey.ended.connect(self.stop, owner)
        self._on_news = on_news
        self._levels: Sequence[Puzzle] = ()
        self._unread = 0
        self._is_next = False
        self._verdicts: dict[str, str] = {}  # in a few words, by the keys of the puzzles
        self._summary = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self._summary.pack(side="right")
        self.bind("<Configure>", lambda event: self._refresh())
        self._progress = ttk.Progressbar(self, length="105p")
        self._message = ShortLabel(self)
        self._message.pack(side="left", fill="x", expand=True)

    def say(self, text: str) -> None:
        self._message.show(text)

    @property
    def running(self) -> bool:
        """Whether the levels are being checked, or will be once all are read."""
        return self.survey.running or self._is_next

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
        self.survey.start(self._levels)
        if self.survey.running:
            self._progress.pack(side="right", padx=("9p", "6p"))
        elif self._levels:
            self.say("All puzzles have been checked already.")
        else:
            self.say("There are no puzzles to check.")

    def stop(self) -> None:
        self._is_next = False
        self.survey.stop()
        self._progress.pack_forget()
        self._refresh()
        self._on_news()

    def hear(self, levels: Sequence[Puzzle]) -> None:
        """Show that more is known of levels."""
        self.learn(levels)
        self._refresh()
        self._on_news()

    def learn(self, levels: Iterable[Puzzle]) -> None:
        """Look up the verdicts of levels, for the summary; for thousands this takes long."""
        for level in levels:
            known = self.survey.verdicts.known(level)
            if known and known.check:
                known = replace(known, count=None)  # "several", whatever their number
            word = verdict(known).text.partition(":")[0] if known else ""
            self._verdicts[level.puzzle_key] = word

    def _refresh(self) -> None:
        survey = self.survey
        if survey.running:
            self._progress.configure(maximum=survey.total, value=survey.done)
            self._summary.configure(text=f"{survey.done} of {survey.total} checked")
            return
        counts = Counter(self._verdicts[level.puzzle_key] for level in self._levels)
        texts = [f"{number} × {word}" for word, number in counts.most_common() if word]
        summary = "  ·  ".join(texts) or "Not checked yet"
        room = self.winfo_width() - pixels(self, _AROUND)
        self._summary.configure(text=short(summary, room, fonts.named(self)))


#: Milliseconds after the last key before a note is stored.
_PAUSE_MS = 900
#: How many twins are named.
MOST = 4


class Details(ttk.Frame):
    """Shows one level; `note` gets its id and its new note, and returns whether that was taken.

    Emits `starred` to set the star or take it away, `twin_chosen` with one that was clicked, and
    `left` when the user is done with the note. Notes are stored a moment after the last key, and at
    once by `store`.
    """

    def __init__(self, parent: tk.Misc, star_key: str, note: Callable[[int, str], bool]) -> None:
        super().__init__(parent, padding=("6p", "3p", "6p", 0))
        self.starred: Signal[[]] = Signal()
        self.twin_chosen: Signal[[Twin]] = Signal()
        self.left: Signal[[]] = Signal()
        self._note = note
        self._id: int | None = None  # of the level
        self._stored = ""
        self._twins: tuple[int, list[tuple[str, Twin]], int] | None = None
        self._waiting = Timer(self)
        self._star = ttk.Button(self, width=2, takefocus=False, command=self.starred.emit)
        self._star.pack(side="left", anchor="n")
        Tooltip(self._star, f"Mark the puzzle with a star, or take it away ({star_key})")
        ttk.Label(self, text="Note", style="Faint.TLabel").pack(
            side="left", anchor="n", padx=("6p", "4.5p"), pady="4.5p"
        )
        right = ttk.Frame(self)
        right.pack(side="left", fill="x", expand=True)
        self._field = field = ttk.Entry(right)
        field.pack(side="top", fill="x")
        Tooltip(field, "A note for yourself, kept beside the puzzles; players do not see it")
        self._text = LinkedText(right, fonts.TEXT, height=1)
        field.bind("<KeyRelease>", lambda event: self._waiting.start(_PAUSE_MS, self.store))
        field.bind("<FocusOut>", lambda event: self.store())
        field.bind("<Return>", self._done)
        field.bind("<Escape>", self._cancel)

    def show(
        self,
        item: PackItem | None,
        remark: Remark = NOTHING,
        twins: Sequence[tuple[str, Twin]] = (),
        more: int = 0,
        why_not: str = "",
    ) -> None:
        """Show a level with its twins, what these are called, and how many `more` there are.

        `why_not` is the reason why nothing can be noted about it.
        """
        id = item.id if item else None
        is_same = id == self._id
        if not is_same:
            self.store()
        self._id = id
        can_note = bool(item and item.entry and not why_not)
        self._star.configure(text="★" if remark.stars else "☆")
        self._star.state(["!disabled" if can_note else "disabled"])
        if not is_same or self._stored != remark.note:
            self._field.state(["!disabled"])
            if not is_same or self._field.get().strip() == self._stored:
                self._write(remark.note)
            self._stored = remark.note
        self._field.state(["!disabled" if can_note else "disabled"])
        self._show_twins(list(twins), more)

    def _show_twins(self, twins: list[tuple[str, Twin]], more: int) -> None:
        shown = self._id or 0, twins, more
        if shown == self._twins:
            return
        self._twins = shown
        if not twins:
            self._text.pack_forget()
            return
        text = self._text
        text.begin()
        text.add("The same as ")
        for number, (name, twin) in enumerate(twins):
            if number:
                text.add("; " if number < len(twins) - 1 or more else "; and ")
            tip = "Go to this puzzle" if twin.id is not None else "Open it in the main window"
            text.add(name, "link", click=partial(self.twin_chosen.emit, twin), tip=tip)
            text.add(f", {twin.how}" if twin.how else "")
        text.add(f"; and {more:,} more." if more else ".")
        text.end()
        text.pack(side="top", fill="x", pady=("3p", 0))
        text.update_idletasks()
        text.configure(height=max(1, min(3, round(text.lines))))

    def focus_field(self) -> None:
        self._field.focus_set()

    @property
    def room(self) -> int:
        """The pixels of height that note and twins need."""
        return self._field.winfo_reqheight() + fonts.named(self).metrics("linespace")

    def store(self) -> None:
        self._waiting.stop()
        note, before = " ".join(self._field.get().split()), self._stored
        if self._id is not None and note != before:
            self._stored = note
            if not self._note(self._id, note):
                self._stored = before

    def _write(self, note: str) -> None:
        self._field.delete(0, "end")
        self._field.insert(0, note)

    def _done(self, event: object) -> str:
        self.store()
        self.left.emit()
        return "break"

    def _cancel(self, event: object) -> str:
        self._write(self._stored)
        return self._done(event)
