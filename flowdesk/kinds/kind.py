"""Kind: a table of everything that a kind of puzzle can do.

The rest of the program knows puzzles only through this table. Each kind has its own types of
puzzle and solution, which are `Any` here; `core.puzzle` has what they have in common. Functions
are module-level, so that they can be sent to worker processes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flowdesk.core.edit import Edit, Gesture, Kept, Spot
from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.json_object import JsonObject
from flowdesk.core.puzzle import size_problem
from flowdesk.draw.scene import MarkedEdge, Tile, Tiles
from flowdesk.kinds import words
from flowdesk.kinds.answers import (
    Certainty,
    CheckResult,
    Conflict,
    Count,
    Deduction,
    Difficulty,
    Formula,
    Remedy,
    Repairs,
    SolveResult,
    Trace,
)
from flowdesk.kinds.editor import FirstStep, Item, Tool
from flowdesk.kinds.entry import Entry, Format, Pzpr
from flowdesk.kinds.generator import Generator
from flowdesk.kinds.known import Known, Note, Verdict
from flowdesk.kinds.part import PartEdits
from flowdesk.kinds.play import Play
from flowdesk.kinds.sameness import Pattern
from flowdesk.kinds.steps import Step


def _with_about_of(puzzle: Any, other: Any) -> Any:
    return replace(other, about=puzzle.about)


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """The functions and values of a kind of puzzle; None for what this kind cannot do.

    Where a comment names arguments, they are positional unless they end in ``=``.
    """

    #: The key in files and in JSON, and the name that people read.
    key: str
    name: str
    #: What the window is for with this kind, and its rules: a few sentences.
    introduction: str = ""
    #: What actions and options have in braces: what its `text` and the `items` of its palette are
    #: called, and what it is to show what ``labels=`` draws, and to `complete` what is drawn. An
    #: `attempt` to be seen is "these paths" unless it is named here.
    names: Mapping[str, str] = field(
        default_factory=lambda: {
            **{"text": "text", "items": "items"},
            **{"labels": "Labels", "complete": "Complete what is drawn"},
        }
    )

    # The puzzle

    #: columns, rows -> an empty puzzle.
    new: Callable[[int, int], Any]
    #: puzzle -> everything that is wrong with it.
    findings: Callable[[Any], list[Finding]]
    #: puzzle -> only what has to be added or corrected before it can be solved at all.
    incomplete: Callable[[Any], list[Finding]]
    #: puzzle -> the number of its things that formats limit or lists of puzzles show, by name.
    contents: Callable[[Any], Mapping[str, int]] = lambda puzzle: {}
    #: The name of what lists of puzzles show the number of.
    counted: str = ""
    #: edit -> what undo keeps of an old edit, less than two whole puzzles; None keeps these.
    difference: Callable[[Edit[Any]], Kept[Any]] | None = None
    #: puzzle -> what makes it, to find others that are the same, turned or in other colours.
    pattern: Callable[[Any], Pattern] | None = None
    #: solution or None -> its fields in the JSON of the command line.
    answer_json: Callable[[Any], dict[str, object]]
    #: puzzle -> the same puzzle by the stricter rule of ``--non-touching``.
    strict: Callable[[Any], Any] | None = None

    # Solving. `solve` and `check` take any puzzle, the others a complete one. ``progress=`` is a
    # function that gets the result so far.

    #: puzzle, progress= -> a solution, or that there is none.
    solve: Callable[..., SolveResult]
    #: puzzle, progress= -> whether there is no, one or several solutions.
    check: Callable[..., CheckResult]
    #: puzzle, progress=, shares= (a bool: the share of each edge, too), most_states= (a limit of
    #: memory) -> the number of solutions.
    count: Callable[..., Count] | None = None
    #: puzzle, progress= -> why it has no solution; None if it has one.
    explain: Callable[..., Conflict | None] | None = None
    #: Whether the badge and the verb ``check`` tell that as well.
    says_why: bool = False
    #: puzzle, two of its solutions, progress= -> changes that leave exactly one solution.
    remedies: Callable[..., tuple[Remedy, ...]] | None = None
    #: puzzle without a solution, why it has none (or None), progress= -> changes that help.
    repairs: Callable[..., Repairs] | None = None
    #: puzzle, one of its solutions, progress= -> the edges that all, some or no solutions use.
    certain_edges: Callable[..., Certainty] | None = None
    #: puzzle -> how hard it is, or None if that cannot be told.
    rate: Callable[[Any], Difficulty | None] | None = None
    #: The levels of difficulty, the easiest first.
    difficulties: tuple[str, ...] = ()
    #: what is known of a puzzle, steps so far -> these steps and the next one.
    hint: Callable[[Known, Trace], Trace] | None = None
    #: what is known of a puzzle, steps before, steps now -> the hint as a sentence.
    hint_text: Callable[[Known, Trace, Trace], str] | None = None
    #: puzzle, lazy= (a bool: leave out what is stated only when a model breaks it) -> its formula.
    formula: Callable[..., Formula] | None = None

    # Words

    #: what is known of a puzzle -> how many solutions it has, in words.
    verdict: Callable[[Known], Verdict] = words.verdict
    #: what is known of a puzzle -> further lines for the list beside the board.
    remarks: Callable[[Known], list[Note]] = lambda known: []
    #: When a puzzle is complete, as in "every colour has its two endpoints".
    complete_when: str = "the puzzle is complete"
    #: puzzle, result of `solve` -> the result in words.
    found_verdict: Callable[[Any, SolveResult], Verdict] = words.found_verdict
    #: puzzle, result of `solve` -> a sentence for the status bar, and the cells to be marked.
    result_text: Callable[[Any, SolveResult], tuple[str, Collection[Cell]]] = words.result_text
    #: puzzle, result of `check` with two solutions -> what these differ in, without a full stop.
    differing: Callable[[Any, CheckResult], str] = words.differing
    #: puzzle -> what one of its solutions is called, as in "3 solutions".
    solution_name: Callable[[Any], str] = lambda puzzle: "solution"
    #: puzzle, solution -> rows of characters, for a terminal without colours.
    letters: Callable[[Any, Any], list[str]] = lambda puzzle, solution: []

    # Files

    #: entry -> its fields in FlowDesk JSON, without kind, size and "about".
    to_json: Callable[[Entry], dict[str, object]]
    #: such fields, columns, rows, "about" -> the entry; raises FormatError.
    from_json: Callable[[JsonObject, int, int, Mapping[str, str]], Entry]
    #: an entry, the same entry written and read -> what was lost or changed, as in "the title".
    lost: Callable[[Entry, Entry], Iterable[str]] = lambda before, after: ()
    #: The formats of this kind alone; puzzles are copied as text in the first one.
    formats: tuple[Format, ...] = ()
    #: Its links to puzz.link, and its files of that program.
    pzpr: Pzpr | None = None
    #: columns, rows, colours ``#rrggbb`` with their cells -> the puzzle with these dots, as they
    #: were read from a picture; raises FormatError.
    from_dots: Callable[[int, int, Sequence[tuple[str, Sequence[Cell]]]], Any] | None = None

    # Making

    #: How puzzles of this kind are generated.
    generator: Generator | None = None

    # Pictures. A segment is what a solution looks like in a cell; its type is the kind's own.

    #: solution -> its segment in each cell.
    segments: Callable[[Any], Mapping[Cell, Any]]
    #: puzzle, cell (also one column and row outside: at the right and bottom, with a margin all
    #: round), segment or None, labels= (a bool: draw what can be left out, such as
    #: letters) -> the tiles of the cell.
    cell_tiles: Callable[..., Tiles]
    #: Whether ``labels=`` makes a difference.
    has_labels: bool = False
    #: The width of the margin round pictures, in cells, into which lines on the border reach.
    margin: float = 0.0
    #: puzzle, solution -> the steps of the animation of a solution.
    steps: Callable[[Any, Any], list[Step]]
    #: puzzle -> the solution that its author has drawn, complete or not, or None.
    drawn_answer: Callable[[Any], Any] = lambda puzzle: None
    #: The names of its colours that themes may redefine, and their usual values.
    usual_colors: Mapping[str, str] = field(default_factory=dict)
    #: puzzle before, puzzle after -> the cells that may look different; None: all of them.
    changed_cells: Callable[[Any, Any], set[Cell] | None] = lambda before, after: None
    #: edges that are used, edges that are not -> tiles that mark them.
    edge_tiles: Callable[[Iterable[MarkedEdge], Iterable[MarkedEdge]], Mapping[Cell, Tiles]] = (
        lambda used, unused: {}
    )
    #: share of the solutions that use each edge (above 0, up to 1), edges that some solution uses,
    #: edges that none uses -> tiles of the map: thickness and pattern tell the shares.
    map_tiles: Callable[
        [Mapping[Edge, float], Iterable[Edge], Iterable[Edge]], Mapping[Cell, Tiles]
    ] = lambda shares, unsettled, unused: {}
    #: puzzle, deductions so far -> tiles of what they have found; what the last has, stands out.
    hint_tiles: Callable[[Any, Sequence[Deduction]], Mapping[Cell, Tiles]] = lambda *_: {}
    #: puzzle before, puzzle after, labels= -> tiles over cells in which a change shows: what goes
    #: is faint in a dashed frame, what comes in a solid one.
    change_tiles: Callable[..., Mapping[Cell, Tiles]] = lambda before, after, labels: {}
    #: puzzle -> its colours by their names in sentences.
    color_names: Callable[[Any], Mapping[str, str]] = lambda puzzle: {}
    #: puzzle, cell -> the tiles of a cell whose content a gesture is moving.
    ghost_tiles: Callable[[Any, Cell], Tiles] | None = None
    #: puzzle, what a gesture is moving, labels= -> its tiles at the pointer.
    carried_tiles: Callable[..., Tiles] | None = None
    #: puzzle -> one tile for each cell that is visible even where a cell is a single pixel.
    overview: Callable[[Any], Mapping[Cell, Tile]] | None = None

    #: How puzzles of this kind are played.
    play: Play | None = None

    # Editing. Functions that return a puzzle return the very same one if nothing changes.

    #: The first tool places the current item, and is chosen when a puzzle is opened.
    tools: Sequence[Tool]
    #: puzzle, name of the current item -> the items of the palette, the current one among them.
    palette: Callable[[Any, str], Sequence[Item]]
    #: puzzle, name of the item just placed, or "" at first -> the name of the next item.
    next_item: Callable[[Any, str], str]
    #: puzzle, cell, segment or None -> the name of the item in the cell, or None.
    item_at: Callable[[Any, Cell, Any], str | None] = lambda puzzle, cell, segment: None
    #: puzzle, spot, key, current item -> what the key does there, or None. The key is a character
    #: (a blank for the space bar, which else places the current item at the keyboard's cursor);
    #: for Shift and an arrow it is "", and the spot's edge is the one that the arrow points to.
    typed: Callable[[Any, Spot, str, str], Gesture[Any] | None] = lambda puzzle, spot, key, item: (
        None
    )
    #: puzzle, key that does nothing at its spot, current item -> the item that it chooses, or None.
    item_typed: Callable[[Any, str, str], str | None] = lambda puzzle, key, item: None
    #: What pointer and keys do on the board, for the list of all keys.
    gestures: Sequence[tuple[str, str]] = ()
    #: What a newcomer is shown on an empty board, in the order in which it is done.
    first_steps: Sequence[FirstStep] = ()
    #: puzzle, item, colour -> the puzzle in which the item has this colour.
    recolored: Callable[[Any, str, str], Any] | None = None
    #: puzzle, two items -> the puzzle in which each stands where the other one was.
    swapped: Callable[[Any, str, str], Any] | None = None
    #: puzzle, cells added (or, below 0, removed) at the left, top, right and bottom -> the puzzle.
    resized: Callable[[Any, int, int, int, int], Any] | None = None
    #: puzzle, one of `core.grid.TURNS` -> the turned or mirrored puzzle.
    turned: Callable[[Any, str], Any] | None = None
    #: puzzle, spot, name of the current item -> what a menu offers there, by the names of these.
    choices: Callable[[Any, Spot, str], Sequence[Gesture[Any]]] = lambda puzzle, spot, item: ()
    #: puzzle, item -> the puzzle in which the item is not placed.
    without_item: Callable[[Any, str], Any] | None = None
    #: How parts of a puzzle are removed and placed; with it, the tools have one that selects.
    parts: PartEdits | None = None
    #: puzzle -> the puzzle with nothing on its board.
    cleared: Callable[[Any], Any]
    #: puzzle -> whether nothing to be solved is placed yet.
    is_empty: Callable[[Any], bool] = lambda puzzle: False
    #: puzzle -> whether so little is placed that nobody expects a solution yet.
    is_sketch: Callable[[Any], bool] = lambda puzzle: False
    #: puzzle, other puzzle -> the other one with title, author and the like of the first.
    with_puzzle_of: Callable[[Any, Any], Any] = _with_about_of
    #: columns, rows, in_window= (a bool: the smaller limit of the window) -> why a puzzle cannot
    #: have this size, as a sentence; empty if it can.
    size_problem: Callable[..., str] = size_problem
    #: puzzle -> its size in a few words: ``7 × 7, 6 colours``.
    size_text: Callable[[Any], str] = lambda puzzle: f"{puzzle.width} × {puzzle.height}"
