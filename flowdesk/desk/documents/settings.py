"""What the window remembers from one time to the next."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import MAX_WINDOW_SIDE
from flowdesk.core.storage import read_bytes, sweep_temporaries, user_folder, write_atomically
from flowdesk.desk.pictures.booklet import Layout
from flowdesk.desk.pictures.options import options_of
from flowdesk.desk.pictures.picture import FORMATS
from flowdesk.desk.pictures.playback import FASTEST, SLOWEST
from flowdesk.desk.pictures.style import Style
from flowdesk.desk.pictures.themes import theme_names

MAX_RECENT = 10

#: An empty theme is that of the window.
_USUAL_STYLE, _USUAL_LAYOUT = Style(theme=""), Layout()

#: The most bytes that systems allow for a path, and for one name in it. Windows counts UTF-16, of
#: which a unit may be three bytes.
_LONGEST_PATH, _LONGEST_NAME = (4096, 255) if os.name == "posix" else (3 * 32_768, 3 * 255)


@dataclass(frozen=True)
class Settings:
    """Everything that is remembered; the defaults are what most people want."""

    theme: str = "dark"
    geometry: str = ""
    pack_geometry: str = ""
    speed: float = 1.0
    labels: bool = False
    live: bool = True
    fit: bool = True
    recent: tuple[str, ...] = ()
    new_width: int = 7
    new_height: int = 7
    #: What the generator was asked for, as it was typed into the fields of its dialog.
    request: Mapping[str, str] = field(default_factory=dict)
    export_suffix: str = ".png"
    export: Style = _USUAL_STYLE
    booklet: Layout = _USUAL_LAYOUT

    def with_recent(self, path: Path) -> Settings:
        """The same with this file as the one used last."""
        name = str(path.resolve())
        others = [other for other in self.recent if other != name]
        return replace(self, recent=(name, *others)[:MAX_RECENT])


def settings_path() -> Path:
    """Where the settings lie on this system."""
    return user_folder() / "settings.json"


def load_settings() -> Settings:
    """What was saved; what cannot be read or makes no sense is left at its default."""
    saved = _saved()
    settings: Settings = _read(Settings(), "", {"request": _old_request(saved), **saved})
    return settings


def _read(default: Any, prefix: str, data: dict[str, Any]) -> Any:
    """A dataclass with what is saved of its fields, whose names there begin with a prefix."""
    known: dict[str, Any] = {}
    for entry in fields(default):
        name, usual = prefix + entry.name, getattr(default, entry.name)
        if is_dataclass(usual):
            known[entry.name] = _read(usual, f"{name}_", data)
            continue
        value = data.get(name)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            value = tuple(filter(_can_exist, value))  # all lists are lists of files
        if type(value) is type(usual) and _makes_sense(name, value):
            known[entry.name] = value
    return replace(default, **known)


def _flat(saved: Any, prefix: str = "") -> dict[str, Any]:
    """The values of a dataclass by their names in the file."""
    flat: dict[str, Any] = {}
    for entry in fields(saved):
        name, value = prefix + entry.name, getattr(saved, entry.name)
        flat |= _flat(value, f"{name}_") if is_dataclass(value) else {name: value}
    return flat


def _old_request(data: Mapping[str, Any]) -> dict[str, str]:
    """What the generator was asked for, as version 0.2 kept it: each field under a name."""
    texts = {True: "yes", False: ""}
    return {
        name.removeprefix("wish_"): texts[value] if isinstance(value, bool) else str(value)
        for name, value in data.items()
        if name.startswith("wish_")
    }


def _saved() -> dict[str, Any]:
    """Everything that the file holds, whatever it means; nothing where it cannot be read."""
    try:
        data = json.loads(read_bytes(settings_path()))
    except (FlowDeskError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _can_exist(name: str) -> bool:
    """Whether there can be a file of this name on this system."""
    try:
        lengths = [len(os.fsencode(part)) for part in (name, *Path(name).parts)]
    except UnicodeEncodeError:
        return False
    whole, *parts = lengths
    return "\0" not in name and 0 < whole < _LONGEST_PATH and max(parts, default=0) <= _LONGEST_NAME


def _makes_sense(name: str, value: Any) -> bool:
    """Whether a value of the right type is one that the window could have saved."""
    if name not in _CHECKS:
        return True
    try:
        return _CHECKS[name](value) is not False
    except FlowDeskError:
        return False


def _is_geometry(value: str) -> bool:
    return re.fullmatch(r"(\d{3,5}x\d{3,5}([+-]\d+[+-]\d+)?)?", value) is not None


def _is_size(value: int) -> bool:
    return 1 <= value <= MAX_WINDOW_SIDE


#: By names in the file: false, or FlowDeskError, for a value that makes no sense.
_CHECKS: dict[str, Callable[[Any], object]] = {
    **{f"export_{name}": option.check for name, option in options_of(Style).items()},
    **{f"booklet_{name}": option.check for name, option in options_of(Layout).items()},
    "theme": lambda value: value in theme_names(),
    "export_theme": lambda value: value in ("", *theme_names()),
    "export_suffix": lambda value: value in FORMATS,
    "geometry": _is_geometry,
    "pack_geometry": _is_geometry,
    "speed": lambda value: SLOWEST <= value <= FASTEST,
    "new_width": _is_size,
    "new_height": _is_size,
    "request": lambda value: all(isinstance(text, str) for text in value.values()),
}


def save_settings(settings: Settings) -> None:
    """Keep the settings; a disk that refuses is no reason to bother anybody.

    What the file holds under names that this version does not know stays: newer ones need it.
    """
    with contextlib.suppress(FlowDeskError, OSError):
        path = settings_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep_temporaries(path.parent)
        write_atomically(path, json.dumps({**_saved(), **_flat(settings)}, indent=1).encode())
