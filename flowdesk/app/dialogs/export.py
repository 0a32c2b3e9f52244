"""The dialogs before a picture or a booklet is written."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from tkinter import ttk

from flowdesk.app import scale
from flowdesk.app.dialogs.base import choice_field, switch, when_written
from flowdesk.app.dialogs.fields import ask_color
from flowdesk.app.dialogs.preview import SWITCHES_ROW, OptionFields, PreviewDialog, small_picture
from flowdesk.app.timers import jobs_of
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.text import counted
from flowdesk.desk.pictures.booklet import Layout, page_counts, pages
from flowdesk.desk.pictures.picture import (
    FORMATS,
    PictureFormat,
    Seen,
    caption_of,
    checked_size,
    scene_of,
)
from flowdesk.desk.pictures.playback import movie_of
from flowdesk.desk.pictures.style import Style, options_of
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Done, Event, Progress
from flowdesk.draw.pdf import PAPERS, board_page, painted
from flowdesk.draw.scene import Scene
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import kind_of

_AS_THEME, _TRANSPARENT, _OTHER = "as the theme", "transparent", "another colour ..."


@dataclass(frozen=True)
class Choice:
    """What is to be written: the format, the style, and the solution if it is to be shown.

    A `scene` is written instead of the puzzle.
    """

    suffix: str
    style: Style
    solution: Answer | None
    scene: Scene | None = None


class ExportDialog(PreviewDialog):
    """Asks which picture of a puzzle is wanted; searches for the solution if it is to be shown.

    `before` is suggested; `at_hand` is a solution that need not be searched for. What is `seen` on
    the board, if it is something else, is suggested instead of the puzzle and its solution.
    """

    def __init__(
        self,
        parent: tk.Misc,
        puzzle: Puzzle,
        before: Choice,
        at_hand: Answer | None,
        seen: Seen | None,
    ) -> None:
        super().__init__(parent, "Export picture")
        self._puzzle = puzzle
        self._board = seen
        self._solution = at_hand
        self._search = Job(jobs_of(self), self._searched, lambda: None)
        self.bind("<Destroy>", lambda event: self._search.close(), add=True)
        self._scene = Scene(puzzle.width, puzzle.height, geometry=puzzle.board.geometry)
        self._time = ""
        self._seen: tuple[object, ...] | None = None  # what the preview shows
        self._add_fields(self.fields, before)
        self._offer()
        for decisive in (self._format, self._options.by_name["page"].variable, self._as_seen):
            when_written(decisive, self, self._offer)
        variables = self._format, *self._options.variables, self._background, self._solved
        self.watch(self._show, (*variables, self._as_seen, self._says))

    def choice(self) -> Choice | None:
        """Wait for the answer; None if cancelled."""
        return self.ask("Export ...", self._chosen, self._first_field)

    # The fields

    def _add_fields(self, body: ttk.Frame, before: Choice) -> None:
        names, name = [each.name for each in FORMATS.values()], FORMATS[before.suffix].name
        self._format, self._first_field = choice_field(body, "File type", names, name, 0)
        kind = kind_of(self._puzzle)
        self._options = OptionFields(body, before.style, kind.words.names._asdict())
        if not kind.drawing.has_labels:
            self._options.by_name["labels"].enable(False)
        style, switches = before.style, self._options.switches
        ground = _TRANSPARENT if style.transparent else style.background or _AS_THEME
        self._background, background = choice_field(
            body, "Background", [_AS_THEME, _TRANSPARENT, _OTHER], ground, 5
        )
        self._ground = ground
        background.bind("<<ComboboxSelected>>", lambda event: self._pick_color(), add=True)
        switches.lift()  # the Tab key comes to them after this field
        if not caption_of(self._puzzle):
            _refuse(self._options.by_name["caption"].widget, "Title and author (there are none)")
        self._solved, solved = switch(switches, "The solution", before.solution is not None)
        self._solved_box = solved
        self._can_be_solved = not kind.incomplete(self._puzzle)
        if not self._can_be_solved:
            _refuse(solved, "The solution (the puzzle is not complete)")
        self._add_seen(switches)

    def _add_seen(self, switches: ttk.Frame) -> None:
        """Add the switches for what is on the board, if that is not just the puzzle."""
        board = self._board
        self._as_seen, as_seen = switch(switches, "The board as it is now", board is not None)
        self._says, says = switch(switches, "The sentence about it below", bool(board))
        self._seen_boxes = (as_seen, says)
        if board is None:
            as_seen.pack_forget()
        if board is None or not board.caption:
            says.pack_forget()

    def _offer(self) -> None:
        """Enable the fields that apply to the format."""
        chosen, fields = self._chosen_format, self._options.by_name
        for name, option in options_of(Style).items():
            if option.needs:
                fields[name].enable(getattr(chosen, option.needs))
        fields["cell"].enable(not (chosen.paper and fields["page"].value()))
        if chosen.moves and self._can_be_solved:
            self._solved.set(True)  # it is what moves
        is_seen = self._wanted_board is not None
        self._seen_boxes[0].state(["disabled" if chosen.moves else "!disabled"])
        self._seen_boxes[1].state(["!disabled" if is_seen else "disabled"])
        if self._can_be_solved:
            self._solved_box.state(["disabled" if is_seen else "!disabled"])

    @property
    def _wanted_board(self) -> Seen | None:
        """What is seen on the board, if the picture is to show it."""
        wanted = self._as_seen.get() and not self._chosen_format.moves
        return self._board if wanted else None

    def _pick_color(self) -> None:
        if self._background.get() == _OTHER:
            color = ask_color(self, "Background")
            self._background.set(color or self._ground)
        self._ground = self._background.get()

    @property
    def _chosen_format(self) -> PictureFormat:
        return next(each for each in FORMATS.values() if each.name == self._format.get())

    def _chosen_style(self) -> Style:
        """Return the style of the fields; FlowDeskError if one is not valid."""
        ground = self._background.get()
        style = Style(
            **self._options.values(),
            background=ground if ground.startswith("#") else "",
            transparent=ground == _TRANSPARENT,
        )
        style.check()
        return style

    def _chosen(self) -> Choice:
        """Return what is chosen; FlowDeskError if it cannot be written."""
        self._show()
        suffix, style = self._chosen_format.suffix, self._chosen_style()
        if self._wanted_board:
            return Choice(suffix, style, None, self._scene)
        if self._solved.get() and self._solution is None:
            raise FlowDeskError("The solution is not found yet: wait for it.")
        return Choice(suffix, style, self._solution if self._solved.get() else None)

    def _show(self) -> str:
        """Show what would be written, and return its size in words."""
        chosen, style, solution = self._chosen_format, self._chosen_style(), self._wanted_solution()
        # A picture of larger cells looks the same here: a movie goes on while a number is typed.
        drawn = replace(style, cell=min(style.cell, self.preview.side)), solution is not None
        seen = chosen, *drawn, self._wanted_board is not None, self._says.get()
        if seen != self._seen:
            self._scene, self._time = self._paint(chosen, style, solution)
            self._seen = seen
        size = _size(self._scene, chosen, style)
        if self._search.running:
            return "Looking for the solution ..."
        return size + self._time

    def _paint(
        self, chosen: PictureFormat, style: Style, solution: Answer | None
    ) -> tuple[Scene, str]:
        """Show the picture as it will be; return its scene, and in words how long it moves."""
        look, hard = style.look(), chosen.hard_edges
        labels = style.labels or look.theme.labels
        if kind_of(self._puzzle).drawing.has_labels:  # what was chosen is kept for another theme
            forced, ticked = ("" if it else "!" for it in (look.theme.labels, labels))
            box = self._options.by_name["labels"].widget
            box.state([f"{forced}disabled", f"{ticked}selected"])
        still = None if chosen.moves else solution
        scene = scene_of(self._puzzle, still, labels=labels, caption=style.caption)
        if board := self._wanted_board:
            sentence = self._says.get()
            scene = board.scene(self._puzzle, style, labels=labels, sentence=sentence)
        # Like all of the window, the preview is larger at a larger scale; the file is not.
        shown_cell = round(look.cell * scale.factor(self))
        filling = replace(look, cell=shown_cell if chosen.has_pixels else self.preview.side)
        if chosen.moves and solution:
            movie = movie_of(self._puzzle, solution, scene, labels=labels, seconds=style.seconds)
            self.preview.play(movie, filling, hard=hard)
            return scene, f", {sum(frame.seconds for frame in movie.frames):.1f} seconds"
        if chosen.paper and style.page:
            self.preview.show(painted(board_page(scene, look, style.page), self.preview.side))
        else:
            self.preview.show(small_picture(scene, filling, self.preview.side), hard=hard)
        return scene, ". Without the solution nothing moves." if chosen.moves else ""

    # The solution

    def _wanted_solution(self) -> Answer | None:
        """Return the solution if it is to be shown and known; if it is unknown, search for it."""
        wanted = self._solved.get() and self._wanted_board is None
        if not wanted:
            self._search.cancel()
        elif self._solution is None and not self._search.running:
            self._search.start(kind_of(self._puzzle).solving.solve, self._puzzle)
        return self._solution if wanted else None

    def _searched(self, event: Event) -> None:
        match event:
            case Progress():
                return
            case Done(result) if result.solution:
                self._solution = result.solution
                self.follow()
            case _:
                self._solved.set(False)
                self.follow()
                ended = "The search ended without a result."
                no_solution = "This puzzle has no solution."
                self.tell(no_solution if isinstance(event, Done) else ended)


def _refuse(box: ttk.Widget, text: str) -> None:
    """Disable a box to tick, and show why."""
    box.state(["disabled"])
    box["text"] = text


def _size(scene: Scene, chosen: PictureFormat, style: Style) -> str:
    """Return the picture's size in words; FlowDeskError if it is too large."""
    if chosen.paper and style.page:
        return " × ".join(f"{points / 72 * 25.4:.0f}" for points in PAPERS[style.page]) + " mm"
    width, height = checked_size(scene, style.look(), chosen)
    if chosen.paper:
        return " × ".join(f"{pixels / 96 * 25.4:.0f}" for pixels in (width, height)) + " mm"
    return f"{width} × {height} pixels"


