"""The shapes of new puzzles in a dialog, each a picture to choose; and those that are saved."""

from __future__ import annotations

import contextlib
import itertools
import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import TypeVar

from PIL import Image, ImageDraw

from flowdesk.app import look
from flowdesk.app.dialogs.base import BOARD, Dialog, board_button, when_written
from flowdesk.app.widgets.narrow import FittedMenu
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import make_folder, natural_order, user_folder
from flowdesk.formats.registry import JSON, holding, load, write_file
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.making import Field
from flowdesk.kinds.table import AnyMaking

T = TypeVar("T")

#: The size of the boards of named shapes in pictures.
_SIDE = 9
#: The pixels of a mask, and how much of a cell is filled in it.
_PIXELS, _FILLED = 360, 0.8
#: The name of the shape of the open puzzle.
_THIS = "This board"


class ShapePictures(ttk.Frame):
    """The shapes that a field names, letters as one; that of the open puzzle, and saved ones.

    The latter two have a size: it is shown in the fields of the `sides`, which are locked then.
    """

    def __init__(
        self,
        parent: tk.Misc,
        generator: AnyMaking,
        field: Field,
        text: str,
        puzzle: Puzzle,
        sides: Sequence[ttk.Spinbox],
    ) -> None:
        super().__init__(parent)
        self._generator, self._field, self._puzzle, self._sides = generator, field, puzzle, sides
        self._choice = tk.StringVar(self, text)
        self._typed: list[str] = []  # into the sides, before they were locked
        self._places = 0  # of pictures, two in a row
        self._lent: dict[str, Puzzle] = {}
        self._build()
        when_written(self._choice, self, self._lock)
        if _THIS in self._lent:
            self._choice.set(_THIS)

    @property
    def lends(self) -> Puzzle | None:
        """The board that lends its shape, if one does."""
        return self._lent.get(self._choice.get())

    def text(self) -> str:
        return "" if self.lends else self._choice.get()

    def _build(self) -> None:
        """Add a picture for each shape, and what saves that of the puzzle unless it is saved."""
        for child in self.winfo_children():
            child.destroy()
        self._places = 0
        letters = [shape for shape in self._field.choices if len(shape) == 1]
        for shape in ("", *self._field.choices):
            if shape not in letters:
                self._add((shape or self._field.unset).capitalize(), shape, self._named(shape))
        if letters:
            self._add_letters(letters)
        saved = saved_shapes(self._puzzle.kind)
        own = self._empty(self._puzzle.width, self._puzzle.height, self._puzzle)
        is_shaped = own != self._empty(own.width, own.height)
        self._lent = ({_THIS: own} if is_shaped else {}) | {
            str(path): board for path, board in saved.items()
        }
        for name, board in self._lent.items():
            button = self._add(Path(name).stem, name, board)
            if name != _THIS:
                button.bind("<Button-3>", partial(self._offer_removal, Path(name)))
        if is_shaped and own not in saved.values():
            text = "Save the shape of this board"
            save = ttk.Button(self, text=text, command=partial(self._save, own))
            save.grid(columnspan=2, sticky="ew", padx=("3p", 0))

    def _empty(
        self, width: int, height: int, lends: Puzzle | None = None, shape: str = ""
    ) -> Puzzle:
        request = self._generator.request(width, height, 0, lends, shape=shape)
        empty: Puzzle = self._generator.empty(request)
        return empty

    def _named(self, shape: str) -> Puzzle:
        return self._empty(_SIDE, _SIDE, shape=shape)

    def _add(self, name: str, value: str, board: Puzzle) -> ttk.Radiobutton:
        button = board_button(self, name, self._choice, value)
        look.set_icon(button, _mask(board), BOARD)
        row, column = divmod(self._places, 2)
        button.grid(row=row, column=column, sticky="ew", padx=("3p", 0), pady=(0, "3p"))
        self._places += 1
        return button

    def _add_letters(self, letters: list[str]) -> None:
        """Add a picture of a letter, and a list to choose which."""
        first = self._choice.get() if self._choice.get() in letters else letters[0]
        button = self._add("Letter", first, self._named(first))
        box = ttk.Combobox(self, values=letters, state="readonly", width=2)
        box.set(first)

        def choose(event: object) -> None:
            box.selection_clear()
            look.set_icon(button, _mask(self._named(box.get())), BOARD)
            button.configure(value=box.get())
            self._choice.set(box.get())

        box.bind("<<ComboboxSelected>>", choose)
        self._places += self._places % 2
        box.grid(row=self._places // 2, columnspan=2, sticky="ew", padx=("3p", 0), pady=(0, "6p"))
        self._places += 2

    def _lock(self) -> None:
        """Show the size of what lends its shape, or what was typed before."""
        lends, was_locked = self.lends, bool(self._typed)
        if not lends and not was_locked:
            return
        if not was_locked:
            self._typed = [side.get() for side in self._sides]
        texts = [str(lends.width), str(lends.height)] if lends else self._typed
        for side, text in zip(self._sides, texts, strict=True):
            side.set(text)
            side.configure(state="disabled" if lends else "normal")
        if not lends:
            self._typed = []

    def _checked(self, change: Callable[[], T]) -> T | None:
        """Change a file; show why that is not possible, if it is not."""
        dialog = self.winfo_toplevel()
        assert isinstance(dialog, Dialog)
        return dialog.checked(change)

    def _save(self, board: Puzzle) -> None:
        if path := self._checked(lambda: save_shape(board)):
            self._build()
            self._choice.set(str(path))

    def _offer_removal(self, path: Path, event: tk.Event[tk.Misc]) -> None:
        menu = FittedMenu(self)
        menu.add_command(label=f"Delete {path.stem}", command=partial(self._remove, path))
        menu.tk_popup(event.x_root, event.y_root)

    def _remove(self, path: Path) -> None:
        self._checked(lambda: remove_shape(path))
        if self._choice.get() == str(path):
            self._choice.set("")
        self._build()


def _mask(board: Puzzle) -> Image.Image:
    """Return the picture of a board as a mask: its cells, with gaps where a wall is."""
    shape, geometry = board.board, board.board.geometry
    right, down = geometry.size(board.width, board.height)
    unit = _PIXELS / max(right, down)
    picture = Image.new("L", (_PIXELS, _PIXELS))
    draw = ImageDraw.Draw(picture)

    def at(cell: Cell) -> tuple[float, float]:
        x, y = geometry.center(cell)
        return (x - right / 2) * unit + _PIXELS / 2, (y - down / 2) * unit + _PIXELS / 2

    for cell in shape.cells:
        x, y = at(cell)
        corners = [(x + _FILLED * unit * a, y + _FILLED * unit * b) for a, b in geometry.outline]
        draw.polygon(corners, fill=255)
        for near in shape.near(cell):
            if near in (geometry.beside(cell, side) for side in shape.sides(cell)):
                draw.line(
                    (at(cell), at(near)), fill=255, width=round(_FILLED * unit * geometry.long)
                )
    return picture


def saved_shapes(kind: str) -> dict[Path, Puzzle]:
    """Return the saved shapes of a kind by their files; what cannot be read is left out."""
    found = {}
    try:
        files = sorted(_folder().iterdir(), key=natural_order)
    except (OSError, FlowDeskError):
        files = []
    for path in files:
        with contextlib.suppress(FlowDeskError):
            found[path] = load(path)[0]
    return {path: board for path, board in found.items() if board.kind == kind}


def save_shape(board: Puzzle) -> Path:
    """Write an empty board to a file, as a map if there is one for it; FlowDeskError if not."""
    format = next(iter(holding(board)), JSON)
    folder = _folder()
    make_folder(folder)
    paths = (folder / f"Shape {number}{format.suffixes[0]}" for number in itertools.count(1))
    path = next(path for path in paths if not path.exists())
    write_file(path, [Entry(board)], format)
    return path


def remove_shape(path: Path) -> None:
    """Remove the file of a shape; FlowDeskError if that is not possible."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise FlowDeskError(f"{path} cannot be removed: {error.strerror}.") from None


def _folder() -> Path:
    return user_folder() / "shapes"
