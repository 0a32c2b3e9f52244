"""Measure the speed of everything: ``make bench`` puts the table into ``docs/performance.md``.

Figures are medians and worst cases over all puzzles of a group, each the median of several
runs. What asks a SAT solver is measured with each that is installed. Other people's puzzles are
included if the corpus is beside the project.
"""

from __future__ import annotations

import _tkinter
import io
import os
import pickle
import platform
import shutil
import sys
import tempfile
import time
import tkinter as tk
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any, TypeVar
from unittest.mock import patch

from PIL import Image

import flowdesk.__main__ as program
from assets.make_boards import hexagon
from flowdesk.app.packs.window import PackWindow
from flowdesk.app.session import PAUSE_MS
from flowdesk.app.timers import collect_in_pauses, freeze_objects, jobs_of
from flowdesk.app.window import Window
from flowdesk.cli.series import Series, SeriesFolder
from flowdesk.core.board import board_of
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.known_file import Snapshot
from flowdesk.desk.documents.recovery import recovery_folder
from flowdesk.desk.documents.settings import Settings
from flowdesk.desk.knowledge.variations import Variations
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style
from flowdesk.desk.work.pool import usable_cores
from flowdesk.formats.registry import FORMATS, MAP, can_be_written, load, open_file
from flowdesk.kinds.answers import Count, Made, Trace, unheard
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.deduction.hints import hint, rate, trace
from flowdesk.kinds.flow.level import Level, Solution, findings
from flowdesk.kinds.flow.making.generate import FlowMaking, generate
from flowdesk.kinds.flow.making.request import FlowRequest, like
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.kinds.flow.solving.solve import check, solve
from flowdesk.kinds.known import Known
from flowdesk.kinds.slitherlink.making.generate import random_loop
from flowdesk.kinds.slitherlink.making.thinning import Thinning
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, clues_of
from flowdesk.kinds.table import KINDS, AnyKind
from flowdesk.sat.backend import BACKENDS, VARIABLE, is_installed, refine
from flowdesk.scan.loading import load_picture
from flowdesk.scan.scan import read_board
from tests.app.real_use import RealUse, nearly_full_flow, nearly_full_slitherlink
from tests.boards import edit_at_random, mixed_paths, random_board
from tests.conftest import corpus_folder
from tests.driver import entries
from tests.processes import flowdesk, run, started
from tests.samples import read_text
from tests.scan.no_boards import NO_BOARDS
from tests.scan.screens import phone
from tests.screen import ensure_screen
from tests.web import pages

if TYPE_CHECKING:
    from tests.terminals import Terminal
    from tests.web.browser import Browser

T = TypeVar("T")

RUNS = 5
PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
SOLVERS = [name for name in BACKENDS if is_installed(name)]

#: The lines of the table so far.
LINES: list[str] = []


#: Leads a finger over the board, through points of the page; returns how long each move takes.
LED = """const board = document.querySelector(".board"), times = []
board.setPointerCapture = () => {}
arguments[0].forEach(([clientX, clientY], n) => {
    const event = new PointerEvent(n ? "pointermove" : "pointerdown",
        {clientX, clientY, pointerId: 9, isPrimary: true, pointerType: "touch"})
    const began = performance.now()
    board.dispatchEvent(event)
    board.getBoundingClientRect()
    times.push(performance.now() - began)
})
board.dispatchEvent(new PointerEvent("pointercancel", {pointerId: 9}))
return times.slice(1)"""


def main() -> None:
    """Measure everything, print it, and put it into the page."""
    measured_on = f"Measured on {machine()}."
    print(f"{measured_on}\n")
    others = [f"{figure} with {name}" for name in SOLVERS[1:] for figure in ("median", "worst")]
    line("what", "median", "worst", *others, "wanted")
    line(*["---"] * (len(others) + 4))
    measure()
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page(text, measured_on), encoding="utf-8")


def page(text: str, measured_on: str) -> str:
    """Return the page with this table instead of its own."""
    before, _, rest = text.partition("Measured on ")
    _, _, after = rest.partition("\n\n")  # the table
    _, _, after = after.partition("\n\n")
    return "\n".join([f"{before}{measured_on}", "", *LINES, "", after])


