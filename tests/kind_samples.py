"""Samples of every kind: what tests that are made for all kinds try them with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flowdesk.kinds.table import KINDS
from tests.kinds.test_trial_kind import BOARD, RAILS
from tests.loops import puzzle_of
from tests.samples import SMALL, level_of


@dataclass(frozen=True)
class Sample:
    """Puzzles of a kind: with just one solution, several, none, and more than can be listed.

    A kind that cannot tell about the others needs only the first.
    """

    unique: Any
    several: Any = None
    unsolvable: Any = None
    many: Any = None


#: The kinds that are generated and played, and those with texts of their own.
PLAYED = [key for key, kind in KINDS.items() if kind.making and kind.playing]
TEXTS = [key for key, kind in KINDS.items() if kind.files.formats]

SAMPLES = {
    "flow": Sample(
        SMALL,
        level_of("A... .... ...A"),
        level_of("AB BA"),
        level_of(".R.... ....Y. ....#. ..Y... R....."),
    ),
    "slitherlink": Sample(
        puzzle_of("..32. 222.3 0..1. 2.2.. .2323"),
        puzzle_of("2. .2"),
        puzzle_of("303"),
        puzzle_of("..2..... 3......1 ...0..2. .1.....3 2....2.."),
    ),
    RAILS.key: Sample(BOARD),
}
