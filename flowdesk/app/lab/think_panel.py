"""ThinkPanel: the controls of a search that is watched, its figures, and what it does in words."""

from __future__ import annotations

import time
import tkinter as tk
from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from tkinter import ttk

from flowdesk.app import fonts, look
from flowdesk.app.front import Front
from flowdesk.app.lab.graph_window import GraphWindow
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.look import set_icon
from flowdesk.app.playback_bar import SpeedSlider
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.tooltip import ButtonRow, Segments, ShortLabel, Tooltip
from flowdesk.app.widgets.toplevel import grid_if
from flowdesk.kinds.known import Mood
from flowdesk.lab.cdcl import Conflicted, Decided, FoundModel
from flowdesk.lab.rule_text import TextLine
from flowdesk.lab.thinking import rate_of
from flowdesk.lab.thought_text import (
    COUNTED,
    MEANINGS,
    about_asked,
    about_event,
    counts,
    learned,
    resolution,
)
from flowdesk.lab.trace import ORDERS, SearchTrace, implication, learned_from

_PAUSE = 0.12  # seconds between two texts while a search is played fast
_READABLE = 30.0  # events in a second
_COLUMNS = 3  # of figures
_PAD, _LEAST_LINES = 4.5, 5  # points between its parts; lines of text

#: The actions that lead to the next event of a kind.
NEXT = {Decided: "Next decision", Conflicted: "Next conflict", FoundModel: "Next answer"}
#: The icons of buttons, by their actions.
_ICONS = {
    **{"Replay": "begin", "One step back": "back", "Play or pause": "play"},
    **{"One step": "step", "Skip to the end": "end"},
}
_NOW, _WHY, _LEARNED = "now", "why", "learned"


