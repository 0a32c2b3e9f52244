"""What is said of the rules that are explored, and of the answer to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flowdesk.core.grid import Cell
from flowdesk.desk.exploring import Exploration
from flowdesk.desk.rule_questions import QUICK
from flowdesk.desk.verdict import Mood
from flowdesk.flow.classic.answer import Broken
from flowdesk.flow.classic.explore import MAX_CELLS, Explored
from flowdesk.flow.classic.rules import RULES, rule_of
from flowdesk.flow.classic.sizes import Size
from flowdesk.flow.findings import incomplete
from flowdesk.flow.level import Level


@dataclass(frozen=True)
class Line:
    """A line about the answer: a heading, or a sentence about cells.

    `switch` is the number of the rule that would mend what is said, if it is off.
    """

    text: str
    cells: tuple[Cell, ...] = ()
    is_heading: bool = False
    switch: int = 0


    def size_of(self, number: int) -> str:
        """How much of the formula a rule makes up, as a sentence; empty if not known yet."""
        sizes = self.sizes.get(self.form)
        if sizes is None:
            return ""
        size = sizes.of_rule.get(number, Size(0, 0))
        if not size.clauses:
            return "Stated only where an answer shows a loop."
        clauses = f"{size.clauses:,} clauses ({percent(size.clauses / sizes.clauses)})"
        return f"{clauses} on {size.variables:,} variables ({percent(size.variables / sizes.variables)})"

    @property
    def table(self) -> list[tuple[str, str, str, str]]:
        """What the rules that are on cost, beside all the classic rules and FlowDesk's own."""
        shown = [self.found if self.is_answered else None, *map(self.whole.get, _COMPARED)]
        rows = [("", "on now", "classic", "FlowDesk's")]
        for name, figure in _FIGURES.items():
            figures = [figure(found) if found else "–" for found in shown]
            rows.append((name, figures[0], figures[1], figures[2]))
        return rows

    # What is said of the answer

    @property
    def headline(self) -> tuple[str, Mood]:
        """How far the rules that are on have got."""
        found = self.found
        if self.reason:
            end = "none can be left out" if self.reason.smallest else "some may be superfluous"
            return f"These few contradict each other ({end}):", Mood.BAD
        if found is None or not self.is_answered:
            return "Asking the solver ...", Mood.NEUTRAL
        if found.answer is None:
            return f"These rules contradict each other.{self._way_out}", Mood.BAD
        if self.needed and self.needed.rules == found.rules:
            text = f"{named(found.rules).capitalize()} are enough to force the solution: no fewer do."
            return text, Mood.GOOD
        wrong = {each.rule for each in found.broken}
        needed = wrong - {rule.number for rule in RULES if rule.optional}
        if not needed:
            return self._solved(touches=bool(wrong)), Mood.GOOD
        if not self.on:
            return "No rule is on, so the solver leaves the board empty.", Mood.NEUTRAL
        return self._still_wrong(needed), Mood.DOUBTFUL

    @property
    def _way_out(self) -> str:
        """What would not contradict itself, as far as that is known."""
        whole = self.whole.get("corrected")
        if not (whole and whole.answer):
            return " The level has no solution." if self.on == self.needed_rules else ""
        optional = [rule.number for rule in self.rules if rule.optional and rule.number in self.on]
        if optional:
            return f" Without {named(optional)} they do not: every solution touches itself."
        if self.form == "published":
            return " Corrected they do not: they can join two endpoints side by side."
        return ""

    def _solved(self, *, touches: bool) -> str:
        off = self.needed_rules - self.on
        text = "Solved."
        if off:
            text = f"Solved: the answer obeys {named(off)}, too, without being asked to."
        if touches:
            (optional,) = (rule.number for rule in self.rules if rule.optional)
            text += f" A path touches itself, which the game allows and {named([optional])} does not."
        return text

    def _still_wrong(self, wrong: set[int]) -> str:
        if self.form == "fast":
            off = self.needed_rules - self.on
            mend = f" {named(off).capitalize()} of FlowDesk's mend that." if off else ""
            return f"Still wrong: the answer breaks the classic {named(wrong)}.{mend}"
        off, gaps = wrong - self.on, wrong & self.on
        parts = ["Still wrong."]
        if off:
            verb = "mends" if len(off) == 1 else "mend"
            parts.append(f"{named(off).capitalize()} {verb} that.")
        if gaps:
            verb = "is" if len(gaps) == 1 else "are"
            parts.append(
                f"{named(gaps).capitalize()} {verb} on, but as first published full of gaps: "
                "the corrected form mends that."
            )
        return " ".join(parts)

    @property
    def broken_lines(self) -> list[Line]:
        """The sentences that the answer breaks, rule by rule; those that say the same are one."""
        if self.reason:
            return [Line(_reason(number, cells), cells) for number, cells in self.reason.parts]
        lines: list[Line] = []
        for rule in RULES:
            said: dict[str, list[Broken]] = {}
            for each in self.found.broken if self.found else ():
                if each.rule == rule.number:
                    said.setdefault(each.message, []).append(each)
            if said:
                is_off = self.form != "fast" and rule.number not in self.on
                extra = ", which the game does not ask for" if rule.optional else ""
                text = f"Rule {rule.number}: {rule.name}{extra}"
                lines.append(Line(text, (), True, rule.number if is_off else 0))
            for message, same in said.items():
                times = f"  ×{len(same)}" if len(same) > 1 else ""
                cells = dict.fromkeys(cell for each in same for cell in each.cells)
                lines.append(Line(message + times, tuple(cells)))
        return lines

    def said_of(self, cell: Cell) -> tuple[str, tuple[Cell, ...]]:
        """What is wrong at a cell, and the cells that this is about; ("", ()) if nothing is."""
        if self.reason:
            parts = [(_reason(n, cells), cells) for n, cells in self.reason.parts if cell in cells]
        else:
            broken = [each for each in self._broken if cell in each.cells]
            broken.sort(key=lambda each: (rule_of(each.rule).optional, each.cells[0] != cell))
            parts = [(f"Rule {each.rule}: {each.message}", each.cells) for each in broken]
        more = f"  (and {len(parts) - 1} more)" if len(parts) > 1 else ""
        return (parts[0][0] + more, parts[0][1]) if parts else ("", ())

    @property
    def _broken(self) -> tuple[Broken, ...]:
        return self.found.broken if self.found else ()