def measure() -> None:
    """Measure everything."""
    corpus = corpus_folder()
    maps = sorted((corpus / "flow" / "maps").glob("*.txt")) if corpus else []
    ours = sorted(shipped("puzzles").glob("*.txt"))
    for name, files in (("our own levels", ours), (f"{len(maps)} real maps", maps)):
        levels = [load(file)[0] for file in files]
        if not levels:
            continue
        large = [level for level in levels if level.width == level.height == 14]
        row_each(f"{name}: encode and solve, CPU", each(medians, solve, levels), "4 ms")
        row_each(f"{name}: the 14x14 among them", each(medians, solve, large), "worst 20 ms")
        row_each(f"{name}: one or several solutions, by either rule", each(once, check, levels), "")
    for pack in ("bridges", "warps", "hexes"):
        boards = load(shipped("puzzles") / "packs" / f"{pack}.json")
        row_each(f"our {pack}: exactly one solution, CPU", each(once, check, boards), "20 ms")
    for what, request in (
        ("14x14 with warps in rows", FlowRequest.shaped(14, 14, 0, warps="rows")),
        ("169 hexagons", FlowRequest.shaped(15, 15, 0, hexagon(15))),
    ):
        large = [generate(replace(request, seed=seed)).level for seed in range(6)]
        row_each(f"{what}, unique: check, CPU", each(once, check, large), "worst 4 s")
    several = [random_board(side, side, seed) for side in (20, 25, 30) for seed in range(5)]
    what = "random boards of 20x20 to 30x30 with several solutions: check, CPU"
    row_each(what, each(once, check, several), "worst 0.5 s")
    if maps:
        folder = str(maps[0].parent)
        for which, path, wanted in (("all maps", folder, "1.5 s"), ("one map", maps[-2], "0.35 s")):
            seconds = each(command, "solve", "--json", str(path))
            row_each(f"`flowdesk solve --json` on {which}, wall", seconds, wanted)
        measure_counting([load(file)[0] for file in maps])
    if corpus:
        measure_50x50(load(corpus / "flow" / "packs" / "pack10.txt"))
        for file in sorted((corpus / "flow" / "large").glob("*.json")):
            what = f"{file.stem}, the hardest board found: solve, CPU"
            row_each(what, each(once, solve, load(file)), "10 s")
        measure_memory(corpus / "flow" / "packs" / "pack10.txt", numbers=(0, 5))
    measure_100x100()
    measure_pictures()
    measure_reading()
    measure_scan(corpus)
    measure_undo()
    measure_hints(maps)
    measure_generator()
    measure_slitherlink(corpus)
    measure_window(random_board(50, 50, seed=3))
    measure_tabs()
    measure_use()
    measure_recovery()
    measure_terminal()
    levels = [load(file)[0] for file in (maps or ours)]
    measure_live(levels, "non-touching verdict", "worst 100 ms")
    measure_live(small_slitherlinks(), "verdict on Slitherlinks up to 20x20", "worst 150 ms")
    packs = shipped("puzzles") / "packs"
    large = [level for level in levels if level.width >= 10]
    large += [level for size in ("12x12", "14x14") for level in load(packs / f"{size}.txt")]
    verdict = "verdict by the game's rule, the faster nine in ten from 10x10 to 14x14,"
    measure_live(large, verdict, "worst 0.3 s", is_decided, share=0.9)
    measure_large_pack()
    measure_publishing()


def measure_counting(levels: list[Level]) -> None:
    """How long it takes to count all solutions by the game's rule."""
    for least, most in ((5, 9), (10, 11), (12, 12), (13, 14)):
        some = [level for level in levels if least <= level.width <= most]
        sizes = " to ".join(f"{size}x{size}" for size in sorted({least, most}))
        row(f"real maps, {sizes}: exact number of solutions, CPU", once(count, some), "")
    some = [level for level in levels if level.width <= 12]
    row("real maps up to 12x12: the same with the share of each step, CPU", once(mapped, some), "")


def mapped(level: Level) -> Count:
    """The count that the map of certain edges is made from."""
    return count(level, shares=True)


def measure_memory(file: Path, numbers: Iterable[int]) -> None:
    """The most memory that a process takes for boards of a file, in a minute or until it ends."""
    for verb, function in ("check", "solving.check"), ("count", "counting.count"):
        peaks = [peak(function, file, number) for number in numbers]
        what = f"{verb} of a 50x50, at most a minute: memory of its process"
        figures(what, f"{median(peaks):.0f} MB", f"{max(peaks):.0f} MB", "")


def peak(function: str, file: Path, number: int) -> float:
    """The most memory, in MB, that a fresh process ever had (on Linux)."""
    code = (
        "from flowdesk.formats.registry import load\n"
        "from flowdesk.kinds.table import kind_of\n"
        f"level = load({str(file)!r})[{number}]\n"
        f"kind_of(level).{function}(level)"
    )
    with started([sys.executable, "-c", code]) as process:
        began, most = time.perf_counter(), 0.0
        while process.poll() is None and time.perf_counter() - began < 60:
            status = Path(f"/proc/{process.pid}/status")
            lines = status.read_text().splitlines() if status.exists() else []
            most = max([most, *(int(line.split()[1]) / 1e3 for line in lines if "VmHWM" in line)])
            time.sleep(0.05)
        assert process.poll() in (None, 0), "it must end by itself, or be ended here"
    return most


def measure_50x50(levels: list[Level]) -> None:
    """The eleven 50x50 boards: the solution, and the proof that there is no other."""
    row_each("eleven 50x50: solve, CPU", each(medians, solve, levels, runs=3), "1 s, worst 2.5")
    row_each("eleven 50x50: no second non-touching solution, CPU", each(proofs, levels), "")


def measure_pictures() -> None:
    """Pictures of our own levels, solved: how long each kind takes, and how large it becomes."""
    for size, cell, suffix, seconds, most in (
        (50, 32, ".png", "0.3 s", ""),
        (50, 32, ".svg", "0.05 s", "2 MB"),
        (50, 32, ".pdf", "", ""),
        (14, 48, ".gif", "1 s", "500 kB"),
        (14, 48, ".apng", "", ""),
        (14, 48, ".webp", "", ""),
    ):
        level = load(shipped("puzzles") / "packs" / f"{size}x{size}.txt")[0]
        solution, style = solve(level).solution, Style(cell=cell)
        files: list[bytes] = []
        times = [
            wall(lambda: files.append(picture_bytes(level, solution, style, suffix)))  # noqa: B023 -- called at once
            for _ in range(RUNS)
        ]
        what = f"{suffix[1:].upper()} of a solved {size}x{size} at {cell} pixels"
        row(f"{what}, wall", times, seconds)
        figures("its size", f"{len(files[0]) / 1000:.0f} kB", "", most)


