"""Inspector: finds out about a level in the background while somebody goes on drawing it.

Two processes race: one checks by SAT whether there are no, one or several solutions, the other
counts them. What follows from the answer is found out afterwards: why there is none, what would
make it one, how hard it is. A newer level overtakes an older one at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from flowdesk.desk.knowledge.verdict import Known, Looking, disagreement
from flowdesk.desk.work.jobs import Died, Done, Event, Failed, Progress, Relay, Worker
from flowdesk.kinds.answers import CheckStatus, Difficulty, NonTouching, Trace
from flowdesk.kinds.flow.deduction.difficulty import rate
from flowdesk.kinds.flow.deduction.hints import continued
from flowdesk.kinds.flow.findings import findings
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.certainty import certain_edges
from flowdesk.kinds.flow.solving.conflict import explain
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.remedies import ways_to_unique
from flowdesk.kinds.flow.solving.solve import check

#: Seconds after which a check is given up: nobody waits for it any more.
PATIENCE = 30.0
#: The counter's limit of states while somebody draws: some 100 MB.
MOST_STATES = 100_000

Question: TypeAlias = Callable[..., Any]


class Inspector:
    """What is `known` of the present level, and the processes that find out more.

    `on_failure` gets the traceback of an error of ours in one of them. The processes are started
    by `warm_up`, at the latest when they are needed.
    """

    def __init__(self, level: Level, on_failure: Callable[[str], None]) -> None:
        self.known = Known(level, tuple(findings(level)))
        self._has_findings = True
        self._on_failure = on_failure
        self._lanes: tuple[Relay, Worker] | None = None
        self._asked: set[Question] = set()
        self._began = 0.0

    def warm_up(self) -> None:
        """Have the processes ready before anyone asks."""
        if self._lanes is None:
            self._lanes = Relay(), Worker()

    @property
    def running(self) -> bool:
        """Whether something is being found out."""
        return self._lanes is not None and any(lane.busy for lane in self._lanes)

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self._began

    def look_at(self, level: Level, *, soon: bool = False, briefly: bool = False) -> None:
        """Take another level; what is known of the same puzzle under another name stays known.

        `soon` says that `inspect` is about to follow; `briefly` leaves even the findings for
        another look, because on a large board they take a moment.
        """
        if level.is_same_puzzle(self.known.level) and (briefly or self._has_findings):
            self.known = replace(self.known, level=level)
        else:
            self.forget(level, briefly=briefly)
            if soon:
                self.known = replace(self.known, looking=Looking.SOON)

    def forget(self, level: Level, *, briefly: bool = False) -> None:
        """Know no more of a level than can be seen without a search."""
        self._end()
        self._asked.clear()
        self._has_findings = not briefly
        self.known = Known(level, () if briefly else tuple(findings(level)))

    def inspect(self) -> None:
        """Begin to find out about the level in the background, if it is complete."""
        if not self.known.is_complete or self.known.looking not in (
            Looking.NOT_ASKED,
            Looking.SOON,
        ):
            return
        self._began = time.monotonic()
        self.known = replace(self.known, looking=Looking.AT_WORK)
        if self.known.status != CheckStatus.UNSOLVABLE:
            self._ask_checker(check)
            self._ask_counter(count, shares=True, most_states=MOST_STATES)
        self._go_on()

    def find_certain_edges(self) -> None:
        """Ask what all solutions have in common, where the count does not tell."""
        known = self.known
        given_up = known.count is not None and known.count.gave_up
        if given_up and known.check and known.check.solutions and certain_edges not in self._asked:
            if not self.running:
                self._began = time.monotonic()
            self._ask_counter(certain_edges, known.check.solutions[0])

    def poll(self) -> bool:
        """Take in what was found; whether anything was."""
        before = self.known
        for lane in self._lanes or ():
            question = lane.function
            events = lane.poll()
            for event in events:
                self._handle(question, event)
            if events:  # all are taken in first: after the last of them the lane is free
                self._go_on()
        if self.running and self.elapsed > PATIENCE:
            self._end()
            self.known = replace(self.known, looking=Looking.TIMED_OUT)
        return self.known is not before

    def stop(self) -> None:
        """Find out no more about this level."""
        if self.running:
            self._end()
            self.known = replace(self.known, looking=Looking.STOPPED)

    def close(self) -> None:
        """End the processes."""
        for lane in self._lanes or ():
            lane.close()
        self._lanes = None

    def _ask_checker(self, question: Question, *args: Any) -> None:
        """Ask the first process something about the level, once, when it is free."""
        self.warm_up()
        assert self._lanes
        self._ask(self._lanes[0], question, *args)

    def _ask_counter(self, question: Question, *args: Any, **kwargs: Any) -> None:
        """Ask the second process."""
        self.warm_up()
        assert self._lanes
        self._ask(self._lanes[1], question, *args, **kwargs)

    def _ask(self, lane: Relay | Worker, question: Question, *args: Any, **kwargs: Any) -> None:
        if question not in self._asked and not lane.busy:
            self._asked.add(question)
            lane.start(question, self.known.level, *args, **kwargs)

    def _handle(self, question: Question | None, event: Event) -> None:
        assert question is not None
        match event:
            case Progress(value) | Done(value):
                self.known = replace(self.known, **{_FIELDS[question]: value})
            case Failed(traceback):
                self._on_failure(traceback)
        if question is check and isinstance(event, (Died, Failed)):
            self.known = replace(self.known, looking=Looking.DIED)

    def _go_on(self) -> None:
        """End what has become pointless, and ask what follows from what is known by now."""
        known = self.known
        if wrong := disagreement(known.level, known.check, known.count):
            self._end()
            self.known = replace(known, check=None, count=None, looking=Looking.DIED)
            self._on_failure(wrong)
            return
        if known.status in (CheckStatus.UNIQUE, CheckStatus.UNSOLVABLE):
            self._end(count)
            if known.status == CheckStatus.UNSOLVABLE or known.non_touching != NonTouching.UNKNOWN:
                self._end(check)
        if known.status == CheckStatus.UNSOLVABLE:
            self._ask_checker(explain)
        elif known.status == CheckStatus.UNIQUE or known.non_touching == NonTouching.ONE:
            self._ask_counter(rated)
        if known.check and len(known.check.solutions) == 2:
            self._ask_checker(ways_to_unique, *known.check.solutions)
        if not self.running and known.looking is Looking.AT_WORK:
            self.known = replace(self.known, looking=Looking.DONE)

    def _end(self, question: Question | None = None) -> None:
        """End the search for an answer, or with None every search."""
        for lane in self._lanes or ():
            if lane.busy and question in (None, lane.function):
                lane.cancel()


def rated(level: Level, *, progress: object) -> Difficulty | None:
    """How hard a level is, as a worker is asked for it."""
    return rate(level)


def find_hint(level: Level, so_far: Trace, *, assume_no_touching: bool, progress: object) -> Trace:
    """The steps so far and the next one, as a worker is asked for them."""
    return continued(level, so_far, assume_no_touching=assume_no_touching)


#: What the answer to each question is called in `Known`.
_FIELDS: dict[Question, str] = {
    check: "check",
    count: "count",
    explain: "conflict",
    ways_to_unique: "changes",
    rated: "difficulty",
    certain_edges: "certainty",
}
