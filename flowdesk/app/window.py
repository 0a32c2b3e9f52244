"""The window: makes the parts, gives each what it needs, and connects them."""

from __future__ import annotations

import time
import tkinter as tk
import traceback
from collections.abc import Sequence
from pathlib import Path
from tkinter import ttk
from types import TracebackType

from flowdesk.app import about, look
from flowdesk.app.actions import Choices, Command, key_of
from flowdesk.app.background import Background
from flowdesk.app.board_commands import BoardCommands
from flowdesk.app.board_view import NORMAL
from flowdesk.app.clipboard import Clipboard
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.document_view import DocumentView
from flowdesk.app.drop import Drops
from flowdesk.app.exporting import Exporting
from flowdesk.app.file_changes import FileChanges
from flowdesk.app.files import Files
from flowdesk.app.generation import Generation
from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.lab.explorer import ExplorerPanel
from flowdesk.app.lab.race_window import Races
from flowdesk.app.lab.watch import WatchMode
from flowdesk.app.menus import Menus
from flowdesk.app.messages import Messages
from flowdesk.app.packs.open_packs import OpenPacks
from flowdesk.app.packs.window import Host as PackHost
from flowdesk.app.palette_panel import PalettePanel
from flowdesk.app.preferences import Preferences
from flowdesk.app.recovery import Recovery
from flowdesk.app.side_panel import Player, SidePanel
from flowdesk.app.status import StatusBar
from flowdesk.app.theming import Theming
from flowdesk.app.timers import Clock
from flowdesk.app.verdict_badge import VerdictBadge
from flowdesk.app.widgets.window_size import set_size
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.documents.settings import Settings, save_settings
from flowdesk.kinds.entry import Entry
from flowdesk.lab.levels import refusal

_STOP = "Stop, or hide what is shown"