def measure_reading() -> None:
    """A pack of 1,000 levels of 9x9 in each format that holds many."""
    pack = open_file(shipped("puzzles") / "packs" / "09x09.txt")[1]
    pack = [entry for entry in pack if not (entry.level.holes or entry.level.walls)]
    solved = [replace(entry, solution=solve(entry.level).solution) for entry in pack]
    for format in FORMATS:
        known = solved if format.key == "string" else pack  # it holds the solution
        entries = [known[number % len(pack)] for number in range(1000)]
        if format.holds_many and can_be_written(format, [entry.level for entry in entries]):
            text = format.write(entries)
            times = [wall(lambda: read_text(text)) for _ in range(RUNS)]  # noqa: B023 -- called at once
            row(f"1,000 levels read: {format.name}, wall", times, "0.5 s")


def measure_scan(corpus: Path | None) -> None:
    """Pictures of boards, from the bytes of a PNG to the reading."""
    screens = [phone(Random(seed)).image for seed in range(20)]
    wanted = "250 ms, worst 2 s"
    row("20 screenshots of a phone: read the board, CPU", once(read_picture, pngs(screens)), wanted)
    if corpus:
        real = [path.read_bytes() for path in sorted((corpus / "screens").glob("*.png"))]
        row(f"{len(real)} real pictures: read the board, CPU", once(read_picture, real), wanted)
    noise = [Image.effect_noise(size, 120).convert("RGB") for size in ((1440, 3200), (5000, 4000))]
    hopeless = [*noise, NO_BOARDS["window"](Random(1)).image, NO_BOARDS["photo"](Random(1)).image]
    row("hopeless pictures: find no board, CPU", once(read_picture, pngs(hopeless)), "worst 2.5 s")


def pngs(images: Iterable[Image.Image]) -> list[bytes]:
    """The pictures as files."""
    files = []
    for image in images:
        data = io.BytesIO()
        image.save(data, "PNG", compress_level=1)
        files.append(data.getvalue())
    return files


def read_picture(data: bytes) -> None:
    """Read the board in a picture."""
    read_board(load_picture(data, "a.png").image, clock=time.process_time)


def measure_100x100() -> None:
    """Boards of 100x100, made by mixing."""
    boards = [random_board(100, 200, seed) for seed in (1, 2, 3)]
    row_each("three random 100x100 of 200 pairs: solve, CPU", each(once, solve, boards), "10 s")
    bare = [cell for cell in boards[0].cells if cell not in boards[0].endpoints]
    shapes = [replace(boards[0], holes=frozenset({cell})) for cell in bare[:RUNS]]
    seconds = once(partial(FlowEncoding, touching=False), shapes)
    row("100x100 of a new shape: build the clauses, CPU", seconds, "0.5 s")
    row("100x100: findings after an edit, CPU", [cpu(findings, board) for board in boards], "")


def measure_undo() -> None:
    """The memory of many steps of undo, with every tool on a board with holes."""
    level = random_board(50, 50, seed=3)
    bare = [cell for cell in level.cells if cell not in level.endpoints]
    document = Document(replace(level, holes=frozenset(bare[::5])))
    tracemalloc.start()
    edit_at_random(document, 2000)
    used = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    figures("50x50 with holes, 2,000 edits: memory of undo", f"{used:.1f} MB", "", "20 MB")


def measure_hints(maps: list[Path]) -> None:
    """Rating levels, and the hints among their steps that take longest."""
    for size, wanted in ((7, "0.03 s"), (10, "0.15 s"), (14, "1 s")):
        levels = load(shipped("puzzles") / "packs" / f"{size:02}x{size:02}.txt")
        levels += [load(file)[0] for file in maps if f"_{size}x{size}_" in file.stem]
        row(f"{len(levels)} levels of {size}x{size}: rate, CPU", once(rate, levels), wanted)
    row("the slowest hint in each of these, CPU", list(map(slowest_hint, levels)), "0.1 s")
    for size in (20, 30):
        levels = load(shipped("puzzles") / "packs" / f"{size}x{size}.txt")
        row(f"{len(levels)} levels of {size}x{size}: rate, CPU", once(rate, levels), "worst 5 s")
    seconds = [slowest_hint(level, every=20) for level in levels]
    row("the slowest of every twentieth hint in each of these, CPU", seconds, "worst 5 s")


def slowest_hint(level: Level, every: int = 1) -> float:
    """The longest that a hint takes, among those that suppose something or search."""
    steps, times = trace(level).deductions, [0.0]
    for number in range(0, len(steps), every):
        if steps[number].rule in ("suppose", "search"):
            began = time.process_time()
            hint(Known(level), Trace(steps[:number]))
            times.append(time.process_time() - began)
    return max(times)


def measure_generator() -> None:
    """Making levels: by the game's rule, and large ones without touching."""
    for size, non_touching, number, wanted in (
        (9, False, 100, ""),
        (10, False, 50, "0.5 s"),
        (14, False, 20, ""),
        (20, False, 3, "10 s"),
        (15, True, 20, "1 s"),
        (50, True, 5, "15 s"),
        (100, True, 2, "90 s"),
    ):
        requests = [
            FlowRequest(size, size, seed, non_touching=non_touching) for seed in range(number)
        ]
        rule = "unique without touching" if non_touching else "unique by the game's rule"
        what = f"{size}x{size}, {rule}: generate, CPU"
        if size == 100:  # takes long, and the solver little of that
            row(what, once(generate, requests), wanted)
        else:
            row_each(what, each(once, generate, requests), wanted)
    for what, shaped in (
        ("8x8 with warps on all sides", FlowRequest.shaped(8, 8, 0, warps="both")),
        ("8x8 with 4 bridges", FlowRequest(8, 8, bridges=4)),
        ("61 hexagons", FlowRequest.shaped(9, 9, 0, hexagon(9))),
    ):
        seeds = [replace(shaped, seed=seed) for seed in range(20)]
        row_each(f"{what}, unique: generate, CPU", each(once, generate, seeds), "1 s")
    with tempfile.TemporaryDirectory() as folder:
        series = ["generate", "7x7", "--count", "1000", "--seed", "1", "-o", folder]
        seconds = command(*series, runs=1)
    row(f"1,000 levels of 7x7 on {usable_cores()} cores, wall", seconds, "60 s")
    measure_made_to_order()
    measure_many()


