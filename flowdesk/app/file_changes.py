"""What other programs do to the open file: noticed, said once, and answered by the user."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.timers import Timer
from flowdesk.desk.documents.known_file import FileChange

if TYPE_CHECKING:
    from flowdesk.app.window import Window

#: How long after the window got the focus: a click that brought it is over by then.
_PAUSE_MS = 150

_TAKE, _SAVE_AS, _NOT_NOW = "Take theirs", "Save as ...", "Not now"
_OVERWRITE, _SAVE_AGAIN = "Overwrite", "Save again"


class FileChanges:
    """Looks at the open file whenever the window gets the focus."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._said: FileChange | None = None
        self._timer = Timer(window.root)
        window.root.bind("<FocusIn>", lambda event: self._look_soon(), add=True)

    @property
    def will_look(self) -> bool:
        """Whether the window has got the focus, and the file will be looked at soon."""
        return self._timer.running

    def look(self) -> None:
        """Say what another program has done to the file, unless that was said before."""
        window = self._window
        if window.closed or is_dialog_open(window.root):
            return
        if window.edit.has_gesture:
            self._look_soon()
            return
        change = window.document.look_at_file()
        is_news, self._said = change != self._said, change
        if change and is_news:
            self._ask(change, partial(window.files.save, over=change))

    def ask_before_saving(self, change: FileChange, save_over: Callable[[], bool]) -> bool:
        """What to do instead of saving over a change; whether the document is saved now."""
        if change.is_gone and change == self._said:
            self._said = None
            return save_over()  # it was said, and nothing is lost by that
        self._said = change
        return self._ask(change, save_over)

    def _ask(self, change: FileChange, save_over: Callable[[], bool]) -> bool:
        window, name = self._window, change.path.name
        if change.is_gone:
            title = "The file is gone"
            text = (
                f"{change.path} is not there any more: it was deleted, moved or renamed by another "
                "program. What is open here is in no file now."
            )
            answers = [_SAVE_AGAIN, _SAVE_AS, _NOT_NOW]
        elif change.problem:
            title = "Changed by another program"
            text = (
                f"{name} was changed by another program, and cannot be read any more. What is open "
                f"here stays as it is.\n\n{change.problem}"
            )
            answers = [_SAVE_AS, _OVERWRITE, _NOT_NOW]
        else:
            title = "Changed by another program"
            text = (
                f"{name} was changed by another program since it was opened or saved here.\n\n"
                f"“{_TAKE}” opens what is in the file now; undo brings back what is open here. "
                f"“{_OVERWRITE}” writes what is open here over it, which cannot be undone."
            )
            answers = [_TAKE, _SAVE_AS, _OVERWRITE, _NOT_NOW]
        answer = message.ask(window.root, title, text, answers)
        if answer in (_TAKE, _OVERWRITE, _SAVE_AGAIN):
            self._said = None  # what comes next is another change, even if it is the same
        if answer in (_OVERWRITE, _SAVE_AGAIN):
            return save_over()
        if answer == _SAVE_AS:
            return window.files.save_as(beside=True)
        if answer == _TAKE:
            self._take(change)
        return False

    def _take(self, change: FileChange) -> None:
        window = self._window
        window.document.take(change)
        window.say(f"Opened as it is in the file now; {window.key('Undo')} brings yours back.")
        message.show_remarks(window.root, window.document.remarks)

    def _look_soon(self) -> None:
        self._timer.start(_PAUSE_MS, self.look)
