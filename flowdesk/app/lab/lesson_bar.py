"""LessonBar: the note of a lesson's step, below the board, where it can be read and edited."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from flowdesk.app import fonts
from flowdesk.app.front import Front
from flowdesk.app.lab.lessons import Lessons
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.tooltip import ShortLabel, Tooltip

_LINES, _MOST_LINES = 3, 7  # of a note; longer ones are scrolled
_SHARE = 0.16  # of the window's height that a note has at most
_LINE = 50  # characters: without room for them beside the panels, it lies below these
_MARGIN = "6p"
_BESIDE = 24  # points beside the words and the buttons


class LessonBar(ttk.Frame):
    """Shows the step of the lesson that is open in the tab in front."""

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent, padding=(_MARGIN, "3p"))
        self._front = front
        key = front.shell.key
        calls: dict[str, tuple[Callable[[Lessons], object], str]] = {
            "Back": (
                lambda lessons: lessons.go_by(-1),
                f"The previous step  ({key('Previous rule')})",
            ),
            "Next": (lambda lessons: lessons.go_by(1), f"The next step  ({key('Next rule')})"),
            "Save": (lambda lessons: lessons.save(), "Save the lesson with its notes"),
            "Close": (lambda lessons: lessons.leave(), "Close the lesson, and keep exploring"),
        }
        words = ttk.Frame(self)
        self._step = ttk.Label(words, font=fonts.BOLD)
        self._title = ShortLabel(words, style="Faint.TLabel")
        self._step.pack(side="left")
        self._title.pack(side="left", fill="x", expand=True, padx=_MARGIN)
        self.note = tk.Text(
            self,
            height=_LINES,
            width=_LINE,
            wrap="word",
            undo=True,
            relief="flat",
            highlightthickness="0.75p",
            font=fonts.TEXT,
            padx=_MARGIN,
            pady="3p",
        )
        self._buttons: dict[str, ttk.Button] = {}
        for name, (call, tip) in calls.items():
            button = ttk.Button(self, text=name, takefocus=False, width=len(name))
            button.configure(command=partial(self._do, call))
            Tooltip(button, tip)
            self._buttons[name] = button
        self.columnconfigure(0, weight=1)
        self.bind("<Configure>", lambda event: self._fit_buttons(event.width))
        self.bind("<Configure>", lambda event: self._show_step(), add=True)
        words.grid(row=0, column=0, sticky="ew")
        for column, button in enumerate(self._buttons.values(), 1):
            button.grid(row=0, column=column, padx=("3p", 0))
        last = len(self._buttons) + 1
        self.note.grid(row=1, column=0, columnspan=last, sticky="ew", pady=("3p", 0))
        self.note.bind("<Configure>", lambda event: self._fit())
        self.note.bind("<<Modified>>", lambda event: self._modified())
        self.note.bind("<Tab>", lambda event: _give_focus_to(self.note.tk_focusNext()))
        self.note.bind("<<PrevWindow>>", lambda event: _give_focus_to(self.note.tk_focusPrev()))
        # Escape would hide what is explored.
        self.note.bind("<Escape>", lambda event: self._leave())
        front.hear(lambda tab: tab.lessons.turned, self._show)
        front.hear(lambda tab: tab.lessons.changed, self._begin)
        front.switched.connect(self._begin, front.shell)
        front.theming.changed.connect(self._show, front.shell)

    def _leave(self) -> str:
        self._front.view.focus_set()
        return "break"

    def _do(self, call: Callable[[Lessons], object]) -> None:
        call(self._front.tab.lessons)

    def _show_step(self) -> None:
        """Show the number of the step, without a word for it where there is no room."""
        if lesson := self._front.tab.lessons.lesson:
            number = f"{self._front.tab.lessons.at + 1} of {len(lesson.steps)}"
            others = sum(self._buttons[name].winfo_reqwidth() for name in ("Back", "Next"))
            words = fonts.named(self, fonts.BOLD).measure(f"Step {number}")
            is_narrow = self.winfo_width() < others + words + pixels(self, _BESIDE)
            self._step.configure(text=number if is_narrow else f"Step {number}")

    def _begin(self) -> None:
        """Make the note as low as it may be, for another lesson."""
        self.note.configure(height=_LINES)
        self._show()

    def _show(self) -> None:
        """Show the present step."""
        lessons, colors = self._front.tab.lessons, self._front.theming.colors
        lesson = lessons.lesson
        if lesson is None:
            return
        step = lesson.steps[lessons.at]
        title = f"{lesson.title}: a search to watch" if step.search else lesson.title
        self._title.show(title if lessons.is_saved else f"(not saved)  {title}")
        self._show_step()
        can = {"Back": lessons.goes(-1), "Next": lessons.goes(1), "Save": not lessons.is_saved}
        for name, button in self._buttons.items():
            button.state(["!disabled" if can.get(name, True) else "disabled"])
        self.note.configure(
            background=colors.raised,
            foreground=colors.text,
            insertbackground=colors.text,
            highlightbackground=colors.background,
            highlightcolor=colors.accent,
        )
        if step.note != self._written:
            self.note.delete("1.0", "end")
            self.note.insert("1.0", step.note)
            self.note.edit_reset()
            self.note.edit_modified(False)
        self._fit()

    def _fit_buttons(self, width: int) -> None:
        """Leave those to the menus that the words have no room beside."""
        room = width - self._step.winfo_reqwidth() - pixels(self, _BESIDE)
        for name, button in self._buttons.items():
            room -= button.winfo_reqwidth() + pixels(self, 3)
            if room >= 0 or name in ("Back", "Next"):
                button.grid()
            else:
                button.grid_remove()

    def _fit(self) -> None:
        """Make room for a long note; the board is to stand still when a shorter one follows."""
        if self.note.winfo_width() > 1:
            note = self.note
            lines = note.tk.call(note, "count", "-update", "-displaylines", "1.0", "end")
            room = _SHARE * note.winfo_toplevel().winfo_height()
            most = min(_MOST_LINES, int(room / fonts.named(note).metrics("linespace")))
            note.configure(height=max(1, min(max(int(note.cget("height")), int(lines)), most)))

    @property
    def _written(self) -> str:
        return self.note.get("1.0", "end-1c")

    def _modified(self) -> None:
        if self.note.edit_modified():
            self.note.edit_modified(False)
            self._front.tab.lessons.write_note(self._written)


def _give_focus_to(part: tk.Misc | None) -> str:
    """Move the focus, and write no tab character."""
    if part:
        part.focus_set()
    return "break"
