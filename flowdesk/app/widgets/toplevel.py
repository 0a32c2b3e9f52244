"""Windows: their size and place, which of their widgets are shown, and which has the focus."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from flowdesk.app.scale import desktop_pixels, pixels
from flowdesk.app.timers import Timer

#: Points of the menu bar, and of what the desktop draws: the title, and panels. Tk counts neither
#: menu bar nor title as a part of a window.
_MENU, _TITLE, _PANELS = 18, 18, 39
#: Milliseconds after which a window that was moved knows whether it fills the screen.
_SETTLED_MS = 200

Size: TypeAlias = tuple[float, float]


#: A place as Tk writes it: ``900x680+40-20``. From the right and the bottom edge after a minus.
_GEOMETRY = re.compile(r"(\d+)x(\d+)(?:([+-])(-?\d+)([+-])(-?\d+))?")
#: Where Tk keeps the sizes of windows that were open, by their names.
_SIZES = "::flowdesk_sizes"


class Top(tk.Toplevel):
    """A window beside the main one, which can be closed while no window has the focus.

    When the pointer leaves a window that had the focus only because the pointer was there, as
    without a window manager, Tk 8.6 keeps its widget as the last one with the focus, even after it
    was destroyed, and crashes at the next ``focus -force``. So the window gets the focus again.
    """

    def destroy(self) -> None:
        # Tkinter's method raises KeyError while the focus is in a part that Tk makes by itself.
        if self.winfo_exists() and not self.tk.call("focus", "-displayof", self):
            self.focus_force()
        super().destroy()


def set_size(
    window: tk.Tk | tk.Toplevel,
    size: Size,
    *,
    least: Size,
    remembered: str = "",
    name: str = "",
    over: tk.Misc | None = None,
) -> tuple[int, int]:
    """Set the size of a window, and the least one it can have, in points; both within the screen.

    Return its size in pixels.

    A `remembered` size, in pixels such as ``900x680``, is used instead of the usual one; with a
    place, such as ``900x680+40+20``, the window is put there, or as near as the screens reach. One
    with a `name` has the size that it had last under this name. It is centred `over` its parent.
    """
    room = window.winfo_screenwidth(), window.winfo_screenheight()
    remembered = remembered or (keep_size(window, name) if name else "")
    match = _GEOMETRY.fullmatch(remembered)
    wanted = [int(match[1]), int(match[2])] if match else [pixels(window, side) for side in size]
    most = room[0], room[1] - _above(window) - desktop_pixels(window, _PANELS)
    smallest = [min(pixels(window, side), end) for side, end in zip(least, most, strict=True)]
    width, height = (
        max(min(side, end), few) for side, end, few in zip(wanted, most, smallest, strict=True)
    )
    place = ""
    if match and match[3]:
        x = int(match[4]) if match[3] == "+" else room[0] - width - int(match[4])
        y = int(match[6]) if match[5] == "+" else room[1] - height - int(match[6])
        place = placed(window, x, y, width, height)
    elif over is not None:
        place = centred(window, over, width, height)
    window.geometry(f"{width}x{height}{place}")
    window.minsize(*smallest)
    return width, height


def _above(window: tk.Misc) -> int:
    """Return how many pixels title and menu bar take; only the main window has one."""
    menu = 0 if isinstance(window, Top) else pixels(window, _MENU)
    return desktop_pixels(window, _TITLE) + menu


def placed(window: tk.Misc, x: int, y: int, width: int, height: int) -> str:
    """Return a place for a window of this size, in Tk's words: this one, moved onto the screens."""
    left, top = window.winfo_vrootx(), window.winfo_vrooty()
    x = max(left, min(x, left + window.winfo_vrootwidth() - width))
    room = window.winfo_vrootheight() - _above(window)
    y = max(top, min(y, top + room - height))
    return f"+{x}+{y}"


def centred(window: tk.Misc, over: tk.Misc, width: int, height: int) -> str:
    """Return the place over the middle of another window, a little above it, on the screens.

    Over the middle of the screen, if the other window is not shown.
    """
    parent = over.winfo_toplevel()
    left, top, wide, high = 0, 0, window.winfo_screenwidth(), window.winfo_screenheight()
    if parent.winfo_viewable():
        left, top = parent.winfo_rootx(), parent.winfo_rooty()
        wide, high = parent.winfo_width(), parent.winfo_height()
    x, y = left + (wide - width) // 2, top + (high - height) // 3
    return placed(window, x, y, width, height)


