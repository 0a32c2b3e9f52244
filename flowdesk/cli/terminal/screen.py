"""Screen: take the terminal, paint pages through curses, read keys, and give the terminal back."""

from __future__ import annotations

import contextlib
import locale
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.text import is_interactive
from flowdesk.draw.theme import DARK
from flowdesk.kinds.play import Glyph

if TYPE_CHECKING:
    import curses


class Size(NamedTuple):
    """Columns and rows."""

    columns: int
    rows: int

    def holds(self, other: Size) -> bool:
        return self.columns >= other.columns and self.rows >= other.rows


@dataclass(frozen=True)
class Page:
    """The rows of a screen, and the place of the terminal's own cursor if it is to be seen."""

    rows: list[list[Glyph]]
    cursor: tuple[int, int] | None = None


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
        problem = f"The system does not know terminals of TERM={term}. {_SET_TERM}"
        raise FlowDeskError(problem) from None
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


def _free_keys(module: ModuleType) -> None:
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
    modes[3] |= termios.NOFLSH  # Linux forgets to wake who writes when Ctrl+Z empties a full buffer
    modes[6][termios.VINTR] = os.fpathconf(sys.stdin.fileno(), "PC_VDISABLE").to_bytes(1, "big")
    termios.tcsetattr(sys.stdin, termios.TCSANOW, modes)
    module.def_prog_mode()


