"""Tabs: the documents that are open in a window, in their order, with one of them in front."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from flowdesk.app.tab import Tab
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.document import Document


class Tabs:
    """`make` makes a tab for a document; new ones begin with the board `level`.

    There is always a tab, the one in front. Emits `changed` when one is added, shown, moved
    or closed, and then `shown` with the tab that comes to the front, if one does.
    """

    def __init__(self, make: Callable[[Document], Tab], level: Puzzle) -> None:
        self.changed: Signal[[]] = Signal()
        self.shown: Signal[[Tab]] = Signal()
        self._make = make
        self._level = level
        self._front = self._new()
        self._tabs = [self._front]
        self._last_in_front = [self._front]  # the one in front at the end

    @property
    def front(self) -> Tab:
        return self._front

    def __iter__(self) -> Iterator[Tab]:
        return iter(tuple(self._tabs))

    def __len__(self) -> int:
        return len(self._tabs)

    def restore(self, documents: Sequence[Document], front: int) -> None:
        """Open these documents, one of them in front, instead of the untouched one there is."""
        before, tabs = self._front, [self._make(document) for document in documents]
        self._tabs[:], self._last_in_front[:] = tabs, [*tabs]
        self._come(tabs[front])
        before.close()

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

    def show(self, tab: Tab) -> None:
        """Show a tab in front of the others."""
        if tab is not self._front:
            self._come(tab)

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

    def move(self, tab: Tab, place: int) -> None:
        """Move a tab to a place in the order."""
        if self._tabs.index(tab) != place:
            self._tabs.remove(tab)
            self._tabs.insert(place, tab)
            self.changed.emit()

    def remove(self, tab: Tab) -> None:
        """Close a tab without asking; the one that was in front before comes to the front."""
        if len(self._tabs) == 1:
            self._tabs.append(self._new())
            self._last_in_front.insert(0, self._tabs[-1])
        self._tabs.remove(tab)
        self._last_in_front.remove(tab)
        if tab is self._front:
            self._come(self._last_in_front[-1])
        else:
            self.changed.emit()
        tab.close()

    def close(self) -> None:
        """Close all tabs without asking, with the window."""
        for tab in self:
            tab.close()

    def _new(self) -> Tab:
        return self._make(Document(self._level))

    def _come(self, tab: Tab) -> None:
        self._front = tab
        self._last_in_front.remove(tab)
        self._last_in_front.append(tab)
        self.changed.emit()
        self.shown.emit(tab)
