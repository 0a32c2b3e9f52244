"""Rate all levels, pack by pack: ``make difficulty`` writes ``docs/difficulty.md``.

Other people's levels are rated if they are beside the project; otherwise their rows are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeAlias

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import Difficulty
from flowdesk.kinds.flow.deduction.cells import RULES
from flowdesk.kinds.flow.deduction.hints import BEGINS_AT, canonical, difficulty_of, trace
from flowdesk.kinds.flow.level import Level
from tests.conftest import corpus_folder
from tests.others import packs

#: Levels by the names of their packs.
Packs: TypeAlias = Mapping[str, list[Level]]

PAGE = Path(__file__).parents[3] / "docs" / "difficulty.md"

INTRODUCTION = """\
# How hard a level is

`make difficulty` writes this page. FlowDesk solves a level by the deductions of a person
(`flowdesk/kinds/flow/deduction/hints.py`) and adds up their costs. A level that they do not solve
within the limit, or that has several solutions, has no difficulty.

Of equally easy deductions the first in reading order is taken, and later deductions depend on that.
To give a level the same score however it is turned, mirrored or coloured, its *canonical
orientation* is rated: of its eight turns and mirror images the one whose size, endpoints, holes and
walls, written as numbers, come first. (Choosing deductions by their conclusions instead of their
positions is not enough, because in symmetric surroundings two of them are equal. The median of all
eight orientations would take eight times as long.)

| deduction | what is seen | cost |
|---|---|---|
"""

#: What the cost of a supposition is multiplied by.
DEPTH = " for each conclusion in a row until it shows (the *depth*)"

OTHERS = "## Other people's levels"

HEAD = """\
| pack | levels | rated | median score | least | most | words | deepest | assume no touching |
|---|---|---|---|---|---|---|---|---|"""

BY_DEPTH = """\
| deepest supposition | levels | median score | 8x8 and 9x9 levels | their median score |
|---|---|---|---|---|"""


@dataclass(frozen=True)
class Rated:
    """A level, its difficulty if it has one, and the deepest supposition."""

    level: Level
    difficulty: Difficulty | None
    deepest: int
    strictly: bool

    @property
    def score(self) -> float:
        """The score of a level that has one."""
        assert self.difficulty
        return self.difficulty.score


def rated(level: Level) -> Rated:
    """Rate a level as `rate` does."""
    found = trace(canonical(level))
    return Rated(
        level,
        difficulty_of(found) if found.solved else None,
        max((step.depth for step in found.deductions), default=0),
        found.strictly,
    )


def page(own: Packs, others: Packs, before: str) -> str:
    """Return the whole page; rows of others' levels that are missing are taken from `before`."""
    words = [f"*{word}* from {least / 10:g}" for word, least in BEGINS_AT.items()]
    ours = {name: [rated(level) for level in levels] for name, levels in own.items()}
    theirs = {name: [rated(level) for level in levels] for name, levels in others.items()}
    lines = [
        *rules(),
        "",
        f"The word depends only on the score: {', '.join(words)}.",
        "",
        "## Our own levels",
        "",
        HEAD,
        *(row(name, levels) for name, levels in ours.items()),
    ]
    rows = {name: row(name, levels) for name, levels in theirs.items()}
    old_rows = {line.split(" | ")[0][2:]: line for line in rows_below(before, HEAD, OTHERS)}
    is_whole = rows.keys() >= old_rows.keys()
    everything = [level for pack in (ours, theirs) for levels in pack.values() for level in levels]
    lines += [
        "",
        OTHERS,
        "",
        HEAD,
        *(old_rows | rows).values(),
        "",
        "## Suppositions",
        "",
        "Levels that need deeper suppositions have higher scores, among all levels and among those "
        "of one size.",
        "",
        BY_DEPTH,
        *(by_depth(everything) if is_whole else rows_below(before, BY_DEPTH)),
    ]
    return INTRODUCTION + "\n".join(lines) + "\n"


def rows_below(text: str, head: str, heading: str = "") -> list[str]:
    """Return the rows of the first table with a head, below a heading."""
    below = text.partition(heading)[2] if heading else text
    return below.partition(f"{head}\n")[2].partition("\n\n")[0].splitlines()


def rules() -> Iterator[str]:
    """Yield a row for each rule, the cheapest first."""
    for rule in sorted(RULES, key=lambda rule: rule.cost):
        cost = f"{rule.cost / 10:g}{DEPTH if rule.name == 'suppose' else ''}"
        yield f"| {rule.name} | {rule.sight} | {cost} |"


def own_packs() -> Packs:
    """Return the levels that come with the program: single ones by size, then the packs."""
    found: dict[str, list[Level]] = {}
    for file in sorted(shipped("puzzles").glob("*.txt")):
        (level,) = load(file)
        found.setdefault(f"single {level.width}x{level.height}", []).append(level)
    for file in sorted(shipped("puzzles").glob("packs/*.txt")):
        found[file.stem] = load(file)
    return found


def other_packs(corpus: Path | None) -> Packs:
    """Return other people's levels, if they are here."""
    return packs(corpus) if corpus else {}


def row(name: str, levels: list[Rated]) -> str:
    """Return the row of a pack."""
    solved = [level for level in levels if level.difficulty]
    scores = [level.score for level in solved]
    counts = Counter(level.difficulty.level for level in solved if level.difficulty)
    figures = (
        [f"{median(scores):.1f}", f"{min(scores)}", f"{max(scores)}"] if scores else ["", "", ""]
    )
    words = ", ".join(f"{counts[word]} {word}" for word in BEGINS_AT if counts[word])
    cells = [
        name,
        f"{len(levels)}",
        share(len(solved), len(levels)),
        *figures,
        words,
        f"{max(level.deepest for level in solved)}" if solved else "",
        share(sum(level.strictly for level in solved), len(solved)),
    ]
    return f"| {' | '.join(cells)} |"


def by_depth(levels: list[Rated]) -> Iterator[str]:
    """Yield rows of scores by the deepest supposition."""
    for least, most in ((0, 0), (1, 1), (2, 2), (3, 3), (4, 99)):
        some = [each for each in levels if each.difficulty and least <= each.deepest <= most]
        middle = [each for each in some if 64 <= len(each.level.cells) <= 81]
        name = "none" if not most else f"{least}" if least == most else f"{least} or more"
        cells = [name, *count_and_median(some), *count_and_median(middle)]
        yield f"| {' | '.join(cells)} |"


def count_and_median(levels: list[Rated]) -> list[str]:
    """Return the number of levels and their median score."""
    return [f"{len(levels)}", f"{median(level.score for level in levels):.1f}" if levels else ""]


def share(part: int, whole: int) -> str:
    """Return a part in percent."""
    return f"{100 * part / whole:.0f} %" if whole else ""


if __name__ == "__main__":
    text = page(own_packs(), other_packs(corpus_folder()), PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(text, encoding="utf-8")
