"""Saving: a document to its file, what other programs do to that, and work kept for a crash."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import files as file_dialogs
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.dialogs.files import ask_folder
from flowdesk.app.session import Session
from flowdesk.app.timers import Slices, Timer
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import listed
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import home_folder, is_shipped_puzzle
from flowdesk.core.text import counted
from flowdesk.desk.documents.known_file import FileChange, FileChanged, Snapshot, UnsavedLesson
from flowdesk.desk.documents.recovery import Encoder, RecoveryFile
from flowdesk.desk.packs.lineup import puzzle_names
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_index import name_beside
from flowdesk.desk.work.jobs import finish
from flowdesk.formats.registry import JSON, losses, read_data
from flowdesk.kinds.entry import SOLUTION, Format

_IN_FOLDER, _IN_FILE = "In a folder ...", "In one file ..."
_SAVE = "Save anyway"
_SAVE_AS_JSON = f"Save as {JSON.name} ..."


#: How long after the window got the focus: a click that brought it is over by then.
_PAUSE_MS = 150

_TAKE, _SAVE_AS, _NOT_NOW = "Reload", "Save as ...", "Not now"
_OVERWRITE, _SAVE_AGAIN = "Overwrite", "Save again"


class Keeper(Protocol):
    """What the level on the board is saved in, instead of a file of its own."""

    def keeps(self) -> bool:
        """Whether it has the level as it is now."""

    def save(self) -> bool:
        """Save it; return whether it is saved."""

    def save_as(self) -> bool:
        """Ask for a name and save it; return whether it is saved."""


class Saving:
    """Saves a document, and looks at its file when its tab is shown, or the window gets the focus.

    `keeper` returns what the level is saved in instead of a file of its own; `may_close_too` tells
    whether what is open beside the document may be closed as well. `disposable` is a level that may
    be replaced without asking, because it was made for the moment.
    """

    def __init__(
        self,
        session: Session,
        *,
        keeper: Callable[[], Keeper | None],
        may_close_too: Callable[[], bool],
    ) -> None:
        self.may_close_too, self._keeper = may_close_too, keeper
        self.disposable: Puzzle | None = None
        self._shell = session.shell
        self._document = session.document
        self._session = session
        self._asked: FileChange | None = None  # about a change of the file
        self.timer = Timer(session.shell.root)
        session.shell.at_end(self.timer.stop)

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Save": Command(self.save),
            "Save as ...": Command(lambda: (self._keeper() or self).save_as()),
        }

    def save(self, over: FileChange | None = None) -> bool:
        """Save to the open file in its format, or ask for a name; return whether it is saved.

        A file that FlowDesk ships stays as it is. A change by another program is overwritten if it
        is the change `over`.
        """
        document = self._document
        if keeper := self._keeper():
            return keeper.save()
        if document.path and is_shipped_puzzle(document.path):
            return self.save_as()
        if document.path and document.format and document.can_be(document.format):
            return self.save_to(document.path, document.format, over)
        return self.save_as()

    def save_as(self, suggested: Format | None = None, *, beside: bool = False) -> bool:
        """Ask for a name and a format, and save; return whether it is saved.

        Several puzzles may be saved in a folder instead, which the document goes on in.
        With `beside`, suggest a name beside the open file's, which is to stay as it is.
        """
        document = self._document
        if document.count > 1 and not (suggested or beside):
            where = message.ask(
                self._shell.root,
                f"Save {document.count:,} puzzles",
                "In a folder each puzzle gets a numbered file of its own, and the folder is a "
                "pack that you go on in. One file holds them all.",
                [_IN_FOLDER, _IN_FILE, "Cancel"],
            )
            if where != _IN_FILE:
                return where == _IN_FOLDER and self._save_in_folder()
        shown = suggested or self._fitting_format()
        folder = self._own_folder
        name = "" if document.path else name_beside(puzzle_names(folder), document.level.title)
        path = folder / (document.path.name if document.path else f"{name}.txt")
        if beside:
            path = path.with_stem(f"{path.stem}-mine")
        target = file_dialogs.ask_save(self._shell.root, path, document.can_be, shown)
        return target is not None and self.save_to(*target)

    @property
    def _own_folder(self) -> Path:
        """The folder to suggest: beside the open file, but not among what is shipped."""
        folder = Path(self._shell.folder_beside(self._document.path))
        return home_folder() if is_shipped_puzzle(folder) else folder

    def _save_in_folder(self) -> bool:
        """Ask for a folder, and save each puzzle there; go on in the file of the current one."""
        root, document = self._shell.root, self._document
        title = "Save in a folder, each puzzle in a file"
        folder = ask_folder(root, title, self._own_folder)
        if folder is None:
            return False
        try:
            pack = Pack(folder, read=False)
            finish(pack.scan())
            file = pack.index.files[finish(pack.insert("save", document.entries))[document.index]]
        except FlowDeskError as error:
            message.show_message(root, "Not all saved", str(error))
            return False
        (entry,) = file.levels.values()
        if entry.level != document.level:
            document.apply("title", entry.level)
        count, path = document.count, folder / file.name
        document.go_on_in(path, read_data(file.data, file.name)[0], file.data)
        self._shell.used(path)
        self._shell.say(f"Saved {counted(count, 'file')} in {folder.name}.")
        return True

    def save_to(
        self, path: Path, format: Format | None = None, over: FileChange | None = None
    ) -> bool:
        """Save under a name, after asking about losses; return whether it is saved."""
        document = self._document
        try:
            format = format or document.format_for(path)
            lost = losses(format, document.entries)
            answer = self._ask_about_losses(path, format, lost)
            if answer == _SAVE_AS_JSON:
                return self.save_as(JSON)
            return answer == _SAVE and self._write(path, format, lost, over)
        except FlowDeskError as error:
            if isinstance(error, FormatError) and format is not JSON:
                text = str(error.at(source=path.name))
                wanted = message.offer(self._shell.root, "Not saved", text, _SAVE_AS_JSON)
                return wanted and self.save_as(JSON)
            message.show_message(self._shell.root, "Not saved", str(error))
            return False

    def _write(self, path: Path, format: Format, lost: list[str], over: FileChange | None) -> bool:
        """Write a file without what is `lost`, unless another program has changed it."""
        document = self._document
        before, folder = document.format, document.path and document.path.parent
        try:
            document.save(path, format, lost + document.remarks, over)
        except FileChanged as error:
            write_over = partial(self._write, path, format, lost, error.change)
            return self._ask_before_saving(error.change, write_over)
        self._shell.used(path)
        lacks = [loss for loss in lost if format is not before or loss != SOLUTION]
        kind = f" ({format.name})" if format is not before else ""
        place = "" if path.parent == folder else f" in {path.absolute().parent.name or '/'}"
        self._shell.say(f"Saved as {path.name}{kind}{place}{message.without(lacks)}.")
        return True

    def _ask_about_losses(self, path: Path, format: Format, lost: list[str]) -> str:
        """Return what to do about what the file will not hold; ask about the same only once."""
        document = self._document
        unread = document.remarks if document.is_at(path) else []
        known = document.left_out if format is document.format else ()
        if {SOLUTION, *known}.issuperset(lost + unread):
            return _SAVE
        text = f"{path.name} will contain only what could be read of it."
        if lost:
            text = f"{path.name} as {format.name} leaves out {listed(lost)}."
        return message.ask(
            self._shell.root,
            "Not everything can be saved",
            "\n\n".join([text, *unread]),
            [_SAVE, _SAVE_AS_JSON, "Cancel"],
        )

    def _fitting_format(self) -> Format:
        """Return the format to suggest: the document's, a map, or JSON if a map is not enough."""
        document = self._document
        if document.format and document.can_be(document.format):
            return document.format
        plain = document.format_for(Path("level.txt"))
        try:
            lost = losses(plain, document.entries)
        except FormatError:
            return JSON
        return plain if {SOLUTION}.issuperset(lost) else JSON

    @property
    def is_needed(self) -> bool:
        """Whether the document has changes that are saved nowhere."""
        self._session.apply_typed()
        keeper = self._keeper()
        return not (self._document.is_saved or (keeper and keeper.keeps()))

    def may_close(self) -> bool:
        """Return whether the document may be closed, after asking about unsaved work."""
        if self.is_needed:
            answer = message.ask_about_unsaved(self._shell.root, self._document.name)
            if not (self.save() if answer == "Save" else answer == "Don't save"):
                return False
        return self.may_close_too()

    # What other programs do to the file

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
            self._ask(change, partial(self.save, over=change))

    def _ask_before_saving(self, change: FileChange, save_over: Callable[[], bool]) -> bool:
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
            return self.save_as(beside=True)
        if answer == _TAKE:
            self._document.take(change)
            undo = self._shell.key("Undo")
            self._shell.say(f"Opened as it is in the file now; {undo} brings yours back.")
            message.show_remarks(self._shell.root, self._document.remarks)
        return False

    def look_soon(self) -> None:
        """Look when the click is over that has brought the window or the tab to the front."""
        self.timer.start(_PAUSE_MS, self.look)


