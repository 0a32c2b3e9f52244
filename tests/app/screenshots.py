"""Take pictures of all windows, in all their modes, themes and scales: ``make screenshots``.

Arguments choose the scenes: those whose names contain one of them. ``--guide`` takes the pictures
of docs/guide.md (``make screenshot``).
"""

from __future__ import annotations

import os
import sys
import tempfile
import tkinter as tk
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing.util import get_temp_dir
from pathlib import Path

from PIL import Image, ImageGrab

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.scan.dialog import ScanDialog
from flowdesk.app.window import Window
from flowdesk.desk.documents.settings import Settings
from flowdesk.kinds.flow.level import Level
from tests.app.scenes import SCENES, Scene
from tests.app.windows import DIALOGS, WINDOWS, do
from tests.driver import Driver, dialogs
from tests.processes import started
from tests.screen import virtual_screen

FOLDER = Path(__file__).parents[2] / "build" / "screenshots"
GUIDE = Path(__file__).parents[2] / "docs" / "guide"
GUIDED = "several", "no-solution", "hint", "select", "variations", "hexagons", "pack", "play"
THEMES = "dark", "light", "colour-blind"
SCALES = 1, 2
SCREEN = "2760x1900"


class Photographer:
    """Writes pictures of windows, in all themes, at one scale."""

    def __init__(self, root: tk.Tk, scale: int, chosen: list[str]) -> None:
        self._root, self._scale, self._chosen = root, scale, chosen

    def wants(self, name: str) -> bool:
        """Whether a scene is to be taken."""
        return not self._chosen or any(part in name for part in self._chosen)

    @contextmanager
    def window(self, size: str, level: Level, **settings: object) -> Iterator[Driver]:
        """Open the main window for a while."""
        width, height = (int(side) * self._scale for side in size.split("x"))
        wanted = Settings(
            scale=100 * self._scale,
            geometry=f"{width}x{height}+20+20",
            first_hints=False,
            reduce_motion=True,
        )
        wanted = replace(wanted, **settings)  # type: ignore[arg-type]  # the scene's own
        driver = Driver(self._root, Window(tk.Toplevel(self._root), wanted, level))
        yield driver
        for dialog in dialogs(self._root):
            dialog.destroy()
        driver.window.close()
        driver.raise_errors()

    def take(
        self,
        driver: Driver,
        top: tk.Tk | tk.Toplevel,
        name: str,
        point: Callable[[Driver], object] = lambda driver: None,
    ) -> None:
        """Write a picture of a window in each theme; `point` is done before."""
        for theme in THEMES:
            driver.window.theming.choose(theme)
            driver.root.update()
            point(driver)
            self.write(driver, top, name, theme)

    def write(self, driver: Driver, top: tk.Tk | tk.Toplevel, name: str, theme: str) -> None:
        """Write a picture of a window as it is now."""
        driver.live(0.15)
        picture(top).save(FOLDER / f"{name}-{theme}-{self._scale}.png")

    def scene(self, name: str, scene: Scene) -> None:
        """Take the main window as a scene sets it."""
        with self.window(scene.size, Level(7, 7), **scene.settings) as driver:
            scene.play(driver)
            self.take(driver, scene.top(driver), name, scene.point)

    def dialog(self, name: str, what: str | Callable[[Driver], object]) -> None:
        """Take a dialog, opened anew in each theme, which its parts take when they are made."""
        with self.window("1000x680", Level(7, 7)) as driver:
            open_board(driver)
            for theme in THEMES:
                driver.window.theming.choose(theme)
                driver.root.update()

                def look(dialog: Dialog, theme: str = theme) -> None:
                    if isinstance(dialog, ScanDialog):
                        driver.wait_until(lambda: dialog.canvas, "the picture is read")
                    driver.live(0.5)  # previews are painted
                    self.write(driver, dialog, name, theme)
                    dialog.destroy()

                driver.when_asked(look, for_file="FileChooser" in name)
                do(driver, what)

    def other(self, name: str) -> None:
        """Take a window that is no dialog."""
        open_it, top_of = WINDOWS[name]
        with self.window("1000x680", Level(7, 7)) as driver:
            open_board(driver)
            do(driver, open_it)
            top = top_of(driver)
            driver.live(1)
            self.take(driver, top, short(name))


