"""Fields for the options of pictures and booklets, made from their declarations."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from tkinter import ttk
from typing import Any

from flowdesk.app.dialogs.base import choice_field, number_field, switch, whole_number
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.pictures.options import Option, options_of

#: The row with the switches: below all others.
SWITCHES_ROW = 20


@dataclass(frozen=True)
class OptionField:
    """A field with its variable, and a function that reads the option's value.

    `enabled` is the widget's state in which it can be used.
    """

    variable: tk.Variable
    widget: ttk.Widget
    value: Callable[[], Any]
    enabled: str = "normal"

    def enable(self, possible: bool) -> None:
        state = self.enabled if possible else "disabled"
        self.widget.configure(state=state)  # type: ignore[call-arg]

    def refuse(self, text: str) -> None:
        """Disable a box, and show why."""
        self.widget.configure(state="disabled", text=text)  # type: ignore[call-arg]


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
            return OptionField(text, choice, lambda: named[text.get()], "readonly")
        if option.limits:
            low, high = map(int, option.limits)
            text, number = number_field(parent, option.label, value, low, high, option.row)
            return OptionField(text, number, partial(_whole, text, option.noun))
        text = tk.StringVar(parent, value)
        ttk.Label(parent, text=option.label).grid(
            row=option.row, column=0, sticky="w", padx=(0, 12), pady=4
        )
        entry = ttk.Entry(parent, textvariable=text)
        entry.grid(row=option.row, column=1, sticky="ew", pady=4)
        return OptionField(text, entry, lambda: " ".join(text.get().split()))


def _whole(text: tk.StringVar, noun: str) -> int:
    number = whole_number(text.get())
    if number is None:
        raise FlowDeskError(f"The {noun} is a whole number.")
    return number
