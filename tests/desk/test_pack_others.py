"""Packs that other programs change at the same time, and changes made in steps."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from flowdesk.core import locking
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish
from flowdesk.formats.registry import open_file
from tests.core.test_storage import ordinary_user
from tests.packs import CHANGES, FOLDER, MANY, Act, failure, files, ids, shown, trash, widths
from tests.processes import started

__all__ = ["trash"]  # a fixture


# -- others ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["move", "rename", "duplicate"])
def test_what_others_changed_is_taken_in_before_anything_is_done(
    box: Path, label: str, pack: Pack
) -> None:
    (box / "alpha.txt").write_text("5....5\n......\n")
    (box / "beta.txt").write_text("5....5\n......\n")
    theirs = files(box)
    name = "alpha.txt" if label == "move" else "beta.txt"
    said = f"{name} was changed by another program. It was read again; your change was not made."
    assert failure(lambda: CHANGES[label](pack)) == said
    seen = [6, 3, 2] if label == "move" else [2, 6, 2]
    assert (files(box), widths(pack), pack.history.undo_label) == (theirs, seen, "")
    CHANGES[label](pack)
    finish(pack.undo())
    assert files(box) == theirs


def test_what_others_deleted_is_not_deleted_again_and_nothing_else_is(
    box: Path, pack: Pack
) -> None:
    (box / "alpha.txt").unlink()
    said = "alpha.txt is gone: another program has deleted or renamed it. Your change was not made."
    assert failure(lambda: finish(pack.delete(ids(pack, 0, 2)))) == said
    assert shown(pack) == ["beta.txt", "gamma.txt"]
    assert (box / "gamma.txt").exists()


def test_what_others_did_to_other_files_is_no_reason_not_to_do_something(
    box: Path, pack: Pack
) -> None:
    (box / "gamma.txt").write_text("5....5\n......\n")
    (box / "new.txt").write_text("RR\n")
    finish(pack.rename(pack.items[0].id, "Mine"))
    assert pack.refresh()
    assert shown(pack) == ["beta.txt", "gamma.txt", "mine.txt", "new.txt"]
    assert widths(pack) == [3, 6, 2, 2]


def test_two_saves_within_a_tick_of_the_clock_are_told_apart(many: Path) -> None:
    pack, before = Pack(many), many.stat()
    theirs = MANY.replace("Two", "Six")
    with many.open("r+") as file:
        file.write(theirs)
    os.utime(many, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "many.txt was changed" in failure(lambda: finish(pack.rename(pack.items[0].id, "Mine")))
    assert many.read_text() == theirs


RENAMING = """
import sys
from pathlib import Path
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish

