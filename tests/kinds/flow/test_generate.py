"""The generator: properties of the levels that it makes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, Edge, are_neighbors, cells_of
from flowdesk.kinds.flow.colors import LABELS
from flowdesk.kinds.flow.files.map_text import rows_of
from flowdesk.kinds.flow.level import Level, Solution, mistakes, strict, touches
from flowdesk.kinds.flow.making import judging
from flowdesk.kinds.flow.making.generate import generate
from flowdesk.kinds.flow.making.possible import problem
from flowdesk.kinds.flow.making.request import FlowRequest, Kept
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.solve import check
from tests.for_all import for_all
from tests.levels import examples, levels
from tests.samples import rating
from tests.tiny_levels import path_covers

HOOK = ((2, 2), (2, 3), (3, 3), (3, 2))
APART = frozenset({(1, 0), (1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (4, 3)})


def made(request: FlowRequest) -> tuple[Level, Solution]:
    """The level of a request that can be met, and its solution."""
    result = generate(request)
    assert result.met, result.report
    assert result.level is not None
    assert result.solution is not None
    return result.level, result.solution


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8, 9, 10])
def test_a_level_has_exactly_one_solution_by_the_rule_of_the_game(size: int) -> None:
    for seed in range(5):
        level, solution = made(FlowRequest(size, size, seed))
        assert mistakes(level, solution) == []
        assert touches(level, solution) == []
        counted = count(level)
        assert (counted.number, counted.exact) == (1, True)


def test_with_non_touching_others_may_touch_themselves_and_the_level_says_so() -> None:
    statuses: Counter[str] = Counter()
    for seed in range(20):
        level, _ = made(FlowRequest(9, 9, seed, non_touching=True))
        assert not level.touching
        assert check(level).status == "unique"
        statuses[check(replace(level, touching=True)).status] += 1
    assert statuses["multiple"] > 0


@pytest.mark.parametrize("size", [(1, 2), (2, 1), (1, 30), (2, 2), (3, 2), (40, 2), (25, 3)])
def test_boards_of_any_proportion_are_filled(size: tuple[int, int]) -> None:
    level, _ = made(FlowRequest(*size, shortest=2))
    assert (level.width, level.height) == size


@examples(100)
@given(levels(most=5), st.integers(0, 99), st.booleans(), st.integers(2, 4))
def test_any_shape_gives_a_level_of_that_shape_or_the_reason_why_not(
    drawn: Level, seed: int, non_touching: bool, shortest: int
) -> None:
    shape = Level(drawn.width, drawn.height, holes=drawn.holes, walls=drawn.walls)
    request = FlowRequest(
        shape.width,
        shape.height,
        seed,
        shortest=shortest,
        non_touching=non_touching,
        holes=shape.holes,
        walls=shape.walls,
    )
    if problem(request):
        with pytest.raises(FlowDeskError):
            generate(request)
        return
    result = generate(request)
    if result.level is None or result.solution is None:
        assert not result.met
        assert "no way was found" in result.report
        return
    level = result.level
    assert replace(level, endpoints={}, about={}, touching=True) == shape
    assert mistakes(level, result.solution) == []
    assert touches(level, result.solution) == []
    assert min(map(len, result.solution.paths.values())) >= shortest
    assert result.met == (check(level).status == "unique")


def test_labels_are_in_reading_order_and_every_seed_gives_another_level() -> None:
    found = [made(FlowRequest(7, 7, seed))[0] for seed in range(30)]
    assert all("".join(level.pairs) == LABELS[: len(level.pairs)] for level in found)
    assert len({" ".join(rows_of(level)) for level in found}) == 30


@pytest.mark.parametrize("colors", [(3, 3), (5, 5), (8, 8), (4, 6)])
def test_there_are_as_many_colors_as_requested(colors: tuple[int, int]) -> None:
    numbers = {len(made(FlowRequest(5, 5, seed, colors=colors))[0].pairs) for seed in range(12)}
    assert numbers == set(range(colors[0], colors[1] + 1))


@pytest.mark.parametrize("shortest", [2, 3, 4, 6])
def test_no_path_is_shorter_than_allowed(shortest: int) -> None:
    lengths = [
        len(path)
        for seed in range(8)
        for path in made(FlowRequest(7, 7, seed, shortest=shortest))[1].paths.values()
    ]
    assert min(lengths) == shortest


def test_paths_are_as_long_and_as_straight_as_in_levels_made_by_hand() -> None:
    """The numbers are those of the 7x7 levels of Flow Free, give or take a little."""
    paths = [path for seed in range(60) for path in made(FlowRequest(7, 7, seed))[1].paths.values()]
    lengths = sorted(map(len, paths))
    assert 7.4 <= mean(lengths) <= 8.6
    assert lengths[len(lengths) // 4] in (4, 5)
    assert lengths[len(lengths) * 9 // 10] in (14, 15, 16, 17)
    straight = [
        x + u == 2 * v and y + w == 2 * z
        for path in paths
        for (x, y), (v, z), (u, w) in zip(path, path[1:], path[2:], strict=False)
    ]
    assert 0.6 <= mean(straight) <= 0.72
    assert not any(are_neighbors(path[0], path[-1]) for path in paths)


@pytest.mark.slow
def test_nothing_is_left_of_a_start_pattern() -> None:
    """Every step is taken about as often as the same one on the turned and mirrored board."""
    size, number = 6, 300
    used: Counter[Edge] = Counter()
    for seed in range(number):
        used.update(made(FlowRequest(size, size, seed, non_touching=True))[1].edges)
    groups: dict[frozenset[Edge], list[int]] = {}
    for x, y in cells_of(size, size):
        if x + 1 < size:
            edge = ((x, y), (x + 1, y))
            same = frozenset(_turned(edge, size))
            groups[same] = [used[alike] for alike in same]
    for counts in groups.values():
        assert max(counts) - min(counts) < number / 5
        assert number / 10 < min(counts)
        assert max(counts) < number * 0.95


def _turned(edge: Edge, size: int) -> set[Edge]:
    """An edge as it lies after every turn and flip of the board."""
    found = set()
    for _ in range(4):
        edge = tuple(sorted((size - 1 - y, x) for x, y in edge))  # type: ignore[assignment]
        found.add(edge)
        found.add(tuple(sorted((y, x) for x, y in edge)))  # type: ignore[arg-type]
    return found


# -- fill the rest -----------------------------------------------------------------------------


def test_pinned_paths_stay_and_the_rest_is_filled_round_them() -> None:
    pinned = {"x": HOOK, "R": ((0, 0), (0, 1), (1, 1))}
    for seed in range(6):
        level, solution = made(FlowRequest(7, 7, seed, kept=Kept(pinned)))
        assert {label: solution.paths[label] for label in pinned} == pinned
        assert level.drawn == pinned
        assert count(level).number == 1
        assert len(level.pairs) > len(pinned)


def test_pinned_paths_that_fill_the_board_are_a_level() -> None:
    rows = {"A": ((0, 0), (1, 0), (2, 0)), "B": ((0, 1), (1, 1), (2, 1))}
    level, solution = made(FlowRequest(3, 2, kept=Kept(rows)))
    assert solution.paths == rows
    assert level.endpoints == {(0, 0): "A", (2, 0): "A", (0, 1): "B", (2, 1): "B"}


def test_a_pinned_path_may_touch_itself_by_the_rule_of_the_game() -> None:
    level, solution = made(FlowRequest(6, 6, seed=1, kept=Kept({"P": HOOK})))
    assert touches(level, solution)


def test_what_pinned_paths_leave_open_is_said() -> None:
    square: dict[str, tuple[Cell, ...]] = {
        "A": ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (1, 1), (0, 1), (0, 2))
    }
    result = generate(FlowRequest(3, 3, kept=Kept(square)))
    assert not result.met
    assert result.level is not None
    assert check(result.level).status == "multiple"
    assert "several solutions" in result.report


# -- what cannot be had ------------------------------------------------------------------------


@for_all(
    "asked, reason",
    [
        (FlowRequest(0, 5), "too small"),
        (FlowRequest(501, 2), "too large"),
        (FlowRequest(5, 5, difficulty="nasty"), "'nasty' is no difficulty"),
        (FlowRequest(5, 5, shortest=1), "two cells"),
        (FlowRequest(5, 5, colors=(0, 3)), "1 or more"),
        (FlowRequest(5, 5, colors=(6, 4)), "fewest named first"),
        (FlowRequest(5, 5, colors=(9, 9)), "At most 8 colours fit, with paths of 3 cells or more."),
        (
            FlowRequest(8, 8, colors=(1, 1)),
            "at least 2 colours: a single path would have to touch itself.",
        ),
        (
            FlowRequest(2, 2),
            "takes 2 paths, as a single path would have to touch itself, but its 4 cells are too",
        ),
        (
            FlowRequest(3, 3, shortest=9),
            "takes 2 paths, as a single path would have to touch itself",
        ),
        (FlowRequest(3, 3, holes=frozenset({(1, 1)}), colors=(1, 1)), "at least 2 colours"),
        (
            FlowRequest(2, 2, shortest=5),
            "The board has only 4 cells to cover; the shortest path has 5.",
        ),
        (
            FlowRequest(5, 5, holes=frozenset({(7, 7)})),
            "The hole at row 8, column 8 is off the board.",
        ),
        (FlowRequest(2, 2, holes=frozenset(cells_of(2, 2))), "only holes"),
        (FlowRequest(5, 5, walls=frozenset({((0, 0), (2, 0))})), "is not an edge"),
        (
            FlowRequest(3, 3, holes=frozenset({(1, 0), (0, 1)})),
            "The part of the board at row 1, column 1 has only 1 cell to cover; "
            "the shortest path has 3.",
        ),
        (
            FlowRequest(5, 5, holes=APART, colors=(1, 1)),
            "The board needs at least 3 colours: it has 2 parts to cover, and a single path would "
            "have to touch itself.",
        ),
        (
            FlowRequest(5, 1, holes=frozenset(), colors=(2, 2)),
            "At most 1 colour fits, with paths of 3 cells or more.",
        ),
        (
            FlowRequest(3, 3, holes=frozenset({(0, 0), (2, 0), (0, 2), (2, 2)})),
            "takes 3 paths, as coloured like a checkerboard it has 3 squares more of one kind",
        ),
        (
            FlowRequest(4, 3, holes=frozenset({(0, 1), (3, 1)}), colors=(1, 1)),
            "The board needs at least 2 colours: it has 4 dead ends, where paths must end.",
        ),
        (
            FlowRequest(4, 4, holes=frozenset({(0, 1), (1, 0), (3, 2), (2, 3)})),
            "has only 1 cell to cover",
        ),
        (FlowRequest(5, 5, kept=Kept({"R": ((0, 0),)})), "it has fewer than two cells"),
        (FlowRequest(5, 5, kept=Kept({"R": ((0, 0), (2, 0))})), "drawn path labelled R"),
        (
            FlowRequest(5, 5, kept=Kept({"R": ((0, 0), (9, 0))})),
            "row 1, column 10 is not on a cell",
        ),
        (
            FlowRequest(5, 5, kept=Kept({"R": ((0, 0), (1, 0), (2, 0)), "G": ((1, 0), (1, 1))})),
            "This board cannot hold the drawn path",
        ),
        (
            FlowRequest(6, 6, kept=Kept({"P": HOOK}), non_touching=True),
            "The path labelled P cannot stay: it touches itself, and no path may.",
        ),
        (
            FlowRequest(6, 6, kept=Kept({"P": HOOK}), colors=(1, 1)),
            "The board needs at least 3 colours: 1 path stays, and a single path would have to",
        ),
    ],
)
def test_an_impossible_request_is_refused_with_the_reason(asked: FlowRequest, reason: str) -> None:
    assert reason in problem(asked)
    with pytest.raises(FlowDeskError) as refused:
        generate(asked)
    assert str(refused.value) == problem(asked)


@pytest.mark.parametrize(
    "alone",
    [
        FlowRequest(4, 4, shortest=2, holes=frozenset({(1, 0), (0, 1)})),
        FlowRequest(4, 4, shortest=2, walls=frozenset({((0, 0), (1, 0)), ((0, 0), (0, 1))})),
        FlowRequest(4, 4, shortest=2, kept=Kept({"A": ((1, 0), (1, 1), (0, 1))})),
    ],
)
def test_a_cell_without_neighbours_is_refused(alone: FlowRequest) -> None:
    with pytest.raises(FlowDeskError, match="row 1, column 1 has only 1 cell to cover"):
        generate(alone)


@pytest.mark.parametrize("shortest", [2, 3])
def test_on_small_boards_a_number_of_colors_is_refused_where_no_paths_do_and_only_there(
    shortest: int,
) -> None:
    for width, height in ((2, 1), (5, 1), (2, 2), (3, 2), (5, 2), (3, 3), (4, 3)):
        possible = path_covers(width, height)
        for colors in range(1, width * height + 1):
            request = FlowRequest(width, height, colors=(colors, colors), shortest=shortest)
            can_be = any(n == colors and length >= shortest for n, length in possible)
            assert can_be != bool(problem(request)), request


def test_a_request_that_is_not_refused_may_still_fail_and_that_is_said() -> None:
    below_the_middle = frozenset({(0, 1), (1, 1), (3, 1), (4, 1)})
    result = generate(FlowRequest(5, 2, holes=below_the_middle))
    assert (result.level, result.solution, result.met) == (None, None, False)
    assert "no way was found to cover the board" in result.report


def test_too_few_colors_give_the_nearest_level_and_an_honest_report() -> None:
    result = generate(FlowRequest(4, 4, holes=frozenset({(0, 1)}), colors=(2, 2)))
    assert result.level is not None
    number = len(result.level.pairs)
    assert number > 2
    assert not result.met
    assert f"has {number} colours instead of 2 " in result.report
    assert str(result.attempts) in result.report


def test_a_difficulty_is_met_or_the_nearest_is_named() -> None:
    level, _ = made(FlowRequest(6, 6, difficulty="medium"))
    assert rating(level).level == "medium"
    result = generate(FlowRequest(3, 3, difficulty="expert"))
    assert not result.met
    assert "is easy instead of expert" in result.report


def test_the_report_says_what_is_known_of_the_solutions() -> None:
    result = generate(FlowRequest(4, 4, colors=(2, 2)))
    assert result.level is not None
    assert not result.met
    assert "one non-touching solution, but others touch themselves" in result.report
    answer = check(result.level)
    assert (answer.status, answer.non_touching) == ("multiple", "one")


def test_the_report_says_where_they_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "ALWAYS_DECIDED", 195)  # cells: one less than there are
    monkeypatch.setattr(judging, "LIMIT", 1)
    result = generate(FlowRequest(14, 14))
    assert result.level is not None
    assert not result.met
    assert "one non-touching solution, but it is not known whether others touch" in result.report
    assert check(strict(result.level)).status == "unique"


def test_attempts_are_counted_on_the_way() -> None:
    told: list[str] = []
    generate(FlowRequest(5, 5), progress=told.append)
    assert told[0] == "Attempt 1: mixing paths."
