"""Ratings and generated puzzles are those of their versions: a version that was not raised is told.

Where one was raised, the first line of the failure says what to note here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from flowdesk.core.storage import shipped
from flowdesk.desk.knowledge import survey
from flowdesk.formats.registry import load
from flowdesk.kinds.flow.deduction import hints as of_flow
from flowdesk.kinds.flow.making.request import FlowRequest, Kept
from flowdesk.kinds.slitherlink.deduction import hints as of_slitherlink
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest
from flowdesk.kinds.table import KINDS
from tests.samples import level_of

#: Hashes of all ratings, by the `VERSION` of the survey, which keeps them; and of what each kind's
#: generator makes, which is rated, by the generator's own.
RATED = {2: "096328ec00eb9252"}
MADE = {"flow": {3: "9af94149c5b7aa41"}, "slitherlink": {2: "d0dff8a70f7e7283"}}


def shipped_ones(pattern: str) -> list[Any]:
    """Every eighth puzzle of some shipped files."""
    files = sorted(shipped("puzzles").glob(pattern))
    return [puzzle for file in files for puzzle in load(file)[::8]]


RING = frozenset({(3, 3), (3, 4), (4, 3), (4, 4)})
FENCE = frozenset({((2, 1), (3, 1)), ((2, 2), (3, 2)), ((2, 3), (3, 3))})
HOOK = ((2, 2), (2, 3), (3, 3), (3, 2))

REQUESTS: Mapping[str, list[Any]] = {
    "flow": [
        FlowRequest(5, 5, seed=1, colors=(6, 6), shortest=2),
        FlowRequest(9, 6, seed=3, colors=(5, 7), shortest=4),
        FlowRequest(8, 8, seed=4, holes=RING),
        FlowRequest(6, 6, seed=5, walls=FENCE),
        FlowRequest(6, 6, seed=6, kept=Kept({"P": HOOK})),
        FlowRequest(15, 15, seed=9, non_touching=True),
        *(FlowRequest(size, size, seed) for size in range(5, 11) for seed in (100, 101)),
        *(FlowRequest(8, 8, seed, difficulty="easy") for seed in (12, 13)),
        *(FlowRequest(8, 8, seed, difficulty="medium") for seed in (11, 12)),
        *(FlowRequest(7, 7, seed, difficulty="hard") for seed in (12, 14)),
    ],
    "slitherlink": [
        SlitherlinkRequest(7, 4, seed=1),
        *(SlitherlinkRequest(5, 5, seed) for seed in (100, 101)),
        *(SlitherlinkRequest(8, 8, seed, symmetry="turn") for seed in (100, 101)),
        *(SlitherlinkRequest(10, 10, seed, "easy") for seed in (100, 101)),
        *(SlitherlinkRequest(9, 9, seed, "medium", symmetry="turn") for seed in (100, 101)),
        *(SlitherlinkRequest(7, 7, seed, "hard") for seed in (100, 101)),
        SlitherlinkRequest(6, 6, 100, "expert", symmetry="turn"),
    ],
}

#: Levels of Flow with steps that hardly any shipped one takes.
RARE = ("RR .. ..", "B..B .... RRYY", "GGYY .... .RB. .RB.", "G...R B..B. .G.R. ..... Y...Y")

#: How each kind rates, and what is rated.
RATING: Mapping[str, tuple[Any, list[Any]]] = {
    "flow": (of_flow, [*map(level_of, RARE), *shipped_ones("packs/0[789]x*.txt")]),
    "slitherlink": (of_slitherlink, shipped_ones("slitherlink/[012][05]x[012][05].json")),
}


def digest(*values: object) -> str:
    """A short hash of some values."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]


@cache
def rated(kind: str) -> str:
    """A hash of what ratings depend on: the costs of deductions, and which are found where."""
    of_kind, puzzles = RATING[kind]
    found = [of_kind.trace(of_kind.canonical(puzzle)) for puzzle in puzzles]
    steps = [[(step.rule, step.depth) for step in each.deductions] for each in found]
    return digest(of_kind.COSTS, of_kind.BEGINS_AT, steps, *map(of_kind.difficulty_of, found))


def problem(stored: Mapping[int, str], version: int, now: str, where: str) -> str:
    """What to do if what there is now is not what is stored under this version."""
    if version not in stored:
        return f"store {version}: {now!r} in tests/kinds/test_versions.py"
    return f"not what version {version} made: raise VERSION in {where}"


def test_ratings_are_those_of_the_survey_s_version() -> None:
    now = digest(*(rated(key) for key, kind in KINDS.items() if kind.reasoning))
    version = survey.VERSION
    assert RATED.get(version) == now, problem(RATED, version, now, "desk/knowledge/survey.py")


@pytest.mark.parametrize("kind", [key for key, kind in KINDS.items() if kind.making])
def test_generators_make_what_their_versions_made(kind: str) -> None:
    making = KINDS[kind].making
    assert making
    made = [making.generate(request) for request in REQUESTS[kind]]
    assert all(each.met for each in made)
    now = digest(rated(kind), *(each.level.puzzle_key for each in made))
    where = f"kinds/{kind}/making/generate.py"
    assert MADE[kind].get(making.version) == now, problem(MADE[kind], making.version, now, where)
