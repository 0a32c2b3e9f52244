"""Stored verdicts: only final ones are kept, and only those of puzzles that are the same."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from flowdesk.desk.knowledge import survey
from flowdesk.desk.knowledge.survey import VERSION, Survey, Verdicts, assess
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.store import Store
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.known import Known, Looking
from tests.core.test_storage import folder, ordinary_user
from tests.processes import started
from tests.samples import SMALL, TOUCHING, level_of

__all__ = ["folder"]  # a fixture

ROOT = Path(__file__).parents[2]

SEVERAL = level_of("R.. ... ..R")
UNSOLVABLE = level_of("RG GR")
DRAWING = level_of("R.. ... ...")


def found(level: Level) -> Known:
    return assess(level, progress=lambda so_far: None)


def said(known: Known | None) -> tuple[str, str, object]:
    assert known
    return verdict(known).text, verdict(known).meaning, known.difficulty


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "flowdesk.db"


def kept(path: Path) -> Verdicts:
    """What is known by the next start."""
    return Verdicts(Store(path))


def test_what_was_found_out_is_known_the_next_time(path: Path) -> None:
    levels = [SMALL, TOUCHING, SEVERAL, UNSOLVABLE, DRAWING]
    before = [found(level) for level in levels]
    kept(path).keep(before)
    store = kept(path)
    for level, known in zip(levels, before, strict=True):
        renamed = replace(level, about={**level.about, "title": "Another"})
        assert said(store.recall(renamed)) == said(known)
        recolored = store.recall(replace(level, colors={"R": "#123456"}))
        assert recolored
        assert recolored.status is known.status
    assert store.recall(replace(SMALL, touching=False)) is None


@pytest.mark.parametrize("looking", [each for each in Looking if each is not Looking.DONE])
def test_what_may_be_otherwise_next_time_is_not_kept(path: Path, looking: Looking) -> None:
    kept(path).keep([replace(found(SMALL), looking=looking)])
    assert not path.exists()


def test_a_survey_asks_only_what_no_survey_before_has_found_out(path: Path) -> None:
    kept(path).keep([found(SMALL)])
    survey = Survey(pytest.fail, kept(path))
    assert said(survey.known(SMALL)) == said(found(SMALL))
    assert survey.known(SEVERAL) is None
    survey.start([SMALL])
    assert not survey.running


def test_verdicts_of_another_version_are_asked_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(path).keep([found(SMALL)])
    monkeypatch.setattr(survey, "VERSION", VERSION + 1)
    assert kept(path).recall(SMALL) is None


def test_a_file_that_cannot_be_used_only_means_that_nothing_is_kept(folder: Path) -> None:
    folder.chmod(0o555)
    with ordinary_user():
        for path in (folder / "a" / "b.db", folder / "b.db", Path("/dev/null/x.db")):
            verdicts = kept(path)
            verdicts.keep([found(SMALL)])
            assert verdicts.recall(SMALL) is None
    assert list(folder.iterdir()) == []


WRITING = """
import sys
from pathlib import Path
from dataclasses import replace
from flowdesk.desk.knowledge.survey import Verdicts, assess
from flowdesk.desk.store import Store
from flowdesk.kinds.flow.level import Level

verdicts = Verdicts(Store(Path(sys.argv[1])))
known = assess(Level(2, 1, {(0, 0): "R", (1, 0): "R"}), progress=lambda so_far: None)
print("ready", flush=True)
sys.stdin.readline()
for width in range(int(sys.argv[2]), 400, 2):
    verdicts.keep([replace(known, level=Level(width, 2))])
"""


def test_two_programs_keep_what_both_have_found_out(path: Path) -> None:
    command = [sys.executable, "-c", WRITING, str(path)]
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        programs = [
            stack.enter_context(started([*command, own], stdin=pipe, stdout=pipe)) for own in (2, 3)
        ]
        for program in programs:
            assert program.stdout
            program.stdout.readline()
        for program in programs:
            program.communicate(b"go\n", timeout=60)
    store = kept(path)
    assert all(store.recall(Level(width, 2)) for width in range(2, 400))


def test_the_key_of_a_puzzle_is_the_same_for_the_same_puzzle_only() -> None:
    other = replace(SMALL, about={"title": "T"}, colors={"R": "#123456"})
    assert other.puzzle_key == SMALL.puzzle_key == "2a5f84473a761dd93c654f85330353ec"
    levels = [
        SMALL,
        replace(SMALL, touching=False),
        replace(SMALL, endpoints={}),
        replace(SMALL, endpoints=dict.fromkeys(SMALL.endpoints, "R")),
        replace(SMALL, endpoints={}, holes=frozenset({(0, 0)})),
        replace(SMALL, endpoints={}, walls=frozenset({((0, 0), (1, 0))})),
        replace(SMALL, width=6),
        replace(SMALL, height=6),
    ]
    assert len({level.puzzle_key for level in levels}) == len(levels)
