"""The toolbar above the board, and the bars below it, which give way where there is little room."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk
from typing import Literal

from flowdesk.app import fonts, look
from flowdesk.app.actions import Action, key_text
from flowdesk.app.look import set_icon
from flowdesk.app.scale import factor, pixels
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.app.widgets.toplevel import pack_if

_LEAST = 75  # points of height that the board keeps
_GOOD, _AMPLE = 115, 200  # beside the last bar but one, which is a luxury, and beside the last
_READ_MS, _LETTER_MS = 4000, 80  # to read what is said over the toolbar: at least, and a letter


class Bars:
    """Shows the bars that are wanted, the most needed first, as long as the board has room.

    The first of them is shown in any case: what it is for cannot be done without it, and even the
    `toolbar` gives way to it. `middle` has the board's `view`, with panels beside it. A bar that is
    wider than the view lies below the panels, too, and the status bar below all. Without room for
    that, or in it for all of a text, this lies over the toolbar, as much at a time as there is room
    for above the board, each for a while or until it is clicked.
    """

    def __init__(
        self, toolbar: ttk.Frame, middle: ttk.Frame, view: tk.Widget, shell: Shell
    ) -> None:
        self._toolbar, self._middle, self._view = toolbar, middle, view
        self._status = shell.bar
        self.said = ttk.Label(middle.master, padding=("3p", 0))
        self.said.bind("<Button-1>", lambda event: self._clicked())
        self._needed: Sequence[ttk.Frame] = ()
        self._wanted: set[ttk.Frame] = {shell.bar}
        self._packed: list[tuple[ttk.Frame, bool]] = []  # with whether it lies below the panels
        self._idle, self._reading = Timer(middle), Timer(middle)
        self._unread: list[str] = []  # the words after those that lie over the toolbar
        shell.bar.said.connect(self._lay_over, shell)

    def add(self, *bars: ttk.Frame) -> None:
        """Take these bars, of which the first is needed most and the last lies lowest.

        The last two are a luxury: the board is to be large beside them.
        """
        self._needed = bars
        for part in (self._middle, self._view, *bars):
            part.bind("<Configure>", lambda event: self._arrange_soon(), add=True)

    def want(self, bar: ttk.Frame, *, shown: bool) -> None:
        """Show a bar if there is room for it, or hide it."""
        if shown != (bar in self._wanted):
            (self._wanted.add if shown else self._wanted.discard)(bar)
            self._arrange_soon()

    def _arrange_soon(self) -> None:
        self._idle.when_idle(self.arrange)  # when bars know what they need

    def arrange(self) -> None:
        heights = {bar: bar.winfo_reqheight() for bar in self._needed if bar in self._wanted}
        room = self._middle.winfo_height() - pixels(self._middle, _LEAST)
        if self._middle.winfo_height() == 1:
            room = sum(heights.values())  # the window has no size yet
        elif self._status.winfo_manager() == "pack":
            room += self._status.winfo_height()
        above = self._toolbar.winfo_reqheight()
        room -= 0 if self._toolbar.winfo_manager() else above
        gives_way = heights.get(self._needed[0], 0) > max(room, 0)
        room += above if gives_way else 0
        first = self._middle.master.pack_slaves()[0]
        pack_if(not gives_way, self._toolbar, side="top", fill="x", before=first)
        kept = dict(zip(self._needed[-2:], (_GOOD, _AMPLE), strict=True))
        fitting = []
        for bar, height in heights.items():
            spared = pixels(bar, kept.get(bar, _LEAST) - _LEAST)
            if height <= room - spared or bar is self._needed[0]:
                room -= height
                fitting.append(bar)
        column = self._view.winfo_width()
        packed = [(bar, bar.winfo_reqwidth() > column) for bar in reversed(fitting)]
        if packed != self._packed:
            for bar, _ in self._packed:
                self._hide(bar, for_good=bar not in fitting)
            self._packed = packed
            for bar, is_wide in packed:
                self._show(bar, is_wide=is_wide)

    def _show(self, bar: ttk.Frame, *, is_wide: bool) -> None:
        if bar is self._status:
            self._take_away()
            bar.pack(side="bottom", fill="x", before=self._middle)
            return
        panels = [part for part in self._middle.pack_slaves() if part not in self._needed]
        bar.pack(side="bottom", fill="x", before=panels[0] if is_wide else self._view)

    def _hide(self, bar: ttk.Frame, *, for_good: bool) -> None:
        if for_good and str(bar.tk.call("focus")).startswith(f"{bar}."):
            self._view.focus_set()
        bar.pack_forget()

    def _lay_over(self, text: str) -> None:
        self._take_away()
        has_place = self._status.winfo_manager() and self._status.has_room
        if text and self._toolbar.winfo_manager() and not has_place:
            self.said.configure(font=fonts.TEXT)
            self._unread = text.split(" ")
            if self._fitting(self._unread):
                self.said.configure(font=fonts.SMALL)
            self._turn()
            self._status.leave_out(text)

    def _take_away(self) -> None:
        self._unread = []
        self.said.place_forget()
        self._status.leave_out("")

    def _fitting(self, words: list[str]) -> list[str]:
        """Have as many words laid over the toolbar as there is room for; return the others."""
        said = self.said
        said.configure(wraplength=self._middle.winfo_width() - pixels(said, 6))
        said.configure(text=" ".join(words))
        rest: list[str] = []
        while said.winfo_reqheight() > self._middle.winfo_y() and len(words) > 1:
            *words, last = words
            rest.insert(0, last)
            said.configure(text=f"{' '.join(words)} …")
        return rest

    def _turn(self) -> None:
        """Lay what is unread over the toolbar, or take away what was read if that is all."""
        said = self.said
        if not self._unread:
            self._take_away()
            return
        self._unread = self._fitting(self._unread)
        high = max(said.winfo_reqheight(), self._middle.winfo_y())
        said.place(x=0, y=0, width=self._middle.winfo_width(), height=high)
        said.tkraise()
        self._reading.start(max(_READ_MS, _LETTER_MS * len(str(said["text"]))), self._turn)

    def _clicked(self) -> None:
        if not self._unread:
            self._status.clicked.emit(self._status.cells)
        self._turn()


#: Points beside the buttons for what else is there, such as the verdict: wanted, and at least.
_OTHERS, _FEWEST_OTHERS = 310, 200
#: Points of width without which the parts beside the buttons give way to the verdict.
_NARROW = 270
#: Points on either side of a button, and of a line where there is room.
_BESIDE, _LINE = 1.5, 4.5
#: Everybody knows these by their icons.
_WORDLESS = {"Undo", "Redo"}


class Toolbar(ttk.Frame):
    """Its buttons show words only while there is room for them; room is left on its right.

    Where there is hardly any, only the last buttons are there, and that of the search: the menus
    have all of them.
    """

    def __init__(self, parent: tk.Misc, shell: Shell) -> None:
        super().__init__(parent, padding=("6p", "4.5p"))
        self._mac = shell.mac
        self._buttons: list[tuple[ttk.Button, Action]] = []
        self._lines: dict[ttk.Button, ttk.Separator] = {}  # by the button on their right
        self._row = ttk.Frame(self)
        self._row.pack(side="left")
        self._searches: ttk.Button | None = None
        self._has_words, self._worded = True, 0.0  # how wide they are with words, at 100 %
        self._shown: tuple[list[ttk.Button], bool, float] = [], True, 0
        self._stop: Callable[[], object] | None = None
        self._spare: tk.Widget | None = None
        self._idle = Timer(self)
        # Not amid a change of the scale, which lengthens what is packed.
        self.bind("<Configure>", lambda event: self._idle.when_idle(self._fit))

    def add(self, action: Action, run: Callable[[], object]) -> None:
        """Add the button of an action; a line parts it from those of another menu."""
        command = (lambda: (self._stop or run)()) if action.is_search else run
        button = ttk.Button(self._row, text=action.tool, takefocus=False, command=command, width=0)
        if self._buttons and self._buttons[-1][1].menu != action.menu:
            self._lines[button] = ttk.Separator(self._row, orient="vertical")
        button.configure(
            style=look.ACCENT if action.is_search else look.FLAT, compound=_compound(action)
        )
        Tooltip(button, f"{action.tip}  ({key_text(action.key, self._mac)})")
        self._buttons.append((button, action))
        self._pack([button for button, _ in self._buttons])
        set_icon(button, action.tool.lower())
        if action.is_search:
            self._searches = button

    def add_spare(self, part: tk.Widget) -> None:
        """Show a part beside the buttons, unless the toolbar is narrow."""
        self._spare = part
        part.pack(side="left", padx=f"{_LINE}p")

    @property
    def actions(self) -> list[Action]:
        return [action for _, action in self._buttons]

    def show_possible(self, possible: Mapping[Action, bool]) -> None:
        """Grey out the buttons of what is not possible; a search can always be stopped."""
        for button, action in self._buttons:
            wanted = ["!disabled" if possible[action] else "disabled"]
            if not action.is_search and not button.instate(wanted):  # or Tk draws it again
                button.state(wanted)

    def show_search(self, stop: Callable[[], object] | None) -> None:
        """Let the button of the search stop it while it runs."""
        assert self._searches, "a button starts the search"
        if self._stop != stop:  # or Tk lays out the toolbar at each step of a search
            self._stop = stop
            self._searches.configure(text="Stop" if stop else "Solve")
            self._draw_icons()

    def _draw_icons(self) -> None:
        for button, action in self._buttons:
            is_stop = action.is_search and self._stop
            set_icon(button, "stop" if is_stop else action.tool.lower())

    def _fit(self) -> None:
        """Show words if there is room for them."""
        width = self.winfo_width()
        if self._has_words:
            present = sum(button.winfo_reqwidth() for button, _ in self._buttons)
            self._worded = present / factor(self)
        needed = self._worded * factor(self) + pixels(self, _OTHERS)
        if (width >= needed) != self._has_words:
            self._has_words = not self._has_words
            for button, action in self._buttons:
                if self._has_words:
                    button.configure(compound=_compound(action), padding="")
                else:
                    button.configure(compound="image", padding=("2.25p", "3p"))
        is_narrow = width < pixels(self, _NARROW)
        if self._spare and is_narrow == bool(self._spare.winfo_manager()):
            self._spare.pack_forget() if is_narrow else self.add_spare(self._spare)
        room = width - pixels(self, _FEWEST_OTHERS)
        fitting: list[ttk.Button] = []
        waiting = sorted(self._buttons, key=lambda one: one[1].is_search)
        while waiting:
            button, action = waiting.pop()
            room -= button.winfo_reqwidth() + pixels(self, 2 * _BESIDE + _LINE)
            if room > 0 or action.is_search:
                fitting.append(button)
        self._pack([button for button, _ in self._buttons if button in fitting])

    def _pack(self, buttons: list[ttk.Button]) -> None:
        """Show these buttons, with the lines between them."""
        shown = buttons, self._has_words, factor(self)
        if shown == self._shown:
            return
        self._shown = shown
        for part in self._row.pack_slaves():
            part.pack_forget()
        for button in buttons:
            if button in self._lines and button is not buttons[0]:
                beside = f"{_LINE if self._has_words else _BESIDE}p"
                self._lines[button].pack(side="left", fill="y", padx=beside, pady="3p")
            button.pack(side="left", padx=f"{_BESIDE}p")


def _compound(action: Action) -> Literal["image", "left"]:
    """Return how a button looks where there is room, by Tk's word for it."""
    return "image" if action.tool in _WORDLESS else "left"
