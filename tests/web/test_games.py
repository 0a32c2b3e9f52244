"""Whole games on published pages, in a real browser, also where things are odd."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice, pairwise, permutations
from pathlib import Path
from string import ascii_uppercase
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flowdesk.core.puzzle import with_about
from flowdesk.core.storage import shipped
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.publishing.page import level_key
from flowdesk.desk.publishing.results import Collected, PlayerResult, read, write, wrong_turns
from flowdesk.formats.registry import load
from tests.levels import examples
from tests.samples import level_of
from tests.web import keys, pages

if TYPE_CHECKING:
    from tests.web.browser import Browser, Point

PLAIN = pages.SMALL[0]


def arrived(browser: Browser, number: int) -> None:
    """Wait until a level is there."""
    shown = "document.querySelector('svg.board')?.getAttribute('aria-label')"
    browser.until(f"{shown}?.startsWith(arguments[0])", f"Level {number},")


def won(browser: Browser) -> str:
    """What is said of a level that was just solved."""
    browser.until("document.querySelector('dialog.won')")
    return browser.text("dialog.won")


def sum_of(browser: Browser) -> str:
    """How much is solved, by the contents."""
    return str(browser.until("document.querySelector('.sum')?.innerText"))


def go_to(browser: Browser, number: int) -> None:
    """Choose a level in the contents."""
    browser.tap(f'a[href="#{number}"]')
    arrived(browser, number)


def sent(browser: Browser) -> PlayerResult:
    """The results that the page would send."""
    browser.tap("footer button")
    browser.until("document.querySelector('textarea')")
    found, wrong = read(browser.run("return document.querySelector('textarea').value"))
    assert wrong == []
    (result,) = found
    browser.press("Escape")
    return result


def test_a_pack_of_all_boards_is_played_to_its_end(browser: Browser, tmp_path: Path) -> None:
    """Each game is begun by touch and, after a reload in its middle, ended by the mouse."""
    browser.resize(412, 915, scale=2, mobile=True)
    browser.open(pages.write(tmp_path, *pages.SMALL))
    browser.tap(".contents .main", "touch")
    for number, level in enumerate(pages.SMALL, 1):
        arrived(browser, number)
        first, second = halves(pages.strokes(level))
        pages.draw(browser, first, "touch")
        before = browser.text(".figures")
        browser.reload()
        arrived(browser, number)
        assert browser.text(".figures") == before
        pages.draw(browser, second, "mouse")
        assert "Perfect: no solution has fewer moves." in won(browser)
        browser.tap("dialog .main", "mouse")
    assert "6 of 6 solved" in sum_of(browser)
    result = sent(browser)
    assert [each.key for each in result.levels] == list(map(level_key, pages.SMALL))
    assert all(each.is_solved and not (each.wrong or each.hints) for each in result.levels)


def test_a_pack_of_all_boards_is_played_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    browser.open(pages.write(tmp_path, *pages.SMALL))
    browser.press("Tab", "Enter")
    for number, level in enumerate(pages.SMALL, 1):
        arrived(browser, number)
        keys.play(browser, level)
        assert "Solved!" in won(browser)
        browser.press("Enter")
    assert "6 of 6 solved" in sum_of(browser)


def halves(strokes: list[list[Point]]) -> tuple[list[list[Point]], list[list[Point]]]:
    """The first half of what is drawn, and the second; of a single line, too."""
    if len(strokes) == 1:
        middle = len(strokes[0]) // 2
        return [strokes[0][: middle + 1]], [strokes[0][middle:]]
    return strokes[: len(strokes) // 2], strokes[len(strokes) // 2 :]


def test_where_storage_is_forbidden_games_are_kept_as_long_as_the_page(
    browser: Browser, tmp_path: Path
) -> None:
    browser.open(pages.write(tmp_path, *pages.SMALL[:2]), storage=False)
    for number in (1, 2):
        go_to(browser, number)
        pages.play(browser, pages.SMALL[number - 1])
        assert "Solved!" in won(browser)
        browser.go_to_list()
        assert f"{number} of 2 solved" in sum_of(browser)
    player = sent(browser)
    assert [each.is_solved for each in player.levels] == [True, True]
    assert replace(sent(browser), made=player.made) == player
    browser.reload()
    assert "0 of 2 solved" in sum_of(browser)


def test_a_page_in_a_frame_that_may_keep_nothing_is_played(
    browser: Browser, tmp_path: Path
) -> None:
    pages.write(tmp_path, PLAIN)
    frame = "<iframe sandbox='allow-scripts' src='page.html' width='400' height='500'></iframe>"
    site = "<!doctype html><link rel=icon href=data:><style>* { border: 0; margin: 0 }</style>"
    (tmp_path / "site.html").write_text(f"{site}{frame}")
    browser.resize(400, 500)
    with served(tmp_path) as address:
        browser.chrome.get(f"{address}/site.html")
        browser.chrome.switch_to.frame(0)
        go_to(browser, 1)
        pages.play(browser, PLAIN)
        assert "Solved!" in won(browser)
        browser.go_to_list()
        assert "1 of 1 solved" in sum_of(browser)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder as a site; yield its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def test_a_pack_of_one_has_nothing_left_when_it_is_solved(browser: Browser, tmp_path: Path) -> None:
    browser.open(pages.write(tmp_path, PLAIN))
    browser.tap(".contents .main")
    pages.play(browser, PLAIN)
    won(browser)
    browser.tap("dialog .main")
    assert "1 of 1 solved" in sum_of(browser)
    assert browser.text(".contents .main") == "Play again"


def test_of_five_hundred_levels_any_is_played(browser: Browser, tmp_path: Path) -> None:
    labels = islice(permutations(ascii_uppercase, 2), 500)
    many = [level_of(f"{a}.{a} {b}.{b}") for a, b in labels]
    browser.resize(360, 740, scale=2, mobile=True)
    browser.open(pages.write(tmp_path, *many))
    assert browser.run("return document.querySelectorAll('li').length") == 500
    go_to(browser, 490)
    pages.play(browser, many[489])
    won(browser)
    browser.tap("dialog .main")
    arrived(browser, 491)
    browser.press("Escape")
    assert "1 of 500 solved" in sum_of(browser)
    assert [each.number for each in sent(browser).levels] == [490]


def test_the_author_reads_where_a_player_went_wrong(browser: Browser, tmp_path: Path) -> None:
    strokes = pages.strokes(PLAIN)
    inner = {point for stroke in strokes for point in stroke[1:-1]}
    here, there = next(
        (stroke[0], (x, y))
        for stroke in strokes
        for x, y in inner - {*stroke}
        if abs(x - stroke[0][0]) + abs(y - stroke[0][1]) < 1.1
    )
    browser.open(pages.write(tmp_path, PLAIN))
    go_to(browser, 1)
    for _ in range(2):
        browser.drag(*pages.pixels(browser, [here, there]))
        browser.press("u")
    pages.play(browser, PLAIN)
    won(browser)
    browser.go_to_list()
    collected = Collected(tmp_path)
    collected.add(write(sent(browser)), [level_key(PLAIN)])
    figures = collected.figures_of(PLAIN)
    assert wrong_turns(PLAIN, figures) == [((int(there[0]), int(there[1])), 2)]
    assert (figures.solved, figures.moves) == (1, len(PLAIN.pairs))


def test_the_author_reads_which_edges_were_wrong(browser: Browser, tmp_path: Path) -> None:
    puzzle = pages.SMALL[-1]
    (ring,) = pages.strokes(puzzle)
    drawn = {frozenset(edge) for edge in pairwise(ring)}
    others = ([(x, y), (x + 1, y)] for x, y in ring if (x + 1, y) in ring)
    corners = next(edge for edge in others if frozenset(edge) not in drawn)
    browser.open(pages.write(tmp_path, puzzle))
    go_to(browser, 1)
    for _ in range(2):  # draw it, and remove it
        browser.drag(*pages.pixels(browser, corners))
    pages.play(browser, puzzle)
    won(browser)
    browser.go_to_list()
    (level,) = sent(browser).levels
    assert len(level.wrong) == 1
    assert level.wrong[0][1] == 1


@pytest.mark.parametrize(
    ("size", "pointer", "files"),
    [
        ((320, 568), "touch", ["packs/15x15.txt", "slitherlink/15x15.json"]),
        ((568, 320), "touch", ["packs/hexes.json"]),
        ((3840, 2160), "mouse", ["packs/05x05.txt", "slitherlink/05x05.json"]),
    ],
)
def test_a_board_is_played_on_every_screen(
    browser: Browser, tmp_path: Path, size: tuple[int, int], pointer: str, files: list[str]
) -> None:
    puzzles = [load(shipped("puzzles") / file)[0] for file in files]
    browser.resize(*size, scale=2 if pointer == "touch" else 1, mobile=pointer == "touch")
    browser.open(pages.write(tmp_path, *puzzles))
    browser.tap(".contents .main", pointer)
    for number, puzzle in enumerate(puzzles, 1):
        arrived(browser, number)
        pages.play(browser, puzzle, pointer=pointer)
        assert "Perfect" in won(browser)
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
        browser.tap("dialog .main", pointer)


#: What could end or begin markup, scripts or templates of ours.
_MEAN = [
    *("</script>", "<script>window.ran=1</script>", "<img src=x onerror=window.ran=1>"),
    *("<svg onload=window.ran=1>", "<b onclick=window.ran=1>", "javascript:window.ran=1"),
    *("<!--", "-->", "]]>", "</style>", "</title>", "{data}", "{script}", "${window.ran=1}"),
    *("\\u003c", "&lt;", "&#60;", "&amp;", "'", '"', "`", "\\", "__proto__"),
]
#: What turns text round, or ends lines.
_STEERING = "\u202e\u2066\u2028\u200f\0\r\n\t\x1b"
_TEXTS = st.lists(
    st.one_of(st.sampled_from(_MEAN), st.sampled_from(_STEERING), st.text(min_size=1, max_size=5)),
    min_size=1,
).map("".join)
_TAGS = """return [...document.querySelectorAll("*")].map(each => each.tagName).join(" ")"""


def test_no_title_is_more_than_a_text(browser: Browser, tmp_path: Path) -> None:
    def tags(title: str, author: str, level: str, notes: str) -> list[str]:
        puzzle = with_about(with_about(PLAIN, "title", level), "author", author)
        browser.open(pages.write(tmp_path, puzzle, about=PackAbout(title, "Us", notes=notes)))
        browser.run("location.hash = ''")
        contents = browser.run(_TAGS)
        assert browser.run("return document.querySelector('h1').textContent") == title
        assert browser.run("return document.querySelector('.notes').textContent") == notes
        browser.run("location.hash = '1'")
        arrived(browser, 1)
        assert browser.run("return document.querySelector('h1').textContent") == f"1. {level}"
        assert browser.run("return window.ran") is None
        return [contents, browser.run(_TAGS)]

    plain = tags("a", "b", "c", "d")

    @examples(100)
    @given(st.tuples(_TEXTS, _TEXTS, _TEXTS, _TEXTS))
    @example(("".join([*_MEAN, _STEERING]),) * 4)
    def holds(texts: tuple[str, str, str, str]) -> None:
        assert tags(*texts) == plain

    holds()
