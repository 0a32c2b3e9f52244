"""Themes: colours that can be told apart, theme files, and the window with them."""

from __future__ import annotations

import contextlib
import io
import json
import re
import tkinter as tk
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from assets.make_palette import EYES, difference, lab, nearest
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.window import Window
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.settings import Settings, load_settings, save_settings
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.desk.pictures.themes import make_own, theme_named, theme_names, themes, themes_folder
from flowdesk.draw.scene import Tile, TileKind
from flowdesk.draw.theme import DARK, LIGHT, THEMES, Theme, read_theme
from flowdesk.kinds.flow.colors import LABELS, standard_color
from flowdesk.kinds.flow.level import Level
from tests.driver import Driver, answering, button, texts
from tests.for_all import for_all
from tests.levels import examples
from tests.samples import SMALL, solution_of

#: How far apart any two of the first 12 colours of "colour-blind", and its cells, have to be in
#: anybody's eyes, by CIEDE2000; and any two of all 16 colours of Flow Free.
APART, ALL_APART = 14.0, 10.0


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's folder is an empty one, on every system."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "config"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)


def own(name: str, content: object) -> Path:
    """A theme file among the user's own."""
    path = themes_folder() / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


# -- colours that can be told apart ------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_that_were_published_with_the_formula(
    one: tuple[float, float, float], other: tuple[float, float, float], apart: float
) -> None:
    assert difference(one, other) == pytest.approx(apart, abs=5e-5)
    assert difference(other, one) == pytest.approx(apart, abs=5e-5)


def test_everybody_sees_the_same_greys_and_some_do_not_see_red_from_green() -> None:
    for eyes in EYES:
        for grey in ("#000000", "#808080", "#ffffff"):
            assert difference(lab(grey, eyes), lab(grey)) < 0.1
    red, green = "#c05000", "#708000"
    assert difference(lab(red), lab(green)) > 30
    assert difference(lab(red, "deuteranopia"), lab(green, "deuteranopia")) < 15


def shown(theme: str, number: int) -> list[str]:
    """The cell and the first colours of a theme."""
    wanted = THEMES[theme]
    return [wanted.cell, *(wanted.color(standard_color(label)) for label in LABELS[:number])]


@pytest.mark.parametrize("eyes", EYES)
def test_nobody_confuses_two_colours_of_the_theme_that_is_made_for_that(eyes: str) -> None:
    apart, one, other = nearest(shown("colour-blind", 12), eyes)
    assert apart >= APART, f"{one} and {other}"
    apart, one, other = nearest(shown("colour-blind", 16), eyes)
    assert apart >= ALL_APART, f"{one} and {other}"


@pytest.mark.parametrize("eyes", [eyes for eyes in EYES if eyes != "usual"])
def test_the_usual_colours_would_not_do(eyes: str) -> None:
    assert nearest(shown("dark", 12), eyes)[0] < 10


def test_colours_for_the_colour_blind_are_still_what_their_names_say() -> None:
    usual = shown("dark", 12)
    for number, color in enumerate(shown("colour-blind", 12)):
        nearest_usual = min(usual, key=lambda other: difference(lab(color), lab(other)))
        assert nearest_usual == usual[number]


@pytest.mark.parametrize("name", THEMES)
def test_holes_lines_and_walls_can_be_seen_in_every_theme(name: str) -> None:
    theme = THEMES[name]
    tiles = (Tile("cell"), Tile("hole"), Tile("line", side="l"), Tile("wall", side="t"))
    seen = [lab(theme.color_of(tile)) for tile in tiles]
    assert all(difference(seen[0], other) > 5 for other in seen[1:])


# -- print -------------------------------------------------------------------------------------


