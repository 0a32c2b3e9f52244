"""Every action of the window: menus, toolbar, keys and the key sheet are made from this table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

#: Between the names of a menu and of one in it.
WITHIN = " > "


@dataclass(frozen=True)
class Action:
    """A menu entry; its label is also the name of its `Command`.

    `menu` may be one within another, as ``File > Import``. `key` is written as in Tk, without
    brackets; ``Mod`` is Control, or Command on a Mac. `tool` is the label on the toolbar, empty for
    no button. With `is_search`, that button stops the search while one runs. Without `in_text`, the
    key is left to a text field that has the focus. An action that `edits` is greyed out while the
    level is played.
    """

    menu: str
    label: str
    key: str = ""
    tool: str = ""
    tip: str = ""
    in_text: bool = True
    is_search: bool = False
    edits: bool = False


@dataclass(frozen=True)
class Submenu:
    """A menu within a menu, with `Choices` of the same name; `empty` is shown if there are none."""

    menu: str
    label: str
    empty: str = ""


@dataclass(frozen=True)
class Command:
    """What an action does. With `checked`, the action is a switch, and this tells whether it is on.

    `object` gives a word or two to append to the label in the menu, such as what undo takes back.
    `refusal` says in a sentence why this is not for the puzzle on the board; empty if it is.
    """

    run: Callable[[], object]
    enabled: Callable[[], bool] = lambda: True
    checked: Callable[[], bool] | None = None
    object: Callable[[], str] | None = None
    refusal: Callable[[], str] = lambda: ""

    def is_possible(self) -> bool:
        return not self.refusal() and self.enabled()


#: An entry of a submenu: its label, and what it does.
Choice: TypeAlias = tuple[str, Callable[[], object]]


#: Tells what a submenu offers, and the label of the current choice, unless there is no such thing.
Choices: TypeAlias = Callable[[], tuple[Sequence[Choice], str | None]]

STOP = "Stop, or hide what is shown"

#: The menus from top to bottom; None draws a line. On the toolbar lines part the menus.
#: The tools of the puzzle on the board follow at the end of Edit.
ENTRIES: tuple[Action | Submenu | None, ...] = (
    Action("File", "New ...", "Mod-n", "New", "Start with an empty board"),
    Action("File", "Open ...", "Mod-o", "Open", "Open a file"),
    Submenu("File", "Open recent", empty="No files yet"),
    Action("File", "Browse pack", "Mod-b"),
    Action("File", "Save", "Mod-s", "Save", "Save the file"),
    Action("File", "Save as ...", "Mod-Shift-S"),
    Action("File", "Rename ...", "Mod-Shift-N"),
    Action("File", "Pack ..."),
    None,
    Action("File > Import", "Import picture ...", "Mod-i"),
    Action("File > Import", "Import from clipboard"),
    Action("File > Import", "Grab from screen ...", "Mod-Shift-I"),
    Action("File > Import", "Import folder of pictures ..."),
    None,
    Action("File", "Export picture ...", "Mod-e"),
    Action("File", "Print booklet ...", "Mod-p"),
    Action("File", "Publish as web page ..."),
    None,
    Action("File", "Previous puzzle", "Prior", in_text=False),
    Action("File", "Next puzzle", "Next", in_text=False),
    None,
    Action("File", "Close tab", "Mod-w"),
    Action("File", "Quit", "Mod-q"),
    Action("Edit", "Undo", "Mod-z", "Undo", "Take back the last change", in_text=False),
    Action("Edit", "Redo", "Mod-Shift-Z", "Redo", "Bring back what was undone", in_text=False),
    None,
    Action("Edit", "Cut as {text}", "Mod-x", in_text=False, edits=True),
    Action("Edit", "Copy as {text}", "Mod-c", in_text=False),
    Action("Edit > Copy as", "Copy as puzz.link link", "Mod-Shift-C", in_text=False),
    Action("Edit > Copy as", "Copy as FlowDesk JSON"),
    Action("Edit > Copy as", "Copy picture", "Mod-Shift-E"),
    Action("Edit", "Paste a puzzle", "Mod-v", in_text=False),
    Action("Edit", "Select all", "Mod-a", in_text=False, edits=True),
    None,
    Action("Edit", "Settings ...", "Mod-comma"),
    None,
    Action("View", "All puzzles", "Mod-Shift-A"),
    None,
    Action("View", "Next tab", "Mod-Tab"),
    Action("View", "Previous tab", "Mod-Shift-Tab"),
    None,
    Action("View", "Zoom in", "Mod-plus"),
    Action("View", "Zoom out", "Mod-minus"),
    Action("View", "Actual size (100 %)", "Mod-0"),
    Action("View", "Fit to window", "Mod-1"),
    None,
    Action("View", "Rulers", "Mod-Shift-L"),
    Action("View", "{labels}", "Mod-l"),
    None,
    Action("View", "Side panel", "F4"),
    Action("View", "Palette and tools", "Shift-F4"),
    Action("View", "Pack below the board", "F9"),
    Action("View", "Full screen", "Alt-Return"),
    None,
    Submenu("View", "Theme"),
    Action("View", "Next theme", "Mod-t"),
    Action("View", "Make a theme of my own ..."),
    None,
    Action("View", "Reduce motion"),
    Action("Puzzle", "Solve", "F5", "Solve", "Find the solution and watch it", is_search=True),
    Action("Puzzle", "Hint", "F1"),
    Action("Puzzle", "Previous hint", "Mod-F1"),
    Action("Puzzle", STOP, "Escape"),
    Action("Puzzle > Animation", "Play or pause", "F6"),
    Action("Puzzle > Animation", "One step", "F8"),
    Action("Puzzle > Animation", "One step back", "Mod-F8"),
    Action("Puzzle > Animation", "Skip to the end", "Mod-End", in_text=False),
    Action("Puzzle > Animation", "Replay", "Shift-F5"),
    Action("Puzzle > Animation", "Faster"),
    Action("Puzzle > Animation", "Slower"),
    None,
    Action("Puzzle", "Check while drawing", "Mod-j"),
    Action("Puzzle", "Flip between two solutions", "Mod-f"),
    Action("Puzzle", "Map of what is certain", "Mod-m"),
    Action("Puzzle", "Where players went wrong", "Mod-Shift-M"),
    None,
    Action("Puzzle", "{complete}", "Mod-Shift-F", edits=True),
    Action("Puzzle", "Generate ...", "Mod-g"),
    Action("Puzzle", "Make variations ...", "Mod-Shift-G", edits=True),
    Action("Puzzle", "Make again here", edits=True),
    Submenu("Puzzle", "Improve", empty="No solution is known yet"),
    None,
    Action("Puzzle", "Resize ...", "Mod-r", edits=True),
    None,
    Action("Puzzle", "Rotate", "Mod-Right", in_text=False, edits=True),
    Action("Puzzle", "Flip horizontally", "Mod-Up", in_text=False, edits=True),
    Action("Puzzle", "Flip vertically", "Mod-Down", in_text=False, edits=True),
    None,
    Action("Puzzle", "Swap two {items} ...", "Mod-k", edits=True),
    Action("Puzzle", "Clear", "Mod-Shift-Delete", in_text=False, edits=True),
    Action("Play", "Play this puzzle", "F12"),
    None,
    Action("Play", "Next unsolved puzzle", "Mod-Next", in_text=False),
    Action("Play", "Surprise me ...", "Shift-F12"),
    None,
    Action("Play", "Start again", "Mod-Shift-R"),
    Action("Play", "Stronger hint", "Shift-F1"),
    Action("Play", "Check what is drawn", "Mod-Shift-K"),
    None,
    Action("Play", "Begin a trial", "Mod-Shift-T"),
    Action("Play", "Keep the trial", "Mod-Return"),
    Action("Play", "Drop the trial", "Mod-BackSpace"),
    None,
    Action("Play", "Show the time"),
    Action("Lab", "Explore the rules", "F7"),
    Action("Lab", "Next rule", "F11"),
    Action("Lab", "Previous rule", "Shift-F11"),
    Action("Lab", "All rules on or off"),
    Action("Lab", "See the clauses"),
    Action("Lab", "Which rules are needed?"),
    Action("Lab", "Why is there no solution?"),
    None,
    Action("Lab", "Watch the solver think", "Mod-F7"),
    Action("Lab", "Next decision", "Mod-F6"),
    Action("Lab", "Next conflict", "Mod-F9"),
    Action("Lab", "Next answer", "Mod-F5"),
    None,
    Action("Lab", "Compare encodings ..."),
    Action("Lab", "Open formula ..."),
    Action("Lab", "Open folder of formulas ..."),
    Action("Lab", "Engines", "Shift-F9"),
    None,
    Action("Lab", "Present", "Shift-F7"),
    Submenu("Lab", "Lessons", empty="No lessons"),
    Action("Lab", "Open lesson ..."),
    Action("Lab", "Save lesson ..."),
    Action("Lab > This lesson", "Show answer", "Mod-F11"),
    Action("Lab > This lesson", "Begin step here"),
    Action("Lab > This lesson", "Close lesson"),
    Action("Lab > Boards", "Open an example board"),
    Action("Lab > Boards", "Open a board the published rules get wrong"),
    Action("Help", "Guide"),
    Action("Help", "First steps"),
    Action("Help", "Keys and pointer", "question", in_text=False),
    Action("Help", "About FlowDesk"),
)

#: What can be done, in the order of the menus.
ACTIONS = tuple(entry for entry in ENTRIES if isinstance(entry, Action))

#: What a key answers where no puzzle of the kind on the board can do what it is for.
NOT_THIS_KIND = "That is not for puzzles of this kind."

#: What it answers where its action is greyed out for now.
GREYED = {
    **dict.fromkeys(("Rename ...", "Pack ..."), "Save the puzzle first, in the folder of a pack."),
    "Previous puzzle": "There is no puzzle before this one.",
    "Next puzzle": "There is no puzzle after this one.",
    "Undo": "There is nothing to undo.",
    "Redo": "There is nothing to redo.",
    "All puzzles": "There are no other puzzles here, or they wait for the end of what is shown.",
    **dict.fromkeys(("Next tab", "Previous tab"), "There is no other tab."),
    "{labels}": "This theme shows labels in any case.",
    **dict.fromkeys(("Side panel", "Palette and tools"), "There is no such panel now."),
    "Solve": "A solution is being looked for.",
    "Previous hint": "There is no hint before this one.",
    **dict.fromkeys(
        (
            *("Play or pause", "One step", "One step back", "Skip to the end", "Replay"),
            *("Faster", "Slower"),
        ),
        "There is no step to show: a solution brings an animation.",
    ),
    "Flip between two solutions": "No two solutions are known.",
    **dict.fromkeys(
        ("{complete}", "Generate ...", "Surprise me ..."), "A puzzle is being made: one at a time."
    ),
    "Make again here": "Select a rectangle first: only what leads through it changes.",
    "Next unsolved puzzle": "There are no other puzzles in this file, or beside it.",
    **dict.fromkeys(
        ("Hint", "Start again", "Stronger hint", "Check what is drawn", "Begin a trial"),
        "That is for a game that goes on.",
    ),
    **dict.fromkeys(("Keep the trial", "Drop the trial"), "There is no trial."),
    **dict.fromkeys(("Next rule", "Previous rule"), "No rules are being explored."),
    "Show answer": "No lesson is open.",
    "Begin step here": "Open a lesson, and watch the solver with its rules.",
    **dict.fromkeys(
        ("Next decision", "Next conflict", "Next answer"), "No solver is watched thinking."
    ),
}

MENUS = ("File", "Edit", "View", "Puzzle", "Play", "Lab", "Help")

#: What pointer and keys do on the board of any kind: the part of the key sheet that is no action.
GESTURES = (
    ("Wheel, Shift+wheel", "scroll up and down, sideways"),
    ("{mod}+wheel", "zoom round the pointer"),
    ("Middle drag, Space+drag", "move the board"),
    ("Shift+right click, Shift+F10", "a menu of what can be done here"),
    ("Long press", "the same, while editing"),
)
#: Another one, where the system lets programs take what is dropped.
DROPPING = ("Drop on the window", "open files, pictures, a folder, a link or a text")


def action_of(label: str) -> Action:
    return next(action for action in ACTIONS if action.label == label)


def key_of(label: str, mac: bool) -> str:
    """Return the key of the action with this label, as people write it."""
    return key_text(action_of(label).key, mac)


def key_text(key: str, mac: bool) -> str:
    """Return a key as people write it: ``Ctrl+Shift+Z``."""
    names = {
        "Mod": "⌘" if mac else "Ctrl",
        "plus": "+",
        "minus": "-",
        "comma": ",",
        "question": "?",
        "asterisk": "*",
        "Escape": "Esc",
        "Prior": "Page up",
        "Next": "Page down",
        "Return": "Enter",
        "BackSpace": "Backspace",
        "Right": "→",
        "Up": "↑",
        "Down": "↓",
    }
    parts = [names.get(part, part.upper() if len(part) == 1 else part) for part in key.split("-")]
    return "+".join(parts)


def key_sequences(key: str, mac: bool) -> list[str]:
    """Return the Tk events to bind for a key; letters also as capitals, for Caps Lock."""
    sequence = key.replace("Mod", "Command" if mac else "Control")
    head, _, last = sequence.rpartition("-")
    if head and "Shift" not in head and len(last) == 1 and last.isalpha():
        return [f"<{sequence}>", f"<{head}-{last.upper()}>"]
    if last == "plus":  # without Shift on many keyboards, and on the number block
        return [f"<{head}-plus>", f"<{head}-equal>", f"<{head}-KP_Add>"]
    if last == "Tab":  # of the system on a Mac; with Shift it has a name of its own on X11
        shifted = ["<Control-Shift-Tab>", "<Control-ISO_Left_Tab>"]
        return shifted if "Shift" in head else ["<Control-Tab>"]
    if last == "minus":
        return [f"<{head}-minus>", f"<{head}-KP_Subtract>"]
    # With "Key", because <Control-1> alone would mean a button of the mouse.
    return [f"<{head}-Key-{last}>" if head else f"<Key-{last}>"]
