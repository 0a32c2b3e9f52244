"""PackRow: what the editor of packs changes in the row of the window, and what is shown of it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from flowdesk.app.actions import Command
from flowdesk.app.dialogs.fields import ask_title
from flowdesk.app.files import OpenPack
from flowdesk.app.front import Front
from flowdesk.app.level_bar import LevelBar
from flowdesk.app.packs.editor import Changing, PackEditor, Target
from flowdesk.app.widgets.tiles import Tiles
from flowdesk.desk.packs.lineup import Lineup, UndoStep
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish
from flowdesk.kinds.entry import Entry


class PackRow:
    """The row of the tab in front; `tiles` show it now, `select` selects members with these ids."""

    def __init__(
        self,
        front: Front,
        levels: LevelBar,
        changing: Changing,
        tiles: Callable[[], Tiles],
        select: Callable[[Iterable[int]], object],
    ) -> None:
        self._front, self._shell = front, front.shell
        self._levels, self._changing = levels, changing
        self._tiles, self.select = tiles, select
        self.top: tk.Misc = front.shell.root
        self.say = front.shell.say
        self.editor = PackEditor(self, changing, front.shell)

    @property
    def target(self) -> Lineup:
        return self._levels.lineup

    @property
    def order(self) -> Sequence[int]:
        return self.target.ids

    @property
    def selected(self) -> Sequence[int]:
        return [self.order[n] for n in sorted(self._tiles().selected) if n < len(self.order)]

    @property
    def cursor(self) -> int | None:
        number = self._tiles().cursor
        return None if number is None or number >= len(self.order) else self.order[number]

    @property
    def chosen(self) -> Sequence[Entry]:
        return self.target.entries(self.selected)

    def name_of(self, id: int) -> str:
        return self.target.member(id).title

    def show_new(self, target: Target, ids: Sequence[int]) -> None:
        """Open the first of the new levels, unless they are in the row of another tab."""
        if isinstance(target, Lineup) and target.document is self._front.document:
            self._levels.go_to(self.order.index(ids[0]))
            self.select(ids)

    def ask_title(self, id: int, title: str, take: Callable[[str], None]) -> None:
        if (asked := ask_title(self.top, title)) is not None:
            take(asked)

    # What can be done in the row

    @property
    def commands(self) -> dict[str, Command]:
        def has_file() -> bool:
            return self.target.folder is not None

        return {
            "Rename ...": Command(self.rename, has_file),
            "Pack ...": Command(self.change_about, has_file),
        }

    def rename(self, number: int | None = None) -> None:
        """Rename a member, else the open level."""
        row, pack = self.target, self._folder()
        number = row.place if number is None else number
        if pack is None or number is None:
            return
        levels = list(pack.levels_in(row.path(number) or row.document.path))
        place = 0 if row.pack else number
        if place >= len(levels) or (row.pack and len(levels) > 1):
            self.say("That is not a single puzzle: open it for that.")
            return
        self.editor.rename(pack, levels[place])

    def change_about(self) -> None:
        if pack := self._folder():
            self.editor.change_about(pack)

    def _folder(self) -> Pack | None:
        """Return the pack of the open file's folder, as it is now."""
        if pack := self.target.folder:
            finish(pack.scan())
        return pack

    @property
    def open_pack(self) -> OpenPack | None:
        """The row as a pack to which levels can be added, all of them in one step of undo."""
        row = self.target
        is_pack = row.is_pack and row.place is not None
        add = partial(self.editor.insert, into=row, joined=list[UndoStep]())
        return OpenPack(row.name, add) if is_pack else None

    def open(self, number: int, then: Callable[[], object] = lambda: None) -> None:
        """Open a member; first ends a change that is being made, in which files get other names."""
        row = self.target
        id = row.ids[number]

        def open() -> None:
            now = self.target
            is_same = now.pack is row.pack if row.pack else now.document is row.document
            if is_same and id in now.ids:
                self._levels.go_to(now.ids.index(id))
                then()

        self._changing.when_ended(open)

    def delete(self) -> None:
        """Delete what is selected, but not all."""
        if len(self.selected) == len(self.order):  # without a row there is no undo
            browse = f"the pack browser ({self._shell.key('Browse pack')}) deletes all."
            how = browse if self.target.pack else "close the tab to throw all away."
            self.say(f"One puzzle must stay: {how}")
        elif self.selected:
            self.editor.delete()
