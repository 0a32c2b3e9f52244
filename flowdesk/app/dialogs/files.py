"""Choose files and folders: by our own dialog on X11, elsewhere by that of the system."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tkinter import filedialog

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.file_chooser import FOLDER, OPEN, SAVE, FileChooser, Type
from flowdesk.formats.registry import FORMATS, JSON, LEVEL_LIST, MAP, PICTURE, suffixes
from flowdesk.kinds.entry import Format
from flowdesk.lab.lessons import SUFFIX
from flowdesk.lab.own import SUFFIXES


def is_own(parent: tk.Misc) -> bool:
    """Whether the dialogs are ours: Tk's own on X11 is white in every theme."""
    return str(parent.tk.call("tk", "windowingsystem")) == "x11"


def ask_name(
    parent: tk.Misc, title: str, types: Sequence[Type], folder: Path | str = ""
) -> Path | None:
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
    if is_own(parent):
        return FileChooser(parent, title, FOLDER, Path(folder or "."), []).ask_path()
    name = filedialog.askdirectory(parent=parent, title=title, initialdir=folder or None)
    return Path(name) if name else None


#: All formats, those first that most people want.
_IN_ORDER = tuple(dict.fromkeys((MAP, LEVEL_LIST, JSON, *FORMATS)))

_LESSONS = ("Lessons", f"*{SUFFIX}")


def ask_open(parent: tk.Misc, title: str, folder: str) -> Path | None:
    puzzles = ("All puzzles", _pattern(sorted(suffixes())))
    types = [puzzles, *_types((*_IN_ORDER, PICTURE)), ("All files", "*")]
    return ask_name(parent, title, types, folder)


def ask_picture(parent: tk.Misc, folder: str) -> Path | None:
    return ask_name(parent, "Import picture", [*_types([PICTURE]), ("All files", "*")], folder)


def ask_formula(parent: tk.Misc, folder: str) -> Path | None:
    types = [("Formulas", " ".join(f"*{suffix}" for suffix in SUFFIXES)), ("All files", "*")]
    return ask_name(parent, "Open formula", types, folder)


def ask_lesson(parent: tk.Misc, folder: str) -> Path | None:
    return ask_name(parent, "Open lesson", [_LESSONS, ("All files", "*")], folder)


def ask_save_lesson(parent: tk.Misc, path: Path) -> Path | None:
    chosen = ask_new_name(parent, "Save lesson", [_LESSONS], path.name, path.parent)
    return chosen[0] if chosen else None


def ask_save(
    parent: tk.Misc, path: Path, can_be: Callable[[Format], bool], shown: Format
) -> tuple[Path, Format] | None:
    """Ask where to save, and in which possible format; `path` and `shown` are suggested."""
    formats = [format for format in _IN_ORDER if can_be(format)]
    if is_own(parent):
        name = meant(path, [], shown, shown)[0].name
    else:  # it adds the suffix of the type, before it asks about replacing
        bare = path.with_suffix("")
        name = path.name if bare.suffix else bare.name
    found = ask_new_name(parent, "Save as", _types(formats), name, path.parent, shown.name)
    if found is None:
        return None
    chosen = next((format for format in formats if format.name == found[1]), shown)
    target, format = meant(found[0], formats, shown, chosen)
    if target != found[0] and not message.may_replace(parent, target):
        return None
    return target, format


def meant(
    path: Path, formats: Sequence[Format], shown: Format, chosen: Format
) -> tuple[Path, Format]:
    """Return the file and the format that a name and a chosen type mean.

    Where the name's suffix is not one of the type's, the type decides if it was changed from
    the one that was `shown`; else the suffix does, if it is one of the `formats`.
    """
    suffix = path.suffix.lower()
    if suffix in chosen.suffixes:
        return path, chosen
    if chosen is shown:
        for format in formats:
            if suffix in format.suffixes:
                return path, format
    stem = path.stem if suffix in suffixes() else path.name
    return path.with_name(stem + chosen.suffixes[0]), chosen


def _types(formats: Iterable[Format]) -> list[tuple[str, str]]:
    return [(format.name, _pattern(format.suffixes)) for format in formats]


def _pattern(suffixes: Iterable[str]) -> str:
    return " ".join(f"*{suffix}" for suffix in suffixes)
