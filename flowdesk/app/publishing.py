"""Publishing the open pack as a web page on which it is played."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import TypeAlias

from flowdesk.app.actions import Command
from flowdesk.app.background import Background, Work
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import Dialog, choice_field, switch, text_field
from flowdesk.app.front import Front
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import write_atomically
from flowdesk.core.text import counted
from flowdesk.desk.packs.manifest import PackAbout, about_of
from flowdesk.desk.packs.naming import as_name
from flowdesk.desk.publishing.page import PageWish, Publication, publish, with_author
from flowdesk.kinds.known import Looking

#: The puzzles of a pack, or the folder in which they are.
Pack: TypeAlias = "Sequence[Puzzle] | Path"

#: Asks for a file: the window, its title, the kind of file, its suffixes, a name.
AskPath: TypeAlias = Callable[[tk.Misc, str, str, Collection[str], str], Path | None]


class PublishDialog(Dialog):
    """Asks for a page of one of some packs, which have names that people read."""

    def __init__(self, parent: tk.Misc, packs: Mapping[str, Pack], about: PackAbout) -> None:
        super().__init__(parent, "Publish as web page")
        self._packs, body = packs, self.body
        self._chosen, _ = choice_field(body, "Puzzles", list(packs), next(iter(packs)), 0)
        self._title, self._entry = text_field(body, "Title", about.title, 1)
        self._author, _ = text_field(body, "Author", about.author, 2)
        self._notes, _ = text_field(body, "Notes", about.notes, 3)
        switches = ttk.Frame(body)
        switches.grid(row=4, column=0, columnspan=2, sticky="w", pady=("6p", 0))
        self._hints, _ = switch(switches, "Players may ask for hints and paths", False)
        self._all, _ = switch(switches, "Also puzzles with no or several solutions", False)

    def wish(self) -> PageWish | None:
        """Wait for the answer; None if cancelled."""
        return self.ask("Publish ...", self._read, self._entry)

    def _read(self) -> PageWish:
        fields = (self._title, self._author, self._notes)
        title, author, notes = (field.get().strip() for field in fields)
        if not title:
            raise FlowDeskError("A page needs a title.")
        puzzles = self._packs[self._chosen.get()]
        about = PackAbout(title=title, author=author, notes=notes)
        return PageWish(puzzles, about, self._hints.get(), self._all.get())


class PagePublishing:
    """The command that publishes a page; it is made in a process of its own."""

    def __init__(self, front: Front, background: Background, ask_path: AskPath) -> None:
        self._front, self._background, self._ask_path = front, background, ask_path

    @property
    def commands(self) -> dict[str, Command]:
        return {"Publish as web page ...": Command(self.publish)}

    def publish(self) -> None:
        """Ask what is to be published and where, and write it."""
        document, root = self._front.document, self._front.shell.root
        levels, path = [entry.level for entry in document.entries], document.path
        packs: dict[str, Pack] = {f"{counted(len(levels), 'puzzle')} of this file": levels}
        about = PackAbout(title=path.stem if path else levels[0].title)
        if path and len(levels) == 1:
            folder = path.absolute().parent
            packs = {f"All of the folder {folder.name}": folder, **packs}
            about = about_of(folder)
            about = replace(about, title=about.title or folder.name)
        self.publish_packs(root, packs, with_author(about, levels))

    def publish_packs(
        self,
        parent: tk.Misc,
        packs: Mapping[str, Pack],
        about: PackAbout,
        tell: Callable[[str], object] = lambda text: None,
    ) -> None:
        """Ask in the window `parent` for a page of one of these packs; `tell` hears of it, too."""
        wish = PublishDialog(parent, packs, about).wish()
        if wish is None:
            return
        suggested = f"{as_name(wish.about.title) or 'pack'}.html"
        suffixes = [".html", ".htm"]
        target = self._ask_path(parent, "Publish as web page", "Web page", suffixes, suggested)
        if target:
            self._write(target, wish, tell)

    def _write(self, path: Path, wish: PageWish, tell: Callable[[str], object]) -> None:
        """Make a page and write it."""
        levels = [] if isinstance(wish.puzzles, Path) else wish.puzzles
        found = map(self._front.shell.shared.verdicts.known, levels)
        done = (each for each in found if each and each.looking is Looking.DONE)
        known = {each.level.puzzle_key: each for each in done}
        undone = f"{path.name} was not written"
        work = Work(f"Publishing {path.name}", undone, partial(self._written, path, tell))
        self._background.begin(work, publish, wish, known)

    def _written(self, path: Path, tell: Callable[[str], object], page: Publication) -> None:
        root = self._front.shell.root
        try:
            if not page.data:
                raise FlowDeskError(" ".join(["There is no puzzle to publish.", *page.remarks]))
            write_atomically(path, page.data)
        except FlowDeskError as error:
            message.show_message(root, "Not written", str(error))
            return
        text = f"Written to {path} ({len(page.data) / 1000:.0f} kB). Open it in any browser."
        self._front.shell.say(text)
        tell(text)
        if page.remarks:
            message.show_message(root, "Published", "\n".join([text, "", *page.remarks]))
