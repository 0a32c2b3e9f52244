"""Start the window."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import natural_order, shipped
from flowdesk.core.text import ArgumentParser, complain, printable
from flowdesk.desk.documents.running_window import pass_on
from flowdesk.desk.work.worker import start_server
from flowdesk.doctor import explain
from flowdesk.formats.registry import STANDARD_INPUT, source_named
from flowdesk.sat.backend import backend

try:
    import tkinter as tk
    from tkinter import messagebox
except ImportError:
    sys.exit(explain("tkinter"))

if TYPE_CHECKING:
    from flowdesk.app.window import Window

SELF_TEST_SECONDS = 60
_LOOK_SECONDS = 0.05
_WARM_UP_MS = 50  # after the window is there


def main(arguments: Sequence[str]) -> int:
    """Open the window, on a file if one is given; return the exit status."""
    parser = ArgumentParser(prog="flowdesk", add_help=False)
    parser.add_argument("file", nargs="?", metavar="FILE")
    # Open the window, solve a puzzle, wait for the animation, and close.
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--new-window", action="store_true")
    parsed = parser.parse_args(arguments)
    if parsed.file and (problem := _problem_with(parsed.file)):
        complain(problem)
        return 2
    try:
        backend()
    except FlowDeskError as error:
        complain(error)
        if not parsed.self_test:
            _show(str(error))
        return 2

    is_alone = parsed.new_window or parsed.self_test or parsed.file == STANDARD_INPUT
    if not is_alone and pass_on(parsed.file):
        return 0
    if sys.platform == "win32":  # ask for sharp text
        import ctypes

        with contextlib.suppress(AttributeError, OSError):
            ctypes.windll.shcore.SetProcessDpiAwareness(1)
    # It is ready by the time that the window is there.
    start_server("flowdesk.lab.rule_questions")
    try:
        root = tk.Tk(className="FlowDesk")
    except tk.TclError as error:
        complain(error, explain("display"))
        return 2
    if parsed.self_test and not parsed.file:
        parsed.file = str(min(shipped("puzzles").glob("*.txt"), key=natural_order))
    return run(root, parsed.file, self_test=parsed.self_test)


def _show(problem: str) -> None:
    """Show why FlowDesk cannot start: who starts it from a menu sees no standard error."""
    with contextlib.suppress(tk.TclError):  # there is no screen
        root = tk.Tk(className="FlowDesk")
        root.withdraw()
        messagebox.showerror("FlowDesk cannot start", problem)
        root.destroy()


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
    from flowdesk.app.timers import Timer, collect_in_pauses, freeze_objects, jobs_of

    collect_in_pauses(root)  # all that follows is imported and built to stay
    from flowdesk.app.window import Window
    from flowdesk.desk.documents.settings import load_settings
    from flowdesk.kinds.table import KINDS

    root.withdraw()  # until everything has its place
    icons = sorted((shipped("assets") / "icon").glob("*.png"), key=natural_order, reverse=True)
    root.iconphoto(True, *(tk.PhotoImage(master=root, file=file) for file in icons))
    problems: list[str] = []
    settings = load_settings(problems.append)
    window = Window(root, settings, next(iter(KINDS.values())).new(7, 7))
    freeze_objects()
    root.report_callback_exception = window.report_error
    window.drops.accept()
    window.watch_files()
    wants_all = not self_test and not (file and os.path.isdir(file))  # or only that folder
    if wants_all and window.reopening.begin():
        window.later_starts.begin()
    opened = begin(window, file)
    for problem in problems:
        window.shell.say(problem)
    Timer(root).start(_WARM_UP_MS, jobs_of(root).warm_up)
    if self_test:
        return _test(window) if opened else 1
    window.recovery.begin()
    return _run_until_closed(window)


def _run_until_closed(window: Window) -> int:
    """Run the window; return the exit status. Ctrl-C in the terminal closes it, twice at once."""
    status, before = 0, signal.getsignal(signal.SIGINT)

    def interrupt(*_: object) -> NoReturn:
        nonlocal status
        status = 130
        signal.signal(signal.SIGINT, before)
        raise KeyboardInterrupt

    if before is not signal.SIG_IGN:  # as it is under nohup
        signal.signal(signal.SIGINT, interrupt)
    try:
        window.root.mainloop()
    except KeyboardInterrupt:  # outside of our functions; Window.report_error is told otherwise
        window.close()
    return status


def begin(window: Window, file: str | None) -> bool:
    """Show the window with a file, or only the browser of a pack; return whether it is opened.

    The window of a pack appears when one of its levels is opened.
    """
    opened = file is None or window.open_named(file)
    if file is not None and os.path.isdir(file) and window.packs.browser:
        return opened
    window.root.deiconify()
    window.front.view.focus_set()
    return opened


def _test(window: Window) -> int:
    """Solve, wait until the animation has ended, print the result, and close the window."""
    from flowdesk.app.timers import Loop

    document, solving, status = window.shown.document, window.shown.solving, 0
    deadline = time.monotonic() + SELF_TEST_SECONDS

    def look() -> bool:
        """Return whether to look again."""
        nonlocal status
        if solving.result is None and not solving.is_searching:
            solving.start()
        playback = solving.playback
        if playback and playback.finished:
            print(printable(f"self-test: {document.name}: {window.verdict.text}"))
        elif time.monotonic() > deadline or not (solving.is_searching or playback):
            complain(f"self-test failed: {document.name}: {window.status.message}")
            status = 1
        else:
            return True
        window.close()
        return False

    Loop(window.root, look, _LOOK_SECONDS).start()
    window.root.mainloop()
    return status
