"""Entry: what one place in a file holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flowdesk.core.finding import Finding


@dataclass(frozen=True)
class Entry:
    """A puzzle of any kind and what was saved with it.

    `level` is the puzzle, and `solution` has passed the checker of its kind. `line` is where the
    puzzle's first row stands in its file (from 1), 0 where rows are not lines. `remarks` are
    sentences of the reader about what it took otherwise than the file says.
    """

    level: Any
    solution: Any = None
    line: int = 0
    remarks: tuple[str, ...] = ()

    def describe(self, finding: Finding) -> str:
        """A finding about this puzzle as a sentence with its place in the file."""
        if not finding.cells:
            return finding.message
        x, y = finding.cells[0]
        row = f"line {self.line + y}" if self.line else f"row {y + 1}"
        return f"{row}, column {x + 1}: {finding.message}"
