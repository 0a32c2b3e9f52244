"""Race the engines on our packs: ``make engines`` writes ``docs/engines.md`` and its chart.

Only every third level of each pack is raced, so that it takes minutes, not hours.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.race import ALL_ENGINES, Race, Run
from flowdesk.lab.race_results import in_words, race_chart, standings
from tests.bench import machine

DOCS = Path(__file__).parent.parent / "docs"

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

A row gives the median and the worst time over the levels of a size, and how many were given up.
`flowdesk bench` makes the same for any levels, with a row for each run and the chart; Shift+F9
does it in the window, and Shift+F6 and Shift+F8 let an engine be watched.

## The engines

* **sat** (`flowdesk/kinds/flow/solving/solve.py`): the level as a formula, PicoSAT, loops and
  touching cut where an answer shows them. It also says whether there is a solution
  that does not touch itself.
* **distance** (`flowdesk/lab/backtracking/distance.py`): depth-first, colour by colour in the
  order of the taxicab distance of their endpoints, cell by cell, first the way that comes closer.
  A board is given up when a cell or an endpoint is stranded.
* **cells** (`flowdesk/lab/backtracking/cells.py`): cell by cell, each gets a colour; the numbers
  of like neighbours are the constraints. Those numbers forbid touching by themselves, so this
  engine answers the easier question of the two, and says *unknown* where only touching solutions
  may be left.

## What it teaches

* On 5x5 and 6x6 boards all three answer at once: what differs is only what they build first. Who
  compares engines there compares overheads.
* **distance grows with the number of wrong beginnings.** A path that runs wrong early is found
  out only when much else is drawn, so its worst level often takes a hundred times its median, and
  beyond 10x10 hardly one is left that it solves in time.
* **cells stays quick much longer**, because a constraint speaks up next to where it is broken.
  Two things make it so: cells whose colour is forced come first (without that, a hundred times
  the steps on 9x9 boards), and a colour must have enough empty neighbours left (without that, six
  times the steps on 12x12). Large boards with few colours, where nothing is forced for long,
  still end it.
* **sat does not mind the size**: it learns from each contradiction what the two others have to
  run into again and again. Its time follows the number of clauses; only a level whose solutions
  all touch themselves takes it ten times as long, because it looks for others first.
"""


def main() -> None:
    """Race, and write the page."""
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
    for each in standings(runs):
        row = rows.setdefault(f"{each.width}x{each.height}", [str(each.levels)])
        given_up = f", {each.unknown} given up" if each.unknown else ""
        row.append(f"{in_words(each.median)} / {in_words(each.worst)}{given_up}")
    return PAGE.format(
        runs=RUNS,
        timeout=TIMEOUT,
        machine=machine(),
        heads=" | ".join(ALL_ENGINES),
        rules="---|" * len(ALL_ENGINES),
        table="\n".join(f"| {size} | {' | '.join(row)} |" for size, row in rows.items()),
    )


if __name__ == "__main__":
    main()
