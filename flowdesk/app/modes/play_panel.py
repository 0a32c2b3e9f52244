"""What is told of a game: figures and commands right of the board, and its result over it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from tkinter import ttk
from typing import Any

from PIL import Image, ImageDraw, ImageFilter, ImageTk

from flowdesk.app import fonts, look
from flowdesk.app.actions import Command
from flowdesk.app.front import Front
from flowdesk.app.modes.playing import BEGIN, DROP, KEEP, PlayMode
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Loop, Timer
from flowdesk.app.widgets.narrow import wrapped_label
from flowdesk.app.widgets.scrolled import reveal
from flowdesk.app.widgets.tooltip import ButtonRow
from flowdesk.app.widgets.toplevel import pack_if
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.desk.play.results import Result, moves_text, result_text, time_text
from flowdesk.kinds.play import Pen

_TICK_SECONDS = 0.25


class PlayPanel(ttk.Frame):
    """Takes the place of the side panel while a level is played."""

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent, padding=("6p", "6p", "9p", "6p"))
        self._front = front
        self._shell = front.shell
        self._buttons: list[tuple[ttk.Button, str]] = []
        self._texts: dict[ttk.Label, str] = {}
        self._offered: Mapping[str, Command] = {}
        self._title = self._label("Heading.TLabel", above=1.5)
        self._size = self._label("Faint.TLabel")
        self._progress = [self._label("Heading.TLabel", above=10.5), self._label()]
        self._figures = self._label()
        self._best = self._label("Faint.TLabel")
        self._in_hand = self._label()
        self._row(("Undo", "Undo"), ("Redo", "Redo"), ("Again", "Start again"))
        self._help = self._row(("Hint", "Hint"), ("Stronger hint", "Stronger hint"))
        check = "Check", "Check what is drawn"
        self._rows = {  # by whether there is a trial
            False: self._row(check, (BEGIN, BEGIN)),
            True: self._row(check, ("Keep", KEEP), ("Drop", DROP)),
        }
        self._trial, self._advice = self._label("Heading.TLabel"), self._label()
        self._revealing = Timer(self)
        self._advice.bind(
            "<Configure>",
            lambda event: self._revealing.when_idle(reveal, self._advice),
            add=True,
        )
        self._ticks = Loop(self, self._tick, _TICK_SECONDS)
        front.hear(lambda tab: tab.playing.changed, self.refresh)
        front.switched.connect(self.refresh, front.shell)

    @property
    def _mode(self) -> PlayMode:
        return self._front.tab.playing

    @property
    def _commands(self) -> Mapping[str, Command]:
        return {**self._mode.commands, **self._mode.shared, **self._offered}

    def offer(self, commands: Mapping[str, Command], *buttons: tuple[str, str]) -> None:
        """Add buttons at the bottom for commands of other parts: their texts and actions."""
        self._offered = commands
        self._row(*buttons).pack_configure(side="bottom")

    def refresh(self) -> None:
        now = self._mode.round
        if now is None:
            self._ticks.stop()
            return
        game = now.game
        self._ticks.start()
        for label, text in zip(self._progress, game.progress.texts, strict=True):
            self._write(label, text)
        self._show_pen(now.player.pen)
        self._tick()
        if self._mode.is_moving:
            return  # the rest does not change in the middle of a move
        best = self._mode.results.of(game.puzzle)
        self._write(self._title, game.puzzle.title or game.kind.name)
        self._write(self._size, game.kind.words.size_text(game.puzzle))
        show_time = self._shell.settings.show_time
        known = f"Best: {result_text(best, show_time=show_time)}" if best else "Best: none yet"
        self._write(self._best, known)
        advice = now.adviser.advice.text or game.progress.nearly
        if advice and advice == self._shell.status.message and self.winfo_viewable():
            self._shell.say("")  # once is enough
        self._write(self._advice, advice)
        self._refresh_buttons(is_trying=game.trial is not None)

    def _show_pen(self, pen: Pen[Puzzle] | None) -> None:
        """Show what the keys draw with, in its colour."""
        self._write(self._in_hand, f"●  {pen.words} in hand" if pen else "")
        color = self._front.theming.theme.color(pen.color) if pen else ""
        if str(self._in_hand.cget("foreground")) != color:
            self._in_hand.configure(foreground=color)

    def _refresh_buttons(self, *, is_trying: bool) -> None:
        commands = self._commands
        for button, action in self._buttons:
            button.state(["!disabled" if commands[action].is_possible() else "disabled"])
        self._rows[not is_trying].pack_forget()
        self._rows[is_trying].pack(fill="x", pady=("6p", 0), after=self._help)
        self._write(self._trial, "This is a trial." if is_trying else "")
        for label in (self._trial, self._advice):
            pack_if(bool(self._texts.get(label)), label, fill="x", pady=("6p", "0.75p"))

    def _write(self, label: ttk.Label, text: str) -> None:
        if self._texts.get(label) != text:
            self._texts[label] = text
            label.configure(text=text)

    def _tick(self) -> bool:
        """Show moves and time; return whether the time goes on."""
        game = self._mode.game
        if game is None:
            return False
        moves = counted(game.state.moves, "move")
        shows_time = self._shell.settings.show_time
        self._write(self._figures, f"{moves}, {time_text(game.seconds)}" if shows_time else moves)
        return True

    def _label(self, style: str = "TLabel", *, above: float = 0.75) -> ttk.Label:
        label = wrapped_label(self, style=style)
        label.pack(fill="x", pady=(f"{above}p", "0.75p"))
        return label

    def _run(self, action: str) -> None:
        self._commands[action].run()

    def _row(self, *buttons: tuple[str, str]) -> ttk.Frame:
        """Add buttons with these words, for these actions."""
        row = ButtonRow(self, alike=False)
        row.pack(fill="x", pady=("6p", 0))
        for text, action in buttons:
            key, style = self._shell.key(action), look.ACCENT if action == KEEP else "TButton"
            tip, run = f"{action}  ({key})" if key else action, partial(self._run, action)
            self._buttons.append((row.add(text, run, tip, width=0, style=style), action))
        return row


_RADIUS, _SHADOW, _STAR = 10.5, 9, 30  # points
_SHADE = 0xB0  # how dark the shadow is
_SMOOTH = 4  # drawn this many times larger and reduced


class Card:
    """Lies over the middle of the board until a button is pressed, Escape, or the game goes on."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._view = front.view
        self._frame: ttk.Frame | None = None
        self._star: tk.Label | None = None
        self._photo: ImageTk.PhotoImage | None = None
        front.hear(lambda tab: tab.playing.changed, self._game_changed)
        front.switched.connect(self.hide, front.shell)
        front.theming.changed.connect(self._paint, front.shell)
        self._view.bind("<Configure>", lambda event: self._resized(), add=True)

    def show(self, result: Result, best: Result, next: Callable[[], object] | None) -> None:
        """Show a result; `next` goes on to another puzzle, if there is one."""
        self.hide()
        self._frame = frame = ttk.Frame(self._view, padding=("21p", "15p"))
        self._fill(frame, result, best)
        row = ttk.Frame(frame)
        row.pack(pady=("13.5p", 0))
        offers: list[tuple[str, Callable[[], object]]] = [
            ("Play again", self._front.tab.playing.play_again),
            ("Close", lambda: None),
        ]
        if next:
            offers.insert(0, ("Next puzzle", next))
        buttons = [self._button(row, words, command) for words, command in offers]
        for before, after in pairwise(buttons):
            before.bind("<Right>", partial(_give_focus, after))
            after.bind("<Left>", partial(_give_focus, before))
        buttons[0].configure(style=look.ACCENT)
        self._fit(frame)
        self._paint()
        self._view.rulers.cover(covered=True)
        buttons[0].focus_set()

    def hide(self) -> bool:
        """Hide the card; return whether it was there."""
        frame, self._frame, self._star = self._frame, None, None
        if frame is None:
            return False
        frame.destroy()
        self._view.delete("card")
        self._view.rulers.cover(covered=False)
        self._photo = None
        self._view.focus_set()
        return True

    def _fit(self, frame: ttk.Frame) -> None:
        """Leave out what there is no room for.

        That is the star, figures, margins, words, and buttons but the first.
        """
        parts: list[Any] = frame.winfo_children()
        *star, words, table, row = parts
        _, *others = row.winfo_children()
        for part in (*star, table, frame, words, *others):
            frame.update_idletasks()
            is_high = frame.winfo_reqheight() > self._view.winfo_height()
            is_wide = frame.winfo_reqwidth() > self._view.winfo_width()
            if not (is_wide if part in others else is_high):
                continue
            if part is frame:
                frame.configure(padding="3p")
                row.pack_configure(pady=0)
            else:
                part.pack_forget()

    def _fill(self, frame: ttk.Frame, result: Result, best: Result) -> None:
        shows_time, self._star = self._front.shell.settings.show_time, None
        if result.is_perfect:
            large = fonts.named(frame).actual("family"), -pixels(frame, _STAR)
            self._star = tk.Label(frame, text="★", font=large)
            self._star.pack(pady=(0, "1.5p"))
        words = "Perfect!" if result.is_perfect else "Solved!"
        ttk.Label(frame, text=words, style="Heading.TLabel").pack(pady=(0, "7.5p"))
        table = ttk.Frame(frame)
        table.pack()
        for number, (name, value) in enumerate(rows(result, best, show_time=shows_time)):
            label = ttk.Label(table, text=name, style="Faint.TLabel")
            label.grid(row=number, column=0, sticky="e", padx=(0, "9p"), pady="1.5p")
            ttk.Label(table, text=value).grid(row=number, column=1, sticky="w", pady="1.5p")

    def _button(self, row: ttk.Frame, words: str, command: Callable[[], object]) -> ttk.Button:
        leave = partial(self._leave, command)
        button = ttk.Button(row, text=words, command=leave)
        button.pack(side="left", padx="3p")
        button.bind("<Return>", leave)
        button.bind("<Escape>", partial(self._leave, lambda: None))
        return button

    def _leave(self, command: Callable[[], object], event: object = None) -> str:
        self.hide()
        command()
        return "break"

    def _game_changed(self) -> None:
        if self._front.tab.playing.game is None or not self._front.tab.playing.game.solved:
            self.hide()

    def _paint(self) -> None:
        if self._frame:
            self._paint_ground(self._frame)
        if self._star:
            colors = self._front.theming.colors
            self._star.configure(foreground=colors.gold, background=colors.background)

    def _paint_ground(self, frame: ttk.Frame) -> None:
        """Paint a ground with round corners and a shadow below the frame.

        Of all the widgets, only the items of a canvas can be half transparent.
        """
        frame.update_idletasks()
        radius, shadow = pixels(frame, _RADIUS), pixels(frame, _SHADOW)
        around = radius // 2 + shadow
        width, height = frame.winfo_reqwidth() + 2 * around, frame.winfo_reqheight() + 2 * around
        colors = self._front.theming.colors
        ground, line = Image.new("RGBA", (width, height), "#000000"), pixels(frame, 0.75)
        card, inner = (
            _rounded((width, height), shadow + inset, radius - inset) for inset in (0, line)
        )
        shade = card.point([_SHADE * value // 255 for value in range(256)])
        ground.putalpha(shade.filter(ImageFilter.GaussianBlur(shadow / 2)))
        ground.paste(colors.faint, mask=card)
        ground.paste(colors.background, mask=inner)
        self._photo = ImageTk.PhotoImage(ground, master=self._view)
        self._view.delete("card")
        self._view.create_image(0, 0, image=self._photo, tags="card")
        self._view.create_window(0, 0, window=frame, tags="card")
        self._place()

    def _resized(self) -> None:
        if self._frame and self._frame.winfo_reqheight() > self._view.winfo_height():
            self._fit(self._frame)
            self._paint()
        self._place()

    def _place(self) -> None:
        """Lay it over the middle; of one that is higher than the board, the buttons are seen."""
        width, height = self._view.winfo_width(), self._view.winfo_height()
        high = self._frame.winfo_reqheight() if self._frame else 0
        for item in self._view.find_withtag("card"):
            self._view.coords(item, width // 2, min(height // 2, height - high // 2))


def _rounded(size: tuple[int, int], inset: int, radius: int) -> Image.Image:
    """Return the mask of a rectangle with round corners, so far from the borders of a picture."""
    width, height = (_SMOOTH * side for side in size)
    mask, inset = Image.new("L", (width, height)), _SMOOTH * inset
    box = inset, inset, width - inset - 1, height - inset - 1
    ImageDraw.Draw(mask).rounded_rectangle(box, _SMOOTH * radius, fill=255)
    return mask.reduce(_SMOOTH)


def _give_focus(button: ttk.Button, event: object) -> None:
    button.focus_set()


def rows(result: Result, best: Result, *, show_time: bool) -> list[tuple[str, str]]:
    """Return the lines of the card: a name, and what is said about it."""
    lines = [("Moves", moves_text(result))]
    if show_time:
        lines.append(("Time", time_text(result.seconds)))
    lines.append(("Hints", str(result.hints) if result.hints else "none"))
    if best.times == 1:
        lines.append(("Best", "this is your first game"))
    elif (best.moves, best.hints, best.seconds) == (result.moves, result.hints, result.seconds):
        lines.append(("Best", f"this one, of {counted(best.times, 'game')}"))
    else:
        lines.append(("Best", result_text(best, show_time=show_time)))
    return lines
