"""Results of a comparison of encodings: a table, a CSV file, and a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from flowdesk.core.growing_csv import as_csv
from flowdesk.draw.charts import ON_LIGHT, Bar, Inks, Panel, bars_png
from flowdesk.lab.encodings import Encoded
from flowdesk.lab.race_results import in_words

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


def _row(each: Encoded) -> tuple[str, ...]:
    _, conflicts, propagations = each.figures
    more = "" if each.is_over else "> "
    return (
        each.name,
        f"{each.variables:,}",
        f"{each.clauses:,}",
        f"{more}{propagations:,}",
        f"{more}{conflicts:,}",
        f"{more}{in_words(each.seconds)}",
        in_words(each.solver_seconds),
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
    lengths: list[Callable[[Encoded], float]] = [
        lambda each: each.variables,
        lambda each: each.clauses,
        lambda each: each.figures.propagations,
        lambda each: each.figures.conflicts,
        lambda each: each.seconds,
        lambda each: each.solver_seconds,
    ]
    titles = [*head[1:5], "time of the CDCL solver", f"time of {head[-1]}"]
    panels = [
        Panel(
            f"{name[0].upper()}{name[1:]}",
            [
                Bar(each.name, length(each), row[column], row[column].startswith(">"))
                for each, row in zip(found, rows, strict=True)
            ],
        )
        for column, (name, length) in enumerate(zip(titles, lengths, strict=True), 1)
    ]
    return bars_png(panels, title, size, inks)
