"""How fast everything is: ``make bench`` prints a table for ``docs/performance.md``.

Figures are medians and worst cases over all puzzles of a group, each the median of several
runs. Other people's puzzles are measured where they lie beside the project.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
import tkinter as tk
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from statistics import median

import pycosat

from flowdesk.app.window import Window
from flowdesk.core.storage import shipped
from flowdesk.desk.picture import Style, picture_bytes
from flowdesk.desk.settings import Settings
from flowdesk.flow.encoding import Encoding
from flowdesk.flow.findings import findings
from flowdesk.flow.level import Level
from flowdesk.flow.solve import check, solve
from flowdesk.formats.registry import load
from flowdesk.sat.search import refine
from tests.boards import random_board
from tests.conftest import corpus_folder
from tests.screen import ensure_screen

RUNS = 5


def main() -> None:
    """Measure and print everything."""
    print(f"Measured on {machine()}.\n")
    print("| what | median | worst | wanted |")
    print("|---|---|---|---|")
    corpus = corpus_folder()
    maps = sorted((corpus / "flow" / "maps").glob("*.txt")) if corpus else []
    ours = sorted(shipped("puzzles").glob("*.txt"))
    for name, files in (("our own levels", ours), (f"{len(maps)} real maps", maps)):
        levels = [load(file)[0] for file in files]
        if not levels:
            continue
        row(f"{name}: encode and solve, CPU", [cpu(solve, level) for level in levels], "4 ms")
        large = [level for level in levels if level.width == level.height == 14]
        row(f"{name}: the 14x14 among them", [cpu(solve, level) for level in large], "worst 20 ms")
        row(f"{name}: one or several solutions, by either rule", once(check, levels), "")
    if maps:
        folder = str(maps[0].parent)
        row(
            "`flowdesk solve --json` on all maps, wall", command("solve", "--json", folder), "1.5 s"
        )
        row(
            "`flowdesk solve --json` on one map, wall",
            command("solve", "--json", str(maps[-2])),
            "0.35 s",
        )
    if corpus:
        measure_50x50(load(corpus / "flow" / "packs" / "pack10.txt"))
    measure_100x100()
    measure_window(random_board(50, 25, seed=3))


def measure_50x50(levels: list[Level]) -> None:
    """The eleven 50x50 boards: the solution, and the proof that there is no other."""
    row(
        "eleven 50x50: solve, CPU",
        [cpu(solve, level, runs=3) for level in levels],
        "1 s, worst 2.5",
    )
    row(
        "eleven 50x50: no second non-touching solution, CPU", [proof(level) for level in levels], ""
    )
    solved = solve(levels[0]).solution
    picture = Style(cell=32)
    pictures = [wall(lambda: picture_bytes(levels[0], solved, picture)) for _ in range(RUNS)]
    row("picture of a solved 50x50 at 32 pixels, wall", pictures, "")


def measure_100x100() -> None:
    """Boards of 100x100, made by mixing."""
    boards = [random_board(100, 50, seed) for seed in (1, 2, 3)]
    row("three random 100x100 of 200 pairs: solve, CPU", once(solve, boards), "")
    row("100x100: findings after an edit, CPU", [cpu(findings, board) for board in boards], "")


def measure_window(level: Level) -> None:
    """What a person at the window feels."""
    if why_not := ensure_screen():
        print(f"\nThe window was not measured: {why_not}.")
        return
    row("window visible after the command, wall", [startup() for _ in range(RUNS)], "0.6 s")
    root = tk.Tk()
    root.withdraw()
    window = Window(tk.Toplevel(root), Settings(geometry="1000x800+0+0"), level)
    window.solving.warm_up()
    root.update()
    ticks, frames = watch(root, window)
    row("event loop late while a 50x50 is solved, wall", ticks, "worst 50 ms")
    row("time between frames of its animation, wall", frames, "17 ms")
    window.document.new(Level(100, 100))
    root.update()
    row(
        "an edit on a 100x100 until it is painted, wall",
        [edit(root, window) for _ in range(20)],
        "",
    )
    window.close()
    root.destroy()


def watch(root: tk.Tk, window: Window) -> tuple[list[float], list[float]]:
    """Solve and watch to the end; how late ticks came while solving, and times between frames."""
    late: list[float] = []
    frames: list[float] = []
    solving = window.solving
    paint = window.view.paint_now

    def tick(due: float) -> None:
        late.append(max(0.0, time.perf_counter() - due))
        if solving.running:
            root.after(2, tick, time.perf_counter() + 0.002)

    def painted() -> None:
        """Every frame of the animation ends with this."""
        paint()
        frames.append(time.perf_counter())
        if solving.playback and solving.playback.finished:
            root.quit()

    window.view.paint_now = painted  # type: ignore[method-assign]  # to see it from outside
    solving.start()
    tick(time.perf_counter())
    root.mainloop()
    window.view.paint_now = paint  # type: ignore[method-assign]  # as it was
    return late, [after - before for before, after in pairwise(frames)]


def edit(root: tk.Tk, window: Window) -> float:
    """Place an endpoint by a click; seconds until it is on the screen."""
    view = window.view
    count = len(window.document.level.endpoints)
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
    process = subprocess.Popen([sys.executable, "-m", "flowdesk", str(file)])
    search = ["xdotool", "search", "--onlyvisible", "--name", "FlowDesk"]
    while subprocess.run(search, capture_output=True).returncode != 0:
        if time.perf_counter() - began > 20:
            break
    seconds = time.perf_counter() - began
    process.kill()
    process.wait()
    return seconds


def proof(level: Level) -> float:
    """CPU seconds of showing that a solved level has no second non-touching solution."""
    solution = solve(level).solution
    assert solution is not None
    began = time.process_time()
    encoding = Encoding(level, touching=False)
    encoding.exclude(solution)
    assert refine(encoding.cnf, encoding.cut) is None
    return time.process_time() - began


def cpu(function: Callable[[Level], object], level: Level, runs: int = RUNS) -> float:
    """The median CPU time of several runs."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        function(level)
        times.append(time.process_time() - began)
    return median(times)


def once(function: Callable[[Level], object], levels: Iterable[Level]) -> list[float]:
    """The CPU time of one run each."""
    return [cpu(function, level, runs=1) for level in levels]


def wall(function: Callable[[], object]) -> float:
    """The wall time of one run."""
    began = time.perf_counter()
    function()
    return time.perf_counter() - began


def command(*arguments: str) -> list[float]:
    """The wall time of several runs of a command, start-up included."""
    line = [sys.executable, "-m", "flowdesk", *arguments]
    return [wall(lambda: subprocess.run(line, capture_output=True)) for _ in range(RUNS)]


def row(what: str, seconds: list[float], wanted: str) -> None:
    """Print a line of the table."""
    if seconds:
        print(f"| {what} | {text(median(seconds))} | {text(max(seconds))} | {wanted} |", flush=True)


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
        f"{os.cpu_count()} cores of {model}, {platform.system()}, Python "
        f"{platform.python_version()}, pycosat {pycosat.__version__}"
    )


if __name__ == "__main__":
    main()
