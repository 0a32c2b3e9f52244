"""LevelBar: goes through the puzzles of a file, and at its end through the files beside it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.actions import Command
from flowdesk.app.bars import Bars
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.files import Files
from flowdesk.app.front import Front
from flowdesk.app.timers import Slices
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.packs.siblings import Siblings
from flowdesk.desk.work.steps import Steps
from flowdesk.formats.registry import open_file

_KEYS = {-1: "Previous puzzle", 1: "Next puzzle"}
_ENDS = {-1: "This is the first puzzle", 1: "This is the last puzzle"}
_ARROWS = {-1: "‹", 1: "›"}


class LevelBar(ttk.Frame):
    """Arrows and the place of the puzzle, below the board; hidden where there is no other one.

    Another file takes the place of the open one, or has a tab of its own if something was changed
    in that. A puzzle that is reached while one is played is played as well. `show_all` shows all
    those of the file, or hides them.
    """

    def __init__(
        self,
        parent: tk.Misc,
        front: Front,
        bars: Bars,
        files: Files,
        show_all: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        self._shell, self._front, self._view = front.shell, front, front.view
        self._bars, self._files = bars, files
        self._siblings = Siblings()
        self._slices = Slices(self)
        row = ttk.Frame(self)
        row.pack()
        self.arrows = {step: self._arrow(row, step) for step in (-1, 1)}
        self.where = ttk.Label(row, style="Faint.TLabel", anchor="center")
        self._tips = {step: Tooltip(arrow, "") for step, arrow in self.arrows.items()}
        self.arrows[-1].pack(side="left")
        self.where.pack(side="left", padx="6p")
        self.arrows[1].pack(side="left")
        self.all = ttk.Button(row, text="All", style=look.FLAT, width=0, takefocus=False)
        self.all.configure(command=show_all)
        Tooltip(self.all, f"All puzzles  ({self._shell.key('All puzzles')})")
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.switched.connect(self._switched, front.shell)

    def _arrow(self, row: ttk.Frame, step: int) -> ttk.Button:
        button = ttk.Button(row, text=_ARROWS[step], style=look.FLAT, width=0, takefocus=False)
        button.configure(command=partial(self._clicked, step))
        return button

    @property
    def commands(self) -> dict[str, Command]:
        return {
            name: Command(partial(self.go, step), partial(self.can_go, step))
            for step, name in _KEYS.items()
        }

    def can_go(self, step: int) -> bool:
        """Whether there may be another puzzle in this direction."""
        document = self._front.document
        if 0 <= document.index + step < document.count:
            return True
        is_known = not self._slices.running and self._unlisted is None
        return not is_known or self._next(step) is not None

    def go(self, step: int) -> None:
        """Go to the next puzzle, or with -1 to the one before."""
        document, path = self._front.document, self._front.document.path
        if 0 <= document.index + step < document.count:
            was_on = self._front.tab.playing.is_on
            document.go_to(document.index + step)
            if was_on:
                self._front.tab.playing.start()
        elif path is not None:
            self._slices.start(self._search(path, step), self._refresh)

    def look(self) -> None:
        """List the folder of the open file again, if its files have come or gone."""
        path = self._unlisted
        if path and not self._slices.running:
            self._slices.start(self._siblings.look(path), self._refresh)

    @property
    def _unlisted(self) -> Path | None:
        """The open file, unless its folder is listed as it is now."""
        path = self._front.document.path
        return path if path and not self._siblings.knows(path) else None

    def _search(self, path: Path, step: int) -> Steps[None]:
        """Open the nearest file that can be read."""
        yield from self._siblings.look(path)
        for other in self._siblings.others(path, step):
            if self._front.document.path != path or is_dialog_open(self._shell.root):
                return
            try:
                _, entries = open_file(other)
            except FlowDeskError:  # no puzzle, whatever its name says
                yield
                continue
            self._open(other, 0 if step > 0 else len(entries) - 1)
            return
        self._shell.say(f"{_ENDS[step]} of {Path(path).absolute().parent.name}.")

    def _open(self, path: Path, index: int) -> None:
        was_on, document = self._front.tab.playing.is_on, self._front.document
        replaced = None if document.was_changed else document
        opened = self._files.open_level(path, index, replaced)
        if opened and was_on:
            opened.play()

    def _clicked(self, step: int) -> None:
        self.go(step)
        self._view.focus_set()

    def _switched(self) -> None:
        self._slices.stop()
        self.look()
        self._refresh()

    def _document_changed(self, what: DocumentEvent) -> None:
        if what is not DocumentEvent.EDITED:
            self.look()
            self._refresh()

    def _refresh(self) -> None:
        """Show the place of the puzzle in its file, or in its folder if it is alone in the file."""
        document, path = self._front.document, self._front.document.path
        place = (document.index, document.count) if document.count > 1 else None
        if place is None and path:
            place = self._siblings.place(path)
        if place is None or place[1] < 2:
            self._bars.want(self, shown=False)
            return
        if document.count > 1:
            self.all.pack(side="left", padx="6p")
        else:
            self.all.pack_forget()
        self.where.configure(text=f"Puzzle {place[0] + 1:,} of {place[1]:,}")
        for step, arrow in self.arrows.items():
            arrow.state(["!disabled" if self.can_go(step) else "disabled"])
            key = self._shell.key(_KEYS[step])
            self._tips[step].text = f"{self._called(step)}  ({key})".strip()
        self._bars.want(self, shown=True)

    def _called(self, step: int) -> str:
        """Return what the next puzzle in a direction is called."""
        document, index = self._front.document, self._front.document.index + step
        if 0 <= index < document.count:
            title = document.entries[index].level.about.get("title", "")
            return title or f"Puzzle {index + 1}"
        file = self._next(step)
        return file.name if file else ""

    def _next(self, step: int) -> Path | None:
        """Return the nearest file in a direction."""
        path = self._front.document.path
        return next(self._siblings.others(path, step), None) if path else None