def percent(share: float) -> str:
    """A share as people read it."""
    return "< 1 %" if 0 < share < 0.005 else f"{share:.0%}".replace("%", " %")


def named(numbers: Iterable[int]) -> str:
    """Rules by their numbers: ``rule 3``, ``rules 3 and 4``, ``rules 1 to 4 and 7``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    together = " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
    return f"rules {together}" if len(runs) > 1 or len(runs[0]) > 1 else f"rule {together}"


def problem(level: Level, form: str) -> tuple[str, tuple[Cell, ...]]:
    """Why a level cannot be explored yet, or not in this form, and where; empty if it can."""
    if wrong := incomplete(level):
        return wrong[0].message, wrong[0].cells
    if form != "fast" and len(level.cells) > MAX_CELLS:
        return (
            f"This level has {len(level.cells)} cells: the classic rules are explored up to "
            f"{MAX_CELLS}. FlowDesk's own have no limit."
        ), ()
    return "", ()


def patience(level: Level, form: str) -> str:
    """A word about levels that take a while."""
    if form != "fast" and len(level.cells) > QUICK:
        return "Larger than 10 × 10: an answer can take some seconds."
    return ""


def _reason(number: int, cells: tuple[Cell, ...]) -> str:
    """A part of a contradiction as a sentence."""
    return f"Rule {number} at {_places(cells)}: {rule_of(number).name[:1].lower()}{rule_of(number).name[1:]}."


def _places(cells: tuple[Cell, ...]) -> str:
    shown = [f"({x}, {y})" for x, y in cells[:6]]
    if len(cells) > 6:
        shown.append(f"{len(cells) - 6} more cells")
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def _time(found: Explored) -> str:
    return f"{found.seconds:.1f} s" if found.seconds >= 1 else f"{found.seconds * 1000:.0f} ms"


#: The forms that are compared, and what is.
_COMPARED = ("corrected", "fast")
_FIGURES = {
    "variables": lambda found: f"{found.variables:,}",
    "clauses": lambda found: f"{sum(found.clauses.values()):,}",
    "time": _time,
    "rounds": lambda found: str(found.rounds),
}
