"""What all dialogs share: Enter accepts, Escape cancels, and the focus comes back."""

from __future__ import annotations

import contextlib
import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import ClassVar, TypeVar

from flowdesk.app.look import ACCENT, TOGGLE
from flowdesk.app.scale import desktop_pixels, pixels
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.narrow import narrow
from flowdesk.app.widgets.scrolled import Scrolled, bind_keys, reveal
from flowdesk.app.widgets.toplevel import Top, bind_itself, centred, last_focus, pack_if, placed
from flowdesk.core.finding import FlowDeskError

Answer = TypeVar("Answer")

#: Points of the picture of a board.
BOARD = 36
#: Points: of a title and the desktop's panels; of a scrollbar with a gap before it.
_TITLE, _BAR = 36, 12
#: Points round a dialog, and round one that has not enough room.
_PADDING, _TIGHT = 12, 3


class Dialog(Top):
    """A small window above its parent. Fill `body`, then call `ask`, or `buttons` and `run`.

    `answer` is the name of the pressed button; closing the window gives that of the last one.
    `fixed_size` is that of a dialog which can be resized, else it is that of its contents.
    """

    #: Those that were asked for and are not on the screen yet.
    _coming: ClassVar[list[Dialog]] = []

    def __init__(self, parent: tk.Misc, title: str) -> None:
        super().__init__(parent)
        self.withdraw()
        top = parent.winfo_toplevel()
        if top.state() == "withdrawn":  # window managers hide a dialog with what it belongs to
            top.deiconify()
        self.title(title)
        self.resizable(False, False)
        self.transient(top)
        self.answer = ""
        self.fixed_size: tuple[int, int] | None = None
        self._parent = parent
        self._frame = ttk.Frame(self, padding=f"{_PADDING}p")
        self._frame.pack(fill="both", expand=True)
        self._scrolled = Scrolled(self._frame, natural=True)
        self._scrolled.pack(fill="both", expand=True)
        self.body = ttk.Frame(self._scrolled.body)
        self.body.grid(row=0, column=0, sticky="nsew")
        self.foot = ttk.Frame(self._frame)  # seen before the rest where there is little room
        self.foot.pack(side="bottom", fill="x", pady=("12p", 0), before=self._scrolled)
        self.problem = ttk.Label(self._frame, style="Problem.TLabel")
        self._is_tight = False

    def ask(
        self, action: str, read: Callable[[], Answer], focus: tk.Misc | None = None
    ) -> Answer | None:
        """Return what `read` returns once the action is chosen; None if cancelled.

        FlowDeskError from `read` is shown, and the dialog stays open.
        """
        found: list[Answer] = []

        def accept(name: str) -> bool:
            found[:] = self.checked(lambda: [read()]) or []
            return bool(found)

        if not self.problem.winfo_manager():
            self.show_problems()
        self.buttons([action, "Cancel"], accept)
        self.run(focus)
        return found[0] if found else None

    def show_problems(self) -> None:
        """Give the sentence about a problem its place, above the buttons."""
        self.update_idletasks()
        body = self._scrolled
        self.problem.configure(wraplength=max(body.winfo_reqwidth(), body.winfo_width()))
        pack_if(True, self.problem, after=self.foot, side="bottom", anchor="w", pady=("6p", 0))

    def checked(self, read: Callable[[], Answer]) -> Answer | None:
        """Return what `read` returns; if it raises FlowDeskError, show that and return None."""
        try:
            answer, problem = read(), ""
        except FlowDeskError as error:
            answer, problem = None, str(error)
        self.tell(problem)
        return answer

    def tell(self, problem: str) -> None:
        """Show a sentence about a problem, with the field that has the focus; "" takes it away."""
        self.problem.configure(text=problem)
        if self._is_tight:
            self._tighten_problem()
            if not self.fixed_size:
                self._refit()
            reveal(last_focus(self))

    def _tighten_problem(self) -> None:
        """Give the sentence about a problem its place only while there is one."""
        if self.problem["text"]:
            self.show_problems()
        else:
            self.problem.pack_forget()

    def buttons(
        self, names: Sequence[str], accept: Callable[[str], bool] = lambda name: True
    ) -> None:
        """Add buttons from right to left: the first is the default, the last means cancel.

        A pressed button closes the dialog if `accept` agrees.
        """

        def press(name: str, event: object = None) -> str:
            if name == names[-1] or accept(name):
                self.answer = name
                self.destroy()
            return "break"

        made = []
        for name in names:
            button = ttk.Button(self.foot, text=name, command=partial(press, name))
            button.pack(side="right", padx=("6p", 0))
            button.bind("<Return>", partial(press, name))
            bind_keys(button, self._scrolled.scroll)
            made.append(button)
        made[0].configure(style=ACCENT)
        self.bind("<Return>", lambda event: press(names[0]))
        self.bind("<Escape>", lambda event: press(names[-1]))
        self.protocol("WM_DELETE_WINDOW", partial(press, names[-1]))
        self._first, self._last = made[0], names[-1]

    def run(self, focus: tk.Misc | None = None) -> str:
        """Show the dialog and wait; return the answer.

        The second of two quick clicks or keys may ask for it again before it is on the screen and
        takes all events: that is cancelled at once.
        """
        asked = self._parent, self.title()
        if any((each._parent, each.title()) == asked for each in self._coming):
            self.destroy()
            return self._last
        self._coming.append(self)
        try:
            before = self._appear()
        finally:
            self._coming.remove(self)
        if not self.winfo_exists():  # it was closed meanwhile
            return self.answer or self._last
        self._take_events(focus or self._first)
        self.wait_window()
        top = self._parent.winfo_toplevel()
        if isinstance(top, Dialog) and top.winfo_exists():
            top.grab_set()  # it waits for its own answer again
        if before.winfo_exists():
            before.focus_force()
        return self.answer

    def _appear(self) -> tk.Misc:
        """Show the dialog; return what had the focus before."""
        self.update_idletasks()
        top = self._parent.winfo_toplevel()
        before = last_focus(top)
        if self.fixed_size:
            if self.fixed_size[1] < self.winfo_reqheight():
                self.tighten()
        else:
            self._fit()
            fitting = Timer(self)  # when idle, all sizes are those of now
            self.bind("<Configure>", lambda event: fitting.when_idle(self._refit), add=True)
        width, height = self.fixed_size or (self.winfo_reqwidth(), self.winfo_reqheight())
        size = f"{width}x{height}" if self.fixed_size else ""
        self._size = width, height
        self.geometry(f"{size}{centred(self, top, width, height)}")
        self.deiconify()
        with contextlib.suppress(tk.TclError):  # it is closed before it is seen
            self.wait_visibility()
        return before

    def _take_events(self, chosen: tk.Misc) -> None:
        """Let all events go to the dialog, and keys to one of its widgets."""
        self.grab_set()
        chosen.focus_force()
        if isinstance(chosen, ttk.Entry) and not isinstance(chosen, ttk.Combobox):
            chosen.selection_range(0, "end")  # typing replaces what was suggested

    def _refit(self) -> None:
        """Fit the dialog after its contents, or the scale, have changed, where it is."""
        self._fit()
        size = self.winfo_reqwidth(), self.winfo_reqheight()
        if size == self._size:
            return  # else each move by a window manager, which adds its title, would be undone
        self._size = size
        x, y = self.winfo_rootx(), self.winfo_rooty()
        place = placed(self, x, y, *size)
        if place != f"+{x}+{y}":
            self.geometry(place)

    def _fit(self) -> None:
        """Let the body scroll where the dialog would be larger than the screen."""
        contents = self.body
        wide, high = self._room(_PADDING)
        is_small = contents.winfo_reqwidth() > wide or contents.winfo_reqheight() > high
        if not is_small and not self._scrolled.is_limited:
            return  # one that was limited stays so when the scale gets smaller
        self.tighten()
        wide, high = self._room(_TIGHT)
        bar = pixels(self, _BAR)
        if contents.winfo_reqwidth() > wide - bar:
            narrow(self.body, wide - bar)
            self.update_idletasks()
        width, height = contents.winfo_reqwidth(), contents.winfo_reqheight()
        is_wider, is_higher = width > wide, height > high
        self.body.grid_configure(padx=(0, f"{_TIGHT * is_higher}p"))
        width, height = width + is_higher * bar, height + is_wider * bar
        self._scrolled.limit(min(width, wide), min(height, high))
        self.update_idletasks()

    def _room(self, padding: float) -> tuple[int, int]:
        """Return the largest size that the body can have on the screen."""
        beside = self.winfo_reqheight() - self._scrolled.winfo_reqheight()
        high = self.winfo_screenheight() - desktop_pixels(self, _TITLE)
        return self.winfo_screenwidth() - 2 * pixels(self, padding), high - beside

    def scroll(self) -> None:
        """Let the body scroll in a window of fixed size."""
        self._scrolled.limit(1, 1)
        self.body.grid_configure(padx=(0, f"{_TIGHT}p"))
        self.tighten()

    def tighten(self) -> None:
        """Leave room to the body: problems take some while there are any, buttons stand closely."""
        self._frame.configure(padding=f"{_TIGHT}p")
        self.foot.pack_configure(pady=(f"{_TIGHT}p", 0))
        self._is_tight = True
        self._tighten_problem()
        self.update_idletasks()
        wide, buttons = self._room(_TIGHT)[0], self.foot.pack_slaves()
        if sum(each.winfo_reqwidth() + pixels(self, 6) for each in buttons) > wide:
            for button in buttons:
                button.configure(padding="1p")  # type: ignore[call-arg]  # they are buttons
                button.pack_configure(padx=("0.5p", 0))
            self.update_idletasks()


