"""Findings about levels: their texts and cells."""

from __future__ import annotations

import pytest

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.findings import findings, impossible
from flowdesk.kinds.flow.level import Level
from tests.brute import solutions
from tests.samples import level_of


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


@pytest.mark.parametrize(
    ("level", "rule", "cells", "words"),
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


def test_a_level_must_be_complete_before_it_is_called_impossible() -> None:
    assert {finding.rule for finding in findings(level_of("R. .R Y."))} == {"endpoint-count"}


def test_not_every_impossible_level_has_a_simple_reason() -> None:
    level = level_of("#R. ..R ... ...")
    assert solutions(level) == []
    assert impossible(level) == []
