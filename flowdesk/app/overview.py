"""Overview: the puzzles of a document as thumbnails over the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from functools import partial
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.actions import Command
from flowdesk.app.front import Front
from flowdesk.app.jobs import jobs_of
from flowdesk.app.packs.pictures import Thumbnails
from flowdesk.app.widgets.tiles import PICTURE, LevelTile, Tiles
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.knowledge.survey import Survey, Verdicts
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.kinds.table import kind_of

#: Up to so many puzzles are checked without being asked to.
_FEW = 60


class Overview(ttk.Frame):
    """Shown while the tab in front `shows_all`. The tile with the cursor is the level on the board.

    Puzzles that are being made come in one by one.
    """

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent)
        self._front, self._shell = front, front.shell
        self._survey = Survey(jobs_of(self), front.shell.show_error, Verdicts())
        self._survey.found.connect(self._found, front.shell)
        self._was_stopped = False
        bar = ttk.Frame(self, padding=("6p", "4.5p"))
        bar.pack(side="bottom", fill="x")
        self.tiles = tiles = Tiles(self, self._tile)
        tiles.pack(side="top", fill="both", expand=True)
        self._thumbnails = Thumbnails(tiles, PICTURE, tiles.refresh)
        self._words = ttk.Label(bar, style="Faint.TLabel")
        self._progress = ttk.Progressbar(bar, length="60p")
        self.buttons = {
            "Stop": self._button(bar, "Stop", self._stop, f"Stop  ({self._shell.stop_key})"),
            "Check": self._button(bar, "Check", self.check, "Count solutions, rate difficulty"),
            "Delete": self._button(bar, "Delete", self.delete, "Throw the selected away  (Del)"),
            "Sort": self._button(bar, "Easiest first", self.sort, "Put the easiest puzzles first"),
            "Save": self._button(
                bar,
                "Save all ...",
                self._save,
                "Save all puzzles, in a folder or in one file",
            ),
        }
        for name in ("Save", "Sort", "Delete"):
            self.buttons[name].pack(side="right", padx=("3p", 0))
        self._words.pack(side="left")
        for key in ("Delete", "BackSpace"):
            tiles.bind_key(key, self.delete)
        tiles.selection_changed.connect(self._selected, front.shell)
        tiles.opened.connect(self.hide, front.shell)
        tiles.dropped.connect(self._drop, front.shell)
        front.document.changed.connect(self._document_changed, self._shell)
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.hear(lambda tab: tab.generation.changed, self.refresh)
        front.hear(lambda tab: tab.overview_toggled, self._toggled)
        front.switched.connect(self._toggled, front.shell)
        front.theming.changed.connect(self._theme_changed, front.shell)
        front.view.bind("<FocusIn>", self._board_focused, add=True)
        self._theme_changed()

    def _button(self, bar: ttk.Frame, text: str, run: Callable[[], object], tip: str) -> ttk.Button:
        style = look.ACCENT if text.startswith("Save") else look.FLAT
        button = ttk.Button(bar, text=text, style=style, width=0, takefocus=False)
        button.configure(command=partial(self._clicked, run))
        Tooltip(button, tip)
        return button

    def _clicked(self, run: Callable[[], object]) -> None:
        run()
        if self.is_on and not self._shell.ended:
            self.tiles.focus_set()

    @property
    def commands(self) -> dict[str, Command]:
        """The commands that mean something else while the overview is shown."""
        document, tiles = self._front.document, self.tiles
        return {
            "Undo": Command(
                partial(self._again, "Undone"),
                lambda: bool(document.undo_set_label),
                object=lambda: document.undo_set_label,
            ),
            "Redo": Command(
                partial(self._again, "Redone"),
                lambda: bool(document.redo_set_label),
                object=lambda: document.redo_set_label,
            ),
            "Select all": Command(tiles.select_all),
        }

    # Shown or hidden

    @property
    def is_on(self) -> bool:
        return self._front.tab.shows_all

    def hide(self) -> bool:
        """Show the board again; return whether the overview was shown."""
        was_on = self.is_on
        self._front.tab.show_all(shown=False)
        return was_on

    def _toggled(self) -> None:
        """Show all puzzles over the board, or the board alone."""
        self._thumbnails.stop()
        self._survey.stop()
        if self.is_on:
            self.place(in_=self._front.view, relwidth=1, relheight=1)
            self.tkraise()
            self.refresh()
            self.tiles.select([self._front.document.index], self._front.document.index)
            self.tiles.focus_set()
            self._check_few()
        elif self.winfo_manager():
            self.place_forget()
            self._front.view.focus_set()

    def close(self) -> None:
        self._thumbnails.stop()
        self._survey.stop()

    def _board_focused(self, event: object) -> None:
        if self.is_on:
            self.tiles.focus_set()

    def _theme_changed(self) -> None:
        self._thumbnails.set_theme(self._front.theming.theme)
        self.tiles.set_colors(self._front.theming.colors)

    def _document_changed(self, what: DocumentEvent) -> None:
        if not self.is_on:
            return
        document, tiles = self._front.document, self.tiles
        self.refresh()
        if tiles.cursor != document.index or not tiles.selected:
            tiles.select([document.index], document.index)
        self._check_few()

    def refresh(self) -> None:
        """Show how many puzzles there are, and what can be done with them."""
        if not self.is_on or self._shell.ended:
            return
        made, wanted = self._front.tab.generation.progress or (self._front.document.count, 0)
        self.tiles.show(made and self._front.document.count, max(wanted - made, 0))
        self._show_state(made, wanted)
        is_set = self._front.document.count > 1
        self._allow("Delete", is_set and 0 < len(self.tiles.selected) < self._front.document.count)
        self._allow("Sort", is_set and any(map(self._survey.difficulty, self._levels)))
        self._allow("Save", made > 0 and not wanted)

    def _show_state(self, made: int, wanted: int) -> None:
        survey, buttons = self._survey, self.buttons
        chosen = len(self.tiles.selected)
        text = counted(self._front.document.count, "puzzle")
        if wanted:
            text = f"{made} of {wanted} made"
        elif survey.running:
            text = f"{survey.done} of {survey.total} checked"
        elif chosen > 1:
            text = f"{chosen:,} of {text}"
        self._words.configure(text=text)
        at, of = (made, wanted) if wanted else (survey.done, survey.total)
        is_busy = bool(wanted) or survey.running
        self._progress.configure(maximum=max(of, 1), value=at)
        for part, is_needed in (
            (self._progress, is_busy),
            (buttons["Stop"], is_busy),
            (buttons["Check"], not is_busy and self._has_unchecked),
        ):
            if not is_needed:
                part.pack_forget()
            elif not part.winfo_manager():
                part.pack(side="left", padx=("6p", 0))

    def _allow(self, name: str, is_possible: bool) -> None:
        self.buttons[name].state(["!disabled" if is_possible else "disabled"])

    @property
    def _levels(self) -> Iterable[Puzzle]:
        return (entry.level for entry in self._front.document.entries)

    def _tile(self, number: int) -> LevelTile:
        level = self._front.document.entries[number].level
        words, color, hard = "not checked", "", ""
        if self._survey.is_at_work(level):
            words = "checking ..."
        elif known := self._survey.known(level):
            found = verdict(known)
            color = getattr(self._front.theming.colors, found.mood.value)
            hard = known.difficulty.level if known.difficulty else ""
            words = found.text
        title = level.about.get("title", "") or f"Puzzle {number + 1:,}"
        note = kind_of(level).words.size_text(level)
        return LevelTile(title, hard, note, words, color, self._thumbnails.picture(level))

    # What is known of them

    @property
    def _has_unchecked(self) -> bool:
        return any(self._survey.known(level) is None for level in self._levels)

    def check(self) -> None:
        """Find out in the background how many solutions each puzzle has, and how hard it is."""
        self._was_stopped = False
        self._survey.start(self._levels)
        self.refresh()

    def _check_few(self) -> None:
        """Check new puzzles, unless they are many or the user does not want it."""
        is_wanted = self._shell.settings.live and not self._was_stopped
        made = (self._front.tab.generation.progress or (1, 0))[0]
        if is_wanted and made and not self._survey.running and self._front.document.count <= _FEW:
            self.check()

    def _found(self, _levels: list[Puzzle]) -> None:
        self.refresh()
        if not self._survey.running:
            self._check_few()  # there may be more meanwhile

    def _stop(self) -> None:
        if self._front.tab.generation.progress:
            self._front.tab.generation.stop()
        else:
            self._was_stopped = True
            self._survey.stop()
            self.refresh()

    # What is done with them

    def _selected(self) -> None:
        if self.tiles.cursor is not None:
            self._front.document.go_to(self.tiles.cursor)
        self.refresh()

    def delete(self) -> None:
        """Throw the selected puzzles away; undo brings them back."""
        chosen, count = self.tiles.selected, self._front.document.count
        if not chosen or not self.tiles.count:
            return
        if len(chosen) == count:
            self._shell.say("One puzzle must stay: close the tab to throw all away.")
            return
        what = counted(len(chosen), "puzzle")
        self._front.document.arrange(f"delete {what}", [i for i in range(count) if i not in chosen])
        self.tiles.select([self._front.document.index], self._front.document.index)
        self._shell.say(f"Deleted {what}. {self._shell.key('Undo')} brings them back.")

    def _save(self) -> None:
        if self._front.tab.saving.save_as() and self._front.document.count == 1:
            self.hide()

    def sort(self) -> None:
        """Put the easiest puzzles first, and those that are not rated last."""
        ratings = [self._survey.difficulty(level) for level in self._levels]
        keys = [(rating is None, rating.score if rating else 0) for rating in ratings]
        self._front.document.arrange("sort", sorted(range(len(keys)), key=keys.__getitem__))
        self._shell.say("The easiest puzzles come first now.")

    def _drop(self, number: int) -> None:
        """Move the selected puzzles before the one of this number."""
        chosen, count = self.tiles.selected, self._front.document.count
        before = [i for i in range(number) if i not in chosen]
        after = [i for i in range(number, count) if i not in chosen]
        self._front.document.arrange("move", [*before, *sorted(chosen), *after])
        first = len(before)
        self.tiles.select(range(first, first + len(chosen)), self._front.document.index)

    def _again(self, said: str) -> None:
        document = self._front.document
        label = document.undo_set_label if said == "Undone" else document.redo_set_label
        (document.undo_set if said == "Undone" else document.redo_set)()
        self._shell.say(f"{said}: {label}.")
