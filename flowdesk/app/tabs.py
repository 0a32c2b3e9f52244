"""Tabs: the documents that are open in a window, in their order, with one of them in front."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from flowdesk.app.tab import Tab


class Tabs:
    """`make` makes a tab with an empty board. There is always at least one.

    `listeners` are called when a tab is added, shown, moved or closed; `on_show` is called with the
    tab that comes to the front, before them.
    """

    def __init__(self, make: Callable[[], Tab]) -> None:
        self.listeners: list[Callable[[], None]] = []
        self.on_show: Callable[[Tab], None] = lambda tab: None
        self._make = make
        self._front = make()
        self._tabs = [self._front]
        self._last_in_front = [self._front]  # the one in front at the end

    @property
    def front(self) -> Tab:
        return self._front

    def __iter__(self) -> Iterator[Tab]:
        return iter(list(self._tabs))

    def __len__(self) -> int:
        return len(self._tabs)

    def add(self, *, in_front: bool = True) -> Tab:
        """Add a tab beside the one in front."""
        tab = self._make()
        self._tabs.insert(self._tabs.index(self._front) + 1, tab)
        self._last_in_front.insert(0, tab)
        if in_front:
            self.show(tab)
        else:
            self.tell()
        return tab

    def show(self, tab: Tab) -> None:
        """Show a tab in front of the others."""
        if tab is not self._front:
            self._front.hide()
            self._come(tab)
            self.tell()

    def show_file(self, path: Path) -> Tab | None:
        """Show the tab in which a file is open in front, if there is one."""
        for tab in self:
            if tab.shown.document.is_at(path):
                self.show(tab)
                return tab
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
            self.tell()

    def remove(self, tab: Tab) -> None:
        """Close a tab without asking; the one that was in front before comes to the front."""
        if len(self._tabs) == 1:
            self._tabs.append(self._make())
            self._last_in_front.insert(0, self._tabs[-1])
        self._tabs.remove(tab)
        self._last_in_front.remove(tab)
        if tab is self._front:
            tab.hide()
            self._come(self._last_in_front[-1])
        tab.close()
        self.tell()

    def close(self) -> None:
        """Close all tabs without asking, with the window."""
        for tab in self._tabs:
            tab.close()

    def tell(self) -> None:
        for listener in self.listeners:
            listener()

    def _come(self, tab: Tab) -> None:
        self._front = tab
        self._last_in_front.remove(tab)
        self._last_in_front.append(tab)
        tab.show()
        self.on_show(tab)
