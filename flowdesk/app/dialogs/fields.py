"""Dialogs of a few fields: a new board, its size, colours, a pack, its web page, and settings."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from tkinter import colorchooser, ttk

from flowdesk.app import fonts, look
from flowdesk.app.dialogs.base import (
    BOARD,
    Dialog,
    board_button,
    choice_field,
    number_field,
    switch,
    text_field,
    when_written,
    whole_number,
)
from flowdesk.app.dialogs.preview import OptionField, OptionFields
from flowdesk.app.widgets.narrow import Flow
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import MAX_WINDOW_SIDE, P, Puzzle
from flowdesk.desk.documents.settings import Settings
from flowdesk.desk.packs.manifest import MOST_COLORS, PackAbout
from flowdesk.desk.publishing.page import PageWish
from flowdesk.draw.theme import text_color
from flowdesk.kinds.editor import Item, Shaping
from flowdesk.kinds.table import KINDS, AnyKind, kind_of


def ask_new(
    parent: tk.Misc,
    kinds: Sequence[AnyKind],
    kind: AnyKind,
    board: str,
    width: int,
    height: int,
    pack: str,
) -> tuple[Puzzle, str, bool] | None:
    """Ask for kind, board, width and height of a new puzzle, these suggested; None if cancelled.

    Return the empty puzzle, the name of its board, and whether it goes into the open `pack`.
    """
    dialog = Dialog(parent, "New puzzle")
    by_name = {each.name: each for each in kinds}
    boards = Flow(dialog.body)
    boards.grid(row=1, column=0, columnspan=2, sticky="ew", pady="3p")
    across, field = number_field(dialog.body, "Width", width, 1, MAX_WINDOW_SIDE, 2)
    down, below = number_field(dialog.body, "Height", height, 1, MAX_WINDOW_SIDE, 3)
    name, first = choice_field(dialog.body, "Puzzle", list(by_name), kind.name, 0)
    first.lower()  # the Tab key comes to it first
    for each in (field, below):
        each.grid_configure(sticky="ew")
    choice = tk.StringVar(dialog, board)
    goes_in = tk.BooleanVar(dialog, bool(pack))
    if pack:
        text = f"In the pack {pack}"
        inside = ttk.Checkbutton(dialog.body, text=text, variable=goes_in)
        inside.grid(row=4, column=0, columnspan=2, sticky="w", pady=("6p", 0))

    def show_boards() -> None:
        for button in boards.winfo_children():
            button.destroy()
        names = [each.name for each in by_name[name.get()].boards]
        choice.set(choice.get() if choice.get() in names else names[0])
        for each in by_name[name.get()].boards:
            button = board_button(boards, each.name, choice, each.name)
            look.set_icon(button, each.icon, BOARD)
        boards.lay(dialog.winfo_screenwidth())

    def chosen() -> tuple[Puzzle, str, bool]:
        wrong = "Enter whole numbers for width and height."
        columns, rows = whole_number(across.get(), wrong), whole_number(down.get(), wrong)
        kind = by_name[name.get()]
        columns, rows = _possible(kind, columns, rows)
        board = next(each for each in kind.boards if each.name == choice.get())
        if min(columns, rows) < board.least:
            raise FlowDeskError(f"This board needs {board.least} rows and columns or more.")
        return board.make(columns, rows), board.name, goes_in.get()

    show_boards()
    when_written(name, first, show_boards)
    return dialog.ask("Create", chosen, field)


def ask_resize(parent: tk.Misc, level: P, shaping: Shaping[P]) -> P | None:
    """Ask how many columns and rows to add at left, top, right and bottom; None if cancelled.

    Return the level with them. Among hexagons, that can have a row more than was asked for.
    """
    dialog = Dialog(parent, "Resize")
    text = "Columns and rows to add at each side; negative numbers remove them."
    ttk.Label(dialog.body, text=text).grid(row=0, column=0, columnspan=3, pady=(0, "9p"))
    places = {"left": (2, 0), "top": (1, 1), "right": (2, 2), "bottom": (3, 1)}
    fields = []
    for side, (row, column) in places.items():
        cell = ttk.Frame(dialog.body)
        cell.grid(row=row, column=column, padx="1.5p", pady="4.5p")
        ttk.Label(cell, text=side.capitalize(), style="Faint.TLabel").pack()
        variable = tk.StringVar(dialog, "0")
        field = ttk.Spinbox(
            cell, from_=-99, to=99, width=5, textvariable=variable, justify="center"
        )
        field.pack()
        when_written(variable, field, lambda: refresh())
        fields.append((variable, field))
    size = ttk.Label(dialog.body, style="Heading.TLabel")
    size.grid(row=2, column=1)

    def resized() -> P:
        left, top, right, bottom = (
            whole_number(variable.get(), "Enter whole numbers.") for variable, _ in fields
        )
        try:
            found = shaping.resized(level, left, top, right, bottom)
        except ValueError as error:
            raise FlowDeskError(str(error)) from error
        size.configure(text=f"{found.width} × {found.height}")
        _possible(kind_of(level), found.width, found.height)
        return found

    def refresh() -> None:
        size.configure(text="?")
        dialog.checked(resized)

    refresh()
    return dialog.ask("Resize", resized, fields[0][1])


def ask_two_items(parent: tk.Misc, items: Sequence[Item], current: str) -> tuple[Item, Item] | None:
    """Ask for two items of the palette to exchange; None if cancelled."""
    dialog = Dialog(parent, "Swap two colours")
    by_words = {item.words: item for item in items}
    chosen = next((item for item in items if item.name == current), items[0])
    other = next((item for item in items if item is not chosen), chosen)
    first, _ = choice_field(dialog.body, "Colour", list(by_words), chosen.words, 0)
    second, _ = choice_field(dialog.body, "and colour", list(by_words), other.words, 1)
    return dialog.ask("Swap", lambda: (by_words[first.get()], by_words[second.get()]))


def _possible(kind: AnyKind, width: int, height: int) -> tuple[int, int]:
    """Return a size; FlowDeskError if a board cannot have it."""
    if problem := kind.size_problem(width, height, in_window=True):
        raise FlowDeskError(problem)
    return width, height


def show_settings(
    parent: tk.Misc, present: Callable[[], Settings], change: Callable[..., object]
) -> None:
    """Show the settings; `change` gets each one that is changed, by its name."""
    dialog = Dialog(parent, "Settings")

    def changed(name: str, field: OptionField) -> None:
        change(**{name: field.value()})

    for name, field in OptionFields(dialog.body, present()).by_name.items():
        when_written(field.variable, dialog, partial(changed, name, field))
    dialog.buttons(["Close"])
    dialog.run()


_USUAL, _COLUMNS = 16, 8  # colours that are offered


def ask_color(parent: tk.Misc, title: str, color: str = "#ff0000") -> str | None:
    """Ask for a colour, ``#rrggbb``; `color` is the present one."""
    dialog = ColorDialog(parent, title, color)
    return dialog.ask("Choose", dialog.color, dialog.field)


