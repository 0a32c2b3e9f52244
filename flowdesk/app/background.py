"""Background: work in a process of its own, shown in the status bar and stopped from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flowdesk.app.dialogs import message
from flowdesk.app.shell import Shell
from flowdesk.app.timers import jobs_of
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress, Refused

#: Seconds after which it is shown how far the work has come.
_LONG = 0.3


@dataclass(frozen=True)
class Work:
    """What is shown while the work is done or if it is not, and what to do with its result."""

    doing: str
    undone: str
    finish: Callable[[Any], object]


class Background:
    """Does one piece of work after the other."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._job = Job(jobs_of(shell.root), self._handle, self._show_share)
        self._work: Work | None = None
        self._waiting: list[tuple[Work, Callable[..., object], tuple[object, ...]]] = []
        self._share: float | None = None  # how much is done, if that is known

    @property
    def running(self) -> bool:
        return self._job.running

    def warm_up(self) -> None:
        jobs_of(self._shell.root).warm_up()

    def begin(self, work: Work, function: Callable[..., object], *args: object) -> None:
        """Call a function in the process, after the work that was begun before.

        The function also gets `progress`, to report the share that is done.
        """
        self._waiting.append((work, function, args))
        self._go_on()
        if self._waiting:
            self._shell.say(f"{work.doing} comes next.")

    def stop(self) -> bool:
        """Stop the current work; return whether there was any."""
        if not self._job.cancel():
            return False
        self._shell.say(f"Stopped. {self._end().undone}.")
        self._go_on()
        return True

    def close(self) -> None:
        self._waiting.clear()
        self._job.close()

    def _go_on(self) -> None:
        if self._work is None and self._waiting:
            self._work, function, args = self._waiting.pop(0)
            self._share = None
            self._shell.say(f"{self._work.doing} ... {self._shell.stop_key} stops it.")
            self._job.start(function, *args)

    def _handle(self, event: Event) -> None:
        shell = self._shell
        match event:
            case Progress(share):
                self._share = share
                return
            case Refused(reason=reason):
                undone = self._end().undone
                shell.say(f"{undone}.")
                message.show_message(shell.root, undone, reason)
            case Done(made):
                self._end().finish(made)
            case Died(exit_code):
                shell.say(f"{self._end().undone}: its process ended (status {exit_code}).")
            case Failed(traceback):
                shell.say(f"{self._end().undone}.")
                shell.show_error(traceback)
        self._go_on()

    def _end(self) -> Work:
        assert self._work, "nothing ends that was not begun"
        work, self._work = self._work, None
        self._shell.status.hide_work()
        return work

    def _show_share(self) -> None:
        if self.running and self._job.elapsed > _LONG:
            self._shell.status.show_work(self._share, self.stop)
