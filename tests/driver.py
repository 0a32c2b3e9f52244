"""Driver: operates a window by real events, and reads what it shows."""

from __future__ import annotations

import sys
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tkinter import ttk
from types import FrameType, TracebackType
from typing import Any, TypeVar

import pytest
from PIL import Image, ImageGrab

from flowdesk.app.board_view import BoardView
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.file_chooser import OPEN, FileChooser
from flowdesk.app.window import Window
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.flow.level import Level

PATIENCE = 50.0

T = TypeVar("T")
W = TypeVar("W", bound=tk.Misc)


class Driver:
    """Clicks, drags, types and waits in a `window`, whose board is `view`."""

    def __init__(self, root: tk.Tk, window: Window) -> None:
        self.root = root
        self.window = window
        self._errors: list[BaseException] = []
        self._looking: dict[str, str] = {}  # what is waited for, with Tk's names of the calls
        root.report_callback_exception = self._remember_error
        root.update()
        self.view.focus_force()
        root.update()
        self._watch({})

    def _watch(self, seen: dict[Dialog, float]) -> None:
        """Close dialogs that have been open for too long, and record an error."""
        now = time.monotonic()
        try:
            seen = {dialog: seen.get(dialog, now) for dialog in dialogs(self.root)}
            for dialog, since in seen.items():
                if now - since > PATIENCE:
                    self._errors.append(AssertionError(f"no test answered: {texts(dialog)}"))
                    dialog.destroy()
        finally:
            self._look("watch", 500, self._watch, seen)

    def _look(self, what: str, ms: int, call: Callable[..., object], *args: object) -> None:
        """Make a call after some time, unless the test is over then."""
        self._looking[what] = self.root.after(ms, call, *args)

    def leave(self) -> None:
        """Answer no more dialogs: what comes now belongs to another test."""
        for pending in self._looking.values():
            self.root.after_cancel(pending)

    @property
    def view(self) -> BoardView:
        """The board of the document in front."""
        return self.window.front.view

    @property
    def level(self) -> Level:
        """The level on the board."""
        level: Level = self.window.shown.document.level
        return level

    def open(self, puzzle: Puzzle) -> None:
        """Show a puzzle that no file holds."""
        self.window.shown.document.new(puzzle)
        self.root.update()

    def copied(self, text: str) -> None:
        """Put a text on the clipboard, as another program would."""
        self.root.clipboard_clear()
        self.root.clipboard_append(text)

    def _remember_error(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        self._errors.append(error)

    def raise_errors(self) -> None:
        """Raise the first error of an event handler, which Tk would only print."""
        if self._errors:
            raise self._errors[0]

    def forget_errors(self) -> None:
        """Discard the errors, after a test has checked them."""
        self._errors.clear()

    # Pointer

    def press(self, cell: Cell, button: int = 1) -> None:
        """Press a button in the middle of a cell."""
        self.press_at(*self.view.center_of(cell), button)

    def press_at(self, x: int, y: int, button: int = 1) -> None:
        """Press a button at a point of the view."""
        self.view.event_generate("<Motion>", x=x, y=y)
        self.view.event_generate(f"<ButtonPress-{button}>", x=x, y=y)
        self.update()

    def move(self, cell: Cell, button: int = 1) -> None:
        """Move to a cell in one event, with a button held."""
        self.move_to(*self.view.center_of(cell), button)

    def move_to(self, x: int, y: int, button: int = 1) -> None:
        """Move to a point of the view in one event, with a button held."""
        self.view.event_generate("<Motion>", x=x, y=y, state=0x80 << button)
        self.update()

    def release(self, cell: Cell, button: int = 1) -> None:
        """Release a button in the middle of a cell."""
        self.release_at(*self.view.center_of(cell), button)

    def release_at(self, x: int, y: int, button: int = 1) -> None:
        """Release a button at a point of the view."""
        self.view.event_generate(f"<ButtonRelease-{button}>", x=x, y=y, state=0x80 << button)
        self.update()

    def click(self, *cells: Cell, button: int = 1) -> None:
        """Click cells, one after the other."""
        for cell in cells:
            self.press(cell, button)
            self.release(cell, button)

    def click_at(self, x: int, y: int, button: int = 1) -> None:
        """Click a point of the view."""
        self.press_at(x, y, button)
        self.release_at(x, y, button)

    def hover(self, cell: Cell) -> None:
        """Let the pointer come to a cell, without a button."""
        x, y = self.view.center_of(cell)
        self.view.event_generate("<Motion>", x=x, y=y)
        self.root.update()

    def drag(self, start: Cell, end: Cell, button: int = 1) -> None:
        """Drag with events only at the start and at the end, as a fast mouse does."""
        self.press(start, button)
        self.move(end, button)
        self.release(end, button)

    # Words

    def point_at(self, widget: tk.Misc, words: str) -> tuple[int, int]:
        """Rest the pointer on words of a text, or of the texts in a panel; return where it is."""
        return self._go_to(widget, words)[1:]

    def click_words(self, widget: tk.Misc, words: str) -> None:
        """Click on words of a text, or of the texts in a panel."""
        box, x, y = self._go_to(widget, words)
        box.event_generate("<Button-1>", x=x, y=y)
        self.root.update()

    def _go_to(self, widget: tk.Misc, words: str) -> tuple[tk.Text, int, int]:
        for box in (widget, *descendants(widget)):
            if isinstance(box, tk.Text) and (box is widget or box.winfo_viewable()):
                place = box.search(words, "1.0") or box.search(words.replace(" ", "\u00a0"), "1.0")
                if place:
                    box.see(place)
                    self.root.update()
                    left, top, width, height = box.bbox(place) or (0, 0, 0, 0)
                    x, y = left + width // 2, top + height // 2
                    box.event_generate("<Motion>", x=x, y=y)
                    self.root.update()
                    return box, x, y
        raise LookupError(f"{words!r} is not in {texts(widget)!r}")

    # Keys

    def key(self, *keys: str) -> None:
        """Press and release keys in Tk's notation: ``Control-z``, ``Up``, ``R``."""
        for key in keys:
            self.tap(key)
            self.update()

    def tap(self, key: str) -> None:
        """Press and release a key, and leave what follows from it waiting."""
        widget = self.root.focus_get() or self.view
        widget.event_generate(f"<{_press(key)}>")
        if widget.winfo_exists():  # the key may have closed its window
            widget.event_generate(f"<KeyRelease-{key.split('-')[-1]}>")

    # Waiting and reading

    def update(self) -> None:
        """Handle the events that wait; a game that is won ends."""
        self.root.update()
        while self.window.tab.playing._ending.running:
            self.root.tk.dooneevent()

    def wait_until(self, condition: Callable[[], object], what: str) -> None:
        """Handle events until a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"waited in vain until {what}"
            look = self.root.tk.createtimerhandler(20, lambda: None)  # another program may do it
            self.root.tk.dooneevent()
            look.deletetimerhandler()
            self.root.update()
        self.raise_errors()

    def live(self, seconds: float) -> None:
        """Handle events for some seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.root.update()
            time.sleep(0.002)

    def solve(self) -> None:
        """Press Solve and wait for the result."""
        self.key("F5")
        self.wait_until(lambda: self.window.shown.solving.result, "the solver answers")

    def photograph(self, other: tk.Toplevel | None = None) -> Image.Image:
        """Return a screenshot of the main window, or of another one."""
        self.root.update()
        top = other or self.window.root
        x, y = top.winfo_rootx(), top.winfo_rooty()
        box = (x, y, x + top.winfo_width(), y + top.winfo_height())
        return ImageGrab.grab(bbox=box).convert("RGB")

    # Dialogs

    def when_asked(self, action: Callable[[Any], None], *, for_file: bool = False) -> None:
        """Call a function with the next dialog, above those there are, as soon as it is visible.

        It is a `FileChooser` if it asks `for_file`, else another one.
        """
        below = dialogs(self.root)

        def look() -> None:
            for dialog in dialogs(self.root):
                if dialog in below or isinstance(dialog, FileChooser) is not for_file:
                    continue
                focus = str(self.root.tk.call("focus"))
                # The dialog itself has the focus for a moment if the pointer rests on it.
                if dialog.winfo_viewable() and focus.startswith(f"{dialog}."):
                    try:
                        action(dialog)
                        assert not dialog.winfo_exists(), "the dialog is still open"
                    finally:
                        dialog.destroy()  # otherwise the test would hang
                    return
            self._look(f"answer {id(look)}", 10, look)

        self._look(f"answer {id(look)}", 10, look)

    def asked(self, opens: str | Callable[[], object], work: Callable[[Any], T]) -> T:
        """Press a key, or make a call, that opens a dialog; return what `work` returns of that."""
        found: list[T] = []
        self.when_asked(lambda dialog: found.append(work(dialog)))
        if isinstance(opens, str):
            self.key(opens)
        else:
            opens()
        self.raise_errors()
        (of_dialog,) = found
        return of_dialog


def answering(driver: Driver, *answers: str) -> list[str]:
    """Give the next dialogs these answers, one after the other; what was asked is in the list."""
    asked: list[str] = []
    left = list(answers)

    def press(dialog: Dialog) -> None:
        asked.append(texts(dialog))
        answer = left.pop(0)
        if left:
            driver.when_asked(press)
        button(dialog, answer).invoke()

    driver.when_asked(press)
    return asked


def pretend_screen(monkeypatch: pytest.MonkeyPatch, width: int, height: int) -> None:
    """Let the screen say that it has so many pixels."""
    for name, side in (("width", width), ("height", height)):
        monkeypatch.setattr(tk.Misc, f"winfo_screen{name}", lambda self, side=side: side)
        monkeypatch.setattr(tk.Misc, f"winfo_vroot{name}", lambda self, side=side: side)


@contextmanager
def large_type(
    driver: Driver, top: tk.Tk | tk.Toplevel, geometry: str, percent: int = 300
) -> Iterator[Callable[[str, int], None]]:
    """Show a window at another scale and in a size, as on a screen that is no larger.

    What it yields shows it at one scale after the other.
    """
    before, least = top.geometry(), top.minsize()

    def show(geometry: str, percent: int) -> None:
        driver.window.shell.remember(scale=percent)
        driver.root.update()  # the window takes the new scale's size first
        top.minsize(1, 1)
        top.geometry(f"{geometry}+0+0")
        driver.root.update()

    try:
        show(geometry, percent)
        yield show
    finally:
        driver.window.shell.remember(scale=100)
        top.minsize(*least)
        top.geometry(before)
        driver.root.update()


@contextmanager
def calls_of(function: Callable[..., object]) -> Iterator[list[str]]:
    """Count the calls of a function: one entry for each, of who has made it."""
    callers: list[str] = []
    code = function.__code__

    def look(frame: FrameType, event: str, what: object) -> None:
        if event == "call" and frame.f_code is code:
            assert frame.f_back
            callers.append(frame.f_back.f_code.co_name)

    sys.setprofile(look)
    try:
        yield callers
    finally:
        sys.setprofile(None)


def retype(field: ttk.Entry, text: str) -> None:
    """Let a field have another text."""
    field.delete(0, "end")
    field.insert(0, text)


def fill_in(dialog: FileChooser, name: str) -> None:
    """Type a name into a dialog for files, and press Enter."""
    path, field = entries(dialog)[:2]
    chosen = path if dialog.action == OPEN else field
    chosen.focus_force()
    retype(chosen, name)
    chosen.event_generate("<Return>")


def choose_folder(driver: Driver, folder: Path) -> None:
    """Choose a folder in the next dialog for files."""

    def choose(dialog: FileChooser) -> None:
        field = entries(dialog)[0]
        field.focus_force()
        retype(field, str(folder))
        field.event_generate("<Return>")
        driver.wait_until(lambda: dialog._folder == folder, "the folder is listed")
        button(dialog, "Choose").invoke()

    driver.when_asked(choose, for_file=True)


def dialogs(widget: tk.Misc) -> list[Dialog]:
    """Return all dialogs below a widget."""
    found: list[Dialog] = []
    waiting: list[tk.Misc] = [widget]
    # Not `winfo_children`, which raises an error if a window goes meanwhile: nobody would answer
    # any dialog from then on.
    while waiting:
        for child in list(waiting.pop().children.values()):
            if isinstance(child, Dialog):
                found.append(child)
            waiting.append(child)
    return found


def button(widget: tk.Misc, text: str) -> ttk.Button:
    """Return the button with this text below a widget; LookupError if there is none."""
    for child in widget.winfo_children():
        if isinstance(child, ttk.Button) and str(child.cget("text")) == text:
            return child
        if not isinstance(child, tk.Toplevel):
            try:
                return button(child, text)
            except LookupError:
                continue
    raise LookupError(f"there is no button {text!r}")


def numbers(ruler: tk.Canvas, tag: str = "number") -> list[str]:
    """Return what stands on a ruler; with the tag ``lit`` only what is lit."""
    items = [item for item in ruler.find_withtag(tag) if str(ruler.type(item)) == "text"]
    return [str(ruler.itemcget(item, "text")) for item in items]  # type: ignore[no-untyped-call]  # typeshed has no types for it


def entries(widget: tk.Misc) -> list[ttk.Entry]:
    """Return the text fields below a widget, in the order of their creation."""
    return parts_of(widget, ttk.Entry)


def checkbuttons(widget: tk.Misc) -> list[ttk.Checkbutton]:
    """Return the boxes to tick below a widget, in the order of their creation."""
    return parts_of(widget, ttk.Checkbutton)


def parts_of(widget: tk.Misc, kind: type[W]) -> list[W]:
    """Return all widgets of a kind below a widget, in the order of their creation."""
    return [part for part in descendants(widget) if isinstance(part, kind)]


def descendants(widget: tk.Misc) -> Iterator[tk.Misc]:
    """All widgets below a widget."""
    for child in widget.winfo_children():
        yield child
        yield from descendants(child)


def texts(widget: tk.Misc, *, only_shown: bool = False) -> str:
    """Return all texts below a widget, or those that are shown, one on each line."""
    parts = []
    for child in widget.winfo_children():
        if only_shown and not child.winfo_viewable():
            continue
        if isinstance(child, tk.Text):
            parts.append(child.get("1.0", "end"))
        elif isinstance(child, (ttk.Label, ttk.Button, ttk.Checkbutton, tk.Label)):
            parts.append(str(child.cget("text")))
        elif isinstance(child, tk.Canvas):
            items = child.find_withtag("words")
            parts += [str(child.itemcget(item, "text")) for item in items]  # type: ignore[no-untyped-call]  # typeshed has no types for it
        parts.append(texts(child, only_shown=only_shown))
    return "\n".join(part for part in parts if part)


def _press(key: str) -> str:
    *modifiers, name = key.split("-")
    return "-".join([*modifiers, "KeyPress", name])
