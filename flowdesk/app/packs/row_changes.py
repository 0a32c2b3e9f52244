"""RowChanges: what is done with the levels in the row of the open one, and with their pack."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.fields import ask_about, ask_title
from flowdesk.app.files import Files, OpenDocument, OpenPack
from flowdesk.app.front import Front
from flowdesk.app.incoming import copy_levels, pasted_levels
from flowdesk.app.level_bar import LevelBar
from flowdesk.app.packs.editing import Changing
from flowdesk.core.edit import Edit
from flowdesk.core.text import counted, in_past
from flowdesk.desk.packs.lineup import Lineup
from flowdesk.desk.packs.naming import own_title
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import Steps, finish
from flowdesk.kinds.entry import Entry


class RowChanges:
    """Changes the row of the tab in front; `select` selects members with these ids."""

    def __init__(
        self,
        front: Front,
        levels: LevelBar,
        files: Files,
        changing: Changing,
        select: Callable[[Collection[int]], object],
    ) -> None:
        self._front, self._shell = front, front.shell
        self._levels, self._files = levels, files
        self._changing, self._select = changing, select

    @property
    def lineup(self) -> Lineup:
        return self._levels.lineup

    @property
    def commands(self) -> dict[str, Command]:
        def has_file() -> bool:
            return self.lineup.folder is not None

        return {
            "Rename ...": Command(self.rename, has_file),
            "Pack ...": Command(self.change_about, has_file),
        }

    @property
    def open_pack(self) -> OpenPack | None:
        """The row as a pack to which levels can be added, all of them in one step of undo."""
        row = self.lineup
        is_pack = row.is_pack and row.place is not None
        add = partial(self.insert, row, joined=list[Edit[Any]]())
        return OpenPack(_name(row), add) if is_pack else None

    def open(self, number: int, then: Callable[[], object] = lambda: None) -> None:
        """Open a member; first ends a change that is being made, in which files get other names."""
        row = self.lineup
        id = row.ids[number]

        def open() -> None:
            now = self.lineup
            is_same = now.pack is row.pack if row.pack else now.document is row.document
            if is_same and id in now.ids:
                self._levels.go_to(now.ids.index(id))
                then()

        self._changing.when_ended(open)

    def insert(
        self,
        row: Lineup,
        label: str,
        entries: Sequence[Entry],
        before: int | None = None,
        *,
        opens: bool = True,
        joined: list[Edit[Any]] | None = None,
    ) -> None:
        """Insert levels before a member, or at the end; in the row in front open the first.

        It joins the last of the steps `joined`, which has this one then.
        """
        new = list[int]()

        def inserting() -> Steps[None]:
            last = joined[-1] if joined else None
            new.extend((yield from row.insert(label, entries, before, last)))
            if joined is not None and row.history.last:
                joined.append(row.history.last)

        def inserted() -> None:
            if opens and row.document is self._front.document:
                self._levels.go_to(row.ids.index(new[0]))
                self._select(new)

        said = f"{in_past(label)} {counted(len(entries), 'puzzle')} into {_name(row)}."
        self._change(row, inserting(), said, inserted, waits=True)

    def delete(self, numbers: Collection[int]) -> None:
        """Delete members, but not all; undo brings them back."""
        row = self.lineup
        if len(numbers) == len(row):  # without a row there is no undo
            browse = f"the pack browser ({self._shell.key('Browse pack')}) deletes all."
            how = browse if row.pack else "close the tab to throw all away."
            self._shell.say(f"One puzzle must stay: {how}")
        elif numbers:
            said = f"Deleted {counted(len(numbers), 'puzzle')}. {self._shell.key('Undo')} brings"
            said += " it back." if len(numbers) == 1 else " them back."
            self._change(row, row.delete(numbers), said, follows=True)

    def move(self, numbers: Collection[int], before: int) -> None:
        """Put members before another one, or at the end."""
        row = self.lineup
        first = sum(number not in numbers for number in range(before))
        moved = [row.ids[number] for number in sorted(numbers)]
        if not row.pack:
            moved = [*range(first, first + len(numbers))]
        said = f"Moved {counted(len(numbers), 'puzzle')}."
        self._change(row, row.move(numbers, before), said, lambda: self._select(moved))

    def arrange(self, label: str, numbers: Sequence[int], said: str) -> None:
        self._change(self.lineup, self.lineup.arrange(label, numbers), said)

    def undo(self) -> None:
        row = self.lineup
        self._change(row, row.undo(), f"Undone: {row.history.undo_label}.", follows=True)

    def redo(self) -> None:
        row = self.lineup
        self._change(row, row.redo(), f"Redone: {row.history.redo_label}.", follows=True)

    def copy(self, numbers: Collection[int]) -> None:
        """Put members on the clipboard, with all that is known of them."""
        if entries := self.lineup.entries(numbers):
            self._shell.say(copy_levels(self._shell.root, entries))

    def paste(self, before: int, take_results: Callable[[str], object]) -> None:
        """Insert the levels on the clipboard before a member."""
        if entries := pasted_levels(self._shell.root, take_results):
            self.insert(self.lineup, "paste", entries, before)

    # The open level, and its pack

    def rename(self, number: int | None = None) -> None:
        """Ask for another title of a member, else of the open puzzle; name its file after it."""
        row, pack = self.lineup, self._folder()
        number = row.place if number is None else number
        if pack is None or number is None:
            return
        path, place = row.path(number) or row.document.path, 0 if row.pack else number
        levels = list(pack.levels_in(path).items())
        if place >= len(levels) or (row.pack and len(levels) > 1):
            self._shell.say("That is not a single puzzle: open it for that.")
            return
        id, entry = levels[place]
        title = ask_title(self._shell.root, own_title(pack.about.pattern, entry.level.title))

        def done() -> None:
            file = pack.index.files[pack.index.holders[id]]
            self._shell.used(pack.folder / file.name)
            self._shell.say(f"{file.levels[id].level.title or 'Without a title'}, in {file.name}.")

        if title is not None:
            self._change_pack(pack.rename(id, title), done, pack)

    def change_about(self) -> None:
        pack = self._folder()
        about = ask_about(self._shell.root, pack.about) if pack else None
        if pack and about:
            said = f"{about.title}: saved beside the puzzles."
            self._change_pack(pack.set_about(about), lambda: self._shell.say(said))

    def _folder(self) -> Pack | None:
        """Return the folder's pack of the open file, unless it cannot be changed, which is told."""
        pack = self.lineup.folder
        if pack is None:
            return None
        finish(pack.scan())
        if pack.fixed:
            message.show_message(self._shell.root, "Not changed", pack.fixed)
            return None
        return pack

    def _change_pack(
        self, steps: Steps[object], done: Callable[[], object], followed: Pack | None = None
    ) -> None:
        """Make a change; the open documents at levels of a pack that is `followed` follow."""

        def slice_done(done_all: bool) -> None:
            if done_all and not self._changing.running:
                done()

        self._changing.start(steps, slice_done, followed)

    # How

    def _change(
        self,
        row: Lineup,
        steps: Steps[object],
        said: str,
        then: Callable[[], object] = lambda: None,
        *,
        follows: bool = False,
        waits: bool = False,
    ) -> None:
        """Make a change and say what was done; with `follows`, files with open levels may change.

        Of open levels that are gone the tabs are closed, unless they have what their files had not.
        What stood beside the one in front is open then.
        """
        place, had = row.place, [each for each in self._files.documents if each.document.path]
        if row.fixed or (self._changing.running and not waits):
            self._shell.say(row.fixed or "The puzzles of this pack are being changed.")
            return

        def slice_done(done_all: bool) -> None:
            if self._changing.running:
                self._shell.say("Changing the files ...")
                return
            row.refresh()
            self._close_lost(had, row, place or 0)
            self._levels.refresh()
            if done_all:
                then()
                self._shell.say(said)

        self._changing.start(steps, slice_done, row.pack if follows else None, waits=waits)

    def _close_lost(self, had: Sequence[OpenDocument], row: Lineup, place: int) -> None:
        """Close the tabs whose files are gone; open what stands where that in front was.

        What a file could not hold, such as a drawing, stays in its tab, until undo brings it back.
        """
        lost = [each for each in had if each.document.path is None]
        document = self._front.document
        if row.pack and row.ids and any(each.document is document for each in lost):
            name = row.pack.index.files[row.ids[min(place, len(row.ids) - 1)]].name
            self._levels.open(row.pack.folder / name, 0, None if document.left_out else document)
        for each in lost:
            is_gone = each.document.path is None and not each.document.left_out
            if is_gone and each.document is not self._front.document:
                self._files.documents.remove(each)


def _name(row: Lineup) -> str:
    return row.pack.path.name if row.pack else row.document.name
