"""The processes that all windows of the program share."""

from __future__ import annotations

import tkinter as tk
from functools import cache

from flowdesk.app.timers import Timer
from flowdesk.desk.work.crew import Crew

#: Milliseconds from when a process has nothing to do until it ends, unless it is the spare.
REST_MS = 5000


def crew_of(widget: tk.Misc) -> Crew:
    """Return the workers of the program that a widget belongs to."""
    return _crew(widget.nametowidget("."))


@cache
def _crew(root: tk.Misc) -> Crew:
    crew = Crew(lambda: resting.start(REST_MS, crew.rest))
    resting = Timer(root)
    return crew