def is_dialog_open(widget: tk.Misc) -> bool:
    """Whether a dialog, ours or Tk's, waits for an answer."""
    return bool(widget.tk.call("grab", "current"))


def focus_open_dialog(widget: tk.Misc) -> None:
    """Give the focus back to the dialog that waits for an answer: keys would go nowhere."""
    name = str(widget.tk.call("grab", "current", widget))
    dialog = next((each for each in widget.winfo_children() if str(each) == name), None)
    if isinstance(dialog, Dialog):
        last_focus(dialog).focus_force()


def number_field(
    parent: tk.Misc, label: str, value: int, low: int, high: int, row: int
) -> tuple[tk.StringVar, ttk.Spinbox]:
    """Add a labelled row for a whole number to a grid."""
    variable = tk.StringVar(parent, str(value))
    field = ttk.Spinbox(parent, from_=low, to=high, textvariable=variable, width=7)
    _add_row(parent, label, field, row, "w")
    return variable, field


def choice_field(
    parent: tk.Misc, label: str, values: Sequence[str], value: str, row: int
) -> tuple[tk.StringVar, ttk.Combobox]:
    """Add a labelled row with a list to choose from to a grid."""
    variable = tk.StringVar(parent, value)
    box = ttk.Combobox(parent, values=list(values), textvariable=variable, state="readonly")
    box.configure(width=18)
    _add_row(parent, label, box, row)
    # A list shows its choice as selected text, which looks as if it could be typed over.
    box.bind("<<ComboboxSelected>>", lambda event: box.selection_clear(), add=True)
    return variable, box


