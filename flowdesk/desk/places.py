"""Where what belongs to this user lies."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_folder() -> Path:
    """The folder of the settings and of the user's own themes; it may not be there yet."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return base / "flowdesk"
