"""FrontPack: what the main window does with the pack of the open puzzle."""

from __future__ import annotations

from contextlib import nullcontext

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.pack import ask_about, ask_title
from flowdesk.app.packs.window import OpenPacks
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.packs.naming import own_title
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.siblings import following, opened_in
from flowdesk.desk.work.steps import Steps, finish


class FrontPack:
    """Renames the open puzzle with its file, and changes what its pack says about itself.

    These are changes of the pack, which its browser can undo.
    """

    def __init__(self, packs: OpenPacks) -> None:
        self._packs, self._shell = packs, packs.shell

    @property
    def commands(self) -> dict[str, Command]:
        def has_file() -> bool:
            return self._packs.files.front.document.path is not None

        return {
            "Rename ...": Command(self.rename, has_file),
            "Pack ...": Command(self.change_about, has_file),
        }

    def rename(self) -> None:
        """Ask for another title of the open puzzle, and name its file after it."""
        document, pack = self._packs.files.front.document, self._pack()
        id = opened_in(document, pack) if pack else None
        if pack is None or id is None:
            return
        title = ask_title(self._shell.root, own_title(pack.about.pattern, document.level.title))
        if title is not None and self._change(pack, pack.rename(id, title)) and document.path:
            self._shell.used(document.path)
            self._say(f"{document.level.title or 'Without a title'}, in {document.path.name}.")

    def change_about(self) -> None:
        """Ask what the pack says about itself."""
        pack = self._pack()
        about = ask_about(self._shell.root, pack.about) if pack else None
        if pack and about and self._change(pack, pack.set_about(about), of_levels=False):
            self._say(f"{pack.about.title}: saved beside the puzzles.")

    def _pack(self) -> Pack | None:
        """Return the pack of the open puzzle, unless it cannot be changed, which is told."""
        pack = self._packs.beside()
        if pack is None or not pack.fixed:
            return pack
        message.show_message(self._shell.root, "Not changed", pack.fixed)
        return None

    def _say(self, what: str) -> None:
        self._shell.say(f"{what} The pack browser ({self._shell.key('Browse pack')}) undoes it.")

    def _change(self, pack: Pack, steps: Steps[object], *, of_levels: bool = True) -> bool:
        documents = [opened.document for opened in self._packs.files.documents]
        try:
            with following(documents, pack) if of_levels else nullcontext():
                finish(steps)
        except FlowDeskError as error:
            message.show_message(self._shell.root, "Not changed", str(error))
            return False
        finally:
            self._packs.changed_elsewhere(pack)
        return True
