"""LevelBar: goes through the levels that stand in a row with the open one, below the board."""

from __future__ import annotations

import os
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
from flowdesk.app.timers import Slices, freeze_objects
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.packs.lineup import FolderWatch, Lineup
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import Steps
from flowdesk.formats.registry import open_file

_KEYS = {-1: "Previous puzzle", 1: "Next puzzle"}
_ENDS = {-1: "This is the first puzzle", 1: "This is the last puzzle"}
_ARROWS = {-1: "‹", 1: "›"}
_MANY = 1000  # files, whose collection would take too long


class LevelBar(ttk.Frame):
    """Arrows and the place of the puzzle, below the board; hidden where there is no other one.

    Another file takes the place of the open one, or has a tab of its own if something was changed
    in that. A puzzle that is reached while one is played is played as well. Emits `changed` when
    the `lineup` is another one, or may have other levels. `tools` has room for what is done there;
    `pack_at` returns the pack of a folder.
    """

    def __init__(
        self,
        parent: tk.Misc,
        front: Front,
        bars: Bars,
        files: Files,
        pack_at: Callable[[Path], Pack],
    ) -> None:
        super().__init__(parent)
        self.changed: Signal[[]] = Signal()
        self._shell, self._front, self._view = front.shell, front, front.view
        self._bars, self._files, self._pack_at = bars, files, pack_at
        self._watch = FolderWatch()
        self._shown: object = None
        self._frozen: Pack | None = None  # whose files the garbage collector skips
        self.lineup = self.lineup_of(front.document)
        self._slices = Slices(self)
        self.arrows = {step: self._arrow(step) for step in (-1, 1)}
        self.where = ttk.Label(self, style="Faint.TLabel", anchor="center")
        self._tips = {step: Tooltip(arrow, "") for step, arrow in self.arrows.items()}
        self.arrows[-1].pack(side="left", padx=("6p", 0))
        self.where.pack(side="left", padx="6p")
        self.arrows[1].pack(side="left")
        self.tools = ttk.Frame(self, width=1, height=1)
        self.tools.pack_propagate(False)  # what there is no room for is left out
        self.tools.pack(side="left", fill="both", expand=True, padx="6p")
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.switched.connect(self._switched, front.shell)

    def _arrow(self, step: int) -> ttk.Button:
        button = ttk.Button(self, text=_ARROWS[step], style=look.FLAT, width=0, takefocus=False)
        button.configure(command=partial(self._clicked, step))
        return button

    @property
    def commands(self) -> dict[str, Command]:
        return {
            name: Command(partial(self.go, step), partial(self.can_go, step))
            for step, name in _KEYS.items()
        }

    def lineup_of(self, document: Document) -> Lineup:
        """Return the row in which an open document is."""
        try:
            path = document.path
            folder = self._pack_at(Path(os.path.abspath(path)).parent) if path else None
        except FlowDeskError:  # it is gone
            folder = None
        return Lineup(document, folder)

    def can_go(self, step: int) -> bool:
        """Whether there may be another puzzle in this direction."""
        document, folder = self._front.document, self.lineup.folder
        if 0 <= document.index + step < document.count:
            return True
        is_known = not folder or (not self._slices.running and self._watch.has_listed(folder))
        return not is_known or next(self.lineup.beyond(step), None) is not None

    def go(self, step: int) -> None:
        """Go to the next puzzle, or with -1 to the one before."""
        document = self._front.document
        if 0 <= document.index + step < document.count:
            self._go_on(partial(document.go_to, document.index + step))
        elif self.lineup.folder:
            self._slices.start(self._search(self.lineup, step), self._looked)

    def go_to(self, number: int) -> None:
        """Open what stands at a place in the row."""
        if path := self.lineup.path(number):
            self.open(path, 0)
        else:
            self._go_on(partial(self._front.document.go_to, number))

    def look(self) -> None:
        """List the folder of the open file again, if its files may have come or gone."""
        folder = self.lineup.folder
        if folder and not self._slices.running and not self._watch.knows(folder):
            self._slices.start(self._watch.look(folder), self._looked)

    def glance(self) -> None:
        """List the folder again if files have come or gone, which costs next to nothing to see."""
        folder = self.lineup.folder
        if folder and not self._watch.has_listed(folder):
            self.look()

    def _search(self, lineup: Lineup, step: int) -> Steps[None]:
        """Open the nearest file that can be read."""
        path, folder = lineup.document.path, lineup.folder
        assert path
        assert folder, "it is in a folder"
        if not self._watch.has_listed(folder):
            yield from self._watch.look(folder)
        for other in lineup.beyond(step):
            if self._front.document.path != path or is_dialog_open(self._shell.root):
                return
            try:
                _, entries = open_file(other)
            except FlowDeskError:  # no puzzle, whatever its name says
                yield
                continue
            self.open(other, 0 if step > 0 else len(entries) - 1)
            return
        self._shell.say(f"{_ENDS[step]} of {folder.folder.name}.")

    def open(self, path: Path, index: int, replaced: Document | None = None) -> None:
        """Open a level of a file, instead of this document or of one where nothing was changed."""
        document = self._front.document
        replaced = replaced or (None if document.was_changed else document)
        self._go_on(partial(self._files.open_level, path, index, replaced))

    def _go_on(self, open: Callable[[], object]) -> None:
        """Open another level, and play it if one is played now."""
        was_on = self._front.tab.playing.is_on
        open()
        if was_on:
            self._front.tab.play()

    def _clicked(self, step: int) -> None:
        self.go(step)
        self._view.focus_set()

    def _switched(self) -> None:
        self._slices.stop()
        self._document_changed(DocumentEvent.OPENED)

    def _document_changed(self, what: DocumentEvent) -> None:
        if what is not DocumentEvent.EDITED:
            self.lineup = self.lineup_of(self._front.document)
            self.look()
            self.refresh()

    def _looked(self) -> None:
        if self._slices.running:
            return
        folder = self.lineup.folder
        if folder and folder is not self._frozen and len(folder.index.files) > _MANY:
            self._frozen = folder
            freeze_objects()
        if self._watch.has_news or self._state != self._shown:
            self.refresh()

    @property
    def _state(self) -> object:
        """What is shown of the folder, as far as that can change behind the document."""
        folder = self.lineup.folder
        listed = folder and (folder.index.version, self._watch.has_listed(folder))
        return folder, listed, self._slices.running

    def refresh(self) -> None:
        """Show the place of the puzzle in its row."""
        self.lineup.refresh()
        self._shown = self._state
        lineup, place = self.lineup, self.lineup.place
        self.changed.emit()
        if place is None or len(lineup) < 2:
            self._bars.want(self, shown=False)
            return
        self.where.configure(text=f"Puzzle {place + 1:,} of {len(lineup):,}")
        for step, arrow in self.arrows.items():
            arrow.state(["!disabled" if self.can_go(step) else "disabled"])
            key = self._shell.key(_KEYS[step])
            self._tips[step].text = f"{self._called(step)}  ({key})".strip()
        self._bars.want(self, shown=True)

    def _called(self, step: int) -> str:
        """Return what the next puzzle in a direction is called."""
        document, index = self._front.document, self._front.document.index + step
        if 0 <= index < document.count:
            return document.entries[index].level.title or f"Puzzle {index + 1}"
        file = next(self.lineup.beyond(step), None)
        return file.name if file else ""
