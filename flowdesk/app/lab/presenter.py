"""Presenter: a second window with the board, and the words of a step in large type beside it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import font as tkfont

from flowdesk.app.board_view import BoardView
from flowdesk.app.front import Front
from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.look import Palette, inks_of
from flowdesk.app.scale import pixels
from flowdesk.app.tab import Tab
from flowdesk.app.widgets.toplevel import Top, WindowPlace, set_size
from flowdesk.core.signal import Owner, Signal
from flowdesk.draw.graph import Graph, png
from flowdesk.kinds.known import Mood
from flowdesk.lab.changes import Slide

_TITLE = "Slides – F11: full screen – Esc: end – FlowDesk"
_SIZE, _LEAST = (640, 400), (300, 200)  # points
_WORDS = ("title", "text", "formula", "note", "question", "answer")
_LINES = 29  # of the title, fit one above the other on the screen
_SHARE = 0.3  # of the window's height; the same for all steps, so that the board stands still
_PAD = 12  # points
_SIDE = 0.52  # of the window's width, for the words of a search
#: How large the type of words is, of what it would be: as large as there is room for.
_SHRUNK = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
#: A graph is drawn no larger and no smaller than so many times as large as in files.
_LARGEST, _SMALLEST = 2.0, 0.5


#: What a slide shows a change of.
_CHANGED: tuple[Callable[[Tab], Signal[[]]], ...] = (
    lambda tab: tab.exploring.changed,
    lambda tab: tab.thinking.changed,
    lambda tab: tab.lessons.turned,
)


class Presenter:
    """Walks through a lesson, through the rules, or through a search that is watched.

    A second window has the slides, for a projector. Emits `toggled` when presenting begins or ends.
    """

    def __init__(self, front: Front) -> None:
        self.toggled: Signal[[]] = Signal()
        self.slides: Slides | None = None  # while something is presented
        self._place, self._was_full = "", False
        self._front = front
        front.hear(lambda tab: tab.session.stage.changed, self._stage_changed)
        for changed in _CHANGED:
            front.hear(changed, self.refresh)
        front.switched.connect(self.leave, front.shell)
        front.theming.changed.connect(self._theme_changed, front.shell)

    @property
    def is_on(self) -> bool:
        return self.slides is not None

    @property
    def walk(self) -> ExploreMode | ThinkMode | None:
        """What is walked through, if anything is."""
        tab = self._front.tab
        return (
            tab.exploring if tab.exploring.is_on else tab.thinking if tab.thinking.is_on else None
        )

    def toggle(self) -> None:
        if self.leave():
            return
        if self.walk is None:
            self._front.tab.exploring.toggle()
        if self.walk is not None:
            self.slides = Slides(self._front, self.leave, self._place)
            if self._was_full:
                self.slides.toggle_full()
            self.toggled.emit()
            self.refresh()

    def leave(self) -> bool:
        """End presenting; return whether it was on."""
        slides, self.slides = self.slides, None
        if slides:
            self._place, self._was_full = slides.place.geometry, slides.is_full
            slides.close()
            self._front.view.focus_force()
            self.toggled.emit()
        return slides is not None

    def next(self) -> None:
        """Go to the next step of the lesson that is open, else of what is walked through."""
        if walk := self._walked:
            walk.next()

    def back(self) -> None:
        if walk := self._walked:
            walk.back()

    @property
    def _walked(self) -> ExploreMode | ThinkMode | None:
        exploring = self._front.tab.exploring
        return exploring if exploring.guide else self.walk

    def refresh(self) -> None:
        """Show the present step."""
        if self.slides and self.walk:
            lessons = self._front.tab.lessons
            answer = lessons.step.answer if lessons.shows_answer else ""
            question = lessons.step.question
            self.slides.show(replace(self.walk.slide, question=question, answer=answer))

    def _stage_changed(self) -> None:
        if self.walk is None:
            self.leave()
        self.refresh()

    def _theme_changed(self) -> None:
        if self.slides:
            self.slides.set_theme()
            self.refresh()


class Slides(Top):
    """A window with the board as it is shown in the main one, and a slide in large type.

    The words of rules stand below the board, those of a search right of it: below is the graph. The
    keys of the main window work here, too. It can fill the screen, and calls `leave` to be closed.
    """

    def __init__(self, front: Front, leave: Callable[[], object], place: str) -> None:
        super().__init__(front.shell.root)
        self._front = front
        self._owner = Owner()  # of what it hears, until it is closed
        self.title(_TITLE)
        set_size(self, _SIZE, least=_LEAST, remembered=place, over=front.shell.root)
        self.place = WindowPlace(self)
        self.protocol("WM_DELETE_WINDOW", leave)
        for keys in ("<Key-F11>", "<Alt-Key-Return>"):
            self.bind(keys, lambda event: self.toggle_full())
        for keys in ("<Shift-Key-F11>", "<Control-Key-F11>", "<Mod1-Key-F11>"):
            self.bind(keys, lambda event: None)  # what they do in the main window
        self.bindtags((*self.bindtags(), str(front.shell.root)))
        self.below = tk.Frame(self)
        self.below.pack_propagate(False)
        usual = tkfont.nametofont("TkDefaultFont", self)
        self._fonts = {name: usual.copy() for name in _WORDS}
        for name in ("title", "note", "question"):
            self._fonts[name].configure(weight="bold")
        self._words: dict[str, tk.Label] = {}
        for name, font in self._fonts.items():
            self._words[name] = tk.Label(
                self.below, font=font, anchor="w", justify="left", padx=f"{_PAD}p"
            )
        self.graph = tk.Canvas(self.below, highlightthickness=0, borderwidth=0)
        self._photo: tk.PhotoImage | None = None
        self.side = SearchWords(self)
        self.view = view = BoardView(self, front.view.scene, front.theming.theme)
        view.show_rulers(shown=True, large=True)
        view.painting.connect(lambda: view.show(front.view.scene), self._owner)
        front.view.painting.connect(view.request_paint, self._owner)
        self.below.pack(side="bottom", fill="x")
        view.pack(side="left", fill="both", expand=True)
        self.bind("<Configure>", self._resized, add=True)
        self.focus_force()

    def close(self) -> None:
        self._owner.end()
        self.destroy()

    @property
    def is_full(self) -> bool:
        """Whether it fills the screen."""
        return bool(self.attributes("-fullscreen"))

    def toggle_full(self) -> str:
        self.attributes("-fullscreen", not self.is_full)
        return "break"  # the key means something else in the main window

    def set_theme(self) -> None:
        self.view.set_theme(self._front.theming.theme)

    def show(self, slide: Slide) -> None:
        """Show the words of a step."""
        colors = self._front.theming.colors
        self._arrange(is_search=bool(slide.lines))
        if slide.lines:
            self.side.show(slide, colors)
            self._draw(slide.graph)
            return
        inks = dict.fromkeys(_WORDS, colors.text)
        inks |= {"formula": colors.accent, "answer": colors.accent}
        if slide.mood is not Mood.NEUTRAL:
            inks["note"] = getattr(colors, slide.mood.value)
        self.below.configure(background=colors.background)
        for name, label in self._words.items():
            words = getattr(slide, name)
            label.configure(text=words, foreground=inks[name], background=colors.background)
            label.pack_forget()
            if words:
                label.pack(side="top", fill="x")
        self._shrink()

    def _arrange(self, *, is_search: bool) -> None:
        """Show the words below the board, or right of it."""
        if bool(self.side.winfo_manager()) is is_search:
            return
        if is_search:
            for label in self._words.values():
                label.pack_forget()
            self.graph.pack(fill="both", expand=True)
            self.side.pack(side="right", fill="y", before=self.view)
        else:
            self.graph.pack_forget()
            self.side.pack_forget()
        self._fit()

    def _draw(self, graph: Graph | None) -> None:
        """Draw a graph as large as there is room for; of one that is too wide, its end."""
        theming, canvas = self._front.theming, self.graph
        canvas.delete("all")
        canvas.configure(background=theming.colors.background)
        self.update_idletasks()
        width, height = canvas.winfo_width(), canvas.winfo_height()
        if graph is None or graph.is_too_large() or width < _PAD:
            return
        wide, high = graph.size
        largest, smallest = (limit * theming.colors.scale for limit in (_LARGEST, _SMALLEST))
        scale = max(min(width / wide, height / high, largest), smallest)
        data = png(graph, inks_of(theming.theme, scale), bad=theming.colors.bad)
        self._photo = tk.PhotoImage(master=canvas, data=data)
        middle = min(width // 2, width - self._photo.width() // 2)
        canvas.create_image(middle, 0, image=self._photo, anchor="n")

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self:
            self._fit()

    def _fit(self) -> None:
        """Make the type as large as suits the window."""
        self.below.configure(height=round(_SHARE * self.winfo_height()))
        for label in self._words.values():
            label.configure(wraplength=self.winfo_width() - 2 * pixels(self, _PAD))
        self._shrink()
        self.side.fit(round(_SIDE * self.winfo_width()), self._size)

    @property
    def _size(self) -> int:
        """How large the type of a title is, in pixels, if there is room."""
        return max(pixels(self, 9), self.winfo_height() // _LINES)

    def _shrink(self) -> None:
        """Make the type of the words below the board as large as there is room for."""
        for share in _SHRUNK:
            for name, font in self._fonts.items():
                part = share if name == "title" else 0.85 * share
                font.configure(size=-round(self._size * part))  # negative: pixels
            self.update_idletasks()
            heights = [label.winfo_reqheight() for label in self.below.pack_slaves()]
            if sum(heights) <= self.below.winfo_reqheight():
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
        for words, style in ((slide.question, "bold"), (slide.answer, "accent")):
            if words:
                text.insert("end", f"\n{words}", style)
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
        last = self.text.bbox("end - 2 chars")  # what is seen of it: its height may be less
        room = 2 * self._fonts["plain"].metrics("linespace")
        return last is not None and last[1] + room < self.text.winfo_height()
