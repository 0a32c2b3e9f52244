"""Difficulty: the parts of the score, and its agreement with other measures."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from flowdesk import load
from flowdesk.core.storage import shipped
from flowdesk.kinds.answers import Deduction, Difficulty, Trace
from flowdesk.kinds.flow.deduction import hints
from flowdesk.kinds.flow.deduction.cells import RULES
from flowdesk.kinds.flow.deduction.hints import COSTS, WORDS, difficulty_of, rate, trace
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.flow.shaping import turned_level
from tests import tiny_levels
from tests.for_all import for_all
from tests.kinds.flow import difficulty_table
from tests.kinds.flow.difficulty_table import Rated, other_packs, own_packs, page, rated
from tests.kinds.flow.test_hints import CASES, FIVE, in_need_of_supposing
from tests.others import packs
from tests.samples import level_of


@cache
def singles() -> list[Rated]:
    """The levels that come with the program one to a file."""
    return [rated(load(file)[0]) for file in sorted(shipped("puzzles").glob("*.txt"))]


@cache
def scores(corpus: Path, pack: str) -> list[tuple[float, int]]:
    """The scores of a pack of other people's levels, and the depths of their suppositions."""
    levels = [rated(level) for level in packs(corpus)[pack]]
    return [(level.score, level.deepest) for level in levels]


def solved_by(*steps: Deduction) -> Trace:
    """A trace that reaches a solution by such steps."""
    return Trace(steps, Solution({}))


def test_the_score_adds_up_what_the_steps_cost() -> None:
    corner = Deduction("corner", "", ())
    one_ahead = Deduction("suppose", "", (), depth=1)
    four_ahead = Deduction("suppose", "", (), depth=4)
    assert difficulty_of(solved_by(corner)) == Difficulty("easy", COSTS["corner"] / 10)
    both = COSTS["corner"] + COSTS["suppose"]
    assert difficulty_of(solved_by(corner, one_ahead)).score == both / 10
    assert difficulty_of(solved_by(four_ahead)).score == 4 * COSTS["suppose"] / 10
    assert difficulty_of(solved_by(*[corner] * 3)).score == 0.6


def test_a_score_on_the_border_has_the_same_word_on_every_python() -> None:
    """Thirty steps of 0.2, one of 1 and one of 3: 9.999999999999998 as floats, up to 3.11."""
    steps = trace(level_of("A....B ...C.. ...... ..DB.. C..E.. A...DE"))
    assert len(steps.deductions) == 32
    assert difficulty_of(steps) == Difficulty("medium", 10.0)


def orientations(level: Level) -> list[Level]:
    """The level, turned and mirrored in all ways."""
    found = [level]
    for turns in (["rotate"] * 3, ["flip horizontally"], ["rotate"] * 3):
        for turn in turns:
            found.append(turned_level(found[-1], turn))
    return found


def relabelled(level: Level, rng: random.Random) -> Level:
    """The level with its labels exchanged."""
    labels = sorted(level.pairs)
    other = dict(zip(labels, rng.sample(labels, len(labels)), strict=True))
    endpoints = {cell: other[label] for cell, label in level.endpoints.items()}
    return replace(level, endpoints=endpoints, drawn={})


def check_all_forms(level: Level, rng: random.Random) -> None:
    """However a level is turned and coloured, it is rated the same."""
    assert {rate(relabelled(form, rng)) for form in orientations(level)} == {rate(level)}


@for_all("seed", range(15))
def test_turns_mirror_images_and_colours_do_not_matter_on_tiny_boards(seed: int) -> None:
    rng = random.Random(seed)
    check_all_forms(tiny_levels.random_level(rng, max_cells=25), rng)


@pytest.mark.parametrize("size", [7, pytest.param(9, marks=pytest.mark.slow)])
def test_turns_mirror_images_and_colours_do_not_matter_in_a_pack(size: int) -> None:
    levels = load(shipped("puzzles") / "packs" / f"{size:02}x{size:02}.txt")
    shaped = [level for level in levels if level.holes or level.walls]
    assert any(level.walls for level in shaped)
    for level in levels[::12] + shaped:
        check_all_forms(level, random.Random(size))


