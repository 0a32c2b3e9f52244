"""flowdesk improve, and flowdesk generate --like."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from flowdesk.core.storage import shipped
from flowdesk.formats.registry import load, write_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.table import check, solve
from tests.command_line import CommandLine
from tests.samples import rating, read_text

PINWHEEL = str(shipped("puzzles") / "08x08-pinwheel.txt")


def test_a_level_becomes_easier_and_says_what_it_took(flowdesk: CommandLine) -> None:
    done = flowdesk("improve", PINWHEEL, "--to", "easier", "--seed", "2")
    assert done.returncode == 0, done.stderr
    (entry,) = read_text(done.stdout)
    assert entry.level.title == "Pinwheel"
    assert check(entry.level).status == "unique"
    assert rating(entry.level).level == "easy"
    assert "paths stay" in done.stderr


def test_more_is_asked_than_the_aim_and_refused_where_a_kind_has_it_not(
    flowdesk: CommandLine,
) -> None:
    more = ("--more-walls", "3", "--more-holes", "0-2")
    done = flowdesk("improve", PINWHEEL, "--to", "easy", *more)
    assert done.returncode == 0, done.stderr
    (entry,) = read_text(done.stdout)
    assert len(entry.level.walls) == 3
    assert check(entry.level).status == "unique"
    slitherlink = str(shipped("puzzles") / "slitherlink" / "06x06.json")
    done = flowdesk("improve", slitherlink, "--to", "hard", *more)
    assert done.returncode == 2
    assert "--more-walls is an option of Flow: Slitherlink puzzles do not have it." in done.stderr
    done = flowdesk("improve", PINWHEEL, "--to", "easy", "--bridges", "1")
    assert done.returncode == 2


def test_why_it_does_not_get_hard_is_told_with_how_far_it_came(
    flowdesk: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "small.txt").write_text("R.R\nB.B\n")
    done = flowdesk("improve", str(tmp_path / "small.txt"), "--to", "hard")
    assert done.returncode == 3
    assert "instead of hard" in done.stderr
    assert "Hardly any level of so small a board is hard" in done.stderr


def test_what_is_locked_stays_in_the_file_that_is_written(
    flowdesk: CommandLine, tmp_path: Path
) -> None:
    level = load(Path(PINWHEEL))[0]
    path = solve(level).solution.paths["R"]
    locked = replace(level, drawn={"R": path}, locked=frozenset(path))
    begun, target = tmp_path / "begun.json", tmp_path / "made.json"
    write_file(begun, [Entry(locked)])
    done = flowdesk("improve", str(begun), "--to", "15-40", "--json", "-o", str(target))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    (made,) = load(target)
    assert set(map(tuple, told["paths"]["R"])) == set(path)
    assert (made.drawn, made.locked) == (locked.drawn, locked.locked)
    assert 15 <= told["after"]["score"] <= 40
    assert told["before"]["level"] == "medium"


def test_a_slitherlink_becomes_harder_and_keeps_its_locks(
    flowdesk: CommandLine, tmp_path: Path
) -> None:
    puzzle = load(shipped("puzzles") / "slitherlink" / "06x06.json")[0]
    clues = dict(list(puzzle.clues.items())[:2])
    write_file(tmp_path / "begun.json", [Entry(replace(puzzle, locked=frozenset(clues)))])
    target = tmp_path / "made.json"
    done = flowdesk("improve", f"{tmp_path}/begun.json", "--to", "harder", "-o", str(target))
    assert done.returncode == 0, done.stderr
    assert "edges stay." in done.stderr
    (made,) = load(target)
    assert (made.title, made.locked) == (puzzle.title, frozenset(clues))
    assert clues.items() <= made.clues.items()
    assert check(made).status == "unique"
    assert rating(made).level == "medium"


def test_slitherlinks_like_one_keep_its_clues(flowdesk: CommandLine, tmp_path: Path) -> None:
    clues = {(1, 1): 3, (3, 3): 0}
    write_file(tmp_path / "begun.json", [Entry(Slitherlink(5, 5, clues))])
    options = f"--like {tmp_path}/begun.json --keep clues --seed 1 --clues 10-14 --count 2"
    done = flowdesk("generate", *options.split(), "-o", f"{tmp_path}/made.json")
    assert done.returncode == 0, done.stderr
    made = load(tmp_path / "made.json")
    assert len({puzzle.puzzle_key for puzzle in made}) == 2
    for puzzle in made:
        assert puzzle.clues.items() >= clues.items()
        assert (10 <= len(puzzle.clues) <= 14, check(puzzle).status) == (True, "unique")
    other = flowdesk("generate", *options.replace("keep clues", "keep paths").split())
    assert (other.returncode, "keep clues, edges, shape: not paths" in other.stderr) == (2, True)


def test_levels_like_one_keep_its_endpoints(flowdesk: CommandLine, tmp_path: Path) -> None:
    ends = {(0, 0): "R", (5, 5): "R"}
    write_file(tmp_path / "begun.txt", [Entry(Level(6, 6, ends, holes=frozenset({(5, 0)})))])
    options = f"--like {tmp_path}/begun.txt --keep endpoints --seed 1 --difficulty easy --count 3"
    done = flowdesk("generate", *options.split(), "-o", f"{tmp_path}/made")
    assert done.returncode == 0, done.stderr
    made = [level for file in sorted((tmp_path / "made").glob("*.txt")) for level in load(file)]
    assert len({level.puzzle_key for level in made}) == 3
    for level in made:
        assert level.endpoints.items() >= ends.items()
        assert (level.holes, check(level).status) == ({(5, 0)}, "unique")
        assert level.about["options"] == "--difficulty easy --like begun.txt --keep endpoints"
    again = flowdesk("generate", *options.split(), "-o", f"{tmp_path}/made")
    assert again.returncode == 0, again.stderr
