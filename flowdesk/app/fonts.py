"""The fonts of the window: three sizes, as named fonts of Tk that everything uses by name.

Their sizes are pixels that follow the scale: points would follow what the X server says instead.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import font as tkfont
from typing import Any

from flowdesk.app.scale import pixels

TEXT, SMALL, HEADING = "TkDefaultFont", "FlowDeskSmall", "FlowDeskHeading"
BOLD, SMALL_BOLD = "FlowDeskBold", "FlowDeskSmallBold"

#: In points, with their weights.
_SIZES = {TEXT: 10, SMALL: 9, HEADING: 12, BOLD: 10, SMALL_BOLD: 9}
_BOLD = HEADING, BOLD, SMALL_BOLD
#: Tk's own fonts, and those of ours that they are like. The fixed one keeps its family.
_OF_TK = {
    **dict.fromkeys(("TkTextFont", "TkMenuFont", "TkIconFont", "TkFixedFont"), TEXT),
    **dict.fromkeys(("TkHeadingFont", "TkTooltipFont", "TkSmallCaptionFont"), SMALL),
    "TkCaptionFont": HEADING,
}
#: Interface fonts of desktops that Tk on X11 does not know of, the best first.
_FAMILIES = "Segoe UI", "Adwaita Sans", "Cantarell", "Ubuntu", "Noto Sans", "Inter"


def named(widget: tk.Misc, name: str = TEXT) -> tkfont.Font:
    """Return a named font, which follows the scale, to measure texts."""
    return tkfont.nametofont(name, widget)


def write(
    canvas: tk.Canvas, x: float, y: float, text: str, ink: str, font: str = TEXT, **options: Any
) -> int:
    """Write words on a canvas, round a point or beside it; return their item."""
    return canvas.create_text(x, y, text=text, fill=ink, font=font, tags="words", **options)


def bold(name: str) -> str:
    """Return the name of the bold font of the size of another."""
    return {TEXT: BOLD, SMALL: SMALL_BOLD}.get(name, name)


def set_fonts(root: tk.Misc) -> None:
    """Set families and sizes of all named fonts; what uses them follows."""
    family = _family(root)
    known = tkfont.names(root)
    for name, points in _SIZES.items():
        if name not in known:
            root.tk.call("font", "create", name)
        weight = "bold" if name in _BOLD else "normal"
        size = -pixels(root, points)
        root.tk.call("font", "configure", name, *_options(family=family, size=size, weight=weight))
    for name, like in _OF_TK.items():
        if name in known:
            own = {} if name == "TkFixedFont" else {"family": family}
            size, weight = named(root, like).cget("size"), named(root, like).cget("weight")
            options = _options(**own, size=size, weight=weight)
            root.tk.call("font", "configure", name, *options)


def _options(**options: object) -> list[object]:
    return [word for name, value in options.items() for word in (f"-{name}", value)]


def _family(root: tk.Misc) -> str:
    """Return the family of the interface: on Windows and macOS Tk knows it."""
    usual = str(named(root).actual("family"))
    if root.tk.call("tk", "windowingsystem") != "x11" or usual in _FAMILIES:
        return usual
    installed = set(tkfont.families(root))
    return next((family for family in _FAMILIES if family in installed), usual)
