"""Shapes that the user has saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowdesk.app.dialogs.shapes import remove_shape, save_shape, saved_shapes
from flowdesk.core.shape import Shape
from flowdesk.core.storage import user_folder
from flowdesk.kinds.flow.level import Level


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def test_saved_shapes_are_there_until_they_are_removed() -> None:
    assert saved_shapes("flow") == {}
    boards = [
        Level(4, 3, holes=frozenset({(0, 0)}), walls=frozenset({((1, 0), (2, 0))})),
        Level(3, 3, shape=Shape("hex")),
    ]
    paths = [save_shape(board) for board in boards]
    assert [path.stem for path in paths] == ["Shape 1", "Shape 2"]
    assert list(saved_shapes("flow").items()) == list(zip(paths, boards, strict=True))
    assert saved_shapes("slitherlink") == {}
    remove_shape(paths[0])
    assert [*saved_shapes("flow")] == paths[1:]
    assert save_shape(boards[0]) == paths[0]


def test_a_file_that_is_no_board_is_left_out() -> None:
    folder = user_folder() / "shapes"
    folder.mkdir(parents=True)
    (folder / "cut.json").write_text("{", encoding="utf-8")
    path = save_shape(Level(2, 2))
    assert [*saved_shapes("flow")] == [path]