def picture(**style: Any) -> Image.Image:
    """The solved level as an exported picture."""
    data = picture_bytes(SMALL, solution_of(SMALL), Style(**style))
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_what_is_printed_loses_nothing_without_colour() -> None:
    made = picture(theme="print")
    assert not ImageChops.difference(made, made.convert("L").convert("RGB")).getbbox()
    colors = {color for _, color in made.getcolors(2**16) or ()}
    assert {(255, 255, 255), (0, 0, 0)} < colors
    assert made.getpixel((24 + 48, 5)) == (255, 255, 255)


def test_the_theme_for_printing_has_its_letters_even_if_nobody_asks() -> None:
    assert picture(theme="print") == picture(theme="print", labels=True)
    assert picture(theme="dark") != picture(theme="dark", labels=True)


# -- files -------------------------------------------------------------------------------------


def test_the_themes_in_assets_are_those_that_are_offered() -> None:
    files = {path.stem for path in (shipped("assets") / "themes").glob("*.json")}
    assert files == set(THEMES)
    assert theme_names() == list(THEMES) == ["dark", "light", "colour-blind", "print"]


def test_a_theme_says_only_what_is_different_from_its_base() -> None:
    own("sea", {"base": "light", "ground": "#AABBCC", "colors": {"R": "#010203"}})
    theme = theme_named("sea")
    assert theme.ground == "#aabbcc"
    assert theme.color("#ff0000") == "#010203"
    assert theme.color("#00ffff") == LIGHT.color("#00ffff")
    assert replace(theme, name="light", ground=LIGHT.ground, colors=LIGHT.colors) == LIGHT


def test_colours_are_named_by_their_labels_or_as_they_are() -> None:
    by_label = {"base": "dark", "colors": {"b": "#111111", "G": "#222222"}}
    own("one", by_label)
    own("two", {**by_label, "colors": {"#00008B": "#111111", "#008d00": "#222222"}})
    assert theme_named("one").colors == theme_named("two").colors


def test_a_theme_can_be_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.json"
    path.write_text('{"base": "dark", "wall": "#123456"}')
    monkeypatch.chdir(tmp_path)
    for name in (str(path), "mine.json"):
        assert theme_named(name).wall == "#123456"
    assert picture(theme=str(path)) == picture(theme="dark")  # there is no wall in this level


@for_all(
    "content, words",
    [
        ('{"base": "dark",\n "line": }', ["line 2", "column", "JSON"]),
        (
            '{"base": "dark",\n "cell": "#123456", "cell": "#654321"}',
            ["line 2, column 21", "'cell'", "line 2, column 2."],
        ),
        ("[]", ["JSON object", '"base"']),
        ("[" * 100_000, ["nested"]),
        (b"\xff\xfe{\0}\0", ["UTF-16"]),
        ('{"base": "dark",\n\n "line": "brown"}', ["line 3", "'line'", "brown", "#rrggbb"]),
        ('{"base": "dark", "line": "#12345"}', ["line 1", "#12345"]),
        ('{"base": "dark", "line": null}', ["'line' is no colour"]),
        ('{"base": "dark", "cell": ""}', ["'cell'"]),
        ('{"base": "dark", "rim": 5}', ["'rim' is 5"]),
        ('{"base": "dark",\n "grund": "#123456"}', ["line 2", "'grund'", "ground"]),
        ('{"base": "sunny"}', ["sunny", "dark, light"]),
        ('{"base": ["dark"]}', ["'base'"]),
        ('{"ground": "#123456"}', ["'cell' is missing", '"base": "dark"']),
        ('{"base": "dark", "labels": 1}', ["'labels'", "true nor false"]),
        ('{"base": "dark", "colors": ["#123456"]}', ["'colors'", "JSON object"]),
        ('{"base": "dark",\n "colors": {\n"Rot": "#123456"}}', ["line 3", "'Rot'", "label"]),
        ('{"base": "dark",\n "colors": {\n"R": "red"}}', ["line 3", "'R'", '"red"']),
        ('{"base": "dark", "name": "mine"}', ["'name'"]),
    ],
)
def test_what_is_wrong_in_a_theme_is_said_with_its_place(
    content: str | bytes, words: list[str]
) -> None:
    path = own("mine", "")
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(FlowDeskError) as caught:
        theme_named("mine")
    for word in (str(path), *words):
        assert word in str(caught.value)
    assert "mine" in theme_names()
    assert themes() == THEMES  # the others are not hurt


