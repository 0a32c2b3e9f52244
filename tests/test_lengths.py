"""Lengths in the window are points: a bare number would be pixels, which do not scale.

One pixel may stand for next to nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("path", APP, ids=lambda path: str(path.relative_to(PACKAGE / "app")))
def test_no_length_is_a_bare_number_of_pixels(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        lengths = LENGTHS | SIDES if name in HAVE_SIDES else LENGTHS
        for option in node.keywords:
            if option.arg in lengths:
                found = [number for number in numbers(option.value) if abs(number) > 1]
                assert not found, f'line {node.lineno}: {option.arg}="{found[0] * 0.75:g}p"'
