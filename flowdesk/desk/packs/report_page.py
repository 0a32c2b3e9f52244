"""A report as a page: one file that needs nothing else, and in which nothing runs.

Whatever comes from puzzles is escaped, and the page's policy forbids all but its own style.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.text import counted, printable, printable_text
from flowdesk.desk.packs.report import COLUMNS, Report, Reported
from flowdesk.desk.publishing.assembly import document_html

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
    """Raise FlowDeskError if there is no report in a file of this name."""
    if path.suffix.lower() not in SUFFIXES:
        raise FlowDeskError(f"{path}: a report is a page or a table: name it .html or .csv.")


def page(report: Report) -> str:
    """Return the page."""
    about = report.about
    by = [f"by {_text(about.author)}"] if about.author else []
    facts = " · ".join([*by, counted(len(report.levels), "puzzle")])
    parts = [
        f"<h1>{_text(about.title)}</h1>",
        f'<p class="faint">{facts}</p>',
        *(f"<p>{_text(line)}</p>" for line in printable_text(about.notes).splitlines() if line),
        _counts(report),
        *_curve(report.levels),
        *_to_do(report),
        *_levels(report),
    ]
    return document_html(about.title, "\n".join(parts), style=_STYLE)


def _text(text: object) -> str:
    """Return a text from outside: escaped, and not able to turn what stands round it."""
    return f"<bdi>{escape(printable(text))}</bdi>"


def _counts(report: Report) -> str:
    """Return small tables of how many levels there are of each sort."""
    tables = [_count(name, counts) for name, counts in report.counts.items()]
    return f'<div class="counts">{"".join(tables)}</div>'


def _count(name: str, counts: Counter[str]) -> str:
    rows = [f"<tr><td>{_text(what)}</td><td>{n:,}</td></tr>" for what, n in counts.items()]
    return f"<section><h2>{name}</h2><table>{''.join(rows)}</table></section>"


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
        words = f"{place + 1}. {each.title}: " + (
            f"{score:g}" if score is not None else "not rated"
        )
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
