"""Report: what there is to say about a pack, as a table; `report_page` shows it as a page."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.core.text import counted
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.packs.twins import form_in
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import kind_of

NOT_CHECKED = "not checked"
#: The columns of the table, and what they are called on a page.
COLUMNS = {
    "number": "Number",
    "title": "Title",
    "file": "File",
    "kind": "Kind",
    "size": "Size",
    "colors": "Colours",
    "verdict": "Solutions",
    "difficulty": "Difficulty",
    "score": "Score",
    "same as": "Same as",
}
#: What begins a formula in programs that open tables.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Reported(NamedTuple):
    """A level of a pack by the name of its file, and what is known of it, if it was checked."""

    name: str
    level: Puzzle
    known: Known | None = None

    @property
    def title(self) -> str:
        """What it is called: its title, or else the name of its file."""
        return self.level.title or self.name

    @property
    def size(self) -> str:
        """How many columns and rows it has."""
        return f"{self.level.width} × {self.level.height}"

    @property
    def colors(self) -> int:
        """How many colours it has; 0 of a kind without any."""
        return len(kind_of(self.level).words.color_names(self.level))

    @property
    def verdict(self) -> str:
        """How many solutions it has, in a few words."""
        return verdict(self.known).text.partition(":")[0] if self.known else NOT_CHECKED

    @property
    def difficulty(self) -> str:
        """How hard it is in a word; empty if that is not known."""
        return self.known.difficulty.level if self.known and self.known.difficulty else ""

    @property
    def score(self) -> float | None:
        """How hard it is as a number, or None if that is not known."""
        return self.known.difficulty.score if self.known and self.known.difficulty else None


class Report:
    """The levels of a pack in their order, and the `problems` of files that cannot be read."""

    def __init__(
        self, about: PackAbout, levels: Sequence[Reported], problems: Sequence[str] = ()
    ) -> None:
        self.about, self.levels, self.problems = about, levels, problems

    @cached_property
    def twins(self) -> Mapping[str, list[str]]:
        """The names of those that are the same, turned, mirrored or recoloured, by names."""
        groups: dict[str, list[str]] = {}
        for each in self.levels:
            if form := form_in(each.level):
                groups.setdefault(form.key, []).append(each.name)
        return {
            name: [other for other in group if other != name]
            for group in groups.values()
            for name in group
            if len(group) > 1
        }

    @property
    def counts(self) -> dict[str, Counter[str]]:
        """How many levels there are of each sort, by what sorts them."""
        sorts: dict[str, Callable[[Reported], str]] = {
            "Kinds": lambda each: kind_of(each.level).name,
            "Solutions": lambda each: each.verdict,
            "Difficulty": lambda each: each.difficulty or "not rated",
            "Sizes": lambda each: each.size,
            "Colours": lambda each: counted(each.colors, "colour") if each.colors else "none",
        }
        found = {name: Counter(sort(each) for each in self.levels) for name, sort in sorts.items()}
        for name in ("Sizes", "Colours"):
            found[name] = Counter(
                dict(sorted(found[name].items(), key=lambda one: natural_order(one[0])))
            )
        return found

    @property
    def to_do(self) -> dict[str, list[Reported]]:
        """The levels that somebody should look at, by what is to be said about them."""
        checked = [each for each in self.levels if each.known]
        found = {
            "Not exactly one solution": [e for e in checked if e.known and not e.known.is_unique],
            "Not checked": [each for each in self.levels if not each.known],
            "The same as others": [each for each in self.levels if each.name in self.twins],
            "Without a title": [each for each in self.levels if not each.level.title],
        }
        return {name: levels for name, levels in found.items() if levels}

    def rows(self) -> list[list[str]]:
        """Return the table, a row for each level, with the names of its `COLUMNS`."""
        return [
            [
                str(number),
                each.level.title,
                each.name,
                kind_of(each.level).name,
                f"{each.level.width}x{each.level.height}",
                str(each.colors or ""),
                each.verdict,
                each.difficulty,
                "" if each.score is None else f"{each.score:g}",
                ", ".join(self.twins.get(each.name, ())),
            ]
            for number, each in enumerate(self.levels, 1)
        ]

    def csv(self) -> str:
        """Return the table as CSV; a text that programs might take for a formula gets a quote."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in self.rows():
            writer.writerow(f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row)
        return text.getvalue()
