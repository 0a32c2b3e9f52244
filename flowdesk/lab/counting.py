"""Count the answers that some rules leave: exactly up to a limit, never a guess."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.lab.explore import formula_of
from flowdesk.lab.rulebook import FORMS
from flowdesk.sat.backend import LimitReached, Search, find_models

#: Answers are counted up to this number, and for so many seconds of computing.
MOST, SECONDS = 1000, 3.0
#: The most propagations of one search for another answer.
_LIMIT = 20_000_000
#: So many models with an answer that is known already are looked at before answers are excluded.
_REPEATS = 20

_COUNTED = "counted answers"


@dataclass(frozen=True)
class Count:
    """How many different answers some rules have: just so many, or if not `is_exact`, at least."""

    rules: tuple[int, ...]
    form: str
    answers: int
    is_exact: bool

    @property
    def is_more(self) -> bool:
        """Whether there are more answers than are counted."""
        return self.answers > MOST


def count_answers(
    puzzle: Puzzle,
    rules: Collection[int],
    form: str = FORMS[0],
    *,
    most: int = MOST,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.process_time,
    progress: object = None,
) -> Count:
    """Count the answers to some rules, and stop after the first one above `most`.

    Two answers are different if an arm, a colour or an edge on the board is: what else a model
    decides, such as how cells reach each other, does not count. After `seconds`, or where a search
    takes too long, the number is a lower bound.
    """
    formula, cnf = formula_of(puzzle, rules, form)
    ends_at = clock() + seconds
    found: set[Any] = set()

    def result(*, is_exact: bool) -> Count:
        return Count(tuple(sorted(rules)), form, len(found), is_exact and len(found) <= most)

    def is_enough() -> bool:
        return len(found) > most or clock() > ends_at

    search = Search(cnf)
    try:
        first = search.refine(formula.cut, _LIMIT)
        if first is None:
            return result(is_exact=True)
        found.add(formula.answer(first))
        # Going from model to model is fast, but many models may have the same answer.
        repeats = 0
        for model in find_models(cnf.clauses(), formula.decisive):
            known = len(found)
            if not formula.cut(cnf, model):
                found.add(formula.answer(model))
            repeats += len(found) == known
            if is_enough():
                return result(is_exact=False)
            if repeats > _REPEATS + 3 * len(found):
                break
        else:
            return result(is_exact=True)
        for answer in found:
            cnf.add(_COUNTED, formula.excluding(answer))
        while not is_enough():
            another = search.refine(formula.cut, _LIMIT)
            if another is None:
                return result(is_exact=True)
            answer = formula.answer(another)
            found.add(answer)
            cnf.add(_COUNTED, formula.excluding(answer))
    except LimitReached:
        pass
    return result(is_exact=False)
