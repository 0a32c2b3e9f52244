"""All themes: those that come with FlowDesk, and the user's own beside the settings.

A user's theme replaces one of FlowDesk's of the same name. A file is read, and its errors are
reported, when its theme is used.

One theme is the desktop's, dark or light. Desktops of Linux tell that through the portal of
settings (freedesktop.org, "org.freedesktop.appearance"), older ones of GNOME through gsettings;
macOS through ``defaults``, Windows through its registry.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
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
#: The names of colours of puzzles, and their usual values.
_USUAL = {
    name: color for kind in KINDS.values() for name, color in kind.drawing.usual_colors.items()
}
#: How many of them a new theme's file lists.
_LISTED = 16


def themes_folder() -> Path:
    """Return the folder of the user's own themes; errors as for `user_folder`."""
    return user_folder() / "themes"


def theme_names() -> list[str]:
    """Return the names of all themes, also of invalid files: FlowDesk's own first."""
    try:
        files = (path for path in themes_folder().glob(f"*{_SUFFIX}") if path.is_file())
        found = sorted(files, key=natural_order)
    except (OSError, FlowDeskError):
        found = []
    return [*THEMES, *(path.stem for path in found if path.stem not in THEMES)]


def theme_title(name: str) -> str:
    return name[:1].upper() + name[1:]


def themes() -> dict[str, Theme]:
    """Return all themes whose files are valid, by their names."""
    found = {}
    for name in theme_names():
        with contextlib.suppress(FlowDeskError):
            found[name] = theme_named(name)
    return found


def theme_named(name: str) -> Theme:
    """Return a theme by its name or file, X.json or folder/X; FlowDeskError: none, or invalid."""
    if name.endswith(_SUFFIX) or os.path.basename(name) != name:
        return _read(Path(name))
    if own := _own(name):
        return _read(own)
    if name not in THEMES:
        names = ", ".join(theme_names())
        raise FlowDeskError(f"There is no theme {name!r}: {names}, or a file of your own, X.json.")
    return THEMES[name]


def _own(name: str) -> Path | None:
    """Return the file of a user's own theme, if there is one."""
    try:
        path = themes_folder() / f"{name}{_SUFFIX}"
    except FlowDeskError:
        return None
    return path if os.path.exists(path) else None


def make_own(theme: Theme) -> Path:
    """Write a copy of a theme with all its parts into the user's folder; return its path."""
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


DARK, LIGHT = "dark", "light"

_PORTAL = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_READ = "org.freedesktop.portal.Settings.Read"
_WHAT = "org.freedesktop.appearance", "color-scheme"
_REGISTRY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"


_LIMIT = 2.0  # seconds for each program that is asked
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a terminal


def desktop_schemes() -> Generator[str, None, None]:
    """Ask the desktop: an empty text until it answers, at last `DARK` or `LIGHT` if it knows."""
    for command in commands():
        with (
            contextlib.suppress(OSError),
            subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                creationflags=_NO_WINDOW,
            ) as asked,
        ):
            end = time.monotonic() + _LIMIT
            try:
                while asked.poll() is None and time.monotonic() < end:
                    yield ""
            finally:
                asked.kill()
            if asked.returncode is None or not asked.stdout:
                continue
            if scheme := scheme_in(asked.stdout.read(1000), asked.returncode):
                yield scheme
                return


def commands(system: str = sys.platform) -> Sequence[Sequence[str]]:
    """Return the commands to ask, one after the other, until one of them knows."""
    if system == "win32":
        return [["reg", "query", _REGISTRY, "/v", "AppsUseLightTheme"]]
    if system == "darwin":
        return [["defaults", "read", "-g", "AppleInterfaceStyle"]]
    name, path = _PORTAL
    call = ["gdbus", "call", "--session", "--timeout", "1", "--dest", name, "--object-path", path]
    send = ["dbus-send", "--session", "--print-reply", "--reply-timeout=1000", f"--dest={name}"]
    return [
        [*call, "--method", _READ, *_WHAT],
        [*send, path, _READ, *(f"string:{word}" for word in _WHAT)],
        ["gsettings", "get", "org.gnome.desktop.interface", "color-scheme"],
    ]


def scheme_in(answer: str, exit_code: int, system: str = sys.platform) -> str:
    """Return `DARK` or `LIGHT`, or an empty text if the answer of a command tells neither."""
    if system == "win32":
        found = re.search(r"0x([01])\s*$", answer.strip())
        return (LIGHT if found[1] == "1" else DARK) if found else ""
    if system == "darwin":  # the value is missing, which is an error, as long as it is light
        return DARK if "Dark" in answer else LIGHT
    if exit_code:
        return ""
    if "prefer-dark" in answer or re.search(r"uint32 1\b", answer):
        return DARK
    if "prefer-light" in answer or re.search(r"uint32 2\b", answer):
        return LIGHT
    return ""  # no preference
