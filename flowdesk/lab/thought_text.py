"""Say what the CDCL solver has just done, what is known of a cell, and why, clause by clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from flowdesk.core.grid import Cell, cell_name, places
from flowdesk.core.text import capital, counted
from flowdesk.kinds.known import Mood
from flowdesk.lab.cdcl import (
    Conflicted,
    Decided,
    FoundModel,
    Jumped,
    Learned,
    Propagated,
    Refuted,
)
from flowdesk.lab.changes import Slide
from flowdesk.lab.clauses import excluded, in_names, in_words, literal_words
from flowdesk.lab.formula import DEFINITIONS
from flowdesk.lab.rule_text import TextLine, named
from flowdesk.lab.thinking import Thinking
from flowdesk.lab.trace import implication, learned_from, resolvents

#: What is counted; fixed are the variables that have a value without any decision.
COUNTED = ("Decisions", "Propagations", "Conflicts", "Learned", "Level", "Certain")
#: What they mean.
MEANINGS = {
    "Decisions": "How often nothing followed, so that the solver had to suppose something",
    "Propagations": "How many things have followed from a clause: all its other parts were false",
    "Conflicts": "How often a clause could not hold any more: something supposed was wrong",
    "Learned": "How many clauses the solver has added, so as not to make a mistake twice",
    "Level": "How many decisions hold at the moment, one on top of the other",
    "Certain": "What holds without any decision, so in every answer, of how many variables",
}

#: So many lines of a kind are listed.
_MOST = 60

#: A clause of so many literals is written out in a line of resolution.
_SHORT = 8


def counts(thinking: Thinking) -> dict[str, str]:
    """Return the figures of the search so far, by the names in `COUNTED`."""
    so_far = thinking.trace.counts
    figures = (so_far.decisions, so_far.propagations, so_far.conflicts, so_far.learned)
    fixed = f"{so_far.fixed:,} of {thinking.theory.variables:,}"
    words = *(f"{figure:,}" for figure in figures), f"{thinking.trace.level:,}", fixed
    return dict(zip(COUNTED, words, strict=True))


def about_event(thinking: Thinking) -> tuple[str, Mood, list[TextLine]]:
    """Return what has just happened: a sentence, its mood, and lines about it."""
    match thinking.event:
        case None:
            return "Nothing is decided yet.", Mood.NEUTRAL, list(_beginning(thinking))
        case Decided(literal, level):
            text = f"Level {level} begins: nothing follows any more, so the solver guesses."
            lines = [TextLine(text, "faint")]
            return f"Decide: {_words(thinking, literal)}.", Mood.DOUBTFUL, lines
        case Propagated(literal) as event:
            return _sentence(thinking, literal), Mood.NEUTRAL, _why(thinking, event)
        case Conflicted(number, level):
            lines = list(_false_clause(thinking, number))
            return f"Conflict at level {level}: a clause is false.", Mood.BAD, lines
        case Learned() as event:
            others = counted(len(event.resolved), "other")
            text = f"Learned clause {thinking.trace.counts.learned}, from {others}."
            return text, Mood.GOOD, list(_learned(thinking, event))
        case Jumped(level, undone):
            values = f"{counted(len(undone), 'value')} undone"
            return f"Back to level {level}: {values}.", Mood.NEUTRAL, list(_back(thinking))
        case FoundModel(cuts=()) as event:
            return _answer(thinking, event)
        case FoundModel(cuts=cuts):
            return _cut(thinking, cuts)
        case Refuted(number):
            lines = list(_false_clause(thinking, number))
            text = "No answer: a clause is false, and nothing was decided."
            last = TextLine("The rules that are on contradict each other.")
            return text, Mood.BAD, [*lines, last]


def in_short(thinking: Thinking) -> str:
    """Return one more sentence about what has just happened; empty if there is none."""
    event, (_, _, lines) = thinking.event, about_event(thinking)
    if isinstance(event, Learned):
        return excluded(thinking.trace.clause(event.clause), thinking.theory.meaning)
    return lines[0].text if lines else ""


def formula_of(thinking: Thinking) -> str:
    """Return the clause that has just been used, violated or learned, as formulas have it."""
    match thinking.event:
        case (
            Propagated(reason=int(number)) | Conflicted(number) | Learned(number) | Refuted(number)
        ):
            return in_names(thinking.trace.clause(number), thinking.theory.meaning)
        case _:
            return ""


def slide(thinking: Thinking) -> Slide:
    """Return the slide of what the solver has just done, and of how far it has come."""
    title, _, lines = about_event(thinking)
    # Spaces that do not break keep each figure with its name.
    figures = (" ".join(pair).replace(" ", "\u00a0") for pair in counts(thinking).items())
    found = implication(thinking.trace)
    told = title, in_short(thinking), formula_of(thinking), "  ".join(figures)
    return Slide(*told, lines=tuple(lines), graph=found.graph if found else None)


def about_asked(thinking: Thinking) -> list[TextLine]:
    """Return what is known of the cell or literal that was asked about last."""
    if not thinking.asked:
        return [TextLine("Click a cell of the board, or a line that names one.", "faint")]
    about = thinking.asked[-1]
    return about_literal(thinking, about) if isinstance(about, int) else about_cell(thinking, about)


def about_cell(thinking: Thinking, cell: Cell) -> list[TextLine]:
    """Return what is known of a cell, each literal a link to its reason."""
    trace = thinking.trace
    lines = [TextLine(capital(cell_name(cell)), "head", (cell,))]
    variables = thinking.variables_at(cell)
    known = [trace.assigned[v] for v in variables if v in trace.assigned]
    first = {abs(literal) for literal in thinking.theory.formula.preferred()}
    known.sort(key=lambda each: (each.literal < 0, abs(each.literal) not in first))
    for each in known[:_MOST]:
        line, name = _fact(thinking, each.literal), f"{capital(cell_name(cell))} "
        lines.append(replace(line, text=capital(line.text.removeprefix(name))))
    if len(known) > _MOST:
        lines.append(TextLine(f"... and {len(known) - _MOST} more.", "faint"))
    if not variables:
        lines.append(TextLine("No variable is about this cell: the puzzle gives it.", "faint"))
    elif left := len(variables) - len(known):
        lines.append(TextLine(f"{counted(left, 'variable')} of it without a value yet.", "faint"))
    return lines


def about_literal(thinking: Thinking, literal: int) -> list[TextLine]:
    """Return whether a literal is true and why; the false literals of its reason are links."""
    holds = thinking.trace.assigned.get(abs(literal))
    if holds is None:
        return [TextLine(f"Not known here: whether {_words(thinking, literal)}.", "head")]
    cells = thinking.theory.meaning(abs(literal)).cells
    lines = [TextLine(_sentence(thinking, holds.literal), "head", cells)]
    level = "without any decision" if holds.level == 0 else f"at level {holds.level}"
    if isinstance(holds, Decided):
        return [*lines, TextLine(f"It was decided, which began level {holds.level}.")]
    lines.append(TextLine(f"It was propagated {level}.", "faint"))
    return [*lines, *_why(thinking, holds)]


def learned(thinking: Thinking) -> list[TextLine]:
    """Return the clauses that have been learned, the latest first."""
    if not thinking.trace.learns:
        return [TextLine("Learning is off.", "faint")]
    numbers = thinking.trace.learned()
    if not numbers:
        return [TextLine("Nothing is learned before the first conflict.", "faint")]
    lines = []
    for place in range(len(numbers), 0, -1)[:_MOST]:
        clause = thinking.trace.clause(numbers[place - 1])
        text = f"{place}. {excluded(clause, thinking.theory.meaning)}"
        lines.append(TextLine(text, "step", thinking.theory.cells_of(clause)))
    if len(numbers) > _MOST:
        lines.append(TextLine(f"... and {len(numbers) - _MOST:,} before these.", "faint"))
    return lines


def _beginning(thinking: Thinking) -> Iterator[TextLine]:
    theory = thinking.theory
    clauses, variables = len(theory.clauses), theory.variables
    rules = named(thinking.rules, "Rule")
    yield TextLine(f"{rules}: {variables:,} variables, {clauses:,} clauses.")
    at_conflict = (
        "learn a clause, and go back" if thinking.trace.learns else "turn the latest decision round"
    )
    yield TextLine(
        f"Propagate what follows. If nothing does, decide something. At a conflict, {at_conflict}."
    )
    yield TextLine(
        f"{thinking.book.legend} Dashed: decided. Paler: depends on decisions. Click a cell to see "
        "what is known of it, and why.",
        "faint",
    )


def _back(thinking: Thinking) -> Iterator[TextLine]:
    """Tell why the search goes on from here."""
    event, cause = (thinking.trace.events[thinking.at - back] for back in (1, 2))
    assert isinstance(event, Jumped)
    if isinstance(cause, Learned):
        last = _words(thinking, cause.literal)
        at_level = f"all its other literals are at level {event.level} or below"
        others = at_level if event.level else "it has no other"
        yield TextLine(f"The learned clause still has one literal left, as {others}: next, {last}.")
    elif isinstance(cause, Conflicted):
        last = _words(thinking, -event.undone[-1].literal)
        yield TextLine(f"Nothing is learned. The latest decision is turned round: next, {last}.")
    else:
        yield TextLine("It goes on with the new clauses.")
    if thinking.trace.level == 0:
        yield TextLine("What was fixed without any decision stays for good.", "faint")


def _answer(thinking: Thinking, event: FoundModel) -> tuple[str, Mood, list[TextLine]]:
    so_far = thinking.trace.counts
    effort = f"{counted(so_far.decisions, 'decision')} and {counted(so_far.conflicts, 'conflict')}"
    lines = [TextLine(f"After {effort}, every variable has a value and no clause is false.")]
    answer = thinking.theory.formula.answer(event.model)
    if thinking.book.solves(thinking.puzzle, answer):
        return "Solved: the checker confirms this solution.", Mood.GOOD, lines
    book, puzzle, form = thinking.book, thinking.puzzle, thinking.form
    breaches = book.broken(puzzle, answer, form, thinking.rules)
    if broken := {each.rule for each in breaches} & set(book.needed(puzzle)):
        classic = "the classic " if form == "fast" else ""
        text = f"The rules that are on allow this; it breaks {classic}{named(broken)}."
        lines.append(TextLine(text))
    return "An answer, but no solution.", Mood.DOUBTFUL, lines


def _cut(thinking: Thinking, cuts: Iterable[int]) -> tuple[str, Mood, list[TextLine]]:
    """Tell which clauses a model breaks that only now are stated."""
    lines, rules = [], set()
    for number in cuts:
        if origin := thinking.trace.origin(number):
            rules.add(origin.rule)
        lines.append(_clause_line(thinking, number))
    rule = min(rules, default=0)
    known = thinking.book.forms[thinking.form].rules
    name = next((each.name for each in known if each.number == rule), "")
    what = "its clause is" if len(lines) == 1 else f"{len(lines)} clauses are"
    text = f"An answer, but it breaks rule {rule} ({name.lower()}): {what} added."
    return text, Mood.DOUBTFUL, lines


def _false_clause(thinking: Thinking, number: int) -> Iterator[TextLine]:
    clause = thinking.trace.clause(number)
    yield _clause_line(thinking, number)
    yield TextLine(in_names(clause, thinking.theory.meaning), "faint")
    yield TextLine("But:", "faint")
    yield from (_fact(thinking, -literal) for literal in clause)


def _why(thinking: Thinking, holds: Propagated) -> list[TextLine]:
    """Return the clause that made a literal true, and why all its others are false."""
    if holds.reason is None:
        decided = [
            each.literal
            for each in thinking.trace.assigned.values()
            if isinstance(each, Decided) and each.level <= holds.level
        ]
        if not decided:
            return [TextLine("The opposite was decided first, and has failed.")]
        return [
            TextLine(
                f"The opposite was decided first, and has failed beside "
                f"{'this' if len(decided) == 1 else 'these'}:"
            ),
            *(_fact(thinking, each) for each in decided),
        ]
    literal, reason, clause = holds.literal, holds.reason, thinking.trace.clause(holds.reason)
    others = [-each for each in clause if each != literal]
    if not others:
        source = capital(_source(thinking, reason))
        return [TextLine(f"{source} says just this: a clause of one literal.")]
    return [
        _clause_line(thinking, reason),
        TextLine(in_names(clause, thinking.theory.meaning), "faint"),
        TextLine("Its other literals are false, because:", "faint"),
        *(_fact(thinking, each) for each in others),
    ]


def _learned(thinking: Thinking, event: Learned) -> Iterator[TextLine]:
    """Tell what a learned clause is made of, and what it does."""
    clause, theory = thinking.trace.clause(event.clause), thinking.theory
    if len(clause) == 1:
        yield TextLine(f"{in_words(clause, theory.meaning)} So it is, whatever was decided.")
    else:
        cells = theory.cells_of(clause)
        yield TextLine(f"{excluded(clause, theory.meaning).split(':')[0]}:", "", cells)
        yield from (_fact(thinking, -literal) for literal in clause)
        there = f"At level {event.level}" if event.level else "Without any decision"
        uip, last = _words(thinking, -event.literal), _words(thinking, event.literal)
        yield TextLine(f"{there} all hold but the first, so {last}.", "", (), -event.literal)
        yield TextLine(f"That {uip} is the first unique implication point.", "faint")
    yield from resolution(thinking)


def resolution(thinking: Thinking) -> Iterator[TextLine]:
    """Tell step by step how a clause is learned from the conflict that the search is at."""
    trace, meaning = thinking.trace, thinking.theory.meaning
    event = learned_from(trace)
    if event is None:
        return
    yield TextLine(
        "Resolved step by step, without what is certain; in brackets, how many literals are of "
        "the present level:",
        "faint",
    )
    for step, (number, literal, clause, here) in enumerate(resolvents(trace, event), 1):
        source = _source(thinking, number).replace("by definition", "a definition")
        how = f"with {source}, on {meaning(abs(literal)).name}" if literal else f"{source}, false"
        what = in_names(clause, meaning) if len(clause) <= _SHORT else f"{len(clause)} literals"
        last = ", learned" if step == len(event.resolved) else ""
        text = f"{step}. {capital(how)}: {what} ({here}{last})"
        yield TextLine(text, "step", thinking.theory.cells_of(trace.clause(number)), literal)


def _clause_line(thinking: Thinking, number: int) -> TextLine:
    """Return a clause in words after the rule that it is of."""
    clause = thinking.trace.clause(number)
    words = in_words(clause, thinking.theory.meaning)
    text = f"{capital(_source(thinking, number))}: {words[0].lower()}{words[1:]}"
    return TextLine(text, "", thinking.theory.cells_of(clause))


def _source(thinking: Thinking, number: int) -> str:
    """Return what a clause is: of a rule at a cell, or learned."""
    origin = thinking.trace.origin(number)
    if origin is None:
        return f"learned clause {thinking.trace.place_learned(number)}"
    if origin.rule == DEFINITIONS:
        return "by definition"
    where = f" at {places(origin.cells, 2)}" if len(origin.cells) <= 2 else ""
    return f"rule {origin.rule}{where}"


def _fact(thinking: Thinking, literal: int) -> TextLine:
    """Return a true literal with how it came about, as a link to its reason."""
    holds = thinking.trace.assigned.get(abs(literal))
    words = _words(thinking, literal)
    cells = thinking.theory.meaning(abs(literal)).cells
    if holds is None:
        return TextLine(words, "line", cells, literal)
    how = "decided, " if isinstance(holds, Decided) else ""
    level = f"level {holds.level}" if holds.level else "certain"
    return TextLine(f"{capital(words)} ({how}{level})", "line", cells, literal)


def _words(thinking: Thinking, literal: int) -> str:
    return literal_words(literal, thinking.theory.meaning)


def _sentence(thinking: Thinking, literal: int) -> str:
    return f"{capital(_words(thinking, literal))}."
