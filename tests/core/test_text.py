"""Words that sentences are put together of."""

from __future__ import annotations

from flowdesk.core.text import counted, in_past
from tests.for_all import for_all


@for_all(
    "what, done",
    [
        ("place Blue (B)", "Placed Blue (B)"),
        ("draw Red (R)", "Drew Red (R)"),
        ("erase this endpoint of Red (R)", "Erased this endpoint of Red (R)"),
        ("make a hole", "Made a hole"),
        ("fill the rest", "Filled the rest"),
        ("build walls", "Built walls"),
        ("remove edges", "Removed edges"),
        ("set clue 3", "Set clue 3"),
        ("change clue", "Changed clue"),
        ("thin out", "Thinned out"),
        ("swap Red (R) and Blue (B)", "Swapped Red (R) and Blue (B)"),
        ("copy selection", "Copied selection"),
        ("move selection", "Moved selection"),
        ("cut selection", "Cut selection"),
        ("clear", "Cleared"),
        ("paste", "Pasted"),
        ("resize", "Resized"),
        ("rotate", "Rotated"),
        ("flip horizontally", "Flipped horizontally"),
    ],
)
def test_what_was_done_is_told_of_every_edit(what: str, done: str) -> None:
    assert in_past(what) == done


def test_large_numbers_of_things_are_read_at_a_glance() -> None:
    said = [counted(number, "conflict") for number in (0, 1, 999, 1456)]
    assert said == ["0 conflicts", "1 conflict", "999 conflicts", "1,456 conflicts"]
