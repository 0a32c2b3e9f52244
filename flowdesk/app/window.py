"""The window: what stands where, and who is told when something changes."""

from __future__ import annotations

import platform
import sys
import tkinter as tk
import traceback
from collections.abc import Collection, Iterable
from dataclasses import replace
from tkinter import ttk
from types import TracebackType
from typing import Any

from flowdesk import __version__
from flowdesk.app import look
from flowdesk.app.actions import ACTIONS, GESTURES, MENUS, key_of, key_text
from flowdesk.app.board_view import NORMAL, BoardView
from flowdesk.app.dialogs import board as board_dialogs
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.files import Files
from flowdesk.app.menus import Menus
from flowdesk.app.modes.edit import EditMode
from flowdesk.app.modes.solve import SolveMode
from flowdesk.app.panels import PalettePanel, SidePanel
from flowdesk.app.status import StatusBar, Verdict
from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell
from flowdesk.desk.document import Document, Happening
from flowdesk.desk.settings import Settings, save_settings
from flowdesk.draw.scene import Scene, Tile, Tiles
from flowdesk.draw.theme import THEMES, Theme
from flowdesk.flow import editing
from flowdesk.flow.findings import findings
from flowdesk.flow.level import Level
from flowdesk.flow.tiles import cell_tiles, level_scene

_FINDINGS_DELAY_MS = 120
_BLINKS = 5
_BLINK_MS = 220


