"""Editing: what the pointer and the keys mean on the board."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING, Any

from flowdesk.app.modes.keys import Keyboard
from flowdesk.core.grid import STEPS, Cell, Edge, cells_on_line, edge_between
from flowdesk.flow import drawing, editing
from flowdesk.flow.colors import LABELS
from flowdesk.flow.level import Level
from flowdesk.flow.tiles import dot_tiles

if TYPE_CHECKING:
    from flowdesk.app.window import Window

TOOLS = ("endpoint", "path", "hole", "wall")

# Bits of an event's state.
_CONTROL, _COMMAND = 0x4, 0x8

_DRAG_PIXELS = 4  # a press that moves less is a click


class EditMode:
    """The current colour and tool, the cursor, and the gesture that is going on."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._view = window.view
        self.label = "R"
        self.tool = "endpoint"
        self.cursor: Cell | None = None
        self.hovered: Cell | None = None
        self.dragged: Cell | None = None
        self._press: tuple[int, int] = (0, 0)
        self._last: tuple[int, int] = (0, 0)
        self._moved = False
        self._replaces = False
        self._paint: bool | None = None
        self._erasing = False
        self._stroke: drawing.Stroke | None = None
        self._keyboard = Keyboard(self, window)
        self._bind()

    def _bind(self) -> None:
        view, mac = self._view, self._window.mac
        erase, pick = ("2", "3") if mac else ("3", "2")
        bindings: dict[str, Any] = {
            "<ButtonPress-1>": self._pressed,
            "<B1-Motion>": self._dragged_to,
            "<ButtonRelease-1>": self._released,
            f"<ButtonPress-{erase}>": self._erase_pressed,
            f"<B{erase}-Motion>": self._erase_dragged,
            f"<ButtonRelease-{erase}>": self._erase_released,
            f"<ButtonPress-{pick}>": self._pick_pressed,
            f"<B{pick}-Motion>": self._pick_dragged,
            f"<ButtonRelease-{pick}>": self._pick_released,
            "<Motion>": self._hover,
            "<Leave>": lambda event: self._set_hovered(None),
            # Tk 8.6 on X11 sends wheels as buttons; Tk 9 and others send MouseWheel.
            "<Button-4>": lambda event: self._wheel(event, 1),
            "<Button-5>": lambda event: self._wheel(event, -1),
            "<MouseWheel>": lambda event: self._wheel(event, 1 if event.delta > 0 else -1),
        }
        for sequence, handler in bindings.items():
            view.bind(sequence, handler)

    # State that others set

    @property
    def level(self) -> Level:
        """The level on the board."""
        return self._window.document.level

    def choose_label(self, label: str) -> None:
        """Make a colour the current one, and place endpoints with it."""
        self.label = label
        self.choose_tool("endpoint")

    def choose_tool(self, tool: str) -> None:
        """Take one of `TOOLS`."""
        self.tool = tool
        self._window.refresh_palette()

    def level_opened(self) -> None:
        """Another level is on the board: start with what it needs."""
        self.abandon()
        self.set_cursor(None)
        self.label = editing.next_label(self.level, LABELS[0])
        self.tool = "endpoint"

    @property
    def has_gesture(self) -> bool:
        """Whether a button is held that does something to the level."""
        busy = (self.dragged, self._paint, self._stroke)
        return self._erasing or any(part is not None for part in busy)

    def abandon(self) -> bool:
        """Give up the gesture that is going on, as if it had not begun; whether there was one."""
        going_on = self.has_gesture
        self._stop_dragging()
        self._paint, self._erasing, self._stroke = None, False, None
        if going_on:
            self._window.document.abandon_gesture()
        return going_on

    def theme_changed(self) -> None:
        """Use the window's present colours."""
        self._set_hovered(None)
        self.set_cursor(self.cursor)

    def _begin(self) -> None:
        """A button is pressed: what is being typed or dragged comes to its end first."""
        self.abandon()
        self._window.side.commit()
        self._view.focus_set()

    # Left button

    def _pressed(self, event: tk.Event[Any]) -> None:
        self._begin()
        self.set_cursor(None)
        self._press = self._last = (event.x, event.y)
        if self._keyboard.space_held:
            self._keyboard.space_used = True
            self._view.begin_pan(event.x, event.y)
            return
        cell = self._view.cell_at(event.x, event.y)
        if not self.level.on_board(cell):
            return
        document = self._window.document
        document.begin_gesture()
        if self.tool == "hole":
            self._paint = cell not in self.level.holes
            self._paint_holes([cell])
        elif self.tool == "wall":
            edge = self._edge_at(event.x, event.y)
            self._paint = edge not in self.level.walls
            self._set_walls([edge], self._paint)
        elif self.tool == "path":
            self._window.solving.forget()
            self._window.insight.forget()
            stroke = drawing.begin(self.level, cell, self.label)
            if drawing.path_at(self.level, cell):
                self._stroke = stroke  # a path is cut only where the pointer goes on
            else:
                self._draw(stroke)
        else:
            self._replaces = cell in self.level.endpoints
            if not self._replaces:
                document.apply(f"place {self.label}", editing.place(self.level, cell, self.label))
            self.dragged, self._moved = cell, False

    def _dragged_to(self, event: tk.Event[Any]) -> None:
        view = self._view
        if view.panning:
            view.drag_pan(event.x, event.y)
            return
        cell, last = view.cell_at(event.x, event.y), view.cell_at(*self._last)
        if self._paint is not None and self.tool == "hole":
            self._paint_holes(cells_on_line(last, cell))
        elif self._paint is not None:
            self._set_walls(self._edges_between(self._last, (event.x, event.y)), self._paint)
        elif self._stroke is not None:
            stroke = self._stroke
            for passed in cells_on_line(last, cell):
                stroke = stroke.to(passed)
            if stroke is not self._stroke:
                self._draw(stroke)
            self._set_hovered(cell)
        elif self.dragged is not None:
            far = max(abs(event.x - self._press[0]), abs(event.y - self._press[1]))
            if far >= _DRAG_PIXELS and (self._moved or cell != self.dragged):
                if not self._moved:
                    self._moved = True
                    self._window.painting.redraw([self.dragged])
                dot = dot_tiles(
                    self.level,
                    self.level.endpoints[self.dragged],
                    labels=self._window.labels,
                )
                view.float_tiles(dot, event.x, event.y)
                self._set_hovered(cell)
        self._last = (event.x, event.y)

    def _released(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.end_pan()
            return
        if self._paint is not None:
            self._dragged_to(event)
            self._paint = None
            self._window.document.end_gesture()
            return
        if self._stroke is not None:
            self._dragged_to(event)
            self._stroke = None
            self._window.document.end_gesture()
            self._go_on()
            return
        start, moved = self.dragged, self._moved
        if start is None:
            self._window.document.end_gesture()  # of a press that began nothing
            return
        self._stop_dragging()
        document = self._window.document
        if moved:
            end = self._view.cell_at(event.x, event.y)
            label = self.level.endpoints[start]
            changed = document.apply(f"move {label}", editing.move(self.level, start, end))
            if not changed and end != start:
                self._window.say("An endpoint can be moved to any empty cell of the board.")
        elif self._replaces:
            document.apply(f"place {self.label}", editing.place(self.level, start, self.label))
        document.end_gesture()
        self._go_on()

    # Right button

    def _erase_pressed(self, event: tk.Event[Any]) -> None:
        self._begin()
        self.set_cursor(None)
        self._erasing = True
        self._last = (event.x, event.y)
        self._window.document.begin_gesture()
        if self.tool == "wall":
            self._set_walls([self._edge_at(event.x, event.y)], False)
        else:
            self.erase([self._view.cell_at(event.x, event.y)])

    def _erase_dragged(self, event: tk.Event[Any]) -> None:
        if not self._erasing:
            return
        here = (event.x, event.y)
        if self.tool == "wall":
            self._set_walls(self._edges_between(self._last, here), False)
        else:
            last, cell = self._view.cell_at(*self._last), self._view.cell_at(*here)
            self.erase(cells_on_line(last, cell))
        self._last = here

    def _erase_released(self, event: tk.Event[Any]) -> None:
        if self._erasing:
            self._erase_dragged(event)
            self._erasing = False
            self._window.document.end_gesture()

    # Middle button

    def _pick_pressed(self, event: tk.Event[Any]) -> None:
        self._begin()
        self._press = (event.x, event.y)

    def _pick_dragged(self, event: tk.Event[Any]) -> None:
        far = max(abs(event.x - self._press[0]), abs(event.y - self._press[1]))
        if not self._view.panning and far >= _DRAG_PIXELS:
            self._view.begin_pan(*self._press)
        self._view.drag_pan(event.x, event.y)

    def _pick_released(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.end_pan()
            return
        label = self._window.painting.label_at(self._view.cell_at(event.x, event.y))
        if label:
            self.choose_label(label)

    # Wheel and keys

    def _wheel(self, event: tk.Event[Any], up: int) -> None:
        if int(event.state) & (_COMMAND if self._window.mac else _CONTROL):
            self._view.zoom_by(up, event.x, event.y)
            return
        labels = editing.palette(self.level, self.label)
        self.choose_label(labels[(labels.index(self.label) - up) % len(labels)])

    # Changes

    def place(self, cell: Cell, label: str) -> None:
        """Place an endpoint and go on to the colour that is next."""
        self.label = label
        self.apply(f"place {label}", editing.place(self.level, cell, label))
        self._go_on()

    def apply(self, label: str, level: Level) -> None:
        """Make a changed level the present one, as a step of undo called `label`."""
        self._window.document.apply(label, level)

    def _go_on(self) -> None:
        """After a colour's second endpoint the next unused one is current."""
        self.label = editing.next_label(self.level, self.label)
        self._window.refresh_palette()

    def erase(self, cells: list[Cell]) -> None:
        """Empty some cells; an erased colour is the current one, to be placed elsewhere."""
        labels = [self.level.endpoints[cell] for cell in cells if cell in self.level.endpoints]
        level = self.level
        for cell in cells:
            path = drawing.path_at(level, cell) if self.tool == "path" else None
            level = drawing.without_path(level, path) if path else editing.erase(level, cell)
        self.apply(f"erase {' '.join(labels) or 'holes'}", level)
        if labels and self.tool == "endpoint":
            self.label = labels[-1]
            self._window.refresh_palette()

    def _draw(self, stroke: drawing.Stroke | None) -> None:
        """Show a path as far as it is drawn."""
        self._stroke = stroke
        if stroke:
            if stroke.label != self.label:
                self.label = stroke.label
                self._window.refresh_palette()
            self.apply(f"draw {stroke.label}", stroke.level)

    def _paint_holes(self, cells: list[Cell]) -> None:
        level = self.level
        for cell in cells:
            level = editing.set_hole(level, cell, bool(self._paint))
        self.apply("holes", level)

    def _set_walls(self, edges: list[Edge], there: bool) -> None:
        level = self.level
        for edge in edges:
            level = editing.set_wall(level, edge, there)
        self.apply("walls", level)

    # Places

    def target(self) -> Cell | None:
        """The cell that keys mean: under the cursor if it is shown, else under the pointer."""
        return self.cursor if self.cursor is not None else self.hovered

    def _edge_at(self, x: int, y: int) -> Edge:
        """The edge of the nearest side of the cell at a place in the window."""
        cell = self._view.cell_at(x, y)
        across, down = self._view.within_cell(x, y)
        sides = {"l": across, "r": 1 - across, "t": down, "b": 1 - down}
        step = STEPS[min(sides, key=lambda side: sides[side])]
        return edge_between(cell, (cell[0] + step[0], cell[1] + step[1]))

    def _edges_between(self, start: tuple[int, int], end: tuple[int, int]) -> list[Edge]:
        """The edges along the pointer's way, however far apart its events are."""
        length = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
        count = max(1, 4 * length // self._view.cell)
        edges: dict[Edge, None] = {}
        for i in range(1, count + 1):
            x = start[0] + (end[0] - start[0]) * i // count
            y = start[1] + (end[1] - start[1]) * i // count
            edges[self._edge_at(x, y)] = None
        return list(edges)

    def _hover(self, event: tk.Event[Any]) -> None:
        self._set_hovered(self._view.cell_at(event.x, event.y))

    def _set_hovered(self, cell: Cell | None) -> None:
        if cell is not None and not self.level.on_board(cell):
            cell = None
        if cell != self.hovered:
            self.hovered = cell
            self._view.frame_cell("hover", cell, self._window.theme.hover, 1)
            self._window.pointed_at(self.target())

    def set_cursor(self, cell: Cell | None) -> None:
        """Show the keyboard's cursor in a cell, or with None hide it."""
        self.cursor = cell
        self._view.frame_cell("cursor", cell, self._window.theme.cursor, 2)
        if cell is not None:
            self._view.bring_into_view([cell])
        self._window.pointed_at(self.target())

    def _stop_dragging(self) -> None:
        dragged, self.dragged, self._moved = self.dragged, None, False
        self._view.float_tiles(None)
        if dragged is not None:
            self._window.painting.redraw([dragged])

    @property
    def ghost(self) -> Cell | None:
        """The cell that an endpoint is being dragged away from."""
        return self.dragged if self._moved else None
