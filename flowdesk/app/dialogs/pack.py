"""The dialogs about a pack: what it says about itself, a title of a puzzle, and its web page."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tkinter import ttk

from flowdesk.app import fonts
from flowdesk.app.dialogs.base import (
    Dialog,
    choice_field,
    number_field,
    switch,
    text_field,
    whole_number,
)
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.packs.manifest import MOST_COLORS, PackAbout
from flowdesk.desk.publishing.page import PageWish
from flowdesk.kinds.table import KINDS

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