class ColorDialog(Dialog):
    """The usual colours, a field for the code, and the dialog of the system."""

    def __init__(self, parent: tk.Misc, title: str, color: str) -> None:
        super().__init__(parent, title)
        self.text = tk.StringVar(self, color)
        self.swatches: dict[str, tk.Radiobutton] = {}
        self._add_usual()
        row = ttk.Frame(self.body)
        row.pack(fill="x", pady=("9p", 0))
        self.field = ttk.Entry(row, textvariable=self.text, width=9)
        self.field.pack(side="left")
        for name in ("before", "now"):
            patch = tk.Label(row, text=name, background=color, foreground=text_color(color))
            patch.configure(padx="3p")
            patch.pack(side="left", fill="both", expand=True, padx=("3p", 0))
        self._now = patch
        others = ttk.Button(self.body, text="Other colours ...", command=self._ask_system)
        others.pack(fill="x", pady=("9p", 0))
        self._show()
        when_written(self.text, self, self._show)

    def color(self) -> str:
        """Return the colour in the field; FlowDeskError if there is none."""
        color = _color_in(self.text.get())
        if not color:
            raise FlowDeskError("Write a colour as #rrggbb, such as #4a90d9.")
        return color

    def _add_usual(self) -> None:
        """Add a button for each of the usual colours."""
        frame, colors = Flow(self.body, _COLUMNS), look.colors_of(self)
        frame.pack()
        usual = (color for kind in KINDS.values() for color in kind.drawing.usual_colors.values())
        for color in islice(dict.fromkeys(usual), _USUAL):
            swatch = tk.Radiobutton(frame, variable=self.text, value=color, indicatoron=False)
            swatch.configure(background=color, activebackground=color, selectcolor=color)
            swatch.configure(foreground=text_color(color), activeforeground=text_color(color))
            swatch.configure(width=3, borderwidth=0, cursor="hand2", highlightthickness="1p")
            swatch.configure(highlightbackground=colors.line, highlightcolor=colors.accent)
            swatch.bind("<Double-Button-1>", lambda event: self.event_generate("<Return>"))
            self.swatches[color] = swatch
        frame.lay(self.winfo_screenwidth())

    def _ask_system(self) -> None:
        chosen = colorchooser.askcolor(_color_in(self.text.get()) or None, parent=self)[1]
        if chosen:
            self.text.set(chosen)

    def _show(self) -> None:
        """Show the colour that is written, and mark it among the usual ones."""
        color = _color_in(self.text.get())
        for usual, swatch in self.swatches.items():
            swatch["text"] = "✓" if usual == color else ""
        if color:
            self._now.configure(background=color, foreground=text_color(color))


