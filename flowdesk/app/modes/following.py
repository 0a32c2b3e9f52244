"""What is played next: the level that follows, the next unsolved one, or a surprise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import SystemRandom

from flowdesk.app.actions import Command
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.dialogs.generate import AT_HAND, ask_surprise
from flowdesk.app.files import Files, OpenDocument
from flowdesk.app.front import Front
from flowdesk.app.timers import Slices
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.desk.play.choosing import (
    Found,
    Place,
    Wish,
    any_of,
    first_of,
    levels_after,
    levels_at_hand,
    levels_before,
    levels_below,
)
from flowdesk.desk.play.results import Results
from flowdesk.desk.work.jobs import Steps
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import AnyKind

_NEXT_UNSOLVED = "Next unsolved puzzle"


class Following:
    """Searches the open file and its folder."""

    def __init__(self, front: Front, files: Files, results: Results) -> None:
        self._shell, self._front = front.shell, front
        self._files = files
        self._results = results
        self._search = Slices(front.view)

    @property
    def commands(self) -> dict[str, Command]:
        return {_NEXT_UNSOLVED: Command(self.play_next_unsolved, lambda: self.has_others)}

    @property
    def has_others(self) -> bool:
        """Whether there may be other levels: in the file, or beside it."""
        return self._front.document.path is not None or self._front.document.count > 1

    @property
    def running(self) -> bool:
        return self._search.running

    def play_next(self) -> None:
        """Play the level that follows, solved or not."""

        def go(found: Found) -> None:
            key = self._shell.key(_NEXT_UNSOLVED)
            last = f"This was the last puzzle of {self._pack}. {key} goes to the next unsolved one."
            self.open(found, last)

        self.look(first_of(levels_after(self._front.document), lambda level: True), go)

    def play_next_unsolved(self) -> None:
        """Play the next level that is not solved yet; behind the last one comes the first."""
        notes: list[str] = []

        def go(found: Found) -> None:
            self.open(found, f"There is no other unsolved puzzle in {self._pack}.", notes)

        self.look(self._next_unsolved(notes), go)

    def _next_unsolved(self, notes: list[str]) -> Steps[Found]:
        results = self._results

        def is_unsolved(level: Puzzle) -> bool:
            return results.of(level) is None

        found = yield from first_of(levels_after(self._front.document), is_unsolved)
        if found.place is None:
            skipped = found.problems
            found = yield from first_of(levels_before(self._front.document), is_unsolved)
            found = replace(found, problems=(*skipped, *found.problems))
            notes += [f"{self._pack} begins again: after its last puzzle comes this one."]
        return found

    # For others that look for a level

    def look(self, search: Steps[Found], then: Callable[[Found], object]) -> None:
        """Search while the window stays responsive; give up if another level is opened."""
        answer: list[Found] = []
        level = self._front.document.level

        def searching() -> Steps[None]:
            answer.append((yield from search))

        def slice_done() -> None:
            if not answer:
                self._say_once("Looking for a puzzle ...")
            elif self._front.document.level is level and not is_dialog_open(self._shell.root):
                then(answer[0])

        self._search.start(searching(), slice_done)

    def _say_once(self, text: str) -> None:
        if self._shell.status.message != text:
            self._shell.say(text)

    def open(
        self,
        found: Found,
        if_none: str,
        notes: Sequence[str] = (),
        *,
        replaced: Puzzle | None = None,
    ) -> None:
        """Open and play what was found, with notes about it, or say that there is none.

        It takes the place of the open level, if nothing was changed there, or if it is `replaced`.
        """
        shell = self._shell
        if found.place:
            opened = self._opened(found.place, replaced)
            if opened is None:
                return
            opened.play()
            shell = opened.session.shell
        texts = [*(notes if found.place else [if_none]), *_skipped(found.problems)]
        if texts:
            shell.say(" ".join(texts))

    def _opened(self, place: Place, replaced: Puzzle | None) -> OpenDocument | None:
        """Open a level; return where it is open."""
        if place.path is None or self._front.document.is_at(place.path):
            self._front.document.go_to(place.index)
            return self._files.front
        may_replace = self._front.document.level is replaced or not self._front.document.was_changed
        return self._files.open_level(
            place.path, place.index, self._front.document if may_replace else None
        )

    @property
    def _pack(self) -> str:
        path = self._front.document.path
        return path.absolute().parent.name if path else self._front.document.name


def _skipped(problems: Sequence[str]) -> list[str]:
    more = f" ({len(problems) - 1} more are skipped.)" if len(problems) > 1 else ""
    return [f"Skipped: {problems[0]}{more}"] if problems else []


class Surprise:
    """Asks what the level should be like, and plays it.

    The next surprise replaces one that was made without asking whether to save it.
    """

    def __init__(self, front: Front, following: Following, results: Results) -> None:
        self._shell, self._front = front.shell, front
        self._following = following
        self._results = results
        self._chance = SystemRandom()

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
        wish, request, texts = asked
        self._shell.remember(surprise=texts)
        if request:
            self._make(*request)
        else:
            self._choose(wish, at_hand if texts["source"] == AT_HAND else "")

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
