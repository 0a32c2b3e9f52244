"""Rate Slitherlinks: ``make difficulty`` writes ``docs/slitherlink_difficulty.md``.

Other people's puzzles are rated if they are beside the project; otherwise their rows are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.kinds.slitherlink.deduction.hints import (
    BEGINS_AT,
    LEVELS,
    RULES,
    canonical,
    rate,
    trace,
)
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from tests.conftest import corpus_folder
from tests.others import slitherlinks

PAGE = Path(__file__).parents[3] / "docs" / "slitherlink_difficulty.md"

INTRODUCTION = """\
# How hard a Slitherlink is

`make difficulty` writes this page. FlowDesk solves a puzzle by the deductions of a person
(`flowdesk/kinds/slitherlink/deduction/hints.py`), the first kind of the table that finds something
each time. The hardest kind tells the level, and with it what the score begins at; to that are added
the costs of the deductions of this level. A rule that was used before is seen more easily: each use
costs half as much as the one before. Suppositions have to be looked for each time: the second costs
half as much as the first, the third a third, and so on, the dearest first. So the score tells which
rules a puzzle needs; a large puzzle that is easy all over stays easy. The highest score is 100,
also for a puzzle with one solution that deductions do not reach within their limit; a puzzle with
several solutions has no difficulty. As for Flow ([difficulty.md](difficulty.md)), the canonical
orientation is rated.

| deduction | what is seen | level | cost |
|---|---|---|---|
"""

CALIBRATION = """\
One supposition that is up to nine steps deep makes a puzzle hard, and so do up to fifteen that are
three steps deep; more or deeper ones make it expert. *Clues* is the median share of the cells that
have one; *solved* are those that deductions solve within their limit.
"""

HEAD = """\
| puzzles | number | clues | solved | median score | least | most | words | suppositions | deepest |
|---|---|---|---|---|---|---|---|---|---|"""

#: What the cost of a supposition is multiplied by.
DEPTH = " for each conclusion in a row until it shows"


def rules() -> Iterator[str]:
    """Yield a row for each rule, in the order in which they are tried."""
    for rule in RULES:
        cost = f"{rule.cost / 10:g}{DEPTH if rule.name == 'suppose' else ''}"
        yield f"| {rule.name} | {rule.sight} | {LEVELS[rule.name]} | {cost} |"


def row(name: str, puzzles: list[Slitherlink]) -> str:
    """Return the row of some puzzles."""
    traces = [trace(canonical(puzzle)) for puzzle in puzzles]
    solved = [found for found in traces if found.solved]
    ratings = [rating for rating in map(rate, puzzles) if rating]
    scores = [rating.score for rating in ratings]
    counts = Counter(rating.level for rating in ratings)
    depths = [[step.depth for step in found.deductions if step.depth] for found in solved]
    shares = [100 * len(puzzle.clues) / puzzle.width / puzzle.height for puzzle in puzzles]
    cells = [
        name,
        f"{len(puzzles)}",
        f"{median(shares):.0f} %",
        f"{len(solved)}",
        *([f"{median(scores):.1f}", f"{min(scores)}", f"{max(scores)}"] if scores else [""] * 3),
        ", ".join(f"{counts[word]} {word}" for word in BEGINS_AT if counts[word]),
        f"{max(map(len, depths), default=0)}",
        f"{max((max(found, default=0) for found in depths), default=0)}",
    ]
    return f"| {' | '.join(cells)} |"


def page(puzzles: Mapping[str, list[Slitherlink]], before: str) -> str:
    """Return the whole page; rows of puzzles that are missing are taken from `before`."""
    words = [f"*{word}* from {least / 10:g}" for word, least in BEGINS_AT.items()]
    old = before.partition(f"{HEAD}\n")[2].splitlines()
    rows = {line.split(" | ")[0][2:]: line for line in old}
    rows |= {name: row(name, some) for name, some in puzzles.items()}
    lines = [
        *rules(),
        "",
        f"The word depends only on the score: {', '.join(words)}.",
        CALIBRATION,
        HEAD,
        *rows.values(),
    ]
    return INTRODUCTION + "\n".join(lines) + "\n"


def own_puzzles() -> dict[str, list[Slitherlink]]:
    """Return the puzzles that come with the program, by file."""
    folder = shipped("puzzles") / "slitherlink"
    return {file.stem: load(file) for file in sorted(folder.rglob("*")) if file.is_file()}


if __name__ == "__main__":
    folder = corpus_folder()
    found = own_puzzles() | (slitherlinks(folder) if folder else {})
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    PAGE.write_text(page(found, old), encoding="utf-8")
