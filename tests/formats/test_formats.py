"""Formats: what they read and write, and their messages about faulty files."""

from __future__ import annotations

import json
import string
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.shape import PLAIN, Shape
from flowdesk.formats.registry import (
    FORMATS,
    JSON,
    LEVEL_LIST,
    MAP,
    format_for,
    format_named,
    load,
    losses,
    open_file,
    read_data,
    write_file,
)
from flowdesk.kinds.entry import SOLUTION, Entry, Format
from flowdesk.kinds.flow.colors import LABELS, standard_color
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.table import KINDS, kind_of
from tests.formats import fuzz
from tests.formats.cases import (
    JSON_TEXT,
    LINK_TEXT,
    LIST_TEXT,
    LOST,
    MAP_TEXT,
    REFUSED,
    RICH,
    SMALL_JSON,
)
from tests.kind_samples import SAMPLES, TEXTS
from tests.levels import LONG_LABELS, examples, levels, plain_levels, solved_entries, some
from tests.loops import slitherlinks, solved_slitherlinks
from tests.others import from_colors, from_coordinates
from tests.samples import read_text

FIRST = Level(
    5,
    5,
    {
        **{(0, 0): "R", (1, 4): "R", (2, 0): "G", (1, 3): "G", (4, 0): "Y", (3, 3): "Y"},
        **{(2, 1): "B", (2, 4): "B", (4, 1): "O", (3, 4): "O"},
    },
)
quick = examples(80)


def one(text: str, suffix: str = "") -> Level:
    """The only level in a text."""
    (entry,) = read_text(text, suffix)
    level: Level = entry.level
    return level


def again(format: Format, entries: Sequence[Entry]) -> list[Entry]:
    """What is read from what was written, by its content alone."""
    return read_text(format.write(entries))


def alike(entries: Sequence[Entry]) -> list[tuple[Level, object]]:
    """Everything about entries but the lines they stand in."""
    return [(entry.level, entry.solution) for entry in entries]


# -- maps --------------------------------------------------------------------------------------


def test_a_map_may_have_any_proportions_and_holes() -> None:
    assert one("RR") == Level(2, 1, {(0, 0): "R", (1, 0): "R"})
    assert one("a\nA\n#\n") == Level(1, 3, {(0, 0): "a", (0, 1): "A"}, frozenset({(0, 2)}))
    assert one("." * 500 + "\n" + "." * 500) == Level(500, 2)
    assert one("\n".join(["." * 125] * 500)) == Level(125, 500)


def test_lines_after_the_map_tell_about_it() -> None:
    level = one(
        "R.r\nR.r\n\ntitle: Two: of them\nauthor:  Ada \n\n"
        "colors: R=#12AbfF\nwalls: 0,0-0,1  2,0-1,0\nLevel 7 of: a pack\nauthor: Bob\n"
    )
    assert level.color("R") == "#12abff"
    assert level.color("r") == standard_color("r")
    assert level.walls == {((0, 0), (0, 1)), ((1, 0), (2, 0))}
    assert level.title == "Two: of them"
    assert level.about == {"title": "Two: of them", "author": "Ada\nBob", "Level 7 of": "a pack"}


def test_a_name_nobody_knows_is_kept_and_written_back() -> None:
    text = "RR\n\nmood: sunny\nrating: 5\n"
    assert MAP.write(read_text(text)) == text


def test_an_unfinished_map_of_digits_says_that_it_is_one() -> None:
    level = Level(3, 1, {(0, 0): "1", (2, 0): "2"}, about={"title": "A"})
    text = MAP.write([Entry(level)])
    assert text == "1.2\n\nkind: flow\ntitle: A\n"
    assert one(text) == level
    finished = Level(3, 1, {(0, 0): "1", (2, 0): "1"}, about={"kind": "slitherlink"})
    assert one(MAP.write([Entry(finished)])) == finished
    assert MAP.write([Entry(replace(finished, about={}))]) == "1.1\n"
    assert MAP.write(read_text("R.R\n\nkind: easy\n")).endswith("\nkind: easy\n")


