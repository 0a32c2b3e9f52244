"""Picking: things on a canvas of which only those in sight are drawn, and some are selected."""

from __future__ import annotations

import tkinter as tk
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from tkinter import ttk

from flowdesk.app.timers import Timer
from flowdesk.app.widgets.scrolled import Wheel, reveal, scroll_around, scrolled_to
from flowdesk.core.signal import Signal

SHIFT, CONTROL_OR_COMMAND = 0x1, 0xC
_MODIFIERS = SHIFT | CONTROL_OR_COMMAND


class Picking(ttk.Frame):
    """Things are known by ids, in an order; all are as high, and there are `columns` side by side.

    They are scrolled by pixels; a notch of the wheel is one of `notch`. Emits `selection_changed`,
    `chosen` after a plain click, `opened` for the one under the cursor, `menu_asked` with a place
    on the screen, and `dropped` with the place before which the selected ones were dropped. While
    they are dragged outside, `carry` gets the place on the screen, and whether they are dropped
    there; it returns whether that is possible. A subclass lays out body and bar, and draws.
    """

    columns = 1
    moves: Sequence[str] = ("Up", "Down", "Prior", "Next", "Home", "End")

    def __init__(self, parent: tk.Misc, notch: Callable[[], int] | None = None) -> None:
        super().__init__(parent)
        self.selection_changed: Signal[[]] = Signal()
        self.opened: Signal[[]] = Signal()
        self.chosen: Signal[[]] = Signal()
        self.menu_asked: Signal[[int, int]] = Signal()
        self.carry: Callable[[int, int, bool], bool] = lambda x, y, is_dropped: False
        self.dropped: Signal[[int]] = Signal()
        self.can_drag = True
        self.selected: frozenset[int] = frozenset()
        self.cursor: int | None = None
        self._ids: Sequence[int] = ()
        self._places: dict[int | None, int] = {}
        self._anchor: int | None = None
        self._top = 0
        self._pressed: tuple[int, int, int] | None = None  # a place, and where that was
        self._drop: int | None = None
        self._is_carried = False
        self._unseen: int | None = None  # to be brought into sight once there is any
        self._drawing = Timer(self)
        self._body = body = tk.Canvas(
            self, width="75p", height="75p", highlightthickness=0, borderwidth=0, takefocus=True
        )
        self._bar = ttk.Scrollbar(self, command=self._scrolled)
        for change in ("<FocusIn>", "<FocusOut>"):
            body.bind(change, lambda event: self.refresh())
        for change in ("<Configure>", "<Map>"):
            body.bind(change, lambda event: self._resized())
        body.bind("<ButtonPress>", self._press, add=True)
        body.bind("<B1-Motion>", self._drag)
        body.bind("<ButtonRelease-1>", self._release)
        body.bind("<Double-Button-1>", self._double_click)
        for button in (2, 3):
            body.bind(f"<ButtonRelease-{button}>", self._right_click)
        for part in (body, self._bar):
            Wheel(part, self._wheel, notch=notch)
        for key in self.moves:
            body.bind(f"<{key}>", self._key)

    def _show(self, ids: Sequence[int]) -> None:
        """Show these, keeping the selection."""
        self._ids = ids
        self._places = {id: place for place, id in enumerate(ids)}
        self.selected = frozenset(id for id in self.selected if id in self._places)
        self.cursor = self.cursor if self.cursor in self._places else None
        self.refresh()

    def refresh(self) -> None:
        """Draw all that is in sight when Tk is idle."""
        if not self._drawing.running:
            self._drawing.when_idle(self._draw)

    def _resized(self) -> None:
        if self._unseen is not None and self._body.winfo_ismapped():
            unseen, self._unseen = self._unseen, None
            if unseen in self._places:
                self._reveal(unseen)
        self.refresh()

    def focus_force(self) -> None:
        """Take the keyboard focus, also from another window."""
        self._body.focus_force()

    @abstractmethod
    def _draw(self) -> None: ...

    @property
    @abstractmethod
    def _height(self) -> int:
        """The height of a row in pixels."""

    @property
    def _gap(self) -> int:
        """The pixels above each row, and below the last one."""
        return 0

    @property
    def _sight(self) -> int:
        """How many pixels of the rows are in sight."""
        return self._body.winfo_height()

    def _along(self, event: tk.Event[tk.Misc]) -> int:
        """Return where the pointer is on the way along which they are scrolled."""
        return event.y

    @property
    def _rows(self) -> int:
        return -(-len(self._ids) // self.columns)

    @abstractmethod
    def _place_at(self, x: int, y: int) -> int | None:
        """Return the place of what is at a point, or None."""

    @abstractmethod
    def _drop_at(self, event: tk.Event[tk.Misc]) -> int:
        """Return before which place something would be dropped, while it is dragged."""

    @abstractmethod
    def _is_dragged(self, right: int, down: int) -> bool:
        """Whether the pointer has gone so far that it drags."""

    # Scrolling

    def scroll(self, by: int) -> None:
        """Scroll down by so many pixels, or up by a negative number."""
        self._scroll_to(self._top + by)

    def bring_into_sight(self, id: int) -> None:
        """Scroll until all of it is visible, once anything is."""
        if self._body.winfo_ismapped():
            self._reveal(id)
        else:
            self._unseen = id

    def _reveal(self, id: int) -> None:
        top = self._places[id] // self.columns * self._height
        below = top + self._height + self._gap - self._sight
        self._scroll_to(min(max(self._top, below), top))
        reveal(self._body, top - self._top, self._height + self._gap)

    def _scroll_to(self, top: int) -> None:
        whole, height = self._rows * self._height + self._gap, self._sight
        before, self._top = self._top, max(0, min(top, whole - height))
        self._bar.set(self._top / max(whole, 1), min(1, (self._top + height) / max(whole, 1)))
        if self._top != before:
            self.refresh()

    def _wheel(self, right: int, down: int) -> None:
        if self._sight < self._rows * self._height + self._gap:
            self.scroll(down)
        else:  # all of them are in sight, or in that of what holds them
            scroll_around(self._body, down)

    def _scrolled(self, *words: str) -> None:
        """Do what the scroll bar says."""
        whole, page = self._rows * self._height, self._sight
        self.scroll(round(scrolled_to(words, self._top, whole, page, self._height)) - self._top)

    # Selecting

    @property
    def picked(self) -> list[int]:
        """The selected ones, in order."""
        return sorted(self.selected, key=self._places.__getitem__)

    def select(self, ids: Collection[int], cursor: int | None = None) -> None:
        """Select these, and scroll to the one with the cursor, or else the first."""
        self.selected = frozenset(id for id in ids if id in self._places)
        first = min(self.selected, key=self._places.__getitem__, default=None)
        self.cursor = self._anchor = cursor if cursor in self._places else first
        if self.cursor is not None:
            self.bring_into_sight(self.cursor)
        self.refresh()
        self.selection_changed.emit()

    def select_all(self) -> None:
        self.select(self._ids, self.cursor)

    def _choose(self, place: int, state: int) -> None:
        """Select one alone, toggle it (Control), or select all from the anchor to it (Shift)."""
        id, anchor = self._ids[place], self._anchor
        if state & SHIFT and anchor in self._places:
            first, last = sorted((self._places[anchor], place))
            self.select(self._ids[first : last + 1], id)
            self._anchor = anchor
        elif state & CONTROL_OR_COMMAND:
            self.select(self.selected ^ {id}, id)
        else:
            self.select([id], id)

    @property
    def _page(self) -> int:
        """How many rows the keys for pages go."""
        return max(1, self._sight // self._height)

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        if int(event.state) & CONTROL_OR_COMMAND or not self._ids:
            return None  # Control-Up is a command
        now, last = self._places.get(self.cursor, -1), len(self._ids) - 1
        target = {
            "Left": now - 1,
            "Right": now + 1,
            "Up": now - self.columns,
            "Down": now + self.columns,
            "Prior": now - self._page * self.columns,
            "Next": now + self._page * self.columns,
            "Home": 0,
            "End": last,
        }[event.keysym]
        if event.keysym in ("Up", "Down") and not 0 <= target <= last:
            target = now  # rather than sideways
        self._choose(max(0, min(target, last)), int(event.state) & SHIFT)
        return "break"

    # The pointer

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        if event.num != 1:
            return
        self._body.focus_set()
        place, self._pressed = self._place_at(event.x, event.y), None
        if place is None:
            self._press_beside()
            return
        self._pressed = place, event.x, event.y
        if int(event.state) & _MODIFIERS or self._ids[place] not in self.selected:
            self._choose(place, int(event.state))

    def _press_beside(self) -> None:
        """Do what a press does where nothing is."""

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        if not (self.can_drag and self._pressed):
            return
        _, x, y = self._pressed
        is_dragged, is_outside = self._drop is not None or self._is_carried, self._is_outside(event)
        if not (is_dragged or is_outside or self._is_dragged(event.x - x, event.y - y)):
            return
        self._drop = None
        self._is_carried = is_outside and self.carry(event.x_root, event.y_root, False)
        self._body.configure(cursor="plus" if self._is_carried else "")
        if not self._is_carried:
            along = self._along(event)
            if not 0 <= along < self._sight:
                self._scroll_to(self._top + (-self._height if along < 0 else self._height) // 4)
            self._drop = self._drop_at(event)
        self.refresh()

    def _is_outside(self, event: tk.Event[tk.Misc]) -> bool:
        body = self._body
        return not (0 <= event.x < body.winfo_width() and 0 <= event.y < body.winfo_height())

    def place_over(self, x: int, y: int) -> int | None:
        """Return the place of what is at a point of the screen, or None."""
        body = self._body
        return self._place_at(x - body.winfo_rootx(), y - body.winfo_rooty())

    def _release(self, event: tk.Event[tk.Misc]) -> None:
        pressed, drop, is_carried = self._pressed, self._drop, self._is_carried
        self._pressed, self._drop, self._is_carried = None, None, False
        self.refresh()
        if is_carried:
            self._body.configure(cursor="")
            self.carry(event.x_root, event.y_root, True)
        elif drop is not None and self.can_drag:
            self.dropped.emit(drop)
        elif pressed and not int(event.state) & _MODIFIERS:
            self._choose(pressed[0], 0)  # a click into a selection selects one alone
            self.chosen.emit()

    def _right_click(self, event: tk.Event[tk.Misc]) -> None:
        place = self._place_at(event.x, event.y)
        if place is not None and self._ids[place] not in self.selected:
            self._choose(place, 0)
        self.menu_asked.emit(event.x_root, event.y_root)

    def _double_click(self, event: tk.Event[tk.Misc]) -> None:
        if self._place_at(event.x, event.y) is not None:
            self._pressed = None
            self.opened.emit()
