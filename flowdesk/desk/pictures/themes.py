"""The themes there are: those that come with FlowDesk, and the user's own beside the settings.

A user's own theme goes before one that comes with FlowDesk and has the same name. A file is read
when its theme is asked for: what is wrong in it is said then, and bothers nobody before.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict
from itertools import chain, count, islice
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import (
    decode,
    make_folder,
    natural_order,
    read_bytes,
    user_folder,
    write_atomically,
)
from flowdesk.draw.theme import THEMES, Theme, read_theme
from flowdesk.kinds.table import KINDS

_SUFFIX = ".json"
#: What colours of puzzles are called, and usually are.
_USUAL = {name: color for kind in KINDS.values() for name, color in kind.usual_colors.items()}
#: How many of them a new theme's file lists.
_LISTED = 16


def themes_folder() -> Path:
    """Where the user's own themes lie; as `user_folder`."""
    return user_folder() / "themes"


def theme_names() -> list[str]:
    """The names of all themes, whether their files are in order or not: FlowDesk's own first."""
    try:
        files = (path for path in themes_folder().glob(f"*{_SUFFIX}") if path.is_file())
        found = sorted(files, key=natural_order)
    except (OSError, FlowDeskError):
        found = []
    return [*THEMES, *(path.stem for path in found if path.stem not in THEMES)]


def theme_title(name: str) -> str:
    """A theme's name as people read it: "Colour-blind"."""
    return name[:1].upper() + name[1:]


def theme_titles() -> dict[str, str]:
    """The titles of all themes by their names."""
    return {name: theme_title(name) for name in theme_names()}


def themes() -> dict[str, Theme]:
    """All themes whose files are in order, by their names."""
    found = {}
    for name in theme_names():
        with contextlib.suppress(FlowDeskError):
            found[name] = theme_named(name)
    return found


def theme_named(name: str) -> Theme:
    """The theme with a name, or in a file: a path that ends in ``.json``, or has a folder in it.

    FlowDeskError if there is none, FormatError if something in its file is wrong.
    """
    if name.endswith(_SUFFIX) or os.path.basename(name) != name:
        return _read(Path(name))
    if own := _own(name):
        return _read(own)
    if name not in THEMES:
        names = ", ".join(theme_names())
        raise FlowDeskError(f"There is no theme {name!r}: {names}, or a file of your own, X.json.")
    return THEMES[name]


def _own(name: str) -> Path | None:
    """The file of a theme of the user's own, if there is one."""
    try:
        path = themes_folder() / f"{name}{_SUFFIX}"
    except FlowDeskError:
        return None
    return path if os.path.exists(path) else None


def make_own(theme: Theme) -> Path:
    """A file among the user's own with all that can be changed in a theme; returns its path."""
    folder = themes_folder()
    make_folder(folder)
    name = f"my-{theme.name.removeprefix('my-')}"
    paths = (folder / f"{name}{number}{_SUFFIX}" for number in chain([""], count(2)))
    path = next(path for path in paths if not path.exists())
    base = "light" if theme.is_light else "dark"  # for parts that later versions may add
    parts = asdict(theme)
    del parts["name"]
    usual = dict(islice(_USUAL.items(), _LISTED))
    others = {color: shown for color, shown in theme.colors.items() if color not in usual.values()}
    parts["colors"] = {label: theme.color(color) for label, color in usual.items()} | others
    write_atomically(path, (json.dumps({"base": base, **parts}, indent=2) + "\n").encode())
    return path


def _read(path: Path) -> Theme:
    try:
        return read_theme(decode(read_bytes(path)), path.stem, THEMES, _USUAL)
    except FormatError as error:
        raise error.at(source=str(path)) from None
