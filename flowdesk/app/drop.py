"""Files, folders, links and texts dropped on the window, where tkinterdnd2 is installed."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.files import Files
from flowdesk.app.timers import Timer
from flowdesk.core.text import complain
from flowdesk.doctor import can_drop, explain
from flowdesk.formats.puzz_link import is_link

_MOST = 20  # files that are opened at once; for more there is the browser of a folder


class Drops:
    """Opens what is dropped on the window: by `files`, or a folder by `open_folder`.

    `take_pictures` is asked first whether it takes the files, as several pictures.
    """

    def __init__(
        self,
        root: tk.Misc,
        files: Files,
        open_folder: Callable[[Path], bool],
        take_pictures: Callable[[Sequence[Path]], bool],
    ) -> None:
        self._root = root
        self._files = files
        self._open_folder = open_folder
        self._take_pictures = take_pictures
        self.accepted = False

    def accept(self) -> None:
        """Accept drops from now on, if that is possible here.

        If the package for it is installed and does not work, write the reason to standard error.
        """
        root = self._root
        try:
            from tkinterdnd2.TkinterDnD import require
        except ImportError:  # it is optional
            return
        try:
            require(root)
        except RuntimeError as error:  # which hides the message of Tcl
            why = " ".join(str(error.__context__ or error).split())
            advice = "" if can_drop() else explain("dropping")
            complain(f"nothing can be dropped on the window: {why}", advice)
            return
        # Straight to Tcl, because the package's own methods miss the main window.
        root.tk.call("tkdnd::drop_target", "register", root, ("DND_Files", "DND_Text"))
        self._bind("DND_Files", lambda data: self.open(root.tk.splitlist(data)))
        self._bind("DND_Text", self.open_text)
        self.accepted = True

    def _bind(self, type: str, open: Callable[[str], object]) -> None:
        def dropped(data: str) -> str:
            if is_dialog_open(self._root):
                return "refuse_drop"
            # When idle, because questions would keep the other program waiting.
            Timer(self._root).when_idle(open, data)
            return "copy"

        handler = self._root.register(dropped)
        self._root.tk.call("bind", self._root, f"<<Drop:{type}>>", f"{handler} %D")

    def open(self, names: Sequence[str]) -> None:
        """Open files, folders and links, each document in a tab; of very many the first ones."""
        if not names:
            return
        if not is_link(names[0]) and self._take_pictures([_path(name) for name in names]):
            return
        for name in names[:_MOST]:
            if is_link(name):
                self._files.open_text(name, "Link")
            elif os.path.isdir(path := _path(name)):
                self._open_folder(path)
            else:
                self._files.open_path(path)
        if len(names) > _MOST:
            text = f"These are {len(names)} files, of which the first {_MOST} were opened."
            message.show_message(self._root, "Too many at a time", text)

    def open_text(self, text: str) -> None:
        """Open a text: names of files, as some programs drop them, a link or a level."""
        lines = text.split("\n")
        names = [line.strip() for line in lines if line.strip()]
        if names and all(_is_name(name) for name in names):
            self.open(names)
        else:
            self._files.open_text(text, "Dropped")


def _is_name(text: str) -> bool:
    return text.startswith("file:") or (text.startswith("/") and os.path.exists(text))


def _path(name: str) -> Path:
    """Return a path, given as such, even with percent signs in it, or as a file's URL."""
    return Path(url2pathname(urlsplit(name).path) if name.startswith("file:") else name)
