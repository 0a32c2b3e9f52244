"""Sources: pictures from the clipboard, from the screen, and many at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from flowdesk.app.actions import Command
from flowdesk.app.background import Background, Work
from flowdesk.app.clipboard import may_be_picture
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_folder
from flowdesk.app.scan.grab import ScreenGrab
from flowdesk.app.scan.importing import Importing
from flowdesk.app.scan.worker import pictures_below
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.packs.pack_store import is_puzzle_name
from flowdesk.formats.registry import PICTURE, suffixes
from flowdesk.scan.grabbing import on_clipboard

_NONE = "There is no picture on the clipboard."


class Sources:
    """Where pictures come from, besides a file that is opened.

    `open_names` opens files and folders by their names, such as those that were copied.
    `import_many` gets several pictures at once, `open_pack` a folder that is none of pictures.
    """

    def __init__(
        self,
        shell: Shell,
        importing: Importing,
        background: Background,
        *,
        open_names: Callable[[Sequence[str]], object],
        import_many: Callable[[Sequence[Path]], object],
        open_pack: Callable[[Path], object],
    ) -> None:
        self._open_names, self._import_many, self._open_pack = open_names, import_many, open_pack
        self._shell = shell
        self._importing = importing
        self._background = background
        self._timer = Timer(shell.root)
        self.grab = ScreenGrab(
            shell, lambda part: importing.open_picture(part, "Screen", is_file=False)
        )

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Import from clipboard": Command(partial(self.paste, _NONE)),
            "Grab from screen ...": Command(self.grab.start),
            "Import folder of pictures ...": Command(self.choose_folder),
        }

    def close(self) -> None:
        self._timer.stop()
        self.grab.close()

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
        self._import_many(paths)
        return True

    def _look_for_pictures(self, folder: Path, if_none: Callable[[], object]) -> None:
        """Import the pictures in a folder and below it, which may take long."""

        def found(pictures: list[Path]) -> None:
            self._shell.say("")
            # When idle, because a dialog would keep the next work waiting.
            if pictures:
                self._timer.when_idle(self._import_many, pictures)
            else:
                self._timer.when_idle(if_none)

        work = Work(f"Looking for pictures in {folder}", "Nothing was imported", found)
        self._background.begin(work, pictures_below, folder)

    def paste(self, why_not: str) -> None:
        """Open a picture, or copied files, on the clipboard; if there are none, show `why_not`."""
        try:
            is_worth_a_look = may_be_picture(self._shell.root)
        except FlowDeskError as error:
            is_worth_a_look, why_not = False, str(error)
        if not is_worth_a_look:
            message.show_message(self._shell.root, "Not pasted", why_not)
            return
        # When idle, because a dialog would keep the next work waiting.
        finish = partial(self._timer.when_idle, self._pasted, why_not)
        work = Work("Asking for the picture on the clipboard", "Nothing was pasted", finish)
        self._background.begin(work, on_clipboard)

    def _pasted(self, why_not: str, found: bytes | list[Path] | None) -> None:
        self._shell.say("")
        if isinstance(found, bytes):
            self._importing.open_picture(found, "Clipboard", is_file=False)
        elif found:
            self._open_names([str(path) for path in found])
        else:
            message.show_message(self._shell.root, "Not pasted", why_not)
