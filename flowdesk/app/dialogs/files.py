"""Tk's own dialogs for files: their types are our formats, and the chosen type counts."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tkinter import filedialog

from flowdesk.app.dialogs import message
from flowdesk.formats.registry import FORMATS, JSON, LEVEL_LIST, MAP, PICTURE, suffixes
from flowdesk.kinds.entry import Format
from flowdesk.lab.lessons import SUFFIX

#: All formats, those first that most people want.
_IN_ORDER = tuple(dict.fromkeys((MAP, LEVEL_LIST, JSON, *FORMATS)))

_LESSONS = ("Lessons", f"*{SUFFIX}")


def ask_open(parent: tk.Misc, title: str, folder: str) -> Path | None:
    puzzles = ("All puzzles", _pattern(sorted(suffixes())))
    types = [puzzles, *_types((*_IN_ORDER, PICTURE)), ("All files", "*")]
    return _ask_name(parent, title, types, folder)


def ask_picture(parent: tk.Misc, folder: str) -> Path | None:
    return _ask_name(parent, "Import picture", [*_types([PICTURE]), ("All files", "*")], folder)


def ask_lesson(parent: tk.Misc, folder: str) -> Path | None:
    return _ask_name(parent, "Open lesson", [_LESSONS, ("All files", "*")], folder)


def ask_save_lesson(parent: tk.Misc, path: Path) -> Path | None:
    name = filedialog.asksaveasfilename(
        parent=parent,
        title="Save lesson",
        filetypes=[_LESSONS],
        defaultextension=SUFFIX,
        initialfile=path.name,
        initialdir=path.parent,
    )
    return Path(name) if name else None


def _ask_name(
    parent: tk.Misc, title: str, types: list[tuple[str, str]], folder: str
) -> Path | None:
    name = filedialog.askopenfilename(
        parent=parent, title=title, filetypes=types, initialdir=folder
    )
    return Path(name) if name else None


def ask_save(
    parent: tk.Misc, path: Path, can_be: Callable[[Format], bool], shown: Format
) -> tuple[Path, Format] | None:
    """Ask where to save, and in which possible format; `path` and `shown` are suggested."""
    formats = [format for format in _IN_ORDER if can_be(format)]
    type = tk.StringVar(parent, shown.name)
    bare = path.with_suffix("")  # Tk adds the suffix of the type, before it asks about replacing
    name = filedialog.asksaveasfilename(
        parent=parent,
        title="Save as",
        filetypes=_types(formats),
        typevariable=type,
        initialfile=path.name if bare.suffix else bare.name,
        initialdir=path.parent,
    )
    if not name:
        return None
    chosen = next((format for format in formats if format.name == type.get()), shown)
    target, format = meant(Path(name), formats, shown, chosen)
    if target != Path(name) and not message.may_replace(parent, target):
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
