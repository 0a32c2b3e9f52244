"""The panels beside the board: the palette on the left; level, findings, animation on the right."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import colorchooser, ttk
from typing import TYPE_CHECKING, Any

from PIL import ImageTk

from flowdesk.app.modes.edit import TOOLS
from flowdesk.app.tooltip import add_tooltip
from flowdesk.desk.playback import FASTEST, SLOWEST
from flowdesk.desk.verdict import Note
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.draw.sprites import SpriteSheet
from flowdesk.draw.theme import Theme
from flowdesk.flow import editing
from flowdesk.flow.repair import Change
from flowdesk.flow.tiles import dot_tiles

if TYPE_CHECKING:
    from flowdesk.app.window import Window

#: How many notes are listed: a large board can have thousands of dead ends.
MOST_NOTES = 50

_COLUMNS = 2
_WIDTH, _HEIGHT = 68, 38  # of one colour in the palette, in pixels
_DOT = 34

_TOOL_NAMES = {"endpoint": "Endpoint", "path": "Path", "hole": "Hole", "wall": "Wall"}
#: What a tool does, and the action that chooses it.
_TOOL_TIPS = {
    "endpoint": ("Click to place the current colour", "Place endpoints"),
    "path": ("Drag to draw a path: its ends become the endpoints", "Draw paths"),
    "hole": ("Click or drag to take cells out of the board", "Make holes"),
    "wall": ("Click near a side of a cell to build or remove a wall", "Build walls"),
}


class PalettePanel(ttk.Frame):
    """The colours, each with how many of its endpoints are placed, and the tools."""

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, padding=(8, 8, 4, 8))
        self._window = window
        self._labels: list[str] = []
        self._photos: dict[Tiles, ImageTk.PhotoImage] = {}
        self._theme: Theme | None = None
        self._shown: object = None
        self._tool = tk.StringVar(self, "endpoint")
        tools = ttk.Frame(self)
        tools.pack(side="bottom", fill="x", pady=(8, 0))
        for tool in TOOLS:
            button = ttk.Radiobutton(
                tools,
                text=_TOOL_NAMES[tool],
                value=tool,
                variable=self._tool,
                takefocus=False,
                command=lambda tool=tool: window.edit.choose_tool(tool),  # type: ignore[misc]  # a default argument in a lambda has no type
            )
            button.pack(fill="x", pady=1)
            what, action = _TOOL_TIPS[tool]
            add_tooltip(button, f"{what}  ({window.key(action)})")
        self._canvas = tk.Canvas(
            self, width=_COLUMNS * _WIDTH, height=100, highlightthickness=0, borderwidth=0
        )
        self._canvas.pack(side="top", fill="both", expand=True)
        self._canvas.bind("<ButtonPress-1>", self._clicked)
        self._canvas.bind("<Double-Button-1>", self._choose_color)
        self._canvas.bind("<Motion>", self._hover)
        self._tip = add_tooltip(self._canvas, "")
        for sequence, step in (("<Button-4>", -1), ("<Button-5>", 1)):
            self._canvas.bind(sequence, lambda event, step=step: self._scroll(step))  # type: ignore[misc]  # the same
        self._canvas.bind("<MouseWheel>", lambda event: self._scroll(-1 if event.delta > 0 else 1))

    def refresh(self) -> None:
        """Show the present level's colours and the current one and tool."""
        window = self._window
        level, edit = window.document.level, window.edit
        labels = editing.palette(level, edit.label)
        state = (
            [(label, level.color(label), len(level.pairs.get(label, ()))) for label in labels],
            edit.label,
            edit.tool,
            window.theme,
        )
        if state == self._shown:
            return
        self._shown, self._labels = state, labels
        self._tool.set(edit.tool)
        canvas, colors = self._canvas, window.colors
        canvas.delete("all")
        canvas.configure(background=colors.background)
        if self._theme != window.theme:
            self._theme, self._photos = window.theme, {}
        for place, label in enumerate(labels):
            x, y = place % _COLUMNS * _WIDTH, place // _COLUMNS * _HEIGHT
            if label == edit.label and edit.tool == "endpoint":
                canvas.create_rectangle(
                    x + 1, y + 1, x + _WIDTH - 3, y + _HEIGHT - 2, outline=colors.accent, width=2
                )
            tiles = dot_tiles(level, label, labels=True)
            count = len(level.pairs.get(label, ()))
            if count == 0:
                tiles = (*(Tile(t.name, t.color, 0.55) for t in tiles[:-1]), tiles[-1])
            canvas.create_image(x + 3, y + 2, image=self._photo(tiles), anchor="nw")
            mark = ("○○", "●○", "●●")[count] if count <= 2 else f"×{count}"
            canvas.create_text(
                x + _DOT + 4,
                y + _HEIGHT / 2,
                text=mark,
                anchor="w",
                tags="words",
                fill=colors.bad if count > 2 else colors.text if count else colors.faint,
            )
        rows = math.ceil(len(labels) / _COLUMNS)
        canvas.configure(scrollregion=(0, 0, _COLUMNS * _WIDTH, rows * _HEIGHT))
        self._reveal(labels.index(edit.label) // _COLUMNS)

    def _photo(self, tiles: Tiles) -> ImageTk.PhotoImage:
        """A dot of the palette, made once for each look it can have."""
        if tiles not in self._photos:
            sheet = SpriteSheet(self._window.theme, _DOT, transparent=True)
            self._photos[tiles] = ImageTk.PhotoImage(sheet.stack(tiles), master=self._canvas)
        return self._photos[tiles]

    def _label_at(self, event: tk.Event[Any]) -> str | None:
        column = event.x // _WIDTH
        place = int(self._canvas.canvasy(event.y)) // _HEIGHT * _COLUMNS + column
        if 0 <= column < _COLUMNS and place < len(self._labels):
            return self._labels[place]
        return None

    def _clicked(self, event: tk.Event[Any]) -> None:
        if label := self._label_at(event):
            self._window.edit.choose_label(label)
        self._window.view.focus_set()

    def _choose_color(self, event: tk.Event[Any]) -> None:
        """Ask for another colour; only a label on the board has one that a file keeps."""
        label, document = self._label_at(event) or "", self._window.document
        if label in document.level.pairs:
            now = document.level.color(label)
            color = colorchooser.askcolor(now, parent=self, title=f"The colour of {label}")[1]
            if color:
                changed = editing.set_color(document.level, label, color)
                document.apply(f"colour of {label}", changed)

    def _hover(self, event: tk.Event[Any]) -> None:
        label = self._label_at(event)
        if label:
            count = len(self._window.document.level.pairs.get(label, ()))
            placed = {0: "not placed", 1: "one endpoint placed", 2: "both endpoints placed"}
            state = placed.get(count, f"{count} endpoints, two are right")
            self._tip.text = f"{label}: {state}. Double click: another colour"
        else:
            self._tip.text = ""

    def _scroll(self, step: int) -> None:
        first, last = self._canvas.yview()
        if last - first < 1:
            self._canvas.yview_scroll(step, "units")

    def _reveal(self, row: int) -> None:
        """Scroll so that a row can be seen."""
        region = float(self._canvas.cget("scrollregion").split()[3])
        first, last = self._canvas.yview()
        if row * _HEIGHT < first * region:
            self._canvas.yview_moveto(row * _HEIGHT / region)
        elif (row + 1) * _HEIGHT > last * region + 1:
            self._canvas.yview_moveto(((row + 1) * _HEIGHT - self._canvas.winfo_height()) / region)


class SidePanel(ttk.Frame):
    """What is known of the level, what is wrong with it, and the animation."""

    WIDTH = 226

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, padding=(8, 8, 12, 8), width=self.WIDTH)
        self.pack_propagate(False)
        self._window = window
        self._notes: list[Note] | None = None
        self._fields: dict[str, tk.StringVar] = {}
        self._heading("Level")
        for name in ("title", "author"):
            self._about_field(name)
        self._size = ttk.Label(self, style="Faint.TLabel")
        self._size.pack(anchor="w", pady=(4, 0))
        self._build_animation()
        self._heading("What is known")
        self._list = tk.Text(
            self,
            wrap="word",
            width=10,
            height=4,
            borderwidth=0,
            highlightthickness=0,
            spacing3=6,
            takefocus=False,
            cursor="",
            font="TkDefaultFont",
        )
        self._list.pack(fill="both", expand=True)
        # Not a text to type or select in: without these it would take the keys from the board.
        self._list.bindtags((str(self._list), str(self.winfo_toplevel()), "all"))
        self._list_tip = add_tooltip(self._list, "")
        self._actions: dict[str, tuple[str, Callable[[], None]]] = {}
        self._list.bind("<Button-1>", self._clicked)
        self._list.bind("<Motion>", self._hover, add=True)
        for sequence, step in (("<Button-4>", -1), ("<Button-5>", 1)):
            self._list.bind(sequence, lambda event, step=step: self._scroll(step))  # type: ignore[misc]  # the same
        self._list.bind("<MouseWheel>", lambda event: self._scroll(-1 if event.delta > 0 else 1))

    def refresh(self) -> None:
        """Show the present level."""
        document = self._window.document
        level = document.level
        for name, variable in self._fields.items():
            variable.set(level.about.get(name, "").replace("\n", " "))
        colors = len(level.pairs)
        number = len(level.holes)
        holes = f", {number} {'hole' if number == 1 else 'holes'}" if number else ""
        place = f"\nlevel {document.index + 1} of {document.count}" if document.count > 1 else ""
        self._size.configure(
            text=f"{level.width} × {level.height}, {colors} "
            f"{'colour' if colors == 1 else 'colours'}{holes}{place}"
        )

    def show_notes(self, notes: list[Note]) -> None:
        """List what is known; a click shows where, or makes the change that is offered."""
        if notes == self._notes:
            return
        self._notes = notes
        colors, text = self._window.colors, self._list
        text.configure(state="normal", background=colors.background, foreground=colors.text)
        text.delete("1.0", "end")
        self._actions.clear()
        text.tag_configure("line", lmargin2=10)
        text.tag_configure("offer", foreground=colors.accent, underline=True)
        for number, note in enumerate(notes[:MOST_NOTES]):
            tag = f"note-{number}"
            text.insert("end", f"• {note.text}", ("line", tag))
            if note.attempt:
                self._actions[tag] = "Click to see these paths", partial(self._show_attempt, note)
            elif note.cells:
                self._actions[tag] = "Click to see where", partial(self._point_out, note)
            if note.change:
                offer = f"offer-{number}"
                text.insert("end", "  ", "line")
                text.insert("end", "Do\u00a0it", ("line", "offer", offer))
                self._actions[offer] = "Change the level so", partial(self._do, note.change)
            text.insert("end", "\n")
        if len(notes) > MOST_NOTES:
            text.insert("end", f"... and {len(notes) - MOST_NOTES} more.")
        text.configure(state="disabled")
        self._point_at("")

    def _action_at(self, event: tk.Event[Any]) -> tuple[str, Callable[[], None]] | None:
        """What a click into the list would do, and how to call that."""
        tags = self._list.tag_names(f"@{event.x},{event.y}")
        return next((self._actions[tag] for tag in tags if tag in self._actions), None)

    def _clicked(self, event: tk.Event[Any]) -> None:
        if action := self._action_at(event):
            action[1]()

    def _hover(self, event: tk.Event[Any]) -> None:
        action = self._action_at(event)
        self._point_at(action[0] if action else "")

    def refresh_playback(self) -> None:
        """Show how far the animation is."""
        player = self._window.player
        state = "disabled" if player.progress is None else "!disabled"
        for button in self._buttons.values():
            button.state([state])
        self._buttons["play"].configure(text="Pause" if player.playing else "Play")
        self._progress.configure(value=player.progress or 0)

    def commit(self) -> None:
        """Take over what is being typed."""
        for name, variable in self._fields.items():
            document = self._window.document
            if variable.get() != document.level.about.get(name, "").replace("\n", " "):
                value = variable.get().strip()
                document.apply(name, editing.set_about(document.level, name, value))

    def theme_changed(self) -> None:
        """Use the window's present colours."""
        known, self._notes = self._notes, None
        self.show_notes(known or [])

    def _heading(self, text: str) -> None:
        ttk.Label(self, text=text, style="Heading.TLabel").pack(anchor="w", pady=(10, 4))

    def _about_field(self, name: str) -> None:
        row = ttk.Frame(self)
        row.pack(fill="x", pady=1)
        ttk.Label(row, text=name.capitalize(), width=7, style="Faint.TLabel").pack(side="left")
        variable = self._fields[name] = tk.StringVar(self)
        field = ttk.Entry(row, textvariable=variable, width=10)
        field.pack(side="left", fill="x", expand=True)
        field.bind("<FocusOut>", lambda event: self.commit())
        field.bind("<Return>", lambda event: self._window.view.focus_set())
        field.bind("<Escape>", lambda event: self._give_up())

    def _give_up(self) -> str:
        self.refresh()
        self._window.view.focus_set()
        return "break"

    def _build_animation(self) -> None:
        window = self._window
        self._heading("Animation")
        self._progress = ttk.Progressbar(self, maximum=1)
        self._progress.pack(fill="x", pady=(0, 6))
        row = ttk.Frame(self)
        row.pack(fill="x")
        self._buttons: dict[str, ttk.Button] = {}
        for column, (name, text, command, action) in enumerate(
            (
                ("play", "Play", lambda: window.player.play_or_pause(), "Play or pause"),
                ("step", "Step", lambda: window.player.step(), "One step"),
                ("skip", "End", lambda: window.player.skip(), "Skip to the end"),
            )
        ):
            button = ttk.Button(row, text=text, width=5, command=command, takefocus=False)
            button.grid(row=0, column=column, sticky="ew", padx=1)
            row.columnconfigure(column, weight=1, uniform="buttons")
            add_tooltip(button, f"{action}  ({self._window.key(action)})")
            self._buttons[name] = button
        row = ttk.Frame(self)
        row.pack(fill="x", pady=(6, 0))
        ttk.Label(row, text="Speed", style="Faint.TLabel").pack(side="left", padx=(0, 8))
        self._speed_text = ttk.Label(row, width=7, style="Faint.TLabel", anchor="e")
        self._speed_text.pack(side="right")
        speed = self._window.settings.speed
        # The slider is logarithmic: the normal speed lies in its middle.
        low, high = math.log10(SLOWEST), math.log10(FASTEST)
        self._speed = ttk.Scale(row, from_=low, to=high, command=self._speed_moved)
        self._speed.pack(side="left", fill="x", expand=True)
        self._speed.set(math.log10(speed))

    def _speed_moved(self, position: str) -> None:
        speed = round(10 ** float(position), 2)
        if abs(speed - 1) < 0.12:
            speed = 1.0
        self._speed_text.configure(text=f"{speed:.1f} ×")
        self._window.set_speed(speed)

    def _scroll(self, step: int) -> None:
        self._list.yview_scroll(2 * step, "units")

    def _point_at(self, tip: str) -> None:
        self._list.configure(cursor="hand2" if tip else "")
        self._list_tip.text = tip

    def _point_out(self, note: Note) -> None:
        self._window.say(note.text, note.cells)
        self._window.painting.point_out(note.cells)

    def _show_attempt(self, note: Note) -> None:
        if note.attempt:
            self._window.insight.show_attempt(note.attempt, note.cells)
            self._window.say(note.text, note.cells)

    def _do(self, change: Change) -> None:
        """Make a change; what is told of the level and drawn on it may be newer than it is."""
        document = self._window.document
        document.apply("make unique", editing.with_puzzle_of(document.level, change.level))
