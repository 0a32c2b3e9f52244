"""What is found out about a level: in a few words above the board, in full beside it, and hints."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from math import ceil
from tkinter import ttk

from PIL import Image, ImageDraw, ImageTk

from flowdesk.app import fonts, look
from flowdesk.app.front import Front
from flowdesk.app.modes.knowledge import HintMode
from flowdesk.app.modes.level_mode import outline
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.scrolled import reveal
from flowdesk.app.widgets.tooltip import ButtonRow, Tooltip, short
from flowdesk.app.widgets.toplevel import has_focus
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.knowledge.verdict import verdict, while_drawing
from flowdesk.draw.scene import Tiles
from flowdesk.draw.theme import text_color
from flowdesk.kinds.answers import CheckStatus, Remedy
from flowdesk.kinds.known import Mood, Note, Verdict

#: How many notes are listed: a large board can have thousands of dead ends.
MOST_NOTES = 50
_DO = "Do\u00a0it"


class KnowledgeList(LinkedText):
    """What is known of a level, as a list of links to the board.

    A note shows its cells, or the change that it offers, while the pointer or the keyboard rests on
    it, and says more in the status bar; a click keeps that on the board until the next edit or
    Escape. Of alike changes one is listed; a click on its number, or the keys Left and Right, put
    the next one in its place.
    """

    def __init__(self, parent: tk.Misc, front: Front, perform: Callable[[str], object]) -> None:
        super().__init__(parent, fonts.TEXT, height=4, spacing=4.5, on_hover=self._hovered_over)
        self.configure(takefocus=True)
        self._front = front
        self._perform = perform
        self._notes: list[Note] | None = None
        self._links_to: list[Note] = []
        self._chosen: int | None = None
        self._turns: dict[str, int] = {}  # which of alike changes is listed, by their title
        for key, step in (("Up", -1), ("Down", 1)):
            self.bind(f"<{key}>", partial(self._choose_next, step))
        for key, step in (("Left", -1), ("Right", 1)):
            self.bind(f"<{key}>", partial(self._turn_chosen, step))
        for key in ("Return", "KP_Enter", "space"):
            self.bind(f"<{key}>", self._use_chosen)
        self.bind("<FocusIn>", lambda event: self._choose(self._chosen or 0))
        self.bind("<FocusOut>", lambda event: self._choose(None))

    def show(self, notes: list[Note]) -> None:
        if notes == self._notes:
            return
        self._notes = notes
        had_focus, chosen = has_focus(self), self._chosen or 0
        self._point_at_note(None)
        self._chosen, self._links_to = None, []
        self.begin()
        self.tag_configure("line", lmargin1=0, lmargin2="9p", tabs="9p")
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
            self._choose(min(chosen, len(self._links_to) - 1))

    def refresh(self) -> None:
        """List the same in other colours."""
        known, self._notes = self._notes, None
        self.show(known or [])

    def explain(self) -> None:
        """Bring the verdict into view and mark it, and show what it is about."""
        self.see("1.0")
        self.tag_remove("chosen", "1.0", "end")
        self.tag_add("chosen", "1.0", "1.0 lineend")
        if self._notes and self._notes[0] in self._links_to[:1]:
            self._keep(self._notes[0])

    def _add_note(self, note: Note) -> None:
        alike = note, *note.alike
        turn = self._turns.get(note.remedy.title, 0) % len(alike) if note.remedy else 0
        note = alike[turn]
        is_link = bool(note.attempt or note.cells or note.remedy)
        tags: tuple[str, ...] = ("line",)
        click: Callable[[], object] | None = None
        if is_link:
            self._links_to.append(note)
            tags = ("line", "link", f"item-{len(self._links_to)}")
            click = partial(self._keep, note)
        about = len(self._links_to) if is_link else None
        self.add("•\t", "line")
        actions: list[tuple[str, Callable[[], object]]] = []
        if note.remedy:
            actions.append((_DO, partial(self._do, note.remedy)))
            if len(alike) > 1:  # first, so that it stays under the pointer
                number, turn_on = (
                    f"{turn + 1}/{len(alike)} ›",
                    partial(self._turn, note.remedy.title, 1),
                )
                self.add(number.replace(" ", "\u00a0"), "line", "link", click=turn_on, about=about)
                self.add("  ", "line")
        if note.sign:
            ink = self._front.theming.colors.accent
            self.image_create("end", image=look.icon(self, note.sign, ink, look.SMALL_ICON))
            self.add(" ", *tags, click=click, about=about)
        words = self._front.stage.kind.words
        colors = _colors_named(self._front, self._front.stage.level)
        self.add_colored(note.text, colors, *tags, click=click, about=about)
        for label in note.actions:
            name = label.format_map(words.names._asdict()).removesuffix(" ...")
            actions.append((name.replace(" ", "\u00a0"), partial(self._perform, label)))
        for name, action in actions:
            self.add("  ", "line")
            self.add(name, "line", "link", click=action, about=about)

    # Showing

    def _hovered_over(self, about: int | None) -> None:
        if about is None and self._chosen is not None:
            about = self._chosen + 1
        self._point_at_note(self._links_to[about - 1] if about else None)

    def _point_at_note(self, note: Note | None) -> None:
        """Show on the board and in the status bar what a note is about."""
        self._front.stage.lay(self._tiles(note) if note else {})
        self._front.shell.bar.show_meanwhile(self._detail(note) if note else "")

    def _detail(self, note: Note) -> str:
        if note.attempt:
            return f"Click to see {self._front.stage.kind.words.names.attempt}"
        return note.detail or "Click to keep the marks"

    def _tiles(self, note: Note) -> Mapping[Cell, Tiles]:
        if note.remedy is None:
            return outline(note.cells, self._front.stage.level)
        stage = self._front.stage
        change = stage.kind.drawing.change_tiles(
            stage.level, note.remedy.level, labels=stage.labels
        )
        return change or outline(note.cells, self._front.stage.level)

    def _turn(self, title: str, step: int) -> None:
        """List the next of alike changes in place of one."""
        self._turns[title] = self._turns.get(title, 0) + step
        self.refresh()

    def _keep(self, note: Note) -> None:
        if note.attempt:
            stage, attempt = self._front.stage, self._front.session.attempt
            round_cells = outline(note.cells, stage.level)  # a line that is seen on every colour
            attempt.display(stage.segments(note.attempt), above=round_cells)
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
            self._point_at_note(None)
            return
        tag = f"item-{number + 1}"
        first, *_, last = map(str, self.tag_ranges(tag))
        self.tag_add("chosen", first, last)
        self.see(last)
        self.see(first)
        self._point_at_note(self._links_to[number])

    def _choose_next(self, step: int, event: object) -> str:
        if self._links_to:
            at = -1 if self._chosen is None else self._chosen
            self._choose(max(0, min(at + step, len(self._links_to) - 1)))
        else:
            self.yview_scroll(step, "units")
        return "break"

    def _turn_chosen(self, step: int, event: object) -> str:
        if self._chosen is not None and (remedy := self._links_to[self._chosen].remedy):
            self._turn(remedy.title, step)
        return "break"

    def _use_chosen(self, event: object) -> str:
        if self._chosen is not None:
            note = self._links_to[self._chosen]
            if note.remedy:
                self._do(note.remedy)
            else:
                self._keep(note)
        return "break"


class HintView(ttk.Frame):
    """Shown by the side panel instead of what is known, while there are hints on the board."""

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent)
        self._front = front
        self._title = ttk.Label(self, style="Heading.TLabel")
        self._title.pack(anchor="w", pady=(0, "3p"))
        self._tip = Tooltip(self._title, "")
        row, key = ButtonRow(self), front.shell.key
        tip = f"The previous hint  ({key('Previous hint')})"
        self._back = row.add("Back", lambda: self._hints.back(), tip, width=4)
        tip = f"The next hint  ({key('Hint')})"
        self._next = row.add("Next", lambda: self._hints.hint(), tip, width=4)
        tip = f"Show the puzzle alone  ({front.shell.stop_key})"
        row.add("Done", lambda: front.session.stage.show_level_alone(), tip, width=4)
        self._text = LinkedText(self, fonts.TEXT, height=1, spacing=0)
        self._text.pack(fill="x")
        self._text.bind("<Configure>", lambda event: self._fit(), add=True)
        row.pack(fill="x", pady=("4.5p", 0))
        self._told = ""
        self._timer = Timer(self)

    @property
    def _hints(self) -> HintMode:
        return self._front.session.hints

    @property
    def text(self) -> str:
        return self._text.get("1.0", "end").strip()

    def refresh(self) -> None:
        hints = self._hints
        self._title.configure(text=hints.title)
        self._tip.text = hints.assumption
        self._back.state(["!disabled" if hints.can_go_back else "disabled"])
        self._next.state(["disabled" if hints.job.running else "!disabled"])
        text, stage = self._text, self._front.stage
        text.begin()
        names = _colors_named(self._front, stage.level)
        is_first = hints.job.running and not hints.told
        told = "Looking for a hint ..." if is_first else hints.text
        text.add_colored(told, names)
        text.end()
        self._fit()
        if told != self._told:
            self._told = told
            self._timer.when_idle(self._reveal)

    def _reveal(self) -> None:
        """Scroll until all of this is in sight, or the sentence at least, without half a title."""
        for part in (self, self._text):
            self.update_idletasks()  # where they are now
            reveal(part, cut=False)

    def _fit(self) -> None:
        """Let the text be as high as it is: the panel scrolls, if need be."""
        if self._text.winfo_width() > 1:
            self._text.configure(height=ceil(self._text.lines))


def _colors_named(front: Front, level: Puzzle) -> dict[str, str]:
    """Return the colours that words about a level may name, as they are shown, by their names.

    There are none in a theme whose endpoints are told apart by their letters.
    """
    names, theme = front.stage.kind.words.color_names(level), front.theming.theme
    return {} if theme.dot else {name: theme.color(color) for name, color in names.items()}


_SMOOTH = 4  # drawn this many times larger and reduced
_LONG = 0.4  # seconds: what takes longer shows its time, and how to stop it
_LEAST = 4  # letters
_ANY_WIDTH = 10_000  # pixels
_MAKING = Verdict("making a puzzle", "A puzzle is being made.", Mood.NEUTRAL)


class VerdictBadge(tk.Label):
    """Words on a rounded ground. A click calls `explain`, which shows what they mean, or stops
    the search.
    """

    def __init__(self, parent: tk.Misc, front: Front, explain: Callable[[], object]) -> None:
        super().__init__(
            parent, compound="center", borderwidth=0, padx=0, cursor="hand2", font=fonts.TEXT
        )
        self.text = ""
        self._verdict = _MAKING
        self._look: tuple[str, str, str, str, int, look.Palette] | None = None
        self._photo: ImageTk.PhotoImage | None = None
        self._front, self._theming = front, front.theming
        self._explain = explain
        self.bind("<Button-1>", lambda event: self._clicked())
        self._fitting = Timer(self)
        self.bind("<Configure>", lambda event: self._fitting.when_idle(self._show))
        self._tip = Tooltip(self, "")
        for changed in (front.theming.changed, front.switched):
            changed.connect(self.refresh, front.shell)
        front.hear(lambda tab: tab.session.stage.changed, self.refresh)
        front.hear(lambda tab: tab.session.live_check.changed, self.refresh)
        front.hear(lambda tab: tab.generation.changed, self.refresh)
        front.hear(lambda tab: tab.session.stage.ticked, self._show)
        front.hear(lambda tab: tab.session.live_check.ticked, self._show)

    def _say(self, words: str, brief: str, color: str) -> None:
        """Show words on a colour, or if there is no room for them, the brief ones."""
        colors, sign, room = self._theming.colors, self._verdict.sign, self._room()
        if self._look == (words, brief, color, sign, room, colors):
            return
        self._look = words, brief, color, sign, room, colors
        font, background = fonts.named(self), colors.background
        height = font.metrics("linespace") + pixels(self, 7.5)
        ends, ink = height + pixels(self, 6), text_color(color)
        side = font.metrics("ascent") if sign else 0
        gap = " " * ceil(1.3 * side / font.measure(" "))  # as Tk centres words alone
        room -= ends + font.measure(gap)
        text = words if font.measure(words) <= room else short(brief, room, font)
        if len(text) < _LEAST < len(brief):
            text = ""  # the colour alone says more
        width = font.measure(text + gap) + ends
        large = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), background)
        box = (0, 0, large.width - 1, large.height - 1)
        ImageDraw.Draw(large).rounded_rectangle(box, radius=large.height / 2, fill=color)
        picture = large.reduce(_SMOOTH)
        if sign:
            icon = look.mask(sign).resize((side, side), Image.Resampling.BOX)
            picture.paste(ink, (width - ends // 2 - side, (height - side) // 2), icon)
        self._photo = ImageTk.PhotoImage(picture, master=self)
        self.configure(text=text + gap, image=self._photo, background=background, foreground=ink)

    def _room(self) -> int:
        """How wide it may be beside what else is in the bar."""
        bar = self.master
        if not self.winfo_ismapped():
            return _ANY_WIDTH
        room = bar.winfo_width() - pixels(self, 12)
        for other in bar.pack_slaves():
            if other is not self:  # by what it asks for: it may not have its place yet
                left, right = _both(other.pack_info()["padx"])
                room -= other.winfo_reqwidth() + left + right
        return room

    @property
    def color(self) -> str:
        return self._look[2] if self._look else ""

    def refresh(self) -> None:
        """Put into words what is known now."""
        self._verdict = self._known()
        self._show()

    def _show(self) -> None:
        """Show the words, and how long the search takes."""
        known, time = self._verdict, ""
        mode, live_check = self._front.stage.mode, self._front.session.live_check
        making = self._front.tab.generation
        if making.running:
            time = f" ... {making.elapsed:.1f} s"
        elif mode and mode.elapsed is not None:
            time = f" ... {mode.elapsed:.1f} s"
        elif self._is_searching() and live_check.elapsed > _LONG:
            time = f" ... {live_check.elapsed:.0f} s   ■ Stop"
        self.text = known.text + time
        tip = "Click to stop the search" if self._is_searching() else "Click to see why"
        self._tip.text = f"{known.text}\n{tip}" if known.sign else tip
        color = getattr(self._theming.colors, known.mood.value)
        self._say(known.words + time, known.brief + time, color)

    def _clicked(self) -> None:
        if self._is_searching():
            self._front.session.live_check.stop()
        else:
            self._explain()

    def _is_searching(self) -> bool:
        """Whether the badge shows a live check without a result so far."""
        mode, live_check = self._front.stage.mode, self._front.session.live_check
        busy = mode is not None and mode.is_searching
        return live_check.running and live_check.known.status is CheckStatus.UNKNOWN and not busy

    def _known(self) -> Verdict:
        if self._front.tab.generation.running:
            return _MAKING
        mode, known = self._front.stage.mode, self._front.session.live_check.known
        found = (mode.verdict(known) if mode else None) or verdict(known)
        return while_drawing(found, known)


def _both(padding: object) -> tuple[int, int]:
    """Return the pixels on the left and on the right, which Tk tells as one number if possible."""
    left, right = padding if isinstance(padding, tuple) else (padding, padding)
    return int(str(left)), int(str(right))
