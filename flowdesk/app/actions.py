"""Every action of the window, once: the menu, the toolbar, the keys and the key sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from flowdesk.kinds.editor import Tool
from flowdesk.kinds.flow.tools import TOOLS
from flowdesk.lab.levels import refusal

if TYPE_CHECKING:
    from flowdesk.app.window import Window


def always(window: Window) -> bool:
    """For actions that are possible at any time."""
    return True


@dataclass(frozen=True)
class Action:
    """One thing that the window can do.

    `key` is a key as Tk writes it without brackets; ``Mod`` is Control, or Command on a Mac.
    `tool` is its label on the toolbar, empty if it is not there. With `is_search`, the button there
    stops the search while one runs. `checked` makes it a switch.
    `object` is a word or two to follow the label in the menu, where that changes.
    `in_text` says that its key also works while a text is being typed, where keys like Mod-c
    belong to the text.
    """

    menu: str
    label: str
    run: Callable[[Window], object]
    key: str = ""
    tool: str = ""
    tip: str = ""
    enabled: Callable[[Window], bool] = always
    checked: Callable[[Window], bool] | None = None
    object: Callable[[Window], str] | None = None
    in_text: bool = True
    is_search: bool = False


#: What stands in a submenu: a label, and what is done when it is chosen.
Choice: TypeAlias = tuple[str, Callable[[], object]]


@dataclass(frozen=True)
class Submenu:
    """A menu within a menu, whose choices are asked for each time it is shown.

    `chosen` is the label of the present choice, where there is one; `empty` is what is shown if
    there are no choices.
    """

    menu: str
    label: str
    choices: Callable[[Window], Sequence[Choice]]
    chosen: Callable[[Window], str] | None = None
    empty: str = ""


def _has_steps(window: Window) -> bool:
    return window.player.progress is not None


def _in_lab(window: Window) -> bool:
    return not refusal(window.document.level)


def _explores(window: Window) -> bool:
    return window.exploring.is_on


def _choose(tool: Tool) -> Callable[[Window], object]:
    return lambda window: window.edit.choose_tool(tool)


#: The menus from top to bottom; None draws a line. On the toolbar lines part the menus.
ENTRIES: tuple[Action | Submenu | None, ...] = (
    Action("File", "New ...", lambda w: w.files.new(), "Mod-n", "New", "Start with an empty board"),
    Action("File", "Open ...", lambda w: w.files.open(), "Mod-o", "Open", "Open a file"),
    Submenu("File", "Open recent", lambda w: w.files.recent(), empty="No files yet"),
    Action("File", "Browse pack", lambda w: w.packs.browse(), "Mod-b"),
    Action("File", "Save", lambda w: w.files.save(), "Mod-s", "Save", "Save the file"),
    Action("File", "Save as ...", lambda w: w.files.save_as(), "Mod-Shift-S"),
    Action("File", "Export picture ...", lambda w: w.exporting.export(), "Mod-e"),
    Action("File", "Print booklet ...", lambda w: w.exporting.print_booklet(), "Mod-p"),
    None,
    Action(
        "File",
        "Previous level in this file",
        lambda w: w.document.go_to(w.document.index - 1),
        "Prior",
        enabled=lambda w: w.document.index > 0,
        in_text=False,
    ),
    Action(
        "File",
        "Next level in this file",
        lambda w: w.document.go_to(w.document.index + 1),
        "Next",
        enabled=lambda w: w.document.index + 1 < w.document.count,
        in_text=False,
    ),
    None,
    Action("File", "Quit", lambda w: w.files.quit(), "Mod-q"),
    Action(
        "Edit",
        "Undo",
        lambda w: w.document.undo(),
        "Mod-z",
        "Undo",
        "Take back the last change",
        enabled=lambda w: bool(w.document.undo_label),
        object=lambda w: w.document.undo_label,
        in_text=False,
    ),
    Action(
        "Edit",
        "Redo",
        lambda w: w.document.redo(),
        "Mod-Shift-Z",
        "Redo",
        "Bring back what was undone",
        enabled=lambda w: bool(w.document.redo_label),
        object=lambda w: w.document.redo_label,
        in_text=False,
    ),
    None,
    Action("Edit", "Cut as map", lambda w: w.clipboard.cut(), "Mod-x", in_text=False),
    Action("Edit", "Copy as map", lambda w: w.clipboard.copy(), "Mod-c", in_text=False),
    Action(
        "Edit",
        "Copy as puzz.link link",
        lambda w: w.clipboard.copy("link"),
        "Mod-Shift-C",
        in_text=False,
    ),
    Action("Edit", "Copy as FlowDesk JSON", lambda w: w.clipboard.copy("json")),
    Action("Edit", "Copy picture", lambda w: w.exporting.copy_picture(), "Mod-Shift-E"),
    Action("Edit", "Paste a level", lambda w: w.clipboard.paste(), "Mod-v", in_text=False),
    None,
    *(Action("Edit", tool.action, _choose(tool), tool.key) for tool in TOOLS),
    Action("View", "Zoom in", lambda w: w.view.zoom_by(1), "Mod-plus"),
    Action("View", "Zoom out", lambda w: w.view.zoom_by(-1), "Mod-minus"),
    Action("View", "Actual size (100 %)", lambda w: w.zoom_normal(), "Mod-0"),
    Action("View", "Fit to window", lambda w: w.view.zoom_to_fit(), "Mod-1"),
    None,
    Action(
        "View",
        "Labels on the dots",
        lambda w: w.toggle_labels(),
        "Mod-l",
        enabled=lambda w: not w.theme.labels,
        checked=lambda w: w.labels,
    ),
    None,
    Submenu("View", "Theme", lambda w: w.theming.choices(), chosen=lambda w: w.theming.title),
    Action("View", "Next theme", lambda w: w.theming.next(), "Mod-t"),
    Action("View", "Make a theme of my own ...", lambda w: w.theming.make_own()),
    Action(
        "Level",
        "Check while drawing",
        lambda w: w.toggle_live(),
        "Mod-j",
        checked=lambda w: w.settings.live,
    ),
    Action(
        "Level",
        "Flip between two solutions",
        lambda w: w.two_solutions.flip(),
        "Mod-f",
        enabled=lambda w: w.two_solutions.can_flip,
    ),
    Action(
        "Level",
        "Map of what is certain",
        lambda w: w.map.toggle(),
        "Mod-m",
        checked=lambda w: w.map.is_on_show,
    ),
    None,
    Action(
        "Level",
        "Fill the rest with paths",
        lambda w: w.making.fill(),
        "Mod-Shift-F",
        enabled=lambda w: not w.making.running,
    ),
    Action(
        "Level",
        "Generate ...",
        lambda w: w.making.generate(),
        "Mod-g",
        enabled=lambda w: not w.making.running,
    ),
    None,
    Action("Level", "Resize ...", lambda w: w.resize(), "Mod-r"),
    None,
    Action("Level", "Rotate", lambda w: w.turn("rotate"), "Mod-Right", in_text=False),
    Action(
        "Level", "Flip horizontally", lambda w: w.turn("flip horizontally"), "Mod-Up", in_text=False
    ),
    Action(
        "Level", "Flip vertically", lambda w: w.turn("flip vertically"), "Mod-Down", in_text=False
    ),
    None,
    Action("Level", "Swap two colours ...", lambda w: w.swap_colors(), "Mod-k"),
    Action("Level", "Clear", lambda w: w.clear(), "Mod-Shift-Delete", in_text=False),
    Action(
        "Solve",
        "Solve",
        lambda w: w.solving.start(),
        "F5",
        "Solve",
        "Find the solution and watch it",
        enabled=lambda w: not w.solving.running,
        is_search=True,
    ),
    Action("Solve", "Hint", lambda w: w.hints.hint(), "F1"),
    Action(
        "Solve",
        "Stop, or hide what is shown",
        lambda w: w.escape(),
        "Escape",
    ),
    None,
    Action("Solve", "Play or pause", lambda w: w.player.play_or_pause(), "F6", enabled=_has_steps),
    Action("Solve", "One step", lambda w: w.player.step(), "F8", enabled=_has_steps),
    Action("Solve", "Skip to the end", lambda w: w.player.skip(), "F9", enabled=_has_steps),
    Action("Solve", "Replay", lambda w: w.player.replay(), "Shift-F5", enabled=_has_steps),
    None,
    Action(
        "Solve",
        "Watch the engine: distance",
        lambda w: w.watching.start("distance"),
        "Shift-F6",
        enabled=_in_lab,
    ),
    Action(
        "Solve",
        "Watch the engine: cells",
        lambda w: w.watching.start("cells"),
        "Shift-F8",
        enabled=_in_lab,
    ),
    Action("Solve", "Race engines ...", lambda w: w.races.open(), "Shift-F9"),
    Action(
        "Rules",
        "Explore the rules",
        lambda w: w.exploring.toggle(),
        "F7",
        "Rules",
        "See which rules make the solution",
        enabled=_in_lab,
        checked=_explores,
    ),
    None,
    Action("Rules", "Next rule", lambda w: w.exploring.next(), "F11", enabled=_explores),
    Action("Rules", "One rule back", lambda w: w.exploring.back(), "Shift-F11", enabled=_explores),
    Action(
        "Rules",
        "All rules, or none",
        lambda w: w.exploring.all_or_none(),
        enabled=_explores,
    ),
    None,
    Action(
        "Rules",
        "Which rules are needed?",
        lambda w: w.exploring.ask_which_are_needed(),
        enabled=lambda w: w.exploring.may_ask,
    ),
    Action(
        "Rules",
        "Why is there no solution?",
        lambda w: w.exploring.ask_why_none(),
        enabled=lambda w: w.exploring.may_ask,
    ),
    None,
    Action("Rules", "Open an example board", lambda w: w.exploring.show_example()),
    Action("Rules", "Open a board that shows the gaps", lambda w: w.exploring.show_gaps()),
    Action("Help", "Keys and pointer", lambda w: w.show_keys(), "question", in_text=False),
    Action("Help", "About FlowDesk", lambda w: w.show_about()),
)

#: What can be done, in the order of the menus.
ACTIONS = tuple(entry for entry in ENTRIES if isinstance(entry, Action))

MENUS = ("File", "Edit", "View", "Level", "Solve", "Rules", "Help")

#: What pointer and keys do on the board: the part of the key sheet that is no action.
GESTURES = (
    ("Click", "place the current colour, or use the chosen tool"),
    ("Drag an endpoint", "move it"),
    ("Drag with the Path tool", "draw a path; its ends become the endpoints"),
    ("Right click, Delete", "erase"),
    ("Middle click", "pick the colour under the pointer"),
    ("Wheel, 1 to 9, 0", "change the current colour"),
    ("Double click in the palette", "give a label another colour"),
    ("Arrow, Shift + arrow", "move the cursor; build or remove the wall there"),
    ("A letter", "place that colour at the cursor or pointer"),
    ("Space", "place the current colour at the cursor"),
    ("#", "make or fill a hole"),
    ("{mod} + wheel", "zoom round the pointer"),
    ("Middle drag, Space + drag", "pan"),
)
#: Another one, where the system lets programs take what is dropped.
DROPPING = ("Drop on the window", "open a file, a folder, a link or a text")


def key_of(label: str, mac: bool) -> str:
    """The key of the action with this label, as people write it."""
    return next(key_text(a.key, mac) for a in ACTIONS if a.label == label)


def key_text(key: str, mac: bool) -> str:
    """A key as people write it: ``Ctrl+Shift+Z``."""
    names = {
        "Mod": "⌘" if mac else "Ctrl",
        "plus": "+",
        "minus": "-",
        "question": "?",
        "Escape": "Esc",
        "Prior": "Page up",
        "Next": "Page down",
        "Right": "→",
        "Up": "↑",
        "Down": "↓",
    }
    parts = [names.get(part, part.upper() if len(part) == 1 else part) for part in key.split("-")]
    return "+".join(parts)


def key_sequences(key: str, mac: bool) -> list[str]:
    """What to bind for a key: a letter also comes in capitals when Caps Lock is on."""
    sequence = key.replace("Mod", "Command" if mac else "Control")
    head, _, last = sequence.rpartition("-")
    if head and "Shift" not in head and len(last) == 1 and last.isalpha():
        return [f"<{sequence}>", f"<{head}-{last.upper()}>"]
    if last == "plus":  # without Shift on many keyboards, and on the number block
        return [f"<{head}-plus>", f"<{head}-equal>", f"<{head}-KP_Add>"]
    if last == "minus":
        return [f"<{head}-minus>", f"<{head}-KP_Subtract>"]
    # With "Key", because <Control-1> alone would mean a button of the mouse.
    return [f"<{head}-Key-{last}>" if head else f"<Key-{last}>"]
