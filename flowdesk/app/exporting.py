"""What is made of the open document: pictures, pages to print, and web pages to play on.

They are made in a process of its own, and written by this one when they are complete: if the
work is stopped or the disk is full, the old file stays as it was.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.export import Choice, ExportDialog, ask_layout
from flowdesk.app.dialogs.fields import ask_page
from flowdesk.app.dialogs.files import ask_folder, ask_new_name
from flowdesk.app.front import Front
from flowdesk.app.shell import Background, Work
from flowdesk.app.timers import jobs_of
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.storage import is_installed
from flowdesk.core.text import counted
from flowdesk.desk.packs.lineup import Lineup
from flowdesk.desk.packs.manifest import PackAbout, about_of
from flowdesk.desk.packs.pack_index import as_name
from flowdesk.desk.pictures.booklet import booklet
from flowdesk.desk.pictures.picture import (
    FORMATS,
    Seen,
    copy_picture,
    copy_scene,
    format_of,
    picture_bytes,
    picture_names,
    pictures_bytes,
    scene_bytes,
    scene_of,
)
from flowdesk.desk.pictures.style import Style
from flowdesk.desk.publishing.page import Publication, publish, with_author
from flowdesk.draw.scene import Scene
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Looking
from flowdesk.kinds.table import kind_of


class Exporting:
    """The commands that make them; for the pack browser as well."""

    def __init__(self, front: Front, background: Background, row: Callable[[], Lineup]) -> None:
        self._shell = front.shell
        self._front, self._row = front, row
        self._background = background
        self._folder = ""

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Export picture ...": Command(self.export),
            "Print booklet ...": Command(self.print_booklet),
            "Copy picture": Command(self.copy_picture),
            "Publish as web page ...": Command(self.publish),
        }

    # Pictures

    def export(self) -> None:
        """Ask for the picture's look and file, and write it."""
        jobs_of(self._front.view).warm_up()
        document, settings = self._front.document, self._shell.settings
        at_hand, seen, style = self._solution_at_hand(), self._seen(), self._style()
        style = replace(style, labels=style.labels or bool(seen and self._front.stage.labels))
        before = Choice(settings.export_suffix, style, document.solution)
        root = self._shell.root
        chosen = ExportDialog(root, document.level, before, at_hand, seen).choice()
        if chosen is None:
            return
        style = chosen.style
        remembered = style if style.theme != settings.theme else replace(style, theme="")
        self._shell.remember(export_suffix=chosen.suffix, export=remembered)
        if chosen.solution and document.solution is None:
            document.keep_solution(chosen.solution)
        name = document.path.stem if document.path else "level"
        name += f"-{document.index + 1}" * (document.count > 1) + chosen.suffix
        kind = FORMATS[chosen.suffix].name
        if path := self._ask_path(root, "Export picture", kind, FORMATS, name):
            self.export_to(path, style, chosen.solution, chosen.scene)

    def export_to(
        self, path: Path, style: Style, solution: Answer | None, scene: Scene | None = None
    ) -> None:
        """Write a picture of the level, of a solution or of a scene, in the suffix's format."""
        suffix = format_of(path).suffix
        if scene:
            self._begin_writing(path, scene_bytes, scene, style, suffix)
        else:
            self._begin_writing(
                path, picture_bytes, self._front.document.level, solution, style, suffix
            )

    def copy_picture(self) -> None:
        def done(nothing: None) -> None:
            self._shell.say("The picture is on the clipboard.")

        work = Work("Copying the picture", "The picture was not copied", done)
        level, style = self._front.document.level, self._style()
        if seen := self._seen():
            labels = style.labels or style.look().theme.labels or self._front.stage.labels
            self._background.begin(work, copy_scene, seen.scene(level, style, labels=labels), style)
        else:
            self._background.begin(work, copy_picture, level, self._solution_shown(), style)

    def _seen(self) -> Seen | None:
        """Return the board as it is shown; None if that is the level or a whole solution alone."""
        stage, level = self._front.stage, self._front.document.level
        mode = stage.mode
        if mode is None:
            return None
        seen = Seen(stage.picture(labels=False), stage.picture(labels=True), mode.caption)
        usual = [scene_of(level, answer, labels=False) for answer in (None, mode.solution)]
        return seen if seen.caption or seen.plain not in usual else None

    def _style(self) -> Style:
        settings = self._shell.settings
        return replace(settings.export, theme=settings.export.theme or self._front.theming.name)

    def _solution_at_hand(self) -> Answer | None:
        check = self._front.session.live_check.known.check
        return self._front.document.solution or (
            check.solutions[0] if check and check.solutions else None
        )

    def _solution_shown(self) -> Answer | None:
        """Return the solution, or part of one, on the board."""
        mode = self._front.stage.mode
        if mode and mode.solution:
            return mode.solution
        answer: Answer | None = kind_of(self._front.document.level).drawing.drawn_answer(
            self._front.document.level
        )
        return answer

    # Booklets

    def print_booklet(self) -> None:
        """Ask for the layout of the folder's levels on pages, or of the open file's; write them."""
        document, row = self._front.document, self._row()
        title = document.level.title if document.count == 1 else ""
        if not title and document.path:
            title = document.path.stem
        packs: dict[str, Sequence[Entry]] = {
            f"{counted(document.count, 'puzzle')} of this file": document.entries
        }
        if row.pack and len(row) > 1:
            title, folder = row.pack.about.title or row.pack.path.name, row.entries(row.ids)
            packs = {f"The folder {row.pack.path.name}": folder, **packs}
        self.print_packs(self._shell.root, packs, title)

    def print_packs(
        self,
        parent: tk.Misc,
        packs: Mapping[str, Sequence[Entry]],
        title: str,
        tell: Callable[[str], object] = lambda text: None,
    ) -> bool:
        """Ask in the window `parent` for a booklet of one of these packs; return if it is begun.

        `tell` hears as well when it is written.
        """
        before = replace(self._shell.settings.booklet, title=title)
        wish = ask_layout(parent, packs, before)
        if wish is None:
            return False
        entries, layout = wish
        self._shell.remember(booklet=replace(layout, title=""))
        name = f"{as_name(title) or 'booklet'}.pdf"
        path = self._ask_path(parent, "Print booklet", "PDF", [".pdf"], name)
        if path:
            self._begin_writing(path, booklet, entries, layout, tell=tell)
        return path is not None

    # Pictures of many

    def export_levels(
        self, parent: tk.Misc, levels: Sequence[tuple[str, Puzzle]], tell: Callable[[str], object]
    ) -> None:
        """Ask for a folder, and write a picture of each level there, as the last one was exported.

        Levels come with their names; `tell` hears as well when all is written.
        """
        suffix = self._shell.settings.export_suffix
        suffix = ".png" if FORMATS[suffix].moves else suffix
        title = f"Export {counted(len(levels), FORMATS[suffix].name)}"
        folder = ask_folder(parent, title, self._folder or self._shell.shared.last_folder)
        if folder is None:
            return
        paths = [folder / name for name in picture_names([name for name, _ in levels], suffix)]
        if there := [path for path in paths if path.exists()]:
            text = (
                f"{counted(len(there), 'picture')} there will be replaced, such as {there[0].name}."
            )
            if not message.offer(parent, title, text, "Replace", "Cancel"):
                return
        self._folder = str(folder)
        done = partial(self._write_all, paths, tell)
        work = Work(f"Writing {counted(len(paths), 'picture')}", "No picture was written", done)
        puzzles = [level for _, level in levels]
        self._background.begin(work, pictures_bytes, puzzles, self._style(), suffix)

    def _write_all(
        self, paths: Sequence[Path], tell: Callable[[str], object], pictures: Sequence[bytes]
    ) -> None:
        root, undone = self._shell.root, "Not all written"
        files = zip(paths, pictures, strict=True)
        if all(message.wrote(root, path, data, undone, sync=False) for path, data in files):
            for say in (self._shell.say, tell):
                say(f"{counted(len(paths), 'picture')} in {paths[0].parent}.")

    # Pages

    def publish(self) -> None:
        """Ask what is to be published and where, and write it."""
        document = self._front.document
        levels, path = [entry.level for entry in document.entries], document.path
        packs: dict[str, Sequence[Puzzle] | Path] = {
            f"{counted(len(levels), 'puzzle')} of this file": levels
        }
        about = PackAbout(title=path.stem if path else levels[0].title)
        if path and len(levels) == 1:
            folder = path.absolute().parent
            packs = {f"The folder {folder.name}": folder, **packs}
            about = about_of(folder)
            about = replace(about, title=about.title or folder.name)
        self.publish_packs(self._shell.root, packs, with_author(about, levels))

    def publish_packs(
        self,
        parent: tk.Misc,
        packs: Mapping[str, Sequence[Puzzle] | Path],
        about: PackAbout,
        tell: Callable[[str], object] = lambda text: None,
    ) -> None:
        """Ask in the window `parent` for a page of one of these packs; `tell` hears of it, too."""
        wish = ask_page(parent, packs, about)
        if wish is None:
            return
        title, name = "Publish as web page", f"{as_name(wish.about.title) or 'pack'}.html"
        path = self._ask_path(parent, title, "Web page", [".html", ".htm"], name)
        if path is None:
            return
        levels = [] if isinstance(wish.puzzles, Path) else wish.puzzles
        found = map(self._shell.shared.verdicts.known, levels)
        done = (each for each in found if each and each.looking is Looking.DONE)
        known = {each.level.puzzle_key: each for each in done}
        undone = f"{path.name} was not written"
        work = Work(f"Publishing {path.name}", undone, partial(self._write_page, path, tell))
        self._background.begin(work, publish, wish, known)

    def _write_page(self, path: Path, tell: Callable[[str], object], page: Publication) -> None:
        root, remarks = self._shell.root, page.remarks
        if not page.data:
            why = " ".join(["There is no puzzle to publish.", *remarks])
            message.show_message(root, "Not written", why)
        elif message.wrote(root, path, page.data):
            text = f"Written to {path} ({len(page.data) / 1000:.0f} kB). Open it in any browser."
            for say in (self._shell.say, tell):
                say(text)
            if remarks:
                message.show_message(root, "Published", "\n".join([text, "", *remarks]))

    # Files

    def _ask_path(
        self, parent: tk.Misc, title: str, kind: str, suffixes: Collection[str], suggested: str
    ) -> Path | None:
        """Ask for a file; a name that ends in none of `suffixes` gets that of the suggestion."""
        suffix, path = Path(suggested).suffix, self._front.document.path
        beside = str(path.resolve().parent) if path and not is_installed(path) else None
        folder = self._folder or beside or ""
        chosen = ask_new_name(parent, title, [(kind, f"*{suffix}")], suggested, folder)
        if chosen is None:
            return None
        target = chosen[0]
        if target.suffix.lower() not in suffixes:
            target = target.with_name(target.name + suffix)
            if not message.may_replace(parent, target):
                return None
        self._folder = str(target.resolve().parent)
        return target

    def _begin_writing(
        self,
        path: Path,
        function: Callable[..., bytes],
        *args: object,
        tell: Callable[[str], object] = lambda text: None,
    ) -> None:
        rest = ", and is as it was" if path.exists() else ""
        undone = f"{path.name} was not written{rest}"
        work = Work(f"Writing {path.name}", undone, partial(self._write, path, tell))
        self._background.begin(work, function, *args)

    def _write(self, path: Path, tell: Callable[[str], object], data: bytes) -> None:
        if message.wrote(self._shell.root, path, data):
            prints = " Print it with any PDF viewer." if path.suffix.lower() == ".pdf" else ""
            text = f"Written to {path} ({_amount(len(data))}).{prints}"
            for say in (self._shell.say, tell):
                say(text)


def _amount(size: int) -> str:
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
