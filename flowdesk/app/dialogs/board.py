"""Dialogs about the board: a new one, its size, two of its colours."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from flowdesk.app.dialogs.base import Dialog, choice_field, number_field, whole_number
from flowdesk.app.widgets.writing import when_written
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import MAX_WINDOW_SIDE, Puzzle
from flowdesk.kinds.editor import Item
from flowdesk.kinds.table import AnyKind, kind_of


def ask_new(
    parent: tk.Misc, kinds: Sequence[AnyKind], kind: AnyKind, width: int, height: int
) -> tuple[AnyKind, int, int] | None:
    """Ask for kind, width and height of a new board, these suggested; None if cancelled."""
    dialog = Dialog(parent, "New puzzle")
    by_name = {each.name: each for each in kinds}
    across, field = number_field(dialog.body, "Width", width, 1, MAX_WINDOW_SIDE, 1)
    down, below = number_field(dialog.body, "Height", height, 1, MAX_WINDOW_SIDE, 2)
    name, first = choice_field(dialog.body, "Puzzle", list(by_name), kind.name, 0)
    first.lower()  # the Tab key comes to it first
    for each in (field, below):
        each.grid_configure(sticky="ew")

    def chosen() -> tuple[AnyKind, int, int]:
        wrong = "Enter whole numbers for width and height."
        columns, rows = whole_number(across.get(), wrong), whole_number(down.get(), wrong)
        return by_name[name.get()], *_possible(by_name[name.get()], columns, rows)

    return dialog.ask("Create", chosen, field)


def ask_resize(parent: tk.Misc, level: Puzzle) -> tuple[int, int, int, int] | None:
    """Ask how many columns and rows to add at left, top, right and bottom; None if cancelled."""
    dialog = Dialog(parent, "Resize")
    text = "Columns and rows to add at each side; negative numbers remove them."
    ttk.Label(dialog.body, text=text).grid(row=0, column=0, columnspan=3, pady=(0, "9p"))
    places = {"left": (2, 0), "top": (1, 1), "right": (2, 2), "bottom": (3, 1)}
    fields = []
    for side, (row, column) in places.items():
        cell = ttk.Frame(dialog.body)
        cell.grid(row=row, column=column, padx="4.5p", pady="4.5p")
        ttk.Label(cell, text=side.capitalize(), style="Faint.TLabel").pack()
        variable = tk.StringVar(dialog, "0")
        field = ttk.Spinbox(
            cell, from_=-99, to=99, width=5, textvariable=variable, justify="center"
        )
        field.pack()
        when_written(variable, field, lambda: refresh())
        fields.append((variable, field))
    size = ttk.Label(dialog.body, style="Heading.TLabel")
    size.grid(row=2, column=1)

    def change() -> tuple[int, int, int, int]:
        left, top, right, bottom = (
            whole_number(variable.get(), "Enter whole numbers.") for variable, _ in fields
        )
        width, height = level.width + left + right, level.height + top + bottom
        size.configure(text=f"{width} × {height}")
        _possible(kind_of(level), width, height)
        return left, top, right, bottom

    def refresh() -> None:
        size.configure(text="?")
        dialog.checked(change)

    refresh()
    return dialog.ask("Resize", change, fields[0][1])


def ask_two_items(parent: tk.Misc, items: Sequence[Item], current: str) -> tuple[Item, Item] | None:
    """Ask for two items of the palette to exchange; None if cancelled."""
    dialog = Dialog(parent, "Swap two colours")
    by_words = {item.words: item for item in items}
    chosen = next((item for item in items if item.name == current), items[0])
    other = next((item for item in items if item is not chosen), chosen)
    first, _ = choice_field(dialog.body, "Colour", list(by_words), chosen.words, 0)
    second, _ = choice_field(dialog.body, "and colour", list(by_words), other.words, 1)
    return dialog.ask("Swap", lambda: (by_words[first.get()], by_words[second.get()]))


def _possible(kind: AnyKind, width: int, height: int) -> tuple[int, int]:
    """Return a size; FlowDeskError if a board cannot have it."""
    if problem := kind.size_problem(width, height, in_window=True):
        raise FlowDeskError(problem)
    return width, height
