"""Entry: a puzzle in a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flowdesk.core.finding import Finding


@dataclass(frozen=True)
class Entry:
    """A puzzle of any kind and what was saved with it.

    `solution` has passed the checker of its kind. `line` is the line of the puzzle's first row in
    the file (from 1), or 0 where rows are not lines. `remarks` are sentences about what the reader
    left out or changed.
    """

    level: Any
    solution: Any = None
    line: int = 0
    remarks: tuple[str, ...] = ()

    def describe(self, finding: Finding) -> str:
        """Return a finding about this puzzle as a sentence with its place in the file."""
        if not finding.cells:
            return finding.message
        x, y = finding.cells[0]
        row = f"line {self.line + y}" if self.line else f"row {y + 1}"
        return f"{row}, column {x + 1}: {finding.message}"
