"""Presenter: only the board with rulers, and the words of a step in large type beside it."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import font as tkfont

from flowdesk.app.front import Front
from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.look import Palette
from flowdesk.app.scale import pixels
from flowdesk.core.signal import Signal
from flowdesk.draw.charts import ON_DARK, ON_LIGHT
from flowdesk.draw.graph import Graph, png
from flowdesk.kinds.known import Mood
from flowdesk.lab.changes import Slide

_LINES = 29  # of the title, fit one above the other on the screen
_SHARE = 0.3  # of the window's height; the same for all steps, so that the board stands still
_PAD = 12  # points
_SIDE = 0.52  # of the window's width, for the words of a search
#: How large the type of words is, of what it would be: as large as there is room for.
_SHRUNK = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
#: A graph is drawn no larger and no smaller than so many times as large as in files.
_LARGEST, _SMALLEST = 2.0, 0.5


class Presenter(tk.Frame):
    """Walks through the rules, or through a search that is watched.

    The words of rules stand below the board, those of a search right of it: below is the graph.
    Emits `toggled` when presenting begins or ends.
    """

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent)
        self.pack_propagate(False)
        self.toggled: Signal[[]] = Signal()
        self.is_on = False
        self._top = front.shell.root
        self._front = front
        usual = tkfont.nametofont("TkDefaultFont", self)
        self._fonts = {name: usual.copy() for name in ("title", "text", "formula", "note")}
        for name in ("title", "note"):
            self._fonts[name].configure(weight="bold")
        self._words: dict[str, tk.Label] = {}
        for name, font in self._fonts.items():
            self._words[name] = tk.Label(
                self, font=font, anchor="w", justify="left", padx=f"{_PAD}p"
            )
            self._words[name].pack(side="top", fill="x")
        self.graph = tk.Canvas(self, highlightthickness=0, borderwidth=0)
        self._photo: tk.PhotoImage | None = None
        self.side = SearchWords(parent)
        parent.bind("<Configure>", lambda event: self._fit(), add=True)
        front.hear(lambda tab: tab.session.stage.changed, self._stage_changed)
        front.hear(lambda tab: tab.exploring.changed, self.refresh)
        front.hear(lambda tab: tab.thinking.changed, self.refresh)
        front.switched.connect(self.leave, front.shell)
        front.theming.changed.connect(self.refresh, front.shell)

    @property
    def walk(self) -> ExploreMode | ThinkMode | None:
        """What is walked through, if anything is."""
        tab = self._front.tab
        return (
            tab.exploring if tab.exploring.is_on else tab.thinking if tab.thinking.is_on else None
        )

    def toggle(self) -> None:
        if self.is_on:
            self.leave()
            return
        if self.walk is None:
            self._front.tab.exploring.toggle()
        if self.walk is not None:
            self._set(on=True)

    def leave(self) -> bool:
        """End presenting; return whether it was on."""
        was_on = self.is_on
        if was_on:
            self._set(on=False)
        return was_on

    def next(self) -> None:
        if self.walk:
            self.walk.next()

    def back(self) -> None:
        if self.walk:
            self.walk.back()

    def refresh(self) -> None:
        """Show the words of the present step."""
        if not self.is_on or self.walk is None:
            return
        colors, slide = self._front.theming.colors, self.walk.slide
        self._arrange(is_search=bool(slide.lines))
        if slide.lines:
            self.side.show(slide, colors)
            self._draw(slide.graph)
            return
        words = {"title": slide.title, "text": slide.text}
        words |= {"formula": slide.formula, "note": slide.note}
        inks = dict.fromkeys(words, colors.text) | {"formula": colors.accent}
        inks["note"] = (
            colors.text if slide.mood is Mood.NEUTRAL else getattr(colors, slide.mood.value)
        )
        self.configure(background=colors.background)
        for name, label in self._words.items():
            label.configure(text=words[name], foreground=inks[name], background=colors.background)
        self._shrink()

    def _arrange(self, *, is_search: bool) -> None:
        """Show the words below the board, or right of it."""
        if bool(self.side.winfo_manager()) is is_search:
            return
        if is_search:
            for label in self._words.values():
                label.pack_forget()
            self.graph.pack(fill="both", expand=True)
            self.side.pack(side="right", fill="y", before=self._front.view)
        else:
            self.graph.pack_forget()
            self.side.pack_forget()
            for label in self._words.values():
                label.pack(side="top", fill="x")
        self._fit()

    def _draw(self, graph: Graph | None) -> None:
        """Draw a graph as large as there is room for; of one that is too wide, its end."""
        theming, canvas = self._front.theming, self.graph
        canvas.delete("all")
        canvas.configure(background=theming.colors.background)
        self.configure(background=theming.colors.background)
        self.update_idletasks()
        width, height = canvas.winfo_width(), canvas.winfo_height()
        if graph is None or graph.is_too_large() or width < _PAD:
            return
        wide, high = graph.size
        largest, smallest = (limit * theming.colors.scale for limit in (_LARGEST, _SMALLEST))
        scale = max(min(width / wide, height / high, largest), smallest)
        inks = ON_LIGHT if theming.theme.is_light else ON_DARK
        inks = replace(inks, paper=theming.colors.background, scale=scale)
        data = png(graph, inks, bad=theming.colors.bad)
        self._photo = tk.PhotoImage(master=canvas, data=data)
        middle = min(width // 2, width - self._photo.width() // 2)
        canvas.create_image(middle, 0, image=self._photo, anchor="n")

    def _set(self, *, on: bool) -> None:
        self.is_on = on
        if not on:
            self._arrange(is_search=False)
        self._top.attributes("-fullscreen", on)
        self._front.view.show_rulers(shown=on or self._front.shell.settings.rulers, large=on)
        self.toggled.emit()
        self._fit()
        self.refresh()

    def _stage_changed(self) -> None:
        if self.is_on and self.walk is None:
            self._set(on=False)
        self.refresh()

    def _fit(self) -> None:
        """Make the type as large as suits the window."""
        if not self.is_on:
            return
        self.configure(height=round(_SHARE * self._top.winfo_height()))
        for label in self._words.values():
            label.configure(wraplength=self._top.winfo_width() - 2 * pixels(self, _PAD))
        self._shrink()
        self.side.fit(round(_SIDE * self._top.winfo_width()), self._size)

    @property
    def _size(self) -> int:
        """How large the type of a title is, in pixels, if there is room."""
        return max(pixels(self, 9), self._top.winfo_height() // _LINES)

    def _shrink(self) -> None:
        """Make the type of the words below the board as large as there is room for."""
        for share in _SHRUNK:
            for name, font in self._fonts.items():
                part = share if name == "title" else 0.85 * share
                font.configure(size=-round(self._size * part))  # negative: pixels
            self.update_idletasks()
            heights = [label.winfo_reqheight() for label in self._words.values()]
            if sum(heights) <= self.winfo_reqheight():
                return


class SearchWords(tk.Frame):
    """The words of a step of a search and the lines that belong to it, as large as they fit."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.pack_propagate(False)
        usual = tkfont.nametofont("TkDefaultFont", self)
        self._fonts = {"bold": usual.copy(), "plain": usual.copy()}
        self._fonts["bold"].configure(weight="bold")
        self._size = 0
        self.text = tk.Text(
            self,
            wrap="word",
            borderwidth=0,
            highlightthickness=0,
            takefocus=False,
            cursor="",
            state="disabled",
            font=self._fonts["plain"],
            padx=f"{_PAD}p",
            pady=f"{_PAD}p",
            spacing3="3p",
        )
        self.text.bindtags((str(self.text), str(self.winfo_toplevel()), "all"))
        self.text.pack(fill="both", expand=True)
        self.bind("<Configure>", lambda event: self._shrink())

    def show(self, slide: Slide, colors: Palette) -> None:
        """Show the words of a step."""
        text = self.text
        text.configure(state="normal", background=colors.background, foreground=colors.text)
        text.delete("1.0", "end")
        text.tag_configure("bold", font=self._fonts["bold"])
        text.tag_configure("accent", foreground=colors.accent)
        text.tag_configure("faint", foreground=colors.faint)
        for tag in ("line", "step"):
            text.tag_configure(tag, lmargin1="9p", lmargin2="21p")
        text.insert("end", f"{slide.title}\n", "bold")
        for line in slide.lines:
            bullet = "• " if line.style == "line" else ""
            style = "accent" if line.text == slide.formula else line.style
            text.insert("end", f"{bullet}{line.text}\n", style)
        text.insert("end", slide.note, "faint")
        text.configure(state="disabled")
        self._shrink()

    def fit(self, width: int, size: int) -> None:
        """Make the column so wide, and the type no larger than this, in pixels."""
        if (width, size) != (self.winfo_reqwidth(), self._size):
            self._size = size
            self.configure(width=width)

    def _shrink(self) -> None:
        """Make the type as large as there is room for."""
        for share in _SHRUNK:
            for font in self._fonts.values():
                font.configure(size=-max(round(self._size * share), 1))  # negative: pixels
            self.update_idletasks()
            if self.shows_all:
                return

    @property
    def shows_all(self) -> bool:
        """Whether there is room for the last line, and for one more below it."""
        last = self.text.bbox("end - 2 chars")
        return last is not None and last[1] + 2 * last[3] < self.text.winfo_height()