class ThinkPanel(ttk.Frame):
    """Takes the place of the side panel while a search is watched."""

    LEAST = 230  # points of width

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent, padding=("4.5p", f"{_PAD}p", "6p", f"{_PAD}p"))
        self.grid_propagate(False)
        self.columnconfigure(0, weight=1)
        self._front, self._shell = front, front.shell
        self._theming = front.theming
        self._tab = _NOW
        self._written: object = None
        self._wrote_at = 0.0
        self._buttons: dict[str, ttk.Button] = {}
        self.timeline = Timeline(self, lambda at: self._mode.go_to(at))
        self._title = ShortLabel(self, font=fonts.BOLD, padding=("0p", "1.5p"))
        self.tabs = Segments(self, self.choose_tab, fonts.SMALL)
        self._figures: list[ttk.Label] = []
        self.text = LinkedText(
            self, fonts.SMALL, 4, on_hover=lambda cells: self._mode.mark(cells or ())
        )
        self.graph: GraphWindow | None = None  # until it is first shown
        speed = SpeedSlider(
            self,
            lambda: self._shell.settings.speed,
            lambda speed: self._mode.set_speed(speed),
            _speed_words,
            15,
        )
        Tooltip(speed, "How many events are played in a second")
        above = self._title, self._build_order(), self._build_steps(), self._build_jumps()
        self._table = self._build_figures()
        self._others = *above, self.timeline, speed, self.tabs
        for row, part in enumerate((*above, self.timeline, speed, self._table, self.tabs)):
            part.grid(row=row, sticky="nsew", pady=(f"{_PAD}p" if row else 0, 0))
        self.text.grid(row=row + 1, sticky="nsew", pady=(f"{_PAD}p", 0))
        self.rowconfigure(row + 1, weight=1)
        self.bind("<Configure>", lambda event: self._share_out(), add=True)
        front.hear(lambda tab: tab.thinking.changed, self.refresh)
        front.hear(lambda tab: tab.thinking.asked, partial(self.choose_tab, _WHY))
        front.hear(lambda tab: tab.thinking.begun, partial(self.choose_tab, _NOW))
        front.switched.connect(self._switched, front.shell)
        front.theming.changed.connect(self.refresh, self._shell)

    @property
    def _mode(self) -> ThinkMode:
        return self._front.tab.thinking

    def _build_order(self) -> ttk.Frame:
        row = ttk.Frame(self)
        ttk.Label(row, text="Decide", style="Faint.TLabel").pack(side="left", padx=(0, "6p"))
        self.order = ttk.Combobox(row, state="readonly", values=list(ORDERS), width=14)
        self.order.set(self._mode.order)
        self.order.bind("<<ComboboxSelected>>", lambda event: self._search_chosen())
        self._learns = tk.BooleanVar(self, self._mode.learns)
        self.learns = ttk.Checkbutton(
            row, text="Learn", variable=self._learns, command=self._search_chosen
        )
        self.learns.pack(side="right", padx=("6p", 0))
        Tooltip(
            self.learns,
            "Learn a clause from each conflict, and jump back (CDCL); without, only the latest "
            "decision is turned round (DPLL). It starts again",
        )
        self.order.pack(side="left", fill="x", expand=True)
        Tooltip(self.order, "What the solver supposes when nothing follows; it starts again")
        return row

    def _build_steps(self) -> ttk.Frame:
        row = self._row(
            ("Start", ThinkMode.replay, "To the beginning", "Replay"),
            ("Back", ThinkMode.step_back, "One step back", "One step back"),
            ("Play", ThinkMode.play_or_pause, "Play or pause", "Play or pause"),
            ("Step", ThinkMode.step, "One step", "One step"),
            ("End", ThinkMode.skip, "To the end", "Skip to the end"),
        )
        for button in self._buttons.values():
            button.configure(style=look.FLAT, compound="image", width=0)
        self._buttons["One step"].configure(style=look.ACCENT)
        self._draw_icons()
        self._theming.changed.connect(self._draw_icons, self._shell)
        return row

    def _draw_icons(self) -> None:
        for action, icon in _ICONS.items():
            is_pause = icon == "play" and self._mode.is_on and self._mode.playing
            set_icon(self._buttons[action], "pause" if is_pause else icon)

    def _build_jumps(self) -> ttk.Frame:
        made = []
        for kind, action in NEXT.items():
            name, call = action.split()[1].capitalize(), partial(ThinkMode.to_next, kind=kind)
            made.append((f"{name} ▸", call, f"Go to the {action.lower()}", action))
        return self._row(*made)

    def _build_figures(self) -> ttk.Frame:
        frame = ttk.Frame(self)
        for place, name in enumerate(COUNTED):
            row, column = divmod(place, _COLUMNS)
            title = ttk.Label(frame, text=name, style="Faint.TLabel", font=fonts.SMALL)
            title.grid(row=2 * row, column=column, sticky="w")
            figure = ttk.Label(frame, font=fonts.SMALL)
            figure.grid(row=2 * row + 1, column=column, sticky="w", pady=(0, "2.25p"))
            frame.columnconfigure(column, weight=1, uniform="figures")
            for label in (title, figure):
                Tooltip(label, MEANINGS[name])
            self._figures.append(figure)
        return frame

    def _row(self, *made: tuple[str, Callable[[ThinkMode], None], str, str]) -> ttk.Frame:
        """Return buttons side by side: each with its text, call, tip, and action."""
        row = ButtonRow(self)
        for text, call, tip, action in made:
            tip = f"{tip}  ({self._shell.key(action)})"
            self._buttons[action] = row.add(text, partial(self._do, call), tip, width=4)
        return row

    def _do(self, call: Callable[[ThinkMode], None]) -> None:
        call(self._mode)

    def _search_chosen(self) -> None:
        self.order.selection_clear()
        self._mode.choose(self.order.get(), learns=self._learns.get())
        self._front.view.focus_set()

    def choose_tab(self, tab: str) -> None:
        self._tab = tab
        self.refresh()

    # Showing

    def _switched(self) -> None:
        """Forget the links about another document, and show this one's search."""
        self._written, self._tab = None, _NOW
        self.text.begin()
        self.text.end()
        self.refresh()

    def refresh(self) -> None:
        mode = self._mode
        if not mode.is_on:
            if self.graph:
                self.graph.hide()
            return
        thinking = mode.thinking
        self._title.show(self._front.document.level.title or self._front.document.name)
        self.order.set(mode.order)
        self._learns.set(mode.learns)
        trace = thinking.trace
        self.timeline.show(trace, is_growing=mode.is_searching_ahead)
        text = "Pause" if mode.playing else "Play"
        if self._buttons["Play or pause"].cget("text") != text:
            self._buttons["Play or pause"].configure(text=text)
            self._draw_icons()
        for action in ("One step", "Skip to the end"):
            self._enable(action, possible=not trace.is_at_end)
        for action in ("One step back", "Replay"):
            self._enable(action, possible=thinking.at > 0)
        for kind, action in NEXT.items():
            self._enable(action, possible=trace.next(kind) is not None)
        now = time.perf_counter()
        is_fast = mode.playing and thinking.rate > _READABLE
        if not is_fast or now > self._wrote_at + _PAUSE:
            self._wrote_at = now
            figures = counts(thinking).values()
            for label, figure in zip(self._figures, figures, strict=True):
                label.configure(text=figure)
            self._show_text()
        if self.graph and self.graph.is_open and not mode.playing:
            graph = implication(trace)
            if graph and graph != self.graph.shown:  # else it stays as it was scrolled
                self.graph.show(graph, [*resolution(thinking)])

    def _share_out(self) -> None:
        """Leave out the figures where the text would have no room; the panel scrolls below that."""
        pad = pixels(self, _PAD)
        least = sum(part.winfo_reqheight() + pad for part in self._others) + 2 * pad
        least += _LEAST_LINES * self.text.line_height
        self.configure(height=least)
        figures = self._table.winfo_reqheight() + pad
        grid_if(self.winfo_height() >= least + figures, self._table)

    def _enable(self, action: str, *, possible: bool) -> None:
        self._buttons[action].state(["!disabled" if possible else "disabled"])

    def _show_text(self) -> None:
        mode = self._mode
        known = mode.thinking.trace.counts.learned
        tabs = {
            _NOW: ("What happens", "What the solver has just done, and why"),
            _WHY: ("A cell", "What is known of a cell, and why: click one"),
            _LEARNED: (f"Learned ({known})", "The clauses that have been learned"),
        }
        self.tabs.show(tabs, self._tab)
        headline, mood, lines = "", Mood.NEUTRAL, list[TextLine]()
        if self._tab == _NOW:
            headline, mood, lines = about_event(mode.thinking)
        else:
            lines = about_asked(mode.thinking) if self._tab == _WHY else learned(mode.thinking)
        has_graph = self._tab == _NOW and learned_from(mode.thinking.trace) is not None
        can_ask_before = len(mode.thinking.asked) > 1
        shown = self._tab, headline, lines, can_ask_before, self._place
        if shown == self._written:
            return
        self._written = shown
        text = self.text
        text.begin()
        if self._tab == _NOW:
            tip = "An event is a decision, something that follows, a conflict, or what comes of it"
            text.add(f"{self._place}\n", "faint", tip=tip)
            text.add(f"{headline}\n", "bold", mood.value)
        if self._tab == _WHY and can_ask_before:
            text.add("Back", "link", click=mode.ask_before, tip="What was asked before")
            text.add("\n")
        if has_graph:  # above the lines, which small windows show only in part
            tip = "From what literals the conflict follows, level by level"
            text.add("Show the implication graph", "link", click=self.show_graph, tip=tip)
            text.add("\n")
        for line in lines:
            self._add(line)
        text.end()

    @property
    def _place(self) -> str:
        """Which event of how many is front."""
        thinking = self._mode.thinking
        more = " so far" if not thinking.trace.is_over else ""
        return f"Event {thinking.at:,} of {thinking.total:,}{more}"

    def _add(self, line: TextLine) -> None:
        click: Callable[[], object] | None = None
        tip = ""
        if line.literal:
            click, tip = partial(self._mode.ask, line.literal), "Click to see why"
        elif line.cells:
            click = partial(
                self._front.stage.point_out, line.cells
            )  # pointing lights them up as well
        tag = "bold" if line.style == "head" else line.style
        self.text.add(f"{line.marked}\n", tag, click=click, tip=tip, about=line.cells)

    def show_graph(self) -> None:
        """Show the implication graph of the conflict; it follows the search while it is open."""
        thinking = self._mode.thinking
        if shown := implication(thinking.trace):
            if self.graph is None:
                self.graph = GraphWindow(self._front)
            self.graph.show(shown, [*resolution(thinking)])


