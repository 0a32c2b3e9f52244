"""One scale for everything in the window."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app import fonts, look, scale, sun_valley
from flowdesk.app.bars import Toolbar
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.playback_bar import SpeedSlider
from flowdesk.draw.theme import DARK, LIGHT
from tests.driver import Driver, button, descendants, parts_of


@pytest.fixture
def top(root: tk.Tk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tk.Toplevel]:
    """A window whose scale may be changed."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    top = tk.Toplevel(root)
    yield top
    top.destroy()
    scale.set_scale(root, 100)
    look.apply(root, DARK)
    root.update()


def cached(folder: Path) -> list[Path]:
    return sorted((folder / "cache").rglob("sun-valley-*"))


def test_buttons_and_texts_grow_with_the_scale(top: tk.Toplevel) -> None:
    sizes = []
    for percent in (100, 150, 200):
        scale.set_scale(top, percent)
        look.apply(top, DARK)
        button, label = ttk.Button(top, text="Solve"), ttk.Label(top, text="Solve")
        button.pack(padx="6p")
        label.pack()
        slider = SpeedSlider(top, lambda: 1.0, lambda speed: None)
        slider.pack()
        top.update()
        left = int(str(button.pack_info()["padx"]))
        sizes.append([button.winfo_width(), button.winfo_height(), label.winfo_width(), left])
        sizes[-1].append(slider.winfo_width())
        icon = tk.PhotoImage(master=top, width=9, height=9)
        both = ttk.Label(top, text="Solve", image=icon, compound="left")
        sizes[-1].append(both.winfo_reqwidth() - label.winfo_reqwidth() - icon.width())
    usual, half, twice = sizes
    assert half == pytest.approx([1.5 * side for side in usual], rel=0.05)
    assert twice == pytest.approx([2 * side for side in usual], rel=0.05)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("has_sv", [True, False], ids=["sv-ttk", "clam"])
def test_every_scale_has_a_theme_in_the_right_colours(
    top: tk.Toplevel, theme: object, has_sv: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_sv:
        monkeypatch.setitem(sys.modules, "sv_ttk", None)
    chosen = LIGHT if theme is LIGHT else DARK
    for percent in (75, 125, 300) if has_sv else (80, 120, 290):  # those made before are kept
        scale.set_scale(top, percent)
        look.apply(top, chosen)
        style = ttk.Style(top)
        assert ("sun-valley" in style.theme_use()) == (has_sv and sun_valley_is_installed())
        assert style.lookup("TLabel", "background") == look.palette_of(chosen).background
        assert str(style.lookup("TLabel", "font")) == fonts.TEXT


def sun_valley_is_installed() -> bool:
    try:
        import sv_ttk  # noqa: F401
    except ImportError:
        return False
    return True


needs_sv = pytest.mark.skipif(not sun_valley_is_installed(), reason="sv-ttk is not installed")


@needs_sv
def test_a_scaled_theme_is_kept_and_a_damaged_one_is_made_again(
    top: tk.Toplevel, tmp_path: Path
) -> None:
    made = sun_valley.script("dark", 130, "sun-valley-130")
    (path,) = cached(tmp_path)
    whole = path.read_bytes()
    assert sun_valley.script("dark", 130, "sun-valley-130") == made
    for damaged in (b"", whole[: len(whole) // 2], whole.replace(b"padding", b"pudding")):
        path.write_bytes(damaged)
        assert sun_valley.script("dark", 130, "sun-valley-130") == made
        assert path.read_bytes() == whole


@needs_sv
def test_a_theme_needs_no_cache_folder(
    top: tk.Toplevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert sun_valley.use(top, "dark", 135)


def sizes(root: tk.Misc) -> dict[str, tuple[int, int]]:
    """How large the widgets that are shown want to be."""
    shown = (each for each in (root, *descendants(root)) if each.winfo_ismapped())
    return {str(each): (each.winfo_reqwidth(), each.winfo_reqheight()) for each in shown}


def test_a_chosen_scale_takes_effect_at_once_and_going_back_changes_nothing(driver: Driver) -> None:
    window = driver.window
    window.root.geometry("1390x700+0+0")  # at 150 % there is room for panels
    driver.wait_until(lambda: window.root.winfo_width() == 1390, "the window is wide")
    driver.view.focus_force()

    def choose(name: str) -> None:
        def answer(dialog: Dialog) -> None:
            box = parts_of(dialog, ttk.Combobox)[0]
            assert box.get() == f"{window.shell.settings.scale} %"
            box.set(name)
            box.event_generate("<<ComboboxSelected>>")
            driver.root.update()
            button(dialog, "Close").invoke()

        driver.asked("Control-comma", answer)
        driver.root.update()

    toolbar = parts_of(window.root, Toolbar)[0]
    parts = window.side, window.verdict, window.status, toolbar
    before = [sizes(part) for part in parts]
    for name in ("200 %", "75 %", "150 %"):
        choose(name)
    assert window.shell.settings.scale == 150
    larger = sizes(window.root)
    for part in (window.side, window.verdict):
        times = larger[str(part)][0] / before[parts.index(part)][str(part)][0]
        assert times == pytest.approx(1.5, rel=0.1), part
    choose("100 %")
    assert [sizes(part) for part in parts] == before
