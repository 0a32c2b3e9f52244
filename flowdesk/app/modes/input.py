"""What the buttons of the mouse, and the keys, do on the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from flowdesk.app.board_view import BoardView
from flowdesk.app.modes.editor import BoardCursor
from flowdesk.app.scale import pixels
from flowdesk.app.session import Session
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer
from flowdesk.core.edit import Spot
from flowdesk.desk.play.player import Hands

#: A place in the view, in pixels.
Place: TypeAlias = tuple[int, int]

# Bits of an event's state. Alt is another one on each system: on Windows 0x8 is NumLock.
_SHIFT, _CONTROL = 0x1, 0x4
_ALT = {"x11": 0x8, "win32": 0x20000, "aqua": 0x18}

_ARROWS = {"Up": "t", "Down": "b", "Left": "l", "Right": "r"}
_MODIFIERS = ("_L", "_R", "_Lock", "_Shift")  # ends of the names of Control, Shift, Alt ...
_DRAG = 3  # points; a press that moves less is a click
# A long press is counted in steps, so that a window that was busy does not take a click for one.
_LONG_PRESS_STEPS, _STEP_MS = 7, 100
_REPEAT_MS = 25  # a held key repeats as release and press, this far apart at most


class OpenMenu(Protocol):
    """Opens the menu of a spot at a point of the screen."""

    def __call__(self, spot: Spot, x: int, y: int, *, by_key: bool = False) -> object: ...


class Input:
    """What pointer and keys do in the session in front: make gestures, pick items, pan."""

    def __init__(
        self, view: BoardView, session: Callable[[], Session], open_menu: OpenMenu, shell: Shell
    ) -> None:
        self._view = view
        self._session = session
        self._open_menu = open_menu
        self._shell = shell
        self._not_ours = _CONTROL | _ALT.get(shell.system, 0)  # keys with these
        self._holding = Timer(view)
        self._press: Place = (0, 0)
        self._last: Place = (0, 0)
        self._pan_from: Place | None = None  # while the board is moved
        self._is_click = False
        self._space = SpaceKey(view, lambda: self._hands.press_space())
        erase, pick = ("2", "3") if shell.mac else ("3", "2")
        bindings: dict[str, Any] = {
            "<ButtonPress-1>": self._pressed,
            "<B1-Motion>": self._moved,
            "<ButtonRelease-1>": self._released,
            f"<ButtonPress-{erase}>": self._right_pressed,
            f"<B{erase}-Motion>": self._moved,
            f"<ButtonRelease-{erase}>": self._released,
            f"<ButtonPress-{pick}>": self._begin,
            f"<B{pick}-Motion>": self._pick_dragged,
            f"<ButtonRelease-{pick}>": self._pick_released,
            "<Motion>": lambda event: self._cursor.hover(view.spot_at(event.x, event.y)),
            "<Leave>": lambda event: self._cursor.hover(None),
            "<Key>": self._key,
        }
        for sequence, handler in bindings.items():
            view.bind(sequence, handler)

    @property
    def _hands(self) -> Hands:
        return self._session().hands

    @property
    def _cursor(self) -> BoardCursor:
        return self._session().edit.cursor

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        if self._space.held:
            self._begin(event)
            self._space.used = True
            self._begin_pan((event.x, event.y))
            return
        spot, hands = self._begin(event), self._hands
        self._cursor.set(None)
        state = int(event.state)
        copies = _ALT["aqua"] if self._shell.mac else _CONTROL
        if hands.is_editing:
            self._wait_for_long_press(_LONG_PRESS_STEPS, spot, (event.x_root, event.y_root))
        hands.press(spot, shift=bool(state & _SHIFT), control=bool(state & copies))

    def _wait_for_long_press(self, steps: int, spot: Spot, at: Place) -> None:
        """Open the menu after some steps, instead of what the press has begun."""
        if steps:
            self._holding.start(_STEP_MS, self._wait_for_long_press, steps - 1, spot, at)
        else:
            self._hands.abandon()
            self._open_menu(spot, *at)

    def _right_pressed(self, event: tk.Event[tk.Misc]) -> None:
        spot, hands = self._begin(event), self._hands
        self._cursor.set(None)
        has_shift = bool(int(event.state) & _SHIFT)
        opens = self._shell.settings.right_button == "menu"  # and erases with Shift
        if has_shift != (hands.is_editing and opens):
            self._open_menu(spot, event.x_root, event.y_root)
        else:
            hands.press_right(spot)

    def _begin(self, event: tk.Event[tk.Misc]) -> Spot:
        """End what is being typed or dragged; return the spot of the press."""
        self._holding.stop()
        self._hands.abandon()
        self._session().apply_typed()
        self._view.focus_set()
        self._press = self._last = (event.x, event.y)
        self._is_click = True
        return self._view.spot_at(event.x, event.y)

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        if self._pan(event):
            return
        hands, here = self._hands, (event.x, event.y)
        self._is_click = self._is_click and not self._is_far(here)
        if not self._is_click:
            self._holding.stop()
        gesture = hands.gesture
        if gesture is None or self._is_click:
            return
        for spot in self._view.spots_between(self._last, here):
            gesture = gesture.to(spot)
        self._last = here
        hands.show(gesture)
        hands.float(*here)
        self._cursor.hover(self._view.spot_at(*here))

    def _released(self, event: tk.Event[tk.Misc]) -> None:
        self._holding.stop()
        if self._end_pan():
            return
        self._moved(event)
        self._hands.end_gesture()

    def _is_far(self, here: Place) -> bool:
        """Return whether the pointer has moved more than a hand trembles."""
        far = max(abs(here[0] - self._press[0]), abs(here[1] - self._press[1]))
        return far >= pixels(self._view, _DRAG)

    # Middle button

    def _pick_dragged(self, event: tk.Event[tk.Misc]) -> None:
        if not self._pan_from and self._is_far((event.x, event.y)):
            self._begin_pan(self._press)
        self._pan(event)

    def _pick_released(self, event: tk.Event[tk.Misc]) -> None:
        if not self._end_pan():
            self._hands.click_middle(self._view.spot_at(event.x, event.y))

    # Moving the board

    def _begin_pan(self, at: Place) -> None:
        self._pan_from = at
        self._view.configure(cursor="fleur")

    def _pan(self, event: tk.Event[tk.Misc]) -> bool:
        """Move the board with the pointer; return whether it is held for that."""
        if self._pan_from:
            self._view.pan(event.x - self._pan_from[0], event.y - self._pan_from[1])
            self._pan_from = event.x, event.y
        return self._pan_from is not None

    def _end_pan(self) -> bool:
        """Leave the board where it is; return whether it was moved."""
        was_held, self._pan_from = self._pan_from is not None, None
        if was_held:
            self._view.configure(cursor=self._hands.pointer)
        return was_held

    # Keys

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        state = int(event.state)
        if state & self._not_ours or event.keysym.endswith(_MODIFIERS):
            return None  # those keys belong to the menus
        hands = self._hands
        if hands.abandon():
            return "break"  # that was what the key was pressed for
        match event.keysym:
            case "Menu" | "App":
                self._ask_for_menu()
            case "F10" if state & _SHIFT:
                self._ask_for_menu()
            case "Up" | "Down" | "Left" | "Right":
                hands.press_arrow(_ARROWS[event.keysym], shift=bool(state & _SHIFT))
            case "BackSpace":
                hands.press_backspace()
            case "Delete":
                hands.press_delete()
            case "Escape" if hands.press_escape():
                pass
            case "Return" | "KP_Enter" if hands.press_enter():
                pass
            case _ if not (event.char and hands.press_key(event.char)):
                return None
        return "break"

    def _ask_for_menu(self) -> None:
        """Open the menu at the cell that keys act on, else in the middle of what is seen."""
        view, cell = self._view, self._cursor.target
        x, y = view.center_of(cell) if cell else (view.winfo_width() // 2, view.winfo_height() // 2)
        spot = Spot(cell or view.cell_at(x, y))
        self._open_menu(spot, view.winfo_rootx() + x, view.winfo_rooty() + y, by_key=True)


class SpaceKey:
    """Calls `tapped` when the key is released, unless `used` was set meanwhile, as panning does."""

    def __init__(self, view: tk.Misc, tapped: Callable[[], object]) -> None:
        self.held = False
        self.used = False
        self._tapped = tapped
        self._release = Timer(view)
        view.bind("<KeyPress-space>", self._pressed)
        view.bind("<KeyRelease-space>", self._released)
        view.bind("<FocusOut>", lambda event: self._forget())

    def _pressed(self, event: tk.Event[tk.Misc]) -> str:
        if self._release.running:
            self._release.stop()  # a held key repeats as release and press: it is still held
        elif not self.held:
            self.held, self.used = True, False
        return "break"

    def _released(self, event: tk.Event[tk.Misc]) -> str:
        self._release.start(_REPEAT_MS, self._is_up)
        return "break"

    def _is_up(self) -> None:
        self._forget()
        if not self.used:
            self._tapped()

    def _forget(self) -> None:
        self._release.stop()
        self.held = False
