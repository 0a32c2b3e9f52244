"""What other programs hand over: the clipboard, what is dropped, and what is started later."""

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
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Loop, Timer
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.text import complain, counted
from flowdesk.desk.documents.running_window import Listener
from flowdesk.desk.publishing.results import is_in
from flowdesk.doctor import can_drop, explain
from flowdesk.formats.puzz_link import is_link
from flowdesk.formats.registry import JSON, read_pasted
from flowdesk.kinds.entry import Entry
from flowdesk.scan.loading import may_hold_picture

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


#: The names of text among the types of X11.
_TEXT = {"UTF8_STRING", "STRING", "TEXT", "COMPOUND_TEXT", "text/plain", "text/plain;charset=utf-8"}


def clipboard_text(root: tk.Misc) -> str:
    """Return the text on the clipboard; empty if there is none.

    FlowDeskError if the program that holds it does not answer, for which Tk waits some seconds
    while the window goes on.
    """
    types = _types(root)
    if types is not None and not _TEXT.intersection(types):
        return ""  # some programs give the bytes of a picture, slowly, to those who ask for text
    try:
        return str(root.clipboard_get())
    except tk.TclError:
        return ""


def copy_levels(root: tk.Misc, entries: Sequence[Entry]) -> str:
    """Put levels on the clipboard with all that is known of them; return what to say of that."""
    root.clipboard_clear()
    root.clipboard_append(JSON.write(entries))
    return f"Copied {counted(len(entries), 'puzzle')}."


def pasted_levels(root: tk.Misc, take_results: Callable[[str], object]) -> Sequence[Entry]:
    """Return the levels on the clipboard; if there are none, show why.

    Results of players that are there are taken by `take_results`.
    """
    try:
        text = clipboard_text(root)
        if is_in(text):
            take_results(text)
            return ()
        return read_pasted(text)
    except FormatError as error:
        message.show_message(root, "Not pasted", message.no_level(error))
    except FlowDeskError as error:
        message.show_message(root, "Not pasted", str(error))
    return ()


def may_be_picture(root: tk.Misc) -> bool:
    """Whether the clipboard may hold a picture or files: false only if Tk knows that."""
    types = _types(root)
    return types is None or may_hold_picture(types)


def _types(root: tk.Misc) -> list[str] | None:
    """Return the types that the clipboard offers, or None where Tk cannot tell."""
    if str(root.tk.call("tk", "windowingsystem")) != "x11" or os.environ.get("WAYLAND_DISPLAY"):
        return None
    try:
        types = root.tk.call("selection", "get", "-selection", "CLIPBOARD", "-type", "TARGETS")
    except tk.TclError as error:
        if "respond" in str(error):
            text = "The program that holds the clipboard does not answer. Copy it again."
            raise FlowDeskError(text) from error
        return []  # it is empty
    return str(types).split()


#: Seconds between two looks whether a dialog is still open.
_SOON = 0.2


class LaterStarts:
    """Calls `open_named` with what a later start names: nothing, if it names nothing."""

    def __init__(self, shell: Shell, open_named: Callable[[str], object]) -> None:
        self._root = shell.root
        self._open_named = open_named
        self._listener: Listener | None = None
        self._names: list[str] = []
        self._waiting = Loop(shell.root, self._open, _SOON)

    def begin(self) -> None:
        """Listen, if that is possible here."""
        try:
            self._listener = listener = Listener(self._take)
        except OSError:  # a network drive without sockets, or a folder whose path is too long
            return
        self._root.tk.createfilehandler(listener.socket, tk.READABLE, self._answer)

    def close(self) -> None:
        self._waiting.stop()
        if self._listener:
            self._root.tk.deletefilehandler(self._listener.socket)
            self._listener.close()

    def _answer(self, *_: object) -> None:
        assert self._listener
        self._listener.answer()

    def _take(self, name: str) -> bool:
        """Open what is named as soon as no dialog waits for an answer."""
        self._names.append(name)
        if self._open():
            self._waiting.start()
        return True

    def _open(self) -> bool:
        """Open what waits; return whether it has to wait longer."""
        if is_dialog_open(self._root):
            return True
        names, self._names = self._names, []
        self._root.deiconify()
        self._root.lift()
        self._root.focus_force()
        for name in names:
            self._open_named(name)
        return False
