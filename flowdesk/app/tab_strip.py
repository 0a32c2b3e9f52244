"""TabStrip: the bar of tabs above the board, and what the pointer does with it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from flowdesk.app import fonts, look
from flowdesk.app.shell import Shell
from flowdesk.app.tab import Tab
from flowdesk.app.tabs import Tabs
from flowdesk.app.theming import Theming
from flowdesk.app.widgets.tab_bar import TabBar, TabLabel


class TabStrip(TabBar):
    """Is there as soon as several documents are open; `close_tabs` asks before it closes some."""

    def __init__(
        self,
        parent: tk.Misc,
        shell: Shell,
        tabs: Tabs,
        theming: Theming,
        new: Callable[[], object],
        close_tabs: Callable[[list[Tab]], object],
    ) -> None:
        super().__init__(parent, fonts.named(parent))
        self._tabs = tabs
        self._theming = theming
        self._new, self._close_tabs = new, close_tabs
        self._menu = tk.Menu(self, tearoff=False)
        tabs.changed.connect(self.refresh, shell)
        theming.changed.connect(self._restyle, shell)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to choose from."""
        return len(self._tabs) > 1

    def refresh(self) -> None:
        """Show the names of the documents, and which of them are not saved."""
        labels = []
        for tab in self._tabs:
            document = tab.document
            where = str(document.path) if document.path else "in no file yet"
            tip = f"{document.name}, {where}" if not document.path else where
            labels.append(TabLabel(document.name, tip, not document.is_saved))
        front = [*self._tabs].index(self._tabs.front)
        self.show(labels, front, self._theming.colors)

    def _restyle(self) -> None:
        """Take over colours, and lengths that follow the scale."""
        self.refresh()
        self.lay_out()

    def _at(self, number: int) -> Tab:
        return list(self._tabs)[number]

    def choose(self, number: int) -> None:
        self._tabs.show(self._at(number))

    def close(self, number: int) -> None:
        self._close_tabs([self._at(number)])

    def move_tab(self, number: int, place: int) -> None:
        self._tabs.move(self._at(number), place)

    def new(self) -> None:
        self._new()

    def open_menu(self, number: int, event: tk.Event[tk.Misc]) -> None:
        tab, menu = self._at(number), self._menu
        others = [other for other in self._tabs if other is not tab]
        path = tab.document.path
        look.dress_menus(menu, self._theming.colors)
        menu.delete(0, "end")
        menu.add_command(label="Close", command=lambda: self._close_tabs([tab]))
        menu.add_command(
            label="Close others",
            command=lambda: self._close_tabs(others),
            state="normal" if others else "disabled",
        )
        menu.add_separator()
        menu.add_command(
            label="Copy path",
            command=lambda: self._copy(str(path)),
            state="normal" if path else "disabled",
        )
        menu.tk_popup(event.x_root, event.y_root)

    def _copy(self, text: str) -> None:
        self.clipboard_clear()
        self.clipboard_append(text)
