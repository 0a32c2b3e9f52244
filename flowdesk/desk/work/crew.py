"""Crew: workers that all parts of a program share."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import active_children

from flowdesk.desk.work.worker import Worker


class Crew:
    """Whoever has a call hires a worker for it, and releases it as soon as the call has ended.

    `on_release` is called when a worker has nothing to do any more. Those wait for the next call,
    until `rest` ends all but one, the spare.
    """

    def __init__(self, on_release: Callable[[], object] = lambda: None) -> None:
        self._on_release = on_release
        self._idle: list[Worker] = []

    def warm_up(self) -> None:
        """Have a spare, so that the next call begins at once."""
        if not self._idle:
            self._idle.append(Worker())

    def hire(self) -> Worker:
        """Return a worker that has nothing to do."""
        return self._idle.pop() if self._idle else Worker()

    def release(self, worker: Worker) -> None:
        """Take back a worker; if it is at work still, kill its process and start a spare."""
        if worker.busy:
            worker.dismiss()
            self.warm_up()
        else:
            self._idle.append(worker)
        self._on_release()

    def rest(self) -> None:
        """End all that have nothing to do but the spare."""
        for worker in self._idle[:-1]:
            worker.close()
        del self._idle[:-1]
        active_children()  # buries those that were killed

    def close(self) -> None:
        """End all that have nothing to do."""
        for worker in self._idle:
            worker.close()
        self._idle.clear()