class Keeping:
    """The recovery file of a document, and of the `lesson` beside it that is not saved.

    A change is written after `pause()` milliseconds, together with those that follow it; as long as
    that is None, nothing is kept.
    """

    def __init__(
        self,
        session: Session,
        pause: Callable[[], int | None],
        lesson: Callable[[], UnsavedLesson | None],
    ) -> None:
        self._shell = session.shell
        self._session = session
        self._document = session.document
        self._pause, self._lesson = pause, lesson
        self._file = RecoveryFile()
        self._encoder = Encoder()
        self._timer = Timer(session.shell.root)  # for the pause to be over
        self._slices = Slices(session.shell.root)
        self._has_complained = self._has_ended = False
        session.document.changed.connect(lambda what: self.look(), session.shell)
        session.shell.at_end(self._close)

    def look(self) -> None:
        """Keep the document if it is not saved; else remove what was kept."""
        pause = self._pause()
        if pause is None or self._has_ended:
            return
        if self._is_saved:
            self._drop()
        elif not self._timer.running:
            self._timer.start(pause, lambda: self._slices.start(self._keeping()))

    def adopt(self, file: RecoveryFile) -> None:
        """Go on with the file that the document is recovered from, until it is saved."""
        self._drop()
        self._file = file

    def end(self) -> None:
        """Stop, and remove the file: what is not saved was given up."""
        self._has_ended = True
        self._drop()

    def _close(self) -> None:
        """Keep what is not saved: the window closes without asking."""
        self._stop()
        is_on = self._pause() is not None and not self._has_ended
        if is_on and not self._is_saved:
            for _ in self._keeping():
                pass
        self._file.release()

    @property
    def _is_saved(self) -> bool:
        is_typed = self._session.typed is not self._document.level
        return self._document.is_saved and not is_typed and self._lesson() is None

    def _snapshot(self) -> Snapshot:
        """Return the document as it is now, with what is still being typed."""
        typed = self._session.typed
        snapshot = replace(self._document.snapshot(), lesson=self._lesson())
        if typed is self._document.level:
            return snapshot
        entries = list(snapshot.entries)
        entries[snapshot.index] = replace(self._document.entry, level=typed)
        return replace(snapshot, entries=entries, saved=False)

    def _keeping(self) -> Iterator[None]:
        """Encode the document, a part at a time, and write it."""
        data = yield from self._encoder.encode(self._snapshot())
        try:
            self._file.write(data)
        except FlowDeskError as error:
            if not self._has_complained:
                self._shell.say(f"Unsaved work is not kept in case of a crash: {error}")
            self._has_complained = True

    def _drop(self) -> None:
        self._stop()
        self._file.remove()

    def _stop(self) -> None:
        self._timer.stop()
        self._slices.stop()
