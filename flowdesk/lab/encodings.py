"""Compare encodings: how large the same rules are as clauses, and what it takes to solve them.

The results are a table, a CSV file, and a chart.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from flowdesk.core.growing_csv import as_csv
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import capital
from flowdesk.draw.charts import ON_LIGHT, Bar, Inks, Panel, bars_png
from flowdesk.kinds.answers import SolveStatus
from flowdesk.lab.cdcl import InTurn
from flowdesk.lab.engines import CountedSearch
from flowdesk.lab.race import in_words
from flowdesk.lab.rulebook import RuleEncoding
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
    """Return what each encoding takes, its models checked; `progress` gets those so far."""
    found: list[Encoded] = []
    for encoding in book_of(puzzle).encodings:
        found.append(_encoded(puzzle, encoding, most))
        assert found[-1].status is found[0].status, "the encodings contradict each other"
        progress(tuple(found))
    return tuple(found)


def _encoded(puzzle: Puzzle, encoding: RuleEncoding[Any, Any], most: int) -> Encoded:
    decoder, cnf = book_of(puzzle).encoded(puzzle, encoding)
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
    puzzle: Puzzle, encoding: RuleEncoding[Any, Any]
) -> tuple[Model | None, Figures | None, float]:
    """Return what the program's solver finds and takes; if that is quick, the median time."""
    times: list[float] = []
    while not times or (len(times) < _TIMES and sum(times) < _QUICK):
        decoder, cnf = book_of(puzzle).encoded(puzzle, encoding)
        began = time.perf_counter()
        search = Search(cnf)
        model = search.refine(decoder.cut)
        times.append(time.perf_counter() - began)
    return model, search.figures, median(times)


#: The titles of the table's columns; the last one is the name of the program's solver.
HEADS = ("encoding", "variables", "clauses", "propagations", "conflicts", "time")

#: What the figures of a table are about, as sentences.
NOTE = (
    "Propagations, conflicts and time are those of FlowDesk's own small CDCL solver, which decides "
    "cell by cell in every encoding. The last column is the time of the SAT solver in use. Loops "
    "are excluded when a model has some."
)

_CSV_HEAD = (
    *("encoding", "variables", "clauses", "status", "decisions", "propagations", "conflicts"),
    *("cuts", "complete", "seconds", "solver", "solver_seconds", "solver_conflicts"),
)


def table(found: Sequence[Encoded]) -> list[tuple[str, ...]]:
    """Return the table's head and a row for each encoding."""
    solver = found[0].solver if found else "solver"
    return [(*HEADS, solver), *(_row(each) for each in found)]


def _figures(each: Encoded) -> tuple[float, ...]:
    """Return what the columns after the first one are about."""
    _, conflicts, propagations = each.figures
    sizes = each.variables, each.clauses
    return (*sizes, propagations, conflicts, each.seconds, each.solver_seconds)


def _row(each: Encoded) -> tuple[str, ...]:
    variables, clauses, *search, seconds, solver_seconds = _figures(each)
    more = "" if each.is_over else "> "
    return (
        each.name,
        f"{variables:,}",
        f"{clauses:,}",
        *(f"{more}{figure:,}" for figure in search),
        f"{more}{in_words(seconds)}",
        in_words(solver_seconds),
    )


def as_json(each: Encoded) -> dict[str, object]:
    """Return the fields of an encoding; `complete` is False where the CDCL solver gave up."""
    figures, seconds = each.figures._asdict(), {"seconds": round(each.seconds, 6)}
    own = each.solver_figures._asdict() if each.solver_figures else {}
    solver = {"name": each.solver, "seconds": round(each.solver_seconds, 6), **own}
    return {
        "encoding": each.key,
        "variables": each.variables,
        "clauses": each.clauses,
        "status": each.status,
        "cdcl": {"complete": each.is_over, **figures, "cuts": each.cuts, **seconds},
        "solver": solver,
    }


def csv_file(found: Iterable[Encoded]) -> bytes:
    """Return a CSV file with a row for each encoding; what is not known is empty."""
    rows = [
        (
            *(each.key, each.variables, each.clauses, each.status),
            *(each.figures.decisions, each.figures.propagations, each.figures.conflicts),
            *(each.cuts, each.is_over, round(each.seconds, 6)),
            *(each.solver, round(each.solver_seconds, 6)),
            each.solver_figures.conflicts if each.solver_figures else None,
        )
        for each in found
    ]
    return as_csv([_CSV_HEAD, *rows]).encode()


def chart(
    found: Sequence[Encoded],
    title: str,
    size: tuple[int, int] = (900, 480),
    inks: Inks = ON_LIGHT,
) -> bytes:
    """Draw a panel of bars for each column of the table, as a PNG file of `size` pixels."""
    head, *rows = table(found)
    titles = [*head[1:5], "time of the CDCL solver", f"time of {head[-1]}"]
    panels = [
        Panel(
            capital(name),
            [
                Bar(each.name, _figures(each)[column - 1], row[column], row[column].startswith(">"))
                for each, row in zip(found, rows, strict=True)
            ],
        )
        for column, name in enumerate(titles, 1)
    ]
    return bars_png(panels, title, size, inks)
