"""The dialog that asks for the properties of generated levels."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk
from typing import Any, NamedTuple

from flowdesk.app.dialogs.base import Dialog, number_field
from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.generator import Field, Generator, check, whole_number

MOST_LEVELS = 1000
MOST_SEED = 10**18 - 1
_COUNTS = range(1, MOST_LEVELS + 1)
_ANY = "any"
_SHAPE = check("shape", "Same shape as this board: its size, holes and walls")


class Asked(NamedTuple):
    """A request for each level, and the texts that the dialog starts with the next time."""

    requests: list[Any]
    texts: dict[str, str]


def ask_requests(
    parent: tk.Misc,
    generator: Generator,
    texts: Mapping[str, str],
    puzzle: Puzzle,
    most_side: int,
    seed: int,
) -> Asked | None:
    """Ask for the properties of levels; None if cancelled. `puzzle` may lend its shape."""
    dialog = Dialog(parent, "Generate")
    body = dialog.body
    fields = _fields(generator, most_side, seed)
    if _has_shape(generator, puzzle):
        fields.append(_SHAPE)
    rows = {field.name: _row(body, field, texts, row) for row, field in enumerate(fields)}
    wrong = ttk.Label(body, style="Problem.TLabel", wraplength=320)
    wrong.grid(row=len(fields), column=0, columnspan=2, sticky="w", pady=(8, 0))
    for cell in body.grid_slaves(column=1):
        cell.grid_configure(sticky="ew")
    chosen: list[Asked] = []

    def accept(name: str) -> bool:
        try:
            chosen[:] = [_asked(generator, fields, {name: rows[name]() for name in rows}, puzzle)]
        except ValueError as error:
            wrong.configure(text=str(error))
            return False
        wrong.configure(text=generator.problem(chosen[0].requests[0]))
        return not wrong.cget("text")

    dialog.buttons(["Generate", "Cancel"], accept)
    first = body.grid_slaves(row=0, column=1)[0]
    return chosen[0] if dialog.run(first) == "Generate" else None


def _fields(generator: Generator, most_side: int, seed: int) -> list[Field]:
    side = partial(_number, most=9999, numbers=range(1, most_side + 1))
    return [
        side("width", "Width", 7),
        side("height", "Height", 7),
        *(field for field in generator.fields if not field.is_check),
        _number("number", "Number of levels", 1, most=MOST_LEVELS, numbers=_COUNTS),
        _number("seed", "Seed: the same seed gives the same levels", seed, least=0, most=MOST_SEED),
        *(field for field in generator.fields if field.is_check),
    ]


def _number(
    name: str,
    words: str,
    default: int,
    *,
    least: int = 1,
    most: int,
    numbers: range | None = None,
) -> Field:
    read = partial(whole_number, least=least, most=most)
    return Field(name=name, words=words, default=default, read=read, numbers=numbers)


def _has_shape(generator: Generator, puzzle: Puzzle) -> bool:
    """Return whether a puzzle has more of a shape than its size."""
    width, height = puzzle.width, puzzle.height
    plain = generator.request(width, height, 0, None)
    return bool(generator.request(width, height, 0, puzzle) != plain)


def _row(body: ttk.Frame, field: Field, texts: Mapping[str, str], row: int) -> Callable[[], str]:
    """Add a field in a row of its own; return a function that gives its text."""
    text = _first_text(field, texts)
    if field.is_check:
        ticked = tk.BooleanVar(body, bool(text))
        box = ttk.Checkbutton(body, text=field.words, variable=ticked)
        box.grid(row=row, column=0, columnspan=2, sticky="w", pady=(4, 0))
        return lambda: field.text(ticked.get())
    if field.numbers:
        first, last = field.numbers[0], field.numbers[-1]
        number, _ = number_field(body, field.words, int(text), first, last, row)
        return lambda: number.get().strip()
    ttk.Label(body, text=field.words).grid(row=row, column=0, sticky="w", padx=(0, 12), pady=4)
    typed = tk.StringVar(body, text or (_ANY if field.choices else ""))
    entry: ttk.Entry
    if field.choices:
        values = [_ANY, *field.choices]
        entry = ttk.Combobox(body, textvariable=typed, values=values, state="readonly", width=9)
    else:
        entry = ttk.Entry(body, textvariable=typed, width=12)
    entry.grid(row=row, column=1, sticky="w", pady=4)
    return lambda: typed.get().replace(" ", "").replace(_ANY, "")


def _first_text(field: Field, texts: Mapping[str, str]) -> str:
    """Return a field's text of the last time, if it is valid, else its default."""
    text = texts.get(field.name, "")
    try:
        field.value(text)
    except ValueError:
        return field.text(field.default)
    return text


def _asked(
    generator: Generator, fields: list[Field], texts: dict[str, str], puzzle: Puzzle
) -> Asked:
    """Return what was typed; ValueError with a sentence."""
    values = {field.name: _value(field, texts[field.name]) for field in fields}
    size = values.pop("width"), values.pop("height")
    number, seed, lends = values.pop("number"), values.pop("seed"), values.pop("shape", False)
    if lends:
        size = puzzle.width, puzzle.height
    shape = puzzle if lends else None
    requests = [generator.request(*size, seed + k, shape, **values) for k in range(number)]
    kept = {name: texts[name] for name in (*values, "number")}
    return Asked(requests, {"width": str(size[0]), "height": str(size[1]), **kept})


def _value(field: Field, text: str) -> Any:
    try:
        return field.value(text)
    except ValueError as error:
        name = re.split("[:,]", field.words)[0]
        raise ValueError(f"{name}: {error}.") from None