def measure_made_to_order() -> None:
    """What is reached by changing levels: difficulty on a board with holes, symmetry, steering."""
    making = FlowMaking()
    corners = frozenset({(1, 1), (6, 6), (1, 6), (6, 1), (3, 3), (4, 4), (3, 4), (4, 3)})
    asked: dict[str, Callable[[int], FlowRequest]] = {
        "8x8 with 8 holes, hard": lambda seed: FlowRequest(
            8, 8, seed, difficulty="hard", holes=corners
        ),
        "9x9, hard, symmetric": lambda seed: FlowRequest(
            9, 9, seed, difficulty="hard", symmetry="turn"
        ),
        "8x8, no endpoints side by side": lambda seed: FlowRequest(8, 8, seed, apart=True),
        "8x8 with 4 walls and 2 holes more, medium": lambda seed: FlowRequest(
            8, 8, seed, difficulty="medium", more_walls=(4, 4), more_holes=(2, 2)
        ),
    }
    for name, request in asked.items():
        made_as_asked(f"{name}: generate, CPU", [request(seed) for seed in range(20)], "10 s")
    steered = []
    for seed in range(20):
        easy = generate(FlowRequest(8, 8, seed, difficulty="easy"))
        ways = making.steered(easy.level, easy.solution, rate(easy.level))
        steered.append(like(easy.level, seed, solution=easy.solution, **ways["harder"]))
    made_as_asked("an easy 8x8: harder by one word, CPU", steered, "5 s")


def made_as_asked(what: str, requests: Sequence[Any], wanted: str) -> None:
    """Add a line for what is generated, with how many are as they are asked for."""
    made: list[Made] = []
    seconds = once(lambda request: made.append(generate(request)), requests)
    row(f"{what}; {sum(each.met for each in made)} of {len(made)} as asked", seconds, wanted)


def measure_many() -> None:
    """What a level of very many takes besides being made."""
    kind = KINDS["flow"]
    assert kind.making
    asked = {field.name: field.default for field in kind.making.fields}
    request = kind.making.request(9, 9, 1, None, **asked)
    series = Series(kind, kind.making, request, 2000, "")
    levels = [kind.making.generate(series.request_of(number)).level for number in range(1, 101)]
    row("9x9, unique by the game's rule: rate, CPU", once(rate, levels), "")
    with tempfile.TemporaryDirectory() as folder:
        files = SeriesFolder(Path(folder), series, rated=True)
        assert not list(files.look())
        made = pickle.dumps(files.call(1)(progress=unheard))

        def work(number: int) -> None:
            pickle.dumps(files.call(number))
            files.keep(number, pickle.loads(made))

        seconds = once(work, range(1, 2001))
    row("one 9x9 of very many: call, file and row in the main process, CPU", seconds, "1.5 ms")


def measure_slitherlink(corpus: Path | None) -> None:
    """The second kind: proofs of uniqueness, ratings and new puzzles."""
    kind = KINDS["slitherlink"]
    assert kind.reasoning
    assert kind.making
    folder = shipped("puzzles") / "slitherlink"
    wanted = {"10x10": "10 ms", "20x20": "80 ms"}
    for size in ("10x10", "20x20", "25x25", "30x30"):
        puzzles = load(folder / f"{size}.json")
        seconds = each(medians, kind.solving.check, puzzles)
        row_each(
            f"our {size} Slitherlinks: exactly one solution, CPU", seconds, wanted.get(size, "")
        )
        row("the same: rate, CPU", [cpu(kind.reasoning.rate, puzzle, 1) for puzzle in puzzles], "")
    measure_large_slitherlinks(kind)
    if corpus:
        for size in ("10x10", "20x20"):
            puzzles = load(corpus / "slitherlink" / f"loops-{size}.slk")
            seconds = each(medians, kind.solving.check, puzzles)
            name = f"{len(puzzles)} real {size} Slitherlinks: exactly one solution, CPU"
            row_each(name, seconds, wanted[size])
        course = str(corpus / "slitherlink" / "course62.slk")
        seconds = each(command, "solve", course, "--format", "course")
        row_each("`flowdesk solve --format course` on 62 of a course, wall", seconds, "1 s")
    for side, number, most in ((10, 10, "0.5 s"), (20, 3, "5 s")):
        requests = [kind.making.request(side, side, seed, None) for seed in range(number)]
        seconds = each(once, kind.making.generate, requests)
        row_each(f"{side}x{side} Slitherlink: generate, CPU", seconds, most)


def measure_large_slitherlinks(kind: AnyKind) -> None:
    """Large boards: hard ones as they are generated, and larger ones that are thinned in part."""
    assert kind.making
    hard = [
        kind.making.generate(kind.making.request(25, 30, seed, None, difficulty="hard")).level
        for seed in range(2)
    ]
    row_each(
        "25x30 Slitherlinks, hard: exactly one solution, CPU",
        each(medians, kind.solving.check, hard, runs=3),
        "250 ms",
    )
    for width, height, most in ((30, 40, "300 ms"), (60, 60, "3 s")):
        puzzles = [thinned(width, height, 0.5, seed) for seed in range(2)]
        name = (
            f"{width}x{height} Slitherlinks, half of the clues tried to remove: one solution, CPU"
        )
        row_each(name, each(medians, kind.solving.check, puzzles, runs=3), most)
    for side in (20, 30):
        puzzles = load(shipped("puzzles") / "slitherlink" / f"{side}x{side}.json")
        edited = [with_fewer_clues(puzzle, seed) for seed, puzzle in enumerate(puzzles)]
        name = f"our {side}x{side} Slitherlinks without a fifth of their clues: check, CPU"
        row_each(name, each(medians, kind.solving.check, edited), "0.2 s")