def test_a_map_can_forbid_touching_and_what_holds_is_what_is_told() -> None:
    assert not one("RR\n..\n\ntouching: forbidden\n").touching
    assert one("RR\n..\n\ntouching: allowed\n").touching
    assert one("RR\n..\n").touching
    for line in ("touching: forbidden", "touching: allowed"):
        text = f"RR\n..\n\ntitle: A\n{line}\nauthor: B\n"
        assert MAP.write(read_text(text)) == text
    strict = one("RR\n..\n\ntouching: forbidden\ntitle: A\n")
    allowed = replace(strict, touching=True)
    assert list(allowed.about.items()) == [("title", "A")]
    assert not replace(strict, about={}).touching
    assert MAP.write([Entry(replace(allowed, touching=False))]).endswith("touching: forbidden\n")


def test_labels_differ_by_case_and_have_the_usual_colors_or_alphabetically_those_in_order() -> None:
    level = one("Mm\nMm\n")
    assert level.pairs == {"M": ((0, 0), (0, 1)), "m": ((1, 0), (1, 1))}
    usual = {"R": "#ff0000", "W": "#ffffff", "g": "#00ff00"}
    assert {label: one(f"R{label}").color(label) for label in usual} == usual
    assert len({standard_color(label) for label in LABELS}) == 62
    level = one("AA\nBB\nCC\nPP\n")
    assert [level.color(label) for label in "ABCP"] == [
        standard_color(label) for label in ("R", "B", "Y", "p")
    ]
    assert one("AB\nBA\n").color("A") == "#ff0000"


@pytest.mark.parametrize("text", ["AR\nRA\n", "AQ\nQA\n", "Aa\naA\n", "A1\n1A\n"])
def test_one_label_beyond_p_or_an_r_means_the_usual_colors_of_each(text: str) -> None:
    level = one(text)
    assert {label: level.color(label) for label in level.pairs} == {
        label: standard_color(label) for label in level.pairs
    }


def test_alphabetical_labels_with_the_usual_color_of_each_keep_it_through_a_map() -> None:
    usual = Level(2, 3, {(x, y): label for y, label in enumerate("BGO") for x in (0, 1)})
    text = MAP.write([Entry(usual)])
    assert "colors:" in text
    assert one(text) == usual
    numbered = one("AA\nBB\n")
    assert "colors:" not in MAP.write([Entry(numbered)])
    assert one(MAP.write([Entry(numbered)])) == numbered


@quick
@given(levels(st.sampled_from(string.ascii_uppercase[:16])))
def test_a_map_keeps_the_colors_of_alphabetical_labels(level: Level) -> None:
    assert again(MAP, [Entry(level)])[0].level == level


def test_what_a_map_cannot_hold_is_said_instead_of_written() -> None:
    long = Level(2, 1, {(0, 0): "C63", (1, 0): "C63"})
    for format in (MAP, LEVEL_LIST):
        with pytest.raises(FormatError, match=r"C63.*JSON"):
            format.write([Entry(long)])
        with pytest.raises(FormatError, match=r"walls.*JSON"):
            format.write([Entry(replace(FIRST, about={"walls": "none"}))])
        with pytest.raises(FormatError, match=r"a:b.*JSON"):
            format.write([Entry(replace(FIRST, about={"a:b": "c"}))])


@examples(150)
@given(
    st.dictionaries(
        st.one_of(st.text(max_size=5), st.sampled_from(["touching", "colors ", "a\rb", "x "])),
        st.one_of(st.text(max_size=8), st.sampled_from(["maybe", "a\n\nb\n", "\ud800"])),
        max_size=2,
    )
)
def test_whatever_is_told_about_a_level_no_format_writes_what_it_cannot_read(
    about: dict[str, str],
) -> None:
    level = replace(FIRST, about=about)
    for format in (MAP, LEVEL_LIST, JSON):
        try:
            data = format.write([Entry(level)]).encode()
        except FormatError:
            continue
        (entry,) = read_data(data, "level")[1]
        assert replace(entry.level, about={}) == FIRST
        assert entry.level.touching == level.touching


# -- many levels in one file -------------------------------------------------------------------


