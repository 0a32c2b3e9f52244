"""Findings about levels, and the mistakes of drawn solutions: their texts and cells."""

from __future__ import annotations

from typing import Any

import pytest

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level, Solution, findings, impossible, mistakes, touches
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.sat.backend import find_model
from tests.brute import solutions
from tests.for_all import for_all
from tests.samples import cells_at, level_of


def only(level: Level) -> Finding:
    """The one finding of a level."""
    found = findings(level)
    assert len(found) == 1, [finding.message for finding in found]
    return found[0]


@pytest.mark.parametrize(
    ("level", "rule", "cells", "words"),
    [
        (level_of("... ..."), "no-endpoints", (), "no endpoint"),
        (level_of("R.. ..."), "endpoint-count", ((0, 0),), "Red (R) has one endpoint"),
        (
            level_of("R.R .R."),
            "endpoint-count",
            ((0, 0), (2, 0), (1, 1)),
            "Red (R) has 3 endpoints",
        ),
        (level_of("rBB. .YY."), "endpoint-count", ((0, 0),), "Colour r has one endpoint"),
    ],
)
def test_what_an_incomplete_level_lacks(
    level: Level, rule: str, cells: tuple[Cell, ...], words: str
) -> None:
    found = only(level)
    assert (found.rule, found.cells, found.severity) == (rule, cells, Severity.INVALID)
    assert words in found.message


def test_a_colour_is_called_by_its_name_and_its_label() -> None:
    own = {"X": "#008080", "R": "#483d8b", "Y": "#123456"}
    level = Level(3, 3, colors=own)
    expected = ["Blue (B)", "Bright green (g)", "Teal (X)", "Dark slate blue (R)", "Colour Y"]
    assert [color_name(level, label) for label in "BgXRY"] == expected
    assert color_name(level, "z") == "Colour z", "its usual colour has no name that people know"


WALL = ((0, 2), (1, 2))
CORNERS = ((0, 0), (3, 0), (0, 3), (3, 3))
ALL = tuple((x, y) for y in range(3) for x in range(3))


@for_all(
    "level, rule, cells, words",
    [
        (level_of("BRG. #R.. ##BG"), "walled-in", ((0, 0),), "Blue (B) is walled in"),
        (level_of("R..R ...B ...B", WALL), "dead-end", ((0, 2),), "one way in and none out"),
        (level_of("R.#. R.##"), "dead-end", ((3, 0),), "no way in"),
        (
            level_of("G.G#B.B ...#... R..#R.."),
            "cut-off",
            ((0, 2), (4, 2)),
            "endpoints of Red (R) are",
        ),
        (level_of("RRBB #..#"), "cut-off", ((1, 1), (2, 1)), "no colour has both endpoints"),
        (level_of("R..B .... .... B..R"), "crossing", CORNERS, "Red (R) and Blue (B) must cross"),
        (level_of("R. .R"), "parity", ((0, 0), (1, 0), (0, 1), (1, 1)), "1 dark square more"),
        (level_of(".R. ... .R."), "parity", ALL, "2 light squares more"),
    ],
)
def test_why_a_level_is_impossible(
    level: Level, rule: str, cells: tuple[Cell, ...], words: str
) -> None:
    found = only(level)
    assert (found.rule, found.cells, found.severity) == (rule, cells, Severity.IMPOSSIBLE)
    assert words in found.message
    assert solutions(level) == []


def test_everything_that_is_missing_is_told_at_once() -> None:
    found = findings(level_of("R.BB ..YB OO.Y"))
    assert [(finding.rule, finding.cells) for finding in found] == [
        ("endpoint-count", ((0, 0),)),
        ("endpoint-count", ((2, 0), (3, 0), (3, 1))),
    ]


def test_everything_impossible_is_told_at_once() -> None:
    found = findings(level_of("Y.OO.Y ###### R.#M.M .R##.# ####.# BGGB##"))
    expected: set[tuple[str, tuple[Cell, ...]]] = {
        ("cut-off", ((0, 0), (5, 0))),  # the endpoints of Y
        ("cut-off", ((1, 0),)),
        ("cut-off", ((4, 0),)),
        ("parity", ((0, 2), (1, 2), (0, 3), (1, 3))),
        ("dead-end", ((4, 4),)),
        ("walled-in", ((0, 5),)),
        ("walled-in", ((3, 5),)),
    }
    assert {(finding.rule, finding.cells) for finding in found} == expected
    assert len(found) == len(expected)
    for finding in found:
        assert finding.severity is Severity.IMPOSSIBLE
        assert finding.message[0].isupper()
        assert finding.message.endswith(".")


def test_a_level_must_be_complete_to_be_called_impossible_and_not_every_reason_is_simple() -> None:
    assert {finding.rule for finding in findings(level_of("R. .R Y."))} == {"endpoint-count"}
    level = level_of("#R. ..R ... ...")
    assert solutions(level) == []
    assert impossible(level) == []


# -- the checker -----------------------------------------------------------------------------------


def drawn(**paths: str) -> Solution:
    """Paths by their labels, each as its cells: `"00 10"` goes from (0, 0) to (1, 0)."""
    return Solution({label: cells_at(cells) for label, cells in paths.items()})


def rules(level: Level, solution: Solution) -> set[str]:
    """The names of the rules that a solution breaks."""
    return {finding.rule for finding in mistakes(level, solution)}