def thinned(width: int, height: int, share: float, seed: int) -> Slitherlink:
    """Return a puzzle with one solution: a share of the clues of a loop was tried to remove."""
    rng = Random(seed)
    loop = random_loop(width, height, rng.random)
    thinning = Thinning(width, height, loop, clues_of(loop, width, height))
    cells = sorted(thinning.clues)
    rng.shuffle(cells)
    thinning.remove([(cell,) for cell in cells[: int(share * len(cells))]])
    return Slitherlink(width, height, thinning.clues)


def with_fewer_clues(puzzle: Slitherlink, seed: int) -> Slitherlink:
    """Return a puzzle without a fifth of its clues, as while it is edited."""
    cells = sorted(puzzle.clues)
    kept = Random(seed).sample(cells, len(cells) * 4 // 5)
    return replace(puzzle, clues={cell: puzzle.clues[cell] for cell in kept})


def measure_window(level: Level) -> None:
    """What a person at the window feels."""
    if why_not := ensure_screen():
        print(f"\nThe window was not measured: {why_not}.")
        return
    row("window visible after the command, wall", [startup() for _ in range(RUNS)], "0.6 s")
    root = tk.Tk()
    root.withdraw()
    settings = Settings(geometry="1000x800+0+0", live=False)
    window = Window(tk.Toplevel(root), settings, level)
    jobs_of(window.root).warm_up()
    root.update()
    ticks, frames = watch(root, window)
    row("event loop late while a 50x50 is solved, wall", ticks, "worst 50 ms")
    row("time between frames of its animation, wall", frames, "17 ms")
    window.shown.document.new(Level(100, 100))
    root.update()
    row(
        "an edit on a 100x100 until it is painted, wall",
        [edit(root, window) for _ in range(20)],
        "",
    )
    with patch.dict(sys.modules, __main__=program):  # what worker processes import
        measure_variations(root, window)
    window.close()
    root.destroy()


def measure_variations(root: tk.Tk, window: Window) -> None:
    """A wall of variations of a 9x9 in which three paths are locked."""
    first, twenty, ticks = list[float](), list[float](), list[float]()
    for seed in range(20):
        made = generate(FlowRequest(9, 9, seed))
        drawn = dict(islice(made.solution.paths.items(), 3))
        locked = frozenset(cell for path in drawn.values() for cell in path)
        window.shown.document.apply("draw", replace(made.level, drawn=drawn, locked=locked))
        window.wall.show()
        variations = window.wall.variations
        root.update()
        began = time.perf_counter()
        ticks.append(cpu(lambda wall: wall.make.invoke(), window.wall, runs=1))
        for times, number in ((first, 1), (twenty, 20)):
            while len(variations.found) < number and variations.running:
                ticks.append(cpu(lambda root: root.tk.dooneevent(), root, runs=1))
            times.append(time.perf_counter() - began)
        ticks.append(cpu(Variations.stop, variations, runs=1))
    row("9x9 with three locked paths: first variation, wall", first, "0.5 s")
    row("the same: twenty variations, wall", twenty, "10 s")
    row("the window held meanwhile, CPU", ticks, "worst 16 ms")


def measure_tabs() -> None:
    """New tabs, what fifty of them take, and changing between two large boards."""
    if ensure_screen():
        return
    root = tk.Tk()
    root.withdraw()
    settings = Settings(geometry="1000x800+0+0", live=False)
    window = Window(tk.Toplevel(root), settings, Level(5, 5))
    window.tabs.restore([Document(random_board(50, 50, seed)) for seed in (1, 2)], 0)

    def change() -> None:
        window.tabs.go_by(1)
        root.update()

    seconds = [wall(change) for _ in range(2 + RUNS)][2:]
    row("another tab, with a 50x50, until it is painted, wall", seconds, "50 ms")
    row("a new tab, wall", [wall(window.tabs.add) for _ in range(RUNS)], "20 ms")
    before = memory()
    window.tabs.restore([Document(random_board(20, 20, seed)) for seed in range(50)], 0)
    root.update()
    figures("50 tabs with a 20x20 each: memory", f"{memory() - before:.0f} MB", "", "150 MB")
    window.close()
    root.destroy()


def memory() -> float:
    """How much memory this process has, in MB; what it shares is shared out (on Linux)."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1e3 for line in lines if line.startswith("Pss:"))


def measure_use() -> None:
    """From each input on large boards, of which nearly all is drawn, until it is painted."""
    if ensure_screen():
        return
    root = tk.Tk()
    root.withdraw()
    settings = Settings(geometry="1000x800+0+0", live=False)
    window = Window(tk.Toplevel(root), settings, Level(5, 5))
    freeze_objects()  # as the program does
    collect_in_pauses(root)
    for name, (puzzle, way), wanted in (
        ("50x50", nearly_full_flow(50, 50), "16 ms"),
        ("100x100", nearly_full_flow(100, 200), "33 ms"),
        ("Slitherlink of 50x50", nearly_full_slitherlink(50), "16 ms"),
        ("Slitherlink of 60x60", nearly_full_slitherlink(60), "16 ms"),
    ):
        use = RealUse(root, window, time.process_time)
        use.of_all(puzzle, way)
        use.pause()
        for _ in range(RUNS):
            use.play_to_the_end(puzzle, way)
        for what, seconds in use.times.items():
            row(f"a nearly full {name}: {what}, until it is painted, CPU", seconds, wanted)
    window.close()
    root.destroy()


def said_something(window: Window, level: Puzzle) -> bool:
    """Whether it is known how many solutions do not touch themselves, or that there are none."""
    known = window.shown.live_check.known
    is_told = known.non_touching != "unknown" or known.status != "unknown"
    return known.level is level and is_told


def is_decided(window: Window, level: Puzzle) -> bool:
    """Whether it is known how many solutions there are by the level's own rule."""
    known = window.shown.live_check.known
    return known.level is level and known.status != "unknown"


def measure_live(
    levels: Sequence[Puzzle],
    verdict: str,
    wanted: str,
    is_told: Callable[[Window, Puzzle], bool] = said_something,
    share: float = 1,
) -> None:
    """How soon the badge of a level that was just changed says what is wanted.

    Of all levels only the faster ones are in the table, if `share` is less than 1.
    """
    if ensure_screen():
        return
    root = tk.Tk()
    root.withdraw()
    window = Window(tk.Toplevel(root), Settings(geometry="1000x800+0+0"), Level(7, 7))
    jobs_of(window.root).warm_up()
    let_live(root, 1)
    verdicts, ticks = [], []
    for level in levels:
        window.shown.document.new(level)
        began = before = time.perf_counter()
        while not is_told(window, level) and before - began < 5:
            root.update()
            now = time.perf_counter()
            ticks.append(now - before)
            before = now
            time.sleep(0.001)
        verdicts.append(before - began - PAUSE_MS / 1000)
        let_live(root, 0.7)  # nobody edits faster for long
    faster = sorted(verdicts)[: int(len(verdicts) * share)]
    row(f"live: {verdict} after the pause, wall", faster, wanted)
    row("live: event loop meanwhile, wall", ticks, "")
    window.close()
    root.destroy()


def measure_terminal() -> None:
    """From a key in a pseudo-terminal, which draws or shortens a path, until that is to be seen."""
    from tests.terminals import terminal  # not on Windows

    with tempfile.TemporaryDirectory() as folder:
        homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), folder)
        command = flowdesk("play", shipped("puzzles") / "14x14-crosstown.txt")
        with terminal(command, homes) as shown:
            shown.wait_for("> Play")
            shown.press("enter")
            shown.wait_for("Row 1, column 1", "0 moves")
            shown.press("right", "right", "enter", "left", "left")
            shown.wait_for("Row 1, column 1", "In hand")
            times = []
            for key, places in (("down", range(2, 15)), ("up", range(13, 0, -1))):
                for place in places:
                    answer = partial(answered, shown, key, f"Row {place},")
                    times.append(wall(answer))
        row("14x14 in a terminal: a key until it is answered, wall", times, "30 ms")


