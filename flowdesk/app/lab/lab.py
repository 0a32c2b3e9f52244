"""The parts of the window that teach, with their commands; and what a lesson says at a step."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import cached_property, partial
from tkinter import ttk

from flowdesk.app import fonts
from flowdesk.app.actions import Command
from flowdesk.app.files import Files
from flowdesk.app.front import Front
from flowdesk.app.lab.engines_panel import EnginesPanel
from flowdesk.app.lab.explore_panel import ExplorerPanel
from flowdesk.app.lab.lessons import Lessons
from flowdesk.app.lab.presenter import Presenter
from flowdesk.app.lab.result_windows import EncodingsWindow, SubmissionsWindow
from flowdesk.app.lab.think_panel import NEXT, ThinkPanel
from flowdesk.app.look import colors_of
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.linked_text import Thumb
from flowdesk.app.widgets.tooltip import ShortLabel, tool_button
from flowdesk.app.widgets.toplevel import grid_if
from flowdesk.core.signal import Signal
from flowdesk.core.storage import shipped
from flowdesk.lab.race import refusal
from flowdesk.lab.rulebooks import AnyRuleBook, book_of, without_rules
from flowdesk.lab.trace import SearchPlace

#: How many lines each text of a step has at least and at most; longer ones are scrolled.
_LINES = {"note": (3, 7), "question": (1, 2), "answer": (1, 4)}
_SHARE = 0.16  # of the window's height that a text has at most
_LABEL = 9  # characters
_ANSWER = {False: "Show answer", True: "Hide answer"}
_LINE = 50  # characters: without room for them beside the panels, it lies below these
_MARGIN = "6p"
_BESIDE = 24  # points beside the words and the buttons
#: In a narrower bar the texts have all of its width; in a lower window the answer takes the place
#: of the note. In points.
_NARROW, _LOW = 240, 300


class LessonBar(ttk.Frame):
    """Shows the step of the lesson that is open in the tab in front.

    Its answer is hidden until it is asked for, but not from who presents it; so is the room for a
    question, if it has none.
    """

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent, padding=(_MARGIN, "3p"))
        self._front = front
        self._presents = False
        key = front.shell.key
        calls: dict[str, tuple[Callable[[Lessons], object], str]] = {
            "Back": (
                lambda lessons: lessons.go_by(-1),
                f"The previous step  ({key('Previous rule')})",
            ),
            "Next": (lambda lessons: lessons.go_by(1), f"The next step  ({key('Next rule')})"),
            "Here": (
                lambda lessons: lessons.begin_here(),
                "Let this step begin where the watched solver stands now",
            ),
            "Save": (lambda lessons: lessons.save(), "Save the lesson with its notes"),
            "Close": (lambda lessons: lessons.leave(), "Close the lesson, and keep exploring"),
        }
        words = ttk.Frame(self)
        self._step = ttk.Label(words, font=fonts.BOLD)
        self._title = ShortLabel(words, style="Faint.TLabel")
        self._step.pack(side="left")
        self._title.pack(side="left", fill="x", expand=True, padx=_MARGIN)
        self._buttons = {
            name: tool_button(self, name, partial(self._do, call), tip, width=len(name))
            for name, (call, tip) in calls.items()
        }
        self.columnconfigure(0, weight=1)
        self.bind("<Configure>", lambda event: self._show_buttons())
        words.grid(row=0, column=0, sticky="ew")
        for column, button in enumerate(self._buttons.values(), 1):
            button.grid(row=0, column=column, padx=("3p", 0))
        rows = {name: ttk.Frame(self) for name in _LINES}
        self.texts = {name: StepText(frame, front, name) for name, frame in rows.items()}
        self.note = self.texts["note"]
        last = len(self._buttons) + 1
        for row, (name, frame) in enumerate(rows.items(), 1):
            frame.grid(row=row, column=0, columnspan=last, sticky="ew", pady=("3p", 0))
            frame.columnconfigure(1, weight=1)
            self.texts[name].grid(row=0, column=1, sticky="ew")
        self._rows = rows
        self._beside: list[tk.Widget] = []  # the texts, with room
        for name in ("question", "answer"):
            label = ttk.Label(rows[name], text=name.capitalize(), width=_LABEL)
            label.grid(row=0, column=0)
            self._beside.append(label)
        tip = f"The answer to the question, to be read and written  ({key('Show answer')})"
        toggle, show = partial(self._do, Lessons.toggle_answer), _ANSWER[False]
        self._asks = tool_button(rows["question"], show, toggle, tip, width=len(show))
        self._asks.grid(row=0, column=2, padx=("3p", 0))
        self._beside.append(self._asks)
        front.hear(lambda tab: tab.lessons.turned, self._show)
        front.hear(lambda tab: tab.lessons.changed, self._begin)
        front.hear(lambda tab: tab.session.stage.changed, self._show_buttons)
        front.switched.connect(self._begin, front.shell)

    def _do(self, call: Callable[[Lessons], object]) -> None:
        call(self._front.tab.lessons)

    def present(self, *, on: bool) -> None:
        """Show the answer, as others see the slide instead, or hide it again."""
        self._presents = on
        self._show()

    def _begin(self) -> None:
        """Make the texts as low as they may be, for another lesson."""
        for text in self.texts.values():
            text.configure(height=text.least)
        self._show()

    def _show(self) -> None:
        lessons = self._front.tab.lessons
        lesson, step = lessons.lesson, lessons.step
        if lesson is None:
            return
        title = lesson.title
        if step.search:
            where = step.search if isinstance(step.search, SearchPlace) else "to watch"
            title = f"a search {where} – {title}"
        self._title.show(title if lessons.is_saved else f"(not saved)  {title}")
        self._show_buttons()
        for name, text in self.texts.items():
            text.show(getattr(step, name))

    def _show_buttons(self) -> None:
        lessons = self._front.tab.lessons
        can = {"Back": lessons.goes(-1), "Next": lessons.goes(1), "Save": not lessons.is_saved}
        for name, button in self._buttons.items():
            button.state(["!disabled" if can.get(name, True) else "disabled"])
        self._asks.configure(text=_ANSWER[lessons.shows_answer])
        self._show_rows()
        self._show_step()
        self._fit_buttons()

    def _show_rows(self) -> None:
        lessons, step = self._front.tab.lessons, self._front.tab.lessons.step
        shows_answer = lessons.shows_answer or (self._presents and bool(step.answer))
        is_low = self.winfo_toplevel().winfo_height() < pixels(self, _LOW)
        grid_if(not (is_low and shows_answer), self._rows["note"])
        grid_if(bool(step.question) or lessons.shows_answer, self._rows["question"])
        grid_if(shows_answer, self._rows["answer"])

    def _show_step(self) -> None:
        """Show the number of the step, without a word for it where there is no room."""
        if lesson := self._front.tab.lessons.lesson:
            number = f"{self._front.tab.lessons.at + 1} of {len(lesson.steps)}"
            others = sum(self._buttons[name].winfo_reqwidth() for name in ("Back", "Next"))
            words = fonts.named(self, fonts.BOLD).measure(f"Step {number}")
            is_narrow = self.winfo_width() < others + words + pixels(self, _BESIDE)
            self._step.configure(text=number if is_narrow else f"Step {number}")

    def _fit_buttons(self) -> None:
        """Leave those to the menus that the words have no room beside, or that are not possible."""
        for part in self._beside:
            grid_if(self.winfo_width() >= pixels(self, _NARROW), part)
        room = self.winfo_width() - self._step.winfo_reqwidth() - pixels(self, _BESIDE)
        is_here = self._front.tab.lessons.can_begin_here
        for name, button in self._buttons.items():
            is_needed = name in ("Back", "Next")
            needed = button.winfo_reqwidth() + pixels(self, 3)
            is_shown = is_needed or (room >= needed and (name != "Here" or is_here))
            room -= needed * is_shown
            grid_if(is_shown, button)


class StepText(tk.Text):
    """A text of a step, by its name, where it can be read and edited."""

    def __init__(self, parent: tk.Misc, front: Front, name: str) -> None:
        self.least, self._most = _LINES[name]
        super().__init__(
            parent,
            height=self.least,
            width=_LINE if name == "note" else 1,  # then the bar is as wide at each step
            wrap="word",
            undo=True,
            relief="flat",
            highlightthickness="0.75p",
            font=fonts.TEXT,
            padx=_MARGIN,
            pady="3p",
        )
        self._thumb = Thumb(self)
        self._front, self._name = front, name
        self._width = 0  # when it was fitted last
        self.bind("<Configure>", lambda event: self._fit())
        self.bind("<<Modified>>", lambda event: self._modified())
        self.bind("<Tab>", lambda event: _give_focus_to(self.tk_focusNext()))
        self.bind("<<PrevWindow>>", lambda event: _give_focus_to(self.tk_focusPrev()))
        # Escape would hide what is explored.
        self.bind("<Escape>", lambda event: _give_focus_to(front.view))
        self.bind("<<ThemeChanged>>", lambda event: self._restyle())
        self._restyle()

    def _restyle(self) -> None:
        colors = colors_of(self)
        self.configure(
            background=colors.raised,
            foreground=colors.text,
            insertbackground=colors.text,
            highlightbackground=colors.background,
            highlightcolor=colors.accent,
        )
        self._thumb.configure(background=colors.faint)

    def show(self, words: str) -> None:
        if words != self._written:
            self.delete("1.0", "end")
            self.insert("1.0", words)
            self.edit_reset()
            self.edit_modified(False)
        self._fit()

    def _fit(self) -> None:
        """Make room for a long text; the board is to stand still when a shorter note follows."""
        width = self.winfo_width()
        if width > 1:
            is_same, self._width = width == self._width, width
            lines = self.tk.call(self, "count", "-update", "-displaylines", "1.0", "end")
            room = _SHARE * self.winfo_toplevel().winfo_height()
            most = min(self._most, int(room / fonts.named(self).metrics("linespace")))
            stays = is_same and self._name == "note"
            least = int(self.cget("height")) if stays else self.least
            self.configure(height=max(1, min(max(least, int(lines)), most)))

    @property
    def _written(self) -> str:
        return self.get("1.0", "end-1c")

    def _modified(self) -> None:
        if self.edit_modified():
            self.edit_modified(False)
            self._front.tab.lessons.write(self._name, self._written)


def _give_focus_to(part: tk.Misc | None) -> str:
    """Move the focus, and write no tab character."""
    if part:
        part.focus_set()
    return "break"


class Lab:
    """Its panels, in a `room` beside the board, are shown as long as their mode is on.

    That of the engines is there until it is closed, and emits `toggled`. They and the windows are
    made when they are first shown.
    """

    def __init__(self, parent: tk.Misc, room: tk.Misc, front: Front, files: Files) -> None:
        self._front, self._room, self._files = front, room, files
        self.presenter = Presenter(front)
        self.lesson_bar = bar = LessonBar(parent, front)
        self.presenter.toggled.connect(lambda: bar.present(on=self.presenter.is_on), front.shell)
        self.toggled: Signal[[]] = Signal()
        self.shows_engines = False

    @cached_property
    def engines(self) -> EnginesPanel:
        return EnginesPanel(self._room, self._front, lambda: self.show_engines(on=False))

    @cached_property
    def encodings(self) -> EncodingsWindow:
        return EncodingsWindow(self._front)

    @cached_property
    def submissions(self) -> SubmissionsWindow:
        return SubmissionsWindow(self._front)

    @cached_property
    def explorer(self) -> ExplorerPanel:
        panel = ExplorerPanel(self._room, self._front, lambda label: self.commands[label].run())
        panel.refresh()
        return panel

    @cached_property
    def think_panel(self) -> ThinkPanel:
        panel = ThinkPanel(self._room, self._front)
        panel.refresh()
        return panel

    @property
    def panel(self) -> ttk.Frame | None:
        """The panel of what is on in the tab in front, if that has one."""
        tab = self._front.tab
        if tab.exploring.is_on:
            return self.explorer
        return self.think_panel if tab.thinking.is_on else None

    @property
    def commands(self) -> dict[str, Command]:
        """The commands that only the lab has."""
        tab, presenter = self._front.tab, self.presenter
        exploring, thinking = tab.exploring, tab.thinking

        def explores() -> bool:
            return exploring.is_on

        def walks() -> bool:
            return exploring.is_on or exploring.guide is not None

        def thinks() -> bool:
            return thinking.is_on

        return {
            **tab.lessons.commands,
            "Engines": Command(
                self._toggle_engines,
                checked=lambda: self.shows_engines,
                refusal=lambda: refusal(self._front.document.level),
            ),
            "Explore the rules": Command(
                lambda: None if thinking.go_back() else exploring.toggle(),
                checked=explores,
                refusal=self._without_rules,
            ),
            "Present": Command(
                presenter.toggle, checked=lambda: presenter.is_on, refusal=self._without_rules
            ),
            "Next rule": Command(exploring.next, walks),
            "Previous rule": Command(exploring.back, walks),
            "All rules on or off": Command(exploring.all_or_none, explores),
            "See the clauses": Command(
                lambda: self.explorer.see_clauses(),
                lambda: exploring.is_on and not exploring.problem[0],
                lambda: exploring.is_on and self.explorer.clauses.is_open,
            ),
            "Watch the solver think": Command(
                thinking.toggle, checked=thinks, refusal=self._without_rules
            ),
            **{
                action: Command(partial(thinking.to_next, kind), thinks)
                for kind, action in NEXT.items()
            },
            "Which rules are needed?": Command(
                exploring.ask_which_are_needed, lambda: exploring.may_ask
            ),
            "Why is there no solution?": Command(exploring.ask_why_none, lambda: exploring.may_ask),
            "Compare encodings ...": Command(
                lambda: self.encodings.appear(), refusal=self._without_rules
            ),
            "Open formula ...": Command(tab.own_formula.ask_open, refusal=self._without_rules),
            "Open folder of formulas ...": Command(
                lambda: self.submissions.ask_open(), refusal=self._without_rules
            ),
            "Open an example board": Command(self._show_example),
            "Open a board the published rules get wrong": Command(self._show_gaps),
        }

    @property
    def steps(self) -> dict[str, Command]:
        """What commands of an animation mean while a solver is watched thinking."""
        thinking = self._front.tab.thinking
        return {
            "Play or pause": Command(thinking.play_or_pause),
            "One step": Command(thinking.step, lambda: not thinking.thinking.trace.is_at_end),
            "One step back": Command(thinking.step_back),
            "Skip to the end": Command(thinking.skip),
            "Replay": Command(thinking.replay),
        }

    @property
    def pages(self) -> dict[str, Command]:
        """What Page up and Page down mean while something is presented, as pointing devices do."""
        return {
            "Previous puzzle": Command(self.presenter.back),
            "Next puzzle": Command(self.presenter.next),
        }

    def show_engines(self, *, on: bool) -> None:
        if on != self.shows_engines:
            self.shows_engines = on
            self.toggled.emit()

    def _toggle_engines(self) -> None:
        """Show the panel of the engines, also where another one has taken its place."""
        is_covered = self.panel is not None or self._front.tab.playing.is_on
        if is_covered:
            self._front.session.stage.show_level_alone()
        self.show_engines(on=is_covered or not self.shows_engines)

    def escape(self) -> bool:
        """Stop the race, or close the panel of the engines; return whether it was there."""
        if not self.shows_engines or not self.engines.winfo_viewable():
            return False
        if not self.engines.stop():
            self.show_engines(on=False)
        return True

    def _show_example(self) -> None:
        if self._files.open_path(shipped("puzzles") / self._book.example.file):
            self._front.tab.exploring.show_example()

    def _show_gaps(self) -> None:
        if self._files.open_path(shipped("puzzles") / self._book.gap_example.file):
            self._front.tab.exploring.show_gaps()

    @property
    def _book(self) -> AnyRuleBook:
        return book_of(self._front.document.level)

    def close(self) -> None:
        """End what they have begun; those that were never opened are not made for that."""
        if "engines" in vars(self):
            self.engines.stop()
        if "encodings" in vars(self):
            self.encodings.close()
        if "submissions" in vars(self):
            self.submissions.close()

    def _without_rules(self) -> str:
        return without_rules(self._front.document.level)
