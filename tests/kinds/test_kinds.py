"""Every part that a kind has keeps what is said of it, for every kind, the trial one included."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest

from flowdesk.core.edit import Edit
from flowdesk.core.grid import TURNS, Area
from flowdesk.core.puzzle import noted
from flowdesk.formats.registry import JSON
from flowdesk.kinds.answers import Certainty, CheckStatus, SolveStatus, Trace
from flowdesk.kinds.editor import Part
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.known import Known
from flowdesk.kinds.play import Look
from flowdesk.kinds.table import KINDS, AnyKind, board_scene, kind_of
from tests.for_all import for_all
from tests.kind_samples import SAMPLES, Sample
from tests.kinds.test_trial_kind import RAILS, rails  # noqa: F401 -- a fixture: it is in the table

PARTS = (
    *("words", "files", "drawing", "editing", "solving", "counting", "mending", "reasoning"),
    *("shaping", "coloring", "making", "playing", "scanning"),
)


def with_part(name: str) -> pytest.MarkDecorator:
    """Try a test with every kind that has a part."""
    have = [key for key in SAMPLES if getattr(kind(key), name)]
    return pytest.mark.parametrize("key", have)


def kind(key: str) -> AnyKind:
    return RAILS if key == RAILS.key else KINDS[key]


def solution(sample: Sample) -> Any:
    return kind_of(sample.unique).solving.solve(sample.unique).solution


def test_every_kind_has_a_sample() -> None:
    assert set(KINDS) <= set(SAMPLES)


@for_all("key", SAMPLES)
@for_all("part", PARTS)
def test_methods_can_be_sent_to_worker_processes(key: str, part: str) -> None:
    found = getattr(kind(key), part)
    for name in dir(found) if found else ():
        if not name.startswith("_") and callable(getattr(found, name)):
            assert callable(pickle.loads(pickle.dumps(getattr(found, name))))


@with_part("solving")
def test_it_is_solved_and_checked(key: str) -> None:
    sample, solving = SAMPLES[key], kind(key).solving
    assert solving.solve(sample.unique).status is SolveStatus.SOLVED
    found = solving.check(sample.unique)
    assert found.status is CheckStatus.UNIQUE
    assert found.solutions[0].edges == solution(sample).edges
    if sample.several:
        assert solving.check(sample.several).status is CheckStatus.MULTIPLE
    if sample.unsolvable:
        assert solving.check(sample.unsolvable).status is CheckStatus.UNSOLVABLE
    strict = solving.strict(sample.unique)
    assert strict.is_same_puzzle(sample.unique) != solving.has_strict_rule
    if solving.has_formula:
        assert solving.formula(sample.unique).cnf.clauses()


@with_part("files")
def test_its_json_keeps_everything(key: str) -> None:
    sample, files = SAMPLES[key], kind(key).files
    entry = Entry(noted(sample.unique, {"title": "A title"}), solution(sample))
    (again,) = JSON.read(JSON.write([entry]))
    assert again.level == entry.level
    assert "solution" not in JSON.write([entry]) or again.solution.edges == entry.solution.edges
    assert not [lost for lost in files.lost(entry, again) if lost != "the solution"]
    for answer in (None, entry.solution):
        assert json.loads(json.dumps(files.answer_json(answer)))
    for format in files.formats:
        assert format.read(format.sample)


@with_part("drawing")
def test_an_animation_ends_with_the_picture_of_the_solution(key: str) -> None:
    sample, drawing = SAMPLES[key], kind(key).drawing
    puzzle, answer = sample.unique, solution(sample)
    shown: dict[Any, object] = {}
    for step in drawing.steps(puzzle, answer):
        shown.update(step.segments)
    whole = board_scene(puzzle, drawing.segments(puzzle, answer))
    assert board_scene(puzzle, shown).tiles == whole.tiles
    assert whole.tiles != board_scene(puzzle).tiles
    if not drawing.has_labels:
        assert board_scene(puzzle, labels=True).tiles == board_scene(puzzle).tiles


@with_part("editing")
def test_it_is_edited(key: str) -> None:
    sample, editing = SAMPLES[key], kind(key).editing
    empty = editing.cleared(sample.unique)
    assert editing.cleared(empty) is empty or editing.cleared(empty) == empty
    assert kind(key).findings(empty)
    first = editing.next_item(empty, "")
    assert first in [item.name for item in editing.palette(empty, first)]
    assert len({tool.name for tool in editing.tools}) == len(editing.tools)
    for step in editing.first_steps:
        assert step.is_done is None or step.is_done(step.after)
    edit = Edit("clear", sample.unique, empty)
    assert kind(key).difference(edit).restored(empty).before == sample.unique


@with_part("words")
def test_its_words_are_told(key: str) -> None:
    sample, words = SAMPLES[key], kind(key).words
    puzzle = sample.unique
    checked = Known(puzzle, check=kind(key).solving.check(puzzle))
    assert words.verdict(checked).line == "exactly one solution"
    assert words.size_text(puzzle).startswith(f"{puzzle.width} × {puzzle.height}")
    assert not words.counted or words.counted in kind(key).contents(puzzle)
    assert words.result_text(puzzle, kind(key).solving.solve(puzzle))[0].endswith(".")
    incomplete = kind(key).editing.cleared(puzzle)
    known = Known(incomplete, tuple(kind(key).findings(incomplete)))
    assert words.verdict(known).line == "not a complete puzzle"


@with_part("counting")
def test_it_is_counted(key: str) -> None:
    sample, counting = SAMPLES[key], kind(key).counting
    assert counting
    found = counting.count(sample.unique, shares=True)
    assert (found.number, found.exact) == (1, True)
    used = {edge for edge, share in (found.shares or {}).items() if share == 1}
    assert used == solution(sample).edges
    assert counting.certain_edges(sample.unique, solution(sample)).on == used
    assert counting.count(sample.several).number > 1


@with_part("counting")
def test_turns_and_little_memory_change_no_count(key: str) -> None:
    puzzle, counting, shaping = SAMPLES[key].many, kind(key).counting, kind(key).shaping
    assert counting
    assert shaping
    counted = counting.count(puzzle, shares=True)
    sparing = counting.count(puzzle, shares=True, most_states=counted.widest)
    assert (sparing.number, sparing.shares) == (counted.number, counted.shares)
    for turn in TURNS:
        assert counting.count(shaping.turned(puzzle, turn)).number == counted.number > 1


@with_part("counting")
def test_what_is_told_of_certain_edges_on_the_way_is_true_and_grows(key: str) -> None:
    puzzle, counting = SAMPLES[key].many, kind(key).counting
    assert counting
    told: list[Certainty] = []
    solution = kind(key).solving.solve(puzzle).solution
    found = counting.certain_edges(puzzle, solution, progress=told.append)
    shares = counting.count(puzzle, shares=True).shares or {}
    assert found.on == {edge for edge, share in shares.items() if share == 1}
    assert found.off == {edge for edge, share in shares.items() if share == 0}
    assert found.open == set(shares) - found.on - found.off
    assert len(told) > 1
    before = Certainty(frozenset(), frozenset(), frozenset(), False)
    for so_far in told:
        assert so_far.on <= found.on
        assert so_far.off <= found.off
        assert so_far.open <= found.open
        assert so_far.on | so_far.off | so_far.open > before.on | before.off | before.open
        assert so_far.seconds >= before.seconds
        assert so_far.finished == (so_far is told[-1])
        before = so_far


@with_part("mending")
def test_it_is_mended(key: str) -> None:
    sample, mending, solving = SAMPLES[key], kind(key).mending, kind(key).solving
    assert mending
    assert mending.explain(sample.unsolvable)
    two = solving.check(sample.several).solutions
    for remedy in mending.remedies(sample.several, *two):
        assert solving.check(remedy.level).status is CheckStatus.UNIQUE or not remedy.is_unique
    for repair in mending.repairs(sample.unsolvable, None).offers:
        assert solving.solve(repair.level).status is SolveStatus.SOLVED


@with_part("reasoning")
def test_hints_lead_to_the_solution(key: str) -> None:
    sample, reasoning = SAMPLES[key], kind(key).reasoning
    assert reasoning
    rated = reasoning.rate(sample.unique)
    assert rated
    assert rated.level in kind(key).difficulties
    known, trace = Known(sample.unique), Trace()
    while not trace.solved:
        before, trace = trace, reasoning.hint(known, trace)
        assert trace.leads_on(before)
        assert reasoning.hint_text(known, before, trace).startswith("Hint ")
        assert reasoning.hint_tiles(sample.unique, trace.deductions)
    assert trace.solution.edges == solution(sample).edges
    assert pickle.loads(pickle.dumps(trace)) == trace
    refuted = Trace()
    while not refuted.contradicted:
        refuted = reasoning.hint(Known(sample.unsolvable), refuted)
    for puzzle, ended in ((sample.unique, trace), (sample.unsolvable, refuted)):
        assert reasoning.hint(Known(puzzle), ended) is ended


@with_part("reasoning")
def test_of_a_puzzle_that_is_not_complete_nothing_is_said(key: str) -> None:
    reasoning, empty = kind(key).reasoning, kind(key).editing.cleared(SAMPLES[key].unique)
    assert reasoning
    assert reasoning.hint(Known(empty), Trace()) == Trace()
    assert reasoning.rate(empty) is None


@with_part("shaping")
def test_it_is_turned_resized_and_put_together(key: str) -> None:
    sample, shaping = SAMPLES[key], kind(key).shaping
    assert shaping
    puzzle = sample.unique
    for turn in TURNS:
        turned = puzzle
        for _ in range(4 if turn == "rotate" else 2):
            turned = shaping.turned(turned, turn)
        assert turned == puzzle
    larger = shaping.resized(puzzle, 1, 2, 3, 1)
    assert shaping.resized(larger, -1, -2, -3, -1) == puzzle
    whole = Part(puzzle, Area.of_board(puzzle.width, puzzle.height))
    assert shaping.placed(shaping.emptied(puzzle, whole.area), whole, (0, 0)) == (puzzle, "")


@with_part("coloring")
def test_items_are_swapped_and_removed(key: str) -> None:
    sample, coloring = SAMPLES[key], kind(key).coloring
    assert coloring
    puzzle = sample.unique
    one, two = [item.name for item in kind(key).editing.palette(puzzle, "") if item.is_used][:2]
    swapped = coloring.swapped(puzzle, one, two)
    assert swapped != puzzle
    assert coloring.swapped(swapped, one, two).is_same_puzzle(puzzle)
    assert not coloring.without(puzzle, one).is_same_puzzle(puzzle)
    assert coloring.recolored(puzzle, one, "#123456") != puzzle


@with_part("making")
def test_it_is_made(key: str) -> None:
    making = kind(key).making
    assert making
    asked = {field.name: field.default for field in making.fields}
    request = making.request(5, 5, 1, None, **asked)
    assert not making.problem(request)
    told: list[str] = []
    made = making.generate(request, progress=told.append)
    assert told
    assert pickle.loads(pickle.dumps((request, made))) == (request, made)
    assert made.level == making.generate(request).level
    assert kind(key).solving.check(made.level).status is CheckStatus.UNIQUE
    assert making.about(request) == {"seed": "1", "generator": str(making.version)}
    assert making.problem(replace(request, width=0))


@with_part("playing")
def test_help_plays_it_to_the_end(key: str) -> None:
    sample, playing = SAMPLES[key], kind(key).playing
    assert playing
    position, answer = playing.begin(sample.unique), solution(sample)
    assert not playing.progress(position).is_solved
    while gesture := playing.help(position, answer):
        position = gesture.result
    assert playing.progress(position).is_solved
    assert playing.fewest_moves(sample.unique, answer) > 0
    assert playing.resumed(sample.unique, position) == position
    drawn = kind(key).drawing.drawn_answer(position)
    assert drawn
    rows = playing.text(position, kind(key).drawing.segments(position, drawn), Look()).rows
    assert len({len(row) for row in rows}) == 1


@with_part("scanning")
def test_it_is_made_of_dots(key: str) -> None:
    scanning = kind(key).scanning
    assert scanning
    puzzle = scanning.from_dots(2, 2, [("#ff0000", [(0, 0), (1, 1)])])
    assert puzzle.kind == key
