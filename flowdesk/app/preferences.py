"""Preferences: the settings in use, which are written when the window closes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from flowdesk.desk.documents.settings import Settings


class Preferences:
    """Holds the settings as they are `now`."""

    def __init__(self, settings: Settings) -> None:
        self.now = settings

    def remember(self, **changes: Any) -> None:
        self.now = replace(self.now, **changes)

    def remember_file(self, path: Path) -> None:
        self.now = self.now.with_recent(path)
