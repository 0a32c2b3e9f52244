"""ChoiceBar: the fields for a race's levels, engines, time limit and number of runs."""

from __future__ import annotations

import os
import tkinter as tk
from tkinter import ttk

from flowdesk.app.dialogs.base import whole_number
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents.document import Document
from flowdesk.lab.levels import is_complete
from flowdesk.lab.race import ALL_ENGINES, Race
from flowdesk.lab.race_levels import choices

_MOST_SECONDS, _MOST_RUNS = 3600, 99


class ChoiceBar(ttk.Frame):
    """The fields, and the button `start` beside them."""

    def __init__(self, parent: tk.Misc, document: Document) -> None:
        super().__init__(parent, padding=(12, 10, 12, 8))
        self._document = document
        self.columnconfigure(1, weight=1)
        ttk.Label(self, text="Levels").grid(row=0, column=0, sticky="w", padx=(0, 10))
        self._levels = ttk.Combobox(self, state="readonly", postcommand=self.offer_levels)
        self._levels.bind("<<ComboboxSelected>>", lambda event: self._levels.selection_clear())
        self._levels.grid(row=0, column=1, sticky="ew")
        self.start = ttk.Button(self, width=8)
        self.start.grid(row=0, column=2, sticky="e", padx=(12, 0))
        ttk.Label(self, text="Engines").grid(row=1, column=0, sticky="w", padx=(0, 10), pady=(8, 0))
        line = ttk.Frame(self)
        line.grid(row=1, column=1, columnspan=2, sticky="ew", pady=(8, 0))
        self._fields: list[ttk.Widget] = [self._levels]
        self._engines = {name: tk.BooleanVar(self, True) for name in ALL_ENGINES}
        for name, variable in self._engines.items():
            switch = ttk.Checkbutton(line, text=name, variable=variable)
            switch.pack(side="left", padx=(0, 10))
            self._fields.append(switch)
        numbers = ttk.Frame(line)
        numbers.pack(side="right")
        self._limit = self._number(numbers, "Seconds at most", 10, _MOST_SECONDS)
        self._runs = self._number(numbers, "Runs", 1, _MOST_RUNS)

    def offer_levels(self) -> None:
        """Update the choices of levels: another file may be open."""
        offered = list(choices(self._document))
        self._levels.configure(values=offered)
        if self._levels.get() not in offered:
            self._levels.set(offered[0])

    def set_changeable(self, changeable: bool) -> None:
        for field in self._fields:
            field.state(["!disabled" if changeable else "disabled"])

    def race(self) -> tuple[Race, int]:
        """Start what was chosen; return it with the number of levels that are not complete.

        FlowDeskError if the choice is not valid.
        """
        engines = [name for name, variable in self._engines.items() if variable.get()]
        if not engines:
            raise FlowDeskError("Choose at least one engine.")
        limit = _number_in(self._limit, "The number of seconds", _MOST_SECONDS)
        runs = _number_in(self._runs, "The number of runs", _MOST_RUNS)
        self.offer_levels()
        levels = choices(self._document)[self._levels.get()]()
        complete = [(name, level) for name, level in levels if is_complete(level)]
        if not complete:
            raise FlowDeskError(
                "None of these levels is complete: each colour needs two endpoints."
            )
        # Half of the cores, so that the runs do not slow one another down.
        workers = max(1, (os.cpu_count() or 1) // 2)
        race = Race(complete, engines, timeout=limit, runs=runs, workers=workers)
        return race, len(levels) - len(complete)

    def _number(self, parent: tk.Misc, label: str, value: int, most: int) -> tk.StringVar:
        variable = tk.StringVar(self, str(value))
        field = ttk.Spinbox(parent, from_=1, to=most, textvariable=variable, width=4)
        ttk.Label(parent, text=label).pack(side="left", padx=(16, 8))
        field.pack(side="left")
        self._fields.append(field)
        return variable


def _number_in(variable: tk.StringVar, name: str, most: int) -> int:
    wrong = f"{name} must be a whole number from 1 to {most}."
    number = whole_number(variable.get(), wrong)
    if not 1 <= number <= most:
        raise FlowDeskError(wrong)
    return number
