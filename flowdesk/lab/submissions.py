"""Submissions: the formulas of a folder, each with what is known of it, as rows of a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import decode, files_below, read_bytes
from flowdesk.core.text import capital
from flowdesk.lab.own import SUFFIXES, Judged, Own, read_own, verdict

#: What the columns are called.
HEAD = ("Formula", "Status", "Verdict", "Variables", "Clauses")


@dataclass(frozen=True)
class Submission:
    """A formula by its name in the folder; `found` is None until it has been compared.

    Without a formula, `problem` says why the file cannot be read.
    """

    name: str
    own: Own | None = None
    problem: str = ""
    found: Judged | None = None

    @property
    def row(self) -> tuple[str, str, str, str, str]:
        """What the table says."""
        if self.own is None:
            return self.name, "not read", capital(self.problem), "", ""
        status, said = ("", "") if self.found is None else (self.found.status, verdict(self.found))
        sizes = f"{self.own.variables:,}", f"{len(self.own.clauses):,}"
        return self.name, status, capital(said), *sizes


def submissions_in(folder: Path, puzzle: Puzzle) -> list[Submission]:
    """Return the formulas in a folder and below it; FlowDeskError if there is none."""
    paths, errors = formulas_below(folder)
    if not paths:
        raise errors[0]
    return [_read(path, str(path.relative_to(folder)), puzzle) for path in paths]


def formulas_below(folder: str | Path) -> tuple[list[Path], list[FlowDeskError]]:
    """Return the files with formulas in a folder and below it, and what is wrong, as with none."""
    paths, errors = files_below(folder, SUFFIXES)
    if not paths and not errors:
        suffixes = " or ".join(SUFFIXES)
        none = f"{folder}: there is no formula ({suffixes}) in this folder or below it."
        errors = [FlowDeskError(none)]
    return paths, errors


def _read(path: Path, name: str, puzzle: Puzzle) -> Submission:
    try:
        return Submission(name, read_own(decode(read_bytes(path)), puzzle))
    except FlowDeskError as error:
        return Submission(name, problem=str(error))


def csv_file(submissions: Iterable[Submission]) -> bytes:
    """Return the table as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([HEAD, *(each.row for each in submissions)])
    return text.getvalue().encode()
