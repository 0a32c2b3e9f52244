"""The dialog before a picture is written: how it is to look, and a preview of it."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass, replace
from functools import partial
from tkinter import colorchooser, ttk

from flowdesk.app.dialogs.base import choice_field, number_field, switch, whole_number
from flowdesk.app.dialogs.preview import SIDE, PreviewDialog, small_picture
from flowdesk.app.look import Palette
from flowdesk.app.task import Task
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.pictures.movie import movie_of
from flowdesk.desk.pictures.picture import (
    KINDS,
    LARGEST_CELL,
    SMALLEST_CELL,
    Kind,
    Style,
    caption_of,
    checked_size,
    scene_of,
)
from flowdesk.desk.pictures.themes import theme_names, theme_title
from flowdesk.desk.work.jobs import Done, Event, Progress
from flowdesk.draw.paper.painted_page import PaintedPage
from flowdesk.draw.paper.pdf import PAPERS, board_page
from flowdesk.draw.scene import Scene
from flowdesk.kinds.flow.findings import incomplete
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.solving.solve import solve

_AS_THEME, _TRANSPARENT, _OTHER = "as the theme", "transparent", "another colour ..."
_AS_BOARD = "as large as the board"
_AS_WINDOW = "as in the window"


@dataclass(frozen=True)
class Choice:
    """What is to be written: the kind of file, its look, and the solution if it is to be seen."""

    suffix: str
    style: Style
    solution: Solution | None


def ask_picture(
    parent: tk.Misc, level: Level, before: Choice, at_hand: Solution | None, colors: Palette
) -> Choice | None:
    """Which picture of the level is wanted; None if none is.

    `before` is what is suggested, `at_hand` a solution that need not be searched for.
    """
    return _ExportDialog(parent, level, before, at_hand, colors).ask()


class _ExportDialog(PreviewDialog):
    """The choices, the picture, and the search for the solution if it is to be seen."""

    def __init__(
        self,
        parent: tk.Misc,
        level: Level,
        before: Choice,
        at_hand: Solution | None,
        colors: Palette,
    ) -> None:
        super().__init__(parent, "Export picture", colors)
        self._level = level
        self._solution = at_hand
        self._search = Task(self, self._searched, lambda: None)
        self._chosen: Choice | None = None
        self._scene = Scene(level.width, level.height)
        self._time = ""
        self._seen: tuple[Kind, Style, bool] | None = None  # what the preview shows
        self._add_fields(self.fields, before)
        self._add_switches(self.fields, before)
        self._offer()
        self.buttons(["Export ...", "Cancel"], self._accept)
        for decisive in (self._kind, self._page):
            decisive.trace_add("write", lambda *_: self._offer())
        fields = self._kind, self._cell, self._page, self._seconds, self._theme, self._background
        self.watch(*fields, self._labels, self._caption, self._solved)

    def ask(self) -> Choice | None:
        """Show the dialog and wait."""
        return self._chosen if self.run(self._first_field) == "Export ..." else None

    def destroy(self) -> None:
        """The end of the dialog is the end of the search."""
        self._search.close()
        super().destroy()

    # The fields

    def _add_fields(self, body: ttk.Frame, before: Choice) -> None:
        style, names = before.style, [kind.name for kind in KINDS.values()]
        name = KINDS[before.suffix].name
        self._kind, self._first_field = choice_field(body, "Kind of file", names, name, 0)
        self._cell, self._cell_field = number_field(
            body, "Cell size in pixels", style.cell, SMALLEST_CELL, LARGEST_CELL, 1
        )
        self._page, self._page_field = choice_field(
            body, "Paper", [_AS_BOARD, *map(_paper, PAPERS)], _paper(style.page), 2
        )
        self._seconds, self._seconds_field = choice_field(
            body, "Duration in seconds", [_AS_WINDOW, "2", "5", "10", "20"], _time(style.seconds), 3
        )
        titles = [theme_title(name) for name in theme_names()]
        self._theme, _ = choice_field(body, "Theme", titles, theme_title(style.theme), 4)
        ground = _TRANSPARENT if style.transparent else style.background or _AS_THEME
        self._background, background = choice_field(
            body, "Background", [_AS_THEME, _TRANSPARENT, _OTHER], ground, 5
        )
        self._ground = ground
        background.bind("<<ComboboxSelected>>", lambda event: self._pick_color(), add=True)

    def _add_switches(self, body: ttk.Frame, before: Choice) -> None:
        style, wrong = before.style, incomplete(self._level)
        switches = ttk.Frame(body)
        switches.grid(row=6, column=0, columnspan=2, sticky="w", pady=(8, 0))
        self._labels, _ = switch(switches, "Labels on the dots", style.labels)
        self._caption, captioned = switch(
            switches, "Title and author under the board", style.caption
        )
        if not caption_of(self._level):
            captioned.configure(state="disabled", text="Title and author (there are none)")
        shown = before.solution is not None
        self._solved, solved = switch(switches, "The solution", shown)
        self._can_be_solved = not wrong
        if wrong:
            solved.configure(state="disabled", text="The solution (the level is not complete)")

    def _offer(self) -> None:
        """Let those fields be used that mean something to the kind of file."""
        kind = self._chosen_kind
        on_paper = kind.paper and self._page.get() != _AS_BOARD
        _enable(self._cell_field, not on_paper, "normal")
        _enable(self._page_field, kind.paper, "readonly")
        _enable(self._seconds_field, kind.moves, "readonly")
        if kind.moves and self._can_be_solved:
            self._solved.set(True)  # it is what moves

    def _pick_color(self) -> None:
        if self._background.get() == _OTHER:
            color = colorchooser.askcolor(parent=self, title="Background")[1]
            self._background.set(color or self._ground)
        self._ground = self._background.get()

    @property
    def _chosen_kind(self) -> Kind:
        return next(kind for kind in KINDS.values() if kind.name == self._kind.get())

    def _chosen_style(self) -> Style:
        """What the fields say; FlowDeskError where that makes no sense."""
        cell, seconds = whole_number(self._cell.get()), self._seconds.get()
        ground, page, title = self._background.get(), self._page.get(), self._theme.get()
        if cell is None:
            raise FlowDeskError("The cell size is a whole number.")
        style = Style(
            cell=cell,
            theme=next((name for name in theme_names() if theme_title(name) == title), title),
            labels=self._labels.get(),
            background=ground if ground.startswith("#") else "",
            transparent=ground == _TRANSPARENT,
            caption=self._caption.get(),
            seconds=0.0 if seconds == _AS_WINDOW else float(seconds),
            page=next((paper for paper in PAPERS if _paper(paper) == page), ""),
        )
        style.chosen_theme()
        return style

    def _accept(self, name: str) -> bool:
        self.follow()
        if not self.problem and self._solved.get() and self._solution is None:
            self.complain("The solution is not found yet: wait for it.")
        if self.problem:
            return False
        solution = self._solution if self._solved.get() else None
        self._chosen = Choice(self._chosen_kind.suffix, self._chosen_style(), solution)
        return True

    def draw(self) -> str:
        """Show what would be written, and say how large it will be."""
        kind, style, solution = self._chosen_kind, self._chosen_style(), self._wanted_solution()
        # A picture of larger cells looks the same here: a movie goes on while a number is typed.
        seen = kind, replace(style, cell=min(style.cell, SIDE)), solution is not None
        if seen != self._seen:
            self._scene, self._time = self._paint(kind, style, solution)
            self._seen = seen
        size = _size(self._scene, kind, style)
        if self._search.running:
            return "Looking for the solution ..."
        return size + self._time

    def _paint(self, kind: Kind, style: Style, solution: Solution | None) -> tuple[Scene, str]:
        """Show the picture as it will be; returns its scene, and how long it moves, in words."""
        theme, transparent, hard = style.chosen_theme(), style.transparent, kind.hard_edges
        labels = style.labels or theme.labels
        still = None if kind.moves else solution
        scene = scene_of(self._level, still, labels=labels, caption=style.caption)
        largest = style.cell if kind.has_pixels else LARGEST_CELL
        if kind.moves and solution:
            movie = movie_of(self._level, solution, scene, labels=labels, seconds=style.seconds)
            self.preview.play(movie, theme, largest, transparent=transparent, hard=hard)
            return scene, f", {sum(frame.seconds for frame in movie.frames):.1f} seconds"
        if kind.paper and style.page:
            blank, page = partial(PaintedPage, side=SIDE), style.page
            sheet = board_page(scene, theme, style.cell, blank, transparent=transparent, page=page)
            self.preview.show(sheet.picture())
        else:
            picture = small_picture(scene, theme, largest, transparent=transparent)
            self.preview.show(picture, hard=hard)
        return scene, ". Without the solution nothing moves." if kind.moves else ""

    # The solution

    def _wanted_solution(self) -> Solution | None:
        """The solution if it is to be seen and known; if it is not known, it is looked for."""
        wanted = self._solved.get()
        if not wanted:
            self._search.cancel()
        elif self._solution is None and not self._search.running:
            self._search.start(solve, self._level)
        return self._solution if wanted else None

    def _searched(self, event: Event) -> None:
        """The search for the solution has come to something."""
        match event:
            case Progress():
                return
            case Done(result) if result.solution:
                self._solution = result.solution
                self.follow()
            case _:
                self._solved.set(False)
                self.follow()
                none = isinstance(event, Done)
                self.complain(
                    "This level has no solution." if none else "The search came to no end."
                )


def _size(scene: Scene, kind: Kind, style: Style) -> str:
    """How large the picture will be, in words; FlowDeskError if that is too large."""
    if kind.paper and style.page:
        return " × ".join(f"{points / 72 * 25.4:.0f}" for points in PAPERS[style.page]) + " mm"
    width, height = checked_size(scene, style, kind)
    if kind.paper:
        return " × ".join(f"{pixels / 96 * 25.4:.0f}" for pixels in (width, height)) + " mm"
    return f"{width} × {height} pixels"


def _paper(name: str) -> str:
    """A paper as people write it."""
    return {"": _AS_BOARD, "letter": "Letter"}.get(name, name.upper())


def _time(seconds: float) -> str:
    return f"{seconds:g}" if seconds else _AS_WINDOW


def _enable(field: ttk.Widget, possible: bool, state: str) -> None:
    """Let a field be used or not; `state` is what it is in when it may be."""
    field.configure(state=state if possible else "disabled")  # type: ignore[call-arg]