def places(level: Level, solution: Solution, rule: str) -> list[tuple[Cell, ...]]:
    """The cells of each mistake against a rule."""
    return [finding.cells for finding in mistakes(level, solution) if finding.rule == rule]


def test_paths_must_end_at_their_own_endpoints_and_stay_on_the_board() -> None:
    swapped = drawn(R="00 10", B="01 11")
    assert rules(level_of("RB BR"), swapped) == {"ends"}
    assert len(mistakes(level_of("RB BR"), swapped)) == 2
    above = Solution({"R": ((0, 0), (0, -1), (1, -1), (1, 0))})
    assert places(level_of("RR"), above, "off-board") == [((0, -1),), ((1, -1),)]


FIRST = ((0, 0), (1, 0))


@for_all(
    "level, solution, broken, at",
    [
        (level_of("RR .."), drawn(R="00 10", Z="01 11"), "ends", []),  # Z has no endpoints
        *(
            (level_of("R.R"), drawn(R=unfinished), "ends uncovered", [])
            for unfinished in ("00 10", "00", "", "10 20")
        ),
        # The endpoint's own path meets this one or is missing.
        (
            level_of("RBR #B#"),
            drawn(R="00 10 20", B="10 11"),
            "through-endpoint crossing",
            [(1, 0)],
        ),
        (level_of("RBBR"), drawn(R="00 10 20 30"), "through-endpoint missing", []),
        (level_of("R. .R"), drawn(R="00 01 10 11"), "step", [((1, 0), (0, 1))]),
        (level_of("R#R"), drawn(R="00 20"), "step", []),
        (level_of("RR", FIRST), drawn(R="00 10"), "wall", [FIRST]),
        (level_of("RR", FIRST), drawn(R="10 00"), "wall", []),
        (level_of("R R", ((0, 0), (0, 1))), drawn(R="01 00"), "wall", []),
        (level_of("RR BB"), drawn(R="00 10"), "missing uncovered", [((0, 1), (1, 1))]),
        (level_of("RR"), drawn(R="00 01 11 10"), "off-board", [(0, 1), (1, 1)]),
        (level_of("R#R"), drawn(R="00 10 20"), "off-board", []),
        (level_of("#R# B.B #R#"), drawn(R="10 11 12", B="01 11 21"), "crossing", [(1, 1)]),
        (level_of("#R# R.. #.."), drawn(R="10 11 21 22 12 11 01"), "crossing", []),
        (level_of("RR .."), drawn(R="00 10"), "uncovered", [(0, 1), (1, 1)]),
    ],
)
def test_what_is_wrong_in_a_solution_is_named_with_its_cells(
    level: Level, solution: Solution, broken: str, at: list[Any]
) -> None:
    """Of the first rule that is broken, where cells are given."""
    assert rules(level, solution) == {*broken.split()}
    cells = [place if isinstance(place[0], tuple) else (place,) for place in at]
    assert not at or places(level, solution, broken.split()[0]) == cells


def test_loops_cover_nothing() -> None:
    level = level_of("... .R. .R. ...")
    encoding = FlowEncoding(level, touching=False)
    model = find_model(encoding.cnf.clauses())  # R in one step, and a loop around it
    assert model is not None
    solution, loops = encoding.decode(model)
    assert [len(loop) for loop in loops] == [10]
    assert rules(level, solution) == {"uncovered"}
    assert len(mistakes(level, solution)) == 10


def test_all_mistakes_are_told_at_once_with_cells_and_a_sentence() -> None:
    level = level_of("R.BG B..G .#YY ...R", ((1, 0), (2, 0)))
    solution = drawn(R="00 10 20 21", B="01 11 12 13 22", G="30 31 41")
    found = mistakes(level, solution)
    expected = "ends through-endpoint step wall missing off-board uncovered"
    assert {finding.rule for finding in found} == {*expected.split()}
    for finding in found:
        assert finding.cells
        assert finding.severity is Severity.INVALID
        assert finding.message[0].isupper()
        assert finding.message.endswith(".")


def test_a_path_touches_itself_beside_itself_but_no_other_and_not_through_a_wall() -> None:
    assert touches(level_of("RR .."), drawn(R="00 01 11 10")) == [((0, 0), (1, 0))]
    assert touches(level_of("R. R."), drawn(R="01 11 10 00")) == [((0, 0), (0, 1))]
    ring = drawn(R="00 10 20 21 22 12 02 01")
    assert touches(level_of("R.. R#. ..."), ring) == [((0, 0), (0, 1))]
    assert touches(level_of("R.R B.B"), drawn(R="00 10 20", B="01 11 21")) == []
    wall = ((0, 0), (1, 0))
    assert touches(level_of("RR ..", wall), drawn(R="00 01 11 10")) == []


def test_each_place_of_touching_is_told() -> None:
    snake = drawn(R="00 10 20 21 11 01 02 12 22")
    assert set(touches(level_of("R.. ... ..R"), snake)) == {
        ((0, 0), (0, 1)),
        ((1, 0), (1, 1)),
        ((1, 1), (1, 2)),
        ((2, 1), (2, 2)),
    }


def test_a_solution_tells_its_steps_and_what_covers_each_cell() -> None:
    solution = drawn(R="11 01 00", B="10 20")
    assert solution.edges == {((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (2, 0))}
    assert solution.label_of == {(1, 1): "R", (0, 1): "R", (0, 0): "R", (1, 0): "B", (2, 0): "B"}
