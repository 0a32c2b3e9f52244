"""Inspector: finds out about a level in the background while the user edits it.

Two processes race: one checks by SAT whether there are no, one or several solutions, the other
counts them. Afterwards they find out why there is no solution and what would help, what would leave
exactly one, or how hard the level is. A new level replaces the old one at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.knowledge.verdict import disagreement
from flowdesk.desk.work.jobs import Job, Jobs
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Known, Looking
from flowdesk.kinds.table import kind_of

#: Seconds after which a check is given up.
PATIENCE = 30.0
#: The counter's limit of states: some 100 MB.
MOST_STATES = 100_000

#: The numbers of the two processes.
_CHECKER, _COUNTER = 0, 1


class Inspector:
    """What is `known` of the current level, and the processes that find out more.

    Emits `changed` when they have, and `ticked` with each tenth of a second of a search.
    `on_failure` gets the traceback of a bug in a process.
    """

    def __init__(self, level: Puzzle, on_failure: Callable[[str], None], jobs: Jobs) -> None:
        self.changed: Signal[[]] = Signal()
        self.ticked: Signal[[]] = Signal()
        self.known = Known(level, tuple(kind_of(level).findings(level)))
        self._has_findings = True
        self._on_failure, self._jobs = on_failure, jobs
        self._lanes = [Job(jobs, partial(self._handle, lane), self._tick) for lane in range(2)]
        self._fields = ["", ""]  # the field that each lane finds out, or did last
        self._asked: set[str] = set()
        self._began = 0.0  # by the clock

    @property
    def running(self) -> bool:
        return any(job.running for job in self._lanes)

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._began

    def look_at(self, level: Puzzle, *, soon: bool = False, briefly: bool = False) -> None:
        """Change to another level; if only its title or colours differ, what is known is kept.

        `soon` announces a call of `inspect`; `briefly` leaves the findings for a later call,
        because they take a moment on a large board.
        """
        if level.is_same_puzzle(self.known.level) and (briefly or self._has_findings):
            self.known = replace(self.known, level=level)
        else:
            self.forget(level, briefly=briefly)
            if soon:
                self.known = replace(self.known, looking=Looking.SOON)

    def forget(self, level: Puzzle, *, briefly: bool = False) -> None:
        """Change to a level of which nothing but its findings is known."""
        self._end()
        self._asked.clear()
        self._has_findings = not briefly
        self.known = Known(level, () if briefly else tuple(kind_of(level).findings(level)))

    def inspect(self) -> None:
        """Begin the search in the background if the level is complete."""
        is_asked = self.known.looking not in (Looking.NOT_ASKED, Looking.SOON)
        if is_asked or not self.known.is_complete:
            return
        self._began = time.monotonic()
        self.known = replace(self.known, looking=Looking.AT_WORK)
        if self.known.status is not CheckStatus.UNSOLVABLE:
            self._ask(_CHECKER, "check")
            self._ask(_COUNTER, "count", shares=True, most_states=MOST_STATES)
            self._jobs.warm_up()  # for the next level, which may come soon
        self._go_on()

    def check_now(self) -> None:
        """Begin the search, even if levels are not checked while they are drawn."""
        if self.known.looking is Looking.NOT_ASKED:
            self.inspect()

    def find_certain_edges(self) -> None:
        """Find out what all solutions have in common, where the count was given up."""
        known = self.known
        given_up = known.count is not None and known.count.gave_up
        if given_up and known.check and known.check.solutions and "certainty" not in self._asked:
            if not self.running:
                self._began = time.monotonic()
            self._ask(_COUNTER, "certainty", known.check.solutions[0])

    def stop(self) -> bool:
        """End the search; return whether one was running."""
        was_running = self.running
        if was_running:
            self._end()
            self.known = replace(self.known, looking=Looking.STOPPED)
        return was_running

    def close(self) -> None:
        """End the processes that are at work."""
        for job in self._lanes:
            job.close()

    def _ask(self, lane: int, field: str, *args: object, **kwargs: object) -> None:
        """Let a process find out a field of `Known`, once, if it is free."""
        question = self._question(field)
        if question and field not in self._asked and not self._lanes[lane].running:
            self._asked.add(field)
            self._fields[lane] = field
            self._lanes[lane].start(question, self.known.level, *args, **kwargs)

    def _is_done(self, field: str) -> bool:
        """Whether a field was asked for, or cannot be, and nothing looks for it any more."""
        busy = [field for field, job in zip(self._fields, self._lanes, strict=True) if job.running]
        return (field in self._asked or not self._question(field)) and field not in busy

    def _question(self, field: str) -> Callable[..., object] | None:
        """Return the function that finds out a field; None if the kind has none."""
        kind = kind_of(self.known.level)
        questions: dict[str, Callable[..., object]] = {"check": kind.solving.check}
        if counting := kind.counting:
            questions |= {"count": counting.count, "certainty": counting.certain_edges}
        if mending := kind.mending:
            questions |= {"conflict": mending.explain}
            questions |= {"remedies": mending.remedies, "repairs": mending.repairs}
        if reasoning := kind.reasoning:
            questions |= {"difficulty": reasoning.rate, "ratings": reasoning.ratings}
        return questions.get(field)

    def _handle(self, lane: int, event: Event) -> None:
        field, before = self._fields[lane], self.known
        match event:
            case Progress(value) | Done(value):
                self.known = replace(self.known, **{field: value})
            case Failed(traceback):
                self._on_failure(traceback)
        if field == "check" and isinstance(event, (Died, Failed)):
            self.known = replace(self.known, looking=Looking.DIED)
        if isinstance(event, Progress) and not self._lanes[lane].running:
            return  # its result is the next event
        self._go_on()
        if self.known is not before:
            self.changed.emit()

    def _tick(self) -> None:
        if self.running and self.elapsed > PATIENCE:
            self._end()
            self.known = replace(self.known, looking=Looking.TIMED_OUT)
            self.changed.emit()
        elif self.running:
            self.ticked.emit()

    def _go_on(self) -> None:
        """End calls that have become pointless, and start those that the results ask for."""
        known = self.known
        if wrong := disagreement(known):
            self._end()
            self.known = replace(known, check=None, count=None, looking=Looking.DIED)
            self._on_failure(wrong)
            return
        for field, job in zip(self._fields, self._lanes, strict=True):
            if field in known.settled:
                job.cancel()
        if known.status is CheckStatus.UNSOLVABLE:
            self._ask(_CHECKER, "conflict")
            if known.conflict or self._is_done("conflict"):
                self._ask(_COUNTER, "repairs", known.conflict)
        elif known.is_unique:
            self._ask(_COUNTER, "difficulty")
        if known.check and len(known.check.solutions) == 2:
            self._ask(_CHECKER, "remedies", *known.check.solutions)
        changes = known.remedies or (known.repairs and known.repairs.offers)
        if changes and (self._is_done("remedies") or self._is_done("repairs")):
            self._ask(_COUNTER, "ratings", changes)
        if not self.running and known.looking is Looking.AT_WORK:
            self.known = replace(self.known, looking=Looking.DONE)

    def _end(self) -> None:
        for job in self._lanes:
            job.cancel()