def test_a_list_holds_levels_of_different_sizes() -> None:
    first, second = read_text(LIST_TEXT)
    assert (first.level, first.line) == (FIRST, 4)
    assert second.level.endpoints == {(0, 0): "A", (2, 0): "A", (0, 1): "B", (2, 1): "B"}
    assert second.level.holes == {(1, 1)}
    assert second.level.about == {"title": "Second"}
    assert second.line == 12


@examples(40)
@given(st.lists(levels(), min_size=1, max_size=4))
def test_a_list_keeps_everything_about_its_levels(written: list[Level]) -> None:
    entries = again(LEVEL_LIST, [Entry(level) for level in written])
    assert [entry.level for entry in entries] == written


# -- FlowDesk JSON -----------------------------------------------------------------------------


def test_json_is_written_so_that_a_person_can_read_it() -> None:
    text = JSON.write(read_text(JSON_TEXT))
    assert json.loads(text)["flowdesk"] == 1
    assert max(map(len, text.splitlines())) < 100
    assert '\n  "about": {"title": "Small"}' in text


@quick
@given(levels(st.one_of(st.sampled_from(LABELS), LONG_LABELS)))
def test_json_keeps_everything_about_a_level(level: Level) -> None:
    assert again(JSON, [Entry(level)])[0].level == level


@quick
@given(st.lists(solved_entries(), min_size=1, max_size=3))
def test_json_keeps_solutions_and_drawn_paths(entries: list[Entry]) -> None:
    assert alike(again(JSON, entries)) == alike(entries)


def test_json_holds_more_colors_than_there_are_letters() -> None:
    labels = [*LABELS, *(f"C{number}" for number in range(63, 101))]
    level = Level(2, 100, {(x, y): label for y, label in enumerate(labels) for x in (0, 1)})
    assert again(JSON, [Entry(level)])[0].level == level


# -- formats that hold less ---------------------------------------------------------------------

WRITTEN = [format for format in FORMATS if format.can_write]
each_written = pytest.mark.parametrize(
    ("format", "kind"),
    [
        pytest.param(format, kind, id=f"{format.key}: {kind}")
        for format in WRITTEN
        for kind in KINDS
        if format.kinds is None or kind in format.kinds
    ],
)
#: Strategies for each kind: puzzles that a user can draw, and such with their solution.
PUZZLES: dict[str, st.SearchStrategy[Any]] = {
    "flow": st.one_of(levels(), plain_levels()),
    "slitherlink": slitherlinks(),
}
SOLVED: dict[str, st.SearchStrategy[Any]] = {
    "flow": solved_entries().map(
        lambda entry: replace(entry, level=replace(entry.level, walls=frozenset()))
    ),
    "slitherlink": solved_slitherlinks(),
}


def sample_of(kind: str) -> Entry:
    """What is written of a kind that has no cases of its own: its sample, solved."""
    puzzle = SAMPLES[kind].unique
    return RICH.get(kind) or Entry(puzzle, kind_of(puzzle).solving.solve(puzzle).solution)


def test_every_kind_with_texts_has_random_puzzles() -> None:
    assert list(PUZZLES) == list(SOLVED) == list(RICH) == TEXTS


def refusals(format: Format, puzzle: Any) -> list[str]:
    """Words of the reasons for which a format cannot hold a puzzle: what it declares, and cases."""
    contents = kind_of(puzzle).contents(puzzle)
    reasons = [thing for thing, most in format.most.items() if contents.get(thing, 0) > most]
    words, is_refused = REFUSED.get(format.key, ("", lambda level: False))
    return [*reasons, words] if is_refused(puzzle) else reasons


@each_written
@examples(60)
@given(data=st.data())
def test_a_puzzle_is_written_as_the_same_one_or_refused_for_a_reason(
    format: Format, kind: str, data: st.DataObject
) -> None:
    puzzle = data.draw(PUZZLES[kind] if kind in PUZZLES else st.just(sample_of(kind).level))
    if reasons := refusals(format, puzzle):
        with pytest.raises(FormatError, match="|".join(reasons)) as caught:
            format.write([Entry(puzzle)])
        assert "FlowDesk JSON (.json)" in caught.value.hint
        return
    (entry,) = read_text(format.write([Entry(puzzle)]), format.suffixes[0])
    assert fuzz.shape(entry.level) == fuzz.shape(puzzle)
    if not losses(format, [Entry(puzzle)]):
        assert {**entry.level.about, "touching": ""} == {**puzzle.about, "touching": ""}
        assert replace(entry.level, about={}) == replace(puzzle, about={})


