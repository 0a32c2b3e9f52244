"""Choose a colour: by our own dialog on X11, elsewhere by that of the system."""

from __future__ import annotations

import colorsys
import re
import tkinter as tk
from functools import partial
from itertools import islice
from tkinter import colorchooser, ttk
from typing import Any

from PIL import Image, ImageColor, ImageTk

from flowdesk.app import look
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.choosing import is_own
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.writing import when_written
from flowdesk.core.finding import FlowDeskError
from flowdesk.draw.theme import text_color
from flowdesk.kinds.table import KINDS

_SIDE, _BAR, _SWATCH, _GAP = 150, 15, 16.5, 3  # points
_USUAL, _COLUMNS = 16, 8  # colours that are offered
_STEP = 0.02  # of an arrow key


def ask_color(parent: tk.Misc, title: str, color: str = "#ff0000") -> str | None:
    """Ask for a colour, ``#rrggbb``; `color` is the present one."""
    if is_own(parent):
        return ColorDialog(parent, title, color).ask_color()
    chosen: str | None = colorchooser.askcolor(color, parent=parent, title=title)[1]
    return chosen


class ColorDialog(Dialog):
    """A field of saturation and brightness, a bar of hues, the usual colours, and the number."""

    def __init__(self, parent: tk.Misc, title: str, color: str) -> None:
        super().__init__(parent, title)
        self._before = color
        self._colors = look.palette_of(look.theme_of(self))
        self._photos: dict[tk.Canvas, ImageTk.PhotoImage] = {}
        side, bar, gap = (pixels(self, points) for points in (_SIDE, _BAR, _GAP))
        self.shades = self._canvas(side, side, self._shade_at, self._step_shade)
        self.hues = self._canvas(bar, side, self._hue_at, self._step_hue)
        self.shades.grid(row=0, column=0)
        self.hues.grid(row=0, column=1, padx=(2 * gap, 0))
        self._build_usual().grid(row=1, columnspan=2, sticky="w", pady=(3 * gap, 0))
        row = ttk.Frame(self.body)
        row.grid(row=2, columnspan=2, sticky="ew", pady=(3 * gap, 0))
        self.text = tk.StringVar(self, color)
        self.field = ttk.Entry(row, textvariable=self.text, width=9)
        self.field.pack(side="left")
        for name, shown in (("before", color), ("now", color)):
            patch = tk.Label(row, text=name, background=shown, foreground=text_color(shown))
            patch.pack(side="left", fill="both", expand=True, padx=(2 * gap, 0))
        self._now = patch
        self._hue, self._saturation, self._value = _hsv(color)
        self._draw()
        when_written(self.text, self, self._typed)

    def ask_color(self) -> str | None:
        """Show the dialog, wait, and return the colour; None if cancelled."""
        return self.ask("Choose", self._read, self.field)

    def _read(self) -> str:
        color = _color_in(self.text.get())
        if not color:
            raise FlowDeskError("Write a colour as #rrggbb, such as #4a90d9.")
        return color

    def _canvas(self, width: int, height: int, at: Any, step: Any) -> tk.Canvas:
        """Return a canvas that calls `at` with a point, and `step` at an arrow key."""
        canvas = tk.Canvas(self.body, width=width, height=height, takefocus=True)
        canvas.configure(borderwidth=0, highlightthickness="0.75p", cursor="crosshair")
        canvas.configure(scrollregion=(0, 0, width, height))  # the origin is inside the border
        canvas.configure(highlightcolor=self._colors.accent)
        canvas.configure(highlightbackground=self._colors.background)

        def point(event: tk.Event[tk.Misc]) -> None:
            canvas.focus_set()
            x, y = canvas.canvasx(event.x), canvas.canvasy(event.y)
            at(max(0.0, min(x / (width - 1), 1.0)), max(0.0, min(y / (height - 1), 1.0)))

        for sequence in ("<ButtonPress-1>", "<B1-Motion>"):
            canvas.bind(sequence, point)
        arrows = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
        for key, (right, down) in arrows.items():
            canvas.bind(f"<{key}>", lambda event, r=right, d=down: step(r, d))  # type: ignore[misc]  # mypy does not know the types of defaults
        return canvas

    def _build_usual(self) -> ttk.Frame:
        frame = ttk.Frame(self.body)
        usual = (color for kind in KINDS.values() for color in kind.drawing.usual_colors.values())
        side, gap = pixels(self, _SWATCH), pixels(self, _GAP)
        for place, color in enumerate(islice(dict.fromkeys(usual), _USUAL)):
            patch = tk.Frame(frame, width=side, height=side, background=color, cursor="hand2")
            patch.configure(highlightthickness="0.75p", highlightbackground=self._colors.line)
            row, column = divmod(place, _COLUMNS)
            patch.grid(row=row, column=column, padx=(0, gap), pady=(0, gap))
            patch.bind("<ButtonPress-1>", lambda event, c=color: self.text.set(c))  # type: ignore[misc]  # the same
            patch.bind("<Double-Button-1>", partial(self._take, color))
        return frame

    def _take(self, color: str, event: object) -> None:
        self.text.set(color)
        self.event_generate("<Return>")

    # Changes

    def _shade_at(self, across: float, down: float) -> None:
        self._saturation, self._value = across, 1 - down
        self._show()

    def _hue_at(self, across: float, down: float) -> None:
        self._hue = min(down, 0.999)
        self._show()

    def _step_shade(self, right: int, down: int) -> None:
        self._shade_at(
            max(0.0, min(self._saturation + right * _STEP, 1.0)),
            max(0.0, min(1 - self._value + down * _STEP, 1.0)),
        )

    def _step_hue(self, right: int, down: int) -> None:
        self._hue_at(0, (self._hue + down * _STEP) % 1)

    def _show(self) -> None:
        """Show the colour that was pointed at."""
        parts = colorsys.hsv_to_rgb(self._hue, self._saturation, self._value)
        hue, saturation, value = self._hue, self._saturation, self._value
        self.text.set("#" + "".join(f"{round(255 * part):02x}" for part in parts))
        # A grey has no hue, and the number is rounded: what was pointed at stays.
        self._hue, self._saturation, self._value = hue, saturation, value
        self._draw()

    def _typed(self) -> None:
        if color := _color_in(self.text.get()):
            hue, self._saturation, self._value = _hsv(color)
            self._hue = hue if self._saturation and self._value else self._hue
            self._draw()

    def _draw(self) -> None:
        """Draw the field and the bar, and mark the colour in both."""
        side = pixels(self, _SIDE)
        down = Image.linear_gradient("L")
        hue = Image.new("L", down.size, round(255 * self._hue))
        full = Image.new("L", down.size, 255)
        falling = down.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        across = down.transpose(Image.Transpose.ROTATE_90)
        self._paint(self.shades, Image.merge("HSV", (hue, across, falling)), side)
        self._paint(self.hues, Image.merge("HSV", (down, full, full)), pixels(self, _BAR))
        color = _color_in(self.text.get()) or self._before
        radius, ink = pixels(self, 3.75), text_color(color)
        # Where the colour is at an end, the marks are moved, so that they are seen whole.
        room = radius + pixels(self, 0.75)
        x, y = (
            max(room, min(place * (side - 1), side - 1 - room))
            for place in (self._saturation, 1 - self._value)
        )
        self.shades.create_oval(
            x - radius, y - radius, x + radius, y + radius, outline=ink, width="1.5p"
        )
        edge, half = pixels(self, 0.75), radius // 2
        y = max(half + edge, min(self._hue * (side - 1), side - 1 - half - edge))
        right = pixels(self, _BAR) - (edge + 1) // 2
        self.hues.create_rectangle(
            *(edge // 2, y - half, right, y + half),
            outline="#000000",
            width="0.75p",
        )
        self._now.configure(background=color, foreground=ink)

    def _paint(self, canvas: tk.Canvas, picture: Image.Image, width: int) -> None:
        size = (width, pixels(self, _SIDE))
        photo = ImageTk.PhotoImage(picture.convert("RGB").resize(size), master=self)
        canvas.delete("all")
        canvas.create_image(0, 0, image=photo, anchor="nw")
        self._photos[canvas] = photo


def _color_in(text: str) -> str:
    """Return the colour that a text names, as ``#rrggbb``; empty if it names none."""
    found = re.fullmatch(r"#?([0-9a-f]{6}|[0-9a-f]{3})", text.strip().lower())
    if not found:
        return ""
    digits = found[1]
    return f"#{digits}" if len(digits) == 6 else "#" + "".join(2 * digit for digit in digits)


def _hsv(color: str) -> tuple[float, float, float]:
    red, green, blue = ImageColor.getrgb(color)[:3]
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
