"""The theme of sv-ttk, sharp at every scale: a scaled copy of it, which is made once and cached."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import re
import tkinter as tk
from pathlib import Path
from tkinter import ttk

from PIL import Image

from flowdesk.app import fonts
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import cache_folder, read_bytes, write_atomically

_MAKER = b"2"  # changes when other scripts are made of the same files
#: Options of ttk whose numbers are pixels, alone or in a list.
_LENGTHS = "border|padding|width|height|sashthickness|borderwidth"
_FONTS = {"SunValleyBodyFont": fonts.TEXT, "SunValleyCaptionFont": fonts.SMALL}
#: What sv-ttk sets each time its theme is chosen, here as a part of the theme.
_COLORS = f"""
    ttk::style configure . -background $colors(-bg) -foreground $colors(-fg) \\
      -troughcolor $colors(-bg) -focuscolor $colors(-selbg) -selectbackground $colors(-selbg) \\
      -selectforeground $colors(-selfg) -insertwidth 1 -insertcolor $colors(-fg) \\
      -fieldbackground $colors(-bg) -font {fonts.TEXT} -borderwidth 0 -relief flat
    ttk::style map . -foreground [list disabled $colors(-disfg)]
"""

#: Makes an element of pictures that are longer where Tk repeats their middles. It asks the screen
#: what is below each piece: a field for text took a hundred, 2 ms each time a letter was typed.
_ELEMENT = """
proc flowdesk_element {name pictures args} {
    set options [dict merge {-border 0 -sticky nsew} $args]
    lassign [dict get $options -border] left top right bottom
    if {$top eq ""} { set top $left }
    if {$right eq ""} { set right $left; set bottom $top }
    set ends [split [dict get $options -sticky] ""]
    set across [expr {"e" in $ends && "w" in $ends ? 256 : 0}]
    set down [expr {"n" in $ends && "s" in $ends ? 64 : 0}]
    if {!$across && !$down} {
        ttk::style element create $name image $pictures {*}$args
        return
    }
    foreach {state picture} [list "" {*}$pictures] {
        set longer $picture-$across-$down-$left-$top-$right-$bottom
        if {[info commands $longer] eq ""} {
            image create photo $longer
            set columns [flowdesk_parts [image width $picture] $left $right $across]
            set rows [flowdesk_parts [image height $picture] $top $bottom $down]
            foreach {x0 x1 left_at right_at} $columns {
                foreach {y0 y1 top_at bottom_at} $rows {
                    $longer copy $picture -from $x0 $y0 $x1 $y1 \\
                        -to $left_at $top_at $right_at $bottom_at
                }
            }
        }
        lappend made $state $longer
    }
    set picture [lindex $pictures 0]
    set size [list -width [image width $picture] -height [image height $picture]]
    ttk::style element create $name image [lrange $made 1 end] {*}[dict merge $size $options]
}
proc flowdesk_parts {size start end most} {
    set middle [expr {$size - $start - $end}]
    if {$middle <= 0 || !$most} { return [list 0 $size 0 $size] }
    set far [expr {$start + max(1, $most / $middle) * $middle}]
    set parts [list $start [expr {$size - $end}] $start $far]
    if {$start} { lappend parts 0 $start 0 $start }
    if {$end} { lappend parts [expr {$size - $end}] $size $far [expr {$far + $end}] }
    return $parts
}
"""


def use(root: tk.Misc, scheme: str, percent: int) -> bool:
    """Use the theme, ``dark`` or ``light``; return whether sv-ttk is there and could be used."""
    theme = f"sun-valley-{scheme}-{percent}"
    style = ttk.Style(root)
    if theme not in style.theme_names():
        try:
            root.tk.eval(script(scheme, percent, theme))
        except (ImportError, OSError, ValueError, tk.TclError):
            return False
    style.theme_use(theme)
    return True


def script(scheme: str, percent: int, theme: str) -> str:
    """Return the Tcl script of a theme, from the cache if it is there and whole."""
    import sv_ttk

    folder = Path(sv_ttk.__file__).with_name("theme")
    names = f"{scheme}.tcl", f"sprites_{scheme}.tcl", f"spritesheet_{scheme}.png"
    files = [(folder / name).read_bytes() for name in names]
    key = hashlib.sha256(b"\0".join((_MAKER, *files))).hexdigest()[:12]
    with contextlib.suppress(FlowDeskError):
        check, _, kept = read_bytes(cache_folder() / f"{theme}-{key}.tcl").partition(b"\n")
        if check == _check(kept):
            return kept.decode()
    tcl, sprites, sheet = files
    made = _scaled(tcl.decode(), sprites.decode(), sheet, percent / 100, theme)
    with contextlib.suppress(FlowDeskError, OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
        data = _check(made.encode()) + b"\n" + made.encode()
        write_atomically(cache_folder() / f"{theme}-{key}.tcl", data, sync=False)
    return made


def _check(script: bytes) -> bytes:
    return b"# " + hashlib.sha256(script).hexdigest().encode()


def _scaled(tcl: str, sprites: str, sheet: bytes, factor: float, theme: str) -> str:
    """Return one script that makes the theme under another name, `factor` times as large."""

    def longer(match: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda number: str(round(int(number[0]) * factor)), match[0])

    boxes, picture = _larger(sprites, sheet, factor)
    tcl = re.sub(rf"-(?:{_LENGTHS})\s+(?:\d+|\{{[\d ]+\}})", longer, tcl)
    tcl = re.sub(r"-linespace\] \+ \d+", longer, tcl)
    for name, font in _FONTS.items():
        tcl = tcl.replace(name, font)
    tcl = re.sub(r"^source .*$", f"set ::spriteinfo {{{boxes}}}", tcl, flags=re.MULTILINE)
    tcl = re.sub(
        r"load_images \[.*\]", f"load_images {{{picture}}}\n  image delete spritesheet", tcl
    )
    tcl = tcl.replace("-file $imgfile", "-data $imgfile")
    tcl = re.sub(r"ttk::theme::\w+", "ttk::theme::" + theme.replace("-", "_"), tcl)
    tcl = re.sub(r"ttk::style element create (\S+) image", r"flowdesk_element \1", tcl)
    return _ELEMENT + re.sub(
        r"theme create \S+ (.*\{)$", rf"theme create {theme} \1{_COLORS}", tcl, flags=re.M
    )


def _larger(sprites: str, sheet: bytes, factor: float) -> tuple[str, str]:
    """Return the names and boxes of the sprites, and the sheet with them as PNG in base 64.

    Each is resized by itself, so that its neighbours do not bleed into it.
    """
    whole = Image.open(io.BytesIO(sheet)).convert("RGBA")
    cut = []
    for name, *numbers in re.findall(r"^ *([\w-]+) (\d+) (\d+) (\d+) (\d+)", sprites, re.MULTILINE):
        x, y, width, height = map(int, numbers)
        size = max(1, round(width * factor)), max(1, round(height * factor))
        sprite = whole.crop((x, y, x + width, y + height))
        cut.append((name, sprite.resize(size, Image.Resampling.LANCZOS)))
    if not cut:
        raise ValueError("a theme without pictures")
    high = max(sprite.height for _, sprite in cut)
    larger = Image.new("RGBA", (sum(sprite.width for _, sprite in cut), high))
    boxes, left = [], 0
    for name, sprite in cut:
        larger.paste(sprite, (left, 0))
        boxes.append(f"{name} {left} 0 {sprite.width} {sprite.height}")
        left += sprite.width
    file = io.BytesIO()
    larger.save(file, "PNG", compress_level=1)
    return " ".join(boxes), base64.b64encode(file.getvalue()).decode()
