"""The window: makes what it has once, and shows one of the open documents in front."""

from __future__ import annotations

import os
import tkinter as tk
import traceback
from functools import cached_property
from pathlib import Path
from tkinter import ttk
from types import TracebackType

from flowdesk import __version__
from flowdesk.app.actions import STOP, Command, action_of
from flowdesk.app.bars import Bars, Toolbar
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import focus_open_dialog, is_dialog_open
from flowdesk.app.dialogs.help import GuideWindow
from flowdesk.app.exporting import Exporting
from flowdesk.app.files import Files
from flowdesk.app.first_hints import FirstHints
from flowdesk.app.front import Front, Tab, Tabs
from flowdesk.app.incoming import Drops, LaterStarts
from flowdesk.app.insight import VerdictBadge
from flowdesk.app.lab.lab import Lab
from flowdesk.app.level_bar import LevelBar
from flowdesk.app.level_commands import LevelCommands
from flowdesk.app.menus import BoardMenu, Menus
from flowdesk.app.modes.following import Following, Surprise
from flowdesk.app.modes.play_panel import Card, PlayPanel
from flowdesk.app.packs.window import OpenPacks
from flowdesk.app.palette_panel import PalettePanel
from flowdesk.app.playback_bar import PlaybackBar
from flowdesk.app.recovery import Closing, Recovery, Reopening
from flowdesk.app.scale import set_scale
from flowdesk.app.scan.importing import Importing
from flowdesk.app.session import Session
from flowdesk.app.shell import Background, Shell
from flowdesk.app.sides import SidePanel, Sides
from flowdesk.app.stage import Mode
from flowdesk.app.strip import Strip
from flowdesk.app.tab_strip import TabStrip
from flowdesk.app.theming import Theming
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.app.wall import Wall
from flowdesk.app.widgets.tooltip import Segments
from flowdesk.app.widgets.toplevel import WindowPlace, bind_itself, recall_sizes, set_size, sizes
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.documents.settings import Settings
from flowdesk.desk.play.results import Result, Results

#: Milliseconds between two looks whether files have come or gone; after how many of them all that
#: other programs may have changed is looked at.
_LOOK_MS, _GLANCES = 200, 4


