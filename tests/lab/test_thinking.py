"""A search that is watched: where it is, what the board shows of it, and what is said."""

from __future__ import annotations

from typing import Any

import pytest

from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.known import Mood
from flowdesk.kinds.table import board_scene
from flowdesk.lab.cdcl import Conflicted, Decided, FoundModel, Jumped, Learned, Propagated
from flowdesk.lab.clauses import literal_words
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import answer_scene, book_of
from flowdesk.lab.thinking import Thinking
from flowdesk.lab.thought_text import about_cell, about_event, about_literal, counts, learned, slide
from tests.lab.test_cdcl import LOOPS, level
from tests.samples import SMALL, level_of


class Ticks:
    """A clock that is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def thinking_of(puzzle: Any, form: str = FORMS[0], **options: Any) -> Thinking:
    """The search with the rules that the game needs, all of it known."""
    thinking = Thinking(puzzle, book_of(puzzle).needed(puzzle, form), form, **options)
    for _ in thinking.ahead():
        pass
    return thinking


def board(thinking: Thinking) -> dict[Cell, Any]:
    cells = board_scene(thinking.puzzle).tiles
    return {cell: thinking.tiles_at(cell, labels=False) for cell in cells}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name", ["lessons/04x04-rings.txt", pytest.param(LOOPS[0], marks=pytest.mark.slow)]
)
def test_what_a_step_changes_on_the_board_is_told(name: str, form: str) -> None:
    thinking = thinking_of(level(name), form)
    shown = board(thinking)
    total = min(thinking.total, 400)
    for at in [*range(1, total), *range(total - 2, -1, -7), total]:
        changed = thinking.go_to(at)
        now = board(thinking)
        differing = {cell for cell in now if now[cell] != shown[cell]}
        assert changed is None or differing <= changed
        shown = now


def test_with_labels_the_colours_of_a_cell_are_letters() -> None:
    thinking, cell = thinking_of(level("05x05-first-steps.txt")), (0, 0)
    assert isinstance(thinking.puzzle, Level)
    left = [tile for tile in thinking.tiles_at(cell, labels=True) if tile.kind == "pencil"]
    assert [tile.text for tile in left] == list(thinking.puzzle.pairs)
    assert not any(tile.text for tile in thinking.tiles_at(cell, labels=False))
    thinking.go_to(thinking.total)
    (letter,) = [tile for tile in thinking.tiles_at(cell, labels=True) if tile.text]
    assert thinking.puzzle.color(letter.text) == letter.color
    assert isinstance(thinking.event, FoundModel)
    answer = thinking.theory.formula.answer(thinking.event.model)
    assert letter in answer_scene(thinking.puzzle, answer).tiles[cell]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["05x05-first-steps.txt", LOOPS[0]])
def test_at_the_end_the_board_shows_the_checked_solution(name: str, form: str) -> None:
    puzzle = level(name)
    thinking = thinking_of(puzzle, form)
    thinking.go_to(thinking.total)
    assert isinstance(thinking.event, FoundModel)
    assert about_event(thinking)[:2] == ("Solved: the checker confirms this solution.", Mood.GOOD)
    answer = thinking.theory.formula.answer(thinking.event.model)
    expected, drawn = answer_scene(puzzle, answer, labels=False).tiles, ("pipe", "loop")
    for cell, tiles in board(thinking).items():
        lines = {(t.color, d) for t in tiles if t.kind in drawn for d in t.side}
        wanted = {(t.color, d) for t in expected[cell] if t.kind in drawn for d in t.side}
        lines |= {(t.color, t.side[-1]) for t in tiles if t.side[:4] in ("arm ", "edge")}
        assert {each for each in lines ^ wanted if each[1] in "tblr"} == set()


def test_an_answer_without_all_rules_is_no_solution() -> None:
    thinking = Thinking(level_of("R...R ....."), (1, 2, 3))
    thinking.go_to(sum(1 for _ in thinking.ahead()))
    text, mood, _ = about_event(thinking)
    assert (text, mood) == ("An answer, but no solution.", Mood.DOUBTFUL)


def test_rules_that_contradict_each_other_have_no_answer() -> None:
    thinking = thinking_of(level_of("R.B ... B.R"))
    thinking.go_to(thinking.total)
    text, mood, lines = about_event(thinking)
    assert text == "No answer: a clause is false, and nothing was decided."
    assert mood is Mood.BAD
    assert lines[-1].text == "The rules that are on contradict each other."


def test_the_walk_of_a_search_in_words() -> None:
    thinking = thinking_of(level("06x06-brackets.txt"))
    assert about_event(thinking)[0] == "Nothing is decided yet."
    thinking.step()
    assert about_event(thinking)[0] == "Row 1, column 6 has an arm down in Yellow (Y)."
    thinking.to_next(Decided)
    assert about_event(thinking)[0] == "Decide: row 1, column 1 is Red (R)."
    thinking.to_next(Conflicted)
    text, mood, lines = about_event(thinking)
    assert (text, mood) == ("Conflict at level 2: a clause is false.", Mood.BAD)
    assert lines[0].text.startswith("Rule 7 at row 2, column 1: if row 2, column 1 has an arm up")
    assert "¬arm(2,1,t) ∨ " in lines[1].text
    assert lines[3].text == "Row 2, column 1 has an arm up (level 1)"
    thinking.step()
    text, _, lines = about_event(thinking)
    assert text == "Learned clause 1, from 2 others."
    words = "row 2, column 1 has no arm right; it has an arm up; it is Red"
    assert slide(thinking).text == f"Not all three of these: {words} (R)."
    assert [line.text for line in lines[:5]] == [
        "Not all three of these:",
        "Row 2, column 1 has no arm right (level 2)",
        "Row 2, column 1 has an arm up (level 1)",
        "Row 2, column 1 is Red (R) (level 1)",
        "At level 1 all hold but the first, so row 2, column 1 has an arm right.",
    ]
    thinking.step()
    assert about_event(thinking)[0] == "Back to level 1: 18 values undone."
    assert [line.text.split(" ", 1)[0] for line in learned(thinking)] == ["1."]
    assert counts(thinking)["Certain"] == "450 of 816"


def test_the_walk_of_a_search_without_learning_in_words() -> None:
    thinking = thinking_of(level("06x06-brackets.txt"), learns=False)
    beginning = "\n".join(line.text for line in about_event(thinking)[2])
    assert "At a conflict, turn the latest decision round." in beginning
    thinking.to_next(Conflicted)
    decided = [x.literal for x in thinking.trace.assigned.values() if isinstance(x, Decided)]
    assert len(decided) == 2
    thinking.step()
    text, _, lines = about_event(thinking)
    assert text.startswith("Back to level 1: ")
    words = literal_words(-decided[1], thinking.theory.meaning)
    assert lines[0].text == (
        f"Nothing is learned. The latest decision is turned round: next, {words}."
    )
    thinking.step()
    text, mood, lines = about_event(thinking)
    assert text == f"{words[0].upper()}{words[1:]}."
    assert mood is Mood.NEUTRAL
    assert [line.text for line in lines] == [
        "The opposite was decided first, and has failed beside this:",
        "Row 1, column 1 is Red (R) (decided, level 1)",
    ]
    assert [line.text for line in learned(thinking)] == ["Learning is off."]
    thinking.go_to(thinking.total)
    assert about_event(thinking)[0] == "Solved: the checker confirms this solution."
    assert (counts(thinking)["Conflicts"], counts(thinking)["Learned"]) == ("5", "0")


def test_each_false_literal_of_a_reason_leads_back_to_decisions() -> None:
    thinking = thinking_of(level("07x07-nesting-dolls.txt"))
    thinking.to_next(Conflicted)
    waiting = [line.literal for line in about_event(thinking)[2] if line.literal]
    ends = set[str]()
    seen = set(waiting)
    while waiting:
        lines = about_literal(thinking, waiting.pop())
        causes = {line.literal for line in lines if line.literal} - seen
        if not any(line.literal for line in lines):
            ends.add(lines[-1].text)
        seen |= causes
        waiting += causes
    assert "It was decided, which began level 1." in ends
    assert any(text.endswith("says just this: a clause of one literal.") for text in ends)


def test_a_cell_lists_what_is_known_of_it() -> None:
    thinking = thinking_of(SMALL)
    thinking.go_to(thinking.total)
    free = next(cell for cell in SMALL.cells if cell not in SMALL.endpoints)
    colors = [line for line in about_cell(thinking, free) if line.text.startswith("Is ")]
    assert len(colors) == len(SMALL.pairs)
    end = next(iter(SMALL.endpoints))
    assert "the puzzle gives it" in about_cell(thinking, end)[1].text


def test_a_ring_is_answered_by_its_clause() -> None:
    thinking = thinking_of(level("05x05-gap-in-the-rules.txt"), order="fewest choices")
    thinking.to_next(FoundModel)
    text, _, lines = about_event(thinking)
    assert text == "An answer, but it breaks rule 11 (no loop): its clause is added."
    assert lines[0].text.startswith("Rule 11: not all")


def test_playing_takes_as_long_as_the_speed_says_and_ends() -> None:
    clock = Ticks()
    thinking = thinking_of(level("05x05-first-steps.txt"), clock=clock)
    thinking.play()
    clock.now += 1.0
    thinking.tick()
    assert 10 <= thinking.at <= 14
    thinking.speed = 10.0
    clock.now += 1.0
    thinking.tick()
    assert thinking.at == thinking.total
    assert not thinking.tick()
    assert not thinking.playing


def test_what_a_backjump_undoes_fades() -> None:
    thinking = thinking_of(level("06x06-brackets.txt"))
    thinking.to_next(Jumped)
    assert isinstance(thinking.event, Jumped)
    alone = board(thinking)
    thinking.back()
    thinking.step()
    assert thinking.fade == 1.0
    fading = board(thinking)
    assert {cell for cell in alone if alone[cell] != fading[cell]} <= thinking.fade_on(2.0)
    assert board(thinking) == alone != fading


def test_back_and_forth_between_events_of_a_kind() -> None:
    thinking = thinking_of(level("06x06-brackets.txt"))
    thinking.to_next(Learned)
    first = thinking.at
    thinking.to_next(Learned)
    thinking.to_previous(Learned)
    assert thinking.at == first
    thinking.to_previous(Learned)
    assert thinking.at == 0
    thinking.to_next(Propagated)
    assert thinking.at == thinking.total
