"""Start the window."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from flowdesk.core.storage import natural_order, shipped
from flowdesk.core.terminal import ArgumentParser, complain, printable
from flowdesk.doctor import explain
from flowdesk.formats.source import source_named

try:
    import tkinter as tk
except ImportError:
    sys.exit(explain("tkinter"))

if TYPE_CHECKING:
    from flowdesk.app.window import Window

SELF_TEST_SECONDS = 60
_LOOK_SECONDS = 0.05
_WARM_UP_MS = 50  # after the window is there


def main(arguments: Sequence[str]) -> int:
    """Open the window, on a file if one is given; return the exit status."""
    parser = ArgumentParser(prog="flowdesk")
    parser.add_argument("file", nargs="?", metavar="FILE")
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="open the window, solve the level or a shipped one, wait for the animation, and close",
    )
    parsed = parser.parse_args(arguments)
    if parsed.file and (problem := _problem_with(parsed.file)):
        complain(problem)
        return 2

    from flowdesk.app import look

    look.prepare_process()
    try:
        root = tk.Tk(className="FlowDesk")
    except tk.TclError as error:
        complain(error, explain("display"))
        return 2
    file = parsed.file or (_shipped_level() if parsed.self_test else None)
    return run(root, file, self_test=parsed.self_test)


def _shipped_level() -> str:
    return str(min(shipped("puzzles").glob("*.txt"), key=natural_order))


def _problem_with(file: str) -> str:
    """Return why a name cannot be opened, as far as that shows without reading the file."""
    source = source_named(file)
    if source.path is None:
        return ""
    if source.number is not None and os.path.isdir(source.path):
        return f"{source.place} is a folder: name a file in it."
    return "" if os.path.exists(source.path) else f"{file}: there is no such file."


def run(root: tk.Tk, file: str | None, *, self_test: bool = False) -> int:
    """Fill the window and run it until it is closed; return the exit status."""
    from flowdesk.app import look
    from flowdesk.app.timers import Timer
    from flowdesk.app.window import Window
    from flowdesk.desk.documents.settings import load_settings
    from flowdesk.kinds.table import KINDS

    _hide_hidden_files(root)
    root.withdraw()  # until everything has its place
    look.give_icon(root)
    window = Window(root, load_settings(), next(iter(KINDS.values())).new(7, 7))
    root.report_callback_exception = window.report_error
    window.drops.accept()
    is_pack = file is not None and os.path.isdir(file)
    opened = file is None or is_pack or window.files.open_named(file)
    root.deiconify()
    window.view.focus_set()
    if file is not None and is_pack:
        opened = window.packs.open(Path(file))
    Timer(root).start(_WARM_UP_MS, window.warm_up)
    if self_test and not opened:
        return 1
    if self_test:
        test = _SelfTest(window)
        root.mainloop()
        return test.status
    window.recovery.begin()
    root.mainloop()
    return 0


def _hide_hidden_files(root: tk.Tk) -> None:
    """Let Tk's own file dialog, which X11 has, leave out files that begin with a dot."""
    with contextlib.suppress(tk.TclError):
        root.tk.call("tk_getOpenFile", "-nonsense")  # its variables are there once it was called
    with contextlib.suppress(tk.TclError):
        root.tk.call("set", "::tk::dialog::file::showHiddenBtn", "1")
        root.tk.call("set", "::tk::dialog::file::showHiddenVar", "0")


class _SelfTest:
    """Solves, waits until the animation has ended, prints the result, and closes the window."""

    def __init__(self, window: Window, clock: Callable[[], float] = time.monotonic) -> None:
        from flowdesk.app.timers import Loop

        self.status = 0
        self._window = window
        self._clock = clock
        self._deadline = clock() + SELF_TEST_SECONDS
        Loop(window.root, self._look, _LOOK_SECONDS).start()

    def _look(self) -> bool:
        """Return whether to look again."""
        window, solving = self._window, self._window.solving
        if solving.result is None and not solving.is_searching:
            solving.start()
        playback = solving.playback
        if playback and playback.finished:
            print(printable(f"self-test: {window.document.name}: {window.verdict.text}"))
        elif self._clock() > self._deadline or not (solving.is_searching or playback):
            complain(f"self-test failed: {window.document.name}: {window.status.message}")
            self.status = 1
        else:
            return True
        window.close()
        return False
