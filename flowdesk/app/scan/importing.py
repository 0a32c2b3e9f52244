"""Importing: levels from pictures, wherever the pictures come from."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import files as file_dialogs
from flowdesk.app.document_view import DocumentView
from flowdesk.app.files import Files
from flowdesk.app.scan.dialog import ask_board, ask_scan
from flowdesk.desk.scans.scan import Scan
from flowdesk.kinds.entry import Entry


class Importing:
    """Shows a picture in a dialog, and opens what was read of it as a new document."""

    def __init__(self, shown: DocumentView, files: Files) -> None:
        self._shell = shown.shell
        self._theming = shown.theming
        self._document = shown.document
        self._files = files
        files.read_picture = self.read

    @property
    def commands(self) -> dict[str, Command]:
        return {"Import picture ...": Command(self.choose)}

    def choose(self) -> None:
        """Ask for a file with a picture."""
        if path := file_dialogs.ask_picture(self._shell.root, self._files.folder):
            self._files.open_other(path)

    def open_picture(self, data: bytes, called: str) -> bool:
        """Import the content of a file with a picture, unless unsaved work is to be kept.

        `called` names the picture and the new document. Return whether one was opened.
        """
        return self._open(data, called)

    def open_image(self, image: Image.Image, called: str) -> bool:
        """Import a picture that is in no file, as `open_picture` does."""
        return self._open(image.convert("RGB"), called)

    def scan(self, data: bytes, called: str) -> Scan | None:
        """Return what a person has made of a picture in the dialog; None if it was cancelled."""
        return ask_scan(self._shell, self._theming, data, called, "Keep")

    def read(self, picture: bytes | Image.Image, called: str) -> Entry | None:
        """Return the level that was made of a picture; None if the dialog was cancelled."""
        return ask_board(self._shell, self._theming, picture, called)

    def _open(self, picture: bytes | Image.Image, called: str) -> bool:
        if not self._files.may_leave():
            return False
        entry = self.read(picture, called)
        if entry is None:
            return False
        self._document.open_entries([entry], Path(called).stem)
        return True
