"""Slide: what a presenter shows below the board of a step: a title, a sentence, a formula."""

from __future__ import annotations

from dataclasses import dataclass

from flowdesk.draw.graph import Graph
from flowdesk.kinds.known import Mood
from flowdesk.lab.changes import change
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.implication import implication
from flowdesk.lab.rule_text import headline
from flowdesk.lab.thinking import Thinking
from flowdesk.lab.thought_text import TextLine, about_event, counts, formula_of, in_short


@dataclass(frozen=True)
class Slide:
    """The words of a step; `mood` is that of the note, which tells what has come of it."""

    title: str
    text: str
    formula: str = ""
    note: str = ""
    mood: Mood = Mood.NEUTRAL


@dataclass(frozen=True)
class Beside:
    """What is shown right of the board of a search: lines of text, and a graph if there is one."""

    lines: tuple[TextLine, ...]
    graph: Graph | None


def of_rules(state: Exploration) -> Slide:
    """Return the slide of the last rule that is on, or of the helpers, and of the answer."""
    is_known = state.is_answered or state.why or state.reason
    note, mood = headline(state) if is_known else ("", Mood.NEUTRAL)
    note = f"{note} {change(state)}".strip()
    if rule := state.last_rule:
        return Slide(f"{rule.number}  {rule.name}", rule.text, rule.formula, note, mood)
    if helpers := state.helpers:
        return Slide(helpers.name, helpers.text, helpers.formula, note, mood)
    return Slide("No rules yet", state.letters, "", note, mood)


def of_thought(thinking: Thinking) -> Slide:
    """Return the slide of what the solver has just done, and of how far it has come."""
    title, _, _ = about_event(thinking)
    text, formula = in_short(thinking), formula_of(thinking)
    # Spaces that do not break keep each figure with its name.
    figures = (
        f"{name} {figure}".replace(" ", "\u00a0") for name, figure in counts(thinking).items()
    )
    note = "  ".join(figures)
    return Slide(title, text, formula, note)


def beside_thought(thinking: Thinking) -> Beside:
    """Return what is told of what has just happened, and the graph of a conflict."""
    _, _, lines = about_event(thinking)
    found = implication(thinking.trace)
    return Beside(tuple(lines), found.graph if found else None)
