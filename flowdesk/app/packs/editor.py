"""Changing packs, in one way wherever they are shown: in the browser, or in the row of the window.

A `PackEditor` is told by a `Shown` what is shown and selected there, and `Changing` makes one
change at a time. Whatever is changed is written at once, and is a step of the pack's own undo.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.fields import ask_about
from flowdesk.app.files import Files, OpenDocument
from flowdesk.app.incoming import copy_levels, pasted_levels
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Slices
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.core.storage import PACK_NAME
from flowdesk.core.text import counted, in_past
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.lineup import Lineup, UndoStep, easiest_first, following, moved_before
from flowdesk.desk.packs.manifest import NOTHING
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_index import MANIFEST
from flowdesk.desk.work.jobs import Steps
from flowdesk.kinds.entry import Entry

T = TypeVar("T")
#: What is changed: both have the same changes, by ids.
Target: TypeAlias = Pack | Lineup

#: What is said when there is a manifest now.
_NEWS = f" Order, stars and notes are saved in the file {PACK_NAME}, beside the puzzles."


class Shown(Protocol):
    """Where a pack is shown: `order` are the ids there, `selected` those that are to be changed."""

    @property
    def target(self) -> Target: ...

    @property
    def top(self) -> tk.Misc:
        """The widget over which questions are asked."""

    @property
    def order(self) -> Sequence[int]: ...

    @property
    def selected(self) -> Sequence[int]: ...

    @property
    def cursor(self) -> int | None: ...

    @property
    def chosen(self) -> Sequence[Entry]:
        """The selected levels, in the order that is shown."""

    def name_of(self, id: int, /) -> str: ...

    def say(self, text: str, /) -> object: ...

    def select(self, ids: Iterable[int], /) -> object: ...

    def show_new(self, target: Target, ids: Sequence[int], /) -> object:
        """Select levels that were inserted, if that is where they are."""

    def ask_title(self, id: int, title: str, take: Callable[[str], None], /) -> object: ...


class Changing:
    """Makes one change at a time, wherever it was asked for; open documents follow.

    Of those whose files are gone the tabs are closed, unless they have what their files had not.
    Emits `lost` with what stands next if that was the document in front, which it replaces unless
    that is None; `busy` while a change takes long, and `ended` after each.
    """

    def __init__(self, shell: Shell, files: Files) -> None:
        self.lost: Signal[[Path, Document | None]] = Signal()
        self.busy: Signal[[]] = Signal()
        self.ended: Signal[[]] = Signal()
        self._shell, self._files = shell, files
        self._slices = Slices(shell.root)
        self._waiting: list[Callable[[], object]] = []

    @property
    def running(self) -> bool:
        """Whether a long change is being made."""
        return self._slices.running

    def stop(self) -> None:
        """Stop changing; undo can undo what was done so far."""
        self._waiting.clear()
        self._slices.stop()

    def when_ended(self, call: Callable[[], object]) -> None:
        """Make a call now, or when the changes have ended that are being made or wait."""
        if self.running:
            self._waiting.append(call)
        else:
            call()

    def start(
        self, shown: Shown, steps: Steps[T], done: Callable[[T], object], pack: Pack | None
    ) -> None:
        """Change a pack, or without one a document; `done` gets the result.

        Where it is `shown` it is said that this goes on, or why it failed.
        """
        documents, places = [each.document for each in self._files.documents], self._places(pack)
        found: list[T] = []
        problems: list[str] = []

        def followed() -> Steps[None]:
            try:
                with following(documents, pack) if pack else nullcontext():
                    found.append((yield from steps))
            except FlowDeskError as error:
                problems.append(str(error))

        def slice_done() -> None:
            if self.running:
                shown.say("Changing the files ...")
                self.busy.emit()
                return
            if pack:
                self._follow(pack, places)
            self.ended.emit()
            shown.say("")
            for result in found:
                done(result)
            for problem in problems:
                message.show_message(shown.top, "Not changed", problem)
            while self._waiting and not self.running:
                self._waiting.pop(0)()

        self._slices.start(followed(), slice_done)

    def _places(self, pack: Pack | None) -> list[tuple[OpenDocument, Path, int]]:
        """Return the open files of a pack, and their places in it."""
        found = []
        for each in self._files.documents if pack else ():
            if pack and (path := each.document.path) and pack.levels_in(path):
                found.append((each, path, pack.index.order.index(pack.index.names[path.name])))
        return found

    def _follow(self, pack: Pack, places: Sequence[tuple[OpenDocument, Path, int]]) -> None:
        """Remember new names of open files, and close the tabs of those that are gone.

        What a file could not hold, such as a drawing, stays in its tab, until undo brings it back.
        """
        order, documents = pack.index.order, self._files.documents
        for each, before, place in places:
            document = each.document
            if document.path and document.path != before:
                self._shell.used(document.path)
            elif document.path is None and each is documents.front and order:
                name = pack.index.files[order[min(place, len(order) - 1)]].name
                self.lost.emit(pack.folder / name, None if document.left_out else document)
        for each, _, _ in places:
            is_gone = each.document.path is None and not each.document.left_out
            if is_gone and each is not documents.front:
                documents.remove(each)


class PackEditor:
    """Changes the pack that is `shown` somewhere, and tells there what was done."""

    def __init__(self, shown: Shown, changing: Changing, shell: Shell) -> None:
        self.shown, self._changing, self._shell = shown, changing, shell

    # Order

    def move(self, step: int) -> None:
        """Move the selected levels of a pack up (-1) or down (1)."""
        pack, ids = self._pack, self.shown.selected
        self._change(pack.move(ids, step), then=lambda _: self.shown.select(ids))

    def drop(self, place: int) -> None:
        """Move what is selected before what stands at a place."""
        order, chosen = self.shown.order, set(self.shown.selected)
        moved = moved_before(order, chosen, place)

        def select(ids: Sequence[int]) -> None:
            self.shown.select(id for was, id in zip(moved, ids, strict=True) if was in chosen)

        said = f"Moved {counted(len(chosen), 'puzzle')}."
        self._change(self.shown.target.arrange(moved, "move"), said, select)

    def arrange(
        self, ids: Sequence[int], said: str, then: Callable[[object], object] = lambda _: None
    ) -> None:
        self._change(self.shown.target.arrange(ids), said, then)

    def sort(
        self,
        levels: Mapping[int, Puzzle | None],
        then: Callable[[object], object] = lambda _: None,
        *,
        by_size: bool = False,
    ) -> None:
        """Put the easiest levels first; with `by_size`, among those of each size."""
        ids, unrated = easiest_first(levels, self._shell.shared.verdicts, by_size=by_size)
        if unrated == sum(level is not None for level in levels.values()) and not by_size:
            self.shown.say("No puzzle is rated yet: Check finds out how hard they are.")
            return
        said = f"The puzzles go from easy to hard now{' within each size' if by_size else ''}."
        if unrated:
            where = "At the end of their size" if by_size else "At the end"
            said += f" {where}: {counted(unrated, 'puzzle')} without a rating."
        self.arrange(ids, said, then)

    # Levels that come and go

    def copy(self) -> None:
        """Put the selected levels on the clipboard, with all that is known of them."""
        if chosen := self.shown.chosen:
            self.shown.say(copy_levels(self.shown.top, chosen))

    def paste(self, take_results: Callable[[str], object]) -> None:
        """Insert the levels on the clipboard behind that under the cursor."""
        order, cursor = self.shown.order, self.shown.cursor
        after = order.index(cursor) + 1 if cursor in order else len(order)
        if entries := pasted_levels(self.shown.top, take_results):
            self.insert("paste", entries, next(iter(order[after:]), None))

    def insert(
        self,
        label: str,
        entries: Sequence[Entry],
        before: int | None = None,
        *,
        into: Target | None = None,
        opens: bool = True,
        joined: list[UndoStep] | None = None,
    ) -> None:
        """Insert levels before another one, or at the end; with `opens` these are shown.

        It joins the last of the steps `joined`, which has this one then.
        """
        target = into or self.shown.target

        def inserting() -> Steps[list[int]]:
            return (
                yield from target.insert(label, entries, before, joined[-1] if joined else None)
            )

        def inserted(new: list[int]) -> None:
            if joined is not None and target.history.last:
                joined.append(target.history.last)
            if opens:
                self.shown.show_new(target, new)

        said = f"{in_past(label)} {counted(len(entries), 'puzzle')} into {target.name}."
        self._change(inserting(), said, inserted, target, waits=True)

    def duplicate(self) -> None:
        self._change(self._pack.duplicate(self.shown.selected), then=self.shown.select)

    def delete(self) -> None:
        """Delete what is selected, and select what stands next."""
        shown, chosen = self.shown, self.shown.selected
        place = shown.order.index(chosen[0])

        def select_next(_: object) -> None:
            shown.select(shown.order[place:][:1] or shown.order[-1:])

        what = shown.name_of(chosen[0]) if len(chosen) == 1 else f"{len(chosen):,} puzzles"
        said = f"Deleted: {what}. {self._shell.key('Undo')} undoes this."
        self._change(shown.target.delete(chosen), said, select_next)

    # What is said of them

    def rename(self, pack: Pack, id: int) -> None:
        """Ask for another title of a level, after which its file is named."""
        if self._refuses(pack):
            return

        def renamed(_: object) -> None:
            item = pack.item(id)
            self.shown.say(f"{item.title or 'Without a title'}, in {item.file}.")

        def take(title: str) -> None:
            self._change(pack.rename(id, title), then=renamed, target=pack)

        self.shown.ask_title(id, pack.about.own_title(pack.item(id).title), take)

    def change_about(self, pack: Pack) -> None:
        """Ask what a pack says about itself."""
        if not self._refuses(pack) and (about := ask_about(self.shown.top, pack.about)):
            self._change(pack.set_about(about), f"{about.title}: saved.", target=pack)

    def star(self) -> None:
        """Mark the selected levels with a star; if all have one, take it away."""
        remarks = self._pack.remarks
        had = {id: remarks.get(id, NOTHING) for id in self.shown.selected}
        stars = int(not all(remark.stars for remark in had.values()))
        starred = {id: remark._replace(stars=stars) for id, remark in had.items()}
        self._change(self._pack.remark("star", starred))

    def note(self, id: int, note: str) -> bool:
        """Keep a note about a level, and return whether that could be tried."""
        if self._changing.running or id not in self._pack.index.holders:
            return False
        remark = self._pack.remarks.get(id, NOTHING)._replace(note=note)
        self._change(self._pack.remark("note", {id: remark}))
        return True

    # Undo

    def undo(self) -> None:
        target = self.shown.target
        said = f"Undone: {target.history.undo_label}."
        self._change(target.undo(), said, self._select_new(target))

    def redo(self) -> None:
        target = self.shown.target
        said = f"Redone: {target.history.redo_label}."
        self._change(target.redo(), said, self._select_new(target))

    def _select_new(self, target: Target) -> Callable[[object], None]:
        """Return what selects the levels that have come since now, or else keeps the selection."""
        before, has_names = set(self.shown.order), _pack_of(target) is not None

        def select(_: object) -> None:
            if has_names:  # the ids in a document are numbers
                new = [id for id in self.shown.order if id not in before]
                self.shown.select(new or self.shown.selected)

        return select

    # How

    @property
    def _pack(self) -> Pack:
        pack = _pack_of(self.shown.target)
        assert pack, "only packs have this command"
        return pack

    def _refuses(self, target: Target, *, waits: bool = False) -> bool:
        """Whether nothing can be changed now, which is told."""
        is_busy = self._changing.running and not waits
        why = target.fixed or ("The puzzles of this pack are being changed." if is_busy else "")
        if why:
            self.shown.say(why)
        return bool(why)

    def _change(
        self,
        steps: Steps[T],
        said: str = "",
        then: Callable[[T], object] = lambda _: None,
        target: Target | None = None,
        *,
        waits: bool = False,
    ) -> None:
        """Make a change; then do what follows, and say what was done.

        While another one is made nothing is done, unless this one `waits` for its end.
        """
        target = target or self.shown.target
        pack = _pack_of(target)
        if self._refuses(target, waits=waits):
            return
        was_said = pack is None or MANIFEST in pack.index.files

        def done(result: T) -> None:
            news = "" if was_said or (pack and MANIFEST not in pack.index.files) else _NEWS
            then(result)
            if said or news:
                self.shown.say((said + news).strip())

        start = partial(self._changing.start, self.shown, steps, done, pack)
        self._changing.when_ended(start)


def _pack_of(target: Target) -> Pack | None:
    return target if isinstance(target, Pack) else target.pack
