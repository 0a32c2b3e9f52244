"""The window: makes the parts, gives each what it needs, and connects them."""

from __future__ import annotations

import tkinter as tk
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk
from types import TracebackType

from flowdesk import __version__
from flowdesk.app import look
from flowdesk.app.actions import STOP, Command
from flowdesk.app.background import Background
from flowdesk.app.board_view import NORMAL
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.document_view import DocumentView
from flowdesk.app.drop import Drops
from flowdesk.app.exporting import Exporting
from flowdesk.app.file_changes import FileChanges
from flowdesk.app.files import Files
from flowdesk.app.generation import Generation
from flowdesk.app.lab.lab import Lab
from flowdesk.app.level_commands import LevelCommands
from flowdesk.app.look import label_font
from flowdesk.app.menus import Menus
from flowdesk.app.packs.window import OpenPacks
from flowdesk.app.palette_panel import PalettePanel
from flowdesk.app.play.card import Card
from flowdesk.app.play.commands import GameCommands
from flowdesk.app.play.following import Following
from flowdesk.app.play.mode import PlayMode
from flowdesk.app.play.panel import PlayPanel
from flowdesk.app.play.surprise import Surprise
from flowdesk.app.recovery import Recovery
from flowdesk.app.scan.batch_window import Batches
from flowdesk.app.scan.importing import Importing
from flowdesk.app.scan.sources import Sources
from flowdesk.app.shell import Shell
from flowdesk.app.side_panel import SidePanel
from flowdesk.app.stage import Overlay
from flowdesk.app.theming import Theming
from flowdesk.app.verdict_badge import VerdictBadge
from flowdesk.app.widgets.segments import Segments
from flowdesk.app.widgets.toplevel import set_size
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.documents.settings import Settings, save_settings
from flowdesk.desk.play.results import Result, Results


