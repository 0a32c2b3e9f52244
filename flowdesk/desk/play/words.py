"""Results of games in words."""

from __future__ import annotations

from flowdesk.core.text import counted
from flowdesk.desk.play.results import Result


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
