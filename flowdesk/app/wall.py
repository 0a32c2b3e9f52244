"""Wall: an aim, and the variations of the level that are made for it, right of the board."""

from __future__ import annotations

import random
import textwrap
import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from tkinter import ttk
from typing import Any

from flowdesk.app.actions import Choice, Command
from flowdesk.app.dialogs.base import when_written
from flowdesk.app.dialogs.generate import Fold, add_row, seed_field, short_words, value_of
from flowdesk.app.front import Front
from flowdesk.app.look import ACCENT, FLAT
from flowdesk.app.packs.pictures import Thumbnails
from flowdesk.app.scale import pixels
from flowdesk.app.stage import Stage
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.narrow import wrapped_label
from flowdesk.app.widgets.tiles import LevelTile, Tiles
from flowdesk.app.widgets.tooltip import Tooltip, tool_button
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.knowledge.variations import Start, Variation, Variations
from flowdesk.kinds.making import Field, Request
from flowdesk.kinds.table import AnyMaking

_BOX_LETTERS = 26  # of a line beside a box to tick


class Aim(ttk.Frame):
    """A row for each field, the less usual ones folded, and a sentence on what cannot be.

    All rows fold away while what was made is looked at; `words` say in short what they ask for.
    `problem_of` returns that of the present values, or raises it as a FlowDeskError.
    """

    def __init__(
        self,
        parent: tk.Misc,
        texts: Mapping[str, str],
        problem_of: Callable[[Mapping[str, object]], str],
    ) -> None:
        super().__init__(parent)
        self._texts, self._problem_of = {**texts}, problem_of
        self._rows: dict[str, Callable[[], str]] = {}
        self.fields: Sequence[Field] = ()
        self._checking = Timer(self)
        self._grid = ttk.Frame(self)
        self._grid.columnconfigure(1, weight=1)
        self.unfold = Fold(self)
        self.unfold.configure(takefocus=False)
        ttk.Frame(self, height=1).pack()  # a frame with nothing in it would keep its height
        self.fold(is_folded=False)
        self._problem = wrapped_label(self)

    @property
    def texts(self) -> dict[str, str]:
        """What is in the fields, but for the seed."""
        return {name: text for name, text in self._texts.items() if name != "seed"}

    @property
    def problem(self) -> str:
        """The sentence that is shown."""
        return str(self._problem["text"])

    @property
    def words(self) -> str:
        """What is asked for, but for the seed: what is not as by default."""
        asked = []
        for field in self.fields[:-1]:
            text = self._rows[field.name]()
            if text != field.text(field.default):
                words = short_words(field).lower()
                is_plain = field.name == "difficulty"  # "hard" says what it is, "turn" does not
                asked.append(words if field.is_check else text if is_plain else f"{words} {text}")
        return ", ".join(asked) or "as it comes"

    def fold(self, *, is_folded: bool) -> None:
        """Leave the problem alone on show, or unfold the fields again."""
        if is_folded:
            self._grid.pack_forget()
            self.unfold.pack_forget()
        elif not self._grid.winfo_manager():
            self.unfold.pack(fill="x")
            self._grid.pack(fill="x", before=self.unfold)

    @property
    def first_field(self) -> tk.Misc:
        """The field that is written into first."""
        return self._grid.grid_slaves(row=0)[0]

    def draw_seed(self) -> None:
        """Have another seed in its field when that is shown."""
        self._texts["seed"] = str(random.SystemRandom().randrange(1, 1_000_000))

    def ask(self, texts: Mapping[str, str]) -> None:
        """Have these texts in the fields, and in the others what they have by default."""
        self._texts = {"seed": self._texts["seed"], **texts}
        self.show(self.fields[:-1])

    def show(self, fields: Sequence[Field]) -> None:
        """Show a row for each of these fields and for the seed, with their present texts."""
        fields = [field for field in fields if field.in_sight is not None]
        self.fields = (*sorted(fields, key=lambda field: not field.in_sight), seed_field("Seed", 1))
        for part in self._grid.winfo_children():
            part.destroy()
        more: list[Any] = []
        for row, field in enumerate(self.fields):
            words = short_words(field)
            shown = textwrap.fill(words, _BOX_LETTERS) if field.is_check else words
            made = add_row(self._grid, replace(field, words=shown), self._texts, row)
            self._rows[field.name] = made.text
            widgets = self._grid.grid_slaves(row=row)
            when_written(made.variable, widgets[0], self._written)
            for widget in widgets:
                Tooltip(widget, field.help or field.words)
            if not field.in_sight:
                more += widgets
        for widget in self._grid.grid_slaves(column=1):
            widget.grid_configure(sticky="ew")
            widget["width"] = 6
        self.unfold.hold(more)

    def read(self) -> dict[str, Any]:
        """Return the values of the fields; FlowDeskError if one has none."""
        return {field.name: value_of(field, self._rows[field.name]()) for field in self.fields}

    def check(self) -> None:
        """Say soon what cannot be."""
        self._checking.when_idle(self._check)

    def _written(self) -> None:
        self._texts |= {field.name: self._rows[field.name]() for field in self.fields}
        self.check()

    def _check(self) -> None:
        try:
            problem = self._problem_of(self.read())
        except FlowDeskError as error:
            problem = str(error)
        self._problem.configure(text=problem)
        if problem:
            self._problem.pack(side="bottom", fill="x")
        else:
            self._problem.pack_forget()