class Window:
    """The main window and everything in it."""

    def __init__(self, root: tk.Tk | tk.Toplevel, settings: Settings, level: Puzzle) -> None:
        self.root = root
        set_size(root, settings.geometry or "1060x760", least=(640, 480))
        self.shell = shell = Shell(root, settings)
        self.status = shell.status
        self.theming = theming = Theming(shell)
        self._middle = middle = ttk.Frame(root)

        # The document, and what belongs to it
        self.shown = shown = DocumentView(middle, shell, theming, level)
        document = shown.document
        self.files = Files(shown)

        # Beside the board
        self.palette = PalettePanel(middle, shown)
        self.lab = lab = Lab(middle, shown, self.files)
        self.side = SidePanel(middle, shown, lab.watching)
        self.playing = PlayMode(shown, results := Results())
        self.game_commands = GameCommands(shown, self.playing)
        self.game_panel = PlayPanel(middle, self.playing, self.game_commands, shown)
        self.card = Card(shown, self.playing)
        self._tip = ttk.Label(middle, style="Faint.TLabel")  # how to begin

        # The commands
        self.importing = Importing(shown, self.files)
        self.file_changes = FileChanges(shown, self.files)
        self.recovery = Recovery(shown, self.files, self.file_changes)
        self.background = Background(shell)
        self.sources = Sources(shell, self.importing, self.background)
        self.level_commands = LevelCommands(shown, self.files, self.sources.paste)
        self.generation = Generation(shown, self.files.may_leave)
        self.exporting = Exporting(shown, self.background)
        self.following = Following(shown, self.files, self.playing)
        self.surprise = Surprise(shown, self.files, self.following, self.generation, results)
        self.game_panel.offer(
            {**self.following.commands, **self.surprise.commands},
            ("Unsolved", "Next unsolved puzzle"),
            ("Surprise me", "Surprise me ..."),
        )
        self.packs = OpenPacks(shown, self.files, self.exporting, results, self.following.play)
        self.batches = Batches(shell, theming, self.importing, self.packs.open)
        self.sources.import_many = self.batches.open
        self.sources.open_pack = self.packs.open
        self.packs.open_chosen = self.sources.open_folder
        self.drops = Drops(root, self.files, self.sources.open_folder, self.sources.take)
        self.sources.open_names = self.drops.open
        choices = {"Open recent": self.files.recent, "Theme": theming.choices}
        choices["Lessons"] = lab.lessons.shipped
        self.menus = Menus(shown, self._commands(), choices, self._may_begin)
        toolbar = self.menus.toolbar
        self.modes = Segments(toolbar, self._choose_mode, label_font(root))
        self.modes.configure(width=112)
        self.modes.pack(side="left", padx=6)
        self.verdict = VerdictBadge(toolbar, shown, self.generation)

        self.verdict.pack(side="right")
        middle.pack(side="top", fill="both", expand=True)
        shown.view.pack(side="left", fill="both", expand=True)
        self._arrange()
        self._listen()
        for listener in list(document.listeners):
            listener(DocumentEvent.OPENED)  # the level that is there from the beginning
        shown.stage.tell()
        look.settle(root)
        root.protocol("WM_DELETE_WINDOW", self.quit)

    def _listen(self) -> None:
        """Connect the events of parts that do not know each other."""
        shown, status, view = self.shown, self.status, self.shown.view
        shown.document.listeners.append(self._document_changed)
        shown.stage.listeners.append(self._overlay_changed)
        shown.edit.listeners.append(self._tool_changed)
        shown.edit.cursor.listeners.append(status.show_position)
        status.on_click = shown.stage.point_out
        self.playing.on_solved = self._solved
        self.lab.presenter.on_change = self._arrange
        self.lab.lessons.on_change = self._show_lesson
        self.playing.listeners.append(self._game_changed)
        self.theming.listeners.append(self._show_modes)
        view.on_zoom = lambda: status.zoom.configure(text=f"{round(100 * view.cell / NORMAL)} %")

    def _arrange(self) -> None:
        """Show what is round the board: little of it while something is presented."""
        if self.lab.presenter.is_on:
            for part in (self.menus.toolbar, self.status, *self._panels):
                part.pack_forget()
            self.lab.presenter.pack(side="bottom", fill="x", before=self._middle)
        else:
            self.lab.presenter.pack_forget()
            self.menus.toolbar.pack(side="top", fill="x", before=self._middle)
            self.status.pack(side="bottom", fill="x", before=self._middle)
            self._overlay_changed()
        self._show_lesson()
        self.menus.show_menu(shown=not self.lab.presenter.is_on)

    def _show_lesson(self) -> None:
        """Show the note of an open lesson below the board, unless something is presented."""
        self.lab.lessons.bar.pack_forget()
        if self.lab.lessons.lesson and not self.lab.presenter.is_on:
            self.lab.lessons.bar.pack(side="bottom", fill="x", before=self.shown.view)

    # What happens

    def _document_changed(self, what: DocumentEvent) -> None:
        document = self.shown.document
        self.root.title(f"{'' if document.is_saved else '• '}{document.name} – FlowDesk")
        self._show_modes()
        if self.shown.stage.kind.is_empty(document.level):
            self._tip.place(in_=self.shown.view, relx=0.5, rely=1.0, anchor="s", y=-2)
        else:
            self._tip.place_forget()
        self.menus.refresh()

    def _overlay_changed(self) -> None:
        overlay = self.shown.stage.overlay
        self.status.effort.configure(text=overlay.effort if overlay else "")
        is_searching = overlay is not None and overlay.is_searching
        self.menus.show_search(self.shown.stop_overlay if is_searching else None)
        panels: dict[Overlay, ttk.Frame] = {**self.lab.panels, self.playing: self.game_panel}
        self._show_beside(panels.get(overlay, self.side) if overlay else self.side)

    @property
    def _panels(self) -> tuple[ttk.Frame, ...]:
        return *self.lab.panels.values(), self.game_panel, self.side, self.palette

    def _show_beside(self, panel: ttk.Frame) -> None:
        """Show a panel right of the board: rules, a search, the game, or what is known."""
        is_edited = panel in (self.lab.explorer, self.side)
        self._show_modes()
        if panel.winfo_manager() or self.lab.presenter.is_on:
            return
        for other in self._panels:
            other.pack_forget()
        panel.pack(side="right", fill="y", before=self.shown.view)
        if is_edited:
            self.palette.pack(side="left", fill="y", before=panel)
        self._show_lesson()

    def _show_modes(self) -> None:
        key = self.shell.key("Play this puzzle")
        modes = {"edit": ("Edit", f"Edit the puzzle  ({key})")}
        modes["play"] = ("Play", f"Play the puzzle  ({key})")
        chosen = "play" if self.playing.is_on else "edit"
        greyed = () if self.playing.can_play else ("play",)
        self.modes.show(modes, chosen, self.theming.colors, greyed)

    def _choose_mode(self, mode: str) -> None:
        if self._may_begin():
            self.playing.toggle()
        self.menus.refresh()
        self.shown.view.focus_set()

    def _solved(self, result: Result, best: Result) -> None:
        next_puzzle = self.following.play_next if self.following.has_others else None
        self.card.show(result, best, next_puzzle)

    def _go_by(self, step: int) -> None:
        """Go to another puzzle of the file; if one is played, play that one as well."""
        was_on = self.playing.is_on
        self.shown.document.go_to(self.shown.document.index + step)
        if was_on:
            self.playing.start()

    def _game_changed(self) -> None:
        if not self.playing.is_moving:
            self.menus.refresh()

    def _tool_changed(self) -> None:
        self._tip.configure(text=self.shown.edit.tool.tip)

    def _may_begin(self) -> bool:
        """Return whether an action may begin: a drag is given up instead."""
        if self.shown.hands.abandon():
            self.shell.say("The drag was cancelled.")
            return False
        self.shown.apply_typed()
        return True

    def report_error(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Handle what a handler raised: an error of ours, or Ctrl-C in the terminal."""
        if kind is KeyboardInterrupt:
            self.close()
        else:
            self.shell.show_error("".join(traceback.format_exception(kind, error, trace)))

    # The actions

    def _commands(self) -> dict[str, Command]:
        lab, shown, side = self.lab, self.shown.commands, self.side.commands
        by_page: dict[str, Command] = {
            "Previous puzzle in this file": Command(
                partial(self._go_by, -1), shown["Previous puzzle in this file"].enabled
            ),
            "Next puzzle in this file": Command(
                partial(self._go_by, 1), shown["Next puzzle in this file"].enabled
            ),
        }
        return {
            **self.files.commands,
            **self.importing.commands,
            **self.sources.commands,
            **self.level_commands.commands,
            **shown,
            **_either(lambda: lab.presenter.is_on, lab.pages, by_page),
            **_either(lambda: self.playing.is_on, self.game_commands.shared, shown),
            **self.game_commands.own,
            **self.following.commands,
            **self.surprise.commands,
            "Reduce motion": Command(
                self._toggle_motion, checked=lambda: self.shell.settings.reduce_motion
            ),
            "Browse pack": Command(self.packs.browse),
            **self.exporting.commands,
            **self.theming.commands,
            **self.generation.commands,
            **_either(lambda: lab.thinking.is_on, lab.steps, side),
            **lab.commands,
            "Quit": Command(self.quit),
            STOP: Command(self.escape),
            "Keys and pointer": Command(
                lambda: self.menus.show_keys(accepts_drops=self.drops.accepted)
            ),
            "About FlowDesk": Command(self.show_about),
        }

    def _toggle_motion(self) -> None:
        self.shell.remember(reduce_motion=not self.shell.settings.reduce_motion)

    def escape(self) -> None:
        """Stop the first of these that is running, else hide the overlay."""
        shown = self.shown
        stops = (
            self.background.stop,
            self.generation.stop,
            self.card.hide,
            self.lab.presenter.leave,
            shown.stop_overlay,
        )
        if not any(stop() for stop in stops):
            shown.live_check.stop()
        shown.view.focus_set()

    def warm_up(self) -> None:
        """Start the worker processes before they are needed."""
        self.shown.solving.task.warm_up()
        self.shown.live_check.warm_up()

    def show_about(self) -> None:
        text = f"FlowDesk {__version__}\n\n{self.shown.stage.kind.introduction}"
        message.show_message(self.root, "About FlowDesk", text.rstrip())

    # The end

    def quit(self) -> None:
        """Close the window, after asking about unsaved work."""
        if is_dialog_open(self.root) or not self.files.may_leave():
            return
        if self.background.running:
            text = "A file is still being written. Quit without it?"
            if message.ask(self.root, "Not finished", text, ["Quit", "Wait"]) != "Quit":
                return
        if not self.shell.closed:
            self.recovery.end()
            self.close()

    def close(self) -> None:
        """End everything at once, without asking."""
        self.shell.closed = True
        if not self.lab.presenter.is_on:  # then it has the size of the screen
            size = self.root.geometry().split("+")[0]  # its place may be off the screen next time
            self.shell.remember(geometry=size)
        self.recovery.close()
        self.file_changes.close()
        self.theming.close()
        self.background.close()
        self.sources.close()
        self.batches.close()
        self.generation.close()
        self.lab.close()
        self.following.close()
        self.playing.close()
        self.packs.close()
        self.shown.close()
        self.shell.remember(fit=self.shown.view.fit)
        save_settings(self.shell.settings)
        self.root.destroy()


def _either(
    is_first: Callable[[], bool], first: Mapping[str, Command], second: Mapping[str, Command]
) -> dict[str, Command]:
    """Return the commands that are the first ones as long as that is the case, else the second."""

    def command(label: str) -> Command:
        def current() -> Command:
            return first[label] if is_first() else second[label]

        def name() -> str:
            now = current()
            return now.object() if now.object else ""

        return Command(lambda: current().run(), lambda: current().is_possible(), object=name)

    return {label: command(label) for label in first}
