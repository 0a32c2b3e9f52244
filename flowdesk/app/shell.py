"""Shell: what every part of a window uses: settings, status bar, keys, and work in background."""

from __future__ import annotations

import platform
import tkinter as tk
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from tkinter import ttk
from typing import Any

from flowdesk import __version__
from flowdesk.app import fonts
from flowdesk.app.actions import STOP, key_of
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.dialogs.fields import show_settings
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.app.widgets.tooltip import Tooltip, short
from flowdesk.app.widgets.toplevel import pack_if
from flowdesk.core.grid import Cell
from flowdesk.core.signal import Owner, Signal
from flowdesk.core.storage import shipped
from flowdesk.core.text import complain
from flowdesk.desk.documents.settings import Settings, save_settings
from flowdesk.desk.knowledge.survey import Verdicts
from flowdesk.desk.packs.manifest import PackAbout, about_of
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress, Refused


@dataclass
class WindowState:
    """What a window and all its documents share.

    `settings` are those in use, saved when it closes; `clip` is what was copied last, if that is a
    part of a puzzle; `last_folder` is that of the last file that was opened or saved, or empty;
    `verdicts` are those that any check has found.
    """

    settings: Settings
    clip: Any = None
    last_folder: str = ""
    verdicts: Verdicts = field(default_factory=Verdicts)


