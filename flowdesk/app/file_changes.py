"""Changes of the open file by other programs: notice them, and ask once what to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.saving import Saving
from flowdesk.app.session import Session
from flowdesk.app.timers import Timer
from flowdesk.desk.documents.known_file import FileChange

#: How long after the window got the focus: a click that brought it is over by then.
_PAUSE_MS = 150

_TAKE, _SAVE_AS, _NOT_NOW = "Reload", "Save as ...", "Not now"
_OVERWRITE, _SAVE_AGAIN = "Overwrite", "Save again"


class FileChanges:
    """Looks at the open file whenever its tab is shown, or the window gets the focus."""

    def __init__(self, session: Session, saving: Saving) -> None:
        self._shell = session.shell
        self._document = session.document
        self._saving = saving
        self._session = session
        self._asked: FileChange | None = None
        self.timer = Timer(self._shell.root)

    def close(self) -> None:
        self.timer.stop()

    def look(self) -> None:
        """Ask what to do about a change of the file, unless that was asked before."""
        if is_dialog_open(self._shell.root) or not self._session.is_in_front:
            return
        if self._session.hands.gesture:
            self.look_soon()
            return
        change = self._document.look_at_file()
        is_news, self._asked = change != self._asked, change
        if change and is_news:
            self._ask(change, partial(self._saving.save, over=change))

    def ask_before_saving(self, change: FileChange, save_over: Callable[[], bool]) -> bool:
        """Ask what to do instead of saving over a change; return whether the document is saved."""
        if change.is_gone and change == self._asked:
            self._asked = None
            return save_over()  # the user knows, and nothing is lost
        self._asked = change
        return self._ask(change, save_over)

    def _ask(self, change: FileChange, save_over: Callable[[], bool]) -> bool:
        name, title = change.path.name, "Changed by another program"
        if change.is_gone:
            title = "The file is gone"
            text = (
                f"{change.path} is not there any more: it was deleted, moved or renamed by another "
                "program. What is open here is in no file now."
            )
            answers = [_SAVE_AGAIN, _SAVE_AS, _NOT_NOW]
        elif change.problem:
            text = (
                f"{name} was changed by another program, and cannot be read any more. What is open "
                f"here stays as it is.\n\n{change.problem}"
            )
            answers = [_SAVE_AS, _OVERWRITE, _NOT_NOW]
        else:
            text = (
                f"{name} was changed by another program since it was opened or saved here.\n\n"
                f"“{_TAKE}” opens what is in the file now; undo brings back what is open here. "
                f"“{_OVERWRITE}” writes what is open here over it, which cannot be undone."
            )
            answers = [_TAKE, _SAVE_AS, _OVERWRITE, _NOT_NOW]
        answer = message.ask(self._shell.root, title, text, answers)
        if answer in (_TAKE, _OVERWRITE, _SAVE_AGAIN):
            self._asked = None  # what comes next is another change, even if it is the same
        if answer in (_OVERWRITE, _SAVE_AGAIN):
            return save_over()
        if answer == _SAVE_AS:
            return self._saving.save_as(beside=True)
        if answer == _TAKE:
            self._document.take(change)
            undo = self._shell.key("Undo")
            self._shell.say(f"Opened as it is in the file now; {undo} brings yours back.")
            message.show_remarks(self._shell.root, self._document.remarks)
        return False

    def look_soon(self) -> None:
        """Look when the click is over that has brought the window or the tab to the front."""
        self.timer.start(_PAUSE_MS, self.look)