def keep_size(window: tk.Tk | tk.Toplevel, name: str) -> str:
    """Remember the size of a window from now on; return the one that it had last, if any."""

    def changed() -> None:
        if window.state() != "withdrawn":
            size = f"{window.winfo_width()}x{window.winfo_height()}"
            window.tk.call("set", f"{_SIZES}({name})", size)

    bind_itself(window, "<Configure>", changed)
    return sizes(window).get(name, "")


def sizes(window: tk.Misc) -> dict[str, str]:
    """Return the sizes that windows had last, by their names."""
    found = window.tk.splitlist(window.tk.call("array", "get", _SIZES))
    return dict(zip(map(str, found[::2]), map(str, found[1::2]), strict=True))


def recall_sizes(window: tk.Misc, sizes: Mapping[str, str]) -> None:
    """Use these sizes for windows that are opened from now on."""
    window.tk.call("array", "unset", _SIZES)
    for name, size in sizes.items():
        window.tk.call("set", f"{_SIZES}({name})", size)


class WindowPlace:
    """Where a window is and how large, as long as it does not fill the screen."""

    def __init__(self, window: tk.Tk | tk.Toplevel) -> None:
        self._window = window
        self._usual = window.geometry()
        self._was_maximised = False  # before it filled the whole screen
        self._timer = Timer(window)
        bind_itself(window, "<Configure>", lambda: self._timer.start(_SETTLED_MS, self._note))

    @property
    def geometry(self) -> str:
        if self._timer.running:
            self._timer.stop()
            self._note()
        return self._usual

    @property
    def is_maximised(self) -> bool:
        """Whether it is maximised, or is going to be when it does not fill the screen any more."""
        if self._window.attributes("-fullscreen"):
            return self._was_maximised
        return is_maximised(self._window)

    def maximise(self) -> None:
        maximise(self._window)

    def _note(self) -> None:
        if not self._window.winfo_viewable() or self._window.attributes("-fullscreen"):
            return
        self._was_maximised = self.is_maximised
        if not self._was_maximised:
            self._usual = self._window.geometry()


def bind_itself(widget: tk.Misc, sequence: str, call: Callable[[], object]) -> None:
    """Make a call at events of a widget, but not of those in it, hundreds of which a window hears.

    Tk itself leaves them out, for a call of Python takes much longer.
    """
    name = widget.register(call)
    widget.tk.call("bind", widget, sequence, f"+if {{{{%W}} eq {{{widget}}}}} {name}")


def is_maximised(window: tk.Tk | tk.Toplevel) -> bool:
    if window.tk.call("tk", "windowingsystem") == "x11":
        return bool(window.attributes("-zoomed"))
    return window.state() == "zoomed"


def maximise(window: tk.Tk | tk.Toplevel) -> None:
    if window.tk.call("tk", "windowingsystem") == "x11":
        window.attributes("-zoomed", True)
    else:
        window.state("zoomed")


def pack_if(is_shown: bool, part: tk.Widget, **place: Any) -> None:
    """Pack a widget at a place unless it is there, or take it away."""
    if not is_shown:
        part.pack_forget()
    elif not part.winfo_manager():
        part.pack(**place)


def grid_if(is_shown: bool, part: tk.Widget) -> None:
    """Show a widget where it was gridded, or hide it."""
    if is_shown:
        part.grid()
    else:
        part.grid_remove()


def has_focus(widget: tk.Misc) -> bool:
    # Tkinter's methods raise KeyError while the focus is in a part that Tk makes by itself.
    return str(widget.tk.call("focus")) == str(widget)


def widget_at(window: tk.Misc, x: int, y: int) -> tk.Misc | None:
    """Return the widget at a place of the screen; None outside, and for Tk's own, as a menu bar."""
    try:
        return window.winfo_containing(x, y)
    except KeyError:
        return None


def last_focus(window: tk.Misc) -> tk.Misc:
    """Return the widget of a window that had the focus last; the window itself for Tk's own."""
    try:
        return window.focus_lastfor() or window
    except KeyError:
        return window
