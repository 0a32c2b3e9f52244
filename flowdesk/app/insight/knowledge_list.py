"""KnowledgeList: what is known of a level, as a list of links to the board.

A note shows its cells, or the change that it offers, while the pointer or the keyboard rests on it;
a click or Enter keeps that on the board until the next edit or Escape.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flowdesk.app import fonts
from flowdesk.app.front import Front
from flowdesk.app.modes.level_mode import outline
from flowdesk.app.widgets.linked_text import Chips, LinkedText, with_colors
from flowdesk.app.widgets.toplevel import has_focus
from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.answers import Remedy
from flowdesk.kinds.known import Note

#: How many notes are listed: a large board can have thousands of dead ends.
MOST_NOTES = 50
_DO = "Do\u00a0it"


class KnowledgeList(LinkedText):
    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent, fonts.TEXT, height=4, spacing=4.5, on_hover=self._hovered_over)
        self.configure(takefocus=True)
        self._front = front
        self._chips = Chips(self)
        self._notes: list[Note] | None = None
        self._links_to: list[Note] = []
        self._chosen: int | None = None
        for key, step in (("Up", -1), ("Down", 1)):
            self.bind(f"<{key}>", partial(self._choose_next, step))
        for key in ("Return", "KP_Enter", "space"):
            self.bind(f"<{key}>", self._use_chosen)
        self.bind("<FocusIn>", lambda event: self._choose(self._chosen or 0))
        self.bind("<FocusOut>", lambda event: self._choose(None))

    def show(self, notes: list[Note]) -> None:
        """List what is known."""
        if notes == self._notes:
            return
        self._notes = notes
        had_focus = has_focus(self)
        self._front.stage.lay({})
        self._chosen, self._links_to = None, []
        self.begin(self._front.theming.colors)
        self.tag_configure("line", lmargin1=0, lmargin2="7.5p")
        self.tag_configure("price", lmargin1="7.5p", lmargin2="7.5p")
        self.tag_configure("chosen", background=self._front.theming.colors.raised)
        for number, note in enumerate(notes[:MOST_NOTES]):
            self._add_note(note)
            if number == 0 and self._front.session.live_check.was_given_up:
                look = self._front.session.live_check.look_again
                self.add("  ", "line")
                self.add("Look\u00a0again", "line", "link", click=look, tip="Search once more")
            self.add("\n")
        if len(notes) > MOST_NOTES:
            self.add(f"... and {len(notes) - MOST_NOTES} more.")
        self.end()
        if had_focus:
            self._choose(0)

    def refresh(self) -> None:
        """List the same in other colours."""
        known, self._notes = self._notes, None
        self.show(known or [])

    def explain(self) -> None:
        """Bring the verdict into view and mark it."""
        self.see("1.0")
        self.tag_remove("chosen", "1.0", "end")
        self.tag_add("chosen", "1.0", "1.0 lineend")

    def _add_note(self, note: Note) -> None:
        is_link = bool(note.attempt or note.cells or note.remedy)
        tags: tuple[str, ...] = ("line",)
        click: Callable[[], object] | None = None
        if is_link:
            self._links_to.append(note)
            tags = ("line", "link", f"item-{len(self._links_to)}")
            click = partial(self._keep, note)
        about = len(self._links_to) if is_link else None
        tip = self._tip_of(note)
        self.add("• ", "line")
        colors = self._front.stage.kind.words.color_names(
            note.remedy.level if note.remedy else self._front.stage.level
        )
        for part, color in with_colors(note.text, colors):
            if color:
                self._add_chip(color, *tags)
            self.add(part, *tags, click=click, tip=tip, about=about)
        if note.remedy:
            self.add("  ", "line")
            do = partial(self._do, note.remedy)
            tip = "Change the puzzle like this"
            self.add(_DO, "line", "link", click=do, tip=tip, about=about)
        if note.price:
            self.add(f"\n{note.price}", "price", "faint", about=about)

    def _add_chip(self, color: str, *tags: str) -> None:
        shown = self._front.theming.theme.color(color)
        image = self._chips.chip(shown, self._front.theming.colors.background)
        self.image_create("end", image=image, padx="1.5p")
        for tag in ("words", *tags):
            self.tag_add(tag, "end-2c")

    def _tip_of(self, note: Note) -> str:
        if note.attempt:
            return f"Click to see {self._front.stage.kind.words.names.attempt}"
        return "Click to keep it on the board" if note.remedy else "Click to keep the marks"

    # Showing

    def _hovered_over(self, about: Any) -> None:
        if about is None and self._chosen is not None:
            about = self._chosen + 1
        self._front.stage.lay(self._tiles(self._links_to[about - 1]) if about else {})

    def _tiles(self, note: Note) -> Mapping[Cell, Tiles]:
        if note.remedy is None:
            return outline(note.cells, self._front.stage.kind)
        stage = self._front.stage
        change = stage.kind.drawing.change_tiles(
            stage.level, note.remedy.level, labels=stage.labels
        )
        return change or outline(note.cells, self._front.stage.kind)

    def _keep(self, note: Note) -> None:
        if note.attempt:
            attempt = self._front.session.attempt
            attempt.show_answer(note.attempt, note.cells)
            attempt.sentence = note.text
        else:
            self._front.stage.keep(self._tiles(note))
            self._front.view.bring_into_view(note.cells)

    def _do(self, change: Remedy) -> None:
        document, kind = self._front.document, self._front.stage.kind
        label = "make unique" if change.is_unique else "make solvable"
        document.apply(label, kind.with_puzzle_of(document.level, change.level))

    # The keyboard

    def _choose(self, number: int | None) -> None:
        self.tag_remove("chosen", "1.0", "end")
        if number is not None and not 0 <= number < len(self._links_to):
            number = None
        self._chosen = number
        if number is None:
            self._front.stage.lay({})
            return
        tag = f"item-{number + 1}"
        first, *_, last = map(str, self.tag_ranges(tag))
        self.tag_add("chosen", first, last)
        self.see(last)
        self.see(first)
        self._front.stage.lay(self._tiles(self._links_to[number]))

    def _choose_next(self, step: int, event: object) -> str:
        if self._links_to:
            at = -1 if self._chosen is None else self._chosen
            self._choose(max(0, min(at + step, len(self._links_to) - 1)))
        else:
            self.yview_scroll(step, "units")
        return "break"

    def _use_chosen(self, event: object) -> str:
        if self._chosen is not None:
            note = self._links_to[self._chosen]
            if note.remedy:
                self._do(note.remedy)
            else:
                self._keep(note)
        return "break"
