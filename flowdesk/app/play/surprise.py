"""Surprise: a level to play that is chosen at random, or made."""

from __future__ import annotations

from random import Random, SystemRandom

from flowdesk.app.actions import Command
from flowdesk.app.dialogs.surprise import Source, ask_surprise
from flowdesk.app.files import OpenDocument
from flowdesk.app.front import Front
from flowdesk.app.play.following import Following
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.desk.play.choosing import Wish, any_of, levels_at_hand, levels_below
from flowdesk.desk.play.results import Results
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import AnyKind


class Surprise:
    """Asks what the level should be like, and plays it.

    The next surprise replaces one that was made without asking whether to save it.
    """

    def __init__(
        self,
        front: Front,
        following: Following,
        results: Results,
        chance: Random | None = None,
    ) -> None:
        self._shell, self._front = front.shell, front
        self._following = following
        self._results = results
        self._chance = chance or SystemRandom()

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Surprise me ...": Command(self.ask, lambda: not self._front.tab.generation.running)
        }

    def ask(self) -> None:
        path, settings = self._front.document.path, self._shell.settings
        at_hand = path.absolute().parent.name if path else ""
        asked = ask_surprise(self._shell.root, at_hand, settings.surprise, self._chance)
        if asked is None:
            return
        self._shell.remember(surprise=asked.texts)
        if asked.request:
            self._make(*asked.request)
        else:
            self._choose(asked.wish, at_hand if asked.source is Source.AT_HAND else "")

    def _choose(self, wish: Wish, at_hand: str) -> None:
        """Play a level of the pack at hand, or of the shipped ones if there is no name."""
        levels = (
            levels_at_hand(self._front.document) if at_hand else levels_below(shipped("puzzles"))
        )
        where = at_hand or "the puzzles of FlowDesk"
        none = f"No puzzle like that is in {where}: try another size, or a new puzzle."
        search = any_of(levels, wish.fits, self._is_known, self._chance)
        replaced = self._front.document.level if self._is_ours else None
        self._following.look(
            search, lambda found: self._following.open(found, none, replaced=replaced)
        )

    def _is_known(self, level: Puzzle) -> bool:
        """Whether a level is solved, or open already: then rather take another one."""
        is_open = level.puzzle_key == self._front.document.level.puzzle_key
        return is_open or self._results.of(level) is not None

    def _make(self, kind: AnyKind, request: Request) -> None:
        if kind.making:
            replaced = self._front.document.level if self._is_ours else None
            self._front.tab.generation.make(kind.making, [request], self._made_it, replaced)

    def _made_it(self, opened: OpenDocument) -> None:
        opened.saving.disposable = opened.document.level
        opened.play()

    @property
    def _is_ours(self) -> bool:
        """Whether what is open was made by the last surprise, and not saved or changed since."""
        return (
            self._front.document.path is None
            and self._front.document.level is self._front.tab.saving.disposable
        )
