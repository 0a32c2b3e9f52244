"""Report: what there is to say about a pack, as a table, or a page in which nothing runs.

The page is one file that needs nothing else. Whatever comes from puzzles is escaped, and the page's
policy forbids all but its own style.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import NamedTuple

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.growing_csv import as_csv
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.core.text import counted, printable, printable_text
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.packs.twins import form_in
from flowdesk.desk.publishing.page import document_html
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


class Reported(NamedTuple):
    """A level of a pack by the name of its file, and what is known of it, if it was checked."""

    name: str
    level: Puzzle
    known: Known | None = None

    @property
    def title(self) -> str:
        return self.level.title or self.name

    @property
    def size(self) -> str:
        return f"{self.level.width} × {self.level.height}"

    @property
    def colors(self) -> int:
        """How many colours it has; 0 of a kind without any."""
        return len(kind_of(self.level).words.color_names(self.level))

    @property
    def verdict(self) -> str:
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
        several = [group for group in groups.values() if len(group) > 1]
        return {name: [o for o in group if o != name] for group in several for name in group}

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
            in_order = sorted(found[name].items(), key=lambda one: natural_order(one[0]))
            found[name] = Counter(dict(in_order))
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
        """Return the table as CSV."""
        return as_csv([[*COLUMNS], *self.rows()])


_STYLE = """
:root { color-scheme: light dark; --line: #8884; --faint: #666; --bar: #2f6fb3; }
@media (prefers-color-scheme: dark) { :root { --faint: #aaa; --bar: #6ab0f3; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
.faint { color: var(--faint); }
.counts { display: flex; flex-wrap: wrap; gap: 0 3rem; }
.counts td { padding: 0 .8rem 0 0; }
.counts td + td { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
.levels { width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; }
.levels th, .levels td { border-bottom: 1px solid var(--line); }
td { overflow-wrap: break-word; }
svg { width: 100%; height: 12rem; display: block; }
.bar { fill: var(--bar); }
.none { fill: var(--line); }
ul { margin: 0; padding-left: 1.2rem; }
"""
#: The suffixes of reports: a page, and a table.
SUFFIXES = (".html", ".htm", ".csv")
#: The curve: its sides, and what is left between two bars.
_WIDE, _HIGH, _GAP = 1000, 200, 0.15


def report_bytes(report: Report, path: Path) -> bytes:
    """Return a report as a page or a table, by the suffix of its file."""
    check_suffix(path)
    text = report.csv() if path.suffix.lower() == ".csv" else page(report)
    return text.encode("utf-8", "backslashreplace")


def check_suffix(path: Path) -> None:
    if path.suffix.lower() not in SUFFIXES:
        raise FlowDeskError(f"{path}: a report is a page or a table: name it .html or .csv.")


def page(report: Report) -> str:
    about = report.about
    by = [f"by {_text(about.author)}"] if about.author else []
    facts = " · ".join([*by, counted(len(report.levels), "puzzle")])
    parts = [
        f"<h1>{_text(about.title)}</h1>",
        f'<p class="faint">{facts}</p>',
        *(f"<p>{_text(line)}</p>" for line in printable_text(about.notes).splitlines() if line),
        _counts_html(report),
        *_curve(report.levels),
        *_to_do(report),
        *_levels(report),
    ]
    return document_html(about.title, "\n".join(parts), style=_STYLE)


def _text(text: object) -> str:
    """Return a text from outside: escaped, and not able to turn what stands round it."""
    return f"<bdi>{escape(printable(text))}</bdi>"


def _counts_html(report: Report) -> str:
    """Return small tables of how many levels there are of each sort."""
    tables = []
    for name, counts in report.counts.items():
        rows = [f"<tr><td>{_text(what)}</td><td>{n:,}</td></tr>" for what, n in counts.items()]
        tables.append(f"<section><h2>{name}</h2><table>{''.join(rows)}</table></section>")
    return f'<div class="counts">{"".join(tables)}</div>'


def _curve(levels: Sequence[Reported]) -> Iterable[str]:
    """Return a bar for the score of each level, in their order; nothing if none is rated."""
    scores = [each.score for each in levels]
    most = max((score for score in scores if score is not None), default=0)
    if not most:
        return
    step = _WIDE / len(levels)
    bars = []
    for place, (each, score) in enumerate(zip(levels, scores, strict=True)):
        high = 2 if score is None else max(2, _HIGH * score / most)
        words = f"{place + 1}. {each.title}: {'not rated' if score is None else f'{score:g}'}"
        bars.append(
            f'<rect class="{"none" if score is None else "bar"}" x="{place * step:.2f}" '
            f'y="{_HIGH - high:.2f}" width="{step * (1 - _GAP):.2f}" height="{high:.2f}">'
            f"<title>{escape(printable(words))}</title></rect>"
        )
    yield "<h2>Difficulty, from the first puzzle to the last</h2>"
    yield (
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" preserveAspectRatio="none" role="img" '
        f'aria-label="The scores of all puzzles, up to {most:g}">{"".join(bars)}</svg>'
    )
    yield f'<p class="faint">The highest score is {most:g}.</p>'


def _to_do(report: Report) -> Iterable[str]:
    numbers = {each.name: number for number, each in enumerate(report.levels, 1)}
    for what, levels in report.to_do.items():
        yield f"<h2>{what}: {len(levels):,}</h2>"
        yield _list(
            f'<a href="#p{numbers[each.name]}">{numbers[each.name]}. {_text(each.title)}</a>'
            for each in levels
        )
    if report.problems:
        yield f"<h2>Not read: {len(report.problems):,}</h2>"
        yield _list(map(_text, report.problems))


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _levels(report: Report) -> Iterable[str]:
    yield "<h2>All puzzles</h2>"
    yield '<div class="scroll"><table class="levels"><thead><tr>'
    yield "".join(f"<th>{name}</th>" for name in COLUMNS.values())
    yield "</tr></thead><tbody>"
    for number, row in enumerate(report.rows(), 1):
        cells = "".join(f"<td>{_text(cell)}</td>" for cell in row)
        yield f'<tr id="p{number}">{cells}</tr>'
    yield "</tbody></table></div>"
