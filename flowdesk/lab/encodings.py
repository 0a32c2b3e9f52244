"""Compare encodings: how large the same rules are as clauses, and what it takes to solve them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.answers import SolveStatus
from flowdesk.lab.counted import CountedSearch
from flowdesk.lab.decisions import InTurn
from flowdesk.lab.rulebook import Encoding
from flowdesk.lab.rulebooks import book_of
from flowdesk.sat.backend import Figures, Search, backend
from flowdesk.sat.cnf import Model

#: The CDCL solver of the lab gives up after so many propagations: about a second.
MOST_PROPAGATIONS = 100_000

#: A question that takes less than so many seconds is asked `_TIMES` times, and the median counts.
_QUICK, _TIMES = 0.2, 5


@dataclass(frozen=True)
class Encoded:
    """The rules of the game on a puzzle in one encoding, and the searches of two solvers.

    `clauses` are those at the beginning; `cuts` were added when a model broke them, such as against
    loops, in the search of the lab's CDCL solver, whose `figures` and `seconds` are given. If it
    gave up, not `is_over`, they are those until then. `solver` is the program's solver; its figures
    are None if it does not tell. Times are of the search, without that to make the clauses.
    """

    key: str
    name: str
    variables: int
    clauses: int
    status: SolveStatus
    is_over: bool
    figures: Figures
    cuts: int
    seconds: float
    solver: str
    solver_figures: Figures | None
    solver_seconds: float


def compare(
    puzzle: Puzzle,
    *,
    most: int = MOST_PROPAGATIONS,
    progress: Callable[[tuple[Encoded, ...]], object] = lambda so_far: None,
) -> tuple[Encoded, ...]:
    """Return what each encoding of a puzzle takes; `progress` gets those so far.

    All models are checked by the puzzle's own checker.
    """
    found: list[Encoded] = []
    for encoding in book_of(puzzle).encodings:
        found.append(_encoded(puzzle, encoding, most))
        assert found[-1].status is found[0].status, "the encodings contradict each other"
        progress(tuple(found))
    return tuple(found)


def _encoded(puzzle: Puzzle, encoding: Encoding[Any, Any], most: int) -> Encoded:
    decoder, cnf = encoding.formula(puzzle)
    variables, clauses = cnf.variables, len(cnf.clauses())
    search = CountedSearch(cnf, decoder.cut, InTurn(decoder.preferred()))
    began = time.perf_counter()
    is_over = search.run(most)
    seconds = time.perf_counter() - began
    model, figures, solver_seconds = _solved(puzzle, encoding)
    for each in (search.model, model):
        is_right = each is None or book_of(puzzle).solves(puzzle, decoder.answer(each))
        assert is_right, f"the solution of the encoding {encoding.key} is wrong"
    assert not is_over or (model is None) == (search.model is None), "the solvers disagree"
    return Encoded(
        encoding.key,
        encoding.name,
        variables,
        clauses,
        SolveStatus.UNSOLVABLE if model is None else SolveStatus.SOLVED,
        is_over,
        search.figures,
        len(cnf.clauses()) - clauses,
        seconds,
        backend(),
        figures,
        solver_seconds,
    )


def _solved(
    puzzle: Puzzle, encoding: Encoding[Any, Any]
) -> tuple[Model | None, Figures | None, float]:
    """Return what the program's solver finds and takes; if that is quick, the median time."""
    times: list[float] = []
    while not times or (len(times) < _TIMES and sum(times) < _QUICK):
        decoder, cnf = encoding.formula(puzzle)
        began = time.perf_counter()
        search = Search(cnf)
        model = search.refine(decoder.cut)
        times.append(time.perf_counter() - began)
    return model, search.figures, median(times)
