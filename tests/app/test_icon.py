"""The icon of every window, and those of its buttons."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pytest
from PIL import Image

from assets import make_icons
from assets.make_icon import SIZES, icon
from flowdesk.app.actions import ACTIONS
from flowdesk.app.look import mask
from flowdesk.core.storage import shipped
from flowdesk.kinds.table import KINDS
from tests.app.test_links import LINK
from tests.processes import ROOT, flowdesk, seen, started

FOLDER = shipped("assets") / "icons"


def test_the_icons_in_assets_are_those_that_the_script_draws() -> None:
    folder = shipped("assets") / "icon"
    assert {path.name for path in folder.iterdir()} == {f"{size}.png" for size in SIZES}
    for size in SIZES:
        with Image.open(folder / f"{size}.png") as stored:
            assert stored.size == (size, size)
            assert stored.convert("RGBA").tobytes() == icon(size).tobytes()


def test_every_tool_and_button_has_an_icon() -> None:
    wanted = {action.tool.lower(): f"the button {action.tool!r}" for action in ACTIONS}
    for kind in KINDS.values():
        wanted |= {tool.icon: f"the tool {tool.name!r}" for tool in kind.editing.tools}
    del wanted[""]  # of actions without a button
    stored = {path.stem for path in FOLDER.iterdir()}
    missing = [f"{name}.png for {wanted[name]}" for name in wanted if name not in stored]
    assert not missing, f"assets/icons lacks {missing}: a function in assets/make_icons.py draws it"


def test_the_icons_of_buttons_in_assets_are_those_that_the_script_draws() -> None:
    drawn = make_icons.icons()
    assert {path.stem for path in FOLDER.iterdir()} == set(drawn), "python -m assets.make_icons"
    for name, picture in drawn.items():
        with Image.open(FOLDER / f"{name}.png") as stored:
            assert stored.convert("L").tobytes() == picture.tobytes(), name


def test_the_first_letter_of_its_name_stands_for_a_missing_icon() -> None:
    post, gate = mask("post"), mask("gate")
    assert post.getbbox()
    assert post.tobytes() != gate.tobytes()


def opened_display() -> tuple[ctypes.CDLL, ctypes.c_void_p]:
    xlib = ctypes.CDLL("libX11.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    return xlib, ctypes.c_void_p(xlib.XOpenDisplay(None))


def icon_sizes(window: int) -> list[tuple[int, int]]:
    """The sizes of the icons of a window of any program, as its window manager sees them."""
    xlib, display = opened_display()
    kind, bits, count, rest = (ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong())
    data = ctypes.POINTER(ctypes.c_ulong)()
    name = xlib.XInternAtom(display, b"_NET_WM_ICON", False)
    most, any_kind = 10**7, 0
    place = (display, ctypes.c_ulong(window), name, ctypes.c_long(0), ctypes.c_long(most))
    found = (kind, bits, count, rest, data)
    xlib.XGetWindowProperty(*place, False, any_kind, *map(ctypes.byref, found))
    numbers = data[: count.value]
    xlib.XCloseDisplay(display)
    sizes = []
    while numbers:
        width, height = numbers[:2]
        sizes.append((width, height))
        numbers = numbers[2 + width * height :]
    return sizes


def class_of(window: int) -> str:
    """The class of a window of any program, by which desktops find its entry in the menu."""
    xlib, display = opened_display()
    name_and_class = (ctypes.c_char_p * 2)()
    xlib.XGetClassHint(display, ctypes.c_ulong(window), name_and_class)
    xlib.XCloseDisplay(display)
    return (name_and_class[1] or b"").decode()


@pytest.mark.skipif(sys.platform != "linux", reason="asks X11")
def test_a_folder_and_a_link_open_windows_with_the_icon_that_belong_to_the_entry_in_the_menu(
    xdotool: str, tmp_path: Path
) -> None:
    entry = (ROOT / "assets" / "desktop" / "flowdesk.desktop").read_text(encoding="utf-8")
    (tmp_path / "box").mkdir()
    with started(flowdesk(tmp_path / "box")), started(flowdesk("--new-window", LINK)):
        (browser,), (editor,) = seen("^box"), seen("Link")
        for window in (browser, editor):
            assert sorted(icon_sizes(window)) == [(size, size) for size in SIZES]
        assert f"\nStartupWMClass={class_of(editor)}\n" in entry
