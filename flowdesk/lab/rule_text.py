"""Describe the rules that are explored and the answer to them, in sentences and figures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import groupby

from flowdesk.core.grid import Cell, listed, places
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import capital, large
from flowdesk.kinds.known import Mood
from flowdesk.kinds.table import kind_of
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.explore import MOST, AnswerCount, ClashingRules, Explored
from flowdesk.lab.rule_questions import QUICK
from flowdesk.lab.rulebook import Broken
from flowdesk.lab.rulebooks import AnyRuleBook, book_of, without_rules

_LONGEST_FIGURE = 9  # letters, so that three columns fit side by side


@dataclass(frozen=True)
class TextLine:
    """A line of text, and the cells that it is about.

    Its `style` is ``head``, ``line`` with a bullet, ``step`` with a number, ``faint``, or nothing.
    A click leads to what is known of a `literal`, if there is one. `switch` is the number of a rule
    that is off: turned on, it would forbid what the line is about.
    """

    text: str
    style: str = ""
    cells: tuple[Cell, ...] = ()
    literal: int = 0
    switch: int | None = None

    @property
    def marked(self) -> str:
        """The text after its bullet or number, and a tab, in a window."""
        if self.style == "line":
            return f"•\t{self.text}"
        return self.text.replace(" ", "\t", 1) if self.style == "step" else self.text


def problem(puzzle: Puzzle, form: str) -> tuple[str, tuple[Cell, ...]]:
    """Return why a puzzle cannot be explored in this form, and the cells; empty if it can."""
    if refused := without_rules(puzzle):
        return refused, ()
    if wrong := kind_of(puzzle).incomplete(puzzle):
        return wrong[0].message, wrong[0].cells
    if large := too_large(puzzle, form):
        return f"This puzzle {large} FlowDesk's own rules have no limit.", ()
    return "", ()


def too_large(puzzle: Puzzle, form: str) -> str:
    """Return the predicate of a sentence: a puzzle has too many cells for a form; empty if not."""
    number, most = len(puzzle.board.cells), book_of(puzzle).most_cells
    if form == "fast" or number <= most:
        return ""
    return f"has {number} cells; the classic rules can be explored up to {most}."


def patience(puzzle: Puzzle, state: Exploration) -> str:
    """Return what to show while an answer takes long."""
    if state.form != "fast" and len(puzzle.board.cells) > QUICK:
        return "Asking the solver ... This can take long on boards larger than 10 × 10."
    off = {rule.number for rule in state.rules if rule.optional} - state.on
    if state.form == "fast" and off:
        return f"Asking the solver ... It is much faster with {named(off)} on."
    return "Asking the solver ..."


# The answer as a whole


def headline(state: Exploration) -> tuple[str, Mood]:
    """Return one sentence about the answer as a whole; empty if there is none yet."""
    found = state.found
    if state.why:
        return state.why.finding.message, Mood.BAD
    if state.reason:
        return _contradict(state.reason), Mood.BAD
    if found is None:
        return "", Mood.NEUTRAL
    if found.answer is None:
        return f"These rules contradict each other.{_way_out(state)}", Mood.BAD
    if state.needed:
        return _forced(state), Mood.GOOD
    wrong = {each.rule for each in found.broken}
    needed = {number for number in wrong if state.strict or not state.book.rule(number).optional}
    if not needed:
        return _solved(state, wrong), Mood.GOOD
    if not state.on:
        return "No rule is on, so any answer is allowed.", Mood.NEUTRAL
    return _still_wrong(state, needed), Mood.DOUBTFUL


def switched(before: Exploration, after: Exploration) -> str:
    """Return which rules were turned on or off; if that is not all that differs, which are on."""
    new, gone = after.on - before.on, before.on - after.on
    if before.form == after.form and bool(new) != bool(gone):
        return f"{named(new or gone, 'Rule')} {_are(new or gone)} {'on' if new else 'off'} now."
    return f"{named(after.on, 'Rule')} {_are(after.on)} on." if after.on else ""


def _contradict(reason: ClashingRules) -> str:
    end = "all of them are needed" if reason.smallest else "some may not be needed"
    return f"These requirements contradict each other; {end} for that."


def _forced(state: Exploration) -> str:
    verb = "forces" if len(state.on) == 1 else "force"
    subject = f"{named(state.on, 'Rule')} {verb}"
    if extra := state.on - state.needed_rules:
        return f"{subject} one solution, and no fewer do. Without {named(extra)} there are several."
    return f"{subject} the solution, and no fewer of the game's rules do."


def _way_out(state: Exploration) -> str:
    """Return which rules do not contradict each other, as far as that is known."""
    whole = state.whole.get("corrected")
    if whole is None:
        return ""
    if whole.answer is None:
        return " The puzzle has no solution."
    optional = [rule.number for rule in state.rules if rule.optional and rule.number in state.on]
    if state.form == "published":
        return f" The corrected rules do not: they {state.book.corrected_can}."
    often = state.book.optional_broken
    in_all = f"in every solution {often[:1].lower()}{often[1:]}"
    return f" Without {named(optional)} they do not: {in_all}."


def _solved(state: Exploration, touching: Collection[int]) -> str:
    off = state.needed_rules - state.on
    text = _solved_without(state, off) if off else "Solved."
    if touching:
        optional = [rule.number for rule in state.rules if rule.optional]
        what = state.book.optional_broken
        text += f" {what.capitalize()}: the game allows that, {named(optional)} does not."
    return text


def _solved_without(state: Exploration, off: Collection[int]) -> str:
    """Tell whether the rules that are on force a solution, as far as that is known."""
    are_off = f"{_are(off)} off"
    if state.another is None:
        checking = "checking whether the other rules force this solution ..."
        return f"Solved. {named(off, 'Rule')} {are_off}; {checking}"
    other = state.another.found
    if other.answer is None:
        return f"Solved. {named(off, 'Rule')} {are_off}, but implied by the rules that are on."
    is_wrong = any(state.strict or not state.book.rule(each.rule).optional for each in other.broken)
    what = "a wrong answer is possible too" if is_wrong else "there is another solution"
    return f"Solved, but not forced: {named(off)} {are_off}, and {what}."


def _still_wrong(state: Exploration, wrong: set[int]) -> str:
    if state.form == "fast":
        lacking = state.needed_rules - state.on
        mend = f" FlowDesk's {named(lacking)} {_are(lacking)} off." if lacking else ""
        return f"Still wrong: the classic {named(wrong)} {_are(wrong)} broken.{mend}"
    number, why = state.book.gap
    is_gap = state.form == "published" and number in wrong
    off = wrong.union(*(each.besides for each in state.broken)).intersection(state.order) - state.on
    if off:
        does = f"{_are(off)} meant to" if is_gap and number in state.order else "would"
        text = f"Still wrong: {named(off)} {does} forbid this."
    elif on := wrong & state.on:
        text = f"Still wrong, although {named(on)} {_are(on)} on."
    else:
        text = "Still wrong."
    return f"{text} {why}" if is_gap else text


# The answer in detail


def remarks(state: Exploration) -> list[TextLine]:
    """Return the requirements that contradict each other, or what the answer breaks, by rule.

    The same sentence about several cells is one line.
    """
    if state.why or state.reason:
        head = [TextLine(_contradict(state.reason), "head")] if state.why and state.reason else []
        book = state.book
        parts = [TextLine(requirement(book, n, cells), "line", cells) for n, cells in state.parts]
        return head + parts if parts else []
    by_rule: dict[int, dict[str, list[Broken]]] = {}
    for each in state.broken:
        by_rule.setdefault(each.rule, {}).setdefault(each.message, []).append(each)
    found: list[TextLine] = []
    # FlowDesk's own rules have other numbers than those that are broken.
    order = state.order if state.form != "fast" else ()
    for number in sorted(by_rule, key=[*order, *sorted({*by_rule} - {*order})].index):
        rule = state.book.rule(number)
        is_off = number in order and number not in state.on
        text = f"Rule {number}: {rule.name}{' (optional)' if rule.optional else ''}"
        found.append(TextLine(text, "head", switch=number if is_off else None))
        for message, same in by_rule[number].items():
            times = f"  ×{len(same)}" if len(same) > 1 else ""
            cells = dict.fromkeys(cell for each in same for cell in each.cells)
            found.append(TextLine(message + times, "line", tuple(cells)))
    return found


def breach_at(state: Exploration, cell: Cell) -> tuple[int, tuple[Cell, ...]]:
    """Return which rule of the form is broken at a cell, and the cells, that one first.

    If none is, return 0 and no cells.
    """
    parts = [*((each.rule, each.cells) for each in state.broken), *state.parts]
    found = [
        (state.book.rule(rule).optional, cells[0] != cell, rule, cells)
        for rule, cells in parts
        if cell in cells and rule in state.order
    ]
    if not found:
        return 0, ()
    _, _, rule, cells = min(found, key=lambda each: each[:2])
    return rule, (cell, *(other for other in cells if other != cell))


def remark_at(state: Exploration, cell: Cell) -> tuple[str, tuple[Cell, ...]]:
    """Return what is wrong at a cell, and the cells concerned; ("", ()) if nothing is."""
    if state.why or state.reason:
        parts = [
            (requirement(state.book, number, cells), cells)
            for number, cells in state.parts
            if cell in cells
        ]
        if state.why and not state.parts and cell in state.marked:
            parts = [(state.why.finding.message, state.why.finding.cells)]
    else:
        broken = [each for each in state.broken if cell in each.cells]
        broken.sort(key=lambda each: (state.book.rule(each.rule).optional, each.cells[0] != cell))
        parts = [(f"Rule {each.rule}: {each.message}", each.cells) for each in broken]
    more = f"  (and {len(parts) - 1} more)" if len(parts) > 1 else ""
    return (parts[0][0] + more, parts[0][1]) if parts else ("", ())


def requirement(book: AnyRuleBook, number: int, cells: tuple[Cell, ...]) -> str:
    """Return a requirement that is part of a contradiction, as a sentence."""
    return f"{capital(places(cells))} must {book.demands[number]} (rule {number})."


# The rules


#: What is said of a rule of `RuleBook.added` where it has no clauses.
ADDED = "It has no clauses at first: they are added where an answer breaks it."


def size_of(state: Exploration, number: int) -> str:
    """Return the size of a rule's part of the formula as a sentence; empty if not known yet."""
    sizes = state.sizes.get(state.form)
    if sizes is None:
        return ""
    size = sizes.of_rule[number]
    if not size.clauses:
        is_added = number in state.book.added.get(state.form, ())
        return ADDED if is_added else "It has no clauses on this board."
    clauses = percent(size.clauses / sizes.clauses)
    variables = percent(size.variables / sizes.variables)
    text = f"{size.clauses:,} clauses ({clauses}) with {size.variables:,} variables ({variables})."
    return text.replace(" %", "\u00a0%")


