"""EnginesPanel: the engines, of which one is watched on the board, or several race on levels."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import Literal

from flowdesk.app import fonts
from flowdesk.app.dialogs.base import whole_number
from flowdesk.app.front import Front
from flowdesk.app.lab.result_windows import ChartCanvas, SaveButtons
from flowdesk.app.look import ACCENT, FLAT
from flowdesk.app.scale import pixels
from flowdesk.app.timers import jobs_of
from flowdesk.app.widgets.narrow import wrapped_label
from flowdesk.app.widgets.scrolled import scroll_across
from flowdesk.app.widgets.tooltip import Tooltip, tool_button
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.text import counted
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.work.pool import usable_cores
from flowdesk.kinds.table import kind_of
from flowdesk.lab.engine_names import ABOUT
from flowdesk.lab.engines import ENGINES
from flowdesk.lab.race import (
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

_MOST_SECONDS, _MOST_RUNS = 3600, 99


class EnginesPanel(ttk.Frame):
    """Its results stay while it is hidden, and a race goes on.

    A race is on the levels that are chosen; an engine is watched on that in front.
    """

    LEAST = 225  # points of width

    def __init__(self, parent: tk.Misc, front: Front, close: Callable[[], object]) -> None:
        super().__init__(parent, padding=("6p", "6p", "6p", "6p"))
        self.runs: list[Run] = []
        self.race: Race | None = None  # while it is on
        self._left_out = ""
        self._jobs = jobs_of(parent)
        head = ttk.Frame(self)
        head.pack(fill="x")
        ttk.Label(head, text="Engines", style="Heading.TLabel").pack(side="left")
        tip = f"Close  ({front.shell.stop_key})"
        tool_button(head, "✕", close, tip, style=FLAT, width=2).pack(side="right")
        self.choice = ChoiceBar(self, front)
        self.choice.pack(fill="x")
        self.choice.start.configure(style=ACCENT, command=self.start_or_stop)
        self._message = wrapped_label(self, font=fonts.SMALL)
        self._message.pack(fill="x", pady=("3p", 0))
        self.saving = SaveButtons(self, self._say)
        self.saving.offer("chart", "Picture", "race.png", lambda: race_chart(self.runs))
        self.saving.offer("table", "Table", "race.csv", lambda: csv_file(self.runs))
        self.results = RaceResults(self, front)
        for field in self.choice.fields:
            field.bind("<Return>", lambda event: self.start_or_stop())
        self._refresh()

    def _say(self, text: str) -> None:
        self._message.configure(text=text)

    # The race

    def start_or_stop(self) -> None:
        if self.stop():
            return
        try:
            self.race, self._left_out = self.choice.race()
        except FlowDeskError as error:
            self._say(str(error))
            return
        self.runs = []
        self._refresh()
        self._jobs.look(self._look)

    def stop(self) -> bool:
        """Stop the race; return whether it was on."""
        was_on = self.race is not None
        if was_on:
            self._end(f"Stopped after {counted(len(self.runs), 'run')}.")
        return was_on

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
        self._refresh()
        self._say(text)

    def _remark(self) -> str:
        """Return sentences about levels left out and runs that failed."""
        remark = self._left_out
        if failed := sum(each.status == FAILED for each in self.runs):
            remark += f" {counted(failed, 'run')} failed, perhaps for lack of memory."
        return remark

    def _refresh(self) -> None:
        """Show what has come of the race; there is nothing to see before the first one."""
        self.choice.start.configure(text="Stop" if self.race else "Race")
        self.choice.set_changeable(self.race is None)
        if self.race:
            done = len(self.runs)
            self._say(f"{done} of {counted(done + self.race.left, 'run')}.{self._remark()}")
        if self.runs:
            self.saving.pack(anchor="e", pady=("3p", 0))
            self.results.pack(fill="both", expand=True, pady=("3p", 0))
        self.results.show(self.runs)


class ChoiceBar(ttk.Frame):
    """The engines, each with what it does, the `fields` of a race, and the button `start`."""

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent)
        self._front = front
        self._engines = {name: tk.BooleanVar(self, True) for name in ABOUT}
        self.tips: dict[str, Tooltip] = {}
        rows = ttk.Frame(self)
        rows.columnconfigure(0, weight=1)
        rows.pack(fill="x")
        self._parts = {name: self._row(rows, name) for name in self._engines}
        self._levels = ttk.Combobox(self, state="readonly", postcommand=self._offer_levels, width=1)
        self._levels.bind("<<ComboboxSelected>>", lambda event: self._levels.selection_clear())
        self._levels.pack(fill="x", pady=("6p", 0))
        Tooltip(self._levels, "The levels of a race")
        self.fields: list[ttk.Entry] = [self._levels]
        numbers = ttk.Frame(self)
        numbers.pack(fill="x", pady=("4.5p", 0))
        self._limit = self._number(numbers, "Seconds", 10)
        self._runs = self._number(numbers, "Runs", 1)
        self.start = ttk.Button(self)
        self.start.pack(fill="x", pady=("4.5p", 0))
        Tooltip(
            self.start,
            "Each engine that is ticked solves each level in a process of its own, in so many "
            "seconds at most; with several runs the median counts",
        )
        self._is_changeable = True
        front.switched.connect(self._document_changed, front.shell)
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        self._document_changed()

    def _row(self, rows: ttk.Frame, name: str) -> list[ttk.Widget]:
        """Add an engine, in a row as high as the others; return what can be greyed out."""
        at = rows.grid_size()[1]
        rows.rowconfigure(at, uniform="engines")
        short, _ = ABOUT[name]
        switch = ttk.Checkbutton(rows, text=f"{name} – {short}", variable=self._engines[name])
        switch.grid(row=at, column=0, sticky="w", columnspan=1 if name in ENGINES else 2)
        parts: list[ttk.Widget] = [switch]
        if name in ENGINES:
            watch = ttk.Button(rows, text="Watch", style=FLAT, width=0, takefocus=False)
            watch.configure(command=lambda: self._front.tab.watching.start(name))
            watch.grid(row=at, column=1)
            Tooltip(watch, "See it search the board in front, step by step")
            parts.append(watch)
        self.tips[name] = Tooltip(switch, "")
        return parts

    @property
    def _document(self) -> Document:
        return self._front.document

    def _document_changed(self, what: DocumentEvent = DocumentEvent.OPENED) -> None:
        if what is DocumentEvent.OPENED:
            self._offer_levels()
        self.set_changeable(self._is_changeable)

    def _offer_levels(self) -> None:
        offered = list(choices(self._document))
        self._levels.configure(values=offered)
        if self._levels.get() not in offered:
            self._levels.set(offered[0])

    def set_changeable(self, changeable: bool) -> None:
        """Allow another choice, or none while a race is on; unsuitable engines say why."""
        self._is_changeable = changeable
        for field in self.fields:
            field.state(["!disabled" if changeable else "disabled"])
        for name, parts in self._parts.items():
            refused = self._refusal(name)
            self.tips[name].text = refused or ABOUT[name][1]
            for part in parts:
                is_offered = not refused and (changeable or isinstance(part, ttk.Button))
                part.state(["!disabled" if is_offered else "disabled"])

    def _refusal(self, engine: str) -> str:
        """Return why an engine is not for the level on the board; empty if it is."""
        return refusal(self._document.level, [engine])

    def race(self) -> tuple[Race, str]:
        """Start what was chosen; return it with a sentence on levels that are left out, if any.

        FlowDeskError if the choice is not valid.
        """
        chosen = (name for name, variable in self._engines.items() if variable.get())
        engines = [name for name in chosen if not self._refusal(name)]
        if not engines:
            raise FlowDeskError("Choose at least one engine.")
        limit = _number_in(self._limit, "The number of seconds", _MOST_SECONDS)
        runs = _number_in(self._runs, "The number of runs", _MOST_RUNS)
        self._offer_levels()
        levels = choices(self._document)[self._levels.get()]()
        kind = kind_of(self._document.level)
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

    def _number(self, parent: tk.Misc, label: str, value: int) -> tk.StringVar:
        variable = tk.StringVar(self, str(value))
        field = ttk.Entry(parent, textvariable=variable, width=4)
        ttk.Label(parent, text=label).pack(side="left", padx=(0, "6p"))
        field.pack(side="left", padx=(0, "7.5p"))
        self.fields.append(field)
        return variable


def _number_in(variable: tk.StringVar, name: str, most: int) -> int:
    wrong = f"{name} must be a whole number from 1 to {most}."
    number = whole_number(variable.get(), wrong)
    if not 1 <= number <= most:
        raise FlowDeskError(wrong)
    return number


#: Columns of the table, and their widths in points.
_COLUMNS = {"Engine": 54, "Median": 48, "Steps": 42, "Conflicts": 48, "Worst": 48, "Unknown": 48}


_CHART = 160  # points
_MOST_ROWS = 12  # of the table, which are in sight at once


class RaceResults(ttk.Frame):
    """The table, with a line above each size of board, and below it the chart.

    What would be the same in all rows, the worst of a single time or nothing unknown, is left out.
    """

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent)
        self._table = ttk.Treeview(self, columns=list(_COLUMNS), show="headings")
        self._table.configure(selectmode="none")
        for name, width in _COLUMNS.items():
            side: Literal["e", "w"] = "w" if name == "Engine" else "e"
            self._table.heading(name, text=name, anchor=side)
            room = pixels(self, width)
            self._table.column(name, width=room, minwidth=room, anchor=side)
        self._table.pack(fill="x")
        scroll_across(self._table, after=self._table)
        self.chart = ChartCanvas(self, front, "", _CHART)
        self.chart.pack(fill="both", expand=True, pady=("3p", 0))

    def show(self, runs: Sequence[Run]) -> None:
        table, sizes = self._table, set()
        at = table.yview()[0]
        table.delete(*table.get_children())
        of_engines = standings(runs)
        left_out = set()
        if all(each.worst == each.median for each in of_engines):
            left_out.add("Worst")
        if not any(each.unknown for each in of_engines):
            left_out.add("Unknown")
        table.configure(displaycolumns=[name for name in _COLUMNS if name not in left_out])
        for each in of_engines:
            size = each.width, each.height
            if size not in sizes:
                sizes.add(size)
                table.insert("", "end", values=(f"{each.width} × {each.height}",))
            medians = in_words(each.median), in_numbers(each.nodes), in_numbers(each.conflicts)
            others = in_words(each.worst), each.unknown or ""
            table.insert("", "end", values=(each.engine, *medians, *others))
        table.configure(height=min(len(table.get_children()), _MOST_ROWS))
        table.yview_moveto(at)
        self.chart.show(partial(race_chart, runs) if runs else None)
