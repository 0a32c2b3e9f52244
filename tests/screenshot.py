"""Take the screenshot for README, a window with a solved level: ``make screenshot``."""

from __future__ import annotations

import sys
import tkinter as tk
from pathlib import Path

from flowdesk.app.window import Window
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.settings import Settings
from flowdesk.kinds.flow.level import Level
from tests.driver import Driver
from tests.screen import ensure_screen

TARGET = Path(__file__).parent.parent / "docs" / "screenshot.png"


def main() -> int:
    """Open a shipped level, solve it, photograph it while the last pipes run in."""
    if why_not := ensure_screen():
        print(why_not, file=sys.stderr)
        return 1
    root = tk.Tk()
    root.withdraw()
    window = Window(tk.Toplevel(root), Settings(geometry="1000x720+0+0"), Level(7, 7))
    driver = Driver(root, window)
    window.files.open_path(min(shipped("puzzles").glob("12x12*.txt")))
    driver.solve()
    playback = window.shown.solving.playback
    assert playback is not None
    driver.wait_until(lambda: playback.shown > 0.75 * len(playback.steps), "most is shown")
    driver.photograph().save(TARGET, optimize=True)
    window.close()
    root.destroy()
    print(f"{TARGET} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
