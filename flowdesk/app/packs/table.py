"""Table: a list of rows with pictures, of which only those in sight are drawn.

Rows are identified by ids, and their content is requested when they come into sight, so that there
may be any number. All rows have the same height, and are scrolled by pixels.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from flowdesk.app.packs.rows import Column, Painter, RowField
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.picking import CONTROL_OR_COMMAND, Picking
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.app.widgets.toplevel import grid_if
from flowdesk.core.signal import Signal

_DRAG = 4.5  # points of movement that start a drag
_LONG_MS = 1000  # a pause that ends a word that is typed


class LevelTable(Picking):
    """The list; it tells by signals what its user does.

    `fields_of` returns the content of a row, `empty` is shown while there are none. What is typed
    goes to `find`, which returns the row that is meant.
    """

    def __init__(
        self,
        parent: tk.Misc,
        columns: Sequence[Column],
        fields_of: Callable[[int], Sequence[RowField]],
        picture: float,
        find: Callable[[str], int | None] = lambda beginning: None,
    ) -> None:
        super().__init__(parent, lambda: self._height)
        self.heading_clicked: Signal[[str]] = Signal()
        self.edited: Signal[[]] = Signal()
        self.empty = ("", "")
        self._columns = columns
        self._fields_of, self._find = fields_of, find
        self._sorted = ("", False)
        self._typed, self._typed_at = "", 0
        self._hovered: int | None = None
        self._editor: ttk.Entry | None = None
        self._on_typed: Callable[[str], None] = lambda text: None
        self._head = tk.Canvas(self, highlightthickness=0, borderwidth=0)
        self._painter = Painter(self._head, self._body, columns, picture)
        self._tip = Tooltip(self._body, "")
        self._build()

    def _build(self) -> None:
        self.columnconfigure(0, weight=1)
        self.rowconfigure(1, weight=1)
        self._head.grid(row=0, column=0, sticky="ew")
        self._body.grid(row=1, column=0, sticky="nsew")
        self._bar.grid(row=1, column=1, sticky="ns")
        self._head.bind("<ButtonRelease-1>", self._heading_clicked)
        self._across = ttk.Scrollbar(self, orient="horizontal", command=self._scroll_across)
        self._across.grid(row=2, column=0, sticky="ew")
        self._across.grid_remove()
        body = self._body
        body.configure(xscrollcommand=self._show_across)
        for key, step in {"<Left>": "-1", "<Right>": "1"}.items():
            body.bind(key, lambda event, step=step: self._scroll_across("scroll", step, "units"))  # type: ignore[misc]  # mypy does not know the type of a default
        body.bind("<Motion>", self._hover, add=True)
        body.bind("<Leave>", self._leave, add=True)
        body.bind("<Key>", self._type_ahead)
        body.bind("<<ThemeChanged>>", lambda event: self._restyle())

    # What is shown

    def show(self, ids: Sequence[int], sorted_by: str, *, descending: bool) -> None:
        """Show these rows, keeping the selection."""
        self.stop_editing()
        self._sorted = sorted_by, descending
        self._show(list(ids))

    def rename(self, column: str, heading: str) -> None:
        """Give a column another heading; an empty one stands for its own."""
        self._painter.names[column] = heading
        self.refresh()

    def in_sight(self) -> Sequence[int]:
        """Return the ids of the rows that are visible, at least in part."""
        end = self._top + self._body.winfo_height()
        return self._ids[self._top // self._height : -(-end // self._height)]

    def _restyle(self) -> None:
        self._painter.restyle()
        self.refresh()

    def place_of(self, id: int) -> tuple[int, int]:
        """Return the middle of a row, in pixels of the canvas."""
        height = self._height
        return self._body.winfo_width() // 2, self._places[id] * height - self._top + height // 2

    def _draw(self) -> None:
        painter, height = self._painter, self._height
        self.rowconfigure(1, minsize=height)
        self._body.delete("all")
        painter.headings(self._sorted[0], descending=self._sorted[1])
        for part in (self._head, self._body):
            part.configure(scrollregion=(0, 0, painter.width, self._rows * height))
        self._scroll_to(self._top)
        has_focus = str(self.tk.call("focus")) == str(self._body)
        for place, id in enumerate(self.in_sight(), self._top // height):
            painter.row(
                place * height - self._top,
                self._fields_of(id),
                selected=id in self.selected,
                hovered=id == self._hovered,
                cursor=id == self.cursor and has_focus,
            )
        if not self._ids:
            painter.empty(*self.empty)
        if self._drop is not None:
            painter.drop_mark(self._drop * height - self._top)

    # Scrolling

    def scroll(self, by: int) -> None:
        """Scroll down by so many pixels, or up by a negative number."""
        self.stop_editing()
        super().scroll(by)

    def _resized(self) -> None:
        """Keep the row of the cursor whole: what is said of it below may take room from it."""
        if self.cursor is not None and self.cursor in self.in_sight():
            self.bring_into_sight(self.cursor)
        super()._resized()

    def _scroll_to(self, top: int) -> None:
        super()._scroll_to(top)
        grid_if(self._rows * self._height > self._body.winfo_height(), self._bar)

    def _scroll_across(self, *words: str) -> None:
        """Do what the horizontal scroll bar says."""
        for part in (self._head, self._body):
            part.xview(*words)

    def _show_across(self, first: float, last: float) -> None:
        """Move the scroll bar, which is there only while columns are out of sight."""
        self._across.set(float(first), float(last))
        grid_if(float(first) > 0 or float(last) < 1, self._across)

    # The keyboard

    @property
    def _page(self) -> int:
        return max(1, super()._page - 1)  # a row of the page before stays in sight

    def _type_ahead(self, event: tk.Event[tk.Misc]) -> None:
        """Go to the next row that begins with what was typed without a long pause."""
        text = event.char
        if int(event.state) & CONTROL_OR_COMMAND or not (text.isalnum() or text in (" ", "-")):
            return
        self._typed = (self._typed if event.time - self._typed_at < _LONG_MS else "") + text
        self._typed_at = event.time
        again = self._typed[0] if len(set(self._typed)) == 1 else self._typed
        if self._typed.strip() and (found := self._find(again)) is not None:
            self.select([found])

    # The pointer

    def _place_at(self, x: int, y: int) -> int | None:
        place = (self._top + y) // self._height
        return place if 0 <= place < len(self._ids) else None

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        if event.num == 1:
            self.stop_editing()
        super()._press(event)

    def _press_beside(self) -> None:
        self.select([])

    def _is_dragged(self, right: int, down: int) -> bool:
        return abs(down) >= pixels(self, _DRAG)

    def _drop_at(self, event: tk.Event[tk.Misc]) -> int:
        return max(0, min(round((self._top + event.y) / self._height), len(self._ids)))

    def _hover(self, event: tk.Event[tk.Misc]) -> None:
        place, column = self._place_at(event.x, event.y), self._painter.column_at(event.x)
        hovered = None if place is None else self._ids[place]
        fields = () if hovered is None else self._fields_of(hovered)
        self._tip.text = fields[column].tip if column is not None and column < len(fields) else ""
        if hovered != self._hovered:
            self._hovered = hovered
            self.refresh()

    def _leave(self, event: tk.Event[tk.Misc]) -> None:
        self._hovered = None
        self.refresh()

    def _heading_clicked(self, event: tk.Event[tk.Misc]) -> None:
        column = self._painter.column_at(event.x)
        if column is not None and self._columns[column].heading:
            self.heading_clicked.emit(self._columns[column].name)

    # Typing into a row

    @property
    def _height(self) -> int:
        return self._painter.row_height

    @property
    def least(self) -> int:
        """The pixels of height in which a row is seen, also where columns are out of sight."""
        return self._painter.head_height + self._height + self._across.winfo_reqheight()

    @property
    def is_editing(self) -> bool:
        return self._editor is not None

    def edit(self, id: int, text: str, done: Callable[[str], None]) -> None:
        """Edit a text over the bold field of a row; `done` gets the result unless cancelled."""
        self.bring_into_sight(id)
        self._on_typed = done
        self._editor = editor = ttk.Entry(self._body)
        editor.insert(0, text)
        editor.selection_range(0, "end")
        for event in ("<Return>", "<KP_Enter>", "<FocusOut>"):
            editor.bind(event, self.stop_editing)
        editor.bind("<Escape>", lambda event: self.stop_editing(keep=False))
        column = next(i for i, column in enumerate(self._columns) if column.bold)
        left, width = self._painter.spans()[column]
        y, height = self.place_of(id)[1], self._height * 2 // 3
        before = pixels(self, 6)
        left -= int(self._body.canvasx(0))
        editor.place(x=left - before, y=y, anchor="w", width=width + before, height=height)
        editor.focus_set()

    def stop_editing(self, event: object = None, *, keep: bool = True) -> str:
        """End typing, and accept the text unless it is not to be kept."""
        if self._editor:
            editor, self._editor = self._editor, None
            text = editor.get()
            self._body.focus_set()
            editor.destroy()
            if keep:
                self._on_typed(text)
            self.edited.emit()
        return "break"
