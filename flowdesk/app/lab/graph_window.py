"""GraphWindow: the implication graph of a conflict, and below it the steps of resolution."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from functools import partial

from PIL import ImageTk

from flowdesk.app import fonts
from flowdesk.app.front import Front
from flowdesk.app.lab.result_windows import ResultWindow
from flowdesk.app.look import inks_of
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.scrolled import Wheel, page_of, scroll_across, scroll_down
from flowdesk.core.grid import Cell
from flowdesk.draw.graph import paint, png
from flowdesk.lab.rule_text import TextLine
from flowdesk.lab.trace import Implication

_LEAST = 375, 215  # points
#: Points that the window has besides the graph and its steps, and what a frame round it may take.
_BESIDE, _BELOW, _FRAME = 9, 48, 27
_SMALLER = 0.8  # as large as it would be, a graph may be drawn to have room
_LINES = 3, 6  # of the steps and how to read the graph: at least, at most
_READ = 3  # of these are how to read it
_PAD, _GRAPH = 12, 100  # points: round words, and that the graph has at least
_HOW_TO_READ = (
    "Dashed: decided. Thick border: the first unique implication point, which every way from the "
    "decision to the conflict passes. The boxes just before the cut are what the learned clause "
    "forbids together. Left out: what is certain, and left of the cut, earlier levels."
)


class GraphWindow(ResultWindow):
    """Made when it is first shown, above what is below the board.

    `shown` is the latest graph, if there was one.
    """

    def __init__(self, front: Front) -> None:
        super().__init__(front, "Implication graph", _LEAST, _LEAST)
        self._board = front.view
        self._steps: list[TextLine] = []
        self.shown: Implication | None = None
        self.saving.offer("picture", "Picture", "implication.png", self._png)
        page = page_of(self.top)
        self.steps = LinkedText(page, fonts.SMALL, _LINES[0])
        self.steps.pack(side="bottom", fill="x", padx="9p")
        self.canvas = canvas = tk.Canvas(page, highlightthickness=0, borderwidth=0)
        canvas.configure(height=f"{_GRAPH}p")
        canvas.pack(side="top", fill="both", expand=True)
        scroll_across(canvas, side="bottom", before=canvas)
        scroll_down(canvas)
        canvas.bind("<ButtonPress-1>", self._clicked)
        Wheel(canvas, lambda *by: canvas.xview_scroll(sum(by), "units"), notch=lambda: 3)
        front.theming.changed.connect(self._theme_changed, front.shell)

    @property
    def is_open(self) -> bool:
        return self.top.state() != "withdrawn"

    def show(self, implication: Implication, steps: list[TextLine]) -> None:
        """Show another graph, at its end: the conflict is what a reader begins with."""
        self.shown, self._steps = implication, steps
        if not self.is_open:
            self._place()
        self.appear()
        self._theme_changed()
        self.top.update_idletasks()
        self.canvas.xview_moveto(1.0)
        self.canvas.yview_moveto(0.0)

    def _place(self) -> None:
        """Make the window as large as the graph, over the lower part of the board.

        So it hides neither a note below the board nor the words beside it.
        """
        board, wide = self._board, self._size[0]
        high = max(self._size[1], pixels(self.top, _GRAPH))
        line = self.steps.line_height
        wanted = min(len(self._steps) + _READ, _LINES[1]) * line
        least = self.top.minsize()
        beside, below = pixels(self.top, _BESIDE), pixels(self.top, _BELOW)
        width = max(least[0], min(wide + beside, board.winfo_width()))
        room = board.winfo_height() - pixels(self.top, _FRAME)
        height = max(least[1], min(high + wanted + below, room))
        self.steps.configure(height=max(_LINES[0], min((height - high - below) // line, _LINES[1])))
        left = board.winfo_rootx() + (board.winfo_width() - width) // 2
        top = board.winfo_rooty() + board.winfo_height() - height - pixels(self.top, _FRAME)
        self.top.geometry(f"{width}x{height}+{max(left, 0)}+{max(top, 0)}")

    @property
    def _scale(self) -> float:
        """How many times as large as in files the graph is: as in files, if it is very large.

        It is a little smaller if it then has room beside the panel.
        """
        assert self.shown
        wanted, graph = self._theming.colors.scale, self.shown.graph
        room = (self._board.winfo_width() - pixels(self.top, _BESIDE)) / graph.size[0]
        if _SMALLER * wanted < room < wanted:
            return room
        return 1 if graph.is_too_large(wanted) else wanted

    @property
    def _size(self) -> tuple[int, int]:
        assert self.shown
        width, height = self.shown.graph.size
        return round(width * self._scale), round(height * self._scale)

    def hide(self) -> None:
        self.top.withdraw()

    def _theme_changed(self) -> None:
        colors, canvas = self._theming.colors, self.canvas
        canvas.configure(background=colors.background)
        canvas.delete("all")
        if self.shown is None:
            return
        self.steps.begin()
        for line in self._steps:
            look = partial(self._look_at, line.cells) if line.cells else None
            self.steps.add(f"{line.marked}\n", line.style, click=look, about=line.cells)
        self.steps.add(_HOW_TO_READ, "faint")
        self.steps.end()
        graph = self.shown.graph
        self.saving.allow(possible=not graph.is_too_large())
        if graph.is_too_large():
            words = f"{len(graph.boxes) - 1} literals have led to this conflict: too many to draw."
            pad = pixels(canvas, _PAD)
            canvas.create_text(pad, pad, text=words, anchor="nw", fill=colors.text, tags="words")
            canvas.configure(scrollregion=(0, 0, 0, 0))
            return
        picture = paint(graph, inks_of(self._theming.theme, self._scale), bad=colors.bad)
        self._photo = ImageTk.PhotoImage(picture, master=canvas)
        canvas.create_image(0, 0, image=self._photo, anchor="nw")
        canvas.configure(scrollregion=(0, 0, *self._size))

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        if self.shown and not self.shown.graph.is_too_large():
            at = self.canvas.canvasx(event.x), self.canvas.canvasy(event.y)
            box = self.shown.graph.box_at(*(place / self._scale for place in at))
            if box is not None:
                self._look_at(self.shown.cells[box])

    def _look_at(self, cells: Iterable[Cell]) -> None:
        """Point out the cells of a box or a step."""
        self._front.stage.point_out(cells)

    def _png(self) -> bytes:
        """Return the graph as a picture on white."""
        assert self.shown
        return png(self.shown.graph)
