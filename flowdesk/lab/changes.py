"""Tell what a step has changed: in sentences about the answers, and as a presenter's slide."""

from __future__ import annotations

from dataclasses import dataclass

from flowdesk.core.grid import places
from flowdesk.core.text import counted, large
from flowdesk.draw.graph import Graph
from flowdesk.kinds.known import Mood
from flowdesk.lab.exploration import Exploration
from flowdesk.lab.explore import MOST, AnswerCount, Explored
from flowdesk.lab.rule_text import TextLine, headline

_FEW = 3  # places that are named one by one


@dataclass(frozen=True)
class Slide:
    """What a presenter shows of a step; `mood` is that of the note, which tells what came of it.

    Of a search there are lines of text, which stand right of the board, and may be a graph. A
    lesson may have a question, and its answer is there if it is asked for.
    """

    title: str
    text: str
    formula: str = ""
    note: str = ""
    mood: Mood = Mood.NEUTRAL
    lines: tuple[TextLine, ...] = ()
    graph: Graph | None = None
    question: str = ""
    answer: str = ""


def slide(state: Exploration) -> Slide:
    """Return the slide of the last rule that is on, or of the helpers, and of the answer."""
    is_known = state.is_answered or state.why or state.reason
    note, mood = headline(state) if is_known else ("", Mood.NEUTRAL)
    note = f"{note} {change(state)}".strip()
    if rule := state.last_rule:
        return Slide(f"{rule.number}  {rule.name}", rule.text, rule.formula, note, mood)
    if helpers := state.rule_form.helpers:
        return Slide(helpers.name, helpers.text, helpers.formula, note, mood)
    return Slide("No rules yet", state.rule_form.letters, "", note, mood)


def left(count: AnswerCount | None) -> str:
    """Return a sentence about how many answers there are; empty if that is not known yet."""
    if count is None or (count.is_exact and not count.answers):
        return ""
    if count.is_exact:
        one = "One answer is left."
        return one if count.answers == 1 else f"{large(count.answers)} answers are left."
    if count.is_more:
        share = count.share
        going_on = "" if share is None else f"; counting them, {100 * share:.0f}\u00a0% done"
        return f"More than {MOST:,} answers are left{going_on}."
    if count.answers > 1:
        return f"At least {count.answers} answers are left: counting them took too long."
    return "How many answers are left is not known: counting them takes too long."


def change(state: Exploration) -> str:
    """Return what is different from the answer before, because of one rule, in short sentences."""
    before, found = state.before, state.found
    if not before or not found or not state.is_answered or before.form != found.form:
        return left(state.count(found) if state.is_answered else None)
    old, new = frozenset(before.rules), frozenset(found.rules)
    said = []
    if len(new - old) == 1 and old < new:
        (rule,) = new - old
        said = [_turned_on(state, rule, before, found), _fewer(state, rule, before, found)]
    elif len(old - new) == 1 and new < old:
        (rule,) = old - new
        said = [_turned_off(state, rule, found), _more(state, rule, before, found)]
    if not said or not said[1]:
        said.append(left(state.count(found)))
    return " ".join(filter(None, said))


def _turned_on(state: Exploration, rule: int, before: Explored, found: Explored) -> str:
    """Return what a rule has mended in the answer before."""
    if state.form == "fast" or rule not in state.book.mends:
        return ""
    if not before.answer or not found.answer:
        return ""
    wrong = [each for each in before.broken if each.rule == rule]
    if not wrong:
        stays = ", so it stays" if before.answer == found.answer else ""
        return f"The answer already obeyed rule {rule}{stays}."
    verb, word, rest = state.book.mends[rule]
    cells = {each.cells[0] for each in wrong if each.cells}
    where = f": {places(cells)}" if 0 < len(cells) <= _FEW else ""
    return f"Rule {rule} {verb} {counted(len(wrong), word)} {rest}".rstrip() + f"{where}."


def _turned_off(state: Exploration, rule: int, found: Explored) -> str:
    """Return how often the answer breaks a rule that is off now."""
    if state.form == "fast" or rule not in state.book.mends or not found.answer:
        return ""
    times = sum(each.rule == rule for each in found.broken)
    how = {0: "still obeys it", 1: "breaks it once", 2: "breaks it twice"}
    return f"Without rule {rule} the answer {how.get(times, f'breaks it {times} times')}."


def _fewer(state: Exploration, rule: int, before: Explored, found: Explored) -> str:
    """Return how many of the answers before obey another rule."""
    old, new = state.count(before), state.count(found)
    if new is None or not new.is_exact or old is None:
        return ""
    many = f"more than {MOST:,}" if old.is_more else large(old.answers)
    if not old.is_exact and not old.is_more:
        return ""
    if not old.answers:
        return ""
    if not new.answers and old.answers == 1:
        return f"The only answer does not obey rule {rule}."
    if not new.answers:
        return f"None of {many} answers obeys rule {rule}."
    if old.is_exact and old.answers == new.answers:
        if old.answers == 1:
            return "It was the only one."
        return f"All {many} answers are left: rule {rule} excludes none of them."
    few = "One" if new.answers == 1 else large(new.answers)
    return f"{few} of {many} answers {'is' if new.answers == 1 else 'are'} left."


def _more(state: Exploration, rule: int, before: Explored, found: Explored) -> str:
    old, new = state.count(before), state.count(found)
    if old is None or new is None or not (old.is_exact and new.is_exact and new.answers):
        return ""
    if old.answers == new.answers:
        return f"There are no more answers than with rule {rule}."
    many = large(new.answers)
    there_are = "There is one answer" if new.answers == 1 else f"There are {many} answers"
    return f"{there_are} instead of {large(old.answers) if old.answers else 'none'}."
