"""Every window and dialog of the program, and what opens each: for tests, and for pictures."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from flowdesk.app.dialogs.fields import ask_color
from flowdesk.app.dialogs.files import ask_name
from flowdesk.app.dialogs.message import ask_about_leftovers
from flowdesk.core.storage import shipped
from flowdesk.desk.knowledge.variations import Variation
from flowdesk.formats.registry import open_file
from flowdesk.kinds.answers import Difficulty, Made
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.lab.cdcl import Conflicted
from tests.app.test_lessons import TEN
from tests.app.test_scan import as_file, painted
from tests.app.test_think import search_known
from tests.driver import Driver
from tests.lab.students import by_colors

BOARD = shipped("puzzles") / "06x06-brackets.txt"


def correct(driver: Driver) -> None:
    picture = as_file(painted(open_file(BOARD)[1][0].level))
    driver.window.importing.correct(picture, "picture.png", None)


def choose_among_long_names(driver: Driver) -> None:
    driver.window.shell.save_settings()  # which says the places
    folder = Path(driver.window.shell.settings.recent[0]).parent
    ask_name(driver.window.root, "Open", [("Puzzles, also in pictures", "*.txt")], folder)


def thin_out(driver: Driver) -> None:
    document = driver.window.shown.document
    before = document.level
    document.new(Slitherlink(3, 3, {(1, 1): 4}))
    driver.window.tab.generation.complete()
    document.new(before)


#: By who makes them, and in which file: what opens each dialog, a key or a call.
DIALOGS: dict[str, str | Callable[[Driver], object]] = {
    "dialogs/fields.py ask_new": "Control-n",
    "dialogs/fields.py ask_title": "Control-N",
    "dialogs/fields.py ask_about": lambda driver: driver.window.pack_strip.change_about(),
    "dialogs/fields.py ask_page": lambda driver: driver.window.exporting.publish(),
    "dialogs/fields.py ask_resize": "Control-r",
    "dialogs/fields.py ask_two_items": "Control-k",
    "dialogs/export.py ExportDialog": "Control-e",
    "dialogs/export.py ask_layout": "Control-p",
    "dialogs/generate.py ask_requests": "Control-g",
    "dialogs/generate.py StepsDialog": thin_out,
    "dialogs/message.py ask": lambda driver: driver.window.show_about(),
    "dialogs/message.py show_own_error": lambda driver: driver.window.shell.show_error("details"),
    "dialogs/message.py ask_about_leftovers": lambda driver: ask_about_leftovers(
        driver.window.root,
        ["untitled\n5 x 5\nkept today at 11:02", f"big-wave.txt\n7 x 7, in {BOARD.parent}"],
    ),
    "dialogs/fields.py show_settings": "Control-comma",
    "dialogs/generate.py ask_surprise": "Shift-F12",
    "dialogs/help.py KeySheet": "question",
    "dialogs/fields.py ColorDialog": lambda driver: ask_color(driver.window.root, "Colour"),
    "dialogs/file_chooser.py FileChooser": choose_among_long_names,
    "scan/dialog.py ScanDialog": correct,
}


#: The windows that are no dialogs: what opens each, and what returns it.
WINDOWS: dict[str, tuple[Callable[[Driver], object], Callable[[Driver], tk.Toplevel]]] = {
    "lab/result_windows.py EncodingsWindow": (
        lambda driver: driver.window.lab.encodings.appear(),
        lambda driver: driver.window.lab.encodings.top,
    ),
    "lab/result_windows.py SubmissionsWindow": (
        lambda driver: compare(driver),
        lambda driver: driver.window.lab.submissions.top,
    ),
    "packs/window.py PackWindow": (
        lambda driver: driver.window.packs.open(shipped("puzzles")),
        lambda driver: driver.window.packs.browser.top,  # type: ignore[union-attr]
    ),
    "scan/batch_window.py BatchWindow": (
        lambda driver: driver.window.importing.open_many([BOARD.parent / "picture.png"]),
        lambda driver: driver.window.importing.batch.top,  # type: ignore[union-attr]
    ),
    "dialogs/help.py GuideWindow": (
        lambda driver: driver.window.guide.open(),
        lambda driver: driver.window.guide.top,
    ),
    "lab/graph_window.py GraphWindow": (
        lambda driver: graph(driver),
        lambda driver: driver.window.lab.think_panel.graph.top,  # type: ignore[union-attr]
    ),
    "lab/presenter.py Slides": (
        lambda driver: driver.window.lab.presenter.toggle(),
        lambda driver: driver.window.lab.presenter.slides,  # type: ignore[dict-item,return-value]
    ),
}
#: Those that are as large as their words, or as the screen; and what all dialogs are made of.
OTHERS = {
    "widgets/tooltip.py Tooltip",
    "scan/grab.py PartChooser",
    "dialogs/preview.py PreviewDialog",
    "lab/result_windows.py ResultWindow",
}
OTHERS |= {"dialogs/base.py Dialog"}


def graph(driver: Driver) -> None:
    """Show the implication graph of the first conflict of a search."""
    driver.window.tab.thinking.start()
    search_known(driver)
    driver.window.tab.thinking.to_next(Conflicted)
    driver.root.update()
    driver.window.lab.think_panel.show_graph()


def compare(driver: Driver) -> None:
    """Show the verdicts on three formulas: an exact one, one without a rule, one without names."""
    exact, weak = (
        by_colors(driver.level, left_out).text() for left_out in ([], ["two neighbours"])
    )
    with TemporaryDirectory() as folder:
        for name, text in ("anna", exact), ("ben", weak), ("cleo", "p cnf 1 1\n1 0\n"):
            (Path(folder) / f"{name}.cnf").write_text(text)
        driver.window.lab.submissions.open(Path(folder))
    submissions = driver.window.lab.submissions
    driver.wait_until(lambda: not submissions.job.running, "all are compared")


def vary(driver: Driver) -> None:
    """Show a few variations with a long price."""
    wall = driver.window.wall
    wall.variations.found = [
        Variation(place, made, Difficulty("expert", 123.4), str(place))
        for place, made in enumerate(
            2 * [Made(driver.level, None, 1, False, "", "10 of 12 paths stay")]
        )
    ]
    wall.aim.unfold.invoke()
    wall.variations.changed.emit()


#: What the main window shows, one after the other: keys, and calls.
MODES: dict[str, str | Callable[[Driver], object]] = {
    "editing": "Escape",
    "variations": "Control-Shift-G",
    "more of an aim": lambda driver: driver.window.wall.aim.unfold.invoke(),
    "variations that there are": lambda driver: vary(driver),
    "the end of variations": lambda driver: driver.window.wall.hide(),
    "playing": "F12",
    "the engines": "Shift-F9",
    "the rules": "F7",
    "the clauses": lambda driver: driver.window.lab.explorer.see_clauses(),
    "thinking": "Control-F7",
    "presenting": "Shift-F7",
    "the end of presenting": "Escape",
    "a lesson": lambda driver: driver.window.tab.lessons.open(TEN),
    "solving": "F5",
}


def do(driver: Driver, what: str | Callable[[Driver], object]) -> None:
    if isinstance(what, str):
        driver.key(what)
    else:
        what(driver)
    driver.root.update()