def _color_in(text: str) -> str:
    """Return the colour that a text names, as ``#rrggbb``; empty if it names none."""
    found = re.fullmatch(r"#?([0-9a-f]{6}|[0-9a-f]{3})", text.strip().lower())
    if not found:
        return ""
    digits = found[1]
    return f"#{digits}" if len(digits) == 6 else "#" + "".join(2 * digit for digit in digits)


_HINT = "{title}, {number}, {size} and {colors} stand for what each puzzle has, as in: "


def ask_about(parent: tk.Misc, about: PackAbout) -> PackAbout | None:
    """Ask what a pack says about itself; None if cancelled."""
    dialog = Dialog(parent, "Pack")
    body = dialog.body
    title, first = text_field(body, "Title", about.title, 0)
    author, _ = text_field(body, "Author", about.author, 1)
    pattern, _ = text_field(body, "Titles of its puzzles", about.pattern, 2)
    example = ttk.Label(body, style="Faint.TLabel", wraplength="240p")
    example.grid(row=3, column=1, sticky="w")
    colors, _ = number_field(
        body, "Colours of a new puzzle (0: any)", about.colors, 0, MOST_COLORS, 4
    )
    notes = _notes(body, about.notes, 5)
    first.configure(width=36)

    def show_example(*_: object) -> None:
        kind = next(iter(KINDS.values()))
        level = kind.boards[0].make(7, 7)
        own = "Spiral" if "{title}" in pattern.get() else ""
        made = PackAbout(pattern=pattern.get()).title_of(own, level, 3)
        example.configure(text=f"{_HINT}{made or '(no title)'}")

    def read() -> PackAbout:
        count = whole_number(colors.get() or "0", "Enter a whole number of colours, or 0 for any.")
        if not 0 <= count <= MOST_COLORS:
            raise FlowDeskError(f"A puzzle has at most {MOST_COLORS} colours; 0 means any number.")
        called, by, made = (" ".join(field.get().split()) for field in (title, author, pattern))
        return PackAbout(called, by, made, count, notes().strip())

    pattern.trace_add("write", show_example)
    show_example()
    return dialog.ask("Save", read, first)


def _notes(body: ttk.Frame, text: str, row: int) -> Callable[[], str]:
    """Add a field for several lines, in which Return begins another one; return what reads it."""
    ttk.Label(body, text="Notes").grid(row=row, column=0, sticky="nw", padx=(0, "9p"), pady="3p")
    field = tk.Text(body, width=36, height=5, wrap="word", font=fonts.TEXT, undo=True)
    line = look.colors_of(body).faint
    field.configure(relief="flat", highlightthickness="0.75p", highlightbackground=line, padx="4p")
    field.insert("1.0", text)
    field.grid(row=row, column=1, sticky="ew", pady="3p")

    def begin_line(event: object) -> str:
        field.insert("insert", "\n")
        return "break"

    def leave(event: tk.Event[tk.Misc]) -> str:
        following = field.tk_focusPrev() if event.keysym != "Tab" else field.tk_focusNext()
        if following:
            following.focus_set()
        return "break"

    field.bind("<Return>", begin_line)
    for key in ("<Tab>", "<Shift-Tab>", "<<PrevWindow>>"):
        field.bind(key, leave)
    return lambda: field.get("1.0", "end")


def ask_title(parent: tk.Misc, title: str) -> str | None:
    """Ask for the title of a puzzle, whose file is named after it; None if cancelled."""
    dialog = Dialog(parent, "Rename")
    text, field = text_field(dialog.body, "Title", title, 0)
    field.configure(width=36)
    note = ttk.Label(dialog.body, text="Its file is named after it.", style="Faint.TLabel")
    note.grid(row=1, column=1, sticky="w")
    return dialog.ask("Rename", text.get, field)


def ask_page(
    parent: tk.Misc, packs: Mapping[str, Sequence[Puzzle] | Path], about: PackAbout
) -> PageWish | None:
    """Ask for a page of one of some packs, which have names that people read; None if cancelled."""
    dialog = Dialog(parent, "Publish as web page")
    body = dialog.body
    chosen, _ = choice_field(body, "Puzzles", list(packs), next(iter(packs)), 0)
    title, first = text_field(body, "Title", about.title, 1)
    author, _ = text_field(body, "Author", about.author, 2)
    notes, _ = text_field(body, "Notes", about.notes, 3)
    switches = ttk.Frame(body)
    switches.grid(row=4, column=0, columnspan=2, sticky="w", pady=("6p", 0))
    hints, _ = switch(switches, "Players may ask for hints and paths", False)
    takes_all, _ = switch(switches, "Also puzzles with no or several solutions", False)

    def read() -> PageWish:
        called, by, told = (field.get().strip() for field in (title, author, notes))
        if not called:
            raise FlowDeskError("A page needs a title.")
        about = PackAbout(title=called, author=by, notes=told)
        return PageWish(packs[chosen.get()], about, hints.get(), takes_all.get())

    return dialog.ask("Publish ...", read, first)
