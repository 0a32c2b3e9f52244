"""Shell: what every part of a window uses: settings, the status bar, keys, and the last resort."""

from __future__ import annotations

import platform
import tkinter as tk
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol

from flowdesk import __version__
from flowdesk.app.actions import STOP, key_of
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.status import StatusBar
from flowdesk.core.grid import Cell
from flowdesk.core.terminal import complain
from flowdesk.desk.documents.settings import Settings


class Say(Protocol):
    """Shows a sentence in the status bar; a click on it shows the cells."""

    def __call__(self, text: str, cells: Iterable[Cell] = ()) -> None: ...


class Shell:
    """A window without its contents; `settings` are those in use, written when it closes."""

    def __init__(self, root: tk.Tk | tk.Toplevel, settings: Settings) -> None:
        self.root = root
        self.settings = settings
        self.closed = False
        self.system = str(root.tk.call("tk", "windowingsystem"))
        self.mac = self.system == "aqua"
        self.stop_key = self.key(STOP)
        self.status = StatusBar(root, self.stop_key)
        self.say: Say = self.status.say

    def key(self, label: str) -> str:
        """Return the key of an action."""
        return key_of(label, self.mac)

    def remember(self, **changes: Any) -> None:
        self.settings = replace(self.settings, **changes)

    def show_error(self, details: str) -> None:
        """Show an error of our own: the level is kept, the details can be copied."""
        complain("an error in FlowDesk itself:", details)
        if is_dialog_open(self.root):
            return  # a dialog is open, perhaps this very one: once is enough
        about = f"FlowDesk {__version__}, Python {platform.python_version()}, {platform.platform()}"
        message.show_own_error(self.root, f"{about}\n\n{details}")
