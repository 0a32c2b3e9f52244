"""ResultWindow: a window of the lab beside the main one; and buttons that save results as files."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_new_name
from flowdesk.app.front import Front
from flowdesk.app.widgets.narrow import stack_buttons
from flowdesk.app.widgets.tooltip import ShortLabel
from flowdesk.app.widgets.toplevel import Size, Top, set_size
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import write_atomically

_PADDING = 9  # points


class ResultWindow:
    """Closing only hides it, so that it can be shown again. At its foot are words, and buttons."""

    def __init__(self, front: Front, title: str, size: Size, least: Size, name: str = "") -> None:
        self._front, self._shell, self._theming = front, front.shell, front.theming
        self.top = top = Top(front.shell.root)
        top.withdraw()
        top.title(f"{title} – FlowDesk")
        set_size(top, size, least=least, name=name, over=front.shell.root)
        self._foot = ttk.Frame(top, padding=(f"{_PADDING}p", "6p", f"{_PADDING}p", "7.5p"))
        self._foot.pack(side="bottom", fill="x")
        self._message = ShortLabel(self._foot)
        self.saving = SaveButtons(self._foot, self._say)
        self.saving.pack(side="right")
        stack_buttons(self.saving, _PADDING)
        self._message.pack(side="left", fill="x", expand=True)
        top.bind("<Escape>", lambda event: self.hide())
        top.protocol("WM_DELETE_WINDOW", self.hide)
        front.theming.changed.connect(self._theme_changed, front.shell)

    def appear(self) -> None:
        self.top.deiconify()
        self.top.lift()

    def hide(self) -> None:
        self.top.withdraw()
        self._front.view.focus_force()

    def _theme_changed(self) -> None:
        self.top.configure(background=self._theming.colors.background)

    def _say(self, text: str) -> None:
        self._message.show(text)


class SaveButtons(ttk.Frame):
    """`say` gets in a sentence where something was saved."""

    def __init__(self, parent: tk.Misc, say: Callable[[str], object]) -> None:
        super().__init__(parent)
        self._say = say

    def offer(self, what: str, type: str, name: str, data: Callable[[], bytes]) -> None:
        """Add a button that saves some data as a file of a type, by default with this name."""
        button = ttk.Button(self, text=f"Save {what} ...", takefocus=False)
        button.configure(command=partial(self._ask, f"Save {what}", type, name, data))
        button.pack(side="right", padx=("6p", 0))

    def allow(self, *, possible: bool) -> None:
        """Grey them out where there is nothing to save."""
        for button in self.pack_slaves():
            assert isinstance(button, ttk.Button)
            button.state(["!disabled" if possible else "disabled"])

    def _ask(self, title: str, type: str, name: str, data: Callable[[], bytes]) -> None:
        types = [(type, f"*{Path(name).suffix}")]
        if chosen := ask_new_name(self, title, types, name):
            self.save(chosen[0], data())

    def save(self, path: Path, data: bytes) -> None:
        """Write a file, and say where, or why not."""
        try:
            write_atomically(path, data)
        except FlowDeskError as error:
            message.show_message(self, "Not saved", str(error))
        else:
            self._say(f"Saved as {path}.")
