"""Pack: levels that belong together, as they lie on the disk: a folder of files, or one file.

What is shown is what is there: every change is written at once, and undo is a change like any
other.

* A file that holds several levels is replaced whole or not at all; undo brings back every byte.
* The order of a folder is the natural order of its files' names: another order gives them other
  numbers, all together or not at all. Levels of one file stay together.
* A new title stands in the file; the file keeps its name, on which the order depends.
* A file keeps its format, too: a change that it cannot hold is refused.
* A deleted file lies in the trash. Undo brings it back, and so does the desktop.
* A file that cannot be read is shown with the reason, after the levels, and never touched.
* What other programs have changed is taken in, never overwritten: neither by a change nor by undo.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from flowdesk.core.edit import Edit
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import natural_order
from flowdesk.desk.history import History
from flowdesk.desk.pack_files import PackFile, PackFiles, State
from flowdesk.formats.entry import Entry

#: Files by their ids as they are to be; None is to go.
_Changes: TypeAlias = Mapping[int, PackFile | None]


@dataclass(frozen=True)
class Item:
    """A level of a pack; or a file that cannot be read: it has no entry, but a problem.

    `id` stays the same wherever the level goes and whatever it is called. `number` counts the
    levels of a file that holds several, from 1; else it is 0.
    """

    id: int
    path: Path
    number: int
    entry: Entry | None
    problem: str = ""

    @property
    def name(self) -> str:
        """Where it lies: ``FILE`` or ``FILE#n``."""
        return f"{self.path.name}#{self.number}" if self.number else self.path.name

    @property
    def title(self) -> str:
        """The level's title, or nothing."""
        return self.entry.level.title if self.entry else ""


