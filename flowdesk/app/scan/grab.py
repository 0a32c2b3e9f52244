"""ScreenGrab: hides the windows, takes a picture of the screen, and lets a part of it be chosen."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable

from PIL import Image

from flowdesk.app.dialogs import message
from flowdesk.app.scan.grabbing import grab
from flowdesk.app.scan.part import Box, PartChooser
from flowdesk.app.shell import Shell
from flowdesk.app.task import Task
from flowdesk.app.timers import Timer
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress, Refused

#: Milliseconds until a desktop has faded out the windows that were hidden.
_FADED_MS = 350


class ScreenGrab:
    """`on_part` gets the part of the screen that was chosen."""

    def __init__(self, shell: Shell, on_part: Callable[[Image.Image], object]) -> None:
        self._shell = shell
        self._on_part = on_part
        self._task = Task(shell.root, self._handle)
        self._timer = Timer(shell.root)
        self._hidden: list[tuple[tk.Wm, str]] = []
        self.chooser: PartChooser | None = None

    def start(self) -> None:
        if self._hidden:
            return
        root = self._shell.root
        self._task.warm_up()
        self._shell.say("")
        self._near = root.winfo_rootx() + root.winfo_width() // 2, root.winfo_rooty()
        for window in (root, *root.winfo_children()):
            if isinstance(window, (tk.Tk, tk.Toplevel)) and _is_shown(window):
                self._hidden.append((window, _state(window)))
                window.withdraw()
        root.update_idletasks()
        self._timer.start(_FADED_MS, self._task.start, grab)

    def close(self) -> None:
        self._timer.stop()
        self._task.close()

    def _handle(self, event: Event) -> None:
        match event:
            case Progress(picture):
                self._choose_part(picture)
            case Done(board):
                if self.chooser and board:
                    self.chooser.propose(board)
            case _ if self.chooser:
                pass  # without a proposal the part can be chosen as well
            case Refused(reason=reason):
                self._show_again()
                message.show_message(self._shell.root, "Nothing was grabbed", reason)
            case Failed(traceback):
                self._show_again()
                self._shell.show_error(traceback)
            case Died(exit_code):
                self._show_again()
                self._shell.say(f"Nothing was grabbed: the process ended (status {exit_code}).")

    def _choose_part(self, picture: Image.Image) -> None:
        def chosen(part: Box | None) -> None:
            self._task.cancel()
            self._show_again()
            if self.chooser:
                self.chooser.destroy()
                self.chooser = None
            if part is None:
                self._shell.say("Nothing was grabbed.")
            else:
                self._timer.when_idle(self._on_part, picture.crop(part))

        self.chooser = PartChooser(self._shell.root, picture, chosen, self._near)
        self.chooser.appear()

    def _show_again(self) -> None:
        for window, state in reversed(self._hidden):
            window.deiconify()
            if state == "zoomed":
                _zoom(window)
        self._hidden.clear()
        self._shell.root.lift()
        self._shell.root.focus_force()


def _is_shown(window: tk.Tk | tk.Toplevel) -> bool:
    return window.state() in ("normal", "zoomed") and not window.overrideredirect()


def _state(window: tk.Wm) -> str:
    """Return ``normal`` or ``zoomed``."""
    if sys.platform.startswith("linux"):
        return "zoomed" if window.attributes("-zoomed") else "normal"
    return str(window.state())


def _zoom(window: tk.Wm) -> None:
    if sys.platform.startswith("linux"):
        window.attributes("-zoomed", True)
    else:
        window.state("zoomed")
