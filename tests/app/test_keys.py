"""The key sheet, and the letters that open menus and choose what is in them."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

import pytest

from flowdesk import load
from flowdesk.app.actions import (
    ACTIONS,
    ENTRIES,
    GREYED,
    MENUS,
    NOT_THIS_KIND,
    Action,
    Command,
    key_sequences,
    key_text,
)
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.menus import underlines
from flowdesk.core.storage import shipped
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.table import KINDS
from tests.driver import Driver, calls_of, descendants, entries, parts_of


def shown(dialog: Dialog) -> list[str]:
    """The words of the sheet that can be seen."""
    labels = [w for w in descendants(dialog.body) if isinstance(w, ttk.Label) and w.winfo_manager()]
    return [str(label["text"]) for label in labels]


@pytest.mark.parametrize("mac", [False, True])
def test_no_key_is_taken_twice(mac: bool) -> None:
    actions = [(action.key, action.label) for action in ACTIONS if action.key]
    for kind in KINDS.values():
        taken: dict[str, str] = {}
        for key, label in actions + [(tool.key, tool.action) for tool in kind.editing.tools]:
            for sequence in key_sequences(key, mac):
                other = taken.setdefault(sequence, label)
                assert other == label, f"{key} is the key of {other!r} and of {label!r}"


def test_the_key_sheet_is_searched_as_one_types(driver: Driver) -> None:

    def look(dialog: Dialog) -> None:
        everything = shown(dialog)
        for letter in "zoom IN":
            driver.key("space" if letter == " " else letter)
        found = shown(dialog)
        assert {"Zoom in", "Ctrl++"} <= {*found}
        assert "View" in found, "what is found stands below its menu"
        assert not {"Zoom out", "Solve"} & {*found}
        driver.key("x")
        assert "No key has to do with this." in shown(dialog)
        driver.key("Escape")
        assert entries(dialog)[0].get() == ""
        assert shown(dialog) == everything
        driver.key("Escape")
        assert not dialog.winfo_exists()

    driver.asked("question", look)


def test_letters_are_first_letters_if_possible_and_no_two_are_the_same() -> None:
    labels = ["File", "Find", "Flip x", "Fi", "a (ä) b", "B"]
    places = underlines(labels)
    letters = [label[place].lower() for label, place in zip(labels, places, strict=True)]
    assert len(set(letters)) == len(letters)
    assert letters[-2:] == ["a", "b"]
    assert underlines(["X", "x"]) == [0, -1]
    assert underlines([]) == []


def letters_of(menu: tk.Menu) -> list[str]:
    """The underlined letters of a menu's entries; empty for an entry without one."""
    found = []
    for index in range((menu.index("end") or 0) + 1):
        if menu.type(index) not in ("separator", "tearoff"):
            label, place = menu.entrycget(index, "label"), int(menu.entrycget(index, "underline"))
            found.append(label[place].lower() if place >= 0 else "")
    return found


def test_each_entry_of_a_menu_has_a_letter_of_its_own(driver: Driver) -> None:
    bar = driver.window.root.nametowidget(driver.window.root["menu"])
    for kind in KINDS.values():
        driver.window.shown.document.new(kind.new(5, 5))
        driver.window.menus.refresh()
        menus = [child for child in bar.winfo_children() if isinstance(child, tk.Menu)]
        menus = [menu for menu in menus if not str(menu).rpartition(".")[2].startswith("#")]
        assert len(menus) == len(MENUS)
        for menu in (bar, *menus):
            letters = letters_of(menu)
            assert all(letters), "every entry has a letter"
            assert len(set(letters)) == len(letters)


def press(driver: Driver, key: str) -> None:
    """Press a key where the focus is, be it in a menu, which tkinter does not know."""
    focus = driver.root.tk.call("focus")
    driver.root.tk.call("event", "generate", focus, f"<{key}>")
    driver.root.update()


def test_f10_or_alt_and_a_letter_open_a_menu_and_another_chooses(driver: Driver) -> None:
    press(driver, "F10")
    assert "menu" in str(driver.root.tk.call("focus"))
    press(driver, "Escape")
    assert str(driver.root.tk.call("focus")) == str(driver.view)
    bar = driver.window.root.nametowidget(driver.window.root["menu"])
    menu = bar.nametowidget(bar.entrycget("*View*", "menu"))
    assert driver.window.sides.right.is_open
    press(driver, "Mod1-v")  # Alt, as X names it
    place = int(menu.entrycget("Side panel", "underline"))
    press(driver, "Side panel"[place].lower())
    assert not driver.window.sides.right.is_open


def test_a_click_asks_once_whether_what_the_toolbar_offers_is_possible(driver: Driver) -> None:
    actions = sum(isinstance(entry, Action) and bool(entry.tool) for entry in ENTRIES)
    for act in (driver.press, driver.release):
        with calls_of(Command.is_possible) as calls:
            act((1, 1))
        asked = [caller for caller in calls if caller != "<lambda>"]  # it stands for two
        assert len(asked) in (0, actions)


def test_a_key_whose_action_is_greyed_out_says_why(driver: Driver) -> None:
    status = driver.window.shell.bar
    document = driver.window.shown.document
    document.new(load(shipped("puzzles") / "packs" / "bridges.json")[0])
    for key, why in (
        ("F7", "The rules that can be explored are for boards of squares without bridges"),
        ("F8", "There is no step to show"),
        ("Control-z", "There is nothing to undo"),
    ):
        said = status.message
        driver.key(key)
        assert status.shown.startswith(why)
        assert status.message == said, "that still holds, and is shown again after a while"
    driver.key("F12", "Control-r")
    assert status.shown.startswith("The puzzle cannot be changed now: Esc ")
    driver.key("Escape")
    document.new(Slitherlink(5, 5))
    driver.key("Control-k")
    assert status.shown == NOT_THIS_KIND


def test_what_is_greyed_out_on_a_plain_board_is_not_blamed_on_its_kind(driver: Driver) -> None:
    assert {*GREYED} <= {action.label for action in ACTIONS}
    bar = driver.window.root.nametowidget(driver.window.root["menu"])
    menus = parts_of(bar, tk.Menu)
    actions = {key_text(action.key, driver.window.shell.mac): action for action in ACTIONS}
    driver.window.shown.document.new(Level(5, 5))
    for key in ("Escape", "F12"):
        driver.key(key)
        driver.window.menus.refresh()
        greyed = {
            menu.entrycget(index, "accelerator").strip()
            for menu in menus
            for index in range((menu.index("end") or 0) + 1)
            if menu.type(index) == "command" and menu.entrycget(index, "state") == "disabled"
        }
        assert "F11" in greyed
        for key in greyed & actions.keys() - {""}:
            driver.window.menus.perform(actions[key])
            assert driver.window.shell.bar.shown != NOT_THIS_KIND, key
