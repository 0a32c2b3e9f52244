"""Packs in folders and files, for the tests of packs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish

#: A folder of three levels, one of which has a title, and of files that are not in the pack.
FOLDER = {
    "alpha.txt": "RR\n",
    "beta.txt": "GG.\n..#\n\ntitle: Second\n",
    "gamma.txt": "BB\n..\n",
    "notes.md": "no level",
    ".hidden.txt": "RR\n",
}
#: One file of four levels, as an old program wrote it.
MANY = "# A pack.\n\n2 1\nAA\n\n# title: Two\n3 1\nA.A\n4 1\nA..A\n5 1\nA...A\n0 0\n"

Act = Callable[[Pack], object]


@pytest.fixture(autouse=True)
def trash(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty trash instead of the user's."""
    data = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    return data / "Trash" / "files"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """The folder of three levels."""
    return filled(tmp_path / "box", FOLDER)


@pytest.fixture
def pack(box: Path) -> Pack:
    """That folder, opened."""
    return Pack(box)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """The file of four levels, beside another file that is not in the pack."""
    (tmp_path / "other.txt").write_text("RR\n")
    path = tmp_path / "many.txt"
    path.write_text(MANY)
    return path


def filled(folder: Path, texts: Mapping[str, str]) -> Path:
    """Write files into a folder, which is made if necessary, and return it."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


def files(place: Path) -> dict[str, str]:
    """Return the texts of all files in a folder, or in the folder of a file, by their names."""
    folder = place if place.is_dir() else place.parent
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def shown(pack: Pack) -> list[str]:
    """Return the names of the levels, in order."""
    return [item.name for item in pack.items]


def widths(pack: Pack) -> list[int]:
    """Return the widths of the levels, in order."""
    return [item.entry.level.width for item in pack.items if item.entry]


def ids(pack: Pack, *places: int) -> list[int]:
    return [pack.items[place].id for place in places]


def failure(act: Callable[[], object]) -> str:
    """Return the message with which a call fails."""
    with pytest.raises(FlowDeskError) as caught:
        act()
    return str(caught.value)


CHANGES: dict[str, Act] = {
    "move": lambda pack: finish(pack.move(ids(pack, 0), 1)),
    "reorder": lambda pack: finish(pack.arrange(ids(pack, 2, 0, 1, *range(3, len(pack.items))))),
    "rename": lambda pack: finish(pack.rename(pack.items[1].id, "Another")),
    "duplicate": lambda pack: finish(pack.duplicate(ids(pack, 1))),
    "delete 2 puzzles": lambda pack: finish(pack.delete(ids(pack, 0, 2))),
}
