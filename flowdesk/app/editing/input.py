"""What the buttons and the wheel of the mouse, and the keys, do on the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any, TypeAlias

from flowdesk.app.editing.editor import Editor
from flowdesk.app.stage import Stage
from flowdesk.app.timers import Timer
from flowdesk.core.edit import Spot
from flowdesk.core.grid import STEPS, edge_between

#: A place in the view, in pixels.
Place: TypeAlias = tuple[int, int]

# Bits of an event's state. Alt is another one on each system: on Windows 0x8 is NumLock.
_SHIFT, _CONTROL, _COMMAND = 0x1, 0x4, 0x8
_ALT = {"x11": 0x8, "win32": 0x20000, "aqua": 0x18}

_ARROWS = {"Up": "t", "Down": "b", "Left": "l", "Right": "r"}
_DRAG_PIXELS = 4  # a press that moves less is a click
_REPEAT_MS = 25  # a held key repeats as release and press, this far apart at most


class Pointer:
    """Makes gestures, picks items, pans and zooms; `apply_typed` is called before each press."""

    def __init__(
        self, stage: Stage, editor: Editor, apply_typed: Callable[[], object], *, mac: bool
    ) -> None:
        self._stage = stage
        self._view = stage.view
        self._editor = editor
        self._apply_typed = apply_typed
        self._mac = mac
        self._press: Place = (0, 0)
        self._last: Place = (0, 0)
        self._is_click = False
        self._space = SpaceKey(self._view, editor.press_space)
        view, hover = self._view, editor.cursor.hover
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
            "<Motion>": lambda event: hover(view.spot_at(event.x, event.y)),
            "<Leave>": lambda event: hover(None),
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
        editor, spot = self._editor, self._begin(event)
        editor.cursor.set(None)
        if editor.cursor.reaches(spot):
            gesture = editor.tool.press(editor.level, spot, editor.item)
            if gesture and editor.tool.draws:
                self._stage.make_room(editor.level)
            editor.begin_gesture(gesture)

    def _erase_pressed(self, event: tk.Event[Any]) -> None:
        editor, spot = self._editor, self._begin(event)
        editor.cursor.set(None)
        editor.begin_gesture(editor.tool.erase(editor.level, spot))

    def _begin(self, event: tk.Event[Any]) -> Spot:
        """End what is being typed or dragged; return the spot of the press."""
        self._editor.abandon()
        self._apply_typed()
        self._view.focus_set()
        self._press = self._last = (event.x, event.y)
        self._is_click = True
        return self._view.spot_at(event.x, event.y)

    def _moved(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.drag_pan(event.x, event.y)
            return
        editor, here = self._editor, (event.x, event.y)
        self._is_click = self._is_click and not self._is_far(here)
        gesture = editor.gesture
        if gesture is None or self._is_click:
            return
        for spot in self._view.spots_between(self._last, here):
            gesture = gesture.to(spot)
        self._last = here
        editor.show(gesture)
        if gesture.carried is not None and editor.kind.carried_tiles:
            labels = self._stage.labels
            tiles = editor.kind.carried_tiles(editor.level, gesture.carried, labels=labels)
            self._view.float_tiles(tiles, *here)
        editor.cursor.hover(self._view.spot_at(*here))

    def _released(self, event: tk.Event[Any]) -> None:
        if self._view.panning:
            self._view.end_pan()
            return
        self._moved(event)
        self._editor.end_gesture()

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
        if item := self._stage.item_at(self._view.cell_at(event.x, event.y)):
            self._editor.choose_item(item)

    def _wheel(self, event: tk.Event[Any], up: int) -> None:
        if int(event.state) & (_COMMAND if self._mac else _CONTROL):
            self._view.zoom_by(up, event.x, event.y)
            return
        editor = self._editor
        items = [item.name for item in editor.kind.palette(editor.level, editor.item)]
        editor.choose_item(items[(items.index(editor.item) - up) % len(items)])


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

    def __init__(self, view: tk.Misc, edit: Editor, system: str) -> None:
        self._edit = edit
        self._not_ours = _CONTROL | _ALT.get(system, 0)
        view.bind("<Key>", self._key)

    def _key(self, event: tk.Event[Any]) -> str | None:
        state = int(event.state)
        if state & self._not_ours:
            return None  # those keys belong to the menus
        edit, char = self._edit, event.char
        cell = edit.cursor.target
        if edit.abandon():
            pass  # that was what the key was pressed for
        elif event.keysym in _ARROWS:
            self._arrow(_ARROWS[event.keysym], shift=bool(state & _SHIFT))
        elif event.keysym in ("Delete", "BackSpace"):
            edit.erase()
        elif not (char and ((cell and edit.type(Spot(cell), char)) or edit.choose_typed(char))):
            return None
        return "break"

    def _arrow(self, side: str, *, shift: bool) -> None:
        edit = self._edit
        cell = edit.cursor.target
        if cell is None:
            edit.cursor.set((0, 0))
        elif edit.cursor.cell is None and not shift:
            edit.cursor.set(cell)
        else:
            step = STEPS[side]
            near = (cell[0] + step[0], cell[1] + step[1])
            if shift:
                edit.cursor.set(cell)
                edit.type(Spot(cell, edge_between(cell, near)), "")
            elif edit.level.on_board(near):
                edit.cursor.set(near)
