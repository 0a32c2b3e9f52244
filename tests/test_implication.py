"""The implication graph of a conflict, and its picture."""

from __future__ import annotations

import io
from dataclasses import replace

from PIL import Image

from flowdesk import load
from flowdesk.core.storage import shipped
from flowdesk.draw.chart import ON_LIGHT
from flowdesk.draw.graph import Box, Graph, png
from flowdesk.lab.cdcl import Conflicted, Learned
from flowdesk.lab.implication import implication
from flowdesk.lab.theory import Theory
from flowdesk.lab.trace import Trace


def trace_of(name: str) -> Trace:
    return Trace(Theory(load(shipped("puzzles") / name)[0], range(1, 12)))


def test_the_border_of_every_graph_is_the_clause_that_is_learned() -> None:
    trace = trace_of("07x07-nesting-dolls.txt")
    graphs = 0
    while event := trace.forward():
        found = implication(trace)
        assert (found is not None) == isinstance(event, Conflicted | Learned)
        if not found or not isinstance(event, Learned):
            continue
        graphs += 1
        led_to = {number for _, number in found.graph.arrows}
        border = [n for n in range(len(found.graph.boxes)) if n not in led_to]
        assert len(border) == len(trace.clause(event.clause))
        (marked,) = [box for box in found.graph.boxes if box.is_marked]
        literal = -event.literal
        meaning = trace.theory.meaning(abs(literal))
        assert marked.words == (meaning.subject, meaning.predicate(literal))
    assert graphs == trace.counts.conflicts


def test_looking_at_the_graph_does_not_move_the_trace() -> None:
    trace = trace_of("lessons/05x05-wrong-turns.txt")
    while not isinstance(trace.event, Conflicted):
        trace.forward()
    at, assigned = trace.at, dict(trace.assigned)
    assert implication(trace)
    assert (trace.at, trace.assigned) == (at, assigned)


def test_arrows_lead_to_the_right_and_boxes_do_not_overlap() -> None:
    trace = trace_of("lessons/05x05-wrong-turns.txt")
    while not isinstance(trace.event, Conflicted):
        trace.forward()
    found = implication(trace)
    assert found
    frames = found.graph.frames
    assert all(frames[a][2] < frames[b][0] for a, b in found.graph.arrows)
    assert len({frame[:2] for frame in frames}) == len(frames)
    for number, (left, upper, right, lower) in enumerate(frames):
        assert found.graph.box_at((left + right) / 2, (upper + lower) / 2) == number
    assert found.graph.box_at(0, 0) is None


def test_a_picture_shows_all_boxes() -> None:
    graph = Graph((Box(("a", "b"), "decided", "level 1"), Box(("c",), "conflict")), ((0, 1),))
    picture = Image.open(io.BytesIO(png(graph)))
    assert picture.size == graph.size
    colors = {color for _, color in picture.convert("RGB").getcolors(10**6) or ()}
    assert {(0x00, 0x67, 0xC0), (0xC4, 0x2B, 0x1C)} <= colors
    larger = Image.open(io.BytesIO(png(graph, replace(ON_LIGHT, scale=1.5))))
    assert larger.size == tuple(round(1.5 * side) for side in graph.size)
