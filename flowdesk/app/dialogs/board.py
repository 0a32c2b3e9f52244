"""Dialogs about the board: a new one, its size, two of its colours."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from flowdesk.app.dialogs.base import Dialog, choice_field, number_field, whole_number
from flowdesk.core.puzzle import MAX_WINDOW_SIDE, Puzzle
from flowdesk.kinds.editor import Item
from flowdesk.kinds.kind import Kind
from flowdesk.kinds.table import kind_of


def ask_new_size(parent: tk.Misc, kind: Kind, width: int, height: int) -> tuple[int, int] | None:
    """Ask for width and height of a new board; None if cancelled."""
    dialog = Dialog(parent, "New level")
    across, field = number_field(dialog.body, "Width", width, 1, MAX_WINDOW_SIDE, 0)
    down, _ = number_field(dialog.body, "Height", height, 1, MAX_WINDOW_SIDE, 1)
    problem = _problem_label(dialog, 2)
    chosen: list[tuple[int, int]] = []

    def accept(name: str) -> bool:
        size = whole_number(across.get()), whole_number(down.get())
        if size[0] is None or size[1] is None:
            problem.configure(text="Enter whole numbers for width and height.")
            return False
        problem.configure(text=kind.size_problem(size[0], size[1], in_window=True))
        chosen[:] = [(size[0], size[1])]
        return not problem.cget("text")

    dialog.buttons(["Create", "Cancel"], accept)
    return chosen[0] if dialog.run(field) == "Create" else None


def ask_resize(parent: tk.Misc, level: Puzzle) -> tuple[int, int, int, int] | None:
    """Ask how many columns and rows to add at left, top, right and bottom; None if cancelled."""
    dialog = Dialog(parent, "Resize")
    text = "Columns and rows to add at each side; negative numbers remove them."
    ttk.Label(dialog.body, text=text).grid(row=0, column=0, columnspan=3, pady=(0, 12))
    places = {"left": (2, 0), "top": (1, 1), "right": (2, 2), "bottom": (3, 1)}
    variables = {}
    for side, (row, column) in places.items():
        cell = ttk.Frame(dialog.body)
        cell.grid(row=row, column=column, padx=6, pady=6)
        ttk.Label(cell, text=side.capitalize(), style="Faint.TLabel").pack()
        variables[side] = tk.StringVar(dialog, "0")
        field = ttk.Spinbox(
            cell, from_=-99, to=99, width=5, textvariable=variables[side], justify="center"
        )
        field.pack()
        if side == "left":
            first = field
    size = ttk.Label(dialog.body, style="Heading.TLabel")
    size.grid(row=2, column=1)
    problem = _problem_label(dialog, 4, columns=3)

    def numbers() -> tuple[int, int, int, int] | None:
        left, top, right, bottom = (whole_number(variables[side].get()) for side in places)
        if left is None or top is None or right is None or bottom is None:
            return None
        return left, top, right, bottom

    def refresh(*_: object) -> None:
        change = numbers()
        if change is None:
            size.configure(text="?")
            problem.configure(text="Enter whole numbers.")
            return
        width = level.width + change[0] + change[2]
        height = level.height + change[1] + change[3]
        size.configure(text=f"{width} × {height}")
        problem.configure(text=kind_of(level).size_problem(width, height, in_window=True))

    for variable in variables.values():
        variable.trace_add("write", refresh)
    refresh()
    chosen: list[tuple[int, int, int, int]] = []

    def accept(name: str) -> bool:
        chosen[:] = [change] if (change := numbers()) else []
        return not problem.cget("text")

    dialog.buttons(["Resize", "Cancel"], accept)
    return chosen[0] if dialog.run(first) == "Resize" else None


def ask_two_items(parent: tk.Misc, items: Sequence[Item], current: str) -> tuple[Item, Item] | None:
    """Ask for two items of the palette to exchange; None if cancelled."""
    dialog = Dialog(parent, "Swap two colours")
    by_words = {item.words: item for item in items}
    chosen = next((item for item in items if item.name == current), items[0])
    other = next((item for item in items if item is not chosen), chosen)
    first, _ = choice_field(dialog.body, "Colour", list(by_words), chosen.words, 0)
    second, _ = choice_field(dialog.body, "and colour", list(by_words), other.words, 1)
    dialog.buttons(["Swap", "Cancel"])
    return (by_words[first.get()], by_words[second.get()]) if dialog.run() == "Swap" else None


def _problem_label(dialog: Dialog, row: int, columns: int = 2) -> ttk.Label:
    label = ttk.Label(dialog.body, wraplength=380, style="Problem.TLabel")
    label.grid(row=row, column=0, columnspan=columns, sticky="w", pady=(8, 0))
    return label