def table(state: Exploration) -> list[tuple[str, str, str, str]]:
    """Return the figures of the rules that are on, of the classic rules, and of FlowDesk's own.

    The latter two are the rules that make the game; on large boards the classic ones are left out.
    """
    shown = (state.found, state.whole.get("corrected"), state.whole.get("fast"))
    rows = [("", "rules on", "classic", "FlowDesk's")]
    for name, figure in _FIGURES.items():
        first, second, third = (figure(found) if found else "–" for found in shown)
        rows.append((name, first, second, third))
    first, second, third = (_number(state.count(found)) for found in shown)
    rows.append(("answers", first, second, third))
    return rows


#: What the rows and columns of the table mean, by their names.
MEANINGS = {
    "rules": "Which rules the formula consists of, by their numbers",
    "variables": "How many things the solver decides on: each is true or false in an answer",
    "clauses": "How many requirements the formula has: in each, at least one part must hold",
    "time": "How long the solver took to find an answer, or that there is none",
    "rounds": "How often the solver was asked: again each time that an answer had closed loops, "
    "which are then forbidden",
    "answers": "How many different answers these rules allow; the rules of the game should leave "
    "one",
    "rules on": "The rules that are switched on above",
    "classic": "All rules of the classic formulation, as taught in courses",
    "FlowDesk's": "The formula with which FlowDesk itself solves, made to be fast",
}


