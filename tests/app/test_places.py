"""Where windows are and how large: remembered, centred, and always on the screen."""

from __future__ import annotations

import sys
import tkinter as tk
from functools import partial
from tkinter import ttk

import pytest

from flowdesk.app.dialogs.base import Dialog
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.toplevel import WindowPlace, bind_itself, recall_sizes, set_size, sizes
from flowdesk.app.window import Window
from flowdesk.kinds.flow.level import Level
from tests.driver import Driver, button, dialogs, pretend_screen
from tests.processes import run

SCREEN = 640, 480


@pytest.fixture
def small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that says it has 640x480 pixels."""
    pretend_screen(monkeypatch, *SCREEN)


def box(window: tk.Tk | tk.Toplevel) -> tuple[int, int, int, int]:
    window.update()
    return (
        window.winfo_rootx(),
        window.winfo_rooty(),
        window.winfo_rootx() + window.winfo_width(),
        window.winfo_rooty() + window.winfo_height(),
    )


def test_the_window_opens_where_it_was_closed(driver: Driver) -> None:
    top = driver.window.root
    top.geometry("900x620+70+40")
    driver.wait_until(lambda: box(top)[0] == 70, "the window was moved")
    driver.window.close()
    settings = driver.window.shell.settings
    assert not settings.maximised
    again = tk.Toplevel(driver.root)
    window = Window(again, settings, Level(5, 5))
    driver.root.update()
    assert again.geometry() == "900x620+70+40"
    window.close()


def test_a_place_off_all_screens_is_moved_inside_and_that_before_maximising_kept(
    root: tk.Tk,
) -> None:
    top = tk.Toplevel(root)
    right, lower = top.winfo_screenwidth() - 400, top.winfo_screenheight() - 300
    lower -= pixels(top, 36)  # a title and a menu bar
    for place, expected in {
        "+5000+3000": (right, lower),
        "+-900+-40": (0, 0),
        "-0-0": (right, lower),
        "+30+20": (30, 20),
    }.items():
        set_size(top, (100, 100), least=(50, 50), remembered=f"400x300{place}")
        assert box(top)[:2] == expected
    top.geometry("400x300+20+30")
    own = WindowPlace(top)
    top.update()
    assert own.geometry == "400x300+20+30"
    own.maximise()  # which takes a window manager: here it only says so
    assert not own.is_maximised
    top.destroy()


def test_other_windows_are_centred_and_remember_their_size(driver: Driver) -> None:
    recall_sizes(driver.root, {"encodings": "760x560"})
    top = driver.window.root
    top.geometry("900x620+100+50")
    driver.wait_until(lambda: box(top)[0] == 100, "the window was moved")
    driver.window.lab.encodings.appear()
    encodings = driver.window.lab.encodings
    left, upper, right, lower = box(encodings.top)
    assert (right - left, lower - upper) == (760, 560)
    assert abs((left + right) // 2 - 550) <= 1
    encodings.top.geometry("720x570")
    driver.wait_until(lambda: sizes(driver.root)["encodings"] == "720x570", "the size is known")
    driver.window.close()
    assert driver.window.shell.settings.windows["encodings"] == "720x570"


def test_a_window_hears_its_own_events_and_not_those_of_what_is_in_it(driver: Driver) -> None:
    top, heard = tk.Toplevel(driver.root), list[str]()
    part = tk.Frame(top)
    part.pack()
    driver.root.update()
    for each in (top, part):
        bind_itself(each, "<<Changed>>", partial(heard.append, str(each)))
    part.event_generate("<<Changed>>")
    assert heard == [str(part)]
    top.event_generate("<<Changed>>")
    assert heard == [str(part), str(top)]
    top.destroy()


def test_a_dialog_that_is_higher_than_the_screen_scrolls(
    driver: Driver, small_screen: None
) -> None:
    seen = []

    def look(dialog: Dialog) -> None:
        last, lowest = dialog.body.winfo_children()[-1], button(dialog, "OK").winfo_rooty()
        seen.append(last.winfo_rooty() < lowest)
        last.focus_force()
        driver.root.update()
        seen.append(last.winfo_rooty() < lowest)
        assert box(dialog)[3] <= SCREEN[1]
        driver.key("Return")

    driver.when_asked(look)
    dialog = Dialog(driver.window.root, "High")
    for _ in range(40):
        ttk.Entry(dialog.body).pack()
    dialog.buttons(["OK"])
    dialog.run()
    assert seen == [False, True]


def test_what_is_asked_for_twice_in_a_moment_is_asked_once(driver: Driver) -> None:
    root, answers = driver.window.root, list[str]()

    def ask(*, twice: bool = False) -> None:
        dialog = Dialog(root, "Sure?")
        dialog.buttons(["Yes", "No"])
        if twice:  # an event that is handled before the dialog takes all of them
            dialog.bind("<Map>", lambda event: ask() if event.widget is dialog else None)
        answers.append(dialog.run())

    driver.when_asked(lambda dialog: button(dialog, "Yes").invoke())
    ask(twice=True)
    assert answers == ["No", "Yes"]
    assert dialogs(driver.root) == []


def test_keys_stay_with_an_open_dialog_whatever_a_window_manager_does(driver: Driver) -> None:
    def look(dialog: Dialog) -> None:
        driver.window.root.focus_force()
        driver.root.update()
        assert str(dialog.focus_get()).startswith(str(dialog))
        driver.key("Escape")

    driver.asked("Control-n", look)
    assert dialogs(driver.root) == []


CLOSED_WITHOUT_FOCUS = """
import time
import tkinter as tk
from flowdesk.app.widgets.toplevel import Top

def point(x, y):
    root.event_generate("<Motion>", warp=True, x=x, y=y)
    until = time.monotonic() + 0.05
    while time.monotonic() < until:
        root.update()

root = tk.Tk()
root.geometry("200x200+300+0")
root.update()
for _ in range(2):
    first = Top(root)
    first.wait_visibility()
    first.focus_force()
    first.update()
    first.destroy()  # the focus goes back to the screen, and follows the pointer
    top = Top(root)
    top.geometry("200x200+0+0")
    entry = tk.Entry(top)
    entry.pack()
    point(300, 600)
    point(-200, 100)
    entry.focus_set()
    root.update()
    point(300, 600)
    lost = root.focus_displayof() is None
    top.destroy()
    for _ in range(50):
        tk.Frame(root).destroy()
    values = [root.tk.call("set", f"a{n}", "x" * n) for n in range(0, 1400, 7)]
    root.focus_force()
    assert root.focus_displayof() is root
print("the pointer took the focus along" if lost else "it stayed")
"""


@pytest.mark.usefixtures("screen")
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is a window manager")
def test_a_window_is_closed_that_the_pointer_has_left_without_a_window_manager() -> None:
    done = run([sys.executable, "-c", CLOSED_WITHOUT_FOCUS], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode() == "the pointer took the focus along\n"
