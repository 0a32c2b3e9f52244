"""The processes of the program, and what takes in their results from Tk's loop."""

from __future__ import annotations

import tkinter as tk
from functools import cache

from flowdesk.app.timers import POLL_SECONDS, Loop, Timer
from flowdesk.desk.work.jobs import Jobs

#: Milliseconds from when a process has nothing to do until it ends, unless it is the spare.
REST_MS = 5000


def jobs_of(widget: tk.Misc) -> Jobs:
    """Return the jobs of the program that a widget belongs to."""
    return _jobs(widget.nametowidget("."))


@cache
def _jobs(root: tk.Misc) -> Jobs:
    def poll() -> bool:
        try:
            return jobs.poll()
        except BaseException:  # an error of ours in what one of them has found
            root.after_idle(polling.start)
            raise

    jobs = Jobs(lambda: polling.start(), lambda: resting.start(REST_MS, jobs.rest))
    polling = Loop(root, poll, POLL_SECONDS)
    resting = Timer(root)
    return jobs
