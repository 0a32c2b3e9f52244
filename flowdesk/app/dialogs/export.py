"""The dialog before a picture is written."""

from __future__ import annotations

import tkinter as tk
from tkinter import colorchooser, ttk

from flowdesk.app.dialogs.base import Dialog, number_field, whole_number
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.picture import LARGEST_CELL, SMALLEST_CELL, Style
from flowdesk.draw.theme import THEMES

_AS_THEME, _TRANSPARENT, _OTHER = "as the theme", "transparent", "another colour ..."


def ask_picture_style(
    parent: tk.Misc, style: Style, *, has_solution: bool, width: int, height: int
) -> tuple[Style, bool] | None:
    """How the picture is to look, and whether it shows the solution; None if cancelled.

    `width` and `height` of the level are in cells.
    """
    dialog = Dialog(parent, "Export picture")
    body = dialog.body
    cell, field = number_field(
        body, "Cell size in pixels", style.cell, SMALLEST_CELL, LARGEST_CELL, 0
    )
    size = ttk.Label(body, style="Faint.TLabel", width=20)
    size.grid(row=0, column=2, sticky="w", padx=(12, 0))
    theme = _choice(body, "Theme", list(THEMES), style.theme, 1)
    background = _choice(body, "Background", [_AS_THEME, _TRANSPARENT, _OTHER], _AS_THEME, 2)
    labels = tk.BooleanVar(dialog, style.labels)
    solution = tk.BooleanVar(dialog, has_solution)
    ttk.Checkbutton(body, text="Labels on the dots", variable=labels).grid(
        row=3, column=1, columnspan=2, sticky="w", pady=4
    )
    shown = ttk.Checkbutton(body, text="The solution", variable=solution)
    shown.grid(row=4, column=1, columnspan=2, sticky="w", pady=4)
    if not has_solution:
        shown.configure(state="disabled", text="The solution (press Solve first)")
    problem = ttk.Label(body, wraplength=340, style="Problem.TLabel")
    problem.grid(row=5, column=0, columnspan=3, sticky="w")
    chosen: list[Style] = []

    def refresh(*_: object) -> None:
        number = whole_number(cell.get())
        pixels = f"{width * number} × {height * number} pixels" if number else ""
        size.configure(text=pixels)

    def pick_color(*_: object) -> None:
        if background.get() == _OTHER:
            color = colorchooser.askcolor(parent=dialog, title="Background")[1]
            background.set(color or _AS_THEME)

    def accept(name: str) -> bool:
        if whole_number(cell.get()) is None:
            problem.configure(text="The cell size is a whole number.")
            return False
        ground = background.get()
        wanted = Style(
            whole_number(cell.get()) or 0,
            theme.get(),
            labels.get(),
            ground if ground.startswith("#") else "",
            ground == _TRANSPARENT,
        )
        try:
            wanted.chosen_theme()
        except FlowDeskError as error:
            problem.configure(text=str(error))
            return False
        chosen[:] = [wanted]
        return True

    cell.trace_add("write", refresh)
    background.trace_add("write", pick_color)
    refresh()
    dialog.buttons(["Export ...", "Cancel"], accept)
    return (chosen[0], solution.get()) if dialog.run(field) == "Export ..." else None


def _choice(parent: tk.Misc, label: str, values: list[str], value: str, row: int) -> tk.StringVar:
    """A labelled row with a list to choose from."""
    ttk.Label(parent, text=label).grid(row=row, column=0, sticky="w", padx=(0, 12), pady=4)
    variable = tk.StringVar(parent, value)
    box = ttk.Combobox(parent, values=values, textvariable=variable, state="readonly", width=18)
    box.grid(row=row, column=1, columnspan=2, sticky="w", pady=4)
    return variable