def answered(shown: Terminal, key: str, wanted: str) -> None:
    """Press a key, and wait for what it brings to the screen."""
    shown.press(key)
    shown.wait_for(wanted)


def measure_recovery() -> None:
    """How long the event loop is held while unsaved work is kept in its file."""
    if ensure_screen():
        return
    mixed = mixed_paths(board_of(100, 100), Random(1).random, 200)
    paths = {f"C{number}": path for number, path in enumerate(mixed)}
    solved = Entry(replace(FlowRequest(100, 100).level(paths), drawn=paths), Solution(paths))
    packs = sorted((shipped("puzzles") / "packs").rglob("*.txt"))
    documents = (
        ("a drawn and solved 100x100", [solved]),
        ("the 340 shipped levels", [entry for file in packs for entry in open_file(file)[1]]),
    )
    root = tk.Tk()
    root.withdraw()
    window = Window(tk.Toplevel(root), Settings(geometry="1000x800+0+0", live=False), Level(7, 7))
    for name, opened in documents:
        ticks = []
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory() as folder:
                os.environ["XDG_STATE_HOME"] = folder
                window.tabs.add()  # those of before have ended with their files
                window.shown.document.start(Snapshot([replace(entry) for entry in opened]))
                let_live(root, 0.5)
                window.recovery.begin(pause=1)
                ticks.append(longest_tick(root, lambda: list(recovery_folder().glob("*.json"))))
                window.recovery.end()
        row(f"unsaved work kept, {name}: event loop held, wall", ticks, "33 ms")
    window.close()
    root.destroy()


def longest_tick(root: tk.Tk, is_over: Callable[[], object]) -> float:
    """The longest time, in seconds, that the event loop takes for a turn until something is so."""
    longest = 0.0
    while not is_over():
        began = time.perf_counter()
        root.update()
        longest = max(longest, time.perf_counter() - began)
    return longest


def measure_large_pack() -> None:
    """A folder of 10,000 levels: the longest that each command holds the window, event by event."""
    if ensure_screen():
        return
    with tempfile.TemporaryDirectory() as name:
        place, what = Path(name), "10,000 files"
        os.environ |= {"XDG_DATA_HOME": name, "XDG_CACHE_HOME": name}
        make_large_pack(place / "pack", 10_000)
        root = tk.Tk()
        root.withdraw()
        window = Window(tk.Toplevel(root), Settings(live=False), Level(7, 7))
        root.update()
        began, cpu_began = time.perf_counter(), time.process_time()
        window.packs.open(place / "pack")
        held = [time.process_time() - cpu_began]
        browser = window.packs.browser
        assert browser
        held += events(root, lambda: browser.view.listing.items)
        row(f"{what}: rows there after opening, wall", [time.perf_counter() - began], "1 s")
        held += events(root, lambda: not browser.is_busy)
        row(f"{what}: all levels read, wall", [time.perf_counter() - began], "")
        row(f"{what}: opening, longest event, CPU", [max(held)], "50 ms")
        measure_commands(root, window, browser, what)
        window.close()
        root.destroy()


