"""Importing: levels from pictures: files, the clipboard, the screen, and many pictures at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PIL import Image

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_folder, ask_picture
from flowdesk.app.files import Files
from flowdesk.app.front import Front
from flowdesk.app.incoming import may_be_picture
from flowdesk.app.scan.batch_window import BatchWindow
from flowdesk.app.scan.dialog import ScanDialog
from flowdesk.app.scan.grab import ScreenGrab
from flowdesk.app.shell import Background, Work
from flowdesk.app.timers import Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.packs.pack_store import is_puzzle_name
from flowdesk.desk.scans.batch import pictures_in
from flowdesk.desk.scans.scan import Dots, Scan
from flowdesk.formats.registry import PICTURE, suffixes
from flowdesk.scan.loading import on_clipboard

_NONE = "There is no picture on the clipboard."
#: What is written about a level of the name of its picture.
_NAMES = ("title", "picture")


class Importing:
    """Shows a picture in a dialog, and opens what was read of it; many go to a window of theirs.

    `open_names` opens files and folders by their names, such as those that were copied; `open_pack`
    opens a folder of levels.
    """

    def __init__(
        self,
        front: Front,
        files: Files,
        background: Background,
        *,
        open_names: Callable[[Sequence[str]], object],
        open_pack: Callable[[Path], object],
    ) -> None:
        self._front, self._shell = front, front.shell
        self._files, self._background = files, background
        self._open_names, self._open_pack = open_names, open_pack
        self._timer = Timer(front.shell.root)
        self.grab = ScreenGrab(
            front.shell, lambda part: self.open_picture(part, "Screen", is_file=False)
        )
        self.batch: BatchWindow | None = None  # once there was something to show
        front.shell.at_end(self._close)

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Import picture ...": Command(self.choose),
            "Import from clipboard": Command(partial(self.paste, _NONE)),
            "Grab from screen ...": Command(self.grab.start),
            "Import folder of pictures ...": Command(self.choose_folder),
        }

    def _close(self) -> None:
        self._timer.stop()
        if self.batch:
            self.batch.close()

    # One picture

    def choose(self) -> None:
        folder = self._shell.folder_beside(self._front.document.path)
        if path := ask_picture(self._shell.root, folder):
            self._files.open_path(path)

    def open_picture(
        self, picture: bytes | Image.Image, called: str, *, is_file: bool = True
    ) -> bool:
        """Import the content of a file or an RGB image.

        `called` names the picture and the new document, and the level if it `is_file`. Return
        whether one was opened.
        """
        scan = ScanDialog(self._front, picture, called).ask_scan()
        if scan is None or scan.entry is None:
            return False
        entry = scan.entry
        if not is_file:
            about = entry.level.about
            entry = entry.noted({key: about[key] for key in about if key not in _NAMES})
        self._files.take_in("import", [entry], Path(called).stem)
        return True

    def correct(self, data: bytes, called: str, known: Dots | None) -> Scan | None:
        """Return what a person has made of a picture in the dialog; None if it was cancelled.

        If its level is `known`, that is shown, else what is read.
        """
        return ScanDialog(self._front, data, called, "Keep", known).ask_scan()

    def paste(self, why_not: str) -> None:
        """Open a picture, or copied files, on the clipboard; if there are none, show `why_not`."""
        try:
            is_worth_a_look = may_be_picture(self._shell.root)
        except FlowDeskError as error:
            is_worth_a_look, why_not = False, str(error)
        if not is_worth_a_look:
            message.show_message(self._shell.root, "Not pasted", why_not)
            return

        def pasted(found: bytes | list[Path] | None) -> None:
            if isinstance(found, bytes):
                self.open_picture(found, "Clipboard", is_file=False)
            elif found:
                self._open_names([str(path) for path in found])
            else:
                message.show_message(self._shell.root, "Not pasted", why_not)

        doing = "Asking for the picture on the clipboard"
        self._begin(Work(doing, "Nothing was pasted", pasted), on_clipboard)

    def _begin(self, work: Work, function: Callable[..., object], *args: object) -> None:
        """Begin work that ends when idle, because a dialog would keep the next work waiting."""

        def finish(found: object) -> None:
            self._shell.say("")
            self._timer.when_idle(work.finish, found)

        self._background.begin(replace(work, finish=finish), function, *args)

    # Many pictures

    def choose_folder(self) -> None:
        root = self._shell.root
        if folder := ask_folder(root, "Folder of pictures"):
            none = f"There is no picture in {folder}."
            show_none = partial(message.show_message, root, "Nothing to import", none)
            self._look_for_pictures(folder, show_none)

    def open_folder(self, folder: Path) -> bool:
        """Open a pack, or the pictures in a folder without puzzles; return whether that began."""
        try:
            is_pack = any(is_puzzle_name(name, suffixes()) for name in os.listdir(folder))
        except OSError:  # which the pack explains
            is_pack = True
        if is_pack:
            return bool(self._open_pack(folder))
        self._look_for_pictures(folder, partial(self._open_pack, folder))
        return True

    def take(self, paths: Sequence[Path]) -> bool:
        """Import several pictures; return whether that is what the paths are."""
        are_pictures = all(path.suffix.lower() in PICTURE.suffixes for path in paths)
        if len(paths) < 2 or not are_pictures:
            return False
        self.open_many(paths)
        return True

    def open_many(self, paths: Sequence[Path]) -> None:
        """Show pictures, which begin to be read when a person says so."""
        if self.batch is None:
            self.batch = BatchWindow(self._front, self.correct, self._open_pack)
        self.batch.show(paths)

    def _look_for_pictures(self, folder: Path, if_none: Callable[[], object]) -> None:
        """Import the pictures in a folder and below it, which may take long."""

        def found(pictures: list[Path]) -> None:
            if pictures:
                self.open_many(pictures)
            else:
                if_none()

        doing = f"Looking for pictures in {folder}"
        self._begin(Work(doing, "Nothing was imported", found), pictures_in, folder)