def percent(share: float) -> str:
    """Return a share in percent."""
    return "< 1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"


def named(numbers: Iterable[int], word: str = "rule", *, as_given: bool = False) -> str:
    """Return rules by their numbers: ``no rule``, ``rule 3``, ``rules 1 to 4 and 7``.

    They are sorted, unless they are to be named `as_given`.
    """
    runs = _runs(numbers if as_given else sorted(numbers))
    if not runs:
        return f"no {word}"
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return f"{word}{'' if words == [str(runs[0][0])] else 's'} {listed(words)}"


def in_a_row(state: Exploration) -> str:
    """Return the numbers of the rules in the order of the walk: ``1–3, 10, 4–9, 11–12``."""
    return ", ".join(map(_run, _runs(state.order)))


def _runs(numbers: Iterable[int]) -> list[list[int]]:
    numbered = enumerate(numbers)
    runs = groupby(numbered, key=lambda pair: pair[1] - pair[0])
    return [[number for _, number in run] for _, run in runs]


def _run(run: list[int]) -> str:
    return f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0])


def _number(count: AnswerCount | None) -> str:
    """Return how many answers there are as a figure: ``11``, ``> 1,000``, ``≥ 212``."""
    if count is None or not (count.is_exact or count.answers):
        return "–"
    if count.is_more:
        return f"> {MOST:,}"
    return f"{'' if count.is_exact else '≥ '}{large(count.answers, 7)}"


def _time(found: Explored) -> str:
    return f"{found.seconds:.1f} s" if found.seconds >= 1 else f"{found.seconds * 1000:.0f} ms"


def _which(found: Explored) -> str:
    """Return the numbers of the rules, or how many they are where that would be too long."""
    text = ", ".join(map(_run, _runs(found.rules))) or "none"
    return text if len(text) <= _LONGEST_FIGURE else f"{len(found.rules)} rules"


_FIGURES: dict[str, Callable[[Explored], str]] = {
    "rules": _which,
    "variables": lambda found: f"{found.variables:,}",
    "clauses": lambda found: f"{found.clauses:,}",
    "time": _time,
    "rounds": lambda found: str(found.rounds),
}


def _are(numbers: Collection[int]) -> str:
    return "is" if len(numbers) == 1 else "are"
