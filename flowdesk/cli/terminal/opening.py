"""Take the terminal, and give it back as it was found, whatever happens."""

from __future__ import annotations

import contextlib
import locale
import os
import sys
from collections.abc import Iterator
from typing import Any

from flowdesk.cli.terminal.screen import Screen
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.terminal import is_interactive

#: Milliseconds after an Escape in which more characters are the rest of another key.
_ESCAPE_MS = "50"

_NO_CURSES = (
    "FlowDesk draws in the terminal with curses, which this Python does not have. "
    "On Windows, install it with: pip install windows-curses"
)
_NO_TERMINAL = (
    "flowdesk play needs a terminal: standard input and output must not be redirected. "
    "To see a solution in a pipe, use 'flowdesk solve'."
)
_SET_TERM = "Set TERM to what your terminal is, as in: TERM=xterm-256color flowdesk play"


def check_terminal() -> None:
    """Raise FlowDeskError if there is no terminal that can be drawn on."""
    try:
        import curses
    except ImportError:
        raise FlowDeskError(_NO_CURSES) from None
    if not is_interactive():
        raise FlowDeskError(_NO_TERMINAL)
    if sys.platform == "win32":
        return
    term = os.environ.get("TERM", "")
    if not term:
        raise FlowDeskError(f"TERM is not set, so it is not known how to draw here. {_SET_TERM}")
    try:
        curses.setupterm(term)
    except curses.error:
        raise FlowDeskError(
            f"The system does not know terminals of TERM={term}. {_SET_TERM}"
        ) from None
    if term == "dumb" or not curses.tigetstr("cup"):
        raise FlowDeskError(f"A terminal of TERM={term} cannot move its cursor. {_SET_TERM}")


@contextlib.contextmanager
def opened() -> Iterator[Screen]:
    """Take the terminal, which was checked, and give it back."""
    import curses

    with contextlib.suppress(locale.Error):  # LC_ALL may name what is not installed
        locale.setlocale(locale.LC_CTYPE, "")
    os.environ.setdefault("ESCDELAY", _ESCAPE_MS)
    for name in ("LINES", "COLUMNS"):  # they would keep the size from following the terminal's
        os.environ.pop(name, None)
    with _modes_kept():
        window = curses.initscr()
        try:
            curses.noecho()
            curses.cbreak()
            _free_keys(curses)
            window.keypad(True)
            yield Screen(window, curses)
        finally:
            with contextlib.suppress(curses.error):  # of a terminal that was closed
                curses.curs_set(1)
            with contextlib.suppress(curses.error):
                curses.endwin()


@contextlib.contextmanager
def _modes_kept() -> Iterator[None]:
    """Restore the modes of the terminal at the end, whatever curses has done."""
    try:
        import termios
    except ImportError:  # Windows
        yield
        return
    modes = termios.tcgetattr(sys.stdin)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSANOW, modes)


def _free_keys(module: Any) -> None:
    """Let Ctrl+C be a key, and Ctrl+S not freeze the terminal.

    Ctrl+Z still stops the program; curses then gives the terminal back until it goes on.
    """
    try:
        import termios
    except ImportError:  # Windows
        module.raw()
        return
    modes = termios.tcgetattr(sys.stdin)
    modes[0] &= ~termios.IXON
    modes[6][termios.VINTR] = os.fpathconf(sys.stdin.fileno(), "PC_VDISABLE").to_bytes(1, "big")
    termios.tcsetattr(sys.stdin, termios.TCSANOW, modes)
    module.def_prog_mode()
