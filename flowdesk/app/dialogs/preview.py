"""What the dialogs about pictures and booklets share: fields for their options, and a preview."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import cycle
from tkinter import ttk
from types import MappingProxyType
from typing import Any

from PIL import Image, ImageTk

from flowdesk.app.dialogs.base import (
    Dialog,
    choice_field,
    number_field,
    switch,
    text_field,
    when_written,
    whole_number,
)
from flowdesk.app.look import colors_of
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer
from flowdesk.desk.pictures.style import Option, options_of
from flowdesk.draw import measures, raster
from flowdesk.draw.lettering import caption_height
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.scene import Movie, Scene
from flowdesk.draw.theme import Look

#: The row with the switches: below all others.
SWITCHES_ROW = 20

_NO_NAMES: Mapping[str, str] = MappingProxyType({})

#: How much room a preview has in each direction, and beside that for its frame, in points.
_SIDE, _AROUND = 240, 18
#: How much of the screen's width it may have.
_SHARE = 0.27
#: Points of a screen on which there is room for fields and preview side by side.
_WIDE = 400
#: The most points of width of a sentence about a problem.
_PROBLEM = 360

#: Milliseconds after the last change until the preview follows.
_PAUSE = 120

#: Black and white lines and letters are both seen on these.
_CHECKS = ("#888888", "#a8a8a8")
_CHECK_SIDE = 8


@dataclass(frozen=True)
class OptionField:
    """A field with its variable, and a function that reads the option's value."""

    variable: tk.Variable
    widget: ttk.Widget
    value: Callable[[], object]

    def enable(self, possible: bool) -> None:
        usable = "readonly" if isinstance(self.widget, ttk.Combobox) else "normal"
        self.widget["state"] = usable if possible else "disabled"


class OptionFields:
    """The fields for a `Style` or a `Layout`, `by_name` of their options; `before` is shown.

    `switches` is the frame with the boxes to tick; `names` fill in labels (`Kind.names`).
    """

    def __init__(
        self, parent: ttk.Frame, before: object, names: Mapping[str, str] = _NO_NAMES
    ) -> None:
        self.by_name: dict[str, OptionField] = {}
        self.switches = ttk.Frame(parent)
        self.switches.grid(row=SWITCHES_ROW, column=0, columnspan=2, sticky="w", pady=("6p", 0))
        shown = {
            name: replace(each, label=each.label.format_map(names))
            for name, each in options_of(type(before)).items()
            if each.label
        }
        # In the order of their rows, for the Tab key.
        for name in sorted(shown, key=lambda name: shown[name].row):
            self.by_name[name] = self._field(parent, shown[name], getattr(before, name))
        self.switches.lift()  # the Tab key comes to them last

    @property
    def variables(self) -> list[tk.Variable]:
        return [field.variable for field in self.by_name.values()]

    def values(self) -> dict[str, Any]:
        """Return the values of all fields; FlowDeskError if one is not valid."""
        return {name: field.value() for name, field in self.by_name.items()}

    def _field(self, parent: ttk.Frame, option: Option, value: Any) -> OptionField:
        if isinstance(value, bool):
            ticked, box = switch(self.switches, option.label, value)
            return OptionField(ticked, box, ticked.get)
        if words := option.choices or (option.offers() if option.offers else {}):
            word = words.get(value, f"{value:g}" if isinstance(value, float) else str(value))
            text, choice = choice_field(parent, option.label, [*words.values()], word, option.row)
            named = {word: value, **{word: value for value, word in words.items()}}
            return OptionField(text, choice, lambda: named[text.get()])
        if option.limits:
            low, high = map(int, option.limits)
            text, number = number_field(parent, option.label, value, low, high, option.row)
            wrong = f"The {option.noun} is a whole number."
            return OptionField(text, number, lambda: whole_number(text.get(), wrong))
        text, entry = text_field(parent, option.label, value, option.row)
        return OptionField(text, entry, lambda: " ".join(text.get().split()))


