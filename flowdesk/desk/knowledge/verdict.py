"""The verdict on a puzzle of any kind and the notes beside the board."""

from __future__ import annotations

from flowdesk.core.grid import Cell
from flowdesk.formats.registry import text_of
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known, Note, Verdict
from flowdesk.kinds.table import kind_of


def verdict(known: Known) -> Verdict:
    """Return the verdict on what is known of a puzzle."""
    return kind_of(known.level).verdict(known)


def disagreement(known: Known) -> str:
    """Return a bug report if the check and the count cannot both be right, else an empty text."""
    check, count = known.check, known.count
    if not known.is_contradictory or check is None or count is None:
        return ""
    number = f"{'' if count.exact else 'at least '}{count.number}"
    return (
        f"The check of this level says {check.status!r} (solutions at hand: "
        f"{len(check.solutions)}), but its count is {number}.\n\n"
        f"{text_of(Entry(known.level))}"
    )


def notes(known: Known, flip_key: str) -> list[Note]:
    """Return the notes to show beside the board, the most useful first."""
    found = [Note(finding.message, finding.cells) for finding in known.findings]
    if known.is_complete:
        result = verdict(known)
        found.insert(0, Note(result.meaning))
        if result.is_all:
            return found[:1]
    conflict = known.conflict
    if conflict and (not known.findings or len(conflict.labels) > 1):
        found.append(Note(conflict.message, conflict.cells, attempt=conflict.answer))
    check = known.check
    if check and check.differs:
        found.append(
            Note(
                f"Two solutions differ in {len(check.differs)} cells. {flip_key} shows one, then "
                "the other.",
                check.differs,
            )
        )
    elif known.count and known.count.gave_up and known.status is CheckStatus.UNKNOWN:
        found.append(Note(known.count.gave_up))
    found += kind_of(known.level).remarks(known)
    if known.remedies:
        one = "This leaves" if len(known.remedies) == 1 else "Each of these leaves"
        found.append(Note(f"{one} exactly one solution:"))
        found += (Note(remedy.message, remedy.cells, remedy) for remedy in known.remedies)
    elif known.remedies is not None:
        found.append(Note("No small change was found that would leave exactly one solution."))
    if known.difficulty:
        found.append(
            Note(f"Difficulty: {known.difficulty.level}, score {known.difficulty.score:g}.")
        )
    return found


def summary(known: Known) -> tuple[str, frozenset[Cell]]:
    """Return the most important message and the cells that it is about."""
    result = verdict(known)
    if not known.findings or result.is_all:
        return result.meaning, frozenset()
    more = len(known.findings) - 1
    cells = frozenset(cell for finding in known.findings for cell in finding.cells)
    return known.findings[0].message + (f"  (and {more} more)" if more else ""), cells
