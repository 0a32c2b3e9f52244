"""The dialog that asks what levels are to be like."""

from __future__ import annotations

import re
import tkinter as tk
from dataclasses import replace
from tkinter import ttk

from flowdesk.app.dialogs.base import Dialog, number_field, whole_number
from flowdesk.desk.documents.settings import Settings
from flowdesk.kinds.flow.deduction.difficulty import WORDS
from flowdesk.kinds.flow.level import MAX_WINDOW_SIDE, Level
from flowdesk.kinds.flow.making.generate import Request, problem

MOST_LEVELS = 1000
_ANY = "any"
_RANGE = r"\s*(?:(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?)?"


def ask_request(
    parent: tk.Misc, settings: Settings, level: Level, seed: int
) -> tuple[Request, int] | None:
    """The request, and how many levels of it; or None. `level` may lend its shape."""
    dialog = Dialog(parent, "Generate")
    body = dialog.body
    width, field = number_field(body, "Width", settings.wish_width, 1, MAX_WINDOW_SIDE, 0)
    height, _ = number_field(body, "Height", settings.wish_height, 1, MAX_WINDOW_SIDE, 1)
    colors = _text_field(body, "Colours, as 6 or 5-8", settings.wish_colors, 2)
    shortest, _ = number_field(body, "Shortest path, in cells", settings.wish_shortest, 2, 99, 3)
    difficulty = tk.StringVar(body, settings.wish_difficulty or _ANY)
    ttk.Label(body, text="Difficulty").grid(row=4, column=0, sticky="w", pady=4)
    words = ttk.Combobox(
        body, textvariable=difficulty, values=[_ANY, *WORDS], state="readonly", width=9
    )
    words.grid(row=4, column=1, sticky="w", pady=4)
    number, _ = number_field(body, "How many", settings.wish_number, 1, MOST_LEVELS, 5)
    seeds = _text_field(body, "Seed: the same gives the same", str(seed), 6)
    touching = tk.BooleanVar(body, settings.wish_non_touching)
    ttk.Checkbutton(
        body, text="One solution without touching is enough (faster)", variable=touching
    ).grid(row=7, column=0, columnspan=2, sticky="w", pady=(8, 0))
    shaped = tk.BooleanVar(body, False)
    shape = ttk.Checkbutton(
        body, text="In the shape of this board: its size, holes and walls", variable=shaped
    )
    if level.holes or level.walls:
        shape.grid(row=8, column=0, columnspan=2, sticky="w", pady=(4, 0))
    wrong = ttk.Label(body, style="Problem.TLabel", wraplength=320)
    wrong.grid(row=9, column=0, columnspan=2, sticky="w", pady=(8, 0))
    for cell in body.grid_slaves(column=1):
        cell.grid_configure(sticky="ew")
    chosen: list[tuple[Request, int]] = []

    def accept(name: str) -> bool:
        texts = [width, height, shortest, number, seeds]
        values = [whole_number(variable.get()) for variable in texts]
        amount = re.fullmatch(_RANGE, colors.get())
        if None in values or not amount:
            wrong.configure(text="Please give whole numbers; colours may be a range, as 5-8.")
            return False
        fewest, most = amount.groups()
        across, down, least, many, start = (value or 0 for value in values)
        if not 1 <= many <= MOST_LEVELS:
            wrong.configure(text=f"How many: 1 to {MOST_LEVELS}.")
            return False
        word = "" if difficulty.get() == _ANY else difficulty.get()
        request = Request(
            across,
            down,
            seed=start,
            colors=(int(fewest), int(most or fewest)) if fewest else None,
            shortest=least,
            difficulty=word,
            non_touching=touching.get(),
        )
        if shaped.get():
            request = replace(
                request,
                width=level.width,
                height=level.height,
                holes=level.holes,
                walls=level.walls,
            )
        wrong.configure(text=problem(request))
        chosen[:] = [(request, many)]
        return not wrong.cget("text")

    dialog.buttons(["Generate", "Cancel"], accept)
    return chosen[0] if dialog.run(field) == "Generate" else None


def _text_field(parent: tk.Misc, label: str, value: str, row: int) -> tk.StringVar:
    ttk.Label(parent, text=label).grid(row=row, column=0, sticky="w", padx=(0, 12), pady=4)
    variable = tk.StringVar(parent, value)
    ttk.Entry(parent, textvariable=variable, width=12).grid(row=row, column=1, sticky="w", pady=4)
    return variable
