"""Icons of buttons: the masks in ``assets/icons`` in any size and colour."""

from __future__ import annotations

import tkinter as tk
from functools import cache
from tkinter import ttk

from PIL import Image, ImageOps, ImageTk

from flowdesk.app import scale
from flowdesk.app.look import ACCENT, TOGGLE, Palette
from flowdesk.core.storage import shipped
from flowdesk.draw.lettering import text_mask

#: Points a side: of an icon on a button, and of one in a list.
USUAL, SMALL = 15, 12

_LETTER = 144  # pixels, of a letter that stands for a missing mask

#: Kept for good: Tk shows nothing where the picture of a widget was collected.
_made: dict[tuple[tk.Misc, str, int, str], ImageTk.PhotoImage] = {}


def icon(widget: tk.Misc, name: str, color: str, points: float = USUAL) -> ImageTk.PhotoImage:
    """Return an icon in a colour, for widgets of the same program as this one."""
    size = scale.pixels(widget, points)
    key = widget.nametowidget("."), name, size, color
    if key not in _made:
        picture = Image.new("RGBA", (size, size), color)
        picture.putalpha(mask(name).resize((size, size), Image.Resampling.BOX))
        _made[key] = ImageTk.PhotoImage(picture, master=key[0])
    return _made[key]


def set_icon(button: ttk.Widget, name: str, colors: Palette, points: float = USUAL) -> None:
    """Show an icon on a button in the ink of its text, in every state."""
    style = str(button.cget("style"))
    usual = colors.background if style == ACCENT else colors.text
    chosen = colors.background if style == TOGGLE else usual
    images: list[object] = [icon(button, name, usual, points)]
    for state, color in (("disabled", colors.disabled), ("selected", chosen)):
        images += [state, icon(button, name, color, points)]
    button["image"] = images


@cache
def mask(name: str) -> Image.Image:
    """Return a mask from the assets in its original size; if there is none, the first letter."""
    picture: Image.Image
    try:
        with Image.open(shipped("assets") / "icons" / f"{name}.png") as picture:
            return picture.convert("L")
    except FileNotFoundError:
        picture = text_mask(name[:1].upper(), _LETTER)
        picture = ImageOps.pad(picture.crop(picture.getbbox()), (_LETTER, _LETTER))
        return ImageOps.expand(picture, _LETTER // 8)
