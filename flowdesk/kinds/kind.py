"""Kind: a table of everything that a kind of puzzle can do.

The rest of the program knows puzzles through this table alone. Its functions stand at the top of
modules, so that they can be sent to worker processes. A puzzle and its solution are of the
kind's own types, which are `Any` here; see `core.puzzle` for what all of them tell.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flowdesk.core.edit import Edit, Kept
from flowdesk.core.finding import Finding
from flowdesk.core.gesture import Spot
from flowdesk.core.grid import Cell, Edge
from flowdesk.core.json_object import JsonObject
from flowdesk.core.puzzle import size_problem
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds import words
from flowdesk.kinds.answers import (
    Certainty,
    CheckResult,
    Conflict,
    Count,
    Difficulty,
    Formula,
    Remedy,
    SolveResult,
    Trace,
)
from flowdesk.kinds.editor import Item, Tool, Typed
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.format import Format
from flowdesk.kinds.generator import Generator
from flowdesk.kinds.known import Known, Note, Verdict
from flowdesk.kinds.pzpr import Pzpr
from flowdesk.kinds.steps import Step


@dataclass(frozen=True)
class Counted:
    """What there are many of in a puzzle: the heading of a column, and how many."""

    heading: str
    number: Callable[[Any], int]


def _with_about_of(puzzle: Any, other: Any) -> Any:
    return replace(other, about=puzzle.about)


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """A kind of puzzle. An entry that may be None is something that not every kind can do."""

    #: As in files and JSON, and as people call it.
    key: str
    name: str

    # The puzzle

    #: An empty board of so many columns and rows.
    new: Callable[[int, int], Any]
    #: What is wrong with a puzzle: everything, and what keeps it from being solved at all.
    findings: Callable[[Any], list[Finding]]
    incomplete: Callable[[Any], list[Finding]]
    #: What is wrong with a solution of a puzzle: the checker, which shares nothing with solvers.
    mistakes: Callable[[Any, Any], list[Finding]]
    #: What is counted of each puzzle in a list of many.
    counted: Counted | None = None
    #: What to keep of an old edit instead of two whole puzzles.
    difference: Callable[[Edit[Any]], Kept[Any]] | None = None
    #: A solution, or None, as JSON on the command line has it.
    answer_json: Callable[[Any], dict[str, object]]

    #: The same puzzle by the stricter rule that this kind has, as ``--non-touching`` asks for.
    strict: Callable[[Any], Any] | None = None

    # Knowledge: each takes a complete puzzle, solve and check any; and `progress`, a function that
    # gets the result so far. Steps of reasoning are given at once, without it.

    solve: Callable[..., SolveResult]
    check: Callable[..., CheckResult]
    #: With ``shares=`` and `most_states`, the most that it may have in mind at once.
    count: Callable[..., Count] | None = None
    #: Why there is no solution.
    explain: Callable[..., Conflict] | None = None
    #: What would leave one solution: a puzzle and two of its solutions.
    remedies: Callable[..., tuple[Remedy, ...]] | None = None
    #: What all solutions have in common: a puzzle and one of its solutions.
    certain_edges: Callable[..., Certainty] | None = None
    #: How hard it is, and the words for that, the easiest first.
    rate: Callable[[Any], Difficulty | None] | None = None
    difficulties: tuple[str, ...] = ()
    #: The steps of a player so far and the next one: what is known of a puzzle, those so far; and
    #: what is said of it: what is known of the puzzle, the steps before, and those now.
    hint: Callable[[Known, Trace], Trace] | None = None
    hint_text: Callable[[Known, Trace, Trace], str] | None = None
    #: A complete puzzle as a formula; `lazy` and `non_touching` are options of `flowdesk cnf`.
    formula: Callable[..., Formula] | None = None

    # Words

    #: What is said of what is known of a puzzle; and what else is worth a note beside the board.
    verdict: Callable[[Known], Verdict] = words.verdict
    remarks: Callable[[Known], list[Note]] = lambda known: []
    #: When a puzzle is complete: "every colour has its two endpoints".
    complete_when: str = "the puzzle is complete"
    #: What is said of a search for a solution of a puzzle.
    found_verdict: Callable[[Any, SolveResult], Verdict] = words.found_verdict
    #: What a search found, as a sentence, and the cells that it is about.
    result_text: Callable[[Any, SolveResult], tuple[str, Collection[Cell]]] = words.result_text
    #: What its solutions are called where they are counted.
    solution_name: Callable[[Any], str] = lambda puzzle: "solution"
    #: A solved puzzle as the rows of a plain terminal.
    letters: Callable[[Any, Any], list[str]] = lambda puzzle, solution: []

    # Files

    #: An entry's fields in FlowDesk JSON beside its size and what is told about it, and the entry
    #: of such fields, columns, rows, and what is told about it.
    to_json: Callable[[Entry], dict[str, object]]
    from_json: Callable[[JsonObject, int, int, Mapping[str, str]], Entry]
    #: What of the first entry is lost or changed in the second one, as in "the title".
    lost: Callable[[Entry, Entry], Iterable[str]] | None = None
    #: How many things of each name a puzzle has, where some format holds only so many of them.
    contents: Callable[[Any], Mapping[str, int]] | None = None
    #: The formats that hold this kind alone; the first one is what a person gets as text.
    formats: tuple[Format, ...] = ()
    #: Its part in links to puzz.link, and in the files of that program.
    pzpr: Pzpr | None = None

    # Making

    #: How puzzles are made, and what is drawn of one is filled up.
    generator: Generator | None = None

    # Pictures

    #: The segments of a solution: what it looks like in each cell, as `cell_tiles` understands it.
    segments: Callable[[Any], Mapping[Cell, Any]]
    #: A cell, or a place just outside the right and lower border: puzzle, cell, its segment;
    #: with ``labels=`` there are letters on it.
    cell_tiles: Callable[..., Tiles]
    #: How a solution of a puzzle comes onto the board.
    steps: Callable[[Any, Any], list[Step]]
    #: What is drawn of a solution on a puzzle, if anything.
    drawn_answer: Callable[[Any], Any] | None = None
    #: The names of its colours, and what they usually are: names that themes may use.
    usual_colors: Mapping[str, str] = field(default_factory=dict)
    #: The segments that the author has drawn.
    drawn_segments: Callable[[Any], Mapping[Cell, Any]] = lambda puzzle: {}
    #: The cells that may look different in two puzzles; None if that may be any.
    changed_cells: Callable[[Any, Any], set[Cell] | None] = lambda before, after: None
    #: What marks edges as part of a solution, each given with its colour and strength.
    edge_tiles: Callable[[Iterable[tuple[Edge, str, float]]], Mapping[Cell, Tiles]] = (
        lambda marked: {}
    )
    #: While a gesture carries what is in a cell: the cell, and with ``labels=`` what is carried.
    ghost_tiles: Callable[[Any, Cell], Tiles] | None = None
    carried_tiles: Callable[..., Tiles] | None = None

    # Editing: each function gives back the very puzzle that it got if nothing changes

    #: The first tool places what the palette offers, and is chosen for a puzzle that is opened.
    tools: Sequence[Tool]
    #: What there is to place; the current item, by its name, is always among it.
    palette: Callable[[Any, str], Sequence[Item]]
    #: The name of the item to go on with after the current one, or, after an empty name, to begin.
    next_item: Callable[[Any, str], str]
    #: The name of the item to be seen in a cell: puzzle, cell, its segment.
    item_at: Callable[[Any, Cell, Any], str | None] = lambda puzzle, cell, segment: None
    #: What a key does at a spot, with the current item: a character, or for an arrow with Shift
    #: an empty one and the edge that it points to.
    typed: Callable[[Any, Spot, str, str], Typed | None] = lambda puzzle, spot, key, item: None
    #: The item that a key chooses which does nothing at a spot: puzzle, key, current item.
    item_typed: Callable[[Any, str, str], str | None] = lambda puzzle, key, item: None
    #: What pointer and keys do on the board, for the sheet of all keys.
    gestures: Sequence[tuple[str, str]] = ()
    #: Another colour for an item.
    recolored: Callable[[Any, str, str], Any] | None = None
    #: Two items changed for each other.
    swapped: Callable[[Any, str, str], Any] | None = None
    #: Rows and columns added, or taken away: at the left, top, right and bottom.
    resized: Callable[[Any, int, int, int, int], Any] | None = None
    #: One of `core.grid.TURNS`.
    turned: Callable[[Any, str], Any] | None = None
    #: The board with nothing on it, and whether nothing to be solved is placed on it yet.
    cleared: Callable[[Any], Any]
    is_empty: Callable[[Any], bool] = lambda puzzle: False
    #: A puzzle with all that is to be solved of another one; what is told of it stays.
    with_puzzle_of: Callable[[Any, Any], Any] = _with_about_of
    #: Why a puzzle cannot have so many columns and rows, with ``in_window=`` in the window.
    size_problem: Callable[..., str] = size_problem
    #: How large a puzzle is, in a few words: ``7 × 7, 6 colours``.
    size_text: Callable[[Any], str] = lambda puzzle: f"{puzzle.width} × {puzzle.height}"
    #: One tile for each cell that is to be seen even where a cell is a single pixel.
    overview: Callable[[Any], Mapping[Cell, Tile]] | None = None
