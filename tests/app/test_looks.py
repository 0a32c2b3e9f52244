"""What stands round the board: toolbar, tools, palette, and what they say."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk

import pytest
from PIL import Image, ImageGrab

from flowdesk.app.look import DARK, LIGHT, Palette
from flowdesk.app.modes.knowledge import DIM
from flowdesk.app.palette_panel import ToolStrip
from flowdesk.desk.pictures.themes import scheme_in
from flowdesk.draw.charts import ON_DARK, ON_LIGHT, Inks
from flowdesk.draw.theme import THEMES, between, luminance
from flowdesk.kinds.flow.kind import FLOW
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from tests.app.test_explore import perform
from tests.driver import Driver, button, large_type, parts_of, pretend_screen, texts
from tests.processes import run
from tests.samples import SMALL


def tools(driver: Driver) -> dict[str, ttk.Radiobutton]:
    """The buttons of the tools by their names."""
    strip = parts_of(driver.window.palette, ToolStrip)[0]
    found = [w for w in strip.winfo_children() if isinstance(w, ttk.Radiobutton)]
    return {str(w.cget("text")): w for w in found}


def click(driver: Driver, widget: tk.Misc) -> None:
    """Press and release the left button in the middle of a widget."""
    x, y = widget.winfo_width() // 2, widget.winfo_height() // 2
    for event in ("<Enter>", "<ButtonPress-1>", "<ButtonRelease-1>"):
        widget.event_generate(event, x=x, y=y)
    driver.root.update()


def test_a_tool_is_chosen_by_its_button_or_its_key_and_the_button_shows_it(driver: Driver) -> None:
    edit, strip = driver.window.shown.edit, tools(driver)
    assert list(strip) == [tool.name for tool in edit.kind.editing.tools]
    click(driver, strip["Hole"])
    assert edit.tool.name == "Hole"
    driver.key("Control-F3")
    assert [name for name, tool in strip.items() if tool.instate(["selected"])] == ["Wall"]
    driver.open(Slitherlink(3, 3))
    names = [tool.name for tool in edit.kind.editing.tools]
    assert list(tools(driver)) == names, "another kind of puzzle"


def test_the_palette_takes_one_column_where_all_colours_fit_and_else_two(driver: Driver) -> None:
    canvas = parts_of(driver.window.palette, tk.Canvas)[0]

    def columns() -> int:
        marks = canvas.find_withtag("words")
        return len({canvas.coords(mark)[0] for mark in marks})

    wide = canvas.winfo_width()
    assert columns() == 1
    driver.window.root.geometry("1000x480")
    driver.wait_until(lambda: columns() == 2, "there are two columns")
    driver.wait_until(lambda: canvas.winfo_width() == 2 * wide, "there is room for both")


def test_the_toolbar_shows_words_where_there_is_room(driver: Driver) -> None:
    save = button(driver.window.menus.toolbar, "Save")
    wide = save.winfo_width()
    assert str(save.cget("compound")) == "left"
    driver.window.root.geometry("640x480")
    driver.wait_until(lambda: save.winfo_width() < wide, "only icons are left")
    shown = driver.window.verdict
    assert shown.winfo_width() >= shown.winfo_reqwidth(), "the verdict is not cut"
    looks = []
    for width in range(700, 1000, 20):
        driver.window.root.geometry(f"{width}x700")
        driver.wait_until(lambda: driver.window.root.winfo_width() == width, "it is wider")  # noqa: B023  # called at once
        driver.root.update()
        looks.append(str(save.cget("compound")))
    assert looks == sorted(looks), "the words are back, and stay"
    assert save.winfo_width() == wide


def test_what_a_hint_dims_stays_visible_on_dark_boards() -> None:
    for theme in (THEMES["dark"], THEMES["colour-blind"]):
        for color in FLOW.drawing.usual_colors.values():
            dimmed = between(theme.color(color), theme.cell, DIM.strength)
            assert (luminance(dimmed) + 0.05) / (luminance(theme.cell) + 0.05) > 1.35, color


def scales(driver: Driver) -> list[ttk.Scale]:
    """The bar of the animation and the slider of its speed."""
    found = parts_of(driver.window.playback, ttk.Scale)
    return sorted(found, key=lambda scale: scale.winfo_rootx())


def press_at(driver: Driver, scale: ttk.Scale, share: float, event: str = "ButtonPress-1") -> None:
    """Make an event of the pointer at a share of a slider's width."""
    x, y = round(share * scale.winfo_width()), scale.winfo_height() // 2
    scale.event_generate(f"<{event}>", x=x, y=y, state=0x100 if event == "Motion" else 0)
    driver.root.update()


