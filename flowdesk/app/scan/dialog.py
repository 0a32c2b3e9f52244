"""The dialog over a picture: what was read of its board, what is doubtful, and means to mend it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from functools import partial
from tkinter import ttk
from typing import Any

from PIL import Image

from flowdesk.app.actions import key_sequences, key_text
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.scan.canvas import ScanCanvas
from flowdesk.app.scan.draft import Draft, new_color, seen_color
from flowdesk.app.scan.judging import Judging
from flowdesk.app.scan.panel import READING, ScanPanel, words_for
from flowdesk.app.scan.pointing import Pointing
from flowdesk.app.shell import Shell
from flowdesk.app.theming import Theming
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.grid import Cell, cell_name
from flowdesk.desk.scans.scan import Scan
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import kind_of

_SIZE, _LEAST = (1040, 680), (560, 400)  # pixels
_BESIDE = 40, 110  # pixels of the screen that are not the dialog's: frame, title, panels
_NARROW = 700  # pixels of a screen on which words are saved
_CORNERS = ("upper left", "upper right", "lower right", "lower left")
_CONTROL = 0x4  # in the state of an event


def ask_board(
    shell: Shell, theming: Theming, picture: bytes | Image.Image, called: str
) -> Entry | None:
    """Show a picture with what is read of it; return the level, or None if cancelled.

    `picture` is the content of a file or an RGB image, `called` the name to show.
    """
    scan = ask_scan(shell, theming, picture, called)
    return scan.entry if scan else None


def ask_scan(
    shell: Shell, theming: Theming, picture: bytes | Image.Image, called: str, action: str = "Open"
) -> Scan | None:
    """Show a picture as `ask_board` does; return the scan, which has a level, or None.

    `action` is what the button says that accepts it.
    """
    dialog = ScanDialog(shell, theming, picture, called, action)
    dialog.run(dialog.stage)
    if dialog.failure:
        dialog.failure()
    return dialog.accepted


class ScanDialog(Dialog):
    """`accepted` is the scan once it was accepted; `failure` shows why there can be none."""

    def __init__(
        self,
        shell: Shell,
        theming: Theming,
        picture: bytes | Image.Image,
        called: str,
        action: str = "Open",
    ) -> None:
        super().__init__(shell.root, f"Import picture – {called}")
        self.accepted: Scan | None = None
        self.failure: Callable[[], object] | None = None
        self.canvas: ScanCanvas | None = None
        self._shell = shell
        self._colors = theming.colors
        self._factor = float(self.tk.call("tk", "scaling")) * 72 / 96
        self.panel = ScanPanel(self.body, self._colors, self._factor)
        self.panel.pack(side="right", fill="y", padx=(16, 0))
        self.stage = tk.Frame(self.body, background=self._colors.raised, takefocus=True)
        self.stage.pack(side="left", fill="both", expand=True)
        self._action = action
        self.buttons([action, "Cancel"], lambda name: self._accept())
        self._tools = self._make_tools()
        self.bind("<Escape>", lambda event: self._escape())
        self._bind_keys()
        self._set_room()

        self.judging = judging = Judging(self, called)
        judging.on_picture = self._show_picture
        judging.on_change = self._show_state
        judging.on_refusal = lambda reason: self._fail(
            partial(message.show_message, shell.root, "Not opened", reason)
        )
        judging.on_error = lambda details: self._fail(partial(shell.show_error, details))
        self.panel.on_size = self._set_size
        self.panel.on_doubt = self._point_out
        self.panel.swatches.on_choose = self._set_color
        self.panel.new.configure(command=self._set_new_color)
        self.panel.clear.configure(command=lambda: self._set_color(""))
        self.bind("<Destroy>", self._destroyed)
        judging.start(picture)
        self._show_state()

    def _set_room(self) -> None:
        room = self.winfo_screenwidth() - _BESIDE[0], self.winfo_screenheight() - _BESIDE[1]
        size, least = (
            (min(round(x * self._factor), room[0]), min(round(y * self._factor), room[1]))
            for x, y in (_SIZE, _LEAST)
        )
        self.fixed_size = size
        self.resizable(True, True)
        self.minsize(*least)

    def _make_tools(self) -> dict[str, ttk.Button]:
        made = {}
        is_narrow = self.winfo_screenwidth() < _NARROW * self._factor
        for text, key, tip, run in (
            ("Board" if is_narrow else "Show the board", "Mod-1", "Enlarge it", self._show_board),
            ("All" if is_narrow else "Whole picture", "Mod-0", "Show all of it", self._show_whole),
            ("Undo", "Mod-z", "Take back the last correction", self._undo),
            ("Read again", "", "Read what is in sight anew, without corrections", self._again),
        ):
            button = ttk.Button(self.foot, text=text, command=run)
            button.pack(side="left", padx=(0, 8))
            Tooltip(button, f"{tip}  ({key_text(key, self._shell.mac)})" if key else tip)
            made[text] = button
        return made

    def _bind_keys(self) -> None:
        keys: dict[str, Callable[[], object]] = {
            "Mod-z": self._undo,
            "Mod-Shift-Z": self._redo,
            "Mod-y": self._redo,
            "Mod-plus": partial(self._zoom, 1),
            "Mod-minus": partial(self._zoom, -1),
            "Mod-0": self._show_whole,
            "Mod-1": self._show_board,
        }
        for key, run in keys.items():
            for sequence in key_sequences(key, self._shell.mac):
                self.bind(sequence, lambda event, run=run: run())  # type: ignore[misc]  # the same

    def _destroyed(self, event: tk.Event[Any]) -> None:
        if event.widget is self:
            self.judging.close()

    def _fail(self, failure: Callable[[], object]) -> None:
        self.failure = failure
        self.destroy()

    def _show_picture(self, draft: Draft) -> None:
        self.canvas = canvas = ScanCanvas(self.stage, draft, self._colors.raised, self._factor)
        canvas.pack(fill="both", expand=True)
        self.stage.configure(takefocus=False)  # it had the focus so that keys reach the dialog
        canvas.on_choose = self._show_state
        clear = partial(self._set_color, "")
        self._pointing = Pointing(canvas, self._set_seen_color, clear, self._factor)
        canvas.bind("<Key>", self._typed)
        canvas.focus_set()

    # Corrections

    def _set_size(self, columns: int, rows: int) -> None:
        draft = self.canvas.draft if self.canvas else None
        if self.canvas and draft and (columns, rows) != (draft.lattice.columns, draft.lattice.rows):
            self.canvas.choose()
            draft.set_size(columns, rows)

    def _set_color(self, color: str) -> None:
        """Give the chosen cell a dot of a colour, or none ("")."""
        if self.canvas and self.canvas.cell:
            self.judging.settle()
            self.canvas.pointed = ()
            self.canvas.draft.set_dot(self.canvas.cell, color)

    def _set_new_color(self) -> None:
        if self.canvas and self.canvas.cell:
            draft = self.canvas.draft
            used = [dots.color for dots in draft.reading.dots]
            self._set_color(new_color(draft.image, draft.lattice, self.canvas.cell, used))

    def _set_seen_color(self) -> None:
        """Give the chosen cell the dot that is in the picture, unless it has one."""
        if self.canvas and self.canvas.cell and not self.canvas.draft.dot_at(self.canvas.cell):
            draft, cell = self.canvas.draft, self.canvas.cell
            color = seen_color(draft.image, draft.lattice, cell, draft.reading.dots)
            self._set_color(color)

    def _typed(self, event: tk.Event[Any]) -> str | None:
        """Set a dot by the letter of its colour, or choose a corner by its number."""
        if not self.canvas or not event.char or int(event.state) & _CONTROL:
            return None
        colors = {letter: color for color, letter in self._letters().items() if letter}
        letter = event.char if event.char in colors else event.char.upper()
        if event.keysym in ("Delete", "BackSpace"):
            self._set_color("")
        elif letter in colors:
            self._set_color(colors[letter])
        elif letter == "+":
            self._set_new_color()
        elif letter == " ":
            self._set_seen_color()
        elif letter == "?":
            self._point_out_next()
        elif letter in "1234":
            self.canvas.choose(corner=int(letter) - 1)
        else:
            return None
        return "break"

    def _escape(self) -> None:
        """Give up the drag, or else what is chosen, or else the dialog."""
        canvas = self.canvas
        if canvas and canvas.draft.is_held:
            self._pointing.abandon_drag()
        elif canvas and (canvas.cell or canvas.corner is not None):
            canvas.choose()
        else:
            self.destroy()

    def _undo(self) -> None:
        if self.canvas and not self.canvas.draft.is_held:
            self.canvas.draft.undo()

    def _redo(self) -> None:
        if self.canvas and not self.canvas.draft.is_held:
            self.canvas.draft.redo()

    def _again(self) -> None:
        if self.canvas:
            self.canvas.choose()
            self.judging.read_again(self.canvas.in_sight)

    def _accept(self) -> bool:
        self.panel.flush()
        self.judging.settle()
        self.accepted = self.judging.scan if self._can_open else None
        return self.accepted is not None

    # What is shown

    def _show_whole(self) -> None:
        if self.canvas:
            self.canvas.show_whole()

    def _show_board(self) -> None:
        if self.canvas:
            self.canvas.show_board()

    def _zoom(self, steps: int) -> None:
        if self.canvas:
            self.canvas.zoom(steps)

    def _point_out(self, cells: Collection[Cell]) -> None:
        if self.canvas:
            self.canvas.point_out(cells)
            self.canvas.focus_set()

    def _point_out_next(self) -> None:
        """Show the cells of the doubt after the one that is shown."""
        canvas = self.canvas
        groups = (
            [each.cells for each in canvas.draft.reading.doubts if each.cells] if canvas else []
        )
        if canvas and groups:
            shown = tuple(canvas.pointed)
            number = groups.index(shown) + 1 if shown in groups else 0
            self._point_out(groups[number % len(groups)])

    @property
    def _can_open(self) -> bool:
        scan = self.judging.scan
        is_level = scan is not None and scan.puzzle is not None and bool(scan.reading.dots)
        return is_level and not self.judging.is_reading

    def _labels(self) -> dict[Cell, str]:
        """Return the letters of the dots, as they will be in the level."""
        scan = self.judging.scan
        if not scan or scan.puzzle is None:
            return {}
        item_at = kind_of(scan.puzzle).item_at
        cells = (cell for dots in scan.reading.dots for cell in dots.cells)
        return {cell: item_at(scan.puzzle, cell, None) or "" for cell in cells}

    def _letters(self) -> dict[str, str]:
        """Return the letters of the colours."""
        labels, scan = self._labels(), self.judging.scan
        dots = scan.reading.dots if scan else ()
        return {each.color: labels.get(each.cells[0], "") for each in dots}

    def _show_state(self) -> None:
        """Show what is known now; while a corner moves, only where it is."""
        if self.canvas and self.canvas.draft.stale:
            return
        scan, canvas, panel = self.judging.scan, self.canvas, self.panel
        is_reading = self.judging.is_reading
        self._first.state(["!disabled" if self._can_open else "disabled"])
        for name, button in self._tools.items():
            can_undo = name != "Undo" or bool(canvas and canvas.draft.undo_label)
            button.state(["!disabled" if can_undo and not is_reading else "disabled"])
        if not scan or not canvas or is_reading:
            panel.say(READING)
            panel.show_chosen("", is_cell=False)
            return
        words = words_for(scan, solving=self.judging.is_solving)
        panel.say(words)
        self._first.configure(text=self._action + " with doubts" * words.is_doubtful)
        draft = canvas.draft
        panel.show_size(draft.lattice.columns, draft.lattice.rows)
        panel.show_doubts(scan.reading.doubts, scan.remarks)
        canvas.labels = self._labels()
        canvas.refresh()
        current = draft.dot_at(canvas.cell) if canvas.cell else ""
        panel.swatches.show(scan.reading.dots, self._letters(), current)
        panel.show_chosen(_about_chosen(canvas), is_cell=canvas.cell is not None)


def _about_chosen(canvas: ScanCanvas) -> str:
    if canvas.corner is not None:
        corner = _CORNERS[canvas.corner]
        return f"The {corner} corner: arrow keys move it by a pixel, with Shift by ten."
    if canvas.cell:
        return f"{cell_name(canvas.cell).capitalize()}: choose its colour."
    return "Drag the corners onto those of the board; click a cell to correct it, twice for a dot."
