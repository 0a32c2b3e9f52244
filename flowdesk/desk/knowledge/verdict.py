"""What is known of a puzzle, as people see it: the verdict, the notes, and the map of edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.formats.registry import text_of
from flowdesk.kinds.answers import CheckStatus, ConflictKind, Remedy, Repairs
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known, Looking, Mood, Note, Verdict
from flowdesk.kinds.table import kind_of

_LINES = "Solid: in all. Dashed: in some, thicker in more."
_CERTAIN = "There is exactly one solution: all of it is certain."

#: What the window offers where nothing smaller helps, by its labels.
_FILL, _GENERATE = "{complete}", "Generate ..."


def verdict(known: Known) -> Verdict:
    return kind_of(known.level).words.verdict(known)


def with_reason(found: Verdict, known: Known) -> Verdict:
    """Return a verdict that also means why there is no solution, where the kind says that."""
    conflict, mending = known.conflict, kind_of(known.level).mending
    is_told = mending is not None and mending.says_why and found.meaning == verdict(known).meaning
    if not (conflict and is_told):
        return found
    return replace(found, meaning=f"{found.meaning} {conflict.message}")


def while_drawing(found: Verdict, known: Known) -> Verdict:
    """Return a verdict that is calm where a solution can still come with what is not placed yet."""
    conflict, size = known.conflict, known.level.width * known.level.height
    is_cover = conflict is None or conflict.kind is ConflictKind.COVER
    is_of_all = all(2 * len(finding.cells) > size for finding in known.findings)
    if known.status is not CheckStatus.UNSOLVABLE or not is_cover or not is_of_all:
        return found
    if not kind_of(known.level).is_sketch(known.level):
        return found
    return replace(found, text="drawing: no solution yet", mood=Mood.NEUTRAL)


def disagreement(known: Known) -> str:
    """Return a bug report if the check and the count cannot both be right, else an empty text."""
    check, count = known.check, known.count
    if not known.is_contradictory or check is None or count is None:
        return ""
    number = f"{'' if count.exact else 'at least '}{count.number}"
    says = f"{check.status!r} (solutions at hand: {len(check.solutions)})"
    wrong = f"The check of this puzzle says {says}, but its count is {number}."
    return f"{wrong}\n\n{text_of(Entry(known.level))}"


def notes(known: Known, flip_key: str) -> list[Note]:
    """Return the notes to show beside the board, the most useful first."""
    level, words = known.level, kind_of(known.level).words
    found: list[Note] = []
    places: dict[str, tuple[Cell, ...]] = {}  # of what is said once, though it is so at several
    for each in known.findings:
        places[each.message] = (*places.get(each.message, ()), *words.marked(level, each))
    for text, cells in places.items():
        is_all = len(set(cells)) == len(level.board.cells)  # marks there would say nothing
        found.append(Note(text, () if is_all else cells))
    if known.is_complete:
        result = verdict(known)
        if result.is_all:
            return [Note(result.meaning, actions=(_FILL,))]
        example, cells = words.example(known)
        found.insert(0, Note(result.meaning, cells, attempt=example, sign=result.sign))
    conflict = known.conflict
    if conflict and (not known.findings or len(conflict.labels) > 1):
        found.append(Note(conflict.message, conflict.cells, attempt=conflict.answer))
    check = known.check
    if check and check.differs:
        text = words.differing(level, check)
        found.append(Note(f"{text}. {flip_key} shows one, then the other.", check.differs))
    elif known.count and known.count.gave_up and known.status is CheckStatus.UNKNOWN:
        found.append(Note(known.count.gave_up))
    found += words.remarks(known)
    if known.remedies:
        one = "This leaves" if len(known.remedies) == 1 else "Each of these leaves"
        found.append(Note(f"{one} exactly one solution:"))
        found += _offers(known, known.remedies)
    elif known.remedies is not None:
        text = "No small change was found that would leave exactly one solution."
        found.append(Note(text, actions=_larger_changes(known.level)))
    if repairs := known.repairs:
        found += _repair_notes(known, repairs)
    if rated := known.difficulty:
        found.append(Note(f"Difficulty: {rated.level}, score {rated.score:g}."))
    return found


def _repair_notes(known: Known, repairs: Repairs) -> list[Note]:
    if repairs.offers:
        one = "This makes" if len(repairs.offers) == 1 else "Each of these makes"
        return [Note(f"{one} it solvable:"), *_offers(known, repairs.offers)]
    if known.looking is Looking.AT_WORK:
        return [Note("Looking for changes that help ...")]
    text = f"No change that helps was found, nor two or three together of {repairs.tried:,}."
    return [Note(text, actions=_larger_changes(known.level))]


def _larger_changes(level: Puzzle) -> tuple[str, ...]:
    """Return what the window offers for a puzzle that nothing smaller helps."""
    is_drawn = kind_of(level).drawing.drawn_answer(level) is not None
    return (_FILL, _GENERATE) if is_drawn else (_GENERATE,)


def _offers(known: Known, remedies: Iterable[Remedy]) -> list[Note]:
    """Return a note for each title; alike changes share one."""
    groups: dict[str, list[Note]] = {}
    for remedy in remedies:
        cost = price(known, remedy)
        text = f"{remedy.title}: {cost}" if cost else remedy.title
        rated = known.ratings.get(remedy.level.puzzle_key)
        detail = f"{remedy.message} Score {rated.score:g}." if rated else remedy.message
        groups.setdefault(remedy.title, []).append(Note(text, remedy.cells, remedy, detail=detail))
    return [replace(first, alike=tuple(others)) for first, *others in groups.values()]


def price(known: Known, remedy: Remedy) -> str:
    """Return what a change costs: the number of colours, or the like, and the difficulty."""
    kind = kind_of(known.level)
    things = kind.words.counted
    before, after = (kind.contents(each).get(things, 0) for each in (known.level, remedy.level))
    parts = [counted(after, things.removesuffix("s"))] if before != after else []
    if not remedy.is_unique:
        parts.append("several solutions")
    elif remedy.level.puzzle_key not in known.ratings:
        parts.append("...")
    elif rated := known.ratings[remedy.level.puzzle_key]:
        parts.append(rated.level)
    return ", ".join(parts)


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
        return EdgeShares(f"There is a map when {kind_of(known.level).words.complete_when}.")
    solutions = known.check.solutions if known.check else ()
    if known.status == CheckStatus.UNSOLVABLE:
        return EdgeShares("There is no map because there is no solution.")
    if known.status == CheckStatus.UNIQUE and solutions:
        return EdgeShares(_CERTAIN, dict.fromkeys(solutions[0].edges, 1.0))
    if known.count and known.count.shares:
        number = known.count.number
        several = f"{number:,} solutions. {_LINES}"
        shares = {edge: share for edge, share in known.count.shares.items() if share > 0}
        if number == 1:
            return EdgeShares(_CERTAIN, shares)
        off = frozenset(known.count.shares.keys() - shares.keys())
        return EdgeShares(several, shares, off=off)
    if certain := known.certainty:
        text = f"Not counted but searched. {_LINES}"
        return EdgeShares(
            text if certain.finished else f"{text} Faint lines are not settled.",
            dict.fromkeys(certain.on, 1.0),
            certain.open,
            solutions[0].edges - certain.on - certain.open if solutions else frozenset(),
            certain.off,
        )
    if known.looking in (Looking.SOON, Looking.AT_WORK):
        return EdgeShares("The map is shown when the solutions are counted.")
    return EdgeShares("There is no map because the solutions could not be counted.")