class Preview(ttk.Frame):
    """A square with a picture of at most `side` pixels in its middle, on a ground of its own."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.side = min(pixels(self, _SIDE), round(_SHARE * self.winfo_screenwidth()))
        around = self.side + pixels(self, _AROUND)
        self.configure(width=around, height=around)
        self.pack_propagate(False)
        self._label = tk.Label(self, background=colors_of(self).raised, borderwidth=0)
        self._label.pack(fill="both", expand=True)
        self._photo: ImageTk.PhotoImage | None = None
        self._hard = False
        self._timer = Timer(self)

    def show(self, picture: Image.Image, *, hard: bool = False) -> None:
        """Show a still picture.

        Transparent parts show a chequered ground; `hard` is for files whose pixels are either
        clear or opaque.
        """
        self._timer.stop()
        self._hard = hard
        self._put(picture)

    def play(self, movie: Movie, look: Look, *, hard: bool = False) -> None:
        """Show a movie again and again, with smaller cells if it has no room."""
        self._timer.stop()
        self._hard = hard
        frames = _frames(movie, _sheet(movie.scene, look, self.side))
        self._next(frames, time.monotonic())

    def _next(self, frames: Iterator[tuple[Image.Image, float]], due: float) -> None:
        now = time.monotonic()
        due = max(due, now - 1)  # do not catch up after hours of sleep
        for picture, seconds in frames:
            due += seconds
            if due > now:
                self._put(picture)
                self._timer.start(int(1000 * (due - now)), self._next, frames, due)
                return

    def _put(self, picture: Image.Image) -> None:
        if max(picture.size) > self.side:  # a board of many cells, however small they are
            picture = picture.copy()
            picture.thumbnail((self.side, self.side))
        shown = _on_checks(picture, self._hard) if picture.mode == "RGBA" else picture
        if self._photo and (self._photo.width(), self._photo.height()) == shown.size:
            self._photo.paste(shown)
        else:
            self._photo = ImageTk.PhotoImage(shown, master=self)
            self._label.configure(image=self._photo)


def small_picture(scene: Scene, look: Look, side: int) -> Image.Image:
    """Paint a scene, with smaller cells if it has more than so many pixels a side."""
    return raster.paint(scene, _sheet(scene, look, side))


def _sheet(scene: Scene, look: Look, side: int) -> SpriteSheet:
    width, height = scene.size
    longest = max(width, height + caption_height(scene)) + 2 * scene.margin
    fitting = max(1, int((side - 2) / longest))
    return SpriteSheet(replace(look, cell=min(fitting, look.cell)), scene.geometry)


def _frames(movie: Movie, sheet: SpriteSheet) -> Iterator[tuple[Image.Image, float]]:
    """Yield the frames of a movie for ever, and how many seconds each is shown."""
    first, margin = raster.paint(movie.scene, sheet), measures.margin(movie.scene, sheet.look)
    picture = first.copy()
    yield picture, 0.0
    for number, frame in cycle(enumerate(movie.frames)):
        if number == 0:
            picture.paste(first)
        for cell, tiles in frame.changes.items():
            sheet.lay(picture, sheet.stack(tiles), cell, margin, margin)
        yield picture, frame.seconds


def _on_checks(picture: Image.Image, hard: bool) -> Image.Image:
    """Return a picture on a chequered ground, as editors show transparency."""
    mask = picture.getchannel("A")
    if hard:
        mask = mask.point(lambda value: 255 * (value >= 128))
    shown = _checks(picture.size).copy()
    shown.paste(picture, (0, 0), mask)
    return shown


@lru_cache(maxsize=4)
def _checks(size: tuple[int, int]) -> Image.Image:
    ground = Image.new("RGB", size)
    squares = [Image.new("RGB", (_CHECK_SIDE, _CHECK_SIDE), color) for color in _CHECKS]
    for y in range(0, size[1], _CHECK_SIDE):
        for x in range(0, size[0], _CHECK_SIDE):
            ground.paste(squares[(x + y) // _CHECK_SIDE % 2], (x, y))
    return ground


class PreviewDialog(Dialog):
    """Put `fields` on the left, or above on a narrow screen, and `watch` their variables."""

    def __init__(self, parent: tk.Misc, title: str) -> None:
        super().__init__(parent, title)
        self._timer = Timer(self)
        self.fields = ttk.Frame(self.body)
        is_wide = self.winfo_screenwidth() >= pixels(self, _WIDE)
        beside = "15p" if is_wide else 0
        self.fields.pack(side="left" if is_wide else "top", fill="y", padx=(0, beside))
        self.preview = Preview(self.body)
        self.preview.pack(side="top")
        self._about = ttk.Label(self.body, style="Faint.TLabel", anchor="center")
        self._about.pack(side="top", fill="x", pady=("6p", 0))
        room = min(pixels(self, _PROBLEM), self.winfo_screenwidth() // 2)  # beside the buttons
        self.problem.configure(wraplength=room)
        self.problem.pack(in_=self.foot, side="left", fill="x")

    def watch(self, draw: Callable[[], str], variables: Iterable[tk.Variable]) -> None:
        """Update the preview from now on when one of these variables changes.

        `draw` shows in `preview` what the fields describe, and returns the text below it;
        FlowDeskError if a field is not valid.
        """
        self._draw = draw
        for variable in variables:
            when_written(variable, self, lambda: self._timer.start(_PAUSE, self.follow))
        self.follow()

    def follow(self) -> None:
        self._timer.stop()
        self._about.configure(text=self.checked(self._draw) or "")