PARTS = [*(part.name for part in fields(Theme)), "base"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just("#123abc"),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)


@examples(200)
@given(st.dictionaries(st.sampled_from(PARTS) | st.text(max_size=4), VALUES), st.booleans())
def test_whatever_stands_in_a_file_is_read_or_refused(data: dict[str, object], base: bool) -> None:
    text = json.dumps({"base": "dark"} | data if base else data, ensure_ascii=base)
    with contextlib.suppress(FormatError):
        theme = read_theme(text, "any", THEMES, {"R": "#ff0000"})
        colors = [theme.color_of(Tile(kind, "#ff0000")) for kind in get_args(TileKind)]
        assert all(re.fullmatch("#[0-9a-f]{6}", color) for color in colors)


def test_a_theme_that_is_not_there_is_said_with_those_that_are() -> None:
    own("sea", {"base": "dark"})
    with pytest.raises(FlowDeskError, match=r"'pink'.*dark, light, colour-blind, print, sea"):
        theme_named("pink")
    with pytest.raises(FlowDeskError, match="no such file"):
        theme_named("pink.json")


def test_the_users_own_theme_goes_before_one_of_the_same_name() -> None:
    own("dark", {"base": "dark", "cell": "#101010"})
    assert theme_named("dark").cell == "#101010"
    assert theme_names() == list(THEMES)
    own("night", {"base": "dark"})
    assert theme_named("night").cell == DARK.cell  # a base is always one of FlowDesk's


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_of_ones_own_starts_like_its_model(name: str) -> None:
    paths = [make_own(THEMES[name]) for _ in range(3)]
    assert [path.stem for path in paths] == [f"my-{name}", f"my-{name}2", f"my-{name}3"]
    made = theme_named(paths[0].stem)
    assert replace(made, name=name, colors={}) == replace(THEMES[name], colors={})
    for label in LABELS:
        assert made.color(standard_color(label)) == THEMES[name].color(standard_color(label))
    written = json.loads(paths[0].read_text())
    assert set("RBYGOCMmPAWgTbcp") <= set(written["colors"])


def test_a_folder_that_cannot_be_made_is_said() -> None:
    themes_folder().parent.parent.mkdir()
    themes_folder().parent.write_text("a file in its place")
    with pytest.raises(FlowDeskError, match="themes"):
        make_own(DARK)
    assert theme_names() == list(THEMES)


def test_a_remembered_theme_that_has_gone_is_dark_again() -> None:
    path = own("sea", {"base": "dark"})
    save_settings(Settings(), Settings("sea"))
    assert load_settings().theme == "sea"
    path.unlink()
    assert load_settings().theme == "dark"


# -- the window --------------------------------------------------------------------------------


def ground(driver: Driver) -> str:
    """The colour of the screen beside the board."""
    driver.live(0.05)
    view, top = driver.view, driver.window.root
    place = view.winfo_rootx() - top.winfo_rootx() + 3, view.winfo_rooty() - top.winfo_rooty() + 3
    red, green, blue = driver.photograph().getpixel(place)  # type: ignore[misc]  # of an RGB picture
    return f"#{red:02x}{green:02x}{blue:02x}"


def test_a_key_goes_through_all_themes_whose_files_are_in_order(driver: Driver) -> None:
    own("broken", {"base": "nothing"})
    own("sea", {"base": "dark", "ground": "#003344"})
    for name in ("light", "colour-blind", "print", "sea", "dark"):
        driver.key("Control-t")
        assert driver.window.shell.settings.theme == name
        assert ground(driver) == theme_named(name).ground
    driver.raise_errors()


