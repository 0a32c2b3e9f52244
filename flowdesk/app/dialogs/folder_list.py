"""FolderList: the files in a folder, sorted, with a choice of one by pointer, keys or letters."""

from __future__ import annotations

import os
import time
import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from tkinter import ttk
from typing import Any

from flowdesk.app import fonts, look, scale
from flowdesk.app.timers import Slices
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import natural_order, reason

_TYPING_MS = 1000  # letters that come within this time belong together
_STEP = 50  # files between two looks at the clock
_NAME, _TIME, _ICON = 165, 108, 21  # points: of the columns, and of an icon in the first
#: Points of height of a screen without room for headings and for what is below the list.
LOW = 200


@dataclass(frozen=True)
class Listed:
    """A file or folder in the list; `order` sorts by name, as people count."""

    path: Path
    is_folder: bool
    changed: float
    order: Any

    @property
    def name(self) -> str:
        return readable(self.path.name)


class FolderList(ttk.Frame):
    """`on_choose` gets what is chosen, `on_open` what is opened by a double click or Enter."""

    def __init__(
        self,
        parent: tk.Misc,
        on_choose: Callable[[Listed], object],
        on_open: Callable[[Listed], object],
    ) -> None:
        super().__init__(parent)
        self._on_choose, self._on_open = on_choose, on_open
        self._slices = Slices(self)
        self._typed, self._typed_at = "", 0
        self._all: list[Listed] = []
        self._shown: dict[str, Listed] = {}
        self._patterns: Sequence[str] = ("*",)
        self._has_hidden = self._has_others = self._is_reading = False
        self._by_time = self._is_reversed = False
        self._wanted = ""
        self.problem = ""
        self.tree = tree = ttk.Treeview(self, columns=["changed"], selectmode="browse", height=5)
        if self.winfo_screenheight() < scale.pixels(self, LOW):
            tree.configure(show="tree")
        bar = ttk.Scrollbar(self, command=tree.yview)
        tree.configure(yscrollcommand=bar.set)
        tree.heading("#0", text="Name", anchor="w", command=lambda: self._sort(by_time=False))
        tree.heading(
            "changed", text="Modified", anchor="w", command=lambda: self._sort(by_time=True)
        )
        tree.column("#0", width=scale.pixels(self, _NAME))
        tree.column("changed", width=scale.pixels(self, _TIME), stretch=False)
        tree.bind("<Configure>", lambda event: self._fit(event.width))
        bar.pack(side="right", fill="y")
        tree.pack(side="left", fill="both", expand=True)
        tree.bind("<<TreeviewSelect>>", lambda event: self._selected())
        tree.bind("<Double-Button-1>", self._double_clicked)
        tree.bind("<Return>", lambda event: self._open())
        tree.bind("<Key>", self._key_pressed)
        self._tip = Tooltip(tree, "")
        tree.bind("<Motion>", self._point, add=True)

    def _fit(self, width: int) -> None:
        """Leave out the times where there is no room beside the names."""
        is_wide = width >= scale.pixels(self, _NAME + _TIME)
        self.tree.configure(displaycolumns=["changed"] if is_wide else [])

    def _point(self, event: tk.Event[tk.Misc]) -> None:
        """Have the name under the pointer as the tooltip, if it is cut."""
        listed = self._shown.get(self.tree.identify_row(event.y))
        name = listed.name if listed else ""
        room = int(self.tree.column("#0", "width")) - scale.pixels(self, _ICON)
        self._tip.text = name if fonts.named(self).measure(name) > room else ""

    @property
    def chosen(self) -> Listed | None:
        return next((self._shown[id] for id in self.tree.selection() if id in self._shown), None)

    @property
    def names(self) -> list[str]:
        """All names in the order in which they are listed, as far as they are there."""
        return [self._shown[id].name for id in self.tree.get_children()]

    def show(self, folder: Path, wanted: str = "") -> None:
        """List a folder and select the file called `wanted`; FlowDeskError, if it is unreadable."""
        try:
            entries = os.scandir(folder)
        except OSError as error:
            raise FlowDeskError(
                f"{readable(str(folder))} cannot be listed: {reason(error)}."
            ) from error
        self.tree.delete(*self.tree.get_children())  # or one of another folder could be chosen
        self._shown = {}
        self._wanted, self._is_reading = wanted, True
        self._slices.start(self._read(entries))

    def filter(self, patterns: Sequence[str], *, hidden: bool, others: bool) -> None:
        """Show files of some patterns, faintly the others, and hidden ones, if they are wanted."""
        self._patterns, self._has_hidden, self._has_others = patterns, hidden, others
        self._fill_anew()

    def _sort(self, *, by_time: bool) -> None:
        """Sort by name or by time; once more turns the order round."""
        self._is_reversed = by_time == self._by_time and not self._is_reversed
        self._by_time = by_time
        self._fill_anew()

    def _fill_anew(self) -> None:
        if not self._is_reading:  # else it is filled as is wanted by then
            self._wanted = self.chosen.path.name if self.chosen else ""
            self._slices.start(self._fill())

    def _read(self, entries: Any) -> Iterator[None]:
        self._all = []
        with entries:
            for number, entry in enumerate(entries):
                try:
                    changed, is_folder = entry.stat().st_mtime, entry.is_dir()
                except OSError:  # a broken link, or gone meanwhile
                    changed, is_folder = 0.0, False
                order = natural_order(entry.name)
                self._all.append(Listed(Path(entry.path), is_folder, changed, order))
                if number % _STEP == 0:
                    yield
        self._is_reading = False
        yield from self._fill()

    def _fill(self) -> Iterator[None]:
        tree = self.tree
        tree.delete(*tree.get_children())
        self._shown = {}
        shown = [listed for listed in self._all if self._is_shown(listed)]
        if self._by_time:
            shown.sort(key=lambda listed: listed.changed, reverse=not self._is_reversed)
        else:
            shown.sort(key=lambda listed: listed.order, reverse=self._is_reversed)
        shown.sort(key=lambda listed: not listed.is_folder)  # folders first, in the same order
        pictures = {is_folder: self._pictures(is_folder) for is_folder in (False, True)}
        tree.tag_configure("other", foreground=look.colors_of(self).faint)
        for number, listed in enumerate(shown):
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(listed.changed))
            id = tree.insert(
                *("", "end"),
                text=f" {listed.name}",
                image=pictures[listed.is_folder],
                values=[when if listed.changed else ""],
                tags=[] if self._fits(listed) else ["other"],
            )
            self._shown[id] = listed
            is_first = number == 0 and not self._wanted and self._fits(listed)
            if listed.path.name == self._wanted or is_first:
                self._select(id)
            if number % _STEP == 0:
                yield

    def _pictures(self, is_folder: bool) -> str:
        """Return the icon of a row, and where that is selected, one in the ink of its text."""
        colors, name = look.colors_of(self), "folder" if is_folder else "file"
        usual, selected = (
            look.icon(self, name, color, look.SMALL_ICON)
            for color in (colors.faint, colors.background)
        )
        return f"{usual} selected {selected}"

    def _is_shown(self, listed: Listed) -> bool:
        name = listed.path.name
        if name.startswith(".") and not self._has_hidden:
            return False
        return self._has_others or self._fits(listed)

    def _fits(self, listed: Listed) -> bool:
        name = listed.path.name.lower()
        return listed.is_folder or any(fnmatch(name, each) for each in self._patterns)

    def _select(self, id: str) -> None:
        self.tree.selection_set(id)
        self.tree.focus(id)
        self.tree.see(id)

    def _selected(self) -> None:
        if listed := self.chosen:
            self._on_choose(listed)

    def _double_clicked(self, event: tk.Event[tk.Misc]) -> None:
        if self.tree.identify_row(event.y):
            self._open()

    def _open(self) -> str | None:
        """Open what is selected; without that, Enter is left to the dialog."""
        listed = self.chosen
        if listed:
            self._on_open(listed)
        return "break" if listed else None

    def _key_pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        """Select the first name that begins with the letters typed just now."""
        letter = event.char
        if not letter or not letter.isprintable() or int(event.state) & 0x4:  # Control
            return None
        is_more = event.time - self._typed_at < _TYPING_MS
        self._typed = (self._typed if is_more else "") + letter.casefold()
        self._typed_at = event.time
        for id, listed in self._shown.items():
            if listed.name.casefold().startswith(self._typed):
                self._select(id)
                break
        return "break"

    def destroy(self) -> None:
        """Delete the rows before: Tk takes seconds to destroy thousands that have a picture."""
        self.tree.delete(*self.tree.get_children())
        super().destroy()


def readable(name: str) -> str:
    """Return a name as it can be shown: with a sign for what is no text, such as a line break."""
    text = name.encode(errors="surrogateescape").decode(errors="replace")
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