def test_the_word_is_that_of_the_score_whatever_the_size() -> None:
    step = Deduction("suppose", "", (), depth=1)
    words = [difficulty_of(solved_by(*[step] * count)).level for count in range(1, 60)]
    assert list(dict.fromkeys(words)) == list(WORDS) == ["easy", "medium", "hard", "expert"]


def test_every_rule_has_a_case_and_its_line_on_the_page() -> None:
    """Levels that need a supposition or a search are found: they have tests of their own."""
    names = [rule.name for rule in RULES]
    assert len(set(names)) == len(names)
    assert {*names, "contradiction"} == {case.rule for case in CASES} | {"suppose", "search"}
    text = difficulty_table.PAGE.read_text(encoding="utf-8")
    for line in difficulty_table.rules():
        assert f"{line}\n" in text


def test_what_has_not_one_solution_has_no_difficulty() -> None:
    several, unsolvable, incomplete = (
        level_of("RR .. .. BB"),
        level_of("RB BR"),
        level_of("R.. ..."),
    )
    for level in (several, unsolvable, incomplete, Level(4, 4)):
        assert rate(level) is None


def test_of_several_solutions_the_one_that_does_not_touch_itself_is_rated_else_the_only_one() -> (
    None
):
    assert rate(level_of("B.. .R. .B. ..R")) == Difficulty("easy", 4.0)
    assert rate(level_of("RR ..")) == Difficulty("easy", 0.4)


def test_the_limit_ends_a_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    level = in_need_of_supposing()
    assert rate(level)
    monkeypatch.setattr(hints, "MOST_EFFORT", 0)
    assert rate(level) is None


def test_small_shipped_levels_are_easy_and_large_ones_hard() -> None:
    by_size: dict[str, list[float]] = {"small": [], "middle": [], "large": []}
    for each in singles():
        assert each.difficulty, each.level.title
        width = each.level.width
        by_size["small" if width < 8 else "middle" if width < 11 else "large"].append(each.score)
        if width == 5:
            assert each.difficulty.level == "easy"
        if width == 14:
            assert each.difficulty.level in ("hard", "expert")
    small, middle, large = (median(values) for values in by_size.values())
    assert small < middle < large


@pytest.mark.slow
def test_the_score_rises_with_the_size_from_pack_to_pack(corpus: Path) -> None:
    for kind in ("regular", "rainbow"):
        packs_by_size = [scores(corpus, f"{kind} {size}x{size}") for size in range(5, 10)]
        medians = [median(score for score, _ in pack) for pack in packs_by_size]
        assert medians == sorted(set(medians))


@pytest.mark.slow
def test_levels_of_one_size_that_need_deeper_suppositions_score_higher(corpus: Path) -> None:
    levels = scores(corpus, "regular 9x9") + scores(corpus, "rainbow 9x9")
    medians = [median(score for score, depth in levels if depth == deepest) for deepest in range(3)]
    assert medians == sorted(set(medians))


def test_the_page_shows_what_our_levels_are_rated() -> None:
    text = difficulty_table.PAGE.read_text(encoding="utf-8")
    for size in dict.fromkeys(each.level.width for each in singles()):
        levels = [each for each in singles() if each.level.width == size]
        assert difficulty_table.row(f"single {size}x{size}", levels) in text


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_whole_page_is_up_to_date(corpus: Path) -> None:
    text = difficulty_table.PAGE.read_text(encoding="utf-8")
    assert page(own_packs(), other_packs(corpus), text) == text


def test_the_page_keeps_what_it_says_of_levels_that_are_not_at_hand() -> None:
    before = difficulty_table.PAGE.read_text(encoding="utf-8")
    after = page({"mine": [level_of(FIVE)]}, {}, before)
    assert "\n| mine | 1 | 100 % |" in after
    _, others, theirs = before.partition("## Other people's levels")
    assert "| pack10, 50x50 | 11 |" in theirs
    assert after.partition(others)[2] == theirs
