"""OpenPacks: all packs that were opened, and the browser that shows one of them."""

from __future__ import annotations

import os
from pathlib import Path

from flowdesk.app.dialogs import message
from flowdesk.app.packs.window import Host, PackWindow
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import shipped
from flowdesk.desk.packs.following import opened_in
from flowdesk.desk.packs.pack import Pack


class OpenPacks:
    """Creates the browser on first use, and keeps all opened packs, so that undo works in them."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._packs: dict[str, Pack] = {}
        self.browser: PackWindow | None = None

    def browse(self) -> None:
        """Show the pack of the open level, else the last one, else the shipped levels."""
        document, browser = self._host.document, self.browser
        if browser and (document.path is None or opened_in(document, browser.pack) is not None):
            browser.appear()
        elif document.path is None:
            self.open(shipped("puzzles"))
        else:
            self.open(document.path if document.count > 1 else document.path.absolute().parent)

    def open(self, path: Path) -> bool:
        """Show a pack, or a message if it cannot be read; return whether it could be."""
        try:
            pack = self._pack(path)
        except FlowDeskError as error:
            parent = self.browser.top if self.browser else self._host.root
            message.show_message(parent, "Not opened", str(error))
            return False
        if self.browser is None:
            self.browser = PackWindow(self._host, pack, self.open)
        self.browser.show(pack)
        return True

    def theme_changed(self) -> None:
        if self.browser:
            self.browser.theme_changed()

    def close(self) -> None:
        if self.browser:
            self.browser.close()

    def _pack(self, path: Path) -> Pack:
        name = os.path.abspath(path)
        if name not in self._packs or not path.exists():
            self._packs[name] = Pack(path, read=False)
        return self._packs[name]
