"""What can be asked of a level that is made: the fields, and why it may not be possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from math import sqrt

from flowdesk.core.board import Board
from flowdesk.core.grid import Cell, balance, by_row, cell_name, edge_between
from flowdesk.core.shape import PLAIN
from flowdesk.core.text import counted
from flowdesk.kinds import making
from flowdesk.kinds.flow.deduction.hints import BEGINS_AT, COSTS, WORDS
from flowdesk.kinds.flow.level import Solution, size_problem, touches
from flowdesk.kinds.flow.making.ground import begun_paths
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.flow.making.shapes import SHAPES

#: From this side on, fewer colours than this for each cell of it are few.
FEW_FROM, FEW = 9, 0.5
#: On boards of so few cells, and of narrow ones to so many, one search in 90 reached a hard level:
#: on rectangles, rings, hearts, diamonds, crosses and letters, with three to fifteen seeds each.
SMALL, NARROW = 30, 64
#: The rules that suppose something.
SUPPOSING = ("suppose", "search")


def problem(request: FlowRequest) -> str:
    """Return why a request cannot be met, as far as that shows without a search, or nothing."""
    size = request.width, request.height
    if wrong := size_problem(*size) or request.unknown(WORDS, COSTS):
        return wrong
    if request.shortest < 2:
        return "The shortest path allowed must have two cells or more: its endpoints."
    if request.colors and not 1 <= request.colors[0] <= request.colors[1]:
        return "The colours requested must be 1 or more, and the fewest named first."
    least, most = request.scores
    if request.difficulty and request.score and least > most:
        return (
            f"No {request.difficulty} level has a score of {making.range_typed(request.score)}: "
            "ask for the word or for the score."
        )
    if request.no_supposing and request.needs in SUPPOSING:
        return f"A level that needs the rule {request.needs!r} needs suppositions."
    return (
        _shape_problem(request)
        or _symmetry_problem(request)
        or _colors_problem(request)
        or _building_problem(request)
    )


def doubt(request: FlowRequest) -> str:
    """Return why a request is not likely to be met, or may take minutes; or nothing."""
    return " ".join(filter(None, [_narrow_doubt(request), _proof_doubt(request)]))


def _narrow_doubt(request: FlowRequest) -> str:
    """Return why the level may not get as hard as requested, or nothing.

    At a cell with two neighbours hardly anything is open: where there are many of these, and few
    with four, nothing takes a long thought.
    """
    board = request.empty().board
    beside = Counter(len(board.near(cell)) for cell in board.cells)
    corners = sum(number for near, number in beside.items() if near <= 2)
    size = len(board.cells)
    is_narrow = size <= NARROW and beside[4] < 2 * corners
    if request.scores[0] < BEGINS_AT["hard"] or not (
        board.is_plain and (size <= SMALL or is_narrow)
    ):
        return ""
    word = "small" if size <= SMALL else "narrow"
    return f"Hardly any level of so {word} a board is hard: most searches end below that."


def _proof_doubt(request: FlowRequest) -> str:
    """Return why it may take long to prove that a level has one solution, or nothing.

    With less than half a colour for each cell of the side, nearly every level has other solutions
    that touch themselves.
    """
    side = sqrt(len(request.free.cells))
    if request.non_touching or not request.colors or side < FEW_FROM:
        return ""
    if request.colors[1] >= FEW * side:
        return ""
    return (
        f"{colors_text(request.colors[1])} on {request.width}x{request.height} by the game's rule: "
        "few such levels have one solution, and proofs take minutes."
    )


def _symmetry_problem(request: FlowRequest) -> str:
    """Return why the board, or what stays on it, is not symmetric as requested, or nothing."""
    name, width, height = request.symmetry, request.width, request.height
    if not name:
        return ""
    if request.shape != PLAIN or request.bridges:
        return "Only boards of squares without bridges and warps have a symmetry."

    def image(cell: Cell) -> Cell:
        return making.SYMMETRIES[name](cell, width, height)

    is_alike = {image(cell) for cell in request.holes} == request.holes
    is_alike &= {edge_between(image(a), image(b)) for a, b in request.walls} == request.walls
    if not is_alike:
        return f"The holes and walls of this board do not have the symmetry {name!r}."
    middle = (width // 2, height // 2)
    if name == "quarter" and image(middle) == middle and middle not in request.holes:
        return "A quarter turn needs a hole in the middle, or an even number of rows."
    try:
        is_full = not request.with_images().free.nodes
    except ValueError as error:
        return str(error)
    return "The locked paths and their images leave nothing: unlock what may change." * is_full


@dataclass(frozen=True)
class PartToCover:
    """A connected part of the board that new paths have to cover, and how many it takes."""

    cells: tuple[Cell, ...]
    fewest: int
    most: int
    why_fewest: str


def parts(request: FlowRequest) -> list[PartToCover]:
    """Return the parts of the board that no pinned path covers."""
    board = request.free
    return [_part(board, nodes, request) for nodes in board.regions]


def _part(board: Board, nodes: set[int], request: FlowRequest) -> PartToCover:
    cells = by_row(board.nodes[node] for node in nodes)
    ways = [len(board.ways[node]) for node in nodes]
    dead_ends = ways.count(1)
    surplus = abs(balance(cells)) if board.is_bipartite else 0
    is_one_path = max(ways) <= 2 and sum(ways) == 2 * (len(cells) - 1)
    fewest = max(1 if is_one_path else 2, (dead_ends + 1) // 2, surplus)
    reasons = {
        2: "a single path would have to touch itself",
        (dead_ends + 1) // 2: f"it has {dead_ends} dead ends, where paths must end",
        surplus: f"coloured like a checkerboard it has {surplus} squares more of one kind",
    }
    why = reasons[fewest] if fewest > 1 else ""
    return PartToCover(cells, fewest, len(cells) // request.shortest, why)


def possible_colors(request: FlowRequest, to_cover: list[PartToCover]) -> tuple[int, int]:
    """Return the fewest and the most colours of a level with these parts to cover."""
    pinned = len(request.kept.pinned)
    return pinned + sum(p.fewest for p in to_cover), pinned + sum(p.most for p in to_cover)


def _shape_problem(request: FlowRequest) -> str:
    """Return what is wrong with the holes, the walls and the pinned paths, or nothing."""
    for label, path in request.kept.pinned.items():
        if len(path) < 2:
            return f"The path labelled {label} cannot stay: it has fewer than two cells."
    try:
        level = request.level(request.kept.pinned)
    except ValueError as error:
        return str(error)
    if not level.cells:
        return "The board has no cells, only holes."
    if wrong := _bridges_problem(request):
        return wrong
    touched = touches(level, Solution(request.kept.pinned)) if request.non_touching else []
    if touched:
        label = Solution(request.kept.pinned).label_of[touched[0][0]]
        return f"The path labelled {label} cannot stay: it touches itself, and no path may."
    return ""


def _bridges_problem(request: FlowRequest) -> str:
    """Return why no paths can lead over the bridges, or nothing."""
    shape, board = request.shape, request.free
    if not shape.can_cross and (request.bridges or not shape.is_planar):
        return "Only boards of squares have bridges and warps."
    if begun_paths(board) is None:
        return "The bridges stand so that paths over all of them would meet or touch themselves."
    most = sum(len(board.sides(cell)) == 4 for cell in board.cells)
    if request.bridges > most:
        return f"At most {counted(most, 'cell')} of this board can be a bridge."
    return ""


def _colors_problem(request: FlowRequest) -> str:
    """Return why as many colours as requested cannot cover the board, or nothing."""
    found = parts(request)
    for part in found:
        where = "The board"
        if len(found) > 1:
            where = f"The part of the board at {cell_name(part.cells[0])}"
        if not part.most:
            cells = "1 cell" if len(part.cells) == 1 else f"{len(part.cells)} cells"
            return f"{where} has only {cells} to cover; the shortest path has {request.shortest}."
        if part.fewest > part.most:
            return (
                f"{where} takes {part.fewest} paths, as {part.why_fewest}, "
                f"but its {len(part.cells)} cells are too few for paths of {request.shortest} each."
            )
    fewest, most = possible_colors(request, found)
    if request.colors and request.colors[1] < fewest and not request.more_holes[1]:
        number = len(request.kept.pinned)
        stay = "1 path stays" if number == 1 else f"{number} paths stay"
        because = [stay] if number else []
        because += [f"it has {len(found)} parts to cover"] if len(found) > 1 else []
        because += dict.fromkeys(part.why_fewest for part in found if part.why_fewest)
        return f"The board needs at least {colors_text(fewest)}: {', and '.join(because)}."
    if request.colors and request.colors[0] > most:
        fit = "fits" if most == 1 else "fit"
        return f"At most {colors_text(most)} {fit}, with paths of {request.shortest} cells or more."
    return ""


def _building_problem(request: FlowRequest) -> str:
    """Return why as many walls or holes as requested cannot be added, or nothing."""
    board, pinned = request.free, len(request.kept.pinned)
    paths = possible_colors(request, parts(request))[1] - pinned
    left = max((request.colors[0] if request.colors else 1) - pinned, not pinned)
    cells = [(cell,) for cell in board.cells]
    for name, (least, most), places, fit in (
        ("walls", request.more_walls, board.links, len(board.links) - len(board.nodes) + paths),
        ("holes", request.more_holes, cells, len(board.nodes) - left * request.shortest),
    ):
        if least > most:
            return f"The number of {name} to add ends before it begins: write {most}-{least}."
        if least > fit:
            return f"At most {fit} {name} more fit: the paths take the rest."
        if not least:
            continue
        groups = {frozenset(frozenset(image) for image in request.images(each)) for each in places}
        sizes = Counter(map(len, groups))
        if not any(making.are_groups(number, sizes) for number in range(least, min(most, fit) + 1)):
            return (
                f"With the symmetry {request.symmetry} no {making.range_typed((least, most))} "
                f"{name} can be added: most of them are {max(sizes)} that belong together."
            )
    return ""


def colors_text(number: int) -> str:
    """That many colours, in words."""
    return "1 colour" if number == 1 else f"{number} colours"


FIELDS = (
    making.Field(
        name="shape",
        words="Shape",
        default="",
        choices=tuple(SHAPES),
        unset="rectangle",
        metavar="SHAPE",
        help="cross, ring, diamond, heart, or a letter A to Z (default: a rectangle)",
        in_sight=None,
    ),
    making.Field(
        name="colors",
        words="Colours, for example 6 or 5-8",
        default=FlowRequest.colors,
        read=partial(making.number_range, what="number of colours"),
        text=making.range_typed,
        metavar="N|A-B",
        help="default: as many as suit the size",
        in_sight=True,
    ),
    making.Field(
        name="shortest",
        words="Shortest path, in cells",
        default=FlowRequest.shortest,
        read=partial(making.whole_number, least=1, most=999_999),
        numbers=range(2, 100),
        metavar="N",
        help=f"cells of a path (default: {FlowRequest.shortest})",
    ),
    making.difficulty(WORDS),
    making.SCORE,
    making.needs(COSTS),
    making.NO_SUPPOSING,
    making.check_box("apart", "No endpoints side by side", help="no endpoints side by side"),
    making.SYMMETRY,
    making.Field(
        name="board",
        words="Cells",
        default="square",
        choices=("square", "hex"),
        help="squares or hexagons (default: squares)",
        in_sight=None,
    ),
    making.Field(
        name="bridges",
        words="Bridges",
        default=FlowRequest.bridges,
        read=partial(making.whole_number, least=0, most=9_999),
        text=str,
        numbers=range(100),
        metavar="N",
        help="cells that two paths cross",
        in_sight=None,
    ),
    making.Field(
        name="warps",
        words="Warps",
        default="",
        choices=("rows", "columns", "both"),
        unset="none",
        help="whose ends lead to each other (default: none)",
        in_sight=None,
    ),
    *(
        making.Field(
            name=f"more_{what}",
            words=f"More {what}, for example 4 or 0-8",
            default=(0, 0),
            read=partial(making.number_range, what=f"number of {what}"),
            text=making.range_typed,
            metavar="N|A-B",
            help=f"{what} to add, of A-B as many as help (default: none)",
            adds=True,
        )
        for what in ("walls", "holes")
    ),
    making.check_box(
        "non_touching", "Allow other solutions that touch themselves (faster)", is_shared=True
    ),
)
