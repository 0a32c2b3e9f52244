"""What is said about files and texts of Slitherlink that are wrong, and that nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.formats.registry import open_file
from tests.command_line import CommandLine, objects
from tests.driver import Driver, button, texts
from tests.loops import puzzle_of

_CELLS = "Clues are 0 to 4, '.' is a cell without one."
_EVEN = "All rows must be equally long: write '.' for a cell without a clue."
_LINE = "A line has the numbers of rows and columns, and the rows, as in '2 3 .2. 3.1'."
_READS = "FlowDesk reads arukone, numlin, numberlink, slither, slitherlink."
_SIZE = "A board of 10000 x 10000 is too large: 500 cells a side are the most."
_UTF8 = "is not UTF-8 text. The file may be Latin-1 or binary: save it as UTF-8."
_MISSING = "Is a part of the file missing?"

#: The name and the content of a file, and what is said about it.
BAD: dict[str, tuple[str, str | bytes, str]] = {
    "a digit above 4": (
        "a.txt",
        "3.2\n262\n.2.\n",
        f"line 2, column 2: '6' is not a cell. {_CELLS}",
    ),
    "a digit above 4 in a course": (
        "a.slk",
        "2 3 3.. .1.\n2 3 3.5 222\n",
        f"line 2, column 7: '5' is not a cell. {_CELLS}",
    ),
    "a short row": (
        "a.txt",
        "3.2\n22\n2..\n",
        f"line 2, column 3: this row has 2 cells, the first has 3. {_EVEN}",
    ),
    "a long row": (
        "a.txt",
        "3.2\n22..\n2..\n",
        f"line 2, column 4: this row has 4 cells, the first has 3. {_EVEN}",
    ),
    "rows missing": (
        "a.slk",
        "3 3 3.. ...\n",
        f"line 1, column 12: this line has 2 rows of clues, and 3 are expected. {_LINE}",
    ),
    "too many rows": (
        "a.slk",
        "2 3 3.. ... ...\n",
        f"line 1, column 13: this line has 3 rows of clues, and 2 are expected. {_LINE}",
    ),
    "cells missing": (
        "a.slk",
        "2 3 3.. ..\n",
        f"line 1, column 11: row 2 has 2 cells, and there are 3 columns. {_LINE}",
    ),
    "too many cells": (
        "a.slk",
        "2 3 3.. ....\n",
        f"line 1, column 12: row 2 has 4 cells, and there are 3 columns. {_LINE}",
    ),
    "an answer alone": (
        "a.slk",
        "# solved\nUNSAT\n",
        f"line 2, column 1: this answer has no puzzle before it. {_LINE}",
    ),
    "nothing": ("a.slk", "", f"there is no puzzle in this file. {_LINE}"),
    "another puzzle of puzz.link": (
        "a.txt",
        "https://puzz.link/p?nurikabe/5/5/aa\n",
        f"line 1, column 21: 'nurikabe' is another kind of puzzle. {_READS}",
    ),
    "another puzzle of pzprv3": (
        "a.txt",
        "pzprv3\nnurikabe\n2\n3\n",
        f"line 2, column 1: 'nurikabe' is another kind of puzzle. {_READS}",
    ),
    "a game id too short": (
        "a.txt",
        "3x3t0:a3b2b\n",
        "line 1, column 12: there are only 7 cells, and a board of 3 x 3 has more. "
        "Is a part of it missing?",
    ),
    "a game id too long": (
        "a.txt",
        "3x3t0:a3b2b1b\n",
        "line 1, column 13: from here on there are more cells than a board of 3 x 3 has. "
        "Are the numbers of columns and rows right?",
    ),
    "a game id of another grid": (
        "a.txt",
        "7x7t1:12345\n",
        "line 1, column 5: this grid is not made of squares, which FlowDesk does not support. "
        "Loopy's type of grid must be Squares.",
    ),
    "a pzprv3 file without its columns": (
        "a.txt",
        "pzprv3\nslither\n2\n",
        f"line 4, column 1: the number of columns is expected here. {_MISSING}",
    ),
    "a pzprv3 file cut off in its cells": (
        "a.txt",
        "pzprv3\nslither\n2\n3\n3 . .\n",
        f"line 6, column 1: this row has 0 parts, where 3 are expected. {_MISSING}",
    ),
    "a pzprv3 file cut off in its lines": (
        "a.txt",
        "pzprv3\nslither\n2\n3\n3 . .\n. 1 -\n0 0\n",
        f"line 7, column 4: this row has 2 parts, where 4 are expected. {_MISSING}",
    ),
    "too large in a course": ("a.slk", "10000 10000 .... ....\n", f"line 1, column 1: {_SIZE}"),
    "too large in a game id": ("a.txt", "10000x10000t0:z\n", f"line 1, column 1: {_SIZE}"),
    "too large in a link": ("a.txt", "?slither/10000/10000/zz\n", f"line 1, column 10: {_SIZE}"),
    "too large in pzprv3": (
        "a.txt",
        "pzprv3\nslither\n10000\n10000\n. .\n",
        f"line 4, column 1: {_SIZE}",
    ),
    "too large in JSON": (
        "a.json",
        '{"flowdesk": 1, "kind": "slitherlink", "width": 10000, "height": 10000, "clues": []}',
        _SIZE,
    ),
    "too many rows of text": (
        "a.txt",
        "333\n" * 10_000,
        "line 1: A board of 3 x 10000 is too large: 500 cells a side are the most.",
    ),
    "NUL": (
        "a.slk",
        b"2 3 3.. .1.\n2 3 3.\0 ...\n",
        "line 2, column 7: this is a binary file, not text.",
    ),
    "Latin-1": (
        "a.txt",
        "333\n...\n\ntitle: f\u00fcr\n".encode("latin-1"),
        f"line 4, column 9: byte 0xfc {_UTF8}",
    ),
    "UTF-16": ("a.txt", "333\n...\n".encode("utf-16"), "the text is UTF-16. Save it as UTF-8."),
}
each_bad = pytest.mark.parametrize(("name", "content", "said"), BAD.values(), ids=BAD)


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@each_bad
def test_a_bad_file_is_told_with_place_and_hint_and_the_others_are_done(
    flowdesk: CommandLine, name: str, content: str | bytes, said: str
) -> None:
    written(flowdesk.folder, name, content)
    flowdesk.file("good.slk", "2 2 2. .2\n")
    done = flowdesk("solve", "--json", name, "good.slk")
    assert (done.returncode, [result["puzzle"] for result in objects(done)]) == (2, ["good.slk"])
    separator = ", " if said.startswith("line") else ": "
    assert done.stderr == f"flowdesk: {name}{separator}{said}\n"


def test_a_bad_file_or_text_changes_nothing_in_the_window(driver: Driver, tmp_path: Path) -> None:
    files, commands = driver.window.files, driver.window.tab.level_commands
    driver.window.shown.document.new(puzzle_of("2. .2"))

    def refused(action: Callable[[], object], said: str) -> None:
        shown: list[str] = []

        def read(dialog: Dialog) -> None:
            shown.append(texts(dialog))
            button(dialog, "OK").invoke()

        before = driver.level
        driver.when_asked(read)
        action()
        assert len(shown) == 1
        assert said in shown[0]
        assert driver.level is before

    for name, content, said in BAD.values():
        path = written(tmp_path, name, content)
        refused(lambda path=path: files.open_path(path), said)  # type: ignore[misc]
    for name in ("a digit above 4", "rows missing", "a game id of another grid", "a long row"):
        _, content, said = BAD[name]
        driver.root.clipboard_clear()
        driver.root.clipboard_append(str(content))
        refused(commands.paste, said)


def test_what_may_be_of_either_kind_is_told_in_the_status_line(
    driver: Driver, tmp_path: Path
) -> None:
    window = driver.window
    assert window.files.open_path(written(tmp_path, "a.txt", "1.2\n...\n1.2\n"))
    note = "Read as Flow; a line 'kind: slitherlink' below the rows reads it as Slitherlink."
    driver.wait_until(lambda: window.status.message.startswith(note), "it is told")
    driver.click((1, 1))
    driver.wait_until(lambda: not window.status.message.startswith(note), "it is edited")


@pytest.mark.parametrize(
    "content",
    ["333\r\n...\r\n", "333\r...\r", "\ufeff333\n...\n", "2 3 333 ...\r\n", "\ufeff2 3 333 ..."],
)
def test_line_ends_and_marks_of_any_system_are_read(tmp_path: Path, content: str) -> None:
    for name in ("a.txt", *(["a.slk"] if " " in content else [])):
        (entry,) = open_file(written(tmp_path, name, content))[1]
        assert entry.level == puzzle_of("333 ...")


def test_a_file_of_another_kind_is_told_with_place_and_hint(flowdesk: CommandLine) -> None:
    flowdesk.file("flow.txt", "R.G\n...\nR.G\n")
    flowdesk.file("clues.txt", "3.2\n2.2\n..1\n")
    flowdesk.file("pack.txt", "2 1\nRR\n\n2 1\nBB\n")
    json = flowdesk("convert", "flow.txt", "clues.txt", "-o", "both.json")
    assert json.returncode == 0
    names = ("flow.txt", "pack.txt", "both.json", "clues.txt")
    done = flowdesk("solve", "--json", *names, "--kind", "slitherlink")
    assert done.returncode == 2
    assert [result["puzzle"] for result in objects(done)] == ["both.json#2", "clues.txt"]
    leave_out = "Leave out --kind to take every kind."
    is_flow = f"this is a Flow puzzle, and --kind asks for Slitherlink. {leave_out}"
    assert done.stderr.splitlines() == [
        f"flowdesk: flow.txt, line 1, column 1: 'R' is not a cell. {_CELLS} "
        "Without --kind it is read as Flow.",
        f"flowdesk: pack.txt#1, line 2: {is_flow}",
        f"flowdesk: pack.txt#2, line 5: {is_flow}",
        f"flowdesk: both.json#1: {is_flow}",
    ]
    done = flowdesk("solve", "--json", *names, "--kind", "flow")
    assert [result["puzzle"] for result in objects(done)] == [
        *("flow.txt", "pack.txt#1", "pack.txt#2", "both.json#1")
    ]
    is_loop = f"this is a Slitherlink puzzle, and --kind asks for Flow. {leave_out}"
    assert done.stderr.splitlines() == [
        f"flowdesk: both.json#2: {is_loop}",
        f"flowdesk: clues.txt, line 1: {is_loop}",
    ]
