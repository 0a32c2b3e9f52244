"""VerdictStore: a file in the user's cache that keeps verdicts on puzzles.

It has a line for each puzzle. Lines are appended in one write, so that several programs may write
at once; a line that was cut short by a kill or a full disk is ignored. If the file cannot be read
or written, nothing is kept.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import cache_folder, read_bytes
from flowdesk.kinds.answers import CheckResult, CheckStatus, Difficulty, NonTouching
from flowdesk.kinds.known import Known, Looking
from flowdesk.kinds.table import kind_of

#: Raise it whenever verdicts or difficulties of puzzles change.
VERSION = 1

#: The statuses that are kept.
_STATUSES = {status.value: status for status in CheckStatus if status is not CheckStatus.UNKNOWN}
_NON_TOUCHING = {answer.value: answer for answer in NonTouching}
#: A line: the puzzle's key; and status, non-touching solutions and difficulty.
_LINE = re.compile(r"^([0-9a-f]{32}) ([a-z]+ [a-z]+ (?:-|[a-z]+ [0-9]+\.[0-9]))\n", re.MULTILINE)


class VerdictStore:
    """Remembers verdicts that are final, so no time-outs; without a `path`, none."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._answers: dict[str, str] | None = None

    def recall(self, level: Puzzle) -> Known | None:
        """Return what was kept about a level's puzzle, or None."""
        if self._answers is None:
            self._answers = self._read()
        answer = self._answers.get(level.puzzle_key)
        return _known(level, answer) if answer else None

    def keep(self, found: Iterable[Known]) -> None:
        """Keep those results that are final."""
        answers = ((known.level.puzzle_key, _answer(known)) for known in found)
        lines = [f"{key} {answer}\n" for key, answer in answers if answer]
        if self._path and lines:
            with contextlib.suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with self._path.open("ab", buffering=0) as file:
                    file.write("".join(lines).encode())

    def _read(self) -> dict[str, str]:
        if self._path is None:
            return {}
        try:
            text = read_bytes(self._path).decode("ascii", "replace")
        except FlowDeskError:
            with contextlib.suppress(OSError):  # it may be too large
                os.unlink(self._path)
            return {}
        return dict(_LINE.findall(text))


def verdict_file() -> Path | None:
    """Return the file of this user's verdicts; None without a home folder."""
    try:
        folder = cache_folder()
    except FlowDeskError:
        return None
    return folder / f"verdicts-{VERSION}.txt"


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
