"""The window: what stands where, and who is told when something changes."""

from __future__ import annotations

import platform
import tkinter as tk
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from types import TracebackType
from typing import Any

from flowdesk import __version__
from flowdesk.app import look
from flowdesk.app.actions import ACTIONS, DROPPING, GESTURES, MENUS, key_of, key_text
from flowdesk.app.board_view import NORMAL, BoardView
from flowdesk.app.clipboard import Clipboard
from flowdesk.app.dialogs import board as board_dialogs
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.exporting import Exporting
from flowdesk.app.file_changes import FileChanges
from flowdesk.app.files import Files
from flowdesk.app.lab import explore, watch
from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.lab.explorer import ExplorerPanel
from flowdesk.app.lab.race_window import Races
from flowdesk.app.lab.watch import WatchMode
from flowdesk.app.live import LiveVerdict
from flowdesk.app.making import Making
from flowdesk.app.menus import Menus
from flowdesk.app.modes.compare import Attempt, TwoSolutions
from flowdesk.app.modes.edit import EditMode
from flowdesk.app.modes.hint import HintMode
from flowdesk.app.modes.map import CertaintyMap
from flowdesk.app.modes.solve import SolveMode
from flowdesk.app.packs.open_packs import OpenPacks
from flowdesk.app.packs.window import Surroundings as AroundPacks
from flowdesk.app.palette_panel import PalettePanel
from flowdesk.app.recovery import Recovery
from flowdesk.app.side_panel import SidePanel
from flowdesk.app.stage import Stage
from flowdesk.app.status import StatusBar, Verdict
from flowdesk.app.theming import Theming
from flowdesk.core.grid import Cell
from flowdesk.core.terminal import complain
from flowdesk.desk.documents.document import Document, Happening
from flowdesk.desk.documents.settings import Settings, save_settings
from flowdesk.desk.knowledge.verdict import notes, summary
from flowdesk.draw.theme import Theme
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import level_scene
from flowdesk.lab.watching import effort


