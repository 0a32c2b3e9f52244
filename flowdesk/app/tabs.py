"""Tabs: the documents that are open in a window, in their order, with one of them in front."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from flowdesk.app.tab import Tab
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.documents.session import OpenFile


@dataclass(eq=False)
class Waiting:
    """A document that was not shown yet: it has no tab, no widgets and no processes.

    `place` is where one was in it.
    """

    document: Document
    place: OpenFile
    watch: Owner = field(default_factory=Owner)


class Tabs:
    """`make` makes a tab for a document; new ones begin with the board `level`.

    There is always a tab, the one in front. Emits `changed` when one is added, shown, moved
    or closed; before that `shown` with the tab that comes to the front, and `first_shown` with
    the place of a document that has waited for that.
    """

    def __init__(self, make: Callable[[Document], Tab], level: Puzzle) -> None:
        self.changed: Signal[[]] = Signal()
        self.shown: Signal[[Tab]] = Signal()
        self.first_shown: Signal[[Tab, OpenFile]] = Signal()
        self._make = make
        self._level = level
        self._front = self._new()
        self._tabs: list[Tab | Waiting] = [self._front]
        self._last_in_front = [*self._tabs]  # the one in front at the end

    @property
    def front(self) -> Tab:
        return self._front

    @property
    def all(self) -> Sequence[Tab | Waiting]:
        """All documents, in their order."""
        return tuple(self._tabs)

    def __iter__(self) -> Iterator[Tab]:
        """Go through the tabs of those that do not wait."""
        return iter([tab for tab in self._tabs if isinstance(tab, Tab)])

    def __len__(self) -> int:
        return len(self._tabs)

    def restore(self, waiting: Sequence[Waiting], front: int) -> None:
        """Show one of these documents in the only tab, which is untouched; the others wait.

        One that changes meanwhile, because its file does, has its tab at once.
        """
        shown = waiting[front]
        others = [each for each in waiting if each is not shown]
        self._tabs[:] = [*others[:front], self._front, *others[front:]]
        self._last_in_front[:] = [*others, self._front]
        for each in others:
            each.document.changed.connect(partial(self._changed, each), each.watch)
        self._front.document.start(shown.document.snapshot())
        self.changed.emit()
        self.first_shown.emit(self._front, shown.place)

    def add(self, *, in_front: bool = True) -> Tab:
        """Add a tab beside the one in front."""
        tab = self._new()
        self._tabs.insert(self._tabs.index(self._front) + 1, tab)
        self._last_in_front.insert(0, tab)
        if in_front:
            self.show(tab)
        else:
            self.changed.emit()
        return tab

    def show(self, tab: Tab | Waiting) -> None:
        """Show a tab in front of the others."""
        if tab is not self._front:
            self._front.hide()
            self._come(tab)
            self.changed.emit()

    def show_file(self, path: Path) -> Tab | None:
        """Show the tab in which a file is open in front, if there is one."""
        for tab in self._tabs:
            if tab.document.is_at(path):
                self.show(tab)
                return self._front
        return None

    def go_by(self, step: int) -> None:
        """Show the tab that is so many places further; after the last one comes the first."""
        place = self._tabs.index(self._front) + step
        self.show(self._tabs[place % len(self._tabs)])

    def move(self, tab: Tab | Waiting, place: int) -> None:
        """Move a tab to a place in the order."""
        if self._tabs.index(tab) != place:
            self._tabs.remove(tab)
            self._tabs.insert(place, tab)
            self.changed.emit()

    def remove(self, tab: Tab | Waiting) -> None:
        """Close a tab without asking; the one that was in front before comes to the front."""
        if len(self._tabs) == 1:
            self._tabs.append(self._new())
            self._last_in_front.insert(0, self._tabs[-1])
        self._tabs.remove(tab)
        self._last_in_front.remove(tab)
        if tab is self._front:
            tab.hide()
            self._come(self._last_in_front[-1])
        if isinstance(tab, Tab):
            tab.close()
        self.changed.emit()

    def close(self) -> None:
        """Close all tabs without asking, with the window."""
        for tab in self:
            tab.close()

    def _new(self) -> Tab:
        return self._make(Document(self._level))

    def _changed(self, waiting: Waiting, what: DocumentEvent) -> None:
        self._tab_of(waiting)

    def _tab_of(self, waiting: Waiting) -> Tab:
        """Make the tab of a document that has waited for it."""
        waiting.watch.end()
        tab = self._make(waiting.document)
        for tabs in (self._tabs, self._last_in_front):
            tabs[tabs.index(waiting)] = tab
        return tab

    def _come(self, tab: Tab | Waiting) -> None:
        self._front = front = self._tab_of(tab) if isinstance(tab, Waiting) else tab
        self._last_in_front.remove(front)
        self._last_in_front.append(front)
        front.show()
        self.shown.emit(front)
        if isinstance(tab, Waiting):
            self.first_shown.emit(front, tab.place)
