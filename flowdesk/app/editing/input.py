"""What the buttons and the wheel of the mouse, and the keys, do on the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from flowdesk.app.board_view import BoardView
from flowdesk.app.editing.editor import Cursor
from flowdesk.app.timers import Timer
from flowdesk.core.edit import Gesture, Spot

#: A place in the view, in pixels.
Place: TypeAlias = tuple[int, int]

# Bits of an event's state. Alt is another one on each system: on Windows 0x8 is NumLock.
_SHIFT, _CONTROL, _COMMAND = 0x1, 0x4, 0x8
_ALT = {"x11": 0x8, "win32": 0x20000, "aqua": 0x18}

_ARROWS = {"Up": "t", "Down": "b", "Left": "l", "Right": "r"}
_MODIFIERS = ("_L", "_R", "_Lock", "_Shift")  # ends of the names of Control, Shift, Alt ...
_DRAG_PIXELS = 4  # a press that moves less is a click
_REPEAT_MS = 25  # a held key repeats as release and press, this far apart at most


class Hands(Protocol):
    """What the pointer and the keys do on the board: edit it, or play.

    `gesture` is what is being dragged; `gestures` explains what pointer and keys do. The sides of
    arrows are letters as in `core.grid.STEPS`.
    """

    gesture: Gesture[Any] | None

    @property
    def gestures(self) -> Sequence[tuple[str, str]]: ...

    @property
    def cursor(self) -> Cursor: ...

    def press(self, spot: Spot, *, shift: bool) -> None: ...

    def press_right(self, spot: Spot) -> None: ...

    def click_middle(self, spot: Spot) -> None: ...

    def turn_wheel(self, up: int) -> None: ...

    def show(self, gesture: Gesture[Any]) -> None: ...

    def float(self, x: int, y: int) -> None: ...

    def end_gesture(self) -> None: ...

    def abandon(self) -> bool: ...

    def press_arrow(self, side: str, *, shift: bool) -> None: ...

    def press_key(self, char: str) -> bool: ...

    def press_enter(self) -> bool: ...

    def press_backspace(self) -> None: ...

    def press_delete(self) -> None: ...

    def press_space(self) -> None: ...


class Pointer:
    """Makes gestures, picks items, pans and zooms; `apply_typed` is called before each press."""

    def __init__(
        self,
        view: BoardView,
        hands: Callable[[], Hands],
        apply_typed: Callable[[], object],
        *,
        mac: bool,
    ) -> None:
        self._view = view
        self._hands = hands
        self._apply_typed = apply_typed
        self._mac = mac
        self._press: Place = (0, 0)
        self._last: Place = (0, 0)
        self._is_click = False
        self._space = SpaceKey(view, lambda: hands().press_space())
        erase, pick = ("2", "3") if mac else ("3", "2")
        bindings: dict[str, Any] = {
            "<ButtonPress-1>": self._pressed,
            "<B1-Motion>": self._moved,
            "<ButtonRelease-1>": self._released,
            f"<ButtonPress-{erase}>": self._erase_pressed,
            f"<B{erase}-Motion>": self._moved,
            f"<ButtonRelease-{erase}>": self._released,
            f"<ButtonPress-{pick}>": self._begin,
            f"<B{pick}-Motion>": self._pick_dragged,
            f"<ButtonRelease-{pick}>": self._pick_released,
            "<Motion>": lambda event: hands().cursor.hover(view.spot_at(event.x, event.y)),
            "<Leave>": lambda event: hands().cursor.hover(None),
            # Tk 8.6 on X11 sends wheels as buttons; Tk 9 and others send MouseWheel.
            "<Button-4>": lambda event: self._wheel(event, 1),
            "<Button-5>": lambda event: self._wheel(event, -1),
            "<MouseWheel>": lambda event: self._wheel(event, 1 if event.delta > 0 else -1),
        }
        for sequence, handler in bindings.items():
            view.bind(sequence, handler)

    def _pressed(self, event: tk.Event[Any]) -> None:
        if self._space.held:
            self._begin(event)
            self._space.used = True
            self._view.begin_pan(event.x, event.y)
            return
        spot, hands = self._begin(event), self._hands()
        hands.cursor.set(None)
        hands.press(spot, shift=bool(int(event.state) & _SHIFT))

    def _erase_pressed(self, event: tk.Event[Any]) -> None:
        spot, hands = self._begin(event), self._hands()
        hands.cursor.set(None)
        hands.press_right(spot)

    def _begin(self, event: tk.Event[Any]) -> Spot:
        """End what is being typed or dragged; return the spot of the press."""
        self._hands().abandon()
        self._apply_typed()
        self._view.focus_set()
        self._press = self._last = (event.x, event.y)
        self._is_click = True
        return self._view.spot_at(event.x, event.y)

    def _moved(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.drag_pan(event.x, event.y)
            return
        hands, here = self._hands(), (event.x, event.y)
        self._is_click = self._is_click and not self._is_far(here)
        gesture = hands.gesture
        if gesture is None or self._is_click:
            return
        for spot in self._view.spots_between(self._last, here):
            gesture = gesture.to(spot)
        self._last = here
        hands.show(gesture)
        hands.float(*here)
        hands.cursor.hover(self._view.spot_at(*here))

    def _released(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.end_pan()
            return
        self._moved(event)
        self._hands().end_gesture()

    def _is_far(self, here: Place) -> bool:
        """Return whether the pointer has moved more than a hand trembles."""
        return max(abs(here[0] - self._press[0]), abs(here[1] - self._press[1])) >= _DRAG_PIXELS

    # Middle button

    def _pick_dragged(self, event: tk.Event[Any]) -> None:
        if not self._view.panning and self._is_far((event.x, event.y)):
            self._view.begin_pan(*self._press)
        self._view.drag_pan(event.x, event.y)

    def _pick_released(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.end_pan()
            return
        self._hands().click_middle(self._view.spot_at(event.x, event.y))

    def _wheel(self, event: tk.Event[Any], up: int) -> None:
        if int(event.state) & (_COMMAND if self._mac else _CONTROL):
            self._view.zoom_by(up, event.x, event.y)
            return
        self._hands().turn_wheel(up)


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

    def _pressed(self, event: tk.Event[Any]) -> str:
        if self._release.running:
            self._release.stop()  # a held key repeats as release and press: it is still held
        elif not self.held:
            self.held, self.used = True, False
        return "break"

    def _released(self, event: tk.Event[Any]) -> str:
        self._release.start(_REPEAT_MS, self._is_up)
        return "break"

    def _is_up(self) -> None:
        self._forget()
        if not self.used:
            self._tapped()

    def _forget(self) -> None:
        self._release.stop()
        self.held = False


class Keyboard:
    """What keys do on the board; `system` is Tk's name of the windowing system."""

    def __init__(self, view: tk.Misc, hands: Callable[[], Hands], system: str) -> None:
        self._hands = hands
        self._not_ours = _CONTROL | _ALT.get(system, 0)
        view.bind("<Key>", self._key)

    def _key(self, event: tk.Event[Any]) -> str | None:
        state = int(event.state)
        if state & self._not_ours or event.keysym.endswith(_MODIFIERS):
            return None  # those keys belong to the menus
        hands = self._hands()
        if hands.abandon():
            return "break"  # that was what the key was pressed for
        match event.keysym:
            case "Up" | "Down" | "Left" | "Right":
                hands.press_arrow(_ARROWS[event.keysym], shift=bool(state & _SHIFT))
            case "BackSpace":
                hands.press_backspace()
            case "Delete":
                hands.press_delete()
            case "Return" | "KP_Enter" if hands.press_enter():
                pass
            case _ if not (event.char and hands.press_key(event.char)):
                return None
        return "break"
