"""The text beside a game: how far it is, what is in hand, the keys, and the result."""

from __future__ import annotations

from flowdesk.cli.terminal.page import Line
from flowdesk.core.grid import Cell, cell_name
from flowdesk.core.text import counted
from flowdesk.desk.play.game import Game
from flowdesk.desk.play.results import Result
from flowdesk.desk.play.words import moves_text, result_text, time_text

#: The keys that every kind has, for the list of keys.
_KEYS = (
    ("Home, End", "to the first, last column"),
    ("u, r", "undo, redo"),
    ("R twice", "restart"),
    ("h", "hint: the next deduction"),
    ("H", "draw the next part of a solution"),
    ("c", "check: mark what is wrong"),
    ("t, T", "begin a trial or keep it; drop it"),
    ("Esc", "let go, stop a search, to the menu"),
    ("Ctrl+C", "to the menu, and from there out"),
)
_SHORT = "?: keys  h: hint  Esc: menu"


def beside(game: Game, cursor: Cell, in_hand: str, message: str) -> list[Line]:
    """Return the lines beside a board."""
    has_hand = game.rules.can_take_up
    return [
        Line(game.puzzle.title, "strong"),
        Line(game.kind.words.size_text(game.puzzle), "faint"),
        Line(),
        *map(Line, game.progress.texts),
        Line(f"{_moves(game)}  {time_text(game.seconds)}"),
        Line(cell_name(cursor).capitalize()),
        *([Line(_hand(in_hand))] if has_hand else []),
        *([Line("Trial: t keeps, T drops", "strong")] if game.trial is not None else []),
        *([Line(), Line(message, "strong")] if message else []),
        Line(),
        Line(_SHORT, "faint"),
    ]


def below(game: Game, cursor: Cell, in_hand: str, message: str) -> list[Line]:
    """Return the same in few lines, for below a board."""
    here = [cell_name(cursor).capitalize()]
    here += [_hand(in_hand)] if game.rules.can_take_up else []
    here += ["trial"] if game.trial is not None else []
    return [
        Line(" · ".join((*game.progress.texts, _moves(game), time_text(game.seconds)))),
        Line(" · ".join(here)),
        Line(message or _SHORT, "strong"),
    ]


def keys(game: Game) -> list[Line]:
    """Return the list of all keys."""
    lines = [Line(f"{keys}: {what}") for keys, what in (*game.rules.keys, *_KEYS)]
    return [Line("Keys", "strong"), Line(), *lines, Line(), Line("Any key goes on.", "faint")]


def solved_text(result: Result, best: Result) -> str:
    """Return a sentence on a solved game and on the best one so far."""
    hints = counted(result.hints, "hint") if result.hints else "no hints"
    return " ".join(
        (
            f"Solved! Moves: {moves_text(result)}. {time_text(result.seconds)}, {hints}.",
            *(["Perfect!"] if result.is_perfect else []),
            *([best_text(best)] if best.times > 1 else []),
            "n: next level, Esc: menu.",
        )
    )


def best_text(best: Result) -> str:
    """Return the best result of a level in a sentence."""
    return f"Best so far: {result_text(best)}."


def _moves(game: Game) -> str:
    return counted(game.state.moves, "move")


def _hand(in_hand: str) -> str:
    return f"In hand: {in_hand}" if in_hand else "Nothing in hand"