def test_the_bar_of_the_animation_leads_forward_and_back(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.solve()
    driver.key("Control-End")
    solving, (bar, _) = driver.window.shown.solving, scales(driver)
    everything = dict(solving.segments)
    press_at(driver, bar, 0.5)
    half = set(solving.segments)
    assert 0 < len(half) < len(everything)
    press_at(driver, bar, 0.8, "Motion")
    assert half < set(solving.segments) < set(everything)
    press_at(driver, bar, 0, "Motion")
    press_at(driver, bar, 0, "ButtonRelease-1")
    assert not solving.segments
    driver.key("Right", "Right", "Left")
    assert solving.playback
    assert solving.playback.shown == 1
    driver.key("End", "Control-F8")
    assert solving.playback.shown == len(solving.playback.steps) - 1
    press_at(driver, bar, 0.5)
    driver.key("space")
    driver.wait_until(lambda: solving.playback and solving.playback.finished, "it goes on there")
    assert solving.segments == everything


def test_an_engine_is_only_watched_forward(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.window.tab.watching.clock = lambda: 0.0  # the search never gets far
    driver.window.tab.watching.start("cells")
    driver.key("F6")
    bar = scales(driver)[0]
    assert bar.instate(["disabled"])
    assert button(driver.window.playback, "Back").instate(["disabled"])
    assert button(driver.window.playback, "Step").instate(["!disabled"])
    progress = driver.window.tab.watching.progress
    press_at(driver, bar, 0.9)
    assert driver.window.tab.watching.progress == progress


def test_a_click_beside_the_speed_changes_it_by_a_small_step(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.solve()
    driver.key("Control-End")
    slider = scales(driver)[1]
    speeds = []
    for share in (0.95, 0.95, 0.05, 0.05, 0.05):
        press_at(driver, slider, share)
        press_at(driver, slider, share, "ButtonRelease-1")
        speeds.append(driver.window.shell.settings.speed)
    assert speeds == [1.5, 2.0, 1.5, 1.0, 0.7]
    driver.key("Left", "Right", "Right")
    assert driver.window.shell.settings.speed == 1.0
    perform(driver, "Slower")  # also where the slider has no room
    assert driver.window.shell.settings.speed == 0.7
    assert driver.window.status.shown == "Speed: 0.7 ×"
    perform(driver, "Faster")
    assert driver.window.shell.settings.speed == 1.0


def test_the_speed_is_seen_again_after_the_type_was_large(driver: Driver) -> None:
    driver.window.shown.document.new(SMALL)
    driver.solve()
    assert driver.window.playback.speed.winfo_viewable()
    driver.key("Escape")
    with large_type(driver, driver.window.root, "1000x700", 300):
        driver.root.update()
    driver.solve()
    driver.root.update()
    assert driver.window.playback.speed.winfo_viewable()


def tooltips(driver: Driver) -> list[tk.Toplevel]:
    """The tooltips that can be seen."""
    found = parts_of(driver.window.root, tk.Toplevel)
    return [w for w in found if w.wm_overrideredirect() and w.winfo_viewable()]


def rest_on(driver: Driver, xdotool: str, widget: tk.Misc) -> tk.Toplevel:
    """Rest the pointer on a widget, and return its tooltip."""
    x = widget.winfo_rootx() + widget.winfo_width() // 2
    y = widget.winfo_rooty() + widget.winfo_height() // 2
    run([xdotool, "mousemove", "0", "0", "mousemove", str(x), str(y)], check=True)
    driver.wait_until(lambda: tooltips(driver), "the tooltip is there")
    return tooltips(driver)[0]


def test_a_tooltip_is_no_wider_than_the_screen_and_goes_away_with_what_it_is_about(
    driver: Driver, xdotool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = button(driver.window.menus.toolbar, "Save")
    with monkeypatch.context() as narrow:
        pretend_screen(narrow, 160, 1000)
        assert rest_on(driver, xdotool, save).winfo_width() < 160
    driver.key("Right")
    tip = rest_on(driver, xdotool, save)
    assert "Ctrl+S" in texts(tip)
    colors = driver.window.theming.colors
    shown = driver.root.winfo_rgb(colors.raised)
    x, y = tip.winfo_rootx() + 4, tip.winfo_rooty() + 4
    seen = ImageGrab.grab(bbox=(x, y, x + 1, y + 1)).getpixel((0, 0))
    assert seen == tuple(part // 256 for part in shown), "it has the colours of the theme"
    driver.key("Right")
    assert not tooltips(driver), "a key was pressed"

    top = driver.window.root
    wide, high = top.winfo_screenwidth(), top.winfo_screenheight()
    x = wide - save.winfo_width() - save.winfo_rootx() + top.winfo_rootx()
    y = high - save.winfo_height() - save.winfo_rooty() + top.winfo_rooty()
    top.geometry(f"+{x}+{y}")
    driver.wait_until(lambda: save.winfo_rooty() > high - 60, "the window has moved")
    tip = rest_on(driver, xdotool, save)
    assert tip.winfo_rootx() + tip.winfo_width() <= wide, "it is inside the screen"
    assert tip.winfo_rooty() + tip.winfo_height() <= high
    save.pack_forget()
    driver.wait_until(lambda: not tooltips(driver), "it is hidden with its button")


def test_selections_are_in_the_accent_colour_of_every_theme(driver: Driver) -> None:
    window = driver.window
    window.side.show_fields(shown=True)
    field = parts_of(window.side, ttk.Entry)[0]
    box = ttk.Combobox(window.root, values=["one", "two"], state="readonly")
    listed = str(driver.root.tk.call("ttk::combobox::PopdownWindow", str(box))) + ".f.l"
    text = tk.Text(window.root)
    field.insert(0, "A title")
    for theme in ("light", "dark"):
        window.theming.choose(theme)
        accent = driver.root.winfo_rgb(window.theming.colors.accent)
        for widget in (str(text), listed):
            shown = driver.root.tk.call(widget, "cget", "-selectbackground")
            assert driver.root.winfo_rgb(shown) == accent
        field.focus_force()
        field.selection_range(0, "end")
        driver.root.update()
        x, y = field.winfo_rootx(), field.winfo_rooty()
        area = (x, y, x + field.winfo_width(), y + field.winfo_height())
        wanted = tuple(part // 256 for part in accent)
        look = partial(ImageGrab.grab, bbox=area)

        def is_seen(look: Callable[[], Image.Image] = look, wanted: object = wanted) -> bool:
            return wanted in [color for _, color in look().convert("RGB").getcolors(10**5) or ()]

        driver.wait_until(is_seen, "what is selected has the accent colour")
    box.destroy()
    text.destroy()


def test_what_is_not_drawn_yet_and_all_menus_have_the_ground_of_the_theme(driver: Driver) -> None:
    window = driver.window
    driver.key("Control-b")
    browser = window.packs.browser
    assert browser
    for theme in ("light", "dark"):
        window.theming.choose(theme)
        for top in (window.root, browser.top):
            assert str(top.cget("background")) == window.theming.colors.background
        menus = parts_of(window.root, tk.Menu)
        grounds = {str(menu.cget("background")) for menu in menus}
        assert grounds == {window.theming.colors.raised}


def test_a_theme_follows_the_desktop(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, window = tmp_path / "bin" / "gdbus", driver.window
    program.parent.mkdir()
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")

    def answers(text: str) -> None:
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)

    answers("echo '(<<uint32 2>>,)'")
    choices, _ = window.theming.choices()
    dict(choices)["As the desktop"]()
    assert window.theming.theme.name == "dark", "nothing is waited for"
    driver.wait_until(lambda: window.theming.theme.name == "light", "it is as light as the desktop")
    assert window.theming.choices()[1] == "As the desktop"
    answers("echo '(<<uint32 1>>,)'")
    window.root.event_generate("<FocusIn>")
    driver.wait_until(lambda: window.theming.theme.name == "dark", "it has become dark")
    answers("exec sleep 1000")
    window.root.event_generate("<FocusIn>")
    driver.key("Control-t")
    assert window.theming.theme.name != "system", "a desktop that does not answer blocks nothing"


@pytest.mark.parametrize(
    ("system", "answer", "code", "scheme"),
    [
        ("linux", "(<<uint32 1>>,)", 0, "dark"),
        ("linux", "   variant       variant          uint32 2", 0, "light"),
        ("linux", "(<<uint32 0>>,)", 0, ""),
        ("linux", "'prefer-dark'", 0, "dark"),
        ("linux", "Error: org.freedesktop.DBus.Error.ServiceUnknown", 1, ""),
        ("darwin", "Dark\n", 0, "dark"),
        ("darwin", "", 1, "light"),
        ("win32", "    AppsUseLightTheme    REG_DWORD    0x0\n", 0, "dark"),
        ("win32", "    AppsUseLightTheme    REG_DWORD    0x1\n", 0, "light"),
        ("win32", "", 1, ""),
    ],
)
def test_what_desktops_say_is_understood(system: str, answer: str, code: int, scheme: str) -> None:
    assert scheme_in(answer, code, system) == scheme


def contrast(first: str, second: str) -> float:
    """Return the ratio of WCAG 2, from 1 to 21."""
    low, high = sorted(map(luminance, (first, second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colors", [DARK, LIGHT])
def test_words_of_every_colour_are_read_on_every_ground(colors: Palette) -> None:
    for ground in (colors.background, colors.raised, colors.selected):
        for name in ("text", "faint", "accent", "good", "bad", "doubtful"):
            assert contrast(getattr(colors, name), ground) >= 4.5, f"{name} on {ground}"


@pytest.mark.parametrize(("colors", "inks"), [(DARK, ON_DARK), (LIGHT, ON_LIGHT)])
def test_words_in_the_colour_of_a_curve_are_read(colors: Palette, inks: Inks) -> None:
    for color in inks.curves:
        assert contrast(color, colors.background) >= 4.5, color
