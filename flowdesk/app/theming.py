"""The window's theme: choose it, follow its file and the desktop, and make one to change."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial

from flowdesk.app import look, scale
from flowdesk.app.actions import Choice, Command
from flowdesk.app.dialogs import message
from flowdesk.app.scale import Rescaling
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Loop, Timer
from flowdesk.app.widgets.toplevel import bind_itself
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.settings import AS_DESKTOP
from flowdesk.desk.pictures.themes import (
    desktop_schemes,
    make_own,
    theme_named,
    theme_names,
    theme_title,
    themes,
)
from flowdesk.draw.theme import DARK, LIGHT, Theme

_AS_DESKTOP = "As the desktop"  # what people call that theme
#: Milliseconds until a message that the chosen theme cannot be used.
_LOOK_FIRST_MS = 300
_POLL_SECONDS = 0.05


class Theming:
    """Knows and applies the current `theme`; emits `changed` when it or the scale is another."""

    def __init__(self, shell: Shell) -> None:
        self.changed: Signal[[]] = Signal()
        self._shell = shell
        self._timer = Timer(shell.root)
        self._asking = Loop(shell.root, self._hear_desktop, _POLL_SECONDS)
        self._answers: Generator[str, None, None] = desktop_schemes()
        shell.at_end(self._end_asking)
        try:
            self.theme = theme_named(self.name)
        except FlowDeskError as error:
            self.theme = DARK
            self._timer.start(_LOOK_FIRST_MS, self._explain, "The dark theme instead", error)
        self._scale = shell.settings.scale
        self._rescaling = Rescaling()
        look.apply(shell.root, self.theme)
        shell.settings_changed.connect(self._settings_changed, shell)
        bind_itself(shell.root, "<FocusIn>", self._came_back)
        if self._follows_desktop:
            self._ask_desktop()

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Next theme": Command(self.next),
            "Make a theme of my own ...": Command(self.make_own),
            "Settings ...": Command(self._shell.show_settings),
        }

    @property
    def name(self) -> str:
        """The name of the theme in use; for one that follows the desktop, of what it was last."""
        return self._named(self._shell.settings.theme)

    def _named(self, name: str) -> str:
        """Return the theme that a name in the settings stands for now."""
        if name != AS_DESKTOP:
            return name
        return LIGHT.name if self._shell.settings.desktop == LIGHT.name else DARK.name

    @property
    def _follows_desktop(self) -> bool:
        return self._shell.settings.theme == AS_DESKTOP

    @property
    def colors(self) -> look.Palette:
        """The colours of everything but the board."""
        return look.colors_of(self._shell.root)

    @property
    def labels(self) -> bool:
        return self._shell.settings.labels or self.theme.labels

    def choices(self) -> tuple[Sequence[Choice], str]:
        """Return the themes, and the title of the current one."""
        titles = {AS_DESKTOP: _AS_DESKTOP, **{name: theme_title(name) for name in theme_names()}}
        choices = [(title, partial(self.choose, name)) for name, title in titles.items()]
        present = self._shell.settings.theme
        return choices, titles.get(present, theme_title(present))

    def choose(self, name: str) -> None:
        """Use the theme with this name; if its file is faulty, show why."""
        try:
            theme = theme_named(self._named(name))
        except FlowDeskError as error:
            self._explain("Theme not changed", error)
            return
        self._shell.remember(theme=name)
        self._use(theme)
        if self._follows_desktop:
            self._ask_desktop()

    def _ask_desktop(self) -> None:
        """Begin to ask, unless that is going on."""
        if not self._asking.running:
            self._answers = desktop_schemes()
            self._asking.start()

    def _hear_desktop(self) -> bool:
        """Follow what the desktop has answered; return whether it may answer still."""
        scheme = next(self._answers, None)
        if scheme:
            self._shell.remember(desktop=scheme)
            if self._follows_desktop:
                self._reread()
        return scheme == ""

    def _end_asking(self) -> None:
        self._asking.stop()
        self._answers.close()

    def next(self) -> None:
        """Use the next of the themes whose files are in order."""
        names = list(themes())
        present = self._shell.settings.theme
        place = names.index(present) + 1 if present in names else 0
        name = names[place % len(names)]
        self.choose(name)
        self._shell.say(f"Theme: {theme_title(name)}.")

    def toggle_labels(self) -> None:
        self._shell.remember(labels=not self._shell.settings.labels)
        self.changed.emit()

    def make_own(self) -> None:
        """Write a file like the current theme for the user to change, and use it."""
        root, model = self._shell.root, self.theme.name
        try:
            path = make_own(self.theme)
        except FlowDeskError as error:
            self._explain("No theme was made", error)
            return
        self.choose(path.stem)
        text = (
            f"{theme_title(path.stem)!r} looks like {theme_title(model)!r} so far. Change "
            "its colours with any text editor: they show as soon as you come back to this window."
            f"\n\n{path}"
        )
        if message.offer(root, "A theme of your own", text, "Copy path"):
            root.clipboard_clear()
            root.clipboard_append(str(path))

    def _explain(self, title: str, error: FlowDeskError) -> None:
        message.show_message(self._shell.root, title, str(error))

    def _came_back(self) -> None:
        """Apply the theme's file again: it may have been changed while we had no focus."""
        self._reread()
        if self._follows_desktop:
            self._ask_desktop()

    def _reread(self) -> None:
        """Apply the theme if it is another one by now."""
        try:
            theme = theme_named(self.name)
        except FlowDeskError as error:
            self._shell.say(str(error))
            return
        if theme != self.theme:
            self._use(theme)

    def _use(self, theme: Theme) -> None:
        self.theme = theme
        look.apply(self._shell.root, theme)
        self.changed.emit()

    def _settings_changed(self) -> None:
        """Let everything that is there follow a change of the scale."""
        before, self._scale = self._scale, self._shell.settings.scale
        if before != self._scale:
            root = self._shell.root
            scale.set_scale(root, self._scale)
            look.apply(root, self.theme)
            self._rescaling.follow(root, self._scale / before)
            self.changed.emit()