pack = Pack(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for place in range(int(sys.argv[2]), len(pack.items), 2):
    while True:
        try:
            finish(pack.rename(pack.items[place].id, f"{place} by {sys.argv[2]}"))
            break
        except FlowDeskError as error:
            assert "was changed by another program" in str(error), error
"""


def test_two_programs_that_rename_in_one_file_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("2 1\nAA\n" * 40)
    command = [sys.executable, "-c", RENAMING, str(path)]
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        programs = [
            stack.enter_context(started([*command, own], stdin=pipe, stdout=pipe, text=True))
            for own in (0, 1)
        ]
        for program in programs:
            assert program.stdout
            program.stdout.readline()
        for program in programs:
            assert program.stdin
            program.stdin.write("go\n")
            program.stdin.flush()
        assert [program.wait(60) for program in programs] == [0, 0]
    titles = [entry.level.title for entry in open_file(path)[1]]
    assert titles == [f"{place} by {place % 2}" for place in range(40)]


def test_while_another_program_is_at_it_a_change_waits_and_then_is_refused(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locking, "_PATIENCE", 0.0)
    pack = Pack(box)
    with locking.locked(box):
        assert "Another FlowDesk is busy in" in failure(lambda: finish(pack.delete(ids(pack, 0))))
    finish(pack.delete(ids(pack, 0)))
    assert shown(pack) == ["beta.txt", "gamma.txt"]


def test_a_change_by_others_is_not_undone_but_everything_else_is(box: Path, pack: Pack) -> None:
    finish(pack.delete(ids(pack, 0)))
    finish(pack.rename(pack.items[0].id, "Mine"))
    (box / "mine.txt").write_text("RR\n\ntitle: Theirs\n")
    assert pack.refresh()
    assert "mine.txt was changed by another program since" in failure(lambda: finish(pack.undo()))
    assert files(box)["mine.txt"] == "RR\n\ntitle: Theirs\n"
    assert pack.history.undo_label == "rename"


def test_what_others_did_elsewhere_is_no_reason_not_to_undo(box: Path, pack: Pack) -> None:
    finish(pack.delete(ids(pack, 0)))
    (box / "beta.txt").write_text("RR\n\ntitle: Theirs\n")
    assert pack.refresh()
    finish(pack.undo())
    assert files(box) == {**FOLDER, "beta.txt": "RR\n\ntitle: Theirs\n"}


def test_a_file_that_others_put_where_a_deleted_one_was_is_not_overwritten(
    box: Path, pack: Pack
) -> None:
    finish(pack.delete(ids(pack, 0)))
    (box / "alpha.txt").write_text("..\nRR\n")
    assert pack.refresh()
    assert "There is a file alpha.txt already" in failure(lambda: finish(pack.undo()))
    assert files(box)["alpha.txt"] == "..\nRR\n"


@pytest.mark.parametrize("place", ["box", "many"])
def test_a_pack_that_is_gone_says_so_and_is_as_it_was_when_it_is_back(
    place: str, request: pytest.FixtureRequest
) -> None:
    path: Path = request.getfixturevalue(place)
    pack = Pack(path)
    finish(pack.move(ids(pack, 0), 1))
    items = pack.items
    path.rename(path.parent / "elsewhere")
    assert pack.refresh()
    said = f"{path} is gone: it was deleted or renamed, or its disk was removed."
    assert pack.unavailable == said
    assert not pack.refresh()
    undo: Act = lambda pack: finish(pack.undo())  # noqa: E731
    for change in (*CHANGES.values(), undo):
        assert "is gone" in failure(lambda: change(pack))  # noqa: B023 -- called at once
    assert (pack.items, pack.history.undo_label) == (items, "move")
    (path.parent / "elsewhere").rename(path)
    assert pack.refresh()
    assert (pack.unavailable, shown(pack)) == ("", [item.name for item in items])
    finish(pack.undo())


def test_a_folder_that_may_not_be_read_says_so(folder: Path) -> None:
    (folder / "a.txt").write_text("RR\n")
    folder.chmod(0o300)
    with ordinary_user():
        pack = Pack(folder)
        assert pack.unavailable == f"{folder} cannot be read: permission denied."
    folder.chmod(0o700)
    assert pack.refresh()
    assert (pack.unavailable, shown(pack)) == ("", ["a.txt"])


# -- step by step ---------------------------------------------------------------------------------


def test_a_folder_is_listed_and_then_read_in_steps_and_what_is_wanted_comes_first(
    box: Path,
) -> None:
    (box / "delta.txt").write_text(MANY)
    (box / "aaa.txt").write_text("R..\n..\n")
    pack = Pack(box, read=False)
    assert pack.items == []
    for _ in pack.scan():
        pass
    assert shown(pack) == ["aaa.txt", "alpha.txt", "beta.txt", "delta.txt", "gamma.txt"]
    assert (pack.unread, {item.is_read for item in pack.items}) == (5, {False})
    known = {item.name: item.id for item in pack.items}
    wanted = [known["gamma.txt"], known["beta.txt"]]
    read = list(pack.read(lambda: wanted))
    assert read[:2] == wanted
    assert (len(read), pack.unread) == (5, 0)
    assert shown(pack)[2:] == [
        *(f"delta.txt#{number}" for number in range(1, 5)),
        "gamma.txt",
        "aaa.txt",
    ]
    assert {item.name: item.id for item in pack.items}["delta.txt#1"] == known["delta.txt"]


@pytest.mark.parametrize("label", CHANGES)
def test_what_was_not_read_yet_can_be_changed(box: Path, label: str) -> None:
    (box / "delta.txt").write_text(MANY)
    whole, pack = Pack(box), Pack(box, read=False)
    CHANGES[label](whole)
    after = files(box)
    finish(whole.undo())
    for _ in pack.scan():
        pass
    CHANGES[label](pack)
    assert files(box) == after
    pack.refresh()
    assert shown(pack) == shown(Pack(box))
    finish(pack.undo())
    assert shown(pack) == shown(Pack(box))


def test_a_change_during_a_look_is_not_lost_and_nothing_that_is_gone_comes_back(
    box: Path, pack: Pack
) -> None:
    (box / "new.txt").write_text("RR\n")
    for steps in range(12):
        look = pack.scan()
        for _ in itertools.islice(look, steps):
            pass
        finish(pack.delete(ids(pack, 0)))
        for _ in look:
            pass
        assert "alpha.txt" not in shown(pack)
        finish(pack.undo())
    assert pack.refresh() is False
    assert shown(pack) == ["alpha.txt", "beta.txt", "gamma.txt", "new.txt"]


def test_a_change_that_is_refused_during_a_look_does_not_disturb_it(box: Path, pack: Pack) -> None:
    (box / "alpha.txt").unlink()
    (box / "beta.txt").unlink()
    look = pack.scan()
    while len(shown(pack)) == 3:
        next(look)
    assert "is gone" in failure(lambda: finish(pack.delete(ids(pack, 0))))
    for _ in look:
        pass
    assert shown(pack) == ["gamma.txt"]


def test_links_that_lead_nowhere_are_no_files(box: Path) -> None:
    (box / "broken.txt").symlink_to("missing.txt")
    (box / "round.txt").symlink_to("round.txt")
    (box / "through.txt").symlink_to(box / "alpha.txt" / "x.txt")
    pack = Pack(box)
    assert (shown(pack), pack.unavailable) == (["alpha.txt", "beta.txt", "gamma.txt"], "")


def test_a_folder_that_goes_while_it_is_read_is_read_when_it_is_back(box: Path) -> None:
    pack = Pack(box, read=False)
    for _ in pack.scan():
        pass
    reading = pack.read()
    next(reading)
    box.rename(box.parent / "elsewhere")
    assert list(reading)
    (box.parent / "elsewhere").rename(box)
    pack.refresh()
    assert [bool(item.entry) for item in pack.items] == [True] * 3
