"""Importing: levels from pictures, wherever the pictures come from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PIL import Image

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import files as file_dialogs
from flowdesk.app.files import Files
from flowdesk.app.recent import Recent
from flowdesk.app.scan.dialog import ScanDialog
from flowdesk.app.shell import Shell
from flowdesk.app.theming import Theming
from flowdesk.desk.scans.scan import Dots, Scan
from flowdesk.kinds.entry import Entry

#: What is written about a level of the name of its picture.
_NAMES = ("title", "picture")


class Importing:
    """Shows a picture in a dialog, and opens what was read of it as a new document."""

    def __init__(self, shell: Shell, theming: Theming, files: Files, recent: Recent) -> None:
        self._shell = shell
        self._theming = theming
        self._files = files
        self._recent = recent

    @property
    def commands(self) -> dict[str, Command]:
        return {"Import picture ...": Command(self.choose)}

    def choose(self) -> None:
        """Ask for a file with a picture."""
        if path := file_dialogs.ask_picture(self._shell.root, self._recent.folder):
            self._files.open_path(path)

    def open_picture(
        self, picture: bytes | Image.Image, called: str, *, is_file: bool = True
    ) -> bool:
        """Import the content of a file or an RGB image.

        `called` names the picture and the new document, and the level if it `is_file`. Return
        whether one was opened.
        """
        scan = ScanDialog(self._shell, self._theming, picture, called).ask_scan()
        if scan is None or scan.entry is None:
            return False
        entry = scan.entry if is_file else _nameless(scan.entry)
        self._files.open_entries([entry], Path(called).stem)
        return True

    def correct(self, data: bytes, called: str, known: Dots | None) -> Scan | None:
        """Return what a person has made of a picture in the dialog; None if it was cancelled.

        If its level is `known`, that is shown, else what is read.
        """
        return ScanDialog(self._shell, self._theming, data, called, "Keep", known).ask_scan()


def _nameless(entry: Entry) -> Entry:
    """Return a level without the name of its picture."""
    about = {key: text for key, text in entry.level.about.items() if key not in _NAMES}
    return replace(entry, level=replace(entry.level, about=about))
