"""Playing: the commands of the pack browser that play a level in the main window."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flowdesk.app.packs.view import PackView
from flowdesk.app.timers import Slices
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.play.choosing import can_be_played
from flowdesk.desk.play.results import Results
from flowdesk.desk.work.steps import Steps


class Playing:
    """Opens the level under the cursor by `open`, which tells whether it could, and plays it."""

    def __init__(
        self,
        view: PackView,
        results: Results,
        open: Callable[[], bool],
        play: Callable[[], object],
    ) -> None:
        self._view = view
        self._results = results
        self._open = open
        self._play = play
        self._search = Slices(view.frame)

    @property
    def running(self) -> bool:
        """Whether the next unsolved level is being looked for."""
        return self._search.running

    def stop(self) -> None:
        self._search.stop()

    def can_play(self) -> bool:
        items = self._view.selection
        return len(items) == 1 and items[0].entry is not None

    def can_go_on(self) -> bool:
        return bool(self._view.listing.levels)

    def play(self) -> None:
        if self._open():
            self._play()

    def play_next_unsolved(self) -> None:
        """Play the next unsolved level in the order that is shown.

        It is the one under the cursor unless that is open: so one can go on from level to level.
        """
        found: list[int] = []

        def slice_done() -> None:
            if found:
                self._go_to(found[0])
            elif not self.running:
                self._view.bar.say("There is no unsolved puzzle in this pack.")

        self._search.start(self._find_unsolved(found), slice_done)

    def _find_unsolved(self, found: list[int]) -> Steps[None]:
        view, order = self._view, self._view.listing.order
        cursor = view.table.cursor
        at = order.index(cursor) if cursor in order else 0
        first = at + (cursor == view.opened)
        for id in (*order[first:], *order[:first]):
            for id_there, level in self._levels_at(id):
                if can_be_played(level) and self._results.of(level) is None:
                    found.append(id_there)
                    return
            yield

    def _levels_at(self, id: int) -> Iterator[tuple[int, Puzzle]]:
        """Yield the level of a row, or those of a file that was not read yet, with their ids."""
        item = self._view.listing.items.get(id)  # None: it was deleted meanwhile
        if item and item.entry:
            yield id, item.entry.level
        elif item and not item.is_read:
            for found, entry in self._view.pack.levels_in(item.path).items():
                yield found, entry.level

    def _go_to(self, id: int) -> None:
        view = self._view
        if id not in view.listing.items or not view.listing.items[id].is_read:
            view.read()
        view.table.select([id])
        self.play()