def _speed_words(speed: float) -> str:
    """Return how many events a speed shows in a second."""
    rate = rate_of(speed)
    return f"{rate:,.0f} per second" if rate >= 2 else f"{rate:.1f} per second"


_HEIGHT = 33  # points
_TICKS, _ABOVE = 5.25, 3  # points of the height: for conflicts, and left free
_DRAWN_PAUSE = 0.6  # seconds between two drawings of a search that is not known to its end


class Timeline(tk.Canvas):
    """Calls `on_seek` with a number of events."""

    def __init__(self, parent: tk.Misc, on_seek: Callable[[int], object]) -> None:
        super().__init__(
            parent,
            height=f"{_HEIGHT}p",
            width="7.5p",
            borderwidth=0,
            highlightthickness=0,
            cursor="hand2",
        )
        self._on_seek = on_seek
        self._trace: SearchTrace | None = None
        self._is_growing = False
        self._drawn: object = None
        self._drawn_at, self._drawn_total = 0.0, 0
        Tooltip(
            self,
            "How many decisions held at each event of the search; red: conflicts, gold: answers. "
            "Drag to go anywhere",
        )
        for sequence in ("<ButtonPress-1>", "<B1-Motion>"):
            self.bind(sequence, self._dragged, add=True)
        for sequence in ("<Configure>", "<<ThemeChanged>>"):
            self.bind(sequence, lambda event: self._draw(), add=True)

    def show(self, trace: SearchTrace, *, is_growing: bool) -> None:
        """Show the level after each event that is known, and mark where the trace is.

        While more become known, not each of them is drawn at once.
        """
        self._trace, self._is_growing = trace, is_growing
        self._draw()

    def _draw(self) -> None:
        trace, width = self._trace, self.winfo_width()
        if trace is None or width < 10:
            return
        total, colors = len(trace.events), look.colors_of(self)
        height = pixels(self, _HEIGHT)
        shown, now = (width, height, colors, id(trace)), time.monotonic()
        grown = total - self._drawn_total
        can_wait = self._is_growing and trace.at <= self._drawn_total
        is_due = grown and not (can_wait and now < self._drawn_at + _DRAWN_PAUSE)
        if shown != self._drawn or is_due:
            self._drawn, self._drawn_at, self._drawn_total = shown, now, total
            self.delete("all")
            self.configure(background=colors.raised)
            self._draw_levels(trace, width, height)
            self.create_line(0, 0, 0, height, fill=colors.text, width="1.5p", tags="now")
        x = round(trace.at * (width - 2) / max(self._drawn_total, 1)) + 1
        self.coords("now", x, 0, x, height)

    def _draw_levels(self, trace: SearchTrace, width: int, height: int) -> None:
        levels, total, colors = trace.levels, len(trace.events), look.colors_of(self)
        if not total:
            return
        bounds = [column * total // width for column in range(width + 1)]
        tops = [max(levels[a : max(b, a + 1)], default=0) for a, b in pairwise(bounds)]
        bottom = height - pixels(self, _TICKS)
        most, room = max(max(tops), 1), bottom - pixels(self, _ABOVE)
        outline: list[float] = [0, bottom]
        for column, top in enumerate(tops):
            y = bottom - 1 - room * top / most
            outline += [column, y, column + 1, y]
        self.create_polygon(*outline, width, bottom, fill=colors.neutral, outline="")
        for kind, color in ((Conflicted, colors.bad), (FoundModel, colors.gold)):
            places = trace.places[kind]
            for column, (a, b) in enumerate(pairwise(bounds)):
                first = bisect_left(places, a)
                if first < len(places) and places[first] < max(b, a + 1):
                    self.create_line(column, bottom, column, height, fill=color, width="1.5p")

    def _dragged(self, event: tk.Event[tk.Misc]) -> None:
        share = event.x / max(self.winfo_width() - 2, 1)
        self._on_seek(round(self._drawn_total * max(0.0, min(share, 1.0))))
