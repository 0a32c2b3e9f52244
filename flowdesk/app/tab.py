"""Tab: an open document with everything that belongs to it, in front or hidden behind others."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from tkinter import ttk

from flowdesk.app.actions import Command
from flowdesk.app.background import Background
from flowdesk.app.document_view import DocumentView, OpenMenuOf
from flowdesk.app.exporting import Exporting
from flowdesk.app.file_changes import FileChanges
from flowdesk.app.files import Files
from flowdesk.app.generation import Generation
from flowdesk.app.keeping import Keeping
from flowdesk.app.lab.lab import Lab
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.lab.watch import WatchMode
from flowdesk.app.level_bar import LevelBar
from flowdesk.app.level_commands import LevelCommands
from flowdesk.app.overlays.solving import SolveOverlay
from flowdesk.app.overview.overview import Overview
from flowdesk.app.palette_panel import PalettePanel
from flowdesk.app.play.card import Card
from flowdesk.app.play.commands import GameCommands
from flowdesk.app.play.following import Following
from flowdesk.app.play.mode import PlayMode
from flowdesk.app.play.panel import PlayPanel
from flowdesk.app.play.surprise import Surprise
from flowdesk.app.recent import Recent
from flowdesk.app.saving import Saving
from flowdesk.app.shell import Shell, TabShell
from flowdesk.app.side_panel import SidePanel
from flowdesk.app.sides import Sides
from flowdesk.app.theming import Theming
from flowdesk.app.verdict_badge import VerdictBadge
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.play.results import Result, Results
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import AnyMaking


@dataclass(frozen=True)
class Surroundings:
    """What all tabs of a window have in common; `parent` and `toolbar` hold their widgets."""

    parent: tk.Misc
    toolbar: tk.Misc
    shell: Shell
    theming: Theming
    files: Files
    recent: Recent
    background: Background
    results: Results
    open_menu: OpenMenuOf
    paste_picture: Callable[[str], object]
    lab_in_front: Callable[[], Lab]
    recovery_pause: Callable[[], int | None]


class Tab:
    def __init__(self, around: Surroundings, document: Document) -> None:
        self.frame = frame = ttk.Frame(around.parent)
        self.shell = shell = TabShell(around.shell)
        self._paused: SolveOverlay | WatchMode | ThinkMode | None = None  # while it is hidden

        # The document, and what belongs to it
        self.shown = shown = DocumentView(
            frame, shell, around.theming, document, lambda: self.side, around.open_menu
        )
        self.saving = saving = Saving(
            shown,
            around.recent,
            ask_before_saving=lambda *change: self.file_changes.ask_before_saving(*change),
            keeper=lambda: self.lab.lessons.keeper,
            may_close_too=lambda: self.lab.lessons.may_leave(),
        )
        self.file_changes = FileChanges(shown, saving)
        self.keeping = Keeping(shown, around.recovery_pause)

        # Beside the board
        self.sides = sides = Sides(frame, shell)
        right = sides.right.room
        self.palette = PalettePanel(sides.left.room, shown)
        self.lab = Lab(frame, right, shown, around.files, around.lab_in_front)
        self.side = SidePanel(right, shown, self.lab.watching)
        self.playing = PlayMode(shown, around.results)
        self.game_commands = GameCommands(shown, self.playing)
        self.game_panel = PlayPanel(right, self.playing, self.game_commands, shown)
        self.card = Card(shown, self.playing)
        self.levels = LevelBar(
            frame, shown, around.files, self.playing, lambda: self.overview.toggle()
        )

        # The commands
        self.level_commands = LevelCommands(shown, around.files, around.paste_picture)
        self.generation = Generation(shown, around.files)
        self.overview = Overview(frame, shown, saving, self.generation)
        self.exporting = Exporting(shown, around.background)
        self.following = Following(shown, around.files, self.playing)
        self.surprise = Surprise(shown, saving, self.following, self.generation, around.results)
        self.game_panel.offer(
            {**self.following.commands, **self.surprise.commands},
            ("Unsolved", "Next unsolved puzzle"),
            ("Surprise me", "Surprise me ..."),
        )
        self.verdict = VerdictBadge(around.toolbar, shown, self.generation, self._explain)

        shown.view.pack(side="left", fill="both", expand=True)
        self._arrange()
        self._listen()
        document.changed.emit(DocumentEvent.OPENED)  # it was open before
        shown.stage.changed.emit()

    def _listen(self) -> None:
        """Connect the events of parts that do not know each other."""
        shown, shell = self.shown, self.shell
        shown.stage.changed.connect(self._overlay_changed, shell)
        shown.stage.ticked.connect(self._show_effort, shell)
        shown.edit.cursor.moved.connect(shell.line.show_position, shell)
        shown.view.zoomed.connect(self._zoomed, shell)
        shown.seen_or_hidden.connect(self.look_around, shell)
        self.side.typed_in.connect(self.keeping.look, shell)
        self.playing.solved.connect(self._solved, shell)
        self.lab.presenter.toggled.connect(self._arrange, shell)
        self.lab.lessons.changed.connect(self._show_lesson, shell)
        self.overview.toggled.connect(self._overview_changed, shell)

    @property
    def document(self) -> Document:
        """The document that is open in it."""
        return self.shown.document

    # What is shown

    def _zoomed(self) -> None:
        view = self.shown.view
        self.shell.line.show_zoom(f"{round(100 * view.cell / view.normal)} %")

    def show(self) -> None:
        """Show the tab, in front of all others."""
        self.sides.follow()
        self.frame.pack(side="top", fill="both", expand=True)
        self.verdict.pack(side="right")
        self.shell.line.show()
        self.shown.come_forward()
        paused, self._paused = self._paused, None
        if paused and paused is self.shown.stage.overlay and not paused.playing:
            paused.play_or_pause()

    def hide(self) -> None:
        """Leave the window to another tab: searches go on, animations wait."""
        self.shown.hands.abandon()
        self.shown.apply_typed()
        self.lab.presenter.leave()
        self.shown.go_back()
        self.sides.remember()
        self._pause()
        self.shell.line.hide()
        self.verdict.pack_forget()
        self.frame.pack_forget()

    def look_around(self) -> None:
        """Look what other programs have changed: the open file, and those beside it."""
        self.file_changes.look_soon()
        self.levels.look()

    def _pause(self) -> None:
        """Let an animation wait until the tab is shown again."""
        player = self.shown.stage.overlay
        if isinstance(player, (SolveOverlay, WatchMode, ThinkMode)) and player.playing:
            player.play_or_pause()
            self._paused = player

    def _explain(self) -> None:
        """Show what the verdict means, beside the board if that panel is there or folded."""
        if self.sides.shown is self.side and not self.sides.right.is_open:
            self.sides.right.toggle()
            self.frame.update_idletasks()
        self.side.explain()

    def _arrange(self) -> None:
        """Show what is round the board: little of it while something is presented."""
        if self.lab.presenter.is_on:
            self.sides.hide()
            self.levels.allow(shown=False)
            self.lab.presenter.pack(side="bottom", fill="x", before=self.shown.view)
        else:
            self.lab.presenter.pack_forget()
            self.levels.allow(shown=True)
            self._overlay_changed()
        self._show_lesson()

    def _show_lesson(self) -> None:
        """Show the note of an open lesson below the board, unless something is presented."""
        self.lab.lessons.bar.pack_forget()
        if self.lab.lessons.lesson and not self.lab.presenter.is_on:
            self.lab.lessons.bar.pack(side="bottom", fill="x", before=self.shown.view)

    def _show_effort(self) -> None:
        overlay = self.shown.stage.overlay
        self.shell.line.show_effort(overlay.effort if overlay else "")

    def _overlay_changed(self) -> None:
        if not self.shown.is_in_front:
            self._pause()
        overlay = self.shown.stage.overlay
        self._show_effort()
        panel = self.game_panel if overlay is self.playing else self.lab.panel_of(overlay)
        is_edited = overlay not in (self.playing, self.lab.thinking) and not self.overview.is_on
        self._show_beside(panel or self.side, self.palette if is_edited else None)
        if panel is None:
            self.sides.right.need(is_needed=overlay is self.shown.hints)

    def _overview_changed(self) -> None:
        """Show the palette only beside the board."""
        self.sides.shown = None
        self._overlay_changed()

    def _show_beside(self, panel: ttk.Frame, palette: PalettePanel | None) -> None:
        """Show a panel right of the board: rules, a search, the game, or what is known."""
        if self.sides.shown is not panel and not self.lab.presenter.is_on:
            self.sides.show(panel, palette, self.shown.view)
            self._show_lesson()

    # What happens

    def make(self, generator: AnyMaking, requests: Sequence[Request]) -> None:
        """Make several puzzles, and show them as soon as they are there."""
        self.generation.make_set(generator, requests)
        self.overview.show()

    def play(self) -> None:
        """Play the open level, unless it is being played already."""
        self.following.play()

    def _solved(self, result: Result, best: Result) -> None:
        next_puzzle = self.following.play_next if self.following.has_others else None
        self.card.show(result, best, next_puzzle)

    @property
    def is_untouched(self) -> bool:
        """Whether there is nothing in it yet, so that another document can take its place."""
        shown, document = self.shown, self.shown.document
        self.shown.apply_typed()
        return (
            document.path is None
            and document.is_saved
            and not (document.undo_label or document.redo_label)
            and shown.stage.kind.is_empty(document.level)
            and not (shown.stage.overlay or shown.hands.gesture or self.generation.running)
            and self.lab.lessons.lesson is None
        )

    # The actions

    def commands(self) -> dict[str, Command]:
        """Return the commands that act on this document."""
        lab, shown, side = self.lab, self.shown.commands, self.side.commands
        of_board = {
            **self.level_commands.commands,
            **shown,
            **_either(lambda: self.playing.is_on, self.game_commands.shared, shown),
        }
        return {
            **self.saving.commands,
            **of_board,
            **_either(lambda: lab.presenter.is_on, lab.pages, self.levels.commands),
            **_either(lambda: self.overview.is_on, self.overview.commands, of_board),
            "All puzzles": Command(
                self.overview.toggle, self._may_show_all, lambda: self.overview.is_on
            ),
            **self.game_commands.own,
            **self.following.commands,
            **self.surprise.commands,
            **self.exporting.commands,
            **self.generation.commands,
            **self.sides.commands,
            **_either(lambda: lab.thinking.is_on, lab.steps, side),
            **lab.commands,
        }

    def _may_show_all(self) -> bool:
        is_busy = self.playing.is_on or self.lab.presenter.is_on
        is_set = self.shown.document.count > 1 or self.generation.progress is not None
        return self.overview.is_on or (is_set and not is_busy)

    def escape(self) -> bool:
        """Stop the first of these that is running, else hide the overlay; whether there was one."""
        shown = self.shown
        stops = (
            self.generation.stop,
            self.overview.hide,
            self.card.hide,
            self.lab.presenter.leave,
            shown.stop_overlay,
            shown.first_hints.hide,
        )
        return any(stop() for stop in stops) or shown.live_check.stop()

    def close(self) -> None:
        """End everything at once, without asking."""
        self.shell.end()
        self.sides.remember()
        self.levels.close()
        self.overview.close()
        self.saving.close()
        self.keeping.close()
        self.file_changes.close()
        self.generation.close()
        self.lab.close()
        self.following.close()
        self.playing.close()
        self.shown.close()
        self.verdict.destroy()
        self.frame.destroy()


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
