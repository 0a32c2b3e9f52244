"""What the window remembers from one time to the next."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import read_bytes, sweep_temporaries, user_folder, write_atomically
from flowdesk.desk.pictures.picture import KINDS, Style
from flowdesk.desk.pictures.playback import FASTEST, SLOWEST
from flowdesk.desk.pictures.themes import theme_names
from flowdesk.draw.paper.pdf import PAPERS
from flowdesk.kinds.flow.level import MAX_WINDOW_SIDE

MAX_RECENT = 10

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
    export_cell: int = 48
    export_theme: str = ""
    export_labels: bool = False
    export_background: str = ""
    export_transparent: bool = False
    export_caption: bool = False
    export_seconds: float = 0.0
    export_page: str = ""
    booklet_per_page: int = 4
    booklet_answers: bool = False
    booklet_page: str = "a4"

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
    data = {"request": _old_request(saved := _saved()), **saved}
    known: dict[str, Any] = {}
    for name, default in vars(Settings()).items():
        value = data.get(name)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            value = tuple(filter(_can_exist, value))  # all lists are lists of files
        if type(value) is type(default) and _makes_sense(name, value):
            known[name] = value
    return Settings(**known)


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
    sense = True
    match name:
        case "theme":
            sense = value in theme_names()
        case "speed":
            sense = SLOWEST <= value <= FASTEST
        case "new_width" | "new_height":
            sense = 1 <= value <= MAX_WINDOW_SIDE
        case "request":
            sense = all(isinstance(text, str) for text in value.values())
        case "export_suffix":
            sense = value in KINDS
        case "export_theme":
            sense = value in ("", *theme_names())
        case "export_cell" | "export_background" | "export_seconds" | "export_page":
            sense = _is_fine(Style(**{name.removeprefix("export_"): value}).chosen_theme)
        case "booklet_per_page":
            sense = 1 <= value <= 12
        case "booklet_page":
            sense = value in PAPERS
        case "geometry" | "pack_geometry":
            sense = re.fullmatch(r"(\d{3,5}x\d{3,5}([+-]\d+[+-]\d+)?)?", value) is not None
    return sense


def _is_fine(check: Callable[[], object]) -> bool:
    """Whether a check has nothing to say."""
    try:
        check()
    except FlowDeskError:
        return False
    return True


def save_settings(settings: Settings) -> None:
    """Keep the settings; a disk that refuses is no reason to bother anybody.

    What the file holds under names that this version does not know stays: newer ones need it.
    """
    with contextlib.suppress(FlowDeskError, OSError):
        path = settings_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep_temporaries(path.parent)
        write_atomically(path, json.dumps({**_saved(), **asdict(settings)}, indent=1).encode())
