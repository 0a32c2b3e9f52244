"""PlaybackBar: where an animation is, its buttons, and its speed, below the board."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.actions import Command
from flowdesk.app.bars import Bars
from flowdesk.app.front import Front
from flowdesk.app.look import set_icon
from flowdesk.app.modes.solving import SolveMode, WatchMode
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.scrolled import Wheel
from flowdesk.app.widgets.tooltip import Tooltip, tool_button
from flowdesk.app.widgets.toplevel import pack_if
from flowdesk.desk.pictures.playback import FASTEST, SLOWEST

_ICONS = {"Start": "begin", "Back": "back", "Play": "play", "Step": "step", "End": "end"}
_CAN_SEEK = "Drag to go anywhere, or press the arrows"
_BETWEEN = 38  # points between and beside its parts
_ONLY_FORWARD = "How much is covered: an engine can only be watched forward"


class PlaybackBar(ttk.Frame):
    """The animation of a solution, or of an engine that is watched: below the board, while there is
    one.
    """

    def __init__(self, parent: tk.Misc, front: Front, bars: Bars) -> None:
        super().__init__(parent, padding=("6p", "3p"))
        self._front, self._shell, self._bars = front, front.shell, bars
        self._buttons: dict[str, ttk.Button] = {}
        self._icons = dict(_ICONS)  # that of the button that plays changes
        for name, (action, run) in {
            "Start": ("Back to the start", lambda: self._player.seek(0)),
            "Back": ("One step back", lambda: self._player.step_back()),
            "Play": ("Play or pause", lambda: self._player.play_or_pause()),
            "Step": ("One step", lambda: self._player.step()),
            "End": ("Skip to the end", lambda: self._player.skip()),
        }.items():
            key = self._shell.key(action) if action in self.commands else "Home"
            button = tool_button(self, name, run, f"{action}  ({key})", compound="image", width=0)
            button.configure(style=look.ACCENT if name == "Play" else look.FLAT, padding="3p")
            button.pack(side="left", padx="0.75p")
            self._buttons[name] = button
            set_icon(button, self._icons[name])
        self.speed = SpeedSlider(self, lambda: self._shell.settings.speed, self.set_speed)
        self._scale = ttk.Scale(self, from_=0, to=1, length="60p")
        self._scale.pack(side="left", fill="x", expand=True, padx="9p")
        idle = Timer(self)  # when all has the scale there is
        for event in ("<Configure>", "<Map>"):
            self.bind(event, lambda event: idle.when_idle(self._fit))
        self._tip = Tooltip(self._scale, "")
        self._bind_scale()
        front.hear(lambda tab: tab.session.stage.changed, self.refresh)
        front.hear(lambda tab: tab.session.stage.ticked, self.refresh)
        front.switched.connect(self.refresh, self._shell)

    @property
    def _player(self) -> SolveMode | WatchMode:
        tab = self._front.tab
        return tab.watching if tab.watching.is_searching else tab.session.solving

    def set_speed(self, speed: float) -> None:
        self._shell.remember(speed=speed)
        self._front.session.solving.set_speed(speed)
        self._front.tab.watching.set_speed(speed)

    @property
    def commands(self) -> dict[str, Command]:
        def has_steps() -> bool:
            return self._player.progress is not None

        def can_go_back() -> bool:
            return self._player.can_seek and bool(self._player.progress)

        return {
            "Play or pause": Command(lambda: self._player.play_or_pause(), has_steps),
            "One step": Command(lambda: self._player.step(), has_steps),
            "One step back": Command(lambda: self._player.step_back(), can_go_back),
            "Skip to the end": Command(lambda: self._player.skip(), has_steps),
            "Replay": Command(lambda: self._player.replay(), has_steps),
            "Faster": Command(lambda: self._change_speed(1), has_steps),
            "Slower": Command(lambda: self._change_speed(-1), has_steps),
        }

    def _change_speed(self, step: int) -> None:
        """Go on by a step, also where there is no room for the slider."""
        self.speed.go_by(step)
        self._shell.bar.answer(f"Speed: {self.speed.words}")

    def _fit(self) -> None:
        parts = [*self._buttons.values(), self._scale, self.speed]
        needed = sum(part.winfo_reqwidth() for part in parts) + pixels(self, _BETWEEN)
        has_room = self.winfo_width() >= needed
        pack_if(has_room, self.speed, side="right", before=self._scale)

    def refresh(self) -> None:
        """Show where the animation is, and grey out what it cannot do."""
        player = self._player
        progress, can_seek = player.progress, player.can_seek
        self._bars.want(self, shown=progress is not None)
        if progress is None:
            return
        self._scale.set(progress)
        self._enable(self._scale, can_seek)
        self._tip.text = _CAN_SEEK if can_seek else _ONLY_FORWARD
        for name in ("Start", "Back"):
            self._enable(self._buttons[name], can_seek and bool(progress))
        is_over = can_seek and progress == 1
        for name in ("Step", "End"):
            self._enable(self._buttons[name], not is_over)
        icon = "pause" if player.playing else "replay" if is_over else "play"
        if icon != self._icons["Play"]:
            self._icons["Play"] = icon
            set_icon(self._buttons["Play"], icon)
            self._buttons["Play"].configure(text="Pause" if player.playing else "Play")

    def _enable(self, widget: ttk.Widget, is_possible: bool) -> None:
        widget.state(["!disabled" if is_possible else "disabled"])

    def _bind_scale(self) -> None:
        """Let the scale go where it is pressed, and by steps on keys."""
        keys: dict[str, Callable[[], object]] = {
            **{"<Left>": lambda: self._player.step_back(), "<Right>": lambda: self._player.step()},
            **{"<Home>": lambda: self._player.seek(0), "<End>": lambda: self._player.skip()},
            "<space>": lambda: self._player.play_or_pause(),
        }
        for sequence, call in keys.items():
            self._scale.bind(sequence, lambda event, call=call: self._press(call))  # type: ignore[misc]  # mypy does not know the type of a default
        for sequence in ("<ButtonPress-1>", "<B1-Motion>"):
            self._scale.bind(sequence, self._point_at)
        self._scale.bind("<ButtonRelease-1>", lambda event: "break")

    def _press(self, call: Callable[[], object]) -> str:
        if self._scale.instate(["!disabled"]):
            call()
        return "break"

    def _point_at(self, event: tk.Event[tk.Misc]) -> str:
        def go() -> None:
            self._scale.focus_set()
            self._player.seek(self._scale.get(event.x, event.y))

        return self._press(go)


#: What clicks beside the slider, the wheel and the arrows lead to, one after the other.
SPEEDS = (SLOWEST, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, FASTEST)


class SpeedSlider(ttk.Frame):
    """Calls `on_change` with the speed, also when it is shown; `words` are shown beside it.

    `speed` returns the present speed, which another slider may have changed meanwhile.
    """

    def __init__(
        self,
        parent: tk.Misc,
        speed: Callable[[], float],
        on_change: Callable[[float], object],
        words: Callable[[float], str] = lambda speed: f"{speed:.1f} ×",
        width: int = 7,
    ) -> None:
        super().__init__(parent)
        self._present, self._on_change, self._words_of = speed, on_change, words
        ttk.Label(self, text="Speed", style="Faint.TLabel").pack(side="left", padx=(0, "6p"))
        self._words = ttk.Label(self, width=width, style="Faint.TLabel", anchor="e")
        self._words.pack(side="right")
        # The slider is logarithmic.
        low, high = math.log10(SLOWEST), math.log10(FASTEST)
        self._scale = ttk.Scale(self, from_=low, to=high, length="75p", command=self._moved)
        self._scale.pack(side="left", fill="x", expand=True)
        self._scale.bind("<ButtonPress-1>", self._pressed)
        for sequence, step in {"<Left>": -1, "<Down>": -1, "<Right>": 1, "<Up>": 1}.items():
            self._scale.bind(sequence, lambda event, step=step: self.go_by(step))  # type: ignore[misc]  # mypy does not know the type of a default
        Wheel(self._scale, lambda right, down: self.go_by(right - down), notch=lambda: 1)
        self._show()
        self.bind("<Map>", lambda event: self._show())

    @property
    def words(self) -> str:
        return str(self._words.cget("text"))

    def _show(self) -> None:
        self._set(self._present())

    def _set(self, speed: float) -> None:
        self._scale.set(math.log10(speed))

    def _pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        """Go by one step towards a point beside the slider; Tk would go to the end."""
        self._scale.focus_set()
        if "slider" in self._scale.identify(event.x, event.y):
            return None  # it is dragged
        return self.go_by(1 if self._scale.get(event.x, event.y) > self._scale.get() else -1)

    def go_by(self, step: int) -> str:
        """Take the next of the usual speeds, up or down."""
        self._show()
        now = round(10 ** float(self._scale.get()), 2)
        further = [speed for speed in SPEEDS if (speed - now) * step > 0.005]
        if further:
            self._set(further[0] if step > 0 else further[-1])
        return "break"

    def _moved(self, position: str) -> None:
        speed = round(10 ** float(position), 2)
        if abs(speed - 1) < 0.12:
            speed = 1.0
        self._words.configure(text=self._words_of(speed))
        self._on_change(speed)