_PICTURE, _TILE = 60, 72  # points of width
_GAPS = 24  # points of height between all parts, and above and below them
_MAKE = "Make variations"
_NONE = "Puzzles of this kind are not generated."
_UNSOLVED = (
    "No solution of this puzzle is known, from which to begin: wait for the check, or mend it."
)


class Wall(ttk.Frame):
    """States the aim by the kind's fields, and shows the variations of the tab in front.

    One that is pointed at, or chosen, is laid over the board; Enter or a double click takes it.
    Emits `toggled` when it is wanted, or not any more.
    """

    LEAST = 190  # points of width

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent, padding=("6p", "6p", "9p", "6p"))
        self.toggled: Signal[[]] = Signal()
        self.is_on = False
        self._front, self._shell = front, front.shell
        self._found: Sequence[Variation] = ()  # those that the tiles show
        self._chosen: Variation | None = None
        self._is_changing = True  # the aim, whose fields are folded otherwise
        self._previewed_on: Stage | None = None
        self._fitting = Timer(self)
        self._port = parent.nametowidget(parent.winfo_parent())  # in which the panel scrolls

        head = ttk.Frame(self)
        head.pack(fill="x")
        tip = f"Close  ({self._shell.stop_key})"
        tool_button(head, "✕", self.hide, tip, style=FLAT, width=2).pack(side="right")
        self._title = wrapped_label(head, style="Heading.TLabel", width=1)
        self._title.pack(side="left", fill="x", expand=True)
        self.aim = Aim(self, self._shell.settings.aim, self._problem_of)
        self.aim.pack(fill="x")
        buttons = ttk.Frame(self)
        buttons.pack(fill="x", pady=("3p", 0))
        self.make = _button(buttons, _MAKE, self._make_or_stop, "Until stopped, the best first")
        self.make.configure(style=ACCENT)
        self.change = _button(buttons, "Change", self.show, "Ask for something else")
        self._progress = wrapped_label(self, style="Faint.TLabel")
        self.tiles = Tiles(self, self._tile, _PICTURE, _TILE)
        self._thumbnails = Thumbnails(self.tiles, _PICTURE, self.tiles.refresh)
        self._foot = foot = ttk.Frame(self)
        self.take = _button(foot, "Take", self._take, "Have it on the board  (Enter)")
        self.more = _button(
            foot, "More like this", self._more_like, "Vary this one, by few changes"
        )
        self._progress.pack(fill="x", pady="3p")
        self.tiles.can_drag = False

        self.tiles.selection_changed.connect(self._choose, self._shell)
        self.tiles.opened.connect(self._take, self._shell)
        self.tiles.pointed_at.connect(self._preview, self._shell)
        self.tiles.bind_key("FocusIn", lambda: self._preview(None))
        self.tiles.bind_key("FocusOut", lambda: self._preview(None))
        front.hear(lambda tab: tab.variations.changed, self._refresh)
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.switched.connect(self._switched, self._shell)
        for part in (self._port, self.tiles):
            part.bind("<Configure>", lambda event: self._fitting.when_idle(self._fit), add=True)

    @property
    def variations(self) -> Variations:
        """Those of the document in front."""
        return self._front.tab.variations

    @property
    def commands(self) -> dict[str, Command]:
        return {
            f"{_MAKE} ...": Command(self.show, refusal=lambda: _NONE * (self._making is None)),
            "Make again here": Command(self._again, lambda: bool(self._front.edit.selection.area)),
        }

    @property
    def _making(self) -> AnyMaking | None:
        return self._front.stage.kind.making

    # What is seen

    def show(self) -> None:
        """Ask for an aim."""
        if not self.is_on:
            self.is_on = True
            self.aim.draw_seed()
            self._switched()
            self.toggled.emit()
        self._is_changing = True
        self._refresh()
        self.aim.first_field.focus_set()

    def hide(self) -> None:
        self.is_on = False
        self.variations.stop()
        self._preview(None)
        self._front.view.focus_set()
        self.toggled.emit()

    def escape(self) -> bool:
        """Give up the preview, or stop, or close; return whether it was there."""
        if not self.winfo_manager():
            return False
        if self._chosen:
            self.tiles.select([])
        elif not self.variations.stop():
            self.hide()
        return True

    def _switched(self) -> None:
        self._chosen = None
        self._is_changing = False
        self._preview(None)
        if self.is_on:
            self.aim.show(self._making.fields if self._making else ())
            self._refresh()
            self.aim.check()

    def _document_changed(self, what: DocumentEvent) -> None:
        """Stop what was made of a level that has changed; forget it if it is another one."""
        if what.is_of_level and self.is_on:
            self.aim.check()
        start, level = self.variations.start_of, self._front.document.level
        if not what.is_of_level or not start or start.level is level:
            self._refresh()
            return
        self.variations.stop("Stopped, because the puzzle has changed.")
        size = level.kind, level.width, level.height
        is_another = size != (start.level.kind, start.level.width, start.level.height)
        if is_another or what is DocumentEvent.OPENED:
            self.variations.clear()
        self._refresh()

    def _refresh(self) -> None:
        """Show what there is of the tab in front."""
        if not self.is_on or self._shell.ended:
            return
        variations = self.variations
        found = self._found = variations.found
        called = variations.start_of.called if variations.start_of else ""
        is_folded = bool(found) and not self._is_changing
        self.aim.fold(is_folded=is_folded)
        if is_folded:
            self.change.pack(side="left")
            called = called or self.aim.words
        else:
            self.change.pack_forget()
        self._title.configure(text=f"Aim: {called}" if called else "Aim")
        self.make.configure(text="Stop" if variations.running else _MAKE)
        self._progress.configure(text=variations.progress)
        if found and not self._foot.winfo_manager():
            self._foot.pack(side="bottom", fill="x", pady=("3p", 0))
            self.tiles.pack(fill="both", expand=True)
        elif not found:
            self._foot.pack_forget()
            self.tiles.pack_forget()
        self.tiles.show(len(found))
        self._fit()
        places = {variation.form: place for place, variation in enumerate(found)}
        place = places.get(self._chosen.form) if self._chosen else None
        self._chosen = None if place is None else found[place]
        self.tiles.selected = frozenset() if place is None else frozenset([place])
        self.tiles.cursor = place
        for button in (self.take, self.more):
            button.state(["!disabled" if self._chosen else "disabled"])
        self._preview(self.tiles.over)

    def _fit(self) -> None:
        """Let the tiles scroll, or, where not one has room, the panel with all of them."""
        parts = [part for part in self.pack_slaves() if part is not self.tiles]
        others = sum(part.winfo_reqheight() for part in parts) + pixels(self, _GAPS)
        if others + self.tiles.need_rows(1) > self._port.winfo_height():
            self.tiles.need_rows(len(self._found))

    def _tile(self, number: int) -> LevelTile:
        variation = self._found[number]
        colors, level, is_met = self._front.theming.colors, variation.level, variation.made.met
        _, _, note = self._front.stage.kind.words.size_text(level).partition(", ")
        return LevelTile(
            variation.rating,
            "",
            note,
            variation.made.stays or ("as asked" if is_met else "not as asked"),
            colors.good if is_met else colors.doubtful,
            self._thumbnails.picture(level),
        )

    # The aim

    def _problem_of(self, asked: Mapping[str, object]) -> str:
        """Return what is doubtful about what is asked for; FlowDeskError with what cannot be."""
        making = self._making
        start = Start(self._front.document.level, asked)
        return making.doubt(self._request(start)) if making else ""

    def _request(self, start: Start) -> Request:
        """Return what to ask the generator for; FlowDeskError with why that cannot be."""
        making, fields = self._making, {**start.asked}
        assert making, "there are fields"
        request: Request = making.request_like(
            start.level, fields.pop("seed"), solution=start.solution, area=start.area, **fields
        )
        return request

    # What is made

    def _make_or_stop(self) -> None:
        if not self.variations.stop():
            self._front.session.apply_typed()
            self._begin(Start(self._front.document.level))

    def _begin(self, start: Start) -> None:
        """Make variations as they are asked for, or else as the fields say."""
        try:
            start = start if start.asked else replace(start, asked=self.aim.read())
            request = self._request(start)
        except FlowDeskError as error:
            if str(error) != self.aim.problem:  # which says it already
                self.variations.refuse(str(error))
            return
        self._shell.remember(aim=self.aim.texts)
        self._chosen, self._is_changing = None, False
        self.variations.start(start, request)

    def _again(self) -> None:
        area, solution = self._front.edit.selection.area, self._solution
        self.show()
        if solution is None:
            self.variations.refuse(_UNSOLVED)
        else:
            level = self._front.document.level
            self._begin(Start(level, {}, solution, area, "again here"))

    def _more_like(self) -> None:
        chosen, start = self._chosen, self.variations.start_of
        if chosen and start:
            added = {field.name for field in self.aim.fields if field.adds}
            asked = {name: value for name, value in start.asked.items() if name not in added}
            solution = chosen.made.solution
            self._begin(Start(chosen.level, asked, solution, None, "more like this"))

    @property
    def _solution(self) -> Any:
        """A solution of the level on the board that is known, or None."""
        check = self._front.session.live_check.known.check
        return check.solutions[0] if check and check.solutions else None

    def ways(self) -> tuple[Sequence[Choice], str | None]:
        """Return the ways to change the level on the board, as a submenu offers them."""
        making, solution, tab = self._making, self._solution, self._front.tab
        if making is None or solution is None or tab.playing.is_on:
            return [], None
        ways = making.steered(tab.document.level, solution, tab.session.live_check.known.difficulty)
        return [(name.capitalize(), partial(self.steer, name)) for name in ways], None

    def steer(self, name: str) -> None:
        """Make variations of the level on the board that are changed like this."""
        making, level = self._making, self._front.document.level
        difficulty = self._front.session.live_check.known.difficulty
        if not making:
            return
        self.show()
        if self._solution is None:
            self.variations.refuse(_UNSOLVED)
            return
        asked = making.steered(level, self._solution, difficulty)[name]
        named = [field for field in self.aim.fields if field.name in asked]
        self.aim.ask({field.name: field.text(asked[field.name]) for field in named})
        asked = {**asked, "seed": self.aim.read()["seed"]}
        self._begin(Start(level, asked, self._solution, None, name))
        self.tiles.focus_set()

    # One of them

    def _choose(self) -> None:
        place = self.tiles.cursor if self.tiles.selected else None
        self._chosen = None if place is None else self._found[place]
        if self._chosen:
            self._shell.say(f"Enter takes it, {self._shell.stop_key} gives it up.")
        self._refresh()

    def _preview(self, over: int | None) -> None:
        """Lay the variation under the pointer over the board, or the chosen one."""
        found, stage = self._found, self._front.stage
        shown = self._chosen if self.tiles.has_focus else None
        if over is not None and over < len(found):
            shown = found[over]
        if self._previewed_on and (shown is None or self._previewed_on is not stage):
            self._previewed_on.set_preview(None)
            self._previewed_on = None
        if shown:
            self._previewed_on = stage
            changed = stage.kind.drawing.changed_cells(stage.level, shown.level)
            stage.set_preview(shown.level, frozenset(changed or ()))

    def _take(self) -> None:
        """Have the chosen variation on the board, as one step of undo."""
        chosen, document = self._chosen, self._front.document
        if chosen is None:
            return
        self.variations.stop()
        self.tiles.select([])
        level = self._front.stage.kind.with_puzzle_of(document.level, chosen.level)
        document.apply("take the variation", level)
        self._front.view.focus_set()
        self._shell.say(f"{chosen.made.report} {self._shell.key('Undo')} brings the puzzle back.")


def _button(parent: ttk.Frame, text: str, run: Callable[[], object], tip: str) -> ttk.Button:
    button = tool_button(parent, text, run, tip, width=0)
    button.pack(side="left", padx=(0, "3p"))
    return button
