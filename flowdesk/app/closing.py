"""Closing tabs, and the window: asks first what is to become of unsaved work."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence

from flowdesk.app.background import Background
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.recovery import Recovery
from flowdesk.app.shell import Shell
from flowdesk.app.tab import Tab, Tabs
from flowdesk.app.timers import Timer

#: Milliseconds until the memory of closed tabs is free. Their parts know each other: by itself
#: Python would collect them only after dozens of tabs, because their pictures are few objects.
_COLLECT_MS = 500


class Closing:
    """Closes tabs; and with `close`, which does not ask, all that is open."""

    def __init__(
        self,
        shell: Shell,
        tabs: Tabs,
        background: Background,
        recovery: Recovery,
        close: Callable[[], None],
    ) -> None:
        self._shell, self._tabs = shell, tabs
        self._background, self._recovery, self._close = background, recovery, close
        self._collecting = Timer(shell.root)

    def close_tabs(self, tabs: Sequence[Tab]) -> None:
        """Close tabs, after asking about unsaved work."""
        if self._may_close(tabs):
            for tab in tabs:
                tab.keeping.end()
            # The one in front last: or another of them would come to the front for a moment
            for tab in sorted(tabs, key=lambda tab: tab is self._tabs.front):
                self._tabs.remove(tab)
            self._collecting.start(_COLLECT_MS, gc.collect)

    def quit(self) -> None:
        """Close the window, after asking about unsaved work."""
        if is_dialog_open(self._shell.root) or not self._may_close([*self._tabs]):
            return
        if self._background.running:
            text = "A file is still being written. Quit without it?"
            if message.ask(self._shell.root, "Not finished", text, ["Quit", "Wait"]) != "Quit":
                return
        if not self._shell.ended:
            self._recovery.end()
            self._close()

    def _may_close(self, tabs: Sequence[Tab]) -> bool:
        """Return whether tabs may be closed, after asking about unsaved work."""
        unsaved = [tab for tab in tabs if tab.saving.is_needed]
        if len(unsaved) < 2:
            return all(self._may_close_one(tab) for tab in tabs)
        names = [tab.document.name for tab in unsaved]
        answer = message.ask_about_all_unsaved(self._shell.root, names)
        if answer == message.SAVE_ALL and not all(self._save(tab) for tab in unsaved):
            return False
        return answer != "Cancel" and all(tab.saving.may_close_too() for tab in tabs)

    def _may_close_one(self, tab: Tab) -> bool:
        if tab.saving.is_needed:
            self._tabs.show(tab)
        return tab.saving.may_close()

    def _save(self, tab: Tab) -> bool:
        self._tabs.show(tab)
        return tab.saving.save()
