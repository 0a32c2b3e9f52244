"""Results of games, and answers to players who ask for help, in words."""

from __future__ import annotations

from collections.abc import Iterable

from flowdesk.core.grid import Cell, Edge, by_row, places
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.desk.play.help import Help
from flowdesk.desk.play.results import Result

NO_SOLUTION = "This puzzle has no solution, so it cannot be completed."


def time_text(seconds: float) -> str:
    """Return a time as a clock shows it: ``1:07``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def result_text(result: Result, *, show_time: bool = True) -> str:
    """Return a result in a few words: ``7 moves, 1:07, 2 hints``."""
    texts = [counted(result.moves, "move")]
    if show_time:
        texts.append(time_text(result.seconds))
    if result.hints:
        texts.append(counted(result.hints, "hint"))
    return ", ".join(texts)


def moves_text(result: Result) -> str:
    """Return the moves beside the smallest possible number: ``7, 5 would be enough``."""
    if result.moves <= result.fewest:
        return f"{result.moves}, the fewest possible"
    return f"{result.moves}, {result.fewest} would be enough"


def check_text(puzzle: Puzzle, found: Help) -> str:
    """Return the answer to a check in a sentence."""
    if found.wrong:
        return f"This cannot be part of any solution: {places(cells_at(puzzle, found.wrong))}."
    if found.is_checked:
        return "All that is drawn can be part of a solution."
    if found.solution:
        return "Nothing wrong was found, but not everything could be checked."
    return unsolved_text(is_unsolvable=found.is_unsolvable)


def unsolved_text(*, is_unsolvable: bool) -> str:
    """Return a sentence for a puzzle of which no solution is known."""
    return NO_SOLUTION if is_unsolvable else "No solution was found."


def no_hint_text(key: str) -> str:
    """Return the answer where no deduction is left; `key` is that of the stronger hint."""
    return f"No further conclusion is known here. {key} draws a part of the solution."


def cells_at(puzzle: Puzzle, edges: Iterable[Edge]) -> tuple[Cell, ...]:
    """Return the cells of the board beside some edges, in reading order."""
    return by_row({cell for edge in edges for cell in edge if puzzle.on_board(cell)})
