"""Aim: what is asked of variations, in the fields of the kind, and what is wrong with that."""

from __future__ import annotations

import random
import textwrap
import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from tkinter import ttk
from typing import Any

from flowdesk.app.dialogs.base import when_written
from flowdesk.app.dialogs.generate import Fold, add_row, seed_field, short_words, value_of
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.narrow import wrapped_label
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.finding import FlowDeskError
from flowdesk.kinds.making import Field

_BOX_LETTERS = 26  # of a line beside a box to tick


class Aim(ttk.Frame):
    """A row for each field, the less usual ones folded, and a sentence on what cannot be.

    All rows fold away while what was made is looked at; `words` say in short what they ask for.
    `problem_of` returns that of the present values, or raises it as a FlowDeskError.
    """

    def __init__(
        self,
        parent: tk.Misc,
        texts: Mapping[str, str],
        problem_of: Callable[[Mapping[str, object]], str],
    ) -> None:
        super().__init__(parent)
        self._texts, self._problem_of = {**texts}, problem_of
        self._rows: dict[str, Callable[[], str]] = {}
        self.fields: Sequence[Field] = ()
        self._checking = Timer(self)
        self._grid = ttk.Frame(self)
        self._grid.columnconfigure(1, weight=1)
        self.unfold = Fold(self)
        self.unfold.configure(takefocus=False)
        ttk.Frame(self, height=1).pack()  # a frame with nothing in it would keep its height
        self.fold(is_folded=False)
        self._problem = wrapped_label(self)

    @property
    def texts(self) -> dict[str, str]:
        """What is in the fields, but for the seed."""
        return {name: text for name, text in self._texts.items() if name != "seed"}

    @property
    def problem(self) -> str:
        """The sentence that is shown."""
        return str(self._problem["text"])

    @property
    def words(self) -> str:
        """What is asked for, but for the seed: what is not as by default."""
        asked = []
        for field in self.fields[:-1]:
            text = self._rows[field.name]()
            if text != field.text(field.default):
                words = short_words(field).lower()
                is_plain = field.name == "difficulty"  # "hard" says what it is, "turn" does not
                asked.append(words if field.is_check else text if is_plain else f"{words} {text}")
        return ", ".join(asked) or "as it comes"

    def fold(self, *, is_folded: bool) -> None:
        """Leave the problem alone on show, or unfold the fields again."""
        if is_folded:
            self._grid.pack_forget()
            self.unfold.pack_forget()
        elif not self._grid.winfo_manager():
            self.unfold.pack(fill="x")
            self._grid.pack(fill="x", before=self.unfold)

    @property
    def first_field(self) -> tk.Misc:
        """The field that is written into first."""
        return self._grid.grid_slaves(row=0)[0]

    def draw_seed(self) -> None:
        """Have another seed in its field when that is shown."""
        self._texts["seed"] = str(random.SystemRandom().randrange(1, 1_000_000))

    def ask(self, texts: Mapping[str, str]) -> None:
        """Have these texts in the fields, and in the others what they have by default."""
        self._texts = {"seed": self._texts["seed"], **texts}
        self.show(self.fields[:-1])

    def show(self, fields: Sequence[Field]) -> None:
        """Show a row for each of these fields and for the seed, with their present texts."""
        fields = [field for field in fields if field.in_sight is not None]
        self.fields = (*sorted(fields, key=lambda field: not field.in_sight), seed_field("Seed", 1))
        for part in self._grid.winfo_children():
            part.destroy()
        more: list[Any] = []
        for row, field in enumerate(self.fields):
            words = short_words(field)
            shown = textwrap.fill(words, _BOX_LETTERS) if field.is_check else words
            made = add_row(self._grid, replace(field, words=shown), self._texts, row)
            self._rows[field.name] = made.text
            widgets = self._grid.grid_slaves(row=row)
            when_written(made.variable, widgets[0], self._written)
            for widget in widgets:
                Tooltip(widget, field.help or field.words)
            if not field.in_sight:
                more += widgets
        for widget in self._grid.grid_slaves(column=1):
            widget.grid_configure(sticky="ew")
            widget["width"] = 6
        self.unfold.hold(more)

    def read(self) -> dict[str, Any]:
        """Return the values of the fields; FlowDeskError if one has none."""
        return {field.name: value_of(field, self._rows[field.name]()) for field in self.fields}

    def check(self) -> None:
        """Say soon what cannot be."""
        self._checking.when_idle(self._check)

    def _written(self) -> None:
        self._texts |= {field.name: self._rows[field.name]() for field in self.fields}
        self.check()

    def _check(self) -> None:
        try:
            problem = self._problem_of(self.read())
        except FlowDeskError as error:
            problem = str(error)
        self._problem.configure(text=problem)
        if problem:
            self._problem.pack(side="bottom", fill="x")
        else:
            self._problem.pack_forget()