def test_the_widgets_go_with_how_light_the_ground_is(driver: Driver) -> None:
    own("dim", {"base": "light", "ground": "#223344"})
    own("bright", {"base": "dark", "ground": "#ddeeff"})
    driver.window.theming.choose("dim")
    dim = driver.window.theming.colors
    driver.window.theming.choose("bright")
    assert driver.window.theming.colors != dim
    driver.window.theming.choose("dark")
    assert driver.window.theming.colors == dim


def test_the_menu_offers_what_there_is_when_it_opens(driver: Driver) -> None:
    own("my-sea", {"base": "dark", "ground": "#003344"})
    menu = driver.root.nametowidget(str(driver.window.root.cget("menu")))
    view = menu.nametowidget(menu.entrycget(menu.index("*View*"), "menu"))
    choice = view.nametowidget(view.entrycget(view.index("Theme*"), "menu"))
    driver.root.tk.call(str(choice.cget("postcommand")))
    labels = [choice.entrycget(i, "label") for i in range(choice.index("end") + 1)]
    usual = ["Dark", "Light", "Colour-blind", "Print"]
    assert labels == ["As the desktop", *usual, "My-sea"]
    choice.invoke(5)
    assert ground(driver) == "#003344"


def test_what_is_wrong_in_a_chosen_theme_is_told_and_changes_nothing(driver: Driver) -> None:
    own("broken", '{"base": "dark",\n "line": "brown"}')
    said = answering(driver, "OK")
    driver.window.theming.choose("broken")
    assert "line 2" in said[0]
    assert "brown" in said[0]
    assert driver.window.shell.settings.theme == "dark"


def test_a_theme_of_ones_own_is_worn_and_shows_what_is_changed_in_its_file(driver: Driver) -> None:
    said = answering(driver, "Copy path")
    driver.window.theming.make_own()
    path = themes_folder() / "my-dark.json"
    assert str(path) in said[0]
    assert driver.root.clipboard_get() == str(path)
    assert driver.window.shell.settings.theme == "my-dark"
    driver.click((0, 0))
    text = (
        path.read_text().replace(DARK.ground, "#445566").replace('"R": "#ff0000"', '"R": "#fe1234"')
    )
    path.write_text(text)
    driver.window.root.event_generate("<FocusIn>")
    assert ground(driver) == "#445566"
    assert (0xFE, 0x12, 0x34) in {color for _, color in driver.photograph().getcolors(2**24) or ()}
    path.write_text(text.replace("#445566", "slate"))
    driver.window.root.event_generate("<FocusIn>")
    driver.root.update()
    assert "slate" in driver.window.status.message
    assert ground(driver) == "#445566"


def test_a_remembered_theme_whose_file_was_spoilt_is_dark_and_said(driver: Driver) -> None:
    own("broken", '{"base": "dark", "line": "brown"}')
    said: list[str] = []

    def read(dialog: Dialog) -> None:
        said.append(texts(dialog))
        button(dialog, "OK").invoke()

    save_settings(Settings(), Settings("broken"))
    driver.when_asked(read)
    other = Window(tk.Toplevel(driver.root), Settings("broken", live=False), Level(3, 3))
    driver.wait_until(lambda: said, "the problem is said")
    assert "brown" in said[0]
    assert other.theming.theme == DARK
    other.close()
    assert load_settings().theme == "broken"  # and when the file is mended, it is used again


def test_a_theme_with_labels_shows_them_and_leaves_the_choice_alone(driver: Driver) -> None:
    driver.click((0, 0))
    driver.window.theming.choose("print")
    assert any(tile.kind == "text" for tile in driver.view.scene.tiles[0, 0])
    driver.window.theming.choose("light")
    assert not any(tile.kind == "text" for tile in driver.view.scene.tiles[0, 0])
