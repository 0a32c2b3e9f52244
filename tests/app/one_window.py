"""OneWindow: a window that one test after the other gets, each as it was at first."""

from __future__ import annotations

import os
import tkinter as tk

from flowdesk.app.timers import jobs_of
from flowdesk.app.widgets.toplevel import Top
from flowdesk.app.window import Window
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.settings import Settings
from flowdesk.kinds.flow.level import Level
from flowdesk.lab.clauses import NOTATIONS
from flowdesk.sat.backend import VARIABLE
from tests.app.first_state import remembered, shown

SETTINGS = Settings(geometry="1000x700+0+0", live=False, first_hints=False, rules_unfolded=True)


class OneWindow:
    """Makes a window with an empty 5x5 board when the last one was not left as it was at first.

    A new one takes half a second. Whatever a test leaves that `_tidy` does not take away, in any
    widget or any object that the window knows, makes another one: no test sees what others did.
    """

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        self._window: Window | None = None
        self._first: tuple[str, dict[str, object]] = "", {}
        self._solver: str | None = None

    def take(self) -> Window:
        """Return a window as it is at first."""
        if (solver := os.environ.get(VARIABLE)) != self._solver:
            self._solver = solver
            jobs_of(self._root).close()  # processes have the solver of when they were started
        if self._window is None:
            self._window = Window(Top(self._root), SETTINGS, Level(5, 5))
            assert self._window.lab.explorer, "it is made as it will be in another test"
            assert self._window.lab.think_panel, "and this"
            wall, survey = self._window.wall, self._window.pack_strip.tools._survey
            parts = wall, wall._title, wall.aim, wall.aim.unfold, wall.tiles, survey
            self._as_made = [(part, dict(vars(part))) for part in parts]
            self._least = self._window.root.minsize()
            window, shell = self._window, self._window.shell
            self._heard = {signal: signal._connections for signal in shell._heard}
            self._hearing = len(window.front._connecting)
            self._tidy(self._window)
            self._first = _state(self._window)
        return self._window

    def give_back(self) -> None:
        """Keep the window for the next test if it can be made as it was."""
        window = self._window
        if window and not (window.root.winfo_exists() and self._is_as_at_first(window)):
            self.close()

    def close(self) -> None:
        """Close the window, if there is one."""
        window, self._window = self._window, None
        if window and window.root.winfo_exists():
            window.close()
        self._root.update()

    def _is_as_at_first(self, window: Window) -> bool:
        """Tidy a window; return whether it is now as it was at first.

        That can happen faster than any user is: an error of a handler only makes another window.
        """
        tell, errors = self._root.report_callback_exception, list[object]()
        self._root.report_callback_exception = lambda *error: errors.append(error)
        self._tidy(window)
        self._root.report_callback_exception = tell
        return not errors and _state(window) == self._first

    def _tidy(self, window: Window) -> None:
        """Take away what tests usually leave in a window."""
        view, reopening, starts = window.front.view, window.reopening, window.later_starts
        window.recovery.end()
        starts.close()
        starts._listener = None
        reopening.close()
        reopening._is_on, reopening._claim, reopening._kept = False, None, None
        reopening._waiting.clear()
        self._root.tk.call("tk::MenuUnpost", "")  # one that is open would follow the pointer
        for _ in range(3):
            window.escape()
        self._close_others(window)
        window.side.show_fields(shown=False)
        strip = window.pack_strip
        for tiles in (strip.row, strip.grid):
            tiles.show(0)
            tiles._anchor = tiles._top = 0
        window.lab.explorer.clauses._notation = next(iter(NOTATIONS))
        for tab in window.tabs:
            if tab is not window.tab:
                window.tabs.remove(tab)
        window.tabs.restore([Document(Level(5, 5))], 0)
        if window.shell.settings != SETTINGS:
            window.shell.remember(**vars(SETTINGS))
            window.theming._reread()
        for drawer in (window.sides.left, window.sides.right):
            drawer.wish = SETTINGS.side
            drawer._layout()
        window.root.minsize(*self._least)
        window.root.geometry(SETTINGS.geometry)
        if not view.fit:
            view.zoom_to_fit()
        self._root.update()
        if view.cell != self._first[1].get(".front.view.cell"):  # after a board with wider rulers
            view.zoom_to_fit()
        self._root.update()
        window.shell.say("")
        window.bars.arrange()  # what was said before may have been wide
        view.event_generate("<Leave>", x=-5, y=-5)
        self._root.update()
        assert window.place.geometry, "it is noted at once, not after a moment"
        window.wall.tiles.show(0)
        window.wall.aim._rows.clear()
        for part, as_made in self._as_made:
            vars(part).update(as_made)
        window.wall.aim._texts.clear()
        strip.row._columns = strip.grid._columns = 0
        window.side._list._turns.clear()
        window._results._known, window._results._problem = None, ""
        window._results._told.clear()
        shared = window.shell.shared
        shared.settings = window.shell._settings_before = SETTINGS
        shared.last_folder = window.exporting._folder = ""
        shared.clip = None
        if shared.verdicts._known:
            with shared.verdicts._store.change() as database:
                database.execute("DELETE FROM verdicts")
        shared.verdicts._known.clear()
        vars(shared.verdicts).pop("_answers", None)

    def _close_others(self, window: Window) -> None:
        """Close what was opened beside it: a person only hides it, with what it remembers."""
        lab, importing, panel = window.lab, window.importing, window.lab.think_panel
        lab.close()
        lab.show_engines(on=False)
        for part in (window.packs, importing.batch):
            if part:
                part.close()
        opened = [vars(lab).pop(name, None) for name in ("encodings", "submissions")]
        opened += [vars(window).pop("guide", None), importing.batch, panel.graph]
        closed = [each.top for each in opened if each] + [vars(lab).pop("engines", None)]
        for each in filter(None, closed):
            each.destroy()
        window.packs._packs.clear()
        window.packs.browser = None
        importing.batch = panel.graph = None
        del window.front._connecting[self._hearing :]
        for signal in window.shell._heard:
            before = self._heard.get(signal, ())
            signal._connections = tuple(
                each
                for each in signal._connections
                if each[1] is not window.shell or each in before
            )


def _state(window: Window) -> tuple[str, dict[str, object]]:
    """Stop the timers of a window; return what it shows and what it remembers."""
    known, timers = remembered(window)
    for timer in timers:
        timer.stop()
    return shown(window.root), known