class Window:
    """The main window and everything in it; new tabs begin with the board `level`.

    All there is to see is there once, and shows the tab in front.
    """

    def __init__(self, root: tk.Tk | tk.Toplevel, settings: Settings, level: Puzzle) -> None:
        self.root = root
        set_scale(root, settings.scale)
        recall_sizes(root, settings.windows)
        set_size(root, (795, 570), least=(480, 360), remembered=settings.geometry)
        self.place = place = WindowPlace(root)
        if settings.maximised:
            place.maximise()
        self.shell = shell = Shell(root, settings)
        self.status = shell.bar
        self.theming = theming = Theming(shell)
        self._middle = middle = ttk.Frame(root)
        self._toolbar = toolbar = Toolbar(root, shell)
        self._looking = Timer(root)
        self._mode: Mode | None = None  # the one that is shown

        # Files
        self._results = results = Results()
        self.files = files = Files(
            shell,
            lambda: self.tabs,
            open_picture=lambda data, called: self.importing.open_picture(data, called),
            open_lesson=lambda path: self.tab.lessons.open(path),
            pack=lambda: self.pack_strip.open_pack,
        )
        self.recovery = Recovery(shell, files)
        self.background = Background(shell)

        # The tabs
        self.tabs = Tabs(
            lambda document: Tab(
                *(document, shell, theming, files, results),
                recovery_pause=lambda: self.recovery.pause,
                rules_panel=lambda: self.lab.explorer,
                in_front=lambda: self.tab,
            ),
            level,
        )
        self.reopening = Reopening(shell, self.tabs)
        self.later_starts = LaterStarts(shell, self.open_named)
        self.closing = Closing(shell, self.tabs, self.background, self.recovery, self.close)
        self.strip = TabStrip(root, shell, self.tabs, theming, files.new, self.closing.close_tabs)

        # The board
        self.front = front = Front(
            middle,
            shell,
            theming,
            self.tabs.front,
            lambda: self.side,
            lambda *args, **options: self.board_menu.open(*args, **options),
        )

        # Where documents come from, and where they go
        self.exporting = Exporting(front, self.background, lambda: self.levels.lineup)
        self.importing = Importing(
            front,
            files,
            self.background,
            open_names=lambda names: self.drops.open(names),
            open_pack=lambda folder: self.packs.open(folder),
        )
        self.packs = OpenPacks(
            front,
            files,
            results,
            self.exporting,
            open_chosen=self.importing.open_folder,
            carry=lambda *args: self.pack_strip.carry(*args),
            leave=self.closing.quit,
        )
        self.drops = Drops(root, files, self.importing.open_folder, self.importing.take)

        # What stands round it
        self.sides = sides = Sides(middle, shell)
        self.palette = PalettePanel(sides.left.room, front)
        self.lab = Lab(middle, sides.right.room, front, files)
        self.side = SidePanel(
            sides.right.room, front, lambda label: self.menus.perform(action_of(label))
        )
        self.game_panel = PlayPanel(sides.right.room, front)
        self.wall = Wall(sides.right.room, front)
        self.card = Card(front)
        self.first_hints = FirstHints(front)
        self.bars = bars = Bars(toolbar, middle, front.view, shell)
        self.playback = PlaybackBar(middle, front, bars)
        self.levels = LevelBar(middle, front, bars, files, self.packs.pack_at)
        self.pack_strip = Strip(
            middle,
            front,
            bars,
            self.levels,
            self.strip,
            self.packs,
            lambda *args: self.menus.add_actions(*args),
        )
        bars.add(self.lab.lesson_bar, self.playback, self.status, self.levels, self.pack_strip.row)
        self.verdict = VerdictBadge(toolbar, front, self._explain)

        # What can be done
        self.level_commands = LevelCommands(
            front, files, self.importing.paste, self.packs.paste_results
        )
        self.following = Following(front, files, results)
        self.surprise = Surprise(front, self.following, results)
        self.game_panel.offer(
            {**self.following.commands, **self.surprise.commands},
            ("Next", "Next unsolved puzzle"),
            ("Surprise me", "Surprise me ..."),
        )
        choices = {"Open recent": files.recent, "Theme": theming.choices}
        choices["Improve"] = self.wall.ways
        choices["Lessons"] = lambda: self.tab.lessons.shipped()
        self.menus = Menus(toolbar, front, self._commands(), choices, self._may_begin)
        self.board_menu: BoardMenu = BoardMenu(self.menus, front)
        self.modes = Segments(toolbar, self._choose_mode)
        self.modes.configure(width="84p")
        toolbar.add_spare(self.modes)
        self.verdict.pack(side="right")
        front.view.pack(side="left", fill="both", expand=True)
        middle.pack(side="top", fill="both", expand=True)
        self._arrange()
        bars.arrange()  # at once, or the board would be fitted twice
        self._listen()
        front.show(self.tabs.front)
        root.protocol("WM_DELETE_WINDOW", self.closing.quit)
        root.bind("<FocusIn>", lambda event: focus_open_dialog(root), add=True)

    def _listen(self) -> None:
        """Connect the events of parts that do not know each other."""
        shell, front = self.shell, self.front
        shell.bar.clicked.connect(lambda cells: front.stage.point_out(cells), shell)
        self.tabs.shown.connect(front.show, shell)
        self.tabs.changed.connect(self._tabs_changed, shell)
        front.switched.connect(self._switched, shell)
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.hear(lambda tab: tab.session.stage.changed, self._stage_changed)
        front.hear(lambda tab: tab.session.stage.ticked, self._show_effort)
        front.hear(lambda tab: tab.session.edit.cursor.moved, self.status.show_position)
        front.hear(lambda tab: tab.playing.changed, self._game_changed)
        front.hear(lambda tab: tab.playing.solved, self._solved)
        front.hear(lambda tab: tab.lessons.changed, self._show_lesson)
        front.hear(lambda tab: tab.overview_toggled, self._mode_changed)
        self.wall.toggled.connect(self._wall_toggled, shell)
        self.lab.toggled.connect(self._engines_toggled, shell)
        self.pack_strip.activated.connect(lambda: self.menus.use(self._commands()), shell)
        front.view.zoomed.connect(self._zoomed, shell)
        self.lab.presenter.toggled.connect(self._mode_changed, shell)
        self.side.typed_in.connect(lambda: self.tab.keeping.look(), shell)
        self.root.bind("<FocusIn>", lambda event: self._look_around(), add=True)
        for sequence in ("<Map>", "<Unmap>"):
            bind_itself(self.root, sequence, lambda: self.shown.seen_or_hidden.emit())

    # The document in front

    @property
    def tab(self) -> Tab:
        return self.front.tab

    @property
    def shown(self) -> Session:
        """The document in front."""
        return self.tab.session

    def _switched(self) -> None:
        """Let everything round the board speak of the tab that is now in front."""
        self.status.show_position(self.shown.edit.cursor.target)
        self._show_lesson()
        self._document_changed(DocumentEvent.OPENED)
        self._mode_changed()
        self._stage_changed()
        self._look_around()
        if not is_dialog_open(self.root) and not self.tab.shows_all:
            self.front.view.focus_set()

    def watch_files(self, looks: int = 0) -> None:
        """Look around now and then, while the window has the keys; often for new files."""
        focus = self.root.tk.call("focus")
        has_keys = focus and str(self.root.tk.call("winfo", "toplevel", focus)) == str(self.root)
        if has_keys and looks % _GLANCES == 0:
            self._look_around()
        else:
            self.levels.glance()
        self.packs.glance()
        self._looking.start(_LOOK_MS, self.watch_files, looks + 1)

    def _look_around(self) -> None:
        """Look what other programs have changed: the open file, and those beside it."""
        self.tab.saving.look_soon()
        self.levels.look()

    # What is shown round the board

    def _arrange(self) -> None:
        """Show what is above the board: the row of tabs if there are several."""
        for part in (self._toolbar, self.strip):
            part.pack_forget()
        self._toolbar.pack(side="top", fill="x", before=self._middle)
        if self.strip.is_needed:
            self.strip.pack(side="top", fill="x", before=self._middle)
        self._mode_changed()

    def _show_panels(self) -> None:
        """Show the panel right of the board, and the palette on its left while it is edited."""
        tab, mode = self.tab, self.shown.stage.mode
        panel = self.game_panel if tab.playing.is_on else self.lab.panel
        if not (panel or tab.shows_all or mode is self.shown.hints):
            if self.lab.shows_engines:
                panel = self.lab.engines
            elif self.wall.is_on:
                panel = self.wall
        is_edited = not (tab.playing.is_on or tab.thinking.is_on or tab.shows_all)
        palette = self.palette if is_edited else None
        self.sides.show(panel or self.side, palette, self.front.view)
        if panel is None:
            self.sides.right.need(is_needed=mode is self.shown.hints)

    def _wall_toggled(self) -> None:
        if self.wall.is_on:
            self.lab.show_engines(on=False)
        self._show_panels()

    def _engines_toggled(self) -> None:
        if self.lab.shows_engines and self.wall.is_on:
            self.wall.hide()
        self._show_panels()

    def _show_lesson(self) -> None:
        self.bars.want(self.lab.lesson_bar, shown=self.tab.lessons.lesson is not None)

    def _show_effort(self) -> None:
        mode = self.shown.stage.mode
        self.status.effort.configure(text=mode.effort if mode else "")

    def _zoomed(self) -> None:
        view = self.front.view
        self.status.zoom.configure(text=f"{round(100 * view.cell / view.normal)} %")
        self.reopening.keep_soon()

    def _explain(self) -> None:
        """Show what the verdict means, beside the board if that panel is there or folded."""
        if self.sides.shown is self.side and not self.sides.right.is_open:
            self.sides.right.toggle()
            self._middle.update_idletasks()
        self.side.explain()

    def _show_modes(self) -> None:
        key, playing = self.shell.key("Play this puzzle"), self.tab.playing
        modes = {"edit": ("Edit", f"Edit the puzzle  ({key})")}
        modes["play"] = ("Play", f"Play the puzzle  ({key})")
        chosen = "play" if playing.is_on else "edit"
        greyed = () if playing.can_play else ("play",)
        self.modes.show(modes, chosen, greyed)

    # What happens

    def _tabs_changed(self) -> None:
        self.reopening.keep_soon()
        if self.strip.is_needed != bool(self.strip.winfo_manager()):
            self._arrange()

    def _document_changed(self, what: DocumentEvent) -> None:
        document = self.shown.document
        self.root.title(f"{'' if document.is_saved else '• '}{document.name} – FlowDesk")
        self._show_modes()
        self.menus.refresh_soon()
        self.packs.document_changed(what)
        self.reopening.keep_soon()

    def _stage_changed(self) -> None:
        mode = self.shown.stage.mode
        if mode is not self._mode:
            self._mode_changed()
        is_searching = mode is not None and mode.is_searching
        self.menus.show_search(self.shown.stop_mode if is_searching else None)
        self._show_effort()
        self.reopening.keep_soon()

    def _mode_changed(self) -> None:
        """Show what belongs to the mode, which gives some actions another meaning."""
        self._mode = self.shown.stage.mode
        self.menus.use(self._commands())
        self._show_panels()
        self._show_modes()

    def _choose_mode(self, mode: str) -> None:
        if self._may_begin():
            self.tab.playing.toggle()
        self.menus.refresh_soon()
        self.front.view.focus_set()

    def _game_changed(self) -> None:
        if not self.tab.playing.is_moving:
            self.menus.refresh_soon()

    def _solved(self, result: Result, best: Result) -> None:
        next_puzzle = self.following.play_next if self.following.has_others else None
        self.card.show(result, best, next_puzzle)

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
        """Return all commands, for the document in front."""
        shell, root = self.shell, self.root
        return {
            **self.files.commands,
            **self.importing.commands,
            **self._tab_commands(),
            **self.closing.commands,
            "Reduce motion": Command(
                lambda: shell.remember(reduce_motion=not shell.settings.reduce_motion),
                checked=lambda: shell.settings.reduce_motion,
            ),
            "Browse pack": Command(self.packs.browse),
            **self.theming.commands,
            "Full screen": Command(
                lambda: root.attributes("-fullscreen", not self.is_full),
                checked=lambda: self.is_full,
            ),
            STOP: Command(self.escape),
            "Guide": Command(lambda: self.guide.open()),
            "First steps": Command(self._show_first_steps),
            "Keys and pointer": Command(
                lambda: self.menus.show_keys(accepts_drops=self.drops.accepted)
            ),
            "About FlowDesk": Command(self.show_about),
        }

    def _tab_commands(self) -> dict[str, Command]:
        """Return what can be done with the document in front, in the mode that it is in."""
        tab, lab = self.tab, self.lab
        commands = {
            **tab.saving.commands,
            **self.level_commands.commands,
            **self.front.commands,
            **self.levels.commands,
            **self.pack_strip.commands,
            **tab.playing.commands,
            **self.following.commands,
            **self.surprise.commands,
            **self.exporting.commands,
            **tab.generation.commands,
            **self.wall.commands,
            **self.sides.commands,
            **self.playback.commands,
            **lab.commands,
        }
        if tab.playing.is_on:
            commands |= tab.playing.shared
        if tab.thinking.is_on:
            commands |= lab.steps
        if lab.presenter.is_on:
            commands |= lab.pages
        return commands

    @property
    def is_full(self) -> bool:
        return bool(self.root.attributes("-fullscreen"))

    def escape(self) -> None:
        """Stop the first of these that is running, else leave the mode."""
        stops = (
            self.background.stop,
            self.tab.generation.stop,
            self.pack_strip.hide,
            self.card.hide,
            self.lab.presenter.leave,
            self.wall.escape,
            self.shown.stop_mode,
            self.lab.escape,
            self.first_hints.hide,
            self.shown.live_check.stop,
        )
        any(stop() for stop in stops)
        self.front.view.focus_set()

    def open_named(self, name: str) -> bool:
        """Open what the command line names: a folder, or what `Files.open_named` takes."""
        if not name:
            self.shell.say("FlowDesk is open already: flowdesk --new-window opens another window.")
            return False
        if os.path.isdir(name):
            return self.importing.open_folder(Path(name))
        return self.files.open_named(name)

    def _show_first_steps(self) -> None:
        """Show how to begin, on an empty board."""
        if not self.tab.is_untouched:
            self.tabs.add()
        self.first_hints.show()

    def show_about(self) -> None:
        text = f"FlowDesk {__version__}\n\n{self.shown.stage.kind.words.introduction}"
        message.show_message(self.root, "About FlowDesk", text.rstrip())

    @cached_property
    def guide(self) -> GuideWindow:
        return GuideWindow(self.root, self.theming, self.shell)

    # The end

    def close(self) -> None:
        """End everything at once, without asking."""
        self.shell.end()
        place = self.place
        self.shell.remember(geometry=place.geometry, maximised=place.is_maximised)
        self.shell.remember(windows=sizes(self.root))
        self.later_starts.close()
        self.reopening.close()
        self.packs.close()
        self.lab.close()
        self.pack_strip.close()
        self.sides.remember()
        self.tabs.close()
        jobs_of(self.root).close()
        self.shell.save_settings()
        self.root.destroy()
