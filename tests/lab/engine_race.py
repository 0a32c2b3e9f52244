"""Race the engines on our packs: ``make engines`` writes ``docs/engines.md`` and its chart.

Only every third level of each pack is raced, so that it takes minutes, not hours.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from statistics import median

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.engine_names import ALL_ENGINES
from flowdesk.lab.engines import run
from flowdesk.lab.race import Race, Run, in_numbers, in_words, race_chart, standings
from tests.bench import machine

DOCS = Path(__file__).parents[2] / "docs"

LOOPS = shipped("puzzles") / "slitherlink" / "10x10.json"

SIZES = range(5, 15)
EVERY = 3
TIMEOUT, RUNS = 10.0, 3

PAGE = """\
# Engines side by side

`make engines` writes this page: every third level of our packs from 5x5 to 14x14, {runs} runs
each of which the median counts, at most {timeout:g} seconds a run, one run at a time. Measured on
{machine}.

![Time by size, one line an engine](engines.png)

| size | levels | {heads} |
|---|---|{rules}
{table}

Each entry is the median and the worst time over the levels of a size, and the number of levels
given up. `flowdesk bench` writes the same for any levels, with a row for each run and the chart. In
the window *Lab > Engines* (Shift+F9) does this, and shows one that backtracks at work; F8 makes
single steps, and tells why each one is taken back.

The steps that a search takes, and, of SAT solvers, its conflicts (medians as above):

| size | {heads} |
|---|{rules}
{counts}

Of SAT solvers the steps are decisions. Glucose counts two more in each round: a variable of its
own, and that none is left. With pycosat, which tells only the answer, the columns of sat are empty.

## The engines

* **sat** (`flowdesk/kinds/flow/solving/solve.py`): a SAT solver, Glucose or PicoSAT, solves the
  level as a formula; clauses against loops and touching are added when a model has them. This
  engine also finds out whether there is a solution in which no path touches itself.
* **distance** (`flowdesk/lab/backtracking.py`): depth-first search that draws one path
  after another, in the order of the taxicab distance of their endpoints; steps that come closer to
  the other endpoint are tried first. It goes back when a cell or an endpoint is stranded.
* **cells** (`flowdesk/lab/backtracking.py`): depth-first search that gives one cell after
  another a colour; the constraints are the numbers of neighbours of the same colour. These exclude
  touching, so this engine solves the easier problem, and its result is *unknown* where only
  solutions with touching may exist.
* **cdcl** (`flowdesk/lab/engines.py`): the SAT solver of the lab (`flowdesk/lab/cdcl.py`),
  written in Python to be read, on the same formula as sat, in the same order: so only the solver
  differs from sat, and all but the language from the two before.
* **dpll** (the same file): the same solver on the same formula, with learning off. A conflict only
  turns the latest decision round.

sat, cdcl and dpll solve Slitherlinks as well: `flowdesk bench puzzles/slitherlink/10x10.json`.

## What it teaches

* On 5x5 and 6x6 boards all of them finish at once; their times differ only by what they set up
  first. A comparison there measures overheads.
* **The time of distance grows with the number of wrong beginnings.** A wrong path early on is
  noticed only when many others have been drawn, so the worst level often takes a hundred times
  the median, and beyond 10x10 it solves hardly any level in time.
* **cells stays fast much longer**, because a constraint fails close to the mistake. Two things
  make the difference: cells whose colour is forced come first (without that, a hundred times the
  steps on 9x9 boards), and each cell needs enough empty neighbours for its colour (without that,
  six times the steps on 12x12). Large boards with few colours, where little is forced, are still
  too hard.
* **The time of sat grows like the number of cells**: {sat[0]} to {sat[1]} for {sat[2]} times as
  many, and so do its clauses. Only a level in whose solutions a path always touches itself takes
  ten times as long, because sat looks for other solutions first.
* **cdcl shows that this is no matter of the language**: a few hundred lines of Python take
  {cdcl[0]} to {cdcl[1]} times as long as sat, while cells, in the same language, is as fast only up
  to 10x10.
* **dpll shows that it is no matter of learning either**: on the largest boards it takes a median
  of {largest[1]} conflicts, cdcl {largest[0]}. The formula and its propagation do the work: on
  most small boards every cell follows, without a single decision.
* **Learning pays where the formula leaves much to search**, as for Slitherlinks: those of
  `puzzles/slitherlink/10x10.json` take a median of {loops[0]} conflicts with it, {loops[1]}
  without. So it is with the classic rules of Flow, which can be watched (Ctrl+F7) with learning
  and without.
"""


def main() -> None:
    """Race and write the page."""
    runs: list[Run] = []
    race = Race(levels(), ALL_ENGINES, timeout=TIMEOUT, runs=RUNS)
    with closing(race):
        while race.running:
            race.wait()
            runs += race.poll()
            print(f"\r{len(runs)} of {len(runs) + race.left} runs ", end="", flush=True)
    print()
    (DOCS / "engines.png").write_bytes(race_chart(runs))
    (DOCS / "engines.md").write_text(page(runs), encoding="utf-8")


def levels() -> list[tuple[str, Level]]:
    """The levels that run, by their names."""
    found = []
    for size in SIZES:
        name = f"{size:02}x{size:02}"
        pack = load(shipped("puzzles") / "packs" / f"{name}.txt")
        numbered = list(enumerate(pack, 1))[1::EVERY]
        found += [(f"{name}#{number}", level) for number, level in numbered]
    return found


def page(runs: list[Run]) -> str:
    """The page about these runs."""
    rows: dict[str, list[str]] = {}
    counts: dict[str, list[str]] = {}
    for each in standings(runs):
        took = filter(None, (in_numbers(each.nodes), in_numbers(each.conflicts)))
        counts.setdefault(f"{each.width}x{each.height}", []).append(" / ".join(took))
        row = rows.setdefault(f"{each.width}x{each.height}", [str(each.levels)])
        given_up = f", {each.unknown} given up" if each.unknown else ""
        row.append(f"{in_words(each.median)} / {in_words(each.worst)}{given_up}")
    found = standings(runs)
    sat, cdcl, dpll = ([s for s in found if s.engine == name] for name in ("sat", "cdcl", "dpll"))
    slower = [mine.median / theirs.median for mine, theirs in zip(cdcl, sat, strict=True)]
    first, last = sat[0], sat[-1]
    larger = last.width * last.height / (first.width * first.height)
    return PAGE.format(
        sat=(in_words(first.median), in_words(last.median), f"{larger:.0f}"),
        cdcl=(f"{min(slower):.0f}", f"{max(slower):.0f}"),
        largest=[in_numbers(each[-1].conflicts) for each in (cdcl, dpll)],
        loops=[f"{loop_conflicts(engine):.0f}" for engine in ("cdcl", "dpll")],
        runs=RUNS,
        timeout=TIMEOUT,
        machine=machine(),
        heads=" | ".join(ALL_ENGINES),
        rules="---|" * len(ALL_ENGINES),
        table=as_table(rows),
        counts=as_table(counts),
    )


def loop_conflicts(engine: str) -> float:
    """The median of the conflicts of an engine on some Slitherlinks."""
    found = [run(puzzle, engine).figures for puzzle in load(LOOPS)]
    return median(figures.conflicts for figures in found if figures)


def as_table(rows: dict[str, list[str]]) -> str:
    """Rows of a table, each of which begins with its size."""
    return "\n".join(f"| {size} | {' | '.join(row)} |" for size, row in rows.items())


if __name__ == "__main__":
    main()
