"""FrontPack: what the main window does with the pack of the open puzzle."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.pack import ask_about, ask_title
from flowdesk.app.packs.window import OpenPacks
from flowdesk.desk.packs.naming import own_title
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.siblings import opened_in
from flowdesk.desk.work.steps import Steps, finish


class FrontPack:
    """Renames the open puzzle with its file, and changes what its pack says about itself.

    These are changes of the pack: the row below the board and the browser can undo them.
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

        def done() -> None:
            if document.path:
                self._shell.used(document.path)
                self._shell.say(
                    f"{document.level.title or 'Without a title'}, in {document.path.name}."
                )

        if title is not None:
            self._change(pack.rename(id, title), done, pack)

    def change_about(self) -> None:
        """Ask what the pack says about itself."""
        pack = self._pack()
        about = ask_about(self._shell.root, pack.about) if pack else None
        if pack and about:
            said = f"{about.title}: saved beside the puzzles."
            self._change(pack.set_about(about), lambda: self._shell.say(said))

    def _pack(self) -> Pack | None:
        """Return the folder's pack of the open file, unless it cannot be changed, which is told."""
        path = self._packs.files.front.document.path
        if path is None:
            return None
        pack = self._packs.pack_at(path.absolute().parent)
        finish(pack.scan())
        if pack.fixed:
            message.show_message(self._shell.root, "Not changed", pack.fixed)
            return None
        return pack

    def _change(
        self, steps: Steps[object], done: Callable[[], object], followed: Pack | None = None
    ) -> None:
        """Make a change; the open documents at levels of a pack that is `followed` follow."""
        changing = self._packs.changing

        def slice_done(done_all: bool) -> None:
            if done_all and not changing.running:
                done()

        changing.start(steps, slice_done, followed)
