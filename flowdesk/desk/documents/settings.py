"""Settings: what the window remembers from one start to the next."""

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
from flowdesk.core.locking import locked
from flowdesk.core.puzzle import MAX_WINDOW_SIDE
from flowdesk.core.storage import (
    read_bytes,
    set_aside,
    sweep_temporaries,
    user_folder,
    write_atomically,
)
from flowdesk.desk.pictures.booklet import Layout
from flowdesk.desk.pictures.picture import FORMATS
from flowdesk.desk.pictures.playback import FASTEST, SLOWEST
from flowdesk.desk.pictures.style import Style, option, options_of
from flowdesk.desk.pictures.themes import theme_names

MAX_RECENT = 10
#: The least and the largest scale of the window, in percent.
SCALES = 75, 300
_OFFERED = {n: f"{n} %" for n in (75, 90, 100, 110, 125, 150, 175, 200, 250, 300)}

#: The theme that is dark or light as the desktop is.
AS_DESKTOP = "system"

#: The defaults; an empty theme stands for the window's theme.
_STYLE, _LAYOUT = Style(theme=""), Layout()

#: The most bytes of a path and of a name in it. Windows counts in UTF-16, whose units may be three
#: bytes each.
_LONGEST_PATH, _LONGEST_NAME = (4096, 255) if os.name == "posix" else (3 * 32_768, 3 * 255)


@dataclass(frozen=True)
class PanelState:
    """How wide a panel beside the board is wanted, in points (0: as usual), and whether open.

    That is remembered apart for a window where there is room for it, and for a narrow one.
    """

    width: int = 0
    wide: bool = True
    narrow: bool = False


_OPEN = PanelState()


@dataclass(frozen=True)
class Settings:
    """All settings with their defaults."""

    theme: str = "dark"
    scale: int = option(  # percent of what suits the screen
        100, label="Interface size", row=1, limits=SCALES, offers=lambda: _OFFERED
    )
    geometry: str = ""
    maximised: bool = False
    #: The sizes that other windows had last, by their names.
    windows: Mapping[str, str] = field(default_factory=dict)
    side: PanelState = _OPEN
    palette: PanelState = _OPEN
    #: Whether the puzzles of the pack are shown below the board.
    strip: bool = True
    #: Whether the panel of the rules shows more than the next one and a sentence.
    rules_unfolded: bool = False
    #: What the desktop was last, for a theme that follows it: ``dark`` or ``light``.
    desktop: str = "dark"
    speed: float = 1.0
    labels: bool = False
    live: bool = option(True, label="Check while drawing")
    rulers: bool = True
    show_time: bool = option(True, label="Show play time")
    reduce_motion: bool = option(False, label="Reduce motion")
    reopen: bool = option(True, label="Start with the puzzles that were open last")
    first_hints: bool = True
    #: The first steps that were done: a kind and the step's name.
    learned: tuple[str, ...] = ()
    #: What a right click on the board does; with Shift the other one.
    right_button: str = option(
        "erase",
        label="Right click on the board",
        row=2,
        choices={"erase": "erases", "menu": "opens a menu"},
    )
    recent: tuple[str, ...] = ()
    #: The author who was named last, of new puzzles as well.
    author: str = ""
    new_kind: str = ""
    new_board: str = ""
    new_width: int = 7
    new_height: int = 7
    #: The texts in the fields of the generator's dialog.
    request: Mapping[str, str] = field(default_factory=dict)
    #: The texts in the fields of the aim that variations have.
    aim: Mapping[str, str] = field(default_factory=dict)
    #: The texts in the fields of the dialog of surprises.
    surprise: Mapping[str, str] = field(default_factory=dict)
    export_suffix: str = ".png"
    export: Style = _STYLE
    booklet: Layout = _LAYOUT

    def with_recent(self, path: Path) -> Settings:
        name = str(path.resolve())
        others = [other for other in self.recent if other != name]
        return replace(self, recent=(name, *others)[:MAX_RECENT])


def settings_path() -> Path:
    return user_folder() / "settings.json"


def load_settings(tell: Callable[[str], object] = lambda problem: None) -> Settings:
    """Return the saved settings, with defaults for what cannot be read or is invalid.

    A damaged file is renamed, so that nothing is lost; `tell` gets a sentence about that.
    """
    with contextlib.suppress(FlowDeskError, OSError):
        path = settings_path()
        with locked(path.parent):  # or a good file may be set aside that replaced a damaged one
            return _settings_in(_saved(path, tell))
    return Settings()


def save_settings(before: Settings, now: Settings) -> None:
    """Save what has changed since `before`, if possible, on top of what is in the file.

    There, other windows have saved what they have changed, and newer versions what is unknown here.
    """
    with contextlib.suppress(FlowDeskError, OSError):
        path = settings_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep_temporaries(path.parent)
        with locked(path.parent):
            saved = _saved(path)
            known, there = _flat(before), _flat(_settings_in(saved))
            changed = {
                name: _merged(known[name], value, there[name])
                for name, value in _flat(now).items()
                if value != known[name]
            }
            write_atomically(path, json.dumps({**saved, **changed}, indent=1).encode())


