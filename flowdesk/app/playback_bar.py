"""PlaybackBar: where an animation is, its buttons, and its speed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Protocol

from flowdesk.app import look
from flowdesk.app.actions import Command
from flowdesk.app.icons import set_icon
from flowdesk.app.shell import Shell
from flowdesk.app.theming import Theming
from flowdesk.app.widgets.speed_slider import SpeedSlider
from flowdesk.app.widgets.tooltip import Tooltip

_CAN_SEEK = "Drag to go anywhere, or press the arrows"
_ONLY_FORWARD = "How much is covered: an engine can only be watched forward"


class Player(Protocol):
    """An animation. `progress` is None as long as there is none."""

    @property
    def playing(self) -> bool: ...
    @property
    def progress(self) -> float | None: ...
    @property
    def can_seek(self) -> bool: ...
    def play_or_pause(self) -> None: ...
    def step(self) -> None: ...
    def step_back(self) -> None: ...
    def skip(self) -> None: ...
    def replay(self) -> None: ...
    def seek(self, share: float) -> None: ...


class PlaybackBar(ttk.Frame):
    """Moves the animation that `player` returns; call `refresh` after each of its steps."""

    def __init__(
        self,
        parent: tk.Misc,
        shell: Shell,
        theming: Theming,
        player: Callable[[], Player],
        set_speed: Callable[[float], object],
    ) -> None:
        super().__init__(parent)
        self._shell, self._theming, self._player = shell, theming, player
        self._buttons: dict[str, ttk.Button] = {}
        self._icon = ""  # of the button that plays
        self._scale = ttk.Scale(self, from_=0, to=1)
        self._scale.pack(fill="x", pady=(0, "3p"))
        self._tip = Tooltip(self._scale, "")
        self._bind_scale()
        row = ttk.Frame(self)
        row.pack(fill="x")
        for column, (name, icon, action, run) in enumerate(
            (
                ("Start", "begin", "Back to the start", lambda: player().seek(0)),
                ("Back", "back", "One step back", lambda: player().step_back()),
                ("Play", "play", "Play or pause", lambda: player().play_or_pause()),
                ("Step", "step", "One step", lambda: player().step()),
                ("End", "end", "Skip to the end", lambda: player().skip()),
            )
        ):
            button = ttk.Button(row, text=name, compound="image", command=run, takefocus=False)
            button.configure(style=look.ACCENT if name == "Play" else look.FLAT, width=0)
            button.configure(padding="3p")  # five have room in a narrow panel
            button.grid(row=0, column=column, sticky="nsew", padx="0.75p")
            row.columnconfigure(column, weight=1, uniform="buttons")
            key = f"  ({shell.key(action)})" if action in self.commands else "  (Home)"
            Tooltip(button, f"{action}{key}")
            set_icon(button, icon, theming.colors)
            self._buttons[name] = button
        self.speed = SpeedSlider(self, lambda: shell.settings.speed, set_speed)
        self.speed.pack(fill="x", pady=("4.5p", 0))
        theming.changed.connect(self._draw_icons, shell)
        self.refresh()

    @property
    def commands(self) -> dict[str, Command]:
        player = self._player

        def has_steps() -> bool:
            return player().progress is not None

        def can_go_back() -> bool:
            return player().can_seek and bool(player().progress)

        return {
            "Play or pause": Command(lambda: player().play_or_pause(), has_steps),
            "One step": Command(lambda: player().step(), has_steps),
            "One step back": Command(lambda: player().step_back(), can_go_back),
            "Skip to the end": Command(lambda: player().skip(), has_steps),
            "Replay": Command(lambda: player().replay(), has_steps),
        }

    def refresh(self) -> None:
        """Show where the animation is, and grey out what it cannot do."""
        player = self._player()
        progress, can_seek = player.progress, player.can_seek
        has_steps = progress is not None
        self._scale.set(progress or 0)
        self._enable(self._scale, has_steps and can_seek)
        self._tip.text = _CAN_SEEK if can_seek else _ONLY_FORWARD if has_steps else ""
        for name in ("Start", "Back"):
            self._enable(self._buttons[name], can_seek and bool(progress))
        self._enable(self._buttons["Play"], has_steps)
        for name in ("Step", "End"):
            self._enable(self._buttons[name], has_steps and not (can_seek and progress == 1))
        is_over = can_seek and progress == 1
        icon = "pause" if player.playing else "replay" if is_over else "play"
        if icon != self._icon:
            self._icon = icon
            set_icon(self._buttons["Play"], icon, self._theming.colors)
            self._buttons["Play"].configure(text="Pause" if player.playing else "Play")

    def _enable(self, widget: ttk.Widget, is_possible: bool) -> None:
        widget.state(["!disabled" if is_possible else "disabled"])

    def _draw_icons(self) -> None:
        icons = {"Start": "begin", "Back": "back", "Play": self._icon, "Step": "step", "End": "end"}
        for name, icon in icons.items():
            set_icon(self._buttons[name], icon, self._theming.colors)

    def _bind_scale(self) -> None:
        """Let the scale go where it is pressed, and by steps on keys."""
        player = self._player
        keys: dict[str, Callable[[], object]] = {
            **{"<Left>": lambda: player().step_back(), "<Right>": lambda: player().step()},
            **{"<Home>": lambda: player().seek(0), "<End>": lambda: player().skip()},
            "<space>": lambda: player().play_or_pause(),
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
            self._player().seek(self._scale.get(event.x, event.y))

        return self._press(go)