def measure_publishing() -> None:
    """A page of many levels, and one of a large one in a browser that is six times slower."""
    packs = shipped("puzzles") / "packs"
    names = [str(packs / f"{size}.txt") for size in ("05x05", "06x06", "07x07", "08x08")]
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        seconds = command("publish", *names, "-o", str(page))
        row("a web page of 120 levels; only the first time they are checked", seconds, "3 s")
        figures("the size of that page", f"{page.stat().st_size / 1000:.0f} kB", "180 kB")
        if shutil.which("chromedriver") and find_spec("selenium"):
            from tests.web.browser import Browser, start

            chrome = start()
            browser, slitherlinks = Browser(chrome), shipped("puzzles") / "slitherlink"
            measure_page(browser, Path(folder), "a level", load(packs / "15x15.txt")[4])
            loop = load(slitherlinks / "15x15.json")[0]
            measure_page(browser, Path(folder), "a Slitherlink", loop)
            chrome.quit()


def measure_page(browser: Browser, folder: Path, what: str, level: Puzzle) -> None:
    """How long a level takes until it is seen, and each step of a path.

    The browser alone takes its time before it paints anything: an empty page is opened in turn.
    """
    page, empty = pages.write(folder, level), folder / "empty.html"
    empty.write_text("<!doctype html><link rel=icon href=data:><p>Empty")

    def first_paint(address: str) -> float:
        browser.chrome.get("about:blank")
        browser.chrome.get(address)
        painted = "performance.getEntriesByName('first-contentful-paint')[0]"
        return float(browser.until(painted)["startTime"]) / 1000

    browser.open(page)
    browser.slow(6)
    runs = range(2 * RUNS)
    both = [(first_paint(empty.as_uri()), first_paint(f"{page.as_uri()}#1")) for _ in runs]
    slow = "in a browser six times slowed"
    own = [ours - theirs for theirs, ours in both]
    row(f"{what} of 15x15 {slow}: first paint, after that of an empty page", own, "0.1 s")
    moves: list[float] = []
    for stroke in pages.strokes(level):
        moves += browser.run(LED, pages.pixels(browser, stroke))
    row(f"{what} of 15x15 {slow}: a move of the finger", [each / 1000 for each in moves], "8 ms")


def measure_commands(root: tk.Tk, window: Window, browser: PackWindow, what: str) -> None:
    """What a person does in the browser: how long it takes, and the longest event of it."""

    def press(*keys: str) -> None:
        for key in keys:
            browser.top.event_generate(f"<{key}>", when="tail")

    def come_back() -> None:
        window.front.view.focus_force()
        root.update()
        browser.view.table.focus_force()

    def rename() -> None:
        browser.editor.rename(browser.pack, browser.view.selected[0])
        entries(browser.view.table)[0].insert("end", "!")
        browser.view.table.stop_editing()

    def sort() -> None:
        for column in ("title", "size", "counted", "verdict", "difficulty", "place"):
            browser.view.sort_by(column)
            held.extend(events(root, lambda: not browser.is_busy))

    def check() -> None:
        browser.view.bar.start_or_stop()
        end = time.perf_counter() + 5
        held.extend(events(root, lambda: time.perf_counter() > end))
        browser.view.bar.start_or_stop()

    commands: dict[str, Callable[[], object]] = {
        "coming back to the window": come_back,
        "move one": partial(press, "Control-Down"),
        "move one by five places": partial(press, *["Control-Down"] * 5),
        "undo": partial(press, "Control-z"),
        "duplicate": partial(press, "Control-d"),
        "delete": partial(press, "Delete"),
        "rename": rename,
        "sort by each column": sort,
        "check all for 5 s": check,
        "select all": partial(press, "Control-a"),
    }
    for name, act in commands.items():
        took, longest = [], []
        for _ in range(1 if act in (sort, check) else RUNS):
            held: list[float] = []
            began, cpu_began = time.perf_counter(), time.process_time()
            act()
            held.append(time.process_time() - cpu_began if act in (come_back, rename) else 0)
            held += events(root, lambda: not browser.is_busy)
            took.append(time.perf_counter() - began)
            longest.append(max(held))
        row(f"{what}: {name}, wall", took, "0.2 s" if name == "move one" else "")
        row(f"{what}: {name}, longest event, CPU", longest, "50 ms")


def make_large_pack(folder: Path, number: int) -> None:
    """Write so many small levels, each in a file: ours with their colours mixed."""
    folder.mkdir()
    packs = [shipped("puzzles") / "packs" / f"{size:02}x{size:02}.txt" for size in (5, 6, 7)]
    levels = [level for pack in packs for level in load(pack)]
    for place in range(number):
        level = levels[place % len(levels)]
        labels = sorted(level.pairs)
        other = dict(zip(labels, Random(place).sample(labels, len(labels)), strict=True))
        ends = {cell: other[label] for cell, label in level.endpoints.items()}
        mixed = replace(level, endpoints=ends, about={"title": f"Level {place}"})
        (folder / f"{place:05}-level.txt").write_text(MAP.write([Entry(mixed)]))


def events(root: tk.Tk, until: Callable[[], object]) -> list[float]:
    """Handle all events until something is so and nothing is left to do; CPU time of each."""
    took = []
    while True:
        began = time.process_time()
        did_something = root.tk.dooneevent(_tkinter.DONT_WAIT)
        took.append(time.process_time() - began)
        if not did_something:
            if until():
                return took
            time.sleep(0.0005)


