"""PlaceMenu: a button with the name of the pack, and a menu of others."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tkinter import ttk

from flowdesk.app.dialogs.choosing import ask_folder
from flowdesk.app.dialogs.files import ask_open
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.storage import shipped
from flowdesk.desk.packs.siblings import packs_near

_MOST = 30  # packs in each part of the menu


class PlaceMenu(ttk.Menubutton):
    """Shows the name of a pack; `on_choose` gets the path of another one."""

    def __init__(self, parent: tk.Misc, on_choose: Callable[[Path], object]) -> None:
        super().__init__(parent)
        self._on_choose = on_choose
        self._path = shipped("puzzles")
        self._files: Sequence[Path] = ()
        self.menu = tk.Menu(self, tearoff=False, postcommand=self._fill)
        self.configure(menu=self.menu)
        Tooltip(self, "Open another pack")

    def show(self, path: Path, files: Sequence[Path]) -> None:
        """Show the path of a pack; `files` are those in it that are packs themselves."""
        self._path, self._files = path, files
        self.configure(text=f"{path.name or path}  ")

    def _fill(self) -> None:
        menu = self.menu
        menu.delete(0, "end")
        menu.add_command(label="Another folder ...", command=self._ask_folder)
        menu.add_command(label="Another file with many puzzles ...", command=self._ask_file)
        for paths in ([shipped("puzzles")], self._files, packs_near(self._path)):
            if paths:
                menu.add_separator()
            for path in paths[:_MOST]:
                label = f"{path.name}   {path.parent}"
                menu.add_command(label=label, command=partial(self._on_choose, path))

    def _ask_folder(self) -> None:
        if folder := ask_folder(self, "Open a folder of puzzles", self._folder):
            self._on_choose(folder)

    def _ask_file(self) -> None:
        if path := ask_open(self, "Open a file with many puzzles", self._folder):
            self._on_choose(path)

    @property
    def _folder(self) -> str:
        return str(self._path if self._path.is_dir() else self._path.parent)
