"""The window: makes what it has once, and shows one of the open documents in front."""

from __future__ import annotations

import gc
import tkinter as tk
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from types import TracebackType

from flowdesk import __version__
from flowdesk.app.actions import STOP, Command
from flowdesk.app.background import Background
from flowdesk.app.crew import crew_of
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import focus_open_dialog, is_dialog_open
from flowdesk.app.document_view import DocumentView
from flowdesk.app.drop import Drops
from flowdesk.app.editing.board_menu import BoardMenu
from flowdesk.app.files import Files
from flowdesk.app.lab.lab import Lab
from flowdesk.app.menus import Menus
from flowdesk.app.packs.window import OpenPacks
from flowdesk.app.play.mode import PlayMode
from flowdesk.app.recent import Recent
from flowdesk.app.recovery import Recovery
from flowdesk.app.saving import Saving
from flowdesk.app.scale import set_scale
from flowdesk.app.scan.batch_window import Batches
from flowdesk.app.scan.importing import Importing
from flowdesk.app.scan.sources import Sources
from flowdesk.app.session import Sessions
from flowdesk.app.shell import Shell
from flowdesk.app.side_panel import SidePanel
from flowdesk.app.tab import Surroundings, Tab
from flowdesk.app.tab_strip import TabStrip
from flowdesk.app.tabs import Tabs, Waiting
from flowdesk.app.theming import Theming
from flowdesk.app.timers import Timer
from flowdesk.app.toolbar import Toolbar
from flowdesk.app.verdict_badge import VerdictBadge
from flowdesk.app.widgets.segments import Segments
from flowdesk.app.widgets.toplevel import Place, recall_sizes, set_size, sizes
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.documents.settings import Settings
from flowdesk.desk.play.results import Results

#: Milliseconds until the memory of closed tabs is free. Their parts know each other: by itself
#: Python would collect them only after dozens of tabs, because their pictures are few objects.
_COLLECT_MS = 500