def _merged(before: Any, now: Any, there: Any) -> Any:
    """Return a value that was changed here, with what another window has added to it meanwhile."""
    if isinstance(now, Mapping):
        kept = {key: there[key] for key in there if key in now or key not in before}
        return kept | {key: now[key] for key in now if key not in before or now[key] != before[key]}
    if isinstance(now, tuple) and (theirs := [item for item in there if item not in before]):
        ours = [item for item in now if item not in before]
        return list(dict.fromkeys((*ours, *theirs, *now)))
    return now


def _settings_in(saved: Mapping[str, object]) -> Settings:
    """Return the settings in what was saved, also by version 0.2."""
    old = {"request": _old_request(saved), "windows": _old_sizes(saved)}
    settings: Settings = _read(Settings(), "", {**old, **saved})
    return replace(settings, recent=settings.recent[:MAX_RECENT])


def _read(default: Any, prefix: str, data: Mapping[str, object]) -> Any:
    """Return a dataclass with the saved values of its fields, whose names have a prefix there."""
    known: dict[str, object] = {}
    for entry in fields(default):
        name, usual = prefix + entry.name, getattr(default, entry.name)
        if is_dataclass(usual):
            known[entry.name] = _read(usual, f"{name}_", data)
            continue
        value = data.get(name)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            value = tuple(filter(_can_exist, value))  # names of files, as a rule
        if type(value) is type(usual) and _is_valid(name, value):
            known[entry.name] = value
    return replace(default, **known)


def _flat(saved: Any, prefix: str = "") -> dict[str, object]:
    """Return the values of a dataclass by their names in the file."""
    flat: dict[str, object] = {}
    for entry in fields(saved):
        name, value = prefix + entry.name, getattr(saved, entry.name)
        flat |= _flat(value, f"{name}_") if is_dataclass(value) else {name: value}
    return flat


def _old_request(data: Mapping[str, object]) -> dict[str, str]:
    """Return the generator's fields as version 0.2 saved them, each under a name of its own."""
    texts = {True: "yes", False: ""}
    return {
        name.removeprefix("wish_"): texts[value] if isinstance(value, bool) else str(value)
        for name, value in data.items()
        if name.startswith("wish_")
    }


def _old_sizes(data: Mapping[str, object]) -> dict[str, str]:
    """Return the size of the browser as version 0.2 saved it."""
    size = data.get("pack_geometry")
    return {"packs": size} if isinstance(size, str) and size else {}


def _saved(path: Path, tell: Callable[[str], object] = lambda problem: None) -> dict[str, object]:
    """Return everything in the file; a damaged one is renamed, and `tell` gets a sentence on it."""
    if not path.exists():
        return {}
    data = read_bytes(path)
    try:
        saved = json.loads(data)
        if isinstance(saved, dict):
            return saved
    except (ValueError, RecursionError):
        pass
    tell(f"The settings were damaged, and are now in {set_aside(path)}.")
    return {}


def _can_exist(name: str) -> bool:
    """Whether a file can have this name on this system."""
    try:
        lengths = [len(os.fsencode(part)) for part in (name, *Path(name).parts)]
    except UnicodeEncodeError:
        return False
    whole, *parts = lengths
    return "\0" not in name and 0 < whole < _LONGEST_PATH and max(parts, default=0) <= _LONGEST_NAME


def _is_valid(name: str, value: object) -> bool:
    try:
        return name not in _CHECKS or _CHECKS[name](value) is not False
    except FlowDeskError:
        return False


_GEOMETRY = re.compile(r"(\d{3,5}x\d{3,5}([+-]-?\d{1,6}){0,2})?")

#: By names in the file: False, or FlowDeskError, for an invalid value.
_CHECKS: dict[str, Callable[[Any], object]] = {
    **{name: option.check for name, option in options_of(Settings).items()},
    **{f"export_{name}": option.check for name, option in options_of(Style).items()},
    **{f"booklet_{name}": option.check for name, option in options_of(Layout).items()},
    "geometry": lambda text: bool(_GEOMETRY.fullmatch(text)),
    "windows": lambda value: all(
        isinstance(text, str) and _GEOMETRY.fullmatch(text) for text in value.values()
    ),
    **dict.fromkeys(("new_width", "new_height"), lambda side: 1 <= side <= MAX_WINDOW_SIDE),
    **dict.fromkeys(("side_width", "palette_width"), lambda width: 0 <= width <= 10_000),
    "theme": lambda value: value in (AS_DESKTOP, *theme_names()),
    "desktop": lambda value: value in ("dark", "light"),
    "export_theme": lambda value: value in ("", *theme_names()),
    "export_suffix": lambda value: value in FORMATS,
    "speed": lambda value: SLOWEST <= value <= FASTEST,
    **dict.fromkeys(
        ("request", "aim", "surprise"),
        lambda value: all(isinstance(text, str) for text in value.values()),
    ),
}
