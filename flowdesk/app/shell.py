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
from flowdesk.app.dialogs.settings import show_settings
from flowdesk.app.status import Line, Status, StatusBar
from flowdesk.core.grid import Cell
from flowdesk.core.signal import Owner, Signal
from flowdesk.core.text import complain
from flowdesk.desk.documents.settings import Settings, save_settings


class Say(Protocol):
    """Shows a sentence in the status bar; a click on it shows the cells."""

    def __call__(self, text: str, cells: Iterable[Cell] = ()) -> None: ...


class Shell(Owner):
    """A window without its contents: it owns what the window hears.

    `settings` are those in use, saved when it closes.
    """

    def __init__(self, root: tk.Tk | tk.Toplevel, settings: Settings) -> None:
        super().__init__()
        self.root = root
        self.settings = self._settings_before = settings
        self.settings_changed: Signal[[]] = Signal()
        self.clip: Any = None  # what was copied last, if that is a part of a puzzle
        self.system = str(root.tk.call("tk", "windowingsystem"))
        self.mac = self.system == "aqua"
        self.stop_key = self.key(STOP)
        self.bar = StatusBar(root, self.stop_key)
        self.status: Status = self.bar
        self.say: Say = self.status.say

    def key(self, label: str) -> str:
        """Return the key of an action."""
        return key_of(label, self.mac)

    def remember(self, **changes: Any) -> None:
        self.settings = replace(self.settings, **changes)
        self.settings_changed.emit()

    def save_settings(self) -> None:
        """Save what was changed in this window."""
        save_settings(self._settings_before, self.settings)

    def show_settings(self) -> None:
        show_settings(self.root, lambda: self.settings, self.remember)

    def show_error(self, details: str) -> None:
        """Show an error of our own: the level is kept, the details can be copied."""
        complain("an error in FlowDesk itself:", details)
        if is_dialog_open(self.root):
            return  # a dialog is open, perhaps this very one: once is enough
        about = f"FlowDesk {__version__}, Python {platform.python_version()}, {platform.platform()}"
        message.show_own_error(self.root, f"{about}\n\n{details}")


class SessionShell(Shell):
    """The shell of a window as the parts of one document use it: what they say is its `line`."""

    def __init__(self, window: Shell) -> None:
        Owner.__init__(self)
        self._window = window
        self.root = window.root
        self.system, self.mac, self.stop_key = window.system, window.mac, window.stop_key
        self.bar, self.settings_changed = window.bar, window.settings_changed
        self.status = self.line = Line()
        self.say = self.status.say

    @property
    def settings(self) -> Settings:
        return self._window.settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._window.settings = settings

    @property
    def clip(self) -> Any:
        return self._window.clip

    @clip.setter
    def clip(self, clip: Any) -> None:
        self._window.clip = clip
