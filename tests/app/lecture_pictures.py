"""Take the pictures of docs/lecture.md in the real window: ``make lecture``."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from pathlib import Path

from flowdesk.app.window import Window
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.settings import Settings
from flowdesk.draw.graph import png
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.cdcl import FoundModel
from flowdesk.lab.trace import implication
from tests.driver import Driver
from tests.screen import ensure_screen

FOLDER = Path(__file__).parents[2] / "docs" / "lecture"
SIZE = "1100x700"
TEN, LOOPS, SEARCH, _ = sorted((shipped("puzzles") / "lessons").glob("*.lesson"))


class Photographer:
    """A window that walks through a lesson, and writes a picture where it is asked to."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.window = driver.window

    def take(self, name: str, top: tk.Toplevel | None = None) -> None:
        """Take the main window, or another one."""
        self.window.root.event_generate("<Motion>", warp=True, x=0, y=0)  # nothing is pointed at
        self._settle()
        picture = self.driver.photograph(top).convert("RGB").quantize(128)
        picture.save(FOLDER / f"{name}.png", optimize=True)

    def lesson(self, path: Path, steps: int = 0) -> None:
        """Open a lesson and go on by some steps."""
        assert self.window.tab.lessons.open(path)
        for _ in range(steps):
            self._settle()
            self.driver.key("F11")
        self._settle()

    def search_until(self, kind: type) -> None:
        """Go on with the search to an event of a kind."""
        thinking = self.window.tab.thinking
        while not isinstance(thinking.thinking.event, kind):
            thinking.step()
            self.driver.root.update()

    def _settle(self) -> None:
        exploring = self.window.tab.exploring
        self.driver.wait_until(
            lambda: not (exploring.busy or exploring.is_counting), "all is known"
        )
        self.driver.live(1.0)  # what glows fades


def rules(photo: Photographer) -> None:
    photo.lesson(TEN)
    photo.take("helpers")
    photo.lesson(TEN, 4)
    photo.take("rules")


def loops(photo: Photographer) -> None:
    photo.lesson(LOOPS)
    photo.take("rings")
    photo.lesson(LOOPS, 3)
    photo.search_until(FoundModel)
    photo.take("round")


def search(photo: Photographer) -> None:
    photo.lesson(SEARCH, 2)
    photo.take("conflict")
    found = implication(photo.window.tab.thinking.thinking.trace)
    assert found
    (FOLDER / "implication.png").write_bytes(png(found.graph))
    photo.driver.key("F11")
    photo.take("learned")
    photo.driver.key("Shift-F7")
    assert photo.window.lab.presenter.slides
    photo.window.lab.presenter.slides.geometry(SIZE)
    photo.take("presented", photo.window.lab.presenter.slides)
    photo.driver.key("Escape")


PARTS: tuple[Callable[[Photographer], None], ...] = (rules, loops, search)


def main() -> int:
    """Walk through the shipped lessons, and photograph what docs/lecture.md speaks of."""
    if why_not := ensure_screen():
        print(why_not, file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    root = tk.Tk()
    root.withdraw()
    settings = Settings(geometry=SIZE, reduce_motion=True, rules_unfolded=True)
    window = Window(tk.Toplevel(root), settings, Level(5, 5))
    driver = Driver(root, window)
    window.root.event_generate("<Motion>", warp=True, x=1, y=1)  # where it shows no tooltip
    photo = Photographer(driver)
    for part in PARTS:
        part(photo)
        print(f"{part.__name__}: taken")
    window.close()
    root.destroy()
    return 0


if __name__ == "__main__":
    sys.exit(main())
