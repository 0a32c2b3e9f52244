"""Strip: the levels of the pack in a row below the board, or all of them over it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from tkinter import ttk

from flowdesk.app.actions import Command
from flowdesk.app.bars import Bars
from flowdesk.app.dialogs.fields import ask_title
from flowdesk.app.files import OpenPack
from flowdesk.app.front import Front
from flowdesk.app.level_bar import LevelBar
from flowdesk.app.packs.editor import PackEditor, Shown, Target
from flowdesk.app.packs.pictures import Thumbnails
from flowdesk.app.packs.window import OpenPacks
from flowdesk.app.strip_tools import StripTools
from flowdesk.app.tab_strip import TabStrip
from flowdesk.app.timers import Slices, Timer
from flowdesk.app.widgets.narrow import FittedMenu
from flowdesk.app.widgets.tiles import PICTURE, LevelTile, TileRow, Tiles
from flowdesk.app.widgets.toplevel import widget_at
from flowdesk.core.signal import Signal
from flowdesk.core.text import counted
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.packs.lineup import Lineup, UndoStep
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.jobs import finish
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Mood
from flowdesk.kinds.table import kind_of

_SMALL = 45  # points of a picture in the row
_PAUSE_MS = 300  # after an edit, until its picture follows
#: The verdict in a word, where the puzzle has no difficulty.
_BRIEF = {Mood.GOOD: "one", Mood.DOUBTFUL: "several", Mood.BAD: "none", Mood.NEUTRAL: "open"}
#: What the menu of the row has of the window's.
_OF_PACK = (None, "Browse pack", "Pack ...", "Publish as web page ...")


class Strip:
    """Shows the `target`, the row of the tab in front: a click opens a level, a drag moves it.

    It is in the `row` unless that is folded; in the `grid`, over the board, while the tab
    `shows_all`. What can be done is in the line of `levels`. Puzzles that are being made come in
    one by one. Emits `activated` when keys are for the row from now on, or for the board.
    `add_actions` adds actions of the window to a menu.
    """

    def __init__(
        self,
        middle: ttk.Frame,
        front: Front,
        bars: Bars,
        levels: LevelBar,
        tabs: TabStrip,
        packs: OpenPacks,
        add_actions: Callable[[tk.Menu, Sequence[str | None]], object],
    ) -> None:
        self.activated: Signal[[]] = Signal()
        self._front, self._shell, self._bars = front, front.shell, bars
        self._levels, self._tabs, self._packs = levels, tabs, packs
        self._add_actions = add_actions
        self._shown: Sequence[int] = ()  # the ids of what the tiles show
        self._place: int | None = None  # of the open one
        self._is_row_active = False
        self._reading, self._soon, self._later = Slices(middle), Timer(middle), Timer(middle)
        self.row = TileRow(middle, partial(self._tile, brief=True), _SMALL)
        self.grid = Tiles(middle, partial(self._tile, brief=False))
        self._pictures = {
            tiles: Thumbnails(tiles, points, tiles.refresh)
            for tiles, points in ((self.row, _SMALL), (self.grid, PICTURE))
        }
        self.top: tk.Misc = front.shell.root
        self.say = front.shell.say
        self.editor = PackEditor(self, packs.changing, front.shell)
        self._menu = FittedMenu(middle)
        self.tools = StripTools(
            front, levels, self.editor, self.toggle, self._toggle_all, self.hide
        )
        for tiles in (self.row, self.grid):
            tiles.carry = partial(self.carry, self)
            tiles.bind_key("F2", self._rename)
            for key in ("Delete", "BackSpace"):
                tiles.bind_key(key, self.delete)
            tiles.selection_changed.connect(self._go_to_cursor, front.shell)
            tiles.chosen.connect(self._open_clicked, front.shell)
            tiles.opened.connect(self._open, front.shell)
            tiles.dropped.connect(self.editor.drop, front.shell)
            tiles.menu_asked.connect(self._show_menu, front.shell)
        self.tools.changed.connect(self.refresh, front.shell)
        levels.changed.connect(self.refresh, front.shell)
        packs.changing.lost.connect(lambda path, lost: levels.open(path, 0, lost), front.shell)
        packs.changing.ended.connect(levels.refresh, front.shell)
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.hear(lambda tab: tab.generation.changed, self.refresh)
        front.hear(lambda tab: tab.session.stage.changed, self._show_tools)
        front.hear(lambda tab: tab.overview_toggled, self._toggled)
        front.hear(lambda tab: tab.session.live_check.changed, self._refresh_later)
        front.switched.connect(self.tools.rest, front.shell)
        front.switched.connect(self._toggled, front.shell)
        self._shell.root.bind("<FocusIn>", self._focused, add=True)

    # For the editor

    @property
    def target(self) -> Lineup:
        return self._levels.lineup

    @property
    def order(self) -> Sequence[int]:
        return self.target.ids

    @property
    def selected(self) -> Sequence[int]:
        return [self.order[n] for n in sorted(self.tiles.selected) if n < len(self.order)]

    @property
    def cursor(self) -> int | None:
        number = self.tiles.cursor
        return None if number is None or number >= len(self.order) else self.order[number]

    @property
    def chosen(self) -> Sequence[Entry]:
        return self.target.entries(self.selected)

    def name_of(self, id: int) -> str:
        return self.target.member(id).title

    def select(self, ids: Iterable[int]) -> None:
        """Select those of the tiles with these ids that are still there, or else the open one."""
        places = {id: number for number, id in enumerate(self.order)}
        found = [places[id] for id in ids if id in places]
        self.tiles.select(found or [n for n in (self._place,) if n is not None])

    def show_new(self, target: Target, ids: Sequence[int]) -> None:
        """Open the first of the new levels, unless they are in the row of another tab."""
        if isinstance(target, Lineup) and target.document is self._front.document:
            self._levels.go_to(self.order.index(ids[0]))
            self.select(ids)

    def ask_title(self, id: int, title: str, take: Callable[[str], None]) -> None:
        if (asked := ask_title(self.top, title)) is not None:
            take(asked)

    # What is shown

    @property
    def tiles(self) -> Tiles:
        return self.grid if self.is_over_board else self.row

    @property
    def is_over_board(self) -> bool:
        return self._front.tab.shows_all

    @property
    def is_active(self) -> bool:
        """Whether keys are for the levels of the row, not for the board."""
        return self.is_over_board or self._is_row_active

    @property
    def commands(self) -> dict[str, Command]:
        """What the window can do here; some of it means the board while that has the keys."""

        def has_file() -> bool:
            return self.target.folder is not None

        commands = {
            "Rename ...": Command(self.rename, has_file),
            "Pack ...": Command(self.change_about, has_file),
            "Pack below the board": Command(self.toggle, checked=lambda: self._is_wanted),
            "All puzzles": Command(
                self._toggle_all, self._may_show_all, lambda: self.is_over_board
            ),
            "Undo": self._again("undo"),
            "Redo": self._again("redo"),
        }
        if self.is_active:
            commands |= {
                "Select all": Command(self.tiles.select_all),
                "Cut as {text}": Command(self._cut),
                "Copy as {text}": Command(self.editor.copy),
                "Paste a puzzle": Command(self._paste),
                "Rename ...": Command(self._rename, has_file),
            }
        return commands

    # Shown or hidden

    @property
    def _is_wanted(self) -> bool:
        return self._shell.settings.strip

    def toggle(self) -> None:
        self._shell.remember(strip=not self._is_wanted)
        self.refresh()
        self._later.when_idle(self._say_if_hidden)

    def _say_if_hidden(self) -> None:
        if self._is_wanted and len(self.target) > 1 and not self.row.winfo_manager():
            self._shell.bar.answer("There is no room for the puzzles below a board of this size.")

    def _toggle_all(self) -> None:
        self._front.tab.show_all(shown=not self.is_over_board)

    def _may_show_all(self) -> bool:
        is_set = len(self.target) > 1 or self._front.tab.generation.progress is not None
        return self.is_over_board or (is_set and not self._front.tab.playing.is_on)

    def hide(self) -> bool:
        """Show the board again; return whether all puzzles were over it."""
        was_on = self.is_over_board
        self._front.tab.show_all(shown=False)
        return was_on

    def _toggled(self) -> None:
        """Show all puzzles over the board, or the board alone."""
        if self.is_over_board:
            self.grid.place(in_=self._front.view, relwidth=1, relheight=1)
            self.grid.lift()
            self.grid.focus_set()
        elif self.grid.winfo_manager():
            self.grid.place_forget()
            self._front.view.focus_set()
        self._place = None
        self.refresh()

    def _focused(self, event: tk.Event[tk.Misc]) -> None:
        if self.is_over_board and event.widget is self._front.view:
            self.grid.focus_set()
        if not isinstance(event.widget, tk.Menu) and self._is_row_active != self.row.has_focus:
            self._is_row_active = self.row.has_focus
            self.activated.emit()

    def close(self) -> None:
        self._reading.stop()
        self.tools.rest()

    def _document_changed(self, what: DocumentEvent) -> None:
        if what is DocumentEvent.EDITED:
            self._refresh_later()

    def _refresh_later(self) -> None:
        self._later.start(_PAUSE_MS, self.refresh)

    def refresh(self) -> None:
        """Show what is in the row now; those that were selected stay so."""
        if self._shell.ended:
            return
        lineup, tiles, ids = self.target, self.tiles, self.target.ids
        made, wanted = self._progress
        awaited = max(wanted - made, 0)
        is_several = len(ids) + awaited > 1
        self._bars.want(self._levels, shown=is_several and lineup.place is not None)
        self._bars.want(self.row, shown=is_several and self._is_wanted and not self.is_over_board)
        chosen = [self._shown[n] for n in tiles.selected if n < len(self._shown)]
        has_moved, self._shown = ids is not self._shown, ids
        (self.row if self.is_over_board else self.grid).show(0)
        is_beginning = self._front.tab.generation.is_beginning
        tiles.show(0 if is_beginning else len(ids), awaited)
        has_gone, self._place = self._place != lineup.place, lineup.place
        if has_moved and lineup.pack and not has_gone:
            self.select(chosen)
        elif (has_gone and self._place not in tiles.selected) or not tiles.selected:
            self.select([])
        self._show_tools()
        if self._is_wanted or self.is_over_board:
            self.tools.check_few()

    @property
    def _progress(self) -> tuple[int, int]:
        """How many levels of how many are made; none while none are being made."""
        return self._front.tab.generation.progress or (len(self.target), 0)

    def _show_tools(self) -> None:
        is_open = self._is_wanted or self.is_over_board
        self.tools.show(*self._progress, len(self.tiles.selected), is_open=is_open)

    def _tile(self, number: int, *, brief: bool) -> LevelTile:
        member, is_open = self.target[number], number == self._place
        name = f"{number + 1:,}" if brief else member.title
        level = member.level
        if self.target.unread([member.id]):
            self._soon.start(1, self._read)
        if level is None:
            words, tip = "no puzzle" if member.problem else "", member.problem or member.name
            return LevelTile(name, "", "", words, "", None, is_open, tip)
        words, color, hard, tip = "" if brief else "not checked", "", "", "not checked"
        known = self.tools.known(level, is_open=is_open)
        if self.tools.is_at_work(level):
            words = "checking"
        elif known:
            found = verdict(known)
            color = getattr(self._front.theming.colors, found.mood.value)
            hard = known.difficulty.level if known.difficulty else ""
            words = (hard or _BRIEF[found.mood]) if brief else found.text
            tip = found.text
        many = len(member.entries)
        if many > 1:
            words, color, hard = counted(many, "puzzle"), "", ""
        size = kind_of(level).words.size_text(level)
        tip = "\n".join(filter(None, (member.title, f"{size}, {tip}, {hard}".rstrip(", "))))
        picture = self._pictures[self.tiles].picture(level)
        if brief:
            return LevelTile(name, "", "", words, color, picture, is_open, tip)
        return LevelTile(name, hard, size, words, color, picture, is_open, tip)

    def _read(self) -> None:
        if not self._reading.running:
            seen = self.tiles.in_sight
            reading = self.target.read(self.target.ids[seen.start : seen.stop])
            self._reading.start(reading, self.tiles.refresh)

    # What is done with them

    def _go_to_cursor(self) -> None:
        """In a document, go to the level with the cursor: that is nothing to open."""
        if self.tiles.cursor is not None and not self.target.pack:
            self._front.document.go_to(self.tiles.cursor)
        self._show_tools()

    def _open_clicked(self) -> None:
        """Open what was clicked; the keys stay here."""
        if self.tiles.cursor is not None and not self.is_over_board:
            self.open(self.tiles.cursor, self.row.focus_set)

    def _open(self) -> None:
        """Open the level with the cursor, and go to the board."""
        if self.tiles.cursor is not None:
            self.open(self.tiles.cursor, self._show_board)

    def rename(self, number: int | None = None) -> None:
        """Rename a member, else the open level."""
        row, pack = self.target, self._folder()
        number = row.place if number is None else number
        if pack is None or number is None:
            return
        levels = list(pack.levels_in(row.path(number) or row.document.path))
        place = 0 if row.pack else number
        if place >= len(levels) or (row.pack and len(levels) > 1):
            self.say("That is not a single puzzle: open it for that.")
            return
        self.editor.rename(pack, levels[place])

    def change_about(self) -> None:
        if pack := self._folder():
            self.editor.change_about(pack)

    def _folder(self) -> Pack | None:
        """Return the pack of the open file's folder, as it is now."""
        if pack := self.target.folder:
            finish(pack.scan())
        return pack

    @property
    def open_pack(self) -> OpenPack | None:
        """The row as a pack to which levels can be added, all of them in one step of undo."""
        row = self.target
        is_pack = row.is_pack and row.place is not None
        add = partial(self.editor.insert, into=row, joined=list[UndoStep]())
        return OpenPack(row.name, add) if is_pack else None

    def open(self, number: int, then: Callable[[], object] = lambda: None) -> None:
        """Open a member; first ends a change that is being made, in which files get other names."""
        row = self.target
        id = row.ids[number]

        def open() -> None:
            now = self.target
            is_same = now.pack is row.pack if row.pack else now.document is row.document
            if is_same and id in now.ids:
                self._levels.go_to(now.ids.index(id))
                then()

        self._packs.changing.when_ended(open)

    def delete(self) -> None:
        """Delete what is selected, but not all."""
        if len(self.selected) == len(self.order):  # without a row there is no undo
            browse = f"the pack browser ({self._shell.key('Browse pack')}) deletes all."
            how = browse if self.target.pack else "close the tab to throw all away."
            self.say(f"One puzzle must stay: {how}")
        elif self.selected:
            self.editor.delete()

    def _show_board(self) -> None:
        self.hide()
        self._front.view.focus_set()

    def _again(self, which: str) -> Command:
        """Return the command to undo or redo: of the board, or of the row.

        The row's is meant, too, as long as nothing was done on the board.
        """
        document, session = self._front.document, self._front.session

        def is_of_row() -> bool:
            return self.is_active or not (document.undo_label or document.redo_label)

        def label() -> str:
            of = self.target.history if is_of_row() else document
            return str(getattr(of, f"{which}_label"))

        def run() -> None:
            getattr(self.editor if is_of_row() else session, which)()

        return Command(run, lambda: bool(label()), object=label)

    def _cut(self) -> None:
        self.editor.copy()
        self.delete()

    def _paste(self) -> None:
        self.editor.paste(self._packs.paste_results)

    def _rename(self) -> str:
        self.rename(self.tiles.cursor)
        return "break"  # on the board, this key chooses a tool

    def _show_menu(self, x: int, y: int) -> None:
        menu, key = self._menu, self._shell.key
        menu.delete(0, "end")
        for label, accelerator, run in (
            ("Open", "Enter", self._open),
            ("Cut", key("Cut as {text}"), self._cut),
            ("Copy", key("Copy as {text}"), self.editor.copy),
            ("Paste after it", key("Paste a puzzle"), self._paste),
            ("Rename ...", "F2", self._rename),
            ("Delete", "Delete", self.delete),
        ):
            menu.add_command(label=label, accelerator=accelerator, command=run)
        self._add_actions(menu, _OF_PACK)
        menu.tk_popup(x, y)

    # Levels that are dragged from one pack to another: to a tab, the row, or the browser

    def carry(self, source: Shown, x: int, y: int, is_dropped: bool) -> bool:
        """Tell what a drop at a place on the screen would do, or copy the selected levels there.

        Return whether they can be dropped there: where they are shown that moves them.
        """
        place = self._place_over(source, x, y)
        self._shell.bar.show_meanwhile(f"Copy to {place[0]}" if place and not is_dropped else "")
        if place and is_dropped:
            place[1](source.chosen)
        return place is not None

    def _place_over(
        self, source: Shown, x: int, y: int
    ) -> tuple[str, Callable[[Sequence[Entry]], object]] | None:
        """Return what a place is called where levels can be dropped, and what takes them there."""
        browser, editor, place = self._packs.browser, self.editor, None
        target: Target = self.target
        if tab := self._tabs.tab_over(x, y):
            target = self._levels.lineup_of(tab.document)
        elif _is_over(self.tiles, x, y):
            place = self.tiles.place_over(x, y)
        elif browser and _is_over(browser.view.table, x, y):
            editor, target = browser.editor, browser.pack
            place = browser.view.table.place_over(x, y)
        else:
            return None
        if target.fixed or target.home is source.target.home:
            return None
        before = None if place is None else editor.shown.order[place]
        return target.name, partial(editor.insert, "copy", before=before, into=target)


def _is_over(widget: tk.Misc, x: int, y: int) -> bool:
    found = widget_at(widget, x, y)
    return found is not None and str(found).startswith(str(widget))
