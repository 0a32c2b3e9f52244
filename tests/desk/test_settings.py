"""Settings that are kept for the next start."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from flowdesk.desk.documents.settings import (
    AS_DESKTOP,
    MAX_RECENT,
    Settings,
    load_settings,
    save_settings,
    settings_path,
)
from flowdesk.desk.pictures.booklet import Layout
from flowdesk.desk.pictures.style import Style
from flowdesk.draw.theme import THEMES

SAVED_BY_0_1 = """{
 "theme": "light",
 "geometry": "1180x800+60+40",
 "pack_geometry": "",
 "speed": 2.5,
 "labels": false,
 "live": true,
 "fit": true,
 "recent": [
  "/home/ann/levels/big wave.txt"
 ],
 "new_width": 7,
 "new_height": 7,
 "wish_width": 9,
 "wish_height": 7,
 "wish_colors": "6-8",
 "wish_number": 1,
 "wish_difficulty": "hard",
 "wish_shortest": 3,
 "wish_non_touching": false,
 "export_suffix": ".gif",
 "export_cell": 64,
 "export_theme": "print",
 "export_labels": true,
 "export_background": "",
 "export_transparent": false,
 "export_caption": true,
 "export_seconds": 5.0,
 "export_page": "a5",
 "booklet_per_page": 9,
 "booklet_answers": true,
 "booklet_page": "letter"
}"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own; returns where the settings lie in it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path / "config"))
    assert tmp_path in settings_path().parents
    return settings_path()


def test_settings_are_remembered(config: Path) -> None:
    assert load_settings() == Settings()
    changed = Settings(
        theme="light",
        geometry="800x600+1+2",
        speed=2.5,
        labels=True,
        live=False,
        rulers=False,
        recent=("/a", "/é", "/\udcff"),
        new_width=9,
        new_height=12,
        request={"width": "5", "colors": "5-8", "difficulty": "", "non_touching": "yes"},
        export_suffix=".gif",
        export=Style(
            cell=64,
            theme="light",
            labels=True,
            background="#ffffff",
            transparent=True,
            caption=True,
            seconds=5.0,
            page="a5",
        ),
        booklet=Layout(per_page=9, answers=True, page="letter"),
    )
    save_settings(Settings(), changed)
    assert load_settings() == changed


def test_settings_of_version_0_1_are_taken_over_and_read_by_it_in_turn(config: Path) -> None:
    config.parent.mkdir(parents=True)
    config.write_text(SAVED_BY_0_1)
    assert load_settings() == Settings(
        theme="light",
        geometry="1180x800+60+40",
        speed=2.5,
        recent=("/home/ann/levels/big wave.txt",),
        request={
            "width": "9",
            "height": "7",
            "colors": "6-8",
            "number": "1",
            "difficulty": "hard",
            "shortest": "3",
            "non_touching": "",
        },
        export_suffix=".gif",
        export=Style(cell=64, theme="print", labels=True, caption=True, seconds=5.0, page="a5"),
        booklet=Layout(per_page=9, answers=True, page="letter"),
    )
    before = json.loads(SAVED_BY_0_1)
    save_settings(Settings(), load_settings())
    after = json.loads(config.read_text())
    assert {name: after[name] for name in before} == before


def test_what_version_0_2_asked_the_generator_for_is_asked_again(config: Path) -> None:
    old = {"wish_width": 9, "wish_colors": "5-8", "wish_shortest": 4, "wish_non_touching": True}
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps({"theme": "light", **old, "wish_difficulty": ""}))
    asked = {"width": "9", "colors": "5-8", "shortest": "4", "non_touching": "yes"}
    assert load_settings() == Settings("light", request={**asked, "difficulty": ""})
    save_settings(load_settings(), Settings("light", request={"width": "5"}))
    assert load_settings().request == {"width": "5"}


@pytest.mark.parametrize("in_the_way", ["a folder", "a pipe", "a file instead of its folder"])
def test_what_is_no_file_means_the_defaults_and_nothing_is_waited_for(
    config: Path, in_the_way: str
) -> None:
    config.parent.parent.mkdir(exist_ok=True)
    if in_the_way == "a file instead of its folder":
        config.parent.write_text("")
    else:
        config.parent.mkdir()
        (os.mkfifo if in_the_way == "a pipe" else os.mkdir)(config)
    assert load_settings() == Settings()
    save_settings(Settings(), Settings("light"))
    assert load_settings() == Settings()


