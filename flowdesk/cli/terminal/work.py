"""Background: calls of the solver in a process of its own, one after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flowdesk.desk.work.worker import Died, Done, Progress, Worker


@dataclass(frozen=True)
class _Call:
    function: Callable[..., object]
    arguments: Callable[[], tuple[Any, ...]]
    then: Callable[[Any], object]
    what: str


class Background:
    """Calls that wait and the one that runs; `poll` passes on their results.

    A call that fails takes those that wait with it; `problem` is then a sentence on that.
    """

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._calls: deque[_Call] = deque()
        self.problem = ""

    @property
    def busy(self) -> bool:
        """Whether there is a call."""
        return bool(self._calls)

    @property
    def asked(self) -> str:
        """What the player has asked for and waits for, as in "a hint"; empty if nothing."""
        return next((call.what for call in self._calls if call.what), "")

    def ask(
        self,
        then: Callable[[Any], object],
        function: Callable[..., object],
        arguments: Callable[[], tuple[Any, ...]],
        what: str = "",
    ) -> None:
        """Call a function of the solver, and `then` with its result; `what` was asked for.

        `arguments` returns those of the call when it is its turn.
        """
        self._calls.append(_Call(function, arguments, then, what))
        if len(self._calls) == 1:
            self._start()

    def poll(self) -> bool:
        """Pass on the results of calls that have ended; return whether there were any."""
        if self._worker is None:
            return False
        has_ended = False
        for event in self._worker.poll():
            if isinstance(event, Progress) or not self._calls:
                continue
            has_ended, call = True, self._calls.popleft()
            if isinstance(event, Done):
                call.then(event.value)
                if self._calls and not self._worker.busy:
                    self._start()
                continue
            self._calls.clear()
            if isinstance(event, Died):
                self.problem = (
                    f"The search ended (status {event.exit_code}); it may be out of memory."
                )
            else:
                self.problem = f"An error in FlowDesk: {event.traceback.splitlines()[-1]}"
        return has_ended

    def cancel(self) -> None:
        """Forget all calls, and end the one that runs."""
        self._calls.clear()
        if self._worker and self._worker.busy:
            self._worker.cancel()

    def close(self) -> None:
        """End the process."""
        self._calls.clear()
        if self._worker:
            self._worker.close()

    def _start(self) -> None:
        self._worker = self._worker or Worker()
        call = self._calls[0]
        self._worker.start(call.function, *call.arguments())
