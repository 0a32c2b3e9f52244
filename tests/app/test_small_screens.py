"""Small screens and large type: what is needed first is seen whole, the rest folds or scrolls."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

import pytest

from flowdesk.app import fonts
from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.dialogs.message import ask_about_all_unsaved
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.narrow import Flow, narrow
from flowdesk.app.widgets.scrolled import Scrolled, reveal
from flowdesk.app.widgets.tooltip import ButtonRow, Segments
from flowdesk.core.storage import shipped
from tests.app.test_lessons import TEN
from tests.app.test_packs import browser_of
from tests.app.windows import BOARD, DIALOGS, WINDOWS, correct, do
from tests.driver import Driver, button, descendants, large_type, parts_of, pretend_screen, texts

_TITLE = 24  # pixels that a desktop draws above a window, at 96 dpi


@pytest.mark.parametrize(
    ("width", "height", "percent"),
    [
        pytest.param(1366, 768, 150, marks=pytest.mark.slow),
        (640, 480, 150),
        (640, 480, 300),
        pytest.param(1366, 768, 300, marks=pytest.mark.slow),
    ],
)
def test_no_dialog_scrolls_sideways_and_its_buttons_are_seen(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, width: int, height: int, percent: int
) -> None:
    pretend_screen(monkeypatch, width, height)
    driver.window.files.open_named(str(BOARD))
    driver.window.shell.remember(scale=percent)
    faults = []
    try:
        for name, what in DIALOGS.items():

            def look(dialog: Dialog, name: str = name) -> None:
                driver.root.update()
                bars = parts_of(dialog, ttk.Scrollbar)
                if any(str(b.cget("orient")) == "horizontal" and b.winfo_viewable() for b in bars):
                    faults.append(f"{name} scrolls sideways")
                tables = [part for part in descendants(dialog) if isinstance(part, ttk.Treeview)]
                for table in tables:
                    second = table.bbox(table.get_children()[1])
                    if not second or second[1] + second[3] > table.winfo_height():
                        faults.append(f"{name} shows a single row")
                bar = dialog._scrolled._bar
                end = max(
                    part.winfo_rootx() + part.winfo_width() for part in descendants(dialog.body)
                )
                if bar.winfo_viewable() and end >= bar.winfo_rootx():
                    faults.append(f"{name} touches its scrollbar")
                if dialog.winfo_width() > width or dialog.winfo_height() > height - _TITLE:
                    faults.append(f"{name} is larger than the screen below its title")
                left, top = dialog.winfo_rootx(), dialog.winfo_rooty()
                right, bottom = left + dialog.winfo_width(), top + dialog.winfo_height()
                if min(left, top) < 0 or right > width or bottom > height:
                    faults.append(f"{name} is not inside the screen")
                for part in dialog.foot.pack_slaves():
                    right = part.winfo_rootx() + part.winfo_reqwidth()
                    bottom = part.winfo_rooty() + part.winfo_height()
                    if (
                        not left <= part.winfo_rootx() < right <= left + dialog.winfo_width()
                        or bottom > top + dialog.winfo_height()
                    ):
                        faults.append(f"{part} of {name} is cut")
                field = driver.root.focus_get() or dialog
                if (
                    not isinstance(field, ttk.Button)
                    and field.winfo_rootx() >= left + 0.7 * dialog.winfo_width()
                ):
                    faults.append(f"the first field of {name} is not seen")
                dialog.destroy()

            driver.view.focus_force()
            driver.root.update()
            driver.when_asked(look, for_file="FileChooser" in name)
            do(driver, what)
    finally:
        driver.window.shell.remember(scale=100)
    assert "\n".join(faults) == ""


def test_fields_problems_and_answers_come_into_sight_where_hardly_anything_fits(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_screen(monkeypatch, 640, 480)
    driver.window.shell.remember(scale=300)

    def be_wrong(dialog: Dialog) -> None:
        field, problem = driver.root.focus_get(), dialog.problem
        assert isinstance(field, ttk.Spinbox)
        field.set("seven")
        button(dialog, "Create").invoke()
        driver.root.update()
        assert "whole numbers" in str(problem.cget("text"))
        assert problem.winfo_reqwidth() <= problem.winfo_width() <= dialog.winfo_width()
        assert dialog.winfo_height() <= 480 - _TITLE
        port = dialog.body.nametowidget(dialog.body.winfo_parent()).master
        assert port.winfo_rooty() <= field.winfo_rooty()
        end = field.winfo_rooty() + field.winfo_height()
        assert end <= port.winfo_rooty() + port.winfo_height() <= problem.winfo_rooty()
        field.set("7")
        button(dialog, "Create").invoke()
        assert not dialog.winfo_exists()

    def go_through(dialog: Dialog) -> None:
        fields, port = list[tk.Misc](), dialog.body.nametowidget(dialog.body.winfo_parent()).master
        for side in ("Left", "Top", "Right", "Bottom", "Right", "Top", "Left"):
            driver.root.update()
            field = driver.root.focus_get()
            assert field
            label = field.nametowidget(field.winfo_parent()).winfo_children()[0]
            assert label.cget("text") == side
            assert port.winfo_rooty() <= label.winfo_rooty(), side
            end = field.winfo_rooty() + field.winfo_height()
            assert end <= port.winfo_rooty() + port.winfo_height(), side
            fields.append(field)
            field.event_generate("<Tab>" if len(fields) < 4 else "<Shift-Tab>")
        dialog.destroy()

    def read(dialog: Dialog) -> None:
        driver.root.update()
        labels = parts_of(dialog, ttk.Label)
        words = [label for label in labels if label.cget("text") in ("Columns", "Rows")]
        boxes = *parts_of(dialog, ttk.Spinbox), *words
        places = sorted((part.winfo_rooty(), part.winfo_class()) for part in boxes)
        assert [kind for _, kind in places] == 2 * ["TLabel", "TSpinbox"], "below its words"
        dialog.destroy()

    def scroll(dialog: Dialog) -> None:
        driver.root.update()
        assert dialog.winfo_width() <= 640
        answer = driver.root.focus_get()
        assert answer
        places = [dialog.body.winfo_rooty()]
        for key in ("<Down>", "<Next>", "<Prior>"):
            answer.event_generate(key)
            driver.root.update()
            places.append(dialog.body.winfo_rooty())
        assert places[0] > places[1] > places[2] < places[3]
        button(dialog, "Cancel").invoke()

    driver.asked("Control-n", be_wrong)
    driver.asked("Control-r", go_through)
    driver.when_asked(read)
    correct(driver)
    driver.when_asked(scroll)
    ask_about_all_unsaved(driver.window.root, [f"puzzle {number}.txt" for number in range(9)])


def test_a_problem_makes_no_dialog_wider(driver: Driver) -> None:
    def look(dialog: Dialog) -> None:
        before = dialog.winfo_width()
        dialog.tell("This sentence is longer than any dialog that has hardly more than two fields.")
        driver.root.update()
        assert dialog.winfo_width() == before
        assert dialog.problem.winfo_reqheight() <= dialog.problem.winfo_height()
        dialog.destroy()

    driver.asked("Control-k", look)


def test_neither_scrollbar_stays_for_the_other_once_there_is_room(driver: Driver) -> None:
    top = tk.Toplevel(driver.root)
    scrolled = Scrolled(top, natural=True)
    scrolled.pack()
    tk.Frame(scrolled.body, width=200, height=100).grid(row=0, column=0)
    for height in (90, 100):
        scrolled.limit(200, height)
        top.update()
        assert scrolled.scrolls is (height < 100)
    top.destroy()


@pytest.mark.parametrize(
    ("height", "cut", "gone"), [(90, True, 25), (90, False, 30), (70, False, 0)]
)
def test_what_is_above_a_part_that_is_scrolled_to_goes_as_a_whole(
    driver: Driver, height: int, cut: bool, gone: int
) -> None:
    top = tk.Toplevel(driver.root)
    scrolled = Scrolled(top)
    scrolled.pack()
    scrolled.limit(200, 100)
    page = tk.Frame(scrolled.body)
    page.grid(row=0, column=0)
    title, sentence, buttons = (tk.Frame(page, width=100, height=each) for each in (30, height, 40))
    for part in (title, sentence, buttons):
        part.pack()
    top.update()
    reveal(sentence, cut=cut)
    top.update()
    assert scrolled.winfo_rooty() - title.winfo_rooty() == gone
    top.destroy()


def is_whole(part: tk.Misc) -> bool:
    """Whether a part has all the room that it asks for."""
    return bool(part.winfo_viewable()) and part.winfo_width() >= part.winfo_reqwidth()


def test_the_board_the_button_and_the_verdict_are_there_where_hardly_anything_fits(
    driver: Driver,
) -> None:
    window, view = driver.window, driver.view
    window.shown.live_check.toggle()
    window.files.open_named(str(BOARD))
    driver.wait_until(lambda: window.verdict.text.startswith("exactly"), "it is checked")
    driver.key("F5")
    driver.wait_until(lambda: window.shown.solving.progress is not None, "it is solved")
    beside = window.status.zoom.pack_info()["padx"]
    with large_type(driver, driver.window.root, "640x360", 300) as show:
        assert not window.status.zoom.winfo_manager()
        assert view.winfo_height() > 200
        left, top, right, bottom = view.board
        assert view.winfo_height() > bottom - top > 0.8 * view.winfo_height()
        assert not view.rulers.shown
        assert button(window.menus.toolbar, "Solve").winfo_viewable()
        assert str(window.verdict.cget("text")).strip() == "one solution"
        assert not window.playback.winfo_ismapped()
        window.shell.say("Solved.")
        driver.root.update()
        assert window.bars.said.winfo_viewable(), "what was said is laid over the toolbar"
        assert right - left < view.winfo_width()
        show("1366x700", 300)
        assert is_whole(window.playback), "there is room again"
        assert view.winfo_height() > 280, "the board is not squeezed"
    assert window.playback.winfo_ismapped()
    assert window.status.winfo_manager() == "pack"
    assert window.status.zoom.pack_info()["padx"] == beside


def test_a_lesson_is_read_and_walked_where_hardly_anything_fits(driver: Driver) -> None:
    window, view, right = driver.window, driver.view, driver.window.sides.right
    assert window.tab.lessons.open(TEN)
    bar = window.lab.lesson_bar
    labels = parts_of(bar, ttk.Label)
    label = next(each for each in labels if "1 of 11" in str(each.cget("text")))
    with large_type(driver, driver.window.root, "640x446", 150) as show:
        assert is_whole(bar.note) or bar.winfo_width() == window.root.winfo_width()
        assert bar.winfo_rooty() >= window.lab.explorer.winfo_rooty()
        assert bar.winfo_rooty() >= right.winfo_rooty() + right.winfo_height(), "below the panels"
        show("640x384", 300)
        assert is_whole(button(bar, "Back"))
        assert is_whole(button(bar, "Next"))
        assert bar.note.winfo_viewable()
        assert bar.winfo_rooty() + bar.winfo_height() <= window.root.winfo_rooty() + 384
        show("640x334", 300)
        left, top, end, bottom = view.board
        assert min(end - left, bottom - top) > 80
        assert bottom <= view.winfo_height()
        assert is_whole(label)
        assert button(bar, "Next").winfo_viewable()
        assert not window.menus.toolbar.winfo_viewable(), "it gives its room to the board"
        window.tab.lessons.toggle_answer()
        driver.root.update()
        seen = [name for name in bar.texts if bar.texts[name].winfo_viewable()]
        assert seen == ["question", "answer"]
        assert bar.texts["question"].winfo_width() > 500, "neither label nor button is beside it"
        _, top, _, bottom = view.board
        assert bottom - top > 20, "the board is there"
        window.tab.lessons.toggle_answer()
        show("1366x690", 300)
        assert is_whole(bar)
        assert is_whole(button(bar, "Close"))
        assert view.winfo_height() > 100
        assert right.is_open
        show("1366x700", 100)
        assert bar.winfo_rootx() >= view.winfo_rootx(), "beside the panels"
    assert window.menus.toolbar.winfo_viewable(), "there is room again"
    assert label.cget("text") == "Step 1 of 11"
    assert all(button(bar, name).winfo_viewable() for name in ("Back", "Next", "Close"))
    window.tab.lessons.leave()


def test_nothing_lies_over_the_card_of_a_game(driver: Driver) -> None:
    rulers, places = driver.view.rulers, driver.view.rulers.strips
    rulers.cover(covered=True)
    driver.root.update()
    assert not any(strip.winfo_ismapped() for strip in places)
    rulers.cover(covered=False)
    driver.root.update()
    assert all(strip.winfo_ismapped() for strip in places)


def test_a_panel_that_leaves_the_board_no_room_waits_folded_and_scrolls_sideways(
    driver: Driver,
) -> None:
    window, right = driver.window, driver.window.sides.right
    window.files.open_named(str(BOARD))
    with large_type(driver, driver.window.root, "640x384", 300):
        window.tab.exploring.toggle()
        driver.root.update()
        assert not right.is_open
        assert driver.view.winfo_width() > 400
        right.toggle()
        driver.root.update()
        assert window.lab.explorer.winfo_width() >= pixels(right, window.lab.explorer.LEAST)
        assert right.winfo_width() < window.lab.explorer.winfo_width()
    window.tab.exploring.toggle()
    window.tab.exploring.toggle()
    driver.root.update()
    assert right.is_open, "there is room again"


def test_what_is_said_has_the_room_of_the_position_and_the_zoom_or_lies_over_the_toolbar(
    driver: Driver,
) -> None:
    window, status, said = driver.window, driver.window.status, driver.window.bars.said
    long = "Click or Enter places it, arrows move it, Escape cancels."
    with large_type(driver, window.root, "640x400", 150):
        status.show_position((3, 3))
        for text, others in ((long, False), ("Placed.", True), (long, False)):
            driver.window.shown.shell.say(text)
            driver.root.update()
            seen = texts(status, only_shown=True)
            assert text in seen
            assert ("Row 4, column 4" in seen) == others
        window.shell.say("Placed.")
        assert not said.winfo_manager(), "there is room for it"
        window.shell.say(" ".join(8 * ["a long hint"]))
        driver.root.update()
        assert status.winfo_viewable()
        assert str(said.cget("text")) == status.message, "what is cut lies over the toolbar"
        assert said.winfo_rooty() + said.winfo_height() <= driver.view.winfo_rooty()
        assert "a long hint" not in texts(status), "it is said once"
        said.event_generate("<Button-1>")
        assert not said.winfo_manager()
        assert "a long hint" in texts(status), "cut, with all of it in a tip"


def test_what_has_no_room_in_the_panels_of_the_lab_is_scrolled_to(driver: Driver) -> None:
    window, lab = driver.window, driver.window.lab
    window.files.open_named(str(BOARD))
    window.tab.exploring.toggle()
    modes: dict[tk.Misc, Callable[[], object]] = {
        lab.explorer: lab.explorer.see_clauses,
        lab.think_panel: window.tab.thinking.start,
    }
    with large_type(driver, window.root, "640x368", 150) as show:
        for panel, begin in modes.items():
            begin()
            driver.root.update()
            scrolled = window.sides.right._scrolled
            assert scrolled.scrolls
            scrolled.scroll(9, "pages")
            driver.root.update()
            end = scrolled.winfo_rooty() + scrolled.winfo_height()
            assert end - 9 < panel.winfo_rooty() + panel.winfo_height() <= end
            text = min(
                (part for part in descendants(panel) if isinstance(part, LinkedText)),
                key=lambda part: -part.winfo_rooty() * part.winfo_viewable(),
            )
            assert text.winfo_height() >= 3 * text.line_height
        show("1366x655", 150)
        text = lab.think_panel.text
        assert not window.sides.right._scrolled.scrolls
        assert text.winfo_height() >= 5 * text.line_height


def test_what_is_said_without_a_status_bar_is_whole_and_leaves_board_and_panels(
    driver: Driver,
) -> None:
    window, view, said = driver.window, driver.view, driver.window.bars.said
    bar, message = window.status, "Move Blue (B) from row 5, column 1 to row 4, column 3. " * 3
    window.files.open_named(str(BOARD))
    with large_type(driver, window.root, "1366x656", 150) as show:
        for size, percent in (("1366x656", 150), ("640x334", 300)):
            show(size, percent)
            bar.show_meanwhile(message)
            driver.root.update()
            assert said.winfo_viewable()
            text = str(said.cget("text"))
            assert text == message if percent == 150 else text.endswith(" …")
            assert "Move" not in texts(bar), "it is said once"
            assert said.winfo_reqwidth() <= said.winfo_width()
            assert said.winfo_reqheight() <= said.winfo_height()
            assert said.winfo_rooty() + said.winfo_height() <= window.sides.right.winfo_rooty()
            bar.show_meanwhile("")
            assert not said.winfo_manager()
            bar.say("Placed Blue (B).")
            bar.show_meanwhile("")  # as a list does that is shown again
            assert bool(said.winfo_manager()) == (percent == 300)
        window.shell.say("Click or Enter places it, arrows move it, Escape cancels.")
        driver.root.update()
        assert said.winfo_viewable()
        assert str(said.cget("text")).endswith("Escape cancels.")
        assert said.winfo_height() >= said.winfo_reqheight()
        end = said.winfo_rooty() + said.winfo_height()
        assert end <= view.winfo_rooty() + view.board[1]
        said.event_generate("<Button-1>")
        assert not said.winfo_viewable(), "a click ends it"
        hint = " ".join(16 * ["a long hint"])
        window.shell.say(hint)
        read: list[str] = []
        while said.winfo_manager() and len(read) < 9:
            driver.root.update()
            assert said.winfo_reqheight() <= said.winfo_height()
            assert said.winfo_rooty() + said.winfo_height() <= end
            read.append(str(said.cget("text")))
            said.event_generate("<Button-1>")
        assert len(read) > 1, "as much at a time as there is room for above the board"
        assert " ".join(part.removesuffix(" …") for part in read) == hint
        window.shell.say(hint)
        window.shell.say("")
        assert not said.winfo_manager()


def test_buttons_stand_below_one_another_where_their_words_would_be_cut(driver: Driver) -> None:
    row = ButtonRow(driver.window.root, alike=False)
    first, last = (row.add(text, lambda: None, "", width=0) for text in ("Next unsolved", "Help"))
    row.place(x=0, y=0, width=500)
    driver.root.update()
    assert first.winfo_y() == last.winfo_y()
    row.place(width=first.winfo_reqwidth() + 9)
    driver.root.update()
    assert first.winfo_y() < last.winfo_y()
    assert last.winfo_width() >= first.winfo_reqwidth()
    row.destroy()


def test_a_row_and_the_field_to_find_are_seen_in_the_browser_and_how_its_list_is_sorted(
    driver: Driver,
) -> None:
    assert driver.window.packs.open(shipped("puzzles"))
    browser = browser_of(driver)
    view, table = browser.view, browser.view.table
    driver.wait_until(lambda: not browser.is_busy, "all is read")
    find = next(
        part
        for part in descendants(browser.view.filter)
        if isinstance(part, ttk.Entry) and not isinstance(part, ttk.Combobox)
    )
    before = browser.top.geometry()
    browser.top.minsize(1, 1)
    browser.top.geometry("640x460+0+0")  # and stays so: the parts follow the scale alone
    driver.root.update()
    with large_type(driver, browser.top, "640x460", 300) as show:
        bodies = [part for part in table.winfo_children() if isinstance(part, tk.Canvas)]
        driver.wait_until(
            lambda: max(part.winfo_height() for part in bodies) >= table._height, "a row is seen"
        )
        assert find.winfo_width() > 80
        assert find.winfo_rootx() + find.winfo_width() <= browser.top.winfo_rootx() + 640
        show("640x460", 150)
        view.sort_by("title")
        driver.wait_until(lambda: not browser.is_busy, "it is sorted")
        driver.root.update()
        assert is_whole(view.keep)
        assert "Title ▲" in texts(table)
        view.sort_by("place")
        driver.root.update()
        assert not view.keep.winfo_viewable()
    assert button(browser.top, "Open").winfo_viewable(), "there is room for the commands again"
    browser.top.geometry(before)
    driver.root.update()
    browser.hide()


def test_pictures_to_import_have_a_row_and_all_their_buttons(driver: Driver) -> None:
    driver.window.importing.open_many([BOARD.parent / "picture.png"])
    batch = driver.window.importing.batch
    assert batch
    with large_type(driver, batch.top, "640x404", 300):
        driver.root.update()
        assert (
            batch.table.winfo_height() >= batch.table.least - batch.table._across.winfo_reqheight()
        )
        for text in ("Start", "Open pack", "Correct ..."):
            part = button(batch.top, text)
            assert part.winfo_width() >= part.winfo_reqwidth(), f"{text} is cut"
    batch.hide()


def test_an_implication_graph_is_whole_above_its_steps(driver: Driver, tmp_path: Path) -> None:
    driver.window.files.open_named(str(BOARD))
    open_it, top_of = WINDOWS["lab/graph_window.py GraphWindow"]
    open_it(driver)
    top = top_of(driver)
    with large_type(driver, top, "640x404", 300):
        window = driver.window.lab.think_panel.graph
        assert window
        driver.root.update()
        assert window.canvas.winfo_height() > 300
        assert window.steps.winfo_height() >= 3 * window.steps.line_height
        assert "left of the cut, earlier levels." in texts(window.steps.master)
    window.saving.save(tmp_path / "a.png", b"")
    driver.root.update()
    assert "Saved" in texts(window._foot)
    window.hide()
    driver.window.tab.thinking.stop()


def test_words_that_fold_keep_their_fields_below_them(driver: Driver) -> None:
    frame = ttk.Frame(driver.root)
    names = "Width", "Height", "Folded away"
    for row, name in enumerate(names):
        ttk.Label(frame, text=name).grid(row=row, column=0)
        ttk.Spinbox(frame, width=30).grid(row=row, column=1)
    folded = frame.grid_slaves(row=2)
    for cell in folded:
        cell.grid_remove()
    tall = ttk.Label(frame, text="A picture beside all")
    tall.grid(row=0, column=2, rowspan=3)
    room = 300
    narrow(frame, room)
    for cell in folded:
        cell.grid()
    in_order = sorted(frame.grid_slaves(), key=lambda cell: int(cell.grid_info()["row"]))
    assert [type(cell).__name__ for cell in in_order] == [*3 * ("Label", "Spinbox"), "Label"]
    assert [cell.cget("text") for cell in in_order[::2]] == [*names, "A picture beside all"]
    driver.root.update_idletasks()
    assert frame.winfo_reqwidth() <= room


def test_parts_that_flow_lie_in_as_many_rows_as_they_need(driver: Driver) -> None:
    flow = Flow(driver.root, most=4)
    for _ in range(6):
        ttk.Frame(flow, width=50, height=10)
    flow.lay(1000)
    assert flow.grid_size() == (4, 2)
    flow.lay(130)
    assert flow.grid_size() == (2, 3)
    flow.place(width=300, height=100)
    driver.root.update()
    last = flow.winfo_children()[-1]
    assert last.winfo_x() + last.winfo_width() == 300
    flow.destroy()


def test_the_pages_of_the_guide_are_chosen_from_a_menu_where_their_tabs_have_no_room(
    driver: Driver,
) -> None:
    guide = driver.window.guide
    guide.open()
    assert guide.top
    with large_type(driver, guide.top, "640x404", 300):
        driver.root.update()
        tabs = [part for part in guide._tabs.values() if part.winfo_viewable()]
        assert not tabs
        assert guide._choice.winfo_viewable()
        assert guide._menu.index("end") == len(guide._tabs) - 1
        room = guide.text.winfo_width() - 2 * int(guide.text.cget("padx"))
        assert all(photo.width() <= room for photo in guide._photos)
    driver.root.update()
    assert button(guide.top, "Playing").winfo_viewable()
    guide.top.geometry("410x404")
    driver.root.update()
    assert guide._choice.winfo_viewable()
    guide.hide()


def test_a_segment_is_wider_where_its_words_would_touch_its_border(driver: Driver) -> None:
    top = tk.Toplevel(driver.root)
    segments = Segments(top, lambda choice: chosen.append(choice))
    chosen: list[str] = []
    words = {name: (name, "") for name in ("What happens", "A cell", "Learned (0)")}
    font = fonts.named(top)
    width = sum(font.measure(name) for name in words) + pixels(top, 3 * 9)
    segments.pack()
    segments.configure(width=width)
    driver.root.update()
    for name in words:
        segments.show(words, name)
        _, frame = (segments.bbox(box) for box in segments.find_all() if not segments.gettags(box))
        written = next(
            segments.bbox(box)
            for box in segments.find_withtag("words")
            if segments.itemcget(box, "text") == name  # type: ignore[no-untyped-call]  # typeshed has no types for it
        )
        assert frame[0] + 3 <= written[0]
        assert written[2] <= frame[2] - 3
        other = next(each for each in words if each != name)
        segments.show(words, other)
        segments.event_generate("<ButtonPress-1>", x=written[0] + 1, y=9)
        assert chosen[-1] == name
    top.destroy()