@each_written
@examples(30)
@given(data=st.data())
def test_a_solution_and_what_is_drawn_are_kept_or_told(
    format: Format, kind: str, data: st.DataObject
) -> None:
    entry = data.draw(SOLVED[kind] if kind in SOLVED else st.just(sample_of(kind)))
    (after,) = read_text(format.write([entry]), format.suffixes[0])
    lost = losses(format, [entry])
    if not {"the drawn paths", "the drawn edges"}.intersection(lost):
        assert edges_drawn(after.level) >= edges_drawn(entry.level)
    if SOLUTION not in lost:
        assert after.solution or edges_drawn(after.level) >= entry.solution.edges


def edges_drawn(puzzle: Any) -> frozenset[Edge]:
    """Every edge that the author has drawn."""
    answer = kind_of(puzzle).drawing.drawn_answer(puzzle)
    return frozenset(answer.edges) if answer else frozenset()


@each_written
def test_what_a_format_leaves_out_is_told(format: Format, kind: str) -> None:
    expected = LOST[kind][format.key] if kind in LOST else []
    assert losses(format, [sample_of(kind)]) == expected


def test_a_format_that_is_only_read_says_so() -> None:
    for format in FORMATS:
        if not format.can_write:
            with pytest.raises(FormatError, match="only read"):
                format.write([RICH["flow"]])


def test_a_solution_is_written_as_lines_where_nothing_else_is_drawn() -> None:
    pzprv3 = format_named("pzprv3")
    for rich in RICH.values():
        solved = replace(rich, level=replace(rich.level, drawn=type(rich.level.drawn)()))
        assert SOLUTION not in losses(pzprv3, [solved])
        (entry,) = again(pzprv3, [solved])
        assert edges_drawn(entry.level) == rich.solution.edges


def test_a_link_numbers_the_colors_as_they_come_keeps_numbers_and_holds_52() -> None:
    link = format_named("link")
    assert link.write([Entry(FIRST)]) == f"{LINK_TEXT}\n"
    text = "https://puzz.link/p?arukone/5/5/1g3g2h4g5l3g2h145g\n"
    assert link.write(read_text(text)) == text
    assert losses(link, read_text(text)) == []
    most = Level(2, 52, {(x, y): LABELS[y] for y in range(52) for x in (0, 1)})
    assert len(again(link, [Entry(most)])[0].level.pairs) == 52
    more = Level(2, 53, {(x, y): LABELS[y] for y in range(53) for x in (0, 1)})
    with pytest.raises(FormatError, match=r"52 colours.*53.*JSON"):
        link.write([Entry(more)])


def test_colors_of_a_file_keep_their_usual_letters() -> None:
    names = ["red", "blue", "yellow", "green", "orange", "cyan", "magenta", "brown", "purple"]
    more = ["darkgray", "white", "lime", "darkkhaki", "darkblue", "teal", "deeppink"]
    (entry,) = read_text(json.dumps([[name, name] for name in [*names, *more]]))
    labels = [entry.level.endpoints[0, y] for y in range(16)]
    assert labels == list(LABELS[:16])
    assert entry.level.color("B") == "#0000ff"


def test_a_file_of_colors_may_have_as_many_as_cells() -> None:
    row = [[number >> 8, number & 255, 0] for number in range(500)]
    (entry,) = read_text(json.dumps([row, *([[None] * 500] * 124)]))
    assert len(entry.level.pairs) == 500
    assert again(format_named("colors"), [entry])[0].level == entry.level


