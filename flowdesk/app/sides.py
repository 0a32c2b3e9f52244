"""Left and right of the board: drawers that fold, widen and scroll; and the panel of the level."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk
from typing import Literal

from flowdesk.app import fonts
from flowdesk.app.actions import Command
from flowdesk.app.dialogs.base import when_written
from flowdesk.app.front import Front
from flowdesk.app.insight import HintView, KnowledgeList
from flowdesk.app.look import FLAT
from flowdesk.app.palette_panel import NEEDS_ROOM, PalettePanel
from flowdesk.app.scale import pixels
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.narrow import wrapped_label
from flowdesk.app.widgets.scrolled import Scrolled
from flowdesk.app.widgets.tooltip import ShortLabel, Tooltip
from flowdesk.app.widgets.toplevel import pack_if
from flowdesk.core.puzzle import Puzzle, with_about
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.documents.settings import PanelState
from flowdesk.desk.knowledge.verdict import notes, verdict, with_reason

_RIGHT, _LEFT = "Side panel", "Palette and tools"
_LEAST = 165  # points of width that panels on the right need, unless they need more
_NO_ROOM = (
    "There is no room for the panel: {} shows it instead of the board, {} offers a smaller scale."
)


class Sides:
    """The panels that are shown are children of `left.room` and `right.room`."""

    def __init__(self, parent: tk.Misc, shell: Shell) -> None:
        self._shell = shell
        self._telling = Timer(parent)
        self._shown: tuple[ttk.Frame | None, PalettePanel | None] = None, None
        wishes, key = shell.settings, shell.key
        self.left = Drawer(parent, "left", wishes.palette, key(_LEFT), self.remember)
        self.right = Drawer(parent, "right", wishes.side, key(_RIGHT), self.remember)

    @property
    def shown(self) -> ttk.Frame | None:
        """The panel on the right."""
        return self._shown[0]

    @property
    def commands(self) -> dict[str, Command]:
        left, right = self.left, self.right

        def is_there(drawer: Drawer) -> bool:
            return bool(drawer.winfo_manager())

        return {
            _RIGHT: Command(right.toggle, lambda: is_there(right), lambda: right.is_open),
            _LEFT: Command(left.toggle, lambda: is_there(left), lambda: left.is_open),
        }

    def show(self, panel: ttk.Frame, palette: PalettePanel | None, board: tk.Widget) -> None:
        if self._shown == (panel, palette):
            return
        needs = getattr(panel, "LEAST", 0)  # those of the lab, which cannot be used without them
        self._shown = panel, palette
        self.right.show(panel, max(_LEAST, needs), is_needed=needs > 0)
        if not self.right.winfo_manager():
            self.right.pack(side="right", fill="y", before=board)
        if palette is None:
            self.left.pack_forget()
        else:
            self.left.show(palette, palette.needed_width)
            self.left.pack(side="left", fill="y", before=self.right)
        if needs and not self.right.is_open:
            keys = map(self._shell.key, (_RIGHT, "Settings ..."))
            self._telling.when_idle(self._shell.say, _NO_ROOM.format(*keys))  # after the mode

    def remember(self) -> None:
        """Keep how the user wants the panels."""
        self._shell.remember(palette=self.left.wish, side=self.right.wish)


_HANDLE, _BOARD = 9, 30  # points: of a handle, and that a board must have
#: Where the window is narrower than this many points, the panel is folded unless it was opened so.
NARROW = 640
#: How much of the window a panel may take, and points that it may have at most.
_SHARE, _WIDEST = 0.5, 450
#: What a panel that has room for text gets as long as nobody has dragged its edge.
_USUAL_SHARE, _USUAL = 0.24, 255
#: By whether the pointer is on the handle.
_STYLES = {False: "Handle.TLabel", True: "Hover.Handle.TLabel"}
_TREMBLE = 3  # points that a hand moves while it clicks
#: Milliseconds after which a click is no double click. Both fold the panel, but its handle must
#: stay under the pointer until the second press, which would go to the board.
_DOUBLE_MS = 300


class Drawer(ttk.Frame):
    """Shows one panel, a child of `room`, and on its inner edge a handle.

    Dragging the handle widens the panel; a click folds it, or opens it again. `wish` says how the
    user wants it, `on_fold` is called when it was folded or opened, with a click or its `key`. A
    panel whose least width is not given needs as much as it asks for.
    """

    def __init__(
        self,
        parent: tk.Misc,
        side: Literal["left", "right"],
        wish: PanelState,
        key: str,
        on_fold: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        self.pack_propagate(False)
        self.wish = wish
        self._key, self._on_fold = key, on_fold
        self._side: Literal["left", "right"] = side
        self._scrolled = Scrolled(self)
        self.room = self._scrolled.body
        self._panel: tk.Widget | None = None
        self._least: float | Callable[[], int] = 0
        self._is_narrow = False
        self._is_needed = False
        self._exception: bool | None = None  # to the wish, for the panel that is on show
        self._pressed: tuple[int, int] | None = None  # where, and the width then
        self._is_dragged = False
        self._idle, self._changed = Timer(self), Timer(self)
        self._click = Timer(self)
        self.handle = ttk.Frame(self, width=pixels(self, _HANDLE), cursor="sb_h_double_arrow")
        self.handle.pack_propagate(False)
        self._arrow = ttk.Label(self.handle, style=_STYLES[False], anchor="center")
        self._arrow.pack(fill="both", expand=True)
        self.handle.pack(side="left" if side == "right" else "right", fill="y")
        self._tips = [Tooltip(part, "") for part in (self.handle, self._arrow)]
        for part in (self.handle, self._arrow):
            part.bind("<ButtonPress-1>", self._press, add=True)
            part.bind("<B1-Motion>", self._drag, add=True)
            part.bind("<ButtonRelease-1>", self._release, add=True)
            part.bind("<Enter>", lambda event: self._hover(on=True), add=True)
            part.bind("<Leave>", lambda event: self._hover(on=False), add=True)
        parent.bind("<Configure>", lambda event: self._window_changed(event.width), add=True)
        self.handle.bind("<Configure>", lambda event: self._rescaled(), add=True)
        self.room.bind("<Configure>", lambda event: self._changed.when_idle(self._layout), add=True)
        self._layout()

    @property
    def is_open(self) -> bool:
        if self._exception is not None:
            return self._exception
        return self.wish.narrow if self._is_narrow else self.wish.wide

    def show(
        self, panel: tk.Widget, least: float | Callable[[], int], *, is_needed: bool = False
    ) -> None:
        """Show a panel instead of another one; `least` is the least width for it in points, or
        returns the one that it needs, in pixels.
        """
        if panel is self._panel:
            self.need(is_needed=is_needed)
            return
        self._is_needed = is_needed
        self._scrolled.least = 1 if callable(least) else pixels(self, least)
        self._exception = True if is_needed and self._leaves_room else None
        if self._panel:
            self._panel.grid_remove()
        self._panel = panel
        self._least = least
        panel.bind(NEEDS_ROOM, lambda event: self._idle.when_idle(self._layout))
        panel.grid(row=0, column=0, sticky="nsew")
        self._scrolled.reset()
        self._layout()
        self._idle.when_idle(self._layout)  # it may not know yet what it needs

    def need(self, *, is_needed: bool) -> None:
        """Open the panel for what has just begun, if it is needed for that, until it is over."""
        if is_needed != self._is_needed:
            self._is_needed = is_needed
            self._exception = True if is_needed and not self.is_open and self._leaves_room else None
            self._layout()

    def toggle(self) -> None:
        is_open = not self.is_open
        if self._exception is not None:
            self._exception = is_open
        elif not self._is_narrow:
            self.wish = replace(self.wish, wide=is_open)
        else:  # what is opened where there is little room is also wanted where there is more
            wide = self.wish.wide or is_open
            self.wish = replace(self.wish, narrow=is_open, wide=wide)
        self._layout()
        self._on_fold()

    @property
    def _leaves_room(self) -> bool:
        """Whether there is room for a board beside the least width of the panel."""
        room = self.master.winfo_width() - self._scrolled.least
        return room > pixels(self, _BOARD) or not self.master.winfo_viewable()

    @property
    def _width(self) -> int:
        window, wanted = self.master.winfo_width(), pixels(self, self.wish.width)
        most = min(pixels(self, _WIDEST), round(_SHARE * window))
        if callable(self._least):
            least = self._least() + self._scrolled.beside
        else:
            least = pixels(self, self._least)
            wanted = wanted or min(round(_USUAL_SHARE * window), pixels(self, _USUAL))
        return max(least, min(wanted, most))

    def _window_changed(self, width: int) -> None:
        self._is_narrow = width < pixels(self, NARROW)
        self._layout()

    def _rescaled(self) -> None:
        self._idle.when_idle(lambda: self._window_changed(self.master.winfo_width()))

    def _layout(self) -> None:
        handle = self.handle.winfo_reqwidth()
        inwards = "›" if (self._side == "right") == self.is_open else "‹"
        self._arrow.configure(text=inwards)
        key = f"  ({self._key})" if self._key else ""
        words = f"Click to fold the panel{key}, drag to widen it"
        for tip in self._tips:
            tip.text = words if self.is_open else f"Click to open the panel{key}"
        self.handle.configure(cursor="sb_h_double_arrow" if self.is_open else "hand2")
        self.configure(width=self._width + handle if self.is_open else handle)
        pack_if(self.is_open, self._scrolled, side=self._side, fill="both", expand=True)

    # The handle

    def _hover(self, *, on: bool) -> None:
        self._arrow.configure(style=_STYLES[on])

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._pressed, self._is_dragged = (event.x_root, self._width), False

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        if self._pressed is None or not self.is_open:
            return
        start, width = self._pressed
        moved = event.x_root - start
        self._is_dragged = self._is_dragged or abs(moved) > pixels(self, _TREMBLE)
        if self._is_dragged:
            wanted = width + (moved if self._side == "left" else -moved)
            points = max(1, round(wanted / self.winfo_fpixels("1p")))
            self.wish = replace(self.wish, width=points)
            self._idle.when_idle(self._layout)

    def _release(self, event: tk.Event[tk.Misc]) -> None:
        was_pressed, self._pressed = self._pressed is not None, None
        if self._is_dragged:
            shown = round(self._width / self.winfo_fpixels("1p"))
            self.wish = replace(self.wish, width=shown)  # not more than there was room for
        elif was_pressed and not self.is_open:
            self.toggle()
        elif self._click.running:
            self._click.stop()
            self.toggle()
        elif was_pressed:
            self._click.start(_DOUBLE_MS, self.toggle)


class SidePanel(ttk.Frame):
    """Emits `typed_in` after each letter in one of its fields.

    `perform` does an action of the window, by its label.
    """

    def __init__(self, parent: tk.Misc, front: Front, perform: Callable[[str], object]) -> None:
        super().__init__(parent, padding=("6p", "6p", "9p", "6p"))
        self._front = front
        self.typed_in: Signal[[]] = Signal()
        self._shell = front.shell
        self._fields: dict[str, tk.StringVar] = {}
        self._usual = ttk.Frame(self)  # all but the hint
        self._usual.pack(fill="both", expand=True)
        self._build_about()
        ttk.Separator(self._usual).pack(fill="x", pady="7.5p")
        self._list = KnowledgeList(self._usual, front, perform)
        self._list.pack(fill="both", expand=True)
        self._hint = HintView(self, front)
        front.hear(lambda tab: tab.session.stage.changed, self._show_hint)
        front.hear(lambda tab: tab.document.changed, self._document_changed)
        front.hear(lambda tab: tab.session.live_check.changed, self._knowledge_changed)
        front.switched.connect(self._switched, front.shell)
        front.theming.changed.connect(self._theme_changed, front.shell)

    def refresh(self) -> None:
        document, kind = self._front.document, self._front.stage.kind
        for name, variable in self._fields.items():
            variable.set(document.level.about.get(name, "").replace("\n", " "))
        about = document.level.about
        self._title.show(about.get("title", "") or document.name)
        author = f", by {about['author']}" if about.get("author") else ""
        self._size.configure(text=f"{kind.words.size_text(document.level)}{author}")

    def _switched(self) -> None:
        self.refresh()
        self._knowledge_changed()
        self._show_hint()

    def _document_changed(self, what: DocumentEvent) -> None:
        if what is not DocumentEvent.SAVED:
            self.refresh()

    def _knowledge_changed(self) -> None:
        key = self._shell.key("Flip between two solutions")
        self._list.show(notes(self._front.session.live_check.known, key))

    def _show_hint(self) -> None:
        """Show the hint on the board, and nothing else: it is to be read whole."""
        self._hint.refresh()
        is_hinting = self._front.stage.mode is self._front.session.hints
        if is_hinting == bool(self._hint.winfo_manager()):
            return
        old, new = (self._usual, self._hint) if is_hinting else (self._hint, self._usual)
        if str(self.tk.call("focus")).startswith(f"{old}."):
            self._front.view.focus_set()
        old.pack_forget()
        new.pack(fill="both", expand=True)

    def explain(self) -> None:
        """Show what the verdict means: here, or in the status line where this is hidden."""
        if self._list.winfo_viewable():
            self._list.explain()
        else:
            known = self._front.session.live_check.known
            self._shell.say(with_reason(verdict(known), known).meaning)

    def apply_typed(self) -> None:
        document = self._front.document
        for name in self._fields:
            changed = document.apply(f"change the {name}", self._with_typed(document.level, name))
            if changed and name == "author":
                self._shell.remember(author=document.level.about.get(name, ""))

    @property
    def typed(self) -> Puzzle:
        """The level with what was typed into the fields."""
        level: Puzzle = self._front.document.level
        for name in self._fields:
            level = self._with_typed(level, name)
        return level

    def _with_typed(self, level: Puzzle, name: str) -> Puzzle:
        """Return a level with what was typed into a field; the same one if that is nothing new."""
        text = self._fields[name].get()
        if text == level.about.get(name, "").replace("\n", " "):
            return level
        changed: Puzzle = with_about(level, name, text.strip())
        return changed

    @property
    def shows_hint(self) -> bool:
        """Whether the hint can be read here."""
        return bool(self._hint.winfo_viewable())

    def _theme_changed(self) -> None:
        self._list.refresh()
        self._hint.refresh()

    def _build_about(self) -> None:
        """Show what the level is called in a line, which unfolds to fields to change that."""
        line = ttk.Frame(self._usual)
        line.pack(fill="x")
        self._unfold = ttk.Button(line, style=FLAT, width=2, takefocus=False)
        fields = self._about = ttk.Frame(self._usual)
        self._unfold.configure(command=lambda: self.show_fields(shown=not fields.winfo_manager()))
        self._unfold.pack(side="right")
        Tooltip(self._unfold, "Title and author")
        self._title = ShortLabel(line, style="Heading.TLabel", font=fonts.HEADING)
        self._title.pack(side="left", fill="x", expand=True)
        self._size = wrapped_label(self._usual, style="Faint.TLabel")
        self._size.pack(fill="x")
        for name in ("title", "author"):
            self._about_field(name)
        self._title.bind("<Button-1>", lambda event: self.show_fields(shown=True))
        self.show_fields(shown=False)

    def show_fields(self, *, shown: bool) -> None:
        """Show the fields for title and author, and begin to write, or fold them."""
        self._unfold.configure(text="▴" if shown else "▾")
        if shown:
            self._about.pack(fill="x", pady=("3p", 0), after=self._size)
            self._first.focus_set()
        else:
            self._about.pack_forget()

    def _about_field(self, name: str) -> None:
        row = ttk.Frame(self._about)
        row.pack(fill="x", pady="0.75p")
        ttk.Label(row, text=name.capitalize(), width=7, style="Faint.TLabel").pack(side="left")
        variable = self._fields[name] = tk.StringVar(self)
        when_written(variable, row, self.typed_in.emit)
        field = ttk.Entry(row, textvariable=variable, width=10)
        field.pack(side="left", fill="x", expand=True)
        if name == "title":
            self._first = field
        field.bind("<FocusOut>", lambda event: self.apply_typed())
        field.bind("<Return>", lambda event: self._leave_fields())
        field.bind("<Escape>", lambda event: self._give_up())

    def _leave_fields(self) -> None:
        self._front.view.focus_set()
        self.apply_typed()
        self.show_fields(shown=False)

    def _give_up(self) -> str:
        self.refresh()
        self._front.view.focus_set()
        self.show_fields(shown=False)
        return "break"
