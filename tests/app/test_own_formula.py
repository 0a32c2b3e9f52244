"""A formula of one's own in the real window: its verdict in words, a wrong answer drawn."""

from __future__ import annotations

from pathlib import Path
from tkinter import ttk

from flowdesk.lab.own import HEAD, csv_file
from tests.app.test_explore import marked
from tests.command_line import GOOD
from tests.driver import Driver, answering, parts_of, texts
from tests.lab.students import by_colors
from tests.samples import level_of

LEVEL = level_of(GOOD)


def opened(driver: Driver, path: Path, text: str) -> str:
    """Open a formula of the level on the board; return what is said of it."""
    path.write_text(text)
    own = driver.window.tab.own_formula
    own.open(path)
    driver.wait_until(lambda: not own.job.running, "the formula is compared")
    driver.root.update()
    return driver.window.status.message


def test_a_verdict_is_said_and_a_wrong_answer_shown(driver: Driver, tmp_path: Path) -> None:
    driver.open(LEVEL)
    path = tmp_path / "own.cnf"
    weak = by_colors(LEVEL, ["two neighbours"]).text()
    said = opened(driver, path, weak)
    assert said == ("own.cnf is not exact: it allows a wrong answer. The wrong answer is shown.")
    assert marked(driver)
    driver.key("Escape")
    assert not marked(driver)
    said = opened(driver, path, by_colors(LEVEL).text())
    assert said == "own.cnf is exact: the solution of the puzzle, and no other answer."
    assert not marked(driver)


def test_what_cannot_be_read_is_said(driver: Driver, tmp_path: Path) -> None:
    driver.open(LEVEL)
    asked = answering(driver, "OK")
    opened(driver, tmp_path / "own.cnf", "p cnf 1 1\n1 0\n")
    assert "own.cnf: no variable has a meaning." in asked[0]
    assert driver.window.tab.session.stage.mode is None


def test_a_folder_of_formulas_is_a_table_whose_rows_are_shown_on_the_board(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(LEVEL)
    (tmp_path / "anna.cnf").write_text(by_colors(LEVEL).text())
    (tmp_path / "ben.cnf").write_text(by_colors(LEVEL, ["two neighbours"]).text())
    (tmp_path / "cleo.cnf").write_text("p cnf 1 1\n1 0\n")
    window = driver.window.lab.submissions
    window.open(tmp_path)
    driver.wait_until(lambda: not window.job.running, "all are compared")
    rows = [window.table.item(row, "values")[:3] for row in window.table.get_children()]
    assert rows[:2] == [
        ("anna.cnf", "exact", "The solution of the puzzle, and no other answer"),
        ("ben.cnf", "not exact", "It allows a wrong answer"),
    ]
    assert rows[2][:2] == ("cleo.cnf", "not read")
    assert rows[2][2].startswith("No variable has a meaning")
    assert rows[2][2].endswith("…")
    _, y, _, high = window.table.bbox("2") or (0, 0, 0, 0)
    window.table.event_generate("<Motion>", x=9, y=int(y) + int(high) // 2)
    assert window.tip.text == "\n".join(window.submissions[2].row[:3])
    assert "1 of 3 formulas exact." in texts(window.top)
    window.table.selection_set("2")
    driver.root.update()
    assert "cleo.cnf is not read: no variable has a meaning." in texts(window.top)
    assert "cleo.cnf" not in driver.window.status.message
    window.table.selection_set("1")
    driver.root.update()
    assert driver.window.status.message.startswith("ben.cnf is not exact")
    assert marked(driver)
    window.table.selection_set("0")
    driver.root.update()
    assert driver.window.status.message.startswith("anna.cnf is exact")
    assert not marked(driver)
    window.saving.save(tmp_path / "a.csv", csv_file(window.submissions))
    assert (tmp_path / "a.csv").read_text().splitlines()[0] == ",".join(HEAD)
    bars = parts_of(window.top, ttk.Scrollbar)
    assert not any(bar.winfo_viewable() for bar in bars)
    for _ in range(40):
        window.table.insert("", "end")
    driver.root.update()
    assert [str(bar["orient"]) for bar in bars if bar.winfo_viewable()] == ["vertical"]
    window.hide()


def test_a_folder_without_formulas_is_said(driver: Driver, tmp_path: Path) -> None:
    driver.open(LEVEL)
    asked = answering(driver, "OK")
    driver.window.lab.submissions.open(tmp_path)
    assert "there is no formula (.cnf or .dimacs) in this folder" in asked[0]
