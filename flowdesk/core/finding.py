"""Findings and errors: what is wrong with a puzzle or a file, in words a person can act on."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum

from flowdesk.core.grid import Cell


class Severity(Enum):
    """Whether a finding makes a puzzle invalid (incomplete) or proves that it has no solution."""

    INVALID = "invalid"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True)
class Finding:
    """A thing that is wrong: the name of a `rule` for scripts, a sentence, and where to look."""

    rule: str
    message: str
    cells: tuple[Cell, ...]
    severity: Severity


class FlowDeskError(Exception):
    """An error that a person can correct; its text is a complete sentence."""


@dataclass(eq=False, repr=False)
class FormatError(FlowDeskError):
    """A text that cannot be read as a puzzle, or a puzzle that a format cannot hold.

    `line` and `column` count from 1; 0 means that no single line or column is at fault.
    """

    message: str
    _: KW_ONLY
    line: int = 0
    column: int = 0
    hint: str = ""
    source: str = ""

    def at(self, *, source: str) -> FormatError:
        """Return the same error with its source."""
        return replace(self, source=source)

    def __str__(self) -> str:
        counts = {"line": self.line, "column": self.column}
        numbers = (f"{name} {number}" for name, number in counts.items() if number)
        place = ", ".join(filter(None, [self.source, *numbers]))
        sentences = " ".join(filter(None, [self.message, self.hint]))
        return f"{place}: {sentences}" if place else sentences
