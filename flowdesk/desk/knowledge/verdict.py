"""What is known of a puzzle, as people see it: the verdict, the notes, and the map of edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from flowdesk.core.grid import Cell, Edge
from flowdesk.formats.registry import text_of
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known, Looking, Note, Verdict
from flowdesk.kinds.table import kind_of

_CERTAIN = "There is exactly one solution: all of it is certain."


def verdict(known: Known) -> Verdict:
    """Return the verdict on what is known of a puzzle."""
    return kind_of(known.level).verdict(known)


def with_reason(found: Verdict, known: Known) -> Verdict:
    """Return a verdict that also means why there is no solution, where the kind says that."""
    conflict = known.conflict
    if not conflict or not kind_of(known.level).says_why or found.meaning != verdict(known).meaning:
        return found
    return replace(found, meaning=f"{found.meaning} {conflict.message}")


def disagreement(known: Known) -> str:
    """Return a bug report if the check and the count cannot both be right, else an empty text."""
    check, count = known.check, known.count
    if not known.is_contradictory or check is None or count is None:
        return ""
    number = f"{'' if count.exact else 'at least '}{count.number}"
    return (
        f"The check of this puzzle says {check.status!r} (solutions at hand: "
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
        text = f"Two solutions differ in {kind_of(known.level).differing(check)}."
        found.append(Note(f"{text} {flip_key} shows one, then the other.", check.differs))
    elif known.count and known.count.gave_up and known.status is CheckStatus.UNKNOWN:
        found.append(Note(known.count.gave_up))
    found += kind_of(known.level).remarks(known)
    if known.remedies:
        one = "This leaves" if len(known.remedies) == 1 else "Each of these leaves"
        found.append(Note(f"{one} exactly one solution:"))
        found += (Note(remedy.message, remedy.cells, remedy) for remedy in known.remedies)
    elif known.remedies is not None:
        found.append(Note("No small change was found that would leave exactly one solution."))
    if rated := known.difficulty:
        found.append(Note(f"Difficulty: {rated.level}, score {rated.score:g}."))
    return found


def summary(known: Known) -> tuple[str, frozenset[Cell]]:
    """Return the most important message and the cells that it is about."""
    result = verdict(known)
    if not known.findings or result.is_all:
        return result.meaning, frozenset()
    more = len(known.findings) - 1
    cells = frozenset(cell for finding in known.findings for cell in finding.cells)
    return known.findings[0].message + (f"  (and {more} more)" if more else ""), cells


@dataclass(frozen=True)
class EdgeShares:
    """The share of solutions (above 0, up to 1) that use each edge, where it is known.

    An `open` edge is part of some solutions, an `unsettled` one of at least one, an `off` one of
    none. `text` explains the map in a sentence.
    """

    text: str
    shares: Mapping[Edge, float] = field(default_factory=dict)
    open: frozenset[Edge] = frozenset()
    unsettled: frozenset[Edge] = frozenset()
    off: frozenset[Edge] = frozenset()


def edge_shares(known: Known) -> EdgeShares:
    """Return the shares of a puzzle's edges from whichever search has found out most."""
    if not known.is_complete:
        return EdgeShares(f"There is a map when {kind_of(known.level).complete_when}.")
    solutions = known.check.solutions if known.check else ()
    if known.status == CheckStatus.UNSOLVABLE:
        return EdgeShares("There is no map because there is no solution.")
    if known.status == CheckStatus.UNIQUE and solutions:
        return EdgeShares(_CERTAIN, dict.fromkeys(solutions[0].edges, 1.0))
    if known.count and known.count.shares:
        number = known.count.number
        several = f"{number:,} solutions. Green lines are in all of them, orange lines in some."
        shares = {edge: share for edge, share in known.count.shares.items() if share > 0}
        if number == 1:
            return EdgeShares(_CERTAIN, shares)
        off = frozenset(known.count.shares.keys() - shares.keys())
        return EdgeShares(several, shares, off=off)
    if certain := known.certainty:
        text = "Not counted but searched: green lines are in all solutions, orange lines in some."
        return EdgeShares(
            text if certain.finished else f"{text} Grey lines are not settled.",
            dict.fromkeys(certain.on, 1.0),
            certain.open,
            solutions[0].edges - certain.on - certain.open if solutions else frozenset(),
            certain.off,
        )
    if known.looking in (Looking.SOON, Looking.AT_WORK):
        return EdgeShares("The map is shown when the solutions are counted.")
    return EdgeShares("There is no map because the solutions could not be counted.")
