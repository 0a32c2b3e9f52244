"""Levels made to order: what is locked stays, and what is asked for is what comes out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Area, Cell
from flowdesk.core.shape import Shape
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.flow.deduction.hints import canonical, rate, trace
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.making.generate import FlowMaking, generate
from flowdesk.kinds.flow.making.ground import Ground, begun_paths, symmetric
from flowdesk.kinds.flow.making.possible import doubt, problem
from flowdesk.kinds.flow.making.request import FlowRequest, Kept, like
from flowdesk.kinds.flow.making.shapes import changed_board
from flowdesk.kinds.locks import cells_of_locks
from flowdesk.kinds.making import SYMMETRIES, alike
from flowdesk.kinds.table import check, solve
from tests.for_all import for_all
from tests.levels import some
from tests.samples import rating


def made(request: FlowRequest | Finding) -> tuple[Level, Solution]:
    """The level of a request that can be met, proven to have this solution alone."""
    assert isinstance(request, FlowRequest)
    result = generate(request)
    assert result.met, result.report
    assert not mistakes(result.level, result.solution)
    assert check(result.level).status is CheckStatus.UNIQUE
    return result.level, result.solution


@for_all("size", [(6, 6), (5, 5), (5, 6)])
@for_all("symmetry", SYMMETRIES)
def test_the_endpoints_of_a_symmetric_level_are_alike(symmetry: str, size: tuple[int, int]) -> None:
    request = FlowRequest(*size, seed=3, symmetry=symmetry)
    if symmetry == "quarter" and size != (6, 6):
        assert "quarter turn" in problem(request)
        return
    level, _ = made(request)
    assert {each for end in level.endpoints for each in alike(symmetry, end, *size)} == set(
        level.endpoints
    )


def test_paths_over_a_part_of_a_symmetric_board_are_those_of_the_whole() -> None:
    board = FlowRequest(7, 5, symmetry="left-right").free
    begun = begun_paths(board)
    assert begun is not None
    plain = Ground(board, list(map(tuple, board.link_to)), begun)
    for seed in range(20):
        random = Random(seed).random
        ground = symmetric(plain, "left-right", 3, random)
        assert ground
        paths = ground.covered(ground.count(8), 2, random)
        if paths is None:
            continue
        whole = ground.unfolded(paths)
        assert sorted(node for path in whole for node in path) == list(range(35))
        assert all(b in board.link_to[a] for path in whole for a, b in pairwise(path))
        assert set(map(frozenset, ground.folded(whole) or ())) == set(map(frozenset, paths))


@pytest.mark.parametrize("seed", range(1, 1 + some(3)))
def test_no_endpoints_lie_side_by_side_if_they_are_apart(seed: int) -> None:
    level, _ = made(FlowRequest(7, 7, seed, apart=True))
    assert not any(
        near in level.endpoints for end in level.endpoints for near in level.board.near(end)
    )


@pytest.mark.parametrize(
    "asked",
    [
        {"seed": 6, "score": (15, 25)},
        {"seed": 1, "score": (30, 45), "colors": (6, 8)},
        {"seed": 4, "difficulty": "hard", "no_supposing": True},
        {"seed": 4, "needs": "cut-off"},
        {"seed": 3, "needs": "suppose", "difficulty": "hard"},
    ],
    ids=str,
)
def test_the_deductions_are_those_that_are_asked_for(asked: dict[str, Any]) -> None:
    level, _ = made(FlowRequest(8, 8, **asked))
    steps = trace(canonical(level)).deductions
    rated = rating(level)
    least, most = asked.get("score", (0, 9999))
    assert least <= rated.score <= most
    assert asked.get("difficulty", rated.level) == rated.level
    assert not asked.get("needs") or asked["needs"] in {step.rule for step in steps}
    assert not (asked.get("no_supposing") and any(step.depth for step in steps))


def test_a_board_with_holes_reaches_the_difficulty_that_is_asked_for() -> None:
    corners = {(1, 1), (6, 6), (1, 6), (6, 1), (3, 3), (4, 4), (3, 4), (4, 3)}
    level, _ = made(FlowRequest(8, 8, 1, difficulty="hard", holes=frozenset(corners)))
    assert rating(level).level == "hard"


SPIRAL = ((2, 2), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1), (1, 1))


def with_locks(seed: int) -> Level:
    """A level in which a drawn path, one begun path, an endpoint, a pair and a cell are locked."""
    request = FlowRequest(7, 7, seed, shortest=4)
    level, solution = made(request)
    labels = sorted(solution.paths, key=lambda label: -len(solution.paths[label]))
    whole, begun, one, pair = (solution.paths[label] for label in labels[:4])
    drawn = {labels[0]: whole, labels[1]: begun[:3]}
    endpoints = {
        cell: label
        for label in labels[:4]
        for cell in solution.paths[label][:: len(solution.paths[label]) - 1]
    }
    del endpoints[one[-1]]
    empty = next(
        cell for cell in level.cells if cell not in endpoints and cell not in whole + begun
    )
    locked = frozenset({*whole, *begun[:3], one[0], pair[0], pair[-1], empty})
    return Level(7, 7, endpoints, drawn=drawn, locked=locked)


@pytest.mark.parametrize("more", [{}, {"more_walls": (0, 6), "more_holes": (2, 4)}], ids=str)
@pytest.mark.parametrize("seed", range(some(32)))
def test_what_is_locked_never_changes(seed: int, more: dict[str, Any]) -> None:
    bare = with_locks(seed)
    edge = ((4, 4), (4, 5))
    before = replace(bare, locked=bare.locked | {edge})
    result = generate(_request(like(before, seed, **more)))
    if result.level is None:  # so much is locked that nothing may be found
        assert "no way was found" in result.report
        return
    after, solution = result.level, result.solution
    assert not mistakes(after, solution)
    assert after.locked == before.locked
    for cell in cells_of_locks(before.locked):
        assert after.endpoints.get(cell) == before.endpoints.get(cell)
        assert cell not in after.holes
        assert not any(cell in wall for wall in after.walls)
    assert edge not in after.walls
    finished, begun = before.drawn.values()
    assert any(set(path) == set(finished) for path in solution.paths.values())
    assert any(begun in (path[:3], path[:-4:-1]) for path in solution.paths.values())
    assert after.drawn == before.drawn


def test_a_path_that_is_locked_as_far_as_it_is_drawn_does_not_end_there() -> None:
    for seed in (0, 3, 5):
        _, solution = made(FlowRequest(6, 6, seed))
        label, path = max(solution.paths.items(), key=lambda item: len(item[1]))
        begun = path[:3]
        before = Level(6, 6, {path[0]: label}, drawn={label: begun}, locked=frozenset(begun))
        after, found = made(like(before, seed))
        assert begun in (found.paths[label][:3], found.paths[label][:-4:-1])
        assert after.endpoints.keys().isdisjoint(begun[1:])


@pytest.mark.parametrize("seed", range(6))
def test_a_pair_that_is_locked_is_joined_beside_bridges_and_locked_pieces(seed: int) -> None:
    bridge = Shape(bridges=frozenset({(3, 3)}))
    begun = ((0, 3), (0, 4), (1, 4), (2, 4))
    ends = {(0, 3): "O", (4, 2): "G", (1, 3): "G"}
    locked = frozenset({*begun, (4, 2), (1, 3)})
    before = Level(5, 5, ends, drawn={"O": begun}, locked=locked, shape=bridge)
    result = generate(_request(like(before, seed, shortest=2)))
    if result.level:
        assert not mistakes(result.level, result.solution)
        assert result.level.drawn == before.drawn


@pytest.mark.parametrize(
    "asked",
    [
        {"more_walls": (3, 3)},
        {"more_holes": (4, 4), "shortest": 4},
        {"more_walls": (2, 5), "more_holes": (1, 2), "difficulty": "medium"},
        {"more_walls": (4, 4), "more_holes": (2, 2), "symmetry": "turn"},
        {"more_walls": (1, 2), "more_holes": (2, 2), "symmetry": "left-right"},
        {"more_holes": (3, 5), "colors": (4, 4)},
    ],
    ids=str,
)
def test_so_many_walls_and_holes_are_added_as_are_asked_for(asked: dict[str, Any]) -> None:
    wall, hole = ((2, 2), (2, 3)), (6, 6)
    if "symmetry" in asked:
        request = FlowRequest(6, 6, 1, **asked)
    else:
        request = FlowRequest(7, 7, 1, walls=frozenset({wall}), holes=frozenset({hole}), **asked)
    level, solution = made(request)
    assert request.has_shape_of(level)
    for now, before, (least, most) in (
        (level.walls, request.walls, request.more_walls),
        (level.holes, request.holes, request.more_holes),
    ):
        assert now >= before
        assert least <= len(now) - len(before) <= most
    assert min(map(len, solution.paths.values())) >= request.shortest
    assert not problem(replace(request, walls=level.walls, holes=level.holes))


def test_a_level_is_changed_by_walls_and_holes_that_help_and_again_by_the_same() -> None:
    level, solution = made(FlowRequest(7, 7, 1, difficulty="easy"))
    asked: dict[str, Any] = {"more_walls": (2, 2), "more_holes": (1, 1), "difficulty": "medium"}
    first, again = (
        generate(_request(like(level, 3, solution=solution, **asked))) for _ in range(2)
    )
    assert (first.level, first.report) == (again.level, again.report)
    assert "2 walls more, 1 hole more and exactly one solution" in first.report
    assert "paths stay" in first.report
    assert (len(first.level.walls), len(first.level.holes)) == (2, 1)


def test_no_path_that_a_hole_shortens_ends_on_a_bridge_or_where_none_may() -> None:
    shape = Shape(bridges=frozenset({(2, 2)}))
    bare = FlowRequest(5, 5, 1, shape=shape, shortest=2)
    paths = list(made(bare)[1].paths.values())
    barred = frozenset(path[1] for path in paths[::2]) - shape.bridges
    request = replace(bare, more_holes=(0, 2), kept=Kept(barred=barred))
    random, number = Random(1).random, 0
    for _ in range(300):
        if built := changed_board(request, paths, random):
            level = built[0].level({str(number): path for number, path in enumerate(built[1])})
            assert barred.isdisjoint(level.endpoints)  # a level with one on a bridge is none
            number += 1
    assert number > 30


def test_a_solution_to_begin_with_has_the_image_of_a_locked_path_under_another_label() -> None:
    level, solution = made(FlowRequest(6, 6, 1, symmetry="turn"))
    label, path = next(iter(solution.paths.items()))
    before = replace(level, drawn={label: path}, locked=frozenset(path))
    _, found = made(like(before, 1, solution=solution, symmetry="turn"))
    image = {SYMMETRIES["turn"](cell, 6, 6) for cell in path}
    assert image in map(set, found.paths.values())
    assert found.edges != solution.edges


def test_the_image_of_a_locked_path_leaves_what_else_is_locked() -> None:
    path, turned = ((0, 1), (0, 2), (1, 2)), ((4, 3), (4, 2), (3, 2))
    ends = dict.fromkeys((path[0], path[-1]), "R")
    before = Level(5, 5, ends, drawn={"R": path}, locked=frozenset({*path, turned[1]}))
    level, solution = made(like(before, 1, symmetry="turn", shortest=2))
    assert set(turned) in map(set, solution.paths.values())
    assert turned[1] not in level.endpoints
    ending = replace(before, locked=before.locked | {turned[0]})
    assert "ends in a locked cell" in problem(_request(like(ending, 1, symmetry="turn")))
    begun = replace(before, endpoints={**ends, turned[1]: "G"})
    assert "the image of a locked one" in problem(_request(like(begun, 1, symmetry="turn")))


def test_no_wall_and_no_hole_is_made_where_a_warp_leads_to() -> None:
    request = FlowRequest.shaped(5, 5, 1, warps="columns", more_holes=(3, 3), more_walls=(9, 9))
    level, _ = made(request)
    assert len(level.holes) == 3
    assert not any(y in (0, 4) for _, y in level.holes)
    assert all(abs(y - other) < 2 for (_, y), (_, other) in level.walls)


def test_what_is_kept_of_the_board_is_not_built_on() -> None:
    found = like(Level(5, 5), 1, keep="shape", more_walls=(0, 1))
    assert isinstance(found, Finding)
    assert "The shape cannot stay" in found.message


def _request(found: FlowRequest | Finding) -> FlowRequest:
    assert isinstance(found, FlowRequest), found
    return found


@pytest.mark.parametrize("keep", FlowMaking.keeps)
def test_what_is_kept_of_a_level_can_be_named(keep: str) -> None:
    ends = dict.fromkeys((SPIRAL[0], SPIRAL[-1]), "R") | dict.fromkeys(((0, 0), (5, 4)), "G")
    before = Level(6, 6, ends, drawn={"R": SPIRAL}, holes=frozenset({(5, 5)}))
    after, solution = made(like(before, 2, keep=keep))
    assert after.holes == before.holes
    assert not after.locked
    locked = replace(before, locked=frozenset(SPIRAL))
    assert made(like(locked, 2, keep=keep))[0].puzzle_key == after.puzzle_key
    kept = {"endpoints": ends, "paths": dict.fromkeys((SPIRAL[0], SPIRAL[-1]), "R"), "shape": {}}
    assert after.endpoints.items() >= kept[keep].items()
    assert keep != "paths" or set(solution.paths["R"]) == set(SPIRAL)


def test_a_symmetric_level_has_a_drawn_spiral_and_its_image() -> None:
    ends = dict.fromkeys((SPIRAL[0], SPIRAL[-1]), "R")
    before = Level(9, 9, ends, drawn={"R": SPIRAL}, locked=frozenset(SPIRAL))
    after, solution = made(like(before, 1, symmetry="turn", difficulty="hard"))
    images = {SYMMETRIES["turn"](cell, 9, 9) for cell in SPIRAL}
    assert {frozenset(SPIRAL), frozenset(images)} <= set(map(frozenset, solution.paths.values()))
    assert {SYMMETRIES["turn"](end, 9, 9) for end in after.endpoints} == set(after.endpoints)


@pytest.mark.parametrize("way", ["harder", "easier", "fewer colours"])
def test_a_level_is_steered_by_few_changes(way: str) -> None:
    level, solution = made(FlowRequest(8, 8, 7, difficulty="medium"))
    before = rate(level)
    asked = FlowMaking().steered(level, solution, before)[way]
    result = generate(_request(like(level, 1, solution=solution, **asked)))
    assert result.met, result.report
    rated = rate(result.level)
    assert before
    assert rated
    if way == "fewer colours":
        assert len(result.level.pairs) < len(level.pairs)
    else:
        assert rated.level == {"harder": "hard", "easier": "easy"}[way]
    stay = {frozenset(path) for path in solution.paths.values()}
    stay &= {frozenset(path) for path in result.solution.paths.values()}
    assert f"{len(stay)} of {len(level.pairs)} paths stay" in result.report
    for label, path in solution.paths.items():
        if frozenset(path) in stay:
            assert set(result.solution.paths[label]) == set(path), "what stays keeps its colour"


def test_a_path_that_touches_itself_is_led_another_way() -> None:
    ring = tuple((x, 0) for x in range(4)) + tuple((x, 1) for x in range(3, -1, -1))
    paths = {"R": ring, "G": tuple((x, 2) for x in range(4)), "B": tuple((x, 3) for x in range(4))}
    ends = {cell: label for label, path in paths.items() for cell in (path[0], path[-1])}
    level, solution = Level(4, 4, ends), Solution(paths)
    asked = FlowMaking().steered(level, solution, None)["no touching"]
    after, found = made(like(level, 1, solution=solution, **asked))
    assert not touches(after, found)


def test_only_paths_through_an_area_change() -> None:
    level, solution = made(FlowRequest(8, 8, 2))
    area = Area((0, 0), (2, 2))
    result = generate(_request(like(level, 4, solution=solution, area=area)))
    assert result.met
    for label, path in solution.paths.items():
        if not any(cell in area for cell in path):
            assert set(result.solution.paths[label]) == set(path)
    assert result.solution.edges != solution.edges


@for_all(
    "request_, sentence",
    [
        (FlowRequest(7, 7, score=(60, 40)), "ends before it begins"),
        (
            FlowRequest(7, 7, score=(60, 90), difficulty="easy"),
            "No easy level has a score of 60-90",
        ),
        (FlowRequest(7, 7, needs="magic"), "'magic' is no rule"),
        (FlowRequest(7, 7, needs="suppose", no_supposing=True), "needs suppositions"),
        (FlowRequest(7, 7, symmetry="quarter"), "a hole in the middle"),
        (FlowRequest(6, 7, symmetry="quarter"), "as many rows as columns"),
        (FlowRequest(7, 7, symmetry="turn", holes=frozenset({(0, 0)})), "do not have the symmetry"),
        (FlowRequest(7, 7, symmetry="turn", bridges=1), "without bridges and warps"),
        (FlowRequest(5, 5, more_walls=(5, 2)), "ends before it begins: write 2-5"),
        (FlowRequest(4, 4, more_walls=(14, 20)), "At most 13 walls more fit"),
        (FlowRequest(4, 4, more_holes=(14, 14)), "At most 13 holes more fit"),
        (FlowRequest(6, 6, symmetry="turn", more_holes=(3, 3)), "2 that belong together"),
        (
            FlowRequest(5, 5, symmetry="turn", kept=Kept({"R": ((1, 2), (2, 2), (2, 1))})),
            "Red (R) is not symmetric",
        ),
    ],
)
def test_what_cannot_be_together_is_said_at_once(request_: FlowRequest, sentence: str) -> None:
    assert sentence in problem(request_)


@pytest.mark.parametrize(
    ("request_", "is_doubtful"),
    [
        (FlowRequest(12, 12, colors=(4, 4)), True),
        (FlowRequest(12, 12, colors=(6, 8)), False),
        (FlowRequest(12, 12, colors=(4, 4), non_touching=True), False),
        (FlowRequest(6, 6, colors=(2, 2)), False),
        (FlowRequest(12, 12), False),
    ],
)
def test_what_takes_minutes_is_doubted_at_once(request_: FlowRequest, is_doubtful: bool) -> None:
    assert not problem(request_)
    words = "4 colours on 12x12 by the game's rule" if is_doubtful else ""
    assert doubt(request_).startswith(words)
    assert bool(doubt(request_)) == is_doubtful


@pytest.mark.parametrize(
    ("request_", "word"),
    [
        (FlowRequest.shaped(8, 8, 1, shape="ring", difficulty="hard"), "narrow"),
        (FlowRequest.shaped(9, 9, 1, shape="heart", score=(30, 40)), "narrow"),
        (FlowRequest(5, 5, difficulty="expert"), "small"),
        (FlowRequest.shaped(8, 8, 1, shape="ring", difficulty="medium"), ""),
        (FlowRequest.shaped(12, 12, 1, shape="ring", difficulty="hard"), ""),
        (FlowRequest(5, 7, difficulty="hard"), ""),
    ],
)
def test_where_hardly_any_level_is_hard_that_is_said_at_once(
    request_: FlowRequest, word: str
) -> None:
    assert not problem(request_)
    assert doubt(request_).startswith(f"Hardly any level of so {word} a board" if word else "")
    assert bool(doubt(request_)) == bool(word)


def test_a_level_that_is_locked_whole_has_no_variations() -> None:
    paths = {"R": ((0, 0), (1, 0), (2, 0)), "G": ((0, 1), (1, 1), (2, 1))}
    ends = {cell: label for label, path in paths.items() for cell in (path[0], path[-1])}
    level = Level(
        3, 2, ends, drawn=paths, locked=frozenset((x, y) for x in range(3) for y in (0, 1))
    )
    found = like(level, 1)
    assert isinstance(found, Finding)
    assert "Everything is locked" in found.message
    three = replace(level, endpoints={**ends, (1, 0): "R"}, drawn={}, locked=frozenset())
    found = like(three, 1)
    assert isinstance(found, Finding)
    assert "3 endpoints" in found.message


def test_locks_that_leave_no_way_are_told_with_how_far_it_came() -> None:
    ends: dict[Cell, str] = {(0, 0): "R", (2, 2): "R", (0, 2): "G", (2, 0): "G"}
    result = generate(_request(like(Level(3, 3, ends), 1, keep="endpoints")))
    assert result.level is None
    assert "no way was found" in result.report
    assert solve(Level(3, 3, ends)).solution is None