class Window:
    """The main window and everything in it."""

    settings: Settings
    document: Document
    view: BoardView
    stage: Stage
    live: LiveVerdict
    two_solutions: TwoSolutions
    attempt: Attempt
    map: CertaintyMap
    hints: HintMode
    solving: SolveMode
    watching: WatchMode
    making: Making
    exploring: ExploreMode
    edit: EditMode
    files: Files
    file_changes: FileChanges
    recovery: Recovery
    clipboard: Clipboard
    exporting: Exporting
    packs: OpenPacks
    races: Races
    theming: Theming
    palette: PalettePanel
    side: SidePanel
    explorer: ExplorerPanel
    menus: Menus
    status: StatusBar
    verdict: Verdict
    system: str
    mac: bool
    closed: bool
    accepts_drops: bool

    def __init__(self, root: tk.Tk | tk.Toplevel, settings: Settings, level: Level) -> None:
        self.root = root
        self.settings = settings
        self.system = str(root.tk.call("tk", "windowingsystem"))
        self.mac = self.system == "aqua"
        self.document = Document(level)
        self._level = level
        self._told: tuple[str, frozenset[Cell]] | None = None
        self.closed = False
        self.accepts_drops = False
        self.theming = Theming(self)
        self._build()
        self.document.listeners.append(self._document_changed)
        self.stage.listeners.append(self._overlay_changed)
        self._document_changed(Happening.OPENED)
        self._overlay_changed()
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
        self.view = BoardView(
            middle, level_scene(self.document.level, labels=self.labels), self.theme
        )
        self.stage = Stage(self.view, self.document, lambda: self.labels)
        self.view.on_zoom = self._show_zoom
        self.view.fit = self.settings.fit
        self.live = LiveVerdict(self)
        self.two_solutions = TwoSolutions(self)
        self.attempt = Attempt(self.stage)
        self.map = CertaintyMap(self)
        self.hints = HintMode(self)
        self.solving = SolveMode(self)
        self.watching = WatchMode(self.view, self.stage, self._around_watching())
        self.making = Making(self)
        self.exploring = ExploreMode(root, self.stage, self._around_exploring())
        self.edit = EditMode(self)
        self.files = Files(self)
        self.file_changes = FileChanges(self)
        self.recovery = Recovery(self)
        self.clipboard = Clipboard(self)
        self.exporting = Exporting(self)
        self.packs = OpenPacks(self._around_packs())
        self.races = Races(root, self.document, lambda: self.theme, self.view.focus_force)
        self.palette = PalettePanel(middle, self)
        self.side = SidePanel(middle, self)
        self.explorer = ExplorerPanel(
            middle, self.exploring, lambda: self.colors, self.key, self.say
        )
        self.palette.pack(side="left", fill="y")
        self.side.pack(side="right", fill="y")
        self.view.pack(side="left", fill="both", expand=True)
        self._hint = ttk.Label(middle, style="Faint.TLabel")

    def _around_watching(self) -> watch.Surroundings:
        return watch.Surroundings(
            prepare=self.solving.prepare,
            found=self.solving.take_over,
            speed=lambda: self.settings.speed,
            say=self.say,
            key=self.key,
            refresh=self._overlay_changed,
        )

    def _around_exploring(self) -> explore.Surroundings:
        stop = self.key("Stop, or hide what is shown")
        return explore.Surroundings(
            say=self.say,
            show_error=self.show_error,
            show_work=lambda share, call: self.status.show_work(share, call, stop),
            hide_work=self.status.hide_work,
            show_panel=self.show_explorer,
            open_level=lambda path: self.files.may_leave() and self.files.open_path(path),
            leave=self.show_level_alone,
        )

    def _around_packs(self) -> AroundPacks:
        def open_level(path: Path, index: int) -> bool:
            self.root.lift()
            is_open = self.files.open_level(path, index)
            if is_open:
                self.view.focus_force()
            return is_open

        def print_levels(parent: tk.Misc, entries: Sequence[Entry], name: str) -> bool:
            self.exporting.print_levels(parent, entries, name)
            return self.exporting.running

        return AroundPacks(
            root=self.root,
            document=self.document,
            mac=self.mac,
            geometry=self.settings.pack_geometry,
            remember=lambda geometry: self.remember(pack_geometry=geometry),
            theme=lambda: self.theme,
            open_level=open_level,
            print_levels=print_levels,
            go_back=self.view.focus_force,
            show_error=self.show_error,
        )

    # The document

    def _document_changed(self, what: Happening) -> None:
        self.root.title(f"{'' if self.document.is_saved else '• '}{self.document.name} – FlowDesk")
        if what is not Happening.SAVED:
            before, self._level = self._level, self.document.level
            if what is Happening.OPENED:
                self.edit.level_opened()
            self.stage.level_changed(before, is_another=what is Happening.OPENED)
            self.refresh_palette()
            self.side.refresh()
            self.live.level_changed()
            self.making.level_changed()
            self._show_hint(not self.document.level.endpoints)
            if what is Happening.OPENED:
                self.stage.flush()
                self.view.place_board()
        self.menus.refresh()

    # What is on the board

    @property
    def theme(self) -> Theme:
        """The board's colours."""
        return self.theming.theme

    @property
    def colors(self) -> look.Palette:
        """The colours of everything else."""
        return look.palette_of(self.theme)

    @property
    def labels(self) -> bool:
        """Whether the labels are on the dots."""
        return self.settings.labels or self.theme.labels

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

    def _overlay_changed(self) -> None:
        """Something else is shown over the level, or nothing."""
        self.refresh_playback()
        self.refresh_verdict()

    def knowledge_changed(self) -> None:
        """More is known of the level than before, or nothing any more."""
        known = self.live.known
        self.side.show_notes(notes(known, self.key("Flip between two solutions")))
        self.map.knowledge_changed()
        told = summary(known)
        if not self.making.running and not self.stage.overlay and told != self._told:
            self.say(*told)
        self._told = told
        self.refresh_verdict()

    def refresh_verdict(self) -> None:
        """Say in a few words what is known of the level, and what it took."""
        self.verdict.refresh()
        solving, watching = self.solving, self.watching
        result = watching.so_far or solving.result
        taken = ""
        if solving.running:
            taken = f"round {solving.rounds}" if solving.rounds else "starting"
        elif result and result.status != "invalid":
            taken = f"{duration(result.seconds)}, {effort(result)}"
        self.status.show_effort(taken)
        searching = solving.running or watching.running
        self.menus.show_search(self.stop_overlay if searching else None)

    def pointed_at(self, cell: Cell | None) -> None:
        """The pointer, or the keyboard's cursor, has come to a cell."""
        self.status.show_position(cell)
        self.exploring.pointed_at(cell)

    def refresh_palette(self) -> None:
        """The current colour or tool, or what is placed, has changed."""
        self._hint.configure(text=self.edit.tool.tip)
        self.palette.refresh()

    @property
    def player(self) -> SolveMode | WatchMode:
        """What the controls of the animation move."""
        return self.watching if self.watching.running else self.solving

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
        complain("an error of FlowDesk's own:", details)
        if is_dialog_open(self.root):
            return  # a dialog is open, perhaps this very one: once is enough
        about = f"FlowDesk {__version__}, Python {platform.python_version()}, {platform.platform()}"
        message.show_own_error(self.root, f"{about}\n\n{details}")

    # Commands that are no file's business

    def escape(self) -> None:
        """Stop the first of these that is running, else hide what lies over the level."""
        for stop in (self.exporting.stop, self.making.stop, self.stop_overlay, self.live.stop):
            if stop():
                break
        self.view.focus_set()

    def stop_overlay(self) -> bool:
        """Stop what is shown over the level, or hide it; whether there was anything."""
        overlay = self.stage.overlay
        if overlay and not overlay.stop():
            self.show_level_alone()
        return overlay is not None

    def show_level_alone(self) -> None:
        """Hide solutions, marks and maps."""
        self.stage.show(None)
        self._told = None  # say it again
        self.knowledge_changed()

    def show_explorer(self, wanted: bool) -> None:
        """Let the rules stand beside the board, or what is known of the level again."""
        shown, hidden = (self.explorer, self.side) if wanted else (self.side, self.explorer)
        hidden.pack_forget()
        shown.pack(side="right", fill="y", before=self.view)

    def zoom_normal(self) -> None:
        """Show cells at 100 %."""
        self.view.zoom(NORMAL)

    def toggle_labels(self) -> None:
        """Write the labels on the dots, or no longer."""
        self.remember(labels=not self.settings.labels)
        self.stage.repaint()

    def toggle_live(self) -> None:
        """Check levels while they are drawn, or no longer."""
        self.remember(live=not self.settings.live)
        self.live.set_on(self.settings.live)

    def theme_changed(self) -> None:
        """Show everything in the present theme's colours."""
        self.menus.theme_changed()
        self.view.set_theme(self.theme)
        self.stage.repaint()
        self.edit.theme_changed()
        self.refresh_palette()
        self.side.theme_changed()
        self.explorer.refresh()
        self.packs.theme_changed()
        self.races.theme_changed()
        self.refresh_verdict()

    def set_speed(self, speed: float) -> None:
        """The animation's speed, as a multiple of the normal one."""
        self.remember(speed=speed)
        self.solving.set_speed(speed)
        self.watching.set_speed(speed)

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
        rows += [DROPPING] if self.accepts_drops else []
        for menu in MENUS:
            rows.append(("", menu))
            rows += [
                (key_text(action.key, self.mac), action.label.removesuffix(" ..."))
                for action in ACTIONS
                if action.key and action.menu == menu
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
        self.recovery.close()
        self.stage.stop_blinking()
        self.live.close()
        self.hints.close()
        self.exporting.close()
        self.making.close()
        self.exploring.close()
        self.packs.close()
        self.races.close()
        self.stage.show(None)
        self.solving.close()
        size = self.root.geometry().split("+")[0]  # where it stood may be off the screen next time
        self.remember(geometry=size, fit=self.view.fit)
        save_settings(self.settings)
        self.root.destroy()


def duration(seconds: float) -> str:
    """A time as people read it."""
    return f"{seconds:.1f} s" if seconds >= 1 else f"{max(1, round(seconds * 1000))} ms"
