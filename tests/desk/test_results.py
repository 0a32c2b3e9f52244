"""Results of players: their texts, and what a pack keeps of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from string import hexdigits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import stamp
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.publishing import results
from flowdesk.desk.publishing.page import level_key
from flowdesk.desk.publishing.results import (
    NOBODY,
    Collected,
    LevelResult,
    PlayerResult,
    collected_near,
    keys_of,
    read,
    write,
)
from tests.packs import filled

KEY = "0123456789ab"
ANNA = PlayerResult("1f00c0de", (LevelResult(1, KEY, True, 67, 9, 2, 1, ((14, 2), (15, 1))),))
BEN = PlayerResult("ab12cd34", (LevelResult(1, KEY, False, 20, 3),))

#: As the page writes it.
TEXT = """FlowDesk results 1 1f00c0de
1 0123456789ab solved 67 9 2 1 14x2,15x1
end 21b6a671
"""

_COUNTS = st.integers(0, 10**9 - 1)
_LEVELS = st.builds(
    LevelResult,
    _COUNTS,
    st.text(hexdigits[:16], min_size=12, max_size=12),
    st.booleans(),
    *[_COUNTS] * 4,
    st.lists(st.tuples(_COUNTS, _COUNTS), max_size=3).map(tuple),
)
_RESULTS = st.builds(
    PlayerResult,
    st.text(hexdigits[:16], min_size=8, max_size=8),
    st.lists(_LEVELS, max_size=4).map(tuple),
    st.one_of(st.just(""), st.just("2026-11-27T18:05:09Z")),
)


def wrong_in(text: str) -> list[str]:
    found, wrong = read(text)
    assert found == []
    return [str(error) for error in wrong]


def test_a_text_says_what_the_page_wrote_and_when_under_a_check_that_is_fnv_1a() -> None:
    assert read(TEXT) == ([ANNA], [])
    assert write(ANNA) == TEXT
    (dated,), wrong = read(write(replace(ANNA, made="2026-11-27T18:05:09Z")))
    assert (dated.made, wrong) == ("2026-11-27T18:05:09Z", [])
    assert results.check("") == "811c9dc5"
    assert results.check("foobar") == "bf9cf968"


@given(st.lists(_RESULTS, max_size=3))
def test_what_was_written_is_read(given: list[PlayerResult]) -> None:
    assert read("".join(map(write, given))) == (given, [])


@given(st.lists(_RESULTS, min_size=1, max_size=3), st.sampled_from(["> ", ">> ", "  ", "\ufeff"]))
def test_what_a_chat_adds_is_ignored(given: list[PlayerResult], mark: str) -> None:
    lines = ["Ben wrote:", *"\n\n".join(map(write, given)).splitlines(), "Good puzzles!"]
    assert read("\r\n".join(f"{mark}{line} " for line in lines)) == (given, [])


@given(st.integers(0, len(TEXT) - 2), st.sampled_from("0 9x\nés"))
def test_a_changed_text_is_told_or_means_the_same(at: int, character: str) -> None:
    found, wrong = read(f"{TEXT[:at]}{character}{TEXT[at + 1 :]}")
    assert found in ([], [ANNA])
    assert found or all(error.line for error in wrong)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n" + TEXT.replace("solved", "solve"), "line 3: this is no line of a result."),
        (TEXT.replace(" 67 ", " 66 "), "line 3: this result was changed"),
        (TEXT.rsplit("\n", 2)[0], "line 1: this result has no end"),
        (TEXT.replace(" 1f00c0de", ""), "line 1: this result has no end, or no player"),
        (TEXT.split("\n", 1)[1], "line 1: the first line of this result is missing"),
        ("FlowDesk results 2 x", "line 1: this result is of a newer FlowDesk: its version is 2."),
    ],
)
def test_damage_is_told_with_its_line(text: str, said: str) -> None:
    (wrong,) = wrong_in(text)
    assert wrong.startswith(said)


def test_damage_to_one_result_spares_the_others() -> None:
    found, wrong = read(TEXT[:40] + "\n" + write(BEN) + TEXT)
    assert found == [BEN, ANNA]
    assert [error.line for error in wrong] == [1]


def keys(pack: Pack) -> list[str]:
    return [level_key(item.level) for item in pack.items if item.level]


def result(pack: Pack, player: str, *seconds: int) -> PlayerResult:
    """Who solved the first levels of a pack in so many seconds."""
    done = enumerate(zip(keys(pack), seconds, strict=False), 1)
    levels = (LevelResult(number, key, True, time, 5) for number, (key, time) in done)
    return PlayerResult(player, tuple(levels))


def add(pack: Pack, *given: PlayerResult) -> tuple[str, list[str]]:
    said, wrong = Collected(pack.path).add("\n".join(map(write, given)), keys_of(pack))
    return said, [str(error) for error in wrong]


def players(pack: Pack) -> dict[str, PlayerResult]:
    collected = Collected(pack.path)
    collected.refresh()
    return dict(collected.players)


def test_a_pack_keeps_one_result_of_each_player(box: Path) -> None:
    pack = Pack(box)
    first, other = result(pack, "1f00c0de", 30), result(pack, "ab12cd34", 50)
    said, wrong = add(pack, first, other, first)
    assert said.startswith("2 new players, 0 who had played on: results of 2 players")
    assert wrong == []
    before = stamp(box / "results.flowdesk")
    add(pack, first)
    assert stamp(box / "results.flowdesk") == before
    later = result(pack, "1f00c0de", 30, 40)
    assert add(pack, later)[0].startswith("0 new players, 1 who had played on")
    assert players(pack) == {"1f00c0de": later, "ab12cd34": other}
    assert read((box / "results.flowdesk").read_text()) == ([later, other], [])


def test_the_newer_result_of_a_player_stays_also_if_it_comes_first(box: Path) -> None:
    pack = Pack(box)
    undated = result(pack, "1f00c0de", 10)
    old = replace(undated, made="2025-11-27T18:05:09Z")
    new = replace(undated, made="2025-12-01T08:00:00Z")
    assert "older" not in add(pack, new)[0]
    assert "0 who had played on, 2 older left out" in add(pack, old, undated)[0]
    assert players(pack) == {"1f00c0de": new}
    add(pack, newest := replace(undated, made="2026-01-01T00:00:00Z"))
    assert players(pack) == {"1f00c0de": newest}


def test_a_pack_that_is_a_file_has_results_of_its_own(many: Path) -> None:
    pack = Pack(many)
    add(pack, result(pack, "1f00c0de", 30))
    assert (many.parent / "many.txt.results.flowdesk").exists()
    assert len(players(pack)) == 1
    assert collected_near(many).path == Collected(many).path
    assert collected_near(many.parent / "other.txt").path == Collected(many.parent).path


def test_results_are_no_levels_of_the_pack(box: Path) -> None:
    before = [item.name for item in Pack(box).items]
    add(Pack(box), result(Pack(box), "1f00c0de", 30))
    assert [item.name for item in Pack(box).items] == before


def test_results_of_another_pack_are_refused_and_the_others_kept(box: Path) -> None:
    ours = result(Pack(box), "1f00c0de", 30)
    said, wrong = add(Pack(box), BEN, ours)
    assert said.startswith("1 new player")
    assert wrong == ["line 1: this result is of another pack: none of its levels is here."]
    assert players(Pack(box)) == {"1f00c0de": ours}


def test_a_level_that_was_changed_since_is_kept_but_counts_nowhere(box: Path) -> None:
    old = result(Pack(box), "1f00c0de", 30, 40)
    filled(box, {"alpha.txt": "AABB\n"})
    pack = Pack(box)
    assert add(pack, old)[1] == []
    assert players(pack) == {"1f00c0de": old}
    collected = Collected(box)
    collected.refresh()
    figures = [collected.figures_of(item.level).players for item in pack.items if item.level]
    assert figures == [0, 1, 0]


def test_no_more_levels_are_read_than_needed_to_know_the_pack(box: Path) -> None:
    everything = Pack(box)
    pack = Pack(box, read=False)
    list(pack.scan())
    add(pack, result(everything, "1f00c0de", 30))
    assert pack.unread == 2


def test_nothing_is_lost_where_the_kept_results_are_damaged(box: Path) -> None:
    pack, path = Pack(box), box / "results.flowdesk"
    add(pack, result(pack, "1f00c0de", 30))
    path.write_text(damaged := path.read_text().replace("solved", "sold"))
    with pytest.raises(FlowDeskError, match=r"results.flowdesk, line 2: this is no line"):
        add(pack, result(pack, "ab12cd34", 30))
    assert path.read_text() == damaged


def test_another_text_in_the_place_of_the_kept_results_is_spared(box: Path) -> None:
    pack, path = Pack(box), box / "results.flowdesk"
    path.write_text(text := "My own remarks.")
    with pytest.raises(FlowDeskError, match=r"results.flowdesk: these are no results of players"):
        add(pack, result(pack, "1f00c0de", 30))
    assert path.read_text() == text


def test_a_text_without_results_is_told(box: Path) -> None:
    _, wrong = add(Pack(box))
    assert wrong == ["there are no results of players. They begin with a line 'FlowDesk results'."]


def test_figures_are_those_of_all_players(box: Path) -> None:
    level = Pack(box).items[0].level
    assert level
    collected, key = Collected(box), level_key(level)
    done = [
        LevelResult(1, key, True, 10, 5, wrong=((0, 2),)),
        LevelResult(1, key, True, 40, 7, hints=3, wrong=((0, 1), (1, 1))),
        LevelResult(1, key, True, 20, 6),
        LevelResult(1, key, False, 999, 99, hints=1),
    ]
    text = "".join(write(PlayerResult(f"{n:08}", (each,))) for n, each in enumerate(done))
    collected.add(text, [key])
    found = collected.figures_of(level)
    assert (found.players, found.solved, found.seconds, found.moves) == (4, 3, 20, 6)
    assert (found.hints, dict(found.wrong)) == (4, {0: 3, 1: 1})
    other = Pack(box).items[1].level
    assert other
    assert collected.figures_of(other) == NOBODY


def test_a_clock_that_was_ahead_does_not_keep_out_what_a_player_sends_later(box: Path) -> None:
    pack, now = Pack(box), 0.0
    collected = Collected(box, lambda: now)
    level = result(pack, "1f00c0de", 30)
    ahead = [replace(level, made=f"2099-01-0{day}T00:00:00Z") for day in (2, 1)]
    collected.add("".join(map(write, ahead)), keys_of(pack))
    assert players(pack)["1f00c0de"].made == "1970-01-01T00:00:00Z"
    now = 100.0
    later = replace(result(pack, "1f00c0de", 40), made="1970-01-01T00:01:00Z")
    collected.add(write(later), keys_of(pack))
    assert players(pack)["1f00c0de"] == later


def test_what_another_program_adds_is_seen(box: Path) -> None:
    collected = Collected(box)
    collected.refresh()
    assert collected.players == {}
    add(Pack(box), result(Pack(box), "1f00c0de", 30))
    collected.refresh()
    assert list(collected.players) == ["1f00c0de"]
