"""Survey: checks many levels in the background; and what is remembered of their verdicts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.store import STORE, Store
from flowdesk.desk.work.jobs import Jobs, PoolJob
from flowdesk.desk.work.pool import Pool
from flowdesk.desk.work.worker import Died, Done, Failed, Outcome, TimedOut
from flowdesk.kinds.answers import CheckResult, CheckStatus, Difficulty, NonTouching
from flowdesk.kinds.known import Known, Looking
from flowdesk.kinds.table import kind_of

#: Seconds for each level.
PATIENCE = 10.0

#: The version of the kept verdicts: raise it whenever verdicts or difficulties of puzzles change.
VERSION = 2

#: The statuses that are kept.
_STATUSES = {status.value: status for status in CheckStatus if status is not CheckStatus.UNKNOWN}
_NON_TOUCHING = {answer.value: answer for answer in NonTouching}


class Survey:
    """Worker processes on all cores that find out about many levels; `verdicts` get the results.

    Emits `ended` when all are checked. `on_failure` gets the traceback of a bug in a process.
    """

    def __init__(
        self,
        jobs: Jobs,
        on_failure: Callable[[str], None],
        verdicts: Verdicts,
        make_pool: Callable[..., Pool] = Pool,
    ) -> None:
        self.ended: Signal[[]] = Signal()
        self.verdicts = verdicts
        self._on_failure = on_failure
        self._levels: list[Puzzle] = []
        self._job = PoolJob(jobs, self._look, make_pool)
        self.done = self.total = 0  # how many of how many levels are checked

    @property
    def running(self) -> bool:
        return self._job.running

    def is_at_work(self, level: Puzzle) -> bool:
        at_work = (self._levels[number] for number in self._job.at_work)
        return any(other.puzzle_key == level.puzzle_key for other in at_work)

    def start(self, levels: Iterable[Puzzle]) -> None:
        """Check levels in their order, except those of which everything is known."""
        self.stop()
        asked = {level.puzzle_key: level for level in levels}
        known = {key: self.verdicts.known(level) for key, level in asked.items()}
        settled = {key for key, one in known.items() if one and one.looking is Looking.DONE}
        self._levels = [level for key, level in asked.items() if key not in settled]
        self.done, self.total = 0, len(self._levels)
        if self._levels:
            self._job.start([partial(assess, level) for level in self._levels], PATIENCE)

    def stop(self) -> None:
        self._job.close()

    def _look(self, ended: list[tuple[int, Outcome]]) -> None:
        self.done += len(ended)
        self.verdicts.keep([self._result(self._levels[number], one) for number, one in ended])
        if not self.running:
            self.ended.emit()

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

    known = replace(known, check=kind.solving.check(level, progress=report))
    progress(known)
    difficulty = kind.reasoning.rate(level) if kind.reasoning and known.is_unique else None
    return replace(known, difficulty=difficulty, looking=Looking.DONE)


class Verdicts:
    """What is known of levels, whoever has found it out; emits `found` with those of which more is.

    What is final, so no time-outs, is remembered as far as it can be kept and read.
    """

    def __init__(self, store: Store = STORE) -> None:
        self.found: Signal[[list[Puzzle]]] = Signal()
        self._store = store
        self._known: dict[str, Known] = {}

    def known(self, level: Puzzle) -> Known | None:
        """Return what is known of a level's puzzle, or None."""
        key = level.puzzle_key
        known = self._known.get(key)
        if known is None and key in self._answers:
            known = _known(level, self._answers[key])
        if known:
            self._known[key] = known = replace(known, level=level)
        return known

    def difficulty(self, level: Puzzle) -> Difficulty | None:
        """Return how hard a level is, if that is known; faster than `known`."""
        known = self._known.get(level.puzzle_key) or self.known(level)
        return known.difficulty if known else None

    def keep(self, found: Sequence[Known]) -> None:
        """Keep results, those that are final for good."""
        if not found:
            return
        self._known |= {known.level.puzzle_key: known for known in found}
        answers = [(known.level.puzzle_key, VERSION, _answer(known)) for known in found]
        with contextlib.suppress(FlowDeskError):
            if rows := [row for row in answers if row[-1]]:
                with self._store.change() as database:
                    database.executemany("REPLACE INTO verdicts VALUES (?, ?, ?)", rows)
        self.found.emit([known.level for known in found])

    @cached_property
    def _answers(self) -> dict[str, str]:
        with contextlib.suppress(FlowDeskError):
            query = "SELECT key, answer FROM verdicts WHERE version = ?"
            return dict(self._store.rows(query, VERSION))
        return {}


def _answer(known: Known) -> str:
    """Return the text that is kept of a result; empty if it is not final."""
    if known.looking is not Looking.DONE or not known.check or known.check.status not in _STATUSES:
        return ""
    rating = known.difficulty
    difficulty = f"{rating.level} {rating.score:.1f}" if rating else "-"
    return f"{known.check.status} {known.check.non_touching} {difficulty}"


def _known(level: Puzzle, answer: str) -> Known | None:
    """Return a result from its text; None if the text has unknown words."""
    status, non_touching, word, *score = answer.split(" ")
    kind = kind_of(level)
    words = ("-", *kind.difficulties)
    if status not in _STATUSES or non_touching not in _NON_TOUCHING or word not in words:
        return None
    return Known(
        level,
        tuple(kind.incomplete(level)),
        Looking.DONE,
        CheckResult(_STATUSES[status], _NON_TOUCHING[non_touching]),
        difficulty=Difficulty(word, float(score[0])) if score else None,
    )