def test_real_files_of_colors_and_coordinates_are_read(corpus: Path) -> None:
    flow = corpus / "flow"
    colors = sorted((flow / "colour-json").glob("*/*.json"))
    coordinates = sorted((flow / "coordinates").glob("*.txt"))
    assert len(colors) > 100
    assert coordinates
    cases = [*((file, "colors", from_colors) for file in colors)]
    cases += [(file, "coordinates", from_coordinates) for file in coordinates]
    for file, key, expected in cases[:: len(cases) // some(len(cases))]:
        format, (entry,) = open_file(file)
        assert format.key == key
        assert fuzz.shape(entry.level) == fuzz.shape(expected(file))
        for other in WRITTEN:
            fuzz.check_written(other, [entry])
        if key == "colors":
            assert json.loads(format.write([entry])) == json.loads(file.read_text())


# -- errors ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["R.G\n..\nR.G\n", "R.R\n.é.\n", "RR\n\nBB\n", "", "3 2\nR.R\n.\n"]
)
def test_the_usual_mistakes_in_a_map_come_with_a_hint(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_text(text)
    assert caught.value.hint.endswith((".", "?"))


# -- finding the format ------------------------------------------------------------------------


def test_the_content_decides_where_the_name_does_not_say_that_it_is_json() -> None:
    assert one(MAP_TEXT, ".txt") == one(MAP_TEXT) == one(MAP_TEXT, ".lvl") == FIRST
    assert len(read_text(LIST_TEXT, ".txt")) == len(read_text(LIST_TEXT)) == 2
    assert read_text(JSON_TEXT, ".txt") == read_text(JSON_TEXT, ".json") == read_text(JSON_TEXT)
    with pytest.raises(FormatError, match="not JSON"):
        read_text(MAP_TEXT, ".json")


@pytest.mark.parametrize(
    ("name", "count", "format"),
    [
        ("a.txt", 1, MAP),
        ("a.TXT", 1, MAP),
        ("a.txt", 2, LEVEL_LIST),
        ("a.json", 1, JSON),
        ("a.b.Json", 5, JSON),
    ],
)
def test_the_suffix_says_what_is_written(name: str, count: int, format: Format) -> None:
    assert format_for(Path(name), [FIRST] * count) is format


def test_a_file_is_saved_as_it_was_read_where_that_can_be_written() -> None:
    link, coordinates = format_named("link"), format_named("coordinates")
    one_level, two_levels = [FIRST], [FIRST, FIRST]
    assert format_for(Path("a.txt"), one_level, link) is link
    assert format_for(Path("a.txt"), two_levels, link) is link
    assert format_for(Path("a.json"), one_level, link) is JSON
    assert format_for(Path("a.txt"), one_level, coordinates) is MAP
    assert format_for(Path("a.json"), two_levels, format_named("colors")) is JSON


@pytest.mark.parametrize("name", ["level", "level.doc", ".txt", "level.txt~"])
def test_other_suffixes_are_not_written(name: str) -> None:
    with pytest.raises(FormatError, match=r"\.json, \.txt") as caught:
        format_for(Path(name), [FIRST])
    assert caught.value.source == name


def test_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    entries = read_text(LIST_TEXT)
    for name in ("all.txt", "all.json"):
        write_file(tmp_path / name, entries)
        assert alike(open_file(tmp_path / name)[1]) == alike(entries)
        assert load(tmp_path / name) == load(str(tmp_path / name)) == [e.level for e in entries]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("R.R\n..\n")
    with pytest.raises(FormatError) as caught:
        load(bad)
    assert str(caught.value).startswith(f"{bad}, line 2, column 3: ")


# -- anything at all ---------------------------------------------------------------------------

SEEDS = st.integers(0, 2**32)


@examples(500)
@given(SEEDS, st.sampled_from(fuzz.SOURCES))
def test_no_file_makes_the_readers_fail(seed: int, source: str) -> None:
    fuzz.check_file(fuzz.damaged(Random(seed)), source)


@examples(300)
@given(st.one_of(st.text(max_size=60), SEEDS))
def test_no_text_makes_pasting_fail(text: str | int) -> None:
    if isinstance(text, int):
        text = fuzz.damaged(Random(text)).decode("latin-1")
    fuzz.check_pasted(text)


ANY_JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-2, 600),
        st.floats(),
        st.text(max_size=3),
        st.sampled_from([[0, 0], [1, 1], [[0, 0], [1, 0]], "R", "#ff0000", 10**30]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=5,
)


def replaced(data: Any, path: Sequence[Any], value: object) -> Any:
    """The same data with another value at the end of a path of names and numbers."""
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = replaced(data[path[0]], path[1:], value)
    return copy


