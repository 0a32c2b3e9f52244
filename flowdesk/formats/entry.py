"""Entry: what one place in a file holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell
from flowdesk.flow.level import Level
from flowdesk.flow.solution import Solution


def is_text(text: str) -> bool:
    """Whether a text file can hold it: no NUL, and no halves of characters as Python's can have."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


@dataclass(frozen=True)
class Entry:
    """A level and what was saved with it.

    `solution` has passed the checker; `drawn` are paths as the author drew them, finished or
    not. `line` is where the level's first row stands in its file (from 1), 0 where rows are not
    lines.
    """

    level: Level
    solution: Solution | None = None
    drawn: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    line: int = 0

    def describe(self, finding: Finding) -> str:
        """A finding about this level as a sentence with its place in the file."""
        if not finding.cells:
            return finding.message
        x, y = finding.cells[0]
        if self.line:
            return f"line {self.line + y}, column {x + 1}: {finding.message}"
        return f"cell ({x}, {y}): {finding.message}"
