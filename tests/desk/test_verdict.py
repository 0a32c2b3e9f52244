"""Verdicts: they claim no more than is known, and their texts fit into a badge."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest
from PIL import Image

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import edge_between
from flowdesk.core.shape import Shape
from flowdesk.core.storage import shipped
from flowdesk.desk.knowledge.verdict import disagreement, edge_shares, notes, verdict
from flowdesk.kinds.answers import (
    Certainty,
    CheckResult,
    CheckStatus,
    Conflict,
    ConflictKind,
    Count,
    Difficulty,
    NonTouching,
    Remedy,
)
from flowdesk.kinds.flow.level import Level, Solution, findings
from flowdesk.kinds.flow.solving.solve import check
from flowdesk.kinds.known import Known, Looking, Mood
from tests.for_all import for_all
from tests.samples import SMALL, TOUCHING, cells_at, level_of

#: One path over a row, and one that can go two ways below it.
SEVERAL = level_of("A..A B..B ....")


def known(level: Level, **more: object) -> Known:
    """What can be seen of a level without a search, and more."""
    return replace(Known(level, tuple(findings(level))), **more)  # type: ignore[arg-type]  # any field


def checked(status: CheckStatus, non_touching: NonTouching = NonTouching.UNKNOWN) -> Known:
    """A level of which a check has found this."""
    return known(SMALL, looking=Looking.DONE, check=CheckResult(status, non_touching))


@for_all(
    "status, at_hand, number, exact, expected",
    [
        (CheckStatus.UNKNOWN, 0, 0, False, (0, inf, "unknown")),
        (CheckStatus.UNKNOWN, 1, 0, False, (1, inf, "unknown")),
        (CheckStatus.UNKNOWN, 1, 3, False, (3, inf, "multiple")),
        (CheckStatus.UNKNOWN, 1, 1, True, (1, 1, "unique")),
        (CheckStatus.UNKNOWN, 0, 0, True, (0, 0, "unsolvable")),
        (CheckStatus.UNIQUE, 1, 0, False, (1, 1, "unique")),
        (CheckStatus.MULTIPLE, 2, 0, False, (2, inf, "multiple")),
        (CheckStatus.MULTIPLE, 2, 13, True, (13, 13, "multiple")),
        (CheckStatus.UNKNOWN, 1, 0, True, (1, 0, "unknown")),
        (CheckStatus.UNIQUE, 1, 2, False, (2, 1, "unknown")),
        (CheckStatus.UNSOLVABLE, 0, 1, True, (1, 0, "unknown")),
        (CheckStatus.MULTIPLE, 2, 1, True, (2, 1, "unknown")),
    ],
)
def test_a_check_and_a_count_are_believed_as_far_as_they_agree(
    status: CheckStatus, at_hand: int, number: int, exact: bool, expected: tuple[int, float, str]
) -> None:
    checked = CheckResult(status, solutions=(Solution({}),) * at_hand)
    counted = Count(number, exact, 0, 0.0)
    both = known(SMALL, check=checked, count=counted)
    fewest, most = both.bounds
    assert (fewest, most, both.status) == expected
    assert bool(disagreement(both)) == both.is_contradictory == (fewest > most)


@pytest.mark.parametrize(
    ("level", "text"),
    [
        (Level(3, 3), "drawing: no endpoints yet"),
        (level_of("R.. ..."), "drawing: only one Red (R)"),
        (level_of("RRR ..."), "drawing: Red (R) has 3 endpoints"),
        (level_of("R.B ..."), "drawing: 2 colours unfinished"),
    ],
)
def test_the_badge_says_what_is_missing(level: Level, text: str) -> None:
    said = verdict(known(level))
    assert said.text == text
    assert said.mood is Mood.NEUTRAL


@pytest.mark.parametrize(
    ("status", "non_touching", "text", "mood"),
    [
        (CheckStatus.UNIQUE, NonTouching.ONE, "exactly one solution", Mood.GOOD),
        (CheckStatus.UNIQUE, NonTouching.NONE, "exactly one solution, touching itself", Mood.GOOD),
        (
            CheckStatus.MULTIPLE,
            NonTouching.ONE,
            "one non-touching solution, others touch",
            Mood.DOUBTFUL,
        ),
        (CheckStatus.MULTIPLE, NonTouching.MANY, "several solutions", Mood.DOUBTFUL),
        (CheckStatus.MULTIPLE, NonTouching.NONE, "several solutions", Mood.DOUBTFUL),
        (CheckStatus.UNSOLVABLE, NonTouching.NONE, "no solution", Mood.BAD),
    ],
)
def test_the_badge_says_what_was_found(
    status: CheckStatus, non_touching: NonTouching, text: str, mood: Mood
) -> None:
    said = verdict(checked(status, non_touching))
    assert (said.text, said.mood) == (text, mood)


def test_a_sign_stands_for_touching_and_what_the_colour_says_goes_first() -> None:
    touching = verdict(checked(CheckStatus.UNIQUE, NonTouching.NONE))
    assert (touching.words, touching.brief) == ("exactly one solution", "one solution")
    others = verdict(checked(CheckStatus.MULTIPLE, NonTouching.ONE))
    assert others.words == others.brief == "one non-touching solution"
    assert verdict(known(level_of("R..."))).brief == "only one Red"
    for said in (touching, others):
        with Image.open(shipped("assets") / "icons" / f"{said.sign}.png") as icon:
            assert icon.getbbox()


@for_all("non_touching", [NonTouching.UNKNOWN, NonTouching.ONE, NonTouching.NONE])
@for_all("looking", list(Looking))
def test_what_is_not_known_is_never_called_an_answer(
    looking: Looking, non_touching: NonTouching
) -> None:
    level = known(SMALL, looking=looking, check=CheckResult(CheckStatus.UNKNOWN, non_touching))
    said = verdict(level)
    for answer in ("exactly", "no solution", "several", "others touch"):
        assert answer not in said.text
    assert said.mood is Mood.NEUTRAL


def test_simple_causes_are_an_answer_before_any_search() -> None:
    walled_in = level_of("R#R #..")
    assert verdict(known(walled_in)).text == "no solution"


def test_a_count_answers_where_the_check_does_not() -> None:
    open_check = CheckResult(CheckStatus.UNKNOWN, NonTouching.ONE)
    for number, text in ((0, "no solution"), (1, "exactly one solution")):
        level = known(SMALL, check=open_check, count=Count(number, True, 9, 0.1))
        assert verdict(level).text == text
    several = known(SMALL, check=open_check, count=Count(13, True, 9, 0.1))
    assert verdict(several).text == "one non-touching solution, others touch"
    assert "exactly 13 solutions" in verdict(several).meaning
    at_least = known(SMALL, count=Count(7, False, 9, 0.1, "Too wide."))
    assert verdict(at_least).text == "at least 7 solutions"
    nothing = known(SMALL, looking=Looking.DONE, count=Count(0, False, 9, 0.1, "Too wide."))
    assert verdict(nothing).text != "no solution"


def test_a_level_that_forbids_touching_is_judged_by_that() -> None:
    strict = replace(SMALL, touching=False)
    assert (
        "no path touches itself"
        in verdict(replace(checked(CheckStatus.UNIQUE, NonTouching.ONE), level=strict)).meaning
    )
    none = replace(checked(CheckStatus.UNSOLVABLE, NonTouching.NONE), level=strict)
    assert "do not count" in verdict(none).meaning


def test_a_note_on_most_hexagons_marks_them_but_not_one_on_all() -> None:
    corner = frozenset({(0, 0), (1, 0), (0, 1)})  # of the first, no cell is beside it
    level = Level(4, 3, {(2, 0): "R", (2, 2): "R"}, corner, shape=Shape("hex"))
    for cells, marked in ((level.cells[2:], level.cells[2:]), (level.cells, ())):
        one = Finding("cut-off", "Here.", cells, Severity.IMPOSSIBLE)
        (note,) = (note for note in notes(Known(level, (one,)), "") if note.text == "Here.")
        assert note.cells == marked


def test_notes_tell_why_and_what_to_do() -> None:
    result = check(SEVERAL)
    change = Remedy("wall", "Set a wall", "Set a wall.", SEVERAL, result.solutions[0], ((0, 2),))
    several = known(SEVERAL, check=result, count=Count(3, True, 5, 0.1), remedies=(change,))
    told = notes(several, "Ctrl+F")
    assert "exactly 3 solutions" in told[0].text
    assert "Ctrl+F" in told[1].text
    assert told[1].cells == result.differs
    assert [note.remedy for note in told if note.remedy] == [change]
    none = notes(replace(several, remedies=()), "Ctrl+F")
    assert any("No small change" in note.text and note.actions for note in none)
    reason = Conflict(ConflictKind.CONNECTION, ("R", "B"), True, "R and B cannot both.", ((0, 0),))
    why = notes(known(SMALL, conflict=reason), "")[1:]
    assert (why[0].text, why[0].cells) == ("R and B cannot both.", ((0, 0),))
    rated = notes(known(SMALL, difficulty=Difficulty("hard", 12.5)), "")
    assert rated[-1].text == "Difficulty: hard, score 12.5."


def test_alike_changes_share_a_note_which_says_their_price_when_it_is_known() -> None:
    found = check(SEVERAL)
    wall = Remedy("wall", "Set a wall", "Set a wall.", SEVERAL, found.solutions[0], ((0, 2),))
    more = level_of("RGGR BYYB ....")
    splits = [
        Remedy("split", "Split 2 paths", f"Split {number}.", level, found.solutions[0], ((0, 2),))
        for number, level in enumerate((more, replace(more, touching=False)))
    ]
    drop = replace(wall, title="Remove a colour", level=level_of("R..R"), is_unique=False)
    several = known(SEVERAL, check=found, remedies=(splits[0], wall, splits[1], drop))
    first, second, third = (note for note in notes(several, "") if note.remedy)
    assert [first.text, *(note.text for note in first.alike)] == 2 * [
        "Split 2 paths: 4 colours, ..."
    ]
    assert [first.remedy, *(note.remedy for note in first.alike)] == splits
    assert second.text == "Set a wall: ..."
    assert third.text == "Remove a colour: 1 colour, several solutions"
    ratings = {splits[0].level.puzzle_key: Difficulty("easy", 4.5), SEVERAL.puzzle_key: None}
    first, second, _ = (
        note for note in notes(replace(several, ratings=ratings), "") if note.remedy
    )
    assert first.text == "Split 2 paths: 4 colours, easy"
    assert first.detail == "Split 0. Score 4.5."
    assert second.text == "Set a wall"


def test_the_note_on_two_solutions_names_the_paths_that_can_go_otherwise() -> None:
    level = level_of("... .R. R..")
    (_, note, *_) = notes(known(level, check=check(level)), "Ctrl+F")
    assert note.text == "The path of Red (R) can go otherwise. Ctrl+F shows one, then the other."


def test_of_many_paths_that_can_go_otherwise_some_are_named() -> None:
    level = level_of("RBYGOC ...... RBYGOC")
    one = Solution({name: ((x, 0), (x, 1), (x, 2)) for x, name in enumerate("RBYGOC")})
    other = Solution({name: ((x, 0), (x, 2)) for x, name in enumerate("RBYGOC")})
    found = CheckResult(CheckStatus.MULTIPLE, solutions=(one, other), differs=((0, 1),))
    text = notes(known(level, check=found), "Ctrl+F")[1].text
    names = "Red (R), Blue (B), Yellow (Y), Green (G) and 2 others"
    assert text.startswith(f"The paths of {names} can go otherwise.")


def own(level: Level, **paths: str) -> Level:
    """The level with drawn paths, each as its cells ``xy xy ...``."""
    return replace(level, drawn={label: cells_at(cells) for label, cells in paths.items()})


def test_it_is_said_whether_the_author_s_solution_is_the_solution() -> None:
    level = own(level_of("A.A B.B"), A="00 10 20", B="01 11 21")
    _, note = notes(known(level, check=check(level)), "")
    assert note.text == "Your paths are the solution: there is no other."
    round_about = own(SEVERAL, A="00 10 20 30", B="01 02 12 11 21 22 32 31")
    told = notes(known(round_about, check=check(round_about)), "")
    assert any("Your paths" in note.text and "not" in note.text for note in told)
    touching = own(TOUCHING, A="00 01 11 10")
    texts = [note.text for note in notes(known(touching, check=check(touching)), "")]
    assert "Your paths are the solution: there is no other." in texts
    half = own(SEVERAL, A="00 10 20 30")
    assert not any("Your paths" in note.text for note in notes(known(half), ""))


def test_the_map_of_one_solution_is_certain_everywhere() -> None:
    result = check(SMALL)
    told = edge_shares(known(SMALL, check=result))
    assert set(told.shares) == result.solutions[0].edges
    assert set(told.shares.values()) == {1.0}


def test_the_map_shows_shares_and_what_searching_told() -> None:
    edges = [edge_between((0, 0), (1, 0)), edge_between((0, 0), (0, 1)), ((1, 0), (1, 1))]
    shares = dict(zip(edges, (1.0, 0.25, 0.0), strict=True))
    counted = edge_shares(known(SEVERAL, count=Count(4, True, 3, 0.1, shares=shares)))
    assert counted.shares == {edges[0]: 1.0, edges[1]: 0.25}
    assert counted.off == {edges[2]}
    assert counted.text.startswith("4 solutions")
    solution = Solution({"A": ((0, 0), (1, 0)), "B": ((0, 0), (0, 1))})
    searched = edge_shares(
        known(
            SEVERAL,
            check=CheckResult(CheckStatus.MULTIPLE, NonTouching.MANY, (solution, solution)),
            count=Count(0, False, 3, 0.1, "Too wide."),
            certainty=Certainty(frozenset(edges[:1]), frozenset(edges[2:]), frozenset(), False),
        )
    )
    assert searched.shares == {edges[0]: 1.0}
    assert searched.unsettled == {edges[1]}
    assert searched.off == {edges[2]}
    assert "searched" in searched.text


def test_without_an_answer_there_is_no_map() -> None:
    assert edge_shares(known(Level(3, 3))).shares == {}
    assert edge_shares(checked(CheckStatus.UNSOLVABLE, NonTouching.NONE)).shares == {}
    assert "counted" in edge_shares(known(SMALL, looking=Looking.AT_WORK)).text


def test_a_check_goes_on_until_the_only_solution_can_be_shown_touching_itself() -> None:
    counted = checked(CheckStatus.UNIQUE, NonTouching.NONE)
    assert "check" not in counted.settled
    found = check(TOUCHING)
    assert "check" in replace(counted, check=found).settled
    assert "check" in checked(CheckStatus.UNIQUE, NonTouching.ONE).settled


def test_what_is_so_at_several_places_is_said_once() -> None:
    told = notes(known(level_of("RBYR B..Y ....")), "")
    (both,) = (note for note in told if "Red (R) is walled in" in note.text)
    assert both.cells == ((0, 0), (3, 0))