class Window:
    """The main window and everything in it."""

    settings: Settings
    document: Document
    view: BoardView
    solving: SolveMode
    edit: EditMode
    files: Files
    palette: PalettePanel
    side: SidePanel
    menus: Menus
    status: StatusBar
    verdict: Verdict
    system: str
    mac: bool
    closed: bool

    def __init__(self, root: tk.Tk | tk.Toplevel, settings: Settings, level: Level) -> None:
        self.root = root
        self.settings = settings
        self.system = str(root.tk.call("tk", "windowingsystem"))
        self.mac = self.system == "aqua"
        self.document = Document(level)
        self._puzzle = level
        self.findings: list[Finding] = []
        self.closed = False
        self._marked: frozenset[Cell] = frozenset()
        self._finding_out: str | None = None
        self._blinking: str | None = None
        look.apply(root, settings.theme)
        self._build()
        self.document.listeners.append(self._document_changed)
        self._document_changed(Happening.OPENED)
        look.settle(root)
        root.protocol("WM_DELETE_WINDOW", self.files.quit)

    # Building

    def _build(self) -> None:
        root = self.root
        root.minsize(640, 480)
        root.geometry(self.settings.geometry or "1060x760")
        self.menus = Menus(self)
        self.menus.toolbar.pack(side="top", fill="x")
        self.verdict = Verdict(self.menus.toolbar, self)
        self.verdict.pack(side="right")
        self.status = StatusBar(self)
        self.status.pack(side="bottom", fill="x")
        middle = ttk.Frame(root)
        middle.pack(side="top", fill="both", expand=True)
        self.view = BoardView(middle, self._scene(), self.theme)
        self.view.on_zoom = self._show_zoom
        self.view.fit = self.settings.fit
        self.solving = SolveMode(self)
        self.edit = EditMode(self)
        self.files = Files(self)
        self.palette = PalettePanel(middle, self)
        self.side = SidePanel(middle, self)
        self.palette.pack(side="left", fill="y")
        self.side.pack(side="right", fill="y")
        self.view.pack(side="left", fill="both", expand=True)
        hint = "Click a cell to place a dot, and another one for its partner."
        self._hint = ttk.Label(middle, text=hint, style="Faint.TLabel")

    # The document

    def _document_changed(self, what: Happening) -> None:
        self.root.title(f"{'' if self.document.is_saved else '• '}{self.document.name} – FlowDesk")
        if what is not Happening.SAVED:
            if what is Happening.OPENED or not self.document.level.is_same_puzzle(self._puzzle):
                self.solving.forget()
            self._puzzle = self.document.level
            self._stop_blinking()
            if what is Happening.OPENED:
                self.edit.level_opened()
            self.redraw()
            self.refresh_palette()
            self.side.refresh()
            self._find_out_soon()
            self._show_hint(not self.document.level.endpoints)
            if what is Happening.OPENED:
                self.view.place_board()
        self.menus.refresh()

    def _find_out_soon(self) -> None:
        """Look for what is wrong; on a large board only when the edits pause."""
        if self._finding_out:
            self.root.after_cancel(self._finding_out)
            self._finding_out = None
        level = self.document.level
        if level.width * level.height <= 2500:
            self._find_out()
        else:
            self._finding_out = self.root.after(_FINDINGS_DELAY_MS, self._find_out)

    def _find_out(self) -> None:
        self._finding_out = None
        self.findings = findings(self.document.level)
        self.side.show_findings(self.findings)
        if self.findings:
            first, more = self.findings[0], len(self.findings) - 1
            rest = f"  (and {more} more)" if more else ""
            self.say(first.message + rest, [c for f in self.findings for c in f.cells])
        elif self.solving.result is None:
            self.say(f"The level is complete: press {self.key('Solve')} to solve it.")
        self.refresh_verdict()

    # What is on the board

    @property
    def theme(self) -> Theme:
        """The board's colours."""
        return THEMES.get(self.settings.theme, THEMES["dark"])

    @property
    def colors(self) -> look.Palette:
        """The colours of everything else."""
        return look.palette_of(self.settings.theme)

    def _scene(self) -> Scene:
        return level_scene(self.document.level, labels=self.settings.labels)

    def _tiles_at(self, cell: Cell) -> Tiles:
        """A cell as the window shows it: with what is solved, dragged, met or marked."""
        level, solving = self.document.level, self.solving
        if cell == self.edit.ghost:
            tiles = cell_tiles(replace(level, endpoints={}), cell)
            label = level.endpoints.get(cell)
            if label:
                tiles = (*tiles, Tile("dot", level.color(label), 0.3))
        else:
            cover = solving.covered.get(cell)
            tiles = cell_tiles(level, cell, cover, labels=self.settings.labels)
            label = level.endpoints.get(cell)
            if label and (strength := solving.pulse(label)):
                tiles = (*tiles, Tile("ring", level.color(label), strength))
        return (*tiles, Tile("mark", strength=0.5)) if cell in self._marked else tiles

    def redraw(self, cells: Collection[Cell] | None = None) -> None:
        """Show some cells as they are now, or all of them."""
        if cells is None:
            scene = self._scene()
            special = {*self.solving.covered, *self._marked}
            if self.edit.ghost:
                special.add(self.edit.ghost)
            self.view.show(scene.with_tiles({cell: self._tiles_at(cell) for cell in special}))
        elif cells:
            self.view.change({cell: self._tiles_at(cell) for cell in cells})

    def label_at(self, cell: Cell) -> str | None:
        """The colour to be seen in a cell."""
        covered = self.solving.covered.get(cell)
        return self.document.level.endpoints.get(cell) or (covered[0] if covered else None)

    def point_out(self, cells: Iterable[Cell]) -> None:
        """Let cells blink, and bring them into view."""
        self._stop_blinking()
        marked = frozenset(cell for cell in cells if self.document.level.on_board(cell))
        if marked:
            self.view.bring_into_view(sorted(marked))
            self._blink(marked, _BLINKS)

    def _blink(self, cells: frozenset[Cell], left: int) -> None:
        self._blinking = None
        self._marked = cells if left % 2 else frozenset()
        self.redraw(cells)
        if left:
            self._blinking = self.root.after(_BLINK_MS, self._blink, cells, left - 1)

    def _stop_blinking(self) -> None:
        if self._blinking:
            self.root.after_cancel(self._blinking)
            self._blinking = None
        marked, self._marked = self._marked, frozenset()
        self.redraw(marked)

    # What is said

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Put a sentence into the status line; a click on it shows the cells."""
        self.status.say(text, cells)

    def _show_zoom(self) -> None:
        self.status.show_zoom(round(100 * self.view.cell / NORMAL))

    def _show_hint(self, wanted: bool) -> None:
        """Say on an empty board how to begin."""
        if wanted:
            self._hint.place(in_=self.view, relx=0.5, rely=1.0, anchor="s", y=-2)
        else:
            self._hint.place_forget()

    def refresh_verdict(self) -> None:
        """Say in a few words what is known of the level, and what it took."""
        self.verdict.refresh()
        result, running = self.solving.result, self.solving.running
        effort = ""
        if running:
            effort = f"round {self.solving.rounds}" if self.solving.rounds else "starting"
        elif result and result.status != "invalid":
            rounds = "1 round" if result.rounds == 1 else f"{result.rounds} rounds"
            effort = f"{duration(result.seconds)}, {rounds}"
        self.status.show_effort(effort)
        self.menus.show_search(running)

    def refresh_palette(self) -> None:
        """The current colour or tool, or what is placed, has changed."""
        self.palette.refresh()

    def refresh_playback(self) -> None:
        """The animation has moved."""
        self.side.refresh_playback()

    def report_error(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """What Tk calls when a handler raised: an error of ours, or Ctrl-C in the terminal."""
        if kind is KeyboardInterrupt:
            self.close()
        else:
            self.show_error("".join(traceback.format_exception(kind, error, trace)))

    def show_error(self, details: str) -> None:
        """An error of ours: the level is kept, the details can be copied."""
        print(details, file=sys.stderr)
        if is_dialog_open(self.root):
            return  # a dialog is open, perhaps this very one: once is enough
        about = f"FlowDesk {__version__}, Python {platform.python_version()}, {platform.platform()}"
        message.show_own_error(self.root, f"{about}\n\n{details}")

    # Commands that are no file's business

    def escape(self) -> None:
        """Stop the search, else hide the solution."""
        if self.solving.running:
            self.solving.cancel()
        else:
            self.solving.forget()
            self._find_out()
            self.view.focus_set()

    def zoom_normal(self) -> None:
        """Show cells at 100 %."""
        self.view.zoom(NORMAL)

    def toggle_labels(self) -> None:
        """Write the labels on the dots, or no longer."""
        self.remember(labels=not self.settings.labels)
        self.redraw()

    def toggle_theme(self) -> None:
        """Change between dark and light."""
        self.remember(theme="dark" if self.settings.theme == "light" else "light")
        look.apply(self.root, self.settings.theme)
        self.menus.theme_changed()
        self.view.set_theme(self.theme)
        self.edit.theme_changed()
        self.refresh_palette()
        self.side.theme_changed()
        self.refresh_verdict()

    def set_speed(self, speed: float) -> None:
        """The animation's speed, as a multiple of the normal one."""
        self.remember(speed=speed)
        self.solving.set_speed(speed)

    def resize(self) -> None:
        """Ask at which sides cells are to be added or taken away."""
        level = self.document.level
        if change := board_dialogs.ask_resize(self.root, level):
            self.document.apply("resize", editing.resized(level, *change))

    def turn(self, turn: str) -> None:
        """Rotate or flip the level."""
        self.document.apply(turn, editing.turned_level(self.document.level, turn))

    def swap_colors(self) -> None:
        """Ask for two colours and change them for each other."""
        level = self.document.level
        labels = editing.palette(level, self.edit.label)
        if chosen := board_dialogs.ask_two_colors(self.root, labels, self.edit.label):
            first, second = chosen
            self.document.apply(
                f"swap {first} and {second}", editing.swap_colors(level, first, second)
            )

    def clear(self) -> None:
        """Take everything off the board."""
        self.document.apply("clear", editing.cleared(self.document.level))

    def key(self, label: str) -> str:
        """The key of the action with this label, as people write it."""
        return key_of(label, self.mac)

    def show_keys(self) -> None:
        """The sheet of all keys."""
        rows: list[tuple[str, str]] = [("", "On the board")]
        mod = key_text("Mod", self.mac)
        rows += [(keys.format(mod=mod), text) for keys, text in GESTURES]
        for menu in MENUS:
            rows.append(("", menu))
            rows += [
                (key_text(action.key, self.mac), action.label.removesuffix(" ..."))
                for action in ACTIONS
                if action and action.key and action.menu == menu
            ]
        message.show_table(self.root, "Keys and pointer", rows)

    def show_about(self) -> None:
        """What this program is."""
        message.show_message(
            self.root,
            "About FlowDesk",
            f"FlowDesk {__version__}\n\nDraw Flow Free levels, solve them, and watch the pipes "
            "run in. Connect equal dots, cover every cell, cross nothing.",
        )

    # Settings and the end

    def remember(self, **changes: Any) -> None:
        """Change settings, by their names."""
        self.remember_settings(replace(self.settings, **changes))

    def remember_settings(self, settings: Settings) -> None:
        """Use these settings from now on; they are written when the window closes."""
        self.settings = settings

    def close(self) -> None:
        """End everything, at once and without asking."""
        self.closed = True
        self._stop_blinking()
        if self._finding_out:
            self.root.after_cancel(self._finding_out)
        self.solving.close()
        size = self.root.geometry().split("+")[0]  # where it stood may be off the screen next time
        self.remember(geometry=size, fit=self.view.fit)
        save_settings(self.settings)
        self.root.destroy()


def duration(seconds: float) -> str:
    """A time as people read it."""
    return f"{seconds:.1f} s" if seconds >= 1 else f"{max(1, round(seconds * 1000))} ms"
