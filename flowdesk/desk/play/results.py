"""Results: the best result of each puzzle that the user has solved, and results in words."""

from __future__ import annotations

import contextlib
from dataclasses import astuple, dataclass, replace

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.core.text import counted
from flowdesk.desk.store import STORE, Store


@dataclass(frozen=True)
class Result:
    """A solved game: its moves, hints and seconds; and how many `times` the puzzle was solved.

    `fewest` is the smallest possible number of moves.
    """

    moves: int
    fewest: int
    hints: int = 0
    seconds: int = 0
    times: int = 1

    @property
    def is_perfect(self) -> bool:
        """Whether no game has fewer moves, and no hint was used."""
        return self.moves <= self.fewest and not self.hints

    def better(self, other: Result) -> Result:
        """Return the better of two results: without hints, then by moves, then by time."""
        return min(self, other, key=lambda result: (result.hints > 0, result.moves, result.seconds))

    def after(self, before: Result | None) -> Result:
        """Return the best result after this one, given the best one before."""
        return replace(before.better(self), times=before.times + 1) if before else self


class Results:
    """The results in a store, read when they are first asked for.

    Emits `changed` when there are new ones.
    """

    def __init__(self, store: Store = STORE) -> None:
        self.changed: Signal[[]] = Signal()
        self._problem = ""
        self._store = store
        self._known: dict[str, Result] | None = None
        self._not_kept: list[tuple[str, Result]] = []
        self._told: set[str] = set()

    @property
    def problem(self) -> str:
        """A sentence if the store was damaged or cannot be read or written, else empty."""
        return self._problem or self._store.problem

    def of(self, puzzle: Puzzle) -> Result | None:
        return self._read().get(puzzle.puzzle_key)

    def add(self, puzzle: Puzzle, result: Result) -> Result:
        """Add a solved game, and return the best result so far.

        If it cannot be kept, it is known until the program ends, and kept with the next one.
        """
        key, known = puzzle.puzzle_key, self._read()
        self._not_kept.append((key, result))
        try:
            known |= self._keep()
        except FlowDeskError as error:
            known[key] = result.after(known.get(key))
            self._problem = f"The result could not be kept: {error}"
        self.changed.emit()
        return known[key]

    def refresh(self) -> None:
        """Read the results again if another program may have added some."""
        with contextlib.suppress(FlowDeskError):
            if self._known is not None and self._store.has_news():
                self._known = self._loaded(self._known)
                self.changed.emit()

    def new_problem(self) -> str:
        """Return the problem unless it was returned before: empty if there is no new one."""
        problem = "" if self.problem in self._told else self.problem
        self._told.add(self.problem)
        return problem

    def _read(self) -> dict[str, Result]:
        if self._known is None:
            self._known = self._loaded({})
        return self._known

    def _loaded(self, before: dict[str, Result]) -> dict[str, Result]:
        """Return what is kept, or what was known before if that cannot be read."""
        try:
            self._store.has_news()
            rows = self._store.rows("SELECT * FROM results")
        except FlowDeskError as error:
            self._problem = f"The results of games cannot be read: {error}"
            return before
        known = {key: Result(*numbers) for key, *numbers in rows}
        for key, result in self._not_kept:
            known[key] = result.after(known.get(key))
        return known

    def _keep(self) -> dict[str, Result]:
        """Keep what is not kept yet, and return it as it is together with what others have kept."""
        best: dict[str, Result] = {}
        with self._store.change(sync=True) as database:
            for key, result in self._not_kept:
                found = database.execute("SELECT * FROM results WHERE key = ?", (key,)).fetchone()
                best[key] = result.after(Result(*found[1:]) if found else None)
                row = key, *astuple(best[key])
                database.execute("REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", row)
        self._not_kept.clear()
        return best


def time_text(seconds: float) -> str:
    """Return a time as a clock shows it: ``1:07``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def result_text(result: Result, *, show_time: bool = True) -> str:
    """Return a result in a few words: ``7 moves, 1:07, 2 hints``."""
    texts = [counted(result.moves, "move")]
    if show_time:
        texts.append(time_text(result.seconds))
    if result.hints:
        texts.append(counted(result.hints, "hint"))
    return ", ".join(texts)


def moves_text(result: Result) -> str:
    """Return the moves beside the smallest possible number: ``7, 5 would be enough``."""
    if result.moves <= result.fewest:
        return f"{result.moves}, the fewest possible"
    return f"{result.moves}, {result.fewest} would be enough"
