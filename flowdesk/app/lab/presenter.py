"""Presenter: a second window with the board, and the words of a step in large type beside it."""

from __future__ import annotations

import tkinter as tk
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace

from PIL import ImageTk

from flowdesk.app.board_view import BoardView
from flowdesk.app.fonts import named
from flowdesk.app.front import Front
from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.look import Palette, inks_of
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.linked_text import READ_ONLY
from flowdesk.app.widgets.toplevel import Top, WindowPlace, bind_itself, pack_if, set_size
from flowdesk.core.signal import Owner, Signal
from flowdesk.draw.graph import Graph, paint
from flowdesk.kinds.known import Mood
from flowdesk.lab.changes import Slide

_TITLE = "Slides – F11: full screen – Esc: end – FlowDesk"
_SIZE, _LEAST = (640, 400), (300, 200)  # points
_LINES = 29  # of the title, fit one above the other on the screen
_SHARE = 0.3  # of the window's height; the same for all steps, so that the board stands still
_SIDE = 0.52  # of the window's width, for the words of a search
#: How large the type of words is, of what it would be: as large as there is room for.
_SHRUNK = tuple(twentieths / 20 for twentieths in range(20, 3, -1))
_FINEST = 8  # pixels: smaller type cannot be read
#: How large it is below the board, of that of the title.
_SMALLER = 0.85
#: A graph is drawn no larger than so many times as large as in files, and smaller than the second
#: of them only to be as high as there is room for.
_LARGEST, _SMALLEST = 2.0, 0.5


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
        front.hear(lambda tab: tab.exploring.changed, self.refresh)
        front.hear(lambda tab: tab.thinking.changed, self.refresh)
        front.hear(lambda tab: tab.lessons.turned, self.refresh)
        front.switched.connect(self.leave, front.shell)
        front.theming.changed.connect(self._theme_changed, front.shell)

    @property
    def is_on(self) -> bool:
        return self.slides is not None

    @property
    def walk(self) -> ExploreMode | ThinkMode | None:
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
        self.words = SlideWords(self)
        self.graph = tk.Canvas(self, highlightthickness=0, borderwidth=0)
        self.graph.bind("<Configure>", lambda event: self._draw())
        self._graph: Graph | None = None  # of the search that is shown
        self._photo: ImageTk.PhotoImage | None = None
        self.view = view = BoardView(self, front.view.scene, front.theming.theme)
        view.painting.connect(lambda: view.show(front.view.scene), self._owner)
        front.view.painting.connect(view.request_paint, self._owner)
        self.words.pack(side="bottom", fill="x")
        view.pack(side="left", fill="both", expand=True)
        bind_itself(self, "<Configure>", self._fit)
        self.focus_force()

    def close(self) -> None:
        self._owner.end()
        self.destroy()

    @property
    def is_full(self) -> bool:
        return bool(self.attributes("-fullscreen"))

    def toggle_full(self) -> str:
        self.attributes("-fullscreen", not self.is_full)
        return "break"  # the key means something else in the main window

    def set_theme(self) -> None:
        self.view.set_theme(self._front.theming.theme)

    def show(self, slide: Slide) -> None:
        is_search = bool(slide.lines)
        if is_search != self.words.is_beside:
            self.words.is_beside = is_search
            self.words.pack(side="right" if is_search else "bottom", fill="both", before=self.view)
            pack_if(is_search, self.graph, side="bottom", fill="x", before=self.words)
            self._fit()
        self.words.show(slide, self._colors)
        self._graph = slide.graph
        self._draw()

    @property
    def _colors(self) -> Palette:
        """Those of the window, on the ground of the board, which is whiter in print."""
        theming = self._front.theming
        return replace(theming.colors, background=theming.theme.ground)

    def _draw(self) -> None:
        """Draw the graph as large as there is room for; of one that is too wide, its end."""
        theming, canvas, graph = self._front.theming, self.graph, self._graph
        canvas.delete("all")
        canvas.configure(background=self._colors.background)
        width, height = canvas.winfo_width(), canvas.winfo_height()
        if graph is None or graph.is_too_large() or width == 1:  # it has no size yet
            return
        wide, high = graph.size
        largest, smallest = (limit * theming.colors.scale for limit in (_LARGEST, _SMALLEST))
        scale = min(max(min(width / wide, largest), smallest), height / high)
        inks = replace(inks_of(theming.theme, scale), paper=self._colors.background)
        picture = paint(graph, inks, bad=theming.colors.bad)
        self._photo = ImageTk.PhotoImage(picture, master=canvas)
        middle = min(width // 2, width - self._photo.width() // 2)
        canvas.create_image(middle, 0, image=self._photo, anchor="n")

    def _fit(self) -> None:
        """Make the type as large as suits the window: so many pixels that of a title."""
        width, height = self.winfo_width(), self.winfo_height()
        below, beside = round(_SHARE * height), round(_SIDE * width)
        self.graph.configure(height=below)
        self.words.configure(width=beside, height=below)
        size = max(pixels(self, 9), height // _LINES)
        self.words.set_size(size)
        self.view.show_rulers(shown=True, size=size)


class SlideWords(tk.Frame):
    """The words of a step, as large as they fit: below the board, those of a search beside it."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.is_beside = False
        self._shown: tuple[Slide, Palette, bool] | None = None
        self.pack_propagate(False)
        self._family = named(self).actual("family")
        self._size = 0
        self.text = tk.Text(self, **READ_ONLY)
        self.text.bindtags((str(self.text), str(self.winfo_toplevel()), "all"))
        self.text.pack(fill="both", expand=True)
        self.bind("<Configure>", lambda event: self._shrink())

    def show(self, slide: Slide, colors: Palette) -> None:
        shown = slide, colors, self.is_beside
        if shown == self._shown:
            return
        self._shown, text = shown, self.text
        text.configure(state="normal", background=colors.background, foreground=colors.text)
        text.delete("1.0", "end")
        for name in ("accent", "faint", "good", "bad", "doubtful"):
            text.tag_configure(name, foreground=getattr(colors, name))
        for number, (words, *tags) in enumerate([part for part in _parts(slide) if part[0]]):
            text.insert("end", "\n" * (number > 0))
            text.insert("end", words, tags)
        text.configure(state="disabled")
        self._shrink()

    def set_size(self, pixels: int) -> None:
        """Make the type no larger than this."""
        if pixels != self._size:
            self._size = pixels
            self._shrink()

    def _shrink(self) -> None:
        """Make the type, and with it the margins, as large as there is room for."""
        if not self._fits(_SHRUNK[0]):
            last = len(_SHRUNK) - 1  # which is taken where none fits
            self._fits(_SHRUNK[bisect_left(_SHRUNK, True, lo=1, hi=last, key=self._fits)])

    def _fits(self, share: float) -> bool:
        """Give the type this share of its size; return whether there is room for it.

        A named font would lay out all windows again each time that its size changes.
        """
        text, margin = self.text, round(self._size * share)
        words = share if self.is_beside else _SMALLER * share
        plain, large = (
            (self._family, -max(round(self._size * part), _FINEST))  # negative: pixels
            for part in (words, share)
        )
        text.configure(font=plain, padx=margin, pady=margin if self.is_beside else 1)
        text.tag_configure("title", font=(*large, "bold"))
        text.tag_configure("bold", font=(*plain, "bold"))
        start = self._measured(" ")
        text.configure(spacing3=start)
        for tag, mark in (("line", " •  "), ("step", " 10.  ")):
            margin = self._measured(mark)
            text.tag_configure(tag, lmargin1=start, lmargin2=margin, tabs=margin)
        self.update_idletasks()
        return self.shows_all

    def _measured(self, words: str) -> int:
        return int(self.tk.call("font", "measure", self.text["font"], words))

    @property
    def shows_all(self) -> bool:
        """Whether there is room for the last line, and below it, beside the board for one more."""
        last = self.text.bbox("end - 2 chars")  # what is seen of it: its height may be less
        line = int(self.tk.call("font", "metrics", self.text["font"], "-linespace"))
        room = line + (line if self.is_beside else self._measured(" "))
        return last is not None and last[1] + room < self.text.winfo_height()


def _parts(slide: Slide) -> list[tuple[str, ...]]:
    """Return the lines of a slide, each with its tags, some of them empty."""
    if slide.lines:
        told: list[tuple[str, ...]] = []
        for line in slide.lines:
            told.append((line.marked, "accent" if line.text == slide.formula else line.style))
        told.append((slide.note, "faint"))
    else:
        mood = slide.mood.value if slide.mood is not Mood.NEUTRAL else "plain"
        told = [(slide.text, "plain"), (slide.formula, "accent"), (slide.note, "bold", mood)]
    return [(slide.title, "title"), *told, (slide.question, "bold"), (slide.answer, "accent")]
