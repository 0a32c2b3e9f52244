"""BatchRows: what the table of the batch window shows of each picture, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from flowdesk.app import look
from flowdesk.app.packs.pictures import Thumbnails
from flowdesk.app.packs.rows import Column, RowField
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.desk.scans.batch import ScanRow
from flowdesk.formats.registry import load
from flowdesk.scan.reading import Certainty

COLUMNS = (
    Column("board", "", 8),
    Column("picture", "Picture", 0, bold=True),
    Column("size", "Size", 7),
    Column("status", "How sure, and what the solver says", 36, least=20),
)
#: Words, and the name of their colour in a palette; those come first that need a person.
_WORDS = {
    Certainty.DOUBTFUL: ("please check", "doubtful"),
    Certainty.NOTHING: ("nothing found", "bad"),
    Certainty.SURE: ("sure", "good"),
}


class BatchRows:
    """Pictures by number, in the `order` that is shown."""

    def __init__(self, thumbnails: Thumbnails) -> None:
        self.colors = look.DARK
        self.order: list[int] = []
        self.sorted_by = ""
        self.descending = False
        self._thumbnails = thumbnails
        self._names: Sequence[str] = ()
        self._rows: Mapping[int, ScanRow] = {}
        self._folder = Path()
        self._boards: dict[tuple[int, ScanRow], Puzzle | None] = {}

    def show(self, names: Sequence[str]) -> None:
        """Show these pictures, of which nothing is known yet."""
        self._names, self._rows = names, {}
        self._boards.clear()
        self._sort()

    def update(self, folder: Path, rows: Mapping[int, ScanRow]) -> None:
        """Show what is known, and written in a folder, of the pictures with these numbers."""
        self._folder, self._rows = folder, rows
        self._sort()

    def forget_boards(self) -> None:
        """Load the levels again: a file may have changed."""
        self._boards.clear()

    def sort_by(self, column: str) -> None:
        """Sort by a column, the other way round if it is that one already, then not at all."""
        is_same = column == self.sorted_by
        if is_same and self.descending:
            self.sorted_by, self.descending = "", False
        else:
            self.sorted_by, self.descending = column, is_same
        self._sort()

    def fields_of(self, number: int) -> list[RowField]:
        """Return the content of a row of the table."""
        name, row = self._names[number], self._rows.get(number)
        if row is None:
            return [RowField(), RowField(name), RowField(), RowField("not read yet", faint=True)]
        status, board = Certainty(row.status), self.board(number)
        words, color = _WORDS[status]
        note = f"the same level as in {row.same_as}" if row.same_as else row.doubts
        picture = self._thumbnails.picture(board) if board is not None else None
        return [
            RowField(picture=picture),
            RowField(name, note=note, tip=note),
            RowField(f"{row.columns} × {row.rows}" if row.columns else ""),
            RowField(
                words,
                note=row.solver,
                color=getattr(self.colors, color),
                sign="check" if status is Certainty.SURE else "dot",
            ),
        ]

    def board(self, number: int) -> Puzzle | None:
        """Return the level that was read in a picture, as its file has it."""
        row = self._rows.get(number)
        if row is None or not row.file:
            return None
        if (number, row) not in self._boards:
            try:
                self._boards[number, row] = load(self._folder / row.file)[0]
            except FlowDeskError:  # somebody has moved it meanwhile
                self._boards[number, row] = None
        return self._boards[number, row]

    def _sort(self) -> None:
        self.order = list(range(len(self._names)))
        if self.sorted_by not in ("", "board"):
            self.order.sort(key=self._key, reverse=self.descending)

    def _key(self, number: int) -> tuple[bool, object]:
        """Return what a row is sorted by; those that are not read yet come last."""
        row = self._rows.get(number)
        if self.sorted_by == "picture":
            return False, natural_order(Path(self._names[number]))
        if row is None:
            return True, 0
        keys: dict[str, object] = {
            "size": row.columns * row.rows,
            "status": (list(_WORDS).index(Certainty(row.status)), row.solver),
        }
        return False, keys[self.sorted_by]
