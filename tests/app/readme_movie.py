"""Take the moving picture for README, a level drawn, judged and solved: ``make screenshot``."""

from __future__ import annotations

import sys
import tkinter as tk
from pathlib import Path
from tkinter import ttk

from PIL import Image, ImageDraw

from flowdesk.app.window import Window
from flowdesk.core.grid import Cell
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.settings import Settings
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.flow.level import Level
from tests.driver import Driver, button
from tests.screen import ensure_screen

TARGET = Path(__file__).parents[2] / "docs" / "flowdesk.gif"
MODEL = "06x06-windmill.txt"
SIZE = "960x620"
COLORS = 96

#: Milliseconds that a frame is shown: while the pointer moves, after a click, at the end.
MOVE, CLICK, ANIMATED, READ, END = 40, 220, 60, 1200, 2500
_STEPS = 4  # frames of the pointer's way between two clicks
_ARROW = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))


class Camera:
    """Films a window; the pointer is drawn by us, since no screen gives it away."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._pointer = (480, 580)
        self.frames: list[Image.Image] = []
        self.times: list[int] = []

    def take(self, milliseconds: int) -> None:
        """Add a frame that is shown for so long."""
        frame = self._driver.photograph()
        x, y = self._pointer
        corners = [(x + right, y + down) for right, down in _ARROW]
        ImageDraw.Draw(frame).polygon(corners, fill="white", outline="black")
        self.frames.append(frame)
        self.times.append(milliseconds)

    def go_to(self, widget: tk.Misc, x: int, y: int) -> None:
        """Move the pointer to a point of a widget."""
        top, (from_x, from_y) = self._driver.window.root, self._pointer
        to_x, to_y = (
            widget.winfo_rootx() - top.winfo_rootx(),
            widget.winfo_rooty() - top.winfo_rooty(),
        )
        for step in range(1, _STEPS + 1):
            self._pointer = (
                from_x + (to_x + x - from_x) * step // _STEPS,
                from_y + (to_y + y - from_y) * step // _STEPS,
            )
            self.take(MOVE)

    def click(self, cell: Cell) -> None:
        """Click a cell."""
        self.go_to(self._driver.view, *self._driver.view.center_of(cell))
        self._driver.click(cell)
        self.take(CLICK)

    def press(self, pressed: ttk.Button) -> None:
        """Click a button."""
        x, y = pressed.winfo_width() // 2, pressed.winfo_height() // 2
        self.go_to(pressed, x, y)
        for event in ("<Enter>", "<ButtonPress-1>"):
            pressed.event_generate(event, x=x, y=y)
        self.take(CLICK)
        pressed.event_generate("<ButtonRelease-1>", x=x, y=y)

    def save(self, path: Path) -> None:
        """Write the film with one palette for all frames."""
        palette = self.frames[-1].quantize(COLORS)
        first, *others = [
            frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self.frames
        ]
        first.save(path, save_all=True, append_images=others, duration=self.times, loop=0)


def film(camera: Camera, driver: Driver) -> None:
    """Draw the endpoints of a shipped level, wait for the verdict, and watch the solution."""
    shown = driver.window.shown
    document = Document(Level(6, 6))
    document.open(shipped("puzzles") / MODEL)
    model: Level = document.level
    camera.take(READ)
    for label in dict.fromkeys(model.endpoints.values()):
        shown.edit.choose_item(label)
        for cell in (cell for cell, other in model.endpoints.items() if other == label):
            camera.click(cell)
    driver.wait_until(
        lambda: shown.live_check.known.status is not CheckStatus.UNKNOWN, "the level is judged"
    )
    driver.live(0.2)
    camera.take(READ)
    camera.press(button(driver.window.root, "Solve"))
    driver.wait_until(lambda: shown.solving.result, "the solver answers")
    playback = shown.solving.playback
    assert playback
    while not playback.finished:
        camera.take(ANIMATED)
        driver.live(ANIMATED / 1000)
    driver.live(0.5)
    camera.take(END)


def main() -> int:
    """Film a level that is drawn, judged and solved in the real window."""
    if why_not := ensure_screen():
        print(why_not, file=sys.stderr)
        return 1
    root = tk.Tk()
    root.withdraw()
    window = Window(
        tk.Toplevel(root), Settings(geometry=f"{SIZE}+0+0", first_hints=False), Level(6, 6)
    )
    driver = Driver(root, window)
    camera = Camera(driver)
    film(camera, driver)
    camera.save(TARGET)
    window.close()
    root.destroy()
    print(f"{TARGET} written: {len(camera.frames)} frames, {TARGET.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
