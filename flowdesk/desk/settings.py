"""What the window remembers from one time to the next."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import read_bytes, write_atomically
from flowdesk.desk.picture import LARGEST_CELL, SMALLEST_CELL
from flowdesk.desk.playback import FASTEST, SLOWEST
from flowdesk.draw.theme import THEMES
from flowdesk.flow.difficulty import WORDS
from flowdesk.flow.level import MAX_WINDOW_SIDE

MAX_RECENT = 10


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
    wish_width: int = 7
    wish_height: int = 7
    wish_colors: str = ""
    wish_number: int = 1
    wish_difficulty: str = ""
    wish_shortest: int = 3
    wish_non_touching: bool = False
    export_cell: int = 48

    def with_recent(self, path: Path) -> Settings:
        """The same with this file as the one used last."""
        name = str(path.resolve())
        others = [other for other in self.recent if other != name]
        return replace(self, recent=(name, *others)[:MAX_RECENT])


def settings_path() -> Path:
    """Where the settings lie on this system."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return base / "flowdesk" / "settings.json"


def load_settings() -> Settings:
    """What was saved; what cannot be read or makes no sense is left at its default."""
    try:
        data = json.loads(read_bytes(settings_path()))
    except (FlowDeskError, ValueError, RecursionError):
        return Settings()
    known: dict[str, Any] = {}
    for field in fields(Settings):
        value = data.get(field.name) if isinstance(data, dict) else None
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            value = tuple(value)
        if type(value) is type(field.default) and _makes_sense(field.name, value):
            known[field.name] = value
    return Settings(**known)


def _makes_sense(name: str, value: Any) -> bool:
    """Whether a value of the right type is one that the window could have saved."""
    sense = True
    match name:
        case "theme":
            sense = value in THEMES
        case "speed":
            sense = SLOWEST <= value <= FASTEST
        case "new_width" | "new_height" | "wish_width" | "wish_height":
            sense = 1 <= value <= MAX_WINDOW_SIDE
        case "wish_colors":
            sense = re.fullmatch(r"(\d{1,5}(-\d{1,5})?)?", value) is not None
        case "wish_number":
            sense = value >= 1
        case "wish_difficulty":
            sense = value in ("", *WORDS)
        case "wish_shortest":
            sense = 2 <= value <= MAX_WINDOW_SIDE
        case "export_cell":
            sense = SMALLEST_CELL <= value <= LARGEST_CELL
        case "geometry" | "pack_geometry":
            sense = re.fullmatch(r"(\d{3,5}x\d{3,5}([+-]\d+[+-]\d+)?)?", value) is not None
    return sense


def save_settings(settings: Settings) -> None:
    """Keep the settings; a disk that refuses is no reason to bother anybody."""
    path = settings_path()
    with contextlib.suppress(FlowDeskError, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(asdict(settings), indent=1).encode())