def text_field(parent: tk.Misc, label: str, value: str, row: int) -> tuple[tk.StringVar, ttk.Entry]:
    """Add a labelled row for a text to a grid."""
    variable = tk.StringVar(parent, value)
    entry = ttk.Entry(parent, textvariable=variable)
    _add_row(parent, label, entry, row)
    return variable, entry


def board_button(parent: tk.Misc, name: str, choice: tk.StringVar, value: str) -> ttk.Radiobutton:
    """Return a button for the picture of a board, of `BOARD` points, with its name below."""
    button = ttk.Radiobutton(parent, text=name, variable=choice, value=value, compound="top")
    button.configure(style=TOGGLE)
    return button


def _add_row(parent: tk.Misc, label: str, field: ttk.Widget, row: int, sticky: str = "ew") -> None:
    ttk.Label(parent, text=label).grid(row=row, column=0, sticky="w", padx=(0, "9p"), pady="3p")
    field.grid(row=row, column=1, sticky=sticky, pady="3p")


def switch(parent: tk.Misc, text: str, value: bool) -> tuple[tk.BooleanVar, ttk.Checkbutton]:
    """Add a box to tick, below those that are there."""
    variable = tk.BooleanVar(parent, value)
    button = ttk.Checkbutton(parent, text=text, variable=variable)
    button.pack(anchor="w", pady="1.5p")
    return variable, button


def whole_number(text: str, problem: str) -> int:
    """Return a number that was typed; if it is none, raise the problem as FlowDeskError."""
    try:
        return int(text)
    except ValueError:
        raise FlowDeskError(problem) from None


def when_written(variable: tk.Variable, widget: tk.Misc, call: Callable[[], object]) -> None:
    """Call a function after each change of a variable, until a widget is destroyed.

    Tcl would keep the function for good otherwise, and with it all that it knows.
    """
    trace = variable.trace_add("write", lambda *_: call())
    bind_itself(widget, "<Destroy>", lambda: variable.trace_remove("write", trace))