def let_live(root: tk.Tk, seconds: float) -> None:
    """Do nothing for a while."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        root.update()
        time.sleep(0.005)


def small_slitherlinks() -> list[Slitherlink]:
    """Our puzzles of 10x10 and 20x20, and the same while they are edited."""
    folder = shipped("puzzles") / "slitherlink"
    puzzles = [puzzle for size in ("10x10", "20x20") for puzzle in load(folder / f"{size}.json")]
    return [*puzzles, *(with_fewer_clues(puzzle, seed) for seed, puzzle in enumerate(puzzles))]


def watch(root: tk.Tk, window: Window) -> tuple[list[float], list[float]]:
    """Solve and watch to the end; how late ticks came while solving, and times between frames."""
    late: list[float] = []
    frames: list[float] = []
    solving = window.shown.solving
    paint = window.front.view._paint

    def tick(due: float) -> None:
        late.append(max(0.0, time.perf_counter() - due))
        if solving.is_searching:
            root.after(2, tick, time.perf_counter() + 0.002)

    def painted() -> None:
        """Every frame of the animation is painted by this."""
        paint()
        if solving.playback:
            frames.append(time.perf_counter())
            if solving.playback.finished:
                root.quit()

    window.front.view._paint = painted  # type: ignore[method-assign]  # to see it from outside
    solving.start()
    tick(time.perf_counter())
    root.mainloop()
    window.front.view._paint = paint  # type: ignore[method-assign]  # as it was
    return late, [after - before for before, after in pairwise(frames)]


def edit(root: tk.Tk, window: Window) -> float:
    """Place an endpoint by a click; seconds until it is on the screen."""
    view = window.front.view
    count = len(window.shown.document.level.endpoints)
    x, y = view.center_of((7 * count % 100, 3 * count % 100))
    began = time.perf_counter()
    view.event_generate("<ButtonPress-1>", x=x, y=y)
    view.event_generate("<ButtonRelease-1>", x=x, y=y)
    root.update()
    return time.perf_counter() - began


def startup() -> float:
    """Seconds from the command until its window can be seen."""
    file = sorted(shipped("puzzles").glob("*.txt"))[0]
    began = time.perf_counter()
    with started(flowdesk(file)):
        search = ["xdotool", "search", "--onlyvisible", "--name", "FlowDesk"]
        while run(search, capture_output=True).returncode != 0:
            if time.perf_counter() - began > 20:
                break
        return time.perf_counter() - began


def proof(level: Level) -> float:
    """CPU seconds of showing that a solved level has no second non-touching solution."""
    solution = solve(level).solution
    assert solution is not None
    began = time.process_time()
    encoding = FlowEncoding(level, touching=False)
    encoding.exclude(solution)
    assert refine(encoding.cnf, encoding.cut) is None
    return time.process_time() - began


def proofs(levels: Iterable[Level]) -> list[float]:
    """CPU seconds of such proofs."""
    return [proof(level) for level in levels]


def each(measure: Callable[..., list[float]], *arguments: Any, **options: Any) -> list[list[float]]:
    """What is measured with each of the solvers."""
    before, seconds = os.environ.get(VARIABLE), []
    for name in SOLVERS:
        os.environ[VARIABLE] = name
        seconds.append(measure(*arguments, **options))
    del os.environ[VARIABLE]
    if before:
        os.environ[VARIABLE] = before
    return seconds


def medians(
    function: Callable[[T], object], arguments: Iterable[T], runs: int = RUNS
) -> list[float]:
    """The median CPU time of several runs each."""
    return [cpu(function, argument, runs) for argument in arguments]


def cpu(function: Callable[[T], object], argument: T, runs: int = RUNS) -> float:
    """The median CPU time of several runs."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        function(argument)
        times.append(time.process_time() - began)
    return median(times)


def once(function: Callable[[T], object], arguments: Iterable[T]) -> list[float]:
    """The CPU time of one run each."""
    return [cpu(function, argument, runs=1) for argument in arguments]


def wall(function: Callable[[], object]) -> float:
    """The wall time of one run."""
    began = time.perf_counter()
    function()
    return time.perf_counter() - began


def command(*arguments: str, runs: int = RUNS) -> list[float]:
    """The wall time of several runs of a command, start-up included."""
    line = flowdesk(*arguments)
    return [wall(lambda: run(line, capture_output=True)) for _ in range(runs)]


def row(what: str, seconds: list[float], wanted: str) -> None:
    """Add a line to the table, of what does not depend on the solver."""
    row_each(what, [seconds], wanted)


def row_each(what: str, seconds: list[list[float]], wanted: str) -> None:
    """Add a line to the table, of what was measured with each solver."""
    if all(seconds):
        times = [text(of(column)) for column in seconds for of in (median, max)]
        figures(what, *times, wanted)


def figures(what: str, *cells: str) -> None:
    """Add a line to the table; the columns before what is wanted may be fewer."""
    *some, wanted = cells
    line(what, *some, *[""] * (2 * len(SOLVERS) - len(some)), wanted)


def line(*cells: str) -> None:
    """Add a line to the table."""
    LINES.append(f"| {' | '.join(cells)} |")
    print(LINES[-1], flush=True)


def text(seconds: float) -> str:
    """A time in the unit that suits it."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def machine() -> str:
    """What this was measured on."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].split(":", 1)[1].strip() if names else model
    return (
        f"{usable_cores()} cores of {model}, {platform.system()}, Python "
        f"{platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in SOLVERS)
    )


if __name__ == "__main__":
    main()
