"""Choose files and folders: by our own dialog on X11, elsewhere by that of the system."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from pathlib import Path
from tkinter import filedialog

from flowdesk.app.dialogs.file_chooser import FOLDER, OPEN, SAVE, FileChooser, Type


def is_own(parent: tk.Misc) -> bool:
    """Whether the dialogs are ours: Tk's own on X11 is white in every theme."""
    return str(parent.tk.call("tk", "windowingsystem")) == "x11"


def ask_name(
    parent: tk.Misc, title: str, types: Sequence[Type], folder: Path | str = ""
) -> Path | None:
    """Ask for a file to open."""
    if is_own(parent):
        return FileChooser(parent, title, OPEN, Path(folder or "."), types).ask_path()
    name = filedialog.askopenfilename(
        parent=parent, title=title, filetypes=types, initialdir=folder or None
    )
    return Path(name) if name else None


def ask_new_name(
    parent: tk.Misc,
    title: str,
    types: Sequence[Type],
    name: str,
    folder: Path | str = "",
    shown: str = "",
) -> tuple[Path, str] | None:
    """Ask for a file to write, and its type; replacing one has been agreed to."""
    if is_own(parent):
        dialog = FileChooser(parent, title, SAVE, Path(folder or "."), types, name, shown)
        path = dialog.ask_path()
        return (path, dialog.type) if path else None
    type = tk.StringVar(parent, shown or types[0][0])
    chosen = filedialog.asksaveasfilename(
        parent=parent,
        title=title,
        filetypes=types,
        typevariable=type,
        defaultextension=types[0][1].split()[0].removeprefix("*"),
        initialfile=name,
        initialdir=folder or None,
    )
    return (Path(chosen), type.get()) if chosen else None


def ask_folder(parent: tk.Misc, title: str, folder: Path | str = "") -> Path | None:
    """Ask for a folder."""
    if is_own(parent):
        return FileChooser(parent, title, FOLDER, Path(folder or "."), []).ask_path()
    name = filedialog.askdirectory(parent=parent, title=title, initialdir=folder or None)
    return Path(name) if name else None