#: What another program, or a hand, may write.
WRONG: dict[str, list[object]] = {
    "theme": [7, "pink"],
    "desktop": ["pink"],
    "scale": [0, 10**9, "large"],
    "right_button": ["explode"],
    "geometry": ["wide"],
    "maximised": [1],
    "windows": [{"packs": 7}],
    "side_width": [-1],
    "side_wide": ["yes"],
    "palette_width": [10**9],
    "learned": [[1]],
    "reopen": [None],
    "speed": ["fast", 0.0, -1.0, float("inf"), float("nan")],
    "labels": ["yes"],
    "request": [["7"], {"width": 7}],
    "recent": ["level.txt", [1, 2]],
    "new_width": [0, True],
    "new_height": [10**9],
    "export_cell": [-5],
    "export_suffix": [".bmp"],
    "export_theme": ["pink"],
    "export_background": ["white"],
    "export_seconds": [float("nan")],
    "export_page": ["a99"],
    "booklet_per_page": [0],
    "booklet_page": [""],
    "unknown": ["of a later version"],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_value_that_makes_no_sense_is_left_at_its_default(
    config: Path, name: str, value: object
) -> None:
    save_settings(Settings(), Settings(rulers=False))
    data = json.loads(config.read_text())
    config.write_text(json.dumps({**data, name: value}))
    assert load_settings() == Settings(rulers=False)


@pytest.mark.parametrize(
    "impossible",
    ["", "/a\0b", "/" + "n" * 256, "/n" * 2048, "/\ud800", "/level\0.txt/" + "n" * 300],
    ids=["empty", "nul", "long-name", "long-path", "half-character", "both"],
)
def test_a_recent_file_that_cannot_exist_is_dropped(config: Path, impossible: str) -> None:
    possible = ("/a/level.txt", "/" + "n" * 255, "/n" * 2000, "/\udcff")
    save_settings(Settings(), Settings(theme="light", recent=(*possible, impossible)))
    assert load_settings() == Settings(theme="light", recent=possible)


def test_what_a_newer_version_remembers_survives_a_save(config: Path) -> None:
    save_settings(Settings(), Settings(labels=True))
    newer = {"shape": {"sides": 6}, "nothing": None}
    config.write_text(json.dumps({**json.loads(config.read_text()), **newer}))
    loaded = load_settings()
    config.write_text(json.dumps({**json.loads(config.read_text()), "of another window": [1]}))
    save_settings(loaded, replace(loaded, theme="light"))
    saved = json.loads(config.read_text())
    assert (saved["shape"], saved["nothing"]) == ({"sides": 6}, None)
    assert saved["of another window"] == [1]
    assert load_settings() == Settings(theme="light", labels=True)


def test_of_two_windows_each_saves_what_was_changed_in_it(config: Path) -> None:
    asked = {"width": "7", "colors": "5"}
    save_settings(Settings(), Settings(recent=("/a", "/b"), request=asked, rulers=False))
    first = second = load_settings()
    first = replace(first, theme="light", labels=True, windows={"packs": "800x600"})
    first = replace(first, recent=("/b", "/c", "/a"), learned=("flow draw",))
    second = replace(second, labels=True, speed=2.0, windows={"race": "640x480"})
    second = replace(second, recent=("/d", "/a", "/b"), learned=("flow solve",))
    second = replace(second, request={"width": "9"})
    start = load_settings()
    save_settings(start, second)
    save_settings(start, first)
    after = load_settings()
    assert (after.theme, after.speed, after.labels, after.rulers) == ("light", 2.0, True, False)
    assert after.windows == {"packs": "800x600", "race": "640x480"}
    assert after.request == {"width": "9"}
    assert set(after.learned) == {"flow draw", "flow solve"}
    assert after.recent == ("/c", "/d", "/b", "/a")


def test_files_of_another_window_never_make_the_list_longer(config: Path) -> None:
    ours, theirs = ([f"/{name}/{n}" for n in range(MAX_RECENT)] for name in ("ours", "theirs"))
    save_settings(Settings(), Settings(recent=tuple(theirs)))
    save_settings(Settings(), Settings(recent=tuple(ours)))
    assert load_settings().recent == tuple(ours)


def test_what_was_not_changed_is_not_written(config: Path) -> None:
    save_settings(Settings(theme="light"), Settings(theme="light", scale=150))
    assert json.loads(config.read_text()) == {"scale": 150}


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"7", b"\xff\xfe", b"\0" * 100, b"[" * 100_000, b'"speed"'],
)
def test_a_damaged_file_is_kept_and_said_to_be(config: Path, content: bytes) -> None:
    config.parent.mkdir(parents=True)
    config.write_bytes(content)
    told: list[str] = []
    assert load_settings(told.append) == Settings()
    aside = config.with_suffix(".broken")
    assert aside.read_bytes() == content
    assert told == [f"The settings were damaged, and are now in {aside}."]
    assert load_settings(told.append) == Settings()
    assert len(told) == 1


def test_a_file_that_is_damaged_while_a_window_is_open_is_kept_too(config: Path) -> None:
    config.parent.mkdir(parents=True)
    config.write_text("{")
    save_settings(Settings(), Settings("light"))
    assert config.with_suffix(".broken").read_text() == "{"
    assert load_settings() == Settings("light")


def test_every_theme_there_is_can_be_remembered(config: Path) -> None:
    for theme in (AS_DESKTOP, *THEMES):
        save_settings(load_settings(), Settings(theme))
        assert load_settings().theme == theme


def test_recent_files_come_last_first_and_once(tmp_path: Path) -> None:
    now = Settings()
    names = [tmp_path / f"{number}.txt" for number in range(MAX_RECENT + 5)]
    for name in names:
        now = now.with_recent(name)
    assert now.recent == tuple(str(name) for name in reversed(names[-MAX_RECENT:]))
    again = now.with_recent(names[-3])
    assert again.recent[0] == str(names[-3])
    assert sorted(again.recent) == sorted(now.recent)
    assert again.with_recent(Path(os.path.relpath(names[-3]))) == again
