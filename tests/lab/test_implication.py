"""The implication graph of a conflict, and its picture."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

import pytest
from PIL import Image

from flowdesk import load
from flowdesk.core.storage import shipped
from flowdesk.draw.charts import ON_DARK, ON_LIGHT
from flowdesk.draw.graph import Box, Graph, paint, png
from flowdesk.draw.theme import luminance
from flowdesk.lab.cdcl import Conflicted, Learned
from flowdesk.lab.trace import Implication, SearchTrace, Theory, implication, resolvents

WRONG_TURNS, DOLLS = "lessons/05x05-wrong-turns.txt", "07x07-nesting-dolls.txt"


def trace_of(name: str) -> SearchTrace:
    return SearchTrace(Theory(load(shipped("puzzles") / name)[0], range(1, 12)))


def graphs(name: str) -> Iterator[tuple[SearchTrace, Learned, Implication]]:
    """Every conflict of a search with what is learned from it, and its graph."""
    trace = trace_of(name)
    while event := trace.forward():
        found = implication(trace)
        assert (found is not None) == isinstance(event, Conflicted | Learned)
        if found and isinstance(event, Learned):
            yield trace, event, found


def reached(graph: Graph, start: int, without: int = -1) -> set[int]:
    """The boxes to which ways lead from one box, not through another."""
    found, waiting = set[int](), [start]
    while waiting:
        box = waiting.pop()
        if box not in found and box != without:
            found.add(box)
            waiting += [b for a, b in graph.arrows if a == box]
    return found


@pytest.mark.parametrize("name", [WRONG_TURNS, DOLLS])
def test_what_is_just_before_the_cut_is_the_clause_that_is_learned(name: str) -> None:
    number = 0
    for trace, event, found in graphs(name):
        number += 1
        graph = found.graph
        across = {a for a, b in graph.arrows if a < graph.cut <= b}
        meaning = trace.theory.meaning
        words = {graph.boxes[box].words for box in across}
        assert words == {
            (meaning(abs(x)).subject, meaning(abs(x)).predicate(-x))
            for x in trace.clause(event.clause)
        }
        assert len({graph.layers[box] for box in across}) == 1, "one below the other"
        sides = [frame[2] if n < graph.cut else -frame[0] for n, frame in enumerate(graph.frames)]
        assert max(sides[: graph.cut]) < graph.cut_at < -max(sides[graph.cut :])
    assert number == trace.counts.conflicts > 3


@pytest.mark.parametrize("name", [WRONG_TURNS, DOLLS])
def test_every_way_from_the_decision_to_the_conflict_passes_the_first_uip(name: str) -> None:
    """And no later box of the present level is passed by all of them."""
    for trace, event, found in graphs(name):
        graph, last = found.graph, len(found.graph.boxes) - 1
        present = [n for n, box in enumerate(graph.boxes) if box.note == f"level {trace.level}"]
        (decided,) = [n for n in present if graph.boxes[n].look == "decided"]
        (marked,) = [n for n, box in enumerate(graph.boxes) if box.is_marked]
        assert decided == min(present), "it goes back to the decision of the present level"
        assert last in reached(graph, decided)
        passed = [n for n in present if last not in reached(graph, decided, without=n)]
        assert passed[-1] == marked
        meaning = trace.theory.meaning(abs(event.literal))
        assert graph.boxes[marked].words == (meaning.subject, meaning.predicate(-event.literal))


@pytest.mark.parametrize("name", [WRONG_TURNS, DOLLS])
def test_each_step_of_resolution_is_a_resolvent_and_the_last_one_is_learned(name: str) -> None:
    for trace, event, _ in graphs(name):
        steps = list(resolvents(trace, event))
        certain = {-x.literal for x in trace.assigned.values() if x.level == 0}
        before: set[int] = set()
        for step in steps:
            clause = {*trace.clause(step.number)} - certain
            both = before | clause
            assert {*step.clause} == both - {step.literal, -step.literal}
            if step.literal:
                assert (-step.literal in before, step.literal in clause) == (True, True)
            before = {*step.clause}
        assert before == {*trace.clause(event.clause)}
        assert [step.here == 1 for step in steps] == [False] * (len(steps) - 1) + [True]


def test_looking_at_the_graph_does_not_move_the_trace() -> None:
    trace = trace_of(WRONG_TURNS)
    while not isinstance(trace.event, Conflicted):
        trace.forward()
    at, assigned = trace.at, dict(trace.assigned)
    assert implication(trace)
    assert (trace.at, trace.assigned) == (at, assigned)


@pytest.mark.parametrize("name", [WRONG_TURNS, DOLLS])
def test_arrows_lead_to_the_right_and_no_arrow_passes_under_a_box(name: str) -> None:
    for _, _, found in islice(graphs(name), 12):
        graph, frames = found.graph, found.graph.frames
        for number, (left, upper, right, lower) in enumerate(frames):
            assert graph.box_at((left + right) / 2, (upper + lower) / 2) == number
        assert graph.box_at(0, 0) is None
        for a, b in graph.arrows:
            route = graph.route(a, b)
            assert (route[0], route[-1]) == (frames[a], frames[b])
            for before, lane in pairwise(route):
                assert before[2] < lane[0], "curves are between the columns of boxes"
            for left, upper, right, lower in route[1:-1]:
                for box in frames:
                    beside = box[2] <= left or right <= box[0]
                    assert beside or box[3] <= upper or lower <= box[1]


def test_lines_can_be_seen_on_a_projector() -> None:
    """Of at least two pixels, and with a contrast of 4.5 to the ground, as text needs it."""
    graph = Graph((Box(("a",)), Box(("b",))), ((0, 1),))
    for inks in (ON_LIGHT, ON_DARK):
        picture = paint(graph, inks)
        left, right = graph.frames[0][2], graph.frames[1][0]
        column = [picture.getpixel(((left + right) // 2, y)) for y in range(picture.height)]
        drawn = [color for color in column if contrast(color, column[0]) >= 4.5]
        assert len(drawn) >= 2


def contrast(a: Any, b: Any) -> float:
    """The contrast of two colours (WCAG 2.1)."""
    darker, lighter = sorted(luminance(f"#{bytes(color).hex()}") + 0.05 for color in (a, b))
    return lighter / darker


def test_a_picture_shows_all_boxes() -> None:
    graph = Graph((Box(("a", "b"), "decided", "level 1"), Box(("c",), "conflict")), ((0, 1),))
    picture = Image.open(io.BytesIO(png(graph)))
    assert picture.size == graph.size
    colors = {color for _, color in picture.convert("RGB").getcolors(10**6) or ()}
    assert {(0x00, 0x67, 0xC0), (0xC4, 0x2B, 0x1C)} <= colors
    larger = paint(graph, replace(ON_LIGHT, scale=1.5))
    assert larger.size == tuple(round(1.5 * side) for side in graph.size)
