"""Sources: pictures from the clipboard, from the screen, and many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from flowdesk.app.actions import Command
from flowdesk.app.background import Background, Work
from flowdesk.app.clipboard import may_be_picture
from flowdesk.app.dialogs import message
from flowdesk.app.scan.grab import ScreenGrab
from flowdesk.app.scan.importing import Importing
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer
from flowdesk.scan.clipboard import on_clipboard

_NONE = "There is no picture on the clipboard."


class Sources:
    """Where pictures come from, besides a file that is opened.

    `open_names` opens files and folders by their names, such as those that were copied.
    """

    def __init__(self, shell: Shell, importing: Importing, background: Background) -> None:
        self.open_names: Callable[[Sequence[str]], object] = lambda names: None
        self._shell = shell
        self._importing = importing
        self._background = background
        self._timer = Timer(shell.root)
        self.grab = ScreenGrab(shell, lambda part: importing.open_image(part, "Screen"))

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Import from clipboard": Command(partial(self.paste, _NONE)),
            "Grab from screen ...": Command(self.grab.start),
        }

    def close(self) -> None:
        self._timer.stop()
        self.grab.close()

    def paste(self, why_not: str) -> None:
        """Open a picture, or copied files, on the clipboard; if there are none, show `why_not`."""
        if not may_be_picture(self._shell.root):
            message.show_message(self._shell.root, "Not pasted", why_not)
            return
        # When idle, because a dialog would keep the next work waiting.
        finish = partial(self._timer.when_idle, self._pasted, why_not)
        work = Work("Asking for the picture on the clipboard", "Nothing was pasted", finish)
        self._background.begin(work, on_clipboard)

    def _pasted(self, why_not: str, found: bytes | list[Path] | None) -> None:
        self._shell.say("")
        if isinstance(found, bytes):
            self._importing.open_picture(found, "Clipboard")
        elif found:
            self.open_names([str(path) for path in found])
        else:
            message.show_message(self._shell.root, "Not pasted", why_not)
