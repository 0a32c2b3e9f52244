"""Survey: checks many levels in the background and remembers the results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.knowledge.verdict_store import VerdictStore
from flowdesk.desk.work.events import Call, Died, Done, Failed, Outcome, TimedOut
from flowdesk.desk.work.pool import Pool
from flowdesk.kinds.answers import CheckResult
from flowdesk.kinds.known import Known, Looking
from flowdesk.kinds.table import kind_of

#: Seconds for each level.
PATIENCE = 10.0


class Survey:
    """What is known of many levels, and worker processes on all cores that find out more.

    `on_failure` gets the traceback of a bug in a process; `store` keeps the results for the next
    start.
    """

    def __init__(
        self,
        on_failure: Callable[[str], None],
        store: VerdictStore | None = None,
        make_pool: Callable[..., Pool] = Pool,
    ) -> None:
        self._on_failure = on_failure
        self._make_pool = make_pool
        self._store = store or VerdictStore(None)
        self._known: dict[str, Known] = {}
        self._levels: list[Puzzle] = []
        self._pool: Pool | None = None
        self.done = 0

    @property
    def running(self) -> bool:
        """Whether levels are being checked."""
        return self._pool is not None

    @property
    def total(self) -> int:
        """How many levels this run checks; `done` of them are done."""
        return len(self._levels)

    def known(self, level: Any) -> Known | None:
        """Return what is known of a level's puzzle, or None."""
        known = self._known.get(level.puzzle_key)
        if known is None:
            known = self._store.recall(level)
            if known is None:
                return None
            self._known[level.puzzle_key] = known
        return known if known.level is level else replace(known, level=level)

    def is_at_work(self, level: Any) -> bool:
        """Whether a level is being checked now."""
        at_work = self._pool.at_work if self._pool else ()
        return any(self._levels[number].puzzle_key == level.puzzle_key for number in at_work)

    def start(self, levels: Iterable[Any], patience: float = PATIENCE) -> None:
        """Check levels in their order, except those of which everything is known."""
        self.stop()
        asked = {level.puzzle_key: level for level in levels}
        self._levels = [level for level in asked.values() if not self._is_settled(level)]
        self.done = 0
        if self._levels:
            calls = [Call(assess, (level,), {}) for level in self._levels]
            self._pool = self._make_pool(calls, os.cpu_count() or 1, patience)

    def poll(self) -> list[Any]:
        """Take in results, and return their levels; never wait."""
        if self._pool is None:
            return []
        ended = self._pool.poll()
        found = [self._result(self._levels[number], outcome) for number, outcome in ended]
        self._known |= {known.level.puzzle_key: known for known in found}
        self._store.keep(found)
        self.done += len(ended)
        if not self._pool.at_work:
            self.stop()
        return [known.level for known in found]

    def stop(self) -> None:
        """Stop checking."""
        if self._pool:
            self._pool.close()
            self._pool = None

    def _is_settled(self, level: Puzzle) -> bool:
        known = self.known(level)
        return known is not None and known.looking is Looking.DONE

    def _result(self, level: Puzzle, outcome: Outcome) -> Known:
        nothing = Known(level, tuple(kind_of(level).findings(level)))
        match outcome:
            case Done(value):
                known: Known = value
                return known
            case TimedOut(last, _):
                return replace(last or nothing, looking=Looking.TIMED_OUT)
            case Died(_, last):
                return replace(last or nothing, looking=Looking.DIED)
            case Failed(traceback):
                self._on_failure(traceback)
                return replace(nothing, looking=Looking.DIED)


def assess(level: Puzzle, *, progress: Callable[[Known], None]) -> Known:
    """Find out whether a level has one solution and how hard it is; workers call this."""
    kind = kind_of(level)
    known = Known(level, tuple(kind.findings(level)), Looking.AT_WORK)

    def report(so_far: CheckResult) -> None:
        progress(replace(known, check=so_far))

    known = replace(known, check=kind.check(level, progress=report))
    progress(known)
    difficulty = kind.rate(level) if kind.rate and known.is_unique else None
    return replace(known, difficulty=difficulty, looking=Looking.DONE)
