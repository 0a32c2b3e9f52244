"""Messages: sentences in the status bar, and errors of our own."""

from __future__ import annotations

import platform
import tkinter as tk
from collections.abc import Iterable
from typing import Protocol

from flowdesk import __version__
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.core.grid import Cell
from flowdesk.core.terminal import complain


class Say(Protocol):
    """Shows a sentence in the status bar; a click on it shows the cells."""

    def __call__(self, text: str, cells: Iterable[Cell] = ()) -> None: ...


class Messages:
    """Shows what the user did not ask for."""

    def __init__(self, root: tk.Misc, say: Say) -> None:
        self._root = root
        self.say = say

    def show_error(self, details: str) -> None:
        """Show an error of our own: the level is kept, the details can be copied."""
        complain("an error in FlowDesk itself:", details)
        if is_dialog_open(self._root):
            return  # a dialog is open, perhaps this very one: once is enough
        about = f"FlowDesk {__version__}, Python {platform.python_version()}, {platform.platform()}"
        message.show_own_error(self._root, f"{about}\n\n{details}")