class Window:
    """The main window and everything in it."""

    def __init__(
        self,
        root: tk.Tk | tk.Toplevel,
        settings: Settings,
        level: Puzzle,
        clock: Clock = time.monotonic,
    ) -> None:
        self.root = root
        self.closed = False
        set_size(root, settings.geometry or "1060x760", least=(640, 480))
        system = str(root.tk.call("tk", "windowingsystem"))
        self.system = system
        self.mac = system == "aqua"
        self.preferences = preferences = Preferences(settings)
        self.status = status = StatusBar(root)
        self.messages = messages = Messages(root, status.say)
        say, key = messages.say, self.key
        self.theming = theming = Theming(root, preferences, say)
        middle = ttk.Frame(root)

        # The document, and what belongs to it
        self.shown = shown = DocumentView(
            middle,
            level,
            theming,
            preferences,
            messages,
            key,
            apply_typed=lambda: self.side.apply_typed(),
            is_quiet=lambda: not self.generation.running,
            system=system,
            clock=clock,
        )
        document, edit, stage = shown.document, shown.edit, shown.stage
        self.document, self.view, self.stage, self.edit = document, shown.view, stage, edit
        self.live_check, self.solving, self.hints = shown.live_check, shown.solving, shown.hints
        self.watching = WatchMode(stage, self.solving, preferences, say, key)

        # Beside the board
        self.palette = PalettePanel(middle, document, edit, theming, mac=self.mac)
        self.side = SidePanel(middle, shown, self._player, theming, say, key)
        self.files = Files(root, document, preferences, say, self.side.apply_typed)
        self.exploring = ExploreMode(shown, self.files, messages, status, key(_STOP))
        self.explorer = ExplorerPanel(middle, self.exploring, lambda: theming.colors, key, say)
        self._tip = ttk.Label(middle, style="Faint.TLabel")  # how to begin

        # The commands
        self.file_changes = FileChanges(root, document, self.files, edit, say, key)
        self.recovery = Recovery(root, document, self.files, self.file_changes, say)
        self.clipboard = Clipboard(root, document, edit, self.files, say)
        self.board = BoardCommands(root, document, edit)
        self.generation = Generation(
            root, shown, self.files.may_leave, preferences, messages, key(_STOP)
        )
        self.background = background = Background(root, messages, status, key(_STOP))
        self.exporting = Exporting(root, shown, preferences, theming, say, background)
        self.packs = OpenPacks(self._pack_host())
        self.races = Races(root, document, theming, shown.view.focus_force)
        self.drops = Drops(root, self.files, self.packs.open)
        self.menus = Menus(
            root, self._commands(), self._choices(), edit, theming, self._may_begin, mac=self.mac
        )
        toolbar = self.menus.toolbar
        self.verdict = VerdictBadge(toolbar, theming, stage, self.live_check, self.generation)

        toolbar.pack(side="top", fill="x")
        self.verdict.pack(side="right")
        status.pack(side="bottom", fill="x")
        middle.pack(side="top", fill="both", expand=True)
        self.palette.pack(side="left", fill="y")
        self.side.pack(side="right", fill="y")
        shown.view.pack(side="left", fill="both", expand=True)
        self._listen()
        for listener in list(document.listeners):
            listener(DocumentEvent.OPENED)  # the level that is there from the beginning
        stage.tell()
        look.settle(root)
        root.protocol("WM_DELETE_WINDOW", self.quit)

    def _pack_host(self) -> PackHost:
        def open_level(path: Path, index: int) -> bool:
            self.root.lift()
            is_open = self.files.open_level(path, index)
            if is_open:
                self.view.focus_force()
            return is_open

        def print_levels(parent: tk.Misc, entries: Sequence[Entry], name: str) -> bool:
            self.exporting.print_levels(parent, entries, name)
            return self.background.running

        return PackHost(
            root=self.root,
            document=self.document,
            mac=self.mac,
            geometry=self.preferences.now.pack_geometry,
            remember=lambda geometry: self.preferences.remember(pack_geometry=geometry),
            theme=lambda: self.theming.theme,
            open_level=open_level,
            print_levels=print_levels,
            go_back=self.view.focus_force,
            show_error=self.messages.show_error,
        )

    def _listen(self) -> None:
        """Connect the events of parts that do not know each other."""
        shown, status, view = self.shown, self.status, self.shown.view
        shown.document.listeners.append(self._document_changed)
        shown.stage.listeners.append(self._overlay_changed)
        shown.edit.listeners.append(self._tool_changed)
        shown.edit.cursor.listeners += [status.show_position, self.exploring.pointed_at]
        status.on_click = shown.stage.point_out
        view.on_zoom = lambda: status.show_zoom(round(100 * view.cell / NORMAL))
        self.side.on_speed = self.set_speed
        self.side.show_speed(self.preferences.now.speed)
        self.theming.listeners += [self.explorer.refresh, self.packs.theme_changed]

    # What happens

    def _document_changed(self, what: DocumentEvent) -> None:
        document = self.document
        self.root.title(f"{'' if document.is_saved else '• '}{document.name} – FlowDesk")
        if self.stage.kind.is_empty(document.level):
            self._tip.place(in_=self.view, relx=0.5, rely=1.0, anchor="s", y=-2)
        else:
            self._tip.place_forget()
        self.menus.refresh()

    def _overlay_changed(self) -> None:
        overlay = self.stage.overlay
        self.status.show_effort(overlay.effort if overlay else "")
        is_searching = overlay is not None and overlay.is_searching
        self.menus.show_search(self.shown.stop_overlay if is_searching else None)
        # Beside the board are the rules, or what is known of the level.
        explores = overlay is self.exploring
        shown, hidden = (self.explorer, self.side) if explores else (self.side, self.explorer)
        if hidden.winfo_manager():
            hidden.pack_forget()
            shown.pack(side="right", fill="y", before=self.view)

    def _tool_changed(self) -> None:
        self._tip.configure(text=self.edit.tool.tip)

    def _may_begin(self) -> bool:
        """Return whether an action may begin: a drag is given up instead."""
        if self.edit.abandon():
            self.messages.say("The drag was cancelled.")
            return False
        self.side.apply_typed()
        return True

    def _player(self) -> Player:
        return self.watching if self.watching.is_searching else self.solving

    def report_error(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Handle what a handler raised: an error of ours, or Ctrl-C in the terminal."""
        if kind is KeyboardInterrupt:
            self.close()
        else:
            self.messages.show_error("".join(traceback.format_exception(kind, error, trace)))

    # The actions

    def _commands(self) -> dict[str, Command]:
        document, watching, exploring = self.document, self.watching, self.exploring

        def in_lab() -> bool:
            return not refusal(document.level)

        def explores() -> bool:
            return exploring.is_on

        return {
            **self.files.commands,
            **self.clipboard.commands,
            **self.board.commands,
            **self.shown.commands,
            "Browse pack": Command(self.packs.browse),
            **self.exporting.commands,
            **self.theming.commands,
            **self.generation.commands,
            **self.side.commands,
            "Quit": Command(self.quit),
            _STOP: Command(self.escape),
            "Watch the distance engine": Command(lambda: watching.start("distance"), in_lab),
            "Watch the cells engine": Command(lambda: watching.start("cells"), in_lab),
            "Race engines ...": Command(self.races.open),
            "Explore the rules": Command(exploring.toggle, in_lab, explores),
            "Next rule": Command(exploring.next, explores),
            "Previous rule": Command(exploring.back, explores),
            "All rules on or off": Command(exploring.all_or_none, explores),
            "Which rules are needed?": Command(
                exploring.ask_which_are_needed, lambda: exploring.may_ask
            ),
            "Why is there no solution?": Command(exploring.ask_why_none, lambda: exploring.may_ask),
            "Open an example board": Command(exploring.show_example),
            "Open a board the published rules get wrong": Command(exploring.show_gaps),
            "Keys and pointer": Command(self.show_keys),
            "About FlowDesk": Command(lambda: about.show_about(self.root)),
        }

    def _choices(self) -> dict[str, Choices]:
        theming = self.theming
        return {
            "Open recent": Choices(self.files.recent),
            "Theme": Choices(theming.choices, lambda: theming.title),
        }

    def escape(self) -> None:
        """Stop the first of these that is running, else hide the overlay."""
        stops = (
            self.background.stop,
            self.generation.stop,
            self.shown.stop_overlay,
            self.live_check.stop,
        )
        for stop in stops:
            if stop():
                break
        self.view.focus_set()

    def warm_up(self) -> None:
        """Start the worker processes before they are needed."""
        self.solving.task.warm_up()
        self.live_check.warm_up()

    def set_speed(self, speed: float) -> None:
        self.preferences.remember(speed=speed)
        self.solving.set_speed(speed)
        self.watching.set_speed(speed)

    def key(self, label: str) -> str:
        return key_of(label, self.mac)

    def show_keys(self) -> None:
        about.show_keys(
            self.root,
            self.stage.kind.gestures,
            self.menus.actions,
            mac=self.mac,
            accepts_drops=self.drops.accepted,
        )

    # The end

    def quit(self) -> None:
        """Close the window, after asking about unsaved work."""
        if is_dialog_open(self.root) or not self.files.may_leave():
            return
        if self.background.running:
            text = "A file is still being written. Quit without it?"
            if message.ask(self.root, "Not finished", text, ["Quit", "Wait"]) != "Quit":
                return
        if not self.closed:
            self.recovery.end()
            self.close()

    def close(self) -> None:
        """End everything at once, without asking."""
        self.closed = True
        self.recovery.close()
        self.file_changes.close()
        self.theming.close()
        self.menus.close()
        self.background.close()
        self.generation.close()
        self.exploring.close()
        self.packs.close()
        self.races.close()
        self.shown.close()
        size = self.root.geometry().split("+")[0]  # where it stood may be off the screen next time
        self.preferences.remember(geometry=size, fit=self.view.fit)
        save_settings(self.preferences.now)
        self.root.destroy()