class Shell(Owner):
    """A window without its contents: it owns what the window hears."""

    def __init__(self, root: tk.Tk | tk.Toplevel, settings: Settings) -> None:
        super().__init__()
        self.root = root
        self.shared = WindowState(settings)
        self._settings_before = settings
        self.settings_changed: Signal[[]] = Signal()
        self.system = str(root.tk.call("tk", "windowingsystem"))
        self.mac = self.system == "aqua"
        self.stop_key = self.key(STOP)
        self.bar = StatusBar(root, self.stop_key)
        self.status: StatusBar | StatusLine = self.bar

    @property
    def settings(self) -> Settings:
        return self.shared.settings

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Show a sentence in the status bar; a click on it shows the cells."""
        self.status.say(text, cells)

    def key(self, label: str) -> str:
        return key_of(label, self.mac)

    def remember(self, **changes: Any) -> None:
        self.shared.settings = replace(self.settings, **changes)
        self.settings_changed.emit()

    def folder_beside(self, path: Path | None) -> str:
        """Return where to look for files first: beside an open one, or where the last one was."""
        beside = str(path.resolve().parent) if path else self.shared.last_folder
        return beside or str(shipped("puzzles"))

    def pack_beside(self, path: Path | None) -> PackAbout:
        """Return what the pack says in which a new puzzle is likely to be saved."""
        return about_of(Path(self.folder_beside(path)))

    def used(self, path: Path) -> None:
        """Remember a file that was opened or saved."""
        self.shared.last_folder = str(path.resolve().parent)
        self.shared.settings = self.settings.with_recent(path)

    def save_settings(self) -> None:
        save_settings(self._settings_before, self.settings)

    def show_settings(self) -> None:
        show_settings(self.root, lambda: self.settings, self.remember)

    def show_error(self, details: str) -> None:
        """Show an error of our own: the level is kept, the details can be copied."""
        complain("an error in FlowDesk itself:", details)
        if is_dialog_open(self.root):
            return  # a dialog is open, perhaps this very one: once is enough
        about = f"FlowDesk {__version__}, Python {platform.python_version()}, {platform.platform()}"
        message.show_own_error(self.root, f"{about}\n\n{details}")

    def tell_end(self, what: str, event: Died | Failed) -> None:
        """Say that a process was ended from outside, or show that an error of our own did."""
        if isinstance(event, Failed):
            self.show_error(event.traceback)
        else:
            self.say(f"{what} ended (status {event.status}).")


class SessionShell(Shell):
    """The shell of a window as the parts of one document use it: what they say is its `line`."""

    def __init__(self, window: Shell) -> None:
        Owner.__init__(self)
        self.root, self.shared = window.root, window.shared
        self.system, self.mac, self.stop_key = window.system, window.mac, window.stop_key
        self.bar, self.settings_changed = window.bar, window.settings_changed
        self.status = self.line = StatusLine()


_ANSWER_MS = 4000  # to read what is said in place of the message
_POSITION = 17  # characters: what stands beside it does not move with each of them


class StatusBar(ttk.Frame):
    """What was done last, the solver's effort, where the pointer is, and the zoom.

    Emits `said` with what is to be read now, or "", and `clicked` with the cells of a message that
    is clicked. `stop_key` stops background work.
    """

    def __init__(self, parent: tk.Misc, stop_key: str) -> None:
        super().__init__(parent, padding=("7.5p", "2.25p"))
        self.said: Signal[[str]] = Signal()
        self.clicked: Signal[[Iterable[Cell]]] = Signal()
        self.cells: tuple[Cell, ...] = ()  # which a click on the message shows
        self.message = self._glimpse = self._elsewhere = ""
        self._answering = Timer(self)
        self._stop_work: Callable[[], object] = lambda: None
        self.zoom = ttk.Label(self, width=6, style="Faint.TLabel", anchor="e")
        self._position = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self.effort = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self._label = ttk.Label(self)
        self._label.pack(side="left", fill="x", expand=True)
        self._label.bind("<Configure>", lambda event: self._fit())
        room = Timer(self)  # when all has the scale there is
        self.bind("<Configure>", lambda event: room.when_idle(self._make_room))
        self._label.bind("<Button-1>", lambda event: self.clicked.emit(self.cells))
        self._tip = Tooltip(self._label, "")
        self.work = ttk.Frame(self)
        self.progress = ttk.Progressbar(self.work, length="105p", maximum=1.0)
        self.progress.pack(side="left")
        self._stop = ttk.Label(self.work, text="■ Stop", cursor="hand2")
        self._stop.pack(side="left", padx=("6p", 0))
        self._stop.bind("<Button-1>", lambda event: self._stop_work())
        Tooltip(self._stop, f"Stop it  ({stop_key})")

    @property
    def shown(self) -> str:
        """What stands in place of the message, or else the message."""
        return self._glimpse or self.message

    @property
    def has_room(self) -> bool:
        """Whether all that is shown can be read."""
        return fonts.named(self).measure(self.shown) <= self._room

    @property
    def _fitting(self) -> str:
        """What is shown here, but not what stands elsewhere because it has no room."""
        text = self.shown if self.has_room else self.message
        return "" if text == self._elsewhere else text

    @property
    def _room(self) -> int:
        """How wide a text can be."""
        room = self.winfo_width() - pixels(self, 15)
        beside = self.work.winfo_reqwidth() + pixels(self, 18)
        return room - beside if self.work.winfo_manager() else room

    def show_work(self, share: float | None, stop: Callable[[], object]) -> None:
        """Show the share of work that is done, if known; a click calls `stop`."""
        self._stop_work = stop
        if share is None:
            self.progress.configure(mode="indeterminate")
            self.progress.step(0.01)
        else:
            self.progress.configure(mode="determinate", value=share)
        pack_if(True, self.work, side="right", padx=("6p", "12p"), before=self._label)

    def hide_work(self) -> None:
        self._stop_work = lambda: None
        self.work.pack_forget()

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        self.cells = tuple(cells)
        self.message, self._glimpse = text, ""
        self._answering.stop()
        self._label.configure(cursor="hand2" if self.cells else "")
        self._fit()
        self.said.emit(text)

    def _make_room(self) -> None:
        """Show what stands on the right of the text as far as that leaves room for it."""
        room = self._room - fonts.named(self).measure(self._fitting)
        for part in (self.zoom, self._position, self.effort):
            room -= part.winfo_reqwidth() + pixels(self, 6)
            pack_if(room >= 0, part, side="right", padx=("6p", 0), before=self._label)

    def show_meanwhile(self, text: str) -> None:
        """Show a text in place of the message while something is pointed at; "" ends that."""
        self._answering.stop()
        if text or self._glimpse:
            self._glimpse = text
            self._fit()
            self.said.emit(text)

    def leave_out(self, text: str) -> None:
        """Do not show a text, for it stands elsewhere; "" ends that."""
        if text != self._elsewhere:
            self._elsewhere = text
            self._fit()

    def answer(self, text: str) -> None:
        """Show a text in place of the message for a while: what was said before still holds."""
        self.show_meanwhile(text)
        self._answering.start(_ANSWER_MS, self.show_meanwhile, "")

    def _fit(self) -> None:
        """Show as much of the text as there is room for; the tooltip has all of it."""
        self._make_room()
        room, text = self._label.winfo_width(), self._fitting
        shown = short(text, room, fonts.named(self)) if room > 1 else text  # it has a size
        self._label.configure(text=shown)
        where = "Click to see where" if self.cells else ""
        self._tip.text = f"{text}\n{where}".strip() if shown != text else where

    def show_position(self, cell: Cell | None) -> None:
        text = f"Row {cell[1] + 1}, column {cell[0] + 1}" if cell else ""
        self._position.configure(text=text, width=_POSITION if text else 0)


class StatusLine:
    """What a document has to say: shown in the bar while it is in front, else kept until then.

    In front its last sentence may be one about the window.
    """

    def __init__(self) -> None:
        self._bar: StatusBar | None = None
        self._message, self._cells = "", tuple[Cell, ...]()
        self._work: tuple[float | None, Callable[[], object]] | None = None

    @property
    def message(self) -> str:
        return self._bar.message if self._bar else self._message

    def come_forward(self, bar: StatusBar) -> None:
        """Have the bar from now on."""
        self._bar = bar
        bar.say(self._message, self._cells)
        if self._work:
            bar.show_work(*self._work)

    def go_back(self) -> None:
        """Leave the bar to another document."""
        if self._bar:
            self._message, self._cells = self._bar.message, self._bar.cells
            if self._work:
                self._bar.hide_work()
        self._bar = None

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        self._message, self._cells = text, tuple(cells)
        if self._bar:
            self._bar.say(text, self._cells)

    def show_work(self, share: float | None, stop: Callable[[], object]) -> None:
        self._work = share, stop
        if self._bar:
            self._bar.show_work(share, stop)

    def hide_work(self) -> None:
        self._work = None
        if self._bar:
            self._bar.hide_work()


def duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{max(1, round(seconds * 1000))} ms"


#: Seconds after which it is shown how far the work has come.
_LONG = 0.3


@dataclass(frozen=True)
class Work:
    """What is shown while the work is done or if it is not, and what to do with its result."""

    doing: str
    undone: str
    finish: Callable[[Any], object]


class Background:
    """Does one piece of work after the other."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._job = Job(jobs_of(shell.root), self._handle, self._show_share)
        self._work: Work | None = None
        self._waiting: list[tuple[Work, Callable[..., object], tuple[object, ...]]] = []
        self._share: float | None = None  # how much is done, if that is known
        shell.at_end(self._waiting.clear, self._job.close)

    @property
    def running(self) -> bool:
        return self._job.running

    def begin(self, work: Work, function: Callable[..., object], *args: object) -> None:
        """Call a function in the process, after the work that was begun before.

        The function also gets `progress`, to report the share that is done.
        """
        self._waiting.append((work, function, args))
        self._go_on()
        if self._waiting:
            self._shell.say(f"{work.doing} comes next.")

    def stop(self) -> bool:
        """Stop the current work; return whether there was any."""
        if not self._job.cancel():
            return False
        self._shell.say(f"Stopped. {self._end().undone}.")
        self._go_on()
        return True

    def _go_on(self) -> None:
        if self._work is None and self._waiting:
            self._work, function, args = self._waiting.pop(0)
            self._share = None
            self._shell.say(f"{self._work.doing} ... {self._shell.stop_key} stops it.")
            self._job.start(function, *args)

    def _handle(self, event: Event) -> None:
        shell = self._shell
        match event:
            case Progress(share):
                self._share = share
                return
            case Refused(reason=reason):
                undone = self._end().undone
                shell.say(f"{undone}.")
                message.show_message(shell.root, undone, reason)
            case Done(made):
                self._end().finish(made)
            case Died(exit_code):
                shell.say(f"{self._end().undone}: its process ended (status {exit_code}).")
            case Failed(traceback):
                shell.say(f"{self._end().undone}.")
                shell.show_error(traceback)
        self._go_on()

    def _end(self) -> Work:
        assert self._work, "nothing ends that was not begun"
        work, self._work = self._work, None
        self._shell.status.hide_work()
        return work

    def _show_share(self) -> None:
        if self.running and self._job.elapsed > _LONG:
            self._shell.status.show_work(self._share, self.stop)
