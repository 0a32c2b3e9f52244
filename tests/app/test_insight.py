"""What is known beside the board: links, previews, hints with what they conclude, the badge."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from functools import partial
from tkinter import ttk

from flowdesk import load
from flowdesk.app import fonts
from flowdesk.app.insight import HintView
from flowdesk.app.modes.level_mode import outline
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.scrolled import Scrolled
from flowdesk.core.grid import Cell, cells_of
from flowdesk.core.storage import shipped
from flowdesk.desk.knowledge.verdict import notes
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.answers import Remedy, Repairs, Trace
from flowdesk.kinds.flow.deduction.hints import hint
from flowdesk.kinds.flow.drawing import segments
from flowdesk.kinds.flow.level import Level, findings, touches
from flowdesk.kinds.flow.solving.solve import check
from flowdesk.kinds.flow.tiles import hint_tiles
from flowdesk.kinds.known import Known, Looking
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.table import kind_of
from tests.app.test_live import SEVERAL, everything_known, knowledge, live, point_at, press
from tests.app.test_panels import resize
from tests.driver import Driver, button, calls_of, parts_of, texts
from tests.samples import ASSUMING, SMALL, TOUCHING, level_of

__all__ = ["live"]

CROSSING = level_of("R.B ... B.R")


def heading_is(driver: Driver, words: str) -> bool:
    """Whether a hint with this heading is shown beside the board."""
    return words in texts(driver.window.side)


def changed(driver: Driver, before: dict[Cell, Tiles]) -> set[Cell]:
    """The cells that look different now."""
    driver.root.update()
    now = driver.view.scene.tiles
    return {cell for cell in now if now[cell] != before[cell]}


def leave(driver: Driver) -> None:
    knowledge(driver).event_generate("<Leave>")
    driver.root.update()


def changed_by(remedy: Remedy) -> set[Cell]:
    """The cells that a suggestion changes."""
    ends = SEVERAL.endpoints.items() ^ remedy.level.endpoints.items()
    walls = SEVERAL.walls ^ remedy.level.walls
    return {cell for cell, _ in ends} | {cell for wall in walls for cell in wall}


def test_a_finding_marks_its_cells_while_pointed_at_and_until_escape_when_clicked(
    live: Driver,
) -> None:
    box = ttk.Combobox(live.window.side, values=["one", "two"])
    box.pack()
    live.root.update()
    live.root.tk.call("ttk::combobox::Post", box)
    dropped = live.root.tk.call("ttk::combobox::PopdownWindow", box)
    live.root.tk.call("focus", "-force", f"{dropped}.f.l")  # a list of choices is open
    live.root.update()
    live.open(CROSSING)
    everything_known(live)
    assert "must cross" in knowledge(live).get("1.0", "end")
    live.root.tk.call("ttk::combobox::Unpost", box)
    box.destroy()
    plain = dict(live.view.scene.tiles)
    point_at(live, "must cross")
    assert changed(live, plain) == {(0, 0), (2, 0), (0, 2), (2, 2)}
    leave(live)
    assert not changed(live, plain)
    press(live, "must cross")
    leave(live)
    assert changed(live, plain) == {(0, 0), (2, 0), (0, 2), (2, 2)}
    live.key("Escape")
    assert not changed(live, plain)
    press(live, "must cross")
    leave(live)
    assert live.root.focus_get() is live.view
    live.key("F4")
    assert not knowledge(live).winfo_viewable()
    live.window.verdict.event_generate("<Button-1>")
    live.root.update()
    assert knowledge(live).winfo_viewable(), "the badge opens the folded panel"
    assert live.root.focus_get() is live.view
    live.click((1, 1))
    assert not any(tile.kind == "pattern" for tile in live.view.scene.tiles[2, 2]), "edited"


def test_too_many_squares_of_a_colour_are_shown(live: Driver) -> None:
    live.open(level_of("R.R ..."))
    everything_known(live)
    plain = dict(live.view.scene.tiles)
    point_at(live, "checkerboard")
    assert "1 dark square more" in knowledge(live).get("1.0", "end")
    assert changed(live, plain) == {(1, 0), (0, 1), (2, 1)}


def test_names_have_the_colours_of_the_board_beside_them_and_none_in_print(live: Driver) -> None:
    live.open(CROSSING)
    everything_known(live)
    for theme in ("light", "print"):
        live.window.theming.choose(theme)
        assert "Red (R) and" in knowledge(live).get("1.0", "end")
        assert bool(knowledge(live).image_names()) is (theme == "light")


def test_where_a_solution_touches_itself_is_shown_by_the_badge_and_the_sentence(
    live: Driver,
) -> None:
    live.open(TOUCHING)
    everything_known(live)
    found = live.window.shown.live_check.known.check
    assert found
    (solution,) = found.solutions
    cells = {cell for edge in touches(TOUCHING, solution) for cell in edge}
    badge = live.window.verdict
    assert str(badge.cget("text")).strip() == "exactly one solution", "an icon says the rest"
    assert badge.text == "exactly one solution, touching itself"
    assert len(knowledge(live).image_names()) == 1, "the icon stands before what explains it"
    plain = dict(live.view.scene.tiles)
    point_at(live, "touches itself")
    assert changed(live, plain) == cells
    leave(live)
    live.window.verdict.event_generate("<Button-1>")
    live.root.update()
    assert live.window.shown.attempt.above == outline(cells, live.level)
    assert live.window.shown.attempt.segments == segments(TOUCHING, solution)


def test_an_outline_has_no_gap_where_it_bends_inwards() -> None:
    cells = set(cells_of(2, 2))
    bend = Tile("pattern", side="side tl")
    assert bend in outline(cells - {(0, 0)}, Level(2, 2))[1, 1]
    assert bend not in outline(cells, Level(2, 2))[1, 1]


def test_what_would_help_is_a_link(live: Driver) -> None:
    level = replace(level_of("R.R ... ... ..."), drawn={"R": ((0, 0), (1, 0), (2, 0))})
    live.open(level)
    everything_known(live)
    assert "leave 9 cells free" in knowledge(live).get("1.0", "end")
    press(live, "Fill\u00a0the\u00a0rest")
    live.wait_until(lambda: len(live.level.pairs) > 1, "the rest is filled")
    assert live.level.drawn["R"] == level.drawn["R"]


def test_where_no_change_helps_another_puzzle_is_offered() -> None:
    level = level_of("RGBR")
    known = Known(level, tuple(findings(level)), Looking.DONE, repairs=Repairs((), 12))
    (note,) = (note for note in notes(known, "") if "No change" in note.text)
    assert note.actions == ("Generate ...",)


def test_what_a_hint_assumes_is_a_frame_round_the_board(live: Driver) -> None:
    live.open(ASSUMING)
    everything_known(live)
    hints = live.window.shown.hints
    while not hints.assumption:
        live.key("F1")
        live.wait_until(lambda: not hints.job.running, "a hint comes")
        framed = bool(live.view.find_withtag("frame-assumption"))
        assert framed == bool(hints.assumption)
    live.key("Escape")
    assert not live.view.find_withtag("frame-assumption")


def test_a_suggestion_shows_what_it_would_do_and_what_it_costs(live: Driver) -> None:
    live.open(SEVERAL)
    everything_known(live)
    known = live.window.shown.live_check.known
    assert known.remedies
    for remedy in known.remedies:
        plain = dict(live.view.scene.tiles)
        point_at(live, remedy.title)
        assert changed(live, plain) == changed_by(remedy)
        assert live.level == SEVERAL, "nothing is changed yet"
        assert remedy.message[:40] in texts(live.window.status)
        leave(live)
        assert remedy.message[:40] not in texts(live.window.status)
        assert known.ratings[remedy.level.puzzle_key]
    assert "Split a path: 3 colours, easy" in texts(live.window.side)


def test_the_keyboard_reaches_suggestions_and_the_board_gets_its_keys_back(live: Driver) -> None:
    live.open(SEVERAL)
    everything_known(live)
    box = knowledge(live)
    for _ in range(20):
        if live.root.focus_get() is box:
            break
        live.root.focus_get().event_generate("<Tab>")  # type: ignore[union-attr]  # something has it
        live.root.update()
    assert live.root.focus_get() is box
    plain = dict(live.view.scene.tiles)
    live.key("Down")
    remedies = live.window.shown.live_check.known.remedies
    assert remedies
    assert changed(live, plain), "the first suggestion is previewed"
    live.key("Return")
    assert live.level.puzzle_key == remedies[0].level.puzzle_key
    assert check(live.level).status == "unique"
    live.key("Escape")
    assert live.root.focus_get() is live.view


def test_walls_are_previewed_as_edges() -> None:
    level = level_of("RR .. .. BB")
    after = replace(level, walls=frozenset({((0, 1), (0, 2))}))
    kind = kind_of(level)
    tiles = kind.drawing.change_tiles(level, after, labels=False)
    assert {cell: tile[-1].side for cell, tile in tiles.items()} == {
        (0, 1): "new wall b",
        (0, 2): "new wall t",
    }
    tiles = kind.drawing.change_tiles(after, level, labels=False)
    assert {tile[-1].side for tile in tiles.values()} == {"old wall b", "old wall t"}


def test_a_preview_leaves_drawn_paths_and_loops_in_sight() -> None:
    level = replace(level_of("R.R B.B"), drawn={"R": ((0, 0), (1, 0), (2, 0))})
    after = replace(level, walls=frozenset({((1, 0), (1, 1))}))
    tiles = kind_of(level).drawing.change_tiles(level, after, labels=False)
    assert "pipe" in {tile.kind for tile in tiles[1, 0]}
    puzzle = Slitherlink(2, 2, {(0, 0): 3}, drawn=frozenset({((-1, 0), (0, 0))}))
    changed = replace(puzzle, clues={(0, 0): 2})
    tiles = kind_of(puzzle).drawing.change_tiles(puzzle, changed, labels=False)
    assert {"loop", "clue"} <= {tile.kind for tile in tiles[0, 0]}


def test_an_endpoint_that_goes_is_faint_and_keeps_its_rim_and_letter() -> None:
    level = level_of("R.R")
    after, drawing = replace(level, endpoints={(2, 0): "R"}), kind_of(level).drawing
    for labels in (False, True):
        shown = drawing.carried_tiles(level, (0, 0), labels=labels)
        faint = {tile._replace(strength=0.5) for tile in shown}
        assert {"dot", "rim"} <= {tile.kind for tile in shown}
        assert faint < set(drawing.change_tiles(level, after, labels=labels)[0, 0])
        assert faint < set(drawing.ghost_tiles(level, (0, 0), labels=labels) or ())


def test_the_badge_is_calm_and_a_click_leads_to_the_explanation(live: Driver) -> None:
    window, colors = live.window, live.window.theming.colors
    badge = window.verdict
    wanted: list[tuple[Level | Slitherlink, str, str]] = [
        (SEVERAL, "solutions", colors.doubtful),
        (SMALL, "exactly one solution", colors.good),
        (Slitherlink(2, 2, {(0, 0): 4, (1, 0): 4}), "no solution", colors.bad),
    ]
    assert (badge.text, badge.color) == ("drawing: no endpoints yet", colors.neutral)
    for level, text, color in wanted:
        window.shown.document.new(level)
        everything_known(live)
        assert text in badge.text
        assert badge.color == color
    badge.event_generate("<Button-1>")
    live.root.update()
    box = knowledge(live)
    assert "There is no solution." in box.get("chosen.first", "chosen.last")


def test_a_hint_says_its_conclusion_beside_the_board_and_paints_it(live: Driver) -> None:
    live.open(SMALL)
    everything_known(live)
    hints, plain = live.window.shown.hints, live.view.scene
    told = []
    for _ in range(3):
        live.key("F1")
        live.wait_until(lambda: not hints.job.running, "a hint comes")
        told.append((hints.told, live.view.scene))
    heading, _, text = told[-1][0].partition(": ")
    beside = texts(live.window.side)
    assert heading == "Hint 3" in beside
    assert text in beside
    assert beside.count(heading) == 1
    assert live.window.status.message == "Next hint: F1. Back: Ctrl+F1."
    assert "exactly one way" in texts(live.window.side)
    tiles = [tile for stack in told[0][1].tiles.values() for tile in stack]
    pipes = [tile for tile in tiles if tile.kind == "pipe"]
    assert pipes
    assert {tile.color for tile in pipes} <= {*map(SMALL.color, SMALL.pairs), "#8a8a8a"}
    live.key("Control-F1", "Control-F1")
    assert (hints.told, live.view.scene) == told[0]
    live.key("Control-F1")
    assert (hints.told, live.view.scene) == told[0], "there is none before the first"
    button(live.window.side, "Next").invoke()
    assert (hints.told, live.view.scene) == told[1]
    button(live.window.side, "Done").invoke()
    live.root.update()
    assert live.view.scene == plain


def test_a_hint_is_read_whole_in_a_small_window(live: Driver) -> None:
    window = live.window
    live.open(load(shipped("puzzles") / "packs" / "07x07.txt")[0])
    for percent, size in ((100, (640, 408)), (300, (1366, 620)), (300, (1366, 560))):
        window.shell.remember(scale=percent)
        resize(live, *size)
        for number in range(1, 4):
            live.key("F1")
            heard = partial(heading_is, live, f"Hint {number}")
            live.wait_until(heard, "a hint comes")
            live.root.update()
            (view,) = parts_of(window.side, HintView)
            (text,) = (part for part in view.winfo_children() if isinstance(part, LinkedText))
            assert text.winfo_rooty() >= window.front.view.winfo_rooty()
            last = text.dlineinfo("end-1c")
            assert last, "the last line is in the text"
            assert text.winfo_rooty() + last[1] + last[3] <= window.status.winfo_rooty()
        live.key("Escape")


def test_a_click_after_do_it_begins_another_colour(live: Driver) -> None:
    live.open(SEVERAL)
    everything_known(live)
    remedies = live.window.shown.live_check.known.remedies or ()
    remedy, label = next(
        (each, label) for each in remedies for label in each.level.pairs.keys() - SEVERAL.pairs
    )
    live.window.shown.edit.choose_item(label)
    box, words = knowledge(live), remedy.title
    point_at(live, words)
    x, y, *_ = box.bbox(box.search("Do\u00a0it", box.search(words, "1.0"))) or (0, 0)
    box.event_generate("<Button-1>", x=x + 2, y=y + 2)
    live.root.update()
    assert len(live.level.pairs[label]) == 2
    live.click(next(cell for cell in cells_of(4, 3) if cell not in live.level.endpoints))
    assert sorted(map(len, live.level.pairs.values())) == [1, 2, 2, 2]


def test_outlines_leave_the_lines_of_a_loop_free(live: Driver) -> None:
    live.window.shown.document.new(Slitherlink(4, 4, {(0, 0): 3, (3, 3): 3}))
    live.key("F1")
    live.wait_until(lambda: not live.window.shown.hints.job.running, "a hint comes")
    tiles = live.view.scene.tiles[0, 0]
    assert {tile.side[:-1] for tile in tiles if tile.kind == "pattern"} == {"inner "}


def test_what_a_hint_concludes_has_its_colour_and_an_arrow_where_it_leads() -> None:
    level = load(shipped("puzzles") / "packs" / "07x07.txt")[0]
    trace = hint(Known(level), Trace())
    (step,) = trace.deductions
    assert "to row 3, column 2" in step.message
    tiles = hint_tiles(level, trace.deductions)
    assert {cell for edge in step.on for cell in edge} == set(tiles)
    arrows = {cell for cell, stack in tiles.items() if any(t.kind == "arrow" for t in stack)}
    assert (1, 2) in arrows
    assert not arrows & set(level.endpoints)


def test_a_preview_is_of_what_a_resting_pointer_is_on_when_the_list_scrolls(live: Driver) -> None:
    live.window.root.geometry("640x360")
    live.open(SEVERAL)
    everything_known(live)
    box, remedies = knowledge(live), live.window.shown.live_check.known.remedies
    assert remedies
    box.configure(spacing1=80)  # so that it is longer than the panel
    plain = dict(live.view.scene.tiles)
    x, y = point_at(live, remedies[0].title)
    assert changed(live, plain) == changed_by(remedies[0])
    while box.yview()[1] < 1:
        box.event_generate("<Button-5>", x=x, y=y)
        live.root.update()
    seen = changed(live, plain)
    assert seen != changed_by(remedies[0])
    box.event_generate("<Motion>", x=x, y=y)
    assert changed(live, plain) == seen
    box.configure(spacing1=0)


def test_words_under_a_resting_pointer_are_pointed_at_when_their_panel_scrolls(
    driver: Driver,
) -> None:
    top = tk.Toplevel(driver.root)
    scrolled = Scrolled(top)
    scrolled.pack()
    scrolled.limit(200, 100)
    pointed: list[str] = []
    text = LinkedText(scrolled.body, fonts.TEXT, height=20, on_hover=pointed.append)
    text.grid(row=0, column=0)
    text.begin()
    for number in range(20):
        text.add(f"{number}\n", about=str(number))
    with calls_of(tk.Misc.winfo_pointerxy) as asking:
        text.end()
    assert not asking, "the screen is not asked where the pointer is: nothing is seen yet"
    driver.root.update()
    x, y = text.winfo_rootx() + 3, text.winfo_rooty() + 3
    text.event_generate("<Motion>", x=3, y=3)
    text.event_generate("<Button-5>", x=3, y=3, rootx=x, rooty=y)
    first, second = pointed
    assert int(first) == 0 < int(second)
    text.event_generate("<Motion>", x=3, y=y - text.winfo_rooty(), warp=True)
    driver.root.update()
    assert top.winfo_pointerxy() == (x, y)
    text.begin()
    text.add("what has come below it\n" * 20, about="news")
    text.end()
    assert pointed[-1] == "news"
    top.destroy()


def test_a_level_without_a_solution_is_mended_by_suggestions_that_take_turns_on_a_line(
    live: Driver,
) -> None:
    live.open(CROSSING)
    everything_known(live)
    repairs = live.window.shown.live_check.known.repairs
    assert repairs
    first, *others = (offer for offer in repairs.offers if offer.title == "Move an endpoint")
    assert others
    assert first is repairs.offers[0]
    assert texts(live.window.side).count("Move an endpoint") == 1
    plain = dict(live.view.scene.tiles)
    point_at(live, "Move an endpoint")
    assert changed(live, plain) == set(first.cells)
    press(live, "Do\u00a0it")
    assert live.level.puzzle_key == first.level.puzzle_key
    assert check(live.level).status == ("unique" if first.is_unique else "multiple")
    live.key("Control-z")
    assert live.level == CROSSING
    everything_known(live)
    press(live, f"1/{1 + len(others)}\u00a0›")
    point_at(live, "Move an endpoint")
    assert changed(live, plain) == set(others[0].cells)
    press(live, "Do\u00a0it")
    assert live.level.puzzle_key == others[0].level.puzzle_key
    live.key("Control-z")
    everything_known(live)
    knowledge(live).focus_force()
    for _ in range(9):
        if "Move" not in texts(live.window.status):
            live.key("Down")
    shown = texts(live.window.status)
    live.key("Right")
    assert "Move" in texts(live.window.status) != shown
    live.key("Return")
    assert live.level.puzzle_key != others[0].level.puzzle_key


def test_what_is_known_may_come_while_the_pointer_is_on_the_menus(live: Driver) -> None:
    top = live.window.root
    top.event_generate("<Motion>", x=20, y=-10, warp=True)
    live.root.update()
    assert "menu" in str(top.tk.call("winfo", "containing", *top.winfo_pointerxy()))
    live.open(SMALL)
    everything_known(live)
    assert "exactly one" in knowledge(live).get("1.0", "end")
