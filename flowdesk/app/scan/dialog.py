"""The dialog over a picture: what was read of its board, what is doubtful, and means to mend it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from functools import partial
from tkinter import ttk

from PIL import Image

from flowdesk.app.actions import key_sequences, key_text
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.front import Front
from flowdesk.app.look import colors_of
from flowdesk.app.scale import factor, pixels
from flowdesk.app.scan.canvas import ScanCanvas
from flowdesk.app.scan.correcting import Correcting
from flowdesk.app.scan.draft import Draft, Judging
from flowdesk.app.scan.panel import ScanPanel
from flowdesk.app.widgets.narrow import Flow, narrow
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.app.widgets.toplevel import bind_itself, set_size
from flowdesk.core.grid import Cell, cell_name
from flowdesk.desk.scans.scan import READING, Dots, Scan, headline, remarks_for

_SIZE, _LEAST = (780, 510), (480, 300)  # points
_NARROW = 700  # pixels of a screen on which words are saved
#: Points of a screen on which the picture is beside the rest, and round it there is some room.
_WIDE, _HIGH, _ROOMY = 250, 300, 375
_BESIDE = 24  # points of the width that is left there beside all
_UNDO = 2  # its number among the tools
_CORNERS = ("upper left", "upper right", "lower right", "lower left")


class ScanDialog(Dialog):
    """A picture with what is read of it, and what a person corrects.

    `picture` is the content of a file or an RGB image, `called` the name to show, `action` what the
    button says that accepts it. If the level is `known`, show that.
    `accepted` is the scan once it was accepted; `failure` shows what went wrong, if anything.
    """

    def __init__(
        self,
        front: Front,
        picture: bytes | Image.Image,
        called: str,
        action: str = "Open",
        known: Dots | None = None,
    ) -> None:
        super().__init__(front.shell.root, f"Import picture – {called}")
        self.accepted: Scan | None = None
        self.failure: Callable[[], object] | None = None
        self.canvas: ScanCanvas | None = None
        self._is_doubtful = True
        self._shell = front.shell
        self.panel = ScanPanel(self.body)
        self.stage = tk.Frame(self.body, background=colors_of(self).raised, takefocus=True)
        wide, high = self.winfo_screenwidth(), self.winfo_screenheight()
        self._is_small = wide < pixels(self, _WIDE) or high < pixels(self, _HIGH)
        if self._is_small:
            self.panel.pack_propagate(True)
            self.panel.pack(side="bottom", fill="x")
            narrow(self.panel, self._wide)
            self.stage.configure(height=high // 2)
            self.stage.pack_propagate(False)
            self.stage.pack(side="top", fill="x")
            self.scroll()
        else:
            self.panel.pack(side="right", fill="y", padx=("12p", 0))
            self.stage.pack(side="left", fill="both", expand=True)
            if high < pixels(self, _ROOMY):
                self.tighten()
        self._action = action
        self._awaited: tuple[object, bool] | None = None  # a level accepted, if the solver agrees
        self.buttons([action, "Cancel"], lambda name: self._accept())
        self._tools = self._make_tools()
        self.bind("<Escape>", lambda event: self._escape())
        self.resizable(True, True)
        self.fixed_size = set_size(self, _SIZE, least=_LEAST, name="import")

        self.judging = judging = Judging(self, called, known)
        judging.loaded.connect(self._show_picture, judging)
        judging.changed.connect(self._show_state, judging)
        judging.refused.connect(self._refuse, judging)
        judging.failed.connect(self._show_error_later, judging)
        bind_itself(self, "<Destroy>", lambda: self.judging.end())
        judging.start(picture)
        self._show_state()

    def ask_scan(self) -> Scan | None:
        """Show the dialog; return the scan, which has a level, or None."""
        self.run(self.stage)
        if self.failure:
            self.failure()
        return self.accepted

    @property
    def _wide(self) -> int:
        """The pixels of width for what lies below the picture."""
        return self.winfo_screenwidth() - pixels(self, _BESIDE)

    def _make_tools(self) -> list[ttk.Button]:
        is_narrow = self.winfo_screenwidth() < _NARROW * factor(self)
        made, parent = [], Flow(self.body) if self._is_small else self.foot
        for text, key, tip in (
            ("Board" if is_narrow else "Show the board", "Mod-1", "Enlarge it"),
            ("All" if is_narrow else "Whole picture", "Mod-0", "Show all of it"),
            ("Undo", "Mod-z", "Take back the last correction"),
            (
                "Read" if is_narrow else "Read again",
                "",
                "Read what is in sight anew, without corrections",
            ),
        ):
            button = ttk.Button(parent, text=text)
            if parent is self.foot:
                button.pack(side="left", padx=(0, "6p"))
            Tooltip(button, f"{tip}  ({key_text(key, self._shell.mac)})" if key else tip)
            made.append(button)
        if isinstance(parent, Flow):
            parent.pack(side="bottom", fill="x", before=self.panel)
            parent.lay(self._wide)
        return made

    def _connect(self, canvas: ScanCanvas, correct: Correcting) -> None:
        """Let buttons and keys act on the picture."""
        panel, tools, owner = self.panel, self._tools, self.judging
        canvas.draft.changed.connect(canvas.follow, owner)
        canvas.chosen.connect(self._show_state, owner)
        panel.resized.connect(correct.set_size, owner)
        panel.doubt_chosen.connect(self._point_out, owner)
        panel.swatches.chosen.connect(correct.set_color, owner)
        panel.new.configure(command=correct.set_new_color)
        panel.clear.configure(command=correct.clear)
        runs = (canvas.show_board, canvas.show_whole, correct.undo, correct.read_again)
        for button, run in zip(tools, runs, strict=True):
            button.configure(command=run)
        keys: dict[str, Callable[[], object]] = {
            "Mod-z": correct.undo,
            "Mod-Shift-Z": correct.redo,
            "Mod-y": correct.redo,
            "Mod-plus": partial(canvas.zoom, 1),
            "Mod-minus": partial(canvas.zoom, -1),
            "Mod-0": canvas.show_whole,
            "Mod-1": canvas.show_board,
        }
        for key, act in keys.items():
            for sequence in key_sequences(key, self._shell.mac):
                self.bind(sequence, lambda event, act=act: act())  # type: ignore[misc]  # the same

    def _refuse(self, reason: str) -> None:
        show = partial(message.show_message, self._shell.root, "Not opened", reason)
        self.failure = self.failure or show
        self.destroy()

    def _show_error_later(self, details: str) -> None:
        """Show an error of our own when the dialog is closed: there may be corrections in it."""
        self.failure = partial(self._shell.show_error, details)

    def _show_picture(self, draft: Draft) -> None:
        self.canvas = canvas = ScanCanvas(self.stage, draft)
        canvas.pack(fill="both", expand=True)
        self.stage.configure(takefocus=False)  # it had the focus so that keys reach the dialog
        self._correcting = Correcting(canvas, self.judging, self._letters)
        self._connect(canvas, self._correcting)
        canvas.focus_set()

    def _escape(self) -> None:
        """Give up the drag, or else what is chosen, or else the dialog."""
        canvas = self.canvas
        if canvas and canvas.draft.is_held:
            self._correcting.abandon_drag()
        elif canvas and (canvas.cell or canvas.corner is not None):
            canvas.choose()
        else:
            self.destroy()

    def _accept(self) -> bool:
        """Accept what is seen, once the solver has answered; a second time, without its answer."""
        before, awaited = self.judging.scan, self._awaited
        is_kept = self.panel.enter()
        self.judging.settle()
        scan = self.judging.scan
        if not is_kept or scan is not before or scan is None or not self._can_open:
            return False  # nobody has seen this yet
        self._awaited = scan.puzzle, self._is_doubtful
        if self.judging.is_solving and awaited != self._awaited:
            self._show_state()
            return False
        self._awaited = None
        self.accepted = self.judging.scan
        return True

    def _accept_awaited(self) -> None:
        """Accept what was waiting for the solver, if that has raised no doubt."""
        scan, awaited = self.judging.scan, self._awaited
        if awaited is None or scan is None or not scan.is_answered or self.judging.is_solving:
            return
        self._awaited = None
        if awaited in ((scan.puzzle, True), (scan.puzzle, self._is_doubtful)):
            self._first.invoke()

    # What is shown

    def _point_out(self, cells: Collection[Cell]) -> None:
        if self.canvas:
            self.canvas.point_out(cells)
            self.canvas.focus_set()

    @property
    def _can_open(self) -> bool:
        scan = self.judging.scan
        return scan is not None and scan.is_level and not self.judging.is_reading

    def _letters(self) -> dict[str, str]:
        if not (scan := self.judging.scan):
            return {}
        return {each.color: scan.labels.get(each.cells[0], "") for each in scan.reading.dots}

    def _show_state(self) -> None:
        """Show what is known now; while a corner moves, only where it is."""
        if self.canvas and self.canvas.draft.stale:
            return
        scan, canvas, panel = self.judging.scan, self.canvas, self.panel
        is_reading = self.judging.is_reading
        self._first.state(["!disabled" if self._can_open else "disabled"])
        self.problem.configure(text=self.judging.problem)
        if self.judging.problem:
            self.show_problems()
        else:
            self.problem.pack_forget()
        can_undo = bool(canvas and canvas.draft.undo_label)
        for button in self._tools:
            is_possible = not is_reading and (can_undo or button is not self._tools[_UNDO])
            button.state(["!disabled" if is_possible else "disabled"])
        if not scan or not canvas or is_reading:
            panel.say(READING)
            panel.show_chosen("", is_cell=False)
            return
        words = headline(scan, solving=self.judging.is_solving)
        panel.say(words)
        self._is_doubtful = words.is_doubtful
        is_waiting = self.judging.is_solving and self._awaited == (scan.puzzle, self._is_doubtful)
        how = " now" if is_waiting else " with doubts" if words.is_doubtful else ""
        self._first.configure(text=self._action + how)
        if self._is_small:
            self.tighten()  # the button may have become wider
        draft = canvas.draft
        panel.show_size(draft.lattice.columns, draft.lattice.rows)
        panel.show_doubts(scan.reading.doubts, remarks_for(scan))
        canvas.labels = scan.labels
        canvas.refresh()
        current = draft.dot_at(canvas.cell) if canvas.cell else ""
        panel.swatches.show(scan.reading.dots, self._letters(), current)
        panel.show_chosen(_about_chosen(canvas), is_cell=canvas.cell is not None)
        self._accept_awaited()


def _about_chosen(canvas: ScanCanvas) -> str:
    if canvas.corner is not None:
        corner = _CORNERS[canvas.corner]
        return f"The {corner} corner: arrow keys move it by a pixel, with Shift by ten."
    if canvas.cell:
        name = cell_name(canvas.cell).capitalize()
        confirmed = "; the same once more confirms it" * canvas.draft.can_confirm(canvas.cell)
        return f"{name}: choose its colour{confirmed}."
    return "Drag the corners onto the board; click a cell to correct it."
