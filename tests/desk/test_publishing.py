"""Pages: what is in them, what is not, and that nothing runs but they themselves."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.puzzle import with_about
from flowdesk.core.storage import shipped
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.publishing.page import (
    Examined,
    PageWish,
    examine,
    index_page,
    level_key,
    packs_below,
    page,
    page_data,
    page_html,
    page_name,
    publish,
    script,
    with_author,
)
from flowdesk.formats.registry import load
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import KINDS
from tests.kind_samples import SAMPLES
from tests.packs import filled
from tests.samples import SMALL, level_of

ABOUT = PackAbout(title="Pack")


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the texts of scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts.setdefault(self._inside, []).append(data)


def data_of(html: str) -> Any:
    return json.loads(html.split('id="data">')[1].split("</script>")[0])


ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.sampled_from(
    [
        "</script><script>alert(1)</script>",
        "{data}{script}",
        "<!--",
        "\u202e\u2028",
        "\\u003c",
        "&lt;",
    ]
)


@given(title=ANYTHING, author=ANYTHING, level=ANYTHING)
def test_no_text_becomes_markup(title: str, author: str, level: str) -> None:
    puzzle = with_about(with_about(SMALL, "title", level), "author", level)
    html = page(
        [Examined(Known(puzzle))], PackAbout(title=title, author=author, notes=author)
    ).decode()
    plain = page([Examined(Known(SMALL))], ABOUT).decode()
    elements, expected = Elements(html), Elements(plain)
    assert [tag for tag, _ in elements.found] == [tag for tag, _ in expected.found]
    assert [attributes for _, attributes in elements.found] == [a for _, a in expected.found]
    assert data_of(html)["title"] == title
    assert data_of(html)["levels"][0].get("title", "") == puzzle.title


def test_the_policy_allows_this_script_and_this_style_alone() -> None:
    html = page_html("Pack", {})
    policy = re.search('Security-Policy" content="([^"]*)"', html)
    assert policy
    for tag in ("script", "style"):
        (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none'")


def test_the_page_asks_nobody() -> None:
    html = page_html("Pack", {}).replace("http://www.w3.org/2000/svg", "")
    assert "http:" not in html
    assert "https:" not in html
    assert not re.search(r"innerHTML|insertAdjacent|eval\(|fetch\(|XMLHttp|document\.write", html)


def test_modules_become_one_script() -> None:
    assert not re.search(r"^\s*(import|export) ", script(), re.MULTILINE)
    names = re.findall(r"^(?:class|function|const) (\w+)", script(), re.MULTILINE)
    assert len(names) == len(set(names)), "a name is there twice: the page would not run"


@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_is_in_the_page_unless_hints_are(kind: str) -> None:
    puzzle = SAMPLES[kind].unique
    (without,) = page_data([examine(puzzle)], ABOUT)["levels"]
    assert not {"solution", "hints"} & without.keys()
    (level,) = page_data([examine(puzzle, hints=True)], ABOUT)["levels"]
    assert level["solution"]
    assert all(isinstance(step[0], str) for step in level["hints"])
    assert level["hints"]


def test_equal_boards_and_colours_are_there_once() -> None:
    levels = load(shipped("puzzles") / "packs" / "15x15.txt")
    found = page_data([Examined(Known(level)) for level in levels], ABOUT)
    plain = [level for level in levels if not level.holes]
    assert len(found["boards"]) == 1 + len(levels) - len(plain)
    assert len(found["inks"]) < 20


def test_a_hundred_levels_take_less_than_150_kb() -> None:
    levels = load(shipped("puzzles") / "packs" / "10x10.txt")
    examined = [Examined(Known(level)) for level in (levels * 4)[:100]]
    assert len(page(examined, ABOUT)) < 150_000


def test_the_key_of_a_level_is_that_of_its_puzzle() -> None:
    titled = with_about(SMALL, "title", "Another")
    assert level_key(SMALL) == level_key(titled)
    assert re.fullmatch("[0-9a-f]{12}", level_key(SMALL))
    assert level_key(SMALL) == hashlib.sha256(SMALL.puzzle_key.encode()).hexdigest()[:12]


@pytest.mark.parametrize(
    ("sample", "status", "remark"),
    [
        ("unique", CheckStatus.UNIQUE, ""),
        ("several", CheckStatus.MULTIPLE, "it has several solutions"),
        ("unsolvable", CheckStatus.UNSOLVABLE, "it has no solution"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_told_what_is_not_as_players_expect(
    kind: str, sample: str, status: CheckStatus, remark: str
) -> None:
    examined = examine(getattr(SAMPLES[kind], sample))
    assert examined.known.status is status
    assert examined.remark == remark
    assert examined.is_kept(everything=True)
    assert examined.is_kept(everything=False) is not bool(remark)


def test_what_is_not_complete_is_never_published() -> None:
    examined = examine(level_of("R.. ..."))
    assert examined.remark.startswith("it is not complete")
    assert not examined.is_kept(everything=True)


def test_an_author_of_all_levels_stands_on_the_first_page_alone() -> None:
    levels = [with_about(SMALL, "author", "Ada")] * 2
    about = with_author(ABOUT, levels)
    assert about.author == "Ada"
    found = page_data([Examined(Known(level)) for level in levels], about)
    assert not any("author" in level for level in found["levels"])
    assert with_author(ABOUT, [*levels, SMALL]).author == ""


# A wish, and a site


def test_a_wish_names_what_is_left_out(tmp_path: Path) -> None:
    folder = filled(tmp_path / "pack", {"1.txt": "AA\n..\n", "2.txt": "R.\n.R\n", "3.txt": "?"})
    publication = publish(PageWish(folder, ABOUT), {})
    assert len(data_of(publication.data.decode())["levels"]) == 1
    assert any("2.txt: it has no solution. It is left out." in each for each in publication.remarks)
    assert any("3.txt" in each for each in publication.remarks)
    nothing = publish(PageWish([level_of("R. .R")], ABOUT), {})
    assert nothing.data == b""


def test_what_is_known_is_not_searched_for() -> None:
    several = SAMPLES["flow"].several
    known = examine(SMALL).known
    publication = publish(PageWish([several], ABOUT), {several.puzzle_key: known})
    assert not publication.remarks
    assert data_of(publication.data.decode())["levels"][0]["key"] == level_key(several)


def test_files_of_several_puzzles_are_packs_and_so_are_folders(tmp_path: Path) -> None:
    one, two = "AA\n..\n", "2 2\nAA\n..\n\n2 2\nBB\n..\n"
    filled(tmp_path / "top", {"a.txt": one, "b.txt": two, "c.txt": one, "bad.txt": "?"})
    filled(tmp_path / "top" / "below", {"d.txt": one})
    filled(tmp_path / "top" / ".hidden", {"e.txt": one})
    found = list(packs_below(tmp_path / "top"))
    packs = {pack.name: len(pack.puzzles) for pack in found if not isinstance(pack, Exception)}
    assert packs == {"top": 2, "b": 2, "below": 1}
    assert len(found) == 4


def test_pages_follow_the_order_of_the_pack(tmp_path: Path) -> None:
    folder = filled(tmp_path / "pack", {"1.txt": "AA\n..\n", "2.txt": "BB\n..\n"})
    pack = Pack(folder)
    for _ in pack.move([pack.items[1].id], -1):
        pass
    (found,) = packs_below(folder)
    assert not isinstance(found, Exception)
    assert [name.rpartition("/")[2] for name, _ in found.puzzles] == ["2.txt", "1.txt"]


def test_names_of_pages_are_free_and_plain() -> None:
    assert page_name("Two words/..", ()) == "two-words.html"
    assert page_name("index", ()) == "index-2.html"
    assert page_name("Pack", {"pack.html": 0}) == "pack-2.html"
    assert page_name("...", ()) == "pack.html"


def test_the_index_is_inert() -> None:
    mean = '"><script>alert(1)</script>'
    elements = Elements(index_page(mean, {'a"b c.html': (mean, 3)}).decode())
    assert [tag for tag, _ in elements.found].count("script") == 0
    (link,) = (attributes for tag, attributes in elements.found if tag == "a")
    assert link == {"href": "a%22b%20c.html"}


def test_every_theme_has_every_colour_of_a_board() -> None:
    themes = page_data([Examined(Known(SMALL))], ABOUT)["themes"]
    assert all(set(theme) == set(themes["dark"]) for theme in themes.values())
    assert all(color for theme in themes.values() for color in theme.values())