@contextlib.contextmanager
def _stop_waits() -> Iterator[None]:
    """Let Ctrl+Z wait while curses writes, which ignores it then unless it is blocked."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTSTP])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


#: The 8 colours, as most terminals show them when bold; black is no colour to be seen.
_FEW = [
    (number, (255 * (number & 1), 255 * (number >> 1 & 1), 255 * (number >> 2)))
    for number in range(1, 8)
]

#: The colours 16 to 255: a cube and a row of greys. The first 16 are what the user has chosen.
_LEVELS = (0, 95, 135, 175, 215, 255)
_MANY = [
    *enumerate(product(_LEVELS, repeat=3), 16),
    *((232 + n, (8 + 10 * n,) * 3) for n in range(24)),
]


@lru_cache(maxsize=512)
def nearest(color: str, count: int) -> int:
    """Return the colour of a terminal with `count` colours, at least 8, that is nearest."""
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    if count < 256 and red == green == blue == 0:
        return 0

    def distance(entry: tuple[int, tuple[int, ...]]) -> float:
        r, g, b = entry[1]
        # Weighted as the eye sees: https://www.compuphase.com/cmetric.htm
        mean = (red + r) / 512
        return (2 + mean) * (red - r) ** 2 + 4 * (green - g) ** 2 + (3 - mean) * (blue - b) ** 2

    return min(_MANY if count >= 256 else _FEW, key=distance)[0]


#: The names of keys, by those of curses.
_NAMES = {
    "KEY_LEFT": "left",
    "KEY_RIGHT": "right",
    "KEY_UP": "up",
    "KEY_DOWN": "down",
    "KEY_SLEFT": "shift left",
    "KEY_SRIGHT": "shift right",
    "KEY_SR": "shift up",
    "KEY_SF": "shift down",
    "KEY_ENTER": "enter",
    "KEY_BACKSPACE": "backspace",
    "KEY_DC": "delete",
    "KEY_NPAGE": "page down",
    "KEY_PPAGE": "page up",
    "KEY_HOME": "home",
    "KEY_END": "end",
    "KEY_RESIZE": "resize",
}
_CHARACTERS = {
    "\n": "enter",
    "\r": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x1b": "escape",
    "\x03": "ctrl c",
    "\x12": "ctrl r",
    "\x0c": "redraw",
}


class Screen:
    """The whole terminal; `paint` writes only what has changed since the last page."""

    def __init__(self, window: curses.window, module: ModuleType) -> None:
        self._window, self._curses = window, module
        self._shown: list[list[Glyph]] = []
        self._pairs: dict[tuple[int, int], int] = {}
        self._keys = {getattr(module, name): key for name, key in _NAMES.items()}
        self.colors = 0 if os.environ.get("NO_COLOR") else _start_colors(module)
        self.plain = not _has_unicode(window.encoding)

    @property
    def size(self) -> Size:
        rows, columns = self._window.getmaxyx()
        return Size(columns, rows)

    def key(self, seconds: float) -> str:
        """Return the name of the next key, or "" if none is pressed for so long."""
        self._window.timeout(max(0, round(1000 * seconds)))
        began = time.monotonic()
        for _ in range(3):
            try:
                key = self._window.get_wch()
            except self._curses.error:
                if time.monotonic() - began < seconds / 2 and _is_closed():
                    continue
                return ""
            if isinstance(key, int):
                return self._keys.get(key, "")
            return _CHARACTERS.get(key, key if key.isprintable() else "")
        raise FlowDeskError("The terminal was closed.")

    def redraw(self) -> None:
        """Draw everything anew with the next page, for a terminal that was resized or garbled."""
        self._shown = []
        self._window.clear()

    def paint(self, page: Page) -> None:
        """Show a page."""
        rows, columns = self._window.getmaxyx()
        if len(self._shown) != rows or (self._shown and len(self._shown[0]) != columns):
            self.redraw()
        for y, row in enumerate(page.rows[:rows]):
            before = self._shown[y] if self._shown else None
            if row != before:
                self._paint_row(y, row, before)
        self._shown = page.rows
        # Some terminals cannot hide their cursor, or move it beyond the last column.
        with contextlib.suppress(self._curses.error):
            self._curses.curs_set(0 if page.cursor is None else 1)
        with contextlib.suppress(self._curses.error):
            self._window.move(*(page.cursor or (0, 0))[::-1])
        with _stop_waits():
            self._window.refresh()

    def _paint_row(self, y: int, row: list[Glyph], before: list[Glyph] | None) -> None:
        x = 0
        while x < len(row):
            if before and before[x] == row[x]:
                x += 1
                continue
            first, style = x, row[x]._replace(char="")
            while x < len(row) and row[x]._replace(char="") == style:
                x += 1
            text = "".join(glyph.char for glyph in row[first:x])
            text = text.encode(self._window.encoding, "replace").decode(self._window.encoding)
            with contextlib.suppress(self._curses.error):  # of the very last place of the screen
                self._window.addstr(y, first, text, self._attributes(style))

    def _attributes(self, glyph: Glyph) -> int:
        module, found = self._curses, 0
        if glyph.weight in ("strong", "wrong"):
            found |= module.A_BOLD
        if glyph.under:
            found |= module.A_UNDERLINE
        if glyph.reverse:
            found |= module.A_REVERSE
        if glyph.weight == "faint" and self.colors < 256:
            found |= module.A_DIM
        if self.colors:
            return found | self._pair(*self._colors_of(glyph))
        if glyph.weight == "wrong" or glyph.back == "hint":
            found |= module.A_UNDERLINE
        if glyph.weight == "wrong":
            found ^= module.A_REVERSE
        return found

    def _colors_of(self, glyph: Glyph) -> tuple[int, int]:
        """Return the numbers of the colours of a glyph and behind it; -1 is the terminal's own."""
        usual = "clue" if glyph.back else ""
        color, back = glyph.color or usual, glyph.back
        if glyph.weight == "wrong":
            color = "mark"
        elif glyph.weight == "faint" and not glyph.color:
            color = "hover" if self.colors >= 256 else usual
        return self._number(color), self._number(back)

    def _number(self, name: str) -> int:
        if not name:
            return -1
        if name == "hint":  # behind what is marked: as dark as the board, so that it can be read
            return nearest("#005f87", self.colors) if self.colors >= 256 else 4
        color = DARK.color(name) if name.startswith("#") else getattr(DARK, name)
        return nearest(color, self.colors)

    def _pair(self, color: int, back: int) -> int:
        module = self._curses
        if (color, back) not in self._pairs:
            number = len(self._pairs) + 1
            if number >= module.COLOR_PAIRS:
                return 0
            module.init_pair(number, color, back)
            self._pairs[color, back] = number
        return int(module.color_pair(self._pairs[color, back]))


def _start_colors(module: ModuleType) -> int:
    """Return the number of colours; 0 if there are fewer than 8."""
    try:
        module.start_color()
        module.use_default_colors()
    except module.error:
        return 0
    return int(module.COLORS) if module.COLORS >= 8 else 0


def _has_unicode(encoding: str) -> bool:
    try:
        "┃●".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _is_closed() -> bool:
    """Whether there is something to read although no key was found: the end of the input."""
    if sys.platform == "win32":
        return False
    return bool(select.select([sys.stdin], [], [], 0)[0])
