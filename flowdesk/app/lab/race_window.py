"""RaceWindow: a window that runs several engines on the same levels and compares them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import Any, Literal

from flowdesk.app.dialogs.base import whole_number
from flowdesk.app.front import Front
from flowdesk.app.jobs import jobs_of
from flowdesk.app.lab.result_window import ResultWindow
from flowdesk.app.look import ACCENT
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.chart_canvas import ChartCanvas
from flowdesk.app.widgets.scrolled import scroll_across
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.text import counted
from flowdesk.desk.documents.document import Document
from flowdesk.desk.work.pool import usable_cores
from flowdesk.kinds.table import kind_of
from flowdesk.lab.race import (
    ALL_ENGINES,
    FAILED,
    Race,
    Run,
    choices,
    csv_file,
    in_numbers,
    in_words,
    race_chart,
    refusal,
    standings,
)

_SIZE, _LEAST = (840, 420), (525, 300)  # points


class RaceWindow(ResultWindow):
    """Its table stays while it is hidden."""

    def __init__(self, front: Front) -> None:
        super().__init__(front, "Race engines", _SIZE, _LEAST, "race")
        self.runs: list[Run] = []
        self.race: Race | None = None  # while it is on
        self._left_out = ""
        top, page = self.top, self._page()
        self._jobs = jobs_of(top)
        self._choice = ChoiceBar(page, lambda: front.document)
        self._choice.start.configure(style=ACCENT, command=self.start_or_stop)
        self._choice.pack(side="top", fill="x")
        self._offer("chart", "Picture", "race.png", lambda: race_chart(self.runs))
        self._offer("table", "Table", "race.csv", lambda: csv_file(self.runs))
        self._progress = ttk.Progressbar(self._foot, length="105p")
        self.results = RaceResults(page)
        self.results.pack(side="top", fill="both", expand=True)
        top.bind("<Return>", self._return_pressed)
        top.bind("<Escape>", lambda event: self.stop() if self.race else self.hide())
        self._theme_changed()

    def appear(self) -> None:
        self._choice.offer_levels()
        if not self.runs:
            self._say("Choose levels and engines, then start.")
        self._refresh()
        super().appear()
        self._choice.start.focus_force()

    def hide(self) -> None:
        self.stop()
        super().hide()

    def _theme_changed(self) -> None:
        super()._theme_changed()
        self.results.chart.set_colors(self._theming.colors, is_light=self._theming.theme.is_light)

    # The race

    def start_or_stop(self) -> None:
        if self.race:
            self.stop()
            return
        try:
            self.race, self._left_out = self._choice.race()
        except FlowDeskError as error:
            self._say(str(error))
            return
        self.runs = []
        self._refresh()
        self._jobs.look(self._look)

    def stop(self) -> None:
        if self.race:
            self._end(f"Stopped after {counted(len(self.runs), 'run')}.")

    def _look(self) -> bool:
        assert self.race, "it is looked at while it is on"
        if ended := self.race.poll():
            self.runs += ended
            self._refresh()
        if not self.race.running:
            self._end(f"{counted(len(self.runs), 'run')}, all done.{self._remark()}")
        return self.race is not None

    def _end(self, text: str) -> None:
        self._jobs.forget(self._look)
        if self.race:
            self.race.close()
            self.race = None
        self._say(text)
        self._refresh()

    def _remark(self) -> str:
        """Return sentences about levels left out and runs that failed."""
        remark = self._left_out
        if failed := sum(each.status == FAILED for each in self.runs):
            remark += f" {counted(failed, 'run')} failed, perhaps for lack of memory."
        return remark

    # Showing

    def _refresh(self) -> None:
        self._choice.start.configure(text="Stop" if self.race else "Start")
        self._choice.set_changeable(self.race is None)
        self._allow_saving(possible=bool(self.runs))
        if self.race:
            done = len(self.runs)
            total = done + self.race.left
            self._progress.configure(maximum=total, value=done)
            self._progress.pack(side="right", before=self._message)
            self._say(f"{done} of {counted(total, 'run')}.{self._remark()}")
        else:
            self._progress.pack_forget()
        self.results.show(self.runs)

    def _return_pressed(self, event: tk.Event[tk.Misc]) -> None:
        """Invoke the button that has the focus; from a field, start or stop."""
        if isinstance(event.widget, ttk.Button):
            event.widget.invoke()
        else:
            self.start_or_stop()


_MOST_SECONDS, _MOST_RUNS = 3600, 99

#: Columns of the table, and their widths in points.
_COLUMNS = {"Size": 52.5, "Engine": 57, "Levels": 42, "Unknown": 57, "Median": 66, "Worst": 66}
_COLUMNS |= {"Nodes": 51, "Conflicts": 57}

_EMPTY = "Each engine solves each level in a process of its own. The times will be shown here."


class ChoiceBar(ttk.Frame):
    """The fields, and the button `start` beside them."""

    def __init__(self, parent: tk.Misc, document: Callable[[], Document]) -> None:
        super().__init__(parent, padding=("9p", "7.5p", "9p", "6p"))
        self._document = document
        self.columnconfigure(1, weight=1)
        ttk.Label(self, text="Levels").grid(row=0, column=0, sticky="w", padx=(0, "7.5p"))
        self._levels = ttk.Combobox(self, state="readonly", postcommand=self.offer_levels)
        self._levels.bind("<<ComboboxSelected>>", lambda event: self._levels.selection_clear())
        self._levels.grid(row=0, column=1, sticky="ew")
        self.start = ttk.Button(self, width=8)
        self.start.grid(row=0, column=2, sticky="e", padx=("9p", 0))
        ttk.Label(self, text="Engines").grid(
            row=1, column=0, sticky="w", padx=(0, "7.5p"), pady=("6p", 0)
        )
        line = ttk.Frame(self)
        line.grid(row=1, column=1, columnspan=2, sticky="ew", pady=("6p", 0))
        self._fields: list[ttk.Widget] = [self._levels]
        self._engines = {name: tk.BooleanVar(self, True) for name in ALL_ENGINES}
        self._switches: dict[str, ttk.Checkbutton] = {}
        for name, variable in self._engines.items():
            switch = ttk.Checkbutton(line, text=name, variable=variable)
            self._switches[name] = switch
        numbers = ttk.Frame(self)
        numbers.grid(row=2, column=1, columnspan=2, sticky="ew", pady=("6p", 0))
        self._limit = self._number(numbers, "Seconds at most", 10, _MOST_SECONDS)
        self._runs = self._number(numbers, "Runs", 1, _MOST_RUNS)
        for parts in (line, numbers):
            parts.bind("<Configure>", lambda event: _wrap(event.widget))

    def offer_levels(self) -> None:
        """Update the choices of levels and engines: another file may be open."""
        offered = list(choices(self._document()))
        self._levels.configure(values=offered)
        if self._levels.get() not in offered:
            self._levels.set(offered[0])
        self.set_changeable(True)

    def set_changeable(self, changeable: bool) -> None:
        for field in self._fields:
            field.state(["!disabled" if changeable else "disabled"])
        for name, switch in self._switches.items():
            is_offered = changeable and self._suits(name)
            switch.state(["!disabled" if is_offered else "disabled"])

    def _suits(self, engine: str) -> bool:
        """Whether an engine is for the kind of the level on the board."""
        return not refusal(self._document().level, [engine])

    def race(self) -> tuple[Race, str]:
        """Start what was chosen; return it with a sentence on levels that are left out, if any.

        FlowDeskError if the choice is not valid.
        """
        engines = [n for n, variable in self._engines.items() if variable.get() and self._suits(n)]
        if not engines:
            raise FlowDeskError("Choose at least one engine.")
        limit = _number_in(self._limit, "The number of seconds", _MOST_SECONDS)
        runs = _number_in(self._runs, "The number of runs", _MOST_RUNS)
        self.offer_levels()
        levels = choices(self._document())[self._levels.get()]()
        kind = kind_of(self._document().level)
        same = [(name, level) for name, level in levels if level.kind == kind.key]
        complete = [(name, level) for name, level in same if not kind.incomplete(level)]
        if not complete:
            raise FlowDeskError(
                "None of these levels is complete: "
                f"engines can search when {kind.words.complete_when}."
                if same or not levels
                else f"None of these levels is a {kind.name} puzzle, as the one on the board is."
            )
        # Half of the cores, so that the runs do not slow one another down.
        workers = max(1, usable_cores() // 2)
        race = Race(complete, engines, timeout=limit, runs=runs, workers=workers)
        left_out = {
            "left out as incomplete": len(same) - len(complete),
            "of another kind left out": len(levels) - len(same),
        }
        remarks = [
            f" {counted(number, 'level')} {why}." for why, number in left_out.items() if number
        ]
        return race, "".join(remarks)

    def _number(self, parent: tk.Misc, label: str, value: int, most: int) -> tk.StringVar:
        variable, pair = tk.StringVar(self, str(value)), ttk.Frame(parent)
        field = ttk.Spinbox(pair, from_=1, to=most, textvariable=variable, width=4)
        ttk.Label(pair, text=label).pack(side="left", padx=(0, "6p"))
        field.pack(side="left")
        self._fields.append(field)
        return variable


def _wrap(frame: tk.Misc) -> None:
    """Lay the parts of a frame out in as many columns as there is room for."""
    parts: list[Any] = frame.winfo_children()
    beside = pixels(frame, 7.5)
    widest = max(part.winfo_reqwidth() for part in parts) + beside
    columns = max(1, min(len(parts), frame.winfo_width() // widest))
    for number, part in enumerate(parts):
        part.grid(row=number // columns, column=number % columns, sticky="w", padx=(0, beside))


def _number_in(variable: tk.StringVar, name: str, most: int) -> int:
    wrong = f"{name} must be a whole number from 1 to {most}."
    number = whole_number(variable.get(), wrong)
    if not 1 <= number <= most:
        raise FlowDeskError(wrong)
    return number


class RaceResults(ttk.Frame):
    """The table by size, and beside it or below it the chart."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, padding=("9p", 0))
        self._runs: Sequence[Run] = ()
        self._table = ttk.Treeview(self, columns=list(_COLUMNS), show="headings", height=5)
        for name, points in _COLUMNS.items():
            width = pixels(self, points)
            anchor: Literal["w", "e"] = "w" if name in ("Size", "Engine") else "e"
            self._table.heading(name, text=name, anchor=anchor)
            self._table.column(name, width=width, minwidth=width, anchor=anchor)
        self._bar = ttk.Scrollbar(self, command=self._table.yview)
        self._table.configure(yscrollcommand=self._scrolled)
        self._table.pack(side="left", fill="y")
        scroll_across(self._table, side="bottom", before=self._table)
        self.chart = ChartCanvas(self, _EMPTY)
        self.bind("<Configure>", lambda event: self._place_chart(event.width))

    def show(self, runs: Sequence[Run]) -> None:
        self._runs = runs
        self._list()
        self.chart.show(partial(race_chart, runs) if runs else None)

    def _place_chart(self, width: int) -> None:
        """Show the chart beside the table, or below it where the room is narrow."""
        is_wide = width >= self._table.winfo_reqwidth() + self.chart.winfo_reqwidth()
        if is_wide:
            self.chart.pack(side="left", fill="both", expand=True, padx=("6p", 0))
        else:
            self.chart.pack(side="bottom", fill="x", pady=("6p", 0), before=self.pack_slaves()[0])

    def _scrolled(self, first: float, last: float) -> None:
        """Move the scrollbar, which is there only while there is something to scroll."""
        self._bar.set(first, last)
        if float(first) <= 0 and float(last) >= 1:
            self._bar.pack_forget()
        elif not self._bar.winfo_manager():
            self._bar.pack(side="left", fill="y", after=self._table)

    def _list(self) -> None:
        """Fill the table; rows that exist are updated, so that the scroll position is kept."""
        table, found = self._table, standings(self._runs)
        names = [f"{each.width}x{each.height} {each.engine}" for each in found]
        table.delete(*(name for name in table.get_children() if name not in names))
        for place, (name, each) in enumerate(zip(names, found, strict=True)):
            if not table.exists(name):
                table.insert("", place, name)
            size, unknown = f"{each.width} × {each.height}", each.unknown or ""
            times = in_words(each.median), in_words(each.worst)
            counts = in_numbers(each.nodes), in_numbers(each.conflicts)
            table.item(name, values=(size, each.engine, each.levels, unknown, *times, *counts))
