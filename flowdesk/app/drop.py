"""Files, folders, links and texts dropped on the window, where tkinterdnd2 is installed."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import url2pathname

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.core.terminal import complain
from flowdesk.doctor import can_drop, explain_missing
from flowdesk.formats.puzz_link import is_link

if TYPE_CHECKING:
    from flowdesk.app.window import Window


def accept_drops(window: Window) -> None:
    """Let things be dropped on the window from now on, if that is possible here.

    If the package for it is there and does not work, the reason is put on standard error.
    """
    root = window.root
    try:
        from tkinterdnd2.TkinterDnD import require
    except ImportError:  # nobody has asked for it
        return
    try:
        require(root)
    except RuntimeError as error:  # which hides what Tcl has said
        why = " ".join(str(error.__context__ or error).split())
        advice = "" if can_drop() else explain_missing("dropping")
        complain(f"nothing can be dropped on the window: {why}", advice)
        return

    def handler(open: Callable[[str], None]) -> str:
        def dropped(data: str) -> str:
            if is_dialog_open(root):
                return "refuse_drop"
            root.after_idle(open, data)  # questions would keep the other program waiting
            return "copy"

        return root.register(dropped)

    # Straight to Tcl, because the package's own methods miss the main window.
    root.tk.call("tkdnd::drop_target", "register", root, ("DND_Files", "DND_Text"))
    open_files = handler(lambda data: open_dropped(window, root.tk.splitlist(data)))
    open_text = handler(lambda data: open_dropped_text(window, data))
    root.tk.call("bind", root, "<<Drop:DND_Files>>", f"{open_files} %D")
    root.tk.call("bind", root, "<<Drop:DND_Text>>", f"{open_text} %D")
    window.accepts_drops = True


def open_dropped(window: Window, names: Sequence[str]) -> None:
    """Open the first of the files, folders or links with these names."""
    if not names:
        return
    first = names[0]
    if is_link(first):
        opened = window.files.open_text(first, "Link")
    elif os.path.isdir(path := _path(first)):
        opened = window.packs.open(path)
    else:
        opened = window.files.may_leave() and window.files.open_path(path)
    if opened and len(names) > 1:
        text = f"{len(names)} files were dropped. The first was opened: {Path(first).name}"
        message.show_message(window.root, "One at a time", text)


def open_dropped_text(window: Window, text: str) -> None:
    """Open what a text is: the names of files, as some programs drop them, a link or a level."""
    lines = text.split("\n")
    names = [line.strip() for line in lines if line.strip()]
    if names and all(_is_name(name) for name in names):
        open_dropped(window, names)
    else:
        window.files.open_text(text, "Dropped")


def _is_name(text: str) -> bool:
    return text.startswith("file:") or (text.startswith("/") and os.path.exists(text))


def _path(name: str) -> Path:
    """The path that a name means: itself, even with signs of percent in it, or a file's URL."""
    return Path(url2pathname(urlsplit(name).path) if name.startswith("file:") else name)