def paths_into(data: Any) -> list[list[Any]]:
    """Every place in some data."""
    if isinstance(data, dict):
        names: list[Any] = list(data)
    else:
        names = list(range(len(data))) if isinstance(data, list) else []
    return [[], *([name, *rest] for name in names for rest in paths_into(data[name]))]


@examples(300)
@given(st.sampled_from(paths_into(SMALL_JSON)), ANY_JSON)
def test_no_value_in_json_makes_the_reader_fail(path: list[Any], value: object) -> None:
    data = json.dumps(replaced(SMALL_JSON, path, value)).encode()
    fuzz.check_file(data, "a.json")


def test_a_text_that_utf8_cannot_hold_is_refused_in_a_sentence(tmp_path: Path) -> None:
    data = json.dumps({**SMALL_JSON, "about": {"title": "\ud800"}}).encode()
    for name in ("a.txt", "a.json"):
        with pytest.raises(FlowDeskError):
            write_file(tmp_path / name, read_data(data, "a.json")[1])


def test_the_largest_board_is_read_and_written() -> None:
    ends: dict[Cell, str] = {(x, 0): LABELS[x % 62] for x in range(124)}
    level = Level(250, 250, ends)
    for format in (MAP, LEVEL_LIST, JSON):
        assert again(format, [Entry(level)])[0].level == level


def test_a_name_that_json_does_not_know_is_remarked() -> None:
    (entry,) = read_text('{"flowdesk": 1, "width": 2, "height": 1, "endpoints": [], "future": 1}')
    (remark,) = entry.remarks
    assert "'future'" in remark
    assert read_text('{"flowdesk": 1, "width": 2, "height": 1, "endpoints": []}')[0].remarks == ()


#: Boards of every shape in FlowDesk JSON, by what is in them.
SHAPES = [
    Shape("square", frozenset({(1, 1)})),
    Shape("square", frozenset(), frozenset({0, 2}), frozenset({1})),
    Shape("square", frozenset({(0, 1)}), frozenset({1})),
    Shape("hex"),
]


@pytest.mark.parametrize("shape", SHAPES)
def test_boards_of_every_shape_are_kept_where_a_format_can_hold_them(shape: Shape) -> None:
    walls = frozenset({((0, 0), (1, 0))})
    level = Level(3, 3, {(0, 0): "R", (2, 2): "R"}, walls=walls, shape=shape)
    for key in ("json", "linked"):
        text = format_named(key).write([Entry(level)])
        (entry,) = read_text(text, format_named(key).suffixes[0])
        assert entry.level == level
    assert json.loads(format_named("json").write([Entry(level)]))["flowdesk"] == 2
    plain = replace(level, shape=PLAIN)
    assert json.loads(format_named("json").write([Entry(plain), Entry(plain)]))["flowdesk"] == 1
    assert json.loads(format_named("json").write([Entry(plain), Entry(level)]))["flowdesk"] == 2
    for key in ("map", "list", "colors", "link", "pzprv3"):
        with pytest.raises(FormatError, match=r"has no (walls|bridges|warps|hexagons)") as caught:
            format_named(key).write([Entry(level)])
        assert "FlowDesk JSON (.json)" in caught.value.hint


def test_a_level_string_tells_bridges() -> None:
    text = "3+B,0,1,2,4;0,3,4,5,8;2,1,4,7,6\n"
    (entry,) = read_text(text, ".txt")
    assert entry.level.shape.bridges == {(1, 1)}
    assert entry.solution.paths["R"] == ((0, 0), (0, 1), (1, 1), (2, 1), (2, 2))
    assert not entry.remarks
    assert format_named("string").write([entry]) == text


def test_hexagons_whose_even_columns_stand_lower_are_moved_by_a_column() -> None:
    text = "HEX\nA-A-.\n|\\|/|\n.-.-.\n"
    (entry,) = read_text(text, ".txt")
    assert entry.remarks
    assert entry.level.holes == {(0, 0), (0, 1)}
    assert entry.level.endpoints == {(1, 0): "A", (2, 0): "A"}
    assert set(entry.level.board.near((2, 0))) == {(1, 0), (3, 0), (2, 1)}
    assert set(entry.level.board.near((1, 0))) == {(2, 0), (2, 1), (1, 1)}
