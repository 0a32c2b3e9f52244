"""The report of a pack: what it counts, what it finds to do, and a page in which nothing runs."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.packs.report import COLUMNS, Report, Reported, page, report_bytes
from flowdesk.formats.registry import read_data
from flowdesk.kinds.answers import CheckResult, CheckStatus, Difficulty, NonTouching
from flowdesk.kinds.known import Known, Looking
from flowdesk.kinds.table import kind_of


def level(text: str, title: str = "") -> Puzzle:
    found: Puzzle = read_data(f"{text}\n\ntitle: x\n".encode(), "x.txt")[1][0].level
    return replace(found, about={"title": title} if title else {})


def known(puzzle: Puzzle, status: CheckStatus, score: float | None = None) -> Known:
    check = CheckResult(status, NonTouching.ONE if score else NonTouching.NONE)
    difficulty = None if score is None else Difficulty("easy", score)
    findings = tuple(kind_of(puzzle).incomplete(puzzle))
    return Known(puzzle, findings, Looking.DONE, check, difficulty=difficulty)


ONE, TWIN, OTHER = level("RR.\n..G\nG..", "One"), level(".RR\nG..\n..G"), level("RR", "<b>&\u202e")
LEVELS = [
    Reported("one.txt", ONE, known(ONE, CheckStatus.UNIQUE, 2.5)),
    Reported("twin.txt", TWIN, known(TWIN, CheckStatus.MULTIPLE)),
    Reported("other.txt#2", OTHER),
]
REPORT = Report(PackAbout("Spirals", "Änne", notes="Two\nlines."), LEVELS, ["bad.txt: no map."])


def test_it_counts_levels_by_what_sorts_them() -> None:
    counts = REPORT.counts
    assert counts["Kinds"] == {"Flow": 3}
    assert list(counts["Sizes"].items()) == [("2 × 1", 1), ("3 × 3", 2)], "the smallest first"
    assert counts["Colours"] == {"1 colour": 1, "2 colours": 2}
    assert counts["Difficulty"] == {"easy": 1, "not rated": 2}
    assert counts["Solutions"] == {
        "exactly one solution": 1,
        "several solutions": 1,
        "not checked": 1,
    }


def test_it_names_what_somebody_should_look_at() -> None:
    found = {what: [each.name for each in levels] for what, levels in REPORT.to_do.items()}
    assert found == {
        "Not exactly one solution": ["twin.txt"],
        "Not checked": ["other.txt#2"],
        "The same as others": ["one.txt", "twin.txt"],
        "Without a title": ["twin.txt"],
    }
    assert Report(PackAbout(), LEVELS[:1]).to_do == {}


def test_the_table_has_a_row_for_each_level() -> None:
    first, *rows = csv.reader(io.StringIO(REPORT.csv()))
    assert first == list(COLUMNS)
    assert rows[0] == [
        *("1", "One", "one.txt", "Flow", "3x3", "2"),
        *("exactly one solution", "easy", "2.5", "twin.txt"),
    ]
    assert rows[2][6:] == ["not checked", "", "", ""]


@pytest.mark.parametrize("title", ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x","y")'])
def test_a_title_is_no_formula_to_a_program_that_opens_the_table(title: str) -> None:
    report = Report(PackAbout(), [Reported("a.txt", level("RR", title))])
    assert list(csv.reader(io.StringIO(report.csv())))[1][1] == f"'{title}"


def test_a_report_is_a_page_or_a_table_by_its_name() -> None:
    assert report_bytes(REPORT, Path("r.HTML")).startswith(b"<!DOCTYPE html>")
    assert report_bytes(REPORT, Path("r.csv")).startswith(b"number,")
    with pytest.raises(FlowDeskError, match=r"name it \.html or \.csv"):
        report_bytes(REPORT, Path("r.txt"))


class Elements(HTMLParser):
    """All elements of a page with their attributes, and the texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_shows_all_of_it() -> None:
    found = Elements(page(REPORT))
    for text in ("Spirals", "by Änne", "3 puzzles", "lines.", "Not checked: 1", "bad.txt: no map."):
        assert text in found.text
    bars = [attributes["class"] for tag, attributes in found.found if tag == "rect"]
    assert bars == ["bar", "none", "none"]
    links = [attributes["href"] for tag, attributes in found.found if tag == "a"]
    assert links == ["#p2", "#p3", "#p1", "#p2", "#p2"]
    assert {"p1", "p2", "p3"} <= {attributes.get("id") for _, attributes in found.found}


def test_an_empty_pack_has_a_page() -> None:
    assert "0 puzzles" in Elements(page(Report(PackAbout("Empty"), []))).text


#: Texts that would do something if they were taken for markup.
NASTY = st.text(max_size=20) | st.sampled_from(
    [
        "<script>alert(1)</script>",
        "</title><img src=x onerror=alert(1)>",
        "</style><style>*{display:none}",
        '" onmouseover="alert(1)',
        "'><svg onload=alert(1)>",
        "<!--",
        "&lt;b&gt;",
        "\u202egnirts\u2066",
        "\0\x1b[31m",
        "]]>",
    ]
)


@given(*[NASTY] * 5)
def test_nothing_that_a_pack_says_becomes_markup(
    title: str, author: str, notes: str, called: str, name: str
) -> None:
    honest = page(Report(PackAbout("T", "A", notes="N"), [Reported("n.txt", ONE, LEVELS[0].known)]))
    named = replace(ONE, about={"title": called or "x"})
    about = PackAbout(title, author or "A", notes=notes or "N")
    levels = [Reported(name, named, LEVELS[0].known)]
    text = page(Report(about, levels, []))
    told, usual = ([tag for tag, _ in Elements(each).found] for each in (text, honest))
    lines = ("p", "bdi")  # of the notes there may be several
    assert [tag for tag in told if tag not in lines] == [t for t in usual if t not in lines]
    assert not re.search("[\0\x1b\u202e\u2066]", text)
    for tag, attributes in Elements(text).found:
        assert not [each for each in attributes if each.startswith("on") or each == "style"]
        assert tag not in ("script", "img", "iframe", "object", "link")


def test_the_policy_allows_its_own_style_alone() -> None:
    text = page(REPORT)
    policy = next(a["content"] for t, a in Elements(text).found if "http-equiv" in a)
    assert policy
    assert policy.startswith("default-src 'none'; script-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
