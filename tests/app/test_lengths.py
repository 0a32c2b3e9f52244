"""Lengths in the window are points: a bare number would be pixels, which do not scale.

One pixel may stand for next to nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.file_list import PACKAGE

APP = sorted((PACKAGE / "app").rglob("*.py"))

#: Options that are always lengths, and those that are in frames, canvases and their items:
#: elsewhere these count characters and lines.
LENGTHS = {"padx", "pady", "ipadx", "ipady", "padding", "wraplength", "length", "minsize"}
LENGTHS |= {"spacing1", "spacing2", "spacing3", "lmargin1", "lmargin2", "rmargin", "rowheight"}
LENGTHS |= {"highlightthickness", "borderwidth", "yscrollincrement", "xscrollincrement"}
SIDES = {"width", "height", "outlinewidth"}
HAVE_SIDES = {"Frame", "Canvas", "Toplevel", "place", "place_configure"}
HAVE_SIDES |= {f"create_{item}" for item in ("line", "rectangle", "oval", "arc", "polygon", "text")}


def numbers(value: ast.expr) -> Iterator[float]:
    """Yield the numbers that are written in an option, alone or in a tuple."""
    match value:
        case ast.Constant(value=int() | float() as number):
            yield number
        case ast.Tuple(elts=parts):
            for part in parts:
                yield from numbers(part)
        case ast.IfExp(body=first, orelse=second):
            yield from numbers(first)
            yield from numbers(second)


def bare_lengths(path: Path) -> Iterator[str]:
    """Yield where a file has lengths in pixels, and what they should be."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        lengths = LENGTHS | SIDES if name in HAVE_SIDES else LENGTHS
        for option in node.keywords:
            if option.arg in lengths:
                for number in numbers(option.value):
                    if abs(number) > 1:
                        place = f"{path.relative_to(PACKAGE)}, line {node.lineno}"
                        yield f'{place}: {option.arg}="{number * 0.75:g}p"'


def test_no_length_is_a_bare_number_of_pixels() -> None:
    assert [found for path in APP for found in bare_lengths(path)] == []
