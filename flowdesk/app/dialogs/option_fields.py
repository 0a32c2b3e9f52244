"""Fields for the options of pictures and booklets, made from their declarations."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk
from typing import Any

from flowdesk.app.dialogs.base import (
    choice_field,
    number_field,
    switch,
    text_field,
    whole_number,
)
from flowdesk.desk.pictures.options import Option, options_of

#: The row with the switches: below all others.
SWITCHES_ROW = 20


@dataclass(frozen=True)
class OptionField:
    """A field with its variable, and a function that reads the option's value."""

    variable: tk.Variable
    widget: ttk.Widget
    value: Callable[[], Any]

    def enable(self, possible: bool) -> None:
        usable = "readonly" if isinstance(self.widget, ttk.Combobox) else "normal"
        self.widget["state"] = usable if possible else "disabled"


class OptionFields:
    """The fields for a `Style` or a `Layout`, `by_name` of their options; `before` is shown.

    `switches` is the frame with the boxes to tick.
    """

    def __init__(self, parent: ttk.Frame, before: Any) -> None:
        self.by_name: dict[str, OptionField] = {}
        self.switches = ttk.Frame(parent)
        self.switches.grid(row=SWITCHES_ROW, column=0, columnspan=2, sticky="w", pady=(8, 0))
        shown = {name: each for name, each in options_of(type(before)).items() if each.label}
        # In the order of their rows, for the Tab key.
        for name in sorted(shown, key=lambda name: shown[name].row):
            self.by_name[name] = self._field(parent, shown[name], getattr(before, name))
        self.switches.lift()  # the Tab key comes to them last

    @property
    def variables(self) -> list[tk.Variable]:
        return [field.variable for field in self.by_name.values()]

    def values(self) -> dict[str, Any]:
        """Return the values of all fields; FlowDeskError if one is not valid."""
        return {name: field.value() for name, field in self.by_name.items()}

    def _field(self, parent: ttk.Frame, option: Option, value: Any) -> OptionField:
        if isinstance(value, bool):
            ticked, box = switch(self.switches, option.label, value)
            return OptionField(ticked, box, ticked.get)
        if words := option.choices or (option.offers() if option.offers else {}):
            word = words.get(value, f"{value:g}" if isinstance(value, float) else str(value))
            text, choice = choice_field(parent, option.label, [*words.values()], word, option.row)
            named = {word: value, **{word: value for value, word in words.items()}}
            return OptionField(text, choice, lambda: named[text.get()])
        if option.limits:
            low, high = map(int, option.limits)
            text, number = number_field(parent, option.label, value, low, high, option.row)
            wrong = f"The {option.noun} is a whole number."
            return OptionField(text, number, lambda: whole_number(text.get(), wrong))
        text, entry = text_field(parent, option.label, value, option.row)
        return OptionField(text, entry, lambda: " ".join(text.get().split()))
