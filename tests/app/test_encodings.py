"""The window that compares encodings: its table and chart, and what cannot be compared."""

from __future__ import annotations

import csv
import tkinter as tk
from pathlib import Path

import pytest
from PIL import Image

from flowdesk.app.lab.result_windows import ChartCanvas, EncodingsWindow
from flowdesk.core.storage import shipped
from flowdesk.lab.encodings import chart, csv_file
from flowdesk.lab.flow.encodings import ENCODINGS
from tests.app.test_explore import all_known, perform, press
from tests.driver import Driver, button, parts_of, texts
from tests.levels import hard_to_solve
from tests.samples import SMALL, level_of


def opened(driver: Driver) -> EncodingsWindow:
    """The window, once all encodings are compared or it has said why not."""
    encodings = driver.window.lab.encodings
    driver.wait_until(lambda: not encodings.job.running, "all is compared")
    assert encodings.top.state() == "normal"
    return encodings


def test_encodings_are_compared_from_the_explorer(driver: Driver, tmp_path: Path) -> None:
    driver.open(SMALL)
    driver.key("F7")
    all_known(driver)
    press(driver, "Compare encodings ...")
    encodings = opened(driver)
    rows = [encodings.table.item(row, "values") for row in encodings.table.get_children()]
    assert [row[:2] for row in rows] == [
        ("P", "435"),
        ("arm + colour, pairwise", "135"),
        ("arm + colour, sequential", "195"),
        ("arm + colour, product", "210"),
        ("arm + colour, commander", "165"),
        ("arm + bits", "105"),
        ("FlowDesk's", "115"),
    ]
    _, y, _, high = encodings.table.bbox(encodings.table.get_children()[5]) or (0, 0, 0, 0)
    encodings.table.event_generate("<Motion>", x=9, y=int(y) + int(high) // 2)
    assert encodings.tip.text == ENCODINGS[5].tip
    driver.wait_until(lambda: "are at work" not in texts(encodings.top), "the chart is drawn")
    encodings.saving.save(tmp_path / "a.png", chart(encodings.found, "Clauses"))
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.format == "PNG"
    encodings.saving.save(tmp_path / "a.csv", csv_file(encodings.found))
    with (tmp_path / "a.csv").open() as file:
        assert [row["encoding"] for row in csv.DictReader(file)] == [e.key for e in ENCODINGS]
    assert f"Saved as {tmp_path / 'a.csv'}." in texts(encodings.top)
    driver.key("Escape")
    assert encodings.top.state() == "withdrawn"


def test_the_window_follows_the_board_when_it_is_opened_again(driver: Driver) -> None:
    perform(driver, "Compare encodings ...")
    encodings = opened(driver)
    assert encodings.found == ()
    assert "There are no endpoints yet" in texts(encodings.top)
    assert button(encodings.top, "Save chart ...").instate(["disabled"])
    driver.key("Escape")
    driver.open(hard_to_solve())
    perform(driver, "Compare encodings ...")
    assert "can be explored up to 400" in texts(opened(driver).top)
    driver.key("Escape")
    driver.open(level_of("#R. ..R ... ..."))
    perform(driver, "Compare encodings ...")
    assert "There is no solution in any of them." in texts(opened(driver).top)
    driver.key("Escape")
    path = shipped("puzzles") / "slitherlink" / "05x05-first-loop.json"
    driver.window.shown.document.open(path)
    perform(driver, "Compare encodings ...")
    assert [each.key for each in opened(driver).found] == ["classic", "fast"]
    assert "05x05-first-loop.json" in texts(encodings.top)


def corner(chart: tk.Canvas) -> tuple[int, int, int]:
    """Return the colour in the corner of a chart."""
    picture = chart.itemcget(chart.find_all()[0], "image")  # type: ignore[no-untyped-call]
    red, green, blue = chart.tk.call(picture, "get", 0, 0)
    return 257 * red, 257 * green, 257 * blue


def test_the_chart_takes_the_colours_of_another_theme_at_once(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.window.theming.choose("dark")
    driver.open(SMALL)
    driver.window.lab.encodings.appear()
    encodings = opened(driver)
    chart = parts_of(encodings.top, ChartCanvas)[0]
    driver.wait_until(lambda: chart.find_all() and not chart.find_withtag("words"), "it is drawn")
    monkeypatch.setattr("flowdesk.app.lab.result_windows._PAUSE", 1000)
    driver.window.theming.choose("light")
    paper = driver.root.winfo_rgb(driver.window.theming.colors.background)
    driver.wait_until(lambda: corner(chart) == paper, "it has the new colours")
    encodings.hide()
    driver.window.theming.choose("dark")