def ask_layout(
    parent: tk.Misc, packs: Mapping[str, Sequence[Entry]], before: Layout
) -> tuple[Sequence[Entry], Layout] | None:
    """Ask which of some packs, and for the layout of its booklet, `before` suggested.

    The packs have names that people read. None if cancelled.
    """
    dialog = PreviewDialog(parent, "Print booklet")
    options = OptionFields(dialog.fields, before)
    text = "Writes a PDF to print, which is legible in black and white too."
    note = ttk.Label(dialog.fields, text=text, style="Faint.TLabel", wraplength="225p")
    note.grid(row=SWITCHES_ROW + 1, column=0, columnspan=2, sticky="w", pady=("9p", 0))
    chosen = tk.StringVar(dialog, next(iter(packs)))
    if len(packs) > 1:
        chosen, _ = choice_field(
            dialog.fields, "Puzzles", list(packs), chosen.get(), SWITCHES_ROW - 1
        )

    def wish() -> tuple[Sequence[Entry], Layout]:
        return packs[chosen.get()], Layout(**options.values())

    def draw() -> str:
        """Show the first page, and return the number of pages."""
        entries, layout = wish()
        page = painted(next(pages(entries, layout)), dialog.preview.side)
        dialog.preview.show(page)
        levels, answers = page_counts(len(entries), layout)
        about = f"{counted(len(entries), 'puzzle')} on {counted(levels, 'page')}"
        return f"{about}, answers on {answers} more" if answers else about

    dialog.watch(draw, [*options.variables, chosen])
    return dialog.ask("Write PDF ...", wish, options.by_name["title"].widget)