def take_guide() -> None:
    """Take the pictures of the guide, which are shown in dark and in light themes."""
    root = tk.Tk()
    root.withdraw()
    photographer = Photographer(root, 1, [])
    for name in GUIDED:
        scene = SCENES[name]
        with photographer.window("960x640", Level(7, 7), **scene.settings) as driver:
            scene.play(driver)
            for theme, ending in (("dark", ""), ("light", "-light")):
                driver.window.theming.choose(theme)
                driver.root.update()
                scene.point(driver)
                driver.live(0.15)
                taken = picture(scene.top(driver)).quantize(256)
                taken.save(GUIDE / f"{name}{ending}.png", optimize=True)
    root.destroy()


def open_board(driver: Driver) -> None:
    """Show a level of which everything is known soon."""
    SCENES["unique"].play(driver)


def picture(top: tk.Tk | tk.Toplevel) -> Image.Image:
    """Return a picture of a window with its menus, which Tk does not count as a part of it."""
    top.update()
    left, upper = map(int, top.geometry().split("+")[1:])
    box = (left, upper, left + top.winfo_width(), top.winfo_rooty() + top.winfo_height())
    return ImageGrab.grab(bbox=box).convert("RGB")


def short(name: str) -> str:
    """Return the name of a picture for the name of a window: its function or class."""
    return name.split()[-1].replace("ask_", "dialog_").replace("_", "-")


def take_all(scale: int, chosen: list[str]) -> int:
    """Take all pictures of a scale; return how many scenes failed."""
    failed = 0
    root = tk.Tk()
    root.withdraw()
    photographer = Photographer(root, scale, chosen)
    work: list[tuple[str, Callable[[], None]]] = []
    for name, scene in SCENES.items():
        work.append((name, partial(photographer.scene, name, scene)))
    for name, what in DIALOGS.items():
        work.append((short(name), partial(photographer.dialog, short(name), what)))
    work += [(short(name), partial(photographer.other, name)) for name in WINDOWS]
    for name, take in work:
        if photographer.wants(name):
            print(f"scale {scale}: {name}", flush=True)
            try:
                take()
            except Exception:  # the other pictures are wanted as well
                traceback.print_exc()
                failed += 1
    root.destroy()
    return failed


@contextmanager
def own_home() -> Iterator[None]:
    """Keep what windows remember apart from what the user's own window does."""
    get_temp_dir()  # that of the processes, which ends after this one
    with tempfile.TemporaryDirectory() as home:
        for name in ("CONFIG", "STATE", "DATA"):
            os.environ[f"XDG_{name}_HOME"] = f"{home}/{name}"
        os.environ["HOME"] = tempfile.tempdir = home
        yield


def main(arguments: list[str]) -> int:
    """Take the pictures of each scale in a process, so that nothing is left of another scale."""
    if arguments[:1] in (["--scale"], ["--guide"]):
        if why_not := virtual_screen(SCREEN):
            print(why_not, file=sys.stderr)
            return 1
        if arguments[0] == "--scale":
            with own_home():
                return min(take_all(int(arguments[1]), arguments[2:]), 1)
        GUIDE.mkdir(exist_ok=True)
        with own_home():
            take_guide()
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tests.app.screenshots", "--scale"]
    with ExitStack() as stack:
        running = [stack.enter_context(started([*command, scale, *arguments])) for scale in SCALES]
        status = max([process.wait() for process in running])
    print(f"{len(list(FOLDER.glob('*.png')))} pictures are in {FOLDER}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