class Pack:
    """An open pack. What fails does so with a FlowDeskError, and nothing is lost."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.abspath(path))
        self.is_folder = self.path.is_dir()
        if self.is_folder:
            self._files = PackFiles(self.path)
        else:
            self._files = PackFiles(self.path.parent, only=self.path.name)
            if not self._files.state:
                raise FlowDeskError(f"{self.path}: there is no such file or folder.")
            for file in self._files.state.values():
                if file.problem:
                    raise FlowDeskError(file.problem)
        self._history: History[State] = History()

    @property
    def items(self) -> list[Item]:
        """All levels in their order, then the files that cannot be read."""
        found, unread = [], []
        for number in self._order():
            file = self._files.state[number]
            path = self._files.path(file)
            if file.problem:
                unread.append(Item(number, path, 0, None, file.problem))
            for place, (id, entry) in enumerate(file.levels.items(), 1):
                found.append(Item(id, path, place if len(file.levels) > 1 else 0, entry))
        return found + unread

    @property
    def undo_label(self) -> str:
        """What undo would take back; empty if there is nothing."""
        return self._history.undo_label

    @property
    def redo_label(self) -> str:
        """What redo would bring again; empty if there is nothing."""
        return self._history.redo_label

    def refresh(self) -> bool:
        """Take in what other programs have changed; whether they have changed anything."""
        return self._files.refresh()

    # Changes

    def move(self, ids: Collection[int], step: int) -> None:
        """Move levels up (-1) or down (1) by one place; at the edge of their file, all of it."""
        order = self._readable()
        holders = [number for number in order if not self._levels(number).keys().isdisjoint(ids)]
        changed: _Changes = {}
        if len(holders) == 1:
            levels = self._levels(holders[0])
            moved = _shifted(list(levels), ids, step)
            if moved != list(levels):
                changed = self._with_levels(holders[0], {id: levels[id] for id in moved})
        if not changed:
            changed = self._files.named_in_order(_shifted(order, holders, step))
        self._change("move", changed)

    def arrange(self, ids: Sequence[int]) -> None:
        """Put all levels in this order; those of one file stay together, where the first is."""
        place = {id: place for place, id in enumerate(ids)}
        first = {
            number: min(place[id] for id in self._levels(number)) for number in self._readable()
        }
        changed = self._files.named_in_order(sorted(first, key=first.__getitem__))
        for number, file in changed.items():
            levels = {id: file.levels[id] for id in sorted(file.levels, key=place.__getitem__)}
            if list(levels) != list(file.levels):
                changed[number] = self._files.with_levels(file, levels)
        self._change("reorder", changed)

    def rename(self, id: int, title: str) -> None:
        """Give a level another title, or none."""
        number = next(number for number in self._readable() if id in self._levels(number))
        levels = self._levels(number)
        renamed = _titled(levels[id], " ".join(title.split()))
        if renamed != levels[id]:
            self._change("rename", self._with_levels(number, {**levels, id: renamed}))

    def duplicate(self, ids: Collection[int]) -> list[int]:
        """Put a copy of each level right after it; the ids of the copies."""
        changed: dict[int, PackFile | None] = {}
        copies = []
        for number in self._readable():
            file = self._files.state[number]
            levels: dict[int, Entry] = {}
            for id, entry in file.levels.items():
                levels[id] = entry
                if id in ids:
                    copies.append(self._files.new_id())
                    levels[copies[-1]] = _titled(entry, _copied(entry.level.title))
            if len(levels) == len(file.levels):
                continue
            if self.is_folder and len(file.levels) == 1:
                taken = {other.name for other in changed.values() if other}
                file = replace(file, name=self._files.free_name(file.name, taken))
                number, levels = self._files.new_id(), {copies[-1]: levels[copies[-1]]}
            changed[number] = self._files.with_levels(file, levels)
        self._change(_counted("duplicate", len(copies)), changed)
        return copies

    def delete(self, ids: Collection[int]) -> None:
        """Take levels out of the pack; a file that none are left in goes to the trash."""
        changed: dict[int, PackFile | None] = {}
        gone = 0
        for number in self._readable():
            levels = {id: entry for id, entry in self._levels(number).items() if id not in ids}
            if here := len(self._levels(number)) - len(levels):
                gone += here
                changed[number] = self._with_levels(number, levels)[number] if levels else None
        self._change(_counted("delete", gone), changed)

    def undo(self) -> None:
        """Take back the last change, if there is one."""
        if edit := self._history.undo():
            self._follow(edit, otherwise=self._history.redo)

    def redo(self) -> None:
        """Bring again what was taken back last, if there is anything."""
        if edit := self._history.redo():
            self._follow(edit, otherwise=self._history.undo)

    def _order(self) -> list[int]:
        """The ids of the files in their order."""
        state = self._files.state
        return sorted(state, key=lambda number: natural_order(state[number].name))

    def _readable(self) -> list[int]:
        return [number for number in self._order() if not self._files.state[number].problem]

    def _levels(self, number: int) -> Mapping[int, Entry]:
        return self._files.state[number].levels

    def _with_levels(self, number: int, levels: Mapping[int, Entry]) -> dict[int, PackFile]:
        return {number: self._files.with_levels(self._files.state[number], levels)}

    def _change(self, label: str, changed: _Changes) -> None:
        """Change files, or let them go; one step of undo, even if only some of it can be done."""
        self._files.check_changeable()
        before = self._files.state
        try:
            self._files.become(_changed(before, changed))
        finally:
            if self._files.state != before:
                self._history.push(Edit(label, before, self._files.state))

    def _follow(self, edit: Edit[State], otherwise: Callable[[], object]) -> None:
        """Do to the files what an edit did to them; if that is not possible, `otherwise`."""
        try:
            self._files.check_changeable()
            self._files.become(_changed(self._files.state, self._changes_of(edit)))
        except FlowDeskError:
            otherwise()
            raise

    def _changes_of(self, edit: Edit[State]) -> _Changes:
        """The files that an edit changed; FlowDeskError if others have changed them since."""
        changed = {}
        for number in edit.before.keys() | edit.after.keys():
            before, after = edit.before.get(number), edit.after.get(number)
            if before != after:
                if self._files.state.get(number) not in (before, after):
                    name = (before or after or self._files.state[number]).name
                    raise FlowDeskError(
                        f"{name} was changed by another program since, so that this step cannot be "
                        "taken."
                    )
                changed[number] = after
        return changed


def _changed(state: State, changed: _Changes) -> State:
    """A state with other files, and without those that have become None."""
    return {number: file for number, file in {**state, **changed}.items() if file is not None}


def _shifted(order: Sequence[int], chosen: Collection[int], step: int) -> list[int]:
    """Some of them moved by one place to the beginning (-1) or end (1), as far as that goes."""
    moved = list(order[::-step])
    for place in range(1, len(moved)):
        if moved[place] in chosen and moved[place - 1] not in chosen:
            moved[place - 1], moved[place] = moved[place], moved[place - 1]
    return moved[::-step]


def _titled(entry: Entry, title: str) -> Entry:
    """The level under another title, or none."""
    about = {name: text for name, text in entry.level.about.items() if name != "title"}
    return replace(
        entry, level=replace(entry.level, about={"title": title, **about} if title else about)
    )


def _copied(title: str) -> str:
    return f"{title} copy" if title else ""


def _counted(verb: str, number: int) -> str:
    return verb if number == 1 else f"{verb} {number} levels"
