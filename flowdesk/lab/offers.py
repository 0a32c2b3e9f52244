"""Offers: what can be asked or done about the answer to some rules, in the words of links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flowdesk.lab.exploration import Exploration

SHOW_PARTS, HIDE_PARTS = "Show the requirements", "Hide the requirements"
SHOW_OTHER, CORRECTED = "Show the other answer", "Use the corrected rules"


class Offer(NamedTuple):
    """The words of a link, one of the above or the label of an action, and what they mean."""

    words: str
    tip: str


def offers(state: Exploration) -> Iterator[Offer]:
    """Yield what can be done about what is known."""
    found = state.found
    clauses = Offer(
        "See the clauses", "The clauses of a rule at a cell; or click a cell that is marked"
    )
    corrected = Offer(CORRECTED, state.book.corrected_tip)
    is_published = state.form == "published"
    if state.why and state.reason and state.reason.parts:
        words = HIDE_PARTS if state.unfolded else SHOW_PARTS
        yield Offer(words, "The rules at cells that cannot all hold")
    elif found is None:
        return
    elif found.answer is None:
        yield clauses
        whole = state.whole.get("corrected")
        if is_published and whole and whole.answer:
            yield corrected
        if state.form != "fast":
            tip = "Find a few rules at a few cells that contradict each other"
            yield Offer("Why is there no solution?", tip)
    else:
        yield clauses
        if state.another and state.another.found.answer:
            yield Offer(SHOW_OTHER, "The rules that are on allow both")
        broken = {each.rule for each in state.broken}
        if is_published and not broken:
            yield Offer("Open a board the published rules get wrong", state.book.gap_example.tip)
        elif is_published and state.on >= broken.intersection(state.order):
            yield corrected
        if state.form != "fast" and not state.needed:
            tip = "Find a smallest set of rules that forces the solution"
            yield Offer("Which rules are needed?", tip)
    if found:
        tip = "A solver with these rules, step by step on the board"
        yield Offer("Watch the solver think", tip)