class Window:
    """The main window and everything in it; new tabs begin with the board `level`."""

    def __init__(self, root: tk.Tk | tk.Toplevel, settings: Settings, level: Puzzle) -> None:
        self.root = root
        set_scale(root, settings.scale)
        recall_sizes(root, settings.windows)
        set_size(root, (795, 570), least=(480, 360), remembered=settings.geometry)
        self.place = place = Place(root)
        if settings.maximised:
            place.maximise()
        self.shell = shell = Shell(root, settings)
        self.status = shell.bar
        self.theming = theming = Theming(shell)
        self._middle = middle = ttk.Frame(root)
        self._toolbar = toolbar = Toolbar(root, shell, theming)
        self._collecting = Timer(root)

        # What all documents have in common
        recent, results = Recent(shell), Results()
        self.files = files = Files(
            shell,
            recent,
            lambda: self.tabs,
            open_picture=lambda data, called: self.importing.open_picture(data, called),
            open_lesson=lambda path: self.lab.lessons.open(path),
        )
        self.recovery = Recovery(shell, files)
        self.background = Background(shell)
        self.importing = Importing(shell, theming, files, recent)
        self.packs = OpenPacks(
            shell,
            theming,
            files,
            results,
            print_levels=lambda *args: self.tab.exporting.print_levels(*args),
            open_chosen=lambda path: self.sources.open_folder(path),
            leave=self.quit,
        )
        self.batches = Batches(shell, theming, self.importing, self.packs.open)
        self.sources = Sources(
            shell,
            self.importing,
            self.background,
            open_names=lambda names: self.drops.open(names),
            import_many=self.batches.open,
            open_pack=self.packs.open,
        )
        self.drops = Drops(root, files, self.sources.open_folder, self.sources.take)
        self._around = Surroundings(
            parent=middle,
            toolbar=toolbar,
            shell=shell,
            theming=theming,
            files=files,
            recent=recent,
            background=self.background,
            results=results,
            open_menu=lambda *args, **options: self.board_menu.open(*args, **options),
            paste_picture=self.sources.paste,
            lab_in_front=lambda: self.lab,
            recovery_pause=lambda: self.recovery.pause,
        )
        self.tabs: Tabs = Tabs(self._make_tab, level)
        self.sessions = Sessions(shell, self.tabs)

        # What is shown round them
        self.strip = TabStrip(root, shell, self.tabs, theming, self.files.new, self.close_tabs)
        choices = {"Open recent": self.files.recent, "Theme": theming.choices}
        choices["Lessons"] = lambda: self.lab.lessons.shipped()
        self.menus = Menus(
            toolbar, shell, self.shown, self._commands(), choices, theming, self._may_begin
        )
        self.board_menu: BoardMenu = BoardMenu(self.menus)
        self.modes = Segments(toolbar, self._choose_mode)
        self.modes.configure(width="84p")
        self.modes.pack(side="left", padx="4.5p")
        middle.pack(side="top", fill="both", expand=True)
        self._arrange()
        self._listen()
        self.tab.show()
        self._show_tab(self.tab)
        root.protocol("WM_DELETE_WINDOW", self.quit)
        root.bind("<FocusIn>", lambda event: focus_open_dialog(root), add=True)

    def _make_tab(self, document: Document) -> Tab:
        tab = Tab(self._around, document)
        view, stage, owner = tab.shown.view, tab.shown.stage, tab.shell
        playing, presenter = tab.playing, tab.lab.presenter

        def if_in_front(call: Callable[..., object]) -> Callable[..., None]:
            def made(*args: object) -> None:
                if tab is self.tab and not self.shell.ended:
                    call(*args)

            return made

        document.changed.connect(if_in_front(self._document_changed), owner)
        document.changed.connect(lambda what: self._name_tabs(), owner)
        stage.changed.connect(if_in_front(self._overlay_changed), owner)
        playing.changed.connect(if_in_front(self._game_changed), owner)
        presenter.toggled.connect(if_in_front(self._arrange), owner)
        view.zoomed.connect(lambda: self.sessions.keep_soon(), owner)
        return tab

    def _listen(self) -> None:
        """Connect the events of parts that do not know each other."""
        shell = self.shell
        shell.bar.clicked.connect(lambda cells: self.shown.stage.point_out(cells), shell)
        self.theming.changed.connect(self._show_modes, shell)
        self.tabs.shown.connect(self._show_tab, shell)
        self.tabs.changed.connect(self._tabs_changed, shell)
        self.root.bind("<FocusIn>", lambda event: self.tab.look_around(), add=True)
        for sequence in ("<Map>", "<Unmap>"):
            self.root.bind(sequence, lambda event: self.shown.seen_or_hidden.emit(), add=True)

    def _arrange(self) -> None:
        """Show what is round the board: nothing of it while something is presented."""
        is_presenting = self.lab.presenter.is_on
        for part in (self._toolbar, self.strip, self.status):
            part.pack_forget()
        if not is_presenting:
            self._toolbar.pack(side="top", fill="x", before=self._middle)
            if self.strip.is_needed:
                self.strip.pack(side="top", fill="x", before=self._middle)
            self.status.pack(side="bottom", fill="x", before=self._middle)
        self.menus.show_menu(shown=not is_presenting)

    # The document in front

    @property
    def tab(self) -> Tab:
        """The tab in front."""
        return self.tabs.front

    @property
    def shown(self) -> DocumentView:
        """The document in front."""
        return self.tab.shown

    @property
    def saving(self) -> Saving:
        """What saves the document in front."""
        return self.tab.saving

    @property
    def lab(self) -> Lab:
        """The lab of the document in front."""
        return self.tab.lab

    @property
    def playing(self) -> PlayMode:
        """The game of the level in front."""
        return self.tab.playing

    @property
    def side(self) -> SidePanel:
        """The panel beside the board in front."""
        return self.tab.side

    @property
    def verdict(self) -> VerdictBadge:
        """What is known of the level in front, in a few words."""
        return self.tab.verdict

    def _show_tab(self, tab: Tab) -> None:
        """Let everything round the board speak of the tab that is now in front."""
        self.menus.use(tab.shown, self._commands())
        self._document_changed(DocumentEvent.OPENED)
        self._overlay_changed()
        if not is_dialog_open(self.root):
            tab.shown.view.focus_set()

    # What happens

    def _tabs_changed(self) -> None:
        self.sessions.keep_soon()
        if self.strip.is_needed != bool(self.strip.winfo_manager()):
            self._arrange()

    def _name_tabs(self) -> None:
        if self._has_others() and not self.shell.ended:
            self.strip.refresh()

    def _document_changed(self, what: DocumentEvent) -> None:
        document = self.shown.document
        self.root.title(f"{'' if document.is_saved else '• '}{document.name} – FlowDesk")
        self._show_modes()
        self.menus.refresh_soon()
        self.packs.document_changed(what)
        self.sessions.keep_soon()

    def _overlay_changed(self) -> None:
        overlay = self.shown.stage.overlay
        is_searching = overlay is not None and overlay.is_searching
        self.menus.show_search(self.shown.stop_overlay if is_searching else None)
        self.sessions.keep_soon()
        self._show_modes()

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
        self.menus.refresh_soon()
        self.shown.view.focus_set()

    def _game_changed(self) -> None:
        if not self.playing.is_moving:
            self.menus.refresh_soon()

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
        return {
            **self.files.commands,
            **self.importing.commands,
            **self.sources.commands,
            **self.tab.commands(),
            "Close tab": Command(lambda: self.close_tabs([self.tab])),
            "Next tab": Command(partial(self.tabs.go_by, 1), self._has_others),
            "Previous tab": Command(partial(self.tabs.go_by, -1), self._has_others),
            "Reduce motion": Command(
                self._toggle_motion, checked=lambda: self.shell.settings.reduce_motion
            ),
            "Browse pack": Command(self.packs.browse),
            **self.theming.commands,
            "Full screen": Command(self._fill_screen, checked=lambda: self.is_full),
            "Quit": Command(self.quit),
            STOP: Command(self.escape),
            "Keys and pointer": Command(
                lambda: self.menus.show_keys(accepts_drops=self.drops.accepted)
            ),
            "About FlowDesk": Command(self.show_about),
        }

    def _has_others(self) -> bool:
        return len(self.tabs) > 1

    def _toggle_motion(self) -> None:
        self.shell.remember(reduce_motion=not self.shell.settings.reduce_motion)

    @property
    def is_full(self) -> bool:
        """Whether the window fills the whole screen."""
        return bool(self.root.attributes("-fullscreen"))

    def _fill_screen(self) -> None:
        self.root.attributes("-fullscreen", not self.is_full)

    def escape(self) -> None:
        """Stop the first of these that is running, else hide the overlay."""
        if not self.background.stop():
            self.tab.escape()
        self.shown.view.focus_set()

    def warm_up(self) -> None:
        """Start a process before it is needed."""
        crew_of(self.root).warm_up()

    def show_about(self) -> None:
        text = f"FlowDesk {__version__}\n\n{self.shown.stage.kind.words.introduction}"
        message.show_message(self.root, "About FlowDesk", text.rstrip())

    # The end

    def close_tabs(self, tabs: Sequence[Tab | Waiting]) -> None:
        """Close tabs, after asking about unsaved work."""
        seen = [tab for tab in tabs if isinstance(tab, Tab)]
        if self._may_close(seen):
            for tab in seen:
                tab.keeping.end()
            # Those that wait first: or one of them would come to the front when that is closed
            for each in sorted(tabs, key=seen.__contains__):
                self.tabs.remove(each)
            self._collecting.start(_COLLECT_MS, gc.collect)

    def quit(self) -> None:
        """Close the window, after asking about unsaved work."""
        if is_dialog_open(self.root) or not self._may_close([*self.tabs]):
            return
        if self.background.running:
            text = "A file is still being written. Quit without it?"
            if message.ask(self.root, "Not finished", text, ["Quit", "Wait"]) != "Quit":
                return
        if not self.shell.ended:
            self.recovery.end()
            self.close()

    def _may_close(self, tabs: Sequence[Tab]) -> bool:
        """Return whether tabs may be closed, after asking about unsaved work."""
        unsaved = [tab for tab in tabs if tab.saving.is_needed]
        if len(unsaved) < 2:
            return all(self._may_close_one(tab) for tab in tabs)
        names = [tab.shown.document.name for tab in unsaved]
        answer = message.ask_about_all_unsaved(self.root, names)
        if answer == message.SAVE_ALL and not all(self._save(tab) for tab in unsaved):
            return False
        return answer != "Cancel" and all(tab.saving.may_close_too() for tab in tabs)

    def _may_close_one(self, tab: Tab) -> bool:
        if tab.saving.is_needed:
            self.tabs.show(tab)
        return tab.saving.may_close()

    def _save(self, tab: Tab) -> bool:
        self.tabs.show(tab)
        return tab.saving.save()

    def close(self) -> None:
        """End everything at once, without asking."""
        self.shell.end()
        if not self.lab.presenter.is_on:  # then it has the size of the screen
            place = self.place
            self.shell.remember(geometry=place.geometry, maximised=place.is_maximised)
        self.shell.remember(windows=sizes(self.root))
        self._collecting.stop()
        self.menus.close()
        self.sessions.close()
        self.recovery.close()
        self.theming.close()
        self.background.close()
        self.sources.close()
        self.batches.close()
        self.packs.close()
        self.tabs.close()
        crew_of(self.root).close()
        self.shell.save_settings()
        self.root.destroy()
